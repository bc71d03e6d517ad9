"""Forms of Japanese verbs: from a dictionary form, or a noun that する makes a verb of, to the form that a sentence needs.

Which class a verb belongs to is Sudachi's knowledge; what each class does is here.

>>> inflect("唱える", "polite"), inflect("殴る", "past"), inflect("破壊", "negative"), inflect("だ", "polite negative")
('唱えます', '殴った', '破壊しない', 'ではありません')
>>> inflect(potential("撃つ"), "polite"), inflect(passive("手札に戻す"), "if"), inflect("いる", "must")
('撃てます', '手札に戻されたら', 'いなければなりません')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from index.japanese import inflection

Form = Literal[
    "plain", "negative", "past", "past negative", "te", "if", "if negative", "polite", "polite negative", "polite past",
    "polite past negative", "must", "need not", "may", "may not", "try", "try not", "state", "stem",
]  # fmt: skip
"""te: 〜て. if: 〜たら. must: 〜なければなりません. need not: 〜必要はありません. may: 〜てもかまいません. may not: 〜てはいけません. try: 〜ようとします. state:
〜ている. stem: before ます."""
_ROWS: Final = {
    "く": "かきけこ", "ぐ": "がぎげご", "す": "さしせそ", "つ": "たちてと", "ぬ": "なにねの", "ぶ": "ばびべぼ", "む": "まみめも", "る": "らりれろ",
    "う": "わいえお",
}  # fmt: skip
_JOINED: Final = {
    "く": "いた",
    "ぐ": "いだ",
    "す": "した",
    "つ": "った",
    "る": "った",
    "う": "った",
    "ぬ": "んだ",
    "ぶ": "んだ",
    "む": "んだ",
}
_KANA: Final = range(0x3041, 0x3097)


@dataclass(frozen=True, slots=True)
class _Stems:
    """What the endings are put to."""

    plain: str
    before_nai: str
    before_masu: str
    past: str
    volition: str
    can: str
    done_to: str
    """Passive."""


def inflect(base: str, form: Form) -> str:
    """A verb or phrase that ends in one, in the form wanted."""
    if base in ("だ", "である"):
        return _COPULA[form]
    stems = _stems(base)
    te = stems.past[:-1] + {"た": "て", "だ": "で"}[stems.past[-1]]
    nai, masu = stems.before_nai, stems.before_masu
    return {
        "plain": stems.plain,
        "negative": _nai(stems, "ない"),
        "past": stems.past,
        "past negative": _nai(stems, "なかった"),
        "te": te,
        "if": f"{stems.past}ら",
        "if negative": _nai(stems, "なかったら"),
        "polite": f"{masu}ます",
        "polite negative": f"{masu}ません",
        "polite past": f"{masu}ました",
        "polite past negative": f"{masu}ませんでした",
        "must": _nai(stems, "なければなりません"),
        "need not": f"{stems.plain}必要はありません",
        "may": f"{te}もかまいません",
        "may not": f"{te}はいけません",
        "try": f"{stems.volition}とします",
        "try not": f"{nai}ないようにします",
        "state": f"{te}いる",
        "stem": masu,
    }[form]


_COPULA: Final[dict[Form, str]] = {
    "plain": "である", "negative": "ではない", "past": "だった", "past negative": "ではなかった", "te": "で", "if": "だったら",
    "if negative": "でなかったら", "polite": "です", "polite negative": "ではありません", "polite past": "でした",
    "polite past negative": "ではありませんでした", "must": "でなければなりません", "need not": "である必要はありません",
    "may": "でもかまいません", "may not": "であってはいけません", "try": "であろうとします", "try not": "でないようにします",
    "state": "である", "stem": "であり",
}  # fmt: skip


def _nai(stems: _Stems, ending: str) -> str:
    """ある has no 〜らない: its negation is ない itself."""
    return (
        stems.before_nai.removesuffix("あら") + ending
        if stems.plain.endswith("ある")
        else stems.before_nai + ending
    )


def potential(base: str) -> str:
    """To be able to do it, as a verb.

    >>> potential("唱える"), potential("破壊"), potential("置く")
    ('唱えられる', '破壊できる', '置ける')
    """
    return _stems(base).can


def passive(base: str) -> str:
    """It is done to the subject, as a verb.

    >>> passive("唱える"), passive("破壊"), passive("奪う")
    ('唱えられる', '破壊される', '奪われる')
    """
    return _stems(base).done_to


@cache
def _stems(base: str) -> _Stems:
    if ord(base[-1]) not in _KANA:
        return _suru(base)
    kind = inflection(base)
    head, last = base[:-1], base[-1]
    if kind.startswith("サ行変格"):
        return _suru(base.removesuffix("する"))
    if kind.startswith("カ行変格"):
        head = head.removesuffix("く")
        ko, ki = ("こ", "き") if base[-2] == "く" else (head[-1], head[-1])
        rest = head if base[-2] == "く" else head[:-1]
        return _Stems(
            base,
            rest + ko,
            rest + ki,
            f"{rest}{ki}た",
            f"{rest}{ko}よう",
            f"{rest}{ko}られる",
            f"{rest}{ko}られる",
        )
    if "一段" in kind or kind.startswith("助動詞-レル"):
        return _Stems(base, head, head, f"{head}た", f"{head}よう", f"{head}られる", f"{head}られる")
    if last not in _ROWS or not kind:
        return _suru(base)
    a, i, e, o = (head + one for one in _ROWS[last])
    past = f"{head}った" if base.endswith("行く") else head + _JOINED[last]
    return _Stems(base, a, i, past, f"{o}う", f"{e}る", f"{a}れる")


def _suru(noun: str) -> _Stems:
    return _Stems(
        f"{noun}する",
        f"{noun}し",
        f"{noun}し",
        f"{noun}した",
        f"{noun}しよう",
        f"{noun}できる",
        f"{noun}される",
    )
