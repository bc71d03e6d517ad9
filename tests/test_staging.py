"""Frames as played situations: answers from the rules, and that nothing told is dropped."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import kb.asking.staging
from kb.asking.deciding import play
from kb.asking.frames import (
    ME,
    OPPONENT,
    Counters,
    Filter,
    Form,
    Frame,
    Number,
    Person,
    Place,
    Query,
    Question,
    Ref,
    Stat,
    Thing,
    When,
    Word,
)
from kb.asking.staging import Outcome, Staged, Unstaged, stage
from kb.asking.staging.deeds import DEEDS
from kb.asking.staging.heed import Heeded
from kb.asking.staging.table import Table
from kb.asking.wordbook import described

MORE = "twice that many"
CARDS: Mapping[str, Mapping[str, Any]] = {
    "Test Bolt": {"cost": "{R}", "types": "Instant", "text": "Test Bolt deals 3 damage to any target."},
    "Test Shock": {"cost": "{R}", "types": "Instant", "text": "Test Shock deals 2 damage to any target."},
    "Test Wrath": {"cost": "{2}{W}{W}", "types": "Sorcery", "text": "Destroy all creatures."},
    "Test Bear": {"cost": "{1}{G}", "types": "Creature — Bear", "pt": "2/2"},
    "Test Giant": {"cost": "{3}{R}", "types": "Creature — Giant", "pt": "3/3"},
    "Test Leech": {"cost": "{1}{B}", "types": "Creature — Leech", "pt": "0/1",
                   "text": "Whenever Test Leech or another creature dies, target player loses 1 life and you gain 1 life."},
    "Test Peace": {"cost": "{1}{W}", "types": "Enchantment — Aura", "text": "Enchant creature\nEnchanted creature can't attack or block."},
    "Test Double": {"cost": "{4}{G}", "types": "Enchantment",
                    "text": f"If one or more tokens would be created under your control, {MORE} of those tokens are created instead."},
    "Test Edict": {"cost": "{1}{B}", "types": "Sorcery", "text": "Target player sacrifices a creature."},
    "Test Denial": {"cost": "{1}{U}", "types": "Instant", "text": "Counter target spell."},
}  # fmt: skip


@dataclass
class Telling:
    """A question in the making: things, then what is told and asked."""

    things: list[Thing] = field(default_factory=list)

    def thing(
        self, what: str = "", *, card: str = "", count: int = 1, whose: Person | None = None, noun: str = ""
    ) -> Ref:
        found = described(what) if what else Filter("any")
        self.things.append(Thing(len(self.things), found, card, count, whose, noun=noun))
        return Ref(len(self.things) - 1)

    def ask(self, told: Sequence[Frame], form: Form, frame: Frame | None = None, hole: str = "") -> Outcome:
        staged = self.stage(told, form, frame, hole)
        assert isinstance(staged, Staged), staged
        return play(staged)

    def stage(
        self, told: Sequence[Frame], form: Form, frame: Frame | None = None, hole: str = ""
    ) -> Staged | Unstaged:
        return stage(Question(tuple(self.things), tuple(told), (Query(form, frame, hole),)), CARDS)


def rules(outcome: Outcome) -> list[str]:
    return [step.rule for step in outcome.because]


# --- combat ---------------------------------------------------------------------------------------------


def test_an_attacker_whose_blocker_was_burnt_stays_blocked() -> None:
    it = Telling()
    bear, blocker, shock = (
        it.thing(card="Test Bear", whose=ME),
        it.thing("creature"),
        it.thing(card="Test Shock"),
    )
    told = [
        Frame("attack", {"agent": ME, "what": bear}),
        Frame("block", {"what": blocker, "to": bear}),
        Frame("deal damage", {"by": shock, "to": blocker}),
    ]
    found = it.ask(told, "does", Frame("deal damage", {"agent": bear, "to": Person("somebody")}))
    assert (found.verdict, found.kind) == ("no", "played")
    assert "509.1h" in rules(found)


def test_a_vigilant_attacker_does_not_tap_and_another_does() -> None:
    for what, verdict, rule in (("creature with vigilance", "no", "702.20b"), ("creature", "yes", "508.1f")):
        it = Telling()
        one = it.thing(what)
        found = it.ask([Frame("attack", {"what": one}, mood="supposed")], "does", Frame("tap", {"what": one}))
        assert (found.verdict, rules(found)[0]) == (verdict, rule)


def test_a_question_about_a_class_is_played_with_an_invented_creature() -> None:
    it = Telling()
    wall = it.thing("creature with defender")
    found = it.ask([], "can", Frame("attack", {"what": wall}))
    assert (found.verdict, rules(found)) == ("no", ["702.3b"])
    it = Telling()
    big, small = it.thing("creature with menace"), it.thing("creature")
    found = it.ask([], "can", Frame("block", {"agent": ME, "what": small, "to": big}))
    assert (found.verdict, rules(found)[0]) == ("no", "702.111b")


def test_what_cannot_attack_does_not_have_to() -> None:
    it = Telling()
    mine, aura = it.thing("creature", whose=ME), it.thing(card="Test Peace")
    goaded = Frame("goad", {"what": mine})
    assert (
        it.ask(
            [goaded, Frame("attach", {"what": aura, "to": mine})], "must", Frame("attack", {"what": mine})
        ).verdict
        == "no"
    )
    it = Telling()
    mine = it.thing("goaded creature", whose=ME)
    assert it.ask([], "must", Frame("attack", {"what": mine})).verdict == "yes"


# --- numbers --------------------------------------------------------------------------------------------


def test_each_creature_that_dies_is_counted() -> None:
    it = Telling()
    leech, others, wrath = (
        it.thing(card="Test Leech", whose=ME),
        it.thing("creature", count=2, whose=ME),
        it.thing(card="Test Wrath"),
    )
    told = [
        Frame("control", {"agent": ME, "what": (leech, others)}),
        Frame("cast", {"agent": OPPONENT, "what": wrath}),
    ]
    life = Number("some", "life")
    assert it.ask(told, "how many", Frame("gain life", {"agent": ME, "amount": life}), "amount").value == 3
    lost = it.ask(told, "how many", Frame("lose life", {"agent": OPPONENT, "amount": life}), "amount")
    assert lost.value == 3
    assert any("B" in one.en for one in lost.assumptions)  # who is aimed at was not said


def test_two_doublers_make_four_of_one_token() -> None:
    it = Telling()
    doubles, token, asked = (
        it.thing(card="Test Double", count=2, whose=ME),
        it.thing("creature token"),
        it.thing("creature token"),
    )
    told = [
        Frame("control", {"agent": ME, "what": doubles}),
        Frame("create token", {"agent": ME, "what": token}),
    ]
    assert it.ask(told, "how many", Frame("create token", {"agent": ME, "what": asked}), "what").value == 4


def test_counters_told_are_on_it_and_the_size_is_asked() -> None:
    it = Telling()
    bear = it.thing(card="Test Bear", whose=ME)
    found = it.ask(
        [Frame("have", {"agent": bear, "what": Counters("+1/+1", 2)})],
        "how many",
        Frame("be", {"what": bear, "as": Stat("size")}),
        "as",
    )
    assert found.value == "4/4"


# --- timing ---------------------------------------------------------------------------------------------


def test_a_plotted_instant_waits_for_its_owners_main_phase() -> None:
    for whose, verdict in ((OPPONENT, "no"), (ME, "yes")):
        it = Telling()
        card = it.thing("plotted instant card", noun="instant")
        found = it.ask([], "can", Frame("cast", {"agent": ME, "what": card}, when=When("turn", whose)))
        assert found.verdict == verdict
        assert "702.170d" in rules(found)


def test_nothing_is_cast_in_the_untap_step() -> None:
    it = Telling()
    card = it.thing("instant card", noun="instant")
    found = it.ask([], "can", Frame("cast", {"what": card}, when=When("untap")))
    assert (found.verdict, rules(found)) == ("no", ["502.4"])


def test_a_spell_that_is_countered_in_response_does_nothing() -> None:
    it = Telling()
    bolt, bear, denial = (
        it.thing(card="Test Bolt"),
        it.thing(card="Test Bear", whose=OPPONENT),
        it.thing(card="Test Denial"),
    )
    told = [
        Frame("cast", {"agent": ME, "what": bolt, "to": bear}),
        Frame("counter", {"agent": OPPONENT, "what": bolt, "by": denial}, link="response"),
    ]
    assert it.ask(told, "does", Frame("die", {"what": bear})).verdict == "no"
    it.things.pop()
    assert it.ask(told[:1], "does", Frame("die", {"what": bear})).verdict == "yes"


# --- zones and states -----------------------------------------------------------------------------------


def test_a_zone_is_said_where_it_is_asked_for() -> None:
    it = Telling()
    bear, giant = it.thing(card="Test Bear", whose=ME), it.thing(card="Test Giant", whose=OPPONENT)
    found = it.ask(
        [Frame("block", {"what": bear, "to": giant})], "where", Frame("move", {"what": bear}), "to"
    )
    assert found.value == "graveyard"


def test_what_depends_on_a_size_that_nobody_said_depends() -> None:
    it = Telling()
    bolt, one = it.thing(card="Test Bolt"), it.thing("creature", whose=OPPONENT)
    found = it.ask(
        [Frame("cast", {"agent": ME, "what": bolt, "to": one})], "does", Frame("die", {"what": one})
    )
    assert found.verdict == "depends"
    assert [case.verdict for case in found.depends] == ["yes", "no"]
    it = Telling()
    wrath, one = it.thing(card="Test Wrath"), it.thing("creature with hexproof", whose=ME)
    assert it.ask([], "does", Frame("destroy", {"agent": wrath, "what": one})).verdict == "yes"


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
