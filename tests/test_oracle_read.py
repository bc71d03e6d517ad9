"""Texts of our own in Oracle form, and what they have to mean: objects, events, descriptions."""

from __future__ import annotations

import pytest

from kb.checker.oracle import ast
from kb.checker.oracle.ast import (
    ONE,
    YOU,
    AddAbility,
    AddPT,
    AnyOf,
    BecomePlotted,
    Becomes,
    Can,
    Cant,
    CastFrom,
    Compare,
    ControlledBy,
    CostChange,
    DealDamage,
    Destroy,
    Did,
    Draw,
    Duration,
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
    Pick,
    Players,
    Rest,
    SameAs,
    Seen,
    Spell,
    Static,
    Status,
    StepBegins,
    Target,
    TargetSpec,
    This,
    TopCards,
    Triggered,
    Unless,
)
from kb.checker.oracle.coverage import unread_texts
from kb.checker.oracle.read import parse_oracle
from tests.oracle import MY_CREATURES, one, spell, trigger

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
        "Look at the top five cards of your library. You may exile a nonartifact card from among them. If you do, "
        "it becomes plotted. Put the rest into your graveyard."
    )
    look, may, plotted, rest = body.effects
    assert look == Look(TopCards(Number(5), YOU))
    card = Filter("card", (Negated(HasType("artifact")), FromAmong(Seen())))
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
    assert ability.body.effects == (DealDamage(This(), ONE, EventPlayer("subject")),)


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


@pytest.mark.parametrize(
    "text", ["Creatures you control enter tapped and attacking", "Two creatures enter tapped"]
)
def test_what_nothing_can_enter_with_and_what_is_no_description_is_unread(text: str) -> None:
    assert unread_texts(parse_oracle(f"{text}.", "", ("Enchantment",))) == (text,)


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
