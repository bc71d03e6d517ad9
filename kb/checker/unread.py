"""Which texts aren't read or handled, and why.

A static ability or a trigger condition matters while its object is where the ability functions (kb.checker.scanning finds
those, kb.checker.narrowing says what they bear on); an unread instruction matters when it is followed (kb.checker.stack);
an unread activated ability when it is asked for (kb.checker.activating).
"""

from __future__ import annotations

from kb.checker import executable
from kb.checker.characteristics import AbilityOf, functions
from kb.checker.meaning.states import cannot_happen
from kb.checker.oracle import ast
from kb.checker.state import Game


def problem_of(ability: AbilityOf, game: Game | None = None) -> str | None:
    """Why an ability that functions isn't modelled, or None."""
    node = ability.node
    if isinstance(node, ast.UnreadAbility):
        return "this text is not read"
    if game is not None and not functions(game, ability):
        return None
    if isinstance(node, ast.Triggered):
        condition = _reason(executable.first_problem(node.condition), CONDITION)
        return trigger_problem(node) or condition or mana_trigger_problem(node)
    if isinstance(node, ast.Static):
        return _reason(executable.first_problem(node))
    return _reason(executable.problem_here(node))


CONDITION = "the condition of this trigger is not read"


def _reason(problem: executable.Problem | None, unread: str = "this text is not read") -> str | None:
    """A problem in words; of a text that is not read, the answer has the words themselves."""
    if problem is None:
        return None
    return unread if problem.kind == "unread" else problem.en


def trigger_problem(node: ast.Triggered) -> str | None:
    """Why what a trigger waits for isn't modelled, or None; its condition and what it does matter when it has happened."""
    never = {
        getattr(part, "verb", getattr(part, "state", ""))
        for part in ast.walk(node.event)
        if cannot_happen(part)
    }
    problems = executable.problems(node.event)
    found = next((one for one in problems if one.kind != "event" or one.what not in never), None)
    if isinstance(node.event, ast.StateTrigger) and node.text.startswith("Whenever"):
        return CONDITION  # state triggers are written with "when"
    return _reason(found or executable.problem_here(node), CONDITION)


def mana_trigger_problem(node: ast.Triggered) -> str | None:
    """CR 605.1b: why it isn't known whether a trigger on tapping for mana is a mana ability, and what it adds."""
    for part in ast.walk(node.event):
        if "tapped for mana" in (getattr(part, "state", ""), getattr(part, "verb", "")):
            return _reason(executable.first_problem(node.body))
    return None


def part_problem(part: ast.Part) -> str | None:
    """Why a continuous effect isn't modelled, or None."""
    return _reason(executable.first_problem(part))
