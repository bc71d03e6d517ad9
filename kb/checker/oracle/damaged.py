"""Whom damage is dealt to, where the text says "that creature"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kb.checker.oracle import ast
from kb.checker.oracle.raw import Pronoun

if TYPE_CHECKING:
    from kb.checker.oracle.resolve import Resolver


def damage_to(self: Resolver, node: ast.DealDamage) -> ast.Effect:
    """ "… deals damage to that creature" is damage to another than the one that deals it: that would be "itself"."""
    if not isinstance(node.to, Pronoun) or node.to.word not in {"that", "those"}:
        result: ast.Effect = self.fields(node)
        self.done.append(ast.DealDamage)
        return result
    source, amount = self.visit(node.source), self.visit(node.amount)
    before = self.mentions
    others = [mention for mention in before if mention.ref != source]
    self.mentions = list(others)
    to = self.visit(node.to)
    self.mentions = [*before, *self.mentions[len(others) :]]
    self.done.append(ast.DealDamage)
    return replace(node, source=source, amount=amount, to=to)
