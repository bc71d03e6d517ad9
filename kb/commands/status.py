"""`mtgkb status`."""

from __future__ import annotations

import click

from kb.commands.common import Command, Output, settings, with_output
from kb.commands.render import status_lines
from kb.library import Library


@click.command(
    "status",
    cls=Command,
    help="Show what is held of each source, its edition and age.",
    help_ja="情報源ごとに、取り込み済みの版・件数・新しさを表示する。",
)
@with_output()
def command(output: Output) -> None:
    """Print what the store, the terms and the index hold."""
    status = Library.open(settings()).status()
    if output.as_json:
        output.json(status)
        return
    for line in status_lines(status, output):
        output.line(line)
