"""Which mentions of a question are the same thing; the clauses are written out as a reader gives them."""

from __future__ import annotations

from typing import Any

from kb.asking.card import Card
from kb.asking.discourse import MOST_READINGS, identify
from kb.asking.frames import ME, OPPONENT, AbilityOf, Person, Place, Question, Ref, Stat
from kb.asking.mentions import Clause, Heard, Mention
from kb.asking.wordbook import described

CARDS = {
    "Test Bear": Card("Test Bear", "試験熊", {"types": "Creature — Bear", "pt": "2/2"}, "card:Test Bear"),
    "Test Ox": Card("Test Ox", "試験牛", {"types": "Creature — Ox", "pt": "2/4"}, "card:Test Ox"),
    "Test Bolt": Card("Test Bolt", "試験弾", {"types": "Instant", "text": ""}, "card:Test Bolt"),
    "Test Saga": Card("Test Saga", "試験譚", {"types": "Enchantment — Saga", "text": ""}, "card:Test Saga"),
}


def card(name: str, **more: Any) -> Mention:
    return Mention(cards=(name,), text=name, **more)


def a(words: str, noun: str = "", **more: Any) -> Mention:
    return Mention(filter=described(words), noun=noun or words, text=words, **more)


def the(words: str, **more: Any) -> Mention:
    return a(words, definite=True, **more)


IT = Mention(pronoun="it", text="it")
SAME = Mention(pronoun="same", text="same")


def readings(*clauses: Clause) -> tuple[Question, ...]:
    return identify(Heard(clauses), CARDS.get)


def only(*clauses: Clause) -> Question:
    found = readings(*clauses)
    assert len(found) == 1, [one.to_json() for one in found]
    assert found[0].unread == ()
    return found[0]


def test_it_is_the_creature_and_not_the_spell_that_was_cast_on_it() -> None:
    question = only(
        Clause("attack", {"agent": ME, "what": card("Test Bear", whose=ME)}),
        Clause("cast", {"agent": OPPONENT, "what": card("Test Bolt"), "to": IT}),
        Clause("die", {"what": IT}, form="does"),
    )
    assert [thing.card for thing in question.things] == ["Test Bear", "Test Bolt"]
    assert question.told[1].roles["to"] == Ref(0)
    assert question.queries[0].frame is not None
    assert question.queries[0].frame.roles["what"] == Ref(0)
    assert [thing.whose for thing in question.things] == [ME, OPPONENT]


def test_it_can_be_either_of_two_creatures_named_together_and_each_is_a_reading() -> None:
    found = readings(
        Clause("fight", {"agent": card("Test Bear"), "to": card("Test Ox")}),
        Clause("die", {"what": IT}, form="does"),
    )
    assert [one.queries[0].frame.roles["what"] for one in found if one.queries[0].frame] == [Ref(0), Ref(1)]


def test_more_readings_than_are_played_are_not_understood() -> None:
    several = tuple(a(words) for words in ("Elf", "Goblin", "Ox", "Imp", "Bear", "Zombie", "Soldier"))
    assert len(several) > MOST_READINGS
    found = readings(Clause("attack", {"what": several}), Clause("die", {"what": IT}, form="does"))
    assert len(found) == 1
    assert "it" in found[0].unread


def test_my_saga_is_the_saga_card_named_before() -> None:
    question = only(
        Clause("control", {"agent": ME, "what": card("Test Saga")}),
        Clause("sacrifice", {"what": a("Saga", whose=ME)}, form="does"),
    )
    assert len(question.things) == 1


def test_the_land_is_not_the_creature_spoken_of() -> None:
    question = only(
        Clause("attack", {"what": card("Test Bear")}),
        Clause("tap", {"what": the("land")}, form="can"),
    )
    assert len(question.things) == 2


def test_another_one_is_a_second_thing_of_the_same_kind() -> None:
    question = only(
        Clause("control", {"agent": ME, "what": card("Test Bear")}),
        Clause("cast", {"agent": ME, "what": Mention(pronoun="one", other=True, text="another one")}),
    )
    second = question.things[1]
    assert (second.card, second.other_than) == ("Test Bear", Ref(0))


