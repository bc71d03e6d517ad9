"""The dictionary made ready for recognising: terms found in texts and queries before any tokeniser.

>>> book = TermBook([Term("plot", "plot", "計画", "けいかく", "keyword_ability", ("702.170",), ("plotted",))])
>>> book.whole("Ｐｌｏｔｔｅｄ"), book.whole("けいかく"), book.whole("keikaku")
(('plot',), ('plot',), ('plot',))
>>> [found.ids for found in book.in_english(["he", "plot", "it"])]
[('plot',)]
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from index import english, japanese, romaji
from index.fold import fold, is_japanese, squeeze
from index.kana import is_kana, loose_key, reading_key
from scraper.document import RuleNumber, Term

Ids = tuple[str, ...]
Trie = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Found:
    """Terms recognised at a place: `start` and `end` count tokens or characters, as the method says.

    >>> Found(0, 1, ("plot",)).length
    1
    """

    start: int
    end: int
    ids: Ids

    @property
    def length(self) -> int:
        """How many tokens or characters it covers."""
        return self.end - self.start


class TermBook:
    """Terms by every form in which they are written, said and typed; immutable once made."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self.terms: dict[str, Term] = {term.id: term for term in terms}

    def __len__(self) -> int:
        return len(self.terms)

    @cached_property
    def _exact(self) -> dict[str, Ids]:
        """Squeezed form to ids; a term's own name comes before another's spelling."""
        forms: dict[str, dict[str, int]] = defaultdict(dict)
        for rank, pick in enumerate((_names, _others)):
            for term in self.terms.values():
                for form in pick(term):
                    key = squeeze(form)
                    if key:
                        forms[key].setdefault(term.id, rank + 2 * (term.origin == "found"))
        return {key: tuple(sorted(ids, key=lambda one: ids[one])) for key, ids in forms.items()}

    @cached_property
    def readings(self) -> dict[str, Ids]:
        """Reading key to ids: 計画 by けいかく, トランプル by its own kana."""
        return self._sounds(reading_key)

    @cached_property
    def loose_readings(self) -> dict[str, Ids]:
        """The same without long vowels, for yusenken and クリーチャ."""
        return self._sounds(loose_key)

    def _sounds(self, key: Callable[[str], str]) -> dict[str, Ids]:
        """Surest first: the readings given, then kana among other spellings, then Sudachi's guesses.

        Of words that sound alike, keywords come first: they are what is asked for.
        """
        sounds: dict[str, list[str]] = defaultdict(list)
        keywords_first = sorted(self.terms.values(), key=lambda term: not term.kind.startswith("keyword_"))
        for pick in (_readings, _kana_forms, _guessed):
            for term in keywords_first:
                for form in pick(term):
                    sound = key(form)
                    if sound and term.id not in sounds[sound]:
                        sounds[sound].append(term.id)
        return {sound: tuple(ids) for sound, ids in sounds.items()}

    @cached_property
    def by_key(self) -> dict[str, Ids]:
        """Every Japanese form and reading by its sound key: what typing faults are compared with."""
        keys: dict[str, list[str]] = defaultdict(list)
        for term in self.terms.values():
            for form in (*_names(term), *_readings(term), *term.also_ja):
                key = reading_key(fold(form)) if is_japanese(form) else ""
                if key and term.id not in keys[key]:
                    keys[key].append(term.id)
        return {key: tuple(ids) for key, ids in keys.items()}

    @cached_property
    def by_rule(self) -> dict[str, Ids]:
        """Terms by each rule they name, those for which it comes first before the others."""
        rules: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for term in self.terms.values():
            for place, number in enumerate(term.rules):
                rules[number].append((place, term.id))
        return {
            number: tuple(one for _, one in sorted(ids, key=lambda pair: pair[0]))
            for number, ids in rules.items()
        }

    def about(self, number: RuleNumber) -> Ids:
        """Terms about a rule, or else about what stands above it.

        >>> book = TermBook([Term("plot", "plot", "計画", "けいかく", "keyword_ability", ("702.170",))])
        >>> book.about(RuleNumber.parse("702.170a"))
        ('plot',)
        """
        above: RuleNumber | None = number
        while above is not None:
            if found := self.by_rule.get(str(above)):
                return found
            above = above.parent
        return ()

    @cached_property
    def _by_place(self) -> list[tuple[tuple[int, int, str], str]]:
        return sorted(
            (RuleNumber.parse(term.rules[0]).sort_key, term.id) for term in self.terms.values() if term.rules
        )

    def near_rule(self, number: str, each_way: int = 2) -> list[str]:
        """Terms whose rule is this one or stands near it in the book."""
        key = RuleNumber.parse(number).sort_key
        at = bisect_left(self._by_place, (key, ""))
        return [one for _, one in self._by_place[max(at - each_way, 0) : at + each_way + 1]]

    def exact(self, text: str) -> Ids:
        """Terms that are written like this, punctuation and case aside.

        >>> TermBook([Term("aura", "Aura", "オーラ", "おーら", "subtype")]).exact("オーラ")
        ('aura',)
        """
        return self._exact.get(squeeze(text), ())

    def is_name(self, one: str, text: str) -> bool:
        """Whether this is the term's own name, in either language or by its reading; not a nickname.

        >>> book = TermBook([Term("p", "plot", "計画", "けいかく", "keyword_ability", also_en=("ploy",))])
        >>> book.is_name("p", "Plots"), book.is_name("p", "ケイカク"), book.is_name("p", "ploy")
        (True, True, False)
        """
        term, key = self.terms[one], squeeze(text)
        if key in {squeeze(form) for form in (*_names(term), *_readings(term))}:
            return True
        kana = text if is_japanese(text) else romaji.to_hiragana(text)
        if kana is not None and loose_key(kana) in set(map(loose_key, _readings(term))):
            return True
        return not is_japanese(text) and english.stems(text) == english.stems(term.en)

    def sound(self, text: str) -> Ids:
        """Terms that sound like this kana or romaji.

        >>> TermBook([Term("p", "priority", "優先権", "ゆうせんけん", "concept")]).sound("yusenken")
        ('p',)
        """
        kana = text if is_kana(text) else romaji.to_hiragana(text)
        if kana is None or len(kana) < 2:
            return ()
        return self.readings.get(reading_key(kana)) or self.loose_readings.get(loose_key(kana), ())

    def stemmed(self, text: str) -> Ids:
        """Terms of which the English text is an inflection."""
        stems = english.stems(text)
        for found in self.in_english(stems, longest=True):
            if found.length == len(stems):
                return found.ids
        return ()

    def whole(self, text: str) -> Ids:
        """Terms that the whole text is: as written, else as heard, else inflected."""
        if not is_japanese(text):
            return self.exact(text) or self.stemmed(text) or self.sound(text)
        return self.exact(text) or self.sound(text) or self._whole_japanese(text)

    def _whole_japanese(self, text: str) -> Ids:
        return self._japanese_words.get(tuple(japanese.normals(fold(text))), ())

    @cached_property
    def _english(self) -> Trie:
        forms: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for pick in (_names, _others):
            for term in self.terms.values():
                for form in pick(term):
                    if is_japanese(form) or all(
                        word in english.FUNCTION_WORDS for word in english.words(form)
                    ):
                        continue
                    key = tuple(english.stems(form))
                    if key and term.id not in forms[key]:
                        forms[key].append(term.id)
        return _trie(forms)

    @cached_property
    def _japanese_words(self) -> dict[tuple[str, ...], Ids]:
        forms: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for pick in (_names, _others):
            for term in self.terms.values():
                for form in pick(term):
                    if is_japanese(form):
                        key = tuple(japanese.normals(fold(form)))
                        grammar = all(word in japanese.FUNCTION_WORDS for word in key)
                        if not grammar and term.id not in forms[key]:
                            forms[key].append(term.id)
        return {key: tuple(ids) for key, ids in forms.items()}

    @cached_property
    def _japanese(self) -> Trie:
        return _trie(self._japanese_words)

    @cached_property
    def _japanese_chars(self) -> Trie:
        forms: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for pick in (_names, _others):
            for term in self.terms.values():
                for form in pick(term):
                    folded = fold(form).replace("・", "").replace(" ", "")
                    short = is_kana(folded) and len(folded) < 4
                    if is_japanese(folded) and not short and term.id not in forms[tuple(folded)]:
                        forms[tuple(folded)].append(term.id)
        return _trie(forms)

    def in_english(self, stems: list[str], *, longest: bool = False) -> list[Found]:
        """Terms among English stems; places count stems. `longest` leaves out those inside a longer one."""
        return _find(self._english, stems, longest)

    def in_japanese_words(self, normals: list[str], *, longest: bool = False) -> list[Found]:
        """Terms among normalised Japanese words; places count words."""
        return _find(self._japanese, normals, longest)

    def in_japanese(self, text: str, *, longest: bool = False) -> list[Found]:
        """Terms in a Japanese text; places count the characters of the folded text without ・ and spaces.

        >>> book = TermBook([Term("plot", "plot", "計画", "けいかく", "keyword_ability")])
        >>> book.in_japanese("カードを計画する")
        [Found(start=4, end=6, ids=('plot',))]
        """
        return _find(self._japanese_chars, fold(text).replace("・", "").replace(" ", ""), longest)


