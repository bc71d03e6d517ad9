"""Every citation that is held, checked against the current edition of the rules; nothing is changed by it.

Citations are taken from the rules themselves (with their glossary and examples), the wiki, rulings, and our own
terms. A text that says which edition it quotes is measured from that edition; a ruling from the edition of its
day (of two that lie around it, the one its words point to); our terms from today.
"""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from kb.editions import held
from kb.editions.between import by_words
from kb.editions.citing import left_behind
from kb.editions.digests import baseline, compare, executable_rules
from kb.editions.history import History
from kb.editions.judge import Cited, Finding, judge
from kb.editions.mentions import of_book, of_documents, of_terms
from kb.editions.model import Book
from kb.editions.nearest import nearest
from kb.editions.similar import masked, plain
from kb.editions.titles import Titles
from kb.store import EditionInfo, Store
from scraper.document import Term

COLUMNS = ("kind", "where", "part", "cites", "title", "edition", "now", "suggestion", "en", "ja")
"""Columns of the CSV."""
KINDS = ("missing", "different", "title", "moved", "changed", "holds")
"""Kinds of findings, the gravest first."""


def audit(store: Store, terms: Iterable[Term], edition: str | None = None) -> dict[str, Any]:
    """All findings in the JSON form of the design; the gravest kinds first, then by place.

    `edition` measures against another edition than the current one, as if none after it were held.
    Raises NotFound where no edition of the rules is held.
    """
    today, findings, history = findings_of(store, tuple(terms), edition)
    return {
        "edition": today.edition,
        "executable": executable_json(today, history),
        "counts": {kind: count for kind in KINDS if (count := sum(f.kind == kind for f in findings))},
        "findings": [finding_json(finding) for finding in findings],
    }


def executable_json(book: Book, history: History) -> dict[str, Any]:
    """The executable rules: how many stand on an unchanged text, and those that need another look."""
    found = compare(executable_rules().values(), book, history)
    return {
        "written_for": baseline().edition,
        "counts": dict(Counter(one.state for one in found)),
        "look_at": [asdict(one) for one in found if one.state != "unchanged"],
    }


def finding_json(finding: Finding) -> dict[str, Any]:
    """One finding; `en` and `ja` say why."""
    cited = finding.cited
    cites = f"{cited.cites}–{cited.last}" if cited.last and cited.last != cited.cites else cited.cites
    return {
        "where": cited.where,
        "part": cited.part,
        "cites": cites,
        "title": cited.title or None,
        "edition": cited.date or None,
        "kind": finding.kind,
        "now": finding.now,
        "suggestion": finding.suggestion,
        "en": finding.en,
        "ja": finding.ja,
    }


