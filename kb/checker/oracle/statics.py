"""A paragraph of static abilities: its sentences as parts, each with its condition."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kb.checker.oracle import ast
from kb.checker.oracle.antecedents import UnresolvedError
from kb.checker.oracle.ast import Ability, Static, UnreadPart
from kb.checker.oracle.body import BodyReader, sentences, source
from kb.checker.oracle.gram.static_rules import TAPPED_THIS_WAY
from kb.checker.oracle.grammar import Parser
from kb.checker.oracle.raw import COST_ELSEWHERE, cost_missing
from kb.checker.oracle.resolve import Resolver
from kb.checker.oracle.rewrite import rewrite
from kb.checker.oracle.tokens import tokenize
from kb.checker.oracle.zones import condition_zone

ENTERS = ast.Moves(ast.SameAs(ast.This()), to="battlefield")


def read_static(parser: Parser, head: str, text: str, bullets: bool) -> Ability | None:
    """The paragraph as one static ability; sentences that can't be read are unread parts. None with bullets."""
    return None if bullets else _StaticReader(parser, head, text).read()


@dataclass
class _StaticReader:
    parser: Parser
    head: str
    text: str

    def read(self) -> Ability | None:
        parser = self.parser
        statics: list[Static] = []
        for first, last in sentences(parser, 0, parser.size):
            if statics and self._further(statics, first, last):
                continue
            read = parser.exact("static", first, last)
            settled = self._settled_static(read, statics) if isinstance(read, Static) else None
            if settled is None and statics:
                settled = self._instead(statics, first, last)
            if settled is not None and statics and _tapped_this_way(statics, settled):
                continue
            if settled is None and statics:
                settled = self._same(statics, first, last)
            if settled is None:
                settled = self._half_read(statics, first, last)
            if settled is None:
                settled = Static((UnreadPart(source(parser, self.head, first, last)),))
            statics.append(settled)
        if not statics:
            return None
        statics = [_told_costs(item, statics, self.text) for item in statics]
        first_static = statics[0]
        if len(statics) == 1:
            return replace(first_static, text=self.text)
        if all(s.condition is None for s in statics):
            parts = tuple(part for s in statics for part in s.parts)
            return replace(first_static, parts=parts, text=self.text)
        return self._with_conditions(statics)

    def _instead(self, statics: list[Static], first: int, last: int) -> Static | None:
        """ "It gets -5/-5 instead as long as …": with the condition this sentence holds, without it the one before."""
        tokens = self.parser.tokens[first:last]
        places = [index for index, token in enumerate(tokens) if token.base == "instead"]
        if len(places) != 1 or statics[-1].condition is not None:
            return None
        rest = [token for index, token in enumerate(tokens) if index != places[0]]
        read = Parser(self.parser.grammar, rest, self.parser.context).exact("static", 0, len(rest))
        settled = self._settled_static(read, statics) if isinstance(read, Static) else None
        entering = settled.parts[-1] if settled is not None else None
        if isinstance(entering, ast.EntersWith) and entering.condition is not None:
            return settled if _but_if(statics, entering.condition) else None
        if settled is None or settled.condition is None:
            return None
        statics[-1] = replace(statics[-1], condition=ast.Not(settled.condition))
        return settled

    def _same(self, statics: list[Static], first: int, last: int) -> Static | None:
        """ "The same is true for …": further objects get what the sentence before says."""
        before = statics[-1]
        subject = self.parser.tokens[first + 5 : last]
        if [self.parser.base(index) for index in range(first, first + 5)] != [
            "the",
            "same",
            "be",
            "true",
            "for",
        ]:
            return None
        tokens = [*subject, *tokenize("have flying")]
        read = Parser(self.parser.grammar, tokens, self.parser.context).exact("static", 0, len(tokens))
        settled = self._settled_static(read, statics) if isinstance(read, Static) else None
        changed = [part for part in before.parts if isinstance(part, ast.Modify)]
        if settled is None or len(settled.parts) != 1 or len(changed) != 1 or before.parts != (changed[0],):
            return None
        others = settled.parts[0]
        return (
            replace(before, parts=(replace(changed[0], what=others.what),))
            if isinstance(others, ast.Modify)
            else None
        )

    def _half_read(self, statics: list[Static], first: int, last: int) -> Static | None:
        """ "If you would …, (unread)": the event is known, so that nothing happens until it would."""
        parser = self.parser
        if parser.base(first) != "if":
            return None
        for end, event in parser.readings("would", first + 1):
            rest = [parser.base(index) for index in range(end, last)]
            if rest[:1] == [","] and not {"would", "if", "whenever", "as"} & set(rest):
                words = source(parser, self.head, end + 1, last)
                return self._settled_static(
                    Static((ast.Replace(event, (ast.UnreadEffect(words),)),)), statics
                )
        return None

    FURTHER: ClassVar[dict[type[ast.Part], str]] = {
        ast.EntersWith: "effects",
        ast.Prevent: "then",
        ast.Replace: "instead",
    }
    """Where further instructions of a part stand."""

    def _further(self, statics: list[Static], first: int, last: int) -> bool:
        """A further instruction ("If you don't, it enters tapped"; "Remove a +1/+1 counter from this creature")."""
        part = statics[-1].parts[-1]
        name = self.FURTHER.get(type(part))
        if name is None or (name != "then" and not getattr(part, name)):
            return False
        resolver = Resolver()
        resolver.say(ast.This(), frozenset({"~"}))
        if isinstance(part, ast.Prevent):
            resolver.event, resolver.replaced = part.damage, True
            resolver.hear(part.damage)
        if isinstance(part, ast.Replace) and part.event != ENTERS:
            return False  # what "it" is after what is done instead isn't looked into
        reader = BodyReader(self.parser, self.head, resolver, effects=list(getattr(part, name)))
        reader.sentence(first, last)
        if ast.unread(tuple(reader.effects)) or resolver.targets:
            return False
        further: dict[str, Any] = {name: tuple(reader.effects)}
        changed = replace(part, **further)
        statics[-1] = replace(statics[-1], parts=(*statics[-1].parts[:-1], changed))
        return True

    def _with_conditions(self, statics: list[Static]) -> Ability:
        """Several sentences, some with a condition of their own."""
        parts: list[ast.Part] = []
        for item in statics:
            if item.condition is None:
                parts += item.parts
            else:
                parts += [ast.While(part, item.condition) for part in item.parts]
        if len({item.zone for item in statics}) > 1:  # each would function elsewhere
            return Static((UnreadPart(self.text),), text=self.text)
        return replace(statics[0], parts=tuple(parts), condition=None, text=self.text)

    def _settled_static(self, read: Static, before: list[Static]) -> Static | None:
        for condition_first in (True, False):
            resolver = Resolver()
            if before:
                for part in before[-1].parts:
                    if isinstance(part, ast.Modify) and not isinstance(part.what, ast.All):
                        resolver.say(part.what, frozenset({"~", "creature", "permanent"}))
                    elif isinstance(part, ast.EntersWith) and part.what == ast.SameAs(ast.This()):
                        resolver.say(ast.This(), frozenset({"~"}))
            try:
                if condition_first:
                    condition = resolver.visit(read.condition)
                    parts = resolver.visit(read.parts)
                else:
                    parts = resolver.visit(read.parts)
                    condition = resolver.visit(read.condition)
            except UnresolvedError:
                continue
            if resolver.targets:
                return None
            zone = condition_zone(condition) if read.zone == "battlefield" else read.zone
            return replace(read, parts=parts, condition=condition, zone=zone)
        return None


