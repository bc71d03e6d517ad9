"""What a query asks for beside its words: `kind:` `lang:` `cr:` filters, an edition, quoted phrases.

>>> wanted, rest = take_filters('kind:rule lang:en "state-based action" toughness')
>>> wanted.kinds, wanted.langs, wanted.phrases, rest
(('rule', 'subrule'), ('en',), ('state-based action',), 'state-based action toughness')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from index.numbers import edition_in, find_numbers, plain, whole_number, without_edition
from index.records import Outline, Record
from scraper.document import Kind, RuleNumber

_ALIASES: Final[dict[str, tuple[Kind, ...]]] = {
    "section": ("section",),
    "chapter": ("chapter",),
    "rule": ("rule", "subrule"),
    "rules": ("section", "chapter", "rule", "subrule"),
    "subrule": ("subrule",),
    "glossary": ("glossary",),
    "wiki": ("wiki",),
    "card": ("card",),
    "cards": ("card",),
    "ruling": ("ruling",),
    "rulings": ("ruling",),
    "term": ("term",),
    "terms": ("term",),
    "ルール": ("rule", "subrule"),
    "用語集": ("glossary",),
    "用語": ("term",),
    "カード": ("card",),
    "裁定": ("ruling",),
}
_FILTER = re.compile(r"(?<![^\s\u3000])(kind|lang|cr|種類|言語):([^\s\u3000\"]+)", re.IGNORECASE)
_HARD = re.compile('["“”„]([^"“”„]+)["“”„]')
_SOFT = re.compile("[「『]([^「」『』]+)[」』]")


@dataclass(frozen=True, slots=True)
class Filters:
    """What hits must be. Empty means: anything.

    >>> Filters().any
    False
    """

    kinds: tuple[Kind, ...] = ()
    langs: tuple[str, ...] = ()
    scopes: tuple[tuple[RuleNumber, RuleNumber], ...] = ()
    """Ranges of rules, both ends included with what is below them."""
    edition: str = ""
    phrases: tuple[str, ...] = ()
    """Must stand in a hit, word for word."""
    ignored: tuple[str, ...] = ()
    """Filters with a value that makes no sense."""

    @property
    def any(self) -> bool:
        """Whether anything is filtered."""
        return bool(self.kinds or self.langs or self.scopes or self.edition)

    def admits(self, record: Record | Outline) -> bool:
        """Whether a document passes (phrases are looked at elsewhere)."""
        if self.kinds and record.kind not in self.kinds:
            return False
        # Terms are in both languages, cards as far as their texts are known.
        if self.langs and record.lang not in self.langs and record.kind not in ("term", "card"):
            return False
        if self.edition and record.edition != self.edition:
            return False
        return not self.scopes or (bool(record.number) and self._in_scope(RuleNumber.parse(record.number)))

    def _in_scope(self, number: RuleNumber) -> bool:
        return any(
            first <= number <= last or number.is_within(first) or number.is_within(last)
            for first, last in self.scopes
        )


def take_filters(query: str, kinds: Iterable[Kind] = ()) -> tuple[Filters, str]:
    """The filters of a query and what is left of it.

    `CR:702.170` on its own is a number to look up, not a filter.

    >>> take_filters("CR:702.170")[1], take_filters("cr:702 flying")[1]
    ('CR:702.170', 'flying')
    """
    text = query.replace("：", ":")
    wanted = Filters(kinds=tuple(dict.fromkeys(kinds)))
    rest = _FILTER.sub(" ", text).strip()
    for name, value in _FILTER.findall(text):
        if name.lower() == "cr" and not rest:
            rest = f"{name}:{value}"
            continue
        wanted = _with(wanted, name.lower(), value)
    phrases = tuple(phrase.strip() for phrase in _HARD.findall(rest) if phrase.strip())
    rest = _SOFT.sub(r" \1 ", _HARD.sub(r" \1 ", rest))
    edition = edition_in(rest)
    rest = without_edition(rest)
    return replace(wanted, phrases=phrases, edition=edition or ""), " ".join(rest.split())


def _with(wanted: Filters, name: str, value: str) -> Filters:
    folded = plain(value)
    if name in ("kind", "種類") and folded in _ALIASES:
        kinds = _ALIASES[folded]
        return replace(wanted, kinds=tuple(dict.fromkeys((*wanted.kinds, *kinds))))
    if name in ("lang", "言語"):
        lang = {"en": "en", "ja": "ja", "英語": "en", "日本語": "ja", "english": "en", "japanese": "ja"}.get(
            folded
        )
        if lang is not None:
            return replace(wanted, langs=tuple(dict.fromkeys((*wanted.langs, lang))))
    if name == "cr":
        number = whole_number(folded) or next(iter(find_numbers(folded)), None)
        if number is not None:
            return replace(wanted, scopes=(*wanted.scopes, (number.first, number.last)))
        if re.fullmatch("[1-9]", folded):
            first, last = RuleNumber(int(folded) * 100), RuleNumber(int(folded) * 100 + 99)
            return replace(wanted, scopes=(*wanted.scopes, (first, last)))
    return replace(wanted, ignored=(*wanted.ignored, f"{name}:{value}"))
