"""Activated keywords of cards in hand, graveyard and on the battlefield: cycling, crew, unearth, outlast … (CR 702)."""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.characteristics import chars, expands
from kb.checker.choices import answer_for, choose
from kb.checker.dispatch import Scope, Thing, costs, effects, number
from kb.checker.event import Event, enters_state
from kb.checker.event_data import BY, NEW, OTHER, STATE, VALUE, X_PAID
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.marks import CREWED, SADDLED
from kb.checker.meaning.refs import thing_option
from kb.checker.mechanics.combat_keywords import amount_of, gains
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Illegal, Obj, battlefield, card_name
from kb.checker.triggers import TRIGGER_RULES

SORCERY = ("sorcery",)

enters_state(CREWED, SADDLED, "crews", "saddles")
TRIGGER_RULES.update(
    {"becomes:crews": ("702.122b",), "becomes:crewed": ("702.122d",), "becomes:saddles": ("702.171c",)}
)


@dataclass(frozen=True, slots=True)
class CycleCost(ast.Cost):
    """Discard this card to pay for a cycling ability."""


@costs(CycleCost)
@rule("702.29c")
def cycle_cost(game: Game, cost: CycleCost, scope: Scope, payer: str) -> None:
    """CR 702.29c: a card is cycled as it is discarded to pay for its cycling ability."""
    happened = happen(
        game, Event("discard", scope.source, player=payer, source=scope.source, data=having(BY(payer)))
    )
    for event in happened:
        if event.kind == "move" and NEW in event.data:
            happen(
                game,
                Event("cycle", event.data[NEW], player=payer, data=having(X_PAID(scope.x))).why("702.29c"),
            )


