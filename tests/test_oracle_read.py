"""Texts of our own in Oracle form, and what they have to mean."""

from __future__ import annotations

import pytest

from kb.checker.oracle import ast
from kb.checker.oracle.ast import (
    ONE,
    YOU,
    Activated,
    AddAbility,
    AddPT,
    AddTypes,
    All,
    AnyOf,
    BecomePlotted,
    Becomes,
    Can,
    Cant,
    CastFrom,
    Compare,
    ControlledBy,
    CostChange,
    Count,
    CreateToken,
    DealDamage,
    Destroy,
    Did,
    Draw,
    Duration,
    EntersWith,
    EventObject,
    EventPlayer,
    Filter,
    ForDuration,
    FromAmong,
    GainLife,
    Happens,
    HasColor,
    HasType,
    If,
    InZone,
    Is,
    It,
    Keyword,
    Look,
    LoseLife,
    ManaCost,
    MaxSpeedAbility,
    Measures,
    Modify,
    Move,
    Moves,
    Negated,
    Number,
    OtherThan,
    Pay,
    Pick,
    Players,
    Replace,
    Rest,
    SameAs,
    ScaleEvent,
    Seen,
    SetPT,
    Spell,
    Stat,
    Static,
    Status,
    StepBegins,
    Target,
    TargetSpec,
    This,
    Times,
    TopCards,
    Triggered,
    Unless,
    Visit,
)
from kb.checker.oracle.coverage import unread_texts
from kb.checker.oracle.read import parse_oracle

CREATURE = Filter("permanent", (HasType("creature"),))
MY_CREATURES = Filter("permanent", (HasType("creature"), ControlledBy(YOU)))


def one(text: str, name: str = "Quiet Walrus", types: str = "Creature Walrus") -> ast.Ability:
    """The only ability of a text, with nothing unread."""
    abilities = parse_oracle(text, name, types.split())
    assert unread_texts(abilities) == ()
    assert len(abilities) == 1
    return abilities[0]


def spell(text: str) -> ast.Body:
    """The body of a one-paragraph instant."""
    ability = one(text, "Quick Cure", "Instant")
    assert isinstance(ability, Spell)
    return ability.body


def trigger(text: str, name: str = "Quiet Walrus") -> Triggered:
    """A triggered ability."""
    ability = one(text, name)
    assert isinstance(ability, Triggered)
    return ability


# --- the object itself, old and new wording ------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "When this creature enters, draw a card.",
        "When this creature enters the battlefield, draw a card.",
        "When Tolo, Salt Baron enters, draw a card.",
        "When Tolo enters the battlefield, draw a card. (Not a whale.)",
    ],
)
def test_the_object_is_the_same_by_any_name(text: str) -> None:
    ability = trigger(text, "Tolo, Salt Baron")
    assert ability.event == Moves(SameAs(This()), to="battlefield")
    assert ability.body.effects == (Draw(),)


def test_chaos_is_the_same_in_old_and_new_wording() -> None:
    old = one("Whenever you roll {CHAOS}, draw a card.", "Salt Flats", "Plane")
    new = one("Whenever chaos ensues, draw a card.", "Salt Flats", "Plane")
    assert isinstance(old, Triggered)
    assert isinstance(new, Triggered)
    assert old.event == new.event == Happens("chaos ensues")


def test_reminder_text_alone_is_no_ability() -> None:
    assert parse_oracle("({T}: Add {G}.)", "Mossy Lot", ["Land"]) == ()


def test_the_text_of_an_ability_is_its_paragraph_without_reminder() -> None:
    ability = one("Whenever you scry, you gain 1 life. (Look first.)")
    assert ability.text == "Whenever you scry, you gain 1 life."


# --- keywords -------------------------------------------------------------------------------------------


def test_a_line_of_keywords_is_an_ability_each() -> None:
    abilities = parse_oracle("Flying, vigilance, ward {2}", "Quiet Walrus", ["Creature"])
    assert [a.name for a in abilities if isinstance(a, Keyword)] == ["flying", "vigilance", "ward"]
    assert abilities[2] == Keyword("ward", (ManaCost("{2}"),), text="ward {2}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Plot {3}{R}", Keyword("plot", (ManaCost("{3}{R}"),))),
        ("Kicker {1}{U}", Keyword("kicker", (ManaCost("{1}{U}"),))),
        ("Suspend 4—{U}", Keyword("suspend", (ManaCost("{U}"),), Number(4))),
        ("Start your engines!", Keyword("start your engines!")),
        ("Enchant creature you control", Keyword("enchant", quality=MY_CREATURES)),
        ("Protection from red", Keyword("protection", quality=HasColor("R"))),
        ("Toxic 2", Keyword("toxic", amount=Number(2))),
        ("Affinity for artifacts", Keyword("affinity", quality=Filter("permanent", (HasType("artifact"),)))),
        ("Ward—Pay 2 life.", Keyword("ward", (ast.DoCost(LoseLife(YOU, Number(2), pay=True)),))),
        ("Flashback—Discard a card.", None),
    ],
)
def test_keywords_carry_their_parameters(text: str, expected: Keyword | None) -> None:
    ability = one(text)
    assert isinstance(ability, Keyword)
    if expected is not None:
        assert (ability.name, ability.cost, ability.amount, ability.quality) == (
            expected.name,
            expected.cost,
            expected.amount,
            expected.quality,
        )


