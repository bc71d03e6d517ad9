"""One continuous effect on its way through the layers, and why the order of several decided (CR 613.6-613.9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kb.checker.characteristics import Chars
from kb.checker.dispatch import Scope
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Change
from kb.checker.rules import Reason
from kb.checker.state import Game, known


@dataclass(slots=True)
class Applied:
    """One continuous effect on its way through the layers."""

    key: str
    timestamp: int
    part: ast.Modify
    scope: Scope
    locked: tuple[int, ...] | None
    cda: bool
    static: bool = False
    """It comes from a static ability."""
    by_layer: dict[str, list[Change]] = field(default_factory=dict)
    waited: bool = False
    """It depended on another one and applied after it, its timestamp notwithstanding (613.8b)."""
    goes_on: bool = False
    """It began in an earlier layer, and its ability has been taken away since (613.6)."""


TOPICS = {"2": "controller", "4": "types", "5": "colors", "6": "abilities"}
"""What each layer changes; the others change power and toughness."""


def explain_waiting(work: dict[int, Chars], layer: str, spared: Iterable[int]) -> None:
    """CR 613.8b: an effect that waited for another no longer applies to what it would have applied to by its timestamp."""
    for identity in spared:
        if identity in work:
            what = work[identity]
            told = what.reasons.setdefault(TOPICS.get(layer, "power"), [])
            told += [Reason(number, {"card": what.name}) for number in ("613.8a", "613.8b")]


def explain_order(game: Game, what: Chars, effect: Applied, layer: str, dependent: bool) -> None:
    """CR 613.7, 613.8a: note where the order of two effects decided something."""
    topic = TOPICS.get(layer, "power")
    if effect.key.startswith("counter:"):
        what.reasons.setdefault(topic, []).append(
            Reason("122.1b", {"card": what.name, "by": effect.key.split(":")[-1]})
        )
    kinds = {type(change).__name__ for change in effect.by_layer[layer]}
    touched = what.reasons.setdefault(f"order:{layer}", [])
    touched += [Reason(kind) for kind in sorted(kinds)]
    seen = {reason.rule for reason in touched}
    matters = (
        len(touched) > 1 and layer not in ("7a", "7c")
        if layer != "6"
        else {"AddAbility", "LoseAbility"} <= seen
    )
    if matters and not dependent:
        what.reasons.setdefault(topic, []).append(Reason("613.7", {"card": what.name}))
        if layer == "6":
            what.reasons.setdefault(topic, []).append(Reason("613.9", {"card": what.name}))
    defined = known(game, effect.scope.source).printed.extra.get("rule") if effect.scope.source else None
    if defined is not None:
        what.reasons.setdefault(topic, []).append(Reason(defined, {"card": what.name}))
    if dependent:
        what.reasons.setdefault(topic, []).append(Reason("613.8a", {"card": what.name}))
    if effect.waited:
        what.reasons.setdefault(topic, []).append(Reason("613.8b", {"card": what.name}))
    if effect.goes_on:
        what.reasons.setdefault(topic, []).append(Reason("613.6", {"card": what.name}))
