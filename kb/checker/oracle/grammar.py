"""The machinery of the grammar: phrase patterns, compiled into tries, matched with a memo.

A grammar is a table of named phrases. A phrase is either a list of productions or a function. A production
is a pattern and what it builds:

    "<who:player> (gain|lose) <amount> life"

Words match by their base form, `[…]` is optional, `(a|b)` a choice, `<name>` another phrase, `$(a|b)` a choice
whose words are wanted. The builder gets one argument for each `<…>` and `$(…)`, None for one that is absent;
it may return `REJECT`.

Why hand-written rather than lark: Oracle text is ambiguous word by word (a noun phrase may end in many places),
the vocabulary is open, and 33,000 cards have to be read in seconds. A phrase here gives *all* its readings at a
place, the longest first, computed once (memo), so patterns can be tried in any context with backtracking and
without exponential cost; the tries share the common beginnings of hundreds of patterns. A sentence counts as
read only if one reading covers every token of it: the span that fails is exactly known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from kb.checker.oracle.tokens import Token


class _Reject:
    """What a builder returns when the words fit but make no sense."""


REJECT: Final = _Reject()
Reading = tuple[int, Any]
"""Where a reading ends, and what it means."""
PhraseFunction = Callable[["Parser", int], list[Reading]]
Builder = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Production:
    """A pattern and its builder.

    >>> Production("draw <amount> card", lambda amount: amount).pattern
    'draw <amount> card'
    """

    pattern: str
    build: Builder


P = Production
"""The tables' short name for it."""


@dataclass(slots=True)
class _Leaf:
    order: int
    build: Builder
    slots: tuple[tuple[int, int] | None, ...]
    """For each argument the first and last+1 index of its values on the path."""


@dataclass(slots=True)
class _Node:
    words: dict[str, _Node] = field(default_factory=dict)
    phrases: dict[str, _Node] = field(default_factory=dict)
    leaves: list[_Leaf] = field(default_factory=list)


# An item of an expanded pattern: kind "word" or "phrase", its text, and the slot it belongs to (-1 none).
_Item = tuple[str, str, int]


