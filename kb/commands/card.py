"""`mtgkb card NAME`."""

from __future__ import annotations

import click

from kb.commands.common import Command, Output, with_output
from kb.errors import NotFound


@click.command(
    "card",
    cls=Command,
    help="Show a card with its rulings, by its English or Japanese name.",
    help_ja="カードとその裁定を、英語名または日本語名で表示する。",
)
@click.argument("name", nargs=-1, required=True)
@with_output()
def command(output: Output, name: tuple[str, ...]) -> None:  # noqa: ARG001  # the card is looked up once cards load
    """Say plainly that no cards are loaded."""
    raise NotFound(
        f"no card {' '.join(name)!r}: no cards are loaded",
        f"カード {' '.join(name)!r} は見つかりません：カードがまだ取り込まれていません",
    )
