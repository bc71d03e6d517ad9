"""Sagas (CR 714, 704.5s): lore counters, chapter abilities, the sacrifice after the last chapter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.checker.characteristics import chars, expands, has_keyword, passive
from kb.checker.checks import SURVIVES
from kb.checker.choices import Option, choose
from kb.checker.dispatch import Scope, matches
from kb.checker.event import Event, card_key
from kb.checker.event_data import BY, COUNTER, COUNTERS, ENTERING, NEW, TO, TURN_BASED
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.log import note
from kb.checker.marks import ENTERED_TURN
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.sba import state_based
from kb.checker.state import Game, Obj, battlefield, card_name, stack
from kb.checker.triggers import KEYWORD_RULES, TRIGGER_RULES
from kb.checker.turn import turn_based

passive("read ahead")


@dataclass(frozen=True, slots=True)
class ChapterReached(ast.Event):
    """The number of lore counters on this Saga becomes at least N (714.2b)."""

    number: int


@expands(ast.Chapter)
@rule("714.2b", "714.2c")
def chapter(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 714.2b, 714.2c: a chapter ability triggers when lore counters reach its number; several numbers are several abilities."""
    assert isinstance(node, ast.Chapter)
    return [
        ast.Triggered(text=node.text, event=ChapterReached(number), body=node.body) for number in node.numbers
    ]


@matches(ChapterReached)
def reached(game: Game, pattern: ChapterReached, event: Event, scope: Scope) -> int:
    """Lore counters went from fewer than the number to at least the number, as it entered or later."""
    wanted = pattern.number
    if scope.source not in game.objects or event.data.get(ENTERING):  # of those it enters with the move tells
        return 0
    if _reads_ahead(game, scope.source) and game.objects[scope.source].counters.get("lore", 0) != wanted:
        return 0
    if event.kind == "counters" and event.obj == scope.source and event.data.get(COUNTER) == "lore":
        have = game.objects[scope.source].counters.get("lore", 0)
        return int(have - event.amount < wanted <= have)
    if event.kind == "move" and event.data.get(NEW) == scope.source and event.data.get(TO) == "battlefield":
        return int(1 <= wanted <= game.objects[scope.source].counters.get("lore", 0))
    return 0


@rule("702.155a")
def _reads_ahead(game: Game, identity: int) -> bool:
    """CR 702.155a: with read ahead, on the turn it entered only the chapter of exactly that number can trigger."""
    obj = game.objects[identity]
    return obj.marks.get(ENTERED_TURN) == game.turn and has_keyword(game, identity, "read ahead")


TRIGGER_RULES["counters"] = ()
KEYWORD_RULES.update(dict.fromkeys(("I", "II", "III", "IV", "I,", "II,", "III,"), "714.2b"))


def final_chapter(game: Game, identity: int) -> int:
    """CR 714.2d: the greatest chapter number among the chapter abilities it has now; 0 without any."""
    numbers = [
        number
        for node in chars(game, identity).abilities
        if isinstance(node, ast.Chapter)
        for number in node.numbers
    ]
    return max(numbers, default=0)


@replacement
@rule("714.3a")
def enters_with_lore(game: Game, event: Event) -> Effect | None:
    """CR 714.3a: as a Saga enters, its controller puts a lore counter on it."""
    if event.kind != "move" or event.data.get(TO) != "battlefield" or NEW not in event.data:
        return None
    new = event.data[NEW]
    if new not in game.objects or "saga" not in chars(game, new).subtypes:
        return None
    return Effect(f"lore:{new}", card_name(game, new), None, Scope(new, ""), commutes=True, run=_with_lore)


@rule("702.155b")
def _with_lore(game: Game, event: Event, effect: Effect) -> list[Event]:
    """CR 702.155b: with read ahead its controller chooses how many lore counters, up to the final chapter number."""
    new: int = event.data[NEW]
    count = 1
    if has_keyword(game, new, "read ahead"):
        last = final_chapter(game, new)
        options = [Option(number, (number, str(number))) for number in range(1, last + 1)]
        player = game.objects[new].controller
        count = (
            choose(game, player, options, f"the chapter with which {effect.name} enters", forced=True)
            if options
            else 0
        )
        event.why("702.155b", card=effect.name, n=count)
        if event.obj is not None:
            event.touches |= {card_key(game, event.obj, topic) for topic in ("triggered", "counters")}
        event.why("702.155a", card=effect.name, n=count)
    counters = dict(event.data.get(COUNTERS) or {})
    counters["lore"] = counters.get("lore", 0) + count
    event.data[COUNTERS] = counters
    event.why("714.3a", card=effect.name)
    return [event]


@turn_based("precombat_main")
@rule("714.3b")
def add_lore(game: Game) -> None:
    """CR 714.3b: as a player's precombat main phase begins they put a lore counter on each Saga with chapter abilities they control."""
    events = []
    for obj in battlefield(game):
        what = chars(game, obj.id)
        if "saga" not in what.subtypes and not any(
            isinstance(node, ast.Chapter) for node in (*what.lost, *what.abilities)
        ):
            continue
        if what.controller != game.active:
            continue
        if final_chapter(game, obj.id):
            data = having(COUNTER("lore"), TURN_BASED(True), BY(game.active))
            events.append(Event("counters", obj.id, amount=1, data=data).why("714.3b", card=what.name))
        else:
            slots = {"card": what.name}
            reasons = [
                Reason("714.3b", slots, "no"),
                Reason("704.5s", slots, "no"),
                *what.reasons.get("abilities", ()),
            ]
            note(game, "no_chapters", slots, reasons, {card_key(game, obj.id, topic) for topic in ("counters", "zone", "card")},
                 shown=False)  # fmt: skip
    happen(game, *events)


@state_based
@rule("704.5s", "714.4")
def finished(game: Game) -> Iterator[Event]:
    """CR 704.5s, 714.4: a Saga with its final number of lore counters is sacrificed once its chapter abilities have left the stack."""
    for obj in battlefield(game):
        last = final_chapter(game, obj.id) if "saga" in chars(game, obj.id).subtypes else 0
        if not last or obj.counters.get("lore", 0) < last:
            continue
        if not _chapter_pending(game, obj.id):
            name = card_name(game, obj.id)
            yield (
                Event("sacrifice", obj.id, player=chars(game, obj.id).controller)
                .why("704.5s", card=name)
                .why("714.4", card=name)
            )


def _not_finished(game: Game, obj: Obj) -> list[Reason]:
    """Why a Saga hasn't been sacrificed yet (714.4)."""
    if "saga" not in chars(game, obj.id).subtypes:
        return []
    slots = {"card": card_name(game, obj.id)}
    return [Reason("714.4", slots, "no"), Reason("704.5s", slots, "no")]


SURVIVES.append(_not_finished)


def _chapter_pending(game: Game, identity: int) -> bool:
    """Whether a chapter ability of it has triggered and not left the stack; other abilities of it don't matter."""
    triggered = [(t.ability.source, t.ability.node) for t in game.waiting if not isinstance(t.ability, tuple)]
    triggered += [
        (item.ability.source, item.ability.node) for item in stack(game) if item.ability is not None
    ]
    return any(
        source == identity and isinstance(node, ast.Triggered) and isinstance(node.event, ChapterReached)
        for source, node in triggered
    )
