"""Instructions about the stack and about casting: counter, copy, new targets, cast for free, emblems, turns (608, 707.10)."""

from __future__ import annotations

from dataclasses import replace

from kb.checker.cards import Printed
from kb.checker.casting import cast_if_able
from kb.checker.choices import NO, Option, choose
from kb.checker.dispatch import Scope, effects, not_modelled, number, objects_of, players_of
from kb.checker.effects.tokens import with_changes
from kb.checker.event import Event, emits
from kb.checker.event_data import BY, CONTROLLER, COUNTER, TO, WHY
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.log import note
from kb.checker.marks import DECIDED, PLANS, QUEUE, RECORD, TARGETS
from kb.checker.meaning.refs import thing_option
from kb.checker.oracle import ast
from kb.checker.parts import forbidden
from kb.checker.permissions import Permission
from kb.checker.rules import Reason, rule
from kb.checker.stack import StackAbility, counter_object
from kb.checker.state import Game, Obj, card_name, known, new_object, touch
from kb.checker.targets import Plan, legal_targets
from kb.checker.tracking import tracked
from kb.checker.turn import EXTRA_TURNS
from kb.checker.values import copiable
from kb.checker.vocabulary import knows

emits("copy_spell")


@effects(ast.Counter)
def counter(game: Game, effect: ast.Counter, scope: Scope) -> None:
    """CR 701.6: counter spells and abilities."""
    countered = [
        i for i in objects_of(game, effect.what, scope) if counter_object(game, i, effect.to, scope.source)
    ]
    scope.did, scope.amount = bool(countered), len(countered)
    scope.it = [game.became.get(i, i) for i in countered]  # this very instruction moved them
    scope.did_to("countered", scope.it)


@effects(ast.CopySpell)
@rule("707.10")
def copy_spell(game: Game, effect: ast.CopySpell, scope: Scope) -> None:
    """CR 707.10: a copy of a spell or ability is put on the stack with its choices; it isn't cast or activated."""
    made: list[int] = []
    for player in players_of(game, effect.who, scope):
        for of in objects_of(game, effect.what, scope):
            if of not in game.objects and of not in game.gone:
                continue
            for _ in range(number(game, effect.count, scope)):
                obj = _copy(game, known(game, of), player, effect, scope)
                made.append(obj.id)
                name = card_name(game, obj.id)
                obj.marks[RECORD] = note(
                    game,
                    "copy",
                    {"card": name, "player": player},
                    [Reason("707.10", {"card": name})],
                    {f"card:{obj.card}"},
                )
                if effect.retarget:
                    game.records[obj.marks[RECORD]].reasons.append(Reason("707.10c", {"card": name}))
                    retarget(game, obj, player, scope)
                if obj.ability is None:
                    happen(game, Event("copy_spell", obj.id, player=player))
    scope.it, scope.did = list(made), bool(made)


def _copy(game: Game, original: Obj, player: str, effect: ast.CopySpell, scope: Scope) -> Obj:
    if original.ability is not None:
        ability: StackAbility = original.ability
        obj = new_object(game, original.printed, player, "stack")
        plans = [_copy_plan(plan) for plan in ability.plans]
        inner = ability.scope.inner(controller=player, item=obj.id, facts=ability.scope.facts.also())
        obj.ability = replace(ability, controller=player, scope=inner, plans=plans, queue=game.queue)
        obj.copy = True
        obj.marks[TARGETS] = list(original.marks.get(TARGETS, ()))
        return obj
    printed = with_changes(game, copiable(original), effect.changes, scope)
    obj = new_object(game, printed, player, "stack")
    obj.copy, obj.face = True, 0
    obj.marks.update((key, original.marks[key]) for key in (*DECIDED, TARGETS) if key in original.marks)
    obj.marks[PLANS] = [_copy_plan(plan) for plan in original.marks.get(PLANS, ())]
    obj.marks[QUEUE] = game.queue
    touch(game)
    return obj


def _copy_plan(plan: Plan) -> Plan:
    return Plan(plan.body, [list(group) for group in plan.targets], plan.division, plan.text)


