"""When: "in my upkeep", "before damage", "this turn", "at the beginning of combat", "in my second main phase of the same turn"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, Literal

from kb.asking.frames import ME, OPPONENT, Person, When
from kb.asking.mentions import Mention
from kb.asking.reading.english.lexicon import lexicon
from kb.asking.reading.english.reader import Reader, Reading

How = Literal["at", "before", "after", "during", "until"]
_PREPS: Final[dict[str, How]] = {
    "in": "at", "on": "at", "at": "at", "during": "during", "before": "before", "after": "after", "until": "until", "within": "during", "throughout": "during",
    "by": "before", "through": "during",
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
_BARE: Final = frozenset({"combat", "damage", "blocks", "blockers", "attackers"})
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
    if low == "later" and r.says(at + 1, ("this", "turn")):
        found.append((at + 3, When("turn", None, "this", "after"), 0.0))
    if r.says(at, ("mid", "combat")) or r.says(at, ("in", "middle", "combat")):
        found.append((at + 2, When("combat"), 0.0))
    if r.says(at, ("in", "the", "middle", "of", "combat")):
        found.append((at + 5, When("combat"), 0.0))
    if low == "later" and r.low(at + 1) not in ("this",):
        found.append((at + 1, When("turn", None, "next"), 0.8))
    if low in ("next", "this", "last"):
        for end, when in _step(r, at):
            if when.step != "turn":
                found.append((end, replace(when, how="at"), 0.1))
    if low in _PREPS:
        found += [(end, _how(when, low), 0.0) for end, when in _step(r, at + 1)]
    if low in ("right", "just", "immediately") and r.low(at + 1) in ("before", "after"):
        found += [(end, _how(when, r.low(at + 1)), 0.0) for end, when in _step(r, at + 2)]
    return found


def _how(when: When, prep: str) -> When:
    how = _PREPS[prep]
    return replace(
        when, how=how if how in ("before", "after", "until") else "at" if when.how == "at" else when.how
    )


def _step(r: Reader, at: int) -> list[tuple[int, When]]:
    """A step or turn with its determiner, and "of my turn" after it."""
    start, whose, which = at, None, ""
    if r.low(start) in ("the", "a", "an"):
        start += 1
    owner = _whose(r, start)
    found: list[tuple[int, When]] = []
    starts = [(start, None), *([owner] if owner else [])]
    for place, who in starts:
        whose, spot, which = who, place, ""
        while r.low(spot) in ("very", "own"):
            spot += 1
        if r.low(spot) in _WHICH:
            which = _WHICH[r.low(spot)]
            spot += 1
            if r.low(spot) in ("main", "turn") and r.low(spot - 1) == "same":
                pass
        if r.low(spot) == "own":
            spot += 1
        for end, step in _named(r, spot):
            if (
                start == at
                and whose is None
                and not which
                and r.low(spot) not in _BARE
                and step != "combat"
                and r.low(at - 1) not in ("before", "after", "during", "until", "at", "in")
            ):
                continue
            name = step
            if step == "main" and which in ("first", "second"):
                name, shown = _MAIN[which], ""
            else:
                shown = which
            when = When(name, whose, shown)
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


def _named(r: Reader, at: int) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    if r.says(at, ("beginning", "of")) or r.says(at, ("start", "of")):
        for end, when in _step(r, at + 2):
            found.append((end, "begin_combat" if when.step == "combat" else when.step))
        if r.low(at + 2) == "combat":
            found.append((at + 3, "begin_combat"))
    if r.says(at, ("end", "of")):
        for end, when in _step(r, at + 2):
            found.append((end, {"combat": "end_combat", "turn": "end"}.get(when.step, when.step)))
        if r.low(at + 2) in ("turn", "combat"):
            found.append((at + 3, "end" if r.low(at + 2) == "turn" else "end_combat"))
    if r.low(at) in ("precombat", "postcombat"):
        found.append((at + 2 + (r.low(at + 2) in ("phase",)), _MAIN[r.low(at)]))
    for first in r.lemmas(at):
        for words, row in lexicon().nouns.get(first, ()):
            if (
                row.kind == "step"
                and r.says(at + 1, words[1:-1])
                and (len(words) == 1 or words[-1] in r.lemmas(at + len(words) - 1))
            ):
                found.append((at + len(words), row.means))
    if r.low(at) in ("damage", "blocks", "blockers", "attackers") and r.low(at + 1) not in ("are", "is"):
        found.append(
            (
                at + 1,
                {"damage": "combat_damage", "attackers": "declare_attackers"}.get(
                    r.low(at), "declare_blockers"
                ),
            )
        )
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
