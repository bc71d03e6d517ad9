"""Constructions of English that any word can stand in: places, times, possessors and measures of things, and words passed over."""

from __future__ import annotations

import pytest

from kb.asking.frames import ME, Number, Person, When
from kb.asking.mentions import Clause, Mention
from kb.asking.names import NameTable
from kb.asking.reading.english import read
from kb.checker.oracle.ast import HasKeyword, Measures
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
        "My planeswalker is left with 2 loyalty.",
    ],
)
def test_what_something_is_down_to(text: str) -> None:
    (clause,) = heard(text)
    what = clause.roles["what"]
    assert (clause.verb, what.noun, what.count) == ("have", "loyalty counter", 2)


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


@pytest.mark.parametrize("text", ["I keep attacking.", "I end up attacking.", "I finish attacking."])
def test_how_a_deed_goes_on_is_no_other_deed(text: str) -> None:
    (clause,) = heard(text)
    assert (clause.verb, clause.negated) == ("attack", False)


@pytest.mark.parametrize(
    "text",
    ["Gravel Hound, a 2/2 with flying, dies.", "My opponent destroys a 2/2 with flying, Gravel Hound."],
)
def test_a_thing_said_twice_is_one(text: str) -> None:
    (clause,) = heard(text)
    what = clause.roles["what"]
    assert what.cards == ("Gravel Hound",)
    assert what.filter is not None
    assert HasKeyword("flying") in what.filter.where


def test_of_a_list_nothing_is_said_twice() -> None:
    (clause,) = heard("I control Gravel Hound, a 2/2 and a land.")
    assert len(clause.roles["what"]) == 3


@pytest.mark.parametrize(
    "words", ["Because of Quiet Season", "Due to Quiet Season", "Thanks to Quiet Season"]
)
def test_a_cause_before_the_sentence(words: str) -> None:
    (clause,) = heard(f"{words} my creature dies.")
    assert (clause.verb, clause.roles["by"].cards) == ("die", ("Quiet Season",))


@pytest.mark.parametrize("text", ["Is there any way to block it?", "Is there a way for me to block it?"])
def test_whether_there_is_a_way(text: str) -> None:
    clause = one(text)
    assert (clause.verb, clause.form, clause.roles["agent"]) == ("block", "can", ME)


def test_whose_control_it_is_under() -> None:
    (clause,) = heard("My creature is under my opponent's control.")
    assert (clause.verb, clause.roles["agent"]) == ("control", Person("opponent"))


def test_a_cost_of_nothing() -> None:
    (clause,) = heard("It costs nothing.")
    assert clause.roles["amount"] == Number(0, "mana")


def test_how_much_damage_without_a_verb() -> None:
    clause = one("How much damage in total?")
    assert (clause.verb, clause.form, clause.hole, clause.manner) == (
        "deal damage",
        "how many",
        "amount",
        {"together"},
    )


def test_the_end_of_a_word_of_a_name_is_that_card() -> None:
    table = NameTable.of([("card:Brimhammer Golem", "Brimhammer Golem", "")])
    for text in ("the hammer", "the Hammer"):
        said = read(f"I control Brimhammer Golem. Does {text} die?", table)
        assert (said.unread, said.clauses[-1].roles["what"].cards) == ((), ("Brimhammer Golem",))


@pytest.mark.parametrize("words", ["No tricks from anyone", "No responses", "Nothing else happens"])
def test_that_nothing_else_happens_is_how_it_is_played(words: str) -> None:
    assert [clause.verb for clause in heard(f"My creature attacks. {words}. Does it die?")] == [
        "attack",
        "die",
    ]


def test_what_is_left_of_a_keyword_with_a_cost() -> None:
    (clause,) = heard("My opponent controls a creature with ward {2}.")
    assert clause.roles["what"].filter.where[-1] == HasKeyword("ward {2}")


@pytest.mark.parametrize("words", ["Last night", "Two weeks ago", "The other day", "Yesterday"])
def test_a_time_that_is_none_of_the_game_says_nothing_of_it(words: str) -> None:
    assert one(f"{words} does my creature die?").when is None
    assert one(f"Does my creature die {words.lower()}?").when is None


def test_a_turn_ago_is_a_time_of_the_game() -> None:
    assert one("I cast Ember Lash last turn.").when == When("turn", None, "last")


@pytest.mark.parametrize(
    "words", ["Sorry for my English", "I'm new to this", "Rules question here", "Sorry if this is silly"]
)
def test_what_is_said_of_who_asks(words: str) -> None:
    assert one(f"{words}. Does my creature die?").verb == "die"


@pytest.mark.parametrize(
    "words", ["I am tapped out", "Sorry for my creature and my spell", "My opponent is new"]
)
def test_what_may_be_of_the_game_is_not_passed_over(words: str) -> None:
    said = read(f"{words}. Does my creature die?", TABLE)
    assert said.unread or len(said.clauses) == 2


@pytest.mark.parametrize(
    "who", ["A guy at my shop", "My mono-black friend", "The guy at the store", "The zany player"]
)
def test_who_i_play_against_is_the_opponent(who: str) -> None:
    assert one(f"{who} draws a card.").roles["agent"] == Person("opponent")


def test_what_it_would_be_without_is_a_contrast() -> None:
    clause = one("Does my creature go to my graveyard instead of my hand?")
    assert clause.manner == {"instead"}


def test_a_description_after_a_comma_is_of_the_same_thing() -> None:
    what = one("My flyer, a 2/2, dies.").roles["what"]
    assert what.filter is not None
    assert HasKeyword("flying") in what.filter.where
    assert Measures("power", "=", Amount(2)) in what.filter.where


@pytest.mark.parametrize("words", ["By then", "Today", "This time", "For some reason"])
def test_what_stands_before_a_sentence_and_says_nothing(words: str) -> None:
    assert one(f"{words} my creature attacks.").verb == "attack"


def test_where_something_is_sent() -> None:
    clause = one("Can I send it to the command zone?")
    assert (clause.verb, clause.form, clause.roles["to"].zone) == ("put", "can", "command")


def test_mine_is_a_thing() -> None:
    what = one("Does mine die?").roles["what"]
    assert (what.pronoun, what.whose) == ("one", ME)


def test_both_of_two_names_is_one_of_each() -> None:
    (clause,) = heard("I control both Gravel Hound and Quiet Season.")
    assert [each.count for each in clause.roles["what"]] == [None, None]


def test_earlier_at_the_beginning_is_before_nothing() -> None:
    first, second = heard("Earlier I cast Ember Lash. Now my creature dies.")
    assert (first.link, first.verb, second.verb) == ("then", "cast", "die")
    assert heard("My creature dies. Earlier I cast Ember Lash.")[1].link == "before"


def test_whose_zone_it_is_is_no_question_that_is_read() -> None:
    assert read("To whose graveyard does it go?", TABLE).unread


@pytest.mark.parametrize("word", ["probably", "perhaps", "possibly", "maybe", "supposedly"])
def test_a_doubt_is_not_passed_over(word: str) -> None:
    assert read(f"I {word} cast Ember Lash. Does my creature die?", TABLE).unread
