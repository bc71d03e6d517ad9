"""The words of the book by their Japanese forms, and keywords, colors, subtypes and counters by the dictionary of terms.

>>> [sense.name for sense in nouns()["ライブラリー"]], verbs()["唱える"]
(['library'], ('cast',))
>>> nouns()["先制攻撃"][0]
Sense(kind='keyword', name='first strike')
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from kb.asking.normal import plain
from kb.asking.wordbook import wordbook
from kb.terms import load_terms


@dataclass(frozen=True, slots=True)
class Sense:
    """What a noun stands for. kind: thing, person, zone, step, ability, counter, amount, concept (a row of the book, `name` its name),
    keyword, color, subtype, supertype, counter kind (English names of the rules)."""

    kind: str
    name: str


_TERM_KINDS: Final = {
    "keyword_ability": "keyword",
    "color": "color",
    "subtype": "subtype",
    "supertype": "supertype",
    "counter": "counter kind",
}
_COLORS: Final = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


def _norm(text: str) -> str:
    return plain(text).norm


@cache
def nouns() -> Mapping[str, tuple[Sense, ...]]:
    """Nouns by their forms."""
    found: dict[str, list[Sense]] = defaultdict(list)

    def add(form: str, sense: Sense) -> None:
        for one in {_norm(form), _norm(form).replace("・", "")}:
            if sense not in found[one]:
                found[one].append(sense)

    for name, row in wordbook().nouns.items():
        for form in row.ja:
            if form.endswith("持ち"):
                continue  # a keyword and its having are read apart
            add(form, Sense(row.kind, name))
    for term in load_terms():
        kind = _TERM_KINDS.get(term.kind)
        if kind is None:
            continue
        name = term.en
        if kind == "color" and name not in _COLORS:
            continue
        if kind == "color":
            name = _COLORS[name]
        if kind == "counter kind":
            name = name.removesuffix(" counter")
            if name == "counter":
                continue
        for form in (term.ja, *(term.also_ja if kind == "color" else ())):
            if kind != "keyword" or not any(sense.kind == "thing" for sense in found.get(_norm(form), ())):
                add(form, Sense(kind, name))
    return {form: tuple(senses) for form, senses in found.items()}


@cache
def verbs() -> Mapping[str, tuple[str, ...]]:
    """Names of verbs' rows by their forms; those first whose first forms they are."""
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for name, row in wordbook().verbs.items():
        for place, form in enumerate(row.reads.forms):
            found[_norm(form)].append((place, name))
    return {
        form: tuple(name for _, name in sorted(rows, key=lambda one: one[0])) for form, rows in found.items()
    }


@cache
def rule_words() -> frozenset[str]:
    """Words of the rules that are kept as terms (刻印, 上陸): standing without brackets they are no card's name."""
    return frozenset(_norm(term.ja) for term in load_terms() if term.ja and term.kind == "ability_word")


@cache
def longest() -> int:
    """The most letters that a form has."""
    return max(map(len, (*nouns(), *verbs())))


_BASE: Final = dict(zip("えけげせぜてでねべめれ", "うくぐすずつづぬぶむる", strict=True))


def base(lemma: str) -> str:
    """What a verb of its own for "can" comes from; "" where it can be none.

    >>> base("焼ける"), base("引ける"), base("残る")
    ('焼く', '引く', '')
    """
    if len(lemma) > 2 and lemma.endswith("る") and lemma[-2] in _BASE:
        return lemma[:-2] + _BASE[lemma[-2]]
    return ""
