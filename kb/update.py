"""Bring a source up to date: read → decode → parse → validate → pending → promote → index.

What can be seen from outside changes only when a transaction ends, so that a kill at any moment leaves the
last good state; the index is built beside the one in use and swapped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import Connection

from kb.editions.service import prepare
from kb.errors import Busy, UserError
from kb.indexing import rebuild_index
from kb.progress import SILENT, Progress
from kb.settings import Settings
from kb.sources import source as find_source
from kb.sources.model import FileList, Parsed, SourceAdapter, SourceFault, UpdateFailed, files_at
from kb.store import Store
from kb.store_write import counts_before, held_counts, merge_edition, promote_edition, stage_edition
from scraper.cr_model import Fault


@dataclass(frozen=True, slots=True)
class Imported:
    """An edition that an update brought in."""

    edition: str
    origin: str
    counts: Mapping[str, int]
    notes: tuple[Fault, ...] = ()
    pk: int = -1


@dataclass(frozen=True, slots=True)
class UpdateReport:
    """What an update did."""

    source: str
    imported: tuple[Imported, ...]
    skipped: tuple[str, ...] = ()
    """Files of the folder that are none of this source."""
    dry_run: bool = False


def update_from(
    settings: Settings, source_name: str, where: Path, *, dry_run: bool = False, progress: Progress = SILENT
) -> UpdateReport:
    """Import a file or a folder of files of a source.

    Raises UpdateFailed with every fault found, BadInput for a path that leads nowhere, Busy while another
    update runs; the store is then as it was.
    """
    source = find_source(source_name)
    files = files_at(where, source.suffixes)
    with one_update(settings):
        store = Store.open(settings)
        with recorded(store, source.id, dry_run=dry_run):
            report = import_files(
                store, source, files, settings.fall_share, dry_run=dry_run, progress=progress
            )
        if not dry_run:
            if source.id == "cr":
                progress.say("pairing the editions", "版どうしの対応を計算中")
                prepare(store)
            progress.say("building the search index", "検索用の索引を作成中")
            rebuild_index(settings, store)
    return report


def import_files(
    store: Store,
    source: SourceAdapter,
    files: FileList,
    fall_share: float,
    *,
    dry_run: bool = False,
    progress: Progress = SILENT,
) -> UpdateReport:
    """Everything between files and promotion, in one transaction; a dry run takes it back at the end."""
    files = source.ordered(files)
    with store.writing() as connection:
        editions = source.parse(tuple(files), store, progress)
        pending = stage_all(connection, source, editions, fall_share)
        promote_all(connection, pending)
        if dry_run:
            connection.rollback()
    skipped = tuple(path.name for path in files.skipped)
    return UpdateReport(source.id, tuple(pending), skipped, dry_run)


def stage_all(
    connection: Connection, source: SourceAdapter, editions: Iterable[Parsed], fall_share: float
) -> list[Imported]:
    """Check every edition and write it as pending; raises UpdateFailed with the faults of all of them."""
    faults: list[tuple[str, Fault]] = []
    pending: list[Imported] = []
    for parsed in editions:
        before = counts_before(connection, source.id, parsed.edition)
        found = parsed.check(before, fall_share)
        if not found:
            try:
                imported = stage_one(connection, source, parsed)
            except SourceFault as error:
                found = (Fault(error.en, error.ja),)
            else:
                pending.append(imported)
                found = () if source.merges else fallen(before, imported.counts, fall_share)
        faults.extend((parsed.origin, fault) for fault in found)
    if faults:
        raise UpdateFailed(source.id, faults)
    return pending


def fallen(before: Mapping[str, int] | None, now: Mapping[str, int], share: float) -> tuple[Fault, ...]:
    """What was counted much less often than in the edition before.

    >>> fallen({"cards": 100}, {"cards": 60}, 0.05)[0].en
    'cards: 60 where 100 were held: more than 5 % are gone (MTGKB_FALL_SHARE sets how much may go)'
    """
    return tuple(
        Fault(
            f"{name}: {now.get(name, 0)} where {count} were held: more than {share * 100:g} % are gone "
            "(MTGKB_FALL_SHARE sets how much may go)",
            f"{name}：{count} 件あったものが {now.get(name, 0)} 件になり、{share * 100:g}％を超えて減っています"
            "（許容する割合は MTGKB_FALL_SHARE で変えられます）",
        )
        for name, count in (before or {}).items()
        if now.get(name, 0) < count * (1 - share)
    )


def stage_one(connection: Connection, source: SourceAdapter, parsed: Parsed) -> Imported:
    """Write one edition as pending, into what is held where the source merges."""
    write = merge_edition if source.merges else stage_edition
    pk = write(
        connection,
        source.id,
        parsed.edition,
        parsed.documents,
        sha256=parsed.sha256,
        origin=parsed.origin,
        counts=parsed.counts,
    )
    return Imported(parsed.edition, parsed.origin, held_counts(connection, pk), parsed.notes, pk)


def promote_all(connection: Connection, pending: Sequence[Imported]) -> None:
    """Make the pending editions seen."""
    for imported in pending:
        promote_edition(connection, imported.pk)


@contextmanager
def one_update(settings: Settings) -> Iterator[None]:
    """Hold the lock of updates, or raise Busy; the system lets go of it when the process dies."""
    settings.home.mkdir(parents=True, exist_ok=True)
    lock = FileLock(settings.lock_file, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise Busy(
            "another update is running; this one did nothing",
            "別の更新が実行中のため、何もせずに終了しました",
        ) from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def recorded(store: Store, source: str, *, dry_run: bool) -> Iterator[None]:
    """Remember how the update ended, for `status`; a dry run leaves no trace."""
    try:
        yield
    except UserError as error:
        if not dry_run:
            store.record(source, ok=False, en=error.en, ja=error.ja)
        raise
    if not dry_run:
        store.record(source, ok=True, en="", ja="")
