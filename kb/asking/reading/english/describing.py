"""Adjectives: what card texts use, keywords before a noun, participles of the book's verbs."""

from __future__ import annotations

from typing import Any, Final

from kb.asking.frames import Word
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.english.lexicon import KEYWORDS, forms, lexicon
from kb.asking.reading.english.reader import Reader
from kb.asking.reading.english.small import FUNCTION
from kb.checker.oracle.ast import Filter, HasKeyword, HasType, Measures, Negated, Predicate, Status
from kb.checker.oracle.ast import Number as Amount
from kb.checker.oracle.nouns import classify
from kb.checker.oracle.tokens import Token
from kb.checker.oracle.words import CARD_TYPES, COST_KEYWORDS, NUMBER_KEYWORDS, NUMBERS, SUBTYPES, lemma

Adjectives = tuple[int, tuple[Predicate, ...], tuple[Clause, ...], str, int | None, float]
"""Where they end, what they say, the relative clauses they stand for, a face, a count, the cost."""
STATES: Final = frozenset(
    [
        "tapped",
        "untapped",
        "attacking",
        "blocking",
        "unblocked",
        "blocked",
        "enchanted",
        "equipped",
        "modified",
        "transformed",
        "goaded",
        "saddled",
        "foretold",
        "plotted",
        "suspended",
        "suspected",
        "kicked",
    ]
)
"""Participles that say how something is, unless somebody is said to do it."""
CONDITIONS: Final = frozenset(["empty"])
"""Nouns of the book that say how something is."""
SAME: Final = Mention(pronoun="same", text="same")
_KEYWORD_SIZES: Final = {
    first: sorted(
        {
            size
            for name in KEYWORDS
            for size in range(1, len(name.split()) + 1)
            if name.split()[0].split("-")[0] == first
        },
        reverse=True,
    )
    for first in {name.rstrip("!").split()[0].split("-")[0] for name in KEYWORDS}
}
"""How many words a keyword may have that begins with a word."""
_SPELLED: Final = {
    "faceup": "face-up",
    "facedown": "face-down",
    "non-token": "nontoken",
    "non-creature": "noncreature",
}


IDLE: Final = frozenset(
    [
        "big",
        "large",
        "huge",
        "fat",
        "vanilla",
        "random",
        "certain",
        "normal",
        "old",
        "little",
        "small",
        "tiny",
        "puny",
        "measly",
        "lowly",
        "poor",
        "trusty",
        "simple",
        "ordinary",
        "beefy",
        "massive",
        "mighty",
        "nice",
        "lovely",
        "precious",
        "innocent",
        "generic",
        "typical",
        "humble",
        "regular",
        "average",
        "decent",
        "lonely",
        "scary",
        "nasty",
        "annoying",
        "awesome",
        "cool",
        "shiny",
        "best",
        "biggest",
        "strongest",
        "fattest",
        "largest",
        "smallest",
        "weakest",
        "worst",
        "oldest",
        "newest",
        "prized",
        "healthy",
        "fresh",
        "brand-new",
        "plain",
        "mere",
        "giant",
        "beloved",
        "favorite",
        "favourite",
        "remaining",
    ]
)
"""Adjectives that say nothing of what a thing is in the game."""


def oracle_token(r: Reader, at: int) -> Token | None:
    """The word as the Oracle grammar sees it; subtypes may be in small letters here."""
    if r.kind(at) not in ("word", "pt"):
        return None
    tok = r.toks[at]
    low = _SPELLED.get(tok.low, tok.low)
    base = lemma(low)
    subtype = base in SUBTYPES or low in SUBTYPES
    kind = tok.kind
    if kind == "pt":
        low = base = low.rstrip("s")
    return Token(tok.text.capitalize() if subtype else tok.text or low, low, base, kind, tok.start, tok.end)


