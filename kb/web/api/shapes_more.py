"""Shapes of what is followed (editions) and decided (questions, scenarios)."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from kb.web.api.shapes import Bilingual, Hit, Links, Version


class Edition(TypedDict):
    """An edition of the Comprehensive Rules."""

    edition: str
    standing: Literal["past", "current", "future"]
    sections: NotRequired[int]
    chapters: NotRequired[int]
    rules: NotRequired[int]
    subrules: NotRequired[int]
    examples: NotRequired[int]
    glossary: NotRequired[int]


class Editions(TypedDict):
    """The editions held, oldest first."""

    editions: list[Edition]
    total: int
    limit: int
    offset: int
    links: Links
    version: Version


class Changed(TypedDict):
    """A rule that changed; `words` are the pieces that went, came and stayed."""

    number: str
    old: NotRequired[str]
    new: NotRequired[str]
    only: str
    words: NotRequired[list[list[str]]]
    title: NotRequired[dict[str, str]]
    examples: NotRequired[list[dict[str, Any]]]
    ja: NotRequired[dict[str, Any]]


Moved = TypedDict(
    "Moved",
    {
        "from": str,
        "to": str,
        "changed": bool,
        "only": str,
        "old": NotRequired[str],
        "new": NotRequired[str],
        "words": NotRequired[list[list[str]]],
        "title": NotRequired[dict[str, str]],
        "examples": NotRequired[list[dict[str, Any]]],
        "ja": NotRequired[dict[str, Any]],
    },
)


class GlossaryDiff(TypedDict):
    """What differs in the glossary."""

    added: list[str]
    removed: list[str]
    changed: list[Changed]
    renamed: list[Moved]


class Diff(TypedDict):
    """What differs between two editions."""

    old: str
    new: str
    added: list[str]
    removed: list[str]
    changed: list[Changed]
    renumbered: list[Moved]
    typography: list[str]
    sections: list[dict[str, Any]]
    glossary: GlossaryDiff
    counts: dict[str, int]
    version: Version


class Trace(TypedDict):
    """The life of a rule through the editions held."""

    number: str
    kind: str
    title: str | None
    edition: str
    current: str
    now: str | None
    oldest_held: str
    life: list[dict[str, Any]]
    bearers: list[dict[str, Any]]
    version: Version


class Finding(TypedDict):
    """A citation against the current edition."""

    where: str
    cites: str
    kind: Literal["holds", "moved", "changed", "different", "missing", "title"]
    now: str | None
    suggestion: str | None


class Audit(TypedDict):
    """Citations that hold, and those that do not; `total` counts the chosen findings."""

    edition: str
    counts: dict[str, int]
    executable: dict[str, Any]
    findings: list[Finding]
    total: int
    limit: int
    offset: int
    links: Links
    version: Version


class SinceWritten(TypedDict):
    """What became of a rule since the edition that the executable model was written for."""

    state: Literal["moved", "changed", "missing", "unknown"]
    now: str | None
    en: str
    ja: str


class Because(TypedDict):
    """A rule of a proof, with what it does here."""

    rule: str
    say: Bilingual
    changed: NotRequired[SinceWritten]
    """Where the rule's text or number is another one today than when the model was written."""


class Understood(TypedDict):
    """How a question was understood."""

    scenario: dict[str, Any] | None
    say: Bilingual | None
    others: NotRequired[list[Bilingual]]
    frames: NotRequired[dict[str, Any] | None]
    """What was read: things, what is told, what is asked (docs/questions.md)."""
    unread: NotRequired[list[str]]
    """Words that nothing took up: where there are any, nothing is claimed."""


class Ask(TypedDict):
    """The answer to a question, with its proof."""

    question: str
    lang: Literal["en", "ja"]
    verdict: Literal["yes", "no", "depends", "value", "undetermined"]
    value: Any
    answer: Bilingual
    because: list[Because]
    understood: Understood
    assumptions: list[Bilingual]
    not_modelled: list[Any]
    related: list[Hit]
    crash: NotRequired[dict[str, Any]]
    version: Version


class CheckAnswer(TypedDict):
    """The answer to one check."""

    check: dict[str, Any]
    status: Literal["determined", "undetermined", "unreached"]
    value: Any
    expected: Any
    ok: bool | None
    because: list[Because]
    why: NotRequired[str]
    why_say: NotRequired[Bilingual]
    not_cited: NotRequired[list[str]]
    error: NotRequired[Bilingual]
    illegal_choice: NotRequired[dict[str, Any]]


class Logged(TypedDict):
    """Something that happened."""

    turn: int
    step: str
    event: str
    say: Bilingual
    rules: list[str]


class Report(TypedDict):
    """What came of a scenario; one that can't be read or played has `error` and no checks."""

    scenario: str
    rules_edition: NotRequired[str]
    checks: list[CheckAnswer]
    log: NotRequired[list[Logged]]
    assumptions: NotRequired[list[Bilingual]]
    not_modelled: NotRequired[list[dict[str, Any]]]
    error: NotRequired[Bilingual]
    faults: NotRequired[list[dict[str, str]]]
    card: NotRequired[str]
    crash: NotRequired[dict[str, Any]]
    version: Version


class Question(TypedDict):
    """A question in words; without `lang` it is answered in its own language."""

    question: str
    lang: NotRequired[Literal["en", "ja"] | None]


class CoveredChapter(TypedDict):
    """How much of a chapter is executable."""

    chapter: str
    title: str
    rules: int
    executable: int
    missing: list[str]


class Coverage(TypedDict):
    """What the executable model holds; `by_chapter` counts against the current edition."""

    rules_edition: str
    rules: list[dict[str, str]]
    total: int
    limit: int
    offset: int
    links: Links
    by_chapter: list[CoveredChapter]
    version: Version


class Problem(TypedDict):
    """Problem details (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    title_ja: str
    detail_ja: str
    instance: str
    parameter: NotRequired[str]
    pointer: NotRequired[str]
