"""Answers that name what a choice does not allow: kept, and said, while nothing else has used them."""

from __future__ import annotations

from kb.checker import modules as _modules
from kb.checker.cards import Cards
from kb.checker.choices import Decider, illegal_choices
from kb.checker.play import Play
from kb.checker.scenario import parse

assert _modules
CARDS = {
    "Elk": {"types": "Creature — Elk", "pt": "3/3"},
    "Ox": {"types": "Creature — Ox", "pt": "2/4"},
    "Toll": {"cost": "{B}", "types": "Sorcery", "text": "You sacrifice a creature."},
    "Toll and Call": {
        "cost": "{B}",
        "types": "Sorcery",
        "text": "You sacrifice a creature.\nTap target creature.",
    },
}


def refused(setup, script):
    scenario = parse({"id": "x", "cards": CARDS, "setup": setup, "script": script})
    play = Play(scenario, Decider(), Cards(scenario.cards, None), None)
    play.run()
    return [(one.answer, one.player, one.possible) for one in illegal_choices(play.game)]


def cast(*choices, card="Toll"):
    return [{"at": "1.precombat_main", "player": "A", "cast": card, "choices": list(choices)}]


def test_a_creature_of_another_player_is_no_choice_of_who_sacrifices():
    board = {"A": {"hand": ["Toll"], "battlefield": ["Ox"]}, "B": {"battlefield": ["Elk"]}}
    assert refused(board, cast("Elk")) == [("Elk", "A", ("Ox",))]


def test_it_is_said_too_where_nothing_could_be_chosen():
    board = {"A": {"hand": ["Toll"]}, "B": {"battlefield": ["Elk"]}}
    assert refused(board, cast("Elk")) == [("Elk", "A", ())]


def test_what_a_later_choice_uses_is_not_refused():
    board = {"A": {"hand": ["Toll and Call"], "battlefield": ["Ox"]}, "B": {"battlefield": ["Elk"]}}
    assert refused(board, cast("Elk", card="Toll and Call")) == []


def test_a_legal_answer_is_not_refused():
    board = {"A": {"hand": ["Toll"], "battlefield": ["Ox", "Elk"]}}
    assert refused(board, cast("Elk")) == []
