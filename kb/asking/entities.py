"""The things that a question has spoken of so far, and which of them a later mention can be.

>>> from kb.asking.wordbook import described
>>> book = Entities(lambda name: None)
>>> bear = book.new(Mention(filter=described("creature"), noun="creature"), clause=0)
>>> [one.id for one in book.fitting(Mention(pronoun="it"), "permanent", without=())]
[0]
>>> book.fitting(Mention(filter=described("land"), definite=True), "", without=())
[]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from kb.asking.card import Card
from kb.asking.frames import AbilityOf, Frame, Person, Place, Ref, Thing, Word, inside
from kb.asking.mentions import Mention
from kb.checker.oracle.ast import AnyOf, Filter, HasKeyword, HasType, Measures, Negated, Predicate, Status
from kb.checker.oracle.words import CARD_TYPES

CardOf = Callable[[str], Card | None]
_PERMANENT: Final = frozenset(("artifact", "battle", "creature", "enchantment", "land", "planeswalker"))
_SPELL_ONLY: Final = frozenset(("instant", "sorcery"))
_CASTING: Final = ("cast", "flash back", "recast", "kick", "evoke", "overload", "counter", "resolve", "copy", "retarget", "use", "suspend", "buy back", "morph", "play", "fizzle")  # fmt: skip
"""What is told only of spells, or of what becomes one."""
_DEEDS: Final = {"attacking": ("attack",), "blocking": ("block",)}
"""A state that a thing has because of what was told: "the attacker" is what attacked."""


@dataclass(slots=True)
class Entity:
    """One thing, or several spoken of as one."""

    id: int
    filter: Filter
    card: str = ""
    count: int | Literal["all", "some", "several", "x"] = 1
    whose: Person | None = None
    owner: Person | None = None
    zone: str = ""
    face: str = ""
    other_than: Ref | None = None
    among: Ref | None = None
    noun: str = ""
    label: str = ""
    last: int = 0
    """The clause that last mentioned it."""

    @property
    def plural(self) -> bool:
        """Whether several are spoken of."""
        return self.count != 1

    def thing(self, number: int) -> Thing:
        """As the question holds it."""
        return Thing(
            number,
            self.filter,
            self.card,
            self.count,
            self.whose,
            self.owner,
            self.zone,
            self.face,
            self.other_than,
            self.among,
            self.noun,
        )


class Entities:
    """All things of one telling."""

    def __init__(self, card_of: CardOf, *, articles: bool = True) -> None:
        self.articles = articles
        self.all: list[Entity] = []
        self.told: list[Frame] = []
        self.card_of = card_of

    def new(self, mention: Mention, clause: int, card: str = "") -> Entity:
        """A thing spoken of for the first time."""
        count = mention.count
        entity = Entity(
            len(self.all),
            _sized(mention.filter) or Filter("any"),
            card,
            1 if count is None or count == "no" else "some" if count == "any" else count,
            zone=mention.zone,
            owner=mention.zone_of,
            face=mention.face,
            noun=mention.noun,
            label=mention.label,
            last=clause,
        )
        self.all.append(entity)
        return entity

    def fitting(
        self, mention: Mention, need: str, without: Collection[int], whose: Person | None = None
    ) -> list[Entity]:
        """The things that a mention can be, the nearest first; only those nearest that stand equally near."""
        found = [one for one in self.all if one.id not in without and self._fits(one, mention, need, whose)]
        if mention.pronoun == "he":
            found = [one for one in found if self.lives(one)]
        if mention.pronoun in ("he", "they"):
            found = [one for one in found if one.noun != "anything"]
        found = _latest(found)
        called = [one for one in found if mention.noun and not mention.pronoun and one.noun == mention.noun]
        return called or found

    def with_ability(self, what: str) -> list[Entity]:
        """The things with that keyword, or that did what it is called for: "the undying trigger"; those spoken of last."""
        name = what.split(" ")[0]
        found = [one for one in self.all if name and self._offers(one, name)]
        return _latest(found)

    def _offers(self, entity: Entity, name: str) -> bool:
        card = self.card_of(entity.card) if entity.card else None
        if HasKeyword(name) in _flat(entity.filter) or self._did(entity, (name,)):
            return True
        return card is not None and f"\n{name}" in f"\n{card.text.lower()}"

    def nearest(self, without: Collection[int]) -> list[Entity]:
        """The things spoken of last, the latest first."""
        return _latest([one for one in reversed(self.all) if one.id not in without])

    def add(self, entity: Entity, mention: Mention, whose: Person | None) -> None:
        """What a further mention says beyond what was known; the types of a card that is named are printed on it."""
        if whose is not None:
            entity.whose = whose
        if mention.filter is not None:
            known = entity.filter
            more = tuple(
                one
                for one in mention.filter.where
                if one not in known.where and not (entity.card and isinstance(one, HasType))
            )
            kind = mention.filter.kind if known.kind == "any" else known.kind
            entity.filter = Filter(kind, (*known.where, *more))
        entity.zone = entity.zone or mention.zone
        entity.owner = entity.owner or mention.zone_of
        entity.face = entity.face or mention.face

    def described(
        self, mention: Mention, without: Collection[int], whose: Person | None = None, *, alike: bool = True
    ) -> list[Entity]:
        """The things that were described in the same words, those nearest; or (not alike) in these and more."""
        wanted = mention.filter
        if wanted is None or mention.count not in (None, 1) or mention.clauses:
            return []
        found = [
            one
            for one in self.all
            if one.id not in without
            and not one.card
            and not one.plural
            and (set(one.filter.where) == set(wanted.where) if alike else self.is_such(one, wanted))
            and (wanted.where or one.filter.kind == wanted.kind)
            and (whose is None or one.whose in (None, whose))
        ]
        return _latest(found) if alike else found

    def told_as(
        self, mention: Mention, used: Collection[int], whose: Person | None, asked: str
    ) -> list[Entity | None]:
        """What a description without an article can be of what was told; None where it can be what nobody spoke of.

        `asked` is the verb of what is asked: there "does a 2/2 die?" may mean the 2/2 with first strike that was told of.
        """
        same = [] if self.articles else self.described(mention, used, whose)
        if same or not asked or mention.filter is None:
            return [*same]
        parts = _flat(mention.filter)
        sized = sum(isinstance(one, Measures) for one in parts) > 1
        if not sized and (self.articles or not any(isinstance(one, HasType) for one in parts)):
            return []
        found = self.described(mention, used, whose, alike=False)
        plain = all(isinstance(one, HasType) for one in mention.filter.where)
        open_ = self.articles or plain or asked in ("attack", "block")
        return [*found, None] if found and open_ else [*found]

    def of_card(self, name: str, whose: Person | None = None) -> Entity | None:
        """The thing that is that card, where it was named before; that of a player where it is said whose it is."""
        named = [one for one in reversed(self.all) if one.card == name]
        return next((one for one in named if whose is None or one.whose in (None, whose)), None)

    def labelled(self, mention: Mention) -> Entity | None:
        """The thing that was given that letter."""
        return next((one for one in self.all if one.label == mention.label), None)

    def says(self, entity: Entity, word: str) -> bool:
        """Whether its card's text has a word."""
        card = self.card_of(entity.card) if entity.card else None
        return card is not None and word.casefold() in card.text.casefold()

    def pair(
        self, mention: Mention, need: str, without: Collection[int], whose: Person | None
    ) -> Entity | None:
        """ "Both Auras": the two that were spoken of as such."""
        found = [one for one in self.fitting(mention, need, without, whose) if one.count == 2]
        return found[0] if len(found) == 1 and not mention.clauses else None

    def types(self, entity: Entity) -> frozenset[str]:
        """Types that it is known to have, in small letters."""
        card = self.card_of(entity.card) if entity.card else None
        printed = card.type_words if card else frozenset[str]()
        return printed | frozenset(_types(entity.filter))

    # -- whether it can be that ------------------------------------------------------------------------

    def _fits(self, entity: Entity, mention: Mention, need: str, whose: Person | None) -> bool:
        if whose is not None and entity.whose not in (None, whose):
            return False
        if mention.pronoun == "it" and entity.plural:
            return False
        general = mention.noun == "permanent" and not mention.definite and not mention.pronoun
        if general and whose is not None and entity.card:
            return False  # "my permanent" is none that was called by its name
        counts = (mention.count, entity.count)
        if mention.count != 1 and all(isinstance(one, int) for one in counts) and counts[0] != counts[1]:
            return False  # "the two cards" are not the one that was spoken of
        if mention.pronoun in ("they", "ones", "both") and not entity.plural:
            return False
        if need and not any(self.can_be(entity, one) for one in need.split("/")):
            return False
        if not mention.pronoun and not _as_many(entity.count, mention.count):
            return False
        if mention.noun in ("spell", "copy") and not self._is_called(entity, mention.noun):
            return False
        if need == "spell/ability" and mention.pronoun and not self._is_called(entity, "spell"):
            return False
        return mention.filter is None or self.is_such(entity, mention.filter)

    def _is_called(self, entity: Entity, noun: str) -> bool:
        """ "The spell" was cast, "the copy" is one: a creature that attacked or a spell that was copied is something else."""
        if noun == "copy":
            return entity.noun == "copy" or self._did(entity, ("become copy",))
        if entity.filter.kind == "spell" or entity.zone == "stack" or self.types(entity) & _SPELL_ONLY:
            return True
        return self._did(entity, _CASTING) or any(
            frame.verb == "be in zone"
            and frame.roles.get("at") == Place("stack")
            and Ref(entity.id) == frame.roles.get("what")
            for frame in self.told
        )

    def can_be(self, entity: Entity, need: str) -> bool:
        """Whether it can fill a role that needs a permanent, a creature, a spell, a card …"""
        types, kind = self.types(entity), entity.filter.kind
        if need == "player":
            return False
        if need in ("card", "object"):
            return kind != "ability"
        if need == "spell":
            return kind in ("spell", "card", "any") or (bool(types & CARD_TYPES) and "land" not in types)
        if need == "ability":
            return kind in ("ability", "any")
        if kind in ("spell", "ability") and not entity.card:
            return False
        if need == "creature":
            return not (types & CARD_TYPES) or bool(
                types & {"creature", "land", "planeswalker", "artifact", "enchantment"}
            )
        return not types & _SPELL_ONLY

    def lives(self, entity: Entity) -> bool:
        """Whether people call it "he": a creature or a planeswalker, or what may be one."""
        types = self.types(entity) & CARD_TYPES
        return not types or bool(types & {"creature", "planeswalker"})

    def is_such(self, entity: Entity, wanted: Filter) -> bool:
        """Whether it is of that description, as far as is known."""
        if wanted.kind == "spell" and not self.can_be(entity, "spell"):
            return False
        if wanted.kind in ("permanent", "token") and not self.can_be(entity, "permanent"):
            return False
        return all(self._has(entity, one) for one in wanted.where)

    def _has(self, entity: Entity, wanted: Predicate) -> bool:
        own = _flat(entity.filter)
        if isinstance(wanted, HasType):
            return wanted.name in self.types(entity)
        if isinstance(wanted, Filter):
            return all(self._has(entity, one) for one in wanted.where)
        if isinstance(wanted, AnyOf):
            return any(self._has(entity, one) for one in wanted.options)
        if isinstance(wanted, Negated):
            return not self._has(entity, wanted.predicate)
        if isinstance(wanted, Status) and wanted.name in _DEEDS:
            return wanted in own or self._did(entity, _DEEDS[wanted.name])
        if isinstance(wanted, HasKeyword):
            card = self.card_of(entity.card) if entity.card else None
            printed = card is not None and wanted.name in card.text.lower()
            return wanted in own or printed or self._said_to_have(entity, wanted.name)
        if isinstance(wanted, Measures) and entity.card and wanted not in own:
            return self._printed(entity, wanted)
        return wanted in own

    def _said_to_have(self, entity: Entity, keyword: str) -> bool:
        return any(
            frame.verb == "have"
            and not frame.negated
            and frame.roles.get("agent") == Ref(entity.id)
            and frame.roles.get("what") == Word("keyword", keyword)
            for frame in self.told
        )

    def _printed(self, entity: Entity, wanted: Measures) -> bool:
        card = self.card_of(entity.card)
        if card is None or not isinstance(wanted.amount, object):
            return False
        size = str(card.data.get("pt", "")).split("/")
        number = getattr(wanted.amount, "value", None)
        place = {"power": 0, "toughness": 1}.get(wanted.stat)
        return place is not None and len(size) == 2 and size[place] == str(number)

    def _did(self, entity: Entity, verbs: Collection[str]) -> bool:
        return any(
            frame.verb in verbs
            and Ref(entity.id) in _parts(frame.roles.get("what"), frame.roles.get("agent"))
            for frame in self.told
        )


