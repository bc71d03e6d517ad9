"""Attractions and dice (CR 706, 717): rolling to visit at the beginning of a main phase, rolls by other cards, and visits."""

from __future__ import annotations

from typing import Any, Final

from kb.asking.frames import AbilityOf, Frame, Number, Person, Ref, Word
from kb.asking.model import Both
from kb.asking.staging.deeds import Measure, means, outcome, wanted
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.script import MAIN
from kb.asking.staging.table import Table
from kb.asking.staging.world import Item
from kb.checker.oracle import ast

ATTRACTION: Final = {"types": "Artifact — Attraction", "text": "Visit — You gain 1 life."}
_LIT: Final = 2
"""The number that is lit up on an Attraction where one has to be."""


def _visits(one: Any) -> bool:
    """Whether a filling says that it is rolled to visit."""
    return (isinstance(one, Frame) and one.verb == "visit") or one == Word("concept", "visit")


def attractions(table: Table) -> list[Item]:
    """The Attractions that are spoken of."""
    found: list[Item] = []
    for thing in table.question.things:
        named = any(
            isinstance(one, ast.HasType) and one.name == "attraction" for one in ast.walk(thing.filter)
        )
        if named or (thing.card and "attraction" in table.world.printed(thing.card).subtypes):
            found += table.items(Ref(thing.id))
    return found


def to_visit(table: Table, told: Heeded, player: str, number: int | None) -> None:
    """CR 717.4: the roll at the beginning of that player's precombat main phase; what falls, and what is lit up, may be open."""
    own = [one for one in attractions(table) if one.now in ("", "battlefield")]
    for item in own:
        table.world.need(item, "battlefield", player=player)
    if not own:
        own = [table.world.add("Nameless Attraction", ATTRACTION, player, "battlefield")]
    lit = table.unsaid.open(
        "lit",
        [
            (
                "yes",
                Both("that number is lit up on the Attraction", "その数字がアトラクションで点灯している"),
            ),
            ("no", Both("that number isn't lit up on it", "その数字が点灯していない")),
        ],
        turns=True,
    )
    rolled = _LIT if number is None else number
    for item in own:
        item.setup["lights"] = [rolled if lit == "yes" else rolled % 6 + 1]
    table.top.setdefault("dice", []).append(rolled)
    table.line.go(("upkeep",), player)
    table.line.do(player, {"choose": []}, told.frame, hold=True)
    table.line.go(MAIN[:1], player)
    table.line.do(player, {"choose": []}, told.frame, hold=True)
    table.keep = True
    table.must_happen(told, event="roll_to_visit", player=player)
    table.rolled = True


def by_a_card(table: Table, told: Heeded, player: str, number: int | None) -> None:
    """A die rolled because a card says so: that is no roll to visit, whatever is lit up and whatever falls."""
    for item in attractions(table):
        table.world.need(item, "battlefield", player=player)
        item.setup["lights"] = [1, 2, 3, 4, 5, 6]
    rolled = _LIT if number is None else number
    table.top.setdefault("dice", []).append(rolled)
    table.line.go(("upkeep",), player)  # before one rolls to visit in that turn
    table.effect(player, f"Roll a {'six-sided die' if rolled <= 6 else 'd20'}.", [], told)
    table.must_happen(told, event="roll_die", player=player)
    table.rolled = True


def roll_kind(table: Table, told: Heeded) -> str:
    """Whether it is rolled to visit, for another card, or nobody says for what."""
    goal, by = told.role("for"), told.role("by")
    spoken = attractions(table)
    for one in (goal, by):
        if isinstance(one, Ref):
            items = table.items(one)
            if items and all(item in spoken for item in items):
                return "visit"
            for item in items:
                if item.card not in table.world.invented or item in spoken:
                    raise NotStaged(
                        "that this card has a die rolled can't be played", "このカードのダイスは扱えません"
                    )
                table.world.spoken.add(item.thing)
            return "card"
        if _visits(one):
            return "visit"
        if one is not None:
            raise NotStaged("for what it is rolled can't be played", "何のために振るのかを扱えません")
    return "visit" if spoken else ""


def number_rolled(told: Heeded) -> int | None:
    """What falls, where it is said."""
    for role in ("what", "amount"):
        one = told.role(role)
        if isinstance(one, Number) and isinstance(one.value, int) and one.of in ("", "number"):
            return one.value
        if one is not None and one != Word("concept", "die"):
            raise NotStaged("what is rolled can't be played", "出目を扱えません")
    return None


