"""`mtgkb glossary TERM`."""

from __future__ import annotations

import click

from kb.commands.common import Command, Option, Output, settings, with_output
from kb.commands.render import glossary_lines
from kb.library import Library


@click.command(
    "glossary",
    cls=Command,
    help="Show a term of the glossary, by its English or Japanese name, in any inflection.",
    help_ja="用語集の項目を表示する。英語・日本語・読みのどれでも引ける。",
)
@click.argument("term", nargs=-1, required=True)
@click.option(
    "--edition",
    default=None,
    metavar="YYYY-MM-DD",
    cls=Option,
    help="Show it as it stood in that edition.",
    help_ja="その版での内容を表示する。",
)
@with_output()
def command(output: Output, term: tuple[str, ...], edition: str | None) -> None:
    """Print the entry with our own note."""
    entry = Library.open(settings()).glossary(" ".join(term), edition)
    if output.as_json:
        output.json(entry)
        return
    for line in glossary_lines(entry, output):
        output.line(line)
