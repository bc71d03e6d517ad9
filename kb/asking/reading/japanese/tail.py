"""What follows a verb: voice, negation, may and must, and how the clause goes on.

>>> from kb.asking.reading.japanese.tokens import tokenise
>>> from kb.asking.names import NameTable
>>> words = tokenise("割られなかったら", NameTable([], {}))
>>> found = tail(words, 1)
>>> found.passive, found.negated, found.link
(True, True, 'たら')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from kb.asking.reading.japanese import closed
from kb.asking.reading.japanese.patterns import PATTERNS
from kb.asking.reading.japanese.tokens import Token


@dataclass(frozen=True, slots=True)
class Tail:
    """The inflection of a predicate. `size`: how many tokens it takes."""

    passive: bool = False
    causative: bool = False
    can: bool = False
    may: bool = False
    must: bool = False
    tries: bool = False
    negated: bool = False
    state: bool = False
    """している."""
    asked_of: bool = False
    """してもらう: who does it stands with に."""
    counts: bool = False
    """したことになる."""
    past: bool = False
    claims: bool = False
    """らしい, と言われた: somebody says so."""
    asked: bool = False
    only: bool = False
    recent: bool = False
    """したばかり."""
    link: str = ""
    """たら ば と なら て から ので のに けど ても たり ながら; "" where nothing goes on."""
    anymore: bool = False
    """もう無理: it was so before."""
    again: bool = False
    """し直す."""
    renyou: bool = False
    """It ends in the form that something must follow."""
    size: int = 0


_NEG: Final = ("ない", "ぬ")
_MAY: Final = ("いい", "よい", "良い", "大丈夫", "ok", "構う", "かまう", "問題")
_BAD: Final = ("だめ", "ダメ", "駄目")
_FINAL: Final = frozenset({"か", "の", "かな", "っけ", "よ", "ね", "な", "わ", "ん", "かしら", "ぞ", "さ"})
_ASKING: Final = frozenset({"か", "の", "かな", "っけ", "かしら", "ん"})


def key(token: Token) -> str:
    """What a pattern calls a token."""
    if token.kind == "aux":
        if token.text in {"なきゃ", "なくちゃ"}:
            return token.text
        if token.form.startswith("仮定形") and token.lemma in {"た", "だ"}:
            return "なら" if token.text == "なら" else "たら"
        return token.lemma
    if token.kind == "p":
        return token.text
    return token.lemma if token.pos[0] in {"動詞", "形容詞"} else token.text


def tail(tokens: Sequence[Token], at: int) -> Tail:
    """The inflection that begins there."""
    found = Tail()
    here = at
    while here < len(tokens):
        size, says = _step(tokens, here, here > at)
        if not size:
            size, found = _judged(tokens, here, found)
            if size:
                here += size
                continue
            break
        if says == "can" and found.negated and key(tokens[here]) in {"こと", "の", "って"}:
            break  # 使わせないことができる is no 使わせられない
        if says == "may" and found.negated:
            found = replace(found, must=True)  # しなくていい: it need not be
        elif says == "must":
            found = replace(found, must=True)
        elif says:
            found = _with(found, says)
        here += size
    found = replace(found, size=here - at)
    return _goes_on(tokens, here, found)


def _judged(tokens: Sequence[Token], at: int, found: Tail) -> tuple[int, Tail]:
    """唱えるのは無理, 払うのってアリ, 選ぶことはもうできない: what is said of the deed that the clause names."""
    if found.negated:
        return 0, found  # 払わないのはアリ is no 払えない
    words = [key(one) for one in tokens[at : at + 6]]
    here = 1 if words[:1] in (["の"], ["ん"], ["こと"], ["事"]) else 0
    here += words[here : here + 1] != [] and words[here] in ("は", "って", "も", "が")
    if not here:
        return 0, found
    more = words[here : here + 1] == ["もう"]
    size, found = judged(tokens, at + here + more, found)
    return (here + more + size, replace(found, anymore=more)) if size else (0, found)


def judged(tokens: Sequence[Token], at: int, found: Tail) -> tuple[int, Tail]:
    """The word that says whether it may, can or must be done, with です after it; how many tokens, and what it says."""
    if at >= len(tokens):
        return 0, found
    one = tokens[at]
    modal, no = closed.JUDGED.get(one.text) or closed.JUDGED.get(key(one)) or ("", False)
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if not modal or (
        after is not None and (after.text in {"の", "な"} or after.kind in {"name", "noun", "verb"})
    ):
        return 0, found
    found = replace(found, can=modal == "can", must=modal == "must", negated=no)
    plain = after is not None and after.kind == "aux" and after.lemma in {"だ", "です"}
    return 1 + (plain and after is not None and not after.form.startswith(("仮定形", "連用形"))), found


def _with(found: Tail, says: str) -> Tail:
    """With one thing more; twice "not" is none."""
    for one in says.split():
        value: Any = not found.negated if one == "negated" else True
        found = replace(found, **{one: value})
    return found


def _step(tokens: Sequence[Token], at: int, inside: bool) -> tuple[int, str]:
    keys: list[str] = []
    places: list[int] = []
    for place in range(at, min(at + 9, len(tokens))):
        one = tokens[place]
        if one.kind in {"end", "comma"}:
            break
        if key(one) == "ます" and keys:
            continue
        keys.append(key(one))
        places.append(place)
    if not keys:
        return 0, ""

    def upto(length: int) -> int:
        return places[length - 1] + 1 - at

    if keys[0] in ("て", "で") and tokens[at].pos[1] != "接続助詞" and tokens[at].kind == "p":
        return 0, ""
    for length, words in (
        (4, ("ない", "と", "いける")),
        (4, ("ない", "ば", "なる")),
        (4, ("ない", "ば", "いける")),
    ):
        if tuple(keys[:3]) == words and keys[3:4] and keys[3] in _NEG:
            return upto(length), "must"
    if (
        keys[:3] == ["ない", "て", "は"]
        and keys[3:4]
        and keys[3] in ("いける", "なる")
        and keys[4:5]
        and keys[4] in _NEG
    ):
        return upto(5), "must"
    if keys[:2] == ["ない", "と"] and keys[2:3] and keys[2] in _BAD:
        return upto(3), "must"
    if keys[0] in ("なきゃ", "なくちゃ"):
        if keys[1:2] == ["いける"] or keys[1:2] == ["なる"]:
            return upto(3), "must"
        return upto(2 if keys[1:2] and keys[1] in _BAD else 1), "must"
    if keys[0] in ("て", "で"):
        more = 1 + (keys[1:2] == ["も"])
        if keys[more : more + 1] and keys[more] in _MAY:
            extra = 1 if keys[more] in ("構う", "かまう") else 0
            if keys[more] == "問題":
                extra = 1
            return upto(more + 1 + extra), "may"
    for length in (3, 2, 1):
        says = PATTERNS.get(tuple(keys[:length]))
        if says is None or length > len(keys):
            continue
        if keys[:2] in (["の", "だ"], ["ん", "だ"]) and tokens[places[1]].text == "で":
            continue  # 出したので3/3を: because, and no end of the sentence
        if says == "past?":
            if tokens[at].form.startswith("仮定形") or (
                not inside and tokens[at].lemma == "だ" and tokens[at].pos[0] != "助動詞"
            ):
                continue
            return upto(length), "past"
        if says in ("-", "must?"):
            continue
        if says == "can" and length == 1 and keys[0] == "できる" and tokens[at].kind != "aux":
            continue
        return upto(length), says
    return 0, ""


def _over(tokens: Sequence[Token], at: int) -> bool:
    """Whether a sentence ends there: not before "、どっちが"."""
    asks = at + 1 < len(tokens) and tokens[at + 1].kind == "ask"
    return tokens[at].kind == "end" or (tokens[at].kind == "comma" and not asks)


_QUOTES: Final = ("い", "言", "聞", "思", "し", "す", "だめ", "ダメ", "駄目", "な")
_FOR: Final = (
    "対応",
    "割り込",
    "反応",
    "レスポンス",
    "いくら",
    "何",
    "スタック",
    "コスト",
    "マナ",
    "必要",
    "かか",
    "使",
)


def _although(tokens: Sequence[Token], at: int) -> bool:
    """Whether のに is "although": not what is responded to, or what something is needed for."""
    if at < len(tokens) and tokens[at].kind == "comma":
        return True
    return at >= len(tokens) or not (
        tokens[at].text.startswith(_FOR)
        or tokens[at].kind in {"count", "number"}
        or tokens[at].text in {"は", "も"}
    )


_BECAUSE: Final = frozenset({"せい", "所為", "おかげ", "お陰", "御陰"})
_AS_SOON: Final = frozenset({"とたん", "途端"})
_TELLS: Final = frozenset(
    {"教える", "知る", "聞く", "分かる", "わかる", "判る", "確認", "確認する", "気", "迷う", "質問", "伺う", "疑問", "不明"}
)  # fmt: skip
"""What one says of a question that one asks: 死亡するか教えてください."""


def told_of(tokens: Sequence[Token], at: int) -> int:
    """か教えてください, かどうか知りたいです, to the end of the sentence: how many tokens; 0 where that isn't what follows."""

    def text(place: int) -> str:
        return key(tokens[place]) if place < len(tokens) else ""

    here = at + (text(at) in ("の", "ん"))
    if text(here) != "か":
        return 0
    here += 1 + 2 * (text(here + 1) == "どう" and text(here + 2) == "か")
    here += text(here) in ("を", "が", "は", "について", "も")
    if text(here) not in _TELLS:
        return 0
    while here < len(tokens) and tokens[here].kind != "end":
        if (
            here > at + 8
            or (tokens[here].kind == "noun" and not tokens[here].suru)
            or tokens[here].kind == "name"
        ):
            return 0
        here += 1
    return here - at


