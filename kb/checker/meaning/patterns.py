"""Patterns of events (ast.events): how often one fits something that happened, for triggers and for looking back."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from kb.checker.dispatch import Scope, Thing, fits, matched, matches, not_modelled, number, players_of
from kb.checker.event import Event
from kb.checker.event_data import (
    ATTACKERS,
    BLOCKERS,
    BY,
    CARD,
    CARDS,
    COMBAT,
    COUNTER,
    EXCESS,
    FIRST,
    FIRST_IN_DRAW_STEP,
    FROM,
    LEFT,
    MADE,
    NEW,
    OF,
    OTHER,
    STEP,
    TO,
    TOGETHER,
    WHOM,
    WORDS,
)
from kb.checker.facts import DRAW_STEP_USED
from kb.checker.meaning.amounts import STEPS_MEANT
from kb.checker.meaning.predicates import of_spell
from kb.checker.meaning.states import VERBS, cannot_happen, fits_or_any, is_emitted
from kb.checker.oracle import ast
from kb.checker.rules import rule
from kb.checker.state import Game, known


def moved_thing(game: Game, pattern: ast.Moves, event: Event) -> int | None:
    """The object a zone-change pattern looks at: the new one for entering, else the one that left, as last known."""
    if pattern.to == "battlefield" and pattern.origin != "battlefield":
        return event.data.get(NEW)
    if pattern.origin in ("battlefield", "stack"):
        return event.obj
    if (
        event.data.get(FROM) == "battlefield" and pattern.to != "graveyard"
    ):  # 603.6c: "from anywhere" looks at the card
        return event.obj
    return event.data.get(NEW) or event.obj


@matches(ast.Moves)
def moves(game: Game, pattern: ast.Moves, event: Event, scope: Scope) -> int:
    """A zone change; before it happens (for replacement) the zones are where it is and would go."""
    if event.kind == "create_token" and pattern.to == "battlefield" and pattern.origin in ("anywhere",):
        return sum(fits(game, pattern.what, made, scope) for made in event.data.get(MADE, ()))
    if event.kind != "move" or event.obj is None:
        return 0
    origin = event.data.get(FROM) or known(game, event.obj).zone
    to = event.data.get(TO)
    if pattern.origin not in ("anywhere", origin) or pattern.to not in ("anywhere", to) or origin == to:
        return 0
    if pattern.not_from is not None and origin == pattern.not_from:
        return 0
    thing = moved_thing(game, pattern, event)
    if thing is None:
        return 0
    return int(fits(game, pattern.what, thing, scope))


@matches(ast.Attacks)
def attacks(game: Game, pattern: ast.Attacks, event: Event, scope: Scope) -> int:
    """Declared as an attacker; "unblocked" when blockers are declared."""
    if pattern.how == "unblocked":
        return int(event.kind == "unblocked" and fits_or_any(game, pattern.what, event.obj, scope))
    if event.kind != "attacks" or not fits_or_any(game, pattern.what, event.obj, scope):
        return 0
    if not fits_or_any(game, pattern.whom, event.data.get(WHOM), scope):
        return 0
    together = int(event.data.get(TOGETHER, 1))
    if pattern.how == "alone" and together != 1:
        return 0
    return int(pattern.how != "with others" or together - 1 >= max(1, pattern.others))


@matches(ast.AttacksWith)
def attacks_with(game: Game, pattern: ast.AttacksWith, event: Event, scope: Scope) -> int:
    """A player attacks."""
    if event.kind != "attack_player" or not fits_or_any(game, pattern.who, event.player, scope):
        return 0
    return sum(
        len(group) >= pattern.least for group in attacking_groups(game, pattern, event, scope).values()
    )


@rule("508.3d", "508.3e")
def attacking_groups(
    game: Game, pattern: ast.AttacksWith, event: Event, scope: Scope
) -> dict[Thing | None, list[int]]:
    """CR 508.3d, 508.3e: a player who attacks does so once; one who attacks a player does so once for each player attacked."""
    groups: dict[Thing | None, list[int]] = {}
    for attacker, whom in event.data[ATTACKERS].items():
        if fits_or_any(game, pattern.what, attacker, scope) and fits_or_any(game, pattern.whom, whom, scope):
            groups.setdefault(None if pattern.whom is None else whom, []).append(attacker)
    return groups


@matches(ast.Blocks)
def blocks(game: Game, pattern: ast.Blocks, event: Event, scope: Scope) -> int:
    """Blocks an attacker."""
    if event.kind != "blocks":
        return 0
    if pattern.whom is None and not event.data.get(FIRST, True):
        return 0
    return int(
        fits_or_any(game, pattern.what, event.obj, scope)
        and fits_or_any(game, pattern.whom, event.data.get(OTHER), scope)
    )


@matches(ast.BecomesBlocked)
def becomes_blocked(game: Game, pattern: ast.BecomesBlocked, event: Event, scope: Scope) -> int:
    """Becomes blocked; with `by`, once for each fitting blocker (509.3d), or for one or more of them."""
    if event.kind != "becomes_blocked" or not fits_or_any(game, pattern.what, event.obj, scope):
        return 0
    if pattern.by is None:
        return 1
    count = len(fitting_blockers(game, pattern, event, scope))
    return min(count, 1) if pattern.batch else count


def fitting_blockers(game: Game, pattern: ast.BecomesBlocked, event: Event, scope: Scope) -> list[int]:
    """The blockers that the pattern is about."""
    blockers: list[int] = event.data.get(BLOCKERS, [])
    return [b for b in blockers if pattern.by is None or fits(game, pattern.by, b, scope)]


@matches(ast.Damage)
def damage(game: Game, pattern: ast.Damage, event: Event, scope: Scope) -> int:
    """A source deals damage."""
    if event.kind != "damage" or event.amount <= 0:
        return 0
    if pattern.combat is not None and bool(event.data.get(COMBAT)) != pattern.combat:
        return 0
    if pattern.excess and not event.data.get(EXCESS):
        return 0
    to: Thing | None = event.obj if event.obj is not None else event.player
    return int(
        fits_or_any(game, pattern.source, event.source, scope) and fits_or_any(game, pattern.to, to, scope)
    )


@matches(ast.Casts)
def casts(game: Game, pattern: ast.Casts, event: Event, scope: Scope) -> int:
    """A player casts a spell."""
    if event.kind == "copy_spell" and not pattern.copies:
        return 0
    if event.kind not in ("cast", "copy_spell") or not fits_or_any(game, pattern.who, event.player, scope):
        return 0
    if event.obj is None or not _spell_fits(game, pattern.what, event, scope):
        return 0
    if pattern.origin not in ("anywhere", event.data.get(FROM)):
        return 0
    if pattern.during is not None and not fits(game, pattern.during, game.active, scope):
        return 0
    return int(not pattern.nth or _nth(game, pattern, event, scope) == pattern.nth)


def _spell_fits(game: Game, what: ast.Predicate, event: Event, scope: Scope) -> bool:
    """Whether the spell that was cast fits; a zone in its description is the one it was cast from."""
    assert event.obj is not None
    if isinstance(what, ast.Filter):
        for part in what.where:
            if isinstance(part, ast.InZone) and part.zone not in ("anywhere", "stack"):
                if event.data.get(FROM) != part.zone:
                    return False
                if part.whose is not None and known(game, event.obj).owner not in players_of(
                    game, part.whose, scope
                ):
                    return False
    return fits(game, of_spell(what), event.obj, scope)


def _nth(game: Game, pattern: ast.Casts | ast.Does, event: Event, scope: Scope) -> int:
    """Which one of the turn the event is, among those that fit."""
    any_of_them = replace(pattern, nth=0)
    earlier = (
        other
        for other in takewhile(lambda other: other is not event, game.history)
        if other.turn == game.turn and other.player == event.player
    )
    return 1 + sum(matched(game, any_of_them, other, scope) > 0 for other in earlier)


@matches(ast.Activates)
def activates(game: Game, pattern: ast.Activates, event: Event, scope: Scope) -> int:
    """A player activates an ability."""
    if event.kind != "activate" or not fits_or_any(game, pattern.who, event.player, scope):
        return 0
    if pattern.ability and pattern.ability not in event.data.get(WORDS, ()):
        return 0
    return int(fits_or_any(game, pattern.of, event.data.get(OF), scope))


@matches(ast.BecomesTarget)
def becomes_target(game: Game, pattern: ast.BecomesTarget, event: Event, scope: Scope) -> int:
    """Becomes the target of something."""
    if event.kind != "target":
        return 0
    what: Thing | None = event.obj if event.obj is not None else event.player
    if not fits_or_any(game, pattern.what, what, scope) or not fits_or_any(
        game, pattern.of, event.source, scope
    ):
        return 0
    return int(not pattern.first or not _was_target(game, pattern, event, scope))


def _was_target(game: Game, pattern: ast.BecomesTarget, event: Event, scope: Scope) -> bool:
    """Whether it has become the target of something that fits this turn already, before this event."""
    earlier = takewhile(lambda other: other is not event, game.history)
    return any(
        other.kind == "target" and other.turn == game.turn and (other.obj, other.player) == (event.obj, event.player)
        and fits_or_any(game, pattern.of, other.source, scope)
        for other in earlier
    )  # fmt: skip


@matches(ast.CountersPut)
def counters_put(game: Game, pattern: ast.CountersPut, event: Event, scope: Scope) -> int:
    """Counters are put on something; once for each counter unless it is "one or more"."""
    if event.kind != "counters" or event.amount <= 0:
        return 0
    if pattern.kind and event.data.get(COUNTER) != pattern.kind:
        return 0
    on: Thing | None = event.obj if event.obj is not None else event.player
    if not fits_or_any(game, pattern.on, on, scope) or not fits_or_any(
        game, pattern.by, event.data.get(BY), scope
    ):
        return 0
    if pattern.nth is not None:
        counters = (
            game.players[on].counters
            if isinstance(on, str)
            else known(game, on).counters
            if on is not None
            else {}
        )
        have = counters.get(pattern.kind, 0)
        nth = number(game, pattern.nth, scope)
        return int(have - event.amount < nth <= have)
    return 1 if pattern.batch else event.amount


@matches(ast.CountersRemoved)
def counters_removed(game: Game, pattern: ast.CountersRemoved, event: Event, scope: Scope) -> int:
    """Counters are removed."""
    if event.kind != "remove_counters" or event.amount <= 0:
        return 0
    if pattern.kind and event.data.get(COUNTER) != pattern.kind:
        return 0
    if pattern.last and event.data.get(LEFT, 0) > 0:
        return 0
    on: Thing | None = event.obj if event.obj is not None else event.player
    if not fits_or_any(game, pattern.on, on, scope):
        return 0
    return 1 if pattern.batch or pattern.last else event.amount


@matches(ast.Does)
def does(game: Game, pattern: ast.Does, event: Event, scope: Scope) -> int:
    """A player does something; a verb that nothing emits is not modelled."""
    verb = pattern.verb
    if verb.endswith(" by opponent"):
        verb = verb.removesuffix(" by opponent")
        if event.player is None or event.data.get(BY) in (None, event.player):
            return 0
    kind = VERBS.get(verb, verb.replace(" ", "_"))
    if cannot_happen(pattern):
        return 0
    if not is_emitted(pattern):
        raise not_modelled(game, pattern, scope, f"a player who does {pattern.verb!r}")
    if event.kind != kind or not fits_or_any(game, pattern.who, event.player, scope):
        return 0
    count = len(done_to(game, pattern, event, scope))
    if pattern.during is not None and not fits(game, pattern.during, game.active, scope):
        return 0
    if pattern.except_first_in_draw_step and _first_in_draw_step(game, event):
        return 0
    return count if not pattern.nth else int(count > 0 and _nth(game, pattern, event, scope) == pattern.nth)


def done_to(game: Game, pattern: ast.Does, event: Event, scope: Scope) -> list[Thing | None]:
    """What the player did it to, as far as it fits: each token, each card milled; one nothing for what is done to nothing."""
    several = event.data.get(MADE) or (event.data.get(CARDS) if event.kind == "mill" else None)
    things: list[Thing | None] = (
        list(several) if several else [event.obj if event.obj is not None else event.data.get(CARD)]
    )
    if pattern.what is None:
        return things
    return [thing for thing in things if thing is not None and fits(game, pattern.what, thing, scope)]


STEP_NAMES = {"combat": ("begin_combat",), "beginning of combat": ("begin_combat",), "end of combat": ("end_combat",),
              "main": ("precombat_main", "postcombat_main"), "precombat main": ("precombat_main",),
              "first main": ("precombat_main",), "second main": ("postcombat_main",)}  # fmt: skip


@matches(ast.StepBegins)
def step_begins(game: Game, pattern: ast.StepBegins, event: Event, scope: Scope) -> int:
    """A step or phase begins."""
    if event.kind != "step":
        return 0
    step = pattern.step.replace(" step", "").replace(" phase", "")
    names = STEP_NAMES.get(step) or STEPS_MEANT.get(step) or (step.replace(" ", "_"),)
    if event.data[STEP] not in names or not fits_or_any(game, pattern.whose, event.player, scope):
        return 0
    return int(pattern.which != "first" or event.data[STEP] == "precombat_main")


@matches(ast.Happens)
def happens(game: Game, pattern: ast.Happens, event: Event, scope: Scope) -> int:
    """Something without a player: chaos ensues, a state."""
    if pattern.name == "state":
        return 0
    kind = pattern.name.replace(" ", "_")
    if not is_emitted(pattern):
        raise not_modelled(game, pattern, scope, f"{pattern.name!r} happening")
    if event.kind != kind:
        return 0
    return int(event.obj is None or event.obj == scope.source)


@matches(ast.StateTrigger)
def state_trigger(game: Game, pattern: ast.StateTrigger, event: Event, scope: Scope) -> int:
    """CR 603.8: looked at whenever a player would get priority, not by events."""
    return 0


@matches(ast.AnyEvent)
def any_event(game: Game, pattern: ast.AnyEvent, event: Event, scope: Scope) -> int:
    """One of several."""
    return max((matched(game, part, event, scope) for part in pattern.events), default=0)


def subject(game: Game, pattern: ast.Event, event: Event) -> int | None:
    """The object that "it" means in an ability with that pattern."""
    if isinstance(pattern, ast.AnyEvent):
        for part in pattern.events:
            found = subject(game, part, event)
            if found is not None:
                return found
        return None
    if isinstance(pattern, ast.EventIf):
        return subject(game, pattern.event, event)
    if isinstance(pattern, ast.Moves) and event.kind == "move":
        return moved_thing(game, pattern, event)
    return event.obj


def _first_in_draw_step(game: Game, event: Event) -> bool:
    """Whether a draw is the first one of the active player's draw step; of one that is about to happen, would be."""
    if FIRST_IN_DRAW_STEP in event.data:
        return bool(event.data[FIRST_IN_DRAW_STEP])
    return (
        game.step == "draw" and event.player == game.active and (DRAW_STEP_USED, game.turn) not in game.done
    )
