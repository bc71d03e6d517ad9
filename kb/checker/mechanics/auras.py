"""Auras that enter without having been cast (CR 303.4f-g): their controller chooses what they enchant."""

from __future__ import annotations

from kb.checker.casting import enchant_body
from kb.checker.characteristics import chars
from kb.checker.choices import choose
from kb.checker.dispatch import Scope, fits
from kb.checker.event import Event, card_key
from kb.checker.log import note
from kb.checker.meaning.refs import candidates, thing_option
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, card_name, known
from kb.checker.targets import protected_from


@replacement
@rule("303.4f", "303.4g")
def enters_attached(game: Game, event: Event) -> Effect | None:
    """CR 303.4f, 303.4g: an Aura put onto the battlefield enters attached to something it can enchant, else it stays where it is."""
    if (
        event.kind != "move"
        or event.data.get("to") != "battlefield"
        or "new" not in event.data
        or event.obj is None
    ):
        return None
    new = event.data["new"]
    if (
        new not in game.objects
        or event.data.get("attached_to") is not None
        or event.data.get("why") == "resolve"
    ):
        return None
    what = chars(game, new)
    if (
        "aura" not in what.subtypes
        or game.objects[new].face_down
        or known(game, event.obj).zone == "battlefield"
    ):
        return None
    return Effect(
        f"aura:{new}", card_name(game, new), None, Scope(new, what.controller), rank=9, run=_attached
    )


def _attached(game: Game, event: Event, effect: Effect) -> list[Event]:
    new = event.data["new"]
    body = enchant_body(game, new)
    if not body.targets:
        return [event]
    where = body.targets[0].filter
    hosts = [
        thing for thing in candidates(game, where, effect.scope)
        if thing != new and all(fits(game, part, thing, effect.scope) for part in where.where)
        and not (isinstance(thing, int) and protected_from(game, thing, new))
    ]  # fmt: skip
    if not hosts:
        slots = {"card": effect.name}
        assert event.obj is not None
        note(
            game,
            "refused",
            {"what": f"{effect.name} enters"},
            [Reason("303.4g", slots, "no")],
            {card_key(game, event.obj, "zone")},
        )
        return []
    host = choose(
        game,
        effect.scope.controller,
        [thing_option(game, thing) for thing in hosts],
        f"what {effect.name} enchants",
    )
    event.data["attached_to"] = host
    return [event.why("303.4f", card=effect.name)]
