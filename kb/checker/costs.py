"""CR 118, 601.2h, 602.2b: paying costs other than by instructions of their own; each AST cost has a handler."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.checker.characteristics import chars, has_keyword
from kb.checker.dispatch import (
    Scope,
    Thing,
    costs,
    effects,
    find,
    follow,
    number,
    objects_of,
    players_of,
    predicates,
)
from kb.checker.event import Event
from kb.checker.event_data import BY, COST, COUNTER, WHY
from kb.checker.events import happen
from kb.checker.facts import PAID_AS, PAYING
from kb.checker.keys import ScopeFact, having
from kb.checker.mana import Change, ManaBill, bill, paid_x, pay_mana
from kb.checker.meaning.picking import choosable, picks_in
from kb.checker.oracle import ast
from kb.checker.parts import counters_forbidden, forbidden
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Illegal, card_name
from kb.checker.tracking import MOVED
from kb.checker.vocabulary import knows

SPENT: ScopeFact[int | None] = ScopeFact("mana_spent")
"""How much mana was spent; None where that isn't known."""


@costs(ast.ManaCost)
def mana_cost(game: Game, cost: ast.ManaCost, scope: Scope, payer: str) -> None:
    """CR 118.3a: mana."""
    pay_bill(game, mana_bill(game, cost, scope), scope, payer)


@costs(ast.CountedMana)
def counted_mana(game: Game, cost: ast.CountedMana, scope: Scope, payer: str) -> None:
    """CR 107.3c: mana of which the text says how much; nobody announces that X."""
    pay_bill(game, mana_bill(game, cost, scope), scope, payer)


def mana_bill(game: Game, cost: ast.ManaCost | ast.CountedMana, scope: Scope) -> ManaBill:
    """How much mana it is now, with the X that was announced or that the text says."""
    if isinstance(cost, ast.ManaCost):
        return bill(cost.symbols, paid_x(game, scope.x, cost.symbols))
    x = scope.x if cost.x is None else max(0, number(game, cost.x, scope))  # 107.1b: never less than nothing
    return bill(cost.symbols * number(game, cost.times, scope), paid_x(game, x, cost.symbols))


def pay_bill(game: Game, made: ManaBill, scope: Scope, payer: str, changes: Sequence[Change] = ()) -> None:
    """Pay mana for what the scope follows."""
    name = card_name(game, scope.source) if scope.source else ""
    spent = pay_mana(game, payer, made, name, changes=changes)
    before = scope.facts.get(SPENT, 0)
    scope.facts[SPENT] = None if before is None else before + spent


@costs(ast.ManaCostOf)
def mana_cost_of(game: Game, cost: ast.ManaCostOf, scope: Scope, payer: str) -> None:
    """CR 118.3, 118.7: the mana cost of an object, with generic mana taken off; one without a mana cost can't be paid (118.6)."""
    things = objects_of(game, cost.of, scope)
    symbols = chars(game, things[0]).cost if things else None
    if symbols is None:
        raise Illegal(Reason("118.6", {"card": card_name(game, things[0]) if things else ""}, "no"))
    made = bill(symbols, 0)
    pay_bill(game, made, scope, payer, [(f"{{{cost.less}}}", -1, 0)] if cost.less else [])


@costs(ast.TapCost)
@rule("602.5a")
def tap_cost(game: Game, cost: ast.TapCost, scope: Scope, payer: str) -> None:
    """CR 602.5a, 302.6: {T} needs an untapped permanent; a creature's only if it came under control before this turn."""
    obj = game.objects.get(scope.source)
    name = card_name(game, scope.source)
    if obj is None or obj.zone != "battlefield" or obj.tapped != cost.untap:
        raise Illegal(Reason("118.3", {"card": name}, "tapped"))
    what = chars(game, obj.id)
    if "creature" in what.types and obj.since >= game.turn and not has_keyword(game, obj.id, "haste"):
        raise Illegal(Reason("302.6", {"card": name}, "no"), Reason("602.5a", {"card": name}, "no"))
    if "creature" in what.types and obj.since < game.turn and game.cause is not None:
        game.records[game.cause].reasons.append(Reason("302.6", {"card": name}))
    happen(game, Event("untap" if cost.untap else "tap", obj.id))


@costs(ast.LoyaltyCost)
@rule("606.4", "606.6")
def loyalty_cost(game: Game, cost: ast.LoyaltyCost, scope: Scope, payer: str) -> None:
    """CR 606.4, 606.6: a loyalty cost adds or removes loyalty counters; it needs enough of them."""
    amount = number(game, cost.amount, scope)
    obj = game.objects[scope.source]
    if cost.sign < 0:
        if obj.counters.get("loyalty", 0) < amount:
            raise Illegal(Reason("606.6", {"card": card_name(game, obj.id), "n": amount}, "no"))
        happen(
            game,
            Event("remove_counters", obj.id, amount=amount, data=having(COUNTER("loyalty"), COST(True))).why(
                "606.4"
            ),
        )
    elif amount:
        happen(
            game,
            Event(
                "counters", obj.id, amount=amount, data=having(COUNTER("loyalty"), COST(True), BY(payer))
            ).why("606.4"),
        )


