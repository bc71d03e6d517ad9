"""Tokens to noun phrases: nouns that stand side by side are one phrase, the last of them its head.

>>> from kb.asking.names import NameTable
>>> from kb.asking.reading.japanese.tokens import tokenise
>>> found, end = phrase(tokenise("到達クリーチャー2体を", NameTable([], {})), 0)
>>> found.noun, found.count, end
('creature', 2, 3)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import Word
from kb.asking.mentions import Clause
from kb.asking.reading.japanese import closed
from kb.asking.reading.japanese.phrases import TAPPED, UNTAPPED, Phrase, into, measured
from kb.asking.reading.japanese.tokens import Token
from kb.asking.wordbook import wordbook
from kb.checker.oracle.ast import HasColor, HasType, Negated, Status

_HEADS: Final = frozenset(
    {
        "name",
        "pt",
        "change",
        "counter kind",
        "loyalty",
        "mana",
        "noun",
        "count",
        "number",
        "pronoun",
        "ask",
        "nth",
        "other",
        "pointer",
    }
)
_COLORS: Final = {"白": "W", "青": "U", "黒": "B", "赤": "R", "緑": "G"}
_WHICH: Final = {"次": "next", "今": "this", "前": "last", "各": "each", "毎": "each", "最初": "first", "最後": "last", "この": "this", "その": "this",
    "同じ": "this", "翌": "next", "後": "next", "第": ""}  # fmt: skip
_WITH: Final = frozenset({"持ち", "付き", "つき", "もち"})
_SUFFIX: Final = {"側": "", "たち": "", "達": "", "ら": "", "さん": "", "同士": ""}
"""Endings of nouns that change nothing of what is meant."""


def begins(tokens: Sequence[Token], at: int) -> bool:
    """Whether a noun phrase begins there."""
    if at >= len(tokens):
        return False
    one = tokens[at]
    if one.kind in _HEADS or (
        one.kind == "word" and one.pos[0] in {"名詞", "形状詞", "接頭辞", "代名詞", "連体詞", "接尾辞"}
    ):
        return True
    if one.suru and at + 1 < len(tokens) and tokens[at + 1].text == "状態":
        return True
    return (
        one.kind == "formal"
        and one.text in {"うち", "前"}
        and tokens[at + 1 : at + 2] != []
        and tokens[at + 1].text == "の"
    )


def phrase(tokens: Sequence[Token], at: int) -> tuple[Phrase, int]:
    """The phrase that begins there, and where it ends."""
    waiting: list[Phrase] = []
    definite, which, other, asks_which = False, "", False, False
    here = at
    while here < len(tokens):
        one = tokens[here]
        if waiting and one.text in _WITH and one.kind == "word":
            _with(waiting)
            here += 1
            continue
        if waiting and one.text in _STATES and _stands(waiting[-1]):
            here += 1
            continue
        if waiting and one.text in _SUFFIX and one.kind == "word":
            here += 1
            continue
        if waiting and _joint(tokens, here, waiting[-1]):
            here += 1
            continue
        if waiting and one.kind == "word" and one.text in LABELS and waiting[-1].kind in _LABELLED:
            waiting[-1].label = one.text.upper()
            here += 1
            continue
        if one.kind == "pointer" and not waiting:
            asks_which = asks_which or one.text in closed.WHICH
            which = _WHICH.get(one.text, "")
            definite = one.text not in closed.WHICH
            here += 1
            continue
        if one.text in _WHICH and one.kind in {"word", "formal"} and time_follows(tokens, here + 1):
            which = _WHICH[one.text]
            here += 1 + (tokens[here + 1].text == "の")
            continue
        if one.kind == "other" and not waiting:
            skip = 1 + (here + 1 < len(tokens) and tokens[here + 1].text == "の")
            if not begins(tokens, here + skip):
                break
            other = True
            here += skip
            continue
        found = _single(tokens, here)
        if found is None:
            break
        if found.kind == "protection from" and waiting and waiting[-1].words:
            _protection(waiting[-1], found)
        else:
            waiting.append(found)
        here += 1
        if one.suru and here < len(tokens) and _verb_goes_on(tokens[here]):
            break
        if (
            here < len(tokens)
            and tokens[here].suru
            and here + 1 < len(tokens)
            and _verb_goes_on(tokens[here + 1])
        ):
            break
        if here < len(tokens) and tokens[here].kind == "verb" and not tokens[here].suru:
            break
    if not waiting:
        return Phrase(
            "unknown", "".join(one.text for one in tokens[at:here]) or tokens[at].text, left=[tokens[at].text]
        ), max(here, at + 1)
    head = _together(waiting)
    head.definite = head.definite or (definite and not head.is_time())
    head.which = head.which or (which if head.is_time() else "")
    head.other = head.other or other
    head.asked = head.asked or asks_which
    if asks_which:
        head.asks = "which"
    return head, here


LABELS: Final = frozenset("abcdefghjklmnopqrstuvwz")
"""Letters that name things: クリーチャーA."""
_LABELLED: Final = frozenset({"thing", "name", "pt", "subtype", "keyword"})


def _joint(tokens: Sequence[Token], at: int, last: Phrase) -> bool:
    """What stands between the parts of one noun: the dot of アーティファクト・クリーチャー, the bracket after a name."""
    one = tokens[at]
    if one.text == "・":
        return last.kind in {"thing", "subtype"} and begins(tokens, at + 1)
    return one.kind == "close" and last.kind == "name"


_STATES: Final = frozenset({"状態", "済み", "中"})


def _stands(last: Phrase) -> bool:
    """タップ状態, 攻撃中: what was done is now so of it."""
    verb = last.word.verbs[0] if last.word is not None else ""
    found = status(verb)
    if found is None:
        return last.kind == "status"
    last.kind, last.clause, last.where, last.word, last.words = "status", None, [found], None, []
    return True


_NAMES: Final = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def _protection(before: Phrase, color: Phrase) -> None:
    """プロテクション（白）."""
    before.words[-1] = replace(before.words[-1], name=f"protection from {_NAMES[color.what]}")
    before.text += color.text


def time_follows(tokens: Sequence[Token], at: int) -> bool:
    """Whether a noun of time comes next: 次のターン."""
    if at < len(tokens) and tokens[at].text == "の":
        at += 1
    for one in tokens[at : at + 2]:
        if any(sense.kind == "step" for sense in one.senses):
            return True
        if one.kind not in {"noun", "pointer", "word"}:
            return False
    return False


def _verb_goes_on(token: Token) -> bool:
    return token.kind == "aux" and token.lemma in {"する", "できる", "いたす", "れる", "られる"}


def _with(waiting: list[Phrase]) -> None:
    """〜持ち: a thing that has what stands before."""
    for one in waiting:
        one.holds = True
    waiting[-1].text += "持ち"


def _together(waiting: list[Phrase]) -> Phrase:
    """One phrase of those that stand side by side."""
    head = waiting.pop()
    if head.kind == "count" and waiting and waiting[-1].kind not in {"step", "person", "zone", "quantity"}:
        before = waiting.pop()
        if before.kind == "amount" and head.unit == "":
            _amount(before, head)
        else:
            into_count(before, head)
        head = before
    elif head.kind == "number" and waiting:
        before = waiting.pop()
        _amount(before, head)
        head = before
    while waiting:
        mod = waiting.pop()
        into(head, mod, beside=True)
    return head


def into_count(before: Phrase, count: Phrase) -> None:
    """クリーチャー2体: the number counts what stands before it."""
    if before.count is not None:
        before.left.append(count.text)
        return
    before.count, before.unit = count.count, count.unit
    before.asked = before.asked or count.asked
    before.asks = before.asks or count.asks
    before.text += count.text


def _amount(before: Phrase, number: Phrase) -> None:
    """ライフ20, 加虐1, タフネス0, 速度4."""
    before.text += number.text
    if before.kind == "amount":
        found = measured(before.noun, number.count) if isinstance(number.count, int) else None
        if found is not None:
            before.kind, before.where = "status", [found]
            before.noun = ""
        else:
            before.count, before.asked = number.count, number.asked
    elif before.kind == "keyword" and before.words:
        word = before.words[-1]
        before.words[-1] = replace(word, name=f"{word.name} {number.count}")
    elif before.kind == "counter" or before.kind == "concept":
        before.count = number.count
    else:
        before.left.append(number.text)


def _single(tokens: Sequence[Token], at: int) -> Phrase | None:
    one = tokens[at]
    kind, text = one.kind, one.text
    if kind == "name":
        cards = tuple(dict.fromkeys(card.name for card in one.value))
        return Phrase("name", text, cards=cards)
    if kind == "pt":
        return Phrase(
            "pt",
            text,
            words=[Word("pt", "?" if "何" in text else text)],
            asked="何" in text,
            asks="which" if "何" in text else "",
        )
    if kind == "change":
        return Phrase("change", text, what=text)
    if kind == "counter kind":
        return Phrase("counter kind", text, what=text)
    if kind == "loyalty":
        return Phrase("ability loyalty", text, what=text)
    if kind == "mana":
        return _mana(tokens, at)
    if kind in {"count", "nth"}:
        return _count(one)
    if kind == "number":
        return Phrase("number" if at and tokens[at - 1].kind == "noun" else "count", text, count=one.value)
    if kind == "pronoun":
        return Phrase(
            "pronoun",
            text,
            pronoun=closed.PRONOUNS[text],
            definite=text[0] in "そこあ" and text not in {"あっち"},
        )
    if kind == "ask":
        return Phrase("ask", text, asked=True, asks=closed.ASKED[text])
    if kind in {"noun", "verb"} and one.senses:
        return _noun(one)
    if one.suru and not (at + 1 < len(tokens) and _verb_goes_on(tokens[at + 1])):
        return Phrase("clause", text, clause=Clause(one.verbs[0], text=text), what=one.verbs[0], word=one)
    if kind == "manner" and text in closed.QUANTITIES:
        return Phrase("quantity", text, quantity=closed.QUANTITIES[text])
    if text in closed.FACES:
        return Phrase("status", text, where=[Status(closed.FACES[text])])
    if kind == "word" and text in closed.ABILITIES:
        return Phrase(
            "clause", text, clause=Clause(closed.ABILITIES[text], text=text), what=closed.ABILITIES[text]
        )
    if kind == "word" and text in closed.QUANTITIES:
        return Phrase("quantity", text, quantity=closed.QUANTITIES[text])
    if kind == "word" and one.pos[0] in {"名詞", "形状詞", "接頭辞", "代名詞", "接尾辞", "連体詞"}:
        return Phrase("unknown", text, left=[text])
    if kind == "formal" and text == "うち":
        return Phrase("person", text, noun="I")
    return None


def _mana(tokens: Sequence[Token], at: int) -> Phrase:
    text = tokens[at].text
    inner = text.strip("()")
    color = _COLORS.get(inner)
    if color and at and any(sense.name == "protection" for sense in tokens[at - 1].senses):
        return Phrase("protection from", text, what=color)
    symbols = "".join("{" + _COLORS.get(one, one.upper()) + "}" for one in re.findall(r"[^(){}]+", text))
    return Phrase("mana", text, what=symbols)


def _count(one: Token) -> Phrase:
    unit = closed.UNITS.get(one.lemma, "")
    if one.kind == "nth":
        return Phrase("nth", one.text, count=one.value)
    asked = one.value == "asked"
    found = Phrase(
        "count", one.text, count=one.value, unit=unit, asked=asked, asks="how many" if asked else ""
    )
    if unit == "card":
        found.noun = "card"
    if unit == "mana":
        found.kind, found.noun = "amount", "mana"
    if unit in {"life", "damage"}:
        found.kind, found.noun = "amount", unit
    if unit == "person":
        found.kind, found.noun = "person", "player"
    if unit == "turn":
        found.kind, found.noun = "count", "turn"
    return found


def _noun(one: Token) -> Phrase:
    senses, text = one.senses, one.text
    sense = senses[0]
    kind: str = sense.kind
    if kind == "keyword":
        return Phrase("keyword", text, words=[Word("keyword", sense.name)], word=one if one.verbs else None)
    if kind == "color":
        return Phrase("color", text, where=[HasColor(sense.name)])
    if kind == "supertype":
        return Phrase("supertype", text, where=[HasType(sense.name)])
    if kind == "subtype":
        return Phrase("subtype", text, where=[HasType(sense.name.lower())])
    if kind == "counter kind":
        return Phrase("counter", text, noun="counter", what=sense.name)
    row = wordbook().nouns[sense.name]
    found = Phrase(kind, text, noun=sense.name, word=one if one.suru else None)
    if kind == "ability" and row.means != row.name:
        found.ability = row.means
    if kind == "counter" and row.means != "counter":
        found.what = row.means
    if kind == "zone":
        found.zone = row.means
    return found


def status(word: str) -> Any:
    """The state of a permanent by the verb that brings it about."""
    return {"tap": TAPPED, "untap": UNTAPPED, "attack": Status("attacking"), "block": Status("blocking"),
        "plot": Status("plotted"), "foretell": Status("foretold"), "suspend": Status("suspended"),
        "be blocked": Status("blocked")}.get(word)  # fmt: skip


def negated(found: Any) -> Any:
    """Its opposite."""
    return Negated(found)
