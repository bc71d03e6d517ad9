"""CR 608: resolving spells and abilities."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable

from kb.checker.characteristics import chars
from kb.checker.dispatch import BEGAN, Scope, Thing, follow, holds
from kb.checker.event import Event, card_key
from kb.checker.event_data import ATTACHED_TO, CONTROLLER, DOWN, FACE_DOWN_VALUES, TAPPED, TO, WHY
from kb.checker.events import happen
from kb.checker.facts import PAID_AS
from kb.checker.history import Happened, remember
from kb.checker.keys import Kept, having
from kb.checker.log import because_of, note, taint, tainting
from kb.checker.marks import BESTOWED, DOWN_VALUES, PAID_WITH, PLANS, QUEUE, RECORD, X
from kb.checker.oracle import ast
from kb.checker.permissions import ENTERS_TAPPED
from kb.checker.rules import Reason, rule
from kb.checker.stack import StackAbility, cease, target_keys
from kb.checker.state import Game, NotModelled, Obj, card_name
from kb.checker.targets import DIVISION, Plan, still_legal, why_illegal


@rule("608.1")
def resolve_top(game: Game) -> None:
    """CR 608.1: when all players pass in succession the top object of the stack resolves."""
    obj = game.objects[game.zones["stack"][-1]]
    before_others = (
        [Reason(number, {"card": card_name(game, obj.id)}) for number in ("608.1", "405.5")]
        if len(game.zones["stack"]) > 1
        else []
    )
    game.priority = None
    if obj.ability is not None:
        _resolve_ability(game, obj, before_others)
    else:
        _resolve_spell(game, obj, before_others)
    game.led, game.queue = game.queue, None


def _resolve_ability(game: Game, obj: Obj, reasons: list[Reason]) -> None:
    ability: StackAbility = obj.ability
    scope = ability.scope
    game.queue = ability.queue
    node = ability.node
    record = note(
        game,
        "resolve",
        {"card": ability.source_name, "text": node.text},
        reasons,
        {f"card:{ability.card}", *(f"trigger:{alias}:{ability.controller}" for alias in ability.aliases)},
        shown=True,
    )
    game.records[record].cause = ability.record if ability.record is not None else game.records[record].cause
    if ability.source and ability.source not in game.objects:
        game.records[record].reasons.append(Reason("113.7a", {"card": ability.source_name}))
    with because_of(game, record):
        if (
            isinstance(node, ast.Triggered)
            and node.condition is not None
            and not _still_holds(game, node, scope, record)
        ):
            cease(game, obj)
            return
        legal = _legal_plans(game, ability.plans, scope)
        if legal is None:
            _fizzle(game, record, ability.source_name, ability.plans, scope)
            cease(game, obj)
            return
        remember(game, "resolved", Happened(ability.card, ability.source_name, ability.words or node.text))
        run_plans(game, ability.plans, legal, scope, ability.source_name, node.text)
        if obj.id in game.objects:
            cease(game, obj)
    happen(game, Event("resolve", obj.id, player=ability.controller))


def _still_holds(game: Game, node: ast.Triggered, scope: Scope, record: int) -> bool:
    assert node.condition is not None
    try:
        ok = holds(game, node.condition, scope)
    except NotModelled as problem:
        taint(game, problem)
        return False
    if not ok:
        game.records[record].reasons.append(
            Reason("603.4", {"card": card_name(game, scope.source), "text": node.text}, "resolve")
        )
        game.records[record].reasons.append(Reason("608.2a", {"card": card_name(game, scope.source)}))
    return ok


def _legal_plans(game: Game, plans: list[Plan], scope: Scope) -> list[list[list[Thing]]] | None:
    """Legal targets of each plan; None when there were targets and all are illegal (608.2b)."""
    legal = [still_legal(game, plan, scope) for plan in plans]
    had = sum(len(group) for plan in plans for group in plan.targets)
    have = sum(len(group) for groups in legal for group in groups)
    return None if had and not have else legal


def _fizzle(game: Game, record: int, name: str, plans: list[Plan], scope: Scope) -> None:
    reasons = [Reason("608.2b", {"card": name}, "no"), *why_illegal(game, plans, scope)]
    game.records[record].reasons += reasons
    game.records[record].event = "fizzle"
    with because_of(game, record):
        note(
            game,
            "unaffected",
            {"card": name},
            reasons,
            target_keys(game, plans),
            shown=False,
        )


def run_plans(
    game: Game, plans: list[Plan], legal: list[list[list[Thing]]], scope: Scope, name: str, text: str
) -> None:
    """Follow the instructions; text that isn't modelled taints the game from here on."""
    scope.facts[BEGAN] = game.next_id
    if sum(len(plan.body.effects) for plan in plans) > 1 and game.cause is not None:
        game.records[game.cause].reasons.append(Reason("608.2c", {"card": name}))
    for plan, groups in zip(plans, legal, strict=True):
        had = sum(len(group) for group in plan.targets)
        if had > sum(len(group) for group in groups) and game.cause is not None:
            game.records[game.cause].reasons.append(Reason("608.2b", {"card": name}))
            game.records[game.cause].reasons += why_illegal(game, [plan], scope)
        scope.targets = groups
        scope.dealt = ChainMap()
        if plan.division is not None:
            scope.facts[DIVISION] = plan.division
        for instruction in plan.body.effects:
            try:
                follow(game, instruction, scope)
            except NotModelled as problem:
                taint(game, NotModelled(problem.why, problem.card or name, problem.text or text))
                return


