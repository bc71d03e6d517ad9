"""What pronouns mean: the things a text has named, and which of them is meant."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kb.checker.oracle import ast
from kb.checker.oracle.ast import (
    YOU,
    AnyEvent,
    AnyOf,
    Effect,
    Event,
    EventObject,
    EventPlayer,
    Filter,
    It,
    Linked,
    Ref,
    SameAs,
    Seen,
    TargetSpec,
    This,
    ThisWay,
)
from kb.checker.oracle.mentions import (
    ASIDE,
    DOING,
    SETS_IT,
    Mention,
    fits,
    is_player,
    names_of,
    owner_of,
    roles,
)
from kb.checker.oracle.raw import EITHER, PlayerPronoun, Pronoun


class UnresolvedError(ValueError):
    """A pronoun that refers to nothing the text has named before."""


_MAYBE_PLAYERS = frozenset({"them", "they", "themselves"})
"""Pronouns that mean a player as well as objects, but never this one object."""


def _role(ref: Ref) -> Any:
    return ref.role if isinstance(ref, EventObject) else ""


def _was_done(how: str, done: list[type[Effect]]) -> bool:
    if how == "revealed":
        return bool({ast.Reveal, ast.RevealUntil, ast.Search} & set(done))
    last = next((kind for kind in reversed(done) if kind not in ASIDE), None)
    return last is not None and issubclass(last, DOING.get(how, ()))


def _player_or_planeswalker(target: TargetSpec) -> bool:
    kinds = [part for part in target.filter.where if isinstance(part, AnyOf)]
    options = [one for part in kinds for one in part.options if isinstance(one, Filter)]
    walkers = [one for one in options if ast.HasType("planeswalker") in one.where]
    return len(options) == 2 and len(walkers) == 1 and any(one.kind == "player" for one in options)


@dataclass(slots=True)
class Antecedents:
    """What has been named and done so far in one text."""

    mentions: list[Mention] = field(default_factory=list)
    targets: list[TargetSpec] = field(default_factory=list)
    event: Event | None = None
    done: list[type[Effect]] = field(default_factory=list)
    around: list[type[Effect]] = field(default_factory=list)
    """What the body around a delayed or reflexive ability has done before it."""
    spell: bool = False
    replaced: bool = False
    in_target: bool = False
    object_only: bool = False
    """What is being read is something that players can't be: what is sacrificed, moved or tapped."""
    has_size: bool = False
    """What is being read is something whose power or toughness the text measures."""
    aside: bool = False
    """The object with the ability is no permanent such as the text speaks of: an Attraction, a plane, a dungeon."""
    other: Ref | None = None
    """What "other" is other than, where that isn't this object: whatever a continuous effect changes."""
    same: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    """What phrases that are used for several instructions have been found to mean, by identity."""

    def say(
        self, ref: Ref, names: frozenset[str] = frozenset(), *, player: bool = False, age: int | None = None
    ) -> None:
        """Note that something was mentioned."""
        self.mentions.append(Mention(ref, names, player, len(self.done) if age is None else age))

    # --- pronouns -----------------------------------------------------------------------------------

    def object(self, pronoun: Pronoun) -> Ref:
        """What "it" or "that creature" means."""
        word = pronoun.word
        if word.startswith("the "):
            return self._the(word.removeprefix("the "), pronoun.filter)
        if word == "from it":
            if not {ast.Reveal, ast.Look} & set(self.done):
                raise UnresolvedError("nothing was revealed or looked at")
            return Seen()
        if word == "cast":
            return self._cast()
        if word == "this way":
            return self._this_way(pronoun.filter)
        wanted = names_of(pronoun.filter)
        for mention in reversed(self.mentions):
            if mention.player:
                if word in _MAYBE_PLAYERS and not self.object_only:
                    return mention.ref
                continue
            if word in _MAYBE_PLAYERS and isinstance(mention.ref, This):
                continue
            if word in {"that", "those"}:
                if isinstance(mention.ref, This) and "~" in mention.names:
                    continue
                if not fits(wanted, mention.names):
                    continue
                if "~attached" in mention.names and self._fitting(wanted, mention) is not None:
                    return self._fresh(self._fitting(wanted, mention) or mention)
            elif "drawn" in mention.names and self.has_size and self._other_object(mention):
                continue  # what has a power is what was named before, not the cards that were drawn
            elif "drawn" in mention.names and self._other_object(mention):
                raise UnresolvedError("a card that was drawn, or what was named before?")
            return self._fresh(mention)
        if word == "that" and self.replaced:
            return EventObject()
        raise UnresolvedError(f"nothing that {word!r} could mean")

    def _cast(self) -> Ref:
        """The spell of the event, the permanent that entered, else this object."""
        event = self.event
        if isinstance(event, ast.Casts) and event.what != ast.SameAs(This()):
            return EventObject("object")
        if isinstance(event, ast.Moves) and event.to == "battlefield" and event.what != ast.SameAs(This()):
            return EventObject("subject")
        return This()

    def _fitting(self, wanted: frozenset[str], than: Mention) -> Mention | None:
        """Another thing of the event that "that creature" fits ("enchanted creature" is called "it")."""
        return next(
            (
                other
                for other in reversed(self.mentions)
                if not other.player
                and isinstance(other.ref, EventObject)
                and other.ref != than.ref
                and fits(wanted, other.names)
            ),
            None,
        )

    def _other_object(self, than: Mention) -> bool:
        return any(not other.player and other.ref != than.ref for other in self.mentions)

    def _fresh(self, mention: Mention) -> Ref:
        """What an instruction dealt with can only be meant until another deals with something else."""
        later = self.done[mention.age + 1 :]
        if isinstance(mention.ref, It) and any(kind in SETS_IT for kind in later):
            raise UnresolvedError("what was dealt with has been overtaken")
        return mention.ref

    def _this_way(self, filter_: Filter | None) -> Ref:
        """What an instruction of this text (or of the one around it) has really sacrificed, exiled, milled …"""
        how = next((p.name for p in filter_.where if isinstance(p, ast.Status)), "") if filter_ else ""
        if _was_done(how, self.done):
            return ThisWay(how)
        if not self.done and _was_done(how, self.around):
            return ast.Outer(ThisWay(how))
        raise UnresolvedError(f"nothing was {how} before")

    def _the(self, how: str, filter_: Filter | None) -> Ref:
        before = {
            "exiled": ast.Move,
            "sacrificed": ast.Sacrifice,
            "discarded": ast.Discard,
            "chosen": ast.ChooseValue,
            "returned": ast.Move,
            "destroyed": ast.Destroy,
            "tapped": ast.Tap,
            "countered": ast.Counter,
            "found": ast.Search,
            "milled": ast.Mill,
        }
        if how in {"revealed"}:
            return Seen()
        if how == "copy":
            return It()
        if how in before and before[how] in self.done:
            last = max(index for index, kind in enumerate(self.done) if kind is before[how])
            if any(kind in SETS_IT for kind in self.done[last + 1 :]):
                raise UnresolvedError(f"what was {how} has been overtaken")
            return It()
        if how in {
            "exiled",
            "sacrificed",
            "discarded",
            "chosen",
            "named",
            "noted",
            "tapped",
            "returned",
            "revealed",
        }:
            return Linked(how)
        return self.object(Pronoun("that", filter_))

    def player(self, pronoun: PlayerPronoun) -> Ref:
        """What "they" or "that player" means."""
        if pronoun.word == EITHER:
            return self._either()
        for mention in reversed(self.mentions):
            if mention.player:
                return mention.ref
        raise UnresolvedError(f"no player that {pronoun.word!r} could mean")

    def _either(self) -> Ref:
        """The player who is the target, or the controller of the planeswalker that is."""
        for mention in reversed(self.mentions):
            if isinstance(mention.ref, ast.Target) and _player_or_planeswalker(
                self.targets[mention.ref.index]
            ):
                return ast.ControllerOf(mention.ref)
        raise UnresolvedError("nothing that may be a player or a planeswalker")

    # --- events -------------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """The things of an event, as the text after it may refer to them."""
        if isinstance(event, AnyEvent):
            self.hear(event.events[0])
            return
        if isinstance(event, ast.EventIf):
            self.hear(event.event)
            return
        if isinstance(event, ast.StateTrigger) and any(isinstance(n, This) for n in ast.walk(event)):
            self.say(This(), frozenset({"~"}))
            return
        for ref, predicate in reversed(roles(event)):
            if predicate is None:
                continue
            if is_player(predicate):
                if predicate != SameAs(YOU):
                    self.say(EventPlayer(_role(ref)), player=True)
                continue
            if predicate == SameAs(This()):
                self.say(This(), frozenset({"~"}))
                continue
            owner = owner_of(predicate, ref)
            if owner is not None:
                self.say(owner, player=True)
            names = names_of(predicate)
            if isinstance(predicate, SameAs):
                names |= {"creature", "permanent", "land", "artifact", "~attached"}
            if isinstance(predicate, AnyOf) and any(is_player(option) for option in predicate.options):
                self.say(EventPlayer(_role(ref)), player=True)
            self.say(ref, names | {"card"} if isinstance(event, ast.Moves) else names)
