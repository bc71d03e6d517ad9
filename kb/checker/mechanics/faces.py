"""Which face or part of a card an object shows: the rules that say whose characteristics it has (CR 707-715)."""

from __future__ import annotations

from kb.checker.checks import IDENTITY
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Obj

NONMODAL = ("transform", "meld")


@rule("712.8e", "712.8f", "715.4", "720.4", "710.2")
def shown_part(game: Game, obj: Obj) -> list[Reason]:
    """CR 712.8e, 712.8f, 710.2, 715.4, 720.4: the face that is up alone counts; of other cards in parts, what the zone says."""
    printed = obj.printed
    if obj.face_down or not printed.faces or obj.zone not in ("battlefield", "stack"):
        return []
    slots = {"card": printed.faces[obj.face].name if obj.face < len(printed.faces) else printed.name}
    match printed.layout:
        case "transform" | "meld" if obj.face == 1:
            return [Reason("712.8e", slots)]
        case "modal_dfc":
            return [Reason("712.8f", slots)]
        case "adventure" | "omen" if obj.face == 0:
            return [Reason("715.4" if printed.layout == "adventure" else "720.4", slots)]
        case "flip" if obj.face == 1:
            return [Reason("710.2", slots)]
    return []


IDENTITY.append(shown_part)
