"""The reader over real texts: every text of the scenarios, every card of the card base."""

from __future__ import annotations

import importlib
import json
import pkgutil
import types
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.checker.oracle import ast
from kb.checker.oracle.coverage import card_texts, coverage, unread_texts
from kb.checker.oracle.raw import (
    Amend,
    PlayerPronoun,
    Pronoun,
    RawChooser,
    RawOther,
    RawTarget,
    Sequence,
    ThatMuch,
)
from kb.checker.oracle.read import paragraphs, parse_oracle
from kb.checker.oracle.words import NUMBERS
from tests.shared import CARDS, CASES, needs_shared

RAW = (Amend, PlayerPronoun, Pronoun, RawChooser, RawOther, RawTarget, Sequence, ThatMuch)


def scenario_cards() -> Iterator[Any]:
    """Name and data of every card that a scenario brings along."""
    for path in sorted((CASES / "scenarios").glob("*.yaml")):
        for document in yaml.safe_load(path.read_text(encoding="utf-8")):
            for name, data in (document.get("cards") or {}).items():
                if data.get("text"):
                    yield pytest.param(name, data, id=f"{path.stem}-{document['id']}-{name}")


@needs_shared
@pytest.mark.parametrize(("name", "data"), list(scenario_cards()))
def test_every_text_of_the_scenarios_is_read_whole(name: str, data: Mapping[str, Any]) -> None:
    types = data.get("types", "").replace("—", " ").replace("//", " ").split()
    abilities = parse_oracle(data["text"], name, types)
    assert unread_texts(abilities) == ()


@cache
def base() -> list[dict[str, Any]]:
    """All card records."""
    with (CARDS / "cards.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@needs_shared
def test_the_whole_card_base_is_read_well() -> None:
    result = coverage(base())
    assert result["cards"] > 33_000
    assert result["cards_percent"] >= 45
    assert result["abilities_percent"] >= 65
    assert result["unread"][0]["count"] >= result["unread"][-1]["count"] > 0


@needs_shared
def test_nothing_half_read_is_left_in_a_result() -> None:
    for card in base()[::7]:
        for name, text, kinds in card_texts(card):
            for ability in parse_oracle(text, name, kinds):
                assert not any(isinstance(node, RAW) for node in ast.walk(ability)), (name, ability.text)


OF_OBJECTS = (ast.Sacrifice, ast.Move, ast.Destroy, ast.Tap, ast.Untap)
PLAYERS = (ast.EventPlayer, ast.Players, ast.ControllerOf, ast.OwnerOf, ast.You)


@needs_shared
def test_no_player_is_sacrificed_destroyed_or_moved() -> None:
    for card in base()[::6]:
        for name, text, kinds in card_texts(card):
            for ability in parse_oracle(text, name, kinds):
                for node in ast.walk(ability):
                    if isinstance(node, OF_OBJECTS):
                        assert not isinstance(node.what, PLAYERS), (name, ability.text)


@needs_shared
def test_every_number_of_a_read_ability_is_in_its_structure() -> None:
    """What is read is read whole: a number in the words can't be missing from the nodes."""
    lost: list[tuple[str, str]] = []
    for card in base()[::5]:
        for name, text, kinds in card_texts(card):
            for ability in parse_oracle(text, name, kinds):
                if not unread_texts((ability,)) and not _numbers_kept(ability, name):
                    lost.append((name, ability.text))
    assert lost == []


def _numbers_kept(ability: ast.Ability, name: str) -> bool:
    text = ability.text.replace(name, "~")
    wanted = {NUMBERS[w] for w in text.lower().replace(",", " ").replace(".", " ").split() if w in NUMBERS}
    wanted -= {0, 1, 2}  # "one or both", "one or more", "the first", "two" in "twice"
    shown = repr(ability)
    return all(
        f"value={number}" in shown
        or f"={number}," in shown
        or f"={number})" in shown
        or f" {number})" in shown
        for number in wanted
    )


@needs_shared
def test_every_field_of_a_node_holds_what_it_says() -> None:
    wrong: set[tuple[str, str]] = set()
    for card in base()[::7]:
        for name, text, kinds in card_texts(card):
            for node in ast.walk(parse_oracle(text, name, kinds)):
                wrong |= {
                    (type(node).__name__, field)
                    for field, hint in hints(type(node)).items()
                    if not holds(getattr(node, field), hint)
                }
    assert wrong == set()


@cache
def hints(kind: type[Any]) -> dict[str, Any]:
    """The types of a node's fields."""
    names: dict[str, Any] = {}
    for module in pkgutil.iter_modules(ast.__path__):
        names |= vars(importlib.import_module(f"{ast.__name__}.{module.name}"))
    return typing.get_type_hints(kind, globalns=names)


def holds(value: object, hint: Any) -> bool:
    """Whether a value is of the type that an annotation names."""
    parts = typing.get_args(hint)
    match typing.get_origin(hint):
        case typing.Union | types.UnionType:
            return any(holds(value, part) for part in parts)
        case typing.Literal:
            return value in parts
        case builtin if builtin is tuple:
            if not isinstance(value, tuple):
                return False
            kinds = (parts[0],) * len(value) if parts[-1] is Ellipsis else parts
            return len(kinds) == len(value) and all(map(holds, value, kinds))
    return True if hint in {Any, object} else isinstance(value, hint)


@needs_shared
def test_every_paragraph_of_a_card_gives_something() -> None:
    for card in base()[::11]:
        for name, text, kinds in card_texts(card):
            bare = [p for p in paragraphs(text) if not p.startswith("(")]
            assert bool(parse_oracle(text, name, kinds)) >= bool(bare), name


VOCABULARY = [
    "target",
    "creature",
    "creatures",
    "you",
    "control",
    "opponent",
    "each",
    "player",
    "deals",
    "damage",
    "destroy",
    "exile",
    "return",
    "draw",
    "a",
    "card",
    "cards",
    "whenever",
    "when",
    "at",
    "the",
    "beginning",
    "of",
    "end",
    "turn",
    "until",
    "if",
    "may",
    "pay",
    "{2}",
    "{T}",
    ":",
    ",",
    ".",
    "—",
    "•",
    "gets",
    "+1/+1",
    "and",
    "or",
    "flying",
    "it",
    "they",
    "that",
    "this",
    "~",
    "enters",
    "dies",
    "attacks",
    "its",
    "controller's",
    "hand",
    "library",
    "graveyard",
    "X",
    "where",
    "is",
    "equal",
    "to",
    "number",
    "two",
    "with",
    "power",
    "3",
    "less",
    '"Flying"',
    "put",
    "counter",
    "on",
    "onto",
    "battlefield",
    "unless",
    "as",
    "though",
]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(VOCABULARY), max_size=25))
def test_no_text_raises(words: list[str]) -> None:
    abilities = parse_oracle(" ".join(words), "Quiet Walrus", ["Creature"])
    assert all(isinstance(ability, ast.Ability) for ability in abilities)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80))
def test_no_characters_raise(text: str) -> None:
    assert isinstance(parse_oracle(text, "Quiet Walrus", ["Instant"]), tuple)
