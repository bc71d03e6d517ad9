"""Which parts of a clause fill which role of its verb, and whether they can.

>>> from kb.asking.wordbook import wordbook
>>> fits("life", Number(2, "life")), fits("creature", Person("me")), fits("none", None)
(2, 0, 2)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from kb.asking.frames import Number, Person, Word
from kb.asking.mentions import Clause, Mention
from kb.asking.wordbook import Verb, wordbook
from kb.checker.oracle.ast import Filter, HasType, Status
from kb.checker.oracle.words import CREATURE_TYPES

_OBJECTS: Final = frozenset(
    {
        "object",
        "permanent",
        "creature",
        "card",
        "spell",
        "token",
        "land",
        "ability",
        "artifact",
        "enchantment",
        "planeswalker",
    }
)
_INSTRUMENTS: Final = frozenset(["with", "using", "via", "because of"])
_STATIC: Final = "object/player/ability/clause/none"
"""What the object of a deed is where its row doesn't say."""


_THING: Final = Mention(pronoun="it", text="it")
ANY: Final = Mention(pronoun="same", text="?")
"""Stands for what isn't read yet."""


def best(spec: str, filler: Any) -> int:
    """How well something fits one of the kinds: 2 it is one, 1 it may be one, 0 it is none."""
    if isinstance(filler, tuple):
        return min(best(spec, one) for one in filler)
    return max(fits(word, filler) for word in spec.split("/"))


def fits(word: str, filler: Any) -> int:
    """How well something fits a kind."""
    if filler is None or word == "none":
        return 2 if filler is None and word == "none" else 0
    if filler is ANY:
        return 1
    if isinstance(filler, tuple):
        return min(fits(word, one) for one in filler)
    if isinstance(filler, Person):
        return 2 if word == "player" else 0
    if isinstance(filler, Number):
        return 2 if word in ("number", filler.of) else 0
    if isinstance(filler, Word):
        if word == "ability" and filler.kind == "keyword":
            return 1
        return 2 if word in (filler.kind, filler.name) else 0
    if isinstance(filler, Clause):
        return 2 if word == "clause" else 0
    return _mention(word, filler)


def _mention(word: str, one: Mention) -> int:
    if one.asked and one.text == "how much":
        return int(word not in _OBJECTS and word != "player")
    if one.asked and not one.noun:
        return 1 if one.pronoun != "who" else 2 if word == "player" else 0
    if one.pronoun == "same" and one.text == "same":
        return 1
    if one.pronoun and not one.noun:
        if word == "player":
            return 1 if one.pronoun in ("he", "they", "same", "the other", "both") else 0
        return 1 if word in _OBJECTS else 0
    if one.cards and not one.noun:
        return {"object": 2, "card": 2, "permanent": 2}.get(word, 1 if word in _OBJECTS else 0)
    noun = wordbook().nouns.get(one.noun)
    kind = noun.kind if noun else "thing"
    if kind != "thing":
        return 2 if word in (kind, one.noun) or (kind == "person" and word == "player") else 0
    if word == one.noun:
        return 2
    return 0 if one.filter is None else _filter(word, one.filter)


def _filter(word: str, what: Filter) -> int:
    if word not in _OBJECTS:
        return 0
    types = {one.name for one in _flat(what.where) if isinstance(one, HasType)}
    if word == "object" or word == what.kind or word in types:
        return 2
    if word == "token":
        return 2 if Status("token") in what.where else int(bool(types & CREATURE_TYPES))
    if types & CREATURE_TYPES:
        types |= {"creature"}
    if word == "ability":
        return 0
    if what.kind == "spell":
        return 1 if word != "permanent" else 0
    if word in ("card", "spell", "permanent"):
        return 1
    return (
        0
        if types & {"creature", "land", "artifact", "enchantment", "planeswalker", "instant", "sorcery"}
        and word != "creature"
        else 1
    )


def _flat(where: Iterable[Any]) -> Iterable[Any]:
    for one in where:
        yield one
        if isinstance(one, Filter):
            yield from _flat(one.where)
        elif hasattr(one, "options"):
            yield from _flat(one.options)


def suits(clause: Clause, head: Mention) -> float | None:
    """What it costs that the thing which a relative clause is about stands in it; None where it can't."""
    from kb.asking.reading.english.describing import SAME

    verb = wordbook().verbs[clause.verb]
    cost = 0.0
    for role, filler in clause.roles.items():
        if filler is not SAME:
            continue
        specs = [verb.needs[role]] if role in verb.needs else []
        if role == (verb.en_takes["object"] if verb.kind == "deed" else "") and verb.en_object:
            specs.append(verb.en_object)
        for spec in specs:
            fit = best(spec, head)
            if not fit and (spec == verb.en_object or not _is_thing(head)):
                return None
            cost += 0.3 * (2 - fit)
    return cost


def role_of(verb: Verb, part: str, filler: Any) -> str:
    """The role that a part of the clause fills: "a/b" is a for persons and b for things."""
    role = verb.en_takes.get(part, "")
    if "/" in role:
        person, thing = role.split("/")
        role = (
            person
            if fits("player", filler) and not fits("object", filler)
            else thing
            if not isinstance(filler, Person)
            else person
        )
    return "" if role == "-" else role


