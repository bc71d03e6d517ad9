"""Nodes whose parts can't be resolved one after the other as they stand: what each needs instead."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kb.checker.oracle import ast
from kb.checker.oracle.antecedents import UnresolvedError
from kb.checker.oracle.ast import (
    Affected,
    All,
    AnyOf,
    Effect,
    EntersWith,
    Event,
    EventAmount,
    EventObject,
    EventPlayer,
    Filter,
    ForEach,
    It,
    Linked,
    Modify,
    OtherThan,
    OwnerOf,
    Pick,
    Players,
    Predicate,
    Ref,
    Replace,
    SameAs,
    Seen,
    Several,
    Target,
    TargetSpec,
    This,
    TopCards,
)
from kb.checker.oracle.by_each import control_by_each
from kb.checker.oracle.damaged import damage_to
from kb.checker.oracle.mentions import GIVES_AMOUNT, names_of, owner_of
from kb.checker.oracle.raw import (
    IfAfter,
    PlayerPronoun,
    Prevented,
    Pronoun,
    RawChooser,
    RawOther,
    RawTarget,
    ThatMuch,
)
from kb.checker.oracle.rewrite import rewrite, substitute

if TYPE_CHECKING:
    from kb.checker.oracle.resolve import Resolver


def _target(self: Resolver, node: RawTarget) -> Ref:
    spec = self.visit(node.spec)
    index = len(self.targets)
    self.targets.append(spec)
    ref = Target(index)
    owner = owner_of(spec.filter, ref)
    if owner is not None:
        self.say(owner, player=True)
    if _both_kinds(spec.filter):
        self.say(ref, player=True)
    self.say(ref, names_of(spec.filter), player=spec.filter.kind == "player")
    return ref


def _both_kinds(filter_: Filter) -> bool:
    if filter_.kind != "any":
        return False
    options = [option for part in filter_.where if isinstance(part, AnyOf) for option in part.options]
    return any(isinstance(option, Filter) and option.kind == "player" for option in options)


def _pronoun(self: Resolver, node: Pronoun) -> Ref:
    ref = self.object(node)
    names = names_of(node.filter)
    player = any(m.player for m in self.mentions if m.ref == ref) and node.word != "that"
    if not player:
        self.say(ref, names or next((m.names for m in reversed(self.mentions) if m.ref == ref), names))
    return ref


def _player_pronoun(self: Resolver, node: PlayerPronoun) -> Ref:
    return self.player(node)


def _that_much(self: Resolver, _node: ThatMuch) -> Any:
    if self.done and self.done[-1] is ast.RollDie:
        return EventAmount()
    if any(issubclass(kind, GIVES_AMOUNT) for kind in self.done) and not self.replaced:
        return ast.DoneAmount()
    if self.event is not None or self.replaced:
        return EventAmount()
    raise UnresolvedError("no amount that 'that much' could mean")


def _prevented(self: Resolver, _node: Prevented) -> Any:
    if not self.replaced:
        raise UnresolvedError("nothing was prevented before")
    return ast.DoneAmount()


def _other(self: Resolver, _node: RawOther) -> Predicate:
    if self.targets and (self.spell or self.in_target or self.aside):
        refs = tuple(Target(index) for index in range(len(self.targets)))
        return OtherThan(refs[0] if len(refs) == 1 else Several(refs))
    return OtherThan(self.other or This())


def _spec(self: Resolver, node: TargetSpec) -> TargetSpec:
    self.in_target = True
    result: TargetSpec = self.fields(node)
    self.in_target = False
    return result


def _modify(self: Resolver, node: Modify) -> Modify:
    if all(
        isinstance(change, ast.SetController) for change in node.changes
    ):  # "target player gains control of …": in that order
        changes = self.visit(node.changes)
        return replace(node, changes=changes, what=self.visit(node.what))
    what = self.visit(node.what)
    before_other, self.other = self.other, Affected() if isinstance(what, All | Several | It) else what
    copies = any(isinstance(change, ast.CopyOf) for change in node.changes)  # of something else than itself
    if isinstance(what, All | Several | TopCards | It) and not copies:
        before = len(self.mentions)
        self.say(Affected(), names_of(what.filter) if isinstance(what, All) else frozenset())
        changes = self.visit(node.changes)
        del self.mentions[before:]
        self.say(
            what, names_of(what.filter) if isinstance(what, All) else frozenset({"creature", "permanent"})
        )
    else:
        changes = self.visit(node.changes)
    self.other = before_other
    if what == This():
        changes = substitute(changes, Linked("grantor"), This())
    return replace(node, what=what, changes=changes)


def _replacing(self: Resolver, event: ast.Event) -> Resolver:
    inner = type(self)(
        mentions=list(self.mentions), targets=self.targets, event=event, spell=self.spell, replaced=True
    )
    inner.hear(event)
    return inner


def _replace(self: Resolver, node: Replace) -> Replace:
    event = self.visit(node.event)
    inner = _replacing(self, event)
    result = replace(
        node, event=event, instead=inner.visit(node.instead), condition=inner.visit(node.condition)
    )
    self.targets = inner.targets
    return result


def _prevent(self: Resolver, node: ast.Prevent) -> ast.Prevent:
    damage = self.visit(node.damage)
    then = _replacing(self, damage).visit(node.then)
    return replace(node, damage=damage, amount=self.visit(node.amount), then=then)


def _enters(self: Resolver, node: EntersWith) -> EntersWith:
    what = self.visit(node.what)
    inner = type(self)(mentions=list(self.mentions), targets=self.targets, spell=self.spell)
    if what == SameAs(This()):
        inner.say(This(), frozenset({"~"}))
    else:
        inner.say(EventObject(), names_of(what))
    result: EntersWith = replace(inner.fields(replace(node, what=Filter("any"))), what=what)
    return result


def _for_each(self: Resolver, node: ForEach) -> ForEach:
    of = self.visit(node.of)
    before = len(self.targets)
    effects = self.visit(node.effects)
    if len(self.targets) != before and not all(isinstance(effect, ast.DealDamage) for effect in effects):
        raise UnresolvedError("targets of an instruction that is repeated")
    return replace(node, of=of, effects=effects)


def _shares(self: Resolver, node: ast.Shares) -> ast.Shares:
    """ "One of those types": those that the description of the target before names."""
    result: ast.Shares = self.fields(node)
    if node.what != "one of those types":
        return result
    if not isinstance(result.ref, Target):
        raise UnresolvedError("no types that 'those types' could mean")
    words = [
        option.name
        for part in self.targets[result.ref.index].filter.where
        for option in (part.options if isinstance(part, AnyOf) else (part,))
        if isinstance(option, ast.HasType)
    ]
    if not words:
        raise UnresolvedError("no types that 'those types' could mean")
    return replace(result, what="one of " + " ".join(words))


def _chooser(_self: Resolver, _node: RawChooser) -> Any:
    raise UnresolvedError("a choice of something that isn't chosen")


def _delayed(self: Resolver, node: ast.Delayed) -> ast.Delayed:
    """A delayed trigger's targets are chosen when it goes on the stack: a body of its own, in which what the body
    around it has named is `Outer`."""
    event = self.visit(node.event) if node.event is not None else None
    outside = [replace(m, ref=_outer(m.ref), age=len(self.done)) for m in self.mentions]
    inner = type(self)(
        mentions=outside, event=event, spell=self.spell, replaced=self.replaced, around=list(self.done)
    )
    if event is not None:
        event = _outer_event(event)
        inner.hear(event)
    effects = inner.visit(node.body.effects)
    self.done.append(ast.Delayed)
    return replace(node, event=event, body=replace(node.body, effects=effects, targets=tuple(inner.targets)))


_OF_THE_BODY = (Target, It, Seen, ast.ThisWay, EventObject, EventPlayer, ast.Rest)


def _outer(ref: Ref) -> Ref:
    """The reference from inside a delayed ability."""
    changed: Ref = rewrite(ref, lambda part: ast.Outer(part) if isinstance(part, _OF_THE_BODY) else part)
    return changed


def _outer_event(event: Event) -> Event:
    """What a delayed ability waits for ("when that creature dies") is about things of the body around it."""
    changed: Event = rewrite(event, lambda part: ast.Outer(part) if isinstance(part, _OF_THE_BODY) else part)
    return changed


def _unless(self: Resolver, node: ast.Unless) -> Effect:
    """The instruction comes first in the text. "Each player … unless they …" is done player by player."""
    effects = self.visit(node.effects)
    who = self.visit(node.who)
    cost = self.visit(node.cost)
    result: Effect = replace(node, who=who, cost=cost, effects=effects)
    if who == Players("iterated"):
        everyone = next((r for r in ast.walk(effects) if isinstance(r, Players) and r.who in EACH), None)
        if everyone is not None:
            result = ForEach(everyone, (substitute(result, everyone, who),))
    self.done.append(ast.Unless)
    return result


def _if_after(self: Resolver, node: IfAfter) -> Effect:
    then = self.visit(node.then)
    condition = self.visit(node.condition)
    self.done.append(ast.If)
    return ast.If(condition, then)


def _amount(self: Resolver, node: Any) -> Any:
    """What is only counted or measured is no antecedent; a target is."""
    before = len(self.mentions)
    self.has_size = isinstance(node, ast.Stat) and node.name in ("power", "toughness")
    result = self.fields(node)
    self.has_size = False
    self.mentions[before:] = [m for m in self.mentions[before:] if not isinstance(m.ref, It)]
    return result


def _repeat(self: Resolver, node: ast.Repeat) -> ast.Repeat:
    before = len(self.targets)
    result: ast.Repeat = self.fields(node)
    if len(self.targets) != before:
        raise UnresolvedError("targets of an instruction that is repeated")
    self.done.append(ast.Repeat)
    return result


def _attach(self: Resolver, node: ast.Attach) -> Effect:
    """ "Attach an Equipment to it": "it" is what was named before, not the Equipment."""
    if isinstance(node.to, Pronoun):
        to = self.visit(node.to)
        what = self.visit(node.what)
    else:
        what = self.visit(node.what)
        to = self.visit(node.to)
    self.done.append(ast.Attach)
    return replace(node, what=what, to=to)


def _move(self: Resolver, node: ast.Move) -> Effect:
    """The same for "return … attached to it"; and what each of several players moves is worked out for each."""
    if isinstance(node.attached_to, Pronoun) and not isinstance(node.what, Pronoun):
        node = replace(node, attached_to=self.visit(node.attached_to))
    result: ast.Move = self.fields(node)
    self.done.append(ast.Move)
    changed: Effect = _by_each(result)
    return changed


def _by_each(effect: Any) -> Any:
    """ "Each player reveals the top card of their library": done by each for themselves, unless it is the same to do
    it to all at once."""
    iterated = Players("iterated")
    who = effect.who
    inside = [part for part in ast.walk(replace(effect, who=ast.YOU)) if part == iterated]
    if not isinstance(who, Players) or who.who not in EACH or not inside:
        return effect
    what = getattr(effect, "what", None)
    if isinstance(what, TopCards | All):
        together = substitute(effect, iterated, who)
        if isinstance(together, ast.Move) and together.to == "battlefield" and together.under is None:
            together = replace(together, under=OwnerOf(It()))  # each card under its own owner
        return together
    return ForEach(who, (replace(effect, who=iterated),))


def _for_each_player(self: Resolver, node: Any) -> Any:
    result = self.fields(node)
    self._mention_effect(result)
    changed: Effect = _by_each(result)
    return changed


def _for_duration(self: Resolver, node: ast.ForDuration) -> Effect:
    """Where an object is chosen for the effect, it is chosen once, before the effect begins."""
    picked = {part.what for part in node.parts if isinstance(part, Modify) and isinstance(part.what, Pick)}
    bound = [part.who for part in node.parts if isinstance(part, ast.Cant | ast.Must)]
    picked |= {who for who in bound if isinstance(who, Pick)}
    if len(picked) == 1:
        choice = picked.pop()
        of = self.visit(choice)
        inner = self.visit(substitute(node.parts, choice, It()))
        result: Effect = ForEach(of, (replace(node, parts=inner, duration=self.visit(node.duration)),))
    elif picked:
        raise UnresolvedError("several choices in one effect")
    else:
        result = control_by_each(self.fields(node), EACH)
    self.done.append(ast.ForDuration)
    return result


def _rest(self: Resolver, node: ast.Rest) -> Ref:
    seen = {ast.Reveal, ast.Look, ast.RevealUntil, ast.Search, ast.Move, ast.Mill}
    if not seen & set(self.done):
        raise UnresolvedError("the rest of nothing")
    return node


EACH = frozenset({"each", "opponents", "others"})


def _filter(self: Resolver, node: Filter) -> Filter:
    """What a description mentions on the way ("a creature an opponent controls") is not what "they" mean later."""
    before = len(self.mentions)
    if self.done and RawOther() in node.where and any(isinstance(p, ast.FromAmong) for p in node.where):
        where = tuple(OtherThan(It()) if isinstance(part, RawOther) else part for part in node.where)
        node = replace(node, where=where)  # "each other card exiled with it": than what was just dealt with
    result: Filter = self.fields(node)
    del self.mentions[before:]
    return result


SPECIAL: dict[type, Any] = {
    IfAfter: _if_after,
    ast.Repeat: _repeat,
    **dict.fromkeys((ast.Stat, ast.Counters, ast.Distinct), _amount),
    ast.Attach: _attach,
    ast.Move: _move,
    ast.DealDamage: damage_to,
    ast.Rest: _rest,
    ast.ForDuration: _for_duration,
    **dict.fromkeys(
        (ast.Reveal, ast.Look, ast.Search, ast.RevealUntil, ast.CastFree, ast.PutCounters), _for_each_player
    ),
    **dict.fromkeys((ast.ChooseValue, ast.Shuffle), _for_each_player),
    Filter: _filter,
    ast.Unless: _unless,
    RawTarget: _target,
    Pronoun: _pronoun,
    PlayerPronoun: _player_pronoun,
    ThatMuch: _that_much,
    Prevented: _prevented,
    RawOther: _other,
    TargetSpec: _spec,
    Modify: _modify,
    Replace: _replace,
    EntersWith: _enters,
    ast.Prevent: _prevent,
    ForEach: _for_each,
    RawChooser: _chooser,
    ast.Shares: _shares,
    ast.Delayed: _delayed,
}
