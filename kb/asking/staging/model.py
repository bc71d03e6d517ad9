"""What staging makes of a question: documents to play, what has to come of them, and how an answer is read from that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kb.asking.frames import Counters, Frame, Query
from kb.asking.model import Both, Step, Verdict

Kind = Literal["played", "impossible", "not so", "stated", "unknown"]
"""played: it was played and this came of it. impossible: something that was told can't be done. not so: a state that was told doesn't hold
when it is played. stated: it follows from what the rules call things. unknown: something is not modelled, or was left open."""
Read = Callable[[Sequence[Any]], tuple[Verdict, Any]]
"""From the values of the deciding checks to a verdict and its value."""


class NotStaged(Exception):  # noqa: N818 - it is no error: it is what staging can't honour
    """Something in the question that nothing here honours, said in both languages."""

    def __init__(self, en: str, ja: str) -> None:
        super().__init__(en)
        self.why = Both(en, ja)


class Nonsense(NotStaged):
    """What can't be meant: a sorcery on the battlefield. A reading that says so is none where another one says something else."""


def kind_of(one: Counters) -> str:
    """Which counters they are; where that isn't said they can't be counted.

    >>> kind_of(Counters("lore"))
    'lore'
    """
    if not one.kind:
        raise NotStaged("which counters is not said", "どのカウンターかが述べられていません")
    return one.kind


@dataclass(frozen=True, slots=True)
class Must:
    """Checks that have to come out so, because somebody told it: otherwise what was told can't be."""

    checks: tuple[int, ...]
    told: Frame
    test: Callable[[Sequence[Any]], bool]
    held: bool = False
    """It is a state that was told, not a deed."""


@dataclass(frozen=True, slots=True)
class Case:
    """One situation: the document, the checks that decide, and those that must come out as told."""

    document: Mapping[str, Any]
    deciding: tuple[int, ...]
    read: Read
    refused: int
    """The check that lists what of the script was refused."""
    wanted: tuple[Must, ...] = ()
    besides: tuple[int, ...] = ()
    """Checks asked only for the reasons that they give."""
    guards: tuple[tuple[int, Any], ...] = ()
    """Checks that have to have a value, or nothing is claimed: what is needed for the question to be about what it is about."""
    entries: Mapping[str, Frame] = field(default_factory=dict)
    """Which frame an entry of the script is of, by its place."""
    facts: Mapping[str, Both] = field(default_factory=dict)
    """What is supposed in this case, where several are played: by the name of what is open."""
    assumptions: tuple[Both, ...] = ()
    story: int | None = None
    """Where the story of the log is asked for: how many entries of the script come before it begins."""
    sides: Mapping[str, str] = field(default_factory=dict)
    """The things of which nobody said whose they are, so that both are tried: how their objects are called, but for a number, and whose each is in this case."""
    without: Mapping[str, Any] | None = None
    """The document without what is asked to be the cause."""
    hinders: bool = False
    """It is asked whether that keeps it from happening."""
    turns: tuple[str, ...] = ()
    """The names of what is open on which an answer may turn by itself."""
    later: tuple[Mapping[str, Any], ...] = ()
    """The deciding checks asked a round of turns later: another answer there means that the moment matters, which nobody said."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of the things asked, with the cases to play for it."""

    query: Query
    cases: tuple[Case, ...]
    stated: Outcome | None = None
    """The answer, where nothing is to be played."""


@dataclass(frozen=True, slots=True)
class Staged:
    """A question that can be played."""

    parts: tuple[Part, ...]

    @property
    def cases(self) -> tuple[Case, ...]:
        """The cases of what is asked first."""
        return self.parts[0].cases


@dataclass(frozen=True, slots=True)
class Unstaged:
    """Why a question can't be played."""

    why: Both
    nonsense: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """What came of one case of several: the fact supposed in it, and the answer."""

    fact: Both
    verdict: Verdict
    value: Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer of a question as played; `others` are those of what was asked besides."""

    verdict: Verdict
    value: Any = None
    kind: Kind = "played"
    because: tuple[Step, ...] = ()
    assumptions: tuple[Both, ...] = ()
    not_modelled: tuple[Mapping[str, Any], ...] = ()
    deciding: tuple[int, ...] = ()
    scenario: Mapping[str, Any] | None = None
    refused: Frame | None = None
    """The deed that the rules don't allow, or that came to nothing although it was told as done; the state that isn't so."""
    depends: tuple[Told, ...] = ()
    why: Both | None = None
    """Why nothing is claimed."""
    story: tuple[Both, ...] = ()
    others: tuple[Outcome, ...] = ()
