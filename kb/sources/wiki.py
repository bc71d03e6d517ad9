"""Pages of the MTG Wiki, as text or as HTML: those given take the place of those of the same name."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Final
from urllib.parse import unquote

from kb.progress import Progress, each
from kb.settings import Settings
from kb.sources.model import FileList, Obtained, Parsed, Raw
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
        """One edition of all the pages."""
        documents: list[Document] = []
        faults: list[Fault] = []
        digest = sha256()
        names: list[str] = []
        for raw in each(progress, raws, total=len(raws), en="reading pages", ja="ページを読み込み中"):
            digest.update(bytes.fromhex(raw.sha256))
            names.append(raw.name)
            try:
                documents.extend(parse_one(raw))
            except (DecodeError, EmptyPage) as error:
                faults.append(Fault(f"{raw.name}: {error.en}", f"{raw.name}：{error.ja}"))
        revision = max((document.source.edition for document in documents), default="")
        origin = names[0] if len(names) == 1 else f"{len(names)} files"
        check = partial(_faults_found, tuple(faults))
        yield Parsed(revision, documents, digest.hexdigest(), origin, None, check)


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


def _faults_found(
    faults: tuple[Fault, ...], _before: Mapping[str, int] | None, _share: float
) -> tuple[Fault, ...]:
    return faults


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
