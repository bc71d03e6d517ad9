"""When: "in my upkeep", "before damage", "this turn", "at the beginning of combat", "in my second main phase of the same turn"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, Literal

from kb.asking.frames import ME, OPPONENT, Person, When
from kb.asking.mentions import Mention
from kb.asking.reading.english.lexicon import lexicon
from kb.asking.reading.english.reader import Reader, Reading
from kb.checker.oracle.words import NUMBERS

How = Literal["at", "before", "after", "during", "until"]
_PREPS: Final[dict[str, How]] = {
    "in": "at", "on": "at", "at": "at", "during": "during", "before": "before", "after": "after", "until": "until", "till": "until", "til": "until", "within": "during", "throughout": "during",
    "by": "before", "through": "during", "over": "during",
}  # fmt: skip
_WHICH: Final = {
    "this": "this",
    "next": "next",
    "first": "first",
    "second": "second",
    "last": "last",
    "previous": "last",
    "each": "each",
    "every": "each",
    "same": "same",
    "current": "this",
    "following": "next",
    "one": "",
    "any": "each",
    "single": "",
    "later": "next",
    "future": "next",
}
_BARE: Final = frozenset({"combat", "damage", "blocks", "blockers", "attackers", "first-strike", "regular"})
"""Steps that need no article: "before damage"."""
_MAIN: Final = {
    "first": "precombat_main",
    "second": "postcombat_main",
    "precombat": "precombat_main",
    "postcombat": "postcombat_main",
}
_SPEED: Final = {("at", "instant", "speed"): "instant", ("at", "sorcery", "speed"): "sorcery"}


def time(r: Reader, at: int) -> list[Reading]:
    """Readings of a phrase of time."""
    return r.once(("time", at), lambda: _time(r, at))


def _time(r: Reader, at: int) -> list[Reading]:
    low = r.low(at)
    found: list[Reading] = []
    if low in ("this", "last", "next", "each", "every", "that") and r.low(at + 1) == "turn":
        which = {"this": "this", "last": "last", "next": "next", "that": "same"}.get(low, "each")
        found.append((at + 2, When("turn", None, which), 0.0))
    if low in ("over", "throughout", "during", "through") and r.says(at + 1, ("the", "course", "of")):
        found += [(end, replace(when, how="during"), 0.0) for end, when in _step(r, at + 4, free=True)]
    if low in ("a", "one") and r.says(at + 1, ("turn", "ago")):
        found.append((at + 3, When("turn", None, "last"), 0.0))
    if low in ("after", "before") and (drawn := _draw(r, at + 1)):
        found.append((drawn, When("draw", ME, "", "after" if low == "after" else "before"), 0.0))
    if low == "for":
        rest = at + 1 + 3 * r.says(at + 1, ("the", "rest", "of"))
        found += [(end, when, 0.0) for end, when in _step(r, rest, free=True) if when.step == "turn"]
    if low == "earlier" and r.says(at + 1, ("this", "turn")):
        found.append((at + 3, When("turn", None, "this"), 0.0))
    if low == "later" and r.says(at + 1, ("this", "turn")):
        found.append((at + 3, When("turn", None, "this", "after"), 0.0))
    if r.says(at, ("mid", "combat")) or r.says(at, ("in", "middle", "combat")):
        found.append((at + 2, When("combat"), 0.0))
    if r.says(at, ("in", "the", "middle", "of", "combat")):
        found.append((at + 5, When("combat"), 0.0))
    if low == "later" and r.low(at + 1) not in ("this",):
        found.append((at + 1, When("turn", None, "next"), 0.8))
    if low in ("next", "this", "last", "each", "every"):
        for end, when in _step(r, at):
            if when.step != "turn":
                found.append((end, replace(when, how="at"), 0.1))
    if low in _PREPS:
        found += [(end, _how(when, low), 0.0) for end, when in _step(r, at + 1)]
    if low in ("right", "just", "immediately") and r.low(at + 1) in ("before", "after"):
        found += [(end, _how(when, r.low(at + 1)), 0.0) for end, when in _step(r, at + 2)]
    return found


_DAYS: Final = frozenset({
    "night", "day", "evening", "morning", "afternoon", "week", "weekend", "month", "year", "monday", "tuesday", "wednesday",
    "thursday", "friday", "saturday", "sunday", "game", "match", "session", "draft", "tournament", "prerelease", "fnm",
})  # fmt: skip
_LONG_AGO: Final = frozenset({"day", "night", "week", "weekend", "month", "year", "game", "match"})


def of_the_world(r: Reader, at: int) -> int:
    """Where a time ends that is none of the game: "last night", "the other day", "two weeks ago", "yesterday"; 0 where there is none."""
    low = r.low(at)
    if low == "yesterday":
        return at + 1 + (r.low(at + 1) in _DAYS)
    if (low == "last" or (low in ("the", "this") and r.low(at + 1) in ("other", "past"))) and (
        r.low(end := at + 1 + (low != "last")) in _DAYS
    ):
        return end + 1
    number = low in ("a", "one") or low in NUMBERS or r.kind(at) == "num" or r.says(at, ("a", "few"))
    end = at + 1 + r.says(at, ("a", "few"))
    if number and _LONG_AGO & {*r.lemmas(end)} and r.low(end + 1) == "ago":
        return end + 2
    return 0


def _draw(r: Reader, at: int) -> int:
    """Where "my (normal) draw (for the turn)" ends; 0 where it doesn't stand there."""
    end = at + 1
    while r.low(end) in ("normal", "regular", "usual", "own"):
        end += 1
    if r.low(at) != "my" or r.low(end) != "draw" or r.low(end + 1) in ("step", "phase", "trigger"):
        return 0
    end += 1
    return end + 3 * (
        r.low(end) in ("for", "of") and r.low(end + 1) in ("the", "that") and r.low(end + 2) == "turn"
    )


