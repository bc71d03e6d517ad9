"""Things as objects: which card each is, whose, where it begins, and where it is as far as the telling has come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kb.asking.card import Card
from kb.asking.frames import Person, Question, Ref, Thing
from kb.asking.model import Both
from kb.asking.staging.invented import SIZE, Made, invent, kinds_left
from kb.asking.staging.model import Nonsense, NotStaged
from kb.asking.staging.said import as_said
from kb.asking.staging.unsaid import WHOSE, Unsaid
from kb.checker.cards import Cards, Printed, UnknownCardError, printed_from

LETTERS: Final[Mapping[str, str]] = {"me": "A", "opponent": "B", "third": "C"}
"""The players of a document by who they are to the asker."""
SEVERAL: Final = 2
"""How many "some" or "several" are; what is counted is never asked with it."""
_SPELLS: Final = frozenset({"instant", "sorcery"})


@dataclass(eq=False)
class Item:
    """One object."""

    key: str
    """Its name in the document (`as`)."""
    thing: int
    card: str
    printed: Printed
    controller: str = ""
    owner: str = ""
    start: str = ""
    """The zone in which it begins; "" as long as nothing needs it anywhere."""
    setup: dict[str, Any] = field(default_factory=dict)
    states: set[str] = field(default_factory=set)
    now: str = ""
    """Where it is as far as the telling has come, by what should have happened."""
    holder: str = ""
    """Who controls it as far as the telling has come."""
    acted: bool = False
    """A deed has been done with it: what is told of it afterwards is no longer how it began."""
    made: Made | None = None

    @property
    def is_spell(self) -> bool:
        """Whether it is an instant or sorcery."""
        return bool(_SPELLS & set(self.printed.types))

    @property
    def types(self) -> frozenset[str]:
        """Its printed card types and subtypes."""
        return frozenset((*self.printed.types, *self.printed.subtypes, *self.printed.supertypes))

    @property
    def side(self) -> str:
        """Who controls it now, "" where nobody has said so yet."""
        return self.holder or self.controller


class World:
    """All objects of a question."""

    def __init__(self, question: Question, cards: Mapping[str, Any], unsaid: Unsaid) -> None:
        self.question = question
        self.cards = cards
        self.unsaid = unsaid
        self.items: dict[int, list[Item]] = {}
        self.invented: dict[str, dict[str, Any]] = {}
        self.extra: list[Item] = []
        """Objects that nobody spoke of: what a deed without an instrument is done by."""
        self.ventures: list[tuple[str, Item]] = []
        """Who has a dungeon and is in it."""
        self.planes: list[str] = []
        """The planar deck, top first; empty where the game has none."""
        self.empty_decks = False
        """The Attraction decks are said to be empty."""
        self.spoken: set[int] = set()
        """Things that are only words, as the tokens that are asked about."""
        self.players = ["A", "B", "C"][: question.players]
        self.facts: dict[str, dict[str, Any]] = {name: {} for name in self.players}
        """What is true of a player as the game begins: life, poison, speed."""

    # -- players ---------------------------------------------------------------------------------------

    def other(self, player: str) -> str:
        """The opponent of a player, where two play."""
        return "B" if player == "A" else "A"

    def persons(self, person: Person, of: Item | None = None, agent: str = "") -> list[str]:
        """The players that a person is; empty for somebody who isn't said."""
        if person.who in LETTERS:
            found = LETTERS[person.who]
            if found not in self.players:
                raise NotStaged("a third player was spoken of", "３人目のプレイヤーが話に出ています")
            return [found]
        if person.who == "each player":
            return list(self.players)
        if person.who == "each opponent":
            return [one for one in self.players if one != (agent or "A")]
        if person.who in ("owner", "controller") and of is not None:
            return [one for one in [of.owner or of.controller if person.who == "owner" else of.side] if one]
        return []

    # -- objects ---------------------------------------------------------------------------------------

    def of(self, ref: Ref) -> list[Item]:
        """The objects of a thing, made when they are first spoken of."""
        if ref.thing not in self.items:
            thing = self.question.things[ref.thing]
            self.items[ref.thing] = []
            self.items[ref.thing] = self._among(thing) or self._all(thing) or self._make(thing)
        return self.items[ref.thing]

    def spread(self, ref: Ref, players: list[str]) -> list[Item]:
        """ "We both have one": one for each of those players."""
        thing = self.question.things[ref.thing]
        if ref.thing not in self.items and thing.count == 1 and thing.whose is None:
            first = self.of(ref)[0]
            found = [
                self._item(thing, first.card, first.printed, first.made or Made(), number)
                for number in range(len(players))
            ]
            for item, player in zip(found, players, strict=True):
                item.key = f"t{thing.id}.{player}"
                item.controller = player
            self.items[ref.thing] = found
            return found
        raise NotStaged("things of several players at once", "複数のプレイヤーのものが一度に述べられています")

    def every(self) -> list[Item]:
        """All objects made so far, each once."""
        groups = [some for thing, some in self.items.items() if thing not in self.spoken]
        return list({id(one): one for some in [*groups, self.extra] for one in some}.values())

    def _among(self, thing: Thing) -> list[Item]:
        """ "One of them": as many of those, not those of another part of them."""
        if thing.among is None:
            return []
        group = self.of(thing.among)
        taken = [
            one
            for other in self.question.things
            if other.among == thing.among and other.id != thing.id and other.id in self.items
            for one in self.items[other.id]
        ]
        left = [one for one in group if one not in taken]
        count = len(left) if thing.count == "all" else thing.count if isinstance(thing.count, int) else 1
        if not 0 < count <= len(left):
            raise NotStaged(
                "there are not so many of them as are spoken of", "述べられた数だけのものがその中にありません"
            )
        return left[:count]

    def _all(self, thing: Thing) -> list[Item]:
        """ "All creatures": those that are there."""
        if thing.count != "all" or thing.card:
            return []
        for other in self.question.things:
            if other.id != thing.id and other.count != "all" and other.id not in self.items:
                self.of(Ref(other.id))
        side = self.persons(thing.whose)[:1] if thing.whose is not None else []
        plain = invent(thing.filter, "creature")
        except_ = self.of(thing.other_than) if thing.other_than is not None else []
        found = [
            one
            for one in self.every()
            if not one.is_spell
            and one not in except_
            and fits(one, plain)
            and (not side or one.controller in ("", *side))
        ]
        for one in found:
            if side:
                self.control(one, side[0])
        return found

    def _make(self, thing: Thing) -> list[Item]:
        if thing.face:
            raise NotStaged("a face of a card is spoken of", "カードの面についての指定は扱えません")
        count = thing.count
        if count in ("some", "several", "all"):
            count = SEVERAL if count != "all" else 1
            self.unsaid.vague.append(str(thing.noun or thing.card))
        if count == "x":
            raise NotStaged("how many there are is not said", "いくつあるかが述べられていません")
        assert isinstance(count, int)
        if not 0 <= count <= 40:
            raise NotStaged("there are too many of them", "数が多すぎます")
        made: Made | None = None
        if thing.card:
            card, printed = thing.card, self.printed(thing.card)
            made = as_said(thing, printed)
        else:
            made = invent(thing.filter, self._kind(thing))
            if made.sized:
                self._size(thing, made)
            card = self._name(made)
            self.invented[card] = made.data
            printed = printed_from(card, made.data)
        return [self._item(thing, card, printed, made, number) for number in range(count)]

    def _item(self, thing: Thing, card: str, printed: Printed, made: Made, number: int) -> Item:
        item = Item(
            f"t{thing.id}" + (f".{number + 1}" if thing.count != 1 else ""),
            thing.id,
            card,
            printed,
            made=made,
        )
        item.setup.update(
            {key: dict(one) if isinstance(one, dict) else one for key, one in made.setup.items()}
        )
        item.states |= made.states
        for person, name in ((thing.whose, "controller"), (thing.owner, "owner")):
            players = self.persons(person) if person is not None else []
            if len(players) > 1:
                raise NotStaged(
                    "things of several players at once", "複数のプレイヤーのものが一度に述べられています"
                )
            if players:
                setattr(item, name, players[0])
        zone = thing.zone or made.zone
        if zone == "stack":
            item.states.add("on the stack")  # it has to be cast
        elif zone:
            item.start = item.now = zone
        return item

    def _kind(self, thing: Thing) -> str:
        """The card type of what nobody said more of: of "a permanent" a creature and another are tried."""
        if thing.noun not in ("permanent", "card", "token", ""):
            return ""
        left = kinds_left(thing.filter)
        if thing.noun != "permanent" or len(left) < 2:
            return next(iter(left), "")
        return self.unsaid.open(f"kind of {thing.id}", [*left.items()][:2])

    def _size(self, thing: Thing, made: Made) -> None:
        """A creature whose size nobody said: what depends on it is found by trying sizes."""
        sizes = [SIZE, "9/9"]
        said = thing.noun or "creature"
        chosen = self.unsaid.open(
            f"size of {thing.id}",
            [(one, Both(f"the {said} is {one}", f"そのクリーチャーが{one}")) for one in sizes],
        )
        power, _, toughness = chosen.partition("/")
        made.power = int(power) if made.power is None else made.power
        made.toughness = int(toughness) if made.toughness is None else made.toughness

    def printed(self, name: str) -> Printed:
        """A named card with its text."""
        data = self.cards.get(name)
        if data is not None:
            return printed_from(name, data.data if isinstance(data, Card) else data)
        try:
            return Cards({}).find(name, "")  # a basic land
        except UnknownCardError:
            raise NotStaged(
                f"the text of {name} is not known", f"《{name}》のテキストが分かりません"
            ) from None

    def _name(self, made: Made) -> str:
        kind = made.types[0].capitalize()
        number = sum(name.startswith(f"Nameless {kind}") for name in self.invented)
        return f"Nameless {kind}" + (f" {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[number % 26]}" if number else "")

    def add(self, card: str, data: Mapping[str, Any], player: str, zone: str) -> Item:
        """An object that nobody spoke of."""
        number = len(self.extra)
        name = f"{card} {number + 1}" if card in self.invented else card
        self.invented[name] = dict(data)
        item = Item(f"x{number}", -1, name, printed_from(name, data), player, player, zone, now=zone)
        self.extra.append(item)
        return item

    # -- where and whose -------------------------------------------------------------------------------

    def control(self, item: Item, player: str) -> None:
        """It is that player's from the beginning, unless it is known to be another's."""
        if not player:
            return
        if item.side and item.side != player:
            raise NotStaged(
                "one thing would have to be both players'",
                "同じものが両方のプレイヤーのものになってしまいます",
            )
        if not item.controller:
            item.controller = player

    def need(self, item: Item, *zones: str, player: str = "") -> None:
        """It has to be in one of those zones now: it begins there where it hasn't been anywhere."""
        self.control(item, player)
        if item.now == "command" and "dungeon" in item.printed.types:
            return
        if not item.now and "battlefield" in zones and not item.printed.is_permanent_card:
            if self.beside(item):
                return
            if item.is_spell:
                raise Nonsense(
                    f"{item.card} can't be on the battlefield", f"{item.card}は戦場に存在できません"
                )
        if not item.now and "attraction" in item.types and zones[0] in ("hand", "library", "graveyard"):
            raise NotStaged(
                f"{item.card} is no card of a deck, and can't be put there",
                f"{item.card}はそこに置けるカードではありません",
            )
        if not item.now:
            item.start = item.start or zones[0]
            item.now = item.start
        if item.now not in zones:
            raise NotStaged(
                f"{item.card} would have to be in another zone ({item.now}, not {zones[0]})",
                f"{item.card}が別の領域にあることになります（{zones[0]}ではなく{item.now}）",
            )

    def never_placed(self, item: Item) -> None:
        """It is only spoken of: no object of the beginning, and no card that has been placed."""
        if item.start or item.now or item.card not in self.invented:
            raise NotStaged(f"{item.card} is no token", f"{item.card}はトークンではありません")
        self.spoken.add(item.thing)

    def fill_hand(self, player: str, count: int) -> None:
        """As many cards in hand as are needed."""
        for _ in range(count):
            self.add("Nameless Card", {"types": "Artifact", "cost": "{9}", "text": ""}, player, "hand")

    def beside(self, item: Item) -> bool:
        """What is no permanent and begins beside the battlefield can't be put onto it; tells whether it is there now."""
        types = set(item.printed.types)
        if types & {"plane", "phenomenon", "scheme", "conspiracy", "vanguard"}:
            raise NotStaged(f"{item.card} is no permanent", f"{item.card}はパーマネントではありません")
        if "dungeon" in types:
            side = item.side or "A"
            self.control(item, side)
            owned = self.facts[side].setdefault("dungeons", [])
            if item.card not in owned:
                owned.append(item.card)
            self.spoken.add(item.thing)
            item.start, item.now, item.key = "command", "command", item.card
            self.ventures.append((side, item))
            return True
        return False

    def settle(self) -> None:
        """What nobody placed or gave to anyone."""
        said = {item.controller for item in self.every()} - {""}
        # with what something is done comes first: of what is only there it may be unsaid whose it is
        for item in sorted(self.every(), key=lambda one: not one.acted):
            if item.start == "battlefield" and "aura" in item.types and "attached_to" not in item.setup:
                ja = f"{item.card}が何についているのかが述べられていません"
                raise NotStaged(f"what {item.card} enchants is not said", ja)
            if not item.start and item.thing >= 0 and item.thing not in self.spoken:
                ja = f"{item.card}が話に出ますが、何にも使われません"
                raise NotStaged(f"{item.card} is spoken of and nothing is done with it", ja)
            if not item.controller:
                item.controller = self._unsaid_side(item, told=bool(said))
                said.add(
                    item.controller
                )  # whose the next one is that nobody gave to anyone may differ from it
            if not item.start:
                item.start = "hand" if item.is_spell else "battlefield"

    def _unsaid_side(self, item: Item, *, told: bool) -> str:
        """Whose a thing is that nobody gave to anyone: where sides are told of others it may decide, and both are tried."""
        alike = next(
            (one.controller for one in self.every() if one.thing == item.thing >= 0 and one.controller), ""
        )
        if alike:
            return alike
        if item.thing >= 0 and told and item.start == "battlefield":
            return self.whose(item)
        if item.thing >= 0:
            self.unsaid.assume(Both(f"{item.card} is yours.", f"{item.card}は質問者のものとします。"))
        return "A"

    def whose(self, item: Item) -> str:
        """Whose a thing is that nobody gave to anyone: both are tried."""
        mine = Both(f"{item.card} is yours", f"{item.card}が質問者のもの")
        theirs = Both(f"{item.card} is your opponent's", f"{item.card}が対戦相手のもの")
        return self.unsaid.open(f"{WHOSE}t{item.thing}", [("A", mine), ("B", theirs)])


def fits(item: Item, plain: Made) -> bool:
    """Whether an object has the types that a description names."""
    words = set(item.types)
    wanted = (*plain.types, *plain.subtypes, *plain.supertypes)
    return all(word in words for word in wanted) and not any(
        state.removeprefix("not:") in words for state in plain.states if state.startswith("not:")
    )


def names(items: Iterable[Item]) -> list[str]:
    """Their names in the document."""
    return [one.key for one in items]