@expands("cycling")
@rule("702.29a")
def cycling(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.29a: pay and discard this card from hand: draw a card."""
    assert isinstance(node, ast.Keyword)
    body = ast.Body((ast.Draw(),))
    return [
        ast.Activated(text=node.text or "Cycling", cost=(*node.cost, CycleCost()), body=body, zone="hand")
    ]


def landcycling(name: str) -> None:
    """Register a typecycling keyword ("plainscycling", "basic landcycling")."""

    @expands(name)
    def typecycling(game: Game, obj: Obj, node: Ability) -> list[Ability]:
        assert isinstance(node, ast.Keyword)
        words = name.removesuffix("cycling").split()
        where = tuple(ast.HasType(word) for word in words)
        pick = ast.Pick(ast.Filter("card", (ast.InZone("library", ast.You()), *where)), ast.ONE, ast.ONE)
        search = ast.Search(ast.You(), ast.You(), ("library",), pick, reveal=True)
        body = ast.Body((search, ast.Move(ast.It(), "hand"), ast.Shuffle(ast.You())))
        return [ast.Activated(text=node.text or name, cost=(*node.cost, CycleCost()), body=body, zone="hand")]


for _name in ("plainscycling", "islandcycling", "swampcycling", "mountaincycling", "forestcycling", "basic landcycling",
              "landcycling", "wizardcycling", "slivercycling", "artifact landcycling"):  # fmt: skip
    landcycling(_name)


@dataclass(frozen=True, slots=True)
class TapPower(ast.Cost):
    """Tap untapped creatures you control other than this, of total power N or more (crew, saddle)."""

    amount: ast.Amount
    word: str


@costs(TapPower)
@rule("702.122a", "702.122b", "702.171a", "702.171c")
def tap_power(game: Game, cost: TapPower, scope: Scope, payer: str) -> None:
    """CR 702.122a-b, 702.171a, 702.171c: tap any number of other untapped creatures with total power N or greater; each of them
    crews or saddles the permanent by that."""
    need = number(game, cost.amount, scope)
    rest: list[Thing] = [
        obj.id for obj in battlefield(game)
        if not obj.tapped and obj.id != scope.source and chars(game, obj.id).controller == payer and "creature" in chars(game, obj.id).types
    ]  # fmt: skip
    tapped: list[int] = []
    total, named = 0, False
    number_ = "702.122a" if cost.word == "crew" else "702.171a"
    slots = {"player": payer, "card": card_name(game, scope.source), "n": need}
    while total < need:
        if sum(max(0, chars(game, i).power or 0) for i in rest if isinstance(i, int)) < need - total:
            raise Illegal(Reason(number_, slots, "no"), Reason("118.3", slots, "no"))
        options = [thing_option(game, i) for i in rest]
        index = answer_for(game, options)
        if index is None and named:  # those that were named have too little power together
            raise Illegal(Reason(number_, slots, "no"))
        named = named or index is not None
        what = f"creature to {cost.word} with"
        picked = choose(game, payer, options, what) if index is None else options[index].value
        rest.remove(picked)
        tapped.append(picked)
        total += max(0, chars(game, picked).power or 0)
    happen(game, *(Event("tap", i) for i in tapped))
    state = "crews" if cost.word == "crew" else "saddles"
    happen(
        game,
        *(Event("becomes", i, player=payer, data=having(STATE(state), OTHER(scope.source))) for i in tapped),
    )


@expands("crew")
def crew(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.122a: tap creatures: this Vehicle becomes an artifact creature until end of turn."""
    become = ast.ForDuration(
        (ast.Modify(ast.This(), (ast.AddTypes(("artifact", "creature")),)),), ast.Duration("end of turn")
    )
    body = ast.Body((become, Becomes("crewed")))
    return [ast.Activated(text=node.text or "Crew", cost=(TapPower(amount_of(node), "crew"),), body=body)]


@expands("saddle")
def saddle(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.171a: tap creatures: this becomes saddled until end of turn; only as a sorcery."""
    cost = (TapPower(amount_of(node), "saddle"),)
    return [
        ast.Activated(
            text=node.text or "Saddle", cost=cost, body=ast.Body((Becomes("saddled"),)), limits=SORCERY
        )
    ]


@dataclass(frozen=True, slots=True)
class Becomes(ast.Effect):
    """This becomes crewed or saddled this turn."""

    state: str


@effects(Becomes)
@rule("702.171b")
def becomes(game: Game, effect: Becomes, scope: Scope) -> None:
    """CR 702.171b: a designation until end of turn."""
    if scope.source in game.objects:
        happen(
            game,
            Event(
                "becomes",
                scope.source,
                player=scope.controller,
                data=having(STATE(effect.state), VALUE(game.turn)),
            ),
        )


@expands("unearth")
@rule("702.84a")
def unearth(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.84a: return it from the graveyard with haste; it is exiled at the next end step or when it would leave."""
    assert isinstance(node, ast.Keyword)
    back = ast.Move(ast.This(), "battlefield", origin="graveyard")
    end = ast.Delayed(ast.StepBegins("end", None, "next"), ast.Body((ast.Move(ast.It(), "exile"),)))
    stays = ast.ForDuration((ast.Replace(ast.Moves(ast.SameAs(ast.It()), "battlefield"),
                                         (ast.Move(ast.EventObject(), "exile"),)),), ast.Duration("game"))  # fmt: skip
    body = ast.Body((back, gains(ast.It(), "haste"), end, stays))
    return [
        ast.Activated(
            text=node.text or "Unearth", cost=node.cost, body=body, zone="graveyard", limits=SORCERY
        )
    ]


@expands("outlast")
@rule("702.107a")
def outlast(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.107a: pay and tap: a +1/+1 counter on this; only as a sorcery."""
    assert isinstance(node, ast.Keyword)
    body = ast.Body((ast.PutCounters(ast.This(), "+1/+1", ast.ONE),))
    return [
        ast.Activated(
            text=node.text or "Outlast", cost=(*node.cost, ast.TapCost()), body=body, limits=SORCERY
        )
    ]


@expands("scavenge")
@rule("702.97a")
def scavenge(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.97a: exile it from the graveyard: +1/+1 counters equal to its power on target creature."""
    assert isinstance(node, ast.Keyword)
    exile = ast.DoCost(ast.Move(ast.This(), "exile", origin="graveyard"))
    target = ast.TargetSpec(ast.Filter("permanent", (ast.HasType("creature"),)))
    body = ast.Body((ast.PutCounters(ast.Target(0), "+1/+1", ast.Stat("power", ast.This())),), (target,))
    return [
        ast.Activated(
            text=node.text or "Scavenge",
            cost=(*node.cost, exile),
            body=body,
            zone="graveyard",
            limits=SORCERY,
        )
    ]


def _token_copy(word: str, node: ast.Keyword, changes: tuple[ast.Change, ...]) -> list[Ability]:
    exile = ast.DoCost(ast.Move(ast.This(), "exile", origin="graveyard"))
    body = ast.Body((ast.CreateCopy(ast.You(), ast.ONE, ast.This(), changes),))
    return [
        ast.Activated(
            text=node.text or word, cost=(*node.cost, exile), body=body, zone="graveyard", limits=SORCERY
        )
    ]


@expands("embalm")
@rule("702.128a")
def embalm(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.128a: exile it from the graveyard: a token copy that is white, without mana cost, and a Zombie too."""
    assert isinstance(node, ast.Keyword)
    return _token_copy("Embalm", node, (ast.SetColors(("W",)), ast.AddTypes(("zombie",))))


@expands("eternalize")
@rule("702.129a")
def eternalize(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.129a: exile it from the graveyard: a 4/4 token copy that is black, without mana cost, and a Zombie too."""
    assert isinstance(node, ast.Keyword)
    four = ast.Number(4)
    return _token_copy(
        "Eternalize", node, (ast.SetColors(("B",)), ast.AddTypes(("zombie",)), ast.SetPT(four, four))
    )
