"""What a thing is: types, size, color, status, zone; and numbers of things and players."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from kb.asking.frames import Counters, Number, Person, Place, Ref, Stat, Word
from kb.asking.staging.deeds import Holds, deed, means, state
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged, kind_of
from kb.asking.staging.table import Table
from kb.asking.staging.using import cast
from kb.asking.staging.world import Item
from kb.checker.cards import COLOR_WORDS
from kb.checker.oracle import ast

PLAYER_NUMBERS: Final = {"life": "life", "poison": "poison", "speed": "speed"}
"""Numbers of players that a check asks for, by their nouns."""
STATS: Final = {"power": "power", "toughness": "toughness"}
"""Numbers of creatures that a check asks for."""


def check_of(item: Item, said: Any, table: Table) -> tuple[list[dict[str, Any]], Callable[[Any], bool]]:
    """The checks whose values say whether an object is what is said."""
    key = item.key
    if isinstance(said, Word):
        if said.kind == "pt":
            power, _, toughness = said.name.partition("/")
            return [{"power": key}, {"toughness": key}], lambda values: values == [int(power), int(toughness)]
        if said.kind == "type":
            return [
                {"types": key}
            ], lambda values: said.name.casefold() in str(values[0]).casefold().replace("—", " ").split()
        if said.kind == "color":
            if said.name == "colorless":
                return [{"colors": key}], lambda values: not values[0]
            return [{"colors": key}], lambda values: COLOR_WORDS.get(said.name, said.name) in values[0]
        if said.kind == "keyword":
            return [{"has": {"card": key, "ability": said.name}}], lambda values: bool(values[0])
        if said.kind == "zone":
            return [{"zone": key}], lambda values: values[0] == said.name
        if said.name in _STATES:
            check, value = _STATES[said.name]
            return [{check: key}], lambda values: values[0] == value
    if isinstance(said, Place):
        return [{"zone": key}], lambda values: values[0] == said.zone
    if isinstance(said, Ref):
        made = table.question.thing(said)
        if (
            not made.card
            and made.filter.where
            and all(isinstance(one, ast.Status) and one.name in _STATES for one in made.filter.where)
        ):
            table.world.spoken.add(said.thing)
            pairs = [_STATES[one.name] for one in made.filter.where if isinstance(one, ast.Status)]
            return [
                {check: key} for check, _ in pairs
            ], lambda values: list(values) == [value for _, value in pairs]
        words = [one.name for one in types_in(made.filter)]
        size = size_in(made.filter)
        table.world.spoken.add(said.thing)
        if words or size:
            checks: list[dict[str, Any]] = [{"types": key}]
            if size:
                checks += [{"power": key}, {"toughness": key}]

            def test(values: Any) -> bool:
                line = str(values[0]).casefold().replace("—", " ").split()
                right = all(word in line for word in words)
                return right and (not size or list(values[1:]) == list(size))

            return checks, test
    raise NotStaged("what it is said to be can't be played", "何であると述べられているのかを扱えません")


def types_in(what: Any) -> list[Any]:

    return [one for one in ast.walk(what) if isinstance(one, ast.HasType)]


def size_in(what: Any) -> tuple[int, int] | None:

    found = {
        one.stat: one.amount.value
        for one in ast.walk(what)
        if isinstance(one, ast.Measures) and isinstance(one.amount, ast.Number)
    }
    return (found["power"], found["toughness"]) if {"power", "toughness"} <= found.keys() else None


_STATES: Final[dict[str, tuple[str, Any]]] = {
    "tapped": ("tapped", True), "untapped": ("tapped", False), "attacking": ("is_attacking", True), "blocking": ("is_blocking", True),
    "blocked": ("is_blocked", True), "unblocked": ("is_blocked", False), "token": ("is_token", True), "goaded": ("is_goaded", True),
    "face-down": ("is_face_down", True), "transformed": ("is_transformed", True), "plotted": ("is_plotted", True),
    "foretold": ("is_foretold", True), "monstrous": ("is_monstrous", True), "phased out": ("is_phased_out", True),
    "attached": ("is_attached", True),
}  # fmt: skip
_SETUP: Final[dict[str, dict[str, Any]]] = {
    "tapped": {"tapped": True}, "untapped": {"tapped": False}, "token": {"token": True}, "face-down": {"face_down": True},
    "transformed": {"transformed": True}, "phased out": {"phased_out": True}, "summoning sick": {"sick": True},
}  # fmt: skip


@state("be")
def is_so(table: Table, told: Heeded) -> Holds:
    """Whether a thing is what is said."""
    means(told)
    what, said = told.role("what"), told.role("as")
    to, at = told.role("to"), told.role("at")
    said = said if said is not None else to if to is not None else at
    if isinstance(what, Stat):
        return _stat_is(table, what, said)
    if said is None and isinstance(told.frame.roles.get("amount"), Number):
        raise NotStaged("what it is said to be can't be played", "何であると述べられているのかを扱えません")
    items = table.items(what)
    checks: list[dict[str, Any]] = []
    tests: list[tuple[int, int, Callable[[Any], bool]]] = []
    for item in items:
        if item.is_spell and not item.now and item.made is None:
            raise NotStaged(f"{item.card} was not cast", f"{item.card}が唱えられていません")
        if not item.now:
            table.world.need(item, "battlefield")
        for one in said if isinstance(said, tuple) else (said,):
            found, test = check_of(item, one, table)
            tests.append((len(checks), len(checks) + len(found), test))
            checks += found
    return Holds(checks, lambda values: all(test(list(values[low:high])) for low, high, test in tests))


def _stat_is(table: Table, what: Stat, said: Any) -> Holds:
    wanted = table.number(said)
    checks = [stat_check(table, what)]
    return Holds(checks, lambda values: values[0] == wanted)


def stat_check(table: Table, what: Stat) -> dict[str, Any]:
    if what.name in PLAYER_NUMBERS:
        player = table.player(what.of, "A") if not isinstance(what.of, Ref) else "A"
        return {PLAYER_NUMBERS[what.name]: player}
    if isinstance(what.of, Ref) and what.name in STATS:
        return {STATS[what.name]: table.one(what.of).key}
    if isinstance(what.of, Ref) and what.name == "mana value":
        return _mana_value(table, what.of)
    if isinstance(what.of, Ref) and what.name == "loyalty":
        return {"counters": {"card": table.one(what.of).key, "kind": "loyalty"}}
    raise NotStaged(f"the number “{what.name}” can't be asked", f"「{what.name}」の値は扱えません")


def _mana_value(table: Table, ref: Ref) -> dict[str, Any]:
    """CR 202.3: of a thing where it is; a spell said to be on the stack is asked about there, with its X."""
    item = table.one(ref)
    if table.question.thing(ref).zone == "stack":
        if not item.acted:
            raise NotStaged(f"{item.card} was not cast", f"{item.card}が唱えられていません")
        table.keep = True
    elif item.acted and "{X}" in (item.printed.cost or ""):
        raise NotStaged(
            "in which zone its mana value is asked is not said", "どの領域でのマナ総量かが述べられていません"
        )
    if not item.now:
        table.world.need(item, "hand" if item.is_spell else "battlefield")
    return {"mana_value": item.key}


def size_of(table: Table, ref: Ref) -> list[dict[str, Any]]:
    """Checks of a creature's power and toughness."""
    item = table.one(ref)
    return [{"power": item.key}, {"toughness": item.key}]


