"""One generation of the index, open for searching; nothing of it ever changes."""

from __future__ import annotations

import marshal
import math
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Final

from index.engine import Reader
from index.engines import engine_named
from index.fold import squeeze
from index.found import read_found
from index.layout import IndexUnusableError, Manifest, read_manifest
from index.names import NameTable
from index.records import Record, Records
from index.schema import FOUND_FILE
from index.tables import KANA_FILE, NAMES_FILE, RULE_WORDS_FILE, WORDS_FILE
from index.termbook import TermBook
from index.typos import Typos
from scraper.document import Term

TITLE: Final = 1.2
"""What a token gains by standing in the title."""
AIDS: Final = 0.9
"""What a token gains at most by standing in the aids."""
SATURATION: Final = 0.9
LENGTH: Final = 0.35
TYPICAL_LENGTH: Final = 45.0
_MOST_BAGS = 20_000
_MOST_IDF = 100_000


class Generation:
    """The parts of a generation's folder, each opened when it is first needed.

    Raises IndexUnusableError when the folder is no whole, readable generation.
    """

    def __init__(self, folder: Path, terms: Iterable[Term]) -> None:
        self.folder = folder
        self.manifest: Manifest = read_manifest(folder)
        self._engine = engine_named(self.manifest.engine)
        self._readers: dict[str, Reader] = {}
        self._bags: dict[int, Bag] = {}
        self.definitions: dict[str, list[Record]] = {}
        """What `index.defining` found for a rule number, kept."""
        self._in_force: dict[str, list[Record]] = {}
        self._children: dict[int, list[Record]] = {}
        self._idf: dict[tuple[str, str], float] = {}
        try:
            self.book = TermBook((*terms, *read_found(folder / FOUND_FILE)))
            self.records = Records(folder)
            self.reader("current")
        except (OSError, ValueError, RuntimeError, sqlite3.Error) as error:
            raise _damaged(folder, error) from error

    def reader(self, shard: str) -> Reader:
        """The engine's reader of a shard."""
        reader = self._readers.get(shard)
        if reader is None:
            reader = self._readers.setdefault(shard, self._engine.open(self.folder / shard))
        return reader

    @cached_property
    def names(self) -> NameTable:
        """Card names."""
        return NameTable.open(self.folder / NAMES_FILE)

    @cached_property
    def words(self) -> Typos:
        """English words, for misspelt ones."""
        return Typos.open(self.folder / WORDS_FILE)

    @cached_property
    def rule_words(self) -> dict[str, int]:
        """How often rules, glossary and pages in force use the English words of a stem."""
        counts: dict[str, int] = marshal.loads((self.folder / RULE_WORDS_FILE).read_bytes())  # noqa: S302 - our own
        return counts

    @cached_property
    def sounds(self) -> Typos:
        """Japanese names by sound, for misspelt ones."""
        return Typos.open(self.folder / KANA_FILE)

    @cached_property
    def titles(self) -> dict[str, list[int]]:
        """Keys of glossary entries, wiki pages and headings in force, by their squeezed names."""
        titles: dict[str, list[int]] = {}
        for key, name in self.records.headings():
            for one in dict.fromkeys(squeeze(part) for part in heading_parts(name)):
                titles.setdefault(one, []).append(key)
        return titles

    def idf(self, token: str, shard: str = "current") -> float:
        """How much a token says in a shard: high for rare ones, 0 for one that stands nowhere in it."""
        value = self._idf.get((shard, token))
        if value is None:
            if len(self._idf) > _MOST_IDF:
                self._idf.clear()
            reader = self.reader(shard)
            # Engines count documents deleted since; a token of all documents still says a little.
            count = min(reader.frequency(token), len(reader))
            value = math.log(1 + (len(reader) - count + 0.5) / (count + 0.5)) if count else 0.0
            self._idf[shard, token] = value
        return value

    def in_force(self, number: str) -> list[Record]:
        """The current records of a rule number, kept."""
        found = self._in_force.get(number)
        if found is None:
            if len(self._in_force) > _MOST_BAGS:
                self._in_force.clear()
            every = [one for one in self.records.by_number(number) if one.shard == "current"]
            found = sorted(every, key=lambda one: one.lang)
            self._in_force[number] = found
        return found

    def children(self, record: Record) -> list[Record]:
        """The rules right below one, kept for those in force."""
        if record.shard != "current":
            return self.records.children(record)
        found = self._children.get(record.key)
        if found is None:
            found = self._children[record.key] = self.records.children(record)
        return found

    def in_language(self, record: Record, lang: str) -> Record:
        """The same rule or glossary entry in that language, where there is one in force; else the record."""
        if record.lang == lang or record.shard != "current" or not record.source.startswith("cr"):
            return record
        same = self.in_force(record.number) if record.number else self.records.by_id(record.id)
        return next((one for one in same if one.lang == lang and one.shard == "current"), record)

    def bag(self, record: Record) -> Bag:
        """The tokens of a record, counted once and kept."""
        bag = self._bags.get(record.key)
        if bag is None:
            if len(self._bags) > _MOST_BAGS:
                self._bags.clear()
            bag = self._bags[record.key] = Bag(record)
        return bag

    def close(self) -> None:
        """Close what is open."""
        for reader in self._readers.values():
            reader.close()
        self._readers.clear()
        self.records.close()


class Bag:
    """What each token gains a record: worked out once, so that ranking only looks up.

    >>> bag = Bag(Record(1, "cr:1", "rule", "en", "cr", "", "current", tokens="zone hand zone", aids="library"))
    >>> bag.text["zone"] > bag.text["hand"], "library" in bag.text, "library" in bag.gains
    (True, False, True)
    """

    __slots__ = ("gains", "text")

    def __init__(self, record: Record) -> None:
        tokens = record.tokens.split()
        norm = SATURATION * (1 - LENGTH + LENGTH * len(tokens) / TYPICAL_LENGTH)
        self.text = {
            token: count * (SATURATION + 1) / (count + norm) for token, count in Counter(tokens).items()
        }
        for token in set(record.title_tokens.split()):
            self.text[token] = self.text.get(token, 0.0) + TITLE
        self.gains = dict(self.text)
        """With what others say about the record."""
        for token, count in Counter(record.aids.split()).items():
            self.gains[token] = self.gains.get(token, 0.0) + AIDS * count / (count + 1)


def heading_parts(name: str) -> list[str]:
    """The names in a heading: each line, what stands behind # or :, either side of a stroke.

    >>> heading_parts("アトラクション#観覧/Visit")
    ['アトラクション#観覧/Visit', '観覧/Visit', '観覧', 'Visit']
    """
    parts: list[str] = []
    for line in name.split("\n"):
        parts.append(line)
        last = re.split(r"[#]|: ", line)[-1]
        if last != line:
            parts.append(last)
        if "/" in last:
            parts += last.split("/")
        bare = re.sub(r"\s*\(Obsolete\)$", "", line)
        if bare != line:
            parts.append(bare)
    return parts


def _damaged(folder: Path, error: Exception) -> IndexUnusableError:
    return IndexUnusableError(
        f"the index in {folder.name!r} is damaged ({error}) and is built anew",
        f"索引 {folder.name!r} が壊れているため（{error}）、作り直します",
    )
