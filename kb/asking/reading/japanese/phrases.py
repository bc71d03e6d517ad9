"""Noun phrases: what is before a noun goes into it, until a particle ends it.

A `Phrase` grows from token to token; `value` is what a role is filled with.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from kb.asking.frames import ME, OPPONENT, Manner, Number, Person, When, Word
from kb.asking.mentions import Clause, Mention, Pronoun
from kb.asking.reading.japanese.tokens import Token
from kb.asking.wordbook import described, wordbook
from kb.checker.oracle.ast import Filter, HasColor, HasKeyword, HasType, Measures, Negated, Status
from kb.checker.oracle.ast import Number as Amount
from kb.checker.oracle.ast.base import Predicate
from kb.checker.oracle.ast.filters import Op

THING: Final = Filter("permanent")
CREATURE: Final = Filter("permanent", (HasType("creature"),))


_GUYS: Final = ("やつ", "奴")


@dataclass
class Phrase:
    """A noun phrase in the making. kind: that of its head's sense, or name, pronoun, pt, count, clause, unknown."""

    kind: str
    text: str
    noun: str = ""
    cards: tuple[str, ...] = ()
    pronoun: Pronoun = ""
    where: list[Predicate] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    """Keywords and sizes said of it, in order; alone they are what is spoken of."""
    count: Any = None
    unit: str = ""
    asked: bool = False
    definite: bool = False
    other: bool = False
    whose: Mention | Person | None = None
    zone: str = ""
    zone_of: Person | None = None
    of: Mention | None = None
    clauses: list[Clause] = field(default_factory=list)
    ability: str = ""
    what: str = ""
    face: str = ""
    label: str = ""
    """The letter by which it is told from another."""
    which: str = ""
    """Of a time: this, next, first …"""
    how: str = "at"
    clause: Clause | None = None
    asks: str = ""
    """where, who, which, when, why, how many, what, how."""
    word: Token | None = None
    """Of something done, spoken of as a noun: its verb."""
    among: bool = False
    """Xのうち: some of these."""
    holds: bool = False
    """〜持ち: it is a thing that has that."""
    quantity: str = ""
    op: Op = "="
    """Of a number: 以上, 以下."""
    manner: frozenset[Manner] = frozenset()
    left: list[str] = field(default_factory=list)
    """What found no place."""

    def is_time(self) -> bool:
        """Whether it says when."""
        return self.kind == "step"

    def person(self) -> Person | None:
        """The player that it is, when it is just that."""
        if self.kind != "person" or self.clauses or self.of:
            return None
        name = wordbook().nouns[self.noun].means
        return {"me": ME, "opponent": OPPONENT}.get(name) or Person(name)  # type: ignore[arg-type]

    def when(self) -> When:
        """The moment."""
        whose = self.whose if isinstance(self.whose, Person) else None
        return When(wordbook().nouns[self.noun].means, whose, self.which, self.how)  # type: ignore[arg-type]

    def value(self) -> Any:
        """What fills a role."""
        if self.clause is not None:
            return self.clause
        if self.kind == "person" and self.person() and self.count is None and not self.asked:
            return self.person()
        if self.kind == "step":
            return Word("step", wordbook().nouns[self.noun].means)
        if (
            self.kind == "keyword"
            and not self.holds
            and not self.clauses
            and len(self.words) == 1
            and self.count is None
        ):
            return self.words[0]
        if self.kind == "status" and not self.text.endswith("持ち") and self.where:
            return Mention(filter=Filter("any", tuple(self.where)), text=self.text)
        if self.kind == "pt" and not self.clauses and self.words and self.words[0].name == "?":
            return Mention(noun="size", asked=True, text=self.text)
        if self.kind == "color" and self.where and isinstance(self.where[0], HasColor):
            return Word("color", self.where[0].color)
        if self.kind == "mana":
            return Word("mana", self.what)
        if self.kind == "x":
            return Number(self.count, "x")
        if self.kind == "change":
            return Word("pt", self.what)
        if (
            self.kind == "amount"
            and self.count is not None
            and not self.asked
            and not self.clauses
            and self.whose is None
        ):
            return Number(self.count, self.noun)
        if self.kind == "count":
            return self._counted()
        return self.mention()

    def _counted(self) -> Any:
        """A number that stands alone."""
        if (
            self.unit in {"point", "mana", "life", "damage", "time", "turn", "kind", "fold", ""}
            and not self.clauses
        ):
            of = {"mana": "mana", "life": "life", "damage": "damage", "time": "time", "turn": "turn"}.get(
                self.unit, ""
            )
            if self.asked:
                return Mention(noun=of, asked=True, text=self.text)
            return Number(self.count, of)
        return self.mention()

    def lacking(self, ending: str) -> Phrase | None:
        """黒でない, トークン以外: what that is not."""
        row = wordbook().nouns.get(self.noun)
        where = [*self.where, *(row.filter.where if row is not None and row.filter is not None else ())]
        if len(where) != 1 or self.clauses or self.words or self.cards or self.count is not None:
            return None
        negated: list[Predicate] = [Negated(where[0])]
        return Phrase("status", self.text + ending, where=negated, whose=self.whose, definite=self.definite)

    def mention(self) -> Mention:
        """As a noun phrase."""
        row = wordbook().nouns.get(self.noun)
        found: Filter | None = row.filter if row is not None else None
        if self.kind in {"keyword", "pt", "supertype", "color"} and found is None:
            found = CREATURE if self.kind == "pt" or self.holds or self.count is not None else THING
        if self.kind == "subtype" and found is None:
            found = THING
        if self.kind == "count" and found is None:
            found = CREATURE if self.text.endswith(("体", "体目")) else None
        where = [*self.where, *(one for word in self.words for one in predicates(word))]
        if where:
            base = found or THING
            found = replace(base, where=(*base.where, *(one for one in where if one not in base.where)))
        pronoun = self.pronoun
        if (
            pronoun == "ones"
            and self.word is None
            and (self.where or self.clauses)
            and self.text.endswith(_GUYS)
        ):
            pronoun = ""  # 召喚酔いのやつ: a permanent that is so
            found = found or THING
        return Mention(
            filter=found,
            noun=self.noun,
            cards=self.cards,
            pronoun=pronoun,
            count=None if self.asked and self.count == "asked" else self.count,
            asked=self.asked,
            definite=self.definite,
            other=self.other,
            whose=self.whose,
            zone=self.zone,
            zone_of=self.zone_of,
            of=self.of,
            clauses=tuple(self.clauses),
            ability=self.ability,
            what=self.what,
            face=self.face,
            label=self.label,
            text=self.text,
        )


def predicates(word: Word) -> tuple[Predicate, ...]:
    """A keyword or a size as the grammar's predicates."""
    if word.kind == "keyword":
        return (HasKeyword(word.name),)
    if word.kind == "pt":
        return described(f"{word.name} creature").where[:1]
    return ()


def measured(noun: str, value: int, op: Op = "=") -> Predicate | None:
    """タフネス0 as something that a thing has."""
    if noun in {"power", "toughness", "mana value", "loyalty"}:
        return Measures(noun, op, Amount(value))
    return None


TAPPED: Final = Status("tapped")
UNTAPPED: Final = Status("untapped")
