"""Noun phrases: determiner, possessor, count, adjectives, head, and what follows the head.

What a thing is like is said in the Oracle grammar's nodes, word by word (`oracle.nouns.classify`); a participle of one of the book's verbs
("a bounced token") is a relative clause.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import ME, Number, Person, Word
from kb.asking.mentions import Mention
from kb.asking.reading.english import heads, small
from kb.asking.reading.english.amounts import either, times
from kb.asking.reading.english.describing import adjectives
from kb.asking.reading.english.people import described_person, lots, partitive, people
from kb.asking.reading.english.reader import Reader, Reading
from kb.checker.oracle.words import NUMBERS

COUNTS: Final = {
    "a": 1, "an": 1, "another": 1, "all": "all", "every": "all", "each": "all", "both": 2, "no": "no", "any": "any", "some": "some", "several": "several",
    "many": "several", "few": "several", "single": 1, "zero": "no",
}  # fmt: skip
LABELS: Final = "ABCDEFGHJKLMNOPQRSTUVWZ"
"""Letters that name things; I is a word and X a number."""
_OBJECT_CASE: Final = frozenset(["me", "him", "us", "them"])
_CASES: Final = _OBJECT_CASE | {"i", "he", "we", "they", "she"}
_ORDINALS: Final = frozenset(["first", "second", "third", "fourth", "fifth", "last", "next"])
_DEFINITE: Final = frozenset({"the", "this", "that", "these", "those", "said"})
_PERSON_POSS: Final[dict[str, Mention | Person]] = {
    "me": ME,
    "he": Mention(pronoun="he", text="his"),
    "they": Mention(pronoun="they", text="their"),
    "it": Mention(pronoun="it", text="its"),
}


def noun_phrase(r: Reader, at: int) -> list[Reading]:
    """Readings of a noun phrase with what follows it, and of several joined by and."""
    return r.once(("np", at), lambda: _joined(r, at))


def simple(r: Reader, at: int) -> list[Reading]:
    """A noun phrase that isn't joined to another."""
    return r.once(("np1", at), lambda: _followed(r, at))


def bare(r: Reader, at: int) -> list[Reading]:
    """A noun phrase up to its head: "my opponent's creature"."""
    return r.once(("np0", at), lambda: _possessed(r, at))


def _joined(r: Reader, at: int) -> list[Reading]:
    found = [*simple(r, at)]
    found += [
        (stop, one, cost + more) for end, first, cost in found for stop, one, more in either(r, end, first)
    ]
    both = r.low(at) in ("both", "either")
    for end, one, cost in [*found, *(simple(r, at + 1) if both else [])]:
        after = end + 1 if r.low(end) == "," else end
        if (
            r.low(after) in ("and", "but")
            and isinstance(one, Person)
            and (r.low(end - 1) in _OBJECT_CASE) != (r.low(after + 1) in _OBJECT_CASE)
            and {r.low(end - 1), r.low(after + 1)} & _CASES
        ):
            continue
        if (
            r.low(after) in ("and", "but")
            or (r.low(after) == "plus" and isinstance(one, Mention))
            or (r.low(after) == "or" and not isinstance(one, Person))
        ):
            for stop, other, more in noun_phrase(r, after + 1):
                many = other if isinstance(other, tuple) else (other,)
                if all(_alike(one, each) for each in many):
                    if r.low(after) == "or":
                        continue
                    found.append((stop, (one, *many), cost + more + 0.3))
        elif after > end:
            for stop, other, more in noun_phrase(r, after):
                many = other if isinstance(other, tuple) else ()
                if (
                    len(many) > 1
                    and r.low(at) not in ("both", "either")
                    and all(_alike(one, each) for each in many)
                ):
                    found.append((stop, (one, *many), cost + more + 0.3))
    return found


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, Word) and isinstance(other, Word):
        return one.kind == other.kind
    if any(isinstance(each, Number) for each in (one, other)):
        return all(isinstance(each, Number) or _counted_noun(each) for each in (one, other))
    return any(isinstance(one, kind) and isinstance(other, kind) for kind in (Mention, Person))


