"""CR 106, 118, 605: paying mana. With `mana: unlimited` every mana cost is payable, and the report says so.

With `mana: sources` mana comes from the pool and from mana abilities (kb.checker.mana_sources); the payer uses as few as
will do (kb.checker.mana_assigned), and they are activated for real (kb.checker.mana_made).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from kb.checker.cards import symbols
from kb.checker.event import Event
from kb.checker.event_data import TO, WHY
from kb.checker.events import happen
from kb.checker.facts import POOL_UNKNOWN
from kb.checker.keys import having
from kb.checker.mana_assigned import Payment, assign
from kb.checker.mana_made import spend, use
from kb.checker.mana_sources import Sources, sources
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.state import NO_X, Game, Illegal, NotModelled
from kb.checker.unused import said_x

UNLIMITED = {
    "en": "Costs are assumed payable.",
    "ja": "コストは支払えるものとしています。",
}


Change = tuple[str, int, int]
"""(symbols, sign, least) of an increase or reduction: least is the mana below which the reduction can't go."""


@dataclass
class ManaBill:
    """A mana cost to pay: how much of each color, and generic."""

    generic: int = 0
    colored: dict[str, int] = field(default_factory=dict)
    hybrid: list[tuple[str, ...]] = field(default_factory=list)
    """Symbols of which one of several may pay (W/U, 2/W)."""
    life: int = 0
    """Life for Phyrexian symbols that is paid instead."""

    @property
    def total(self) -> int:
        """Mana in all."""
        return self.generic + sum(self.colored.values()) + len(self.hybrid)

    def add(self, more: ManaBill, times: int = 1) -> None:
        """Another cost to pay together with it, so many times."""
        self.generic += more.generic * times
        for color, count in more.colored.items():
            self.colored[color] = self.colored.get(color, 0) + count * times
        self.hybrid += more.hybrid * times


def bill(cost: str, x: int = 0) -> ManaBill:
    """Read a cost.

    >>> bill("{2}{W}{W}{X}", 3).total
    7
    """
    made = ManaBill()
    for symbol in symbols(cost):
        if symbol.isdigit():
            made.generic += int(symbol)
        elif symbol in ("X", "Y", "Z"):
            made.generic += x
        elif "/" in symbol:
            made.hybrid.append(tuple(symbol.split("/")))
        else:
            made.colored[symbol] = made.colored.get(symbol, 0) + 1
    return made


Direct = Callable[[ManaBill], "list[Reason]"]
"""CR 601.2f: what directly affects a total cost, after increases and reductions; it gives the reasons."""


@rule("107.3b")
def announced_x(details: Mapping[str, Any], cost: str | None, costs: Iterable[object]) -> int | None:
    """CR 107.3b: X is what the player announces, and 0 where what is paid instead of the mana cost has none."""
    said = said_x(details)
    if said is not None:
        return said
    paid = [cost or "", *(part.symbols for part in costs if isinstance(part, ast.ManaCost))]
    instead = cost is not None or len(paid) > 1
    return 0 if instead and not any("{X}" in one for one in paid) else None


def paid_x(game: Game, x: int | None, cost: str) -> int:
    """What X of a cost is paid with; one that nobody gave costs nothing only where nobody counts the mana."""
    if x is None and "{X}" in cost and game.mana != "unlimited":
        raise NotModelled(NO_X)
    return x or 0


@rule("601.2f", "118.7")
def adjust(cost: ManaBill, changes: Sequence[Change]) -> ManaBill:
    """CR 601.2f, 118.7: increases are added, then reductions taken off; generic reductions never below nothing."""
    for by, sign, _ in changes:
        if sign > 0:
            more = bill(by)
            cost.generic += more.generic
            for color, count in more.colored.items():
                cost.colored[color] = cost.colored.get(color, 0) + count
    for by, sign, least in changes:
        if sign < 0:
            less = bill(by)
            for color, count in less.colored.items():
                taken = min(count, cost.colored.get(color, 0))
                cost.colored[color] = cost.colored.get(color, 0) - taken
                cost.generic = max(0, cost.generic - (count - taken))  # 118.7c
            cost.generic = max(0, cost.generic - less.generic)
            if least and cost.total < least:
                cost.generic += least - cost.total
    return cost


