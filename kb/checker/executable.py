"""What of an ability would not be honoured: one walk that names every part without a handler, field and word.

`problems(node)` is the measure behind "executable" (kb.checker.oracle.coverage) and behind what `unread.py` refuses: an
ability without problems is followed to the letter, or says so when it comes to it.

>>> from kb.checker.oracle.read import parse_oracle
>>> problems(tuple(parse_oracle("Flying", "Owl", ["Creature"])))
[]
>>> [(one.kind, one.what) for one in problems(ast.Act("frobnicate"))]
[('word', 'frobnicate')]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from kb.checker.characteristics import is_expanded
from kb.checker.dispatch import Table, amounts, conditions, costs, effects, matches, predicates, refs
from kb.checker.effects.tokens import COPY_CHANGES
from kb.checker.honoured import refused_field
from kb.checker.layer_changes import LAYER_OF
from kb.checker.meaning.states import is_emitted
from kb.checker.oracle import ast
from kb.checker.replacement import is_replacement
from kb.checker.vocabulary import AT_A_COST, COUNTED, unknown_word

TABLES: tuple[tuple[type[ast.Node], Table], ...] = (
    (ast.Ref, refs), (ast.Predicate, predicates), (ast.Amount, amounts), (ast.Condition, conditions),
    (ast.Effect, effects), (ast.Cost, costs), (ast.Event, matches),
)  # fmt: skip
PARTS: frozenset[type[ast.Part]] = frozenset({
    ast.Modify, ast.Cant, ast.Must, ast.Can, ast.CostChange, ast.AdditionalCost, ast.AlternativeCost, ast.HandSize, ast.RulePart,
    ast.While,
})  # fmt: skip
"""Continuous effects that are looked up where they matter; the others are replacement effects."""
CHOSEN_COLOR = ast.Status("color of your choice")
"""Stands in a keyword that an effect gives, until the color is chosen as the effect begins (608.2d)."""
COPIES: tuple[type[ast.Node], ...] = (ast.CopyOf, ast.CreateCopy, ast.CopySpell, ast.EntersWith)
"""Nodes whose `changes` are exceptions of a copy (707.9), not layers."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing of an ability that is not modelled."""

    kind: str
    """unread (the text), handler (no such node), field, word, event (nothing emits it)."""
    node: str
    """Class of the node."""
    what: str
    """The unread text, the field, the word or the event."""

    @property
    def en(self) -> str:
        """The reason in English."""
        return _SENTENCES[self.kind][0].format(node=self.node, what=self.what)

    @property
    def ja(self) -> str:
        """The reason in Japanese."""
        return _SENTENCES[self.kind][1].format(node=self.node, what=self.what)


_SENTENCES: dict[str, tuple[str, str]] = {
    "unread": ("this text is not read: {what!r}", "読み取れない文：{what!r}"),
    "handler": ("no handler for {node}", "{node} を処理する手順がありません"),
    "keyword": ("no handler for the keyword {what!r}", "キーワード能力 {what!r} を処理する手順がありません"),
    "field": ("{node}.{what} is not honoured", "{node}.{what} の指定に従う手順がありません"),
    "word": ("no handler for {what!r} ({node})", "{what!r}（{node}）を処理する手順がありません"),
    "event": ("nothing lets this happen: {what!r}", "{what!r} を起こす手順がありません"),
    "place": ("{node} is not modelled in {what}", "{what} の中の {node} は扱えません"),
}


def problems(node: object) -> list[Problem]:
    """Everything in a node (or a tuple of nodes) that would not be honoured, in order, each once."""
    return list(dict.fromkeys(_problems(node, None)))


def first_problem(node: object) -> Problem | None:
    """The first of the problems, or None."""
    return next(_problems(node, None), None)


def _problems(node: object, parent: ast.Node | None) -> Iterator[Problem]:
    if isinstance(node, tuple):
        for item in node:
            yield from _problems(item, parent)
    elif isinstance(node, ast.Node):
        found = problem_here(node, parent)
        if found is not None:
            yield found
        if not isinstance(node, ast.Unread | ast.UnreadAbility):
            for field in fields(node):
                yield from _problems(getattr(node, field.name), node)


def problem_here(node: ast.Node, parent: ast.Node | None = None) -> Problem | None:
    """What is not modelled of a node itself, whatever is below it."""
    name = type(node).__name__
    if isinstance(node, ast.Unread | ast.UnreadAbility):
        return Problem("unread", name, node.text)
    if isinstance(node, ast.Ability) and not is_expanded(node):
        return (
            Problem("keyword", name, node.name)
            if isinstance(node, ast.Keyword)
            else Problem("handler", name, "")
        )
    if isinstance(node, ast.Does | ast.Becomes | ast.Happens) and not is_emitted(node):
        waited = (
            node.verb
            if isinstance(node, ast.Does)
            else node.state
            if isinstance(node, ast.Becomes)
            else node.name
        )
        return Problem("event", name, waited)
    if not _has_handler(node, parent):
        return Problem("handler", name, "")
    if isinstance(parent, ast.Keyword) and node == CHOSEN_COLOR:
        return None
    unknown = unknown_word(node)
    if unknown is not None:
        return Problem("word", f"{name}.{unknown[0]}", unknown[1])
    field = refused_field(node)
    if field is not None:
        return Problem("field", name, field)
    return _part_problem(node) or _misplaced(node, parent)


def _has_handler(node: ast.Node, parent: ast.Node | None) -> bool:
    if isinstance(node, ast.Part):
        return type(node) in PARTS or is_replacement(node)
    if isinstance(node, ast.Change):
        if isinstance(parent, COPIES):
            return type(node) in COPY_CHANGES or isinstance(node, ast.HasThisAbility)
        return type(node) in LAYER_OF
    table = next((table for kind, table in TABLES if isinstance(node, kind)), None)
    return table is None or type(node) in table


def _part_problem(node: ast.Node) -> Problem | None:
    """Fields that only some words of a part have a meaning for."""
    if isinstance(node, ast.Cant):
        if node.cost and node.verb not in AT_A_COST:
            return Problem("word", "Cant.cost", node.verb)
        if (node.most, node.least) != (None, None) and node.verb not in COUNTED:
            return Problem("word", "Cant.most", node.verb)
    if isinstance(node, ast.CostChange) and "X" in node.by:  # no amount is known for it
        return Problem("word", "CostChange.by", node.by)
    return None


def _misplaced(node: ast.Node, parent: ast.Node | None) -> Problem | None:
    """Nodes that are honoured only in some places."""
    if isinstance(node, ast.While) and isinstance(parent, ast.ForDuration):
        return Problem("place", "While", "ForDuration")
    if isinstance(node, ast.Static):
        for part in node.parts:
            inner = part.part if isinstance(part, ast.While) else part
            if isinstance(inner, ast.Modify) and any(
                isinstance(change, ast.CopyOf) for change in inner.changes
            ):
                return Problem("place", "CopyOf", "Static")
    return None
