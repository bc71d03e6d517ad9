"""What the checker can do: rules of the current edition that are executable, and card texts that it reads.

>>> counts = rules_by_chapter({"704.5a"}, [("704", "State-Based Actions"), ("704.5", ""), ("704.5a", ""), ("704.5b", "")])
>>> counts[0]["executable"], counts[0]["rules"], counts[0]["missing"]
(1, 3, ['704.5', '704.5b'])
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from kb import card_views, lookup
from kb.checker import executable, modules
from kb.checker.oracle.ast import Ability
from kb.checker.oracle.coverage import coverage
from kb.checker.rules import registered
from kb.errors import BadInput
from kb.library import Library
from scraper.document import Document


def cards(library: Library, patterns: int = 50, names: Iterable[str] | None = None) -> dict[str, Any]:
    """How much of the loaded cards' texts is read, how much of it is executable, and what is missing most often.

    Executable is a card of which every word is read, every part has a handler, every field is honoured and every word is
    known (`kb.checker.executable`). `names` limits it to those cards, each counted once; raises BadInput that quotes every name
    which no card has. Shape as `kb.checker.oracle.coverage.coverage` gives it. With no cards loaded all counts are 0.
    """
    assert modules.LOADED  # every handler is registered once its module is imported
    found = library.store.documents("card") if names is None else _named(library, names)
    return coverage(map(_record, found), patterns, missing)


def missing(ability: Ability) -> list[tuple[str, str]]:
    """Why an ability that is read would not be honoured, in both languages; nothing for one that would."""
    return [(one.en, one.ja) for one in executable.problems(ability) if one.kind != "unread"]


def _named(library: Library, names: Iterable[str]) -> list[Document]:
    """The cards of those names, or of faces with them; a name that several cards share stands for all of them."""
    found: dict[str, None] = {}
    unknown = []
    for name in names:
        ids = lookup.find_cards(library.store, name)
        found.update(dict.fromkeys(ids))
        if not ids:
            unknown.append(name)
    if unknown:
        quoted_en = ", ".join(f'"{name}"' for name in unknown)
        quoted_ja = "、".join(f"「{name}」" for name in unknown)
        raise BadInput(f"no card is named {quoted_en}", f"カード {quoted_ja} は見つかりません")
    return [library.store.get(one) for one in found]


def _record(document: Document) -> Mapping[str, Any]:
    """A stored card in the form that the measure takes; a card whose text is not known has none."""
    form = card_views.scenario_form(document)
    if form is None:
        return {"name": document.title.en, "text": None, "types": ()}
    faces = [_face(document.title.en, face) for face in form.get("faces") or ()]
    return {**_face(document.title.en, form), "faces": faces}


def _face(name: str, form: Mapping[str, Any]) -> dict[str, Any]:
    words = str(form.get("types") or "").replace(" — ", " ").replace("//", " ").split()
    return {"name": form.get("name") or name, "text": form.get("text") or "", "types": words}


def rules(library: Library) -> dict[str, Any]:
    """Rules that are executable and not, by chapter, against the current edition.

    Without a loaded edition only the register itself is known: `edition` is None and nothing is missing.
    """
    assert modules.LOADED  # every rule is registered once its module is imported
    executable = registered()
    edition = next((one.edition for one in library.store.editions("cr") if one.standing == "current"), None)
    numbered = list(_numbers(library)) if edition else [(number, "") for number in sorted(executable)]
    chapters = rules_by_chapter(executable, numbered)
    return {
        "edition": edition,
        "executable": len(executable),
        "rules": sum(one["rules"] for one in chapters),
        "unknown": sorted(set(executable) - {number for number, _ in numbered}),
        "chapters": chapters,
    }


def _numbers(library: Library) -> Iterator[tuple[str, str]]:
    for kind in ("chapter", "rule", "subrule"):
        for document in library.store.documents(kind, source="cr"):
            if document.number is not None:
                yield str(document.number), document.title.en


def rules_by_chapter(
    executable: Collection[str], numbered: Iterable[tuple[str, str]]
) -> list[dict[str, Any]]:
    """For each chapter its title, how many numbers it has and how many are executable, and the rest by number."""
    titles: dict[str, str] = {}
    numbers: dict[str, list[str]] = {}
    for number, title in numbered:
        chapter = number.partition(".")[0]
        if number == chapter:
            titles[chapter] = title
        else:
            numbers.setdefault(chapter, []).append(number)
    return [
        {
            "chapter": chapter,
            "title": titles.get(chapter, ""),
            "rules": len(held),
            "executable": sum(number in executable for number in held),
            "missing": [number for number in held if number not in executable],
        }
        for chapter, held in sorted(numbers.items())
    ]
