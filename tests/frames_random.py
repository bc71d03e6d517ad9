"""Questions as frames that a reader could give, made by choices: for the round trip from frames to sentences and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, Final, TypeVar

from kb.asking.entities import Entities, Entity
from kb.asking.frames import (
    ME,
    OPPONENT,
    Counters,
    Form,
    Frame,
    Link,
    Manner,
    Number,
    Person,
    Place,
    Query,
    Question,
    Ref,
    Stat,
    Thing,
    When,
    Word,
)
from kb.asking.names import NameTable
from kb.asking.sides import give_sides
from kb.asking.wordbook import described
from kb.checker.oracle.ast import Filter, Predicate

T = TypeVar("T")
Choose = Callable[[Sequence[Any]], Any]
ORDER: Final = ("agent", "what", "to", "from", "by", "with", "as", "for", "at", "amount")
CARDS: Final = (
    ("Zanth Ogre", "ザンスのオーガ"),
    ("Brimvale Scout", "ブリムヴェイルの斥候"),
    ("Quell the Tide", "潮鎮め"),
    ("Ashen Verdict", "灰の裁定"),
)
TABLE: Final = NameTable.of([(f"card:{en}", en, ja) for en, ja in CARDS])
CREATURES: Final = ("creature", "attacker", "blocker")
PERMANENTS: Final = ("artifact", "enchantment", "land", "planeswalker", "token", "permanent", "creature")
ADJECTIVES: Final = (
    "",
    "",
    "",
    "tapped ",
    "2/2 ",
    "5/3 ",
    "green ",
    "black ",
    "legendary ",
    "artifact ",
    "nonblack ",
    "Goblin ",
    "untapped ",
)
WITHS: Final = (
    "",
    "",
    "",
    " with flying",
    " with trample and deathtouch",
    " without flying",
    " with first strike",
    " with a +1/+1 counter on it",
)
SIGNATURES: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "cast": {"agent": ("player",), "what": ("spell", "card")},
    "activate": {"agent": ("player",), "what": ("permanent",)},
    "target": {"agent": ("player",), "what": ("creature", "permanent", "person")},
    "choose": {"agent": ("player",), "what": ("creature",)},
    "counter": {"agent": ("player", ""), "what": ("spell",), "by": ("card", "")},
    "resolve": {"what": ("spell", "card")},
    "copy": {"agent": ("player",), "what": ("spell", "creature")},
    "attack": {"what": ("creature", "creatures"), "to": ("person", "planeswalker", "")},
    "block": {"what": ("creature", "creatures"), "to": ("creature",)},
    "be blocked": {"what": ("creature",)},
    "go unblocked": {"what": ("creature",)},
    "deal damage": {"agent": ("creature", "card"), "amount": ("damage", ""), "to": ("person", "creature")},
    "be dealt damage": {"to": ("player", "creature"), "amount": ("damage", "")},
    "fight": {"agent": ("creature",), "to": ("creature",)},
    "goad": {"agent": ("player", ""), "what": ("creature",)},
    "plot": {"agent": ("player",), "what": ("handcard", "card"), "from": ("hand", "")},
    "foretell": {"agent": ("player",), "what": ("handcard", "card")},
    "cycle": {"agent": ("player",), "what": ("handcard", "card")},
    "gain life": {"agent": ("player",), "amount": ("life",)},
    "lose life": {"agent": ("player",), "amount": ("life",)},
    "win": {"agent": ("player",)},
    "lose game": {"agent": ("player",)},
    "concede": {"agent": ("player",)},
    "pass priority": {"agent": ("player",)},
    "have": {"agent": ("creature", "permanent"), "what": ("keyword", "counters")},
    "control": {"agent": ("player",), "what": ("creature", "creatures", "permanent", "card")},
    "be in zone": {"what": ("card", "creature"), "at": ("zone",)},
    "lose ability": {"what": ("creature",), "with": ("keyword",)},
    "gain ability": {"what": ("creature",), "with": ("keyword",)},
    "tap": {"agent": ("player", ""), "what": ("creature", "permanent", "creatures")},
    "untap": {"agent": ("player", ""), "what": ("creature", "permanent")},
    "attach": {"agent": ("player",), "what": ("equipment",), "to": ("creature",)},
    "steal": {"agent": ("player", ""), "what": ("creature", "permanent"), "by": ("card", "")},
    "transform": {"agent": ("player", ""), "what": ("creature",)},
    "phase out": {"what": ("creature", "permanent")},
    "turn face up": {"agent": ("player",), "what": ("creature",)},
    "put counter": {"agent": ("player",), "what": ("counters",), "to": ("creature", "permanent")},
    "remove counter": {"agent": ("player",), "what": ("counters",), "from": ("creature", "permanent")},
    "proliferate": {"agent": ("player",)},
    "regenerate": {"agent": ("player", ""), "what": ("creature",)},
    "die": {"what": ("creature", "creatures", "card")},
    "destroy": {"agent": ("player", ""), "what": ("creature", "permanent", "creatures"), "by": ("card", "")},
    "exile": {"agent": ("player", ""), "what": ("creature", "permanent"), "by": ("card", "")},
    "sacrifice": {"agent": ("player",), "what": ("creature", "permanent", "creatures")},
    "discard": {"agent": ("player",), "what": ("cards", "card")},
    "draw": {"agent": ("player",), "what": ("cards",)},
    "mill": {"agent": ("player",), "what": ("cards",)},
    "bounce": {"agent": ("player", ""), "what": ("creature", "permanent"), "by": ("card", "")},
    "return": {"what": ("creature", "card"), "to": ("zone",)},
    "move": {"what": ("creature", "card"), "to": ("zone",)},
    "enter": {"what": ("creature", "permanent", "card")},
    "leave": {"what": ("creature", "permanent")},
    "blink": {"agent": ("player",), "what": ("creature",), "by": ("card", "")},
    "remain": {"what": ("creature",)},
    "cease": {"what": ("token",)},
    "survive": {"what": ("creature",)},
    "create token": {"agent": ("player",), "what": ("tokens",)},
}  # fmt: skip
LINKS: Final[tuple[Link, ...]] = ("then", "then", "then", "then", "response", "while", "once", "although")
MANNERS: Final[tuple[Manner, ...]] = ("again", "also", "already", "still", "right away", "instead", "twice")
WHENS: Final = (
    When("upkeep", ME), When("turn", OPPONENT), When("end", None), When("turn", None, "this"), When("declare_blockers"), When("draw", ME, "next"),
    When("turn", ME, "next"), When("combat", None, "", "before"),
)  # fmt: skip
STATES: Final = frozenset({"have", "control", "be in zone", "be blocked", "go unblocked"})


@dataclass
class Maker:
    """Makes one question by choices."""

    choose: Choose
    things: list[Thing] = field(default_factory=list)
    linked: bool = False
    """Something has been told to which a link can refer."""

    def question(self) -> Question:
        """A question with up to three things told and one asked."""
        told = [self.frame() for _ in range(self.choose((0, 1, 1, 2, 3)))]
        told = [self.told(one, last=at == len(told) - 1) for at, one in enumerate(told)]
        asked = self.query()
        return tidy(Question(tuple(self.things), tuple(told), (asked,)))

    def told(self, frame: Frame, last: bool) -> Frame:
        """A frame with how it is told."""
        frame = replace(
            frame, negated=self.choose((False, False, False, True)), link=self.link(), modal=self.modal(frame)
        )
        if not frame.negated and not frame.modal:
            frame = replace(frame, manner=self.manner())
        if last and self.choose((True, False)):
            return replace(frame, mood="supposed")
        if self.choose((False, False, False, True)):
            return replace(frame, when=self.when())
        return frame

    def link(self) -> Link:
        """How it stands to what was told before."""
        found: Link = self.choose(LINKS) if self.linked else "then"
        self.linked = True
        return found

    def modal(self, frame: Frame) -> Any:
        """Whether it can be done or has to be."""
        able = frame.roles.get("agent") in (ME, OPPONENT) and frame.verb not in STATES
        return self.choose(("", "", "", "", "can", "must")) if able else ""

    def manner(self) -> frozenset[Manner]:
        """How it is done."""
        found: frozenset[Manner] = self.choose((*[frozenset()] * 8, *(frozenset({one}) for one in MANNERS)))
        return found

    def when(self) -> When:
        """A moment."""
        found: When = self.choose(WHENS)
        return found

    def query(self) -> Query:
        """What is asked."""
        frame = self.frame()
        form: Form = self.choose(("does", "does", "can", "must", "how many", "where", "what happens"))
        if form == "how many":
            return self.how_many()
        if form == "where":
            what = self.filling(self.choose(("creature", "card")))
            return Query("where", Frame("move", {"what": what}), hole="to")
        if form == "what happens":
            return Query("what happens", Frame("happen"))
        if form in ("can", "must") and (frame.roles.get("agent") is None or frame.verb in STATES):
            form = "does"
        if frame.verb in STATES:
            form = "is"
        return Query(form, frame, negated=self.choose((False, False, False, True)))

    def how_many(self) -> Query:
        """A number that is asked for."""
        which = self.choose(("damage", "life", "cards", "creatures"))
        if which == "damage":
            agent = self.filling(self.choose(("creature", "card")))
            return Query(
                "how many",
                Frame("deal damage", {"agent": agent, "amount": Number("some", "damage")}),
                hole="amount",
            )
        if which == "life":
            return Query(
                "how many",
                Frame("lose life", {"agent": self.choose((ME, OPPONENT)), "amount": Number("some", "life")}),
                hole="amount",
            )
        self.things.append(Thing(len(self.things), described(which[:-1]), count=1, noun=which[:-1]))
        asked = Ref(self.things[-1].id)
        if which == "cards":
            return Query(
                "how many", Frame("draw", {"agent": self.choose((ME, OPPONENT)), "what": asked}), hole="what"
            )
        return Query("how many", Frame("die", {"what": asked}), hole="what")

    def frame(self) -> Frame:
        """A verb with its roles filled."""
        verb = self.choose(sorted(SIGNATURES))
        roles: dict[str, Any] = {}
        for role, kinds in SIGNATURES[verb].items():
            kind = self.choose(kinds)
            if kind:
                roles[role] = self.filling(kind, roles)
        return Frame(verb, roles)

    def filling(self, kind: str, beside: dict[str, Any] | None = None) -> Any:
        """Something of a kind."""
        if kind in ("player", "person"):
            other = {ME: OPPONENT, OPPONENT: ME}
            doer = (beside or {}).get("agent")
            return other[doer] if isinstance(doer, Person) else self.choose((ME, OPPONENT))
        if kind == "damage":
            return Number(self.choose((1, 3, 7)), "damage")
        if kind == "life":
            return Number(self.choose((1, 2, 5)), "life")
        if kind == "keyword":
            return Word(
                "keyword", self.choose(("flying", "trample", "first strike", "indestructible", "hexproof"))
            )
        if kind == "counters":
            return Counters(self.choose(("+1/+1", "-1/-1", "charge", "loyalty")), self.choose((1, 2, 3)))
        if kind == "hand":
            return Place("hand", self.choose((ME, OPPONENT, None)))
        if kind == "zone":
            zone = self.choose(("graveyard", "hand", "battlefield", "exile", "library"))
            return Place(
                zone, self.choose((ME, OPPONENT, None)) if zone not in ("battlefield", "exile") else None
            )
        return self.thing(kind, {one.thing for one in (beside or {}).values() if isinstance(one, Ref)})

    def thing(self, kind: str, taken: set[int]) -> Ref:
        """A thing of a kind: one of before, or a new one."""
        known = [one for one in self.things if one.id not in taken and self._is(one, kind)]
        if known and self.choose((True, True, False)):
            return Ref(self.choose(known).id)
        made = self._new(kind)
        self.things.append(made)
        return Ref(made.id)

    def _is(self, thing: Thing, kind: str) -> bool:
        if thing.noun == "card" or thing.count == "some":
            return False
        if kind == "card":
            return bool(thing.card)
        if thing.card:
            return kind in ("creature", "permanent") and thing.card in ("Zanth Ogre", "Brimvale Scout")
        if kind.endswith("s"):
            return thing.count != 1 and thing.noun == kind[:-1]
        return thing.count == 1 and (thing.noun == kind or (kind == "permanent" and thing.noun in PERMANENTS))

    def _new(self, kind: str) -> Thing:
        number, whose = len(self.things), self.choose((ME, OPPONENT, None))
        if kind == "card":
            free = [en for en, _ in CARDS if en not in {one.card for one in self.things}] or [CARDS[0][0]]
            return Thing(number, Filter("any"), self.choose(free), whose=whose)
        if kind in ("handcard", "cards"):
            return Thing(
                number,
                described("card"),
                count=self.choose((1, 2, 3)) if kind == "cards" else 1,
                noun="card",
                whose=None if kind == "cards" else whose,
            )
        count = self.choose((2, 3)) if kind.endswith("s") and kind != "equipment" else 1
        noun = kind.removesuffix("s") if count != 1 else kind
        if noun == "permanent":
            noun = self.choose(PERMANENTS)
        plain = {"equipment": "Equipment"}.get(noun, noun)
        if noun in ("spell", "tokens", "token", "equipment"):
            words = plain
        else:
            before = self.choose([one for one in ADJECTIVES if one.strip() != plain])
            words = f"{before}{plain}{self.choose(WITHS) if noun == 'creature' else ''}"
        return Thing(
            number, described(words), count=count, whose=None if kind == "tokens" else whose, noun=noun
        )


# -- what is the same ----------------------------------------------------------------------------------


def tidy(question: Question) -> Question:
    """As a reader would have it: things in the order in which they are spoken of, and whose they are by what is done."""
    book = Entities(lambda name: None)
    book.all = [
        Entity(one.id, one.filter, one.card, one.count, one.whose, noun=one.noun) for one in question.things
    ]
    frames = [*question.told, *(one.frame for one in question.queries if one.frame is not None)]
    for frame in frames * 2:
        give_sides(frame, book)
    things = tuple(replace(one, whose=book.all[one.id].whose) for one in question.things)
    return canonical(replace(question, things=things), kept=False)


def canonical(question: Question, kept: bool = True) -> Question:
    """With things numbered in the order in which frames speak of them, and descriptions in one order."""
    order: list[int] = []
    frames = [
        *question.told,
        *(frame for one in question.queries for frame in (one.frame, one.other) if frame is not None),
    ]
    for frame in frames:
        _visit(frame, order)
    order += [one.id for one in question.things if kept and one.id not in order]
    places = {old: new for new, old in enumerate(order)}
    things = tuple(
        replace(
            _renumbered(question.things[old], places), id=new, filter=_sorted(question.things[old].filter)
        )
        for new, old in enumerate(order)
    )
    told = tuple(_renumbered(one, places) for one in question.told)
    queries = tuple(_renumbered(one, places) for one in question.queries)
    return replace(question, things=things, told=told, queries=queries)


def _visit(value: Any, order: list[int]) -> None:
    if isinstance(value, Ref):
        if value.thing not in order:
            order.append(value.thing)
    elif isinstance(value, Frame):
        for role in sorted(value.roles, key=lambda one: ORDER.index(one) if one in ORDER else 99):
            _visit(value.roles[role], order)
    elif isinstance(value, tuple):
        for one in value:
            _visit(one, order)
    elif is_dataclass(value) and not isinstance(value, Thing | Filter):
        for one in fields(value):
            _visit(getattr(value, one.name), order)


def _renumbered(value: Any, places: dict[int, int]) -> Any:
    if isinstance(value, Ref):
        return Ref(places[value.thing])
    if isinstance(value, tuple):
        return tuple(_renumbered(one, places) for one in value)
    if isinstance(value, dict):
        return {key: _renumbered(one, places) for key, one in value.items()}
    if is_dataclass(value) and not isinstance(value, type) and not isinstance(value, Predicate):
        return replace(
            value, **{one.name: _renumbered(getattr(value, one.name), places) for one in fields(value)}
        )
    return value


def _sorted(wanted: Filter) -> Filter:
    found: list[Any] = []
    for one in wanted.where:
        found += [*_sorted(one).where] if isinstance(one, Filter) and one.kind == "any" else [one]
    return Filter(wanted.kind, tuple(sorted(found, key=repr)))


__all__ = ["CARDS", "TABLE", "Maker", "Stat", "canonical", "tidy"]