def keyword_at(r: Reader, at: int) -> list[tuple[int, str]]:
    """The keywords whose name begins there, the longest first."""
    found: list[tuple[int, str]] = []
    for size in _KEYWORD_SIZES.get(r.low(at).split(" ")[0].split("-")[0], ()):
        if at + size > len(r.toks):
            continue
        words = [r.toks[at + number] for number in range(size)]
        if any(word.kind not in ("word", "card") for word in words):
            continue
        name = " ".join(word.low for word in words)
        shown = name.replace("-", " ") if name not in KEYWORDS else name
        if f"{shown}!" in KEYWORDS:
            found.append((at + size + (r.low(at + size) == "!"), f"{shown}!"))
        elif shown in KEYWORDS:
            found.append((at + size, shown))
            if shown in NUMBER_KEYWORDS and r.kind(at + size) == "num" and r.low(at + size).isdigit():
                found.insert(0, (at + size + 1, f"{shown} {r.low(at + size)}"))
            if shown in COST_KEYWORDS and r.kind(at + size) == "symbol":
                found.insert(0, (at + size + 1, f"{shown} {r.toks[at + size].text.upper()}"))
    return found


def adjectives(r: Reader, at: int, deep: int = 0) -> list[Adjectives]:
    """All runs of adjectives that begin there, the empty one too."""
    found: list[Adjectives] = [(at, (), (), "", None, 0.0)]
    if deep > 4 or at >= len(r.toks):
        return found
    for end, preds, clauses, face, cost in _one(r, at):
        for stop, more, others, second, count, extra in adjectives(r, end + (r.low(end) == ","), deep + 1):
            if stop == end + 1 and r.low(end) == "," and not more and not others:
                continue
            found.append((stop, (*preds, *more), (*clauses, *others), face or second, count, cost + extra))
    return found


def _one(r: Reader, at: int) -> list[tuple[int, tuple[Predicate, ...], tuple[Clause, ...], str, float]]:
    found: list[tuple[int, tuple[Predicate, ...], tuple[Clause, ...], str, float]] = []
    token = oracle_token(r, at)
    low = r.low(at)
    if r.kind(at) == "num" and low.isdigit() and r.low(at + 1) in ("power", "toughness"):
        return [(at + 2, (Measures(r.low(at + 1), "=", Amount(int(low))),), (), "", 0.2)]
    measured = _measured(r, at)
    if measured is not None:
        return [(measured[0], (measured[1],), (), "", 0.2)]
    if r.kind(at) == "pt":
        sized = size_of(low)
        return [(at + 1, sized, (), "", 0.0)] if sized else []
    if r.kind(at) not in ("word", "card"):
        return []
    if token is not None:
        word = classify(token, oracle_token(r, at + 1))
        if word is not None and word.predicate is not None and word.kind != "kind":
            # a noun before a noun: "artifact creature", "creature spell", "Goblin token"
            if not word.noun or low in CARD_TYPES or low in SUBTYPES:
                found.append((at + word.size, (word.predicate,), (), "", 0.0))
            if low in ("token", "commander"):
                found.append((at + 1, (word.predicate,), (), "", 0.1))
    named = 0.9 if r.kind(at) == "card" else 0.0
    for end, name in keyword_at(r, at):
        found.append((end, (HasKeyword(name),), (), "", 0.1 + named))
    if r.says(at, ("face", "down")) or r.says(at, ("face", "up")):
        found.append((at + 2, (Status(f"face-{r.low(at + 1)}"),), (), "", 0.0))
    if low in ("hasty", "flashy"):
        found.append((at + 1, (HasKeyword(low[:-1] if low == "flashy" else "haste"),), (), "", 0.0))
    if low.startswith("non-") and low[4:] in CARD_TYPES:
        found.append((at + 1, (Negated(HasType(low[4:])),), (), "", 0.0))
    if low in IDLE:
        found.append((at + 1, (), (), "", 0.2))
    found += _participles(r, at)
    return found


_MEASURES: Final = {
    "mana": "mana value",
    "cost": "mana value",
    "cmc": "mana value",
    "mv": "mana value",
    "power": "power",
    "toughness": "toughness",
}


