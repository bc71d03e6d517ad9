"""What a question was understood to mean, and the answer with its proof, as plain data.

>>> Answer("?", "en", "undetermined", None, Both("Not known.", "不明です。")).to_json()["verdict"]
'undetermined'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from scraper.document import Lang

if TYPE_CHECKING:
    from kb.checker.failing import Crash

Verdict = Literal["yes", "no", "depends", "value", "undetermined"]


@dataclass(frozen=True, slots=True)
class Both:
    """A sentence in both languages.

    >>> Both("Yes.", "はい。").to_json()
    {'en': 'Yes.', 'ja': 'はい。'}
    """

    en: str
    ja: str

    def to_json(self) -> dict[str, str]:
        """By language."""
        return {"en": self.en, "ja": self.ja}


@dataclass(frozen=True, slots=True)
class Step:
    """One rule of a proof, with what it does here.

    >>> Step("702.170c", Both("…", "…")).to_json()["rule"]
    '702.170c'
    """

    rule: str
    say: Both

    def to_json(self) -> dict[str, Any]:
        """As `because` has it."""
        return {"rule": self.rule, "say": self.say.to_json()}


@dataclass(frozen=True, slots=True)
class Answer:
    """A question's answer; see the design for the meaning of each member."""

    question: str
    lang: Lang
    verdict: Verdict
    value: Any
    answer: Both
    because: tuple[Step, ...] = ()
    understood: Both | None = None
    scenario: Mapping[str, Any] | None = None
    assumptions: tuple[Both, ...] = ()
    not_modelled: tuple[Mapping[str, Any], ...] = ()
    related: tuple[Mapping[str, Any], ...] = ()
    others: tuple[Both, ...] = ()
    """Other readings of the same words."""
    frames: Mapping[str, Any] | None = None
    """What was read, as plain data (`kb.asking.frames`)."""
    unread: tuple[str, ...] = ()
    """Words that no frame took up."""
    crash: Crash | None = None
    """What a maintainer needs where the program itself failed."""

    def to_json(self) -> dict[str, Any]:
        """The answer in the JSON form of the design."""
        return {
            "question": self.question,
            "lang": self.lang,
            "verdict": self.verdict,
            "value": self.value,
            "answer": self.answer.to_json(),
            "because": [step.to_json() for step in self.because],
            "understood": {
                "scenario": None if self.scenario is None else dict(self.scenario),
                "say": self.understood.to_json() if self.understood else None,
                "others": [other.to_json() for other in self.others],
                "frames": None if self.frames is None else dict(self.frames),
                "unread": list(self.unread),
            },
            "assumptions": [one.to_json() for one in self.assumptions],
            "not_modelled": [dict(one) for one in self.not_modelled],
            "related": [dict(one) for one in self.related],
            **({} if self.crash is None else {"crash": self.crash.to_json()}),
        }
