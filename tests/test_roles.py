"""What an event binds: one register for every kind; what a kind does not declare is not modelled, never nothing."""

from __future__ import annotations

import ast as python
from pathlib import Path

import pytest

from kb.checker import modules as _modules
from kb.checker.dispatch import Scope, find, number
from kb.checker.event import EMITTED, Event
from kb.checker.event_data import BY, CARD, CONTROLLER, MADE, WHOM
from kb.checker.keys import having
from kb.checker.oracle import ast
from kb.checker.oracle.read import parse_oracle
from kb.checker.roles import ROLES, Roles
from kb.checker.state import Game, NotModelled, Player

assert _modules
CHECKER = Path(__file__).parent.parent / "kb" / "checker"


def kinds_written():
    """Kinds of the events that the checker makes: the first argument of every `Event(…)` outside the reader."""
    for path in CHECKER.rglob("*.py"):
        if "oracle" in path.relative_to(CHECKER).parts:
            continue
        for node in python.walk(python.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, python.Call) and getattr(node.func, "id", "") == "Event" and node.args:
                kind = node.args[0]
                if isinstance(kind, python.Constant):
                    yield kind.value, path.name


def test_every_kind_that_is_made_or_emitted_says_what_it_binds():
    made = dict(kinds_written())
    assert len(made) > 50
    assert {kind for kind in made if kind not in ROLES} == set()
    assert EMITTED - ROLES.keys() == set()


def test_the_register_holds_no_kind_that_nothing_makes():
    assert ROLES.keys() - EMITTED - dict(kinds_written()).keys() == set()


def scope(event):
    return Game({"A": Player("A"), "B": Player("B")}), Scope(0, "A", event=event)


REFS = [
    (ast.EventObject("subject"), "subject"),
    (ast.EventObject("object"), "object"),
    (ast.EventPlayer("subject"), "player"),
    (ast.EventPlayer("object"), "other"),
]


@pytest.mark.parametrize("kind", sorted(ROLES))
def test_what_a_kind_does_not_bind_is_not_modelled(kind):
    game, inner = scope(Event(kind))
    for ref, role in REFS:
        if not getattr(ROLES[kind], role):
            with pytest.raises(NotModelled):
                find(game, ref, inner)
    if not ROLES[kind].amount:
        with pytest.raises(NotModelled):
            number(game, ast.EventAmount(), inner)


@pytest.mark.parametrize("kind", sorted(ROLES))
def test_a_role_that_this_event_leaves_open_is_not_modelled(kind):
    game, inner = scope(Event(kind))
    for ref, _ in REFS:
        with pytest.raises(NotModelled):
            find(game, ref, inner)


@pytest.mark.parametrize("ref", [ast.EventObject(), ast.EventPlayer()])
def test_without_an_event_nothing_of_it_is_meant(ref):
    game, inner = scope(None)
    with pytest.raises(NotModelled):
        find(game, ref, inner)
    with pytest.raises(NotModelled):
        number(game, ast.EventAmount(), inner)


@pytest.mark.parametrize(
    ("event", "ref", "expected"),
    [
        (Event("damage", player="B", source=7), ast.EventObject("subject"), [7]),
        (Event("damage", player="B", source=7), ast.EventObject("object"), ["B"]),
        (Event("damage", player="B", source=7), ast.EventPlayer(), ["B"]),
        (Event("attacks", 7, player="A", data=having(WHOM("B"))), ast.EventPlayer("object"), ["B"]),
        (Event("target", 7, source=9, data=having(CONTROLLER("B"))), ast.EventObject("object"), [9]),
        (Event("target", 7, source=9, data=having(CONTROLLER("B"))), ast.EventObject("subject"), [7]),
        (Event("counters", player="A", data=having(BY("B"))), ast.EventPlayer("subject"), ["A"]),
        (Event("counters", 7, data=having(BY("B"))), ast.EventPlayer("object"), ["B"]),
        (Event("counters", 7, data=having(BY("B"))), ast.EventPlayer(), ["B"]),
        (Event("draw", player="B", data=having(CARD(5))), ast.EventObject("object"), [5]),
        (Event("create_token", player="B", data=having(MADE([3, 4]))), ast.EventObject("object"), [3, 4]),
    ],
)
def test_each_role_is_found_where_its_kind_has_it(event, ref, expected):
    game, inner = scope(event)
    assert find(game, ref, inner) == expected


def test_a_player_of_two_is_nobody_where_the_text_does_not_say_which():
    game, inner = scope(Event("counters", player="A", data=having(BY("B"))))
    with pytest.raises(NotModelled):
        find(game, ast.EventPlayer(), inner)


def player_of(text):
    ability = parse_oracle(text, "Test", ["Creature"])[0]
    return next(node for node in ast.walk(ability.body) if isinstance(node, ast.EventPlayer))


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Whenever this creature deals combat damage to a player, that player discards a card.", "object"),
        ("Whenever a player casts a spell, that player loses 1 life.", "subject"),
        ("Whenever you attack a player, that player loses 1 life.", "object"),
    ],
)
def test_that_player_says_on_which_side_of_the_event_they_are(text, role):
    assert player_of(text).role == role


def test_nothing_declared_binds_nothing():
    assert Roles() == Roles((), (), (), (), False)
