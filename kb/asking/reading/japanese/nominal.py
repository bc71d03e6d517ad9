"""Tokens to noun phrases: nouns that stand side by side are one phrase, the last of them its head.

>>> from kb.asking.names import NameTable
>>> from kb.asking.reading.japanese.tokens import tokenise
>>> found, end = phrase(tokenise("到達クリーチャー2体を", NameTable([], {})), 0)
>>> found.noun, found.count, end
('creature', 2, 3)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kb.asking.reading.japanese import closed
from kb.asking.reading.japanese.merging import into
from kb.asking.reading.japanese.phrases import Phrase, measured
from kb.asking.reading.japanese.singles import single, status, verb_goes_on
from kb.asking.reading.japanese.tokens import Token
from kb.checker.oracle.ast import HasKeyword, Negated
from kb.checker.oracle.ast.filters import Op

_HEADS: Final = frozenset(
    {
        "name",
        "pt",
        "x",
        "change",
        "counter kind",
        "loyalty",
        "signed",
        "mana",
        "noun",
        "count",
        "number",
        "pronoun",
        "ask",
        "nth",
        "other",
        "pointer",
        "chapter",
    }
)
_WHICH: Final = {"次": "next", "今": "this", "前": "last", "各": "each", "毎": "each", "最初": "first", "最後": "last", "この": "this", "その": "this",
    "同じ": "this", "翌": "next", "後": "next", "第": ""}  # fmt: skip
_OPS: Final[dict[str, Op]] = {"以上": ">=", "以下": "<=", "未満": "<"}
_WITH: Final = frozenset({"持ち", "付き", "つき", "もち"})
_SUFFIX: Final = {
    "自身": "",
    "自体": "",
    "側": "",
    "本人": "",
    "たち": "",
    "達": "",
    "ら": "",
    "さん": "",
    "同士": "",
    "とも": "",
}
"""Endings of nouns that change nothing of what is meant."""


def begins(tokens: Sequence[Token], at: int) -> bool:
    """Whether a noun phrase begins there."""
    if at >= len(tokens):
        return False
    one = tokens[at]
    if (
        one.kind in _HEADS
        or one.suru
        or (one.kind == "word" and one.pos[0] in {"名詞", "形状詞", "接頭辞", "代名詞", "連体詞", "接尾辞"})
    ):
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
        if waiting and one.text in _WITH and waiting[-1].kind in {"keyword", "counter", "ability", "unknown"}:
            _with(waiting)
            here += 1
            continue
        if waiting and _joint(tokens, here, waiting[-1]):
            here += 1
            continue
        if waiting and one.kind == "word" and one.text in LABELS and waiting[-1].kind in _LABELLED:
            waiting[-1].label = one.text.upper()
            here += 1
            continue
        size = _all_of_them(tokens, here) if waiting and waiting[-1].kind == "count" else 0
        if size:
            _both(waiting[-1])
            here += size
            break
        if waiting and waiting[-1].kind == "count" and waiting[-1].unit in {"time", "turn"}:
            break
        if waiting and waiting[-1].asked and waiting[-1].unit == "point" and _a_player(one):
            break  # 何点本体に通る
        if waiting and waiting[-1].kind == "pronoun" and one.kind != "count":
            break
        if waiting and waiting[-1].kind == "step" and one.text not in _STATES and not _of_a_turn(one):
            break
        if waiting and one.text == "なし" and waiting[-1].kind == "keyword":
            _without(waiting)
            here += 1
            continue
        if waiting and one.text == "以外" and _but(waiting):
            here += 1
            continue
        if waiting and one.text in _STATES and _stands(waiting[-1]):
            here += 1
            continue
        if waiting and one.text in _OPS and waiting[-1].noun == "mana" and _of_thing(tokens, here + 1):
            waiting[-1].op = _OPS[one.text]
            here += 1
            continue
        if (
            waiting
            and one.text in _OPS
            and waiting[-1].kind in {"number", "count"}
            and waiting[-1].unit == ""
        ):
            waiting[-1].op = _OPS[one.text]
            here += 1
            continue
        if (
            waiting
            and one.text in _SUFFIX
            and one.kind in {"word", "pronoun", "p"}
            and (one.text != "とも" or waiting[-1].pronoun)
        ):
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
        found = single(tokens, here)
        if found is None:
            break
        if found.kind == "protection from" and waiting and waiting[-1].words:
            _protection(waiting[-1], found)
        else:
            waiting.append(found)
        here += 1
        if one.text in _UPRIGHT and here < len(tokens) and tokens[here].text == "で" and _stands(found):
            break
        if one.suru and here < len(tokens) and verb_goes_on(tokens[here]):
            break
        if (
            here < len(tokens)
            and tokens[here].suru
            and here + 1 < len(tokens)
            and verb_goes_on(tokens[here + 1])
        ):
            break
        if (
            here < len(tokens)
            and tokens[here].kind == "verb"
            and (not tokens[here].suru or _stops(tokens, here + 1))
        ):
            break
    if not waiting:
        return Phrase(
            "unknown", "".join(one.text for one in tokens[at:here]) or tokens[at].text, left=[tokens[at].text]
        ), max(here, at + 1)
    head = _together(waiting)
    head.definite = head.definite or (definite and not head.is_time())
    head.which = head.which or (which if head.is_time() or not definite else "")
    head.other = head.other or other
    head.asked = head.asked or asks_which
    if asks_which:
        head.asks = "which"
    return head, here


def _but(waiting: list[Phrase]) -> bool:
    """トークン以外: what is none."""
    lacking = waiting[-1].lacking("以外") if len(waiting) == 1 else None
    if lacking is None:
        return False
    waiting[-1] = lacking
    return True


def _of_thing(tokens: Sequence[Token], at: int) -> bool:
    """Whether a thing comes next: 3マナ以下のクリーチャー."""
    at += at < len(tokens) and tokens[at].text == "の"
    return at < len(tokens) and any(sense.kind in {"thing", "subtype"} for sense in tokens[at].senses)


def _a_player(one: Token) -> bool:
    return any(sense.kind == "person" for sense in one.senses)


def _all_of_them(tokens: Sequence[Token], at: int) -> int:
    """とも after a number: how many tokens."""
    if tokens[at].text == "とも":
        return 1
    return 2 if [one.text for one in tokens[at : at + 2]] == ["と", "も"] else 0


def _both(count: Phrase) -> None:
    """2枚とも: those two that were spoken of; 3回とも says no more than 3回."""
    if count.unit in {"thing", "card"}:
        count.kind, count.noun, count.definite = "pronoun", "", True
        count.pronoun = "both" if count.count == 2 else "they"


LABELS: Final = frozenset("abcdefghjklmnopqrstuvwz")
"""Letters that name things: クリーチャーA."""
_LABELLED: Final = frozenset({"thing", "name", "pt", "subtype", "keyword"})


def _joint(tokens: Sequence[Token], at: int, last: Phrase) -> bool:
    """What stands between the parts of one noun: the dot of アーティファクト・クリーチャー, the bracket after a name."""
    one = tokens[at]
    if one.text == "・":
        return last.kind in {"thing", "subtype"} and begins(tokens, at + 1)
    return one.kind == "close" and last.kind == "name"


def _stops(tokens: Sequence[Token], at: int) -> bool:
    return at >= len(tokens) or tokens[at].kind == "end"


_UPRIGHT: Final = frozenset({"アンタップ", "タップ"})
_STATES: Final = frozenset({"状態", "済み", "中"})


def _stands(last: Phrase) -> bool:
    """タップ状態, 攻撃中: what was done is now so of it."""
    verb = last.word.verbs[0] if last.word is not None else "untap" if last.text == "アンタップ" else ""
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
    """Whether a noun of time comes next: 次のターン, 次の自分のターン."""
    for one in tokens[at : at + 5]:
        if any(sense.kind == "step" for sense in one.senses):
            return True
        if (
            one.text != "の"
            and one.kind != "pointer"
            and not any(sense.kind == "person" for sense in one.senses)
        ):
            return False
    return False


def _of_a_turn(one: Token) -> bool:
    """Whether a word after a noun of time still belongs to it: 戦闘ダメージ, ターン終了時."""
    return one.text == "ダメージ" or (
        one.kind == "noun" and any(sense.kind in {"step", "ability"} for sense in one.senses)
    )


def _without(waiting: list[Phrase]) -> None:
    """飛行なし."""
    last = waiting[-1]
    last.where = [Negated(HasKeyword(word.name)) for word in last.words]
    last.words, last.holds = [], True
    last.text += "なし"


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
            number_of(before, head)
        else:
            into_count(before, head)
        head = before
    elif head.kind == "number" and waiting:
        before = waiting.pop()
        number_of(before, head)
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


def number_of(before: Phrase, number: Phrase) -> None:
    """ライフ20, 加虐1, タフネス0, 速度4."""
    before.text += number.text
    if before.kind == "amount":
        found = measured(before.noun, number.count, number.op) if isinstance(number.count, int) else None
        if found is not None:
            before.kind, before.where = "status", [found]
            before.noun = ""
        else:
            before.count, before.asked = number.count, number.asked
            before.left += [number.text] if number.op != "=" else []
    elif before.kind == "keyword" and before.words:
        word = before.words[-1]
        before.words[-1] = replace(word, name=f"{word.name} {number.count}")
    elif before.kind == "counter" or before.kind == "concept":
        before.count = number.count
    else:
        before.left.append(number.text)