@deed("be")
def be(table: Table, told: Heeded) -> None:
    """Told that a thing is something: so it begins, where it has not been played yet; it has to hold in any case."""
    what, said = told.role("what"), told.role("as")
    to, at = told.role("to"), told.role("at")
    said = said if said is not None else to if to is not None else at
    if isinstance(what, Stat):
        _set_stat(table, told, what, table.number(said))
        return
    if isinstance(what, Place) and isinstance(said, Word) and said.name == "empty" and not told.negated:
        _empty(table, what)
        return
    if isinstance(what, Person):
        raise NotStaged("what a player is can't be played", "プレイヤーが何であるかは扱えません")
    told.manner("right away")  # "right now"
    for item in table.items(what):
        if isinstance(said, Number) and said.of == "x":
            entered_for(table, told, item, said)
            continue
        for one in said if isinstance(said, tuple) else (said,):
            if told.link == "because" and isinstance(one, Word) and one.kind == "pt":
                if one.name != f"{item.printed.power}/{item.printed.toughness}":
                    raise NotStaged("a reason was given that isn't so", "挙げられた理由が事実と異なります")
                continue
            set_up(table, told, item, one)


def entered_for(table: Table, told: Heeded, item: Item, amount: Any) -> None:
    """ "Chalice with X=2": it is there with the counters that its text gives it for that X."""
    found = re.search(
        r"enters (?:the battlefield )?with X ([+-]?[\w/+-]+) counters? on it", item.printed.text
    )
    if not (isinstance(amount, Number) and amount.of in ("x", "X") and isinstance(amount.value, int)):
        raise NotStaged("what its X is is not said", "Xの値が述べられていません")
    if found is None or item.acted or told.negated:
        raise NotStaged(
            f"what {item.card} has for its X can't be laid out", f"{item.card}のXの結果を用意できません"
        )
    item.setup.setdefault("counters", {})[found[1]] = amount.value
    table.world.need(item, "battlefield")


def _empty(table: Table, place: Place) -> None:
    """Nothing is in a zone: nobody has put anything there."""
    player = table.player(place.whose if isinstance(place.whose, Person) else None, "A")
    if place.zone == "attraction deck":
        table.world.empty_decks = True
    elif place.zone == "library":
        table.world.facts[player].update({"library": [], "library size": 0})
    elif place.zone != "hand" or table.line.script:
        raise NotStaged("that this zone is empty can't be laid out", "この領域が空であることは用意できません")


