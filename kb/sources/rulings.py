"""Rulings on cards; Scryfall's name their card by an id, which the cards held tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kb.progress import Progress
from kb.settings import Settings
from kb.sources.bulk import fetch_bulk
from kb.sources.cards import card_file, digest_of, edition_of, origin_of, source_of
from kb.sources.model import FileList, Obtained, Parsed, Raw, SourceFault, refused
from kb.store import Store
from scraper.card_model import Ruling, ruling_documents
from scraper.cards import CardFileError, Sorted, read_rulings, sort_files
from scraper.document import Document, Source
from scraper.fetch import Fetcher

_MOST_UNKNOWN: Final = 0.5
"""Share of rulings on unknown cards above which the cards must be loaded first."""


@dataclass(frozen=True, slots=True)
class RulingsSource:
    """All rulings, in place of those held."""

    id: str = "rulings"
    merges: bool = False
    suffixes: tuple[str, ...] = (".json", ".jsonl", ".gz")

    def ordered(self, files: FileList) -> FileList:
        """As they are: which is which is told by their content."""
        return files

    def fetch(self, fetcher: Fetcher, settings: Settings, store: Store, progress: Progress) -> Obtained:
        """The bulk file of rulings, where it is newer than what is held."""
        return fetch_bulk(fetcher, settings, store, progress, self.id, ("rulings",))

    def parse(self, raws: Sequence[Raw], store: Store, progress: Progress) -> Iterator[Parsed]:
        """One edition of all the rulings in the files, read while it is stored."""
        try:
            files = sort_files([card_file(raw, progress) for raw in raws])
        except CardFileError as error:
            yield refused(raws[0], error.en, error.ja)
            return
        if not files.of("scryfall-rulings", "mtgjson", "rulings"):
            yield refused(
                raws[0],
                f"no rulings in {', '.join(raw.name for raw in raws)}",
                f"{'、'.join(raw.name for raw in raws)} に裁定のデータがありません",
            )
            return
        edition = edition_of(raws)
        source = replace(source_of(files), id="rulings", edition=edition)
        documents = ruling_documents_of(files, source, *held_names(store))
        yield Parsed(edition, documents, digest_of(raws), origin_of(raws))


SOURCE: Final = RulingsSource()


def held_names(store: Store) -> tuple[dict[str, str], dict[str, str]]:
    """English names by oracle id, and Japanese names by English name, of the cards held."""
    by_id: dict[str, str] = {}
    japanese: dict[str, str] = {}
    for document in store.documents("card", "cards"):
        for oracle_id in document.facts.get("oracle_id", ()):
            by_id[oracle_id] = document.title.en
        if document.title.ja:
            japanese[document.title.en] = document.title.ja
    return by_id, japanese


def ruling_documents_of(
    files: Sorted, source: Source, by_id: Mapping[str, str], japanese: Mapping[str, str]
) -> Iterator[Document]:
    """The documents, one at a time; raises SourceFault where a file breaks off or most cards are unknown."""
    known = unknown = 0

    def only_known() -> Iterator[Ruling]:
        nonlocal known, unknown
        for ruling in read_rulings(files, by_id):
            if isinstance(ruling, str):
                unknown += 1
            else:
                known += 1
                yield ruling

    try:
        yield from ruling_documents(only_known(), source, japanese)
    except CardFileError as error:
        raise SourceFault(error.name, error.en, error.ja) from error
    if unknown > _MOST_UNKNOWN * (known + unknown):
        raise SourceFault(
            "",
            f"{unknown} of {known + unknown} rulings are on cards that are not held: update cards first, "
            "or give the card file beside the rulings",
            f"裁定{known + unknown}件のうち{unknown}件のカードが取り込まれていません。先に mtgkb update cards "
            "を実行するか、カードのファイルも一緒に指定してください",
        )
