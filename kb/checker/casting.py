"""CR 601: casting spells: announce, modes, targets, costs, payment; what isn't legal is taken back (732.1)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from kb.checker.as_cast import as_cast, overloaded
from kb.checker.characteristics import chars
from kb.checker.choices import Option, choose
from kb.checker.cost_changes import cost_changes
from kb.checker.costs import SPENT, mana_bill
from kb.checker.dispatch import Scope, fits, pay
from kb.checker.event import Event, card_key
from kb.checker.event_data import DOWN, FACE, FROM, NEW, TO, WHY
from kb.checker.events import happen
from kb.checker.facts import PAID_AS
from kb.checker.keys import having
from kb.checker.least_costs import at_least
from kb.checker.log import because_of, note, tainting
from kb.checker.mana import announced_x, bill, paid_x, pay_mana
from kb.checker.marks import CAST_BY, CAST_FROM, LEAVES_TO, MANA_SPENT, METHOD, PAID_WITH, QUEUE, RECORD, X
from kb.checker.naming import BadQuestion, one_faced
from kb.checker.oracle import ast
from kb.checker.own_text import all_read, known_text, read_for_casting, unrestricted
from kb.checker.parts import parts
from kb.checker.permissions import (
    CAST_FACE_DOWN,
    LIMIT,
    Permission,
    has_flash,
    prohibited,
    timely,
    timing,
    ways,
)
from kb.checker.rules import Reason, rule
from kb.checker.stack import announce
from kb.checker.state import Game, Illegal, NotModelled, Obj, touch
from kb.checker.undo import restore, snapshot
from kb.checker.unused import must_be_used
from kb.checker.values import as_face, up_face

Extra = Callable[[Game, Obj, Mapping[str, Any], Permission], "list[Any]"]
_EXTRAS: list[Extra] = []


def additional_cost(function: Extra) -> Extra:
    """Register additional costs of spells: `(game, obj, details, permission) -> list of AST costs`; marks the object."""
    _EXTRAS.append(function)
    return function


def cast(game: Game, player: str, obj: Obj, details: Mapping[str, Any], queue: deque[Any] | None, *,
         allowed: Permission | None = None) -> Obj:  # fmt: skip
    """Cast a card; gives the spell on the stack. Raises Illegal with the rules that forbid it, leaving the game as it was."""
    before, given = snapshot(game), list(queue or ())
    try:
        return _cast(game, player, obj, details, queue, allowed)
    except Illegal as why:
        found = game.taints[len(before.taints) :]
        restore(game, before)
        obj = game.objects[obj.id]
        unpaid = any(reason.rule in ("118.3", "118.6") for reason in why.reasons)
        for method in _other_costs(game, player, obj, details) if unpaid and allowed is None else ():
            before = snapshot(game)
            rest = deque(given) if given else queue  # the refused attempt has taken from it
            game.serving = rest if given else game.serving
            try:
                return _cast(game, player, game.objects[obj.id], {**details, "method": method}, rest, None)
            except Illegal:
                restore(game, before)
        if found:  # a verdict that stands on something not modelled is none
            raise NotModelled(found[0].why, found[0].card, found[0].text) from why
        read_for_casting(obj)
        raise


def cast_if_able(
    game: Game, player: str, obj: Obj, way: Permission, details: Mapping[str, Any] | None = None
) -> Obj | None:
    """Cast a card as something resolves; where the rules forbid it, it isn't cast, and a record says why."""
    queue = game.queue
    way = replace(way, reasons=[*way.reasons, Reason("608.2g", {"card": obj.printed.name, "player": player})])
    try:
        return cast(game, player, obj, details or {}, queue, allowed=way)
    except Illegal as why:
        card = obj.printed.name
        touches = {card_key(game, obj.id), card_key(game, obj.id, "zone")}
        note(
            game, "refused", {"player": player, "what": f"cast {card}"}, [*why.reasons, *way.reasons], touches
        )
        return None
    finally:
        game.queue = queue


def _other_costs(game: Game, player: str, obj: Obj, details: Mapping[str, Any]) -> list[str]:
    """CR 118.9: where nobody says how and the mana cost can't be paid, an alternative cost is what is meant."""
    if "method" in details or obj.zone != "hand":
        return []
    return [
        way.method for way in ways(game, player, obj) if way.ok and way.method not in ("normal", "face_down")
    ]


