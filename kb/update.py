"""Bring sources up to date, from files or from the network, then the index."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from kb.errors import UserError
from kb.indexing import index_generation, rebuild_index
from kb.lock import one_update
from kb.pipeline import Imported, import_files
from kb.progress import SILENT, Progress
from kb.settings import Settings
from kb.sources import NAMES
from kb.sources import source as find_source
from kb.sources.bulk import name_of
from kb.sources.model import FileList, Obtained, SourceAdapter, files_at
from kb.store import Store
from scraper.fetch import Fetcher
from scraper.fetch_errors import FetchError
from scraper.mediawiki_model import CrawlError
from scraper.rules_page import NoRulesLink

EXPECTED: Final = (UserError, FetchError, CrawlError, NoRulesLink)
"""What an update may fail with; each says why in both languages."""
SELDOM: Final = ("cards", "rulings")
"""Large files of which a new one every day is no use."""


@dataclass(frozen=True, slots=True)
class UpdateReport:
    """How the update of one source ended."""

    source: str
    imported: tuple[Imported, ...] = ()
    """() when what is held is current."""
    skipped: tuple[str, ...] = ()
    """Files of the folder that are none of this source."""
    removed: int = 0
    """Pages that are gone from the source."""
    dry_run: bool = False
    failure: Exception | None = None
    """One of `EXPECTED`; what was held before is still held."""


def fetcher_of(settings: Settings) -> Fetcher:
    """What fetches for an update."""
    return Fetcher(settings.cache_folder / "http", settings.contact, settings.request_interval)


def update_from(
    settings: Settings, name: str, where: str | Path, *, dry_run: bool = False, progress: Progress = SILENT
) -> UpdateReport:
    """Import a file, the files of a folder, or what an address gives.

    Raises UpdateFailed with every fault found, BadInput for a path that leads nowhere, FetchError, and Busy
    while another update runs; the store is then as it was.
    """
    source = find_source(name)
    with one_update(settings):
        store = Store.open(settings)
        with recorded(store, source.id, dry_run=dry_run):
            files = files_of(source, settings, where)
            imported = import_files(
                store, source, tuple(files), settings.fall_share, dry_run=dry_run, progress=progress
            )
        if not dry_run:
            rebuild_index(settings, store, progress)
    return UpdateReport(source.id, imported, tuple(path.name for path in files.skipped), dry_run=dry_run)


def files_of(source: SourceAdapter, settings: Settings, where: str | Path) -> FileList:
    """The files at a path, in the order of the source; an address is fetched first."""
    if not re.match(r"https?://", str(where)):
        return source.ordered(files_at(Path(where), source.suffixes))
    with fetcher_of(settings) as fetcher:
        found = fetcher.get(str(where))
    return FileList((found.path,), names={found.path: name_of(found.url)})


def update_online(
    settings: Settings,
    names: Sequence[str] = (),
    *,
    dry_run: bool = False,
    progress: Progress = SILENT,
    told: Callable[[UpdateReport], None] = lambda _report: None,
) -> list[UpdateReport]:
    """Bring the sources named, or all, up to date from the network; one that fails does not stop the others.

    `told` hears of each as it ends. Raises Busy while another update runs, BadInput for an unknown name.
    """
    sources = [find_source(name) for name in names or NAMES]
    with one_update(settings):
        store = Store.open(settings)
        reports = []
        with fetcher_of(settings) as fetcher:
            for source in sources:
                if names or not is_recent(store, source.id, settings.cards_days):
                    report = update_one(store, source, fetcher, settings, dry_run=dry_run, progress=progress)
                else:
                    report = UpdateReport(source.id)
                reports.append(report)
                told(report)
        if not dry_run and index_generation(settings) < store.generation():
            rebuild_index(settings, store, progress)
    return reports


def update_one(
    store: Store,
    source: SourceAdapter,
    fetcher: Fetcher,
    settings: Settings,
    *,
    dry_run: bool,
    progress: Progress,
) -> UpdateReport:
    """Fetch one source and import what is new; a failure is in the report and remembered for `status`."""
    try:
        with recorded(store, source.id, dry_run=dry_run):
            obtained = source.fetch(fetcher, settings, store, progress)
            imported = import_obtained(
                store, source, obtained, settings.fall_share, dry_run=dry_run, progress=progress
            )
    except EXPECTED as error:
        return UpdateReport(source.id, failure=error, dry_run=dry_run)
    if not dry_run:
        obtained.done()
    return UpdateReport(source.id, imported, removed=len(obtained.removed), dry_run=dry_run)


def import_obtained(
    store: Store,
    source: SourceAdapter,
    obtained: Obtained,
    fall_share: float,
    *,
    dry_run: bool,
    progress: Progress,
) -> tuple[Imported, ...]:
    """Import what the network gave; nothing to do where what is held is current."""
    if not obtained.files and not obtained.removed:
        return ()
    return import_files(
        store,
        source,
        obtained.files,
        fall_share,
        removed=obtained.removed,
        dry_run=dry_run,
        progress=progress,
    )


def is_recent(store: Store, source: str, days: int) -> bool:
    """Whether a source of large files was brought up to date a few days ago."""
    success, _ = store.attempts().get(source, (None, None))
    if source not in SELDOM or success is None:
        return False
    return datetime.now(UTC) - datetime.fromisoformat(success.at) < timedelta(days=days)


@contextmanager
def recorded(store: Store, source: str, *, dry_run: bool) -> Iterator[None]:
    """Remember how the update ended, for `status`; a dry run leaves no trace."""
    try:
        yield
    except EXPECTED as error:
        if not dry_run:
            store.record(source, ok=False, en=error.en, ja=error.ja)
        raise
    if not dry_run:
        store.record(source, ok=True, en="", ja="")
