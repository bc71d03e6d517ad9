"""All editions held up to one of them, with the pairings between: what a number meant then, and where it is now.

>>> step = Pairing("2030-01-01", "2031-01-01", {"cr:309": "cr:311"}, frozenset(), frozenset({"cr:309"}))
>>> ids = {"2030-01-01": frozenset({"cr:309"}), "2031-01-01": frozenset({"cr:309", "cr:311"})}
>>> history = History(("2030-01-01", "2031-01-01"), (step,), ids)
>>> history.meant("cr:309", "2030-06-01"), history.now("2030-01-01", "cr:309")
('2030-01-01', 'cr:311')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sqlalchemy import select

from kb import store_schema as db
from kb.editions import held
from kb.editions.model import KINDS, Pairing
from kb.editions.trace import Bearer, bearers, carried
from kb.store import EditionInfo, Store


@dataclass(frozen=True, slots=True)
class History:
    """Editions oldest first; the last one is the one that everything is measured against."""

    editions: tuple[str, ...]
    steps: tuple[Pairing, ...]
    """`steps[i]` pairs `editions[i]` and the next."""
    ids: Mapping[str, frozenset[str]]
    """Ids that each edition holds."""

    @classmethod
    def of(cls, store: Store, infos: Sequence[EditionInfo]) -> History:
        """The history of these editions of a source, oldest first."""
        return cls(
            tuple(info.edition for info in infos),
            tuple(held.pairing(store, one, other) for one, other in pairwise(infos)),
            _ids(store, infos),
        )

    @property
    def today(self) -> str:
        """The edition measured against."""
        return self.editions[-1]

    def meant(self, unit_id: str, date: str) -> str | None:
        """The edition held that a text of that date means when it names the id.

        The one in effect that day; where it does not hold the id (not every edition is held), the next one
        that does, else the one before. None where no edition holds it.
        """
        before = [edition for edition in self.editions if edition <= date]
        after = [edition for edition in self.editions if edition > date]
        for edition in (*before[-1:], *after, *reversed(before[:-1])):
            if unit_id in self.ids[edition]:
                return edition
        return None

    def now(self, edition: str, unit_id: str) -> str | None:
        """The id today of what bore `unit_id` in the edition, None where it is gone."""
        return carried(self.editions, self.steps, edition, unit_id, self.today)

    def heir(self, edition: str, unit_id: str) -> str | None:
        """Where most of what stood below a unit that is gone is today: a rule or a chapter; None for nothing."""
        mark = unit_id + ("." if "." not in unit_id else "")
        below = [one for one in self.ids[edition] if one.startswith(mark) and one != unit_id]
        went = Counter(
            now.rstrip("abcdefghijklmnopqrstuvwxyz") if "." in unit_id else now.partition(".")[0]
            for one in below
            if (now := self.now(edition, one)) is not None
        )
        return went.most_common(1)[0][0] if went else None

    def bearers(self, unit_id: str) -> tuple[Bearer, ...]:
        """What bore the id, one after the other."""
        holding = {edition for edition in self.editions if unit_id in self.ids[edition]}
        return bearers(self.editions, self.steps, holding, unit_id)

    def holds(self, unit_id: str) -> bool:
        """Whether something has the id today."""
        return unit_id in self.ids[self.today]


def _ids(store: Store, infos: Sequence[EditionInfo]) -> dict[str, frozenset[str]]:
    table = db.documents
    found: dict[str, frozenset[str]] = {}
    with store.engine.connect() as connection:
        for info in infos:
            query = select(table.c.id).where(table.c.edition_pk == info.pk, table.c.kind.in_(KINDS))
            found[info.edition] = frozenset(connection.scalars(query))
    return found
