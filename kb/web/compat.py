"""The addresses and shapes of the public academyruins API for the Comprehensive Rules, under `/compat/academyruins`.

A bot moves here by changing its base address. Where those answers have gaps these do not: every example of a rule
(not the first three), glossary terms with a full stop in their name, the next rule at a chapter's end, a diff of any
two editions held. Sets are named by their codes; a date serves as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final

from flask import Blueprint, Response, current_app, request

from kb.compat_sets import SETS
from kb.editions import held, service
from kb.errors import NotFound
from kb.numbers import parse_numbers
from kb.store import EditionInfo
from kb.web.api.serving import json_response
from kb.web.fresh import stamp
from kb.web.held import library

bp = Blueprint("compat", __name__, url_prefix="/compat/academyruins")
Json = dict[str, Any]

_KIND_ONLY: Final = re.compile(r"[^.]*\bis an?\b[^.]*\.")
"""A single sentence that says what kind of ability it is, and no more."""
_NOT_DEFINING: Final = {"702.22b", "702.57a"}
"""Subrules of several sentences that bots do not want as the definition."""


def book() -> dict[str, Json]:
    """Every rule and subrule by number in the order of the book, made once for each state of the store."""
    key = stamp().key
    kept = current_app.extensions.get("mtgkb-compat")
    if kept is None or kept[0] != key:
        kept = (key, _read_book())
        current_app.extensions["mtgkb-compat"] = kept
    found = kept[1]
    assert isinstance(found, dict)
    return found


def _read_book() -> dict[str, Json]:
    store = library().store
    rules = [one for one in store.documents(source="cr") if one.kind in ("rule", "subrule") and one.number]
    numbers = [str(one.number) for one in rules]
    before, after = [None, *numbers[:-1]], [*numbers[1:], None]
    return {
        number: {
            "ruleNumber": number,
            "examples": list(rule.examples) or None,
            "ruleText": rule.text,
            "fragment": number.partition(".")[2],
            "navigation": {"previousRule": one, "nextRule": other},
        }
        for number, rule, one, other in zip(numbers, rules, before, after, strict=True)
    }


@bp.get("/cr")
@bp.get("/cr/")
def all_rules() -> Response:
    """All rules by number."""
    return json_response(book())


@bp.get("/cr/<rule_id>")
def rule(rule_id: str) -> Response:
    """A rule; with `find_definition` of a keyword the subrule that says what it does."""
    found = _rule(rule_id)
    if found is None:
        return _no_rule(rule_id)
    wants = _flag("find_definition", default=False) or not _flag("exact_match", default=True)
    return json_response(_definition(found) if wants else found)


def _rule(rule_id: str) -> Json | None:
    rules = book()
    if rule_id in rules:
        return rules[rule_id]
    try:
        return rules.get(str(parse_numbers(rule_id)[0]))
    except ValueError:
        return None


def _no_rule(rule_id: str) -> Response:
    return _refusal({"detail": "Rule not found", "ruleNumber": rule_id})


def _refusal(body: Json) -> Response:
    answer = json_response(body)
    answer.status_code = 404
    return answer


def _flag(name: str, *, default: bool) -> bool:
    text = request.args.get(name)
    return default if text is None else text.casefold() in ("true", "1", "yes", "on", "t", "y")


def _definition(found: Json) -> Json:
    number = found["ruleNumber"]
    if not re.fullmatch(r"70[12]\.\d+", number) or number in ("701.1", "702.1"):
        return found
    rules = book()
    letters = [one for one in rules if re.fullmatch(re.escape(number) + "[a-z]", one)]
    if number.startswith("701"):
        return rules[letters[0]] if letters else found
    defining = [
        one
        for one in letters
        if one not in _NOT_DEFINING and not _KIND_ONLY.fullmatch(rules[one]["ruleText"].strip())
    ]
    return rules[next(iter(defining or letters), number)]


@bp.get("/cr/example/<rule_id>")
def examples(rule_id: str) -> Response:
    """The examples of a rule, null where it has none."""
    found = _rule(rule_id)
    if found is None:
        return _no_rule(rule_id)
    return json_response({"ruleNumber": found["ruleNumber"], "examples": found["examples"]})


@bp.get("/cr/toc")
def contents() -> Response:
    """Sections and their chapters."""
    store = library().store
    found = [
        {
            "number": int(section.id.removeprefix("cr:")),
            "title": section.title.en,
            "subsections": [
                {"number": int(chapter.id.removeprefix("cr:")), "title": chapter.title.en}
                for chapter in store.children(section.id, lang="en")
            ],
        }
        for section in store.documents("section", source="cr")
    ]
    return json_response(found)


@bp.get("/cr/keywords")
def keywords() -> Response:
    """Keyword abilities, keyword actions and ability words."""
    rules = book()

    def titled(chapter: str) -> list[str]:
        numbers = [n for n in rules if re.fullmatch(rf"{chapter}\.\d+", n) and n != f"{chapter}.1"]
        return [word for n in numbers for word in rules[n]["ruleText"].split(" and ")]

    text = rules.get("207.2c", {}).get("ruleText", "")
    listed = re.search(r"The ability words are (.*?)\.?\s*$", text, re.DOTALL)
    words = re.split(r", (?:and )?", listed[1]) if listed else []
    return json_response(
        {"keywordAbilities": titled("702"), "keywordActions": titled("701"), "abilityWords": words}
    )


def _glossary() -> dict[str, Json]:
    return {
        one.title.en.lower(): {"term": one.title.en, "definition": one.text}
        for one in library().store.documents("glossary", source="cr")
    }


def _unofficial() -> dict[str, Json]:
    return {
        one.en.lower(): {"term": one.en, "definition": f"{one.note_en} [Unofficial]"}
        for one in library().terms
        if one.note_en
    }


@bp.get("/cr/glossary")
def glossary() -> Response:
    """The whole glossary by lower-cased term."""
    return json_response(_glossary())


@bp.get("/cr/unofficial-glossary")
def unofficial_glossary() -> Response:
    """Our own dictionary in the same form."""
    return json_response(_unofficial())


@bp.get("/cr/glossary/<path:term>")
def glossary_term(term: str) -> Response:
    """A term: its own name first, then a near one unless `fuzzy=false` (or `exact=true`), then our dictionary."""
    official = _glossary()
    unofficial = _unofficial() if _flag("unofficial", default=True) else {}
    key = term.strip().lower()
    for entries in (official, unofficial):
        if key in entries:
            return json_response(entries[key])
    if _flag("fuzzy", default=True) and not _flag("exact", default=False):
        found = _near(key, official) or _through_terms(term, official) or _near(key, unofficial)
        if found is not None:
            return json_response(found)
    return _refusal({"detail": "Entry not found."})


def _near(key: str, entries: Mapping[str, Json]) -> Json | None:
    parts: dict[str, str] = {}
    for name in entries:
        for part in (name, *name.split(", ")):
            parts.setdefault(part, name)
    close = get_close_matches(key, parts, n=1, cutoff=0.75)
    return entries[parts[close[0]]] if close else None


def _through_terms(term: str, official: Mapping[str, Json]) -> Json | None:
    """By an inflection, a nickname or a Japanese name."""
    try:
        return official.get(str(library().glossary(term)["term"]).lower())
    except NotFound:
        return None


@bp.get("/cr/trace/<rule_id>")
def trace(rule_id: str) -> Response:
    """What happened to a rule, newest first."""
    found = _rule(rule_id)
    if found is None:
        return _no_rule(rule_id)
    infos = held.held(library().store)
    life = service.trace(library().store, found["ruleNumber"], None)["life"]
    return json_response([made for one in reversed(life) if (made := _step(one, infos)) is not None])


def _step(one: Json, infos: list[EditionInfo]) -> Json | None:
    events = set(one["events"])
    dates = [info.edition for info in infos]
    if not events & {"born", "moved", "changed"} or (
        "moved" not in events and one["only"] in ("references", "typography")
    ):
        return None
    at = dates.index(one["edition"])
    since = one.get("since") or dates[at - 1]
    new = {"ruleNumber": one["number"], "ruleText": one["text"]}
    if "born" in events:
        return {"action": "created", "old": None, "new": new, "diff": _sets(dates[at - 1], one["edition"])}
    number = one.get("from") or one["number"]
    if one["only"] != "text":
        bare = {"ruleNumber": one["number"], "ruleText": None}
        return {
            "action": "moved",
            "old": {"ruleNumber": number, "ruleText": None},
            "new": bare,
            "diff": _sets(since, one["edition"]),
        }
    old_text, new_text = _marked(one.get("words", ()), one["text"])
    return {
        "action": "replaced" if "moved" in events else "edited",
        "old": {"ruleNumber": number, "ruleText": old_text},
        "new": {"ruleNumber": one["number"], "ruleText": new_text},
        "diff": _sets(since, one["edition"]),
    }


def _marked(words: Any, text: str) -> tuple[str, str]:
    """Both texts with what differs between `<<<<` and `>>>>`.

    >>> _marked([["same", "a "], ["gone", "b "], ["new", "c "], ["same", "d"]], "")
    ('a <<<<b>>>> d', 'a <<<<c>>>> d')
    """
    if not words:
        return text, text

    def side(own: str) -> str:
        parts = []
        for op, piece in words:
            if op == "same":
                parts.append(piece)
            elif op == own and piece.strip():
                core = piece.strip()
                head, _, tail = piece.partition(core)
                parts.append(f"{head}<<<<{core}>>>>{tail}")
        return "".join(parts)

    return side("gone"), side("new")


def _sets(old: str, new: str) -> Json:
    (source, source_name), (dest, dest_name) = SETS.get(old, (old, old)), SETS.get(new, (new, new))
    return {"sourceSet": source_name, "sourceCode": source, "destSet": dest_name, "destCode": dest}


@bp.get("/diff/cr")
def diff() -> Response:
    """What differs between two sets' rules; the newest two without codes, neighbours with one."""
    dates = [info.edition for info in held.held(library().store)]
    old, new = request.args.get("old"), request.args.get("new")
    pair = _pair(dates, old and _date(old, dates), new and _date(new, dates))
    if pair is None:
        refused = {"detail": "No diff between these set codes found", "old": old, "new": new}
        return _refusal(refused)
    found = service.diff(library().store, *pair)
    body = {"creationDay": pair[1], **_sets(*pair), "changes": _changes(found, pair), "moves": _moves(found)}
    if _flag("nav", default=False):
        at, to = dates.index(pair[0]), dates.index(pair[1])
        body["nav"] = {
            "prevSourceCode": _code(dates[at - 1]) if at else None,
            "nextDestCode": _code(dates[to + 1]) if to + 1 < len(dates) else None,
        }
    return json_response(body)


