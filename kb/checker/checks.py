"""The questions of a scenario: each kind of check is a function that gives the value and the keys its proof is found by.

`@check("speed")` adds one: `(game, check) -> Found`. Raise NotModelled where the engine can't tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from kb.checker.cards import COLOR_WORDS, type_line
from kb.checker.characteristics import chars
from kb.checker.dispatch import find
from kb.checker.marks import GOADED, LETHAL_AT, MONSTROUS, RENOWNED, TURNED_UP
from kb.checker.naming import card_of, cards_named, must_be_possible, named_now
from kb.checker.oracle import ast
from kb.checker.questions import differing, meaning, must_be_player, must_be_type, sharing
from kb.checker.rules import Reason
from kb.checker.scenario import Check
from kb.checker.scenario_schema import CARD_CHECKS, IS_CHECKS, PLAYER_CHECKS
from kb.checker.state import PHASED_OUT, Game, NotModelled, Obj, in_zone, living, of_card
from kb.checker.telling import telling


@dataclass
class Found:
    """A value and where its proof is."""

    value: Any
    keys: tuple[str, ...] = ()
    """Records that touch one of these bear on it."""
    reasons: list[Reason] = field(default_factory=list)
    """Rules that hold in the state itself (layers, what a permission says)."""
    records: tuple[int, ...] = ()
    """Records that it is about, by their number."""
    kept: tuple[Reason, ...] = ()
    """Of the reasons those that are named however many tell more: the order that is asked for."""


LOOKED_THROUGH = 100
"""On a board of more permanents the sizes of what deals damage are not traced to each ability: that costs their square."""
STATE_REASONS: list[Callable[[Game, Obj, str], list[Reason]]] = []
"""Functions `(game, obj, topic) -> reasons`: conditions and numbers of mechanics that its power or abilities hang on."""
SURVIVES: list[Callable[[Game, Obj], list[Reason]]] = []
"""Functions `(game, permanent) -> reasons`: what will remove it but hasn't yet, and why not."""
STILL_IN: list[Callable[[Game, str], list[Reason]]] = []
"""Functions `(game, player) -> reasons`: what a mechanic would make the player lose by, but doesn't yet."""
IDENTITY: list[Callable[[Game, Obj], list[Reason]]] = []
"""Functions `(game, obj) -> reasons`: which face or part of a card it is, and what it copies."""
NOT_TRIGGERED: list[Callable[[Game, set[int], str], list[Reason]]] = []
"""Functions `(game, cards, text) -> reasons`: why an ability that is asked about has not triggered."""
Handler = Callable[[Game, Check], Found]
CHECKS: dict[str, Handler] = {}


def check(*names: str) -> Callable[[Handler], Handler]:
    """Register a kind of check by its key."""

    def register(function: Handler) -> Handler:
        for name in names:
            CHECKS[name] = function
        return function

    return register


def ask(game: Game, one: Check) -> Found:
    """Answer a check in the game as it is."""
    handler = CHECKS.get(one.key)
    if handler is None:
        raise NotModelled(f"the check {one.key!r}")
    if one.key in PLAYER_CHECKS:
        must_be_player(game, one.value)
    name = _object_named(game, one)
    cards = sharing(game, name, everywhere=one.key == "zone") if name is not None else []
    if name is None or len(cards) < 2:
        return handler(game, one)
    found: list[Found] = []
    for card in cards:
        with meaning(game, name, card):
            found.append(handler(game, one))
    if any(other.value != found[0].value for other in found):
        raise differing(name, [other.value for other in found])
    return found[0]


def _object_named(game: Game, one: Check) -> str | None:
    """The name in a check that needs one object; None where it asks for something else."""
    if one.key in CARD_CHECKS or one.key in IS_CHECKS:
        name = one.value
    else:
        name = one.value.get("card") if one.key in ("has", "counters") else None
    return name if isinstance(name, str) and name not in game.players else None


@check("life")
def life(game: Game, one: Check) -> Found:
    """A life total."""
    name = one.value
    return Found(game.players[name].life, (f"life:{name}",))


@check("poison")
def poison(game: Game, one: Check) -> Found:
    """Poison counters."""
    name = one.value
    return Found(game.players[name].counters.get("poison", 0), (f"poison:{name}",))


@check("zone")
def zone(game: Game, one: Check) -> Found:
    """Where a card is: `ceased` once it no longer exists."""
    card = card_of(game, one.value)
    obj = of_card(game, card)
    where = "ceased" if obj is None else "battlefield" if obj.zone == PHASED_OUT else obj.zone  # 702.26d
    found = Found(where, (f"zone:{card}",))
    if obj is not None and obj.zone == PHASED_OUT:
        found.reasons += [Reason(number, {"card": obj.printed.name}) for number in ("702.26d", "702.26b")]
    if obj is not None and obj.zone == "battlefield":
        found.reasons += survival(game, obj)
    return found


