"""What the command line, the pages and the API ask about editions: differences and lives, as JSON.

Forms: `diff` is `{"old","new","added","removed","changed":[{"number","old","new","only",…}],"renumbered":
[{"from","to","changed",…}],"typography","sections","glossary":{…},"counts"}`; `trace` is `{"number","edition","now",
"life":[…],"bearers":[…]}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import Any

from kb.editions import held
from kb.editions.diff import Change, Difference, compare_books, compare_units
from kb.editions.model import Book, Pairing, Unit
from kb.editions.trace import Bearer, bearers, carried, follow
from kb.editions.words import as_json, compare
from kb.errors import NotFound
from kb.numbers import parse_numbers
from kb.store import EditionInfo, Store

Json = dict[str, Any]


def difference(store: Store, old: str, new: str) -> tuple[Book, Book, Difference]:
    """Both editions and what differs; `old` may be the later one.

    Raises BadInput for what is no date, NotFound for an edition that is not held.
    """
    infos = held.held(store)
    first, second = held.find(infos, old), held.find(infos, new)
    if first.edition == second.edition:
        book = held.book(store, first)
        return book, book, Difference(first.edition, second.edition, (), (), ())
    if first.edition > second.edition:
        pairing = _turned(held.pairing_across(store, infos, second, first))
    else:
        pairing = held.pairing_across(store, infos, first, second)
    before, after = held.book(store, first), held.book(store, second)
    return before, after, compare_books(before, after, pairing)


def _turned(pairing: Pairing) -> Pairing:
    """The same pairing seen from the newer edition."""
    back = {new: old for old, new in pairing.moved.items()}
    return Pairing(pairing.new, pairing.old, back, pairing.added, pairing.removed)


def diff(store: Store, old: str, new: str, *, words: bool = True) -> Json:
    """What differs between two editions, in the JSON form of the design; glossary terms apart from numbers.

    `words` adds the changed words of each text. Where both editions are held in Japanese, a changed rule has
    its Japanese texts too.
    """
    before, after, found = difference(store, old, new)
    japanese = _japanese(store, found)
    changed: list[Json] = []
    renumbered: list[Json] = []
    glossary_changed: list[Json] = []
    renamed: list[Json] = []
    sections: list[Json] = []
    typography: list[str] = []
    for change in found.changes:
        told = _change_json(before[change.old], after[change.new], change, words, japanese)
        is_term = change.new.startswith("glossary:")
        if after[change.new].kind == "section":
            sections.append(told)
        elif change.moved:
            (renamed if is_term else renumbered).append(told)
        elif change.only == "typography":
            typography.append(after[change.new].name)
        else:
            (glossary_changed if is_term else changed).append(told)
    (added, terms_added), (removed, terms_removed) = _apart(found.added), _apart(found.removed)
    counts = {
        "added": len(added), "removed": len(removed), "changed": len(changed), "renumbered": len(renumbered),
        "references": sum(one["only"] == "references" for one in (*changed, *renumbered)),
        "typography": len(typography),
    }  # fmt: skip
    return {
        "old": found.old,
        "new": found.new,
        "added": added,
        "removed": removed,
        "changed": changed,
        "renumbered": renumbered,
        "typography": typography,
        "sections": sections,
        "glossary": {
            "added": terms_added,
            "removed": terms_removed,
            "changed": glossary_changed,
            "renamed": renamed,
        },
        "counts": counts,
    }


def _apart(ids: Sequence[str]) -> tuple[list[str], list[str]]:
    """Numbers and glossary terms, apart; sections, whose numbers have one digit, are neither."""
    numbers = [one.removeprefix("cr:") for one in ids if one.startswith("cr:") and len(one) > len("cr:1")]
    return numbers, [one.removeprefix("glossary:") for one in ids if one.startswith("glossary:")]


def _change_json(
    old: Unit, new: Unit, change: Change, words: bool, japanese: tuple[Book, Book] | None
) -> Json:
    told: Json = {"from": old.name, "to": new.name} if change.moved else {"number": new.name}
    if change.moved:
        told["changed"] = change.only in ("text", "references")
    told["only"] = change.only
    if change.only or not change.moved:
        told |= {"old": old.text, "new": new.text}
        if words and old.text != new.text:
            told["words"] = as_json(compare(old.text, new.text))
    if old.title != new.title:
        told["title"] = {"old": old.title, "new": new.title}
    if change.examples:
        told["examples"] = _examples_json(old.examples, new.examples)
    if japanese is not None:
        one, other = japanese[0].get(old.id), japanese[1].get(new.id)
        if one is not None and other is not None:
            told["ja"] = {"old": one.text, "new": other.text}
            if words and one.text != other.text:
                told["ja"]["words"] = as_json(compare(one.text, other.text))
    return told


def _examples_json(old: Sequence[str], new: Sequence[str]) -> list[Json]:
    """The examples that changed, side by side in their order."""
    rest_new = [one for one in new if one not in old]
    rest_old = [one for one in old if one not in new]
    pairs = list(zip_longest(rest_old, rest_new))
    return [
        {"old": one, "new": other, "words": as_json(compare(one or "", other or ""))} for one, other in pairs
    ]


def _japanese(store: Store, found: Difference) -> tuple[Book, Book] | None:
    """The Japanese texts of both editions, where a translation of either is held."""
    by_date: dict[str, EditionInfo] = {info.edition[:10]: info for info in store.editions("cr-ja")}
    if found.old in by_date and found.new in by_date:
        return held.book(store, by_date[found.old]), held.book(store, by_date[found.new])
    return None


# -- the life of one rule ----------------------------------------------------------------------------------


def trace(store: Store, number: str, edition: str | None = None) -> Json:
    """The life of a rule or a glossary entry through every edition held, and who bore its number.

    Of a number that the edition (the current one) does not hold, the newest rule that bore it is told.
    Raises BadInput for what is no number, NotFound where no edition has it.
    """
    infos = held.held(store)
    asked = held.find(infos, edition)
    unit_id = _unit_id(number)
    editions = [info.edition for info in infos]
    steps = [held.pairing(store, one, other) for one, other in pairwise(infos)]
    here = held.texts_of(store, [(info, unit_id) for info in infos])
    holding = {date for date, _ in here}
    if not holding:
        raise NotFound(f"no edition held has {number!r}", f"取り込み済みのどの版にも {number!r} はありません")
    start = asked.edition if asked.edition in holding else max(holding)
    life = follow(editions, steps, start, unit_id)
    current = _current(infos)
    texts = held.texts_of(
        store, [(info, one) for info in infos for date, one in life if date == info.edition]
    )
    now = dict(life).get(current)
    name = unit_id.partition(":")[2]
    return {
        "number": name,
        "kind": here[start, unit_id].kind,
        "title": here[start, unit_id].title or None,
        "edition": start,
        "current": current,
        "now": now.partition(":")[2] if now else None,
        "oldest_held": editions[0],
        "life": _life_json(editions, steps, life, texts, _japanese_texts(store, life)),
        "bearers": [_bearer_json(one, here, unit_id) for one in bearers(editions, steps, holding, unit_id)],
    }


def _unit_id(text: str) -> str:
    """`cr:702.170a` of every form of a number; `glossary:Plot` of that id."""
    if text.startswith("glossary:"):
        return text
    first, _ = parse_numbers(text)
    return f"cr:{first}"


def _current(infos: Sequence[EditionInfo]) -> str:
    return next((info.edition for info in infos if info.standing == "current"), infos[-1].edition)


def _life_json(
    editions: Sequence[str],
    steps: Sequence[Pairing],
    life: Sequence[tuple[str, str]],
    texts: dict[tuple[str, str], Unit],
    japanese: Mapping[tuple[str, str], Unit],
) -> list[Json]:
    """What happened, oldest first; editions in which nothing did are left out.

    `text_ja` is there where that very edition is held in Japanese, `words_ja` where the one before is too.
    """
    first = texts[life[0]]
    born = "held" if life[0][0] == editions[0] else "born"
    told: list[Json] = [
        {"edition": life[0][0], "events": [born], "number": first.name, "text": first.text, "only": ""}
    ]
    if life[0] in japanese:
        told[0]["text_ja"] = japanese[life[0]].text
    for before, after in pairwise(life):
        old, new = texts[before], texts[after]
        change = compare_units(old, new, steps[editions.index(before[0])])
        if change is None:
            continue
        events = ["moved"] * change.moved + ["changed"] * bool(change.only)
        entry: Json = {"edition": after[0], "events": events, "number": new.name, "only": change.only}
        entry |= {"since": before[0], "from": old.name if change.moved else None, "text": new.text}
        if old.text != new.text:
            entry["words"] = as_json(compare(old.text, new.text))
        if change.examples:
            entry["examples"] = _examples_json(old.examples, new.examples)
        if after in japanese:
            entry["text_ja"] = japanese[after].text
            if before in japanese and japanese[before].text != japanese[after].text:
                entry["words_ja"] = as_json(compare(japanese[before].text, japanese[after].text))
        told.append(entry)
    last = editions.index(life[-1][0])
    if last + 1 < len(editions):
        told.append({"edition": editions[last + 1], "events": ["removed"], "number": None, "only": ""})
    return told


def _japanese_texts(store: Store, life: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Unit]:
    """The Japanese texts of a unit, for the editions that are held in Japanese."""
    by_date = {info.edition[:10]: info for info in store.editions("cr-ja")}
    wanted = [(by_date[date], unit_id) for date, unit_id in life if date in by_date]
    if not wanted:
        return {}
    found = held.texts_of(store, wanted)
    return {
        (info.edition[:10], one): found[info.edition, one]
        for info, one in wanted
        if (info.edition, one) in found
    }


def _bearer_json(bearer: Bearer, here: dict[tuple[str, str], Unit], unit_id: str) -> Json:
    unit = here[bearer.last, unit_id]
    now = bearer.now.partition(":")[2] if bearer.now else None
    return {
        "first": bearer.first,
        "last": bearer.last,
        "title": unit.title or None,
        "text": unit.text,
        "now": now,
    }


def prepare(store: Store) -> None:
    """Pair all neighbouring editions, so that no reader has to wait for it; done after an update."""
    for one, other in pairwise(held.held(store)):
        held.pairing(store, one, other)


def number_now(store: Store, number: str, edition: str) -> str | None:
    """The number that a rule of that edition has in the current one, None where it no longer exists.

    Raises NotFound where the edition does not hold it.
    """
    infos = held.held(store)
    info = held.find(infos, edition)
    unit_id = _unit_id(number)
    if not held.texts_of(store, [(info, unit_id)]):
        raise NotFound(
            f"the edition {info.edition} has no rule {number!r}",
            f"{info.edition} 版にルール {number!r} はありません",
        )
    editions = [one.edition for one in infos]
    steps = [held.pairing(store, one, other) for one, other in pairwise(infos)]
    now = carried(editions, steps, info.edition, unit_id, _current(infos))
    return now.removeprefix("cr:") if now else None
