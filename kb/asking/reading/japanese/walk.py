"""What a reader of tokens holds on its way, and how it looks ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kb.asking.frames import Link, Manner, Person, When
from kb.asking.mentions import Clause
from kb.asking.reading.japanese.marking import Item
from kb.asking.reading.japanese.phrases import Phrase
from kb.asking.reading.japanese.tail import Tail
from kb.asking.reading.japanese.tokens import Token

SUPPOSED: Final = frozenset({"たら", "ば", "と", "なら", "ても"})
MOMENTS: Final = frozenset(
    [
        "とき",
        "時",
        "際",
        "場合",
        "タイミング",
        "ところ",
        "瞬間",
        "時点",
        "段階",
        "状況",
        "ケース",
        "たび",
        "度に",
        "以上",
        "限り",
    ]
)
WHILE: Final = frozenset(["間", "最中", "中", "うち", "状態", "まま", "途中"])
AFTER: Final = frozenset(["あと", "後", "直後"])
BEFORE: Final = frozenset(["前", "直前"])
AIMS: Final = frozenset({"ため", "為"})


@dataclass
class Made:
    """A clause with what the words told of how it stands."""

    clause: Clause
    tail: Tail
    sentence: int
    asked: bool = False


@dataclass
class Waiting:
    """A clause before a noun that is still to come."""

    word: Token
    tail: Tail
    items: list[Item]
    quoted: bool = False


class Walk:
    """The tokens, the place in them, and what waits to be taken."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.items: list[Item] = []
        self.mods: list[Phrase] = []
        self.joined: list[Phrase] = []
        self.waiting: list[Waiting] = []
        self.made: list[Made] = []
        self.unread: list[str] = []
        self.link: Link = "then"
        self.manner: set[Manner] = set()
        self.ahead: set[Manner] = set()
        """Words beside the verb with a comma after them: they belong to the sentence, not to a clause before a noun."""
        self.when: When | None = None
        self.asks = ""
        self.sentence = 0
        self.claimed = False
        self.most = False
        self.truth = False
        self.opened = 0
        self.kept: list[Phrase] = []
        self.subject: Person | None = None
        self.timed: tuple[Made, int] | None = None
        """The clause before とき that was read last, and the place after it."""

    def text(self, ahead: int = 0) -> str:
        """The text of a token ahead."""
        place = self.at + ahead
        return self.tokens[place].text if place < len(self.tokens) else ""

    def kind(self, ahead: int = 0) -> str:
        """The kind of a token ahead."""
        place = self.at + ahead
        return self.tokens[place].kind if place < len(self.tokens) else "end"

    def lemma(self, ahead: int = 0) -> str:
        """The dictionary form of a token ahead."""
        place = self.at + ahead
        return self.tokens[place].lemma if place < len(self.tokens) else ""

    def here(self) -> Token | None:
        """The token that comes next."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def closes(self) -> None:
        """A quotation ends: what "and" joins goes on where it began."""
        self.joined, self.kept = [*self.kept, *self.joined], []
        self.at += 1

    # What the parts of the reader need of each other.

    def take(self, found: Phrase) -> None:
        """A phrase with what stands before it, and the particle after it."""
        raise NotImplementedError

    def formal(self, made: Made) -> None:
        """A noun of time after a clause."""
        raise NotImplementedError

    def be(self, item: Item, told: Tail, supposed: bool = False) -> None:
        """A noun as predicate."""
        raise NotImplementedError

    def may_be(self, item: Item) -> bool:
        """A noun with でもいい."""
        raise NotImplementedError

    def how_much(self, item: Item) -> bool:
        """A number as topic, with nothing after it."""
        raise NotImplementedError

    def attach(self, head: Phrase) -> None:
        """Clauses that wait for their noun."""
        raise NotImplementedError

    def predicate_at(self, at: int) -> bool:
        """Whether a predicate stands there."""
        raise NotImplementedError
