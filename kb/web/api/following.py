"""Editions, differences, lives of rules, and the audit of citations."""

from __future__ import annotations

from typing import Any, Final

from kb.audit import KINDS
from kb.editions import held, service
from kb.web.api import shapes_more as shapes
from kb.web.api.declare import EDITION, LANG, MANY, OFFSET, Given, Param, Routes
from kb.web.api.reading import ONE_NUMBER
from kb.web.editions import SOURCES, chosen_findings, current_audit
from kb.web.held import library

ROUTES: Final = Routes("follow")
Json = dict[str, Any]
_DATE: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"


def _edition(name: str, path: bool) -> Param:
    return Param(
        name, "An edition by its date", path=path, needed=True, most=20, pattern=_DATE, example="2026-01-16"
    )


@ROUTES.get("/editions", shapes.Editions, MANY, OFFSET)
def editions(given: Given) -> Json:
    """The editions of the Comprehensive Rules held, oldest first."""
    infos = held.held(library().store)
    part = infos[given["offset"] : given["offset"] + given["limit"]]
    found = [{"edition": one.edition, "standing": one.standing, **one.counts} for one in part]
    return {"editions": found, "total": len(infos)}


@ROUTES.get("/editions/{old}/{new}", shapes.Diff, _edition("old", True), _edition("new", True))
def edition_diff(given: Given) -> Json:
    """What differs between two editions: added, removed, changed and renumbered, with the changed words."""
    return service.diff(library().store, given["old"], given["new"])


@ROUTES.get("/diff", shapes.Diff, _edition("old", False), _edition("new", False), refused=(404,))
def diff(given: Given) -> Json:
    """What differs between two editions, by query."""
    return edition_diff(given)


@ROUTES.get("/trace/{number}", shapes.Trace, ONE_NUMBER, EDITION)
def trace(given: Given) -> Json:
    """The life of a rule through the editions held; `edition` takes the number as it was then."""
    return service.trace(library().store, given["number"], given["edition"])


@ROUTES.get("/rules/{number}/trace", shapes.Trace, ONE_NUMBER, EDITION)
def rule_trace(given: Given) -> Json:
    """The life of a rule, beside the rule."""
    return trace(given)


@ROUTES.get(
    "/audit",
    shapes.Audit,
    Param("kind", "Only findings of these kinds", kind="choice", choices=KINDS, many="repeated"),
    Param("source", "Only citations in these sources", kind="choice", choices=SOURCES, many="repeated"),
    Param("limit", "How many at most", kind="number", default=100_000, least=1, most=100_000),
    OFFSET,
    LANG,
    refused=(404,),
)
def audit(given: Given) -> Json:
    """Every citation held, checked against the current edition."""
    found = current_audit()
    chosen = chosen_findings(found["findings"], given["kind"] or KINDS, given["source"])
    part = chosen[given["offset"] : given["offset"] + given["limit"]]
    return {**found, "findings": part, "total": len(chosen)}
