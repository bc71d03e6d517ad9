"""Texts that aren't read or handled: they make answers undetermined where they could matter, and only there.

A static ability or a trigger condition matters while its object is where the ability functions; an unread instruction
matters when it is followed (kb.checker.stack); an unread activated ability when it is asked for (kb.checker.activating).
"""

from __future__ import annotations

from kb.checker.characteristics import AbilityOf, abilities, functions, is_expanded
from kb.checker.dispatch import matches
from kb.checker.event import EMITTED
from kb.checker.log import taint
from kb.checker.meaning.patterns import VERBS
from kb.checker.oracle import ast
from kb.checker.oracle.ast import unread
from kb.checker.replacement import is_replacement
from kb.checker.state import Game, NotModelled, Obj

HANDLED_PARTS: set[type] = {ast.Modify, ast.Cant, ast.Must, ast.Can, ast.CostChange, ast.AdditionalCost, ast.AlternativeCost,
                            ast.HandSize}  # fmt: skip
CANT_VERBS = {
    "enter",
    "get counters",
    "have -1/-1 counters",
    "have +1/+1 counters",
    "get poison counters",
    "cast at instant speed",
    "attack", "block", "be blocked", "attack or block", "be countered", "be targeted", "untap", "be sacrificed", "have counters",
    "cast", "be cast", "cast spells", "play", "play land", "gain life", "lose life", "draw", "activate", "activate abilities",
    "win", "lose", "prevent damage", "be prevented", "regenerate",
}  # fmt: skip
CAN_VERBS = {
    "cast", "play", "play land", "cast as though flash", "look at top", "play with top revealed", "block additional",
    "attack as though no defender", "spend mana as any color", "plot", "look",
}  # fmt: skip
RULE_NAMES = {
    "skip untap step",
    "skip upkeep step",
    "skip draw step",
    "triggers additional",
    "no triggers",
    "damage by toughness",
    "damage can't be prevented",
    "legend rule off",
    "deck any number",
    "plot cost is mana cost",
}
"""`RulePart` names that are looked at somewhere; mechanics add theirs."""
COUNTED_VERBS = {"attack", "block", "attack or block", "attack you or yours", "be blocked", "cast", "venture"}
"""What effects may limit in number ("more than one spell each turn")."""
KNOWN_TIMES = {
    "",
    "this turn",
    "this combat",
    "untap step",
    "next untap step",
    "combat",
    "others' turns",
    "not mana",
}
"""When a prohibition holds, where it doesn't always."""
ATTACK_VERBS = ("attack", "block", "attack or block")
MUST_VERBS = {"attack", "block", "be blocked", "be blocked by all"}
COST_ACTIONS = {"cast", "activate", "equip", "plot"}


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
    if isinstance(node, ast.Keyword):
        return None if is_expanded(node) else f"the keyword {node.name!r} has no handler"
    if isinstance(node, ast.Triggered):
        return _trigger_problem(node)
    if isinstance(node, ast.Static):
        return _static_problem(node)
    return None if is_expanded(node) else f"no handler for {type(node).__name__}"


def _trigger_problem(node: ast.Triggered) -> str | None:
    if unread(node.event) or unread(node.condition):
        return "the condition of this trigger is not read"
    if isinstance(node.event, ast.StateTrigger) and node.text.startswith("Whenever"):
        return "the condition of this trigger is not read"  # state triggers are written with "when"
    for part in ast.walk(node.event):
        if isinstance(part, ast.Does) and _kind(part.verb) not in EMITTED:
            return f"no event {part.verb!r}"
        if (
            isinstance(part, ast.Happens)
            and part.name != "state"
            and part.name.replace(" ", "_") not in EMITTED
        ):
            return f"no event {part.name!r}"
        if isinstance(part, ast.Event) and type(part) not in matches:
            return f"no handler for {type(part).__name__}"
    return None


def _kind(verb: str) -> str:
    verb = verb.removesuffix(" by opponent")
    return VERBS.get(verb, verb.replace(" ", "_"))


def _static_problem(node: ast.Static) -> str | None:
    if unread(node):
        return "this text is not read"
    for given in node.parts:
        problem = part_problem(given.part if isinstance(given, ast.While) else given)
        if problem is not None:
            return problem
    return None


def part_problem(part: object) -> str | None:
    """Why a continuous effect isn't modelled, or None."""
    if isinstance(part, ast.Cant) and (
        part.verb not in CANT_VERBS or (part.cost and part.verb not in ATTACK_VERBS)
    ):
        return f"no handler for what can't be done: {part.verb!r}"
    if (
        isinstance(part, ast.Cant)
        and (part.most, part.least) != (None, None)
        and part.verb not in COUNTED_VERBS
    ):
        return f"no handler for how often something can't be done: {part.verb!r}"
    if isinstance(part, ast.Cant) and part.during not in KNOWN_TIMES:
        return f"no handler for when something can't be done: {part.during!r}"
    if isinstance(part, ast.Can) and part.verb not in CAN_VERBS:
        return f"no handler for what may be done: {part.verb!r}"
    if isinstance(part, ast.Must) and part.verb not in MUST_VERBS:
        return f"no handler for what must be done: {part.verb!r}"
    if isinstance(part, ast.RulePart) and part.name not in RULE_NAMES:
        return f"no handler for the rule change {part.name!r}"
    if isinstance(part, ast.CostChange) and part.action not in COST_ACTIONS:
        return f"no handler for the cost of {part.action!r}"
    if type(part) in HANDLED_PARTS or isinstance(part, ast.RulePart):
        return None
    return (
        None
        if isinstance(part, ast.Part) and is_replacement(part)
        else f"no handler for {type(part).__name__}"
    )
