"""Keywords that trigger in combat: exalted, bushido, flanking, battle cry, annihilator, mentor … (CR 702)."""

from __future__ import annotations

from kb.checker.characteristics import expands, passive
from kb.checker.dispatch import Scope, number
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability, Amount, Effect
from kb.checker.rules import rule
from kb.checker.state import Game, Obj
from kb.checker.triggers import KEYWORD_RULES

passive("toxic")
THIS = ast.SameAs(ast.This())
YOURS = ast.ControlledBy(ast.You())
END = ast.Duration("end of turn")
CREATURE = ast.HasType("creature")


def pump(what: ast.Ref, power: Amount, toughness: Amount) -> Effect:
    """Gets +X/+Y until end of turn."""
    return ast.ForDuration((ast.Modify(what, (ast.AddPT(power, toughness),)),), END)


def gains(what: ast.Ref, name: str) -> Effect:
    """Gains a keyword until end of turn."""
    return ast.ForDuration(
        (ast.Modify(what, (ast.AddAbility(ast.Keyword(text=name.capitalize(), name=name)),)),), END
    )


def when(word: str, rule_number: str, event: ast.Event, *instructions: Effect, condition: ast.Condition | None = None,
         targets: tuple[ast.TargetSpec, ...] = (), zone: ast.Zone = "battlefield", text: str = "") -> list[Ability]:  # fmt: skip
    """One triggered ability of a keyword, its text beginning with the word."""
    KEYWORD_RULES[word] = rule_number
    body = ast.Body(instructions, targets)
    return [ast.Triggered(text=text or word, event=event, body=body, condition=condition, zone=zone)]


def amount_of(node: Ability) -> Amount:
    """The number of a keyword; 1 where it has none."""
    assert isinstance(node, ast.Keyword)
    return node.amount or ast.ONE


