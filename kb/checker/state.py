"""The state of a game: plain data. Rules are functions over it, in the other modules.

An object gets a new identity whenever it changes zones (CR 400.7): `Obj.id` is new, `Obj.card` stays the same physical
card. The object as it last existed stays in `Game.gone`, its characteristics as last known in `Game.last_known`.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from kb.checker.cards import Printed
from kb.checker.keys import Counted, Kept
from kb.checker.rules import Reason

PRIVATE_ZONES = ("library", "hand", "graveyard")
"""Zones of which each player has their own; the other zones are shared."""
PHASED_OUT = "phased out"
"""Stands for the zone of a phased-out permanent: on the battlefield, but as though it didn't exist (702.26b)."""


NO_X = "no value of X is given"
"""Why an amount isn't known where nobody chose X (107.3a): it is never taken for 0."""


class NotModelled(Exception):  # noqa: N818 - it is no error: it is what the checker doesn't know
    """Something that could matter has no handler: the answer is undetermined, never a guess."""

    ja = ""
    """The same in Japanese, where it isn't among the sentences of limits.yaml."""

    def __init__(self, why: str, card: str = "", text: str = "") -> None:
        super().__init__(f"{card}: {text!r}: {why}" if card else why)
        self.why = why
        self.card = card
        self.text = text


class Illegal(Exception):  # noqa: N818 - a verdict of the rules, no error
    """The rules don't allow the action; `reasons` say which."""

    def __init__(self, *reasons: Reason) -> None:
        super().__init__(", ".join(reason.rule for reason in reasons))
        self.reasons = reasons


@dataclass(slots=True)
class Obj:
    """One object: a card, token, copy of a spell, permanent, or an ability on the stack."""

    id: int
    card: int
    """The physical card (or token): the same through all zones."""
    printed: Printed
    """Its own copiable values before copy effects: the card as printed, or what the token was created as."""
    owner: str
    controller: str
    """Under whose control it entered; control-changing effects are found in the layers."""
    zone: str
    timestamp: int
    tapped: bool = False
    face_down: bool = False
    face: int = 0
    """Index of the face that is up or being cast."""
    token: bool = False
    copy: bool = False
    """A copy of a spell or ability."""
    ability: Any = None
    """For an ability on the stack: the StackAbility it is."""
    counters: dict[str, int] = field(default_factory=dict)
    damage: int = 0
    deathtouched: bool = False
    attached_to: int | str | None = None
    """Id of the object, or name of the player, it is attached to."""
    since: int = 0
    """The controller has controlled it continuously since this turn's beginning or later: turn number, -1 before."""
    protector: str | None = None
    scanned: Any = None
    """Abilities with which it was looked through for what isn't modelled."""
    marks: Kept[Obj] = field(default_factory=Kept)
    """Designations and memories, under keys that their mechanics declare (`Mark`)."""

    @property
    def is_card(self) -> bool:
        """Whether it is a card rather than a token, a copy or an ability."""
        return not (self.token or self.copy or self.ability is not None)


@dataclass(slots=True)
class Player:
    """One player."""

    name: str
    life: int = 20
    counters: dict[str, int] = field(default_factory=dict)
    speed: int | None = None
    lost: bool = False
    won: bool = False
    left: bool = False
    drew_from_empty: bool = False
    lands_played: int = 0
    mana: dict[str, int] = field(default_factory=dict)
    facts: Kept[Player] = field(default_factory=Kept)
    """What mechanics remember of a player (`PlayerFact`): completed dungeons, city's blessing …"""


@dataclass(slots=True)
class Record:
    """One thing that happened, for the log and for `because`."""

    id: int
    turn: int
    step: str
    event: str
    slots: dict[str, Any]
    reasons: list[Reason]
    touches: frozenset[str]
    """What it bears on: `life:A`, `zone:7` (a card), `triggered:7`, `card:7` …"""
    cause: int | None
    """Id of the record that led to it."""
    shown: bool = True
    """Whether the log lists it."""


@dataclass(slots=True)
class Trigger:
    """A triggered ability that has triggered and waits to be put on the stack."""

    ability: Any
    """The ability that triggered (an `AbilityOf`)."""
    controller: str
    event: Any
    """The event that triggered it."""
    record: int | None
    queue: deque[Any] | None = None


@dataclass(slots=True)
class Continuous:
    """A continuous effect that the resolution of a spell or ability created (611.2)."""

    id: int
    timestamp: int
    part: Any
    """AST part: what it does."""
    controller: str
    source: int
    affected: tuple[int, ...] | None
    """Objects it is locked in to (611.2c), or None where it is not."""
    until: str
    made_turn: int
    made_player: str
    """Whose turn it was made in."""
    record: int | None = None
    scope: Any = None
    """What the part's references are found with: a `Scope`."""
    condition: Any = None
    used: int = 0
    ended: bool = False


