"""What a question's letters show before its words are told apart: card names, sizes, counters, mana symbols.

>>> table = NameTable.of([("card:Flame Falcon", "Flame Falcon", "火炎の隼王")])
>>> [(one.kind, one.text) for one in spans(plain("火炎の隼王は2/2で、隼王に+1/+1カウンター"), table)]
[('name', '火炎の隼王'), ('pt', '2/2'), ('name', '隼王'), ('counter kind', '+1/+1')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from index.japanese import forms
from kb.asking.names import Named, NameTable
from kb.asking.normal import Letters, plain
from kb.asking.reading.japanese import closed
from kb.asking.reading.japanese.forms import longest, nouns, rule_words, verbs

OPEN: Final = "《「『\"'"
CLOSE: Final = "》」』\"'"
_FIGURE: Final = re.compile(
    r"(?P<x>(?<![a-z])x(?:は|が)?=\d+(?!\d))|(?P<counter_kind>[+-]\d+/[+-]\d+(?=(?:の)?カウンター))|(?P<change>[+-][\dx]+/[+-][\dx]+)|(?P<pt>\d+/\d+|何/何)"
    r"|(?P<loyalty>[+-](?:\d+|x)(?=能力|の能力|忠誠度))|(?P<signed>(?<![\d/+-])[+-]\d+(?![\d/]))|(?P<mana>(?:\{[0-9wubrgcxt/]+\}|\((?:\d{1,2}|[白青黒赤緑x])\))+)"
)
_PARTICLES: Final = re.compile(
    r"[がをにはもとへでのや、。!?,.」』》)だか]|って|まで|より|なら|持ち|じゃ|など|なんか|なんて|だけ|しか|ばかり|みたい|ごと|自身|側|本体|以外|のみ"
)
_JOINS: Final = re.compile(r"への|[の・、,と]|への| ")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the letters that is one token. kind: name, pt, change, counter kind, loyalty, mana, deed."""

    kind: str
    text: str
    start: int
    end: int
    value: Any = None


def spans(letters: Letters, table: NameTable) -> list[Span]:
    """All of them, in order, none over another."""
    found = [*_figures(letters)]
    taken = _Taken(found)
    names = [*_names(letters, table, taken)]
    taken = _Taken([*found, *names])
    parts = [*_parts(letters, names, taken)]
    taken = _Taken([*found, *names, *parts])
    return sorted([*found, *names, *parts, *_deeds(letters, taken)], key=lambda one: one.start)


class _Taken:
    def __init__(self, spans: list[Span]) -> None:
        self.places = {at for span in spans for at in range(span.start, span.end)}

    def __contains__(self, at: int) -> bool:
        return at in self.places


def _deeds(letters: Letters, taken: _Taken) -> Iterator[Span]:
    """Nouns that する makes verbs of and that Sudachi doesn't know: 予顕."""
    for match in _slang().finditer(letters.norm):
        if match.start() not in taken and not _same_script(
            letters.norm[match.start() - 1 : match.start()], match[0]
        ):
            yield Span("slang", match[0], match.start(), match.end())
    for deed in _unknown():
        for match in re.finditer(deed, letters.norm):
            if not any(at in taken for at in range(*match.span())):
                yield Span("deed", deed, match.start(), match.end())


@cache
def _slang() -> re.Pattern[str]:
    """Verbs of the book in katakana: サクる."""
    stems = [one[:-1] for one in verbs() if one.endswith("る") and len(one) > 2 and _katakana(one[:-1])]
    return re.compile(f"(?:{'|'.join(map(re.escape, stems)) or '(?!)'})(?=[っらりるれろ])")


@cache
def _unknown() -> tuple[str, ...]:
    """Those of the book that come apart in the wrong place."""
    nouns_only = [one for one in verbs() if len(one) > 1 and not "\u3041" <= one[-1] <= "\u3096"]
    return tuple(one for one in nouns_only if len(one) not in [word.start for word in forms(f"{one}した")])


def _figures(letters: Letters) -> Iterator[Span]:
    for match in _FIGURE.finditer(letters.norm):
        kind = (match.lastgroup or "").replace("_", " ")
        yield Span(kind, match[0], match.start(), match.end())


def _names(letters: Letters, table: NameTable, taken: _Taken) -> Iterator[Span]:
    at = 0
    while at < len(letters.key):
        name = None if at in taken else _name_at(letters, table, at)
        if name is None or at + len(name) - 1 in taken:
            at += 1
            continue
        yield Span("name", letters.cased[at : at + len(name)], at, at + len(name), table.called(name))
        at += len(name)


def _name_at(letters: Letters, table: NameTable, at: int) -> str | None:
    """Kana are folded in names' keys: a short name in kana must be written in the same kana."""
    ascii_ = letters.key[at].isascii()
    name = table.longest(letters.key, at, japanese=not ascii_)
    while name is not None and not _may_be(letters, name, at):
        name = next((one for one in _shorter(table, letters.key, at, len(name))), None)
    return name


def _shorter(table: NameTable, key: str, at: int, size: int) -> Iterator[str]:
    for length in range(size - 1, 1, -1):
        name = table.longest(key[: at + length], at, japanese=not key[at].isascii())
        if name is not None and len(name) == length:
            yield name


