"""What a text that isn't modelled could bear on: the checks that it reaches, and why it reaches no other.

A taint has topics. Each topic says, in `safe`, why a text that it covers can't change any other answer; `reaches` tells
whether it could change this one. Where nothing is known of a text its topic is "everything".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from kb.checker.characteristics import chars
from kb.checker.event_data import FROM, STEP, TO
from kb.checker.oracle import ast
from kb.checker.oracle.words import CREATURE_TYPES
from kb.checker.scenario import Check
from kb.checker.state import Game, Taint

EVERYTHING = "everything"
NOTHING = "nothing"
CASTING = ("cast", "play", "plot", "foretell", "suspend", "turn_face_up", "unlock")
ACTIVATING = ("activate", "crew", "saddle", "station")
COLOR_KEYWORDS = frozenset({"fear", "intimidate", "protection", "hexproof", "converge", "sunburst"})


Reaches = Callable[[Game, Taint, Check], bool]


@dataclass(frozen=True, slots=True)
class Topic:
    """One kind of thing that a text could change."""

    safe: str
    """Why nothing else could be changed by it."""
    reaches: Reaches


TOPICS: dict[str, Topic] = {}


def topic(name: str, safe: str) -> Callable[[Reaches], Reaches]:
    """Register what a topic reaches: `(game, taint, check) -> bool`."""

    def register(function: Reaches) -> Reaches:
        TOPICS[name] = Topic(safe, function)
        return function

    return register


def bearing_on(game: Game, check: Check, taints: Iterable[Taint] | None = None) -> Taint | None:
    """The first thing not modelled that could change the answer to a check, or None."""
    for taint in game.taints if taints is None else taints:
        if any(_topic(name).reaches(game, taint, check) for name in taint.topics):
            return taint
    return None


def _topic(name: str) -> Topic:
    kind, colon, word = name.partition(":")
    if colon and kind == "things":
        return _of_things(word)
    if colon and kind == "event":
        return _of_event(word)
    return _of_keyword(word) if colon else TOPICS[name]


topic(EVERYTHING, "Nothing is known of it.")(lambda game, taint, check: True)
topic(NOTHING, "It says nothing about a game that is being played.")(lambda game, taint, check: False)


topic(
    "own casting",
    "How a card is cast matters as it is: then the spell is looked at, and who asks finds it unread (113.6d-f).",
)(lambda game, taint, check: False)


topic(
    "entering itself", "It has mattered when the object entered (614.12): it did so before the first turn."
)(lambda game, taint, check: False)


def asks_for(check: Check, actions: Iterable[str]) -> bool:
    """Whether a check asks if one of those actions is possible."""
    return check.key == "can" and any(action in check.value for action in actions)


def since(game: Game, taint: Taint, *kinds: str) -> bool:
    """Whether an event of those kinds has happened since the text was there."""
    return any(event.kind in kinds for event in game.history[taint.since[0] :])


def tried_since(game: Game, taint: Taint) -> bool:
    """Whether an action of the script was refused since the text was there."""
    return any(record.event == "refused" for record in game.records[taint.since[1] :])


def nodes(game: Game) -> Iterator[ast.Node]:
    """Everything that is read of whatever is in the game: abilities in all zones, effects that last, delayed triggers."""
    for obj in game.objects.values():
        if obj.printed.blank:
            continue
        if obj.ability is not None:
            yield from ast.walk(obj.ability.node)
            continue
        for printed in (obj.printed, *obj.printed.faces):
            yield from ast.walk(printed.abilities)
        if obj.zone == "battlefield":
            yield from ast.walk(chars(game, obj.id).abilities)
    for effect in game.continuous:
        yield from ast.walk(effect.part)
        yield from ast.walk(effect.condition)
    for delayed in game.delayed:
        yield from ast.walk(delayed.ability)


@topic(
    "colors",
    "An effect that only sets colors is seen by what looks at colors (105.2), and nothing in the game does.",
)
def _colors(game: Game, taint: Taint, check: Check) -> bool:
    return check.key == "colors" or any(_looks_at_colors(node) for node in nodes(game))


def _looks_at_colors(node: ast.Node) -> bool:
    match node:
        case ast.HasColor():
            return True
        case ast.Shares(what) | ast.Distinct(what) | ast.Chosen(what):
            return "color" in what
        case ast.Keyword(name=name):
            return name in COLOR_KEYWORDS
    return False


@topic(
    "creature types",
    "An effect that only sets creature types is seen by what looks at them (205.3), and nothing does.",
)
def _creature_types(game: Game, taint: Taint, check: Check) -> bool:
    if check.key == "types" or (check.key == "count" and "type" in check.value):
        return True
    return any(_looks_at_creature_types(node) for node in nodes(game))


def _looks_at_creature_types(node: ast.Node) -> bool:
    match node:
        case ast.HasType(name):
            return name in CREATURE_TYPES or name in ("outlaw", "party")
        case ast.Shares(what) | ast.Distinct(what) | ast.Chosen(what):
            return "type" in what
        case ast.Stat(name=name):
            return name == "party"
    return False


@topic("combat", "What attackers and blockers can do or are like matters once creatures attack (508, 509).")
def _combat(game: Game, taint: Taint, check: Check) -> bool:
    return asks_for(check, ("attack", "block")) or since(game, taint, "attacks")


@topic("forced combat", "That something has to attack or block matters once attackers are declared (508.1d).")
def _forced(game: Game, taint: Taint, check: Check) -> bool:
    steps = [event.data.get(STEP) for event in game.history[taint.since[0] :] if event.kind == "step"]
    return _combat(game, taint, check) or "declare_attackers" in steps or game.step == "declare_attackers"


@topic(
    "casting",
    "How spells are cast matters when one is cast, or when casting one is asked about or refused (601).",
)
def _casting(game: Game, taint: Taint, check: Check) -> bool:
    return (
        asks_for(check, CASTING)
        or since(game, taint, "cast", "play_land", "plot")
        or tried_since(game, taint)
    )


@topic(
    "costs",
    "How much mana something costs matters when mana is counted, and something is paid for (601.2f, 602.2b).",
)
def _costs(game: Game, taint: Taint, check: Check) -> bool:
    if check.key == "mana_pool":
        return True
    return game.mana != "unlimited" and (_casting(game, taint, check) or _activating(game, taint, check))


@topic("activating", "An activated ability does nothing until somebody activates it (602.1).")
def _activating(game: Game, taint: Taint, check: Check) -> bool:
    if check.key == "has" or asks_for(check, ACTIVATING) or since(game, taint, "activate", "tap_for_mana"):
        return True
    return tried_since(game, taint) or (game.mana != "unlimited" and _casting(game, taint, check))


COMBAT_KEYWORDS = frozenset(
    {"flying", "reach", "menace", "trample", "first strike", "double strike", "vigilance", "skulk", "fear", "intimidate",
     "shadow", "horsemanship", "defender", "flanking", "bushido", "exalted", "landwalk", "frenzy", "poisonous", "enlist",
     "banding", "firebending", "rampage", "battle cry", "melee", "training", "mentor", "dethrone", "annihilator", "myriad"}
)  # fmt: skip
"""Keyword abilities that do something in combat only, by their rules in CR 702."""


def _of_keyword(word: str) -> Topic:
    """The topic of an effect that gives or takes away a keyword ability that does something in combat only."""

    def reaches(game: Game, taint: Taint, check: Check) -> bool:
        if check.key == "has" or _combat(game, taint, check):
            return True
        return any(isinstance(node, ast.HasKeyword) and node.name == word for node in nodes(game))

    return Topic("It does something in combat only, and nothing looks at who has it.", reaches)


def _of_things(word: str) -> Topic:
    """The topic of a text about objects of a subtype that the reader doesn't know."""

    def reaches(game: Game, taint: Taint, check: Check) -> bool:
        seen = [*game.objects.values(), *game.gone.values()]
        words = {
            part
            for obj in seen
            for printed in (obj.printed, *obj.printed.faces)
            for part in (*printed.subtypes, *printed.name.casefold().split())
        }
        if words & {word, f"{word}s"}:
            return True
        return any(isinstance(node, ast.HasType) and node.name == word for node in nodes(game))

    return Topic(
        "It is about objects of a subtype (109.2), and nothing in the game has or looks at it.", reaches
    )


def _of_event(word: str) -> Topic:
    """The topic of a trigger of which only the kind of event is known."""

    def fits(kind: str, origin: str, to: str) -> bool:
        if word == "enter":
            return kind == "create_token" or (kind == "move" and to == "battlefield")
        if word == "die":
            return kind == "move" and origin == "battlefield" and to == "graveyard"
        return kind in (word, *WITH.get(word, ()))

    def reaches(game: Game, taint: Taint, check: Check) -> bool:
        later = game.history[taint.since[0] :]
        return any(fits(e.kind, str(e.data.get(FROM, "")), str(e.data.get(TO, ""))) for e in later)

    return Topic(
        "It triggers on an event of a known kind (603.2), and none of that kind has happened.", reaches
    )


WITH: dict[str, tuple[str, ...]] = {
    "move": ("create_token", "discard", "sacrifice", "mill", "destroy", "counters", "remove_counters"), "cast": ("copy_spell", "play_land", "plot"),
    "attacks": ("blocks", "becomes_blocked", "unblocked", "attack_player"), "damage": ("mark_damage",),
    "activate": ("tap_for_mana", "cycle"), "target": ("cast", "activate"),
}  # fmt: skip
"""Kinds of events that go with the kind that a verb names."""
