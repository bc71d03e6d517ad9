"""The exact tables of a generation: card names, and the words near which a typing fault is looked for."""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from index import english, japanese
from index.fold import fold, is_japanese
from index.names import CardName, NameTable, bare
from index.records import Record, Records
from index.termbook import TermBook
from index.typos import Typos

NAMES_FILE = "names.bin"
WORDS_FILE = "typos-words.bin"
KANA_FILE = "typos-kana.bin"
RULE_WORDS_FILE = "rule-words.bin"
_TERM_WEIGHT = 1_000_000
_RARE = 2


def write_tables(folder: Path, records: Records, book: TermBook) -> None:
    """Make the tables of the records and terms in the generation's folder."""
    names = NameTable.of(card_names(records, book))
    names.write(folder / NAMES_FILE)
    counts = rule_word_counts(records)
    stems: Counter[str] = Counter()
    for word, count in counts.items():
        stems[english.stem(word)] += count
    (folder / RULE_WORDS_FILE).write_bytes(marshal.dumps(dict(stems)))
    Typos.write(folder / WORDS_FILE, english_words(counts, book, names))
    Typos.write(folder / KANA_FILE, japanese_forms(names, book))


def card_names(records: Records, book: TermBook) -> Iterator[CardName]:
    """The names of every card."""
    for record in records.everything("cards"):
        if record.kind == "card":
            yield card_name(record, book)


def card_name(record: Record, book: TermBook) -> CardName:
    """The names of one card, Japanese ones with and without their furigana and with a reading."""
    every = dict.fromkeys(record.names.split("\n"))
    every.pop("undefined", None)  # what the card data says where it knows no Japanese name
    english_names = tuple(name for name in every if not is_japanese(name))
    japanese_names = [bare(name) for name in every if is_japanese(name)]
    readings = dict.fromkeys(ruby or reading_of(name, book) for name, ruby in japanese_names)
    own, _ = bare(record.title_ja)
    return CardName(
        record.id, english_names, tuple(dict(japanese_names)), tuple(r for r in readings if r), own
    )


def reading_of(text: str, book: TermBook) -> str:
    """The sound of a Japanese name in hiragana: the dictionary's where it knows the word, else Sudachi's.

    >>> from scraper.document import Term
    >>> reading_of("計画", TermBook([Term("plot", "plot", "計画", "けいかく", "keyword_ability")]))
    'けいかく'
    """
    folded = fold(text).replace("・", "").replace(" ", "")
    out: list[str] = []
    at = 0
    for found in book.in_japanese(text, longest=True):
        term = book.terms[found.ids[0]]
        if folded[found.start : found.end] != fold(term.ja).replace("・", "") or not term.reading:
            continue
        out.append(japanese.sound(folded[at : found.start]) + term.reading)
        at = found.end
    out.append(japanese.sound(folded[at:]))
    return "".join(out)


def rule_word_counts(records: Records) -> Counter[str]:
    """How often each English word stands in the rules, the glossary and the pages in force."""
    counts: Counter[str] = Counter()
    for record in records.everything("current"):
        if record.kind != "term":
            counts.update(english.words(f"{record.title_en}\n{record.text if record.lang == 'en' else ''}"))
    return counts


def english_words(counts: Counter[str], book: TermBook, names: NameTable) -> dict[str, int]:
    """English words worth correcting to, with weights: of terms, of the texts in force, of card names."""
    words = {
        word: count for word, count in counts.items() if count >= _RARE and len(word) > 2 and word.isalpha()
    }
    for word, places in names.words.items():
        if len(word) > 2:
            words.setdefault(word, min(len(places), 100))
    for term in book.terms.values():
        for form in (term.en, *term.also_en):
            for word in english.words(form):
                words[word] = words.get(word, 0) + _TERM_WEIGHT
    return words


def japanese_forms(names: NameTable, book: TermBook) -> dict[str, int]:
    """Japanese names by their sound key, terms before cards."""
    forms = {line: 1 for line in names.joined.split("\n") if len(line) > 2}
    forms.update({key: _TERM_WEIGHT for key in book.by_key if len(key) > 1})
    return forms
