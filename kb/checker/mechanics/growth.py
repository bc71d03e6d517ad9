"""Keywords about entering, dying and growing: evolve, modular, afterlife, riot, exploit … (CR 702)."""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.characteristics import chars, expands
from kb.checker.dispatch import Scope, effects, objects_of
from kb.checker.effects.acts import act
from kb.checker.event import Event, enters_state
from kb.checker.event_data import LOOKS_BACK, OTHER, STATE
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.marks import RENOWNED
from kb.checker.mechanics.combat_keywords import CREATURE, THIS, YOURS, amount_of, when
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.parts import forbidden
from kb.checker.rules import rule
from kb.checker.state import Game, Obj
from kb.checker.triggers import TRIGGER_RULES

ENTERS = ast.Moves(THIS, to="battlefield")
DIES = ast.Moves(THIS, "battlefield", "graveyard")
YOU = ast.SameAs(ast.You())

enters_state(RENOWNED, "exploits")
TRIGGER_RULES["becomes:exploits"] = ("702.110b",)


@act("renown")
def become_renowned(game: Game, effect: ast.Act, scope: Scope) -> None:
    """It becomes renowned."""
    for thing in objects_of(game, effect.what or ast.This(), scope):
        if thing in game.objects:
            happen(game, Event("becomes", thing, data=having(STATE("renowned"))))


