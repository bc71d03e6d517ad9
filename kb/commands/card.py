"""`mtgkb card NAME`."""

from __future__ import annotations

import click

from kb.commands.card_lines import card_lines
from kb.commands.common import Command, Output, settings, with_output
from kb.library import Library


@click.command(
    "card",
    cls=Command,
    help="Show a card with its rulings, by its English or Japanese name or that of a face.",
    help_ja="カードとその裁定を、英語名・日本語名・各面の名前のどれかで表示する。",
)
@click.argument("name", nargs=-1, required=True)
@with_output()
def command(output: Output, name: tuple[str, ...]) -> None:
    """Print the card; all of them where several share the name."""
    cards = Library.open(settings()).cards(" ".join(name))
    if output.as_json:
        output.json(cards if len(cards) > 1 else cards[0])
        return
    for at, card in enumerate(cards):
        if at:
            output.line()
        for line in card_lines(card, output):
            output.line(line)
