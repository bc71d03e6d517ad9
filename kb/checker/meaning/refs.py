"""References: which objects and players the words mean (ast.refs), looked up when an instruction is followed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from kb.checker import roles
from kb.checker.characteristics import chars
from kb.checker.choices import Option, Pair, choose
from kb.checker.dispatch import (
    Scope,
    Thing,
    find,
    fits,
    not_modelled,
    number,
    objects_of,
    players_of,
    refs,
    wherever,
)
from kb.checker.event_data import GATHERED, WHOM
from kb.checker.facts import MONARCH, PAID_AS, PLANAR_CONTROLLER
from kb.checker.log import because_read
from kb.checker.marks import CHOSEN, LINKED
from kb.checker.oracle import ast
from kb.checker.shuffling import know_top
from kb.checker.state import (
    Game,
    battlefield,
    card_name,
    in_zone,
    known,
    living,
    opponents,
    stack,
    turn_order,
    zone_key,
)
from kb.checker.vocabulary import knows

_T = TypeVar("_T")


@refs(ast.This)
def this(game: Game, ref: ast.This, scope: Scope) -> list[Thing]:
    """The object with the ability."""
    return [scope.source]


@refs(ast.Target)
def target(game: Game, ref: ast.Target, scope: Scope) -> list[Thing]:
    """What is targeted; targets that became illegal are left out already (608.2b)."""
    if ref.index >= len(scope.targets):
        raise not_modelled(game, ref, scope, "a target that was never chosen")
    return list(scope.targets[ref.index])


def candidates(game: Game, what: ast.Filter, scope: Scope | None = None) -> list[Thing]:
    """Everything of the filter's kind, in the zones that it names; of cards dealt with, only those."""
    for predicate in what.where:
        if isinstance(predicate, ast.FromAmong | ast.SameAs) and scope is not None:
            return find(game, predicate.ref, scope)
    zones = _zones(what)
    match what.kind:
        case "player":
            return list(turn_order(game))
        case "spell":
            return [obj.id for obj in stack(game) if obj.ability is None]
        case "ability":
            return [obj.id for obj in stack(game) if obj.ability is not None]
        case "token":
            return [obj.id for obj in battlefield(game) if obj.token]
        case "any":
            kinds = [
                part
                for predicate in what.where
                if isinstance(predicate, ast.AnyOf)
                for part in predicate.options
                if isinstance(part, ast.Filter)
            ]
            if kinds:  # "target spell, activated ability, or triggered ability"
                return list(dict.fromkeys(thing for part in kinds for thing in candidates(game, part, scope)))
            return [*(obj.id for obj in battlefield(game)), *turn_order(game)]
        case _:
            if (
                ast.Negated(ast.InZone("battlefield")) in what.where
            ):  # "that aren't on the battlefield": wherever else
                zones = ["hand", "graveyard", "exile", "library", "command", "stack"]
            if not zones and what.kind not in ("permanent", "object"):  # cards: the text has to say where
                raise not_modelled(game, what, scope, "in which zone the cards are that are meant")
            zones = zones or ["battlefield"]
            return [obj.id for zone in zones for obj in in_zone(game, zone) if obj.ability is None]


def _zones(what: ast.Filter) -> list[str]:
    zones: list[str] = []
    for predicate in what.where:
        if isinstance(predicate, ast.InZone) and predicate.zone != "anywhere":
            zones.append(predicate.zone)
        elif isinstance(predicate, ast.AnyOf):
            inner = [part.zone for part in predicate.options if isinstance(part, ast.InZone)]
            zones += [zone for zone in inner if zone != "anywhere"]
    return zones


def matching(game: Game, what: ast.Filter, scope: Scope) -> list[Thing]:
    """Everything that fits a filter, in the order of the zone."""
    return [
        thing
        for thing in candidates(game, what, scope)
        if all(fits(game, part, thing, scope) for part in what.where)
    ]


