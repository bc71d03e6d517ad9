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
from kb.checker.oracle.ast import Filter, HasColor, HasCounter, HasKeyword, HasType, Measures, Status
from kb.checker.oracle.ast import Number as Amount
from kb.checker.oracle.ast.base import Predicate

THING: Final = Filter("permanent")
_CALLED: Final = frozenset({"thing", "status", "pt", "color", "keyword", "subtype", "supertype"})
CREATURE: Final = Filter("permanent", (HasType("creature"),))


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
    holds: bool = False
    """〜持ち: it is a thing that has that."""
    quantity: str = ""
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
        return Mention(
            filter=found,
            noun=self.noun,
            cards=self.cards,
            pronoun=self.pronoun,
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


def into(head: Phrase, mod: Phrase, beside: bool = False) -> None:
    """Take a phrase that stands before the head, with の or directly, into it."""
    head.text = mod.text + head.text
    head.left += mod.left
    head.asks = head.asks or mod.asks
    if not _into(head, mod, beside):
        head.left.append(mod.text)


def _into(head: Phrase, mod: Phrase, beside: bool) -> bool:
    if mod.pronoun == "they" and mod.kind == "pronoun" and head.kind in _CALLED and not mod.clauses:
        head.definite = True  # それらのクリーチャー
        return True
    if mod.kind == "counter" and mod.holds:
        head.where.append(HasCounter(mod.what))
        return mod.count is None
    if mod.kind == "person" and mod.person() is not None:
        return _owned(head, mod)
    if mod.kind == "count" or (mod.kind == "number"):
        return _numbered(head, mod)
    if (
        mod.kind == "nth"
        and mod.noun == "time"
        and mod.count in (1, 2)
        and head.kind in {"concept", "clause"}
    ):
        head.manner |= {"first" if mod.count == 1 else "second"}
        return True
    if mod.kind == "quantity":
        head.count = head.count if head.count is not None else mod.quantity
        return True
    if mod.kind == "step":
        return _timed(head, mod)
    if mod.kind == "zone":
        return _placed(head, mod)
    if mod.kind == "counter kind" and head.kind == "counter":
        head.what = mod.what
        return True
    if mod.kind == "change":
        return False
    if mod.kind == "subtype" and head.kind in {"thing", "name"}:
        head.where += mod.where
        head.whose = head.whose or mod.whose
        return True
    if (
        mod.kind == "keyword"
        and mod.word is not None
        and head.kind in {"ability", "concept", "amount"}
        and not mod.holds
    ):
        return (
            _done(head, Clause(mod.word.verbs[0], text=mod.text))
            if head.kind != "amount"
            else _described(head, mod)
        )
    if mod.kind == "clause" and mod.clause is not None:
        return _done(head, mod.clause)
    if (
        mod.kind == "thing"
        and head.kind == "thing"
        and _types(mod)
        and not mod.definite
        and mod.whose is None
        and not mod.clauses
        and (beside or head.noun in {"token", "spell", "card"})
    ):
        return _typed(head, mod, beside)
    if mod.kind in {"keyword", "pt", "color", "supertype", "status"} and not mod.clauses:
        return _described(head, mod)
    if mod.noun == "empty" and head.kind == "zone":
        head.what = "empty"
        return True
    return _part(head, mod)


def _owned(head: Phrase, mod: Phrase) -> bool:
    person = mod.person()
    if head.kind == "zone":
        head.zone_of = person
    elif head.whose is None:
        head.whose = person
    else:
        return False
    return True


def _numbered(head: Phrase, mod: Phrase) -> bool:
    if head.count is not None or (head.kind == "step" and mod.unit != "turn"):
        return False
    head.count = mod.count
    head.asked = head.asked or mod.asked
    head.unit = head.unit or mod.unit
    return True


def _timed(head: Phrase, mod: Phrase) -> bool:
    if head.noun == "damage" and mod.noun == "combat" and mod.whose is None:
        head.manner |= {"combat"}
        return True
    if head.kind != "step":
        return False
    head.whose = head.whose or mod.whose
    head.which = head.which or mod.which
    return True


def _placed(head: Phrase, mod: Phrase) -> bool:
    if head.kind in {"thing", "name", "ability", "pronoun", "count", "subtype", "counter"} and not head.zone:
        head.zone, head.zone_of = wordbook().nouns[mod.noun].means, mod.zone_of
        return True
    if head.kind in {"amount", "concept"} and head.of is None:
        head.of = mod.mention()
        return True
    return False


def _described(head: Phrase, mod: Phrase) -> bool:
    if head.kind == "ability" and mod.kind == "keyword" and not head.what:
        head.what = mod.words[0].name
        return True
    if head.kind in {"thing", "name", "pronoun", "count", "pt", "subtype", "keyword"}:
        head.words = [*mod.words, *head.words]
        head.where = [*mod.where, *head.where]
        head.whose = head.whose or mod.whose
        head.definite = head.definite or mod.definite
        if head.kind == "keyword" and mod.kind == "pt":
            head.kind = "pt"
        return True
    if head.kind in {"amount", "concept"} and mod.words:
        head.what = mod.words[0].name
        return True
    return False


def _done(head: Phrase, clause: Clause) -> bool:
    """Something that is done, before a noun: 観覧能力, 召集のコスト."""
    if head.kind == "ability" and not clause.roles and not head.what:
        head.what = clause.verb
        return True
    if head.kind in {"amount", "concept", "thing"} and not head.what:
        head.what = clause.verb
        return not clause.roles
    return False


def _types(phrase: Phrase) -> bool:
    row = wordbook().nouns.get(phrase.noun)
    return row is not None and row.filter is not None


def _typed(head: Phrase, mod: Phrase, beside: bool) -> bool:
    """クリーチャー・トークン, クリーチャー呪文, アーティファクト・クリーチャー."""
    row = wordbook().nouns[mod.noun]
    assert row.filter is not None
    own = wordbook().nouns[head.noun].filter
    both = own is not None and all(isinstance(one, HasType) for one in (*row.filter.where, *own.where))
    if (
        head.noun in {"token", "spell", "card", "permanent"}
        or mod.noun in {"token", "spell"}
        or (beside and both)
    ):
        head.where = [*row.filter.where, *mod.where, *head.where]
        head.words = [*mod.words, *head.words]
        head.whose = head.whose or mod.whose
        if head.count is None:
            head.count = mod.count
        return True
    return False


def _part(head: Phrase, mod: Phrase) -> bool:
    """A thing before a part of it, or before what it has."""
    if mod.kind not in {
        "thing",
        "name",
        "pronoun",
        "pt",
        "count",
        "subtype",
        "keyword",
        "ability",
        "person",
        "counter",
        "concept",
    }:
        return False
    if head.kind in {"ability", "concept", "thing", "pronoun", "person", "name", "step"} and head.of is None:
        if head.kind == "name" or (head.kind == "thing" and head.of is not None):
            return False
        head.of = mod.mention()
        return True
    if head.kind in {"amount", "counter"} and head.whose is None:
        head.whose = mod.mention()
        return True
    return False


def measured(noun: str, value: int) -> Predicate | None:
    """タフネス0 as something that a thing has."""
    if noun in {"power", "toughness", "mana value", "loyalty"}:
        return Measures(noun, "=", Amount(value))
    return None


TAPPED: Final = Status("tapped")
UNTAPPED: Final = Status("untapped")
