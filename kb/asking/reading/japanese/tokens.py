"""A question's words as tokens: names, nouns and verbs of the book joined, everything else as Sudachi tells it.

>>> [(one.kind, one.text) for one in tokenise("土地を2枚置ける？", NameTable([], {}))]
[('noun', '土地'), ('p', 'を'), ('count', '2枚'), ('verb', '置ける'), ('end', '?')]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from index.japanese import Form, forms
from kb.asking.names import NameTable
from kb.asking.normal import plain
from kb.asking.reading.japanese import closed
from kb.asking.reading.japanese.forms import Sense, base, longest, nouns, verbs
from kb.asking.reading.japanese.spans import CLOSE, OPEN, Span, spans

_DEED: Final = "散歩"
"""Stands for a deed that Sudachi doesn't know: a noun that する makes a verb of."""
_KNOWN: Final = "刈"
"""Stands for the stem of a verb in katakana, which Sudachi then inflects."""
_TWINS: Final = {"通う": "通る"}
"""What Sudachi takes for another verb of the same form: 通った."""
_STAND: Final = "林檎"
"""Stands for a name or a figure while Sudachi reads the rest: a plain noun that no inflection begins with."""
_QUIET: Final = frozenset("・~〜…ー-:;()[]（）【】 *_–—♪☆★^#>\n\t")
FORMAL: Final = frozenset(
    [
        "とき",
        "時",
        "際",
        "場合",
        "タイミング",
        "あと",
        "後",
        "前",
        "間",
        "最中",
        "中",
        "うち",
        "ところ",
        "瞬間",
        "状態",
        "ため",
        "為",
        "代わり",
        "途中",
        "直後",
        "直前",
        "後に",
        "たび",
        "度に",
        "限り",
        "まま",
        "以上",
        "時点",
        "段階",
        "状況",
        "ケース",
    ]
)


@dataclass(frozen=True, slots=True)
class Token:
    """kind: name, pt, change, counter kind, loyalty, mana; noun (`senses`), count, number, verb, aux, p (a particle), end, comma, open, close,
    formal (とき, 場合 …), pronoun, pointer (その), ask (何, どこ …), manner, link, word (nothing is known of it)."""

    kind: str
    text: str
    start: int
    lemma: str = ""
    pos: tuple[str, str, str] = ("", "", "")
    form: str = ""
    value: Any = None
    senses: tuple[Sense, ...] = ()
    verbs: tuple[str, ...] = ()
    book: str = ""
    """The form by which the book knows the verb."""
    can: bool = False
    """The verb's own form for "can"."""
    other: str = ""
    """Another verb's form that this can be, as its "can": 入れる of 入る."""
    suru: bool = False
    """A noun that する makes a verb of."""

    @property
    def end(self) -> int:
        """Where it ends in the letters."""
        return self.start + len(self.text)


def tokenise(question: str, table: NameTable) -> list[Token]:
    """The tokens of a question in order."""
    letters = plain(question)
    fixed = spans(letters, table)
    text, at, shifts = "", 0, dict[int, Span]()
    for span in fixed:
        text += letters.norm[at : span.start]
        shifts[len(text)] = span
        text += {"deed": _DEED, "slang": _KNOWN}.get(span.kind, _STAND)
        at = span.end
    text += letters.norm[at:]
    found = [_told_again(one, shifts) for one in forms(text)]
    morphs: list[Form | Span] = [
        shifts[one.start] if one.start in shifts and one.surface in (_STAND, _DEED) else one for one in found
    ]
    return _joined([_mended(morphs, at) for at in range(len(morphs))])


def _mended(morphs: Sequence[Form | Span], at: int) -> Form | Span:
    """出して after a noun, which Sudachi takes for a noun's ending."""
    one, after = morphs[at], morphs[at + 1] if at + 1 < len(morphs) else None
    if isinstance(one, Span) or not isinstance(after, Form) or one.pos[0] not in {"接尾辞", "名詞"}:
        return one
    verb = one.surface[:-1] + "す"
    if not one.surface.endswith("し") or verb not in verbs() or after.surface not in {"て", "た", "たら"}:
        return one
    return replace(one, lemma=verb, normal=verb, pos=("動詞", "一般", "*"), form="連用形-一般")


def _told_again(form: Form, shifts: Mapping[int, Span]) -> Form:
    """A verb in katakana in its own letters again."""
    span = shifts.get(form.start)
    if span is None or span.kind != "slang" or not form.surface.startswith(_KNOWN):
        return form
    stem = span.text
    return replace(
        form, surface=stem + form.surface[1:], lemma=stem + form.lemma[1:], normal=stem + form.normal[1:]
    )


