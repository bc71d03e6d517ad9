"""What several words mean together: "both", "the other", and what is pointed at though nobody spoke of it.

>>> nowhere(Mention(noun="creature", definite=True, text="that creature"), Clause("die", form="does"))
True
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from kb.asking.entities import CardOf, Entities, Entity
from kb.asking.frames import ME, AbilityOf, Counters, Number, Person, Ref, Stat, Word
from kb.asking.mentions import Clause, Mention
from kb.asking.settling import as_number
from kb.asking.wordbook import Noun, Verb, wordbook
from kb.checker.cards import printed_from
from kb.checker.oracle.ast import Status, TargetSpec, walk

_POINTS: Final = ("this ", "that ", "these ", "those ", "この", "その", "あの")


def nowhere(mention: Mention, clause: Clause, asking: bool = False) -> bool:
    """Whether words that mean something spoken of before mean nothing that was: "that creature", "the tokens", "something" that is done."""
    if mention.clauses or mention.cards:
        return False
    words = mention.text.lower()
    for more in ("only ", "just ", "all ", "both ", "all of ", "both of "):
        words = words.removeprefix(more)
    if mention.definite and words.startswith(_POINTS):
        return True
    where = (
        ()
        if mention.filter is None or mention.whose is not None or mention.of is not None
        else mention.filter.where
    )
    if mention.definite and Status("token") in where and clause.verb not in ("create token", "get"):
        return True  # made by what was told, and which nobody said
    told = not asking and not clause.negated
    return (
        told
        and mention.noun == "anything"
        and not mention.asked
        and mention.text.lower().startswith("something")
    )


def last_like(entities: Entities, entity: Entity) -> Entity | None:
    """The last thing spoken of that another one can be."""
    fits = [
        one for one in entities.all if one is not entity and entities.types(entity) <= entities.types(one)
    ]
    return max(fits, key=lambda one: (one.last, one.id), default=None)


def counterpart(entities: Entities, mention: Mention) -> list[Entity]:
    """ "The other one", where one of two was spoken of: that one."""
    if mention.pronoun != "the other" or mention.filter is not None or mention.cards:
        return []
    pairs = [one for one in entities.all if one.among is not None and one.count == 1]
    found = [one for one in pairs if one.among is not None and entities.all[one.among.thing].count == 2]
    return sorted(found, key=lambda one: -one.last)[:1]


_TO_ONE: Final = frozenset(
    ["destroy", "kill", "take out", "sacrifice", "exile", "bounce", "die", "tap", "blink", "steal", "discard"]
)
"""What is done to one of several that are there."""


def set_apart(entities: Entities, entity: Entity, mention: Mention, like: Entity | None, verb: str) -> None:
    """Say of a thing which it isn't ("the other one") and to which it belongs ("he destroys one")."""
    if (
        mention.pronoun == "one"
        and not mention.other
        and like is not None
        and like.count == 2
        and verb in _TO_ONE
    ):
        entity.among = Ref(like.id)
        entity.whose = entity.whose or like.whose
    if not mention.other and mention.pronoun not in ("the other", "the rest"):
        return
    other = like or entities.of_card(entity.card) or last_like(entities, entity)
    if other is None or other is entity:
        return
    entity.other_than = Ref(other.id)
    if mention.pronoun == "the other" and other.among is not None:
        entity.among, entity.whose = other.among, entity.whose or other.whose


def both_of(entities: Entities, mention: Mention, need: str, used: set[int], at: int) -> tuple[Any, bool]:
    """The two things spoken of last, or one pair; whether it is certain that they are meant."""
    group = entities.fitting(replace(mention, pronoun="they"), need, used)
    if group and (mention.filter is None or group[0].count == 2):
        return Ref(group[0].id), True
    singles = [
        one
        for one in entities.all
        if not one.plural
        and one.id not in used
        and (not need or any(entities.can_be(one, part) for part in need.split("/")))
    ]
    singles.sort(key=lambda one: (one.last, one.id))
    vague = len(singles) < 2 or (len(singles) > 2 and singles[-3].last == singles[-2].last)
    if len(singles) < 2:
        return Ref(entities.new(mention, at, "").id), False
    return tuple(Ref(one.id) for one in singles[-2:]), not vague


