"""An ability taken for unread never gives another answer: what stays determined is what it is with the ability read.

The abilities of our own cases are replaced, one at a time, by what the reader would have made of them had it not read them: a
sentence, a condition, an event or the instructions. This finds a narrowing that lets through what it mustn't.
"""

from __future__ import annotations

import copy
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from kb.checker import cards, check
from kb.checker.oracle import ast
from kb.checker.scenario import ScenarioError

FOLDER = Path(__file__).parent / "cases" / "scenarios"
SEED = 20261201
COUNT = 140


def unread_static(node: ast.Static) -> ast.Ability:
    sentences = [part.rstrip(".") for part in re.split(r"(?<=\.)\s+", node.text) if part]
    parts = tuple(ast.UnreadPart(part) for part in sentences)
    return replace(node, parts=parts, condition=None, zone="battlefield", defining=False)


def unread_event(node: ast.Triggered) -> ast.Ability:
    return replace(node, event=ast.UnreadEvent(node.text.split(",")[0]))


def unread_body(node: Any) -> ast.Ability:
    changed: ast.Ability = replace(node, body=ast.Body((ast.UnreadEffect(node.text),)))
    return changed


def unread_condition(node: ast.Triggered) -> ast.Ability:
    return replace(node, condition=ast.UnreadCondition("if " + node.text.split(" if ")[-1]))


WAYS = {
    ast.Static: (unread_static,),
    ast.Triggered: (unread_event, unread_body, unread_condition),
    ast.Activated: (unread_body,),
    ast.Spell: (unread_body,),
}
DOCUMENTS = [
    document
    for path in sorted(FOLDER.glob("*.yaml"))
    for document in yaml.safe_load(path.read_text(encoding="utf-8"))
]


def plans() -> list[Any]:
    """Some of the documents with a card of theirs, the place of an ability and a way not to read it."""
    found = []
    for document in DOCUMENTS:
        for name, card in document.get("cards", {}).items():
            line = str(card.get("types", ""))
            for index, node in enumerate(cards.abilities_of(str(card.get("text", "")), name, line)):
                for way in WAYS.get(type(node), ()):
                    if way is not unread_condition or node.condition is not None:  # type: ignore[attr-defined]
                        label = f"{document['id']}-{name}-{index}-{way.__name__}"
                        found.append(pytest.param(document, name, index, way, id=label))
    return random.Random(SEED).sample(found, min(COUNT, len(found)))


@pytest.mark.parametrize(("document", "name", "index", "way"), plans())
def test_what_is_determined_without_an_ability_being_read_is_what_it_is_with_it(
    document, name, index, way, monkeypatch
):
    read = check(copy.deepcopy(document)).answers
    original = cards.abilities_of

    def abilities_of(text, called, line):
        found = original(text, called, line)
        if called != name or index >= len(found):
            return found
        return (*found[:index], way(found[index]), *found[index + 1 :])

    monkeypatch.setattr(cards, "abilities_of", abilities_of)
    try:
        unread = check(copy.deepcopy(document)).answers
    except (
        ScenarioError
    ):  # the emblem of a card whose text isn't read has to be written out: nothing is claimed
        return
    for before, after in zip(read, unread, strict=True):
        if before.status == after.status == "determined":
            assert after.value == before.value, (dict(after.check), after.value, before.value)