def test_max_speed_holds_an_ability() -> None:
    ability = one("Max speed — This creature has double strike.")
    assert isinstance(ability, MaxSpeedAbility)
    assert isinstance(ability.ability, Static)
    change = AddAbility(Keyword("double strike", text="double strike"))
    assert ability.ability.parts == (Modify(This(), (change,)),)


# --- plot -----------------------------------------------------------------------------------------------


def test_a_card_that_becomes_plotted() -> None:
    ability = trigger("When this card becomes plotted, it deals 3 damage to any target.")
    assert ability.event == Becomes(SameAs(This()), "plotted")
    (damage,) = ability.body.effects
    assert damage == DealDamage(This(), Number(3), Target(0))
    (target,) = ability.body.targets
    assert target.filter.kind == "any"


def test_plotting_one_of_the_cards_looked_at() -> None:
    body = spell(
        "Look at the top five cards of your library. You may exile a nonland card from among them. If you do, it "
        "becomes plotted. Put the rest into your graveyard."
    )
    look, may, plotted, rest = body.effects
    assert look == Look(TopCards(Number(5), YOU))
    card = Filter("card", (Negated(HasType("land")), FromAmong(Seen())))
    assert may == ast.May(YOU, (Move(Pick(card, ONE, ONE), "exile"),))
    assert plotted == If(Did(), (BecomePlotted(It()),))
    assert rest == Move(Rest(), "graveyard")


def test_exiling_a_spell_that_becomes_plotted() -> None:
    body = spell("Exile target spell. It becomes plotted.")
    assert body.effects == (Move(Target(0), "exile"), BecomePlotted(Target(0)))
    assert body.targets == (TargetSpec(Filter("spell")),)


def test_taxes_on_spells_from_elsewhere() -> None:
    ability = one("Spells your opponents cast from graveyards or from exile cost {3} more to cast.")
    assert isinstance(ability, Static)
    (part,) = ability.parts
    assert isinstance(part, CostChange)
    assert (part.by, part.sign) == ("{3}", 1)
    assert isinstance(part.what, Filter)
    assert ControlledBy(Players("opponents")) in part.what.where
    assert CastFrom(("graveyard", "exile"), None) in part.what.where


def test_plotting_may_cost_less() -> None:
    ability = one("Plotting cards from your hand costs {1} less.")
    assert isinstance(ability, Static)
    (part,) = ability.parts
    assert isinstance(part, CostChange)
    assert (part.action, part.by, part.sign) == ("plot", "{1}", -1)
    assert part.what == Filter("card", (InZone("hand", YOU),))


def test_plotting_from_the_library() -> None:
    ability = one("You may plot nonland cards from the top of your library.")
    assert isinstance(ability, Static)
    assert ability.parts == (Can(YOU, "plot", Filter("card", (Negated(HasType("land")),)), "library"),)


# --- pronouns -------------------------------------------------------------------------------------------


def test_that_creature_is_the_target() -> None:
    body = spell("Target creature gets -1/-0 until end of turn. That creature can't block this turn.")
    first, second = body.effects
    end = Duration("end of turn")
    assert first == ForDuration((Modify(Target(0), (AddPT(Number(-1), Number(0)),)),), end)
    assert second == ForDuration((Cant(Target(0), "block"),), end)


def test_it_is_the_creature_of_the_event() -> None:
    ability = trigger("Whenever another creature you control attacks, put a +1/+1 counter on it.")
    assert ability.body.effects == (ast.PutCounters(EventObject(), "+1/+1", ONE),)


def test_it_is_this_creature_when_the_event_is_about_it() -> None:
    ability = trigger("Whenever this creature attacks, it gets +2/+0 until end of turn.")
    (effect,) = ability.body.effects
    assert isinstance(effect, ForDuration)
    assert effect.parts == (Modify(This(), (AddPT(Number(2), Number(0)),)),)