def _joined(morphs: Sequence[Form | Span]) -> list[Token]:
    found: list[Token] = []
    at = 0
    while at < len(morphs):
        one = morphs[at]
        if isinstance(one, Span) and one.kind == "deed":
            found.append(_deed(one))
            at += 1
            continue
        if isinstance(one, Span):
            found.append(Token(one.kind, one.text, one.start, value=one.value))
            at += 1
            continue
        size, token = _longest(morphs, at, found)
        if token.text in ("修整", "修正") and found and found[-1].kind == "change":
            found.append(Token("p", "の", token.start, "の", ("助詞", "格助詞", "*")))  # -2/-2修整
        found.append(token)
        at += size
    return found


def _deed(span: Span) -> Token:
    senses, pos = nouns().get(span.text, ()), ("名詞", "普通名詞", "サ変可能")
    kind, rows = "noun" if senses else "verb", verbs()[span.text]
    return Token(
        kind, span.text, span.start, span.text, pos, senses=senses, verbs=rows, book=span.text, suru=True
    )


def _longest(morphs: Sequence[Form | Span], at: int, before: Sequence[Token]) -> tuple[int, Token]:
    first = morphs[at]
    assert isinstance(first, Form)
    best: tuple[int, Token] | None = _count(morphs, at)
    if best is not None and best[1].kind == "count":
        return best
    text = ""
    for size in range(1, 12):
        if at + size > len(morphs):
            break
        last = morphs[at + size - 1]
        if isinstance(last, Span):
            break
        token = _known(first, text, last, before, size)
        if token is not None:
            best = size, token
        if last.pos[1] in {"読点", "句点"}:
            break
        text += last.surface
        if len(text) > longest():
            break
    return best or (1, _single(first))


def _known(first: Form, text: str, last: Form, before: Sequence[Token], size: int) -> Token | None:
    """The token of the book that these words are, if any."""
    surface = text + last.surface
    senses = nouns().get(surface, ())
    book, can = _verb_form(text, last, size)
    if first.lemma == "ない" and first.pos[0] == "助動詞":
        return None  # 出せなくなる
    inflected = last.pos[0] == "動詞"
    if book and size > 1 and inflected and _modified(text, before):
        alone = verbs().get(last.lemma) or verbs().get(last.normal) or verbs().get(base(last.lemma))
        book = "" if alone or last.lemma in {"する", "なる"} else book
    if (first.pos[0] == "助詞" and size == 1) or (
        inflected and last.pos[1] == "非自立可能" and size == 1 and _after_te(before)
    ):
        return None  # 戻ってくる, 引いておく
    if not senses and not book:
        return _closed(surface, first, size, before)
    kind = "verb" if book and (inflected or not senses) else "noun"
    suru = bool(book) and last.pos[0] in {"名詞", "接尾辞", "形状詞"} and book != surface[:-1] + "す"
    return Token(
        kind,
        surface,
        first.start,
        text + last.lemma,
        last.pos,
        last.form,
        senses=senses,
        verbs=verbs().get(book, ()),
        book=book,
        can=can,
        other=_other(text, last, book),
        suru=suru,
    )


def _verb_form(text: str, last: Form, size: int) -> tuple[str, bool]:
    """By which form the book knows these words as a verb, and whether they say "can"."""
    if last.pos[0] == "助動詞":
        return "", False
    if text + last.lemma in verbs():
        return text + last.lemma, False
    if last.pos[0] == "名詞" and last.surface.endswith("し") and text + last.surface[:-1] + "す" in verbs():
        return text + last.surface[:-1] + "す", False  # 出し直し
    if last.pos[0] != "動詞":
        return "", False
    if last.lemma == "できる" and size > 1 and text + "する" in verbs():
        return text + "する", True
    for one in (base(last.lemma), last.normal, _TWINS.get(last.lemma, "")):
        if one and text + one in verbs() and not (one == last.normal and one == "する"):
            return text + one, one == base(last.lemma) or (
                last.lemma != one and last.lemma.endswith("る") and last.lemma[:-2] == one[:-1]
            )
    return "", False


def _other(text: str, last: Form, book: str) -> str:
    able = text + base(last.lemma) if book and base(last.lemma) else ""
    return able if able in verbs() and able != book else ""


def _closed(surface: str, first: Form, size: int, before: Sequence[Token]) -> Token | None:
    """A word of the closed lists that is written in several."""
    if size == 1:
        return None
    for kind, listed in (
        ("link", closed.LINKS),
        ("manner", closed.MANNERS),
        ("pronoun", closed.PRONOUNS),
        ("ask", closed.ASKED),
    ):
        if surface in listed and (kind != "link" or not before or before[-1].kind in {"end", "comma"}):
            return Token(kind, surface, first.start, surface, first.pos)
    if surface in closed.FILLERS:
        return Token("filler", surface, first.start, surface, first.pos)
    return None


def _after_te(before: Sequence[Token]) -> bool:
    return (
        bool(before)
        and before[-1].kind == "p"
        and before[-1].text in {"て", "で"}
        and before[-1].pos[1] == "接続助詞"
    )


