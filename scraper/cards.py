"""Card files of any of their forms, told by their content and read as streams: bytes in, cards and rulings out.

A file of hundreds of megabytes is never held: `ijson` gives one object at a time. Only the Japanese printings
are collected first (names and texts, some tens of megabytes for all cards there are).
"""

from __future__ import annotations

import gzip
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, Final, Literal, NamedTuple, cast

import ijson

from scraper import card_lines, mtgjson, scryfall
from scraper.card_model import Card, Ruling

Form = Literal["scryfall-cards", "scryfall-rulings", "mtgjson", "cards", "names", "ja-texts", "rulings"]

_HEAD: Final = 65536
_CHUNK: Final = 1 << 18
_BOM: Final = b"\xef\xbb\xbf"
_MOST_INFLATION: Final = 200
"""A compressed file that grows by more is no card file: real ones grow by 5 to 20."""


class CardFileError(ValueError):
    """A file that is no card file, or a broken one; says so in both languages."""

    def __init__(self, name: str, en: str, ja: str) -> None:
        self.name = name
        self.en, self.ja = f"{name}: {en}", f"{name}：{ja}"
        super().__init__(self.en)


@dataclass(frozen=True, slots=True)
class CardFile:
    """A file that can be opened as often as it is read."""

    name: str
    opener: Callable[[], IO[bytes]]
    size: int = 0

    def open(self) -> IO[bytes]:
        """The bytes of the content, unpacked where it is gzip, without a byte-order mark."""
        raw = self.opener()
        file = io.BufferedReader(cast(io.RawIOBase, raw), _CHUNK) if not hasattr(raw, "peek") else raw
        if _peek(file, 2) == b"\x1f\x8b":
            file = io.BufferedReader(_Unpacked(file, self), _CHUNK)
        if _peek(file, 3) == _BOM:
            file.read(3)
        return file


def _peek(file: IO[bytes], count: int) -> bytes:
    return bytes(cast(io.BufferedReader, file).peek(count)[:count])


class _Unpacked(io.RawIOBase):
    """The content of a gzip file; stops one that unpacks to absurdly much."""

    def __init__(self, packed: IO[bytes], file: CardFile) -> None:
        self.packed, self.file, self.seen = packed, file, 0
        self.unpacked = gzip.GzipFile(fileobj=packed)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self.unpacked.read(len(buffer))
        except (EOFError, OSError) as error:
            raise CardFileError(
                self.file.name, f"damaged gzip file ({error})", f"gzip ファイルが壊れています（{error}）"
            ) from error
        self.seen += len(data)
        if self.file.size and self.seen > self.file.size * _MOST_INFLATION + _HEAD:
            raise CardFileError(
                self.file.name,
                f"unpacks to more than {_MOST_INFLATION} times its size: refused",
                f"展開すると元の{_MOST_INFLATION}倍を超えるため読み込みません",
            )
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self.unpacked.close()
        self.packed.close()
        super().close()


def form_of(file: CardFile) -> Form:
    """What a file is, by its first bytes; raises CardFileError that quotes them.

    >>> form_of(CardFile("x", lambda: io.BytesIO(b'[{"oracle_id":"1","comment":""}]')))
    'scryfall-rulings'
    >>> form_of(CardFile("x.json", lambda: io.BytesIO(b"<html>")))
    Traceback (most recent call last):
    ...
    scraper.cards.CardFileError: x.json: no card file known here; it begins with '<html>'
    """
    with file.open() as opened:
        head = opened.read(_HEAD).decode("utf-8", "replace").lstrip()
    first = head.split("\n", 1)[0]
    if head.startswith("["):
        keys = set(next(_objects(file), {}))
        if keys >= set(_NEEDED["scryfall-rulings"]):
            return "scryfall-rulings"
        if keys >= set(_NEEDED["scryfall-cards"]):
            return "scryfall-cards"
    elif re.match(r'\{\s*"(?:meta|data)"', head):
        return "mtgjson"
    elif first.startswith("{"):
        keys = set(_line(file.name, first, 1))
        for form, needed in _LINE_FORMS:
            if needed <= keys:
                return form
    elif first.count("\t") == 1:
        return "names"
    raise CardFileError(
        file.name,
        f"no card file known here; it begins with {first[:60]!r}",
        f"対応しているカード・データではありません（先頭：{first[:60]!r}）",
    )


_NEEDED: Final = {"scryfall-rulings": ("oracle_id", "comment"), "scryfall-cards": ("name", "layout")}
_LINE_FORMS: Final[tuple[tuple[Form, frozenset[str]], ...]] = (
    ("cards", frozenset({"name", "layout", "types"})),
    ("ja-texts", frozenset({"name", "text_ja"})),
    ("rulings", frozenset({"name", "date", "text"})),
)


class Sorted(NamedTuple):
    """Files by what they are."""

    forms: tuple[tuple[CardFile, Form], ...]

    def of(self, *forms: Form) -> list[CardFile]:
        """The files of these forms."""
        return [file for file, form in self.forms if form in forms]