def roles(
    verb: Verb,
    passive: bool,
    subject: Any,
    objects: list[Any],
    preps: list[tuple[str, Any]],
    amount: str = "",
) -> tuple[dict[str, Any], float] | None:
    """The roles of a clause and what this reading costs; None where a part has no role or can't be what it needs."""
    found: dict[str, Any] = {}
    cost = 0.0
    if verb.en_subject and subject is not None and subject is not ANY:
        fit = best(verb.en_subject, subject)
        if not fit or (fit == 1 and "player" in verb.en_subject):
            return None
        cost += 0.3 * (2 - fit)
    objects = [*objects]
    counted = _take_amount(objects, subject, passive, amount) if amount else None
    if amount and counted is None:
        return None
    if counted is not None:
        found["amount"] = counted[0]
        if counted[1]:
            subject = None
    if passive and not (counted and counted[1]):
        objects, subject = [*objects, subject] if objects else [subject], None
        if len(objects) == 2:
            objects = [objects[1], objects[0]]
    if len(objects) > (2 if "second" in verb.en_own else 1):
        return None
    last = objects[-1] if objects else None
    taken = {role_of(verb, prep, filler) for prep, filler in preps}
    if not (counted and not objects):
        fit = best(verb.en_object or (_STATIC if verb.kind == "deed" else "none/object"), last)
        if not fit:
            return None
        cost += 0.6 * (2 - fit)
        if fit == 2 and last is not None and verb.en_object and "object" not in verb.en_object.split("/"):
            cost -= 0.1  # a verb that is said of this kind only
        if last is not None and verb.kind != "deed" and not verb.en_object:
            cost += 0.5
        if last is None and not counted and verb.kind == "deed" and best(verb.en_object or _STATIC, _THING):
            cost += 0.5
    if len(objects) == 2 and not _put(found, role_of(verb, "second", objects[0]) or "to", objects[0]):
        return None
    if last is not None:
        role = role_of(verb, "object", last) or "what"
        if isinstance(last, Number) and role == "what" and not verb.en_object:
            role = "amount"
        if role in taken and role == "what" and {"to", "on"} & {*verb.en_own}:
            role = "to"  # "equip it with a Sword"
        if not _put(found, role, last):
            return None
    for prep, filler in preps:
        if passive and prep == "by" and not isinstance(filler, Clause):
            role = role_of(verb, "subject", filler)
            role = role if role and role not in found else "agent"
        else:
            role = role_of(verb, prep, filler)
            counters = isinstance(filler, Mention) and bool(filler.noun) and fits("counter", filler) == 2
            role = (
                "with" if prep == "with" and role == "by" and counters else role
            )  # "dies with a counter on it"
            if not _can_depend(verb, prep, filler, passive) or (role == "by" and isinstance(filler, Number)):
                return None
            there = (
                isinstance(filler, Mention)
                and filler.zone in ("stack", "battlefield")
                and filler.noun != filler.zone
            )
            cost += 2.0 * (prep == "with" and there)
            cost += (
                0.0 if prep in verb.en_own else 0.1 if prep in _INSTRUMENTS and verb.kind == "deed" else 0.8
            )
        if not role or not _put(found, role, filler):
            return None
    if subject is not None:
        role = role_of(verb, "subject", subject) or "agent"
        if role in found:
            role = "agent"
        if not _put(found, role, subject):
            return None
    for role, needs in verb.needs.items():
        if role in found:
            fit = best(needs, found[role])
            if not fit and role != "amount":
                if not _is_thing(found[role]):
                    return None
                cost += 2.0 if role == "agent" else 1.0
            cost += 0.2 * (2 - fit)
    return found, cost


def _is_thing(filler: Any) -> bool:
    """Whether it is something of which one may ask whether it can be done to it."""
    if isinstance(filler, tuple):
        return all(map(_is_thing, filler))
    if not isinstance(filler, Mention):
        return isinstance(filler, Clause)
    noun = wordbook().nouns.get(filler.noun)
    return noun is None or noun.kind in ("thing", "concept", "ability")


def _can_depend(verb: Verb, prep: str, filler: Any, passive: bool) -> bool:
    """Whether it can stand behind a preposition of which the verb says nothing: no number, no step or turn."""
    if prep == "by" and prep not in verb.en_own and not passive:
        return isinstance(filler, Number | Clause)
    if prep in verb.en_own or prep == "with":
        return not isinstance(filler, Number) or prep in verb.en_own
    noun = wordbook().nouns.get(filler.noun) if isinstance(filler, Mention) else None
    if prep in ("in", "at") and (noun is None or noun.kind != "zone") and verb.en_takes.get(prep) == "at":
        return False
    return not isinstance(filler, Number) and not (noun is not None and noun.kind == "step")


def _put(found: dict[str, Any], role: str, filler: Any) -> bool:
    if role in found:
        return False
    found[role] = filler
    return True


def _take_amount(objects: list[Any], subject: Any, passive: bool, amount: str) -> tuple[Any, bool] | None:
    """The filler that is an amount ("3 damage"), taken out of the objects; True where it is the subject."""
    for at, one in enumerate(objects):
        if one is ANY or fits(amount, one) == 2:
            del objects[at]
            return one, False
    if passive and subject is not None and (subject is ANY or fits(amount, subject) == 2):
        return subject, True
    return None