def retarget(game: Game, obj: Obj, player: str, scope: Scope) -> None:
    """CR 707.10c: new targets may be chosen, each legal; what isn't changed stays."""
    plans: list[Plan] = obj.ability.plans if obj.ability is not None else obj.marks.get(PLANS, [])
    source = obj.ability.source if obj.ability is not None else obj.id
    for plan in plans:
        for index, spec in enumerate(plan.body.targets):
            inner = Scope(source, player, targets=plan.targets, item=obj.id)
            legal = legal_targets(game, spec, inner)
            for place, old in enumerate(plan.targets[index]):
                keep = Option(old, ("keep", *NO.names, *(thing_option(game, old).names)))
                others = [thing_option(game, thing) for thing in legal if thing not in plan.targets[index]]
                if others:
                    plan.targets[index][place] = choose(
                        game, player, [keep, *others], f"new target of {card_name(game, obj.id)}"
                    )
    obj.marks[TARGETS] = [group for plan in plans for group in plan.targets]


@effects(ast.ChooseTargets)
def choose_targets(game: Game, effect: ast.ChooseTargets, scope: Scope) -> None:
    """CR 115.7: new targets for something on the stack."""
    for player in players_of(game, effect.who, scope):
        for identity in objects_of(game, effect.what, scope):
            if identity in game.objects:
                obj = game.objects[identity]
                if obj.copy and obj.marks.get(RECORD) is not None:
                    game.records[obj.marks[RECORD]].reasons.append(
                        Reason("707.10c", {"card": card_name(game, identity)})
                    )
                retarget(game, obj, player, scope)


@effects(ast.CastFree)
@rule("608.2g", "118.5")
def cast_free(game: Game, effect: ast.CastFree, scope: Scope) -> None:
    """CR 608.2g: while something resolves a player casts a card, whatever the timing of its types."""
    done = []
    for player in players_of(game, effect.who, scope):
        for identity in [tracked(game, i, scope) for i in objects_of(game, effect.what, scope)]:
            obj = game.objects.get(identity)
            if obj is None:
                continue
            if "land" in obj.printed.types:
                if effect.play and not obj.printed.faces:
                    happen(
                        game,
                        Event(
                            "move",
                            obj.id,
                            player=player,
                            data=having(TO("battlefield"), WHY("play"), CONTROLLER(player)),
                        ),
                    )
                continue
            way = Permission("effect", cost="" if effect.free else None, timing="instant",
                             reasons=[Reason("608.2g", {"by": card_name(game, scope.source), "card": card_name(game, obj.id)})])  # fmt: skip
            spell = cast_if_able(game, player, obj, way)
            done += [spell.id] if spell is not None else []
    scope.did, scope.it = bool(done), list(done)


@effects(ast.MoveCounters)
def move_counters(game: Game, effect: ast.MoveCounters, scope: Scope) -> None:
    """CR 122.5: counters move from one object to another."""
    origins, targets = objects_of(game, effect.origin, scope), objects_of(game, effect.to, scope)
    if not origins or not targets or origins[0] not in game.objects or targets[0] not in game.objects:
        return
    if origins[0] == targets[0] or forbidden(game, "have counters", targets[0]):
        return  # not possible, so nothing is removed either
    there = game.objects[origins[0]].counters
    for kind in [effect.kind] if effect.kind else list(there):
        count = there.get(kind, 0) if not forbidden(game, f"have {kind} counters", targets[0]) else 0
        if effect.count is not None:
            count = min(count, number(game, effect.count, scope))
        if count:
            happen(game, Event("remove_counters", origins[0], amount=count, data=having(COUNTER(kind))).why("122.5"),
                   Event("counters", targets[0], amount=count, data=having(COUNTER(kind), BY(scope.controller))).why("122.5"))  # fmt: skip


knows(ast.ExtraTurn, "what", "turn")


@effects(ast.ExtraTurn)
def extra_turn(game: Game, effect: ast.ExtraTurn, scope: Scope) -> None:
    """CR 500.7: extra turns are taken after this one, the newest first; extra phases are not modelled."""
    if effect.what != "turn":
        raise not_modelled(game, effect, scope, f"an extra {effect.what}")
    for player in players_of(game, effect.who, scope):
        game.facts.setdefault(EXTRA_TURNS, []).extend([player] * number(game, effect.count, scope))


@effects(ast.CreateEmblem)
@rule("114.1")
def create_emblem(game: Game, effect: ast.CreateEmblem, scope: Scope) -> None:
    """CR 114.1: an emblem is an object with abilities in the command zone."""
    for player in players_of(game, effect.who, scope):
        printed = Printed(
            f"{card_name(game, scope.source)} Emblem",
            types=("emblem",),
            abilities=effect.abilities,
            layout="emblem",
        )
        obj = new_object(game, printed, player, "command")
        note(game, "emblem", {"player": player}, [Reason("114.1")], {f"card:{obj.card}"})