def _modified(text: str, before: Sequence[Token]) -> bool:
    """Whether a verb that begins with a noun (手札に戻す) has something before that noun: then it is a noun of its own."""
    if not any(particle in text for particle in "をに") or text.startswith(("対象", "コントロール")):
        return False
    last = before[-1] if before else None
    if last is not None and text.startswith("ダメージ") and last.kind == "noun":
        return True  # 戦闘ダメージを与える
    if last is not None and text.startswith("能力") and (last.kind == "noun" or last.suru):
        return True  # タップ能力を使う
    if last is not None and last.kind == "count" and text.startswith("生け贄"):
        return False  # 何体生け贄に捧げる
    return last is not None and (
        last.text == "の"
        or last.kind in {"count", "number"}
        or (last.kind in {"verb", "aux"} and last.form.startswith("連体形"))
    )


def _count(morphs: Sequence[Form | Span], at: int) -> tuple[int, Token] | None:
    """A number with what it counts: 2体, 何点, 3回目."""
    first = morphs[at]
    assert isinstance(first, Form)
    size, text = 0, ""
    value: int | str | None = None
    while at + size < len(morphs):
        one = morphs[at + size]
        if isinstance(one, Span) or (
            one.pos[1] != "数詞"
            and not (one.surface == "何" and size == 0)
            and one.surface not in {"x", "数"}
        ):
            break
        text += one.surface
        size += 1
        if text in {"何", "いく", "x", "数"}:
            break
    if not size:
        return _whole_count(first)
    if text.isdecimal():
        value = int(text[:6])
    elif text in {"何", "いく"}:
        value = "asked"
    elif text == "x":
        value = "x"
    elif text == "数":
        value = "several"
    else:
        value = closed.KANJI.get(text)
        if value is None and len(text) == 2 and text[0] == "十":
            value = 10 + closed.KANJI.get(text[1], 0)
    if value is None:
        return None
    unit = morphs[at + size] if at + size < len(morphs) else None
    if isinstance(unit, Form) and unit.surface in closed.UNITS:
        after = morphs[at + size + 1] if at + size + 1 < len(morphs) else None
        nth = isinstance(after, Form) and after.surface == "目"
        whole = text + unit.surface + ("目" if nth else "")
        kind = "nth" if nth else "count"
        return size + 1 + nth, Token(kind, whole, first.start, unit.surface, value=value)
    if isinstance(unit, Form) and unit.surface in {"番", "番目"}:
        return size + 2, Token("nth", text + "番目", first.start, "番", value=value)
    if value in {"asked", "x", "several"} and text != "x":
        return None
    return size, Token("number", text, first.start, value=value, pos=first.pos)


_WHOLE: Final = re.compile(f"(\\d+|[{''.join(one for one in closed.KANJI if len(one) == 1)}])([度回枚体個])")


def _whole_count(form: Form) -> tuple[int, Token] | None:
    """一度, 2枚: what Sudachi takes for one word."""
    match = _WHOLE.fullmatch(form.surface)
    if match is None or match[2] not in closed.UNITS:
        return None
    value = int(match[1]) if match[1].isdecimal() else closed.KANJI[match[1]]
    return 1, Token("count", form.surface, form.start, match[2], value=value)


def _single(form: Form) -> Token:
    surface, pos = form.surface, form.pos
    kind = "word"
    if form.lemma in closed.COLORED and form.lemma == surface:
        senses = (Sense("color", closed.COLORED[surface]),)
        return Token("noun", surface, form.start, surface, pos, form.form, senses=senses)
    if pos[1] == "句点" or surface in {"!", "?", "。"}:
        kind = "end"
    elif pos[1] == "読点" or surface in {",", "、"}:
        kind = "comma"
    elif surface in OPEN:
        kind = "open"
    elif surface in CLOSE:
        kind = "close"
    elif pos[0] in {"補助記号", "空白"}:
        kind = "sign" if surface in _QUIET else "word"
    elif surface in closed.PRONOUNS:
        kind = "pronoun"
    elif surface in closed.POINTERS or surface in closed.WHICH:
        kind = "pointer"
    elif surface in closed.ASKED:
        kind = "ask"
    elif surface in FORMAL:
        kind = "formal"
    elif surface in closed.OTHERS:
        kind = "other"
    elif surface in closed.MANNERS:
        kind = "manner"
    elif surface in closed.LINKS:
        kind = "link"
    elif surface in closed.FILLERS or pos[0] == "感動詞":
        kind = "filler"
    elif pos[0] == "助詞":
        kind = "p"
    elif pos[0] == "助動詞" or (pos[0] in {"動詞", "形容詞"} and pos[1] == "非自立可能"):
        kind = "aux"
    return Token(kind, surface, form.start, form.lemma, pos, form.form)
