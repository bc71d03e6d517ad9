"""The English Comprehensive Rules: one file is one edition, dated by the text inside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from kb.progress import Progress, each
from kb.settings import Settings
from kb.sources.model import FileList, Obtained, Parsed, Raw, refused
from kb.store import Store
from scraper.cr import Edition, effective_date, parse_cr
from scraper.cr_model import Fault
from scraper.cr_validate import InvalidEdition, validate
from scraper.decode import DecodeError, decode
from scraper.fetch import Fetched, Fetcher
from scraper.rules_page import fetch_rules

_HTML = ("<!doctype html", "<html", "<?xml")


@dataclass(frozen=True, slots=True)
class CrSource:
    """Editions, each in place of an earlier import of the same date."""

    id: str = "cr"
    merges: bool = False
    suffixes: tuple[str, ...] = (".txt",)

    def ordered(self, files: FileList) -> FileList:
        """Oldest first, so that each is checked against the one before it."""
        return FileList(tuple(sorted(files.paths, key=_date_of)), files.skipped)

    def fetch(self, fetcher: Fetcher, settings: Settings, store: Store, progress: Progress) -> Obtained:
        """The text that the rules page links, where that very text is not held."""
        progress.say("looking for the current rules", "最新のルールを確認中")
        return rules_text(fetch_rules(fetcher, settings.cr_url), store, self.id)

    def parse(self, raws: Sequence[Raw], store: Store, progress: Progress) -> Iterator[Parsed]:  # noqa: ARG002
        """An edition for each file."""
        return map(
            parse_one, each(progress, raws, total=len(raws), en="reading rules", ja="ルールを読み込み中")
        )


SOURCE: Final = CrSource()


def parse_one(raw: Raw) -> Parsed:
    """Bytes to an edition; whatever is wrong is told by its check, never raised.

    >>> parse_one(Raw("x.txt", content=b"<html><body>Not here</body></html>")).check(None, 0.05)[0].en
    'this is a web page where the text of the rules was expected'
    """
    try:
        text = decode(raw.data).text
    except DecodeError as error:
        return refused(raw, error.en, error.ja)
    if text.lstrip().casefold().startswith(_HTML):
        return refused(
            raw,
            "this is a web page where the text of the rules was expected",
            "ルールのテキストではなくウェブページです",
            tuple(enumerate(text.lstrip().split("\n")[:2], 1)),
        )
    return parsed_edition(raw, parse_cr(text))


def parsed_edition(raw: Raw, edition: Edition, **more: int) -> Parsed:
    """An edition of either language with its own counts and checks."""
    counts = {name: count for name, count in asdict(edition.counts).items() if name != "continuations"}
    return Parsed(
        edition.effective,
        edition.documents,
        raw.sha256,
        raw.name,
        {**counts, **more},
        partial(_check, edition),
        edition.oddities,
    )


def _check(edition: Edition, before: Mapping[str, int] | None, share: float) -> tuple[Fault, ...]:
    try:
        validate(edition, before, share=share)
    except InvalidEdition as error:
        return error.faults
    return ()


def rules_text(found: Fetched, store: Store, source: str) -> Obtained:
    """The text to import; nothing where an edition of exactly these bytes is held."""
    if any(info.sha256 == found.record.sha256 for info in store.editions(source)):
        return Obtained()
    name = unquote(urlsplit(found.url).path).rsplit("/", 1)[-1]
    return Obtained((Raw(name, found.path),))


def _date_of(path: Path) -> str:
    """The date inside the text; a file without one comes first, and is refused when it is parsed."""
    try:
        return effective_date(decode(path.read_bytes()).text)
    except DecodeError:
        return ""
