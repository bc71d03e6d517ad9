"""A question as a row of things said: concepts of the lexicon, cards, numbers, and words that nobody knows.

>>> read("Can I plot a card in my upkeep?").seq
'can i plot card_word i upkeep'
>>> read("アップキープに計画できる？").seq
'upkeep plot'
>>> read("Can I plot a xylophone?").unknown
('xylophone',)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from kb.asking.lexicon import IGNORED, Lexicon, lexicon
from kb.asking.names import Named, NameTable
from kb.asking.normal import Letters, language, plain
from scraper.document import Lang

_NOBODY: Final = NameTable([], {})
_PIECE: Final = re.compile(
    r"(?P<counter>[+-]\d+/[+-]\d+)|(?P<pt>\d+/\d+(?:s(?![a-z]))?)|(?P<num>\d+)|(?P<mana>(?:\{[^{}]+\}|\(\d\))+)|(?P<word>[a-z]+(?:'[a-z]+)?)"
)
_CONTRACTIONS: Final = (
    ("can't", "can not"),
    ("won't", "will not"),
    ("n't", " not"),
    ("'ve", " have"),
    ("'d", " would"),
    ("'m", " am"),
    ("'re", " are"),
    ("'ll", " will"),
    ("'s", ""),
    ("'", ""),
)
_NUMBERS: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
_DOERS: Final = ("i", "opp", "can", "must", "player", "respond", "card", "cast")
"""Before these words "counter" is what somebody does."""
_PEOPLE: Final = ("i", "opp", "player", "creature", "card_word", "permanent")
_TIMES: Final = frozenset(
    {
        "upkeep",
        "untap_step",
        "draw_step",
        "begin_combat",
        "declare_attackers",
        "declare_blockers",
        "combat",
        "main1",
        "main2",
        "main",
    }
    | {"end_step", "cleanup", "damage", "my_turn", "opp_turn", "this_turn"}
)
"""After one of these is another time."""
_LIFE_IS: Final = {"lose": "lose_life", "pay": "pay_life", "add": "gain_life"}
_LIFE: Final = [[verb, "num", "life"] for verb in _LIFE_IS]
_KANJI: Final = {char: value for value, char in enumerate("一二三四五六七八九十", 1)}
_COUNTED: Final = re.compile(
    r"(\d+|[一二三四五六七八九十])(回目|番目|ターン目|点|体|枚|個|つ目|つ|回|人|本|マナ|倍|面)"
)
_JA_CARD_FRAME: Final = '《》「」『』"“”'


@dataclass(frozen=True, slots=True)
class Token:
    """One thing said; `value` is what a number or a power and toughness says, `cards` whom a name may mean."""

    name: str
    text: str
    value: str = ""
    cards: tuple[Named, ...] = ()
    after: str = ""
    """What follows it in a Japanese question: the particles that tell who does what to whom."""


@dataclass(frozen=True)
class Meaning:
    """What was said, in order."""

    question: str
    lang: Lang
    tokens: tuple[Token, ...]

    @cached_property
    def seq(self) -> str:
        """The names of the tokens in a row; cards are card0, card1 … in the order of their first mention."""
        return " ".join(token.name for token in self.tokens)

    @cached_property
    def names(self) -> frozenset[str]:
        """What is said at all."""
        return frozenset(token.name for token in self.tokens)

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """Words that nothing accounts for."""
        return tuple(dict.fromkeys(token.text for token in self.tokens if token.name == "unknown"))

    @cached_property
    def named(self) -> tuple[Token, ...]:
        """The cards named, each once, in order."""
        return tuple({t.name: t for t in self.tokens if t.cards}.values())

    def values(self, name: str) -> list[str]:
        """What the tokens of a name say: `values("num")`, `values("pt")`."""
        return [token.value for token in self.tokens if token.name == name]

    @cached_property
    def numbers(self) -> list[int]:
        """Numbers in order."""
        return [int(value) for value in self.values("num")]

    def has(self, *names: str) -> bool:
        """Whether any of these is said."""
        return any(name in self.names for name in names)


def read(question: str, table: NameTable | None = None, lang: Lang | None = None) -> Meaning:
    """Read a question; the language is its own unless it is given."""
    lang = lang or language(question)
    letters = plain(question)
    found = _japanese(letters, table or _NOBODY) if lang == "ja" else _english(letters, table or _NOBODY)
    seen: dict[tuple[str, ...], str] = {}
    whole: list[Token] = []
    tokens: list[Token] = []
    for token in found:
        if token.cards:
            token = _again(token, whole)
            whole.append(token)
            mark = seen.setdefault(tuple(card.name for card in token.cards), f"card{len(seen)}")
            token = replace(token, name=mark)
        if token.name != IGNORED:
            tokens.append(token)
    return Meaning(question, lang, tuple(tokens))


def _again(token: Token, before: list[Token]) -> Token:
    """A word of a name that was said in full means that card again."""
    for one in before:
        if len(token.text) > 2 and token.text != one.text and token.text in re.split(r"[ ,、・]+", one.text):
            return replace(token, cards=one.cards)
    return token


# -- English -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int
    kind: str = "word"


def _words(letters: Letters) -> list[_Word]:
    words: list[_Word] = []
    for match in _PIECE.finditer(letters.norm):
        kind = match.lastgroup or "word"
        text = match[0]
        if kind != "word":
            words.append(_Word(text, match.start(), match.end(), kind))
            continue
        for short, full in _CONTRACTIONS:
            if text.endswith(short) and text != short:
                text = text[: -len(short)] + full
                break
        words += [
            _Word(one, match.start(), match.end()) for one in text.split() if one not in ("a", "an", "the")
        ]
    return words


def _english(letters: Letters, table: NameTable) -> list[Token]:
    book, words = lexicon(), _words(letters)
    starts = {match.start() for match in re.finditer(r"(?<![a-z0-9])[a-z0-9]", letters.norm)}
    names = {at: name for at in starts if (name := table.longest(letters.key, at, japanese=False))}
    tokens: list[Token] = []
    at = 0
    covered = -1
    while at < len(words):
        word = words[at]
        if word.start < covered:
            at += 1
            continue
        size, says = _phrase(book, words[: _before_name(letters, words, names, at)], at)
        begins = (word.start, _before(letters.norm, word.start))
        name_at = next((one for one in begins if one in names), None)
        if name_at is not None:
            name = names[name_at]
            end = name_at + len(name)
            written = _capitals(letters.cased[name_at:end], _begins(letters.cased, name_at))
            if written or (not _all_known(book, words, at, end) and (" " in name or table.is_whole(name))):
                tokens.append(Token("card", name, "", table.called(name)))
                covered = end
                at += 1
                continue
        if word.kind != "word":
            tokens.append(_figure(word))
            at += 1
        elif size:
            text = " ".join(one.text for one in words[at : at + size])
            tokens += [Token(one, text) for one in says]
            at += size
        elif word.text in _NUMBERS:
            tokens.append(Token("num", word.text, str(_NUMBERS[word.text])))
            at += 1
        else:
            tokens.append(Token("unknown", word.text))
            at += 1
    return _mend(tokens, table)


def _before(norm: str, start: int) -> int:
    """Where a name that begins with an article would begin."""
    for article in ("the ", "a ", "an "):
        if norm[max(0, start - len(article)) : start] == article:
            return start - len(article)
    return start


def _before_name(letters: Letters, words: Sequence[_Word], names: Mapping[int, str], at: int) -> int:
    """How far a phrase may reach: not into a name that is written as one."""
    for place in range(at + 1, min(at + 7, len(words))):
        name = names.get(words[place].start)
        if name and _capitals(
            letters.cased[words[place].start :][: len(name)], _begins(letters.cased, words[place].start)
        ):
            return place
    return len(words)


def _capitals(cased: str, begins: bool) -> bool:
    """Written as names are: capitals that don't come from the sentence's beginning."""
    return cased[:1].isupper() and (not begins or any(word[:1].isupper() for word in cased.split()[1:]))


def _begins(cased: str, at: int) -> bool:
    """Whether a sentence begins there."""
    return not cased[:at].strip() or cased[:at].rstrip()[-1:] in ".?!:;"


def _all_known(book: Lexicon, words: Sequence[_Word], at: int, end: int) -> bool:
    """Whether phrases account for every word up to there: then small letters don't make them a card."""
    while at < len(words) and words[at].start < end:
        size, _ = _phrase(book, words, at)
        if not size and words[at].text not in _NUMBERS and words[at].kind == "word":
            return False
        at += size or 1
    return True


