"""Constructions that say the same as a shorter one, told apart before the walk: 人, 章, の開始時, など, （飛行）.

>>> from kb.asking.names import NameTable
>>> from kb.asking.reading.japanese.tokens import tokenise
>>> [one.text for one in regular(tokenise("アップキープの開始時に2/2（飛行）などを", NameTable([], {})))]
['アップキープ', 'に', '飛行', 'の', '2/2', 'を']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from kb.asking.reading.japanese.forms import nouns
from kb.asking.reading.japanese.tokens import Token

_NOUN: Final = ("名詞", "普通名詞", "一般")
_OF: Final = ("助詞", "格助詞", "*")
_EXAMPLES: Final = frozenset({"など", "なんか", "なんて", "とか"})
_TOLD: Final = frozenset({"keyword", "color", "subtype", "supertype"})
_ROMAN: Final = ("", "I", "II", "III", "IV", "V", "VI")
_LATELY: Final = frozenset({"昨日", "先日", "今日", "この前", "先週"})
_PLACES: Final = frozenset({"店舗", "地元", "身内", "公式"})
_OCCASIONS: Final = frozenset(
    {
        "ドラフト",
        "シールド",
        "リミテッド",
        "スタンダード",
        "モダン",
        "パイオニア",
        "レガシー",
        "大会",
        "卓",
        "mo",
        "アリーナ",
        "店",
    }
)
"""Ways of getting one's cards and places to play at: the rules of play are the same."""
_GOOD: Final = frozenset({"よい", "いい", "良い"})
_Rule = Callable[[Sequence[Token], int, "list[Token]"], int]


def regular(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with those constructions made plain."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        size = next((size for rule in _RULES if (size := rule(tokens, at, found))), 0)
        if not size:
            found.append(tokens[at])
        at += size or 1
    return found


def _text(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].text if 0 <= at < len(tokens) else ""


def _described(one: Token) -> bool:
    return one.kind == "pt" or (
        one.kind == "noun" and not one.suru and all(sense.kind in _TOLD for sense in one.senses)
    )


def _bracket(tokens: Sequence[Token], at: int, found: list[Token]) -> int:
    """2/2（飛行）: a 2/2 of flying."""
    close = next((place for place in range(at + 1, min(at + 8, len(tokens))) if tokens[place].text == ")"), 0)
    if tokens[at].text != "(" or not found or close <= at + 1 or _text(tokens, close + 1) in {"の", ""}:
        return 0
    inside = [one for one in tokens[at + 1 : close] if one.text not in {"持ち", "・"}]
    plain = all(
        _described(one) if place % 2 == 0 else one.kind == "comma" for place, one in enumerate(inside)
    )
    last = found[-1]
    thing = last.kind in {"pt", "name"} or any(sense.kind in {"thing", "subtype"} for sense in last.senses)
    if not plain or not thing or not inside:
        return 0
    found.pop()
    for one in inside[::2]:
        found += [one, Token("p", "の", one.end, "の", _OF)]
    found.append(last)
    return close + 1 - at


def _example(tokens: Sequence[Token], at: int, found: list[Token]) -> int:
    """稲妻などを: such as that; なんて and なんか after a noun alike."""
    one = tokens[at]
    if one.text not in _EXAMPLES or one.kind not in {"p", "filler"} or not found:
        return 0
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    noun = found[-1].kind in {"name", "noun", "pt", "count"} and not found[-1].form
    case = after is not None and after.kind in {"p", "verb"} and not after.suru and after.text != "の"
    return int(noun and case and not (one.text == "とか" and after is not None and after.senses))


def _beginning(tokens: Sequence[Token], at: int, found: list[Token]) -> int:
    """アップキープの開始時: that step; of combat it is a step of its own."""
    start = at + (_text(tokens, at) == "の")
    step = next((sense for sense in found[-1].senses if sense.kind == "step"), None) if found else None
    if _text(tokens, start) != "開始" or step is None or step.name == "turn":
        return 0
    size = start + 1 + (_text(tokens, start + 1) == "時") - at
    if step.name == "combat":
        last = found.pop()
        text = "戦闘開始時"
        found.append(replace(last, text=text, lemma=text, senses=nouns().get(text, last.senses)))
    return size


def _within(tokens: Sequence[Token], at: int, found: list[Token]) -> int:
    """手札の中から: from there."""
    zone = bool(found) and any(sense.kind == "zone" for sense in found[-1].senses)
    there = _text(tokens, at) == "の" and _text(tokens, at + 1) in {"中", "なか"}
    return 2 if zone and there and _text(tokens, at + 2) in {"から", "に", "で", "の", "を"} else 0


def _chapter(tokens: Sequence[Token], at: int, found: list[Token]) -> int:
    """3章, 第2章能力: the ability of that chapter."""
    start = at + (_text(tokens, at) == "第")
    number = tokens[start] if start < len(tokens) else None
    if number is None or number.kind != "number" or _text(tokens, start + 1) != "章":
        return 0
    if not isinstance(number.value, int) or not 0 < number.value < len(_ROMAN):
        return 0
    after = start + 2
    named = after + (_text(tokens, after) == "の")
    if _text(tokens, named) in {"能力", "誘発", "章能力"} and _text(tokens, named + 1) in {
        "が",
        "を",
        "に",
        "は",
        "の",
        "も",
        "で",
    }:
        after = named + 1
    text = f"{number.value}章"
    found.append(Token("chapter", text, tokens[at].start, text, _NOUN, value=_ROMAN[number.value]))
    return after - at


def _side(tokens: Sequence[Token], at: int, found: list[Token]) -> int:
    """攻撃した側, 選ばれなかった方: the one that did, the one that was not."""
    adnominal = found[-1].kind in {"verb", "aux"} and found[-1].form.startswith("連体形") if found else False
    if tokens[at].text not in {"側", "方", "ほう"} or not adnominal:
        return 0
    if _text(tokens, at + 1) not in {"が", "は", "を", "に", "も", "だけ"} or _text(tokens, at + 2) in _GOOD:
        return 0  # したほうがいい
    found.append(Token("pronoun", "ほう", tokens[at].start, "ほう", _NOUN))
    return 1


def _occasion(tokens: Sequence[Token], at: int, found: list[Token]) -> int:
    """ドラフトで, 昨日の大会で: where cards are played says nothing of how."""
    start = at + 2 * (_text(tokens, at) in _LATELY and _text(tokens, at + 1) == "の")
    start += _text(tokens, start) in _PLACES
    if _text(tokens, start) not in _OCCASIONS or _text(tokens, start + 1) not in {"で", "の"}:
        return 0
    fresh = not found or found[-1].kind in {"end", "comma"}
    after = start + 2
    after += _text(tokens, after) in {"は", "話"}
    return (
        after - at if fresh and (_text(tokens, start + 1) == "で" or _text(tokens, start + 2) == "話") else 0
    )


_RULES: Final[tuple[_Rule, ...]] = (_bracket, _example, _beginning, _within, _chapter, _side, _occasion)