def _date(code: str, dates: list[str]) -> str:
    """The edition of a set's code, or the date itself; '?' for one that is not held."""
    by_code = {name: date for date, (name, _) in SETS.items()}
    date = by_code.get(code.upper(), code)
    return date if date in dates else "?"


def _code(date: str) -> str:
    return SETS.get(date, (date, date))[0]


def _pair(dates: list[str], old: str | None, new: str | None) -> tuple[str, str] | None:
    if "?" in (old, new) or len(dates) < 2:
        return None
    if old and new:
        return (old, new)
    at = dates.index(old) + 1 if old else dates.index(new) if new else len(dates) - 1
    return (dates[at - 1], dates[at]) if 0 < at < len(dates) else None


def _changes(found: Json, pair: tuple[str, str]) -> list[Json]:
    store = library().store
    before, after, _ = service.difference(store, *pair)
    made: list[tuple[str, Json]] = []
    for one in [*found["changed"], *found["renumbered"]]:
        if one["only"] != "text":
            continue
        number_old, number_new = one.get("from", one.get("number")), one.get("to", one.get("number"))
        old_text, new_text = _marked(one.get("words", ()), one["new"])
        old = {"ruleNumber": number_old, "ruleText": old_text}
        made.append((number_new, {"old": old, "new": {"ruleNumber": number_new, "ruleText": new_text}}))
    for number in found["added"]:
        if "." in number:
            text = after[f"cr:{number}"].text
            made.append((number, {"old": None, "new": {"ruleNumber": number, "ruleText": text}}))
    for number in found["removed"]:
        if "." in number:
            text = before[f"cr:{number}"].text
            made.append((number, {"old": {"ruleNumber": number, "ruleText": text}, "new": None}))
    return [one for _, one in sorted(made, key=lambda entry: parse_numbers(entry[0])[0])]


def _moves(found: Json) -> list[Json]:
    moved = [one for one in found["renumbered"] if one["only"] != "text" and "." in one["to"]]
    return [{"from": one["from"], "to": one["to"]} for one in moved]
