"""What an unread text bears on: each narrowing leaves alone what it can't change, and still taints what it can."""

from __future__ import annotations

import pytest

from kb.checker import check
from kb.checker.bearing import TOPICS
from kb.checker.oracle.shapes import shape

BEAR = {"types": "Creature — Bear", "pt": "2/2", "cost": "{1}{G}"}


def ask(checks, *, cards=None, a=(), b=(), script=(), **more):
    """Statuses of the checks on a board."""
    document = {
        "id": "x",
        "cards": {"Odd": {"types": "Enchantment", "text": "", "cost": "{2}"}, "Bear": BEAR, **(cards or {})},
        "setup": {"A": {"battlefield": list(a), **more.pop("hers", {})}, "B": {"battlefield": list(b)}},
        "script": list(script),
        "checks": list(checks),
        **more,
    }
    return [one.status for one in check(document).answers]


def odd(text, **more):
    return {"Odd": {"types": "Enchantment", "cost": "{2}", "text": text, **more}}


POWER = {"power": "Bear"}
ATTACK = [{"at": "1.declare_attackers", "player": "A", "attack": ["Bear"]}]
WARDEN = {"types": "Creature — Soldier", "pt": "1/1", "text": "Protection from red"}


CHIEF = {"types": "Creature — Goblin", "pt": "1/1", "text": "Other Goblins you control get +1/+1."}


@pytest.mark.parametrize("name", sorted(TOPICS))
def test_each_topic_says_why_it_is_safe(name):
    assert TOPICS[name].safe.endswith(".")


@pytest.mark.parametrize(
    ("text", "left_alone", "touched", "extra"),
    [
        # only colors are set: what looks at colors is touched
        ("All cards that aren't on the battlefield and permanents are blue.", POWER, {"colors": "Bear"}, ()),
        ("All cards that aren't on the battlefield and permanents are blue.", None, POWER, ("Warden",)),
        # only creature types
        ("All cards that aren't on the battlefield, spells, tokens, and permanents are Goblins.", POWER, {"types": "Bear"}, ()),
        ("All cards that aren't on the battlefield, spells, tokens, and permanents are Goblins.", None, POWER, ("Chief",)),
        # an ability that somebody has to activate
        ('All cards that aren\'t on the battlefield, spells, tokens, and permanents have "{T}: Add {G}."', POWER, {"can": {"activate": "Bear"}, "player": "A"}, ()),
        # before the game
        ("Partner—Odd friends", POWER, None, ()),
        # nothing is known
        ("Flumphs frobnicate.", None, POWER, ()),
        ("Flumphs frobnicate and lands are blue.", None, POWER, ()),
        # a trigger of which only the instructions are unread
        ("Whenever you gain life, frobnicate.", POWER, None, ()),
    ],
)  # fmt: skip
def test_a_text_touches_what_its_read_part_changes(text, left_alone, touched, extra):
    cards = {**odd(text), "Warden": WARDEN, "Chief": CHIEF}
    board = ["Odd", "Bear", *extra]
    if left_alone is not None:
        assert ask([left_alone], cards=cards, a=board) == ["determined"]
    if touched is not None:
        assert ask([touched], cards=cards, a=board) == ["undetermined"]


def test_a_trigger_whose_event_happened_taints():
    cards = odd("Whenever you gain life, frobnicate.")
    script = [{"at": "1.upkeep", "player": "A", "event": {"gain_life": {"player": "A", "amount": 1}}}]
    assert ask([POWER], cards=cards, a=["Odd", "Bear"], script=script) == ["undetermined"]


def test_a_replacement_taints_when_its_event_would_happen():
    cards = odd("If you would gain life, frobnicate instead.")
    assert ask([POWER], cards=cards, a=["Odd", "Bear"]) == ["determined"]
    script = [{"at": "1.upkeep", "player": "A", "event": {"gain_life": {"player": "A", "amount": 1}}}]
    assert ask([{"life": "A"}], cards=cards, a=["Odd", "Bear"], script=script) == ["undetermined"]


def test_what_attackers_are_like_matters_once_something_attacks():
    cards = odd("All cards that aren't on the battlefield, spells, tokens, and creatures have flying.")
    assert ask([POWER, {"life": "B"}], cards=cards, a=["Odd", "Bear"]) == ["determined", "determined"]
    assert ask([{"life": "B"}], cards=cards, a=["Odd", "Bear"], script=ATTACK) == ["undetermined"]


