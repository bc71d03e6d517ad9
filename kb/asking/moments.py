"""The moments that questions name, as a scenario's `at`, and in words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from kb.asking.asked import Asked
from kb.asking.model import Both


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn and step, A being the player who asks and the active player of turns 1 and 3."""

    at: str
    say: Both
    full_stack: bool = False


_STEPS: Final = (
    ("main1", "precombat_main", "first main phase", "戦闘前メイン・フェイズ"),
    ("main2", "postcombat_main", "second main phase", "戦闘後メイン・フェイズ"),
    ("upkeep", "upkeep", "upkeep", "アップキープ"),
    ("untap_step", "untap", "untap step", "アンタップ・ステップ"),
    ("draw_step", "draw", "draw step", "ドロー・ステップ"),
    ("begin_combat", "begin_combat", "beginning of combat step", "戦闘開始ステップ"),
    ("declare_attackers", "declare_attackers", "declare attackers step", "攻撃クリーチャー指定ステップ"),
    ("declare_blockers", "declare_blockers", "declare blockers step", "ブロック・クリーチャー指定ステップ"),
    ("combat", "begin_combat", "combat phase", "戦闘フェイズ"),
    ("end_step", "end", "end step", "終了ステップ"),
    ("main", "precombat_main", "main phase", "メイン・フェイズ"),
)
WORDS: Final = frozenset(
    [concept for concept, *_ in _STEPS]
    + [
        "my_turn",
        "opp_turn",
        "nonactive",
        "anytime",
        "stack_full",
        "stack_empty",
        "sorcery_speed",
        "stack",
        "respond",
    ]
)
"""Every concept that says when."""


def moments(asked: Asked, turn: int = 1) -> list[Moment]:
    """When the question is about; several for "at any time"; [] where it names none.

    `turn` is the turn of the asking player that is meant where it is theirs.
    """
    steps = "|".join(concept for concept, *_ in _STEPS)
    theirs = re.search(rf"(?<!\S)opp (own )?({steps})(?!\S)", asked.seq) is not None
    opponents = asked.has("opp_turn", "nonactive") or theirs
    number = turn + 1 if opponents else turn
    whose = Both("an opponent's", "対戦相手の") if opponents else Both("your", "自分の")
    if asked.has("anytime"):
        return [
            Moment(f"{turn}.upkeep", Both("at any time, for instance in your upkeep", "いつでも（たとえば自分のアップキープに）")),
            Moment(f"{turn + 1}.precombat_main", Both("at any time, for instance on an opponent's turn", "いつでも（たとえば対戦相手のターンに）")),
        ]  # fmt: skip
    for concept, step, en, ja in _STEPS:
        if asked.has(concept):
            if step == "draw" and number == 1:
                number = 3
            full = asked.has("stack_full", "respond")
            extra = (
                Both(" with something on the stack", "、スタックに何かあるときに") if full else Both("", "")
            )
            said = Both(
                f"in {whose.en} {en}{extra.en}", f"{whose.ja}{ja}{'に' if not full else ''}{extra.ja}"
            )
            return [Moment(f"{number}.{step}", said, full)]
    if asked.has("stack_full", "respond"):
        return [
            Moment(
                f"{number}.precombat_main",
                Both(f"in {whose.en} main phase while something is on the stack", f"{whose.ja}メイン・フェイズ、スタックに何かあるときに"),
                full_stack=True,
            )
        ]  # fmt: skip
    if opponents:
        return [Moment(f"{number}.precombat_main", Both("on an opponent's turn", "対戦相手のターンに"))]
    if asked.has("my_turn", "stack_empty", "sorcery_speed"):
        return [
            Moment(
                f"{turn}.precombat_main",
                Both(
                    "in your main phase with an empty stack", "自分のメイン・フェイズでスタックが空のときに"
                ),
            )
        ]
    return []
