"""The real texts as documents: rules of every edition, wiki pages, cards, rulings.

Everything is read from the folder of real texts beside the checkout; nothing of it is kept here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from scraper.cr import parse_cr
from scraper.decode import decode
from scraper.document import Document, Source, Title
from scraper.wiki import parse_saved

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
CURRENT = "2026-01-16"


def rules(edition: str = CURRENT) -> tuple[Document, ...]:
    """The documents of one edition of the rules."""
    return parse_cr(decode((DATA / "cr" / "en" / f"{edition}.txt").read_bytes()).text).documents


def editions() -> list[str]:
    """Dates of all editions, oldest first."""
    return sorted(path.stem for path in (DATA / "cr" / "en").glob("*.txt"))


def older_rules(count: int) -> Iterator[Document]:
    """The documents of the `count` editions before the newest."""
    for edition in editions()[-1 - count : -1]:
        yield from rules(edition)


def wiki() -> Iterator[Document]:
    """The documents of the saved wiki pages."""
    for path in sorted((DATA / "wiki").glob("*.txt")):
        yield from parse_saved(decode(path.read_bytes()).text, path.stem).documents()


def cards() -> Iterator[Document]:
    """Every card with its names, and its texts in both languages where there are two."""
    japanese = {}
    with (DATA / "cards" / "ja_texts.jsonl").open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            japanese[row["name"]] = row
    source = Source("cards", "Card data")
    with (DATA / "cards" / "cards.jsonl").open(encoding="utf-8") as file:
        for order, line in enumerate(file):
            card = json.loads(line)
            faces = card.get("faces") or []
            printed = japanese.get(card["name"], {})
            texts = [card["text"] or "", *(face.get("text") or "" for face in faces)]
            yield Document(
                f"card:{card['name']}",
                "card",
                "en",
                Title(card["name"], card["name_ja"] or ""),
                "\n".join(dict.fromkeys(text for text in texts if text)),
                source,
                order=order,
                facts={
                    "names": tuple(face["name"] for face in faces),
                    "names_ja": tuple(face["name_ja"] for face in faces if face.get("name_ja")),
                    "type": (" ".join([*card["supertypes"], *card["types"], *card["subtypes"]]),),
                    "type_ja": (printed.get("type_ja", ""),),
                    "text_ja": (printed.get("text_ja", ""),),
                },
            )


def rulings() -> Iterator[Document]:
    """Every ruling."""
    source = Source("rulings", "Rulings")
    with (DATA / "cards" / "rulings.jsonl").open(encoding="utf-8") as file:
        for order, line in enumerate(file):
            row = json.loads(line)
            yield Document(
                f"ruling:{row['name']}#{order}",
                "ruling",
                "en",
                Title(row["name"]),
                row["text"],
                source,
                parent=f"card:{row['name']}",
                order=order,
            )


def texts(older: int = 0) -> Iterator[Document]:
    """Rules in force, wiki, and so many older editions."""
    yield from rules()
    yield from wiki()
    yield from older_rules(older)


def everything(older: int = 10) -> Iterator[Document]:
    """All of it: rules in force, wiki, cards, rulings, and so many older editions."""
    yield from rules()
    yield from wiki()
    yield from cards()
    yield from rulings()
    yield from older_rules(older)