@rule("601.2", "601.2a")
def _cast(game: Game, player: str, obj: Obj, details: Mapping[str, Any], queue: deque[Any] | None,
          allowed: Permission | None) -> Obj:  # fmt: skip
    """CR 601.2, 601.2a: the card is put on the stack, choices are made, the total cost is determined and paid."""
    said = allowed.face if allowed is not None else None  # 712.11a: what lets it be cast says which face
    faces = castable_faces(obj, details) if said is None else [said]
    problems: list[Reason] = []
    for face in faces:
        try:
            with as_face(game, obj, face):
                way, name = _way(game, player, obj, face, details, allowed)
        except Illegal as why:
            problems += [reason for reason in why.reasons if reason not in problems]
            continue
        if face != faces[-1] and len(faces) > 1 and "face" not in details:
            try:
                saved = snapshot(game)
                return _cast_face(game, player, obj, face, way, name, details, queue)
            except (Illegal, BadQuestion) as why:
                restore(game, saved)
                obj = game.objects[obj.id]
                problems += getattr(why, "reasons", ())
                continue
        return _cast_face(game, player, obj, face, way, name, details, queue)
    raise Illegal(*problems)


@rule("709.3", "715.3", "712.11b")
def castable_faces(obj: Obj, details: Mapping[str, Any]) -> list[int]:
    """CR 709.3, 712.11b, 715.3: which half or face is cast: any half of a split card, the card or its Adventure."""
    printed = obj.printed
    wanted = details.get("face")
    if not printed.faces and wanted is not None:
        raise one_faced(printed.name, wanted, "cast")
    if not printed.faces:
        return [0]
    if wanted is not None:
        both = str(wanted).casefold() in ("both", "fused", printed.name.casefold())
        if (
            both
            and obj.zone == "hand"
            and any(isinstance(n, ast.Keyword) and n.name == "fuse" for n in printed.abilities)
        ):
            return [len(printed.faces)]  # CR 702.102a: both halves at once
        for index, face in enumerate(printed.faces):
            if str(wanted).casefold() in (face.name.casefold(), str(index + 1)):
                if index and printed.layout in ONE_FACED:
                    raise Illegal(Reason("712.11", {"card": printed.name, "face": wanted}, "no"))
                return [index]
        raise Illegal(Reason("709.3", {"card": printed.name, "face": wanted}, "no"))
    if printed.layout in ONE_FACED:
        return [0]
    return list(range(len(printed.faces)))


ONE_FACED = ("transform", "flip", "meld")
"""Layouts of which only the front (or upper) part is cast (712.11, 710.1c)."""


def _way(
    game: Game, player: str, obj: Obj, face: int, details: Mapping[str, Any], allowed: Permission | None
) -> tuple[Permission, str]:
    """The permission that is used, timing and prohibitions included; raises Illegal."""
    what = obj.printed.faces[face] if face < len(obj.printed.faces) else obj.printed
    name = what.name or obj.printed.name
    method = details.get("method")
    if "land" in what.types:
        raise Illegal(Reason("305.9", {"card": name}, "no"))
    banned = prohibited(game, player, obj)
    found = [allowed] if allowed is not None else list(ways(game, player, obj))
    if method is not None:
        found = [way for way in found if way.method == method]
    found = [way for way in found if way.face in (None, face)]
    closed: list[Reason] = []
    for way in found:
        if not way.ok:
            closed += way.reasons
            continue
        late = _too_late(game, player, obj, way, what, name)
        if late:
            closed += [*late, *way.reasons]
            continue
        if banned:
            raise Illegal(*banned)
        return way, name
    if not closed:
        known_text(obj)
        closed = [*_no_way(game, player, obj, name, method), *banned]
    raise Illegal(*closed)


def _no_way(game: Game, player: str, obj: Obj, name: str, method: str | None) -> list[Reason]:
    reasons = [reason for explain in NO_WAY if (reason := explain(game, player, obj, method)) is not None]
    return [*reasons, Reason("601.3", {"player": player, "card": name, "from": obj.zone}, "zone")]


NO_WAY: list[Callable[[Game, str, Obj, str | None], Reason | None]] = []
"""Mechanics explain here why their way to cast doesn't exist (flashback outside the graveyard)."""


def _too_late(game: Game, player: str, obj: Obj, way: Permission, what: Any, name: str) -> list[Reason]:
    if way.timing in ("checked", "instant"):
        return []
    flash = has_flash(game, player, obj) and way.timing == "normal"
    types = ("sorcery",) if way.timing == "sorcery" else what.types
    return timing(game, player, types, flash, name)


