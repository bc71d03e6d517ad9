"""CR 500-514, 703: the steps of a turn, their turn-based actions, and settling what follows (117.5, 704.3, 603.3).

A mechanic adds a turn-based action with `@turn_based(step)`. `settle` is what happens each time a player would get
priority: state-based actions until none apply, then waiting triggers, again until nothing is left.
"""

from __future__ import annotations

from collections.abc import Callable

from kb.checker.characteristics import chars, has_keyword
from kb.checker.choices import NO, YES, choose
from kb.checker.dispatch import find, fits, number
from kb.checker.durations import end_until_turn, expire
from kb.checker.endless import LOOP_LIMIT, STUCK, Watch
from kb.checker.event import Event
from kb.checker.event_data import STEP, TO, WHY
from kb.checker.events import happen
from kb.checker.keys import Fact, Mark, having
from kb.checker.log import note, taint, tainting
from kb.checker.marks import GOADED
from kb.checker.meaning.refs import thing_option
from kb.checker.oracle import ast
from kb.checker.parts import parts, rule_changed
from kb.checker.resolving import resolve_top
from kb.checker.rules import Reason, rule
from kb.checker.sba import check_once, finish
from kb.checker.scanning import scan
from kb.checker.stack import cease, put_triggers
from kb.checker.state import (
    Continuous,
    Game,
    NotModelled,
    Obj,
    battlefield,
    card_name,
    in_zone,
    leave_combat,
    living,
    stack,
    touch,
    turn_order,
)

LAST_CONTROLLER: Mark[str] = Mark("last_controller")
"""Who controlled it when that was last looked at."""
EXTRA_TURNS: Fact[list[str]] = Fact("extra_turns")
"""Who takes extra turns; the last is the next (500.7)."""
PASSED: Fact[list[str]] = Fact("passed")
"""Who has passed in succession."""
CLEANUPS: Fact[int] = Fact("cleanups")
"""Cleanup steps of this turn in which something has happened or triggered (514.3a)."""
PRIORITY: Fact[Reason | None] = Fact("priority")
"""Why the player who has priority has it."""


TurnBased = Callable[[Game], None]
TURN_BASED: dict[str, list[TurnBased]] = {}
SETTLING: list[Callable[[Game], bool]] = []
"""Further things looked at whenever a player would get priority (state triggers); each tells whether it did anything."""


def turn_based(*steps: str) -> Callable[[TurnBased], TurnBased]:
    """Register a turn-based action (703) at the beginning of steps."""

    def register(function: TurnBased) -> TurnBased:
        for step in steps:
            TURN_BASED.setdefault(step, []).append(function)
        return function

    return register


@rule("117.5")
def settle(game: Game) -> None:
    """CR 117.5: before a player gets priority state-based actions are performed, then triggered abilities are put on the stack."""
    for _ in range(LOOP_LIMIT):
        if game.over:
            return
        with tainting(game):
            scan(game)
            expire(game)
            note_control(game)
            if check_once(game):
                finish(game)
                continue
            finish(game)
            did = [extra(game) for extra in SETTLING]
            if any(did):
                continue
            if put_triggers(game):
                continue
            game.priority = (turn_order(game) or [game.active])[0]
            game.facts[PASSED], game.facts[PRIORITY] = [], None
            return
        return
    taint(game, NotModelled("state-based actions and triggers without end"))


@rule("117.4")
def pass_until_empty(game: Game, keep: int = 0) -> None:
    """CR 117.4: all players pass in succession: the top object resolves, until so many are left."""
    watch = Watch()
    while len(stack(game)) > keep and not game.over and not game.facts.get(STUCK):
        resolve_one(game)
        with tainting(game):
            watch.round(game)


def resolve_one(game: Game) -> None:
    """Resolve the top of the stack and settle."""
    top = stack(game)[-1]
    try:
        resolve_top(game)
    except NotModelled as problem:
        taint(game, problem)
        _set_aside(game, top)
    settle(game)


def _set_aside(game: Game, obj: Obj) -> None:
    """What nobody knows how to resolve leaves the stack all the same, or it would be resolved again without end."""
    if obj.id not in game.objects or obj.zone != "stack":
        return
    if obj.ability is not None:
        cease(game, obj)
        return
    try:
        happen(game, Event("move", obj.id, data=having(TO("graveyard"), WHY("rules"))))
    except NotModelled:
        game.facts[STUCK] = True


