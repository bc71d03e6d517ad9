"""CR 117, 601.3: who may cast or play what from where, and when.

A mechanic adds a way to cast with `@permission`: a function `(game, player, obj) -> Permission | None` that looks at one
card. A Permission with `ok` False tells why that way is closed; it is the answer when no way is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kb.checker.characteristics import has_keyword
from kb.checker.dispatch import Scope, find, fits, holds, matched, number
from kb.checker.keys import Count, Counted, Kept, Mark, ScopeFact
from kb.checker.meaning.predicates import of_spell
from kb.checker.oracle import ast
from kb.checker.parts import during, parts
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, NotModelled, Obj, card_name, stack

PERMITTED = Count("can")
"""That a permission was used."""
LIMIT: Mark[Counted] = Mark("limit_key")
"""Under what it is counted that the permission has been used."""
ENTERS_TAPPED: Mark[bool] = Mark("enters_tapped")
"""The permanent enters tapped."""
CAST_FACE_DOWN: Mark[bool] = Mark("face_down")
"""The spell is cast face down."""
EFFECT: ScopeFact[int] = ScopeFact("effect")
"""Id of the continuous effect."""


@dataclass
class Permission:
    """One way to cast a card."""

    method: str
    """normal, plot, flashback, foretell, face_down, effect …"""
    ok: bool = True
    reasons: list[Reason] = field(default_factory=list)
    """Rules that open the way, or close it."""
    cost: str | None = None
    """Mana symbols instead of the mana cost; '' is without paying; None the mana cost."""
    costs: tuple[Any, ...] = ()
    """Further costs (AST) that belong to the way."""
    timing: str = "normal"
    """normal: by the card's types; sorcery; instant: whenever the player has priority; checked: looked at already."""
    leaves_to: str | None = None
    """Zone the card goes to instead when it would leave the stack (flashback)."""
    marks: Kept[Obj] = field(default_factory=Kept)
    face: int | None = None
    """Only this face may be cast."""


Provider = Callable[[Game, str, Obj], "Permission | None"]
_PROVIDERS: list[Provider] = []


def permission(function: Provider) -> Provider:
    """Register a way to cast."""
    _PROVIDERS.append(function)
    return function


def ways(game: Game, player: str, obj: Obj) -> Iterator[Permission]:
    """Every way, open or closed, to cast a card."""
    for provider in _PROVIDERS:
        found = provider(game, player, obj)
        if found is not None:
            yield found


@permission
@rule("601.3")
def from_hand(game: Game, player: str, obj: Obj) -> Permission | None:
    """CR 601.3: a card is cast from its owner's hand unless a rule or effect allows something else."""
    if obj.zone == "hand" and obj.owner == player:
        return Permission("normal")
    return None


@permission
def by_effect(game: Game, player: str, obj: Obj) -> Permission | None:
    """CR 601.3a: an effect lets the player cast (or play) cards from a zone."""
    for one in parts(game, ast.Can):
        can = one.part
        if can.verb not in ("cast", "play") or player not in find(game, can.who, one.scope):
            continue
        if can.origin is not None and can.origin not in ("anywhere", obj.zone):
            continue
        if not _in_place(game, can, player, obj):
            continue
        if not _is_meant(game, can.what, obj, one.scope):  # of the face that is looked at (as_face)
            continue
        if can.limit and game.done.get(_limit_key(game, can, one.scope)):
            continue
        if can.during == "your turn" and player != game.active:
            continue
        if can.during not in ("", "your turn"):
            raise NotModelled(f"a permission during {can.during!r}", one.source)
        cost = "" if can.free else None
        marks: Kept[Obj] = Kept()
        if can.limit:
            marks[LIMIT] = _limit_key(game, can, one.scope)
        if can.enters_tapped:
            marks[ENTERS_TAPPED] = True
        return Permission(
            "effect",
            reasons=[Reason("601.3", {"by": one.source})],
            cost=cost,
            costs=can.cost,
            marks=marks,
        )
    return None


def _in_place(game: Game, can: ast.Can, player: str, obj: Obj) -> bool:
    """Whether a card is where the permission says: in that player's own zone unless it names another's, on top of a library."""
    if can.origin not in ("hand", "graveyard", "library") or obj.zone != can.origin:
        return True
    named = any(isinstance(part, ast.InZone) and part.whose is not None for part in ast.walk(can.what))
    if not named and obj.owner != player:
        return False
    return can.origin != "library" or game.zones[f"library:{obj.owner}"][-1] == obj.id


def _limit_key(game: Game, can: ast.Can, scope: Scope) -> Counted:
    """What "once each turn" of a permission is counted by: its source, and the effect where a resolution made it."""
    return (PERMITTED, scope.source, scope.facts.get(EFFECT), can.limit, game.turn)


def _is_meant(game: Game, what: ast.Predicate | ast.Ref | None, obj: Obj, scope: Scope) -> bool:
    if what is None:
        return True
    if isinstance(what, ast.Ref):
        return obj.id in find(game, what, scope)
    return fits(game, of_spell(what), obj.id, scope)


