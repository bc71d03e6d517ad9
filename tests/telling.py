"""A question in the making, for tests: things, frames and what is asked of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kb.asking.deciding import play
from kb.asking.frames import (
    Filter,
    Form,
    Frame,
    Person,
    Query,
    Question,
    Ref,
    Thing,
)
from kb.asking.staging import Outcome, Staged, Unstaged, stage
from kb.asking.wordbook import described

MORE = "twice that many"
PLUS = "that many plus one"
PUT = "would be put on a creature you"
EFFECT = "If an effect would put"
CARDS: Mapping[str, Mapping[str, Any]] = {
    "Test Bolt": {"cost": "{R}", "types": "Instant", "text": "Test Bolt deals 3 damage to any target."},
    "Test Shock": {"cost": "{R}", "types": "Instant", "text": "Test Shock deals 2 damage to any target."},
    "Test Wrath": {"cost": "{2}{W}{W}", "types": "Sorcery", "text": "Destroy all creatures."},
    "Test Bear": {"cost": "{1}{G}", "types": "Creature — Bear", "pt": "2/2"},
    "Test Giant": {"cost": "{3}{R}", "types": "Creature — Giant", "pt": "3/3"},
    "Test Leech": {"cost": "{1}{B}", "types": "Creature — Leech", "pt": "0/1",
                   "text": "Whenever Test Leech or another creature dies, target player loses 1 life and you gain 1 life."},
    "Test Peace": {"cost": "{1}{W}", "types": "Enchantment — Aura", "text": "Enchant creature\nEnchanted creature can't attack or block."},
    "Test Double": {"cost": "{4}{G}", "types": "Enchantment",
                    "text": f"If one or more tokens would be created under your control, {MORE} of those tokens are created instead."},
    "Test Scales": {"cost": "{G}", "types": "Enchantment",
                    "text": f"If one or more +1/+1 counters {PUT} control, {PLUS} +1/+1 counters are put on it instead."},
    "Test Growth": {"cost": "{4}{G}", "types": "Enchantment",
                    "text": f"{EFFECT} one or more counters on a permanent you control, it puts {MORE} of those counters on it instead."},
    "Test Ruin": {"cost": "{1}{W}{B}", "types": "Sorcery", "text": "Destroy target permanent."},
    "Test Shape": {"cost": "{3}{U}", "types": "Creature — Shapeshifter", "pt": "0/0",
                   "text": "You may have Test Shape enter as a copy of any creature on the battlefield."},
    "Test Edict": {"cost": "{1}{B}", "types": "Sorcery", "text": "Target player sacrifices a creature."},
    "Test Denial": {"cost": "{1}{U}", "types": "Instant", "text": "Counter target spell."},
}  # fmt: skip


@dataclass
class Telling:
    """A question in the making: things, then what is told and asked."""

    things: list[Thing] = field(default_factory=list)

    def thing(
        self, what: str = "", *, card: str = "", count: int = 1, whose: Person | None = None, noun: str = ""
    ) -> Ref:
        found = described(what) if what else Filter("any")
        self.things.append(Thing(len(self.things), found, card, count, whose, noun=noun))
        return Ref(len(self.things) - 1)

    def ask(self, told: Sequence[Frame], form: Form, frame: Frame | None = None, hole: str = "") -> Outcome:
        staged = self.stage(told, form, frame, hole)
        assert isinstance(staged, Staged), staged
        return play(staged)

    def stage(
        self, told: Sequence[Frame], form: Form, frame: Frame | None = None, hole: str = ""
    ) -> Staged | Unstaged:
        return stage(Question(tuple(self.things), tuple(told), (Query(form, frame, hole),)), CARDS)


def rules(outcome: Outcome) -> list[str]:
    return [step.rule for step in outcome.because]
