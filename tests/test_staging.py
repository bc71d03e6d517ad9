"""Frames as played situations: answers from the rules."""

from __future__ import annotations

from dataclasses import replace

from kb.asking.deciding import play
from kb.asking.frames import (
    ME,
    OPPONENT,
    Counters,
    Frame,
    Number,
    Person,
    Place,
    Query,
    Question,
    Ref,
    Stat,
    When,
    Word,
)
from kb.asking.staging import Staged, Unstaged, stage
from tests.telling import CARDS, Telling, rules

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


def test_what_depends_on_a_size_that_nobody_said_is_left_open() -> None:
    it = Telling()
    bolt, one = it.thing(card="Test Bolt"), it.thing("creature", whose=OPPONENT)
    found = it.ask(
        [Frame("cast", {"agent": ME, "what": bolt, "to": one})], "does", Frame("die", {"what": one})
    )
    assert found.verdict == "undetermined"
    assert [case.verdict for case in found.depends] == ["yes", "no"]
    it = Telling()
    wrath, one = it.thing(card="Test Wrath"), it.thing("creature with hexproof", whose=ME)
    assert it.ask([], "does", Frame("destroy", {"agent": wrath, "what": one})).verdict == "yes"


def test_two_things_are_told_apart_by_when_they_first_happen() -> None:
    it = Telling()
    bolt, bear = it.thing(card="Test Bolt"), it.thing(card="Test Bear", whose=OPPONENT)
    told = [Frame("cast", {"agent": ME, "what": bolt, "to": bear})]
    damage, death = Frame("be dealt damage", {"to": bear}), Frame("die", {"what": bear})
    for one, other, first in ((damage, death, "first"), (death, damage, "second")):
        question = Question(tuple(it.things), tuple(told), (Query("order", one, "", other),))
        staged = stage(question, CARDS)
        assert isinstance(staged, Staged)
        assert play(staged).value == first


def test_a_special_action_can_be_neither_countered_nor_responded_to() -> None:
    for verb, rule in (("plot", "702.170b"), ("play land", "305.1")):
        for asked in ("counter", "respond"):
            found = Telling().ask(
                [], "can", Frame(asked, {"agent": OPPONENT, "what": Frame(verb, {"agent": ME})})
            )
            assert found.verdict == "no"
            assert rule in rules(found)


def test_what_is_said_to_be_on_the_stack_stays_there() -> None:
    it = Telling()
    bolt, bear = it.thing(card="Test Bolt", whose=OPPONENT), it.thing("creature with morph", whose=ME)
    told = [Frame("be in zone", {"what": bolt, "at": Place("stack")})]
    assert it.ask(told, "can", Frame("turn face up", {"agent": ME, "what": bear})).verdict == "yes"
    assert isinstance(it.stage(told, "can", Frame("level up", {"what": bear})), Unstaged)


def test_a_dungeon_is_no_target_and_a_die_of_another_kind_is_not_rolled_at_will() -> None:
    it = Telling()
    mine, kill = it.thing("dungeon", whose=ME), it.thing(card="Test Ruin")
    found = it.ask([], "can", Frame("destroy", {"agent": OPPONENT, "what": mine, "by": kill}))
    assert (found.verdict, found.kind) == ("no", "impossible")
    assert isinstance(Telling().stage([], "can", Frame("roll die", {"agent": ME})), Unstaged)
    roll = Frame("roll die", {"agent": ME, "what": Word("concept", "planar die")}, when=When("combat"))
    assert Telling().ask([], "can", roll).verdict == "no"


def test_what_a_class_is_follows_from_a_rule() -> None:
    found = Telling().ask([], "is", Frame("be", {"what": Stat("speed"), "as": Word("concept", "counter")}))
    assert (found.verdict, found.kind, rules(found)) == ("no", "stated", ["702.179b"])


def test_a_copy_has_what_it_copies_and_an_effect_in_a_word_makes_something_so() -> None:
    it = Telling()
    shape, giant = it.thing(card="Test Shape", whose=ME), it.thing(card="Test Giant", whose=OPPONENT)
    told = [Frame("copy", {"agent": shape, "what": giant})]
    assert it.ask(told, "how many", Frame("be", {"what": Stat("size", shape)}), "as").value == "3/3"
    it = Telling([replace(it.things[1], id=0)])
    giant = Ref(0)
    frog = [Frame("become", {"what": giant, "as": Word("pt", "1/1")})]
    assert it.ask(frog, "is", Frame("be", {"what": giant, "as": Word("pt", "1/1")})).verdict == "yes"


def test_nobody_is_told_that_nothing_is_so_many() -> None:
    it = Telling()
    bear = it.thing(card="Test Bear", whose=ME)
    attack = Frame("attack", {"agent": ME, "what": bear})
    found = it.ask(
        [attack], "how many", Frame("lose life", {"agent": ME, "amount": Number("some", "life")}), "amount"
    )
    assert found.verdict == "undetermined"
    found = it.ask(
        [attack],
        "how many",
        Frame("lose life", {"agent": OPPONENT, "amount": Number("some", "life")}),
        "amount",
    )
    assert found.value == 2
