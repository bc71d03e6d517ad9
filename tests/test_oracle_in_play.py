"""Texts of the card base, read and then played: what the reader says has to be what the engine does."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from kb.checker import check_text
from tests.shared import CARDS, needs_shared

CASES = Path(__file__).parent / "cases" / "oracle_in_play.yaml"
BASIC = frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest"})


@cache
def base() -> Mapping[str, Any]:
    """Card records by name."""
    with (CARDS / "cards.jsonl").open(encoding="utf-8") as lines:
        return {card["name"]: card for card in map(json.loads, lines)}


def names(tree: object) -> Iterator[str]:
    """All strings of a document's setup."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for key, value in tree.items():
            yield from names(key)
            yield from names(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from names(value)


def with_texts(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document with the texts of its cards from the card base."""
    cards = dict(document.get("cards") or {})
    for name in sorted(set(names(document["setup"])) - BASIC - cards.keys()):
        record = base().get(name)
        if record is not None:
            cards[name] = written(record)
    return {**document, "cards": cards}


def written(record: Mapping[str, Any]) -> dict[str, Any]:
    """A card record in the form of a scenario's `cards`."""
    line = " ".join([*record["supertypes"], *record["types"]])
    if record["subtypes"]:
        line += " — " + " ".join(record["subtypes"])
    card: dict[str, Any] = {"types": line, "text": record["text"] or ""}
    if record["mana_cost"]:
        card["cost"] = record["mana_cost"]
    if record["power"] is not None:
        card["pt"] = f"{record['power']}/{record['toughness']}"
    if record["loyalty"]:
        card["loyalty"] = record["loyalty"]
    return card


@needs_shared
@pytest.mark.parametrize(
    "document", [pytest.param(d, id=d["id"]) for d in yaml.safe_load(CASES.read_text(encoding="utf-8"))]
)
def test_a_card_of_the_base_does_what_the_rules_say(document: Mapping[str, Any]) -> None:
    (report,) = check_text(yaml.safe_dump([with_texts(document)], allow_unicode=True))
    answers = report.to_json()
    found = [(check["status"], check["value"]) for check in answers["checks"]]
    assert found == [("determined", check["expect"]) for check in document["checks"]], answers["not_modelled"]
