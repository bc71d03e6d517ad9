"""The beginning of steps and phases."""

from __future__ import annotations

from kb.checker.oracle.ast import (
    Attached,
    ControllerOf,
    Filter,
    Players,
    Predicate,
    SameAs,
    Status,
    StepBegins,
    This,
)
from kb.checker.oracle.gram.static_help import MYSELF
from kb.checker.oracle.gram.subjects import OPPONENT
from kb.checker.oracle.grammar import P
from kb.checker.oracle.raw import PlayerPronoun

TURN_OF = [
    P("your", lambda: MYSELF),
    P("a opponent 's", lambda: OPPONENT),
    P("another player 's", lambda: Filter("player", (Status("other than you"),))),
    P("each opponent 's", lambda: OPPONENT),
    P("each player 's", lambda: None),
    P("each other player 's", lambda: Filter("player", (Status("other than you"),))),
    P("enchanted player 's", lambda: SameAs(Attached(This()))),
    P("the chosen player 's", lambda: SameAs(Players("chosen"))),
    P("enchanted (creature|permanent|land|artifact) 's controller 's", lambda: _enchanted_controller()),
    P("that player 's", lambda: SameAs(PlayerPronoun("that player"))),
    P("the active player 's", lambda: None),
]

_STEP = "$(upkeep|draw step|end step|precombat main phase|postcombat main phase|first main phase|second main phase|main phase|combat|cleanup step|untap step)"

STEP = [
    P(f"the beginning of <turnof> {_STEP}", lambda w, s: StepBegins(_step(s), w, _which(s))),
    P(f"the beginning of each of your {_STEP}", lambda s: StepBegins(_step(s), MYSELF)),
    P("the beginning of (the|each) end step", lambda: StepBegins("end")),
    P("the beginning of each (upkeep)", lambda: StepBegins("upkeep")),
    P("the beginning of the upkeep", lambda: StepBegins("upkeep")),
    P("the beginning of each combat", lambda: StepBegins("combat")),
    P("the beginning of combat", lambda: StepBegins("combat")),
    P("the beginning of combat on your turn", lambda: StepBegins("combat", MYSELF)),
    P("the beginning of combat on <turnof> turn", lambda w: StepBegins("combat", w)),
    P("the beginning of combat on (each|a) opponent 's turn", lambda: StepBegins("combat", OPPONENT)),
    P("end of combat", lambda: StepBegins("end of combat")),
    P(
        "the beginning of the next $(end step|upkeep|combat|cleanup step)",
        lambda s: StepBegins(_step(s), which="next"),
    ),
    P(
        "the beginning of <turnof> next $(end step|upkeep|draw step|main phase|combat)",
        lambda w, s: StepBegins(_step(s), w, "next"),
    ),
    P("the beginning of the next turn 's upkeep", lambda: StepBegins("upkeep", which="next turn")),
    P(
        "the beginning of each of your opponent 's $(upkeep|end step)",
        lambda s: StepBegins(_step(s), OPPONENT),
    ),
    P("the beginning of the $(upkeep|end step|draw step) of <who>", lambda s, w: StepBegins(_step(s), w)),
    P(
        "the beginning of the upkeep of <attached> 's controller",
        lambda r: StepBegins("upkeep", SameAs(ControllerOf(r))),
    ),
    P(
        "the beginning of the $(upkeep|draw step|end step) of <attached> 's controller",
        lambda s, r: StepBegins(_step(s), SameAs(ControllerOf(r))),
    ),
    P(
        "the beginning of the $(upkeep|draw step|end step) of enchanted player",
        lambda s: StepBegins(_step(s), SameAs(Attached(This()))),
    ),
    P("the beginning of your next turn", lambda: StepBegins("turn", MYSELF, "next")),
]


def _step(text: str) -> str:
    return {
        "draw step": "draw",
        "end step": "end",
        "precombat main phase": "precombat main",
        "postcombat main phase": "postcombat main",
        "first main phase": "precombat main",
        "second main phase": "postcombat main",
        "main phase": "main",
        "cleanup step": "cleanup",
        "untap step": "untap",
    }.get(text, text)


def _which(text: str) -> str:
    return "first" if text == "first main phase" else "second" if text == "second main phase" else ""


def _enchanted_controller() -> Predicate:

    return SameAs(ControllerOf(Attached(This())))
