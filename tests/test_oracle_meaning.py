"""Texts of our own in Oracle form, and what they have to mean: instructions and continuous effects."""

from __future__ import annotations

from kb.checker.oracle import ast
from kb.checker.oracle.ast import (
    ONE,
    YOU,
    Activated,
    AddAbility,
    AddPT,
    AddTypes,
    All,
    Compare,
    ControlledBy,
    Count,
    CreateToken,
    DealDamage,
    Destroy,
    Did,
    Draw,
    EntersWith,
    EventObject,
    Filter,
    GainLife,
    HasType,
    If,
    InZone,
    Is,
    It,
    Keyword,
    LoseLife,
    ManaCost,
    Modify,
    Move,
    Moves,
    Number,
    OtherThan,
    Pay,
    Pick,
    Players,
    Replace,
    SameAs,
    ScaleEvent,
    SetPT,
    Stat,
    Static,
    Status,
    Target,
    This,
    Times,
    Triggered,
    Visit,
)
from kb.checker.oracle.coverage import unread_texts
from kb.checker.oracle.read import parse_oracle
from tests.oracle import CREATURE, MY_CREATURES, one, spell, trigger

# --- activated ------------------------------------------------------------------------------------------


def test_costs_and_restrictions() -> None:
    ability = one("{1}, {T}, Sacrifice another creature: Draw a card. Activate only as a sorcery.")
    assert isinstance(ability, Activated)
    mana, tap, sacrifice = ability.cost
    assert (mana, tap) == (ManaCost("{1}"), ast.TapCost())
    other = Filter("permanent", (OtherThan(This()), HasType("creature")))
    assert sacrifice == ast.DoCost(ast.Sacrifice(YOU, Pick(other, ONE, ONE)))
    assert ability.limits == ("sorcery",)


def test_mana_abilities_are_known() -> None:
    ability = one("{T}: Add {G} or {W}.", "Mossy Lot", "Land")
    assert isinstance(ability, Activated)
    assert ability.is_mana
    assert ability.body.effects == (ast.AddMana(YOU, ("{G}", "{W}")),)


def test_an_ability_of_a_card_in_the_graveyard() -> None:
    ability = one("{2}, Exile this card from your graveyard: Draw a card.")
    assert isinstance(ability, Activated)
    assert ability.zone == "graveyard"


def test_loyalty_abilities() -> None:
    abilities = parse_oracle("+1: Draw a card.\n−X: You gain X life.", "Tolo", ["Planeswalker"])
    first, second = abilities
    assert isinstance(first, Activated)
    assert isinstance(second, Activated)
    assert first.cost == (ast.LoyaltyCost(1, ONE),)
    assert second.cost == (ast.LoyaltyCost(-1, ast.X()),)
    assert first.is_loyalty


# --- static ---------------------------------------------------------------------------------------------


def test_an_anthem() -> None:
    ability = one("Other Walruses you control get +1/+1 and have vigilance.")
    assert isinstance(ability, Static)
    (part,) = ability.parts
    assert isinstance(part, Modify)
    assert part.what == All(Filter("permanent", (OtherThan(This()), HasType("walrus"), ControlledBy(YOU))))
    assert part.changes == (AddPT(ONE, ONE), AddAbility(Keyword("vigilance", text="vigilance")))


def test_each_affected_object_is_measured_for_itself() -> None:
    ability = one(
        "Each other noncreature artifact is a creature in addition to its other types and has base power and "
        "toughness each equal to its mana value.",
        "Waking Hall",
        "Enchantment",
    )
    assert isinstance(ability, Static)
    (part,) = ability.parts
    assert isinstance(part, Modify)
    value = Stat("mana value", ast.Affected())
    assert part.changes == (AddTypes(("creature",)), SetPT(value, value))


def test_a_characteristic_defining_ability() -> None:
    ability = one("This creature's power and toughness are each equal to the number of Islands you control.")
    assert isinstance(ability, Static)
    assert ability.defining
    count = Count(Filter("permanent", (HasType("island"), ControlledBy(YOU))))
    assert ability.parts == (Modify(This(), (SetPT(count, count),)),)


def test_entering_with_counters_under_a_condition() -> None:
    ability = one("This creature enters with two +1/+1 counters on it if it was kicked.")
    assert isinstance(ability, Static)
    (part,) = ability.parts
    assert isinstance(part, EntersWith)
    assert part.counters == (("+1/+1", Number(2)),)
    assert part.condition == Is(This(), Status("kicked"))