def _may_be(letters: Letters, name: str, at: int) -> bool:
    end = at + len(name)
    written = letters.norm[at:end]
    before, after = letters.norm[at - 1 : at], letters.norm[end : end + 1]
    if len(name) < 2:
        return False
    framed = before != "" and before in OPEN and after != "" and after in CLOSE
    if framed:
        return True
    if written in nouns() or written in verbs() or _said_longer(letters, at, len(name)):
        return False
    if written in closed.JUDGED or written in rule_words():
        return False  # 強制, 刻印: words of their own
    if written.isascii():
        return not written.isdecimal() and (not written.isalpha() or len(written) > 2)
    if all(_kana(char) for char in name):
        katakana = all("\u30a1" <= char <= "\u30fa" or char in "ー・" for char in written)
        joined = len(name) > 5 and _katakana(written[0] + written[-1])  # ヴェールのリリアナ
        if len(name) < 3 or not (katakana or joined):
            return False
    verb = bool(after) and _kanji(after) and forms(letters.norm[end : end + 8])[0].pos[0] == "動詞"
    if _same_script(before, written[0]) or (_same_script(written[-1], after) and not verb):
        return len(name) > 4 and not _katakana(written[0] + written[-1])
    if len(forms(written)) == 1 or len(name) < 4:
        return (
            not after
            or verb
            or (len(forms(written)) > 1 and letters.norm.startswith(("さ", "し", "す"), end))
            or letters.norm.startswith("され", end)
            or after.isdecimal()
            or after.isspace()
            or (_PARTICLES.match(letters.norm, end) is not None and not letters.norm.startswith("でき", end))
        )
    return True


def _said_longer(letters: Letters, at: int, size: int) -> bool:
    """Whether a word of the game begins there that is longer than the name."""
    return any(
        letters.norm[at : at + more] in nouns() for more in range(size + 1, min(longest(), size + 12) + 1)
    )


def _kana(char: str) -> bool:
    return "\u3041" <= char <= "\u30ff"


def _katakana(text: str) -> bool:
    return all("\u30a1" <= char <= "\u30fc" for char in text)


def _same_script(one: str, other: str) -> bool:
    """Whether both letters are katakana, or both kanji: no word ends between them without a sign."""
    if not one or not other:
        return False
    return (
        (_katakana(one) and _katakana(other))
        or (_kanji(one) and _kanji(other))
        or (_latin(one) and _latin(other))
    )


def _kanji(char: str) -> bool:
    return "\u3400" <= char <= "\u9fff" or char == "々"


def _latin(char: str) -> bool:
    return char.isascii() and char.isalpha()


def _parts(letters: Letters, names: list[Span], taken: _Taken) -> Iterator[Span]:
    """Words of a name that was said in full mean that card again."""
    wanted: dict[str, tuple[Named, ...] | None] = {}
    for span in names:
        for part in _pieces(span):
            if part in wanted and wanted[part] != span.value:
                wanted[part] = None  # it could be either
            else:
                wanted[part] = span.value
    seen: set[int] = set()
    for part in sorted(wanted, key=len, reverse=True):
        cards = wanted[part]
        if cards is None:
            continue
        for match in re.finditer(re.escape(part), letters.norm):
            places = range(match.start(), match.end())
            before, after = (
                letters.norm[match.start() - 1 : match.start()],
                letters.norm[match.end() : match.end() + 1],
            )
            if any(at in taken or at in seen for at in places):
                continue
            if _same_script(before, part[0]) or _same_script(part[-1], after):
                continue
            if (len(part) == 1 or part in nouns()) and not _PARTICLES.match(letters.norm, match.end()):
                continue
            if part in nouns() and not _alone(letters.norm[: match.start()]):
                continue
            seen.update(places)
            yield Span("name", letters.cased[match.start() : match.end()], match.start(), match.end(), cards)


def _alone(before: str) -> bool:
    """Whether nothing tells what sort of an angel it is: then it is the one of that name."""
    return not before or before[-1] in "はがをにもとや、。?!「" or before.endswith(("その", "この", "って"))


def _subtype(word: str) -> bool:
    return all(sense.kind == "subtype" for sense in nouns()[word])


def _pieces(span: Span) -> Iterator[str]:
    for name in dict.fromkeys(name for card in span.value[:3] for name in (card.name_ja, span.text)):
        for piece in _JOINS.split(plain(name).norm):
            ends = (
                {
                    0,
                    *(
                        word.start
                        for word in forms(piece)
                        if word.pos[0] in {"名詞", "接頭辞", "形状詞", "接尾辞"}
                    ),
                }
                if piece
                else ()
            )
            for start in ends:
                part = piece[start:]
                if (
                    (len(part) > 1 or (part == piece and _kanji(part)))
                    and (
                        part not in nouns()
                        or (plain(name).norm.endswith(part) and len(part) < len(name) and _subtype(part))
                    )
                    and part not in verbs()
                    and not all("\u3041" <= c <= "\u3096" for c in part)
                ):
                    yield part
