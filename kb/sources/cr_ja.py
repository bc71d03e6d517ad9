"""The Japanese Comprehensive Rules, as text or HTML; an edition is the English one it translates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kb.progress import Progress, each
from kb.settings import Settings
from kb.sources.cr import parsed_edition, rules_text
from kb.sources.model import FileList, Obtained, Parsed, Raw, refused
from kb.store import Store
from scraper.cr_ja import parse_cr_ja, translation
from scraper.decode import DecodeError, decode
from scraper.fetch import Fetcher
from scraper.rules_page import fetch_japanese


@dataclass(frozen=True, slots=True)
class CrJaSource:
    """Translations; a corrected one takes the place of the one before."""

    id: str = "cr-ja"
    merges: bool = False
    suffixes: tuple[str, ...] = (".txt", ".html", ".htm")

    def ordered(self, files: FileList) -> FileList:
        """Oldest first, and of the same edition the one with the most corrections last."""
        return FileList(tuple(sorted(files.paths, key=_version_of)), files.skipped)

    def fetch(self, fetcher: Fetcher, settings: Settings, store: Store, progress: Progress) -> Obtained:
        """The newest text that the page links, where that very text is not held."""
        progress.say("looking for the Japanese rules", "日本語版ルールを確認中")
        return rules_text(fetch_japanese(fetcher, settings.cr_ja_url), store, self.id)

    def parse(self, raws: Sequence[Raw], store: Store, progress: Progress) -> Iterator[Parsed]:  # noqa: ARG002
        """An edition for each file."""
        reading = each(
            progress, raws, total=len(raws), en="reading Japanese rules", ja="日本語版ルールを読み込み中"
        )
        return map(parse_one, reading)


SOURCE: Final = CrJaSource()


def parse_one(raw: Raw) -> Parsed:
    """Bytes to an edition; whatever is wrong is told by its check, never raised."""
    try:
        text = decode(raw.data).text
    except DecodeError as error:
        return refused(raw, error.en, error.ja)
    patch = translation(text).partition(".")[2]
    return parsed_edition(raw, parse_cr_ja(text), **({"patch": int(patch)} if patch else {}))


def _version_of(path: Path) -> str:
    try:
        return translation(decode(path.read_bytes()).text)
    except DecodeError:
        return ""