def test_entering_as_a_copy() -> None:
    ability = one("You may have this creature enter as a copy of any artifact on the battlefield.")
    assert isinstance(ability, Static)
    (part,) = ability.parts
    assert isinstance(part, EntersWith)
    assert part.optional
    assert part.copy == Pick(Filter("permanent", (HasType("artifact"), InZone("battlefield"))), ONE, ONE)


def test_a_replacement_that_adds_one() -> None:
    ability = one(
        "If one or more +1/+1 counters would be put on an artifact you control, that many plus one +1/+1 counters are "
        "put on it instead."
    )
    assert isinstance(ability, Static)
    (part,) = ability.parts
    assert isinstance(part, ScaleEvent)
    assert (part.factor, part.plus) == (1, ONE)


def test_exile_instead_of_the_graveyard() -> None:
    ability = one("If a creature an opponent controls would die, exile it instead.")
    assert isinstance(ability, Static)
    (part,) = ability.parts
    assert isinstance(part, Replace)
    assert part.instead == (Move(EventObject(), "exile"),)


# --- flow -----------------------------------------------------------------------------------------------


def test_paying_for_an_effect() -> None:
    ability = trigger("When this creature enters, you may pay {2}. If you do, draw a card.")
    assert ability.body.effects == (Pay(YOU, (ManaCost("{2}"),)), If(Did(), (Draw(),)))


def test_instead_replaces_the_instruction_before() -> None:
    body = spell("You gain 2 life. If you control a Walrus, you gain 5 life instead.")
    (effect,) = body.effects
    assert isinstance(effect, If)
    assert effect.then == (GainLife(YOU, Number(5)),)
    assert effect.otherwise == (GainLife(YOU, Number(2)),)


def test_otherwise() -> None:
    body = spell("If it's your turn, draw a card. Otherwise, you gain 2 life.")
    (effect,) = body.effects
    assert isinstance(effect, If)
    assert (effect.then, effect.otherwise) == ((Draw(),), (GainLife(YOU, Number(2)),))


def test_where_x_is_defined() -> None:
    body = spell("You gain X life, where X is twice the number of creatures you control.")
    assert body.effects == (GainLife(YOU, Times(2, Count(MY_CREATURES))),)


def test_modes_have_targets_of_their_own() -> None:
    body = spell("Choose one —\n• Destroy target artifact.\n• Target player draws two cards.")
    assert body.modes is not None
    first, second = body.modes.options
    assert (body.modes.least, body.modes.most) == (ONE, ONE)
    assert first.body.targets[0].filter == Filter("permanent", (HasType("artifact"),))
    assert second.body.effects == (Draw(Target(0), Number(2)),)


def test_a_token_with_an_ability_in_quotation_marks() -> None:
    body = spell('Create two 1/1 blue Fish creature tokens with "When this token dies, you gain 1 life."')
    (effect,) = body.effects
    assert isinstance(effect, CreateToken)
    assert effect.count == Number(2)
    assert (effect.token.subtypes, effect.token.colors) == (("fish",), ("U",))
    (ability,) = effect.token.abilities
    assert isinstance(ability, Triggered)
    assert ability.event == Moves(SameAs(This()), "battlefield", "graveyard")


# --- attractions, dungeons, planes ----------------------------------------------------------------------


def test_visit_and_prize_are_one_ability() -> None:
    text = "Visit — Roll a six-sided die. You gain 1 life.\nPrize — Draw a card."
    (ability,) = parse_oracle(text, "Salt Slide", ["Artifact", "Attraction"])
    assert unread_texts((ability,)) == ()
    assert isinstance(ability, Visit)
    assert ability.prize is not None
    assert ability.prize.effects == (Draw(),)


def test_rooms_lead_on() -> None:
    (room,) = parse_oracle("Salt Cellar — Scry 2. (Leads to: Pantry, Larder)", "Old House", ["Dungeon"])
    assert isinstance(room, ast.Room)
    assert (room.name, room.leads_to) == ("Salt Cellar", ("Pantry", "Larder"))
    assert room.body.effects == (ast.Act("scry", amount=Number(2)),)


def test_everything_is_kept_even_when_nothing_is_read() -> None:
    (ability,) = parse_oracle("Wobble the jelly twice.", "Quiet Walrus", ["Creature"])
    assert unread_texts((ability,)) == ("Wobble the jelly twice",)
    assert CREATURE.kind == "permanent"


# --- readings that are easy to get wrong ------------------------------------------------------------------


def test_one_target_player_does_several_things() -> None:
    body = spell("Target player looks at the top card of their library, draws a card, then discards a card.")
    assert len(body.targets) == 1
    assert {getattr(effect, "who", None) for effect in body.effects} == {Target(0)}


