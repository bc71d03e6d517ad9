"""A question's words made ready for the patterns: one spelling of each, cards as marks.

>>> prepare("Can't I plot it?", CardNames([])).text
'can not i plot it'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from kb.asking.cards import CardNames, Mention
from scraper.decode import search_key
from scraper.document import Lang

_CONTRACTIONS: Final = (
    (r"\bcan't\b|\bcannot\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"n't\b", " not"),
    (r"\b(i|you|they|we)'ve\b", r"\1 have"),
    (r"\b(i|you|they|we)'d\b", r"\1 would"),
    (r"\b(it|he|she|that|there|what)'s\b", r"\1 is"),
    (r"\bi'm\b", "i am"),
    (r"\b(you|they|we)'re\b", r"\1 are"),
    (r"\bopp(?:onent)?s?'s?\b|\bopps?\b", "opponent"),
)
_MARK: Final = "card"


@dataclass(frozen=True, slots=True)
class Words:
    """A question for the patterns.

    In `text` the first card named is `card0`, the next `card1`; the same card named again keeps its mark.
    English articles and marks of punctuation are gone. `text` is a search key: katakana is hiragana in it.
    """

    question: str
    lang: Lang
    text: str
    cards: tuple[Mention, ...]


def language(question: str) -> Lang:
    """The language of a question by its letters: one kana or kanji makes it Japanese.

    >>> language("Plotした後は？"), language("plot?")
    ('ja', 'en')
    """
    return "ja" if re.search(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]", question) else "en"


def prepare(question: str, names: CardNames, lang: Lang | None = None) -> Words:
    """Normalise a question and mark the cards that it names."""
    lang = lang or language(question)
    key = search_key(question).replace("’", "'")
    mentions = names.mentions(key)
    seen: dict[str, int] = {}
    text, done = "", 0
    for mention in mentions:
        place = seen.setdefault(mention.card.name, len(seen))
        text += f"{key[done : mention.start]} {_MARK}{place} "
        done = mention.end
    text += key[done:]
    text = _english(text) if lang == "en" else _japanese(text)
    first = {mention.card.name: mention for mention in reversed(mentions)}
    return Words(question, lang, text, tuple(first[name] for name in seen))


def _english(text: str) -> str:
    for form, plain in _CONTRACTIONS:
        text = re.sub(form, plain, text)
    text = re.sub(r"(?<=\w)'s?\b", " s", text)
    text = re.sub(r"[^\w{}+/-]+", " ", text)
    text = re.sub(r"\b(?:the|a|an)\b", " ", text)
    return " ".join(text.split())


def _japanese(text: str) -> str:
    text = re.sub(r"[\s、。,.!?「」『』()・]+", "", text)
    return re.sub(rf"({_MARK}\d)", r" \1 ", text).strip()


def compile_form(form: str, fragments: dict[str, str]) -> re.Pattern[str]:
    """A pattern written with named fragments in angle brackets, as a regular expression.

    >>> bool(compile_form("<do> it trigger", {"do": "does|will"}).search("will it trigger"))
    True
    """
    known = re.sub(
        r"<(\w+)>", lambda match: f"(?:{fragments[match[1]]})" if match[1] in fragments else match[0], form
    )
    return re.compile(known)