TIMING_RULES = {"sorcery": "307.1", "creature": "302.1", "artifact": "301.1", "enchantment": "303.1", "planeswalker": "306.1",
                "battle": "310.1", "kindred": "307.1", "land": "305.1"}  # fmt: skip


def sorcery_time(game: Game, player: str) -> bool:
    """Whether it is the player's main phase with an empty stack."""
    return game.active == player and game.step in ("precombat_main", "postcombat_main") and not stack(game)


@rule("117.1a", "307.1", "302.1", "301.1", "303.1", "306.1", "310.1")
def timing(game: Game, player: str, types: tuple[str, ...], flash: bool, name: str) -> list[Reason]:
    """CR 117.1a, 301.1, 302.1, 303.1, 306.1, 307.1, 310.1: instants and flash at any priority, the rest in one's main phase.

    Gives the reasons why it can't be cast now; empty when it can.
    """
    if "instant" in types or flash or sorcery_time(game, player):
        return []
    number_ = next((TIMING_RULES[word] for word in types if word in TIMING_RULES), "307.1")
    return [
        Reason(number_, {"card": name, "player": player}, "no"),
        Reason("117.1a", {"card": name, "player": player}, "no"),
    ]


def has_flash(game: Game, player: str, obj: Obj) -> bool:
    """CR 702.8a, and effects that let spells be cast as though they had flash."""
    if has_keyword(game, obj.id, "flash"):
        return True
    for one in parts(game, ast.Can):
        if (
            one.part.verb == "cast as though flash"
            and player in find(game, one.part.who, one.scope)
            and (_is_meant(game, one.part.what, obj, one.scope))
        ):
            return True
    return False


def split_second(game: Game) -> bool:
    """Whether a spell with split second is on the stack (702.61a)."""
    return any(item.ability is None and has_keyword(game, item.id, "split second") for item in stack(game))


@rule("601.3b", "702.8a")
def timely(game: Game, player: str, obj: Obj, types: tuple[str, ...], name: str) -> list[Reason]:
    """CR 601.3b, 702.8a: why now is a time to cast it: its type's own time, flash, or an effect as though it had flash."""
    slots = {"card": name, "player": player}
    if "instant" in types:
        return [Reason("304.1", slots), Reason("117.1a", slots)]
    if sorcery_time(game, player):
        return [Reason(next((TIMING_RULES[word] for word in types if word in TIMING_RULES), "307.1"), slots)]
    return [Reason("702.8a" if has_keyword(game, obj.id, "flash") else "601.3b", slots)]


FORBIDDEN: list[Callable[[Game, Obj], Reason | None]] = []
"""What of a card's own keywords forbids casting the face that is looked at (aftermath), whatever else would let it be cast."""


@rule("601.3a", "702.61a")
def prohibited(game: Game, player: str, obj: Obj) -> list[Reason]:
    """CR 601.3a, 702.61a: an effect that forbids casting wins; with a split second spell on the stack nothing is cast."""
    reasons = [reason for forbids in FORBIDDEN if (reason := forbids(game, obj)) is not None]
    for item in stack(game):
        if item.ability is None and item.id != obj.id and has_keyword(game, item.id, "split second"):
            reasons.append(Reason("702.61a", {"card": card_name(game, item.id)}, "no"))
    for one in parts(game, ast.Cant):
        cant = one.part
        if (
            cant.verb == "cast at instant speed"
            and player in find(game, cant.who, one.scope)
            and not sorcery_time(game, player)
        ):
            reasons.append(
                Reason("601.3", {"player": player, "card": card_name(game, obj.id), "by": one.source}, "no")
            )
        if cant.verb not in ("cast", "be cast", "cast spells", "play"):
            continue
        subjects = find(game, cant.who, one.scope)
        if player not in subjects and obj.id not in subjects:
            continue
        scope = one.scope.inner(iterated=player)  # "their hands" are those of the player who would cast
        if cant.object is not None and not fits(game, of_spell(cant.object), obj.id, scope):
            continue
        if cant.but is not None and fits(game, of_spell(cant.but), obj.id, scope):
            continue
        if cant.unless is not None and holds(game, cant.unless, one.scope):
            continue
        if cant.during not in ("", "this turn") and not during(game, cant.during, player):
            continue
        if cant.most is not None and _cast_this_turn(game, player, cant, scope) < number(
            game, cant.most, one.scope
        ):
            continue
        reasons += [Reason("601.3", {"player": player, "card": card_name(game, obj.id), "by": one.source}, "no"),
                    Reason("101.2", {"by": one.source, "verb": "cast", "card": card_name(game, obj.id)})]  # fmt: skip
    return reasons


def _cast_this_turn(game: Game, player: str, cant: ast.Cant, scope: Scope) -> int:
    """How many of the spells that are limited the player has cast; what is said of them counts of the earlier ones too."""
    pattern = ast.Casts(ast.Filter("player"), cant.object or ast.Filter("spell"))
    return sum(
        matched(game, pattern, event, scope)
        for event in game.history
        if event.turn == game.turn and event.player == player
    )
