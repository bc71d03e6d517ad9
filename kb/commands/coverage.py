"""`mtgkb coverage [rules|cards]`: what the checker can do."""

from __future__ import annotations

from typing import Any

import click

from kb.commands.common import Command, Option, Output, settings, with_output
from kb.library import Library


@click.command(
    "coverage",
    cls=Command,
    help="Which rules are executable, and how much of the loaded cards' texts is read.",
    help_ja="実行できるルールと、取り込み済みのカードのうち読み取れるものの割合を表示する。",
)
@click.argument("what", type=click.Choice(["rules", "cards"]), default="rules")
@click.option(
    "--patterns",
    default=30,
    show_default=True,
    type=click.IntRange(0, 1000),
    cls=Option,
    help="How many unread wordings to list.",
    help_ja="読み取れない書式を何件まで表示するか。",
)
@with_output()
def command(output: Output, what: str, patterns: int) -> None:
    """Print the measure; `rules` by chapter with what is missing, `cards` with the most frequent unread wordings."""
    from kb import coverage

    library = Library.open(settings())
    found = coverage.cards(library, patterns) if what == "cards" else coverage.rules(library)
    if output.as_json:
        output.json(found)
        return
    for line in _cards(found, output) if what == "cards" else _rules(found, output):
        output.line(line)


def _cards(found: dict[str, Any], output: Output) -> list[str]:
    if not found["cards"]:
        return [
            output.say(
                "No card is loaded (mtgkb update cards).",
                "カードは取り込まれていません（mtgkb update cards）。",
            )
        ]
    return [
        output.say(
            f"cards read whole: {found['cards_whole']} of {found['cards']} ({found['cards_percent']} %)",
            f"全文を読み取れるカード：{found['cards']}枚中{found['cards_whole']}枚（{found['cards_percent']}%）",
        ),
        output.say(
            f"abilities read: {found['abilities_read']} of {found['abilities']} ({found['abilities_percent']} %)",
            f"読み取れる能力：{found['abilities']}個中{found['abilities_read']}個（{found['abilities_percent']}%）",
        ),
        output.say("most frequent unread wordings:", "読み取れない書式（多い順）："),
        *(f"{one['count']:6}  {one['pattern']}" for one in found["unread"]),
    ]


def _rules(found: dict[str, Any], output: Output) -> list[str]:
    edition = found["edition"] or output.say("none loaded", "未取り込み")
    lines = [
        output.say(
            f"executable rules: {found['executable']} of {found['rules']} (edition: {edition})",
            f"実行できるルール：{found['rules']}件中{found['executable']}件（版：{edition}）",
        )
    ]
    for one in found["chapters"]:
        if one["executable"]:
            lines.append(f"{one['chapter']} {one['title']}: {one['executable']} / {one['rules']}")
    return lines