def spell_scope(game: Game, obj: Obj) -> Scope:
    """What a spell's words refer to."""
    facts = having(PAID_AS(obj.marks.get(PAID_WITH, {})))
    return Scope(obj.id, obj.controller, item=obj.id, x=obj.marks.get(X), facts=facts)


FIRST_INSTRUCTIONS: list[Callable[[Game, Obj, Scope], None]] = []
"""What the rules let happen as an instant or sorcery resolves, before its own instructions (a promised gift)."""


def _resolve_spell(game: Game, obj: Obj, reasons: list[Reason]) -> None:
    what = chars(game, obj.id)
    scope = spell_scope(game, obj)
    game.queue = obj.marks.get(QUEUE)
    record = note(
        game,
        "resolve",
        {"card": what.name},
        reasons,
        {card_key(game, obj.id), card_key(game, obj.id, "zone")},
    )
    game.records[record].cause = obj.marks.get(RECORD, game.records[record].cause)
    plans: list[Plan] = obj.marks.get(PLANS, [])
    permanent = bool(
        {"artifact", "battle", "creature", "enchantment", "land", "planeswalker"} & set(what.types)
    )
    with because_of(game, record):
        legal = _legal_plans(game, plans, scope)
        if legal is None and obj.marks.get(BESTOWED):
            happen(game, Event("unbestow", obj.id).why("702.103e", card=what.name))
            plans, legal = [], []
        if legal is None:
            _fizzle(game, record, what.name, plans, scope)
            gone = Event("move", obj.id, data=having(TO("graveyard"), WHY("fizzle")))
            if permanent:
                gone.why("608.3b", card=what.name)
            happen(game, gone.why("608.2b", "no", card=what.name))
            return
        words = (
            "" if permanent else "\n".join(one.text for one in what.abilities if isinstance(one, ast.Spell))
        )
        remember(game, "resolved", Happened(obj.card, what.name, words, spell=permanent))
        if permanent:
            _enter_battlefield(game, obj, plans, legal)
            return
        scope.targets = []
        with tainting(game):
            for first in FIRST_INSTRUCTIONS:
                first(game, obj, scope)
        run_plans(game, plans, legal, scope, what.name, obj.printed.text)
        if obj.id in game.objects:
            happen(
                game,
                Event("move", obj.id, data=having(TO("graveyard"), WHY("resolve"))).why(
                    "608.2n", card=what.name
                ),
            )


@rule("608.3a", "608.3c", "608.3f", "111.13")
def _enter_battlefield(game: Game, obj: Obj, plans: list[Plan], legal: list[list[list[Thing]]]) -> None:
    """CR 608.3a, 608.3f, 111.13: a permanent spell becomes a permanent; a copy of one becomes a token."""
    data: Kept[Event] = having(TO("battlefield"), WHY("resolve"), CONTROLLER(obj.controller))
    if obj.face_down:  # CR 708.4: it enters with the characteristics that it had as a face-down spell
        data[DOWN], data[FACE_DOWN_VALUES] = True, obj.marks.get(DOWN_VALUES)
    targets = [thing for groups in legal for group in groups for thing in group]
    what = chars(game, obj.id)
    event = Event("move", obj.id, player=obj.controller, data=data).why("608.3a", card=what.name)
    if "aura" in what.subtypes and targets:
        data[ATTACHED_TO] = targets[0]
        event.why("608.3c", card=what.name)
    if obj.marks.get(ENTERS_TAPPED):
        data[TAPPED] = True
    if obj.copy:
        obj.copy, obj.token = False, True
        event.why("608.3f", card=what.name).why("111.13", card=what.name)
    happen(game, event)
    if obj.id in game.objects and obj.zone == "stack":
        _cant_enter(game, obj, what.name)


@rule("608.3e")
def _cant_enter(game: Game, obj: Obj, name: str) -> None:
    """CR 608.3e: a permanent spell that can't be put onto the battlefield as it resolves goes to its owner's graveyard."""
    happen(game, Event("move", obj.id, data=having(TO("graveyard"), WHY("resolve"))).why("608.3e", card=name))