def _phrase(book: Lexicon, words: Sequence[_Word], at: int) -> tuple[int, tuple[str, ...]]:
    for phrase, says in book.english.get(words[at].text, ()):
        if tuple(word.text for word in words[at : at + len(phrase)]) == phrase:
            return len(phrase), says
    return 0, ()


def _figure(word: _Word) -> Token:
    if word.kind == "mana":
        digits = re.findall(r"\d", word.text)
        return Token("mana", word.text, digits[0] if len(digits) == 1 else word.text)
    return Token(word.kind, word.text, word.text.rstrip("s"))


def _mend(tokens: list[Token], table: NameTable) -> list[Token]:
    """Runs with unknown words may be misspelt names; a name needs every word of it."""
    mended: list[Token] = []
    at = 0
    while at < len(tokens):
        if tokens[at].name == "unknown":
            for size in range(min(6, len(tokens) - at), 0, -1):
                run = tokens[at : at + size]
                text = " ".join(token.text for token in run)
                if run[-1].name not in ("unknown", IGNORED) and size > 1:
                    continue
                if any(token.cards for token in run):
                    continue
                name = table.near(text) if size > 1 or len(text) > 6 else None
                if name is not None:
                    mended.append(Token("card", text, name, table.called(name)))
                    at += size
                    break
            else:
                mended.append(tokens[at])
                at += 1
        elif tokens[at].text == "counter" and _last_said(mended) in _DOERS:
            mended.append(Token("counter_verb", "counter"))
            at += 1
        elif tokens[at].name == "after" and _next_said(tokens, at) not in _TIMES:
            at += 1
        elif [t.name for t in tokens[at : at + 3]] in _LIFE:
            mended += [Token(_LIFE_IS[tokens[at].name], tokens[at].text), tokens[at + 1]]
            at += 3
        elif tokens[at].text in ("who", "whose") and _last_said(mended) in _PEOPLE:
            at += 1  # "the opponent who took it" asks for nobody
        else:
            mended.append(tokens[at])
            at += 1
    if any(token.name in ("roll", "visit", "planar_die") for token in mended):
        mended = [replace(t, name="die_noun") if t.text == "die" else t for t in mended]
    return mended


