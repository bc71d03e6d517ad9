"""What a player or thing has: objects, counters, abilities, life."""

from __future__ import annotations

from typing import Any

from kb.asking.frames import AbilityOf, Counters, Number, Person, Place, Ref, Stat, Word
from kb.asking.staging.deeds import Holds, deed, state
from kb.asking.staging.deeds.attaching import attach_to
from kb.asking.staging.deeds.being import PLAYER_NUMBERS, STATS, check_of, entered_for, set_up
from kb.asking.staging.deeds.casting import fragment
from kb.asking.staging.deeds.rooms import of_a_class, triggered
from kb.asking.staging.deeds.speed import no_speed
from kb.asking.staging.heed import Heeded
from kb.asking.staging.invented import keyword_line
from kb.asking.staging.model import NotStaged, kind_of
from kb.asking.staging.table import Table
from kb.asking.staging.world import Item
from kb.checker.cards import CARD_TYPES, COLOR_WORDS
from kb.checker.oracle.words import CREATURE_TYPES


@deed("have", "control")
def have(table: Table, told: Heeded) -> None:
    """Told that a player or thing has something."""
    what = told.role("what")
    agent = told.role("agent")
    place = told.role("at")
    extra = told.role("with")
    amount = told.role("amount")
    from_whom = told.role("from")
    if isinstance(from_whom, Word) and what == Word("keyword", "protection"):
        what = Word("keyword", f"protection from {_quality(from_whom)}")
    elif from_whom is not None and not _protection(table, what, agent, from_whom):
        raise NotStaged("from what it is protected can't be played", "何からのプロテクションかを扱えません")
    if isinstance(agent, Ref | tuple) and not table.persons_in(told, "agent"):
        for item in table.items(agent):
            for one in [*_parts(what), *_parts(extra), *_parts(amount)]:
                _give(table, told, item, one)
        return
    several = table.players(agent) if agent is not None else []
    if (
        len(several) > 1
        and isinstance(what, Ref)
        and not told.negated
        and place is None
        and not (amount or extra)
    ):
        for item in table.world.spread(what, several):
            table.world.need(item, "battlefield")
        return
    player = table.player(agent) if agent is not None else ""
    for one in [*_parts(what), *_parts(amount), *_parts(extra)]:
        if _is_mana(one) and not told.negated:
            continue  # costs are taken for payable, and the answer says so
        if no_speed(table, player or "A", one, negated=told.negated):
            continue
        if isinstance(one, Number):
            _count(table, told, player or "A", one)
        elif isinstance(one, Counters):
            _player_counters(table, told, player or "A", one)
        elif isinstance(one, Ref):
            _has_thing(table, told, player, one, table.place(place) if place is not None else "")
        elif isinstance(one, Word) and one.kind == "concept" and one.name == "priority":
            table.must_hold(told, [{"priority": True}], lambda values: values[0] == player)
        else:
            raise NotStaged("what a player has can't be played", "プレイヤーが持つものを扱えません")


def _parts(filling: Any) -> tuple[Any, ...]:
    return () if filling is None else filling if isinstance(filling, tuple) else (filling,)


def _protection(table: Table, what: Any, agent: Any, from_whom: Any) -> bool:
    """ "It has protection from my opponent": printed on the card that is named, as protection from players is chosen."""
    named = (
        isinstance(what, Word)
        and what.name == "protection"
        and isinstance(from_whom, Person)
        and isinstance(agent, Ref)
    )
    return named and all(
        "protection from the chosen player" in item.printed.text.casefold() for item in table.items(agent)
    )


def _quality(said: Word) -> str:
    """CR 702.16a: from what a thing has protection, as texts write it."""
    if said.kind == "color" and said.name in COLOR_WORDS:
        return COLOR_WORDS[said.name]
    if said.kind == "type" and said.name in CARD_TYPES | CREATURE_TYPES:
        return f"{said.name}s"
    raise NotStaged("from what it is protected can't be played", "何からのプロテクションかを扱えません")


def _is_mana(one: Any) -> bool:
    return (isinstance(one, Stat) and one.name == "mana") or (
        isinstance(one, Number) and one.of == "mana" and one.value == "some"
    )