@expands("exalted")
@rule("702.83a", "702.83b")
def exalted(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.83a, 702.83b: whenever a creature you control attacks alone, it gets +1/+1 until end of turn."""
    event = ast.Attacks(ast.Filter("permanent", (YOURS,)), how="alone")
    return when("Exalted", "702.83a", event, pump(ast.EventObject(), ast.ONE, ast.ONE))


@expands("bushido")
@rule("702.45a")
def bushido(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.45a: whenever it blocks or becomes blocked, it gets +N/+N until end of turn."""
    n = amount_of(node)
    return when(
        "Bushido",
        "702.45a",
        ast.AnyEvent((ast.Blocks(THIS), ast.BecomesBlocked(THIS))),
        pump(ast.This(), n, n),
    )


@expands("flanking")
@rule("702.25a")
def flanking(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.25a: a creature without flanking that blocks it gets -1/-1 until end of turn."""
    without = ast.Filter("permanent", (CREATURE, ast.Negated(ast.HasKeyword("flanking"))))
    minus = ast.Number(-1)
    return when("Flanking", "702.25a", ast.Blocks(without, THIS), pump(ast.EventObject(), minus, minus))


@expands("rampage")
@rule("702.23a")
def rampage(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.23a: when it becomes blocked it gets +N/+N for each creature blocking it beyond the first."""
    blockers = ast.Count(ast.Filter("permanent", (ast.Blocking(ast.This()),)))
    factor = number(game, amount_of(node), Scope(obj.id, obj.controller))
    extra = ast.Times(factor, ast.Sum((blockers, ast.Number(-1))))
    return when("Rampage", "702.23a", ast.BecomesBlocked(THIS), pump(ast.This(), extra, extra))


@expands("battle cry")
@rule("702.91a")
def battle_cry(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.91a: when it attacks, each other attacking creature gets +1/+0 until end of turn."""
    others = ast.All(ast.Filter("permanent", (CREATURE, ast.Status("attacking"), ast.OtherThan(ast.This()))))
    return when(
        "Battle",
        "702.91a",
        ast.Attacks(THIS),
        pump(others, ast.ONE, ast.Number(0)),
        text="Battle cry (attacks)",
    )


@expands("annihilator")
@rule("702.86a")
def annihilator(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.86a: when it attacks, the defending player sacrifices N permanents."""
    n = amount_of(node)
    who = ast.Players("defending")
    mine = ast.Filter("permanent", (ast.ControlledBy(ast.Players("iterated")),))
    return when("Annihilator", "702.86a", ast.Attacks(THIS), ast.Sacrifice(who, ast.Pick(mine, n, n)))


@expands("afflict")
@rule("702.130a")
def afflict(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.130a: when it becomes blocked, the defending player loses N life."""
    return when(
        "Afflict",
        "702.130a",
        ast.BecomesBlocked(THIS),
        ast.LoseLife(ast.Players("defending"), amount_of(node)),
    )


@expands("dethrone")
@rule("702.105a")
def dethrone(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.105a: when it attacks the player with the most life or tied, put a +1/+1 counter on it."""
    most = ast.Compare(
        ast.Stat("life", ast.Players("defending")), ">=", ast.Stat("life", ast.Players("each"), "greatest")
    )
    event = ast.EventIf(ast.Attacks(THIS, ast.Filter("player")), most)
    return when("Dethrone", "702.105a", event, ast.PutCounters(ast.This(), "+1/+1", ast.ONE))


@expands("training")
@rule("702.149a")
def training(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.149a: when it attacks with a creature of greater power, put a +1/+1 counter on it."""
    bigger = ast.Measures("power", ">", ast.Stat("power", ast.This()))
    other = ast.Count(ast.Filter("permanent", (ast.Status("attacking"), ast.OtherThan(ast.This()), bigger)))
    event = ast.EventIf(ast.Attacks(THIS), ast.Compare(other, ">=", ast.ONE))
    return when("Training", "702.149a", event, ast.PutCounters(ast.This(), "+1/+1", ast.ONE))


@expands("mentor")
@rule("702.134a")
def mentor(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.134a: when it attacks, put a +1/+1 counter on target attacking creature with lesser power."""
    lesser = ast.Measures("power", "<", ast.Stat("power", ast.This()))
    target = ast.TargetSpec(ast.Filter("permanent", (CREATURE, ast.Status("attacking"), lesser)))
    counter = ast.PutCounters(ast.Target(0), "+1/+1", ast.ONE)
    return when("Mentor", "702.134a", ast.Attacks(THIS), counter, targets=(target,))


@expands("melee")
@rule("702.121a")
def melee(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.121a: when it attacks it gets +1/+1 for each opponent you attacked this combat."""
    if game.combat is not None:
        attacked = {whom for whom in game.combat.attackers.values() if isinstance(whom, str)}
    else:
        attacked = set()
    n = ast.Number(len(attacked))
    return when("Melee", "702.121a", ast.Attacks(THIS), pump(ast.This(), n, n))


@expands("ingest")
@rule("702.115a")
def ingest(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.115a: when it deals combat damage to a player, that player exiles their top card."""
    top = ast.TopCards(ast.ONE, ast.EventPlayer())
    event = ast.Damage(THIS, ast.Filter("player"), combat=True)
    return when("Ingest", "702.115a", event, ast.Move(top, "exile"))


@expands("renown")
@rule("702.112a")
def renown(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.112a: combat damage to a player, if it isn't renowned: N counters, and it becomes renowned."""
    not_yet = ast.Not(ast.Is(ast.This(), ast.Status("renowned")))
    event = ast.Damage(THIS, ast.Filter("player"), combat=True)
    become = ast.Act("renown", what=ast.This())
    return when(
        "Renown",
        "702.112a",
        event,
        ast.PutCounters(ast.This(), "+1/+1", amount_of(node)),
        become,
        condition=not_yet,
    )


@expands("prowess")
@rule("702.108a")
def prowess(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.108a: whenever you cast a noncreature spell, it gets +1/+1 until end of turn."""
    spell = ast.Filter("spell", (ast.Negated(CREATURE),))
    return when(
        "Prowess", "702.108a", ast.Casts(ast.SameAs(ast.You()), spell), pump(ast.This(), ast.ONE, ast.ONE)
    )
