"""Our terms found in a stored text, so that a page can lead from a word to its meaning.

>>> from kb.terms import load_terms
>>> [link[:2] for link in Glosses(load_terms()).links("A plotted card has deathtouch.", "en")]
[('plotted card', '/terms/plotted'), ('deathtouch', '/terms/deathtouch')]
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from kb.views import url_of
from kb.web.texts import Link
from scraper.document import Lang, Term

KINDS: Final = {
    "keyword_ability", "keyword_action", "ability_word", "designation", "zone", "step", "phase", "mechanic",
    "state_based_action", "special_action", "status", "layer", "object", "ability_kind", "variant",
}  # fmt: skip
"""Kinds of terms that are worth a link in running text; a plain concept is mostly an ordinary word."""
_PLAIN: Final = {"the", "play", "turn", "game", "card", "cards", "player", "step", "phase", "zone"}
_MOST_KEPT: Final = 4000


class Glosses:
    """The names of our terms, ready to be found in a text."""

    def __init__(self, terms: Iterable[Term]) -> None:
        english: dict[str, Term] = {}
        japanese: dict[str, Term] = {}
        for term in terms:
            if term.kind not in KINDS:
                continue
            for name in (term.en, *term.also_en):
                if len(name) > 3 and name.casefold() not in _PLAIN:
                    english.setdefault(name.casefold(), term)
            for name in (term.ja, *term.also_ja):
                if len(name) > 1:
                    japanese.setdefault(name, term)
        self._kept: dict[tuple[str, str], list[tuple[int, str, Term]]] = {}
        self._names = {"en": english, "ja": japanese}
        self._patterns = {
            "en": re.compile(rf"(?<!\w)(?:{_any(english)})(?!\w)", re.IGNORECASE),
            "ja": re.compile(_any(japanese)),
        }

    def links(
        self, text: str, lang: Lang, *, skip: Collection[str] = (), taken: Sequence[Link] = ()
    ) -> list[Link]:
        """Links to the terms named in a text, the first time each is named, beside the links `taken` already.

        `skip` are rules: a term about one of them is the subject itself and gets no link.
        """
        spans = [(link[2], link[2] + len(link[0])) for link in taken if link[2] >= 0]
        found: list[Link] = []
        seen: set[str] = set()
        for at, raw, term in self._named(text, lang):
            if term.id in seen or any(rule in skip for rule in term.rules):
                continue
            if any(start < at + len(raw) and at < end for start, end in spans):
                continue
            seen.add(term.id)
            found.append((raw, url_of(term.document_id), at))
        return sorted([*found, *taken], key=lambda link: link[2] if link[2] >= 0 else len(text))

    def _named(self, text: str, lang: Lang) -> list[tuple[int, str, Term]]:
        """Every term named in a text, with where; kept for the texts that are shown again and again."""
        key = (text, lang)
        found = self._kept.get(key)
        if found is None:
            fold = str.casefold if lang == "en" else str
            names = self._names[lang]
            found = [(m.start(), m[0], names[fold(m[0])]) for m in self._patterns[lang].finditer(text)]
            if len(self._kept) > _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = found
        return found


def _any(names: Iterable[str]) -> str:
    """An expression for any of the names, the longest first."""
    found = sorted(names, key=len, reverse=True)
    return "|".join(re.escape(name) for name in found) or r"(?!)"
