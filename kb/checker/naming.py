"""Which object a name of the document means: an `as` name, a card name, a token's name."""

from __future__ import annotations

from difflib import get_close_matches

from kb.checker.characteristics import chars, expanded
from kb.checker.oracle import ast
from kb.checker.rules import Reason
from kb.checker.state import PHASED_OUT, Game, Illegal, NotModelled, Obj, of_card


class BadQuestion(NotModelled):
    """A question about nothing: a name, a text or a word that fits nothing. `en` and `ja` say so, and what there is."""

    def __init__(self, en: str, ja: str) -> None:
        super().__init__(en)
        self.en = en
        self.ja = ja


def nothing_called(game: Game, name: str) -> BadQuestion:
    """The error for a name that nothing has."""
    known = sorted(
        {*game.names, *(obj.printed.name for obj in game.objects.values() if not obj.printed.blank)} - {""}
    )
    near = _near(name, known)
    hint = f"; did you mean {near!r}?" if near else ""
    hint_ja = f"。もしかして：{near!r}" if near else ""
    return BadQuestion(
        f"nothing in this game is or was called {name!r}{hint}",
        f"このゲームに {name!r} という名前のものはなく、過去にもありません{hint_ja}",
    )


def _near(name: str, known: list[str]) -> str | None:
    found = get_close_matches(name, known[:2000], n=1, cutoff=0.75)
    return found[0] if found else None


def one_faced(name: str, face: object, action: str) -> BadQuestion:
    """The error for a `face` of a card that has one."""
    return BadQuestion(
        f"{action!r} knows no 'face' of {name!r}, which has one face (given: {face!r})",
        f"{name!r} には面が１つしかないので、{action} の face は使えません（指定：{face!r}）",
    )


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


def named_now(game: Game, obj: Obj, name: str) -> bool:
    """Whether it has that name now: a copy has the copied one, a transformed permanent that of its back face."""
    if obj.zone not in ("battlefield", "stack"):
        return same_name(game, obj, name)
    now = chars(game, obj.id).name.casefold()
    names = {now, f"{now} token"} if obj.token else {now}
    if now and now in (obj.printed.name.casefold(), *(face.name.casefold() for face in obj.printed.faces)):
        names.add(str(obj.printed.extra.get("full_name", now)).casefold())
        if obj.printed.layout in ("room", "split", "aftermath"):
            names.add(obj.printed.name.casefold())
    return name.casefold() in names


def cards_named(game: Game, name: str) -> list[Obj]:
    """Every object (with its card) of that name, of any zone; an `as` name gives at most one."""
    alias = game.names.get(name)
    if alias is not None:
        found = of_card(game, alias)
        return [found] if found is not None else []
    return [obj for obj in game.objects.values() if obj.ability is None and same_name(game, obj, name)]


def one_object(game: Game, name: str, player: str | None, zone: str | None) -> Obj:
    """The object an action means, in that zone, the player's own first; raises Illegal when it isn't there.

    Raises BadQuestion for a name that nothing in the game has or has had.
    """
    found = [obj for obj in cards_named(game, str(name)) if zone is None or obj.zone == zone]
    if not found:
        if zone == "battlefield":
            found = [obj for obj in cards_named(game, str(name)) if obj.zone == "command"]
        if not found:
            number = "601.3" if zone != "battlefield" else "602.1"
            raise absent(game, str(name), Reason(number, {"card": name, "zone": zone or ""}, "absent"))
    mine = [
        obj
        for obj in found
        if (chars(game, obj.id).controller if obj.zone == "battlefield" else obj.owner) == player
    ]
    return (mine or found)[0]


def card_of(game: Game, name: str) -> int:
    """The physical card a check means; raises BadQuestion for a name nothing in the game has had."""
    alias = game.names.get(name)
    if alias is not None:
        return alias
    called = set(game.names.values())
    found = cards_named(game, name)
    found = [obj for obj in found if obj.card not in called] or found
    if found:
        order = {"battlefield": 0, "stack": 1}
        return min(found, key=lambda obj: (order.get(obj.zone, 2), obj.id)).card
    for obj in reversed(game.gone.values()):
        if obj.ability is None and same_name(game, obj, name):
            return obj.card
    raise nothing_called(game, name)


def sources(game: Game, name: str) -> list[Obj]:
    """Every object, there or gone, that a source's name means."""
    alias = game.names.get(name)
    everything = [obj for obj in (*game.objects.values(), *game.gone.values()) if obj.ability is None]
    if alias is not None:
        return [obj for obj in everything if obj.card == alias]
    cards = {obj.card for obj in everything if same_name(game, obj, name)}
    return [obj for obj in everything if obj.card in cards]


def must_be_possible(game: Game, name: str) -> None:
    """Raise for a name that nothing in the game has, has had, or could be created with."""
    if name in game.names or sources(game, name):
        return
    base = name.casefold().removesuffix(" token")
    if base != name.casefold():
        printed = {id(obj.printed): obj.printed for obj in (*game.objects.values(), *game.gone.values())}
        for one in printed.values():
            text = "\n".join((one.text, *(face.text for face in one.faces))).casefold()
            if all(word in text for word in base.split()) or _creates(game, one.abilities, base):
                return
    raise nothing_called(game, name)


def _creates(game: Game, nodes: tuple[ast.Ability, ...], base: str) -> bool:
    """Whether what a keyword stands for creates a token of that name."""
    anchor = next(iter(game.objects.values()), None)
    if anchor is None:
        return False
    inner = [one for node in nodes for one in (node, *expanded(game, anchor, node))]
    for part in ast.walk(tuple(inner)):
        if isinstance(part, ast.Token):
            called = (part.name or part.predefined or " ".join(part.subtypes)).casefold()
            if called in (base, f"{base} token"):
                return True
    return False


def absent(game: Game, name: str, reason: Reason) -> Exception:
    """What to raise where nothing of that name is where it has to be: Illegal, or BadQuestion where it never was at all."""
    try:
        must_be_possible(game, name)
    except BadQuestion as wrong:
        return wrong
    phased = any(obj.zone == PHASED_OUT for obj in cards_named(game, name))
    return Illegal(*([Reason("702.26b", {"card": name})] if phased else []), reason)