def test_an_unread_cost_of_a_card_in_hand_bears_on_casting_it_alone():
    cards = {
        "Beast": {
            **BEAR,
            "cost": "{9}{G}",
            "text": "This spell costs {1} less to cast for each frobnication.",
        }
    }
    can = {"at": "1.precombat_main", "player": "A", "can": {"cast": "Beast"}}
    other = {"at": "1.precombat_main", "player": "A", "can": {"cast": "Odd"}}
    found = ask([POWER, can, other], cards=cards, a=["Bear"], hers={"hand": ["Beast", "Odd"]}, mana="sources")
    assert found == ["determined", "undetermined", "determined"]


def test_an_unread_cost_matters_when_the_card_is_cast():
    cards = {"Beast": {**BEAR, "text": "As an additional cost to cast this spell, frobnicate."}}
    script = [{"at": "1.precombat_main", "player": "A", "cast": "Beast"}]
    assert ask([{"zone": "Beast"}], cards=cards, hers={"hand": ["Beast"]}, script=script) == ["undetermined"]


def test_a_text_in_a_graveyard_matters_where_it_says_that_it_functions_there():
    here = odd(
        "As long as this card is in your graveyard, creatures you control frobnicate.",
        types="Creature — Ghost",
        pt="1/1",
    )
    not_here = odd("Creatures you control frobnicate.", types="Creature — Ghost", pt="1/1")
    assert ask([POWER], cards=here, a=["Bear"], hers={"graveyard": ["Odd"]}) == ["undetermined"]
    assert ask([POWER], cards=not_here, a=["Bear"], hers={"graveyard": ["Odd"]}) == ["determined"]


def test_what_is_granted_later_is_looked_at():
    giver = {
        "Giver": {
            "types": "Enchantment",
            "cost": "{2}",
            "text": 'Creatures you control have "Flumphs frobnicate."',
        }
    }
    script = [{"at": "1.precombat_main", "player": "A", "cast": "Giver"}]
    before = {"at": "1.upkeep", **POWER}
    after = {"at": "1.end", **POWER}
    found = ask([before, after], cards=giver, a=["Bear"], hers={"hand": ["Giver"]}, script=script)
    assert found == ["determined", "undetermined"]


def test_a_text_about_a_subtype_that_nothing_has_bears_on_nothing():
    cards = {**odd("Flumphs you control frobnicate."), "Flo": {"types": "Creature — Flumph", "pt": "1/1"}}
    assert ask([POWER], cards=cards, a=["Odd", "Bear"]) == ["determined"]
    assert ask([POWER], cards=cards, a=["Odd", "Bear", "Flo"]) == ["undetermined"]


def test_an_unread_trigger_about_a_card_that_was_milled_matters_once_it_was():
    cards = odd(
        "When this card is put into your graveyard by a flumph, frobnicate.",
        types="Creature — Ghost",
        pt="1/1",
    )
    script = [{"at": "1.upkeep", "player": "A", "event": {"put": {"card": "Odd", "to": "graveyard"}}}]
    assert ask([POWER], cards=cards, a=["Bear"], hers={"library": ["Odd"]}) == ["determined"]
    assert ask([POWER], cards=cards, a=["Bear"], hers={"library": ["Odd"]}, script=script) == ["undetermined"]


def test_an_ability_that_may_function_elsewhere_is_not_ruled_out():
    cards = odd("{2}: Frobnicate with this card in your graveyard.", types="Creature — Ghost", pt="1/1")
    can = {"at": "1.precombat_main", "player": "A", "can": {"activate": "Odd", "from": "graveyard"}}
    assert ask([can], cards=cards, hers={"graveyard": ["Odd"]}) == ["undetermined"]


@pytest.mark.parametrize(
    "text",
    [
        "At the beginning of your upkeep, if this card is in your graveyard with a flumph above it, draw a card.",
        "At the beginning of your upkeep, frobnicate and return this card from your graveyard to the battlefield.",
        "At the beginning of your upkeep, frobnicate with this card from your graveyard.",
    ],
)
def test_what_is_unread_of_a_trigger_in_a_graveyard_matters_when_it_would_trigger(text):
    cards = odd(text, types="Creature — Ghost", pt="1/1")
    later = {"at": "1.precombat_main", **POWER}
    assert ask([later], cards=cards, a=["Bear"], hers={"graveyard": ["Odd"]}) == ["undetermined"]