def survival(game: Game, obj: Obj) -> list[Reason]:
    """Rules that nearly moved a permanent: damage that isn't lethal, another's legend, an effect on its toughness."""
    what = chars(game, obj.id)
    slots = {"card": what.name}
    reasons: list[Reason] = []
    if "creature" in what.types:
        if obj.damage and what.toughness is not None and obj.damage < what.toughness:
            reasons.append(Reason("704.5g", {**slots, "n": obj.damage, "toughness": what.toughness}, "not"))
            if obj.marks.get(LETHAL_AT) == game.turn:
                reasons += [Reason("704.4", slots, "later"), Reason("704.3", slots)]
        reasons += what.reasons.get("power", [])
    if "legendary" in what.supertypes:
        same = [
            o for o in in_zone(game, "battlefield") if o.id != obj.id and chars(game, o.id).name == what.name
        ]
        if same:
            reasons.append(Reason("704.5j", slots, "not"))
    reasons += [reason for why in SURVIVES for reason in why(game, obj)]
    return reasons


def permanent(game: Game, name: str) -> Obj:
    """The object a check about a permanent means; raises NotModelled when it isn't on the battlefield."""
    obj = of_card(game, card_of(game, name))
    if obj is None:
        raise NotModelled(f"{name!r} no longer exists")
    if obj.zone == PHASED_OUT:
        raise NotModelled(f"{name!r} is phased out: the game treats it as though it didn't exist")
    return obj


@check("power", "toughness")
def power(game: Game, one: Check) -> Found:
    """Power or toughness after continuous effects."""
    obj = permanent(game, one.value)
    what = chars(game, obj.id)
    reasons = [
        *what.reasons.get("power", []),
        *identity_of(game, obj),
        *not_affected(game, obj),
        *what.reasons.get("abilities", []),
        *what.reasons.get("types", []),
    ]
    reasons += state_reasons(game, obj, "power")
    value = what.power if one.key == "power" else what.toughness
    if value is not None and value < 0:
        reasons.insert(0, Reason("107.1b", {"card": what.name, "n": value}))
    return Found(value, (f"power:{obj.card}", f"counters:{obj.card}"), reasons)


def state_reasons(game: Game, obj: Obj, topic: str) -> list[Reason]:
    """What the state itself says of its power, abilities, types, colors or controller."""
    return [reason for extra in STATE_REASONS for reason in extra(game, obj, topic)]


def size_reasons(game: Game, obj: Obj) -> list[Reason]:
    """What has made its power another than the printed one: those rules that tell."""
    what = chars(game, obj.id)
    turned = obj.marks.get(TURNED_UP) == game.turn
    reasons = [Reason("708.8", {"card": what.name})] if turned else []
    if what.printed is not None and str(what.power) != what.printed.power:
        reasons += what.reasons.get("power", ())
        if len(game.zones.get("battlefield", ())) <= LOOKED_THROUGH:
            reasons += state_reasons(game, obj, "power")
    return telling(reasons)


def identity_of(game: Game, obj: Obj) -> list[Reason]:
    """The rules that say whose characteristics it has: of a copied object, of the face that is up."""
    what = chars(game, obj.id)
    return [*what.reasons.get("copy", []), *(reason for why in IDENTITY for reason in why(game, obj))]


def not_affected(game: Game, obj: Obj) -> list[Reason]:
    """CR 611.2c: an effect from a resolution whose objects were fixed before this one was there."""
    for effect in game.continuous:
        part = effect.part
        if not isinstance(part, ast.Modify) or effect.affected is None or obj.id in effect.affected:
            continue
        if isinstance(part.what, ast.All) and obj.id in find(game, part.what, effect.scope):
            return [Reason("611.2c", {"card": chars(game, obj.id).name})]
    return []


@check("controller")
def controller(game: Game, one: Check) -> Found:
    """Who controls it."""
    obj = permanent(game, one.value)
    what = chars(game, obj.id)
    reasons = [*what.reasons.get("controller", []), *state_reasons(game, obj, "controller")]
    if not what.reasons.get("controller"):
        number = "110.2" if what.controller == obj.owner else "110.2a"
        reasons.append(Reason(number, {"card": what.name, "player": what.controller}, "basis"))
    return Found(what.controller, (f"controller:{obj.card}",), reasons)


@check("tapped")
def tapped(game: Game, one: Check) -> Found:
    """Whether it is tapped."""
    obj = permanent(game, one.value)
    return Found(obj.tapped, (f"tapped:{obj.card}",))


@check("damage")
def damage(game: Game, one: Check) -> Found:
    """Damage marked on it."""
    obj = permanent(game, one.value)
    return Found(obj.damage, (f"damage:{obj.card}",))


@check("counters")
def counters(game: Game, one: Check) -> Found:
    """How many counters of a kind."""
    kind = one.value["kind"]
    name = one.value.get("player") or one.value.get("card")
    if "player" in one.value:
        must_be_player(game, name)
    if name in game.players:
        return Found(game.players[name].counters.get(kind, 0), (f"counters:{name}",))
    card = card_of(game, name)
    obj = of_card(game, card)
    return Found(obj.counters.get(kind, 0) if obj is not None else 0, (f"counters:{card}",))


