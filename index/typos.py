"""Words near a misspelt one, by the letters that remain when one or two are left out.

The table is made at build time and read through memory mapping, so that opening it costs nothing. Distances
count a letter added, left out, changed, or two neighbours swapped, as one each.

>>> table = Typos.of({"trample": 3, "plot": 9, "deathtouch": 2})
>>> table.near("tramlpe"), table.near("deathtuoch"), table.near("plot")
(['trample'], ['deathtouch'], ['plot'])
"""

from __future__ import annotations

import marshal
import mmap
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from zlib import crc32

_SHORT, _MIDDLE, _LONG = 3, 5, 14


def allowed(word: str) -> int:
    """How many faults a word of this length may have: none up to 3 letters, one up to 5, else two.

    Kana and kanji say more than letters: one fault from 3 characters on, two from 10 on.

    >>> allowed("cat"), allowed("plto"), allowed("tramlpe"), allowed("召還酔い")
    (0, 1, 2, 1)
    """
    if not word.isascii():
        return 0 if len(word) < _SHORT else 1 if len(word) < 10 else 2
    return 0 if len(word) <= _SHORT else 1 if len(word) <= _MIDDLE else 2


def distance(one: str, other: str, most: int) -> int:
    """The number of faults between two words, `most` + 1 when there are more.

    >>> distance("sculpter", "sculptor", 2), distance("ab", "ba", 2), distance("abc", "xyz", 2)
    (1, 1, 3)
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    older: list[int] = []
    old = list(range(len(other) + 1))
    for i, char in enumerate(one, 1):
        new = [i]
        for j, against in enumerate(other, 1):
            cost = min(old[j] + 1, new[j - 1] + 1, old[j - 1] + (char != against))
            if i > 1 and j > 1 and char == other[j - 2] and one[i - 2] == against:
                cost = min(cost, older[j - 2] + 1)
            new.append(cost)
        if min(new) > most:
            return most + 1
        older, old = old, new
    return min(old[-1], most + 1)


def _remains(word: str, faults: int) -> Iterator[int]:
    """Hashes of what remains of the word with up to `faults` letters left out."""
    cut = word[:_LONG]
    seen = {cut}
    for count in range(1, faults + 1):
        for places in combinations(range(len(cut)), count):
            kept: list[str] = []
            at = 0
            for place in places:
                kept.append(cut[at:place])
                at = place + 1
            kept.append(cut[at:])
            seen.add("".join(kept))
    for one in seen:
        yield crc32(one.encode())


class Typos:
    """A deletion index over words with weights (how common or important each is)."""

    def __init__(self, words: list[str], weights: list[int], hashes: memoryview, places: memoryview) -> None:
        self.words, self.weights = words, weights
        self._hashes, self._places = hashes, places

    @classmethod
    def of(cls, words: Mapping[str, int]) -> Typos:
        """Make a table in memory."""
        listed, weights, hashes, places = _make(words)
        return cls(listed, weights, memoryview(hashes), memoryview(places))

    @staticmethod
    def write(path: Path, words: Mapping[str, int]) -> None:
        """Write a table to a file for `open`."""
        listed, weights, hashes, places = _make(words)
        head = marshal.dumps((listed, weights, len(hashes)))
        padding = -(8 + len(head)) % 8
        with path.open("wb") as file:
            file.write(len(head).to_bytes(8, "little") + head + b"\0" * padding)
            hashes.tofile(file)
            places.tofile(file)

    @classmethod
    def open(cls, path: Path) -> Typos:
        """Open a file that `write` made."""
        with path.open("rb") as file:
            view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        size = int.from_bytes(view[:8], "little")
        words, weights, count = marshal.loads(view[8 : 8 + size])  # noqa: S302 - our own file, checked by format
        start = 8 + size + -(8 + size) % 8
        hashes = view[start : start + 4 * count].cast("I")
        places = view[start + 4 * count : start + 8 * count].cast("I")
        return cls(words, weights, hashes, places)

    def knows(self, word: str) -> bool:
        """Whether the word is in the table, spelt just so.

        >>> Typos.of({"plot": 1}).knows("plot")
        True
        """
        at = bisect_left(self.words, word)
        return at < len(self.words) and self.words[at] == word

    def near(self, word: str, faults: int | None = None) -> list[str]:
        """The words within so many faults (by default what `allowed` says), nearest and weightiest first."""
        most = allowed(word) if faults is None else faults
        candidates: set[int] = set()
        for each in _remains(word, most):
            at = bisect_left(self._hashes, each)
            while at < len(self._hashes) and self._hashes[at] == each:
                candidates.add(self._places[at])
                at += 1
        ranked = []
        for place in candidates:
            found = self.words[place]
            away = distance(word, found, min(most, max(allowed(found), 1)))
            if away <= most:
                # Typists rarely miss the first letter.
                ranked.append((away + 0.5 * (word[:1] != found[:1]), -self.weights[place], found))
        return [found for _, _, found in sorted(ranked)]


def _make(words: Mapping[str, int]) -> tuple[list[str], list[int], array[int], array[int]]:
    listed = sorted(words)
    # Sorted in sixteen parts: three million numbers as one list of objects would take 130 MB.
    parts = [array("Q") for _ in range(16)]
    for place, word in enumerate(listed):
        for each in _remains(word, allowed(word)):
            parts[each >> 28].append(each << 32 | place)
    hashes, places = array("I"), array("I")
    for part in parts:
        pairs = sorted(part)
        hashes.extend(pair >> 32 for pair in pairs)
        places.extend(pair & 0xFFFFFFFF for pair in pairs)
    return listed, [words[word] for word in listed], hashes, places