def _cast_face(game: Game, player: str, obj: Obj, face: int, way: Permission, name: str, details: Mapping[str, Any],
               queue: deque[Any] | None) -> Obj:  # fmt: skip
    origin = obj.zone
    what = obj.printed.faces[face] if face < len(obj.printed.faces) else obj.printed
    in_time = timely(game, player, obj, what.types, name) if way.timing == "normal" else []
    record = note(game, "cast", {"player": player, "card": name, "from": origin}, [*way.reasons, *in_time, Reason("601.2", {"card": name})],
                  {card_key(game, obj.id), card_key(game, obj.id, "zone"), "stack"})  # fmt: skip
    with because_of(game, record):
        spell = to_stack(game, player, obj, face, way)
        spell.marks[RECORD] = record
        spell.marks[QUEUE] = queue
        if spell.printed.layout in ("adventure", "omen"):
            game.records[record].reasons.append(
                Reason("715.3" if spell.printed.layout == "adventure" else "720.3", {"card": name})
            )
            if face == 1:
                game.records[record].reasons.append(
                    Reason("715.3b" if spell.printed.layout == "adventure" else "720.3b", {"card": name})
                )
        if spell.printed.layout in ("split", "aftermath"):
            game.records[record].reasons.append(Reason("709.3b", {"card": name}))
        game.queue = queue
        scope = Scope(spell.id, player, item=spell.id, x=announced_x(details, way.cost, way.costs))
        spell.marks[X] = scope.x
        touch(game)
        with tainting(game):
            unrestricted(spell)
        extras = [cost for extra in _EXTRAS for cost in extra(game, spell, details, way)]
        costs = (up_face(spell).cost or "", way.cost or "", *way.costs, *extras)
        must_be_used(spell, details, chars(game, spell.id).abilities, costs)
        _announce_spell(game, spell, scope, details)
        _pay_for(game, player, spell, scope, way, extras, origin)
        spell.marks[MANA_SPENT] = scope.facts.get(SPENT, 0)
        if way.marks.get(LIMIT):
            game.done[way.marks[LIMIT]] = 1
        event = Event("cast", spell.id, player=player, data=having(FROM(origin)))
        happen(game, event)
    return spell


def to_stack(game: Game, player: str, obj: Obj, face: int, way: Permission) -> Obj:
    """CR 601.2a: the card becomes a spell on top of the stack."""
    event = Event("move", obj.id, player=player, data=having(TO("stack"), WHY("cast"), FACE(face)))
    if way.marks.get(CAST_FACE_DOWN):
        event.data[DOWN] = True
    happen(game, event)
    spell = game.objects[event.data[NEW]]
    spell.controller = player
    spell.marks.update(having(CAST_FROM(obj.zone), METHOD(way.method), CAST_BY(player)))
    if way.leaves_to is not None:
        spell.marks[LEAVES_TO] = way.leaves_to
    spell.marks.update(way.marks)
    touch(game)
    for changes in ON_STACK:
        changes(game, spell)
    return spell


ON_STACK: list[Callable[[Game, Obj], None]] = []
"""What mechanics change of a spell as it is put onto the stack (bestow)."""


def _announce_spell(game: Game, spell: Obj, scope: Scope, details: Mapping[str, Any]) -> None:
    what = chars(game, spell.id)
    targets = deque(details["targets"]) if "targets" in details else None
    modes = details.get("modes")
    bodies = [node for node in what.abilities if isinstance(node, ast.Spell)]
    if spell.marks.get(METHOD) == "overload":
        bodies = [overloaded(node) for node in bodies]
    bodies = [replace(node, body=as_cast(spell, node.body)) for node in bodies]
    with_targets = [node for node in bodies if node.body.targets or node.body.modes]
    if modes is not None and not any(node.body.modes for node in bodies):
        all_read(what.name, what.abilities)  # what isn't read may be what has the modes
    for node in bodies:
        mine = targets if node in with_targets[-1:] or targets is None else _split_off(game, node, targets)
        announce(
            game,
            spell,
            node.body,
            scope,
            modes if node.body.modes else None,
            mine if node in with_targets else None,
        )
        scope.targets = []
    if "aura" in what.subtypes and not spell.face_down:
        announce(game, spell, enchant_body(game, spell.id), scope, None, targets)
    elif not with_targets and targets:
        all_read(what.name, what.abilities)
        raise Illegal(Reason("601.2c", {"card": what.name}, "no"))


