"""What "it", "that creature", "they" and "another" mean: raw readings become definite references.

Works through a text in its order and keeps what has been mentioned. Targets are numbered. Where nothing fits, it
raises `UnresolvedError`, and the sentence counts as unread: a guess would be worse.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kb.checker.oracle.antecedents import Antecedents
from kb.checker.oracle.ast import (
    Ability,
    All,
    Attached,
    ControllerOf,
    Destroy,
    Effect,
    EventPlayer,
    It,
    Linked,
    Move,
    Node,
    OwnerOf,
    Pick,
    Players,
    Ref,
    Sacrifice,
    Tap,
    This,
    TopCards,
    Untap,
)
from kb.checker.oracle.mentions import (
    made_by,
    names_of,
)
from kb.checker.oracle.raw import PlayerPronoun, Pronoun, RawTarget, Sequence
from kb.checker.oracle.rewrite import field_names
from kb.checker.oracle.special import EACH, SPECIAL

_OF_OBJECTS = (Destroy, Move, Sacrifice, Tap, Untap)
"""Instructions about objects only: a pronoun there never means a player."""


@dataclass(slots=True)
class Resolver(Antecedents):
    """The state of one text while it is resolved."""

    def visit(self, node: Any) -> Any:
        """The node with everything raw replaced."""
        if isinstance(node, tuple):
            return tuple(
                inner
                for item in map(self.visit, node)
                for inner in (item.effects if isinstance(item, Sequence) else (item,))
            )
        if not isinstance(node, Node) or isinstance(node, Ability):
            return node
        once = isinstance(node, RawTarget | Pronoun | PlayerPronoun)
        if once and id(node) in self.same:
            return self.same[id(node)][1]  # one phrase of the text, used for several instructions
        special = SPECIAL.get(type(node))
        if special is not None:
            answer = special(self, node)
            if once:
                self.same[id(node)] = (node, answer)
            return answer
        result = self.fields(node)
        if isinstance(result, Ref):
            self._mention_ref(result)
        elif isinstance(result, Effect):
            self._mention_effect(result)
        return result

    def fields(self, node: Any) -> Any:
        """The node with its fields resolved in the order of the text: who does something is named first."""
        updates = {}
        names = field_names(type(node))
        if "who" in names and isinstance(node, Effect):
            names = ("who", *(name for name in names if name != "who"))
        for name in names:
            old = getattr(node, name)
            if isinstance(old, Node | tuple):
                self.object_only = (
                    name == "what" and isinstance(old, Pronoun) and isinstance(node, _OF_OBJECTS)
                )
                new = self.visit(old)
                self.object_only = False
                if new is not old and new != old:
                    updates[name] = new
        return replace(node, **updates) if updates else node

    def _mention_ref(self, ref: Ref) -> None:
        if isinstance(ref, All | Pick):
            if ref.filter.kind == "player":
                self.say(It(), player=True)
            else:
                self.say(It(), names_of(ref.filter))
        elif isinstance(ref, This):
            self.say(ref, frozenset({"~"}))
        elif isinstance(ref, Attached):
            self.say(ref, frozenset({"creature", "permanent", "land", "artifact"}))
        elif isinstance(ref, ControllerOf | OwnerOf):
            self.say(ref, player=True)
        elif isinstance(ref, Players):
            each = ref.who in EACH
            self.say(Players("iterated") if each else ref, player=True)
        elif isinstance(ref, TopCards):
            self.say(It(), frozenset({"card"}))
        elif isinstance(ref, Linked):
            self.say(ref, frozenset({"card", "permanent"}))
        elif isinstance(ref, EventPlayer):
            self.say(ref, player=True)

    def _mention_effect(self, effect: Effect) -> None:
        self.done.append(type(effect))
        names = made_by(effect)
        if names:
            self.say(It(), names, age=len(self.done) - 1)
