"""Cards, with their Japanese names and texts: files of Scryfall, of MTGJSON, or card lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import IO, Final, cast

from kb.progress import CountedFile, Progress
from kb.settings import Settings
from kb.sources.bulk import fetch_bulk
from kb.sources.model import FileList, Obtained, Parsed, Raw, SourceFault, refused
from kb.store import Store
from scraper.card_model import OWNER, card_document
from scraper.cards import CardFile, CardFileError, Sorted, read_cards, sort_files
from scraper.document import Document, Source
from scraper.fetch import Fetcher

_DATE = re.compile(r"(?<!\d)(20\d\d)-?(\d\d)-?(\d\d)")
CARD_SOURCES: Final = {
    "scryfall": Source("cards", "Scryfall", "https://scryfall.com/docs/api/bulk-data", owner=OWNER),
    "mtgjson": Source("cards", "MTGJSON", "https://mtgjson.com/", owner=OWNER),
    "lines": Source("cards", "Card data", owner=OWNER),
}


@dataclass(frozen=True, slots=True)
class CardsSource:
    """All cards, in place of those held."""

    id: str = "cards"
    merges: bool = False
    suffixes: tuple[str, ...] = (".json", ".jsonl", ".tsv", ".gz")

    def ordered(self, files: FileList) -> FileList:
        """As they are: which is which is told by their content."""
        return files

    def fetch(self, fetcher: Fetcher, settings: Settings, store: Store, progress: Progress) -> Obtained:
        """The bulk files of oracle_cards and all_cards, where they are newer than what is held."""
        return fetch_bulk(fetcher, settings, store, progress, self.id, ("oracle_cards", "all_cards"))

    def parse(self, raws: Sequence[Raw], store: Store, progress: Progress) -> Iterator[Parsed]:  # noqa: ARG002
        """One edition of all the cards in the files, read while it is stored."""
        try:
            files = sort_files([card_file(raw, progress) for raw in raws])
        except CardFileError as error:
            yield refused(raws[0], error.en, error.ja)
            return
        if not files.of("scryfall-cards", "mtgjson", "cards"):
            yield refused(
                raws[0],
                f"no cards in {', '.join(raw.name for raw in raws)}",
                f"{'、'.join(raw.name for raw in raws)} にカードのデータがありません",
            )
            return
        edition = edition_of(raws)
        source = replace(source_of(files), edition=edition)
        yield Parsed(edition, card_documents(files, source), digest_of(raws), origin_of(raws))


SOURCE: Final = CardsSource()


def card_documents(files: Sorted, source: Source) -> Iterator[Document]:
    """The documents, one at a time; raises SourceFault where a file breaks off."""
    try:
        for order, card in enumerate(read_cards(files)):
            yield card_document(card, source, order)
    except CardFileError as error:
        raise SourceFault(error.name, error.en, error.ja) from error


def card_file(raw: Raw, progress: Progress) -> CardFile:
    """A file whose reading is shown (the first look at what it is is not)."""
    looked = False

    def opened() -> IO[bytes]:
        nonlocal looked
        file: IO[bytes] = raw.open()
        if not looked:
            looked = True
            return file
        counted = CountedFile(
            progress, file, size=raw.size, en=f"reading {raw.name}", ja=f"{raw.name} を読み込み中"
        )
        return cast(IO[bytes], counted)

    return CardFile(raw.name, opened, raw.size)


def source_of(files: Sorted) -> Source:
    """Whose files they are."""
    whose = next((form.partition("-")[0] for _, form in files.forms if form.startswith("scryfall")), "")
    return CARD_SOURCES[whose or ("mtgjson" if files.of("mtgjson") else "lines")]


def edition_of(raws: Sequence[Raw]) -> str:
    """The day that a file's name gives, the latest of them; '' when none does.

    >>> edition_of([Raw("oracle-cards-20260116100303.json")])
    '2026-01-16'
    """
    found = (_DATE.search(raw.name) for raw in raws)
    return max(("-".join(match.groups()) for match in found if match), default="")


def digest_of(raws: Sequence[Raw]) -> str:
    """The digest of one file, or of the digests of several."""
    digests = [raw.sha256 for raw in raws]
    return digests[0] if len(digests) == 1 else sha256("".join(digests).encode()).hexdigest()


def origin_of(raws: Sequence[Raw]) -> str:
    """The names of the files."""
    return ", ".join(raw.name for raw in raws)
