"""Descriptions of objects: "nonland permanent you control", "red, green, or white creature".

Hand-written rather than a table, because what an adjective in a list belongs to depends on the classes of
the words around it ("instant or sorcery card" shares its noun, "creature or Vehicle" doesn't).
"""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.oracle.ast import (
    AnyOf,
    Filter,
    HasColor,
    HasType,
    InZone,
    Kind,
    Measures,
    Negated,
    Number,
    Predicate,
    Status,
)
from kb.checker.oracle.grammar import Parser, Reading
from kb.checker.oracle.raw import RawOther
from kb.checker.oracle.tokens import Token
from kb.checker.oracle.words import CARD_TYPES, COLORS, SUBTYPES, SUPERTYPES

_STATUS = frozenset(
    [
        "tapped",
        "untapped",
        "attacking",
        "blocking",
        "unblocked",
        "blocked",
        "face-up",
        "face-down",
        "enchanted",
        "modified",
        "suspected",
        "transformed",
        "goaded",
        "saddled",
        "equipped",
        "unmodified",
        "foretold",
        "plotted",
        "suspended",
        "kicked",
    ]
)
_KINDS: dict[str, Kind] = {
    "permanent": "permanent",
    "card": "card",
    "spell": "spell",
    "token": "token",
    "source": "object",
    "object": "object",
}
PERMANENT_CARD = AnyOf(
    tuple(HasType(name) for name in ("artifact", "battle", "creature", "enchantment", "land", "planeswalker"))
)
"""CR 110.4a, 110.4b: a permanent card or permanent spell."""
_GROUPS = frozenset({"historic", "outlaw", "party"})


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a description: its class, what it says, whether it can be the noun."""

    kind: str
    predicate: Predicate | None
    noun: bool
    head: Kind | None = None
    size: int = 1


def classify(token: Token, following: Token | None) -> Word | None:
    """What a token says in a description, None when it can't stand in one."""
    base, low = token.base, token.low
    if token.kind == "pt":
        return _size(low)
    if low == "time" and following is not None and following.base == "lord":
        return Word("sub", HasType("time lord"), noun=True, size=2)
    if base in COLORS:
        return Word("color", HasColor(COLORS[base]), noun=False)
    if base in CARD_TYPES:
        return Word("type", HasType(base), noun=True)
    if base in SUPERTYPES:
        return Word("super", HasType(base), noun=False)
    if base in SUBTYPES and token.text[0].isupper():
        return Word("sub", HasType(base), noun=True)
    if low in SUBTYPES and token.text[0].isupper():
        return Word("sub", HasType(low), noun=True)
    if base in _GROUPS:
        return Word("group", HasType(base), noun=base != "historic")
    if low in _STATUS:
        return Word("status", Status(low), noun=False)
    if base == "commander":
        return Word("status", Status("commander"), noun=True)
    if base in _KINDS:
        head = _KINDS[base]
        if base == "token":
            return Word("kind", Status("token"), noun=True, head="permanent")
        return Word("kind", None, noun=True, head=head)
    if low.startswith("non"):
        return _negative(token)
    return None


def _size(text: str) -> Word | None:
    """ "1/1 creature"."""
    power, toughness = text.split("/")
    if not (power.isdigit() and toughness.isdigit()):
        return None
    both = (Measures("power", "=", Number(int(power))), Measures("toughness", "=", Number(int(toughness))))
    return Word("non", Filter("any", both), noun=False)


def _negative(token: Token) -> Word | None:
    rest = token.low[3:].lstrip("-")
    inner: Predicate | None = None
    if rest in COLORS:
        inner = HasColor(COLORS[rest])
    elif rest in CARD_TYPES or rest in SUPERTYPES or rest in SUBTYPES or rest in _GROUPS:
        inner = HasType(rest)
    elif rest in {"token", "commander"} or rest in _STATUS:
        inner = Status(rest)
    return None if inner is None else Word("non", Negated(inner), noun=False)


def _unit(parser: Parser, position: int) -> tuple[int, list[Word]]:
    words: list[Word] = []
    while position < parser.size:
        token = parser.tokens[position]
        following = parser.tokens[position + 1] if position + 1 < parser.size else None
        if words and token.low == "," and words[-1].kind in {"non", "color", "status", "super"}:
            # "nonartifact, nonblack creature": adjectives one after the other
            word = classify(following, None) if following is not None else None
            if word is not None and word.kind in {"non", "status"} and words[-1].kind == word.kind == "non":
                position += 1
                continue
        word = classify(token, following)
        if word is None or (words and words[-1].kind == "kind" and word.kind != "kind"):
            break
        if words and words[-1].noun and word.kind in {"status", "color", "non", "super"} and not word.noun:
            break  # "each creature blocking it": the participle belongs to what follows
        words.append(word)
        position += word.size
    return position, words


def _filter_of(words: list[Word]) -> Filter | None:
    if not any(word.noun for word in words):
        return None
    kind: Kind = "permanent"
    predicates: list[Predicate] = []
    heads = [word.head for word in words if word.head is not None]
    if heads:
        kind = heads[-1]
        if "permanent" in heads[:-1] and kind in {"card", "spell"}:
            predicates.append(PERMANENT_CARD)
    predicates += [word.predicate for word in words if word.predicate is not None]
    return Filter(kind, tuple(predicates))


def _all_of(predicates: tuple[Predicate, ...]) -> Predicate:
    return predicates[0] if len(predicates) == 1 else Filter("any", predicates)