def _goes_on(tokens: Sequence[Token], at: int, found: Tail) -> Tail:
    """The connective, or the particles of the end."""

    def text(place: int) -> str:
        return key(tokens[place]) if place < len(tokens) else ""

    first, second = text(at), text(at + 1)
    last = tokens[at - 1]
    conjunctive = at < len(tokens) and tokens[at].kind == "p" and tokens[at].pos[1] == "接続助詞"

    def on(link: str, size: int) -> Tail:
        return replace(found, link=link, size=found.size + size)

    if first == "たら":
        return on("ても", 2) if second == "って" else on("たら", 1)
    if first == "なら":
        return on("なら", 1 + (second == "ば"))
    if first in ("の", "ん") and second == "なら":
        return on("なら", 2)
    if first == "ば":
        return on("ば", 1)
    if first in ("て", "で") and (conjunctive or last.form.startswith("連用形")):
        if second == "も":
            return on("ても", 2)
        if second in ("から", "以降", "以来", "以後"):
            return on("から", 2 + (text(at + 2) in ("以降", "は")))
        return on("て", 2 if second == "は" else 1)
    if first == "と" and conjunctive:
        return on("と", 1)
    if (first == "の" and second == "で" and tokens[at + 1].lemma == "だ") or (
        first == "ん" and second == "で"
    ):
        return on("ので", 2)
    if first == "の" and second == "だ" and tokens[at + 1].form.startswith("連用形"):
        return on("ので", 2)
    if first == "の" and second == "に" and tokens[at].pos[1] != "格助詞" and _although(tokens, at + 2):
        return on("のに", 2)
    if first == "ので":
        return on("ので", 1)
    if first == "のに":
        return on("のに", 1)
    if first == "から" and conjunctive:
        return on("ので", 1)
    if first in _BECAUSE and second in ("で", "だ"):
        return on("ので", 2)
    if first in _AS_SOON and last.form.startswith("連体形"):
        return on("たら", 1 + (second == "に"))
    if first in ("度", "ごと", "毎") and second == "に" and last.form.startswith("連体形"):
        return on("と", 2)
    if first in ("けど", "けれど", "けれども", "ものの", "くせに") or (first == "が" and conjunctive):
        return on("けど", 1)
    if first == "し" and conjunctive:
        return on("て", 1)
    if first in ("ながら", "つつ"):
        return on("ながら", 1)
    if first in ("たり", "だり"):
        return on("たり", 1)
    indirect = told_of(tokens, at)
    if indirect:
        return replace(found, asked=True, size=found.size + indirect)
    if first in ("の", "ん") and second == "か" and tokens[at].kind == "p":
        more = 2
        while text(at + more) in ("な", "ね", "よ", "い"):
            more += 1
        if at + more >= len(tokens) or _over(tokens, at + more):
            return replace(found, asked=True, size=found.size + more)
    size, asked = 0, False
    while (
        at + size < len(tokens)
        and tokens[at + size].kind == "p"
        and tokens[at + size].pos[1] == "終助詞"
        and text(at + size) in _FINAL
    ):
        asked = asked or text(at + size) in _ASKING
        size += 1
    if size == 1 and first in {"の", "ん"} and at + 1 < len(tokens) and not _over(tokens, at + 1):
        return replace(found, size=found.size)
    if not size and first == "か":
        asked, size = True, 1
    if last.lemma == "ず" and first == "とも":
        return on("ても", 1)
    if first == "と" and not second.startswith(_QUOTES) and last.form.startswith(("終止形", "連体形")):
        return on("と", 1)
    if last.lemma == "ず" and first == "に":
        return on("て", 1)
    renyou = (
        last.form.startswith("連用形")
        and last.pos[0] in {"動詞", "助動詞"}
        and last.lemma not in {"た", "です", "だ"}
    ) or last.lemma == "ず"
    return replace(found, asked=asked, renyou=renyou, size=found.size + size)
