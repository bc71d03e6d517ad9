"""CR 602: activating abilities: the right one, when and by whom, its costs; then it is on the stack (or mana at once)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from kb.checker.activation_times import TIMES, TIMES_A_TURN, WHO, note_use, used_up
from kb.checker.characteristics import AbilityOf, abilities, chars, functions, has_keyword, is_expanded
from kb.checker.cost_changes import cost_changes
from kb.checker.costs import mana_bill
from kb.checker.dispatch import Scope, holds, pay
from kb.checker.event import Event, card_key
from kb.checker.event_data import OF, TEXT, WORDS
from kb.checker.events import happen
from kb.checker.keys import Count, having
from kb.checker.log import because_of, note
from kb.checker.mana import ManaBill, pay_mana
from kb.checker.mana_made import activation_words, produce
from kb.checker.naming import BadQuestion
from kb.checker.oracle import ast
from kb.checker.oracle.ast import unread
from kb.checker.parts import forbidden
from kb.checker.permissions import sorcery_time, split_second
from kb.checker.rules import Reason, rule
from kb.checker.stack import announce, push_ability
from kb.checker.state import Game, Illegal, NotModelled, Obj, card_name, known, opponents, stack
from kb.checker.undo import restore, snapshot
from kb.checker.unused import must_be_modal, must_be_numbered, must_have_x, said_x

NO_ABILITY: list[Callable[[Game, Obj, object], list[Reason]]] = []
"""Mechanics explain here why an object doesn't have the ability that is asked for (max speed)."""
LOYALTY = Count("loyalty")
"""Turn in which a loyalty ability of an object was last activated (606.3)."""
KEYWORD_RULES = {"equip": "702.6a", "crew": "702.122a", "cycling": "702.29a", "unearth": "702.84a"}
"""Rules of keywords that are activated abilities, by the first word of their text."""
Activatable = Callable[[Game, str, Obj], "list[AbilityOf]"]


def activate(
    game: Game, player: str, obj: Obj, details: Mapping[str, Any], queue: deque[Any] | None
) -> Obj | None:
    """Activate an ability; raises Illegal with the rules that forbid it, leaving the game as it was."""
    found = matching_abilities(game, obj.id, details.get("ability"))
    problems: list[Reason] = []
    unused: BadQuestion | None = None
    for ability in found:
        if not functions(game, ability):
            if unread(ability.node):  # it may say that it functions here
                raise NotModelled("this text is not read", obj.printed.name, unread(ability.node)[0])
            problems.append(Reason("113.6", {"card": card_name(game, obj.id), "zone": obj.zone}, "no"))
            continue
        before = snapshot(game)
        try:
            return _activate(game, player, ability, details, queue)
        except BadQuestion as wrong:
            unused = wrong
        except Illegal as why:
            unsaid = game.taints[len(before.taints) :]
            restore(game, before)
            if unsaid:  # a refusal that stands on something not modelled is none
                raise NotModelled(unsaid[0].why, unsaid[0].card, unsaid[0].text) from why
            problems += why.reasons
    if unused is not None and not problems:
        raise unused
    what = chars(game, obj.id)
    if what.lost and not found:  # it had abilities, and what took them away says why it hasn't this one
        problems += [*what.reasons.get("abilities", ()), *what.reasons.get("types", ())]
    for explain in NO_ABILITY:
        problems += explain(game, obj, details.get("ability"))
    if not problems:
        if any(unread(node) or not is_expanded(node) for node in obj.printed.abilities):
            raise NotModelled("an ability of this card is not read", obj.printed.name, obj.printed.text)
        problems = [Reason("602.1", {"card": card_name(game, obj.id)}, "none")]
    raise Illegal(*problems)


@rule("602.2", "602.2b", "602.5")
def _activate(
    game: Game, player: str, ability: AbilityOf, details: Mapping[str, Any], queue: deque[Any] | None
) -> Obj | None:
    """CR 602.2, 602.2b, 602.5: announce the ability, choose modes and targets, pay all costs."""
    node = ability.node
    assert isinstance(node, ast.Activated)
    obj = game.objects[ability.source]
    keyword = ability.rule or KEYWORD_RULES.get(node.text.split(" ")[0].casefold())
    named = [Reason(keyword, {"card": card_name(game, obj.id), "player": player})] if keyword else []
    named = [*_given(game, ability), *named]
    try:
        may_activate(game, player, ability)
    except Illegal as why:
        raise Illegal(*why.reasons, *named) from None
    must_have_x(obj, details, *node.cost, node.body)
    must_be_modal(obj, details, (node.body,))
    scope = Scope(obj.id, player, x=said_x(details))
    name = card_name(game, obj.id)
    record = note(game, "activate", {"player": player, "card": name, "text": node.text}, [*named, Reason("602.2", {"card": name})],
                  {card_key(game, obj.id), card_key(game, obj.id, "zone"), card_key(game, obj.id, "activate")},
                  shown=not node.is_mana)  # fmt: skip
    game.queue = queue
    with because_of(game, record):
        if node.is_mana:
            game.records[record].reasons += [
                Reason(number, {"card": name}) for number in ("605.1a", "605.3b")
            ]
            if split_second(game):
                game.records[record].reasons.append(Reason("702.61b", {"card": name}))
            pay_costs(game, player, node.cost, scope, ability)
            note_use(game, ability)
            produce(game, player, ability, scope)
            return None
        item = push_ability(game, "activated", ability, scope, record=record, queue=queue)
        targets = deque(details["targets"]) if "targets" in details else None
        announce(game, item, node.body, scope, details.get("modes"), targets)
        pay_costs(game, player, node.cost, scope, ability)
        game.records[record].reasons.append(Reason("602.2b", {"card": name}))
        data = having(OF(obj.id), WORDS(activation_words(node)), TEXT(node.text))
        happen(game, Event("activate", item.id, player=player, data=data))
    note_use(game, ability)
    if node.is_loyalty:
        game.done[LOYALTY, obj.id] = game.turn
    return item