def _combine(units: list[list[Word]]) -> Filter | None:
    """One filter of the units of an or-list."""
    if len(units) == 1:
        return _filter_of(units[0])
    first, last = units[:-1], units[-1]
    kinds = {unit[-1].kind for unit in first} | {last[0].kind}
    shared_class = len(kinds) == 1 or kinds <= {"type", "sub", "super", "color", "group", "non"}
    if all(len(unit) == 1 for unit in first) and len(last) > 1 and shared_class and _shares_noun(first, last):
        options = [unit[0].predicate for unit in first] + [last[0].predicate]
        rest = _filter_of(last[1:])
        if rest is None or any(option is None for option in options):
            return None
        choice = AnyOf(tuple(option for option in options if option is not None))
        return Filter(rest.kind, (choice, *rest.where))
    spells = _adjective_before(units)
    if spells is not None:
        return spells
    return _either([_filter_of(unit) for unit in units])


def _either(filters: list[Filter | None]) -> Filter | None:
    """One filter of several, any of which may fit."""
    if any(item is None for item in filters):
        return None
    whole = [item for item in filters if item is not None]
    kinds_of = {item.kind for item in whole}
    if len(kinds_of) == 1:
        return Filter(
            whole[0].kind, (AnyOf(tuple(_all_of(item.where) if item.where else item for item in whole)),)
        )
    return Filter("any", (AnyOf(tuple(whole)),))


def _adjective_before(units: list[list[Word]]) -> Filter | None:
    """ "multicolored instant or sorcery spell": an adjective before "instant or sorcery" belongs to both."""
    first, last = units[0], units[-1]
    if len(units) != 2 or len(first) < 2 or any(word.noun for word in first[:-1]):
        return None
    if first[-1].predicate != HasType("instant") or last[0].predicate != HasType("sorcery"):
        return None
    inner = _combine([[first[-1]], last])
    adjectives = tuple(word.predicate for word in first[:-1] if word.predicate is not None)
    return None if inner is None else Filter(inner.kind, (*adjectives, *inner.where))


def _shares_noun(first: list[list[Word]], last: list[Word]) -> bool:
    """Whether the words before belong to the noun at the end ("instant or sorcery card", "red or green creature")
    rather than being nouns of their own ("creature or tapped land")."""
    if last[-1].kind == "kind" and last[-1].head != "player":
        # "artifact or creature card"; but "land or creature token" has a noun before "token" too
        return all(unit[0].kind != "kind" for unit in first)
    if any(unit[0].noun for unit in first):
        return False
    return first[0][0].kind == last[0].kind


def description(parser: Parser, position: int) -> list[Reading]:
    """Readings of a description without article, before what follows the noun."""
    other = parser.base(position) in {"other", "another"}
    start = position + 1 if other else position
    end, words = _unit(parser, start)
    if not words:
        return []
    units = [words]
    found: list[tuple[int, list[list[Word]]]] = [(end, list(units))]
    while end < parser.size:
        after = end
        if parser.base(after) == ",":
            after += 1
        joined = parser.base(after) in {"or", "and", "and/or"}
        if joined:
            after += 1
        if after == end:
            break
        anew = parser.base(after) in {"a", "another"} and joined
        if anew:
            if parser.base(after - 1) != "or" or parser.base(after + 1) == "target":
                break  # "an artifact and a creature" are two things
            after += 1
        end, words = _unit(parser, after)
        if not words:
            break
        units.append(words)
        if anew and parser.base(end) in OF_THE_LAST:
            return _qualified(parser, end, units, other)
        if joined:
            found.append((end, list(units)))
            break
    readings: list[Reading] = []
    for stop, parts in reversed(found):
        result = _combine(parts)
        if result is not None:
            if other:
                result = Filter(result.kind, (RawOther(), *result.where))
            readings.append((stop, result))
    return readings


OF_THE_LAST = frozenset({"with", "that"})
"""What follows "an A or a B" and is said of B only; "you control" and a zone are said of both."""


def _qualified(parser: Parser, end: int, units: list[list[Word]], other: bool) -> list[Reading]:
    """ "An instant card or a card with flash": with an article of its own the last has its qualities for itself."""
    last = _filter_of(units[-1])
    readings: list[Reading] = []
    for stop, predicate in parser.readings("post", end) if last is not None and not other else ():
        extra = predicate if isinstance(predicate, tuple) else (predicate,)
        assert last is not None
        either = _either(
            [*map(_filter_of, units[:-1]), Filter(_kind_with(last, extra), (*last.where, *extra))]
        )
        if either is not None:
            readings.append((stop, either))
    return readings


def described(parser: Parser, position: int) -> list[Reading]:
    """A description with everything that follows the noun: <core> <post>*."""
    found: dict[int, Filter] = {}
    todo: list[tuple[int, Filter]] = [(end, value) for end, value in parser.readings("core", position)]
    while todo:
        end, value = todo.pop(0)
        if end in found:
            continue
        found[end] = value
        for stop, predicate in parser.readings("post", end):
            extra = predicate if isinstance(predicate, tuple) else (predicate,)
            todo.append((stop, Filter(_kind_with(value, extra), value.where + extra)))
    return sorted(found.items(), key=lambda item: -item[0])


def _kind_with(value: Filter, extra: tuple[Predicate, ...]) -> Kind:
    outside = any(isinstance(p, InZone) and p.zone not in {"battlefield", "stack", "anywhere"} for p in extra)
    return "card" if outside and value.kind in {"permanent", "spell"} else value.kind