def test_how_a_card_is_cast_bears_on_nothing_while_it_is_on_the_battlefield():
    cards = {"Beast": {**BEAR, "text": "If a flumph frobnicates, this spell costs {1} less to cast."}}
    assert ask([POWER], cards=cards, a=["Bear", "Beast"]) == ["determined"]
    script = [{"at": "1.precombat_main", "player": "A", "cast": "Beast"}]
    found = ask([{"zone": "Beast"}], cards=cards, hers={"hand": ["Beast"]}, script=script, mana="sources")
    assert found == ["undetermined"]


@pytest.mark.parametrize(
    ("card", "at", "status"),
    [
        ({"types": "Sorcery", "text": "You may cast this spell as though it had flash if a flumph frobnicates."}, "1.upkeep", "undetermined"),
        ({"types": "Sorcery", "text": "Flumphs frobnicate."}, "1.upkeep", "determined"),
        ({**BEAR, "text": "You can't cast this spell during your first three flumphs."}, "1.precombat_main", "undetermined"),
        ({**BEAR, "text": "You may cast this spell as though it had flash if a flumph frobnicates."}, "1.precombat_main", "determined"),
        ({**BEAR, "text": "You may cast this spell as though it had flash if a flumph frobnicates."}, "1.upkeep", "undetermined"),
    ],
)  # fmt: skip
def test_a_verdict_about_casting_needs_the_lines_that_could_turn_it(card, at, status):
    can = {"at": at, "player": "A", "can": {"cast": "Card"}}
    assert ask([can], cards={"Card": {"cost": "{1}", **card}}, hers={"hand": ["Card"]}) == [status]


def test_a_permission_for_the_top_of_the_library_is_for_the_top_card_of_ones_own():
    cards = {
        "Seer": {**BEAR, "text": "You may cast creature spells from the top of your library."},
        "Ox": BEAR,
    }
    can = [
        {"at": "1.precombat_main", "player": "A", "can": {"cast": name, "from": "library"}}
        for name in ("Bear", "Ox")
    ]
    setup = {"A": {"battlefield": ["Seer"], "library": ["Bear", "Ox"]}}
    document = {"id": "x", "cards": {"Bear": BEAR, **cards}, "setup": setup, "checks": can}
    assert [one.value for one in check(document).answers] == [True, False]


TURNED = [{"at": "1.upkeep", "player": "A", "event": {"gain_life": {"player": "A", "amount": 1}}}]
HIT = [{"at": "1.upkeep", "player": "B", "event": {"damage": {"player": "B", "amount": 1}}}]
DEATH = [{"at": "1.upkeep", "player": "A", "event": {"destroy": "Ox"}}]
BOLT = {"Bolt": {"types": "Instant", "cost": "{R}", "text": "Bolt deals 2 damage to any target."}}
CAST = [{"at": "1.upkeep", "player": "A", "cast": "Bolt", "targets": ["B"]}]
BLOCKED = [{"at": "1.declare_attackers", "player": "A", "attack": ["Ox"]}]


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Whenever you cast a spell that's both blue and red, draw a card.", CAST),
        (
            "Whenever a source an opponent controls deals damage to you or a permanent you control, draw a card.",
            HIT,
        ),
        ("Whenever two or more creatures you control attack a player, draw a card.", BLOCKED),
        (
            "Whenever one or more other creatures you control leave the battlefield without dying, draw a card.",
            DEATH,
        ),
        ("Creatures can't attack unless a flumph frobnicates.", BLOCKED),
        ("Creatures can block flumphs as though they frobnicated.", BLOCKED),
        ("Creatures that frobnicate attack each combat if able.", BLOCKED),
        ("Flumph spells that frobnicate can't be cast.", CAST),
        ("Once each turn, you may pay {0} rather than pay the mana cost for a flumph.", CAST),
        ("Ward—Frobnicate.", CAST),
    ],
)
def test_a_sentence_of_a_known_kind_waits_for_what_it_is_about(text, script):
    cards = {**odd(text), "Ox": BEAR, **BOLT}
    more = {"cards": cards, "a": ["Odd", "Bear", "Ox"], "hers": {"hand": ["Bolt"]}}
    assert ask([{"at": "1.begin_combat", **POWER}], script=TURNED, **more) == ["determined"]
    assert ask([{"at": "1.end", **POWER}], script=script, **more) == ["undetermined"]


