"""`mtgkb trace NUMBER`: the life of a rule through every edition held."""

from __future__ import annotations

import sys

import click

from kb.commands.common import Command, Option, Output, settings, with_output
from kb.commands.edition_lines import trace_lines
from kb.editions import service
from kb.library import Library


@click.command(
    "trace",
    cls=Command,
    help="Follow a rule through every edition held: when it was new, changed, renumbered, removed.",
    help_ja="取り込み済みのすべての版をたどり、ルールの新設・変更・番号変更・削除を表示する。",
)
@click.argument("number")
@click.option(
    "--edition",
    default=None,
    metavar="YYYY-MM-DD",
    cls=Option,
    help="Take the number as it was in that edition.",
    help_ja="その版での番号として読む。",
)
@click.option(
    "--color/--no-color",
    default=None,
    cls=Option,
    help="Mark changed words by colour (default: on a terminal).",
    help_ja="変わった語句を色で示す（既定：端末のとき）。",
)
@with_output()
def command(output: Output, number: str, edition: str | None, color: bool | None) -> None:
    """Print the rule's life."""
    found = service.trace(Library.open(settings()).store, number, edition)
    if output.as_json:
        output.json(found)
        return
    colored = sys.stdout.isatty() if color is None else color
    for line in trace_lines(found, output, color=colored):
        click.echo(line, color=colored)