def begin_step(game: Game, step: str) -> None:
    """Begin a step: turn-based actions, abilities that trigger at its beginning, then settling."""
    game.step = step
    game.priority = None
    touch(game)
    before_untap = step == "untap"
    if not before_untap:
        happen(game, Event("step", player=game.active, data=having(STEP(step))))
    for action in TURN_BASED.get(step, ()):
        with tainting(game):
            action(game)
    if step == "cleanup":
        settle_cleanup(game)
    elif step not in ("untap", "declare_attackers", "declare_blockers"):
        settle(game)


@rule("514.3", "514.3a")
def settle_cleanup(game: Game) -> None:
    """CR 514.3, 514.3a: nobody gets priority in a cleanup step unless something happens or triggers; another one follows then."""
    before = len(game.history)
    settle(game)
    if stack(game) or len(game.history) > before:
        game.facts[CLEANUPS] = game.facts.get(CLEANUPS, 0) + 1
        game.facts[PRIORITY] = Reason("514.3a", {"player": game.active})
    else:
        game.priority, game.facts[PRIORITY] = None, Reason("514.3")
        game.facts.pop(CLEANUPS, None)


def another_cleanup(game: Game) -> bool:
    """Whether a further cleanup step follows this one; raises NotModelled where that goes on without end."""
    if game.step == "cleanup" and game.facts.get(CLEANUPS, 0) > LOOP_LIMIT:
        raise NotModelled("cleanup steps without end")
    return game.step == "cleanup" and not game.over and bool(game.facts.get(CLEANUPS))


@turn_based("untap")
@rule("502.3")
def untap(game: Game) -> None:
    """CR 502.3: the active player untaps their permanents, all at once."""
    events = []
    everything = bool(rule_changed(game, "everything untaps"))
    for obj in battlefield(game):
        if not obj.tapped or (chars(game, obj.id).controller != game.active and not everything):
            continue
        if _doesnt_untap(game, obj.id) or _stays_tapped(game, obj.id):
            continue
        events.append(Event("untap", obj.id).why("502.3"))
    happen(game, *events)
    _end_of_next_untap_step(game)


def _doesnt_untap(game: Game, identity: int) -> bool:
    return any(
        one.part.verb == "untap" and one.part.most is None and identity in find(game, one.part.who, one.scope)
        for one in parts(game, ast.Cant)
    )


def _stays_tapped(game: Game, identity: int) -> bool:
    """Whether the active player chooses not to untap it, where an effect lets them."""
    for one in parts(game, ast.Can):
        if one.part.verb != "not untap" or game.active not in find(game, one.part.who, one.scope):
            continue
        if isinstance(one.part.what, ast.Predicate) and fits(game, one.part.what, identity, one.scope):
            name = card_name(game, identity)
            return bool(
                choose(game, game.active, [YES, NO], f"whether {name} stays tapped in the untap step")
            )
    return False


def _end_of_next_untap_step(game: Game) -> None:
    """ "Doesn't untap during its controller's next untap step" is over once that step has been."""
    for effect in game.continuous:
        part = effect.part
        if isinstance(part, ast.Cant) and part.verb == "untap" and part.during == "next untap step":
            meant = [
                i for i in find(game, part.who, effect.scope) if isinstance(i, int) and i in game.objects
            ]
            if not meant or any(chars(game, i).controller == game.active for i in meant):
                effect.ended = True
    game.continuous = [effect for effect in game.continuous if not effect.ended]


@turn_based("draw")
@rule("504.1")
def draw(game: Game) -> None:
    """CR 504.1: the active player draws a card."""
    event = Event("draw", player=game.active).why("504.1", player=game.active)
    if game.turn == 1:  # nobody has skipped it
        event.why("103.8c")
    happen(game, event)


@rule("103.8a", "103.8c")
def skips_draw(game: Game) -> bool:
    """CR 103.8a, 103.8c: in a two-player game the first player skips the draw step of the first turn; with more nobody does."""
    return game.turn == 1 and len(game.players) == 2


@rule("614.10")
def skips_step(game: Game, step: str) -> bool:
    """CR 614.10: an effect that says a step is skipped replaces it with nothing."""
    return any(
        game.active in find(game, one.part.who, one.scope)
        for one in rule_changed(game, f"skip {step} step")
        if one.part.who is not None
    )


@turn_based("cleanup")
@rule("514.1")
def discard_to_hand_size(game: Game) -> None:
    """CR 514.1: the active player discards down to their maximum hand size."""
    size = hand_size(game, game.active)
    if size is None:
        return
    hand = in_zone(game, "hand", game.active)
    while len(hand) > size:
        options = [thing_option(game, obj.id) for obj in hand]
        card = choose(game, game.active, options, "which card is discarded in the cleanup step")
        happen(game, Event("discard", card, player=game.active).why("514.1", player=game.active))
        hand = in_zone(game, "hand", game.active)