def _given(game: Game, ability: AbilityOf) -> list[Reason]:
    """What has given an object an ability that isn't its own by the card: an effect, or the land type that is set (305.7)."""
    what = chars(game, ability.source)
    if what.printed is None or not (what.lost or ability.node in what.abilities):
        return []
    if ability.node in what.printed.abilities or (ability.rule and ability.rule != "305.6"):
        return []
    return [*what.reasons.get("abilities", ()), *what.reasons.get("types", ())]


def pay_costs(game: Game, player: str, cost: tuple[ast.Cost, ...], scope: Scope, ability: AbilityOf) -> None:
    """Pay the parts of an activation cost; increases and reductions apply to its mana."""
    changes, reasons = cost_changes(game, player, ability.source, _action_word(ability), "battlefield")
    total = ManaBill()
    for part in cost:
        if isinstance(part, ast.ManaCost | ast.CountedMana):
            total.add(mana_bill(game, part, scope))
    if game.cause is not None:
        game.records[game.cause].reasons += reasons
    pay_mana(game, player, total, card_name(game, ability.source), changes=changes)
    for part in cost:
        if not isinstance(part, ast.ManaCost | ast.CountedMana):
            pay(game, part, scope, player)


def _action_word(ability: AbilityOf) -> str:
    return "equip" if ability.text.lower().startswith("equip") else "activate"


@rule("602.5b", "602.5d", "307.5", "606.3")
def may_activate(game: Game, player: str, ability: AbilityOf) -> None:
    """CR 602.5b, 602.5d, 307.5, 606.3: only its controller, with its restrictions kept; loyalty once a turn at sorcery time."""
    node = ability.node
    assert isinstance(node, ast.Activated)
    obj = game.objects[ability.source]
    name = card_name(game, obj.id)
    slots = {"player": player, "card": name}
    controls = ability.controller if obj.zone in ("battlefield", "stack", "command") else obj.owner
    others = "any player" in node.limits or (
        {"opponents", "only opponents"} & set(node.limits) and player in opponents(game, controls)
    )
    if not others and (player != controls or "only opponents" in node.limits):
        raise Illegal(Reason("602.2", slots, "not_controller"))
    for item in stack(game):
        if not node.is_mana and item.ability is None and has_keyword(game, item.id, "split second"):
            raise Illegal(Reason("702.61a", {"card": card_name(game, item.id)}, "no"))
    for word in ("activate", "activate abilities"):
        reasons = forbidden(game, word, obj.id, None, node.is_mana) or forbidden(
            game, word, player, obj.id, node.is_mana
        )
        if reasons:
            raise Illegal(*reasons, Reason("602.5", slots, "no"))
    if node.is_loyalty:
        if not sorcery_time(game, player):
            raise Illegal(Reason("606.3", slots, "time"), Reason("307.5", slots, "no"))
        if game.done.get((LOYALTY, obj.id)) == game.turn:
            raise Illegal(Reason("606.3", slots, "once"))
    if node.condition is not None and not holds(game, node.condition, Scope(obj.id, player)):
        raise Illegal(Reason("602.5", slots, "condition"))
    for limit in node.limits:
        _limit(game, player, ability, limit, slots)


def _limit(game: Game, player: str, ability: AbilityOf, limit: str, slots: dict[str, Any]) -> None:
    if limit in ("sorcery", "as a sorcery"):
        if not sorcery_time(game, player):
            raise Illegal(Reason("602.5d", slots, "no"), Reason("307.5", slots, "no"))
    elif limit == "once" or limit in TIMES_A_TURN:
        if used_up(game, limit, ability.key):
            raise Illegal(Reason("602.5b", slots, "once"))
    elif limit in TIMES:
        if not TIMES[limit](game, player):
            raise Illegal(Reason("602.5b", slots, "time"))
    elif limit not in WHO:
        raise NotModelled(
            f"the restriction {limit!r}", known(game, ability.source).printed.name, ability.text
        )


def matching_abilities(game: Game, identity: int, wanted: object) -> list[AbilityOf]:
    """Abilities of an object that its number, counted from 1 among all of them, or a fragment of text names; else all.

    Raises BadQuestion for a number at which there is something else.
    """
    found = [ability for ability in abilities(game, identity) if isinstance(ability.node, ast.Activated)]
    if wanted is None:
        return found
    if isinstance(wanted, int):
        counted = [ability for ability in found if ability.index == wanted - 1]
        if not counted:
            there = {ability.index + 1: ability.text for ability in found if ability.index >= 0}
            must_be_numbered(known(game, identity), wanted, there, chars(game, identity).abilities)
        return counted
    fragment = str(wanted).casefold()
    return [ability for ability in found if fragment in ability.text.casefold()]