@rule("118.13", "107.4e", "107.4f")
def announced(cost: ManaBill, apart: bool = False) -> Iterator[ManaBill]:
    """CR 118.13, 107.4e, 107.4f: how symbols of several ways may be paid is said before the total is known.

    Mana of the colors comes first, then generic mana for {2/W}, then as few times 2 life as will do. Symbols of two colors
    are taken `apart` only where that may change the total.

    >>> [(one.colored, one.generic, one.life) for one in announced(bill("{1}{B/P}{2/W}"))]
    [({'B': 1, 'W': 1}, 1, 0), ({'B': 1}, 3, 0), ({'W': 1}, 1, 2), ({}, 3, 2)]
    """
    options: list[list[tuple[str, ...] | int]] = []
    for parts in cost.hybrid:
        letters = tuple(part for part in parts if not part.isdigit() and part != "P")
        ways: list[tuple[str, ...] | int] = [(letter,) for letter in letters] if apart else [letters]
        options.append(
            [*ways, *(int(part) for part in parts if part.isdigit()), *([0] if "P" in parts else [])]
        )
    for chosen in sorted(product(*options), key=lambda ways: ways.count(0)):
        made = ManaBill(cost.generic, dict(cost.colored))
        for way in chosen:
            if isinstance(way, int):
                made.generic += way
                made.life += 0 if way else 2
            elif len(way) == 1:
                made.colored[way[0]] = made.colored.get(way[0], 0) + 1
            else:
                made.hybrid.append(way)
        yield made


@rule("118.3", "601.2h")
def pay_mana(
    game: Game, player: str, cost: ManaBill, what: str, spell: int | None = None, *,
    changes: Sequence[Change] = (), direct: Direct = lambda total: [],
) -> int:  # fmt: skip
    """CR 118.3, 601.2h: a player can't pay a cost without the resources for it. Gives the amount of mana spent."""
    lacking: list[Reason] = []
    having: Sources | None = None
    for total in announced(cost, any(sign < 0 and bill(by).colored for by, sign, _ in changes)):
        adjust(total, changes)
        reasons = direct(total)
        if game.mana == "unlimited":
            _because(game, reasons)
            return _assumed(game, player, total)
        having = having or sources(game, player, spell)
        if total.life > game.players[player].life:
            lacking.append(Reason("119.4", {"player": player}, "no"))
            continue
        chosen = assign(_wants(total), total.generic, having.found)
        if chosen is not None:
            _because(game, reasons)
            return _spend(game, player, total, chosen, what)
        lacking += [Reason("118.3", {"player": player, "card": what, "n": total.total}, "no"), *reasons]
        if spell is not None:
            lacking.append(Reason("601.2h", {"card": what}, "no"))
    assert having is not None
    if having.unknown:
        raise having.unknown[0]
    helps = dict.fromkeys(way.instead for one in having.found for way in one.ways if way.instead)
    more = (Reason(number, {"card": what, "player": player}, "no") for number in helps)
    raise Illegal(*lacking[:1], *more, *lacking[1:])


def _because(game: Game, reasons: list[Reason]) -> None:
    if game.cause is not None:
        game.records[game.cause].reasons += reasons


def _assumed(game: Game, player: str, cost: ManaBill) -> int:
    if cost.total:
        game.assumptions["unlimited"] = UNLIMITED
        if any(game.players[player].mana.values()):
            game.facts.setdefault(POOL_UNKNOWN, set()).add(player)
    return cost.total


def _spend(game: Game, player: str, cost: ManaBill, chosen: list[Payment], what: str) -> int:
    """Make the mana, spend it, and pay the life."""
    spent = cost.total
    for payment in chosen:
        if payment.way.instead:
            spent -= 1
            _instead(game, player, payment, what)
        elif payment.way.ability is not None:
            use(game, player, payment.way.ability, payment.letters)
    for payment in chosen:
        if not payment.way.instead:
            spend(game, player, payment.spent)
    if cost.life:
        happen(
            game,
            Event("lose_life", player=player, amount=cost.life).why("107.4f", player=player, n=cost.life),
        )
    return spent


def _instead(game: Game, player: str, payment: Payment, what: str) -> None:
    """Tap or exile what pays without being mana."""
    number, thing = payment.way.instead, payment.thing
    if game.cause is not None and all(reason.rule != number for reason in game.records[game.cause].reasons):
        game.records[game.cause].reasons.append(Reason(number, {"card": what, "player": player}))
    if number == "702.66a":
        happen(game, Event("move", thing, data=having(TO("exile"), WHY("cost"))).why("702.66a"))
    else:
        happen(game, Event("tap", thing).why(number))


def _wants(cost: ManaBill) -> list[frozenset[str]]:
    """The letters of which one pays each symbol that isn't generic."""
    colored = [frozenset({color}) for color, count in cost.colored.items() for _ in range(count)]
    return [*colored, *map(frozenset, cost.hybrid)]
