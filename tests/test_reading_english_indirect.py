"""Questions that aren't put as questions, and amounts said in few words, in English."""

from __future__ import annotations

import pytest

from kb.asking.discourse import identify
from kb.asking.frames import OPPONENT, Number, Person, Question, Ref, Word
from kb.asking.reading.english import read
from kb.checker.oracle.ast import Measures
from kb.checker.oracle.ast import Number as Amount
from tests.test_reading_english import TABLE, heard, one


def question(text: str) -> Question:
    """The only reading of a question that is read wholly."""
    (found,) = identify(read(text, TABLE), lambda name: None)
    assert found.unread == ()
    return found


@pytest.mark.parametrize(
    "text",
    [
        "I want to know whether my creature dies.",
        "Could anyone tell me if my creature dies?",
        "We are wondering if my creature dies.",
        "My creature dies, doesn't it?",
        "My creature dies or not?",
        "My opponent says my creature dies. Is that so?",
        "My opponent claims my creature dies. Does it?",
        "Is it true that my creature dies?",
    ],
)
def test_the_same_is_asked(text: str) -> None:
    (query,) = question(text).queries
    assert query.form == "does"
    assert query.frame is not None
    assert (query.frame.verb, query.frame.negated, query.negated) == ("die", False, False)


@pytest.mark.parametrize(
    "text",
    [
        "I attack with my creature. Is it too late for my opponent to block it?",
        "I attack with my creature. Is it true that my opponent can't block it?",
        "I attack with my creature. My opponent can't block it, right?",
        "I attack with my creature. He says he can't block it. Is that the case?",
    ],
)
def test_whether_it_is_not_so(text: str) -> None:
    (query,) = question(text).queries
    assert query.form == "can"
    assert query.frame is not None
    assert (query.frame.verb, query.frame.negated, query.negated) == ("block", True, False)


def test_a_question_about_no_claim_is_unread() -> None:
    assert identify(read("My creature dies. Is that so?", TABLE), lambda name: None)[0].unread


def test_what_is_wanted_stands_first() -> None:
    (query,) = question("I'd like to know how many cards I draw when my creature dies.").queries
    assert (query.form, query.hole) == ("how many", "what")


@pytest.mark.parametrize(
    ("text", "role", "noun"),
    [
        ("Do I gain 5 life or just 1?", "amount", "life"),
        ("Does my creature deal 3 or 4 damage?", "amount", "damage"),
        ("Do I draw two cards or three?", "what", "card"),
        ("Do I draw one card or none?", "what", "card"),
    ],
)
def test_which_of_two_numbers(text: str, role: str, noun: str) -> None:
    clause = one(text)
    assert (clause.form, clause.hole, clause.roles[role].noun) == ("how many", role, noun)


def test_a_number_of_what_is_not_said_is_unread() -> None:
    assert heard("Do I get three or four?").unread
    assert heard("I draw three or four cards.").unread


def test_before_or_after() -> None:
    (query,) = question(
        "When my creature attacks, do I draw a card before or after blockers are declared?"
    ).queries
    assert query.form == "order"
    assert query.frame is not None
    assert query.other is not None
    assert (query.frame.verb, query.other.verb) == ("draw", "declare")
    (query,) = question("Which is first: I draw a card, or my creature dies?").queries
    assert query.form == "order"


def test_a_legal_target() -> None:
    clause = one("Is my creature still a legal target for Ember Lash?")
    assert (clause.verb, clause.form, clause.manner) == ("target", "can", {"still"})
    assert clause.roles["by"].cards == ("Ember Lash",)


def test_mana_value_in_a_word() -> None:
    for text in ("Can I sacrifice a three-drop?", "Can I sacrifice a 3-drop?"):
        assert one(text).roles["what"].filter.where == (Measures("mana value", "=", Amount(3)),)


def test_mana_of_a_color() -> None:
    assert one("Do I add two green mana?").roles["what"] == Word("mana", "{G}{G}")


def test_an_ending_on_the_last_word() -> None:
    clause = one("My 2/2 gets chump blocked by a token.")
    assert clause.verb == "block"
    assert heard("My opponent double blocked my creature.").clauses[0].verb == "gang block"


