"""Kicker, multikicker and other optional additional costs (CR 702.33, 702.27, 702.166 …)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.checker.casting import additional_cost
from kb.checker.characteristics import chars, keyword_nodes, passive
from kb.checker.log import note
from kb.checker.marks import KICKED
from kb.checker.oracle import ast
from kb.checker.permissions import Permission
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Obj, card_name
from kb.checker.unused import OPTIONAL_COSTS

passive("kicker", "multikicker")
OPTIONAL_COSTS.update(("kicker", "multikicker"))


@additional_cost
@rule("702.33a", "702.33c", "702.33d")
def kicker(game: Game, spell: Obj, details: Mapping[str, Any], way: Permission) -> list[Any]:
    """CR 702.33a, 702.33c, 702.33d: a kicker cost may be paid once, a multikicker cost any number of times; then it was kicked."""
    nodes = keyword_nodes(game, spell.id, "kicker")
    multi = keyword_nodes(game, spell.id, "multikicker")
    if not nodes and not multi:
        return []
    wanted = _of_kicker(game, spell, details.get("kicked", False))
    name = card_name(game, spell.id)
    cause = game.records[game.cause] if game.cause is not None else None
    if not wanted:
        if cause is not None:
            cause.reasons.append(Reason("702.33d", {"card": name}, "not"))
        return []
    times = 1 if isinstance(wanted, bool) or not isinstance(wanted, int) else wanted
    spell.marks[KICKED] = times
    if cause is not None:
        cause.reasons.append(Reason("702.33d", {"card": name, "n": times}))
    if multi:
        return [part for _ in range(times) for part in multi[0].cost]
    chosen = nodes
    if len(nodes) > 1:
        chosen = _chosen(nodes, wanted)
    note(
        game,
        "kicked",
        {"card": name},
        [Reason("702.33d", {"card": name})],
        {f"card:{spell.card}"},
        shown=False,
    )
    return [part for node in chosen for part in node.cost]


def _of_kicker(game: Game, spell: Obj, wanted: Any) -> Any:
    """What of the script's `kicked` is about a kicker: another optional cost of the spell may be named there (buyback, gift)."""
    words = [wanted] if isinstance(wanted, str) else wanted
    if not isinstance(words, list):
        return wanted
    names = [node.name for node in chars(game, spell.id).abilities if isinstance(node, ast.Keyword)]
    others = [name for name in names if name not in ("kicker", "multikicker")]
    return [word for word in words if not any(str(word).casefold() in name for name in others)]


def _chosen(nodes: list[ast.Keyword], wanted: object) -> list[ast.Keyword]:
    """Which of several kicker costs are paid: by number, or those whose cost is named."""
    if isinstance(wanted, bool):
        return nodes
    if isinstance(wanted, int):
        return nodes[:wanted]
    names = [wanted] if isinstance(wanted, str) else list(wanted) if isinstance(wanted, list) else []
    return [node for node in nodes if any(str(name) in node.text for name in names)]
