"""The judge's quick reference: our notes, in the order of what one looks up at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask_babel import gettext

from kb.web.held import library
from scraper.decode import search_key
from scraper.document import RuleNumber, Term

bp = Blueprint("quick", __name__)


@dataclass(frozen=True, slots=True)
class Part:
    """A section: which terms it holds."""

    id: str
    holds: Callable[[Term], bool]


def _kind(*kinds: str) -> Callable[[Term], bool]:
    return lambda term: term.kind in kinds


def _about(*prefixes: str) -> Callable[[Term], bool]:
    """Terms whose first rule is one of these or below it; slang and creature types are no reference."""

    def holds(term: Term) -> bool:
        return (
            term.kind not in ("slang", "subtype", "tournament", "obsolete", "token")
            and bool(term.rules)
            and any(_within(term.rules[0], prefix) for prefix in prefixes)
        )

    return holds


def _within(number: str, prefix: str) -> bool:
    """Whether a number is the prefix or below it.

    >>> _within("702.170c", "702.170"), _within("702.17", "702.1"), _within("901.15", "901")
    (True, False, True)
    """
    rest = number.removeprefix(prefix)
    return rest == "" or (rest != number and (rest[0] == "." or rest.isalpha()))


PARTS = (
    Part("turn", _kind("phase", "step", "turn_based_action")),
    Part("casting", _kind("casting_step")),
    Part("special", _kind("special_action")),
    Part("sba", _kind("state_based_action")),
    Part("layers", _kind("layer")),
    Part("copy", _about("707", "613.2", "708.2", "712.8")),
    Part("zones", _about("400", "603.6", "603.10", "614.12", "903.9")),
    Part(
        "damage",
        _about("510", "702.2", "702.4", "702.7", "702.15", "702.19", "120.3", "120.4", "120.5", "120.6"),
    ),
    Part("planechase", _about("901", "311", "312", "701.31")),
    Part("dungeons", _about("309", "701.49", "725", "704.5t")),
    Part("attractions", _about("717", "701.51", "701.52", "702.159")),
    Part("speed", _about("702.179", "702.178", "704.5z")),
    Part("plot", _about("702.170", "116.2k")),
    Part("abilities", _kind("keyword_ability")),
    Part("actions", _kind("keyword_action")),
)


def names() -> dict[str, str]:
    """The sections for people."""
    return {
        "turn": gettext("The turn, step by step"),
        "casting": gettext("Casting a spell, step by step"),
        "special": gettext("Special actions"),
        "sba": gettext("State-based actions"),
        "layers": gettext("Layers"),
        "copy": gettext("Copiable values"),
        "zones": gettext("Zone changes"),
        "damage": gettext("Combat damage"),
        "planechase": gettext("Planechase"),
        "dungeons": gettext("Dungeons"),
        "attractions": gettext("Attractions"),
        "speed": gettext("Speed"),
        "plot": gettext("Plot"),
        "abilities": gettext("Keyword abilities"),
        "actions": gettext("Keyword actions"),
    }


def sections(terms: Iterable[Term]) -> list[tuple[str, list[Term]]]:
    """The sections with their terms: keywords by name, everything else in the order of the rules."""
    terms = [term for term in terms if term.note_en and term.note_ja]
    made = []
    for part in PARTS:
        found = [term for term in terms if part.holds(term)]
        by_name = part.id in ("abilities", "actions")
        found.sort(key=lambda term: (term.en.casefold(),) if by_name else _place(term))
        made.append((part.id, found))
    return [(name, found) for name, found in made if found]


def _place(term: Term) -> tuple[RuleNumber, str]:
    return (RuleNumber.parse(term.rules[0]) if term.rules else RuleNumber(999), term.en)


def matching(term: Term, words: Iterable[str]) -> bool:
    """Whether an entry has all the words, as the script on the page decides it too."""
    told = " ".join(
        (
            term.en,
            term.ja,
            term.reading,
            *term.also_en,
            *term.also_ja,
            *term.rules,
            term.note_en,
            term.note_ja,
        )
    )
    key = search_key(told)
    return all(word in key for word in words)


@bp.get("/quick")
def page() -> str:
    """Everything on one page; `q` filters, which a script does while one types."""
    q = request.args.get("q", "").strip()[:100]
    words = search_key(q).split()
    shown = [
        (name, [term for term in found if matching(term, words)]) for name, found in sections(library().terms)
    ]
    shown = [(name, found) for name, found in shown if found]
    total = sum(len(found) for _, found in shown)
    return render_template("quick.html", sections=shown, names=names(), asked=q, total=total)