def sort_files(files: Sequence[CardFile]) -> Sorted:
    """Look into every file; raises CardFileError for one that is none of the forms."""
    return Sorted(tuple((file, form_of(file)) for file in files))


def read_cards(files: Sorted) -> Iterator[Card]:
    """All cards of the files, each English name once: the first of it counts.

    Of Scryfall's, `oracle_cards` gives the cards and `all_cards` the Japanese names and texts.
    """
    seen: set[str] = set()
    for card in _cards(files):
        if card.name not in seen:
            seen.add(card.name)
            yield card


def _cards(files: Sorted) -> Iterator[Card]:
    if scryfall_files := files.of("scryfall-cards"):
        printings = scryfall.Printings()
        for file in scryfall_files:
            for raw in _objects(file, "name", "layout"):
                printings.add(raw)
        base = min(scryfall_files, key=lambda file: ("oracle" not in file.name.lower(), file.size))
        yield from scryfall.cards_of(_objects(base, "name", "layout"), printings)
    elif atomic := files.of("mtgjson"):
        for faces in _atomic(atomic[0]):
            if (card := mtgjson.card_of(faces)) is not None:
                yield card
    else:
        beside = _beside(files)
        for file in files.of("cards"):
            for raw in _lines(file):
                yield card_lines.card_of(raw, beside)


def read_rulings(files: Sorted, names: Mapping[str, str]) -> Iterator[Ruling | str]:
    """All rulings of the files; of one whose card is not known, the id it goes by.

    `names` maps Scryfall's oracle ids to English names, for its rulings; those of card files among the files
    are known without it.
    """
    if rulings := files.of("scryfall-rulings"):
        known = dict(names)
        for file in files.of("scryfall-cards"):
            known.update(_names_by_oracle_id(file))
        for file in rulings:
            yield from scryfall.rulings_of(_objects(file, "oracle_id", "comment"), known)
    elif atomic := files.of("mtgjson"):
        for faces in _atomic(atomic[0]):
            yield from mtgjson.rulings_of(faces)
    else:
        for file in files.of("rulings"):
            yield from card_lines.rulings_of(_lines(file))


def _names_by_oracle_id(file: CardFile) -> Iterator[tuple[str, str]]:
    none = scryfall.Printings()
    for raw in _objects(file, "name", "layout"):
        if raw.get("layout") not in scryfall.NOT_CARDS:
            card = scryfall.card_of(raw, none)
            yield card.oracle_id, card.name


def _beside(files: Sorted) -> card_lines.Beside:
    beside = card_lines.Beside()
    for file in files.of("names"):
        with file.open() as opened:
            for line in opened:
                english, _, japanese = line.decode("utf-8").rstrip("\r\n").partition("\t")
                beside.add_name(english, japanese)
    for file in files.of("ja-texts"):
        for raw in _lines(file):
            beside.texts[raw["name"]] = raw
    return beside


def _objects(file: CardFile, *needed: str) -> Iterator[Mapping[str, Any]]:
    """The objects of a file that is one array; each has the keys needed."""
    with file.open() as opened:
        try:
            for raw in ijson.items(opened, "item", use_float=True):
                if not isinstance(raw, dict) or not all(key in raw for key in needed):
                    raise _strange(file, raw, needed)
                yield raw
        except ijson.JSONError as error:
            raise _broken(file, error) from error


def _atomic(file: CardFile) -> Iterator[list[Mapping[str, Any]]]:
    """The faces of each card of MTGJSON's file."""
    with file.open() as opened:
        try:
            for name, faces in ijson.kvitems(opened, "data", use_float=True):
                if not isinstance(faces, list) or not faces or not all("name" in face for face in faces):
                    raise _strange(file, {name: faces}, ("name",))
                yield faces
        except ijson.JSONError as error:
            raise _broken(file, error) from error


def _strange(file: CardFile, raw: object, needed: Sequence[str]) -> CardFileError:
    shown = json.dumps(raw, ensure_ascii=False, default=str)[:100]
    return CardFileError(
        file.name,
        f"expected an object with {', '.join(needed)}, found {shown}",
        f"{'、'.join(needed)} を持つオブジェクトが必要ですが、{shown} がありました",
    )


def _broken(file: CardFile, error: Exception) -> CardFileError:
    reason = " ".join(str(error).split())[:200]
    return CardFileError(
        file.name,
        f"the JSON breaks off or is damaged ({reason})",
        f"JSON が途中で切れているか壊れています（{reason}）",
    )


def _lines(file: CardFile) -> Iterator[Mapping[str, Any]]:
    with file.open() as opened:
        for at, line in enumerate(opened, 1):
            if line.strip():
                yield _line(file.name, line.decode("utf-8"), at)


def _line(name: str, line: str, at: int) -> Mapping[str, Any]:
    try:
        raw: Mapping[str, Any] = json.loads(line)
    except ValueError as error:
        raise CardFileError(
            name,
            f"line {at} is no JSON object ({error}): {line[:80]!r}",
            f"{at}行目が JSON ではありません（{error}）：{line[:80]!r}",
        ) from error
    return raw