class _PatternReader:
    """Expands a pattern into plain sequences of items."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.slots = 0

    def read(self) -> list[list[_Item]]:
        result = self._choice("", -1)
        if self.at != len(self.pattern):
            raise ValueError(f"unbalanced pattern: {self.pattern!r}")
        return result

    def _choice(self, close: str, slot: int) -> list[list[_Item]]:
        options: list[list[_Item]] = []
        current: list[list[_Item]] = [[]]
        text = self.pattern
        while self.at < len(text):
            char = text[self.at]
            if char == close:
                break
            if char == "|":
                options += current
                current = [[]]
                self.at += 1
                continue
            part = self._part(slot)
            current = [head + tail for head in current for tail in part]
        return options + current

    def _part(self, slot: int) -> list[list[_Item]]:
        text = self.pattern
        char = text[self.at]
        if char == " ":
            self.at += 1
            return [[]]
        if char in "([" or text.startswith("$(", self.at):
            inner_slot = slot
            if char == "$":
                inner_slot, self.slots = self.slots, self.slots + 1
                self.at += 1
            close = "]" if char == "[" else ")"
            self.at += 1
            options = self._choice(close, inner_slot)
            if self.at >= len(text):
                raise ValueError(f"unbalanced pattern: {text!r}")
            self.at += 1
            return [*options, []] if char == "[" else options
        if char == "<":
            end = text.index(">", self.at)
            name = text[self.at + 1 : end].split(":")[-1]
            self.at = end + 1
            if slot < 0:
                slot, self.slots = self.slots, self.slots + 1
            return [[("phrase", name, slot)]]
        end = self.at
        while end < len(text) and text[end] not in " ()[]<>|":
            end += 1
        word = text[self.at : end]
        self.at = end
        return [[("word", word, slot)]]


def _insert(root: _Node, items: Sequence[_Item], slots: int, order: int, build: Builder) -> None:
    node = root
    places: list[tuple[int, int] | None] = [None] * slots
    for index, (kind, text, slot) in enumerate(items):
        edges = node.words if kind == "word" else node.phrases
        node = edges.setdefault(text, _Node())
        if slot >= 0:
            place = places[slot]
            places[slot] = (index, index + 1) if place is None else (place[0], index + 1)
    node.leaves.append(_Leaf(order, build, tuple(places)))


class Grammar:
    """A table of phrases.

    >>> grammar = Grammar({"cheer": [Production("(hip|hooray) [<cheer>]", lambda more: 1 + (more or 0))]})
    >>> from kb.checker.oracle.tokens import tokenize
    >>> Parser(grammar, tokenize("Hip hip hooray")).readings("cheer", 0)
    [(3, 3), (2, 2), (1, 1)]
    """

    def __init__(self, phrases: dict[str, Iterable[Production] | PhraseFunction]) -> None:
        self.functions: dict[str, PhraseFunction] = {}
        self.tries: dict[str, _Node] = {}
        for name, phrase in phrases.items():
            if callable(phrase):
                self.functions[name] = phrase
            else:
                self.tries[name] = self._trie(phrase)
        self._check()

    @staticmethod
    def _trie(productions: Iterable[Production]) -> _Node:
        root = _Node()
        for order, production in enumerate(productions):
            reader = _PatternReader(production.pattern)
            for items in reader.read():
                _insert(root, items, reader.slots, order, production.build)
        return root

    def _check(self) -> None:
        known = self.functions.keys() | self.tries.keys()
        todo = list(self.tries.values())
        while todo:
            node = todo.pop()
            for name in node.phrases.keys() - known:
                raise KeyError(f"unknown phrase <{name}>")
            todo += [*node.words.values(), *node.phrases.values()]


class Parser:
    """The tokens of one paragraph, read by a grammar; `context` is whatever the builders' phrases need."""

    def __init__(self, grammar: Grammar, tokens: Sequence[Token], context: object = None) -> None:
        self.grammar = grammar
        self.tokens = tokens
        self.context = context
        self.size = len(tokens)
        self._memo: dict[tuple[str, int], list[Reading]] = {}
        self._open: set[tuple[str, int]] = set()

    def base(self, position: int) -> str:
        """Base form of a token, '' past the end."""
        return self.tokens[position].base if position < self.size else ""

    def readings(self, name: str, position: int) -> list[Reading]:
        """All readings of a phrase at a place, the longest first; one for each end."""
        key = (name, position)
        known = self._memo.get(key)
        if known is not None:
            return known
        if key in self._open:
            raise RecursionError(f"phrase <{name}> begins with itself")
        self._open.add(key)
        function = self.grammar.functions.get(name)
        result = function(self, position) if function else self._match(self.grammar.tries[name], position)
        self._open.discard(key)
        self._memo[key] = result
        return result

    def exact(self, name: str, start: int, end: int) -> Any:
        """The reading of a phrase that covers just those tokens, or None."""
        for stop, value in self.readings(name, start):
            if stop == end:
                return value
        return None

    def _match(self, root: _Node, position: int) -> list[Reading]:
        found: list[tuple[int, int, _Leaf, tuple[Any, ...]]] = []
        self._walk(root, position, (), found)
        found.sort(key=lambda item: (-item[0], item[1]))
        result: list[Reading] = []
        last = -1
        for end, _, leaf, values in found:
            if end == last:
                continue
            value = leaf.build(*(_argument(slot, values) for slot in leaf.slots))
            if value is not REJECT:
                result.append((end, value))
                last = end
        return result

    def _walk(
        self,
        node: _Node,
        position: int,
        values: tuple[Any, ...],
        found: list[tuple[int, int, _Leaf, tuple[Any, ...]]],
    ) -> None:
        found += [(position, leaf.order, leaf, values) for leaf in node.leaves]
        if position < self.size and node.words:
            token = self.tokens[position]
            following = node.words.get(token.base)
            if following is not None:
                self._walk(following, position + 1, (*values, token.base), found)
            if token.low != token.base:
                following = node.words.get(token.low)
                if following is not None:
                    self._walk(following, position + 1, (*values, token.low), found)
        for name, following in node.phrases.items():
            for end, value in self.readings(name, position):
                self._walk(following, end, (*values, value), found)


def _argument(slot: tuple[int, int] | None, values: tuple[Any, ...]) -> Any:
    if slot is None:
        return None
    first, last = slot
    return values[first] if last == first + 1 else " ".join(map(str, values[first:last]))