@dataclass(slots=True)
class Delayed:
    """A delayed triggered ability (603.7)."""

    ability: Any
    controller: str
    source: int
    scope: Any
    once: bool
    until: str
    made_turn: int
    queue: deque[Any] | None = None
    record: int | None = None


@dataclass(slots=True)
class Combat:
    """The current combat phase."""

    attackers: dict[int, int | str] = field(default_factory=dict)
    """Attacker id to the player, planeswalker or battle it attacks."""
    blockers: dict[int, list[int]] = field(default_factory=dict)
    """Blocker id to the attackers it blocks, in the order declared."""
    blocked: set[int] = field(default_factory=set)
    """Attackers that became blocked, whatever happened to the blockers since."""
    first_strikers: set[int] = field(default_factory=set)
    """Creatures that dealt damage in the first of two combat damage steps."""
    double_strikers: set[int] = field(default_factory=set)
    """Those of them that had double strike then."""
    left: set[int] = field(default_factory=set)
    """What was removed from combat: a planeswalker or battle that was attacked isn't any more."""
    was_attacking: dict[int, int | str] = field(default_factory=dict)
    """What creatures that have been removed from combat had attacked (508.5)."""
    two_steps: bool = False
    blocks_declared: bool = False
    attacks_declared: bool = False


@dataclass(slots=True)
class Taint:
    """Something that is not modelled has happened or is there: later checks that it could bear on are undetermined."""

    card: str
    text: str
    why: str
    topics: frozenset[str] = frozenset({"everything"})
    """What it could bear on, as kb.checker.bearing names it."""
    since: tuple[int, int] = field(default=(0, 0), compare=False)
    """How many events and records there were when it was found."""
    ja: str = field(default="", compare=False)
    """`why` in Japanese, where it isn't among the sentences of limits.yaml: something is wrong with the document."""

    def __str__(self) -> str:
        return f"{self.card}: {self.text!r}: {self.why}" if self.card else self.why


@dataclass(slots=True)
class Game:
    """The whole game."""

    players: dict[str, Player]
    variant: str = "standard"
    mana: str = "unlimited"
    objects: dict[int, Obj] = field(default_factory=dict)
    zones: dict[str, list[int]] = field(default_factory=dict)
    """Object ids by zone key (`library:A`, `battlefield`); libraries and the stack have their top LAST."""
    gone: dict[int, Obj] = field(default_factory=dict)
    last_known: dict[int, Any] = field(default_factory=dict)
    became: dict[int, int] = field(default_factory=dict)
    """What an object that changed zones became."""
    names: dict[str, int] = field(default_factory=dict)
    """`as` names to physical cards."""
    turn: int = 0
    step: str = "start"
    active: str = ""
    priority: str | None = None
    combat: Combat | None = None
    over: str | None = None
    """None while the game goes on; else `won` or `draw`."""
    clock: int = 0
    version: int = 0
    """Grows with every change; what is computed from the state is cached by it."""
    continuous: list[Continuous] = field(default_factory=list)
    shields: list[Any] = field(default_factory=list)
    """Floating replacement and prevention effects: regeneration, "the next 3 damage" …"""
    delayed: list[Delayed] = field(default_factory=list)
    waiting: list[Trigger] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    history: list[Any] = field(default_factory=list)
    """Every event that happened, as kb.checker.events.Event, in order, with turn and step."""
    taints: list[Taint] = field(default_factory=list)
    dice: deque[int] = field(default_factory=deque)
    planar_dice: deque[str] = field(default_factory=deque)
    coins: deque[str] = field(default_factory=deque)
    step_queue: deque[Any] = field(default_factory=deque)
    queue: deque[Any] | None = None
    """The queue of what is being done now."""
    led: deque[Any] | None = None
    """The answers of what was done or resolved last in this step: what follows from it by the rules takes those."""
    serving: deque[Any] | None = None
    """The answers of the entry of the script that is followed now (of a "resolve" those for what resolves)."""
    decider: Any = None
    suspects: list[Any] = field(default_factory=list)
    """Answers that name what the choice at hand did not allow, as kb.checker.choices.IllegalChoice."""
    afterwards: list[tuple[tuple[Any, ...], Any]] = field(default_factory=list)
    """Instructions, each with its scope, that are followed immediately after what happens now (615.5)."""
    assumptions: dict[str, dict[str, str]] = field(default_factory=dict)
    cause: int | None = None
    """Record of what is being done now."""
    cache: dict[str, Any] = field(default_factory=dict)
    facts: Kept[Game] = field(default_factory=Kept)
    """What mechanics remember of the game (`Fact`): monarch, planar deck, day or night …"""
    next_id: int = 1
    next_card: int = 1
    done: dict[Counted, int] = field(default_factory=dict)
    """What is counted because it is limited by turn or game (`Count`)."""


