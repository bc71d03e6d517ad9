"""What holds of every game whatever its cards say; nothing here needs an expected value.

`Ledger` reads the events of a game as they come and says where the state isn't what they tell; `Watched` plays a
document, looks after each action, and plays each action twice, taking it back in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from kb.checker import modules as _modules  # registers every handler
from kb.checker.cards import CardBase, Cards
from kb.checker.choices import Decider
from kb.checker.event import Event
from kb.checker.event_data import (
    COUNTER,
    COUNTERS,
    ENTERING,
    FROM,
    FROM_CONTROLLER,
    MADE,
    NEW,
    PART_OF,
    TO,
    WHY,
)
from kb.checker.play import Play
from kb.checker.scenario import Action, Scenario
from kb.checker.state import PHASED_OUT, Game, Obj, known, zone_key
from kb.checker.undo import restore, snapshot

assert _modules
OF_THE_GAME = {"plane", "phenomenon", "scheme", "dungeon"}
"""Cards whose owner is whoever the rules say at the moment (901.6, 309.3), or that a mechanic brings in from outside."""
TOLD = (
    "move",
    "damage",
    "gain_life",
    "lose_life",
    "create_token",
    "counters",
    "remove_counters",
    "sacrifice",
    "discard",
)
"""Kinds of event of which every record in the log must stand for one that happened."""  # fmt: skip


class Ledger:
    """What the events of one game say, held against the state."""

    def __init__(self, game: Game) -> None:
        self.read = len(game.history)
        self.life = {name: player.life for name, player in game.players.items()}
        self.player_counters = {name: Counter(player.counters) for name, player in game.players.items()}
        self.counters = {obj.id: Counter(obj.counters) for obj in game.objects.values()}
        self.damage = {obj.id: obj.damage for obj in game.objects.values()}
        self.owners = {obj.card: obj.owner for obj in game.objects.values()}
        self.zone = {obj.id: _place(obj) for obj in game.objects.values()}
        self.records = len(game.records)

    def problems(self, game: Game) -> list[str]:
        """Read what has happened since the last look, and say what doesn't fit; an empty list is well."""
        found: list[str] = []
        for event in game.history[self.read :]:
            found += self._event(game, event)
        found += _log(game, game.history[self.read :], self.records)
        self.read, self.records = len(game.history), len(game.records)
        found += _zones(game)
        found += self._players(game)
        for obj in game.objects.values():
            found += self._object(game, obj)
        return found

    def _event(self, game: Game, event: Event) -> Iterator[str]:
        """Enter one event, and say what is wrong with it by itself."""
        kind, player, thing = event.kind, event.player, event.obj
        if kind in ("gain_life", "lose_life") and player is not None:
            self.life[player] += event.amount if kind == "gain_life" else -event.amount
        elif kind in ("counters", "remove_counters") and not event.data.get(
            ENTERING
        ):  # those stand in the move
            having = (
                self.counters.setdefault(thing, Counter())
                if thing is not None
                else self.player_counters[player or ""]
            )
            having[event.data[COUNTER]] += event.amount if kind == "counters" else -event.amount
        elif kind == "mark_damage" and thing is not None:
            self.damage[thing] = self.damage.get(thing, 0) + event.amount
        elif kind == "create_token":
            for made in event.data[MADE]:
                self.zone[made] = "battlefield"
                entered = game.objects.get(made) or game.gone[made]
                if entered.owner != player:
                    yield f"{_named(game, made)} was created for {player} but is owned by {entered.owner} (111.2)"
        elif kind == "move" and thing is not None:
            yield from self._move(game, event, thing)
        elif kind == "discard" and thing is not None:
            old = known(game, thing)
            if (old.zone, old.owner) != ("hand", player):
                yield f"{player} discarded {_named(game, thing)} from the {old.zone} of {old.owner} (701.9a)"

    def _move(self, game: Game, event: Event, thing: int) -> Iterator[str]:
        new = event.data[NEW]
        told = self.zone.pop(thing, None)
        if told is not None and told != event.data[FROM]:
            yield f"{_named(game, thing)} moved from the {event.data[FROM]}, but events had put it into the {told}"
        self.zone[new] = event.data[TO]
        self.counters[new] = self.counters.get(new, Counter()) + Counter(event.data.get(COUNTERS) or {})
        if known(game, thing).card != known(game, new).card:
            yield f"{_named(game, thing)} became another card (400.7)"
        if event.data.get(WHY) == "sacrifice":
            parent = event.data.get(PART_OF)
            who = parent.player if parent is not None and parent.kind == "sacrifice" else event.player
            if event.data[FROM_CONTROLLER] != who:
                yield f"{who} sacrificed {_named(game, thing)} of {event.data[FROM_CONTROLLER]} (701.21a)"

    def _players(self, game: Game) -> Iterator[str]:
        for name, player in game.players.items():
            if player.life != self.life[name]:
                yield f"the life of {name} is {player.life}, the events say {self.life[name]} (119.3)"
            if +Counter(player.counters) != +self.player_counters[name]:
                yield f"the counters of {name} are {player.counters}, the events say {self.player_counters[name]}"
            if any(count < 0 for count in (*player.counters.values(), *player.mana.values())):
                yield f"{name} has less than none: {player.counters} {player.mana}"

    def _object(self, game: Game, obj: Obj) -> Iterator[str]:
        name = _named(game, obj.id)
        if self.owners.setdefault(obj.card, obj.owner) != obj.owner and not OF_THE_GAME & set(
            obj.printed.types
        ):
            yield f"{name} was owned by {self.owners[obj.card]} and is by {obj.owner} (108.3)"
        if obj.id not in self.zone:
            if obj.zone == "battlefield":
                yield f"{name} is on the battlefield, and no event put it there"
            self.zone[obj.id] = _place(obj)
        if self.zone[obj.id] != _place(obj):
            yield f"{name} is in {obj.zone}, the events say {self.zone[obj.id]}"
        self.damage.setdefault(obj.id, 0)
        if not 0 <= obj.damage <= self.damage[obj.id]:
            yield f"{name} has {obj.damage} damage, the events say {self.damage[obj.id]} (120.3e)"
        if any(count <= 0 for count in obj.counters.values()):
            yield f"{name} has counters that are none: {obj.counters}"
        if obj.id not in self.counters:  # a token: what it entered with is no event of its own
            self.counters[obj.id] = Counter(obj.counters)
        elif +Counter(obj.counters) != +self.counters[obj.id] and not (obj.token or obj.zone == "outside"):
            yield f"{name} has the counters {obj.counters}, the events say {dict(self.counters[obj.id])} (122.1)"
        self.counters[obj.id] = Counter(obj.counters)