@check("types")
def types(game: Game, one: Check) -> Found:
    """Its type line."""
    obj = permanent(game, one.value)
    what = chars(game, obj.id)
    return Found(
        type_line(what.supertypes, what.types, what.subtypes),
        (f"types:{obj.card}",),
        [
            *what.reasons.get("types", []),
            *identity_of(game, obj),
            *state_reasons(game, obj, "types"),
            *_of_subtypes(what.subtypes),
        ],
    )


SUBTYPE_RULES = {"equipment": "301.5", "fortification": "301.6", "vehicle": "301.7", "aura": "303.4"}
"""What a subtype says of the types by itself."""


def _of_subtypes(subtypes: Iterable[str]) -> list[Reason]:
    return [Reason(SUBTYPE_RULES[one]) for one in subtypes if one in SUBTYPE_RULES]


@check("colors")
def colors(game: Game, one: Check) -> Found:
    """Its colors, as words."""
    obj = permanent(game, one.value)
    what = chars(game, obj.id)
    return Found(
        [COLOR_WORDS[c] for c in "WUBRG" if c in what.colors],
        (f"colors:{obj.card}",),
        [*what.reasons.get("colors", []), *identity_of(game, obj), *state_reasons(game, obj, "colors")],
    )


@check("count")
def count(game: Game, one: Check) -> Found:
    """How many cards or permanents."""
    data = one.value
    where, who = data.get("zone"), data.get("player")
    for key in ("player", "controller"):
        if key in data:
            must_be_player(game, data[key])
    if "card" in data:
        must_be_possible(game, data["card"])
    if "type" in data:
        must_be_type(game, data["type"])
    zones = [where] if where else ["battlefield", "hand", "graveyard", "exile", "library", "command", "stack"]
    total = 0
    keys: list[str] = []
    for name in zones:
        for obj in in_zone(game, name):
            holder = chars(game, obj.id).controller if name in ("battlefield", "stack") else obj.owner
            if who is not None and holder != who:
                continue
            if obj.ability is not None or not _counts(game, obj, data):
                continue
            total += 1
            keys.append(f"zone:{obj.card}")
        keys += [f"count:{name}:{player}" for player in ([who] if who else game.players)]
    if "card" in data:
        keys += [f"zone:{obj.card}" for obj in cards_named(game, data["card"])]
    return Found(total, tuple(dict.fromkeys(keys)))


def _counts(game: Game, obj: Obj, data: dict[str, Any]) -> bool:
    if "card" in data and not named_now(game, obj, data["card"]) and game.names.get(data["card"]) != obj.card:
        return False
    if "tapped" in data and (obj.zone != "battlefield" or obj.tapped is not data["tapped"]):
        return False
    if "token" in data and obj.token is not data["token"]:
        return False
    if "controller" in data and (
        obj.zone not in ("battlefield", "stack") or chars(game, obj.id).controller != data["controller"]
    ):
        return False
    if "type" in data:
        if obj.printed.blank:
            raise NotModelled("a card of the library that the scenario doesn't give")
        return all(
            chars(game, obj.id).is_a(word) for word in data["type"].casefold().replace("—", " ").split()
        )
    return True


@check("is_attacking", "is_blocking", "is_blocked")
def in_combat(game: Game, one: Check) -> Found:
    """Its part in combat."""
    obj = permanent(game, one.value)
    combat = game.combat
    groups: dict[str, Any] = (
        {"is_attacking": combat.attackers, "is_blocking": combat.blockers, "is_blocked": combat.blocked}
        if combat
        else {}
    )
    number = {"is_attacking": "508.1k", "is_blocking": "509.1g", "is_blocked": "509.1h"}[one.key]
    fought = any(event.kind == "attacks" and event.turn == game.turn for event in reversed(game.history))
    over = combat is None and fought
    reason = Reason("511.3") if over else Reason(number, {"card": obj.printed.name}, "basis")
    return Found(obj.id in groups.get(one.key, ()), (f"card:{obj.card}",), [reason])


@check("is_token", "is_face_down", "is_attached", "is_monstrous", "is_renowned", "is_goaded")
def designation(game: Game, one: Check) -> Found:
    """A state of a permanent."""
    obj = permanent(game, one.value)
    values: dict[str, bool] = {
        "is_token": obj.token,
        "is_face_down": obj.face_down,
        "is_attached": obj.attached_to is not None,
        "is_monstrous": MONSTROUS in obj.marks,
        "is_renowned": RENOWNED in obj.marks,
        "is_goaded": bool(obj.marks.get(GOADED)),
    }
    return Found(values[one.key], (f"card:{obj.card}",))


def alive(game: Game) -> list[str]:
    """Players in the game."""
    return living(game)
