"""Pages of the MTG Wiki, as text or as HTML: those given take the place of those of the same name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import PurePath
from typing import Final
from urllib.parse import unquote

from kb.progress import Progress
from kb.sources.model import FileList, Parsed, Raw
from kb.store import Store
from scraper.cr_model import Fault
from scraper.decode import DecodeError, decode
from scraper.document import Document
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

    def parse(self, raws: Sequence[Raw], store: Store, progress: Progress) -> Iterator[Parsed]:  # noqa: ARG002
        """One edition of all the pages."""
        documents: list[Document] = []
        faults: list[Fault] = []
        digest = sha256()
        names: list[str] = []
        for raw in progress.each(raws, total=len(raws), en="reading pages", ja="ページを読み込み中"):
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