def _place(obj: Obj) -> str:
    """Its zone by the events, for which what is phased out has stayed where it was (702.26d)."""
    return "battlefield" if obj.zone == PHASED_OUT else obj.zone


def _named(game: Game, identity: int) -> str:
    obj = known(game, identity)
    return f"{obj.printed.name or 'a face-down or copied object'} [{identity}]"


def _log(game: Game, events: list[Event], since: int) -> Iterator[str]:
    """Each record of a kind that changes the state stands for one event, and says its player and number."""
    by_record = {event.record: event for event in events}
    for record in game.records[since:]:
        event = by_record.get(record.id)
        if event is None:
            if record.event in TOLD:
                yield f"the log says {record.event} {record.slots}, and no such event happened"
        elif event.kind != record.event:
            yield f"the log says {record.event} of a {event.kind}"
        elif event.kind in ("gain_life", "lose_life") and (record.slots.get("player"), record.slots.get("n")) != (
            event.player, event.amount,
        ):  # fmt: skip
            yield f"the log says {record.slots} of {event.kind} of {event.amount} by {event.player}"


def _zones(game: Game) -> Iterator[str]:
    """Every object is in one zone, its own; every card is one object (400.1, 109.1)."""
    listed = Counter(identity for ids in game.zones.values() for identity in ids)
    for identity, times in listed.items():
        if times > 1:
            yield f"object {identity} is {times} times in zones"
        if identity not in game.objects:
            yield f"object {identity} is in a zone and gone"
    for key, ids in game.zones.items():
        for identity in ids:
            obj = game.objects.get(identity)
            if obj is not None and zone_key(obj.zone, obj.owner) != key:
                yield f"{_named(game, identity)} says {obj.zone} of {obj.owner} and is in {key}"
    for identity in game.objects.keys() - listed.keys():
        if game.objects[identity].zone != PHASED_OUT:  # it is treated as though it didn't exist (702.26d)
            yield f"{_named(game, identity)} is in no zone"
    for identity in game.objects.keys() & game.gone.keys():
        yield f"{_named(game, identity)} is both there and gone"
    cards = Counter(obj.card for obj in game.objects.values() if obj.ability is None)
    for card, times in cards.items():
        if times > 1:
            yield f"card {card} is {times} objects"