@refs(ast.All)
def everything(game: Game, ref: ast.All, scope: Scope) -> list[Thing]:
    """Everything that fits."""
    return matching(game, ref.filter, scope)


def thing_option(game: Game, thing: Thing) -> Option:
    """An option that stands for an object or player: named by card name or `as` name; equal objects are one choice."""
    if isinstance(thing, str):
        return Option(thing, (thing,))
    obj = known(game, thing)
    names = [card_name(game, thing), obj.printed.name]
    if obj.zone in ("battlefield", "stack") and not obj.face_down:
        names.append(chars(game, thing).name)
    names += [face.name for face in obj.printed.faces]
    names += [alias for alias, card in game.names.items() if card == obj.card]
    if obj.ability is not None:
        names += list(obj.ability.aliases)
    if obj.token:
        names += [f"{name} Token" for name in tuple(names) if not name.endswith(" Token")]
    attached = tuple(other.id for other in battlefield(game) if other.attached_to == thing)
    same = (
        obj.printed, obj.zone, obj.owner, obj.controller, obj.tapped, obj.damage, obj.since, obj.face_down,
        dict(obj.counters), obj.attached_to, attached, dict(obj.marks),
        obj.id if obj.ability is not None or (game.combat is not None and obj.zone == "battlefield") else None,
        obj.card in game.names.values() and obj.card,
    )  # fmt: skip
    given: list[Any] = list(dict.fromkeys(name for name in names if name))
    if obj.ability is not None:
        words = obj.ability.words or obj.ability.node.text
        given += [Pair(("source", "text"), name, words) for name in tuple(given)]
    return Option(thing, tuple(given), _Key((obj.printed.name, obj.zone, obj.controller, obj.tapped), same))


class _Key:
    """Compares unhashable descriptions of objects, which differ wherever their marks do."""

    __slots__ = ("mark", "value")

    def __init__(self, mark: tuple[Any, ...], value: object) -> None:
        self.mark = mark
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.value == self.value

    def __hash__(self) -> int:
        return hash(self.mark)


def _said(game: Game, ref: ast.Ref, scope: Scope, found: list[_T] | None) -> list[_T]:
    if found is None:
        raise not_modelled(game, ref, scope, "what the instruction before dealt with")
    return found


@refs(ast.It)
def it(game: Game, ref: ast.It, scope: Scope) -> list[Thing]:
    """What the last instruction dealt with; inside "for each", the thing at hand."""
    return list(_said(game, ref, scope, scope.it))


@refs(ast.Affected)
def affected(game: Game, ref: ast.Affected, scope: Scope) -> list[Thing]:
    """The one of several that is changed or looked at just now."""
    if scope.affected is None:
        raise not_modelled(game, ref, scope, "which of several it is")
    return [scope.affected]


@refs(ast.Rest)
def rest(game: Game, ref: ast.Rest, scope: Scope) -> list[Thing]:
    """Cards looked at that are still where they were."""
    return [thing for thing in _said(game, ref, scope, scope.seen) if thing in game.objects]


@refs(ast.Seen)
def seen(game: Game, ref: ast.Seen, scope: Scope) -> list[Thing]:
    """The cards looked at, revealed, milled or exiled, wherever they went."""
    cards = _said(game, ref, scope, scope.seen)
    return [wherever(game, thing, scope) for thing in cards]


knows(ast.ThisWay, "how", "revealed", "milled", "discarded", "sacrificed", "destroyed", "returned", "tapped", "countered",
      "created", "exiled", "put into exile")  # fmt: skip


@refs(ast.ThisWay)
def this_way(game: Game, ref: ast.ThisWay, scope: Scope) -> list[Thing]:
    """What the instructions have really done that to (608.2c): what was declined was done to nothing."""
    things = scope.dealt.get("exiled" if ref.how == "put into exile" else ref.how, [])
    return [wherever(game, thing, scope) for thing in things] if ref.how == "revealed" else list(things)


knows(ast.Linked, "how", "exiled", "chosen")