def _counted_noun(one: Any) -> bool:
    return isinstance(one, Mention) and bool(one.noun) and heads.kind(one.noun) in ("counter", "amount")


def _followed(r: Reader, at: int) -> list[Reading]:
    from kb.asking.reading.english.following import follow

    found: list[Reading] = []
    todo = [(end, one, cost, 0) for end, one, cost in bare(r, at)]
    while todo:
        end, one, cost, deep = todo.pop(0)
        settled = _settled(one) if isinstance(one, Mention) else one
        if settled is not None:
            found.append((end, _with_text(r, settled, at, end), cost))
        if isinstance(one, Person) and deep == 0:
            todo += described_person(r, end, one, cost)
        if isinstance(one, Mention) and deep < 4 and len(found) < 24:
            # of two nouns that something can belong to it belongs to the nearer one
            todo += [
                (stop, more, cost + extra - 0.02 * (stop - end), deep + 1)
                for stop, more, extra in follow(r, end, one)
            ]
    return found


def _with_text(r: Reader, one: Any, start: int, end: int) -> Any:
    return replace(one, text=r.text(start, end)) if isinstance(one, Mention) else one


def _possessed(r: Reader, at: int) -> list[Reading]:
    found = _determined(r, at)
    todo = [*found]
    for _ in range(2):
        fresh: list[Reading] = []
        for end, one, cost in todo:
            if r.kind(end) != "poss":
                continue
            owner = _owner(one)
            if owner is None:
                continue
            for stop, head, more in _counted(r, end + 1):
                owned = _owned(head, owner)
                if owned is not None:
                    fresh.append((stop, owned, cost + more))
        found += fresh
        todo = fresh
        if not fresh:
            break
    return found


def _owner(one: Any) -> Mention | Person | None:
    if isinstance(one, Person):
        return one
    return one if isinstance(one, Mention) else None


def _owned(head: Any, owner: Mention | Person) -> Any:
    if isinstance(head, Person):
        return head if head.who in ("opponent", "each opponent", "third") and owner == ME else None
    if not isinstance(head, Mention):
        return None
    if head.noun == "face" and head.text == "face" and (isinstance(owner, Person) or owner.pronoun == "he"):
        return owner  # "at his face": at that player
    if (
        head.noun
        and heads.kind(head.noun) in ("ability", "amount", "counter")
        and not isinstance(owner, Person)
    ):
        return replace(head, of=owner, definite=True)
    return replace(head, whose=owner)


