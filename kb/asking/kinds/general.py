"""Questions about how things are in general, answered from the declared properties in `facts*.yaml`.

A row may bring a situation along (`play`); it is played as a witness, and where it says otherwise nothing is claimed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from kb.asking.asked import Asked, fits
from kb.asking.data import data_files
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step


@cache
def rows() -> tuple[Mapping[str, Any], ...]:
    """The declared properties, read once."""
    return tuple(row for _, found in data_files("facts") for row in found)


@kind("general")
def general(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Every row that the question fits; the one that says most of it is the heaviest."""
    for row in rows():
        weight = max(fits(asked, needs, row.get("maybe", "")) for needs in row["if"])
        if not weight or not _numbers(asked, row) or not _order(asked, row) or not _card(asked, row):
            continue
        yield Reading(
            "general",
            Both(*row["q"]),
            _witness(row),
            Both(*row["a"]),
            Both(*row["a"]),
            also=tuple(map(step, str(row["by"]).split())),
            declared=row["is"],
            value=row.get("value"),
            depends=Both(*row["a"]),
            weight=weight,
        )


def _numbers(asked: Asked, row: Mapping[str, Any]) -> bool:
    said = asked.meaning.numbers
    if row.get("two_counters") and len(set(asked.meaning.values("counter"))) != 2:
        return False
    if row.get("zero_toughness"):
        zero = any(value.split("/")[1] == "0" for value in asked.meaning.values("pt"))
        return zero or asked.has("zero") or 0 in said
    if "numbers" not in row or not (said or asked.has("num")):
        return "numbers" not in row or asked.has("zero", "two", "two_or_more", "max_speed")
    return all(number in row["numbers"] for number in said)


def _card(asked: Asked, row: Mapping[str, Any]) -> bool:
    """Whether the named card's text is of the kind that the row is about."""
    if "card" not in row:
        return True
    if not asked.cards:
        return bool(row.get("optional_card"))
    return len(asked.cards) == 1 and re.search(row["card"], asked.cards[0].text, re.IGNORECASE) is not None


def _order(asked: Asked, row: Mapping[str, Any]) -> bool:
    form = row.get(asked.meaning.lang)
    return form is None or re.search(form, asked.seq) is not None


def _witness(row: Mapping[str, Any]) -> tuple[Case, ...]:
    if "play" not in row:
        return ()
    return (Case({"id": "question-general", **row["play"]}, yes=row["means"]),)
