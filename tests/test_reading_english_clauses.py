"""The English reader: names, several clauses, questions, and what is not read."""

from __future__ import annotations

from time import process_time

import pytest

from kb.asking.discourse import identify
from kb.asking.frames import ME, OPPONENT, Word
from kb.asking.mentions import Clause
from kb.asking.reading.english import read
from kb.asking.wordbook import described
from tests.test_reading_english import TABLE, heard, one

# -- names ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question",
    [
        "Does Gravel Hound die?",
        "does gravel hound die",
        "Does Gravel Huond die?",
        "Does my Gravel Hound die?",
    ],
)
def test_names(question: str) -> None:
    asked = heard(question).clauses[-1]
    assert asked.roles["what"].cards == ("Gravel Hound",)


def test_a_part_of_a_name_means_the_card_named_before() -> None:
    told, asked = heard("I control Gravel Hound. Does the Hound die?").clauses
    assert told.roles["what"].cards == asked.roles["what"].cards == ("Gravel Hound",)
    told, asked = heard("I control Orun, Tide Warden. Does Orun's ability trigger?").clauses
    assert asked.roles["what"].of.cards == ("Orun, Tide Warden",)


def test_two_of_a_card_in_the_plural() -> None:
    told = heard("I control two Gravel Hounds. Do they die?").clauses[0]
    assert (told.roles["what"].cards, told.roles["what"].count) == (("Gravel Hound",), 2)


# -- several clauses -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "links"),
    [
        ("While Quiet Season is on the stack, can I attack?", ["then", "while"]),
        ("Can I attack while Quiet Season is on the stack?", ["then", "while"]),
        ("After I attack, can I block?", ["then", "then"]),
        ("Can I block after I attack?", ["then", "before"]),
        ("Before I attack, can I block?", ["then", "before"]),
        ("Can I block before I attack?", ["then", "after"]),
        ("Does it die because it's a 0/0?", ["then", "because"]),
        ("With Quiet Season out, can I attack?", ["then", "while"]),
    ],
)
def test_how_clauses_stand_to_each_other(question: str, links: list[str]) -> None:
    found = heard(question)
    assert found.unread == ()
    assert [clause.link for clause in found.clauses] == links


def test_in_response() -> None:
    stack, cast = heard("Can I cast Ember Lash in response to the trigger?").clauses
    assert (stack.verb, stack.roles["at"].zone) == ("be in zone", "stack")
    assert (cast.link, cast.form) == ("response", "can")
    told, answer = heard("My opponent casts Ember Lash. In response I sacrifice Gravel Hound.").clauses
    assert (told.link, answer.link) == ("then", "response")


def test_purpose_is_intended() -> None:
    tap, draw = heard("Can I tap Gravel Hound to draw a card?").clauses
    assert (tap.form, draw.form, draw.mood) == ("can", None, "intended")
    assert draw.roles["agent"] == ME


def test_what_is_not_done() -> None:
    enter, pay = heard("Does Gravel Hound enter untapped without paying life?").clauses
    assert enter.form == "does"
    assert (pay.verb, pay.negated, pay.link) == ("pay", True, "while")


def test_both_of_a_condition_are_supposed() -> None:
    first, second, asked = heard("If I control Gravel Hound and my opponent attacks, does it die?").clauses
    assert [first.mood, second.mood, asked.mood] == ["supposed", "supposed", "fact"]


def test_a_second_deed_has_the_subject_of_the_first() -> None:
    attack, block = heard("Gravel Hound attacks and is blocked by a 2/2. Does it die?").clauses[:2]
    assert attack.roles["what"].cards == block.roles["to"].cards == ("Gravel Hound",)
    both = heard("Can I tap Gravel Hound and then sacrifice it?").clauses
    assert [clause.form for clause in both] == ["can", "can"]


def test_clauses_as_things() -> None:
    assert isinstance(one("Does discarding a card use the stack?").roles["what"], Clause)
    assert isinstance(one("Can my opponent respond to me sacrificing a creature?").roles["what"], Clause)
    stop = one("Does it stop attacking?")
    assert (stop.verb, stop.roles["what"].verb) == ("stop", "attack")


# -- what is asked -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "form", "hole"),
    [
        ("How many cards do I draw?", "how many", "what"),
        ("How much damage does Gravel Hound deal?", "how many", "amount"),
        ("How much life do I lose?", "how many", "amount"),
        ("What is the power of Gravel Hound?", "how many", "as"),
        ("How big is Gravel Hound?", "how many", "as"),
        ("Where does Gravel Hound go?", "where", "to"),
        ("Who draws a card?", "who", "agent"),
        ("Which creature dies?", "which", "what"),
        ("What happens to Gravel Hound?", "what happens", ""),
        ("When do I draw a card?", "when", ""),
        ("Why does it die?", "why", ""),
        ("How many times does Gravel Hound trigger?", "how many", "amount"),
    ],
)
def test_questions_with_a_hole(question: str, form: str, hole: str) -> None:
    clause = one(question)
    assert (clause.form, clause.hole) == (form, hole)


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("So my creature dies?", "does"),
        ("My creature dies, right?", "does"),
        ("I can block it, correct?", "can"),
        ("Is it true that my creature dies?", "does"),
        ("Is it possible to block it?", "can"),
        ("Is discarding a card allowed?", "can"),
        ("Do I get to draw a card?", "can"),
        ("Do I need to pay 2 life?", "must"),
    ],
)
def test_other_ways_to_ask(question: str, form: str) -> None:
    assert one(question).form == form


