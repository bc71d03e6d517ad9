"""Hits and what was understood, in the form in which they are shown."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import quote

from index.cards import CardsMeant
from index.fold import is_japanese, squeeze
from index.hits import Hit
from index.ranking import Ranked
from index.records import Record
from index.snippets import Needles, snippet
from index.termbook import TermBook
from index.understand import Understood
from scraper.document import Term

NO_INDEX = {
    "en": "There is no search index yet. Build one with: mtgkb update",
    "ja": "検索用の索引がまだありません。mtgkb update で作成してください。",
}
_SAFE = "/#:!$&'()*+,;=@-._~" + "".join(map(chr, range(0x80, 0x100)))
_MOST_RELATED = 6


def url_of(record: Record, *, older: bool = False) -> str:
    """Where a document is shown.

    >>> url_of(Record(1, "wiki:計画#ルール", "wiki", "ja", "wiki", "", "current"))
    '/wiki/計画#ルール'
    >>> url_of(Record(1, "card:Who?", "card", "en", "cards", "", "cards"))
    '/cards/Who%3F'
    """
    kind, _, name = record.id.partition(":")
    if record.number or kind in ("cr", "cr-ja"):
        path = f"/rules/{record.number or name}"
        return f"{path}?edition={record.edition}" if older or record.shard == "older" else path
    if kind == "ruling":
        return f"/cards/{_quote(record.parent.partition(':')[2] or record.title)}#rulings"
    folder = {"glossary": "glossary", "wiki": "wiki", "term": "terms", "card": "cards"}.get(kind, kind)
    return f"/{folder}/{_quote(name)}"


@lru_cache(maxsize=8192)
def _quote(name: str) -> str:
    return "".join(char if ord(char) > 127 else quote(char, safe=_SAFE) for char in name)


def title_of(record: Record, book: TermBook, lang: str) -> tuple[str, str]:
    """The title to show in the reader's language, and the Japanese name beside it ('' when unknown)."""
    if record.number:
        name = record.title_en or record.heading or record.chapter
        japanese = record.title_ja or japanese_heading(name, book)
        shown = japanese if lang == "ja" and japanese else name
        return f"{record.number} {shown}".strip(), f"{record.number} {japanese}" if japanese else ""
    english, japanese = record.title_en, record.title_ja
    if lang == "ja":
        return japanese or english, japanese
    if record.kind == "card":
        return english or japanese, japanese
    if english and japanese:
        return f"{english} ({japanese})", japanese
    return english or japanese, japanese


def japanese_heading(name: str, book: TermBook) -> str:
    """What a heading of the rules is called in Japanese, '' where the dictionary does not know it.

    >>> japanese_heading("Plot", TermBook([Term("plot", "plot", "計画", "けいかく", "keyword_ability")]))
    '計画'
    """
    known = [book.terms[one] for one in book.exact(name)]
    return next((term.ja for term in known if squeeze(term.en) == squeeze(name)), "")


def hit(one: Ranked, needles: Needles, book: TermBook, lang: str, best: float) -> Hit:
    """A hit as it is shown."""
    record = one.record
    title, japanese = title_of(record, book, lang)
    text = record.text
    if record.kind == "term" and "\n" in text:
        first, _, second = text.partition("\n")
        text = second if lang == "ja" else first
    piece, marks = snippet(text, needles)
    return Hit(
        record.id,
        record.kind,
        record.lang,
        title,
        piece,
        url_of(record),
        one.score / best if best else 0.0,
        marks,
        japanese,
        record.source,
        record.edition,
        one.why,
    )


def understood(meant: Understood, cards: CardsMeant, book: TermBook) -> dict[str, Any]:
    """What was made of a query, for people and programs."""
    filters = meant.filters
    shown: dict[str, Any] = {
        "text": meant.text,
        "numbers": [str(number) for number in meant.numbers],
        "terms": [_term(book.terms[one]) for one in dict.fromkeys((*meant.whole, *meant.terms))],
        "cards": list(cards.ids[:5]),
        "words": [unit.token for unit in meant.units if unit.token[1:2] != ":"],
        "phrases": list(filters.phrases),
        "corrections": [{"from": old, "to": new} for old, new in (*meant.corrections, *cards.corrections)],
        "filters": {
            "kind": list(filters.kinds),
            "lang": list(filters.langs),
            "cr": [str(first) if first == last else f"{first}-{last}" for first, last in filters.scopes],
            "edition": filters.edition,
            "ignored": list(filters.ignored),
        },
    }
    return shown


def _term(term: Term) -> dict[str, Any]:
    return {
        "id": term.id,
        "en": term.en,
        "ja": term.ja,
        "reading": term.reading,
        "kind": term.kind,
        "rules": list(term.rules),
        "url": term_url(term),
        "origin": term.origin,
    }


def term_url(term: Term) -> str:
    """Where a term is shown: our own on its page, a found one where it was found.

    >>> term_url(Term("found-hidden-zone", "Hidden Zone", "", "", "glossary", origin="found"))
    '/glossary/Hidden%20Zone'
    """
    if term.origin == "ours":
        return f"/terms/{term.id}"
    if term.ja:
        return f"/search?q={_quote(term.ja)}"
    return f"/glossary/{_quote(term.en)}"


def suggestions(meant: Understood, cards: CardsMeant, ranked: list[Ranked]) -> tuple[str, ...]:
    """Did you mean: the query with its faults put right, or the card's name as it is written."""
    corrections = (*meant.corrections, *cards.corrections)
    if not corrections:
        if cards.by == "typo" and ranked and is_japanese(meant.raw) and ranked[0].record.title_ja:
            return (ranked[0].record.title_ja,)
        return ()
    text = meant.raw
    for old, new in corrections:
        text = text.replace(old, new) if old in text else meant.text
    return (text,) if text != meant.raw else ()


def related(meant: Understood, book: TermBook) -> tuple[dict[str, str], ...]:
    """Terms near those in the query: of the same rule, or the one before and after it in its chapter."""
    own = dict.fromkeys((*meant.whole, *meant.terms))
    numbers = [number for one in own for number in book.terms[one].rules]
    numbers += [str(number.first) for number in meant.numbers]
    near: dict[str, None] = {}
    for number in numbers:
        for one in book.near_rule(number):
            if one not in own:
                near[one] = None
    return tuple(
        {"id": term.id, "en": term.en, "ja": term.ja, "url": term_url(term)}
        for term in (book.terms[one] for one in list(near)[:_MOST_RELATED])
    )


def nothing_found(meant: Understood) -> dict[str, str]:
    """What to try when nothing was found, in both languages."""
    if not meant.text and not meant.numbers:
        return {
            "en": "Type a rule number, a term, a card name or a question.",
            "ja": "ルール番号、用語、カード名、または質問を入力してください。",
        }
    if (meant.filters.any or meant.filters.phrases) and not meant.numbers:
        return {
            "en": "Nothing passes these filters. Try it without kind:, lang:, cr:, the edition or the quotation marks.",
            "ja": "この条件に合うものはありません。kind:・lang:・cr:・版の指定や引用符を外してみてください。",
        }
    if meant.numbers:
        return {
            "en": "There is no such rule in the editions held here. Try the number above it, such as 702 or 702.170.",
            "ja": "収録している版にその番号のルールはありません。702 や 702.170 のような上位の番号を試してください。",
        }
    return {
        "en": "Nothing has these words. Try fewer or other words, a reading in kana, or the rule's number.",
        "ja": "該当するものがありません。語を減らすか、別の言葉・かな・ルール番号で試してください。",
    }