def test_it_was_kicked_speaks_of_the_spell_not_of_the_card_drawn() -> None:
    ability = trigger("When this creature enters, draw a card. Then if it was kicked, discard a card.")
    last = ability.body.effects[-1]
    assert isinstance(last, If)
    assert last.condition == Is(This(), Status("kicked"))


def test_it_is_not_the_equipment_that_is_attached_to_it() -> None:
    body = spell(
        "Target creature gets +1/+0 until end of turn. You may attach an Equipment you control to it."
    )
    may = body.effects[1]
    assert isinstance(may, ast.May)
    (attach,) = may.effects
    assert isinstance(attach, ast.Attach)
    assert attach.to == Target(0)


def test_x_is_defined_for_the_whole_sentence() -> None:
    body = spell(
        "Quick Cure deals X damage to any target and you gain X life, where X is the number of Walruses."
    )
    damage, gain = body.effects
    assert isinstance(damage, DealDamage)
    assert isinstance(gain, GainLife)
    assert damage.amount == gain.amount == Count(Filter("permanent", (HasType("walrus"),)))


def test_an_artifact_and_a_creature_are_two_things() -> None:
    body = spell("Each player sacrifices an artifact and a creature.")
    (effect,) = body.effects
    assert isinstance(effect, ast.Sacrifice)
    assert isinstance(effect.what, ast.Several)
    assert len(effect.what.refs) == 2


def test_a_condition_behind_then_belongs_to_the_last_instruction() -> None:
    body = spell("Mill two cards, then draw a card if you control a Walrus.")
    mill, condition = body.effects
    assert isinstance(mill, ast.Mill)
    assert isinstance(condition, If)
    assert condition.then == (Draw(),)


def test_each_of_several_deals_its_own_damage() -> None:
    body = spell("Each Walrus you control deals damage equal to its power to any target.")
    (each,) = body.effects
    assert isinstance(each, ast.ForEach)
    assert each.effects == (DealDamage(It(), Stat("power", It()), Target(0)),)


def test_what_an_instruction_made_is_forgotten_after_the_next() -> None:
    (ability,) = parse_oracle(
        "Create a Food token. Tap all creatures. Sacrifice that artifact.", "Quick Cure", ["Sorcery"]
    )
    assert unread_texts((ability,)) == ("Sacrifice that artifact",)


def test_the_other_creature_of_the_event() -> None:
    ability = trigger("Whenever this creature becomes blocked by a creature, destroy that creature.")
    assert ability.body.effects == (Destroy(EventObject("object")),)
    aura = one(
        "Whenever enchanted creature blocks a creature, destroy that creature.", types="Enchantment Aura"
    )
    assert isinstance(aura, Triggered)
    assert aura.body.effects == (Destroy(EventObject("object")),)


def test_the_controller_of_the_target_is_that_player() -> None:
    body = spell("Return target creature an opponent controls to its owner's hand. That player loses 1 life.")
    assert body.effects[1] == LoseLife(ast.ControllerOf(Target(0)), ONE)


def test_the_dead_are_counted_by_what_happened() -> None:
    body = spell("You gain 1 life for each creature that died this turn.")
    died = Moves(CREATURE, "battlefield", "graveyard")
    assert body.effects == (GainLife(YOU, ast.Happened(died)),)


def test_each_player_moves_their_own() -> None:
    body = spell("Each player returns all Walrus cards from their graveyard to the battlefield.")
    (move,) = body.effects
    assert isinstance(move, Move)
    assert move.under == ast.OwnerOf(ast.It())  # of each card


def test_an_opponent_is_one_of_them() -> None:
    ability = trigger("At the beginning of your upkeep, if an opponent has 10 or less life, draw a card.")
    life = Compare(Stat("life", Players("iterated")), "<=", Number(10))
    assert ability.condition == ast.SomePlayer(Players("opponents"), life)


def test_what_is_sacrificed_or_moved_is_never_a_player() -> None:
    ability = trigger(
        "Whenever this creature attacks, create two tapped and attacking 1/1 red Goblin creature tokens. "
        "Sacrifice them at the beginning of the next end step."
    )
    delayed = ability.body.effects[1]
    assert isinstance(delayed, ast.Delayed)
    assert delayed.body.effects == (ast.Sacrifice(YOU, ast.Outer(ast.It())),)


def test_legends_are_called_by_their_pronouns() -> None:
    (ability,) = parse_oracle(
        "Whenever Ada deals combat damage to a player, put a +1/+1 counter on her.",
        "Ada, Baker",
        ["Legendary", "Creature"],
    )
    assert isinstance(ability, Triggered)
    assert ability.body.effects == (ast.PutCounters(This(), "+1/+1", ONE),)