def _next_said(tokens: list[Token], at: int) -> str:
    return next((token.name for token in tokens[at + 1 :] if token.name not in (IGNORED, "i", "opp")), "")


def _last_said(tokens: list[Token]) -> str:
    return next((token.name for token in reversed(tokens) if token.name != IGNORED), "")


# -- Japanese ------------------------------------------------------------------------------------------


def _japanese(letters: Letters, table: NameTable) -> list[Token]:
    book, norm = lexicon(), letters.norm
    tokens: list[Token] = []
    run = ""
    at = 0

    def close() -> None:
        nonlocal run
        if run:
            name = table.near(plain(run).key)
            tokens.append(Token("card", run, name, table.called(name)) if name else Token("unknown", run))
        run = ""

    while at < len(norm):
        char = norm[at]
        signed = char in "+-" and _PIECE.match(norm, at) is not None
        if not signed and (char.isspace() or char in "、。,.!?・…~〜ー-:;()[]" or char in _JA_CARD_FRAME):
            if char not in "ー・-" or not run:
                close()
            at += 1
            continue
        phrase, says = next(
            ((text, says) for text, says in book.japanese.get(char, ()) if norm.startswith(text, at)),
            ("", ()),
        )
        name = _japanese_name(letters, table, at)
        counted = _COUNTED.match(norm, at)
        piece = _PIECE.match(norm, at)
        if name and len(name) > len(phrase):
            close()
            tokens.append(Token("card", name, "", table.called(name)))
            at += len(name)
        elif counted and len(counted[0]) > len(phrase):
            close()
            value = counted[1] if counted[1].isdecimal() else str(_KANJI[counted[1]])
            tokens.append(Token("nth" if "目" in counted[2] else "num", counted[0], value))
            at = counted.end()
        elif phrase and (not piece or len(piece[0]) <= len(phrase) or piece.lastgroup == "word"):
            close()
            tokens += [Token(one, phrase) for one in says]
            at += len(phrase)
        elif piece and piece.lastgroup != "word":
            close()
            tokens.append(_figure(_Word(piece[0], at, piece.end(), piece.lastgroup or "")))
            at = piece.end()
        elif piece:
            close()
            word = _Word(piece[0], at, piece.end())
            size, english = _phrase(book, [word], 0)
            tokens += [Token(one, word.text) for one in english] if size else [Token("unknown", word.text)]
            at = piece.end()
        else:
            run += char
            at += 1
        if tokens and not run:
            tokens[-1] = replace(tokens[-1], after=norm[at : at + 3])
    close()
    said = [token for token in tokens if token.name != IGNORED]
    return [t for at, t in enumerate(said) if t.name != "after" or (at and said[at - 1].name in _TIMES)]


def _japanese_name(letters: Letters, table: NameTable, at: int) -> str | None:
    """Kana are folded in names' keys: a short name in kana must be written in the same kana."""
    name = table.longest(letters.key, at, japanese=not letters.key[at : at + 1].isascii())
    if name is None or len(name) < 2:
        return None
    if all("\u3041" <= char <= "\u3096" or char == "ー" for char in name):
        written = letters.norm[at : at + len(name)]
        katakana = all("\u30a1" <= char <= "\u30fa" or char == "ー" for char in written)
        if len(name) < 3 or not katakana:
            return None
    return name
