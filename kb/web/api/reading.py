"""Search and everything that can be read: rules, glossary, wiki, cards, dictionary, and what is held."""

from __future__ import annotations

from typing import Any, Final, get_args

from kb.errors import BadInput
from kb.listing import Listed, listed
from kb.numbers import parse_numbers
from kb.views import term as term_json
from kb.views import url_of
from kb.web.api import shapes
from kb.web.api.declare import EDITION, LANG, LIMIT, MANY, OFFSET, Given, Param, Routes
from kb.web.held import library
from scraper.document import Kind

ROUTES: Final = Routes("find")
Json = dict[str, Any]
_ONE: Final = r"[1-9][0-9]{2}(\.[1-9][0-9]{0,2}[a-z]?)?"
NUMBER: Final = Param(
    "number",
    "A rule, a chapter or a range, in any form: 702.170a, 702, 601.2f-h",
    path=True,
    most=60,
    example="702.170a",
    pattern=f"^{_ONE}(-{_ONE})?$",
)
ONE_NUMBER: Final = Param(
    "number", "A rule or a chapter, in any form", path=True, most=60, example="702.170a", pattern=f"^{_ONE}$"
)


def _name(about: str, example: str, name: str = "name") -> Param:
    return Param(name, about, path=True, most=200, example=example)


@ROUTES.get(
    "/search",
    shapes.Search,
    Param("q", "What to find", needed=True, example="けいかく"),
    Param("kind", "Only documents of these kinds", kind="choice", choices=get_args(Kind), many="repeated"),
    LANG,
    LIMIT,
    Param("offset", "How many to leave out from the front", kind="number", default=0, most=10_000),
)
def search(given: Given) -> Json:
    """Find in rules, glossary, wiki, cards, rulings and the dictionary."""
    found = library().search(
        given["q"], lang=given["lang"], kinds=given["kind"], limit=given["limit"], offset=given["offset"]
    )
    return found.to_json()


@ROUTES.get(
    "/rules",
    shapes.ListPage,
    Param("below", "Only the rules of this chapter or rule", most=60, pattern=f"^{_ONE}$", example="702"),
    EDITION,
    MANY,
    OFFSET,
    LANG,
    refused=(404,),
)
def rules(given: Given) -> Json:
    """The numbers and titles of rules, in the order of the book."""
    below = parse_numbers(given["below"])[0] if given["below"] else None
    store, edition = library().store, given["edition"]
    if edition is not None:
        from kb.editions import held

        edition = held.find(held.held(store), edition).edition
    total, found = listed(
        store, ("chapter", "rule", "subrule"), limit=given["limit"], offset=given["offset"], source="cr",
        edition=edition, below=below,
    )  # fmt: skip
    return {"items": [_listed(one) for one in found], "total": total}


def _listed(one: Listed) -> Json:
    title = {"en": one.en or None, "ja": one.ja or None}
    return {"id": one.id, "kind": one.kind, "title": title, "url": url_of(one.id)}


@ROUTES.get("/rules/{number}", shapes.Rule | shapes.RuleRange, NUMBER, EDITION, LANG, loose="number")
def rule(given: Given) -> Json:
    """A rule with its subrules' numbers, examples, references and what cites it.

    A range gives its rules as a list under `rules`.
    """
    found = library().rules(given["number"], given["edition"])
    return found[0] if len(found) == 1 else {"rules": found}


@ROUTES.get("/glossary", shapes.ListPage, MANY, OFFSET, LANG)
def glossary_list(given: Given) -> Json:
    """The terms of the glossary."""
    total, found = listed(
        library().store, ("glossary",), limit=given["limit"], offset=given["offset"], source="cr"
    )
    return {"items": [_listed(one) for one in found], "total": total}


@ROUTES.get(
    "/glossary/{term}",
    shapes.Glossary,
    _name("A term in either language, in any inflection", "Plot", "term"),
    EDITION,
    LANG,
    loose="term",
)
def glossary(given: Given) -> Json:
    """A glossary entry beside our own terms of the same thing."""
    return library().glossary(given["term"], given["edition"])


@ROUTES.get("/wiki", shapes.ListPage, MANY, OFFSET, LANG)
def wiki_list(given: Given) -> Json:
    """The wiki pages held, with their sections."""
    total, found = listed(library().store, ("wiki",), limit=given["limit"], offset=given["offset"])
    return {"items": [_listed(one) for one in found], "total": total}


@ROUTES.get("/wiki/{title}", shapes.Wiki, _name("A page's title", "計画", "title"), LANG, loose="title")
def wiki(given: Given) -> Json:
    """A wiki page with its sections, quotations and the rules it cites."""
    return library().wiki(given["title"])


@ROUTES.get("/cards", shapes.ListPage, MANY, OFFSET, LANG)
def card_list(given: Given) -> Json:
    """The cards held, by name."""
    total, found = listed(library().store, ("card",), limit=given["limit"], offset=given["offset"])
    return {"items": [_listed(one) for one in found], "total": total}


@ROUTES.get(
    "/cards/{name}",
    shapes.Card | shapes.CardRange,
    _name("A card's name in either language, or a face's", "Djinn of Fool's Fall"),
    LANG,
    loose="name",
)
def card(given: Given) -> Json:
    """A card with its faces and rulings; several that share a Japanese name come under `cards`."""
    found = library().cards(given["name"])
    return found[0] if len(found) == 1 else {"cards": found}


@ROUTES.get(
    "/terms",
    shapes.TermPage,
    Param("kind", "Only terms of this kind, such as keyword_ability", most=40),
    MANY,
    OFFSET,
    LANG,
)
def term_list(given: Given) -> Json:
    """Our own dictionary with its notes; works with nothing downloaded."""
    kinds = {one.kind for one in library().terms}
    kind = given["kind"]
    chosen = [one for one in library().terms if kind in (None, one.kind)]
    if kind is not None and kind not in kinds:
        known = ", ".join(sorted(kinds))
        raise BadInput(
            f"no terms of the kind {kind!r}; there are {known}", f"種類 {kind!r} の用語はありません：{known}"
        )
    part = chosen[given["offset"] : given["offset"] + given["limit"]]
    return {"items": [term_json(one) for one in part], "total": len(chosen)}


@ROUTES.get(
    "/terms/{name}", shapes.Term, _name("A term's id, name, nickname or reading", "plot"), LANG, loose="name"
)
def term(given: Given) -> Json:
    """An entry of our own dictionary."""
    return library().term(given["name"])


@ROUTES.get("/status", shapes.Status)
def status(given: Given) -> Json:  # noqa: ARG001  # the signature of every handler
    """What is held, how old it is, and what went wrong last."""
    return library().status()
