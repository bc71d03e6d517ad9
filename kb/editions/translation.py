"""The Japanese text of a rule where the translation lags behind: found through the renumbering, not by number.

A translation is of an English edition. Where that is older than the edition asked for, a rule's Japanese text
stands under the number that the rule had then; it is marked when the English text has changed since.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kb.editions import held
from kb.editions.model import Pairing, Unit
from kb.editions.similar import masked, plain
from kb.editions.trace import carried
from kb.errors import NotFound
from kb.store import EditionInfo, Store
from scraper.document import Document, RuleNumber


@dataclass(frozen=True, slots=True)
class Carried:
    """A Japanese text, carried to the number asked for."""

    document: Document
    """As it stands in the translation, with its id there; its citations name today's numbers, so that they
    lead where the text means."""
    edition: str
    """The English edition that it translates."""
    changed: bool | None
    """Whether the English text has changed since; None where that edition is not held, so that nobody knows
    even whether the number still means the same."""


@dataclass(frozen=True, slots=True)
class _Road:
    """From an English edition to the translation that serves it."""

    japanese: EditionInfo
    english: EditionInfo | None
    """The edition asked for, None where no English one is held."""
    editions: tuple[str, ...]
    steps: tuple[Pairing, ...]

    @property
    def known(self) -> bool:
        """Whether the edition that was translated is held in English."""
        return self.english is not None and date_of(self.japanese) in self.editions


def date_of(info: EditionInfo) -> str:
    """The English edition that a translation is of: its date without the patch digit."""
    return info.edition[:10]


def japanese_of(store: Store, document_id: str, edition: str | None = None) -> Carried | None:
    """The Japanese text of a rule or glossary entry of the edition (of the current one), None without any."""
    road = _road(store, edition)
    if road is None:
        return None
    then = _then(road, document_id)
    if then is None:
        return None
    try:
        document = store.get(then, road.japanese.edition, lang="ja")
    except NotFound:
        return None
    changed = _changed(store, road, {document_id: then})[document_id]
    return Carried(_with_citations_now(road, document), date_of(road.japanese), changed)


def japanese_below(store: Store, document_id: str, edition: str | None = None) -> dict[str, Carried]:
    """The Japanese texts of what stands right below a rule or chapter, by their ids in the edition."""
    road = _road(store, edition)
    if road is None:
        return {}
    then = _then(road, document_id)
    if then is None:
        return {}
    found: dict[str, Document] = {}
    for document in store.children(then, road.japanese.edition, lang="ja"):
        now = _now(road, document.id)
        if now is not None and document.kind in ("chapter", "rule", "subrule"):
            found[now] = document
    changed = _changed(store, road, {now: document.id for now, document in found.items()})
    return {
        now: Carried(_with_citations_now(road, document), date_of(road.japanese), changed[now])
        for now, document in found.items()
    }


def _road(store: Store, edition: str | None) -> _Road | None:
    """The translation of that very edition, else of the newest before it, else of the oldest after it."""
    translations = store.editions("cr-ja")
    if not translations:
        return None
    infos = held.held(store)
    english = _find(infos, edition)
    asked = english.edition if english is not None else edition
    if asked is None:
        current = [info for info in translations if info.standing == "current"]
        return _Road((current or translations)[-1], None, (), ())
    before = [info for info in translations if date_of(info) <= asked]
    chosen = before[-1] if before else translations[0]
    if english is None:
        # An edition that is held in Japanese alone.
        return _Road(chosen, None, (), ()) if date_of(chosen) == asked[:10] else None
    low, high = sorted((date_of(chosen), english.edition))
    chain = [info for info in infos if low <= info.edition <= high]
    steps = tuple(held.pairing(store, one, other) for one, other in pairwise(chain))
    return _Road(chosen, english, tuple(info.edition for info in chain), steps)


def _find(infos: Sequence[EditionInfo], edition: str | None) -> EditionInfo | None:
    for info in infos:
        if (info.standing == "current") if edition is None else (info.edition == edition):
            return info
    return None


def _then(road: _Road, document_id: str) -> str | None:
    """The id in the translation; the same where nothing is known of the edition translated."""
    if road.english is None or not road.known:
        return document_id
    return carried(road.editions, road.steps, road.english.edition, document_id, date_of(road.japanese))


def _now(road: _Road, document_id: str) -> str | None:
    if road.english is None or not road.known:
        return document_id
    return carried(road.editions, road.steps, date_of(road.japanese), document_id, road.english.edition)


def _with_citations_now(road: _Road, document: Document) -> Document:
    def today(number: RuleNumber) -> RuleNumber:
        now = _now(road, f"cr:{number}")
        return RuleNumber.parse(now.removeprefix("cr:").partition("#")[0]) if now else number

    return replace(
        document,
        citations=tuple(
            replace(one, number=today(one.number), end=today(one.end) if one.end else None)
            for one in document.citations
        ),
    )


def _changed(store: Store, road: _Road, pairs: dict[str, str]) -> dict[str, bool | None]:
    """For ids now and then, whether the English words differ between the two editions."""
    if road.english is None or date_of(road.japanese) == road.english.edition:
        return dict.fromkeys(pairs, False)
    if not road.known:
        return dict.fromkeys(pairs)
    infos = {info.edition: info for info in held.held(store)}
    then = held.texts_of(store, [(infos[date_of(road.japanese)], one) for one in pairs.values()])
    now = held.texts_of(store, [(road.english, one) for one in pairs])
    return {
        one: _differ(then.get((date_of(road.japanese), other)), now.get((road.english.edition, one)))
        for one, other in pairs.items()
    }


def _differ(then: Unit | None, now: Unit | None) -> bool | None:
    if then is None or now is None:
        return None
    return plain(masked(then.text)) != plain(masked(now.text))
