"""Whether an edition may take the place of the last one: landmarks there, and nothing big lost.

>>> from scraper.cr import EXAMPLE, parse_cr
>>> validate(parse_cr(EXAMPLE))
>>> try:
...     validate(parse_cr("HTML, not rules"))
... except InvalidEdition as error:
...     print(len(error.faults), error.faults[0].lines)
6 ((1, 'HTML, not rules'),)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from scraper.cr_model import Counts, Edition, Fault

SHARE = 0.05
"""How much of a count may be lost from one edition to the next. The largest real fall in the editions of
2009-2026 is that of the examples from 2024-06-07 to 2024-11-08, 2.2 %."""

_NAMES = {
    "sections": ("sections", "セクション"),
    "chapters": ("chapters", "章"),
    "rules": ("rules", "ルール"),
    "subrules": ("subrules", "サブルール"),
    "examples": ("examples", "例"),
    "glossary": ("glossary entries", "用語集の項目"),
}


class InvalidEdition(ValueError):  # noqa: N818  # reads as what it is at the place it is raised
    """A rules text that must not replace the last good one; holds all its faults.

    >>> print(InvalidEdition((Fault("no glossary", "用語集が見つかりません"),)).ja)
    ルールの文書に問題が1件あります：
    用語集が見つかりません
    """

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        plural = "" if len(faults) == 1 else "s"
        self.en = "\n".join(
            [f"{len(faults)} fault{plural} in the rules text:", *(fault.report("en") for fault in faults)]
        )
        self.ja = "\n".join(
            [f"ルールの文書に問題が{len(faults)}件あります：", *(fault.report("ja") for fault in faults)]
        )
        super().__init__(self.en)


def validate(
    edition: Edition, previous_counts: Counts | Mapping[str, int] | None = None, *, share: float = SHARE
) -> None:
    """Raise InvalidEdition with every fault: a landmark or a listed chapter missing, or a count that fell.

    `previous_counts` are those of the last good edition (names as in `Counts`), None when there is none.

    >>> from scraper.cr import EXAMPLE, parse_cr
    >>> try:
    ...     validate(parse_cr(EXAMPLE), {"rules": 100})
    ... except InvalidEdition as error:
    ...     print(error)
    1 fault in the rules text:
    2 rules where the last edition has 100: more than 5 % are gone
      line 16: '100.1. Widgets'
      line 21: '100.2. Things have names.'
    """
    faults = [*edition.faults, *_nothing_of(edition)]
    if previous_counts is not None:
        faults += _fallen(edition, previous_counts, share)
    if faults:
        raise InvalidEdition(tuple(faults))


def _nothing_of(edition: Edition) -> list[Fault]:
    counts = edition.counts
    faults = []
    if not counts.rules or not counts.subrules:
        faults.append(Fault("no rules in the body", "本文にルールがひとつもありません"))
    elif not counts.glossary:
        faults.append(Fault("no entries in the glossary", "用語集に項目がひとつもありません"))
    return faults


def _fallen(edition: Edition, previous: Counts | Mapping[str, int], share: float) -> list[Fault]:
    before = asdict(previous) if isinstance(previous, Counts) else previous
    now = asdict(edition.counts)
    percent = f"{share * 100:g}"
    faults = []
    for name, (en, ja) in _NAMES.items():
        had = before.get(name, 0)
        if now[name] < had * (1 - share):
            faults.append(
                Fault(
                    f"{now[name]} {en} where the last edition has {had}: more than {percent} % are gone",
                    f"{ja}が{now[name]}しかありません（前の版は{had}）：{percent}％を超えて減っています",
                    _ends_of(edition, name),
                )
            )
    return faults


def _ends_of(edition: Edition, name: str) -> tuple[tuple[int, str], ...]:
    """The first and last of what was counted, to show where the text breaks off."""
    kind = {"glossary": "glossary", "examples": ""}.get(name, name.removesuffix("s"))
    held = [doc for doc in edition.documents if (doc.kind == kind if kind else doc.examples)]
    ends = held[:1] + held[-1:] if len(held) > 1 else held
    return tuple(edition.places[doc.id] for doc in ends)
