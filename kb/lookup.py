"""From what a user types to the one document meant: terms, glossary entries, pages.

>>> "plot" in spellings("plotted"), "ability" in spellings("abilities")
(True, True)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

from kb.errors import NotFound
from kb.store import Store
from scraper.decode import search_key
from scraper.document import RuleNumber, Term

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Names:
    """Search keys of every name that leads to something, for one generation of the store."""

    generation: int
    terms: Mapping[str, tuple[Term, ...]]
    glossary: Mapping[str, str]
    """Key of a term to the id of its entry."""
    wiki: Mapping[str, str]


def collect_names(store: Store, terms: Iterable[Term], generation: int) -> Names:
    """Read the names of everything held."""
    by_name: dict[str, list[Term]] = {}
    for entry in terms:
        for name in dict.fromkeys(map(search_key, _names_of(entry))):
            by_name.setdefault(name, []).append(entry)
    glossary: dict[str, str] = {}
    for named in store.titles("glossary"):
        for name in _glossary_names(named.title.en, named.title.ja, named.title.reading):
            glossary.setdefault(name, named.id)
    wiki: dict[str, str] = {}
    for named in store.titles("wiki"):
        if "#" not in named.id:
            page = named.id.removeprefix("wiki:")
            for text in (page, named.title.ja, named.title.en, named.title.reading, *named.aliases):
                wiki.setdefault(search_key(text), named.id)
    wiki.pop("", None)
    return Names(generation, {key: tuple(found) for key, found in by_name.items()}, glossary, wiki)


def _names_of(entry: Term) -> Iterator[str]:
    yield from (entry.id, entry.en, entry.ja, entry.reading, *entry.also_en, *entry.also_ja)


def _glossary_names(*titles: str) -> Iterator[str]:
    """The whole term, without (Obsolete), and each part of a term with commas."""
    for title in filter(None, titles):
        whole = re.sub(r"\s*\(obsolete\)$", "", search_key(title))
        yield from (search_key(title), whole)
        yield from (part.strip(' "') for part in whole.split(",") if len(part.strip(' "')) > 1)


_ENDINGS = (
    ("ies", "y"),
    ("ied", "y"),
    ("es", ""),
    ("s", ""),
    ("ed", ""),
    ("ed", "e"),
    ("ing", ""),
    ("ing", "e"),
)


def spellings(text: str) -> list[str]:
    """Search keys that an English inflection may stand for, the text's own first.

    >>> spellings("Plotting")[:3]
    ['plotting', 'plott', 'plot']
    """
    key = search_key(text).strip(" .,!?。、！？「」『』〔〕\"'")
    found = [key, search_key(text)]
    for ending, instead in _ENDINGS:
        if key.endswith(ending) and len(key) > len(ending) + 2:
            stem = key[: -len(ending)] + instead
            found.append(stem)
            if not instead and stem[-1:] == stem[-2:-1]:
                found.append(stem[:-1])
    return list(dict.fromkeys(filter(None, found)))


def first_of(text: str, table: Mapping[str, _T]) -> _T | None:
    """What the first fitting spelling leads to."""
    return next((table[key] for key in spellings(text) if key in table), None)


def terms_about(terms: Iterable[Term], number: RuleNumber) -> list[Term]:
    """The terms whose rule this is; for a subrule, then those of the rule it belongs to.

    >>> from kb.terms import load_terms
    >>> "plot" in [entry.id for entry in terms_about(load_terms(), RuleNumber(702, 170, "c"))]
    True
    """
    terms = tuple(terms)
    wanted = [number, number.parent] if number.letter else [number]
    return [entry for here in wanted for entry in terms if str(here) in entry.rules]


def find_terms(names: Names, text: str) -> tuple[Term, ...]:
    """The terms of that name, spelling or reading; () when there is none."""
    return first_of(text.removeprefix("term:"), names.terms) or ()


def term(names: Names, text: str) -> Term:
    """The term of that name; raises NotFound with near ones."""
    found = find_terms(names, text)
    if not found:
        raise _no_such("term", "用語", text, names.terms)
    return found[0]


def glossary_id(names: Names, text: str) -> str | None:
    """The id of the glossary entry meant: by its own name, else through our terms; None without one."""
    text = text.removeprefix("glossary:")
    found = first_of(text, names.glossary)
    if found is not None:
        return found
    for entry in find_terms(names, text):
        for name in (entry.en, *entry.also_en):
            through = first_of(name, names.glossary)
            if through is not None:
                return through
    return None


def no_glossary(names: Names, text: str) -> NotFound:
    """The error for a term that neither glossary nor dictionary knows."""
    return _no_such("glossary entry", "用語集の項目", text, {**names.glossary, **names.terms})


def wiki_id(names: Names, text: str) -> str:
    """The id of the page meant; raises NotFound with near titles."""
    text = text.removeprefix("wiki:").partition("#")[0].replace("_", " ")
    found = first_of(text, names.wiki)
    if found is None:
        for entry in find_terms(names, text):
            for name in _names_of(entry):
                found = found or first_of(name, names.wiki)
    if found is None:
        raise _no_such("wiki page", "Wiki のページ", text, names.wiki)
    return found


def no_rule(text: str, edition: str | None) -> NotFound:
    """The error for a rule that is not held."""
    if edition is None:
        return NotFound(
            f"no rule {text!r} in the current Comprehensive Rules (mtgkb update cr brings them)",
            f"現在の総合ルールにルール {text!r} はありません（mtgkb update cr で取り込めます）",
        )
    return NotFound(
        f"no rule {text!r} in the edition {edition!r}", f"{edition!r} 版の総合ルールに {text!r} はありません"
    )


def _shown(target: str | tuple[Term, ...]) -> str:
    """The name of what a key leads to, as it is written."""
    return target.partition(":")[2] if isinstance(target, str) else f"{target[0].en}/{target[0].ja}"


def _no_such(en: str, ja: str, text: str, table: Mapping[str, str | tuple[Term, ...]]) -> NotFound:
    close = get_close_matches(search_key(text), table, n=5, cutoff=0.7)
    near = list(dict.fromkeys(_shown(table[key]) for key in close))[:3]
    more_en = f" (near: {', '.join(near)})" if near else ""
    more_ja = f"（似たもの：{'、'.join(near)}）" if near else ""
    return NotFound(f"no {en} {text!r}{more_en}", f"{ja} {text!r} は見つかりません{more_ja}")