_VERB_END = re.compile("(?:を(?:行う|行なう|おこなう)|(?<=.)する)$")


def _names(term: Term) -> tuple[str, ...]:
    """Its names; a Japanese verb also by its noun: 占術を行う by 占術."""
    return tuple(dict.fromkeys(filter(None, (term.en, term.ja, _VERB_END.sub("", term.ja)))))


def _readings(term: Term) -> tuple[str, ...]:
    forms = (term.reading, _VERB_END.sub("", term.reading), term.ja)
    return tuple(form for form in forms if form and is_kana(form))


def _kana_forms(term: Term) -> tuple[str, ...]:
    return tuple(form for form in term.also_ja if is_kana(form))


def _guessed(term: Term) -> list[str]:
    """How the other spellings sound: by the term's own reading where its name is in them, else by Sudachi."""
    sounds: list[str] = []
    name = _VERB_END.sub("", term.ja)
    known = _VERB_END.sub("", term.reading)
    for form in term.also_ja if known else (term.ja, *term.also_ja):
        if is_kana(form) or not is_japanese(form):
            continue
        before, found, after = form.partition(name) if name and known else (form, "", "")
        sounds.append(japanese.sound(before) + (known if found else "") + japanese.sound(after))
    return [sound for sound in sounds if is_kana(sound)]


def _others(term: Term) -> tuple[str, ...]:
    return (*term.also_en, *term.also_ja)


def _trie(forms: Mapping[tuple[str, ...], Iterable[str]]) -> Trie:
    """Forms as a tree of their tokens; the ids of a form stand under the key ''."""
    trie: Trie = {}
    for form, ids in forms.items():
        node = trie
        for token in form:
            node = node.setdefault(token, {})
        node[""] = tuple(ids)
    return trie


def _find(trie: Trie, tokens: list[str] | str, longest: bool) -> list[Found]:
    found: list[Found] = []
    covered = 0
    count = len(tokens)
    for at, token in enumerate(tokens):
        node = trie.get(token)
        if node is None or (longest and at < covered):
            continue
        end = at + 1
        here: list[Found] = []
        while node is not None:
            ids = node.get("")
            if ids is not None:
                here.append(Found(at, end, ids))
            node = node.get(tokens[end]) if end < count and tokens[end] else None
            end += 1
        if here and longest:
            found.append(here[-1])
            covered = here[-1].end
        else:
            found += reversed(here)
    return found