def _split_off(game: Game, node: ast.Spell, targets: deque[Any]) -> deque[Any]:
    count = len(node.body.targets)
    return deque(targets.popleft() for _ in range(min(count, len(targets))))


@rule("303.4a", "702.5a")
def enchant_body(game: Game, identity: int) -> ast.Body:
    """CR 303.4a, 702.5a: an Aura spell targets what its enchant ability says."""
    for node in chars(game, identity).abilities:
        if isinstance(node, ast.Keyword) and node.name == "enchant":
            if isinstance(node.quality, ast.Filter):
                what = node.quality
            else:
                where = (node.quality,) if isinstance(node.quality, ast.Predicate) else ()
                what = ast.Filter("permanent", where)
            return ast.Body(targets=(ast.TargetSpec(what),))
    return ast.Body()


@rule("118.6", "118.9")
def _pay_for(
    game: Game, player: str, spell: Obj, scope: Scope, way: Permission, extras: list[Any], origin: str
) -> None:
    """CR 118.6, 118.9: no mana cost can't be paid; an alternative cost replaces the mana cost, increases still apply."""
    printed = up_face(spell)
    cost = way.cost
    if cost is None and not way.costs:
        cost = printed.cost
        if spell.face_down:
            cost = "{3}"
        if cost is None:
            raise Illegal(Reason("118.6", {"card": printed.name}, "no"))
    if cost == "" and "{X}" in (printed.cost or ""):
        if scope.x:
            raise Illegal(Reason("107.3b", {"card": printed.name}, "no"))
        if game.cause is not None:
            game.records[game.cause].reasons.append(Reason("107.3b", {"card": printed.name}))
    total = bill(cost or "", paid_x(game, scope.x, cost or ""))
    others: list[Any] = []
    for part in (*way.costs, *extras, *_own_additional(game, spell, scope, player)):
        if isinstance(part, ast.ManaCost | ast.CountedMana):
            total.add(mana_bill(game, part, scope))
        else:
            others.append(part)
    changes, reasons = cost_changes(game, player, spell.id, "cast", origin)
    if way.method not in ("normal", "effect"):  # "dash costs you pay cost {2} less"
        of_way = cost_changes(game, player, spell.id, way.method, origin)
        changes, reasons = changes + of_way[0], reasons + of_way[1]
    if (way.cost is not None or way.costs) and (extras or changes):
        reasons.append(Reason("118.9d", {"card": printed.name}, "extra"))
    if game.cause is not None:
        game.records[game.cause].reasons += reasons
    try:
        spent = pay_mana(
            game, player, total, printed.name, spell.id,
            changes=changes, direct=lambda announced: at_least(game, spell.id, announced),
        )  # fmt: skip
        scope.facts[SPENT] = None if scope.x is None and "{X}" in (cost or "") else spent
    except Illegal as why:
        less = [Reason("118.7a", {"card": printed.name})] if any(sign < 0 for _, sign, _ in changes) else []
        raise Illegal(*why.reasons, *(way.reasons if extras else ()), *less, *reasons) from None
    if game.cause is not None and (extras or len(others) > len(way.costs)):
        game.records[game.cause].reasons.append(Reason("118.8", {"card": printed.name}))
    if game.cause is not None and "{X}" in (cost or ""):
        game.records[game.cause].reasons.append(Reason("107.3a", {"card": printed.name, "n": scope.x}))
    for part in others:
        pay(game, part, scope, player)
    spell.marks[PAID_WITH] = scope.facts.get(PAID_AS, {})


def _own_additional(game: Game, spell: Obj, scope: Scope, player: str) -> list[Any]:
    """CR 601.2b: additional costs that the spell's own text or another effect asks for."""
    found: list[Any] = []
    for node in chars(game, spell.id).abilities:
        if isinstance(node, ast.Static):
            for part in node.parts:
                if isinstance(part, ast.AdditionalCost) and part.what is None:
                    found += _one_cost(game, part, player)
    for one in parts(game, ast.AdditionalCost):
        if one.part.what is not None and fits(game, one.part.what, spell.id, one.scope):
            found += _one_cost(game, one.part, player)
    return found


def _one_cost(game: Game, part: ast.AdditionalCost, player: str) -> list[Any]:
    if part.optional:
        return []
    if part.options:
        options = [Option(option, (index + 1,)) for index, option in enumerate(part.options)]
        return list(choose(game, player, options, "additional cost"))
    return list(part.cost)
