"""What a text has named so far: the things that a pronoun may mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kb.checker.oracle import ast
from kb.checker.oracle.ast import (
    AnyOf,
    Event,
    EventObject,
    EventPlayer,
    Filter,
    HasType,
    Players,
    Predicate,
    Ref,
    SameAs,
    You,
)
from kb.checker.oracle.raw import PlayerPronoun


@dataclass(frozen=True, slots=True)
class Mention:
    """Something a later pronoun may mean: `names` are the types it was called by."""

    ref: Ref
    names: frozenset[str]
    player: bool = False
    age: int = 0
    """Number of instructions followed before."""


def names_of(predicate: Predicate | None) -> frozenset[str]:
    """The words a thing has been called by: types, card, spell, token, player."""
    found: set[str] = set()
    todo: list[Any] = [predicate]
    while todo:
        item = todo.pop()
        if isinstance(item, Filter):
            if item.kind not in {"any", "object"}:
                found.add(item.kind)
            todo += item.where
        elif isinstance(item, HasType):
            found.add(item.name)
        elif isinstance(item, AnyOf):
            todo += item.options
        elif isinstance(item, ast.Status) and item.name == "token":
            found.add("token")
    return frozenset(found)


def owner_of(predicate: Predicate | None, ref: Ref) -> Ref | None:
    """Whom "that player" means after "a creature an opponent controls" or "a card in an opponent's hand"."""
    if not isinstance(predicate, Filter):
        return None
    for part in predicate.where:
        if isinstance(part, ast.ControlledBy) and isinstance(part.player, Players):
            return ast.ControllerOf(ref)
        if isinstance(part, ast.OwnedBy | ast.InZone):
            whose = part.player if isinstance(part, ast.OwnedBy) else part.whose
            if isinstance(whose, Players):
                return ast.OwnerOf(ref)
    return None


def is_player(predicate: Predicate | None) -> bool:
    """Whether a predicate of an event is about players."""
    if isinstance(predicate, Filter):
        return predicate.kind == "player"
    if isinstance(predicate, SameAs):
        return isinstance(predicate.ref, You | Players | EventPlayer | PlayerPronoun)
    return False


GIVES_AMOUNT = (
    ast.DealDamage,
    ast.GainLife,
    ast.LoseLife,
    ast.Draw,
    ast.Discard,
    ast.Mill,
    ast.Sacrifice,
    ast.Destroy,
    ast.Move,
    ast.Reveal,
    ast.RemoveCounters,
    ast.PutCounters,
    ast.Pay,
    ast.Counter,
    ast.CreateToken,
    ast.Tap,
    ast.Untap,
    ast.ChooseValue,
    ast.Unless,
    ast.Search,
    ast.RevealUntil,
    ast.May,
    ast.If,
)
"""Instructions after which "that much" is what they did."""
DOES_SO_MUCH = tuple(set(GIVES_AMOUNT) - {ast.May, ast.If, ast.Unless})
"""Those that do it themselves."""


def fits(wanted: frozenset[str], names: frozenset[str]) -> bool:
    """Whether "that <wanted>" may mean something that was called `names`."""
    if wanted & names:
        types = wanted - {"permanent", "card", "spell", "object", "token"}
        return not types or bool(types & names) or not (names - {"permanent", "card", "spell", "token"})
    if wanted <= {"card", "permanent"} or not names:
        return "~" not in names and "player" not in names
    return False


_CARD_VERBS = frozenset({"discard", "draw", "mill", "cycle", "plot", "foretell"})


def roles(event: Event) -> list[tuple[Ref, Predicate | None]]:
    """The things of an event with how they are referred to, what "it" means first."""
    subject, other = EventObject("subject"), EventObject("object")
    match event:
        case ast.Moves(what=what) | ast.CountersRemoved(on=what):
            return [(subject, what)]
        case ast.Becomes(what=what, by=by):
            return [(subject, what), (other, by)]
        case ast.CountersPut(on=what, by=by):
            return [(subject, what), (other, by)]
        case ast.Attacks(what=what, whom=whom):
            return [(subject, what), (other, whom)]
        case ast.AttacksWith(passive=True, whom=whom):
            return [(other, whom)]
        case ast.AttacksWith(who=who, what=what, whom=whom):
            return [(subject, who), (other, what), (other, whom)]
        case ast.Blocks(what=what, whom=whom):
            return [(subject, what), (other, whom)]
        case ast.BecomesBlocked(what=what, by=by):
            return [(subject, what), (other, by)]
        case ast.Damage(source=source, to=to):
            return [(subject, source), (other, to)]
        case ast.Casts(who=who, what=what):
            return [(other, what), (subject, who)]
        case ast.Does(who=who, what=what, verb=verb):
            return [(other, what or (Filter("card") if verb in _CARD_VERBS else None)), (subject, who)]
        case ast.Activates(who=who):
            return [(other, Filter("ability")), (subject, who)]
        case ast.BecomesTarget(what=what, of=of):
            return [(subject, what), (other, of)]
        case ast.StepBegins(whose=whose):
            return [(subject, whose or Filter("player"))]
    return []


DOING: dict[str, tuple[type[ast.Effect], ...]] = {
    "exiled": (ast.Move,),
    "put into exile": (ast.Move,),
    "returned": (ast.Move,),
    "milled": (ast.Mill,),
    "discarded": (ast.Discard,),
    "sacrificed": (ast.Sacrifice,),
    "destroyed": (ast.Destroy,),
    "tapped": (ast.Tap,),
    "countered": (ast.Counter,),
    "created": (ast.CreateToken, ast.CreateCopy),
}
"""What has to have been done last for "… this way" to mean what it did."""
ASIDE = (ast.May, ast.If, ast.GainLife, ast.LoseLife, ast.Shuffle)
"""Instructions that may stand between without changing what "this way" means."""


SETS_IT = frozenset(
    {
        ast.Destroy,
        ast.Move,
        ast.Draw,
        ast.Discard,
        ast.Mill,
        ast.Sacrifice,
        ast.Counter,
        ast.Reveal,
        ast.Look,
        ast.RevealUntil,
        ast.Search,
        ast.ChooseValue,
        ast.CopySpell,
        ast.CreateToken,
        ast.CreateCopy,
        ast.PutCounters,
        ast.Tap,
        ast.Untap,
        ast.ExileUntil,
    }
)
"""Instructions after which `It()` means what they dealt with, whatever it meant before."""


def made_by(effect: ast.Effect) -> frozenset[str]:
    """What "it" is called after an instruction that makes or finds something; empty for all others."""
    match effect:
        case ast.CreateToken(token=token):
            names = {"token", "permanent", *token.types, *token.subtypes}
            return frozenset(names if token.types else names | {"artifact", token.predefined})
        case ast.CreateCopy():
            return frozenset({"token", "permanent", "creature", "artifact"})
        case ast.CopySpell():
            return frozenset({"copy", "spell"})
        case ast.Draw():
            return frozenset({"card", "drawn"})
        case ast.RevealUntil() | ast.Search() | ast.Mill():
            return frozenset({"card"})
        case ast.Act(name=name) if name in {"manifest", "manifest dread", "cloak", "amass"}:
            return frozenset({"permanent", "creature", "card"})
    return frozenset()


def other_than(event: Event | None) -> ast.Ref | None:
    """ "Whenever a Mountain enters, if you control five other Mountains": other than the one that entered.

    None where the event itself speaks of this object ("another creature"), so that "other" is other than this one.
    """
    if not isinstance(event, ast.Moves | ast.Attacks) or not isinstance(event.what, ast.Filter):
        return None
    own = any(isinstance(part, ast.This) for part in ast.walk(event.what))
    return None if own else ast.EventObject()


def zone_by_event(event: Event) -> ast.Zone | None:
    """CR 113.6k: that a card itself is discarded can only be seen from the hand; None where the event doesn't tell."""
    if isinstance(event, ast.Does) and event.verb in ("discard", "discard by opponent"):
        return "hand" if event.what == ast.SameAs(ast.This()) else None
    return None
