"""What stands around a rule: its chapter, what names it, its life, and how the model plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from kb.editions import service
from kb.errors import BadInput, NotFound
from kb.listing import Listed, listed
from kb.store import Store
from scraper.document import RuleNumber

Json = dict[str, Any]
_GROUPS: Final = {"chapter": "rules", "rule": "rules", "subrule": "rules", "section": "rules", "glossary": "terms",
                  "term": "terms", "wiki": "wiki", "card": "cards", "ruling": "rulings"}  # fmt: skip
_SCENARIOS: Final = Path(__file__).resolve().parent / "scenarios.yaml"


@dataclass(frozen=True, slots=True)
class Executable:
    """A rule that the model plays, with what it says in our words."""

    number: str
    summary: str


def chapter_of(store: Store, number: str) -> list[Listed]:
    """The rules of the chapter a number stands in, with their titles."""
    _, found = listed(store, ("rule",), limit=400, source="cr", below=RuleNumber(int(number[:3])))
    return found


def by_kind(citing: Sequence[Json]) -> list[tuple[str, list[Json]]]:
    """What names a rule, in groups: rules, terms, wiki, cards, rulings.

    >>> by_kind([{"kind": "ruling"}, {"kind": "rule"}])
    [('rules', [{'kind': 'rule'}]), ('rulings', [{'kind': 'ruling'}])]
    """
    groups: dict[str, list[Json]] = {name: [] for name in ("rules", "terms", "wiki", "cards", "rulings")}
    for one in citing:
        groups[_GROUPS.get(one["kind"] or "", "rules")].append(one)
    return [(name, found) for name, found in groups.items() if found]


def life_of(store: Store, number: str) -> list[Json]:
    """What happened to a rule from edition to edition, newest first; [] where only one edition is held."""
    if len(store.editions("cr")) < 2:
        return []
    try:
        life: list[Json] = service.trace(store, number, None)["life"]
    except (NotFound, BadInput):
        return []
    return list(reversed(life))


def executable_at(number: str) -> list[Executable]:
    """The executable rules at a number and below it."""
    from kb.checker.rules import within

    return [one for one in executable() if within(one.number, number)]


@cache
def executable() -> tuple[Executable, ...]:
    """Every executable rule, in the order of the book."""
    import kb.checker.modules
    from kb.checker.rules import registered

    assert kb.checker.modules
    found = sorted(registered().values(), key=lambda one: RuleNumber.parse(one.number))
    return tuple(Executable(one.number, one.summary) for one in found)


@cache
def scenarios() -> tuple[Mapping[str, Any], ...]:
    """Our own scenarios that show a rule at work."""
    loaded = yaml.safe_load(_SCENARIOS.read_text(encoding="utf-8"))
    assert isinstance(loaded, list)
    return tuple(loaded)


def scenarios_at(number: str) -> list[Mapping[str, Any]]:
    """The scenarios that cite a rule or one below it."""
    from kb.checker.rules import within

    return [one for one in scenarios() if any(within(cited, number) for cited in cited_by(one))]


def cited_by(scenario: Mapping[str, Any]) -> list[str]:
    """The rules that a scenario's checks cite."""
    return [str(rule) for check in scenario.get("checks", ()) for rule in check.get("cite", ())]