def test_what_a_land_gives_besides_matters_where_mana_is_counted_and_when_it_is_tapped():
    cards = {
        **odd("Whenever a land is tapped for mana, its controller frobnicates {G}."),
        "Wood": {"types": "Basic Land — Forest"},
        "Two": {**BEAR, "cost": "{1}{G}"},
    }
    more = {"cards": cards, "a": ["Odd", "Bear", "Wood"], "hers": {"hand": ["Two"]}}
    can = {"at": "1.precombat_main", "player": "A", "can": {"cast": "Two"}}
    assert ask([can], mana="sources", **more) == ["undetermined"]
    assert ask([can, POWER], **more) == ["determined", "determined"]
    script = [{"at": "1.precombat_main", "player": "A", "activate": "Wood"}]
    assert ask([{"at": "1.end", **POWER}], script=script, **more) == ["undetermined"]


def test_a_cost_that_is_unread_matters_where_mana_is_counted():
    cards = {**odd("Flumph spells that frobnicate cost {1} less to cast."), **BOLT}
    more = {"cards": cards, "a": ["Odd", "Bear"], "hers": {"hand": ["Bolt"]}, "script": CAST}
    assert ask([{"at": "1.end", "life": "B"}], **more) == ["determined"]
    assert ask([{"at": "1.end", "life": "B"}], mana="sources", **more) == ["undetermined"]


def test_how_a_permanent_enters_matters_when_it_enters_in_the_game():
    cards = odd("This enchantment enters with a frobnication on it.")
    assert ask([POWER], cards=cards, a=["Odd", "Bear"]) == ["determined"]
    script = [{"at": "1.precombat_main", "player": "A", "cast": "Odd"}]
    found = ask([{"at": "1.end", **POWER}], cards=cards, a=["Bear"], hers={"hand": ["Odd"]}, script=script)
    assert found == ["undetermined"]


def test_a_trigger_that_is_unread_sees_its_own_permanent_enter():
    cards = odd("When Odd enters the battlefield untapped, draw a card.")
    script = [{"at": "1.precombat_main", "player": "A", "cast": "Odd"}]
    found = ask([{"at": "1.end", **POWER}], cards=cards, a=["Bear"], hers={"hand": ["Odd"]}, script=script)
    assert found == ["undetermined"]


def test_what_comes_during_combat_has_to_do_with_that_combat():
    cards = {**odd("Flash\nCreatures can't block unless a flumph frobnicates."), "Ox": BEAR}
    script = [*BLOCKED, {"player": "A", "cast": "Odd"}]
    found = ask([{"at": "1.end", "life": "B"}], cards=cards, a=["Ox"], hers={"hand": ["Odd"]}, script=script)
    assert found == ["undetermined"]


def test_a_sentence_that_only_seems_to_be_about_deck_building_taints():
    assert ask([POWER], cards=odd("Flumphs frobnicate. Odd can be your commander."), a=["Odd", "Bear"]) == [
        "undetermined"
    ]


def test_a_check_before_the_first_turn_sees_what_is_unread():
    assert ask([{"at": "start", **POWER}], cards=odd("Flumphs frobnicate."), a=["Odd", "Bear"]) == [
        "undetermined"
    ]


def test_the_answer_names_the_text_that_bore_on_a_check_and_no_other():
    cards = {**odd("Flumphs can't attack unless you frobnicate.")}
    document = {"id": "x", "cards": {"Bear": BEAR, **cards}, "setup": {"A": {"battlefield": ["Odd", "Bear"]}}}
    can = {"at": "1.declare_attackers", "player": "A", "can": {"attack": ["Bear"]}}
    quiet = check({**document, "checks": [POWER]})
    assert quiet.not_modelled == ()
    found = check({**document, "checks": [can]})
    assert [one["card"] for one in found.not_modelled] == ["Odd"]
    assert "frobnicate" in found.answers[0].why_not["en"]


def test_a_shape_needs_a_subject_of_known_words():
    assert shape("Creatures that frobnicate and lands are colorless") is None
