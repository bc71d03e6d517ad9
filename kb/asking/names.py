"""The names of all cards held, made once for each generation of the store and kept on disk beside it.

A player says a name whole, or what a legend is called before or after its comma; small letters do; one wrong letter
does where no other card is as near.

>>> table = NameTable.of([("card:Fblthp, Lost on the Range", "Fblthp, Lost on the Range", "牧場の迷い子、フブルスプ")])
>>> [one.name for one in table.called("fblthp")], [one.name for one in table.called("ふぶるすぷ")]
(['Fblthp, Lost on the Range'], ['Fblthp, Lost on the Range'])
>>> table.near("fblthp lost on teh range")
'fblthp lost on the range'
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from kb.asking.name_file import NameFile, Row, sizes_of, write
from kb.asking.normal import plain

FORM: Final = 6
"""Grows when the kept table's form changes."""


@dataclass(frozen=True, slots=True)
class Named:
    """A card by its names, without its text."""

    id: str
    name: str
    name_ja: str


class NameTable:
    """Names by key; `short` marks keys that are only a part of a name."""

    def __init__(
        self,
        rows: Sequence[Row],
        keys: Mapping[str, Sequence[int]],
        sizes: Callable[[str], tuple[int, ...]] | None = None,
    ) -> None:
        self._rows = rows
        self._keys = keys
        self._sizes = sizes or _among(sizes_of(keys))

    @classmethod
    def of(cls, rows: Iterable[Row]) -> NameTable:
        """Make the table of cards."""
        kept = [*rows]
        whole: dict[str, list[int]] = defaultdict(list)
        short: dict[str, list[int]] = defaultdict(list)
        for at, (_, *names) in enumerate(kept):
            for full in filter(None, names):
                for form in (full, *full.split(" // ")):
                    _add(whole, form, at)
                for part in _parts(full):
                    _add(short, part, at)
        for key, places in short.items():
            if key not in whole and len(places) <= 12:
                whole[key] = places
        return cls(kept, dict(whole))

    @classmethod
    def load(cls, folder: Path | None, generation: int, rows: Iterable[Row]) -> NameTable:
        """The kept table of that generation, else a new one, kept where the folder can be written."""
        path = None if folder is None else folder / f"names-{FORM}-{generation}.sqlite"
        if path is not None and (kept := cls._kept(path)) is not None:
            return kept
        table = cls.of(rows)
        if path is None:
            return table
        try:
            write(path, table._rows, table._keys)
        except (OSError, sqlite3.Error):
            return table  # a home that can't be written is read all the same
        for old in [*path.parent.glob("names-*-*.sqlite"), path.parent / "names.json"]:
            if old != path:
                with suppress(OSError):  # another process still looks into it
                    old.unlink()
        return cls._kept(path) or table

    @classmethod
    def _kept(cls, path: Path) -> NameTable | None:
        """The table in a file; None where there is none, or it is damaged."""
        if not path.is_file():
            return None
        try:
            held = NameFile(path)
        except sqlite3.Error:
            return None
        return cls(held.rows, held.keys, held.sizes)

    def __len__(self) -> int:
        return len(self._rows)

    def called(self, key: str) -> tuple[Named, ...]:
        """The cards that go by a key."""
        places = self._keys.get(key, ())
        own = [at for at in places if key in self._own(at)]  # a card of that name before one with such a face
        return tuple(Named(*self._rows[at][:3]) for at in own or places)

    def _short(self, at: int) -> tuple[str, ...]:
        return tuple(plain(part).key for name in self._rows[at][1:3] for part in _parts(name))

    def _own(self, at: int) -> tuple[str, ...]:
        return tuple(plain(name).key for name in self._rows[at][1:3])

    def is_whole(self, key: str) -> bool:
        """Whether it is a card's own name, or what a legend is called for short; not that of a half.

        >>> NameTable.of([("card:Fire // Ice", "Fire // Ice", "")]).is_whole("ice")
        False
        """
        return any(key in (*self._own(at), *self._short(at)) for at in self._keys.get(key, ()))

    def longest(self, key: str, at: int, japanese: bool) -> str | None:
        """The longest name that begins there in a question's key."""
        for size in self._sizes(key[at : at + 2]):
            name = key[at : at + size]
            if len(name) == size and name in self._keys and (japanese or _stands(key, at, size)):
                return name
        return None

    def near(self, text: str) -> str | None:
        """The one name that a misspelt text is near to: a letter or two apart, no other card as near."""
        if len(text) < 5:
            return None
        limit = 1 if len(text) < 9 else 2
        best: dict[int, set[str]] = defaultdict(set)
        grams = {text[i : i + 2] for i in range(len(text) - 1)}
        need = len(grams) - 3 * limit
        for size in range(len(text) - limit, len(text) + limit + 1):
            for key in self._by_size.get(size, ()):
                if sum(gram in key for gram in grams) >= need:
                    apart = distance(text, key, limit)
                    if apart <= limit:
                        best[apart].add(key)
        for apart in sorted(best):
            owners = {tuple(self._keys[key]) for key in best[apart]}
            return next(iter(best[apart])) if len(owners) == 1 else None
        return None

    @cached_property
    def _by_size(self) -> dict[int, list[str]]:
        sizes: dict[int, list[str]] = defaultdict(list)
        for key in self._keys:
            sizes[len(key)].append(key)
        return dict(sizes)


def _among(sizes: Mapping[str, tuple[int, ...]]) -> Callable[[str], tuple[int, ...]]:
    return lambda start: sizes.get(start, ())


def distance(one: str, other: str, limit: int) -> int:
    """Letters to change, add, leave out or swap with the next; limit + 1 where it is more.

    >>> distance("sharpshoter", "sharpshooter", 2), distance("teh", "the", 2), distance("a", "wxyz", 2)
    (1, 1, 3)
    """
    before: list[int] = []
    last = [*range(len(other) + 1)]
    for i, char in enumerate(one, 1):
        row = [i]
        for j, letter in enumerate(other, 1):
            cost = min(last[j] + 1, row[-1] + 1, last[j - 1] + (char != letter))
            if i > 1 and j > 1 and char == other[j - 2] and one[i - 2] == letter:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
        before, last = last, row
    apart: int = last[-1]
    return min(apart, limit + 1)


def _add(table: dict[str, list[int]], form: str, at: int) -> None:
    key = plain(form).key
    if len(key) > 1 and at not in table[key]:
        table[key].append(at)
    loose = key.replace("・", "").replace(",", "")
    if loose != key and len(loose) > 1 and at not in table[loose]:
        table[loose].append(at)


def _parts(name: str) -> Iterator[str]:
    """What a legend is called for short: before the English comma, after the Japanese one."""
    head, comma, _ = name.partition(", ")
    if comma and len(head) > 2:
        yield head
    _, comma, tail = name.rpartition("、")
    if comma and len(tail) > 2:
        yield tail


def _stands(key: str, at: int, size: int) -> bool:
    """Whether it is a word of its own."""
    before, after = key[at - 1 : at], key[at + size : at + size + 1]
    return not (before.isascii() and before.isalnum()) and not (after.isascii() and after.isalnum())