def test_with_what_it_is_done_and_what_is_chosen() -> None:
    paid, choice = (heard(text) for text in (
        "I cast Ember Lash, sacrificing a creature.", "I cast Quiet Season naming Gravel Hound.",
    ))  # fmt: skip
    assert paid.unread == choice.unread == ()
    assert [clause.verb for clause in paid.clauses] == ["cast", "sacrifice"]
    assert [(clause.verb, clause.link) for clause in choice.clauses] == [("cast", "then"), ("choose", "once")]


def test_sides_of_the_table() -> None:
    clause = one("Does it enter on my opponent's side of the table?")
    assert clause.roles["to"] == OPPONENT


def test_phrases_in_a_row() -> None:
    found = heard("I cast Ember Lash, draw a card and attack with Gravel Hound.")
    assert found.unread == ()
    assert [clause.verb for clause in found.clauses] == ["cast", "draw", "attack"]


def test_being_in_a_step() -> None:
    clause = one("I'm in my second main phase.")
    assert clause.verb == "be time"
    assert clause.when is not None
    assert clause.when.step == "postcombat_main"


def test_a_friend_is_the_other_player() -> None:
    assert one("Can my friend block?").roles["agent"] == OPPONENT


def test_taking_a_number_is_taking_damage() -> None:
    found = question("My creature takes 3. Does it die?")
    assert found.told[0].verb == "be dealt damage"
    assert found.told[0].roles == {"to": Ref(0), "amount": Number(3)}


def test_what_is_said_of_a_player_beside() -> None:
    found = question("Does a player who attacks me lose life?")
    assert found.told[0].verb == "attack"
    assert found.told[0].roles["agent"] == found.queries[0].frame.roles["agent"]  # type: ignore[union-attr]
    found = question("My opponent at 3 life attacks me. Does he lose?")
    assert [frame.verb for frame in found.told] == ["have", "attack"]


def test_how_it_is_cast() -> None:
    for text in ("I cast Ember Lash with overload.", "I cast Ember Lash overloaded."):
        clause = one(text)
        assert clause.roles["by"] == Word("keyword", "overload")
        assert clause.roles["what"].filter is None


def test_the_other_one_of_two() -> None:
    found = question("I control two 2/2 creatures. If my opponent destroys one, does the other one die?")
    pair, lost, kept = found.things
    assert pair.count == 2
    assert (lost.among, kept.among, kept.other_than) == (Ref(0), Ref(0), Ref(1))
    assert identify(read("Does the other one die?", TABLE), lambda name: None)[0].unread


def test_he_is_the_player_or_the_creature() -> None:
    text = "My opponent blocks my legendary creature. Does he get a poison counter?"
    readings = identify(read(text, TABLE), lambda name: None)
    assert {str(one.queries[0].frame.roles["to"]) for one in readings} >= {str(OPPONENT)}  # type: ignore[union-attr]
    assert len(readings) > 1


def test_what_was_made_before_is_not_met_by_words_for_nothing() -> None:
    for text in (
        "Do the tokens die?",
        "I sacrifice something. Does it die?",
        "My creature dies. Do the two cards die?",
    ):
        (found, *_) = identify(read(text, TABLE), lambda name: None)
        assert found.unread or all(
            thing.count == 2
            for thing in found.things
            if thing.id == found.queries[0].frame.roles["what"].thing
        )  # type: ignore[union-attr]


def test_stopping_it_from_being_done() -> None:
    (query,) = question("Does Quiet Season stop my creature from being tapped by Gravel Hound?").queries
    assert query.frame is not None
    inner = query.frame.roles["what"]
    assert inner.verb == "tap"
    assert inner.roles["what"] != inner.roles["agent"]


def test_an_animated_land_was_so_before() -> None:
    found = question("My opponent destroys all creatures. Does my animated land die?")
    assert [frame.verb for frame in found.told] == ["animate", "destroy"]


def test_a_counter_with_which_it_dies_is_not_what_kills_it() -> None:
    found = question("If my creature dies with a -1/-1 counter on it, do I draw a card?")
    assert found.told[0].roles.keys() == {"what", "with"}


def test_each_opponent_is_not_one() -> None:
    assert one("Does each opponent lose 2 life?").roles["agent"] == Person("each opponent")
    assert heard("Does each opponent lose 2 life, or just the one I attacked?").unread


def test_a_size_in_brackets() -> None:
    clause = one("My Gravel Hound (2/2) attacks.")
    assert {(pred.stat, pred.amount) for pred in clause.roles["what"].filter.where} == {  # type: ignore[union-attr]
        ("power", Amount(2)),
        ("toughness", Amount(2)),
    }