def _determined(r: Reader, at: int) -> list[Reading]:
    low = r.low(at)
    found: list[Reading] = []
    if low in small.PERSONS:
        return people(r, at) or [(at + 1, Person(small.PERSONS[low]), 0.0)]
    if low in small.PRONOUNS:
        found.append(
            (
                at + 1,
                Mention(pronoun=small.PRONOUNS[low], text=low),
                0.0 if low not in ("this", "that") else 0.4,
            )
        )
        if low in ("they", "them") and r.low(at + 1) in ("both", "all"):
            found.append(
                (
                    at + 2,
                    Mention(
                        pronoun="they", count=2 if r.low(at + 1) == "both" else "all", text=r.text(at, at + 2)
                    ),
                    0.0,
                )
            )
    if low in ("mine", "ours"):
        found.append((at + 1, Mention(pronoun="one", whose=ME, text=low), 0.0))
    if (low in ("the", "another", "each") and r.low(at + 1) in ("other", "one", "rest")) or (
        low == "another" and r.low(at + 1) == "one"
    ):
        found += _the_other(r, at)
    if low == "both":
        found.append((at + 1, Mention(pronoun="both", text="both"), 0.6))
        if r.low(at + 1) == "of" and r.low(at + 2) in ("them", "these", "those"):
            found.append((at + 3, Mention(pronoun="both", text=r.text(at, at + 3)), 0.0))
    found += people(r, at) + partitive(r, at) + lots(r, at)
    start, mark = at, Mention()
    if low in ("all", "both", "just", "even") and (
        r.low(at + 1) in small.POSSESSIVE or r.low(at + 1) in ("the", "of", "these", "those")
    ):
        whole: Any = {"all": "all", "both": 2}.get(low)
        mark = replace(mark, count=whole)
        start = at + 1 + (r.low(at + 1) == "of")
        low = r.low(start)
    if low in small.POSSESSIVE:
        owner = _PERSON_POSS[small.POSSESSIVE[low]]
        for end, one, cost in _counted(r, start + 1):
            owned = _owned(one, owner) if not isinstance(one, Word) else one
            if owned is not None:
                found.append((end, _marked(owned, mark, False), cost))
    elif low in _DEFINITE:
        for end, one, cost in _counted(r, start + 1):
            found.append((end, _marked(one, mark, True), cost))
    elif low in COUNTS and start == at:
        count: Any = COUNTS[low]
        for end, one, cost in _counted(r, at + 1):
            if low == "both" and isinstance(one, Mention) and one.cards and one.count is None:
                continue  # "both Ember Lash and Quiet Season": one of each
            if isinstance(one, Mention) and one.count in (None, "several"):
                if one.count is None or low not in ("a", "an", "another"):
                    one = replace(
                        one, count=None if one.zone and one.zone == one.noun and count == 1 else count
                    )
                one = replace(one, other=one.other or low == "another")
            elif isinstance(one, Number) and not (low == "a" and r.kind(at + 1) == "num"):
                continue
            if isinstance(one, Person) and one.who == "opponent" and count == "all":
                one = Person("each opponent")
            found.append((end, one, cost))
    elif low != "only" or r.low(at + 1) in NUMBERS or r.kind(at + 1) == "num":
        found += [(end, one, cost + 0.6 * _lacks_article(one)) for end, one, cost in _counted(r, at)]
    return found


def _lacks_article(one: Any) -> bool:
    """Whether it is a singular that people say with an article."""
    if not isinstance(one, Mention) or one.cards or one.count is not None:
        return False
    return not one.noun or heads.kind(one.noun) == "thing"


def _marked(one: Any, mark: Mention, definite: bool) -> Any:
    if not isinstance(one, Mention):
        return one
    return replace(
        one, count=one.count if mark.count is None else mark.count, definite=one.definite or definite
    )


def _the_other(r: Reader, at: int) -> list[Reading]:
    word, after = r.low(at + 1), r.low(at + 2)
    text = r.text(at, at + 2)
    if word == "rest":
        return [(at + 2, Mention(pronoun="the rest", definite=True, text=text), 0.0)]
    if word == "one":
        return (
            [(at + 2, Mention(pronoun="one", other=True, text=text), 0.0)] if r.low(at) == "another" else []
        )
    if after in ("one", "ones", "two"):
        return [(at + 3, Mention(pronoun="the other", definite=True, text=r.text(at, at + 3)), 0.0)]
    return [(at + 2, Mention(pronoun="the other", definite=True, text=text), 0.3)]


def _counted(r: Reader, at: int) -> list[Reading]:
    """Count, ordinal and adjectives before the head."""
    return r.once(("counted", at), lambda: _count(r, at))