def _but_if(statics: list[Static], condition: ast.Condition) -> bool:
    """ "It escapes with … instead": what the sentence before says of entering holds unless the condition does."""
    entering = statics[-1].parts[-1]
    if not isinstance(entering, ast.EntersWith) or entering.unless is not None:
        return False
    changed = replace(entering, unless=condition)
    statics[-1] = replace(statics[-1], parts=(*statics[-1].parts[:-1], changed))
    return True


def _tapped_this_way(statics: list[Static], rider: Static) -> bool:
    """ "If you cast a spell this way, it enters tapped": a rider of the permission before it."""
    permission = statics[-1].parts[-1]
    if rider.parts != (ast.RulePart(TAPPED_THIS_WAY),) or not isinstance(permission, ast.Can):
        return False
    statics[-1] = replace(
        statics[-1], parts=(*statics[-1].parts[:-1], replace(permission, enters_tapped=True))
    )
    return True


def _told_costs(item: Static, statics: list[Static], text: str) -> Static:
    """A keyword ability whose cost another sentence tells; without such a sentence it is not understood."""
    if not cost_missing(item):
        return item
    told = {part.name for other in statics for part in other.parts if isinstance(part, ast.RulePart)}

    def change(node: object) -> object:
        if isinstance(node, ast.Keyword) and node.words == COST_ELSEWHERE:
            return replace(node, words="") if f"{node.name} cost is mana cost" in told else node
        return node

    # an ability is not descended into by `rewrite`'s callers elsewhere, here it is what has to change
    result: Static = rewrite(item, change)
    return Static((UnreadPart(text),)) if cost_missing(result) else result