def rolls_to_visit(table: Table, told: Heeded, *, moved: bool) -> Measure | None:
    """Whether and how often a player rolls to visit, in the step that is said or in a turn; None for other rolls."""
    goal, what = told.frame.roles.get("for"), told.frame.roles.get("what")
    spoken = attractions(table)
    if isinstance(goal, Ref) and not any(item in spoken for item in table.items(goal)):
        return None
    dice = isinstance(what, Number) and what.of == "die"
    plain = dice or what == Word("concept", "die")
    if not (_visits(goal) or isinstance(goal, Ref) or (goal is None and plain and spoken)):
        return None
    told.only("for", Ref, Frame, Word)
    told.only("what", Word, Number)
    told.only("agent", Person)
    count = what.value if isinstance(what, Number) and isinstance(what.value, int) else wanted(told)
    player = table.player(told.frame.roles.get("agent"), "")
    player = player or next((one.side for one in spoken if one.side), "A")
    for item in spoken:
        if item.side not in ("", player) and not item.acted:
            raise NotStaged(
                "who controls the Attraction is not said",
                "アトラクションを誰がコントロールしているかが述べられていません",
            )
        if not item.now:
            table.world.need(item, "battlefield", player=player if not item.side else "")
    each = told.manner("separately")
    while len(spoken) < (2 if each else 1):
        spoken.append(table.world.add("Nameless Attraction", ATTRACTION, player, "battlefield"))
    check: dict[str, Any] = {"event": "roll_to_visit", "player": player}
    table.settle()
    if moved:
        check["since"] = table.line.at
    else:
        table.line.next_turn(player) if table.line.script else table.line.go(("upkeep",), player)
    table.line.do(player, {"choose": []}, told.frame, hold=True)
    if not moved:
        table.line.go(MAIN[:1], player)
    table.top.setdefault("dice", []).extend([_LIT] * 3)
    for item in spoken:
        item.setup.setdefault("lights", [1, 3, 4, 5, 6])
    table.rolled = True
    several = len(spoken) if each else 0
    at = {} if moved else {"at": f"{table.line.turn}.end"}
    return Measure(
        [{"happened": check, **at}],
        total=(lambda values: int(values[0] == several)) if several else sum,
        wanted=count,
    )


@outcome("visit")
def visited(table: Table, told: Heeded) -> Measure:
    """Whether an Attraction is visited."""
    agent = told.role("agent")
    if isinstance(agent, Word):
        if not table.rolled or agent.name != "die":
            raise NotStaged("by what it is visited can't be played", "何によって観覧するのかを扱えません")
        agent = None
    elif agent is not None and not isinstance(agent, Person):
        means(told)
    extra: dict[str, Any] = {"player": table.player(agent)} if agent is not None else {}
    if not table.rolled and told.frame.when is not None:
        _in_that_turn(table, told, extra)
    for one in told.each("what"):
        if isinstance(one, Ref):
            items = table.items(one)
            if len(items) == 1:
                extra["card"] = items[0].key
        elif one != Word("concept", "attraction"):
            raise NotStaged("what is visited can't be played", "何を観覧するのかを扱えません")
    return Measure([{"happened": {"event": "visit_attraction", **extra}}], wanted=wanted(told))


def _in_that_turn(table: Table, told: Heeded, extra: dict[str, Any]) -> None:
    """Whatever is rolled to visit in the turn that is said, it is lit up."""
    player = extra.get("player") or "A"
    own = attractions(table) or [table.world.add("Nameless Attraction", ATTRACTION, player, "battlefield")]
    for item in own:
        table.world.need(item, "battlefield", player=player)
        item.setup["lights"] = [1, 2, 3, 4, 5, 6]
    table.top.setdefault("dice", []).extend([_LIT] * 3)
    table.line.do(player, {"choose": []}, told.frame, hold=True)
    extra["since"] = table.line.at
    table.rolled = True


def visit_ability(table: Table, said: Any) -> list[Item]:
    """ "Does the visit ability trigger": that of the Attractions there are, or of a nameless one."""
    if not isinstance(said, AbilityOf) or said.what != "visit" or said.of is not None or not table.rolled:
        return []
    found = [one for one in table.world.every() if "attraction" in one.types]
    if not found:
        found = [table.world.add("Nameless Attraction", ATTRACTION, "A", "battlefield")]
        found[0].setup["lights"] = [1, 2, 3, 4, 5, 6]
    return found
