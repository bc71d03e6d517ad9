"""Texts of invented games in the form of the sources, for tests that must not depend on the real ones."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from scraper.document import Citation, Document, RuleNumber, Source, Title


def rules_text(effective: str, rules: int = 40, changed: str = "") -> str:
    """A rules file of chapter 100 with `rules` rules of two subrules each; the first says `changed`."""
    day = date.fromisoformat(effective)
    lines = [
        "Rules of an invented game",
        f"These rules are effective as of {day:%B} {day.day}, {day.year}.",
        *("Contents", "1. Basics", "100. Things", "Glossary", "Credits"),
        *("1. Basics", "100. Things"),
    ]
    for number in range(1, rules + 1):
        lines.append(f"100.{number}. Widget {number}")
        lines.append(f"100.{number}a {changed if number == 1 else ''}A widget turns. See rule 100.{rules}.")
        lines.append("Example: A cog is a widget.")
        lines.append(f"100.{number}b A widget stops. See rules 100.{number}a–b.")
    lines += [
        "Glossary",
        "Widget",
        "A thing that turns. See rule 100.1.",
        "Cog",
        "A small widget.",
        "Credits",
    ]
    return "\r\n\r\n".join(lines) + "\r\n"


RULES = Source("cr", "Rules of an invented game", edition="2031-05-01")


def rule(number: str, text: str = "…", cites: Iterable[Citation] = (), order: int = 0) -> Document:
    """A rule or subrule of the invented game."""
    parsed = RuleNumber.parse(number)
    kind = "subrule" if parsed.letter else "rule" if parsed.rule is not None else "chapter"
    parent = f"cr:{parsed.parent}" if parsed.parent else ""
    return Document(
        f"cr:{number}",
        kind,  # type: ignore[arg-type]
        "en",
        Title(),
        text,
        RULES,
        parsed,
        parent,
        order,
        citations=tuple(cites),
    )
