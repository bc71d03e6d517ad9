"""`mtgkb coverage [rules|cards]`: what the checker can do."""

from __future__ import annotations

from typing import IO, Any

import click

from kb.commands.common import Command, Option, Output, settings, with_output
from kb.errors import BadInput
from kb.library import Library


@click.command(
    "coverage",
    cls=Command,
    help="Which rules are executable, and how much of the loaded cards' texts is read and executable.",
    help_ja="実行できるルールと、取り込み済みのカードのうち読み取れるもの・実行できるものの割合を表示する。",
)
@click.argument("what", type=click.Choice(["rules", "cards"]), default="rules")
@click.option(
    "--patterns",
    default=30,
    show_default=True,
    type=click.IntRange(0, 1000),
    cls=Option,
    help="How many unread wordings and reasons to list.",
    help_ja="読み取れない書式と理由を何件まで表示するか。",
)
@click.option(
    "--names",
    type=click.File(encoding="utf-8"),
    cls=Option,
    help="Measure only the cards named in this file, one a line (- reads standard input).",
    help_ja="このファイルに1行に1つずつ書かれたカードだけを調べる（- で標準入力から読む）。",
)
@with_output()
def command(output: Output, what: str, patterns: int, names: IO[str] | None) -> None:
    """Print the measure; `rules` by chapter with what is missing, `cards` with what is missing most often."""
    from kb import coverage

    library = Library.open(settings())
    if names is not None and what != "cards":
        raise BadInput("--names is for mtgkb coverage cards", "--names は mtgkb coverage cards で使います")
    wanted = None if names is None else list(filter(None, map(str.strip, names)))
    found = coverage.cards(library, patterns, wanted) if what == "cards" else coverage.rules(library)
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
            f"cards executable: {found['cards_executable']} of {found['cards']} ({found['cards_executable_percent']} %)",
            f"実行できるカード：{found['cards']}枚中{found['cards_executable']}枚（{found['cards_executable_percent']}%）",
        ),
        output.say(
            f"abilities read: {found['abilities_read']} of {found['abilities']} ({found['abilities_percent']} %)",
            f"読み取れる能力：{found['abilities']}個中{found['abilities_read']}個（{found['abilities_percent']}%）",
        ),
        output.say(
            f"abilities executable: {found['abilities_executable']} of {found['abilities']} ({found['abilities_executable_percent']} %)",
            f"実行できる能力：{found['abilities']}個中{found['abilities_executable']}個（{found['abilities_executable_percent']}%）",
        ),
        *_listed(
            output.say("most frequent unread wordings:", "読み取れない書式（多い順）："),
            [(one["count"], one["pattern"]) for one in found["unread"]],
        ),
        *_listed(
            output.say(
                "read, but not executable, most often because:", "読み取れるが実行できない理由（多い順）："
            ),
            [
                (one["count"], output.say(one["reason"]["en"], one["reason"]["ja"]))
                for one in found["not_executable"]
            ],
        ),
    ]


def _listed(title: str, counted: list[tuple[int, str]]) -> list[str]:
    return [title, *(f"{count:6}  {text}" for count, text in counted)] if counted else []


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
