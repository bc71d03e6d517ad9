"""Staging drops nothing: what was told is honoured, or refused in both languages."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import kb.asking.staging
from kb.asking.frames import (
    ME,
    OPPONENT,
    Frame,
    Number,
    Place,
    Ref,
    Word,
)
from kb.asking.staging import Staged, Unstaged
from kb.asking.staging.deeds import DEEDS
from kb.asking.staging.heed import Heeded
from kb.asking.staging.table import Table
from tests.telling import Telling, rules

# --- safety ---------------------------------------------------------------------------------------------


def test_a_deed_that_the_rules_refuse_is_answered_as_that() -> None:
    it = Telling()
    bolt, one = it.thing(card="Test Bolt"), it.thing("2/2 creature with hexproof", whose=OPPONENT)
    deed = Frame("cast", {"agent": ME, "what": bolt, "to": one})
    found = it.ask([deed], "does", Frame("die", {"what": one}))
    assert (found.verdict, found.kind, found.refused) == ("no", "impossible", deed)
    assert rules(found)[0] == "702.11b"


def test_a_deed_that_comes_to_nothing_is_not_taken_for_done() -> None:
    it = Telling()
    one = it.thing("creature with indestructible", whose=ME)
    deed = Frame("destroy", {"what": one})
    found = it.ask([deed], "where", Frame("move", {"what": one}), "to")
    assert (found.verdict, found.kind, found.refused) == ("undetermined", "impossible", deed)


def test_a_state_that_does_not_hold_is_not_taken_for_so() -> None:
    it = Telling()
    bear = it.thing(card="Test Bear", whose=ME)
    state = Frame("have", {"agent": bear, "with": Word("keyword", "flying")})
    found = it.ask([state], "can", Frame("attack", {"what": bear}))
    assert (found.verdict, found.kind, found.refused) == ("undetermined", "not so", state)


def test_a_field_that_a_handler_does_not_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(table: Table, told: Heeded) -> None:
        for item in table.items(told.role("what")):
            table.event("A", "destroy", item.key, told)

    def asked(frame: Frame) -> Staged | Unstaged:
        it = Telling()
        it.thing(card="Test Bear", whose=ME)
        return it.stage([frame], "does", Frame("die", {"what": Ref(0)}))

    frames = (
        Frame("destroy", {"what": Ref(0), "for": Number(2)}),
        Frame("destroy", {"what": Ref(0)}, negated=True),
        Frame("destroy", {"what": Ref(0)}, manner=frozenset({"face down"})),
    )
    monkeypatch.setitem(DEEDS, "destroy", careless)
    assert isinstance(asked(Frame("destroy", {"what": Ref(0)})), Staged)
    for frame in frames:
        found = asked(frame)
        assert isinstance(found, Unstaged)
        assert found.why.en
        assert found.why.ja


def test_a_manner_nobody_knows_a_verb_nobody_plays_and_a_thing_nobody_uses_are_refused() -> None:
    it = Telling()
    bear, other = it.thing(card="Test Bear", whose=ME), it.thing(card="Test Giant", whose=ME)
    die = Frame("die", {"what": bear})
    assert isinstance(
        it.stage([Frame("die", {"what": other}, manner=frozenset({"face down"}))], "does", die), Unstaged
    )
    assert isinstance(it.stage([Frame("level up", {"what": other})], "does", die), Unstaged)
    assert isinstance(it.stage([], "does", die), Unstaged)  # the giant
    assert isinstance(
        it.stage([Frame("be in zone", {"what": other, "at": Place("battlefield")})], "does", die), Staged
    )


def test_no_handler_reads_a_role_only_to_be_rid_of_it() -> None:
    """A role that is read and thrown away would count as honoured."""
    thrown: list[str] = []
    for path in Path(kb.asking.staging.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Expr):
                continue
            for one in node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]:
                read = isinstance(one, ast.Attribute) or (
                    isinstance(one, ast.Call)
                    and isinstance(one.func, ast.Attribute)
                    and one.func.attr in ("role", "each", "either")
                )
                thrown += [f"{path.name}:{node.lineno}"] if read else []
    assert thrown == []


def test_a_number_asked_about_is_a_part_of_the_question() -> None:
    for number, verdict in ((3, "yes"), (4, "no"), (2, "undetermined")):
        it = Telling()
        bolt = it.thing(card="Test Bolt")
        asked = Frame("be dealt damage", {"to": OPPONENT, "amount": Number(number, "damage")})
        found = it.ask([Frame("cast", {"agent": ME, "what": bolt, "to": OPPONENT})], "does", asked)
        assert found.verdict == verdict


def test_what_a_spell_that_was_cast_makes_one_do_is_not_done_once_more() -> None:
    it = Telling()
    edict, bear, giant = (
        it.thing(card="Test Edict"),
        it.thing(card="Test Bear", whose=OPPONENT),
        it.thing(card="Test Giant", whose=OPPONENT),
    )
    told = [
        Frame("cast", {"agent": ME, "what": edict, "to": OPPONENT}),
        Frame("sacrifice", {"agent": OPPONENT, "what": bear}),
        Frame("be in zone", {"what": giant, "at": Place("battlefield")}),
    ]
    found = it.ask(told[2:] + told[:2], "where", Frame("move", {"what": giant}), "to")
    assert (found.verdict, found.value) == ("value", "battlefield")
    asked = Frame("sacrifice", {"agent": OPPONENT, "what": giant})
    it = Telling(it.things)
    assert (
        it.ask([told[2], Frame("control", {"agent": OPPONENT, "what": bear}), told[0]], "can", asked).verdict
        == "yes"
    )
    assert (
        it.ask([told[2], Frame("control", {"agent": OPPONENT, "what": bear}), told[0]], "must", asked).verdict
        == "no"
    )
