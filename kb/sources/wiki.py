"""Pages of the MTG Wiki, as text or as HTML: those given take the place of those of the same name."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Final
from urllib.parse import unquote

from kb.progress import Progress, each
from kb.settings import Settings
from kb.sources.model import FileList, Obtained, Parsed, Raw, SourceFault
from kb.store import Store
from scraper.cr_model import Fault
from scraper.decode import DecodeError, decode
from scraper.document import Document
from scraper.fetch import Fetcher
from scraper.fetch_cache import write_whole
from scraper.mediawiki import crawl
from scraper.mediawiki_mirror import Mirror
from scraper.wiki import parse_html, parse_saved


@dataclass(frozen=True, slots=True)
class WikiSource:
    """All pages of one import together, dated by the newest revision among them."""

    id: str = "wiki"
    merges: bool = True
    suffixes: tuple[str, ...] = (".txt", ".html", ".htm")

    def ordered(self, files: FileList) -> FileList:
        """As they come: pages do not depend on each other."""
        return files

    def fetch(self, fetcher: Fetcher, settings: Settings, store: Store, progress: Progress) -> Obtained:
        """The pages that a crawl found new since the last import, and those that are gone."""
        progress.say(f"crawling {settings.wiki_url}", f"{settings.wiki_url} を巡回中")
        mirror = Mirror(settings.cache_folder / "wiki")
        count = progress.counter("fetching pages", "ページを取得中")
        crawl(fetcher, mirror, settings.wiki_url, progress=count)
        return Ledger(mirror.folder / "imported.json").compare(mirror, store)

    def parse(self, raws: Sequence[Raw], store: Store, progress: Progress) -> Iterator[Parsed]:  # noqa: ARG002
        """One edition of all the pages, read while they are stored; `notes` name those left out."""
        left_out: list[Fault] = []
        digest = sha256("".join(raw.sha256 for raw in raws).encode()).hexdigest()
        origin = raws[0].name if len(raws) == 1 else f"{len(raws)} pages"
        yield Parsed("", page_documents(raws, progress, left_out), digest, origin, notes=left_out)


SOURCE: Final = WikiSource()


@dataclass(frozen=True, slots=True)
class Ledger:
    """Which page files of the mirror are in the store: title to digest of the file.

    Written after the import is committed: a kill in between imports the same pages once more.
    """

    path: Path

    def compare(self, mirror: Mirror, store: Store) -> Obtained:
        """What differs between the mirror and the store."""
        held = self._read() if store.editions("wiki") else {}
        files = {title: mirror.pages_folder / page.file for title, page in mirror.load().pages.items()}
        raws = {title: Raw(f"{title}.html", path) for title, path in files.items()}
        now = {title: raw.sha256 for title, raw in raws.items()}
        changed = tuple(raws[title] for title in sorted(now) if held.get(title) != now[title])
        removed = tuple(f"wiki:{title}" for title in sorted(held) if title not in now)
        return Obtained(
            changed, removed, partial(write_whole, self.path, json.dumps(now, ensure_ascii=False))
        )

    def _read(self) -> dict[str, str]:
        try:
            held: dict[str, str] = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):  # never written: everything is imported
            return {}
        return held


def page_documents(raws: Sequence[Raw], progress: Progress, left_out: list[Fault]) -> Iterator[Document]:
    """The documents of the pages; one that cannot be read is left out, and what is held of it stays.

    Raises SourceFault with all of those when they are more than a few among many.
    """
    for raw in each(progress, raws, total=len(raws), en="reading pages", ja="ページを読み込み中"):
        try:
            yield from parse_one(raw)
        except (DecodeError, EmptyPage) as error:
            left_out.append(Fault(f"{raw.name}: {error.en}", f"{raw.name}：{error.ja}"))
    if len(left_out) > len(raws) * _MOST_LEFT_OUT:
        raise SourceFault(
            "",
            "\n".join(fault.en for fault in left_out[:_SHOWN]),
            "\n".join(fault.ja for fault in left_out[:_SHOWN]),
        )


_MOST_LEFT_OUT: Final = 0.02
"""Share of unreadable pages above which something is wrong with the source and not with a page."""
_SHOWN: Final = 20


class EmptyPage(ValueError):  # noqa: N818
    """A file that holds no text of a page."""

    en = "no text of a wiki page in it"
    ja = "Wiki のページの文章がありません"


def page_name(file_name: str) -> str:
    """The page that a file was saved from.

    >>> page_name("エンジン始動！.txt"), page_name("Plot%2FTest.html")
    ('エンジン始動！', 'Plot/Test')
    """
    # a Mac stores ド as ト and a mark
    return unicodedata.normalize("NFC", unquote(PurePath(file_name).stem))


def parse_one(raw: Raw) -> tuple[Document, ...]:
    """The documents of a page; raises DecodeError or EmptyPage.

    >>> [d.id for d in parse_one(Raw("計画.txt", content="計画/Plotとは、…".encode()))]
    ['wiki:計画']
    """
    text = decode(raw.data).text
    is_html = raw.name.lower().endswith((".html", ".htm")) or text.lstrip().casefold().startswith(
        ("<!doctype", "<html")
    )
    page = (parse_html if is_html else parse_saved)(text, page_name(raw.name))
    documents = page.documents()
    if not any(section.text.strip() for section in page.sections):
        raise EmptyPage(raw.name)
    return documents
