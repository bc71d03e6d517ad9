"""What is waited for by its word: states that objects enter, things that players do; and whether anything lets it happen."""

from __future__ import annotations

from kb.checker.characteristics import chars, is_keyword
from kb.checker.dispatch import Scope, Thing, fits, matches, not_modelled
from kb.checker.event import EMITTED, STATES, Event
from kb.checker.event_data import STATE
from kb.checker.oracle import ast
from kb.checker.state import Game

VERBS = {"cycle": "cycle", "attack": "attack_player", "play land": "play_land", "create token": "create_token", "roll die": "roll_die",
         "win coin flip": "flip_coin", "tap for mana": "tap_for_mana", "lose the game": "lose_game"}  # fmt: skip


def fits_or_any(game: Game, predicate: ast.Predicate | None, thing: Thing | None, scope: Scope) -> bool:
    """Whether a thing fits; no predicate fits everything."""
    if predicate is None:
        return True
    return thing is not None and fits(game, predicate, thing, scope)


STATE_KINDS = {"tapped": "tap", "tapped for mana": "tap_for_mana", "untapped": "untap", "face up": "turn_face_up", "transformed": "transform",
               "attached": "attach", "unattached": "unattach", "destroyed": "destroy",
               "explores": "explore"}  # fmt: skip
INTO = "transformed into "
"""A permanent that transforms into one of a name has that name as it has done so (701.27e)."""
"""States that have a kind of event of their own; the others are `becomes` events with data state."""


CAUSED_BY_KEYWORD = {"mutates": "mutate"}
"""States that only a keyword ability's rules cause (702.140c)."""


def cannot_happen(node: ast.Node) -> bool:
    """Whether nothing but what isn't modelled could cause an event: it taints the game by itself, and else never happens."""
    if isinstance(node, ast.Becomes) and node.state in CAUSED_BY_KEYWORD:
        return not is_keyword(CAUSED_BY_KEYWORD[node.state])
    return isinstance(node, ast.Does) and node.verb == "fully unlock a room" and not is_emitted(node)


@matches(ast.Becomes)
def state(game: Game, pattern: ast.Becomes, event: Event, scope: Scope) -> int:
    """Enters a state."""
    kind = _kind_of_state(pattern.state)
    if cannot_happen(pattern):
        return 0
    if not is_emitted(pattern):
        raise not_modelled(game, pattern, scope, f"something that becomes {pattern.state!r}")
    if kind is None:
        if event.kind != "becomes" or event.data.get(STATE) != pattern.state:
            return 0
    elif event.kind != kind:
        return 0
    if not fits_or_any(game, pattern.by, event.player, scope):
        return 0
    if pattern.state.startswith(INTO) and not _has_become(game, event, pattern.state.removeprefix(INTO)):
        return 0
    return int(fits_or_any(game, pattern.what, event.obj if event.obj is not None else event.player, scope))


def _kind_of_state(state: str) -> str | None:
    return "transform" if state.startswith(INTO) else STATE_KINDS.get(state)


def _has_become(game: Game, event: Event, name: str) -> bool:
    """Whether it has that name just after it transformed; a legend may be called by the first part of its name."""
    now = chars(game, event.obj).name.casefold() if event.obj is not None else ""
    return name.casefold() == now or name.casefold().startswith(f"{now}, ")


def is_emitted(pattern: ast.Does | ast.Becomes | ast.Happens) -> bool:
    """Whether what a pattern waits for is something that this engine lets happen."""
    if isinstance(pattern, ast.Does):
        verb = pattern.verb.removesuffix(" by opponent")
        return VERBS.get(verb, verb.replace(" ", "_")) in EMITTED
    if isinstance(pattern, ast.Happens):
        return pattern.name == "state" or pattern.name.replace(" ", "_") in EMITTED
    kind = _kind_of_state(pattern.state)
    return pattern.state in STATES if kind is None else kind in EMITTED
