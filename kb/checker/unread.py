"""Texts that aren't read or handled: they make answers undetermined where they could matter, and only there.

A static ability or a trigger condition matters while its object is where the ability functions; an unread instruction
matters when it is followed (kb.checker.stack); an unread activated ability when it is asked for (kb.checker.activating).
"""

from __future__ import annotations

from kb.checker import executable
from kb.checker.characteristics import AbilityOf, abilities, functions
from kb.checker.log import taint
from kb.checker.oracle import ast
from kb.checker.state import Game, NotModelled, Obj


def scan(game: Game) -> None:
    """Taint the game with abilities that function now and aren't modelled; each object is looked at once a version."""
    for identity in (*game.zones.get("battlefield", ()), *game.zones.get("command", ())):
        obj = game.objects[identity]
        mark = (obj.printed.name, obj.face, obj.face_down, id(obj.marks.get("copied")), len(game.continuous))
        if obj.marks.get("scanned") == mark:
            continue
        obj.marks["scanned"] = mark
        _scan_object(game, obj)


def _scan_object(game: Game, obj: Obj) -> None:
    if obj.face_down:
        return
    for ability in abilities(game, obj.id):
        problem = problem_of(ability, game)
        if problem is not None:
            taint(
                game,
                NotModelled(problem, obj.printed.name, ability.text or getattr(ability.node, "name", "")),
            )


def problem_of(ability: AbilityOf, game: Game | None = None) -> str | None:
    """Why an ability that functions isn't modelled, or None."""
    node = ability.node
    if isinstance(node, ast.UnreadAbility):
        return "this text is not read"
    if game is not None and not functions(game, ability):
        return None
    if isinstance(node, ast.Triggered):
        return _trigger_problem(node)
    if isinstance(node, ast.Static):
        return _reason(executable.first_problem(node))
    return _reason(executable.problem_here(node))


def _reason(problem: executable.Problem | None) -> str | None:
    """A problem in words; of a text that is not read, the answer has the words themselves."""
    if problem is None:
        return None
    return "this text is not read" if problem.kind == "unread" else problem.en


def _trigger_problem(node: ast.Triggered) -> str | None:
    """What it waits for, and its condition; what it does matters when it does it."""
    found = executable.first_problem((node.event, *((node.condition,) if node.condition is not None else ())))
    if found is not None and found.kind == "unread":
        return "the condition of this trigger is not read"
    if isinstance(node.event, ast.StateTrigger) and node.text.startswith("Whenever"):
        return "the condition of this trigger is not read"  # state triggers are written with "when"
    return _reason(found or executable.problem_here(node))


def part_problem(part: ast.Part) -> str | None:
    """Why a continuous effect isn't modelled, or None."""
    return _reason(executable.first_problem(part))