def _measured(r: Reader, at: int) -> tuple[int, Predicate] | None:
    """ "a three mana creature", "a 4-power creature", "a two-cost artifact"."""
    number, _, what = r.low(at).partition("-")
    end = at + 1
    if not what:
        end += r.low(end) == "-"
        what, end = r.low(end), end + 1
    value = int(number) if number.isdigit() else NUMBERS.get(number)
    if value is None or what not in _MEASURES or r.kind(end) not in ("word", "card"):
        return None
    if r.low(end) in FUNCTION:
        return None
    return end, Measures(_MEASURES[what], "=", Amount(value))


def size_of(text: str) -> tuple[Predicate, ...]:
    """What "2/2" says."""
    power, _, toughness = text.rstrip("s").partition("/")
    if not (power.isdigit() and toughness.isdigit()):
        return ()
    return (Measures("power", "=", Amount(int(power))), Measures("toughness", "=", Amount(int(toughness))))


def _participles(
    r: Reader, at: int
) -> list[tuple[int, tuple[Predicate, ...], tuple[Clause, ...], str, float]]:
    """ "a bounced token", "a dying creature": of the first row that can be meant."""
    low = r.low(at)
    found: list[tuple[int, tuple[Predicate, ...], tuple[Clause, ...], str, float]] = []
    if low.startswith("un") or r.kind(at) != "word":
        return found
    token = oracle_token(r, at)
    if token is not None:
        word = classify(token, None)
        if word is not None and word.kind == "status":
            return found  # card texts have a word for it
    seen = set[str]()
    if low in CONDITIONS:
        how = Mention(noun=low, text=low)
        found.append((at + 1, (), (Clause("be", {"what": SAME, "as": how}, text=low),), "", 0.2))
    for form in lexicon().verbs.get("be", ()):
        size = len(form.words) - 1
        if size and r.says(at, form.words[1:]):
            found.append((at + size, (), (Clause(form.verb.name, {"what": SAME}, text=low),), "", 0.2))
    for one in r.lemmas(at):
        kinds = forms(low, one)
        for form in lexicon().verbs.get(one, ()):
            verb = form.verb
            if len(form.words) > 1 or form.amount or verb.name in seen or low == one:
                continue
            if (
                "past" in kinds
                and verb.kind == "deed"
                and verb.en_takes["object"] == "what"
                and "object" in (verb.en_object or "object").split("/")
            ):
                seen.add(verb.name)
                found.append((at + 1, (), (Clause(verb.name, {"what": SAME}, text=low),), "", 0.4))
            if "ing" in kinds and verb.kind == "happening" and verb.en_takes["subject"] == "what":
                seen.add(verb.name)
                found.append((at + 1, (), (Clause(verb.name, {"what": SAME}, text=low),), "", 0.4))
    return found[:1]


def as_filter(preds: tuple[Predicate, ...]) -> Filter:
    """What is said of something without saying what it is."""
    return Filter("any", preds)


def complement(r: Reader, at: int) -> list[tuple[int, Any, float]]:
    """What something is: "tapped", "black and legendary", "face down", "indestructible"."""
    found: list[tuple[int, Any, float]] = []
    for end, preds, clauses, _, _, cost in adjectives(r, at):
        if r.low(end - 1) in ("blocking", "attacking") and r.kind(end) in ("word", "card", "pt"):
            continue
        if end > at and preds and not clauses and r.low(end - 1) != ",":
            what: Any = Mention(filter=as_filter(preds), text=r.text(at, end))
            if end == at + 1 and r.kind(at) == "pt":
                what = Word("pt", r.low(at).rstrip("s"))
            found.append((end, what, cost + 0.2))
            if r.low(end) == "and":
                for stop, more, others, _, _, extra in adjectives(r, end + 1):
                    if stop > end + 1 and more and not others:
                        both = Mention(filter=as_filter((*preds, *more)), text=r.text(at, stop))
                        found.append((stop, both, cost + extra + 0.2))
    return found
