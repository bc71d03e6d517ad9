"""`mtgkb diff OLD NEW`: what differs between two editions of the rules."""

from __future__ import annotations

import sys

import click

from kb.commands.common import Command, Option, Output, settings, with_output
from kb.commands.edition_lines import diff_lines
from kb.editions import service
from kb.library import Library


@click.command(
    "diff",
    cls=Command,
    help="Compare two editions (dates such as 2023-11-17): added, removed, changed and renumbered rules.",
    help_ja="二つの版（2023-11-17 のような日付）を比べ、追加・削除・変更・番号変更を表示する。",
)
@click.argument("old")
@click.argument("new")
@click.option(
    "--color/--no-color",
    default=None,
    cls=Option,
    help="Mark changed words by colour (default: on a terminal).",
    help_ja="変わった語句を色で示す（既定：端末のとき）。",
)
@with_output()
def command(output: Output, old: str, new: str, color: bool | None) -> None:
    """Print the difference."""
    store = Library.open(settings()).store
    found = service.diff(store, old, new)
    if output.as_json:
        output.json(found)
        return
    before, after, _ = service.difference(store, old, new)
    texts = {
        name: {unit.name: unit.text for unit in book.units if unit.kind != "glossary"}
        for name, book in (("removed", before), ("added", after))
    }
    colored = sys.stdout.isatty() if color is None else color
    for line in diff_lines(found, texts, output, color=colored):
        click.echo(line, color=colored)
