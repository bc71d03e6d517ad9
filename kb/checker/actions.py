"""CR 116: special actions, and the other actions a script may ask for, by name.

`@action("plot")` registers one: `(game, player, value, details, queue) -> None`, raising Illegal with the rules that
forbid it. An action without a handler makes answers undetermined.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from kb.checker.activating import activate
from kb.checker.casting import cast
from kb.checker.characteristics import chars
from kb.checker.dispatch import find, number
from kb.checker.event import Event
from kb.checker.event_data import CONTROLLER, FACE, NEW, TO, WHY
from kb.checker.events import happen
from kb.checker.keys import Kept, having
from kb.checker.naming import one_faced, one_object
from kb.checker.oracle import ast
from kb.checker.parts import forbidden, parts
from kb.checker.permissions import sorcery_time
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Illegal, NotModelled, Obj, card_name
from kb.checker.values import as_face

Handler = Callable[[Game, str, Any, Mapping[str, Any], "deque[Any] | None"], None]
ACTIONS: dict[str, Handler] = {}


def action(*names: str) -> Callable[[Handler], Handler]:
    """Register an action by the key of the scenario document."""

    def register(function: Handler) -> Handler:
        for name in names:
            ACTIONS[name] = function
        return function

    return register


PRIORITY = frozenset({
    "cast", "activate", "plot", "foretell", "suspend", "turn_face_up", "play", "planar_die", "unlock", "crew", "saddle", "station",
})  # fmt: skip
"""Actions that need priority (117.1)."""


@rule("502.4")
def act(
    game: Game, player: str, key: str, value: Any, details: Mapping[str, Any], queue: deque[Any] | None
) -> None:
    """CR 502.4: nobody gets priority in the untap step. Otherwise take an action; raises Illegal, or NotModelled without a handler."""
    handler = ACTIONS.get(key)
    if handler is None:
        raise NotModelled(f"the action {key!r}")
    if game.step == "untap" and key in PRIORITY:
        raise Illegal(Reason("502.4", {"player": player}))
    if game.players[player].lost or game.players[player].left or game.over:
        raise Illegal(Reason("104.1", {"player": player}, "no"))
    handler(game, player, value, details, queue)


@action("cast")
def cast_action(
    game: Game, player: str, value: Any, details: Mapping[str, Any], queue: deque[Any] | None
) -> None:
    """CR 601: cast."""
    obj = one_object(game, value, player, details.get("from", "hand"))
    cast(game, player, obj, details, queue)


@action("activate")
def activate_action(
    game: Game, player: str, value: Any, details: Mapping[str, Any], queue: deque[Any] | None
) -> None:
    """CR 602: activate."""
    obj = one_object(game, value, player, details.get("from", "battlefield"))
    activate(game, player, obj, details, queue)


@action("play")
@rule("305.1", "305.2", "305.2b", "305.3", "116.2a")
def play_land(
    game: Game, player: str, value: Any, details: Mapping[str, Any], queue: deque[Any] | None
) -> None:
    """CR 305.1, 305.2, 305.3, 116.2a: a land is played in one's main phase with an empty stack, one a turn unless effects allow more."""
    obj = one_object(game, value, player, details.get("from", "hand"))
    name = card_name(game, obj.id)
    slots = {"player": player, "card": name}
    face = land_face(obj, str(value), details.get("face"))
    what = obj.printed if face is None else obj.printed.faces[face]
    if "land" not in what.types:
        raise Illegal(Reason("305.1", slots, "not_land"))
    with as_face(game, obj, face or 0):
        if obj.zone != "hand" and not _may_play_from(game, player, obj.id, obj.zone):
            raise Illegal(Reason("305.1", {**slots, "from": obj.zone}, "zone"))
    if obj.zone == "hand" and obj.owner != player:
        raise Illegal(Reason("305.1", slots, "zone"))
    if game.active != player:
        raise Illegal(Reason("305.3", slots, "no"))
    if not sorcery_time(game, player):
        raise Illegal(Reason("305.1", slots, "no"))
    reasons = forbidden(game, "play land", player, obj.id)
    if reasons:
        raise Illegal(*reasons)
    limit = land_limit(game, player)
    if limit is not None and game.players[player].lands_played >= limit:
        raise Illegal(Reason("305.2b", {**slots, "n": limit}, "no"))
    game.queue = queue
    game.players[player].lands_played += 1
    data: Kept[Event] = having(TO("battlefield"), WHY("play"), CONTROLLER(player))
    if face:
        data[FACE] = face
    extra = [Reason("305.2", slots)] if limit is None or limit > 1 else []
    if obj.printed.layout == "modal_dfc":
        extra.append(Reason("712.12", slots))
    move = Event("move", obj.id, player=player, data=data)
    move.reasons = [Reason("305.1", slots), *extra, Reason("305.2a", {**slots, "n": limit or 0})]
    happened = happen(game, move)
    entered = [
        event.data[NEW] for event in happened if event.kind == "move" and event.data.get(TO) == "battlefield"
    ]
    if entered:
        happen(game, Event("play_land", entered[0], player=player))


@rule("712.12")
def land_face(obj: Obj, called: str, wanted: object) -> int | None:
    """CR 712.12: of a modal double-faced card the player plays either face that is a land; of any other card the front."""
    faces = obj.printed.faces
    if not faces and wanted is not None:
        raise one_faced(obj.printed.name, wanted, "play")
    if not faces:
        return None
    modal = obj.printed.layout == "modal_dfc"
    names = [face.name.casefold() for face in faces]
    if wanted is not None:
        asked = str(wanted).casefold()
        index = next((i for i, name in enumerate(names) if asked in (name, str(i + 1))), None)
        if index is None or (index and not modal):
            raise Illegal(Reason("712.12", {"card": obj.printed.name, "face": wanted}, "no"))
        return index
    lands = [i for i, face in enumerate(faces) if "land" in face.types and (modal or not i)]
    if called.casefold() in names and names.index(called.casefold()) in lands:
        return names.index(called.casefold())
    return lands[0] if lands else 0


@action("crew", "saddle", "station")
def keyword_action(
    game: Game, player: str, value: Any, details: Mapping[str, Any], queue: deque[Any] | None
) -> None:
    """CR 702.122a, 702.171a, 702.184a: the keyword's ability is activated; `choices` names the creatures tapped."""
    obj = one_object(game, value, player, "battlefield")
    names = ("crew", "saddle", "station")
    found = [
        node for node in chars(game, obj.id).abilities if isinstance(node, ast.Keyword) and node.name in names
    ]
    if not found:
        raise Illegal(Reason("602.1", {"card": value, "zone": "battlefield"}, "absent"))
    activate(game, player, obj, {**details, "ability": found[0].text}, queue)


def land_limit(game: Game, player: str) -> int | None:
    """CR 305.2: how many lands the player may play this turn; None is any number."""
    total = 1
    for one in parts(game, ast.Can):
        can = one.part
        if can.verb == "play land" and player in find(game, can.who, one.scope):
            if can.count is None:
                return None
            total += number(game, can.count, one.scope)
    return total


def _may_play_from(game: Game, player: str, identity: int, zone: str) -> bool:
    from kb.checker.permissions import by_effect

    obj = game.objects[identity]
    for one in parts(game, ast.Can):
        if one.part.verb == "play" and player in find(game, one.part.who, one.scope):
            found = by_effect(game, player, obj)
            return found is not None and found.ok
    return False
