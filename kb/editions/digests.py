"""Executable rules against the text they were written for: which need another look.

`digests.json` holds, for the edition that the executable rules are written against, a digest of every rule's
words: hashes, no text. A rule whose words are the same today is sound, whatever became of the numbers in it.
`python -m kb.editions.digests EDITION` writes the file anew from the store, once the rules have been looked at.

>>> digest("See rule 702.5a — “twice”.") == digest('See rule 702.6a - "twice".')
True
>>> digest("Twice.") == digest("Thrice.")
False
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Literal

from kb.checker.rules import Rule, registered
from kb.editions import held
from kb.editions.history import History
from kb.editions.model import Book
from kb.editions.similar import key
from kb.settings import load_settings
from kb.store import Store

State = Literal["unchanged", "moved", "changed", "missing", "unknown"]
_FILE = Path(__file__).with_name("digests.json")
_LENGTH = 10


@dataclass(frozen=True, slots=True)
class Baseline:
    """The edition that the executable rules are written against."""

    edition: str
    digests: Mapping[str, str]
    """Digest by number."""


@dataclass(frozen=True, slots=True)
class Written:
    """An executable rule and what became of the text it was written for."""

    number: str
    function: str
    """Module and name of the function."""
    state: State
    now: str | None
    en: str
    ja: str


def digest(text: str) -> str:
    """A short digest of a text's words; rule numbers, case, quotes and dashes do not count."""
    return sha256(key(text).encode()).hexdigest()[:_LENGTH]


@cache
def baseline() -> Baseline:
    """What is shipped.

    >>> baseline().edition
    '2026-01-16'
    """
    plain = json.loads(_FILE.read_text(encoding="utf-8"))
    return Baseline(plain["edition"], plain["digests"])


def executable_rules() -> Mapping[str, Rule]:
    """The register, with everything that registers rules loaded."""
    import kb.checker.modules  # noqa: F401  # fills the register; only needed here

    return registered()


def compare(
    rules: Iterable[Rule], book: Book, history: History | None, written_for: Baseline | None = None
) -> list[Written]:
    """What became of the text of each rule, in the order of the book.

    `history` finds rules that moved where the edition they were written for is held; without it an equal text
    under another number is looked for.
    """
    functions = {rule.number: f"{rule.function.__module__}.{rule.function.__qualname__}" for rule in rules}
    base = baseline() if written_for is None else written_for
    return [
        replace(one, function=functions[one.number])
        for one in compare_numbers(functions, book, history, base)
    ]


def compare_numbers(
    numbers: Iterable[str], book: Book, history: History | None, base: Baseline
) -> list[Written]:
    """What became of the text of each number, whether or not a function follows it (`function` stays empty)."""
    by_digest: dict[str, list[str]] = {}
    for unit in book.units:
        if unit.kind != "glossary":
            by_digest.setdefault(digest(unit.text), []).append(unit.name)
    return [_compare(number, book, history, base, by_digest) for number in numbers]


def _compare(
    number: str, book: Book, history: History | None, base: Baseline, by_digest: Mapping[str, list[str]]
) -> Written:
    known = base.digests.get(number)
    here = book.get(f"cr:{number}")

    def say(state: State, now: str | None, en: str, ja: str) -> Written:
        return Written(number, "", state, now, en, ja)

    if known is None:
        return say(
            "unknown", number if here else None, f"the edition {base.edition} has no such rule",
            f"{base.edition} 版にそのルールはありません",
        )  # fmt: skip
    now = _now(number, history, base.edition)
    if now == "":
        alike = by_digest.get(known, [])
        now = number if number in alike or (here and len(alike) != 1) else (alike[0] if alike else None)
    if now is None:
        return say(
            "missing",
            None,
            f"the rule was taken out after {base.edition}",
            f"{base.edition} 版より後に削除されました",
        )
    if now != number:
        same = digest(book[f"cr:{now}"].text) == known
        en = f"it is {now} today" + ("" if same else ", and its text has changed")
        return say("moved", now, en, f"現在は {now} です" + ("" if same else "。条文も変わっています"))
    if here is not None and digest(here.text) == known:
        return say("unchanged", now, "its text is the same", "条文は同じです")
    return say(
        "changed",
        now,
        f"its text has changed since {base.edition}",
        f"{base.edition} 版から条文が変わっています",
    )


def _now(number: str, history: History | None, edition: str) -> str | None:
    """The number today, None where the rule is gone, '' where that edition is not held."""
    if history is None or edition not in history.editions or f"cr:{number}" not in history.ids[edition]:
        return ""
    now = history.now(edition, f"cr:{number}")
    return now.removeprefix("cr:") if now else None


def write(store: Store, edition: str, file: Path = _FILE) -> int:
    """Write the digests of an edition that is held; returns how many."""
    book = held.book(store, held.find(held.held(store), edition))
    digests = {
        unit.name: digest(unit.text) for unit in book.units if unit.kind not in ("glossary", "section")
    }
    body = json.dumps({"edition": book.edition, "digests": digests}, indent=0)
    file.write_text(body + "\n", encoding="utf-8")
    return len(digests)


if __name__ == "__main__":
    sys.stdout.write(f"{write(Store.open(load_settings()), sys.argv[1])} digests\n")
