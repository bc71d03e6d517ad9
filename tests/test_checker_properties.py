"""What holds of every game: objects and zones agree, replays are alike, looking changes nothing, order of strangers neither."""

from __future__ import annotations

import functools
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.checker.cards import Cards
from kb.checker.choices import Decider
from kb.checker.play import Play
from kb.checker.runner import run
from kb.checker.sba import check_once
from kb.checker.scenario import parse
from kb.checker.state import zone_key
from kb.checker.undo import snapshot
from tests.card_base import card_base
from tests.shared import CARDS, needs_shared

# Invented cards, in the form of Oracle texts.
INVENTED = {
    "Test Ox": {"cost": "{1}{G}", "types": "Creature — Ox", "pt": "2/4"},
    "Test Imp": {"cost": "{B}", "types": "Creature — Imp", "pt": "1/1", "text": "Flying, deathtouch"},
    "Test Mourner": {"cost": "{1}{B}", "types": "Creature — Spirit", "pt": "1/2",
                     "text": "Whenever another creature dies, you gain 1 life."},
    "Test Banner": {"cost": "{2}", "types": "Enchantment", "text": "Creatures you control get +1/+1."},
    "Test Flare": {"cost": "{R}", "types": "Sorcery", "text": "Test Flare deals 2 damage to each creature."},
    "Test Dart": {"cost": "{R}", "types": "Instant", "text": "Test Dart deals 2 damage to any target."},
}  # fmt: skip
PERMANENTS = ["Test Ox", "Test Imp", "Test Mourner", "Test Banner"]
boards = st.lists(st.sampled_from(PERMANENTS), max_size=5)
hands = st.lists(st.sampled_from(["Test Flare", "Test Dart"]), max_size=2)


def document(mine, theirs, hand, checks=None):
    return {
        "id": "x", "cards": INVENTED,
        "setup": {"A": {"battlefield": mine, "hand": hand}, "B": {"battlefield": theirs}},
        "script": [
            *({"at": "1.precombat_main", "player": "A", "cast": name, **({"targets": ["B"]} if name == "Test Dart" else {})}
              for name in hand),
            {"at": "1.declare_attackers", "player": "A", "attack": [n for n in mine if n != "Test Banner"][:1]},
        ],
        "checks": checks or [{"life": "A"}, {"life": "B"}, {"at": "3.upkeep", "count": {"zone": "battlefield"}}],
    }  # fmt: skip


def played(doc):
    scenario = parse(doc)
    play = Play(scenario, Decider(), Cards(scenario.cards), None)
    play.run()
    return play.game


def assert_zones_partition(game):
    listed = [identity for ids in game.zones.values() for identity in ids]
    assert sorted(listed) == sorted(game.objects)
    for key, ids in game.zones.items():
        for identity in ids:
            obj = game.objects[identity]
            assert zone_key(obj.zone, obj.owner) == key
    assert not set(game.objects) & set(game.gone)


@settings(max_examples=40, deadline=None)
@given(boards, boards, hands)
def test_each_object_is_in_exactly_one_zone(mine, theirs, hand):
    assert_zones_partition(played(document(mine, theirs, hand)))


@settings(max_examples=25, deadline=None)
@given(boards, boards, hands)
def test_a_replay_gives_the_same_report(mine, theirs, hand):
    doc = document(mine, theirs, hand)
    assert run(parse(doc)).to_json() == run(parse(doc)).to_json()


@settings(max_examples=25, deadline=None)
@given(boards, boards, hands)
def test_state_based_actions_have_reached_a_fixed_point(mine, theirs, hand):
    game = played(document(mine, theirs, hand))
    if not game.over:
        before = snapshot(game)
        assert not check_once(game)
        assert {i: obj.zone for i, obj in before.objects.items()} == {
            i: obj.zone for i, obj in game.objects.items()
        }


@settings(max_examples=25, deadline=None)
@given(boards, boards)
def test_asking_changes_nothing(mine, theirs):
    few = document(mine, theirs, [], [{"at": "3.upkeep", "life": "A"}])
    many = document(mine, theirs, [], [
        {"at": "1.precombat_main", "player": "A", "can": {"attack": ["Test Ox"]}},
        {"at": "1.declare_attackers", "player": "A", "can": {"attack": ["Test Ox"]}},
        {"at": "2.upkeep", "stack": True}, {"at": "2.end", "result": True}, {"at": "3.upkeep", "life": "A"},
    ])  # fmt: skip
    assert run(parse(few)).answers[-1].value == run(parse(many)).answers[-1].value


@settings(max_examples=25, deadline=None)
@given(boards, boards, st.randoms(use_true_random=False))
def test_the_order_of_permanents_that_do_not_meet_changes_no_answer(mine, theirs, rng):
    shuffled = list(theirs)
    rng.shuffle(shuffled)
    one, other = (run(parse(document(mine, board, ["Test Flare"]))) for board in (theirs, shuffled))
    assert [a.value for a in one.answers] == [a.value for a in other.answers]


@functools.cache
def records():
    with (CARDS / "cards.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def life_of_a_card(name, line):
    """Put it into play, untap, attack with it, use it, kill it, bring it back, exile it."""
    land = "Land" in line
    permanent = land or any(
        word in line for word in ("Creature", "Artifact", "Enchantment", "Planeswalker", "Battle")
    )
    script = [{"at": "1.precombat_main", "player": "A", "play" if land else "cast": name}]
    if "Creature" in line:
        script.append({"at": "3.declare_attackers", "player": "A", "attack": [name]})
    if permanent:
        script += [
            {"at": "3.postcombat_main", "player": "A", "activate": name},
            {"at": "3.postcombat_main", "player": "A", "event": {"destroy": name}},
            {"at": "5.precombat_main", "player": "A", "event": {"put": {"card": name, "to": "battlefield"}}},
            {"at": "5.precombat_main", "player": "A", "event": {"exile": name}},
        ]
    board = [{"card": "Test Ox", "count": 2}, {"card": "Forest", "count": 3}]
    return {
        "id": name, "cards": {"Test Ox": INVENTED["Test Ox"]},
        "setup": {"A": {"battlefield": board, "hand": [name]}, "B": {"battlefield": ["Test Ox"]}},
        "script": script, "checks": [{"life": "A"}, {"at": "5.upkeep", "zone": name}],
    }  # fmt: skip


@needs_shared
@pytest.mark.parametrize("part", range(4))
def test_no_card_of_the_base_raises(part):
    base = card_base(records())
    chosen = random.Random(part).sample(records(), 40)
    for record in chosen:
        line = " ".join(record["types"])
        if not {"Plane", "Phenomenon", "Scheme", "Vanguard", "Dungeon", "Conspiracy"} & set(record["types"]):
            run(parse(life_of_a_card(record["name"], line)), base)
