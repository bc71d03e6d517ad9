"""Which object a name of the document means: an `as` name, a card name, a token's name."""

from __future__ import annotations

from kb.checker.characteristics import chars
from kb.checker.rules import Reason
from kb.checker.state import Game, Illegal, NotModelled, Obj, of_card


def same_name(game: Game, obj: Obj, name: str) -> bool:
    """Whether a card or token is called that: as a card, by its current name or by a face."""
    wanted = name.casefold()
    names = {obj.printed.name.casefold(), *(face.name.casefold() for face in obj.printed.faces)}
    full = obj.printed.extra.get("full_name")
    if full:
        names.add(str(full).casefold())
    if obj.zone == "battlefield":
        names.add(chars(game, obj.id).name.casefold())
    if obj.token:
        names |= {f"{one} token" for one in tuple(names) if not one.endswith(" token")}
    return wanted in names


def cards_named(game: Game, name: str) -> list[Obj]:
    """Every object (with its card) of that name, of any zone; an `as` name gives at most one."""
    alias = game.names.get(name)
    if alias is not None:
        found = of_card(game, alias)
        return [found] if found is not None else []
    return [obj for obj in game.objects.values() if obj.ability is None and same_name(game, obj, name)]


def one_object(game: Game, name: str, player: str | None, zone: str | None) -> Obj:
    """The object an action means, in that zone, the player's own first; raises Illegal when it isn't there."""
    found = [obj for obj in cards_named(game, str(name)) if zone is None or obj.zone == zone]
    if not found:
        if zone == "battlefield":
            found = [obj for obj in cards_named(game, str(name)) if obj.zone == "command"]
        if not found:
            raise Illegal(
                Reason(
                    "601.3" if zone != "battlefield" else "602.1",
                    {"card": name, "zone": zone or ""},
                    "absent",
                )
            )
    mine = [
        obj
        for obj in found
        if (chars(game, obj.id).controller if obj.zone == "battlefield" else obj.owner) == player
    ]
    return (mine or found)[0]


def card_of(game: Game, name: str) -> int:
    """The physical card a check means; raises NotModelled for a name nothing in the game has had."""
    alias = game.names.get(name)
    if alias is not None:
        return alias
    found = cards_named(game, name)
    if found:
        order = {"battlefield": 0, "stack": 1}
        return min(found, key=lambda obj: (order.get(obj.zone, 2), obj.id)).card
    for obj in reversed(game.gone.values()):
        if obj.ability is None and same_name(game, obj, name):
            return obj.card
    raise NotModelled(f"nothing in this game is called {name!r}")
