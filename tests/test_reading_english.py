"""The English reader: what a question says, by the meaning of its words."""

from __future__ import annotations

import pytest

from kb.asking.frames import ME, OPPONENT
from kb.asking.mentions import Clause, Heard
from kb.asking.names import NameTable
from kb.asking.reading.english import read

TABLE = NameTable.of(
    [
        ("card:Ember Lash", "Ember Lash", ""),
        ("card:Orun, Tide Warden", "Orun, Tide Warden", ""),
        ("card:Gravel Hound", "Gravel Hound", ""),
        ("card:Quiet Season", "Quiet Season", ""),
    ]
)


def heard(question: str) -> Heard:
    """What the reader makes of a question."""
    return read(question, TABLE)


def one(question: str) -> Clause:
    """The only clause of a question that is read wholly."""
    found = heard(question)
    assert found.unread == ()
    assert len(found.clauses) == 1
    return found.clauses[0]


@pytest.mark.parametrize(
    ("question", "verb", "form"),
    [
        ("Does Gravel Hound die?", "die", "does"),
        ("Can I sacrifice my creature?", "sacrifice", "can"),
        ("Do I have to sacrifice my creature?", "sacrifice", "must"),
        ("Must my creature attack?", "attack", "must"),
        ("Am I allowed to discard a card?", "discard", "can"),
        ("Is my creature tapped?", "be", "is"),
        ("Will my creature be destroyed?", "destroy", "does"),
    ],
)
def test_what_is_asked(question: str, verb: str, form: str) -> None:
    clause = one(question)
    assert (clause.verb, clause.form) == (verb, form)


def test_who_does_what_to_what() -> None:
    clause = one("Can my opponent destroy my land with Ember Lash?")
    assert clause.roles["agent"] == OPPONENT
    assert clause.roles["what"].whose == ME
    assert clause.roles["by"].cards == ("Ember Lash",)


def test_the_passive_turns_the_roles() -> None:
    active = one("Does Gravel Hound block my creature?")
    passive = one("Is my creature blocked by Gravel Hound?")
    assert active.roles["what"].cards == passive.roles["what"].cards == ("Gravel Hound",)
    assert active.roles["to"].whose == passive.roles["to"].whose == ME


def test_premises_come_first() -> None:
    found = heard("My opponent attacks with a 4/4. I block it with Gravel Hound. Does it die?")
    assert found.unread == ()
    assert [clause.verb for clause in found.clauses] == ["attack", "block", "die"]
    assert [clause.form for clause in found.clauses] == [None, None, "does"]


def test_what_is_supposed_is_not_asked() -> None:
    before = heard("If I exile Gravel Hound, does it die?")
    after = heard("Does Gravel Hound die if I exile it?")
    assert [(clause.verb, clause.mood, clause.link) for clause in before.clauses] == [
        ("exile", "supposed", "then"),
        ("die", "fact", "then"),
    ]
    assert [(clause.verb, clause.mood, clause.link) for clause in after.clauses] == [
        ("die", "fact", "then"),
        ("exile", "supposed", "before"),
    ]


def test_what_cannot_be_placed_is_unread() -> None:
    found = heard("Does my zorbulated creature die?")
    assert any("zorbulated" in word for word in found.unread)