def set_up(table: Table, told: Heeded, item: Item, said: Any) -> None:
    name = said.name if isinstance(said, Word) else ""
    if isinstance(said, Place) or (isinstance(said, Word) and said.kind == "zone"):
        zone = said.zone if isinstance(said, Place) else said.name
        if told.negated:
            raise NotStaged("where it isn't is said, not where it is", "どこにないかだけが述べられています")
        if isinstance(said, Place) and isinstance(said.whose, Person):
            side = table.player(said.whose)
            if side and not item.owner:
                item.owner = side
            if side and zone != "battlefield":
                table.world.control(item, side)
        if zone == "stack":
            if not item.acted:
                cast(table, told, item, item.side or "A")
            table.keep = True
            return
        table.world.need(item, zone)
        return
    if not item.now:
        table.world.need(item, "battlefield")
    if item.acted:
        checks, test = check_of(item, said, table)
        negated = told.negated
        table.must_hold(told, checks, lambda values: test(list(values)) != negated)
        return
    if name == "goaded" and not told.negated:
        table.effect(table.world.other(item.side or "A"), "Goad target creature.", [item.key], told)
        return
    if name in _SETUP and not (told.negated and name not in ("tapped", "untapped")):
        setup = dict(_SETUP[name])
        if told.negated:
            setup["tapped"] = not setup["tapped"]
        item.setup.update(setup)
        return
    if name in ("attacking", "blocking") and not told.negated:
        item.states.add(name)
        return
    checks, test = check_of(item, said, table)
    negated = told.negated
    table.must_hold(told, checks, lambda values: test(list(values)) != negated)


def _set_stat(table: Table, told: Heeded, what: Stat, value: int) -> None:
    if what.name in PLAYER_NUMBERS and not table.line.script and not told.negated:
        player = table.player(what.of, "A") if not isinstance(what.of, Ref) else "A"
        table.world.facts[player][PLAYER_NUMBERS[what.name]] = value
        return
    table.must_hold(told, [stat_check(table, what)], lambda values: (values[0] == value) != told.negated)


def _something_told(table: Table) -> None:
    """A player's number follows from what was told; of nothing nothing follows."""
    if not table.done:
        raise NotStaged(
            "nothing was told that it could follow from", "それが決まるようなことが何も述べられていません"
        )


def number_checks(
    table: Table, told: Heeded, query: Any
) -> tuple[list[dict[str, Any]], Callable[[Any], tuple[Any, Any]]]:
    """The checks of a number that is asked for, and how its value is read."""
    what, agent = told.role("what"), told.role("agent")
    asked = [
        one
        for one in (told.role("amount"), told.role("as"), told.role("with"), told.role("to"))
        if one is not None
    ]
    place = told.role("at")
    first = lambda values: ("undetermined" if values[0] is None else "value", values[0])  # noqa: E731
    for one in [what, *asked]:
        if isinstance(one, Stat) and one.name != "size":
            if one.of is None and isinstance(agent, Ref | Person):
                one = Stat(one.name, agent)
            if one.name in PLAYER_NUMBERS:
                _something_told(table)
            return [stat_check(table, one)], first
        if isinstance(one, Counters):
            owner = agent if agent is not None else what
            if isinstance(owner, Person):
                return [{"counters": {"player": table.player(owner), "kind": kind_of(one)}}], first
            return [{"counters": {"card": table.one(owner).key, "kind": kind_of(one)}}], first
        if isinstance(one, Number) and one.of in PLAYER_NUMBERS:
            _something_told(table)
            player = table.player(agent if isinstance(agent, Person) else None, "A")
            return [{PLAYER_NUMBERS[one.of]: player}], first
        if isinstance(one, Number) and one.of in STATS:
            return [{STATS[one.of]: table.one(agent if isinstance(agent, Ref) else what).key}], first
    size = next(
        (
            one
            for one in (what, *asked)
            if isinstance(one, Stat) and one.name == "size" and isinstance(one.of, Ref)
        ),
        None,
    )
    if size is not None:
        what = size.of
    owner = (
        what if isinstance(what, Ref) and query.hole != "what" else agent if isinstance(agent, Ref) else None
    )
    if isinstance(owner, Ref) and not isinstance(agent, Person):
        item = table.one(owner)
        if not item.now:
            table.world.need(item, "battlefield")
        return [
            {"power": item.key},
            {"toughness": item.key},
        ], lambda values: ("undetermined", None) if None in values else ("value", f"{values[0]}/{values[1]}")
    if isinstance(agent, Person) and isinstance(what, Ref):
        table.world.spoken.add(what.thing)
        thing = table.question.thing(what)
        words = [one.name for one in types_in(thing.filter)]
        player = table.player(agent, "A")
        zone = table.place(place) if place is not None else thing.zone or "battlefield"
        check: dict[str, Any] = {"zone": zone, "controller" if zone == "battlefield" else "player": player}
        if words:
            check["type"] = " ".join(words)
        return [{"count": check}], first
    raise NotStaged("which number is asked for can't be played", "尋ねられている数を扱えません")