def _latest(found: list[Entity]) -> list[Entity]:
    """Those of them that were spoken of last, in the order in which they stand."""
    last = max((one.last for one in found), default=0)
    return [one for one in found if one.last == last]


def _as_many(known: object, said: object) -> bool:
    """Whether so many can be the ones spoken of: "the two cards" aren't one creature."""
    if said in ("several", "all"):
        return known != 1
    if isinstance(said, int) and said > 1:
        return known == said or not isinstance(known, int)
    return True


def _sized(wanted: Filter | None) -> Filter | None:
    """ "My 2/2" is a creature."""
    if wanted is None or wanted.kind != "permanent" or any(_types(wanted)):
        return wanted
    stats = {one.stat for one in _flat(wanted) if isinstance(one, Measures) and one.op == "="}
    if not {"power", "toughness"} <= stats:
        return wanted
    return Filter("permanent", (*wanted.where, HasType("creature")))


def _parts(*fillings: object) -> Iterator[object]:
    for one in fillings:
        yield from one if isinstance(one, tuple) else (one,)


def _flat(wanted: Filter) -> tuple[Predicate, ...]:
    found: list[Predicate] = []
    for one in wanted.where:
        found += [*_flat(one)] if isinstance(one, Filter) else [one]
    return tuple(found)


def _types(wanted: Filter) -> Iterator[str]:
    for one in _flat(wanted):
        if isinstance(one, HasType):
            yield one.name
        elif isinstance(one, Measures) and one.stat in ("power", "toughness"):
            yield "creature"  # "my 2/2"


def spoken_of(filling: object) -> Iterator[int]:
    """The things that a filling names, those whose ability it is too.

    >>> [*spoken_of((Ref(1), AbilityOf(Ref(2))))]
    [1, 2]
    """
    for one in _parts(filling):
        of = one.of if isinstance(one, AbilityOf) else one
        if isinstance(of, Ref):
            yield of.thing


def refs(frame: Frame) -> Iterator[int]:
    """The things in a frame.

    >>> [*refs(Frame("block", {"what": Ref(1), "to": Ref(0)}))]
    [1, 0]
    """
    for one in inside(frame):
        if isinstance(one, Ref):
            yield one.thing