def he_does(
    clause: Clause,
    verb: Verb | None,
    entities: Entities,
    means_person: Callable[[Mention, str, set[int]], bool],
) -> Clause:
    """ "He blocks": the player, or the creature."""
    he = clause.roles.get("what")
    if (
        clause.verb == "die"
        and isinstance(he, Mention)
        and he.pronoun == "he"
        and set(clause.roles) <= {"what", "by"}
    ):
        if entities.fitting(he, "creature", set()):
            return clause
        return replace(
            clause,
            verb="lose game",
            roles={"agent" if role == "what" else role: one for role, one in clause.roles.items()},
        )
    if verb is None or verb.en_takes["subject"] != "agent/what" or "agent" in clause.roles:
        return clause
    if not isinstance(he, Mention) or he.pronoun != "he" or not means_person(he, "player/creature", set()):
        return clause
    return replace(
        clause, roles={"agent" if role == "what" else role: one for role, one in clause.roles.items()}
    )


def needed_by_card(clause: Clause, role: str, need: str, card_of: CardOf) -> str:
    """ "Counterspells it": what the card that is cast can be aimed at tells what "it" can be."""
    what, filling = clause.roles.get("what"), clause.roles[role]
    pronoun = isinstance(filling, Mention) and filling.pronoun and filling.filter is None
    if (
        role != "to"
        or clause.verb != "cast"
        or not pronoun
        or not isinstance(what, Mention)
        or len(what.cards) != 1
    ):
        return need
    card = card_of(what.cards[0])
    if card is None:
        return need
    found = {
        spec.filter.kind
        for node in printed_from(card.name, card.data).abilities
        for spec in walk(node)
        if isinstance(spec, TargetSpec)
    }
    return "spell" if found == {"spell"} else need


def not_kept(mention: Mention, noun: Noun, owner: Ref | Person | None) -> tuple[str, ...]:
    """What is said of a noun that its frame has no place for: the top of a zone, another player's counters."""
    theirs = noun.kind == "counter" and isinstance(owner, Person) and owner != ME
    return (mention.text,) if theirs or (noun.kind == "zone" and mention.what in ("top", "bottom")) else ()


def plain_noun(mention: Mention, noun: Noun, owner: Ref | Person | None) -> Any:
    """Counters, an amount, a step or a concept, as frames have them."""
    if noun.kind == "counter":
        kind = mention.what or ("" if noun.means == noun.name == "counter" else noun.means)
        count = mention.count
        return Counters(kind, 1 if count is None else as_number(count))
    if noun.kind == "amount":
        if mention.count is not None or mention.asked:
            return Number("some" if mention.count is None else as_number(mention.count), noun.name)
        return Stat(noun.name, owner)
    if noun.kind == "step":
        return Word("step", noun.means)
    if noun.name == "cost" and mention.what:
        return Word("keyword", mention.what)  # "for its escape cost"
    if isinstance(mention.count, int) and mention.count > 1:
        return Number(mention.count, noun.name)  # "three dice"
    return Word("concept", f"{mention.what} {noun.name}" if mention.what else noun.name)  # "third roll"


def of_a_class(mention: Mention, noun: Noun) -> AbilityOf | None:
    """The ability of a class of things that are no objects: "a room's ability", "a phenomenon's ability"."""
    of = mention.of if mention.of is not None else mention.whose
    if (
        noun.kind != "ability"
        or mention.what
        or mention.count not in (None, 1)
        or not isinstance(of, Mention)
    ):
        return None
    row = wordbook().nouns.get(of.noun)
    if row is None or row.kind != "concept" or of.whose is not None or of.clauses or of.other:
        return None
    kind = mention.ability or ("" if noun.means == "ability" else noun.means)
    return AbilityOf(None, kind, f"{of.what} {of.noun}".strip())


def told_earlier(clause: Clause) -> bool:
    """Whether it is told after what came later: "he cast it after I attacked".

    >>> told_earlier(Clause("attack", link="before")), told_earlier(Clause("attack"))
    (True, False)
    """
    return clause.link == "before" and clause.mood == "fact" and clause.form is None


def unmet(entities: Entities, mention: Mention) -> bool:
    """Whether a pronoun, or an argument left out, means something spoken of before though nothing was."""
    lone = mention.pronoun and not mention.cards and "zero" in (mention.pronoun, mention.filter or "zero")
    new = mention.pronoun in ("one", "ones", "which")
    return bool(lone) and not new and not counterpart(entities, mention)
