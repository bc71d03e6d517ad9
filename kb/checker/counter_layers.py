"""What counters do to characteristics (CR 122.1a, 122.1b), in the layers that they belong to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kb.checker.cards import abilities_of
from kb.checker.characteristics import Chars, is_expanded
from kb.checker.log import taint
from kb.checker.marks import COUNTERS_AT
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, NotModelled, Obj, known

KEYWORDS = (
    "flying", "first strike", "double strike", "deathtouch", "decayed", "exalted", "haste", "hexproof", "indestructible", "lifelink",
    "menace", "reach", "shadow", "trample", "vigilance",
)  # fmt: skip
"""The keywords that a counter can be, besides variants of them ("hexproof from red")."""


@lru_cache(maxsize=200)
def keyword_of(kind: str) -> ast.Keyword | None:
    """The keyword that a counter of that kind gives, or None where it gives none.

    >>> keyword_of("first strike").name, keyword_of("charge")
    ('first strike', None)
    """
    if not any(kind == word or kind.startswith(f"{word} ") for word in KEYWORDS):
        return None
    nodes = abilities_of(kind.capitalize(), "", "Creature")
    node = nodes[0] if len(nodes) == 1 else None
    return node if isinstance(node, ast.Keyword) else None


@rule("122.1b", "613.7c")
def keyword_counters(game: Game, obj: Obj) -> Iterator[tuple[int, ast.Keyword]]:
    """CR 122.1b, 613.7c: a keyword counter gives its keyword, with the timestamp of the newest counter of its kind."""
    placed = obj.marks.get(COUNTERS_AT, {})
    for kind, count in obj.counters.items():
        node = keyword_of(kind) if count > 0 else None
        if node is None:
            continue
        if not is_expanded(node):
            taint(
                game,
                NotModelled(f"the keyword {node.name!r} has no handler", obj.printed.name, f"{kind} counter"),
            )
        yield int(placed.get(kind, obj.timestamp)), node


def given(game: Game, obj: Obj, what: Chars) -> None:
    """What counters on a card outside the battlefield do: no other effect stands in between."""
    for _, node in keyword_counters(game, obj):
        what.abilities = (*what.abilities, node)
        what.reasons.setdefault("abilities", []).append(
            Reason("122.1b", {"card": what.name, "by": node.name})
        )
    add_counters(what, obj)


@rule("613.4c")
def counters_apply(game: Game, work: dict[int, Chars]) -> None:
    """CR 613.4c: counters and effects that add to power and toughness apply after those that set them."""
    for identity, what in work.items():
        obj = known(game, identity)
        if obj.zone == "battlefield" and obj.counters:
            add_counters(what, obj)


@rule("122.1a")
def add_counters(what: Chars, obj: Obj) -> None:
    """CR 122.1a: a counter of two numbers adds them to a creature's power and toughness."""
    if what.power is None:
        return
    for kind, count in obj.counters.items():
        numbers = stat_counter(kind)
        if numbers is not None and count:
            what.power += numbers[0] * count
            what.toughness = (what.toughness or 0) + numbers[1] * count
            what.reasons.setdefault("power", []).extend(
                Reason(number, {"card": what.name, "by": kind}) for number in ("613.4c", "122.1a")
            )


def stat_counter(kind: str) -> tuple[int, int] | None:
    """The numbers of a counter like -0/-1; None for any other kind.

    >>> stat_counter("-0/-1"), stat_counter("time")
    ((0, -1), None)
    """
    power, slash, toughness = kind.partition("/")
    try:
        return (int(power), int(toughness)) if slash else None
    except ValueError:
        return None