def _has_thing(table: Table, told: Heeded, player: str, ref: Ref, zone: str) -> None:
    thing = table.question.thing(ref)
    if told.negated or thing.count == 0:
        table.world.spoken.add(ref.thing)
        table.no_such(told, ref, player, zone)
        return
    for item in table.items(ref):
        if zone == "hand" or not item.now:
            where = zone or ("hand" if item.is_spell else "battlefield")
            table.world.need(item, where, player=player)
        elif player:
            table.world.control(item, player)


def _count(table: Table, told: Heeded, player: str, one: Number) -> None:
    if told.negated or not isinstance(one.value, int):
        raise NotStaged("how many a player has is not said", "プレイヤーが持つ数が述べられていません")
    if one.of == "speed" and one.value == 0:
        table.world.facts[player]["speed"] = None  # no speed, which is where everybody begins
        return
    if one.of in PLAYER_NUMBERS and not table.line.script:
        table.world.facts[player][PLAYER_NUMBERS[one.of]] = one.value
        return
    if one.of in PLAYER_NUMBERS:
        table.must_hold(told, [{PLAYER_NUMBERS[one.of]: player}], lambda values: values[0] == one.value)
        return
    raise NotStaged(f"a player's “{one.of}” can't be set up", f"プレイヤーの「{one.of}」は用意できません")


def _player_counters(table: Table, told: Heeded, player: str, one: Counters) -> None:
    if (
        one.kind in ("poison", "energy")
        and isinstance(one.count, int)
        and not table.line.script
        and not told.negated
    ):
        table.world.facts[player][one.kind] = one.count
        return
    raise NotStaged(
        "these counters of a player can't be set up", "プレイヤーのこのカウンターは用意できません"
    )


def _give(table: Table, told: Heeded, item: Item, one: Any) -> None:
    """A thing has counters, an ability, or something attached."""
    if not item.now:
        table.world.need(item, "battlefield")
    negated = told.negated
    if isinstance(one, Counters):
        if not isinstance(one.count, int):
            raise NotStaged("how many counters there are is not said", "カウンターの数が述べられていません")
        if not item.acted and not negated:
            item.setup.setdefault("counters", {})[one.kind] = one.count
            return
        count = 0 if negated else one.count
        table.must_hold(
            told, [{"counters": {"card": item.key, "kind": kind_of(one)}}], lambda values: values[0] == count
        )
        return
    if isinstance(one, Word) and one.kind == "keyword":
        check = {"has": {"card": item.key, "ability": one.name}}
        if not negated and not item.acted and item.card in table.world.invented:
            table.add_line(item, keyword_line(one.name))
        table.must_hold(told, [check], lambda values: bool(values[0]) != negated)
        return
    if isinstance(one, Word) and one.kind == "pt":
        checks, test = check_of(item, one, table)
        table.must_hold(told, checks, lambda values: test(list(values)) != negated)
        return
    if isinstance(one, Ref) and not negated:
        for other in table.items(one):
            if not {"aura", "equipment"} & set(other.printed.subtypes):
                raise NotStaged("what the thing has can't be played", "それが持つものを扱えません")
            attach_to(table, told, other, item)
        return
    if isinstance(one, Stat | Number):
        stat = one.of if isinstance(one, Number) else one.name
        if isinstance(one, Number) and stat in STATS and isinstance(one.value, int):
            table.must_hold(
                told, [{STATS[stat]: item.key}], lambda values: (values[0] == one.value) != negated
            )
            return
        if (
            isinstance(one, Number)
            and stat == "damage"
            and isinstance(one.value, int)
            and not item.acted
            and not negated
        ):
            item.setup["damage"] = one.value
            return
        if (
            isinstance(one, Number)
            and stat == "loyalty"
            and isinstance(one.value, int)
            and not item.acted
            and not negated
        ):
            item.setup.setdefault("counters", {})["loyalty"] = one.value
            return
    raise NotStaged("what the thing has can't be played", "それが持つものを扱えません")


