"""The Japanese Comprehensive Rules, as text or HTML; an edition is the English one it translates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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

    def parse(self, raws: Sequence[Raw], store: Store, progress: Progress) -> Iterator[Parsed]:
        """An edition for each file; one that is older than the correction held is refused."""
        reading = each(
            progress, raws, total=len(raws), en="reading Japanese rules", ja="日本語版ルールを読み込み中"
        )
        held = {info.edition: info.counts.get("patch", 0) for info in store.editions(self.id)}
        return (not_older(raw, parse_one(raw), held) for raw in reading)


SOURCE: Final = CrJaSource()


def parse_one(raw: Raw) -> Parsed:
    """Bytes to an edition; whatever is wrong is told by its check, never raised."""
    try:
        text = decode(raw.data).text
    except DecodeError as error:
        return refused(raw, error.en, error.ja)
    patch = translation(text).partition(".")[2]
    return parsed_edition(raw, parse_cr_ja(text), **({"patch": int(patch)} if patch else {}))


def not_older(raw: Raw, parsed: Parsed, held: Mapping[str, int]) -> Parsed:
    """The edition itself, or its refusal where more corrections of it are held (number by edition)."""
    patch, corrections = (parsed.counts or {}).get("patch", 0), held.get(parsed.edition, 0)
    if patch >= corrections:
        return parsed
    return refused(
        raw,
        f"this is correction {patch} of the translation of {parsed.edition}, and correction {corrections} is held",
        f"これは{parsed.edition}版の和訳の訂正{patch}で、より新しい訂正{corrections}が取り込まれています",
    )


def _version_of(path: Path) -> str:
    try:
        return translation(decode(path.read_bytes()).text)
    except DecodeError:
        return ""