def _count(r: Reader, at: int) -> list[Reading]:
    found = _described(r, at)
    low = r.low(at)
    number: Any = None
    if low in ("exactly", "precisely") and (r.kind(at + 1) == "num" or r.low(at + 1) in NUMBERS):
        return _count(r, at + 1)
    if r.kind(at) == "num":
        number = int(low.replace(",", ""))
    elif r.kind(at) == "loyalty" and low.startswith("-"):
        number = int(low)
    elif low in NUMBERS:
        number = NUMBERS[low]
    elif low == "x":
        number = "x"
    elif low in ("several", "many", "multiple", "some"):
        number = "several"
    if number is not None and r.low(at + 1) in ("single", "lone", "whole", "entire", "particular", "such"):
        for end, one, cost in _counted(r, at + 2):
            counted = _several(one, number)
            if counted is not None:
                found.append((end, counted, cost))
    if number is not None:
        after = at + 1 + (r.low(at + 1) in ("more", "different", "separate", "distinct"))
        for end, one, cost in _described(r, after):
            counted = _several(one, number)
            if counted is not None:
                found.append((end, counted, cost))
        if r.low(at + 1) in ("other", "additional", "extra", "further"):
            for end, one, cost in _described(r, at + 2):
                if isinstance(one, Mention) and (not one.noun or heads.kind(one.noun) == "thing"):
                    found.append((end, replace(one, count=number, other=True), cost))
        found.append((at + 1, Number(number), 1.0 if low != "one" else 2.0))
    if low in (
        "only",
        "own",
        "very",
        "same",
        "single",
        "lone",
        "actual",
        "entire",
        "whole",
        "particular",
        "specific",
        "regular",
        "given",
    ):
        for end, one, cost in _counted(r, at + 1):
            if isinstance(one, Mention):
                if low in ("single", "lone", "only") and one.count is None:
                    one = replace(one, count=1)
                if low == "same":
                    concept = bool(one.noun) and heads.kind(one.noun) == "concept"
                    one = replace(one, definite=True, what=one.what or ("same" if concept else ""))
            found.append((end, one, cost))
    if low in ("other", "different", "second", "additional", "extra", "further", "more"):
        for end, one, cost in _counted(r, at + 1):
            if isinstance(one, Mention) and (not one.noun or heads.kind(one.noun) == "thing"):
                found.append((end, replace(one, other=True), cost))
    if low in ("second", "other", "different") and r.low(at + 1) in ("one", "copy"):
        found.append((at + 2, Mention(pronoun="one", other=True, text=r.text(at, at + 2)), 0.2))
    if low in _ORDINALS and r.kind(at + 1):
        for end, one, cost in _counted(r, at + 1):
            if not isinstance(one, Mention) or one.what:
                continue
            if heads.kind(one.noun) in ("ability", "concept") and one.noun:
                found.append((end, replace(one, what=low), cost))
            elif low in ("first", "last") and not one.pronoun:
                found.append((end, replace(one, what=low, count=1 if one.count is None else one.count), cost))
    return found


def _settled(one: Mention) -> Mention | None:
    """ "the first card that I draw": which one the clause is about. Without a clause it isn't said which."""
    if one.what not in ("first", "last") or (one.noun and heads.kind(one.noun) in ("ability", "concept")):
        return one
    if one.noun and heads.kind(one.noun) == "counter":
        return replace(one, what="", definite=True) if one.what == "last" else None
    if one.what == "last" or not one.clauses:
        return None
    *before, last = one.clauses
    return replace(one, what="", clauses=(*before, replace(last, manner=last.manner | {"first"})))


def _several(one: Any, number: Any) -> Any:
    if isinstance(one, Mention):
        if one.noun and heads.kind(one.noun) == "amount" and one.of is None:
            return Number(number, one.noun)
        return replace(one, count=number)
    if isinstance(one, Word) and one.kind == "mana":
        return times(one, number)
    return one


def _described(r: Reader, at: int) -> list[Reading]:
    found: list[Reading] = []
    for start, preds, clauses, face, count, cost in adjectives(r, at):
        for end, one, more in heads.head(r, start):
            plain = not preds and not clauses and not face and count is None
            described = (
                one if plain else heads.like(one, preds, clauses, face) if isinstance(one, Mention) else None
            )
            if described is None:
                continue
            found.append((end, described, cost + more))
            if isinstance(described, Mention) and label(r, end):
                found.append((end + 1, replace(described, label=r.toks[end].text), cost + more - 0.5))
    return found


def label(r: Reader, at: int) -> bool:
    """Whether a letter stands there by which a thing is told from another: "creature A"."""
    return r.kind(at) == "word" and len(r.toks[at].text) == 1 and r.toks[at].text in LABELS