def zone_key(zone: str, player: str) -> str:
    """Key of a zone in `Game.zones`.

    >>> zone_key("library", "A"), zone_key("exile", "A")
    ('library:A', 'exile')
    """
    return f"{zone}:{player}" if zone in PRIVATE_ZONES else zone


def in_zone(game: Game, zone: str, player: str | None = None) -> list[Obj]:
    """Objects in a zone (of that owner where a player is given), in the zone's order."""
    if zone in PRIVATE_ZONES:
        owners = [player] if player is not None else list(game.players)
        return [game.objects[i] for owner in owners for i in game.zones.get(f"{zone}:{owner}", ())]
    found = [game.objects[i] for i in game.zones.get(zone, ())]
    return found if player is None else [obj for obj in found if obj.owner == player]


def battlefield(game: Game) -> list[Obj]:
    """The permanents."""
    return [game.objects[i] for i in game.zones.get("battlefield", ())]


def stack(game: Game) -> list[Obj]:
    """Spells and abilities on the stack, the bottom one first."""
    return [game.objects[i] for i in game.zones.get("stack", ())]


def tick(game: Game) -> int:
    """A new timestamp."""
    game.clock += 1
    return game.clock


def touch(game: Game) -> None:
    """The state has changed: nothing computed from it before holds."""
    game.version += 1


def new_object(
    game: Game, printed: Printed, owner: str, zone: str, *, card: int | None = None, at: int | None = None
) -> Obj:
    """Make an object and put it into its zone: on top unless `at` (an index from the bottom) says otherwise."""
    if card is None:
        card = game.next_card
        game.next_card += 1
    obj = Obj(game.next_id, card, printed, owner, owner, zone, tick(game))
    game.next_id += 1
    game.objects[obj.id] = obj
    ids = game.zones.setdefault(zone_key(zone, owner), [])
    ids.append(obj.id) if at is None else ids.insert(at, obj.id)
    touch(game)
    return obj


def current(game: Game, identity: int) -> Obj | None:
    """The object of that id while it exists."""
    return game.objects.get(identity)


def known(game: Game, identity: int) -> Obj:
    """The object of that id, as it last existed if it is gone."""
    return game.objects.get(identity) or game.gone[identity]


def of_card(game: Game, card: int) -> Obj | None:
    """Where that physical card is now."""
    index = game.cache.get("of_card")
    if index is None or index[0] != game.version:
        index = (game.version, {obj.card: obj for obj in game.objects.values() if obj.ability is None})
        game.cache["of_card"] = index
    found: Obj | None = index[1].get(card)
    return found


def living(game: Game) -> list[str]:
    """Players still in the game, in turn order."""
    return [name for name, player in game.players.items() if not (player.lost or player.left)]


def turn_order(game: Game, first: str | None = None) -> list[str]:
    """Players still in the game, from the active player on (APNAP order, 101.4)."""
    names = list(game.players)
    start = names.index(first or game.active) if (first or game.active) in names else 0
    order = names[start:] + names[:start]
    return [name for name in order if not (game.players[name].lost or game.players[name].left)]


def opponents(game: Game, player: str) -> list[str]:
    """The opponents of a player, in turn order from the active player."""
    return [name for name in turn_order(game) if name != player]


def leave_combat(game: Game, identity: int) -> None:
    """CR 506.4: what is removed from combat stops being an attacking, blocking, blocked or attacked one."""
    if game.combat is None:
        return
    whom = game.combat.attackers.pop(identity, None)
    if whom is not None:
        game.combat.was_attacking[identity] = whom
    game.combat.blockers.pop(identity, None)
    game.combat.blocked.discard(identity)
    game.combat.left.add(identity)


def card_name(game: Game, identity: int) -> str:
    """Name of an object for people; a face-down one is still named by its card, an ability by its source."""
    obj = known(game, identity)
    if obj.ability is not None:
        name: str = obj.ability.source_name
        return name
    copied = game.last_known.get(identity)
    return obj.printed.name or (copied.name if copied is not None else "")


def cards_in_library(game: Game, player: str) -> list[Obj]:
    """A player's library, the top card first."""
    return [game.objects[i] for i in reversed(game.zones.get(zone_key("library", player), ()))]