def test_a_claim_is_asked_about() -> None:
    claim, asked = heard("My opponent says that my creature dies. Is he right?").clauses
    assert (claim.verb, claim.says, claim.form) == ("die", OPPONENT, None)
    assert (asked.verb, asked.form) == ("be right", "is")


def test_two_questions_in_one() -> None:
    found = heard("Does Gravel Hound die and do I draw a card?")
    assert [(clause.verb, clause.form) for clause in found.clauses] == [("die", "does"), ("draw", "does")]


# -- what is not read ----------------------------------------------------------------------------------


def test_shuffled_words_are_unread() -> None:
    assert heard("hound my die the opponent does with if trigger of when attack").unread


@pytest.mark.parametrize(
    "hostile",
    ["ŉ" * 15, "a" * 5000, "creature " * 80, "if I attack " * 29, "the trigger of " * 29, '"(' * 200, ""],
)
def test_hostile_words_end_soon(hostile: str) -> None:
    read("Does it die?", TABLE)  # what is made once
    before = process_time()
    heard(hostile)
    assert process_time() - before < 1


@pytest.mark.parametrize(
    ("words", "link"),
    [
        ("Meanwhile", "while"),
        ("At the same time", "once"),
        ("In response", "response"),
        ("Because of that", "because"),
        ("After that", "then"),
    ],
)
def test_a_sentence_says_how_it_stands_to_the_one_before(words: str, link: str) -> None:
    found = heard(f"Gravel Hound attacks. {words}, I cast Ember Lash. Does it die?")
    assert found.unread == ()
    assert found.clauses[1].link == link


def test_what_a_participle_has_beside_it_belongs_to_it() -> None:
    what = one("Does a spell cast with flashback resolve?").roles["what"]
    assert what.filter == described("spell")
    [cast] = what.clauses
    assert (cast.verb, cast.roles["by"]) == ("cast", Word("keyword", "flashback"))


def test_be_is_said_once_for_two_participles() -> None:
    first, second = heard(
        "My creature is enchanted with Quiet Season and blocked by a 2/2. Does it die?"
    ).clauses[:2]
    assert first.roles["to"].whose == second.roles["to"].whose == ME
    assert (second.verb, second.roles["what"].text) == ("block", "a 2/2")


@pytest.mark.parametrize(
    ("question", "verb"),
    [
        ("No creature blocks. Does my opponent lose life?", "block"),
        ("Nobody blocks. Does my opponent lose life?", "block"),
        ("None of my creatures died. Can I draw a card?", "die"),
        ("I control no creatures. Can I attack?", "control"),
        ("Nothing died. Can I draw a card?", "die"),
    ],
)
def test_none_of_something_denies_the_verb(question: str, verb: str) -> None:
    found = identify(heard(question), lambda name: None)
    told = found[0].told[0]
    assert found[0].unread == ()
    assert (told.verb, told.negated) == (verb, True)


def test_none_twice_is_unread() -> None:
    found = identify(heard("No creature didn't block. Does my opponent lose life?"), lambda name: None)
    assert found[0].unread


@pytest.mark.parametrize(
    ("question", "verb", "role"),
    [
        ("My opponent points Ember Lash at Gravel Hound. Does it die?", "cast", "what"),
        ("My opponent wipes the board with Ember Lash. Does it resolve?", "cast", "what"),
        ("I turn two 2/2 creatures sideways. Does my opponent lose life?", "attack", "what"),
        ("My 4/4 pushes 2 damage through to my opponent. Does he lose?", "deal damage", "amount"),
    ],
)
def test_a_verb_by_forms_that_take_their_parts_in_another_way(question: str, verb: str, role: str) -> None:
    found = heard(question)
    assert found.unread == ()
    assert found.clauses[0].verb == verb
    assert role in found.clauses[0].roles


def test_a_player_dies_by_losing() -> None:
    assert one("Do we both die?").verb == "lose game"
    assert one("Does Gravel Hound die?").verb == "die"


def test_the_most_that_one_can() -> None:
    clause = one("What is the most damage I can deal to my opponent?")
    assert (clause.form, clause.hole, clause.modal) == ("how many", "amount", "can")


def test_the_face_of_a_player_is_the_player() -> None:
    assert one("Does Ember Lash deal damage to my opponent's face?").roles["to"] == OPPONENT
