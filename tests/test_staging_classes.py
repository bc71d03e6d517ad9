"""Speed, Attractions, planes and dungeons, counters and tokens that are multiplied: answers from the rules."""

from __future__ import annotations

from kb.asking.frames import (
    ME,
    OPPONENT,
    AbilityOf,
    Counters,
    Frame,
    Number,
    Person,
    Place,
    Query,
    Stat,
    When,
    Word,
)
from kb.asking.staging.stated import stated
from tests.telling import Telling, rules

MY_SPEED = Stat("speed", ME)
MY_TURN = When("turn", ME)
PLANAR_DIE = Word("concept", "planar die")
ENGINES = "permanent with start your engines!"


def test_whether_something_uses_the_stack_is_said_of_its_class() -> None:
    for what, verdict, rule in (
        (Word("concept", "state-based action"), "no", "704.3"),
        (AbilityOf(None, "", "room"), "yes", "309.4c"),
        (AbilityOf(None, "mana"), "no", "605.3b"),
        (Frame("roll die", {"what": PLANAR_DIE}), "no", "901.9"),
    ):
        for verb in ("stack", "respond"):
            found = stated(Query("can" if verb == "respond" else "does", Frame(verb, {"what": what})))
            assert found is not None
            assert (found.verdict, found.because[0].rule) == (verdict, rule)


def test_nothing_is_said_of_a_class_where_more_is_asked() -> None:
    room = AbilityOf(None, "", "room")
    assert stated(Query("can", Frame("counter", {"agent": ME, "what": room}))) is None
    assert stated(Query("can", Frame("respond", {"agent": ME, "what": room, "by": room}))) is None
    assert stated(Query("does", Frame("stack", {"what": room}), negated=True)) is None


def test_a_dungeon_can_not_leave_the_command_zone() -> None:
    found = stated(Query("can", Frame("destroy", {"agent": OPPONENT, "what": Word("concept", "dungeon")})))
    assert found is not None
    assert (found.verdict, found.because[0].rule) == ("no", "309.2c")


def test_speed_is_kept_without_what_started_it() -> None:
    it = Telling()
    engine = it.thing(ENGINES, whose=ME)
    told = [Frame("lose", {"agent": ME, "what": engine}, mood="supposed")]
    found = it.ask(told, "does", Frame("lose speed", {"agent": ME, "what": MY_SPEED}))
    assert found.verdict == "no"


def test_life_paid_is_life_lost_for_speed() -> None:
    for whose, verdict in ((ME, "yes"), (OPPONENT, "no")):
        it = Telling()
        paid = Frame("pay", {"agent": OPPONENT, "amount": Number("some", "life")}, when=When("turn", whose))
        assert it.ask([paid], "does", Frame("speed up", {"what": MY_SPEED})).verdict == verdict


def test_speed_rises_once_a_turn_however_often_life_is_lost() -> None:
    it = Telling()
    told = [Frame("lose life", {"agent": OPPONENT}, manner=frozenset({"twice"}), when=MY_TURN)]
    asked = Frame("speed up", {"what": MY_SPEED, "amount": Number(2)})
    assert it.ask(told, "does", asked).verdict == "no"


def test_whether_a_roll_visits_depends_on_what_is_lit_up() -> None:
    it = Telling()
    stand = it.thing("Attraction", whose=ME, noun="attraction")
    told = [Frame("roll die", {"agent": ME, "what": Number(4)}, mood="supposed")]
    found = it.ask(told, "does", Frame("visit", {"agent": ME, "what": stand}))
    assert found.verdict == "depends"
    assert {one.verdict for one in found.depends} == {"yes", "no"}


def test_a_roll_for_another_card_visits_nothing() -> None:
    it = Telling()
    stand = it.thing("Attraction", whose=ME, noun="attraction")
    other = it.thing("card")
    told = [Frame("roll die", {"agent": ME, "what": Word("concept", "die"), "by": other})]
    assert it.ask(told, "does", Frame("visit", {"agent": ME, "what": stand})).verdict == "no"


def test_one_rolls_to_visit_in_the_first_main_phase_only() -> None:
    for step, verdict in (("precombat_main", "yes"), ("upkeep", "no"), ("postcombat_main", "no")):
        it = Telling()
        stand = it.thing("Attraction", whose=ME, noun="attraction")
        asked = Frame("roll die", {"agent": ME, "for": stand}, when=When(step, ME))
        assert it.ask([], "does", asked).verdict == verdict


def test_each_roll_of_the_planar_die_costs_one_more() -> None:
    rolled = Frame(
        "roll die",
        {"agent": ME, "what": PLANAR_DIE},
        manner=frozenset({"twice"}),
        when=When("turn", None, "this"),
    )
    for amount, verdict in (("{2}", "yes"), ("{1}", "no"), ("{3}", "no")):
        it = Telling()
        asked = Frame("cost", {"what": Word("concept", "third roll"), "amount": Word("mana", amount)})
        found = it.ask([rolled], "does", asked)
        assert (found.verdict, found.kind) == (verdict, "played")


def test_a_phenomenon_is_left_once_its_ability_is_gone() -> None:
    it = Telling()
    told = [Frame("resolve", {"what": AbilityOf(None, "", "phenomenon")}, mood="supposed")]
    asked = Frame("planeswalk", {"agent": Person("each player")}, manner=frozenset({"again"}))
    found = it.ask(told, "does", asked)
    assert found.verdict == "yes"
    assert "312.7" in rules(found)


def test_a_dungeon_is_completed_from_its_last_room_only() -> None:
    for room, verdict in (("last room", "yes"), ("first room", "no")):
        it = Telling()
        told = [
            Frame("be in zone", {"what": AbilityOf(None, "", room), "at": Place("stack")}, mood="supposed"),
            Frame("venture", {"agent": ME}, link="while", manner=frozenset({"again"})),
        ]
        asked = Frame("complete dungeon", {"agent": ME, "what": Word("concept", "dungeon")})
        assert it.ask(told, "does", asked).verdict == verdict


def test_counters_are_multiplied_in_the_order_that_is_chosen() -> None:
    """A doubling and one more: three or four, as the player chooses (616.1)."""
    for number, verdict in ((3, "depends"), (4, "depends"), (5, "no"), (2, "no")):
        it = Telling()
        both = (it.thing(card="Test Growth"), it.thing(card="Test Scales"))
        told = [Frame("be in zone", {"what": both, "at": Place("battlefield")})]
        asked = Frame("become", {"what": Counters("+1/+1"), "as": Number(number)})
        assert it.ask(told, "does", asked).verdict == verdict


def test_how_much_tramples_through_is_the_most_that_may() -> None:
    it = Telling()
    attacker = it.thing("6/6 creature with trample")
    first, second = it.thing("2/2 creature"), it.thing("1/1 creature")
    told = [
        Frame("attack", {"agent": ME, "what": attacker}),
        Frame("block", {"what": (first, second), "to": attacker}),
    ]
    found = it.ask(told, "how many", Frame("trample", {"amount": Number("some", "damage")}), hole="amount")
    assert (found.verdict, found.value) == ("value", 3)
