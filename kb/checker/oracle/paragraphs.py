"""One paragraph of Oracle text: which kind of ability it is, and its pieces."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from kb.checker.oracle import ast
from kb.checker.oracle.antecedents import UnresolvedError
from kb.checker.oracle.ast import (
    Ability,
    Activated,
    AddMana,
    Body,
    Chapter,
    Condition,
    Cost,
    Event,
    Keyword,
    Number,
    Spell,
    Triggered,
    UnreadAbility,
    UnreadCondition,
    UnreadCost,
    UnreadEvent,
    X,
)
from kb.checker.oracle.body import BodyReader, sentences, source
from kb.checker.oracle.gram.table import grammar
from kb.checker.oracle.grammar import Parser
from kb.checker.oracle.limits import trailing_limit
from kb.checker.oracle.mentions import other_than, zone_by_event
from kb.checker.oracle.modal import read_modal
from kb.checker.oracle.resolve import Resolver
from kb.checker.oracle.spree import spree
from kb.checker.oracle.statics import read_static
from kb.checker.oracle.tokens import Token, tokenize
from kb.checker.oracle.zones import host_leaves, zone_by_words, zone_of

_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8}
_CHAPTER = re.compile(r"^(?P<numbers>[IV]+(?:, [IV]+)*) ?— ?(?P<text>.*)$", re.DOTALL)
_LOYALTY = re.compile(r"^\[?(?P<sign>[+−–-]?)(?P<amount>\d+|X)\]?: ")
_WORD = re.compile(r"^(?P<word>[^—:.\"{•\n]{2,40}?) — (?P<text>.*)$", re.DOTALL)
_ASIDE = frozenset({"attraction", "plane", "phenomenon", "dungeon"})
_KEYWORD_WORDS = frozenset({"ward", "cycling", "equip", "kicker", "craft", "companion"})


@dataclass
class ParagraphReader:
    """Reads one paragraph (reminder text left out, bullets on lines of their own)."""

    text: str
    names: tuple[str, ...]
    types: frozenset[str]
    quoted: bool = False

    @cached_property
    def head(self) -> str:
        """The paragraph without its bullets."""
        return self.text.split("\n")[0]

    @cached_property
    def bullets(self) -> list[str]:
        """The lines after the first."""
        return self.text.split("\n")[1:]

    @cached_property
    def tokens(self) -> list[Token]:
        """Tokens of the head."""
        return tokenize(self.head, self.names, quoted=self.quoted)

    @cached_property
    def parser(self) -> Parser:
        """The head under the grammar."""
        return Parser(grammar(), self.tokens, self)

    @property
    def spell(self) -> bool:
        """Whether plain paragraphs are instructions."""
        return not self.quoted and bool(self.types & {"instant", "sorcery"})

    def read_quoted(self, text: str) -> Ability | None:
        """An ability in quotation marks: the object that gets it is `~`."""
        abilities = ParagraphReader(text.strip(), self.names, frozenset(), quoted=True).read()
        return abilities[0] if len(abilities) == 1 else None

    # --- the kinds ----------------------------------------------------------------------------------

    def read(self) -> tuple[Ability, ...]:
        """The abilities of the paragraph; several only for a line of keywords."""
        special = self._special()
        if special is not None:
            return special
        if not self.tokens:
            return ()
        keywords = self._keywords()
        if keywords is not None:
            return keywords
        match = _WORD.match(self.text)
        if match is not None and match["word"].split()[0].lower() not in {"choose", *_KEYWORD_WORDS}:
            inner = ParagraphReader(match["text"], self.names, self.types, self.quoted)
            return tuple(self._worded(match["word"], ability) for ability in inner.read())
        return (self._one(),)

    def _one(self) -> Ability:
        colon = next(
            (i for i, token in enumerate(self.tokens) if token.text == ":" and token.kind == "mark"), None
        )
        if colon is not None:
            return self._activated(colon)
        if self.tokens[0].low in {"when", "whenever", "at"} and not (self.spell and self._spell_reads()):
            return self._triggered()
        if self.spell:
            static = read_static(self.parser, self.head, self.text, bool(self.bullets))
            if static is not None and not ast.unread(static):
                return static
            return Spell(self.body(0, self._resolver()), text=self.text)
        static = read_static(self.parser, self.head, self.text, bool(self.bullets))
        if static is not None:
            return static
        return UnreadAbility(text=self.text)

    def _spell_reads(self) -> bool:
        """Whether a spell's paragraph that begins with "when" is an instruction (a delayed trigger).

        One about no span of time ("When you cycle this card") is an ability of the card: nothing needs to resolve first.
        """
        first, last = sentences(self.parser, 0, len(self.tokens))[0]
        found = self.parser.exact("sentence", first, last)
        if isinstance(found, ast.Delayed) and self.tokens[0].low != "at":
            return found.reflexive or found.duration is not None
        return found is not None

    def _resolver(self, event: Event | None = None) -> Resolver:
        resolver = Resolver(event=event, spell=self.spell, aside=bool(self.types & _ASIDE))
        if event is not None:
            resolver.hear(event)
        return resolver

    def _special(self) -> tuple[Ability, ...] | None:
        text = self.text
        match = _CHAPTER.match(text)
        if match is not None and "saga" in self.types:
            numbers = tuple(_ROMAN[part] for part in match["numbers"].split(", "))
            return (Chapter(numbers, self.inner(match["text"]).body_only(), text=text),)
        if text.startswith("Visit — "):
            instructions = text.removeprefix("Visit — ").replace("prize!", "prize.")
            return (ast.Visit(self.inner(instructions).body_only(), text=text),)
        if text.startswith("Prize — "):
            return (ast.Visit(Body(), self.inner(text.removeprefix("Prize — ")).body_only(), text=text),)
        if text.startswith("Spree\n"):
            return spree(self)
        if text.lower().startswith(("max speed — ", "max speed—")):
            inner = self.inner(text.partition("—")[2].strip()).read()
            return tuple(ast.MaxSpeedAbility(ability, text=text) for ability in inner)
        match = _LOYALTY.match(text)
        if match is not None:
            return (self._loyalty(match),)
        return None

    def inner(self, text: str) -> ParagraphReader:
        """A reader for a part of the text, of the same object."""
        return ParagraphReader(text, self.names, self.types, self.quoted)

    def _worded(self, word: str, ability: Ability) -> Ability:
        low = word.lower()
        ability = replace(ability, text=self.text)
        if isinstance(ability, Activated):
            extra = {"boast": "boast", "exhaust": "once", "renew": "sorcery"}.get(low)
            if extra:
                ability = replace(ability, limits=(*ability.limits, extra))
            if low == "forecast":
                ability = replace(
                    ability, zone="hand", limits=(*ability.limits, "your upkeep", "once each turn")
                )
        return ability

    def _keywords(self) -> tuple[Ability, ...] | None:
        """A line of nothing but keyword abilities."""
        parser = self.parser
        if self.bullets or self.tokens[0].kind == "quote":
            return None
        found: list[Ability] = []
        position, size = 0, len(self.tokens)
        while position < size:
            readings = parser.readings("keywordability", position)
            stop = next(
                (
                    (end, value)
                    for end, value in readings
                    if end == size or parser.base(end) in {",", ";", "."}
                ),
                None,
            )
            if stop is None:
                return None
            end, value = stop
            keyword = self._settled(value)
            if keyword is None:
                return None
            found.append(replace(keyword, text=source(parser, self.head, position, end)))
            position = end + 1
            if end < size and parser.base(end) == "." and end + 1 < size:
                return None
        return tuple(found)

    def _settled(self, keyword: Keyword) -> Keyword | None:
        """A keyword ability with its costs and qualities resolved."""
        resolver = self._resolver()
        resolver.say(ast.This(), frozenset({"~"}))
        try:
            return replace(
                keyword,
                cost=resolver.visit(keyword.cost),
                amount=resolver.visit(keyword.amount),
                quality=resolver.visit(keyword.quality),
            )
        except UnresolvedError:
            return None

    # --- bodies -------------------------------------------------------------------------------------

    def body_only(self) -> Body:
        """The whole paragraph as instructions."""
        return self.body(0, self._resolver())

    def body(self, start: int, resolver: Resolver, end: int | None = None) -> Body:
        """The instructions from a token on."""
        stop = len(self.tokens) if end is None else end
        if not self.bullets:
            return BodyReader(self.parser, self.head, resolver).read(start, stop)
        return read_modal(self, start, resolver, stop)

    # --- activated and triggered ----------------------------------------------------------------------

    def _activated(self, colon: int) -> Ability:
        resolver = self._resolver()
        cost = self._cost(colon, resolver)
        return self._finish_activated(cost, colon + 1, resolver)

    def _cost(self, colon: int, resolver: Resolver) -> tuple[Cost, ...]:
        raw = self.parser.exact("costs", 0, colon)
        if raw is not None:
            resolver.say(ast.This(), frozenset({"~"}))
            try:
                cost: tuple[Cost, ...] = resolver.visit(raw)
            except UnresolvedError:
                pass
            else:
                if not resolver.targets:
                    return cost
        return (UnreadCost(source(self.parser, self.head, 0, colon)),)

    def _finish_activated(
        self, cost: tuple[Cost, ...], start: int, resolver: Resolver, **more: Any
    ) -> Ability:
        limits: list[str] = []
        condition: Condition | None = None
        end = len(self.tokens)
        for first, last in reversed(sentences(self.parser, start, end)):
            limit = trailing_limit(self.parser, first, last)
            if limit is None:
                break
            words, extra = limit
            limits[:0] = words
            if extra is not None:
                condition = resolver.visit(extra)
            end = first
        resolver.done.clear()
        resolver.mentions = [m for m in resolver.mentions if not isinstance(m.ref, ast.It)]
        resolver.say(ast.This(), frozenset({"~"}))
        body = self.body(start, resolver, end)
        is_mana = not body.targets and any(isinstance(node, AddMana) for node in ast.walk(body.effects))
        return Activated(
            cost,
            body,
            condition,
            tuple(limits),
            self._zone(cost, body, condition),
            is_mana=is_mana and not more.get("is_loyalty", False),
            text=self.text,
            **more,
        )

    def _loyalty(self, match: re.Match[str]) -> Ability:
        sign = {"+": 1, "": 0}.get(match["sign"], -1)
        amount: ast.Amount = X() if match["amount"] == "X" else Number(int(match["amount"]))
        colon = next(i for i, token in enumerate(self.tokens) if token.text == ":")
        ability = self._finish_activated(
            (ast.LoyaltyCost(sign, amount),), colon + 1, self._resolver(), is_loyalty=True
        )
        return replace(ability, text=self.text)

    def _triggered(self) -> Ability:
        parser = self.parser
        event, position = self._event()
        condition: Condition | None = None
        limits: list[str] = []
        resolver = self._resolver(event)
        if parser.base(position) == "if":
            condition, position = self._intervening(position, resolver)
        end = len(self.tokens)
        for first, last in reversed(sentences(parser, position, end)):
            words = source(parser, self.head, first, last).lower()
            found = _TRIGGER_LIMITS.get(words)
            if found is None:
                break
            limits.insert(0, found)
            end = first
        body = self.body(position, resolver, end)
        zone: ast.Zone = (
            "battlefield" if host_leaves(event) else zone_by_event(event) or self._zone((), body, condition)
        )
        return Triggered(event, body, condition, tuple(limits), zone, text=self.text)

    def _zone(self, cost: tuple[Cost, ...], body: Body, condition: Condition | None) -> ast.Zone:
        """Where the ability functions; by its words where they aren't read ("return NAME from your graveyard …")."""
        zone = zone_of(cost, body, condition)
        return zone_by_words(self.names, body, condition) if zone == "battlefield" else zone

    def _event(self) -> tuple[Event, int]:
        parser = self.parser
        nonterminal, start = ("step", 1) if self.tokens[0].low == "at" else ("event", 1)
        for end, event in parser.readings(nonterminal, start):
            if parser.base(end) == "," and parser.base(end + 1) not in ("or", "and"):  # not all of the event
                try:
                    return self._resolver().visit(event), end + 1
                except UnresolvedError:
                    continue
        if nonterminal == "event":
            for end, condition in parser.readings("condition", 1):
                if parser.base(end) == ",":
                    return self._state_trigger(condition, end)
        comma = next((i for i, token in enumerate(self.tokens) if token.text == ","), len(self.tokens) - 1)
        return UnreadEvent(source(parser, self.head, 0, comma)), comma + 1

    def _state_trigger(self, condition: Condition, end: int) -> tuple[Event, int]:
        try:
            settled = self._resolver().visit(condition)
        except UnresolvedError:
            return UnreadEvent(source(self.parser, self.head, 0, end)), end + 1
        return ast.StateTrigger(settled), end + 1

    def _intervening(self, position: int, resolver: Resolver) -> tuple[Condition | None, int]:
        parser = self.parser
        for end, condition in parser.readings("condition", position + 1):
            if parser.base(end) == ",":
                resolver.other = other_than(resolver.event)
                try:
                    return resolver.visit(condition), end + 1
                except UnresolvedError:
                    continue
                finally:
                    resolver.other = None
        comma = next((i for i in range(position, len(self.tokens)) if self.tokens[i].text == ","), None)
        if comma is None:
            return None, position
        return UnreadCondition(source(parser, self.head, position, comma)), comma + 1


_TRIGGER_LIMITS = {
    "this ability triggers only once each turn": "once each turn",
    "this ability triggers only once": "once",
    "this ability triggers only twice each turn": "twice each turn",
    "do this only once each turn": "do once each turn",
}