@costs(ast.DoCost)
def do_cost(game: Game, cost: ast.DoCost, scope: Scope, payer: str) -> None:
    """A cost that is an act: sacrifice, discard, pay life, remove counters …; impossible acts can't be paid (118.3)."""
    effect = _payable(cost.effect)
    inner = scope.inner(controller=payer, iterated=payer, actor=payer)
    _check(game, effect, inner, payer)
    inner.did, inner.it = False, None
    before = len(game.history)
    game.facts[PAYING] = True
    try:
        follow(game, effect, inner)
    finally:
        game.facts[PAYING] = False
    if isinstance(effect, ast.Sacrifice) and not inner.did:
        raise Illegal(Reason("118.3", {"player": payer, "card": card_name(game, scope.source)}, "no"))
    scope.it, scope.amount, scope.seen = inner.it, inner.amount, inner.seen
    _remember(game, scope, before)


def _payable(effect: ast.Effect) -> ast.Effect:
    """CR 118.3: counters can be removed as a cost only from what has that many, and put only on what can have them."""
    if isinstance(effect, ast.PutCounters) and isinstance(effect.on, ast.Pick):
        able = replace(effect.on.filter, where=(*effect.on.filter.where, _CanHave(effect.kind)))
        return replace(effect, on=replace(effect.on, filter=able))
    if not isinstance(effect, ast.RemoveCounters) or not isinstance(effect.on, ast.Pick):
        return effect
    having = ast.HasCounter(effect.kind, effect.count)
    filter_ = replace(effect.on.filter, where=(*effect.on.filter.where, having))
    return replace(effect, on=replace(effect.on, filter=filter_))


@dataclass(frozen=True, slots=True)
class _CanHave(ast.Predicate):
    """Counters of a kind may be put on it."""

    kind: str


@predicates(_CanHave)
def can_have(game: Game, predicate: _CanHave, thing: Thing, scope: Scope) -> bool:
    """Whether nothing forbids to put counters of that kind on it."""
    return not counters_forbidden(game, thing, predicate.kind)


@rule("614.17b")
def _can_be_put(game: Game, effect: ast.PutCounters, scope: Scope, impossible: Illegal) -> None:
    """CR 614.17b: a cost of putting counters can't be paid where they can't be put."""
    if not number(game, effect.count, scope):
        return
    things = find(game, effect.on, scope)
    if any(isinstance(thing, int) and thing not in game.objects for thing in things):
        raise impossible
    banned = [reason for thing in things for reason in counters_forbidden(game, thing, effect.kind)]
    if banned:
        raise Illegal(
            *impossible.reasons, Reason("614.17b", {"card": card_name(game, scope.source)}), *banned
        )


PAID_BY = {("move", "sacrifice"): "sacrificed", ("move", "discard"): "discarded", ("tap", None): "tapped"}
"""What is said of an object that a cost was paid with ("the sacrificed creature"), by what happened to it."""
knows(ast.Linked, "how", *PAID_BY.values())


@rule("608.2h")
def _remember(game: Game, scope: Scope, before: int) -> None:
    """CR 608.2h: what a cost was paid with is spoken of as it last was."""
    paid: dict[str, list[int]] = scope.facts.setdefault(PAID_AS, {})
    for event in game.history[before:]:
        word = PAID_BY.get((event.kind, event.data.get(WHY)))
        if word is not None and event.obj is not None:
            paid.setdefault(word, []).append(event.obj)
        if event.kind == "move" and event.obj is not None:
            paid.setdefault(MOVED, []).append(event.obj)


@rule("118.3b", "119.4")
def _check(game: Game, effect: ast.Effect, scope: Scope, payer: str) -> None:
    """CR 118.3b, 119.4: life can be paid only by a player who has that much; what isn't there can't be used."""
    impossible = Illegal(Reason("118.3", {"player": payer, "card": card_name(game, scope.source)}, "no"))
    if isinstance(effect, ast.LoseLife):
        amount = number(game, effect.amount, scope)
        if game.players[payer].life < amount:
            raise Illegal(Reason("119.4", {"player": payer}, "no"))
        if amount and (reasons := forbidden(game, "lose life", payer)):
            raise Illegal(Reason("119.8", {"player": payer}), *reasons)
        return
    if isinstance(effect, ast.RemoveCounters) and not isinstance(effect.on, ast.Pick):
        need = 1 if effect.count is None else number(game, effect.count, scope)
        for thing in find(game, effect.on, scope):
            having = game.players[thing].counters if isinstance(thing, str) else game.objects[thing].counters
            if (having.get(effect.kind, 0) if effect.kind else sum(having.values())) < need:
                raise impossible
        return
    if isinstance(effect, ast.PutCounters) and not isinstance(effect.on, ast.Pick):
        _can_be_put(game, effect, scope, impossible)
        return
    for ref, inner in picks_in(game, effect, scope):
        if len(choosable(game, ref, inner)) < number(game, ref.least, inner):
            raise impossible
    what = getattr(effect, "what", None)
    if isinstance(what, ast.This):
        if scope.source not in game.objects:
            raise impossible
        if isinstance(effect, ast.Sacrifice) and chars(game, scope.source).controller != payer:
            raise impossible
    if isinstance(effect, ast.Tap):
        for thing in objects_of(game, what, scope) if isinstance(what, ast.This) else []:
            if game.objects[thing].tapped:
                raise impossible


@effects(ast.PayMana)
def pay_mana_effect(game: Game, effect: ast.PayMana, scope: Scope) -> None:
    """CR 118.12: mana paid while something resolves."""
    for player in players_of(game, effect.who, scope):
        made = mana_bill(game, ast.CountedMana(effect.mana, effect.x, effect.times), scope)
        try:
            pay_bill(game, made, scope, player)
            scope.did = True
        except Illegal:
            scope.did = False
