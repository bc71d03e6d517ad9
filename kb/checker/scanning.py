"""Looks through all zones for abilities that function where they are and aren't modelled: they taint the game.

How far a taint reaches is the business of kb.checker.narrowing. A text that functions in another zone says so (113.6b): a
card in a graveyard is looked at for that zone's words, a spell for those of spells.
"""

from __future__ import annotations

import re

from kb.checker.characteristics import AbilityOf, abilities, chars, functions
from kb.checker.event_data import NEW, TO
from kb.checker.log import taint, tainting
from kb.checker.narrowing import ALL, NONE, OWN, Topics, before_the_game, topics_of
from kb.checker.oracle import ast
from kb.checker.oracle.ast import unread
from kb.checker.oracle.tokens import own_names
from kb.checker.rules import rule
from kb.checker.state import Game, NotModelled, Obj
from kb.checker.unread import problem_of


def scan(game: Game) -> None:
    """Taint the game with abilities that function now, or would, and aren't modelled.

    An object is looked at again when it has other abilities than before (what it is granted, becomes a copy of …).
    """
    for zone, ids in game.zones.items():
        place = zone.partition(":")[0]
        for identity in ids:
            obj = game.objects[identity]
            if obj.ability is not None or (obj.face_down and place != "stack"):
                continue
            here = place in ("battlefield", "command", "stack")
            if not here and obj.scanned is obj.printed.abilities:
                continue
            with tainting(game):
                having = chars(game, identity).abilities if here else obj.printed.abilities
                if obj.scanned == having:
                    continue
                obj.scanned = having
                _scan_object(game, obj, place)


def _scan_object(game: Game, obj: Obj, zone: str) -> None:
    if zone in ("battlefield", "command"):
        for ability in abilities(game, obj.id):
            problem = problem_of(ability, game)
            _note(game, obj, ability.node, problem)
            if problem is None and zone == "command" and not functions(game, ability):
                _note(game, obj, ability.node, problem_in(game, ability.node, zone, obj), unseen=True)
    else:
        nodes = chars(game, obj.id).abilities if zone == "stack" else obj.printed.abilities
        for node in nodes:
            unseen = zone == "stack" or getattr(node, "zone", "battlefield") not in (zone, "anywhere")
            _note(game, obj, node, problem_in(game, node, zone, obj), unseen=unseen)


def _note(game: Game, obj: Obj, node: ast.Ability, problem: str | None, *, unseen: bool = False) -> None:
    """Taint. `unseen`: the engine doesn't look at the ability here (what a spell says of casting it has mattered already; a
    text that may function here is taken for one of the battlefield), so that it would never meet what it waits for."""
    topics = (
        topics_of(node, own_names(obj.printed.name, "legendary" in obj.printed.supertypes))
        if problem is not None
        else NONE
    )
    if topics >= ENTERING and _entered(game, obj):
        topics = ALL
    if problem is not None and unseen and not before_the_game(node):
        topics = _unseen(topics, obj.zone)
    if problem is not None and topics != NONE:
        text = node.text or getattr(node, "name", "")
        taint(game, NotModelled(problem, obj.printed.name, text), topics, _since(game, obj, topics))


def _unseen(topics: Topics, zone: str) -> Topics:
    """What the engine would meet by itself it doesn't meet here; what a text can do at most stays."""
    if zone == "stack" or topics == NONE:
        return ALL
    return NONE if topics == OWN else topics


ENTERING = frozenset({"entering itself"})


def _entered(game: Game, obj: Obj) -> bool:
    """Whether an object has entered during the game, or was created, rather than being there as it began."""
    return obj.token or _entry(game, obj) is not None


def _entry(game: Game, obj: Obj) -> int | None:
    """Index of the event by which an object entered the battlefield."""
    for index in range(len(game.history) - 1, -1, -1):
        event = game.history[index]
        if event.kind == "move" and event.data.get(NEW) == obj.id and event.data.get(TO) == "battlefield":
            return index
    return None


def _since(game: Game, obj: Obj, topics: Topics) -> int:
    """The first event that a text just found could have to do with.

    A trigger sees the event by which its object entered; what is found while creatures attack has to do with that attack.
    """
    found = len(game.history)
    early = game.combat is not None
    if any(topic.startswith("event:") for topic in topics):
        entry = _entry(game, obj)
        found, early = (found, True) if entry is None else (entry, early)
    if early:
        turn = (index for index, event in enumerate(game.history) if event.turn == game.turn)
        found = min(found, next(turn, found))
    return found


ELSEWHERE = {
    zone: re.compile(
        rf"\b(?:is|are|in|from|it's|isn't) (?:in |from )?(?:your |a |its owner's |the )?{zone}\b",
        re.IGNORECASE,
    )
    for zone in ("graveyard", "hand", "exile", "library", "command zone")
}
ELSEWHERE["command"] = ELSEWHERE.pop("command zone")
"""Words by which a text says that it functions in a zone (113.6b)."""
OF_SPELLS = re.compile(r"\b(?:spell|cast|counter(?:ed)?|copy|copies|kick(?:er|ed)|target)\b", re.IGNORECASE)
"""Words of texts that function on the stack (113.6e-g)."""


MOVING = re.compile(r"\b(?:discard|cycle|mill|draw|put into|exiled?|reveal|shuffle)", re.IGNORECASE)
"""Words of trigger conditions about a card that changes zones."""


@rule("113.6b", "113.6k")
def problem_in(game: Game, node: ast.Ability, zone: str, obj: Obj) -> str | None:
    """CR 113.6b, 113.6k: why an ability of an object outside the battlefield isn't modelled although it could function there.

    How the card itself is cast from there is asked when somebody casts it (kb.checker.own_text).
    """
    if isinstance(node, ast.Keyword | ast.Activated | ast.Spell):
        return None
    problem = problem_of(AbilityOf(obj.id, 0, node, obj.controller))
    if problem is None:
        return _blind(node, zone, obj)
    own_zone = getattr(node, "zone", "battlefield")
    if zone == "stack":
        plain = not obj.printed.is_permanent_card or OF_SPELLS.search(node.text)
        return problem if plain and own_zone in ("battlefield", "stack", "anywhere") else None
    if own_zone in (zone, "anywhere"):
        return problem
    words = " ".join(unread(node))
    if not _about_itself(words, obj):
        return None
    moved = obj.id in game.became.values() and isinstance(node, ast.Triggered)
    return problem if _says(zone, words) or (moved and MOVING.search(words)) else None


def _blind(node: ast.Ability, zone: str, obj: Obj) -> str | None:
    """A trigger whose instructions aren't read may be one that functions here: "return this card from your graveyard"."""
    if not isinstance(node, ast.Triggered) or zone == "stack" or node.zone == zone:
        return None
    words = " ".join((*unread(node.body), *unread(node.condition)))
    here = f"from your {zone}" in words.casefold() and _about_itself(words, obj)
    return "this text is not read" if here else None


def _says(zone: str, words: str) -> bool:
    place = ELSEWHERE.get(zone)
    return place is not None and place.search(words) is not None


def _about_itself(words: str, obj: Obj) -> bool:
    """Whether words speak of the object itself, by its name or as "this card"."""
    name = obj.printed.name
    names = (
        "this card",
        "this creature",
        "this permanent",
        "this spell",
        " it ",
        "it's",
        name,
        name.split(",")[0],
    )
    return any(one.casefold() in f" {words.casefold()} " for one in names if one)