def test_that_player_is_the_one_whose_upkeep_it_is() -> None:
    ability = trigger(
        "At the beginning of each player's upkeep, this creature deals 1 damage to that player."
    )
    assert ability.event == StepBegins("upkeep")
    assert ability.body.effects == (DealDamage(This(), ONE, EventPlayer()),)


def test_another_target_is_another_than_the_first() -> None:
    body = spell("Quick Cure deals 3 damage to any target and 1 damage to another target.")
    assert len(body.targets) == 2
    assert OtherThan(Target(0)) in body.targets[1].filter.where
    assert [effect.to for effect in body.effects if isinstance(effect, DealDamage)] == [Target(0), Target(1)]


def test_a_pronoun_without_antecedent_is_unread() -> None:
    (ability,) = parse_oracle("Destroy it.", "Quick Cure", ["Instant"])
    assert unread_texts((ability,)) == ("Destroy it",)


def test_each_player_unless_they_pay_is_done_player_by_player() -> None:
    body = spell("Each player loses 3 life unless they discard a card.")
    (effect,) = body.effects
    iterated = Players("iterated")
    assert isinstance(effect, ast.ForEach)
    assert effect.of == Players("each")
    (unless,) = effect.effects
    assert isinstance(unless, Unless)
    assert unless.who == iterated
    assert unless.effects == (LoseLife(iterated, Number(3)),)


# --- descriptions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("creature or Vehicle", (AnyOf((HasType("creature"), HasType("vehicle"))),)),
        (
            "nonartifact, nonblack creature",
            (Negated(HasType("artifact")), Negated(HasColor("B")), HasType("creature")),
        ),
        (
            "red, green, or white creature",
            (AnyOf((HasColor("R"), HasColor("G"), HasColor("W"))), HasType("creature")),
        ),
        ("artifact creature", (HasType("artifact"), HasType("creature"))),
        ("tapped creature", (Status("tapped"), HasType("creature"))),
        ("creature with power 3 or less", (HasType("creature"), Measures("power", "<=", Number(3)))),
    ],
)
def test_descriptions(words: str, expected: tuple[ast.Predicate, ...]) -> None:
    body = spell(f"Destroy target {words}.")
    assert body.effects == (Destroy(Target(0)),)
    assert body.targets[0].filter == Filter("permanent", expected)


def test_instant_or_sorcery_card_shares_its_noun() -> None:
    body = spell("Return target instant or sorcery card from your graveyard to your hand.")
    filter_ = body.targets[0].filter
    assert filter_.kind == "card"
    assert filter_.where == (AnyOf((HasType("instant"), HasType("sorcery"))), InZone("graveyard", YOU))


# --- triggers -------------------------------------------------------------------------------------------


def test_an_intervening_if_is_the_condition() -> None:
    ability = trigger("When this creature enters, if you've cast two or more spells this turn, draw a card.")
    assert isinstance(ability.condition, Compare)
    assert (ability.condition.op, ability.condition.right) == (">=", Number(2))
    assert ability.body.effects == (Draw(),)


def test_an_unread_effect_leaves_the_event_read() -> None:
    (ability,) = parse_oracle("When this creature dies, juggle three eels.", "Quiet Walrus", ["Creature"])
    assert isinstance(ability, Triggered)
    assert ability.event == Moves(SameAs(This()), "battlefield", "graveyard")
    assert unread_texts((ability,)) == ("juggle three eels",)


def test_one_sentence_unread_leaves_the_others_read() -> None:
    (ability,) = parse_oracle(
        "Draw two cards. Juggle three eels. You gain 1 life.", "Quick Cure", ["Instant"]
    )
    assert isinstance(ability, Spell)
    assert ability.body.effects[0] == Draw(count=Number(2))
    assert ability.body.effects[2] == GainLife(YOU, ONE)
    assert unread_texts((ability,)) == ("Juggle three eels",)


def test_this_or_another_dies() -> None:
    ability = trigger("Whenever this creature or another creature you control dies, you gain 1 life.")
    assert isinstance(ability.event, Moves)
    assert isinstance(ability.event.what, AnyOf)
    assert ability.event.what.options[0] == SameAs(This())


def test_once_each_turn() -> None:
    ability = trigger("Whenever you gain life, draw a card. This ability triggers only once each turn.")
    assert ability.limits == ("once each turn",)


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
        "Each other noncreature artifact is a creature in addition to its other types and has base power and base "
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
    assert move.under == ast.OwnerOf(move.what)


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
