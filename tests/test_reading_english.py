"""The English reader: what a question says, by the meaning of its words."""

from __future__ import annotations

import pytest

from kb.asking.frames import ME, OPPONENT, Number, When, Word
from kb.asking.mentions import Clause, Heard
from kb.asking.names import NameTable
from kb.asking.reading.english import read
from kb.asking.wordbook import described
from kb.checker.oracle.ast import HasCounter, HasKeyword, Measures
from kb.checker.oracle.ast import Number as Amount

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


# -- what stands in a clause ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "role", "cards"),
    [
        ("Can I destroy a land with Ember Lash?", "by", ("Ember Lash",)),
        ("Can I cast Ember Lash on Gravel Hound?", "to", ("Gravel Hound",)),
        ("Can I sacrifice a creature to Gravel Hound?", "by", ("Gravel Hound",)),
        ("Can I cast Ember Lash targeting Gravel Hound?", "to", ("Gravel Hound",)),
    ],
)
def test_prepositions_fill_roles(question: str, role: str, cards: tuple[str, ...]) -> None:
    assert one(question).roles[role].cards == cards


@pytest.mark.parametrize(
    ("question", "negated"),
    [
        ("Does my creature not die?", True),
        ("Doesn't my creature die?", True),
        ("Can't I block?", True),
        ("Does my creature die?", False),
    ],
)
def test_negation_is_kept(question: str, negated: bool) -> None:
    assert one(question).negated is negated


def test_no_is_a_count_even_with_a_plural() -> None:
    told = heard("I have no creatures. Do I lose?").clauses[0]
    assert told.roles["what"].count == "no"


@pytest.mark.parametrize(
    ("words", "manner"),
    [
        ("Does it still die?", "still"),
        ("Does it die again?", "again"),
        ("Does it trigger twice?", "twice"),
        ("Does it die instead?", "instead"),
        ("Do they both die at the same time?", "together"),
        ("Can I cast it for free?", "free"),
        ("Can it block alone?", "alone"),
    ],
)
def test_adverbs_are_kept(words: str, manner: str) -> None:
    assert manner in one(words).manner


@pytest.mark.parametrize(
    ("words", "when"),
    [
        ("in my upkeep", When("upkeep", ME)),
        ("on my opponent's turn", When("turn", OPPONENT)),
        ("this turn", When("turn", None, "this")),
        ("before damage", When("combat_damage", how="before")),
        ("during combat", When("combat")),
        ("at the end of my opponent's turn", When("end", OPPONENT)),
        ("at the beginning of my upkeep", When("upkeep", ME)),
        ("at the beginning of combat", When("begin_combat")),
        ("in my second main phase", When("postcombat_main", ME)),
        ("at the end of each turn", When("end", None, "each")),
        ("on my next turn", When("turn", ME, "next")),
    ],
)
def test_times(words: str, when: When) -> None:
    assert one(f"Can I activate Gravel Hound {words}?").when == when


def test_a_time_belongs_to_what_stands_before_it() -> None:
    supposed, asked = heard("If my opponent loses 2 life on my turn, does Gravel Hound trigger?").clauses
    assert supposed.when == When("turn", ME)
    assert asked.when is None


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("takes 4 damage", Number(4, "damage")),
        ("takes two damage", Number(2, "damage")),
    ],
)
def test_amounts(words: str, number: Number) -> None:
    told = heard(f"My creature {words}. Does it die?").clauses[0]
    assert told.roles["amount"] == number


def test_x_is_said_with_the_spell() -> None:
    told = heard("I cast Ember Lash with X=3. Does my opponent lose?").clauses[0]
    assert told.roles["amount"] == Number(3, "x")


# -- noun phrases --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "described_as"),
    [
        ("a tapped creature", "tapped creature"),
        ("a creature with flying", "creature with flying"),
        ("a creature without flying", "creature without flying"),
        ("a flyer", "creature with flying"),
        ("a legendary artifact creature", "legendary artifact creature"),
        ("a nonland permanent", "nonland permanent"),
        ("a creature with power 6", "creature with power 6"),
        ("a black creature", "black creature"),
        ("a face-down creature", "face-down creature"),
    ],
)
def test_descriptions_are_those_of_card_texts(words: str, described_as: str) -> None:
    assert set(one(f"Can I target {words}?").roles["what"].filter.where) == set(described(described_as).where)


def test_size_counters_and_keywords() -> None:
    what = one("Can I target a 2/2 first striker with two +1/+1 counters on it?").roles["what"]
    where = what.filter.where
    assert Measures("power", "=", Amount(2)) in where
    assert HasKeyword("first strike") in where
    assert HasCounter("+1/+1", Amount(2)) in where


def test_a_size_alone_is_what_something_becomes() -> None:
    assert one("Is my creature a 3/3?").roles["as"] == Word("pt", "3/3")


@pytest.mark.parametrize(
    ("words", "verb", "role"),
    [
        ("the creature that died", "die", "what"),
        ("the creature I sacrificed", "sacrifice", "what"),
        ("the creature which blocked Gravel Hound", "block", "what"),
        ("a bounced creature", "bounce", "what"),
        ("the creature wearing Quiet Season", "attach", "to"),
        ("the creature blocking Gravel Hound", "block", "what"),
        ("the card that my opponent discarded", "discard", "what"),
    ],
)
def test_relative_clauses_have_the_thing_in_its_role(words: str, verb: str, role: str) -> None:
    [relative] = one(f"Can I target {words}?").roles["what"].clauses
    assert relative.verb == verb
    assert relative.roles[role].pronoun == "same"


def test_the_time_of_a_relative_clause_stays_in_it() -> None:
    clause = one("Can I tap a creature that came in this turn?")
    assert clause.when is None
    assert clause.roles["what"].clauses[0].when == When("turn", None, "this")


def test_possessors_and_zones() -> None:
    assert one("Can my opponent tap my creature?").roles["what"].whose == ME
    assert one("Does it go to my opponent's graveyard?").roles["to"].whose == OPPONENT
    assert one("Can I target a card in my graveyard?").roles["what"].zone == "graveyard"


def test_one_of_them_and_another() -> None:
    some = one("Can I tap two of them?").roles["what"]
    assert (some.count, some.of.pronoun) == (2, "they")
    assert one("Can I cast another Ember Lash?").roles["what"].other
    assert one("Can I cast a second Ember Lash?").roles["what"].other


@pytest.mark.parametrize(
    ("words", "kind", "what"),
    [
        ("Gravel Hound's trigger", "triggered", ""),
        ("the upkeep trigger", "triggered", "upkeep"),
        ("the -3 of Gravel Hound", "loyalty", "-3"),
        ("Gravel Hound's dies ability", "", "dies"),
        ("the second ability of Gravel Hound", "", "second"),
        ("chapter III of Quiet Season", "triggered", "III"),
    ],
)
def test_abilities(words: str, kind: str, what: str) -> None:
    found = one(f"Can I respond to {words}?").roles["what"]
    assert (found.ability, found.what) == (kind, what)


def test_the_first_one_is_first_in_its_clause() -> None:
    told = heard("Ember Lash is the first card that I draw this turn. Can I cast it?").clauses[0]
    [relative] = told.roles["as"].clauses
    assert "first" in relative.manner
