"""Constructions of English that any word can stand in: places, times, possessors and measures of things, and words passed over."""

from __future__ import annotations

import pytest

from kb.asking.frames import ME, Number, Person, When
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.english import read
from kb.checker.oracle.ast import Measures
from kb.checker.oracle.ast import Number as Amount
from tests.test_reading_english import TABLE, one


def heard(text: str) -> tuple[Clause, ...]:
    """The clauses of what is read wholly."""
    said = read(text, TABLE)
    assert said.unread == ()
    return said.clauses


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "I attack my opponent in the glorious style of yore with my creature.",
            "in the glorious style of yore",
        ),
        ("My opponent blocks my creature beneath the old bridge with a 2/2.", "beneath the old bridge"),
    ],
)
def test_what_is_not_understood_alone_is_unread(text: str, words: str) -> None:
    said = read(text, TABLE)
    assert " ".join(said.unread) == words
    assert said.clauses[0].unread == said.unread


@pytest.mark.parametrize(
    "text", ["three mana creature", "three-mana creature", "3-mana creature", "3 mana creature"]
)
def test_a_measure_before_a_noun(text: str) -> None:
    (clause,) = heard(f"My opponent destroys my {text}.")
    what = clause.roles["what"]
    assert what.filter is not None
    assert Measures("mana value", "=", Amount(3)) in what.filter.where


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("of mine", ME),
        ("of my opponent's", Person("opponent")),
        ("of his", Mention(pronoun="he", text="his")),
    ],
)
def test_whose_it_is_said_after_it(text: str, whose: object) -> None:
    (clause,) = heard(f"A creature {text} dies.")
    assert clause.roles["what"].whose == whose


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("I cast an instant in the same turn.", When("turn", None, "same")),
        ("A turn ago I cast an instant.", When("turn", None, "last")),
        ("I cast an instant after my normal draw.", When("draw", ME, "", "after")),
        ("I lose 3 life over the whole turn.", When("turn", None, "", "at")),
    ],
)
def test_times(text: str, when: When) -> None:
    assert heard(text)[0].when == when


@pytest.mark.parametrize(
    "text",
    [
        "My planeswalker is down to 2 loyalty.",
        "My planeswalker is at 2 loyalty.",
        "My planeswalker is left with 2 loyalty.",
    ],
)
def test_what_something_is_down_to(text: str) -> None:
    (clause,) = heard(text)
    assert (clause.verb, clause.roles["what"]) == ("have", Number(2, "loyalty"))


@pytest.mark.parametrize(
    "text", ["My Aura is on my 2/2.", "My 2/2 is stuck under my Aura.", "My 2/2 is under my Aura."]
)
def test_what_is_on_something_is_attached_to_it(text: str) -> None:
    (clause,) = heard(text)
    assert clause.verb == "attach"
    assert (clause.roles["what"].noun, clause.roles["to"].text) == (
        "aura",
        "My 2/2" if text.startswith("My 2") else "my 2/2",
    )


def test_what_is_asked_behind_a_preposition() -> None:
    clause = one("With how many +1/+1 counters does my creature enter?")
    assert (clause.verb, clause.form, clause.hole, clause.roles["with"].what) == (
        "enter",
        "how many",
        "with",
        "+1/+1",
    )


def test_several_things_said_of_one_subject() -> None:
    untapped, sick = heard("My creature is untapped and not summoning sick.")
    assert (untapped.negated, sick.verb, sick.negated) == (False, "be summoning sick", True)


def test_who_sits_across_from_me_is_the_opponent() -> None:
    (clause,) = heard("The guy across from me draws a card.")
    assert clause.roles["agent"] == Person("opponent")


def test_what_others_do_says_nothing_of_this() -> None:
    clause = one("Does my creature die like a normal creature would?")
    assert (clause.verb, clause.form) == ("die", "does")
    assert read("Does my creature die like a brick?", TABLE).unread