def settled(game: Game) -> list[str]:
    """What holds once nothing waits: where things are attached, who fights, where tokens are."""
    found = []
    there = set(game.zones.get("battlefield", ()))
    for obj in game.objects.values():
        if isinstance(obj.attached_to, int) and obj.zone == "battlefield" and obj.attached_to not in there:
            found.append(f"{_named(game, obj.id)} is attached to what isn't there (704.5m, 704.5n)")
        if obj.token and obj.zone not in ("battlefield", "stack", PHASED_OUT):
            found.append(f"the token {_named(game, obj.id)} is in {obj.zone} (111.7)")
    if game.combat is not None:
        for identity in {*game.combat.attackers, *game.combat.blockers} - there:
            found.append(f"object {identity} fights and isn't on the battlefield (506.4)")
    if game.waiting and game.step != "untap":  # nobody gets priority there (502.4)
        found.append("a triggered ability still waits (603.3)")
    return found


def digest(game: Game) -> Any:
    """What two games that went the same way have in common."""
    records = [
        (
            r.turn,
            r.step,
            r.event,
            repr(sorted(r.slots.items(), key=str)),
            [x.rule for x in r.reasons],
            sorted(r.touches),
        )
        for r in game.records
    ]
    objects = [
        (o.id, o.card, o.owner, o.controller, o.zone, o.tapped, o.face, o.face_down, sorted(o.counters.items()), o.damage,
         o.attached_to, sorted(key.name for key in o.marks))
        for o in game.objects.values()
    ]  # fmt: skip
    players = [
        (p.name, p.life, sorted(p.counters.items()), p.lost, sorted(p.mana.items()))
        for p in game.players.values()
    ]
    zones = {key: list(ids) for key, ids in game.zones.items() if ids}
    return (
        records,
        objects,
        players,
        zones,
        len(game.history),
        len(game.continuous),
        len(game.delayed),
        game.taints,
    )


class Broken(AssertionError):  # noqa: N818 - a finding, as every failed assertion
    """Something that holds of every game doesn't hold."""


class Watched(Play):
    """A playing that is looked at after each action; with `again` each action is taken back and played a second time."""

    def __init__(
        self, scenario: Scenario, decider: Decider, cards: Cards, base: CardBase | None, *, again: bool = True
    ) -> None:
        super().__init__(scenario, decider, cards, base)
        self.ledger = Ledger(self.game)
        self.again = again
        self.unknown = len(self.game.taints)

    def _look(self, what: str) -> None:
        found = self.ledger.problems(self.game)
        if (
            len(self.game.taints) > self.unknown
        ):  # what isn't modelled ended something halfway, and it was said
            self.unknown = len(self.game.taints)
            self.ledger = Ledger(self.game)
            found = list(_zones(self.game))
        if not self.game.over and not self.game.taints:
            found += settled(self.game)
        if found:
            raise Broken(f"after {what}: " + "; ".join(found[:4]))

    def _do(self, action: Action, player: str) -> None:
        if not self.again:
            super()._do(action, player)
        else:
            before, taken = snapshot(self.game), len(self.decider.taken)
            super()._do(action, player)
            first = digest(self.game)
            restore(self.game, before)
            del self.decider.taken[taken:]
            super()._do(action, player)
            second = digest(self.game)
            for one, other in zip(first, second, strict=True):
                if one != other:
                    raise Broken(
                        f"{action.key} {action.value}: taken back and played again it differs: {_apart(one, other)}"
                    )
        self._look(f"{action.key} {action.value}")

    def _leave(self) -> str:
        after = super()._leave()
        if len(self.game.history) > self.ledger.read + 1:  # more than that it began
            self._look(str(self.now))
        return after


def _apart(one: Any, other: Any) -> str:
    if isinstance(one, list) and isinstance(other, list):
        for left, right in zip(one, other, strict=False):
            if left != right:
                return f"{left} / {right}"
    return f"{str(one)[-300:]} / {str(other)[-300:]}"


def watch(
    scenario: Scenario, base: CardBase | None = None, decider: Decider | None = None, *, again: bool = True
) -> Watched:
    """Play a document under the eyes of the ledger; raises Broken."""
    play = Watched(scenario, decider or Decider(), Cards(scenario.cards, base), base, again=again)
    play.run()
    play._look("the end")
    return play