@expands("evolve")
@rule("702.100a")
def evolve(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.100a: when a creature you control enters with greater power or toughness, put a +1/+1 counter on this."""
    greater = ast.AnyOf((
        ast.Measures("power", ">", ast.Stat("power", ast.This())),
        ast.Measures("toughness", ">", ast.Stat("toughness", ast.This())),
    ))  # fmt: skip
    event = ast.Moves(ast.Filter("permanent", (CREATURE, YOURS, ast.OtherThan(ast.This()))), to="battlefield")
    condition = ast.Is(ast.EventObject(), greater)
    return when(
        "Evolve", "702.100a", event, ast.PutCounters(ast.This(), "+1/+1", ast.ONE), condition=condition
    )


@expands("modular")
@rule("702.43a")
def modular(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.43a: enters with N +1/+1 counters; when it dies, they may go on target artifact creature."""
    enters = ast.Static(text=node.text, parts=(ast.EntersWith(THIS, counters=(("+1/+1", amount_of(node)),)),))
    target = ast.TargetSpec(ast.Filter("permanent", (ast.HasType("artifact"), CREATURE)))
    put = ast.May(ast.You(), (ast.PutCounters(ast.Target(0), "+1/+1", ast.Counters("+1/+1", ast.This())),))
    return [enters, *when("Modular", "702.43a", DIES, put, targets=(target,))]


@expands("afterlife")
@rule("702.135a")
def afterlife(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.135a: when it dies, create N 1/1 white and black Spirit creature tokens with flying."""
    spirit = ast.Token(types=("creature",), subtypes=("spirit",), colors=("W", "B"), power=ast.ONE, toughness=ast.ONE,
                       abilities=(ast.Keyword(text="Flying", name="flying"),))  # fmt: skip
    return when("Afterlife", "702.135a", DIES, ast.CreateToken(ast.You(), amount_of(node), spirit))


@expands("soulshift")
@rule("702.46a")
def soulshift(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.46a: when it dies, a Spirit card of mana value N or less may come back from the graveyard to the hand."""
    where = (
        ast.HasType("spirit"),
        ast.InZone("graveyard", ast.You()),
        ast.Measures("mana value", "<=", amount_of(node)),
    )
    move = ast.May(ast.You(), (ast.Move(ast.Target(0), "hand"),))
    return when("Soulshift", "702.46a", DIES, move, targets=(ast.TargetSpec(ast.Filter("card", where)),))


@expands("living weapon")
@rule("702.92a")
def living_weapon(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.92a: when it enters, create a 0/0 black Phyrexian Germ creature token and attach this to it."""
    germ = ast.Token(
        types=("creature",),
        subtypes=("phyrexian", "germ"),
        colors=("B",),
        power=ast.Number(0),
        toughness=ast.Number(0),
    )
    make = ast.CreateToken(ast.You(), ast.ONE, germ)
    return when(
        "Living", "702.92a", ENTERS, make, ast.Attach(ast.This(), ast.It()), text="Living weapon (enters)"
    )


@expands("for mirrodin!")
@rule("702.163a")
def for_mirrodin(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.163a: when it enters, create a 2/2 red Rebel creature token and attach this to it."""
    rebel = ast.Token(
        types=("creature",), subtypes=("rebel",), colors=("R",), power=ast.Number(2), toughness=ast.Number(2)
    )
    make = ast.CreateToken(ast.You(), ast.ONE, rebel)
    return when(
        "For", "702.163a", ENTERS, make, ast.Attach(ast.This(), ast.It()), text="For Mirrodin! (enters)"
    )


@expands("exploit")
@rule("702.110a")
def exploit(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.110a: when it enters, you may sacrifice a creature."""
    pick = ast.Pick(ast.Filter("permanent", (CREATURE, YOURS)), ast.ONE, ast.ONE)
    return when("Exploit", "702.110a", ENTERS, ast.May(ast.You(), (Exploit(pick),)))


@dataclass(frozen=True, slots=True)
class Exploit(ast.Effect):
    """Sacrifice a creature to exploit."""

    what: ast.Ref


@effects(Exploit)
@rule("702.110b")
def exploits(game: Game, effect: Exploit, scope: Scope) -> None:
    """CR 702.110b: a creature with exploit exploits a creature as its controller sacrifices one while the ability resolves.

    Both happen at the same moment: a creature that exploits itself is seen to do so.
    """
    scope.did = False
    for thing in objects_of(game, effect.what, scope):
        if forbidden(game, "be sacrificed", thing) or chars(game, thing).controller != scope.controller:
            continue
        data = having(STATE("exploits"), OTHER(thing), LOOKS_BACK(True))
        happened = happen(
            game,
            Event("sacrifice", thing, player=scope.controller, source=scope.source),
            Event("becomes", scope.source, player=scope.controller, data=data),
        )
        scope.did = any(event.kind == "move" for event in happened)
        scope.it = [thing]


@expands("partner with")
@rule("702.124j")
def partner_with(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.124j: when it enters, target player may search their library for the card of that name and put it into their hand."""
    assert isinstance(node, ast.Keyword)
    who = ast.Target(0)
    card = ast.Filter("card", (ast.InZone("library", who), ast.Named(node.words)))
    search = ast.Search(who, who, ("library",), ast.Pick(card, ast.ONE, ast.ONE), reveal=True)
    look = ast.May(who, (search, ast.Move(ast.It(), "hand"), ast.Shuffle(who)))
    return when(
        "Partner", "702.124j", ENTERS, look, targets=(ast.TargetSpec(ast.Filter("player")),), text=node.text
    )


@expands("fabricate")
@rule("702.123a")
def fabricate(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.123a: when it enters, N +1/+1 counters on it or N 1/1 colorless Servo artifact creature tokens."""
    servo = ast.Token(types=("artifact", "creature"), subtypes=("servo",), power=ast.ONE, toughness=ast.ONE)
    n = amount_of(node)
    choice = ast.ChooseOne(
        ast.You(), ((ast.PutCounters(ast.This(), "+1/+1", n),), (ast.CreateToken(ast.You(), n, servo),))
    )
    return when("Fabricate", "702.123a", ENTERS, choice)


@expands("extort")
@rule("702.101a")
def extort(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.101a: when you cast a spell you may pay {W/B}; each opponent loses 1 life and you gain that much."""
    pay = ast.Pay(ast.You(), (ast.ManaCost("{W/B}"),))
    drain = (ast.LoseLife(ast.Players("opponents"), ast.ONE), ast.GainLife(ast.You(), ast.DoneAmount()))
    return when("Extort", "702.101a", ast.Casts(YOU, ast.Filter("spell")), pay, ast.If(ast.Did(), drain))


@expands("riot")
@rule("702.136a")
def riot(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.136a: it enters with a +1/+1 counter or with haste, as you choose."""
    counter = (ast.PutCounters(ast.This(), "+1/+1", ast.ONE),)
    haste = (
        ast.ForDuration(
            (ast.Modify(ast.This(), (ast.AddAbility(ast.Keyword(text="Haste", name="haste")),)),),
            ast.Duration("game"),
        ),
    )
    return [
        ast.Static(
            text=node.text,
            parts=(ast.EntersWith(THIS, effects=(ast.ChooseOne(ast.You(), (counter, haste)),)),),
        )
    ]


@expands("unleash")
@rule("702.98a")
def unleash(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.98a: you may have it enter with a +1/+1 counter; it can't block while it has one."""
    enters = ast.EntersWith(THIS, counters=(("+1/+1", ast.ONE),), optional=True)
    cant = ast.While(ast.Cant(ast.This(), "block"), ast.Is(ast.This(), ast.HasCounter("+1/+1")))
    return [ast.Static(text=node.text, parts=(enters, cant))]


@expands("bloodthirst")
@rule("702.54a")
def bloodthirst(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.54a: if an opponent was dealt damage this turn, it enters with N +1/+1 counters."""
    hurt = ast.SomePlayer(
        ast.Players("opponents"), ast.Is(ast.Players("iterated"), ast.Status("was dealt damage this turn"))
    )
    return [
        ast.Static(
            text=node.text,
            parts=(ast.EntersWith(THIS, counters=(("+1/+1", amount_of(node)),), condition=hurt),),
        )
    ]
