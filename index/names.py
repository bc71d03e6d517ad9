"""Card names in tables of their own: whole, by half, by part, by sound, in both languages.

Full text is the wrong tool for names: it finds 長角の名手 among everything that has 角 in it. These tables
are made at build time and read whole (60,000 names in about 30 ms).
"""

from __future__ import annotations

import marshal
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from index import english
from index.fold import fold, is_japanese, squeeze
from index.kana import is_kana, loose_key, reading_key
from index.romaji import to_hiragana

_HALVES = re.compile(r"\s*(?://|\+)\s*")
_RUBY = re.compile(r"[（(]([ぁ-ゖァ-ヺー・]+)[)）]")
_LEAST_PART = 2
_FEW = 60


@dataclass(frozen=True, slots=True)
class CardName:
    """One card with its names, as `build` collects them.

    >>> CardName("card:Wear // Tear", ("Wear // Tear",), ("摩耗+損耗",)).names_ja
    ('摩耗+損耗',)
    """

    id: str
    names_en: tuple[str, ...]
    names_ja: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    """Kana of the Japanese names, where known or guessed."""
    own_ja: str = ""
    """The card's own Japanese name, not a face's; '' where unknown."""


@dataclass(slots=True)
class NameTable:
    """Look-ups of card names; every method gives card ids, the best first.

    >>> table = NameTable.of([CardName("card:Wear // Tear", ("Wear // Tear",), ("摩耗+損耗",))])
    >>> table.exact("摩耗"), table.exact("tear"), table.part_japanese("損"), table.part_japanese("損耗")
    (['card:Wear // Tear'], ['card:Wear // Tear'], [], ['card:Wear // Tear'])
    """

    ids: list[str] = field(default_factory=list)
    whole: dict[str, list[int]] = field(default_factory=dict)
    sounds: dict[str, list[int]] = field(default_factory=dict)
    words: dict[str, list[int]] = field(default_factory=dict)
    lengths: list[int] = field(default_factory=list)
    """How many words each English name has; `words` counts in names, halves among them."""
    owners: list[int] = field(default_factory=list)
    """The card of each English name."""
    joined: str = ""
    """Every Japanese name by its sound key, a line each: parts are found with one `str.find`."""
    joined_at: list[int] = field(default_factory=list)
    joined_card: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, cards: Iterable[CardName]) -> NameTable:
        """Make the tables."""
        table = cls()
        whole: dict[str, list[int]] = defaultdict(list)
        sounds: dict[str, list[int]] = defaultdict(list)
        words: dict[str, list[int]] = defaultdict(list)
        lines: list[str] = []
        at = 0
        halves: list[tuple[dict[str, list[int]], str, int]] = []
        for place, card in enumerate(cards):
            table.ids.append(card.id)
            for name in _forms(card.names_en):
                found = list(dict.fromkeys(name_words(name)))
                for word in dict.fromkeys((*found, *_without_s(name))):
                    words[word].append(len(table.owners))
                table.lengths.append(len(found))
                table.owners.append(place)
            own = {card.id.partition(":")[2], card.own_ja}
            for name in _forms((*card.names_en, *card.names_ja)):
                if name in own:
                    _add(whole, squeeze(name), place)
                else:
                    halves.append((whole, squeeze(name), place))
            for place_of, reading in enumerate(card.readings):
                if place_of == 0 and card.own_ja:
                    _add(sounds, loose_key(reading), place)
                else:
                    halves.append((sounds, loose_key(reading), place))
            for line in dict.fromkeys(reading_key(fold(name)) for name in (*card.names_ja, *card.readings)):
                lines.append(line)
                table.joined_at.append(at)
                table.joined_card.append(place)
                at += len(line) + 1
        for target, key, place in halves:  # a card of this name comes before one that has it on a face
            _add(target, key, place)
        table.joined = "\n".join(lines)
        table.whole, table.sounds, table.words = dict(whole), dict(sounds), dict(words)
        return table

    def write(self, path: Path) -> None:
        """Write the tables for `open`."""
        parts = (self.ids, self.whole, self.sounds, self.words, self.lengths, self.owners,
                 self.joined, self.joined_at, self.joined_card)  # fmt: skip
        path.write_bytes(marshal.dumps(parts))

    @classmethod
    def open(cls, path: Path) -> NameTable:
        """Read what `write` wrote; the index's format number tells whether it can."""
        parts: Any = marshal.loads(path.read_bytes())  # noqa: S302 - our own file
        return cls(*parts)

    def exact(self, text: str) -> list[str]:
        """Cards of which this is a name, or a half of a double name."""
        return self._cards(
            self.whole.get(squeeze(text)) or self.whole.get(squeeze(fold(text).replace("+", " "))) or ()
        )

    def sound(self, text: str) -> list[str]:
        """Cards whose Japanese name sounds like this kana or romaji."""
        kana = text if is_kana(text) else to_hiragana(text)
        if kana is None or len(kana) < 3:
            return []
        return self._cards(self.sounds.get(loose_key(kana), ()))

    def part_japanese(self, text: str, limit: int = 20) -> list[str]:
        """Cards whose Japanese name contains this: personal names first, then names that begin with it.

        >>> cards = [CardName("card:A", (), ("王の手",)), CardName("card:B", (), ("慈悲深き者、王",))]
        >>> NameTable.of(cards).part_japanese("おう"), NameTable.of(cards).part_japanese("、王")
        ([], ['card:B'])
        """
        key = reading_key(fold(text))
        if len(key) < _LEAST_PART:
            return []
        found: dict[int, tuple[int, int]] = {}
        at = self.joined.find(key)
        while at >= 0 and len(found) < 50 * limit:
            line = bisect_right(self.joined_at, at) - 1
            end = self.joined.find("\n", at)
            end = len(self.joined) if end < 0 else end
            start = self.joined_at[line]
            # 敏捷なこそ泥、ラガバン is Ragavan; ラガバンの手 would be something of his.
            person = at > start and self.joined[at - 1] == "、" and at + len(key) == end
            rank = (
                0 if person or (at == start and at + len(key) == end) else 1 if at == start else 2,
                end - start,
            )
            place = self.joined_card[line]
            found[place] = min(found.get(place, rank), rank)
            at = self.joined.find(key, at + 1)
        return self._cards(sorted(found, key=lambda place: (found[place], place))[:limit])

    def with_words(self, words: Iterable[str], limit: int = 20) -> list[str]:
        """Cards whose English name has all these words, shortest names first.

        >>> cards = [CardName("card:A", ("Jace, the Mind Sculptor",)), CardName("card:B", ("Jace",))]
        >>> table = NameTable.of(cards)
        >>> table.with_words(["mind", "jace"])
        ['card:A']
        """
        wanted = set(words)
        rows = sorted((self.words.get(word, []) for word in wanted), key=len)
        if not rows or not rows[0]:
            return []
        common = set(rows[0]).intersection(*rows[1:])
        names = sorted(common, key=lambda name: (self.lengths[name], name))
        if len(names) <= _FEW:  # a card called so comes before one that has a face called so
            names.sort(key=lambda name: (self.lengths[name], not wanted <= self._own_words(name), name))
        return self._cards(list(dict.fromkeys(self.owners[name] for name in names))[:limit])

    def _own_words(self, name: int) -> set[str]:
        """The words of the name of the card that this name belongs to."""
        return set(name_words(self.ids[self.owners[name]].partition(":")[2]))

    def _cards(self, places: Iterable[int]) -> list[str]:
        return [self.ids[place] for place in places]


