"""From what a user types to the one document meant: terms, glossary entries, pages.

>>> "plot" in spellings("plotted"), "ability" in spellings("abilities")
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from kb.editions import held
from kb.errors import NotFound
from kb.store import Store
from scraper.decode import search_key
from scraper.document import RuleNumber, Term

TermNames = Mapping[str, tuple[Term, ...]]
"""Our terms by the search key of every name they go by."""


def collect_names(terms: Iterable[Term]) -> TermNames:
    """The terms by every name, inflection, nickname and reading.

    >>> from kb.terms import load_terms
    >>> collect_names(load_terms())["けいかく"][0].id
    'plot'
    """
    by_name: dict[str, list[Term]] = {}
    for entry in terms:
        for name in dict.fromkeys(map(search_key, _names_of(entry))):
            by_name.setdefault(name, []).append(entry)
    return {key: tuple(found) for key, found in by_name.items()}


def _names_of(entry: Term) -> Iterator[str]:
    yield from (entry.id, entry.en, entry.ja, entry.reading, *entry.also_en, *entry.also_ja)


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


def terms_about(terms: Iterable[Term], number: RuleNumber) -> list[Term]:
    """The terms whose rule this is; for a subrule, then those of the rule it belongs to.

    >>> from kb.terms import load_terms
    >>> "plot" in [entry.id for entry in terms_about(load_terms(), RuleNumber(702, 170, "c"))]
    True
    """
    terms = tuple(terms)
    wanted = [number, number.parent] if number.letter else [number]
    return [entry for here in wanted for entry in terms if str(here) in entry.rules]


def find_terms(names: TermNames, text: str) -> tuple[Term, ...]:
    """The terms of that name, spelling or reading; () when there is none."""
    return next((names[key] for key in spellings(text.removeprefix("term:")) if key in names), ())


def term(names: TermNames, text: str) -> Term:
    """The term of that name; raises NotFound with near ones."""
    found = find_terms(names, text)
    if not found:
        raise _no_such("term", "用語", text, _near_terms(names, text))
    return found[0]


def glossary_id(store: Store, names: TermNames, text: str) -> str | None:
    """The id of the glossary entry meant: by its own name, else through our terms; None without one."""
    text = text.removeprefix("glossary:")
    through = [name for entry in find_terms(names, text) for name in (entry.en, *entry.also_en)]
    found = _first(store, "glossary", (text, *through))
    return found[0] if found else None


def no_glossary(store: Store, names: TermNames, text: str) -> NotFound:
    """The error for a term that neither glossary nor dictionary knows."""
    near = (*_near_terms(names, text), *_near(store, "glossary", text))
    return _no_such("glossary entry", "用語集の項目", text, near)


def wiki_id(store: Store, names: TermNames, text: str) -> str:
    """The id of the page meant; raises NotFound with near titles."""
    text = text.removeprefix("wiki:").partition("#")[0].replace("_", " ")
    through = [name for entry in find_terms(names, text) for name in _names_of(entry)]
    found = _first(store, "wiki", (text, *through))
    if not found:
        raise _no_such("wiki page", "Wiki のページ", text, _near(store, "wiki", text))
    return found[0]


def card_ids(store: Store, text: str) -> list[str]:
    """The ids of the cards of that name; raises NotFound with near names, or says that no cards are loaded."""
    found = find_cards(store, text)
    if found:
        return found
    if not store.editions("cards"):
        raise NotFound(
            f"no card {text!r}: no cards are loaded (mtgkb update cards brings them)",
            f"カード {text!r} は見つかりません：カードが取り込まれていません（mtgkb update cards で取り込めます）",
        )
    raise _no_such("card", "カード", text, _near(store, "card", text))


def find_cards(store: Store, text: str) -> list[str]:
    """The ids of the cards of that English or Japanese name, or with such a face; [] without one.

    Two cards may share a Japanese name; a card of that very name comes before one with a face of that name.
    """
    text = text.removeprefix("card:").strip()
    keys = [search_key(text), search_key(text.strip('《》「」『』"“”'))]
    found = store.find_named("card", list(dict.fromkeys(keys)))
    own = [one for one in found if search_key(one.removeprefix("card:")) in keys]
    return own or found


def _first(store: Store, kind: str, names: Iterable[str]) -> list[str]:
    """Documents of the first name that is held, by its first spelling that is."""
    return store.find_named(kind, list(dict.fromkeys(key for name in names for key in spellings(name))))


def no_rule(store: Store, text: str, edition: str | None, number: RuleNumber | None = None) -> NotFound:
    """The error for a rule that is not held; names the newest edition that had the number."""
    editions = [one.edition for one in held.held(store)]
    if edition is not None and edition not in editions:
        try:
            held.find(held.held(store), edition)
        except NotFound as error:
            return error
    if edition is not None:
        return NotFound(
            f"no rule {text!r} in the edition {edition!r}",
            f"{edition!r} 版の総合ルールに {text!r} はありません",
        )
    en = f"no rule {text!r} in the current Comprehensive Rules"
    ja = f"現在の総合ルールにルール {text!r} はありません"
    if not editions:
        return NotFound(f"{en} (mtgkb update cr brings them)", f"{ja}（mtgkb update cr で取り込めます）")
    old = next((one for one in reversed(editions) if number and _has(store, f"cr:{number}", one)), None)
    if old is not None:
        return NotFound(f"{en}; the edition {old} has it", f"{ja}。{old} 版にはあります")
    return NotFound(en, ja)


def _has(store: Store, document_id: str, edition: str) -> bool:
    try:
        store.get(document_id, edition)
    except NotFound:
        return False
    return True


def _near(store: Store, kind: str, text: str) -> list[str]:
    """Names of documents of a kind that look like the text, or begin with it."""
    key = search_key(text)
    keys = store.name_keys(kind)
    begins = sorted((known for known in keys if len(key) > 2 and known.startswith(key)), key=len)[:3]
    close = [*begins, *get_close_matches(key, keys, n=3, cutoff=0.75)]
    return [found.partition(":")[2] for found in store.find_named(kind, list(dict.fromkeys(close))[:3])]


def _near_terms(names: TermNames, text: str) -> list[str]:
    close = get_close_matches(search_key(text), names, n=3, cutoff=0.75)
    return [f"{names[key][0].en}/{names[key][0].ja}" for key in close]


def _no_such(en: str, ja: str, text: str, near: Iterable[str]) -> NotFound:
    shown = list(dict.fromkeys(near))[:4]
    more_en = f" (near: {', '.join(shown)})" if shown else ""
    more_ja = f"（似たもの：{'、'.join(shown)}）" if shown else ""
    return NotFound(f"no {en} {text!r}{more_en}", f"{ja} {text!r} は見つかりません{more_ja}")