@state("have", "control")
def has(table: Table, told: Heeded) -> Holds:
    """Whether a player or thing has something."""
    what, agent = told.role("what"), told.role("agent")
    place = told.role("at")
    said = what if what is not None else told.either("with", "amount")
    if isinstance(agent, Ref):
        item = table.one(agent)
        if not item.now:
            table.world.need(item, "battlefield")
        if isinstance(said, Counters):
            check = {"counters": {"card": item.key, "kind": kind_of(said)}}
            count = said.count if isinstance(said.count, int) else 1
            return Holds([check], lambda values: values[0] >= count, lambda values: values[0])
        if isinstance(said, AbilityOf) and said.what:
            return Holds([{"has": {"card": item.key, "ability": said.what}}], lambda values: bool(values[0]))
        checks, test = check_of(item, said, table)
        return Holds(checks, test)
    player = table.player(agent, "A")
    if isinstance(said, Ref) and table.question.thing(said).card:
        item = table.one(said)
        zone = table.place(place) if place is not None else "battlefield"
        checks_: list[dict[str, Any]] = [{"zone": item.key}]
        if zone == "battlefield":
            return Holds(
                [*checks_, {"count": {"zone": "battlefield", "card": item.key, "controller": player}}],
                lambda values: values[1] > 0,
            )
        return Holds(checks_, lambda values: values[0] == zone)
    if isinstance(said, Number | Stat):
        name = said.of if isinstance(said, Number) else said.name
        if name in PLAYER_NUMBERS:
            wanted = said.value if isinstance(said, Number) else None
            return Holds([{PLAYER_NUMBERS[name]: player}], lambda values: values[0] == wanted if wanted != "some" else bool(values[0]),
                         lambda values: values[0])  # fmt: skip
    raise NotStaged("what is asked to be had can't be played", "持っているか問われているものを扱えません")


@deed("be in zone")
def be_in_zone(table: Table, told: Heeded) -> None:
    """Told where a thing is."""
    place = told.either("at", "to")
    told.only("agent", Person)
    told.manner("only", "still")  # nothing is there that nobody spoke of
    amount = told.role("amount")
    if amount is not None:
        for one in told.each("what"):
            entered_for(table, told, table.one(one), amount)
    if told.negated:
        for ref in told.each("what"):
            table.world.spoken.add(ref.thing)
        return
    for one in told.each("what"):
        if isinstance(one, AbilityOf):
            _on_stack(table, told, one, place)
            continue
        for item in table.items(one):
            set_up(table, told, item, place if place is not None else Place("battlefield"))


_STEPS = {
    "upkeep": "upkeep",
    "draw": "draw",
    "end": "end",
    "end step": "end",
    "begin_combat": "begin_combat",
    "attack": "declare_attackers",
}
_CHAPTERS = ("I", "II", "III", "IV", "V", "VI")


def _on_stack(table: Table, told: Heeded, ability: AbilityOf, place: Any) -> None:
    """An ability is on the stack: what was told puts it there, or it is the chapter ability that the next lore counter brings."""
    if place is None or table.place(place) != "stack":
        raise NotStaged(
            "an ability is said to be somewhere else than on the stack",
            "能力がスタック以外の場所にあることになっています",
        )
    if of_a_class(ability):
        triggered(table, told, ability, stays=True)
        return
    items = table.source(ability)
    if not items:
        raise NotStaged("whose ability it is is not said", "どれの能力かが述べられていません")
    if ability.what in _CHAPTERS and items:
        for item in items:
            table.world.need(item, "battlefield")
            item.setup.setdefault("counters", {})["lore"] = _CHAPTERS.index(ability.what)
            table.line.go(("precombat_main",), item.side or "A")
            table.world.control(item, item.side or "A")
        table.line.do(items[0].side or "A", {"choose": []}, told.frame, hold=True)
    if ability.what in _STEPS and items:
        for item in items:
            table.world.need(item, "battlefield")
            table.world.control(item, item.side or "A")
        table.line.go((_STEPS[ability.what],), items[0].side)
        table.line.do(items[0].side, {"choose": []}, told.frame, hold=True)
    table.up_to_trigger(items)
    for item in items:
        table.wanted_value(told, {"triggered": {"source": item.key, **fragment(ability, item)}}, least=1)
    table.keep = True


@state("be in zone")
def is_in_zone(table: Table, told: Heeded) -> Holds:
    """Whether a thing is there."""
    place = told.either("at", "to")
    zone = table.place(place) if place is not None else "battlefield"
    items = table.items(told.role("what"))
    for item in items:
        if not item.now:
            table.world.need(item, "battlefield")
    return Holds(
        [{"zone": one.key} for one in items],
        lambda values: all(value == zone for value in values),
        lambda values: values[0],
    )