def stated(r: Reader, at: int) -> list[tuple[int, When]]:
    """What is said of "it is …": "my opponent's turn", "my second main phase", "during combat"."""
    start = at + (r.low(at) in ("currently", "now", "still"))
    start += 4 * r.says(start, ("in", "the", "middle", "of"))
    inner = [(end, when) for end, when, _ in time(r, start) if when.how in ("at", "during")]
    return [*inner, *_step(r, start, free=True)]


def _how(when: When, prep: str) -> When:
    how = _PREPS[prep]
    return replace(
        when, how=how if how in ("before", "after", "until") else "at" if when.how == "at" else when.how
    )


def _step(r: Reader, at: int, free: bool = False) -> list[tuple[int, When]]:
    """A step or turn with its determiner, and "of my turn" after it."""
    start, whose, which = at, None, ""
    if r.low(start) in ("the", "a", "an"):
        start += 1
    owner = _whose(r, start)
    found: list[tuple[int, When]] = []
    starts = [(start, None), *([owner] if owner else [])]
    for place, who in starts:
        whose, spot, which = who, place, ""
        while r.low(spot) in ("very", "own", "whole", "entire"):
            spot += 1
        if r.low(spot) in _WHICH:
            which = _WHICH[r.low(spot)]
            spot += 1
            if r.low(spot) in ("main", "turn") and r.low(spot - 1) == "same":
                pass
        if r.low(spot) == "own":
            spot += 1
        for end, inner in _named(r, spot):
            bare = start == at and whose is None and not which and not inner.whose and not inner.which
            if (
                bare
                and r.low(spot) not in _BARE
                and inner.step != "combat"
                and not free
                and r.low(at - 1) not in ("before", "after", "during", "until", "till", "til", "at", "in")
            ):
                continue
            name, shown = inner.step, which or inner.which
            if name == "main" and which in ("first", "second"):
                name, shown = _MAIN[which], inner.which
            when = When(name, whose or inner.whose, shown)
            found.append((end, when))
            found += _of(r, end, when)
    return found


