"""Auras that enter without having been cast (CR 303.4f-g): their controller chooses what they enchant."""

from __future__ import annotations

from kb.checker.casting import enchant_body
from kb.checker.characteristics import chars
from kb.checker.choices import choose
from kb.checker.dispatch import Scope, fits
from kb.checker.event import Event, card_key
from kb.checker.event_data import ATTACHED_TO, NEW, TO, TO_BE_ATTACHED, WHY
from kb.checker.log import note
from kb.checker.meaning.refs import candidates, thing_option
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, card_name
from kb.checker.targets import protected_from


@replacement
@rule("303.4f", "303.4g")
def enters_attached(game: Game, event: Event) -> Effect | None:
    """CR 303.4f, 303.4g: an Aura put onto the battlefield enters attached to something it can enchant, else it stays where it is."""
    if (
        event.kind != "move"
        or event.data.get(TO) != "battlefield"
        or NEW not in event.data
        or event.obj is None
    ):
        return None
    new = event.data[NEW]
    if new not in game.objects or game.objects[new].face_down:
        return None
    if "aura" not in chars(game, new).subtypes or _cast_as_aura(game, event):
        return None
    return Effect(
        f"aura:{new}",
        card_name(game, new),
        None,
        Scope(new, chars(game, new).controller),
        rank=9,
        run=_attached,
    )


def _cast_as_aura(game: Game, event: Event) -> bool:
    """Whether it resolves as an Aura spell: then it enchants its target. What becomes an Aura as it enters isn't one."""
    assert event.obj is not None
    return (
        event.data.get(WHY) == "resolve"
        and "aura" in chars(game, event.obj).subtypes
        and bool(event.data.get(ATTACHED_TO))
    )


@rule("303.4i")
def _attached(game: Game, event: Event, effect: Effect) -> list[Event]:
    """CR 303.4i: an Aura that is to be attached to what it can't enchant, or to nothing known, stays where it is."""
    new = event.data[NEW]
    body = enchant_body(game, new)
    if not body.targets:
        return [event]
    where = body.targets[0].filter
    hosts = [
        thing for thing in candidates(game, where, effect.scope)
        if thing != new and all(fits(game, part, thing, effect.scope) for part in where.where)
        and not (isinstance(thing, int) and protected_from(game, thing, new))
    ]  # fmt: skip
    given = event.data.get(ATTACHED_TO)
    if given in hosts:
        return [event]
    if not hosts or given is not None or event.data.get(TO_BE_ATTACHED):
        slots = {"card": effect.name}
        assert event.obj is not None
        note(
            game,
            "refused",
            {"what": f"{effect.name} enters"},
            [Reason("303.4g" if not hosts else "303.4i", slots, "no")],
            {card_key(game, event.obj, "zone")},
        )
        return []
    host = choose(
        game,
        effect.scope.controller,
        [thing_option(game, thing) for thing in hosts],
        f"what {effect.name} enchants",
    )
    event.data[ATTACHED_TO] = host
    if isinstance(host, int):
        event.touches |= {card_key(game, host, topic) for topic in ("power", "abilities", "controller")}
    return [event.why("303.4f", card=effect.name)]