def hand_size(game: Game, player: str) -> int | None:
    """Maximum hand size; None is none (402.2)."""
    size: int | None = 7
    for one in parts(game, ast.HandSize):
        part = one.part
        if player not in find(game, part.who, one.scope):
            continue
        if part.size is None:
            return None
        value = number(game, part.size, one.scope)
        size = (size or 0) + value if part.change else value
    return size


@turn_based("cleanup")
@rule("514.2")
def end_of_turn(game: Game) -> None:
    """CR 514.2: damage wears off and effects until end of turn end, at the same time."""
    touched: set[str] = set()
    kept_damage = {
        obj.id
        for one in rule_changed(game, "damage stays")
        for obj in battlefield(game)
        if one.part.what is not None and fits(game, one.part.what, obj.id, one.scope)
    }
    for obj in battlefield(game):
        if obj.id in kept_damage:
            continue
        if obj.damage or obj.deathtouched:
            touched.add(f"damage:{obj.card}")
        obj.damage, obj.deathtouched = 0, False
    kept: list[Continuous] = []
    for effect in game.continuous:
        if effect.until in ("end of turn", "this turn", "turn") or (
            effect.until == "end of your next turn"
            and effect.made_turn < game.turn
            and effect.controller == game.active
        ):
            for identity in effect.affected or ():
                if identity in game.objects:
                    touched |= {
                        f"{topic}:{game.objects[identity].card}"
                        for topic in ("power", "abilities", "types", "controller", "zone")
                    }
            effect.ended = True
        else:
            kept.append(effect)
    game.continuous = kept
    game.shields = [shield for shield in game.shields if shield.get("turn") != game.turn]
    game.delayed = [delayed for delayed in game.delayed if delayed.until not in ("end of turn", "this turn")]
    touch(game)
    note(game, "end_of_turn", {}, [Reason("514.2")], touched, shown=bool(touched))


@rule("302.6", "506.4")
def note_control(game: Game) -> None:
    """CR 302.6, 506.4: a permanent that changes controllers is new to the controller, and is removed from combat."""
    for obj in battlefield(game):
        controller = chars(game, obj.id).controller
        before = obj.marks.get(LAST_CONTROLLER, controller)
        obj.marks[LAST_CONTROLLER] = controller
        if before != controller:
            obj.since = game.turn
            if game.combat is not None and obj.id in (*game.combat.attackers.values(), *game.combat.blockers):
                slots = {"card": card_name(game, obj.id)}
                touches = {f"{topic}:{obj.card}" for topic in ("card", "zone", "damage", "counters")}
                note(game, "left_combat", slots, [Reason("506.4", slots, "control")], touches, shown=False)
            leave_combat(game, obj.id)


@rule("500.5")
def empty_pools(game: Game) -> None:
    """CR 500.5: when a step or phase ends, mana that is unspent empties from each pool."""
    for name, player in game.players.items():
        if any(player.mana.values()):
            note(game, "mana", {"player": name}, [Reason("500.5")], {f"mana:{name}"}, shown=False)
        player.mana = {}


def begin_turn(game: Game, player: str) -> None:
    """A turn begins: lands and limits start anew; effects "until your next turn" of this player end."""
    game.turn += 1
    game.active = player
    for one in game.players.values():
        one.lands_played = 0
    empty_pools(game)
    end_until_turn(game, player)
    for obj in battlefield(game):
        goaded = obj.marks.get(GOADED)
        if goaded and goaded.get(player, game.turn) < game.turn:
            left = {who: turn for who, turn in goaded.items() if who != player}
            obj.marks[GOADED] = left
    touch(game)


@rule("500.7", "800.4k")
def next_player(game: Game) -> str:
    """CR 500.7, 800.4k: an extra turn comes first, else the next player still in the game."""
    extra = game.facts.get(EXTRA_TURNS)
    if extra:
        return str(extra.pop())
    names = list(game.players)
    start = names.index(game.active) if game.active in names else -1
    for offset in range(1, len(names) + 1):
        name = names[(start + offset) % len(names)]
        if name in living(game):
            return name
        note(
            game,
            "no_turn",
            {"player": name},
            [Reason("800.4k", {"player": name}, "no")],
            {"priority"},
            shown=False,
        )
    return names[0]


def flyer(game: Game, identity: int) -> bool:
    """Whether a permanent has flying."""
    return has_keyword(game, identity, "flying")


def order(game: Game) -> list[str]:
    """APNAP order."""
    return turn_order(game)