def name_words(name: str) -> list[str]:
    """The words of an English name that a typist writes: without the, of, and, apostrophes joined.

    >>> name_words("Lim-Dûl's Vault"), name_words("Jace, the Mind Sculptor")
    (['lim', 'duls', 'vault'], ['jace', 'mind', 'sculptor'])
    """
    if is_japanese(name):
        return []
    parts = re.findall(r"[a-z0-9]+", fold(name).replace("'", ""))
    return [word for word in parts if word not in _SMALL] or parts


def _without_s(name: str) -> list[str]:
    """Words that have a possessive s in the name and none where it is typed from memory: urza saga.

    >>> _without_s("Urza's Saga")
    ['urza']
    """
    return re.findall(r"([a-z0-9]+)'s(?![a-z0-9])", fold(name))


_SMALL = frozenset(("the", "of", "a", "an", "and", "to", "in", "for", "from", "with", "s"))


def bare(name: str) -> tuple[str, str]:
    """A Japanese name without its furigana, and the furigana.

    >>> bare("稲妻（いなずま）"), bare("計画")
    (('稲妻', 'いなずま'), ('計画', ''))
    """
    return _RUBY.sub("", name), "".join(_RUBY.findall(name))


def _forms(names: Iterable[str]) -> list[str]:
    out: dict[str, None] = {}
    for name in names:
        out[name] = None
        for half in _HALVES.split(name):
            out[half] = None
    return [name for name in out if name]


def _add(table: dict[str, list[int]], key: str, place: int) -> None:
    if key and place not in table[key]:
        table[key].append(place)


def words_of(text: str) -> list[str]:
    """The words of a query as they stand in `NameTable.words`.

    >>> words_of("jace the mind")
    ['jace', 'mind']
    """
    return [word for word in name_words(text) if word not in english.FUNCTION_WORDS] or name_words(text)
