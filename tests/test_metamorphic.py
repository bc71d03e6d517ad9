"""What a document means doesn't hang on who is called A, on what is irrelevant, or on the names of cards."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import pytest
import yaml

from kb.checker.runner import run
from kb.checker.scenario import parse
from tests.card_base import card_base
from tests.metamorphic import CHANGES, renamed
from tests.shared import CARDS, CASES, needs_shared

HERE = Path(__file__).parent / "cases"
LEAST = {
    "players exchanged": 150,
    "something irrelevant added": 40,
    "names exchanged": 60,
    "by another name": 90,
}
"""Of our own scenarios so many can be changed: a change that fits none would show nothing."""


def documents(path):
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found if isinstance(found, list) else [found]


@functools.cache
def base():
    with (CARDS / "cards.jsonl").open(encoding="utf-8") as lines:
        return card_base([json.loads(line) for line in lines])


def answers(tree, cards):
    return [
        (one.status, one.value, [reason.rule for reason in one.because])
        for one in run(parse(tree), cards).answers
    ]


def differences(change, tree, cards):
    """What the document answers, by words, where it isn't what the changed one answers; None where the change doesn't fit."""
    made = CHANGES[change](tree, cards)
    if made is None:
        return None
    changed, words = made
    found = []
    for before, after in zip(answers(tree, cards), answers(changed, cards), strict=True):
        value = sorted(map(str, before[1])) if isinstance(before[1], list) else before[1]
        other = renamed(after[1], {new: old for old, new in words.items()})
        other = sorted(map(str, other)) if isinstance(other, list) else other
        if (before[0], value, before[2]) != (after[0], other, after[2]):
            found.append(f"{tree['id']}: {before} became {after}")
    return found


OWN = sorted((HERE / "scenarios").glob("*.yaml"))
WITH_CARDS = [
    *sorted((HERE / "cards").glob("*.yaml")),
    *(sorted(CASES.glob("scenarios/*.yaml")) if CASES.is_dir() else []),
]


@pytest.mark.parametrize("change", CHANGES)
def test_our_own_scenarios_answer_the_same(change):
    found = [differences(change, tree, None) for path in OWN for tree in documents(path)]
    assert not [one for these in found for one in these or ()]
    assert sum(these is not None for these in found) >= LEAST[change]


@needs_shared
@pytest.mark.parametrize("path", WITH_CARDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.parametrize("change", CHANGES)
def test_scenarios_with_real_cards_answer_the_same(change, path):
    found = [differences(change, tree, base()) for tree in documents(path)]
    assert not [one for these in found for one in these or ()]
