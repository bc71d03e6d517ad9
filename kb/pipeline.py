"""The road of every import: read → decode → parse → validate → pending → promote, in one transaction.

What can be seen from outside changes only when the transaction ends, so that a kill at any moment leaves the
last good state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from kb.progress import SILENT, Progress
from kb.sources.model import Parsed, Raw, SourceAdapter, SourceFault, UpdateFailed
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


def import_files(
    store: Store,
    source: SourceAdapter,
    files: Sequence[Raw],
    fall_share: float,
    *,
    removed: Sequence[str] = (),
    dry_run: bool = False,
    progress: Progress = SILENT,
) -> tuple[Imported, ...]:
    """Everything between files and promotion; a dry run takes it back at the end.

    `removed` are pages to take out. Raises UpdateFailed with every fault found; the store is then as it was.
    """
    with store.writing() as connection:
        editions = source.parse(files, store, progress)
        pending = stage_all(connection, source, editions, fall_share, removed)
        promote_all(connection, pending)
        if dry_run:
            connection.rollback()
    return tuple(pending)


def stage_all(
    connection: Connection,
    source: SourceAdapter,
    editions: Iterable[Parsed],
    fall_share: float,
    removed: Sequence[str] = (),
) -> list[Imported]:
    """Check every edition and write it as pending; raises UpdateFailed with the faults of all of them."""
    faults: list[tuple[str, Fault]] = []
    pending: list[Imported] = []
    for parsed in editions:
        before = counts_before(connection, source.id, parsed.edition)
        found = parsed.check(before, fall_share)
        if not found:
            try:
                imported = stage_one(connection, source, parsed, removed)
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
        if name != "patch" and now.get(name, 0) < count * (1 - share)
    )


def stage_one(
    connection: Connection, source: SourceAdapter, parsed: Parsed, removed: Sequence[str] = ()
) -> Imported:
    """Write one edition as pending, into what is held where the source merges."""
    if source.merges:
        pk = merge_edition(
            connection,
            source.id,
            parsed.edition,
            parsed.documents,
            sha256=parsed.sha256,
            origin=parsed.origin,
            removed=removed,
        )
    else:
        pk = stage_edition(
            connection,
            source.id,
            parsed.edition,
            parsed.documents,
            sha256=parsed.sha256,
            origin=parsed.origin,
            counts=parsed.counts,
        )
    edition, counts = held_counts(connection, pk)
    return Imported(edition, parsed.origin, counts, tuple(parsed.notes), pk)


def promote_all(connection: Connection, pending: Sequence[Imported]) -> None:
    """Make the pending editions seen."""
    for imported in pending:
        promote_edition(connection, imported.pk)