@refs(ast.Linked)
def linked(game: Game, ref: ast.Linked, scope: Scope) -> list[Thing]:
    """CR 607.2a: what the linked ability of this object dealt with, or what the cost was paid with."""
    paid = scope.facts.get(PAID_AS, {}).get(ref.how)
    if paid is not None:
        return list(paid)
    marks = known(game, scope.source).marks
    if ref.how != "exiled" and LINKED[ref.how] not in marks:
        raise not_modelled(game, ref, scope, f"which object is the {ref.how} one")
    things = marks.get(LINKED[ref.how], ())
    return [thing for thing in things if isinstance(thing, str) or thing in game.objects]


def _of_event(
    game: Game,
    ref: ast.EventObject | ast.EventPlayer,
    scope: Scope,
    bound_by: Callable[[Any, str], list[Thing] | None],
    what: str,
) -> list[Thing]:
    """What the events of one occurrence bind for a role, each once."""
    event = scope.event
    if event is None:
        raise not_modelled(game, ref, scope, f"the {what} of an event, where there is no event")
    found: list[Thing] = []
    for one in event.data.get(GATHERED) or [event]:
        bound = bound_by(one, ref.role)
        if bound is None:
            raise not_modelled(game, ref, scope, f"which {what} is meant of {event.kind!r}")
        found += bound
    return list(dict.fromkeys(found))


@refs(ast.EventObject)
def event_object(game: Game, ref: ast.EventObject, scope: Scope) -> list[Thing]:
    """The object of the event, or the objects of those that one "one or more" gathers."""
    return _of_event(game, ref, scope, roles.things, "object")


@refs(ast.EventPlayer)
def event_player(game: Game, ref: ast.EventPlayer, scope: Scope) -> list[Thing]:
    """A player of the event."""
    return _of_event(game, ref, scope, roles.players, "player")


@refs(ast.Attached)
def attached(game: Game, ref: ast.Attached, scope: Scope) -> list[Thing]:
    """What an object (this one) is attached to, as last known when it is gone."""
    things = [scope.source] if isinstance(ref.of, ast.This) else objects_of(game, ref.of, scope)
    hosts = [known(game, thing).attached_to for thing in things]
    return [host for host in dict.fromkeys(hosts) if host is not None]


@refs(ast.Attacked)
def attacked(game: Game, ref: ast.Attacked, scope: Scope) -> list[Thing]:
    """CR 508.5: what a creature is attacking, or had attacked before it was removed from combat."""
    if game.combat is None:
        return []
    combat = game.combat
    found = [combat.attackers.get(i, combat.was_attacking.get(i)) for i in objects_of(game, ref.by, scope)]
    return [
        whom for whom in found
        if whom is not None and (isinstance(whom, str) or (whom in game.objects and whom not in combat.left))
    ]  # fmt: skip


@refs(ast.You)
def you(game: Game, ref: ast.You, scope: Scope) -> list[Thing]:
    """The controller of this object."""
    return [scope.controller]


knows(ast.Players, "who", "each", "opponents", "others", "active", "iterated", "defending", "attacked", "attacking", "monarch",
      "planar controller", "chosen",
      "attacking opponents")  # fmt: skip


@refs(ast.Players)
def players(game: Game, ref: ast.Players, scope: Scope) -> list[Thing]:
    """Players by their part in the game, in APNAP order."""
    order = turn_order(game)
    match ref.who:
        case "each":
            return list(order)
        case "opponents":
            return list(opponents(game, scope.controller))
        case "others":
            return [name for name in order if name != scope.controller]
        case "active":
            return [game.active]
        case "iterated":
            if not isinstance(scope.iterated, str):
                raise not_modelled(game, ref, scope, "which of several players it is")
            return [scope.iterated]
        case "defending" | "attacked":
            because_read(game, "508.5")
            return defending_players(game, scope)
        case "attacking":
            if game.combat is None:
                raise not_modelled(game, ref, scope, "the attacking player outside combat")
            return [game.active]
        case "attacking opponents":
            attacks = game.combat is not None and bool(game.combat.attackers)
            return [game.active] if attacks and game.active in opponents(game, scope.controller) else []
        case "monarch":
            monarch = game.facts.get(MONARCH)
            return [monarch] if monarch in living(game) else []
        case "planar controller":
            controller = game.facts.get(PLANAR_CONTROLLER)
            return [controller] if controller else []
        case "chosen":
            return [_chosen_player(game, ref, scope)]
        case _:
            raise not_modelled(game, ref, scope, f"players {ref.who!r}")