def test_one_of_them_is_among_them() -> None:
    question = only(
        Clause("attack", {"agent": OPPONENT, "what": a("creature", count=3)}),
        Clause("tap", {"agent": ME, "what": Mention(pronoun="one", of=Mention(pronoun="they", text="them"))}),
    )
    assert question.things[1].among == Ref(0)
    assert question.things[1].whose == OPPONENT


def test_what_blocked_is_named_later_by_what_it_did() -> None:
    """「ブロックされたあと、ブロックしてきたやつを焼いたら」: the blocker of the block that was told."""
    bear = card("Test Bear")
    blocker = Mention(definite=True, clauses=(Clause("block", {"what": Mention(pronoun="same"), "to": IT}),))
    question = only(
        Clause("attack", {"agent": ME, "what": bear}),
        Clause("block", {"to": bear}),
        Clause("destroy", {"agent": ME, "what": blocker}, mood="supposed"),
        Clause("deal damage", {"agent": bear, "to": OPPONENT}, form="does"),
    )
    assert question.told[1].roles == {"to": Ref(0), "what": Ref(1)}
    assert question.told[2].roles["what"] == Ref(1)
    assert question.things[1].whose == OPPONENT


def test_he_is_the_opponent_where_a_player_is_needed_and_the_creature_where_one_is() -> None:
    question = only(
        Clause("attack", {"agent": OPPONENT, "what": card("Test Bear")}),
        Clause("draw", {"agent": Mention(pronoun="he")}),
        Clause("die", {"what": Mention(pronoun="he")}, form="does"),
    )
    assert question.told[1].roles["agent"] == OPPONENT
    assert question.queries[0].frame is not None
    assert question.queries[0].frame.roles["what"] == Ref(0)


def test_nouns_that_are_no_objects_become_places_numbers_and_abilities() -> None:
    question = only(
        Clause("control", {"agent": ME, "what": card("Test Bear")}),
        Clause("return", {"what": IT, "to": Mention(noun="hand", whose=ME)}),
        Clause(
            "be", {"what": Mention(noun="toughness", whose=IT), "as": Mention(noun="life", whose=OPPONENT)}
        ),
        Clause("trigger", {"what": Mention(noun="trigger", definite=True, what="die")}, form="does"),
    )
    assert question.told[1].roles["to"] == Place("hand", ME)
    assert question.told[2].roles == {"what": Stat("toughness", Ref(0)), "as": Stat("life", OPPONENT)}
    assert question.queries[0].frame is not None
    assert question.queries[0].frame.roles["what"] == AbilityOf(Ref(0), "triggered", "die")


def test_is_he_right_asks_what_he_says() -> None:
    question = only(
        Clause("control", {"agent": ME, "what": card("Test Bear")}),
        Clause("die", {"what": IT}, says=OPPONENT),
        Clause("be right", {"what": OPPONENT}, form="is"),
    )
    assert len(question.told) == 1
    assert question.queries[0].form == "does"
    assert question.queries[0].frame is not None
    assert question.queries[0].frame.verb == "die"


def test_a_claim_that_nobody_asks_about_is_unread() -> None:
    [question] = readings(Clause("die", {"what": card("Test Bear")}, says=OPPONENT, text="it dies"))
    assert question.unread == ("it dies",)


def test_a_third_player_makes_a_game_of_three() -> None:
    question = only(Clause("attack", {"agent": Person("third"), "what": card("Test Bear")}))
    assert question.players == 3


def test_what_a_player_did_is_told() -> None:
    him = Mention(
        noun="opponent", text="him", clauses=(Clause("control", {"agent": SAME, "what": a("land")}),)
    )
    found = only(Clause("attack", {"agent": ME, "to": him}))
    assert [(one.verb, one.roles.get("agent")) for one in found.told] == [
        ("control", OPPONENT),
        ("attack", ME),
    ]


def test_so_many_in_hand_are_cards_there() -> None:
    hand = Mention(noun="hand", zone="hand", zone_of=ME, count=9, text="9 in hand")
    found = only(Clause("be in zone", {"what": hand}))
    assert [(one.noun, one.count, one.zone) for one in found.things] == [("card", 9, "hand")]


def test_he_is_no_enchantment() -> None:
    saga = Clause("have", {"agent": OPPONENT, "what": card("Test Saga")})
    found = only(saga, Clause("attack", {"agent": ME, "to": Mention(pronoun="he", text="him")}))
    assert found.told[1].roles["to"] == OPPONENT