def as_csv_text(findings: Iterable[Mapping[str, Any]]) -> str:
    """Findings in their JSON form as CSV, with a line of names.

    >>> as_csv_text([{"kind": "moved", "where": "wiki:a", "cites": "701.48", "now": "701.51"}]).split("\\n")[1]
    'moved,wiki:a,,701.48,,,701.51,,,'
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(findings)
    return out.getvalue()


def findings_of(
    store: Store, terms: tuple[Term, ...], edition: str | None = None
) -> tuple[Book, list[Finding], History]:
    """The edition measured against, all findings, and the history up to it."""
    infos = held.held(store)
    info = held.find(infos, edition)
    infos = [one for one in infos if one.edition <= info.edition]
    history = History.of(store, infos)
    book = held.book(store, info)
    titles = Titles.of(book, terms, _japanese(store, info))
    cited = [*of_book(book), *of_documents(store), *of_terms(terms)]
    if edition is not None:
        # Of a past edition only what was there to cite it: the rules themselves and texts of its time.
        cited = [one for one in cited if _in_rules(one) or "" < one.date <= info.edition]
    by_date = {one.edition: one for one in infos}
    cited = by_words(
        cited,
        history,
        book.units,
        lambda wanted: {
            at: unit.text
            for at, unit in held.texts_of(store, [(by_date[one], unit_id) for one, unit_id in wanted]).items()
        },
        lambda document_id: _text_of(store, document_id),
    )
    stale = left_behind((held.book(store, one) for one in reversed(infos)), history.steps)
    changed = _changed_texts(store, infos, history, book, cited)
    findings = []
    for one in cited:
        behind = stale.get((one.where, f"cr:{one.cites}")) if _in_rules(one) else None
        findings.append(judge(one, history, titles, changed, behind))
    findings = [_with_nearest(finding, book, store, history) for finding in findings]
    findings = _without_repeated(findings)
    rank = {kind: place for place, kind in enumerate(KINDS)}
    return book, sorted(findings, key=lambda finding: rank[finding.kind]), history


def _in_rules(cited: Cited) -> bool:
    return cited.where.startswith(("cr:", "glossary:"))


def _japanese(store: Store, info: EditionInfo) -> Book | None:
    """The translation of the same edition, where it is held."""
    for one in store.editions("cr-ja"):
        if one.edition[:10] == info.edition:
            return held.book(store, one)
    return None


# -- what is needed to judge --------------------------------------------------------------------------------


def _changed_texts(
    store: Store, infos: Sequence[EditionInfo], history: History, book: Book, cited: Iterable[Cited]
) -> Mapping[tuple[str, str, str], bool]:
    """For every dated citation, whether the words of its rule differ between then and today."""
    by_date = {info.edition: info for info in infos}
    wanted: dict[str, set[str]] = defaultdict(set)
    for one in cited:
        unit_id = f"cr:{one.cites}"
        meant = history.meant(unit_id, one.as_of or one.date) if one.date else None
        if meant is not None and meant != history.today:
            wanted[meant].add(unit_id)
    found = dict(_changed_quotations(history, book, cited))
    for edition, ids in wanted.items():
        texts = held.texts_of(store, [(by_date[edition], unit_id) for unit_id in ids])
        for unit_id in ids:
            now_id = history.now(edition, unit_id)
            then, now = texts.get((edition, unit_id)), book.get(now_id) if now_id else None
            if then is not None and now is not None and now_id is not None:
                found[edition, unit_id, now_id] = _differs(then.text, now.text)
    return found


def _changed_quotations(
    history: History, book: Book, cited: Iterable[Cited]
) -> Iterator[tuple[tuple[str, str, str], bool]]:
    """For every English quotation, whether what it quotes differs from the rule's text today."""
    for one in cited:
        meant = history.meant(f"cr:{one.cites}", one.date) if one.text and one.date else None
        now_id = history.now(meant, f"cr:{one.cites}") if meant is not None else None
        now = book.get(now_id) if now_id is not None else None
        if now is not None and now_id is not None:
            yield (one.where, one.part, now_id), _differs(one.text, now.text)


def _differs(then: str, now: str) -> bool:
    """Whether the words differ; a renumbered reference in them or another kind of quotes does not count."""
    return then != now and plain(masked(then)) != plain(masked(now))


def _with_nearest(finding: Finding, book: Book, store: Store, history: History) -> Finding:
    """For what never existed, the number that was probably meant."""
    if finding.kind != "missing" or finding.suggestion is not None:
        return finding
    if any(f"cr:{finding.cited.cites}" in ids for ids in history.ids.values()):
        return finding  # it did exist, and was taken out
    citing = book.get(finding.cited.where)
    text = citing.text if citing is not None else _text_of(store, finding.cited.where)
    found = nearest(finding.cited.cites, text, book.units, finding.cited.where)
    if found is None:
        return finding
    return Finding(
        finding.cited,
        finding.kind,
        finding.now,
        found,
        f"{finding.en}; {found} is probably meant",
        f"{finding.ja}。{found} のことと思われます",
    )


def _text_of(store: Store, document_id: str) -> str:
    return "" if document_id.startswith("term:") else store.get(document_id).text


def _without_repeated(findings: Sequence[Finding]) -> list[Finding]:
    """A quoted chapter speaks for its rules: those that fared alike are not listed one by one."""
    heads: dict[tuple[str, str], Finding] = {}
    kept: list[Finding] = []
    for finding in findings:
        cited = finding.cited
        if not cited.quoted:
            kept.append(finding)
            continue
        above = next(
            (heads[cited.where, up] for up in _above(cited.cites) if (cited.where, up) in heads), None
        )
        heads[cited.where, cited.cites] = finding
        if above is None or above.kind != finding.kind or not _fared_alike(above, finding):
            kept.append(finding)
    return kept


def _above(number: str) -> tuple[str, ...]:
    """The numbers above, nearest first.

    >>> _above("702.170a"), _above("702.170"), _above("702")
    (('702.170', '702'), ('702',), ())
    """
    rule = number.rstrip("abcdefghijklmnopqrstuvwxyz")
    chapter = number[:3]
    return tuple(dict.fromkeys(up for up in (rule, chapter) if up != number))


def _fared_alike(above: Finding, finding: Finding) -> bool:
    if above.now is None or finding.now is None:
        return above.now is finding.now
    below = finding.cited.cites.removeprefix(above.cited.cites)
    return finding.now == above.now + below