def _chosen_player(game: Game, ref: ast.Players, scope: Scope) -> str:
    """CR 607.2d: the player chosen for this object; of one that was there from the start anybody it allows."""
    obj, chosen = known(game, scope.source), CHOSEN["player"]
    if chosen not in obj.marks:
        asked = [node.what for node in ast.walk(obj.printed.abilities) if isinstance(node, ast.ChooseValue)]
        if game.cache.get("layer") or not {"player", "opponent"} & set(asked):
            raise not_modelled(game, ref, scope, "which player was chosen")
        names = turn_order(game) if "player" in asked else opponents(game, obj.controller)
        options = [Option(name, (name,)) for name in names]
        what = f"the player chosen for {card_name(game, obj.id)}"
        obj.marks[chosen] = choose(game, obj.controller, options, what)
    return str(obj.marks[chosen])


@refs(ast.OtherPlayers)
def other_players(game: Game, ref: ast.OtherPlayers, scope: Scope) -> list[Thing]:
    """Everybody but those, in APNAP order."""
    without = find(game, ref.than, scope)
    return [name for name in turn_order(game) if name not in without]


def defending_players(game: Game, scope: Scope) -> list[Thing]:
    """CR 506.2: whom the source (or the attacker of the event) attacks."""
    attacker = scope.event.obj if scope.event is not None and scope.event.kind == "attacks" else scope.source
    whom = game.combat.attackers.get(attacker) if game.combat is not None else None
    if whom is None and game.combat is not None:
        whom = game.combat.was_attacking.get(attacker)
    if whom is None and scope.event is not None and scope.event.kind == "attacks":
        whom = scope.event.data.get(WHOM)
    if whom is None:
        return list(opponents(game, game.active)) if len(living(game)) == 2 else []
    if isinstance(whom, str):
        return [whom]
    obj = known(game, whom)
    return [obj.protector or chars(game, whom).controller]


@refs(ast.ControllerOf)
def controller_of(game: Game, ref: ast.ControllerOf, scope: Scope) -> list[Thing]:
    """Controllers of objects."""
    found = [
        thing if isinstance(thing, str) else chars(game, thing).controller
        for thing in find(game, ref.of, scope)
    ]
    return list(dict.fromkeys(found))


@refs(ast.OwnerOf)
def owner_of(game: Game, ref: ast.OwnerOf, scope: Scope) -> list[Thing]:
    """Owners of objects."""
    return list(dict.fromkeys(known(game, thing).owner for thing in objects_of(game, ref.of, scope)))


@refs(ast.Several)
def several(game: Game, ref: ast.Several, scope: Scope) -> list[Thing]:
    """All of these, each once."""
    return list(dict.fromkeys(thing for part in ref.refs for thing in find(game, part, scope)))


@refs(ast.TopCards)
def top_cards(game: Game, ref: ast.TopCards, scope: Scope) -> list[Thing]:
    """Cards from the top (or bottom) of libraries, the first one first."""
    count = number(game, ref.count, scope)
    found: list[Thing] = []
    for player in players_of(game, ref.whose, scope):
        ids = game.zones.get(zone_key("library", player), [])
        if not ref.bottom and not game.cache.get("layer"):
            know_top(game, player, count)
        cards = ids[:count] if ref.bottom else ids[::-1][:count]
        found += cards
    return found