def _of(r: Reader, at: int, when: When) -> list[tuple[int, When]]:
    """ "end of my turn", "second main phase of the same turn"."""
    if r.low(at) not in ("of", "on", "in", "during", "this", "next", "that", "each"):
        return []
    if r.low(at) in ("this", "next", "that", "each"):
        if r.low(at + 1) != "turn" or when.step == "turn":
            return []
        return [(at + 2, replace(when, which=when.which or _WHICH.get(r.low(at), "same")))]
    found: list[tuple[int, When]] = []
    for end, outer in _step(r, at + 1):
        if outer.step == "turn" and when.step != "turn":
            found.append(
                (end, replace(when, whose=outer.whose or when.whose, which=outer.which or when.which))
            )
        elif outer.step == "combat" and when.step in ("begin_combat", "end_combat"):
            found.append((end, replace(when, whose=outer.whose or when.whose)))
    return found


_EDGES: Final = {
    "beginning": {"combat": "begin_combat"},
    "start": {"combat": "begin_combat", "turn": "untap"},
    "end": {"combat": "end_combat", "turn": "end"},
}
_DAMAGE: Final = {"first-strike": "combat_damage", "regular": "combat_damage_2", "normal": "combat_damage_2"}
_DECLARED: Final = {
    "damage": "combat_damage",
    "attackers": "declare_attackers",
    "attacks": "declare_attackers",
    "blocks": "declare_blockers",
    "blockers": "declare_blockers",
}


def _named(r: Reader, at: int) -> list[tuple[int, When]]:
    """A step by its name, with the turn whose beginning or end it is."""
    low = r.low(at)
    found: list[tuple[int, When]] = []
    if low in _EDGES and r.low(at + 1) == "of":
        steps = [*_step(r, at + 2), *_named(r, at + 2)]
        found += [(end, replace(when, step=_EDGES[low].get(when.step, when.step))) for end, when in steps]
    if low in _DAMAGE and r.low(at + 1) in ("damage", "combat"):
        found.append((at + (2 if r.low(at + 1) == "damage" else 3), When(_DAMAGE[low])))
    if r.says(at, ("combat", "damage")):
        found.append((at + 2, When("combat_damage")))
    if r.says(at, ("first", "strike", "damage")):
        found.append((at + 3, When("combat_damage")))
    if low in ("precombat", "postcombat"):
        found.append((at + 2 + (r.low(at + 2) == "phase"), When(_MAIN[low])))
    for first in r.nouns(at):
        for words, row in lexicon().nouns.get(first, ()):
            if row.kind != "step" or not r.says(at + 1, words[1:-1]):
                continue
            if len(words) == 1 or words[-1] in r.lemmas(at + len(words) - 1):
                found.append((at + len(words), When(row.means)))
    if low in _DECLARED and r.low(at + 1) not in ("are", "is", "were"):
        found.append((at + 1, When(_DECLARED[low])))
    return found


def _whose(r: Reader, at: int) -> tuple[int, Any] | None:
    """The possessor of a turn."""
    from kb.asking.reading.english.nouns import _determined

    words = {"my": ME, "our": ME, "your": ME}
    if r.low(at) in words:
        if r.low(at + 1) in ("opponent", "opponents", "opp"):
            return (at + 3, OPPONENT) if r.kind(at + 2) == "poss" else None
        return at + 1, words[r.low(at)]
    if r.low(at) in ("his", "her", "their", "its"):
        pronoun: Any = "they" if r.low(at) == "their" else "he"
        return at + 1, Mention(pronoun=pronoun, text=r.low(at))
    for end, one, _ in (
        _determined(r, at)
        if r.low(at) in ("opponent", "opponents", "another", "each", "a", "an", "active", "player", "the")
        else ()
    ):
        if isinstance(one, Person) and r.kind(end) == "poss":
            return end + 1, one
    if r.low(at) in ("opponent", "opponents", "opp"):
        return at + 1 + (r.kind(at + 1) == "poss"), OPPONENT
    return None
