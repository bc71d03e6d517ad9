"""CR 106, 605: what mana abilities make: the mana of an `AddMana`, and triggered mana abilities, which resolve at once.

Mana is a tuple of letters; where a choice is open there are several tuples. A unit of a bundle is the set of letters that
it may be, so that "one mana of any color" is one bundle of one unit, "three mana of any one color" five bundles of three.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import product
from typing import Any

from kb.checker.activation_times import note_use
from kb.checker.cards import COLOR_WORDS, COLORS, symbols
from kb.checker.characteristics import AbilityOf, abilities, chars, functions
from kb.checker.choices import Option, choose, peek, take_division
from kb.checker.dispatch import Scope, effects, follow, matched, number, pay, players_of
from kb.checker.event import Event
from kb.checker.event_data import MANA, OF, TEXT, WORDS
from kb.checker.events import happen
from kb.checker.facts import POOL_UNKNOWN
from kb.checker.history import Happened, remember, words_of
from kb.checker.keys import Fact, having
from kb.checker.log import because_of, note, taint
from kb.checker.marks import CHOSEN
from kb.checker.oracle import ast
from kb.checker.oracle.ast import unread
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, NotModelled, battlefield, card_name, known, opponents, touch

MANA_MADE: Fact[list[str]] = Fact("mana_made")
"""The mana that the ability makes, while it does."""
MANA_PLAN: Fact[deque[str] | None] = Fact("mana_plan")
"""Which mana of several it will make, one after the other."""


Unit = frozenset[str]
Bundle = tuple[Unit, ...]
ANY: Unit = frozenset(COLORS)
OF_LANDS = frozenset({"land", "opponent land", "land type"})
"""Words for what one's own or an opponent's lands could produce: a color, or any type."""


def bundles(game: Game, effect: ast.AddMana, scope: Scope) -> list[Bundle]:
    """The mana that an instruction may add, one bundle for each way; raises NotModelled for words that nobody reads."""
    times = number(game, effect.count, scope)
    if len(effect.mana) == 1:
        return _ways(game, effect.mana[0], times, scope)
    if times <= 1:
        return [way for text in effect.mana for way in _ways(game, text, times, scope)]
    each = [_ways(game, text, 1, scope) for text in effect.mana]
    units = frozenset().union(*(way[0] for ways in each for way in ways if len(way) == 1))
    if any(len(way) != 1 for ways in each for way in ways):
        raise NotModelled("several times one of several amounts of mana", card_name(game, scope.source))
    return [(units,) * times]


def _ways(game: Game, text: str, times: int, scope: Scope) -> list[Bundle]:
    if times <= 0:
        return [()]
    if text in ("any", "combination"):
        return [(ANY,) * times]
    if text == "one color":
        return [(ANY,)] if times == 1 else [(frozenset({color}),) * times for color in COLORS]
    if text.startswith("combination "):
        return [(frozenset(symbols(text.removeprefix("combination "))),) * times]
    if text == "chosen":
        color = known(game, scope.source).marks.get(CHOSEN["color"])
        if color is None:
            raise NotModelled("which color was chosen", card_name(game, scope.source))
        return [(frozenset({str(color)}),) * times]
    if text == "that type":
        made = scope.event.data.get(MANA) if scope.event is not None else None
        if not made:
            raise NotModelled("which types of mana it produced", card_name(game, scope.source))
        return [(frozenset(made),) * times]
    if text in OF_LANDS:
        made_by = _of_lands(game, scope, text)
        return [(made_by,) * times] if made_by else [()]
    if "{" in text:
        return [tuple(frozenset({letter}) for letter in symbols(text)) * times]
    raise NotModelled(f"mana of {text!r}", card_name(game, scope.source))


@rule("106.7")
def _of_lands(game: Game, scope: Scope, word: str) -> Unit:
    """CR 106.7: any type (or color) that lands could produce: what their mana abilities say, whether or not they can be activated."""
    players = opponents(game, scope.controller) if word == "opponent land" else [scope.controller]
    found: set[str] = set()
    for obj in battlefield(game):
        what = chars(game, obj.id)
        if "land" not in what.types or what.controller not in players:
            continue
        for ability in abilities(game, obj.id):
            node = ability.node
            if not isinstance(node, ast.Activated) or not node.is_mana:
                continue
            inner = Scope(obj.id, what.controller)
            for part in ast.walk(node.body):
                if isinstance(part, ast.AddMana) and not OF_LANDS & set(part.mana):
                    found |= {letter for way in bundles(game, part, inner) for unit in way for letter in unit}
    return frozenset(found) if word == "land type" else frozenset(found & set(COLORS))


@rule("605.1b")
def is_mana_trigger(node: ast.Ability) -> bool:
    """CR 605.1b: a triggered ability without a target that triggers from tapping for mana and could add mana."""
    if not isinstance(node, ast.Triggered) or node.body.targets or node.body.modes is not None:
        return False
    tapping = any(
        (isinstance(part, ast.Does) and part.verb == "tap for mana")
        or (isinstance(part, ast.Becomes) and part.state == "tapped for mana")
        for part in ast.walk(node.event)
    )
    return tapping and any(isinstance(part, ast.AddMana) for part in ast.walk(node.body))


@rule("605.4a")
def resolve_mana_triggers(game: Game) -> None:
    """CR 605.4a: a triggered mana ability resolves right after the mana ability that triggered it, without the stack."""
    mine = [t for t in game.waiting if isinstance(t.ability, AbilityOf) and is_mana_trigger(t.ability.node)]
    game.waiting = [t for t in game.waiting if not any(t is other for other in mine)]
    for trigger in mine:
        ability = trigger.ability
        slots = {"card": card_name(game, ability.source), "text": ability.text}
        reasons = [Reason("605.4a", slots), Reason("605.1b", slots)]
        card = known(game, ability.source).card
        touches = {f"card:{card}", f"zone:{card}", "stack", f"pool:{trigger.controller}"}
        record = note(game, "resolve", slots, reasons, touches)
        name = chars(game, ability.source).name
        remember(game, "resolved", Happened(card, name, words_of(game, ability)))
        if game.cause is not None:  # what is paid with it stands on the rule too
            game.records[game.cause].reasons.append(Reason("605.4a", slots))
        with because_of(game, record):
            scope = Scope(ability.source, trigger.controller, event=trigger.event)
            try:
                for effect in ability.node.body.effects:
                    follow(game, effect, scope)
            except NotModelled as problem:
                taint(game, problem)


@rule("106.12")
def tapped_for(game: Game, ability: AbilityOf) -> bool:
    """CR 106.12: to tap a permanent for mana is to activate a mana ability of it with {T} in its cost."""
    node = ability.node
    return isinstance(node, ast.Activated) and any(
        isinstance(part, ast.TapCost) and not part.untap for part in node.cost
    )


def with_triggers(
    game: Game, watching: list[AbilityOf], permanent: int, player: str, bundle: Bundle
) -> Iterator[Bundle]:
    """What tapping for that mana brings in all: the bundle and what triggered mana abilities add to it (106.12a)."""
    for definite in product(*bundle) if any(len(unit) > 1 for unit in bundle) and watching else [None]:
        start = bundle if definite is None else tuple(frozenset({letter}) for letter in definite)
        made = tuple(letter for unit in start for letter in unit)
        event = Event("tap_for_mana", permanent, player=player, data=having(MANA(made)))
        totals: list[Bundle] = [start]
        for ability in watching:
            scope = Scope(ability.source, ability.controller, event=event)
            node = ability.node
            assert isinstance(node, ast.Triggered)
            for _ in range(matched(game, node.event, event, scope)):
                if unread(node) or node.condition is not None or node.limits:
                    raise NotModelled(
                        "what this triggered mana ability adds", card_name(game, ability.source), node.text
                    )
                for effect in node.body.effects:
                    if not isinstance(effect, ast.AddMana):
                        raise NotModelled(
                            "what this triggered mana ability adds",
                            card_name(game, ability.source),
                            node.text,
                        )
                    if player in players_of(game, effect.who, scope):
                        totals = [total + way for total in totals for way in bundles(game, effect, scope)]
        yield from totals


def mana_watchers(game: Game, watching: list[AbilityOf]) -> list[AbilityOf]:
    """Triggered mana abilities among those that watch, in the order in which they trigger."""
    return [ability for ability in watching if is_mana_trigger(ability.node) and functions(game, ability)]


def use(game: Game, player: str, ability: AbilityOf, letters: tuple[str, ...]) -> None:
    """Activate a mana ability to pay with it: its cost, the mana that was planned, and what that triggers."""
    node = ability.node
    assert isinstance(node, ast.Activated)
    scope = Scope(ability.source, player)
    for part in node.cost:
        if isinstance(part, ast.TapCost):
            rules = (*((ability.rule,) if ability.rule else ()), "605.1a")
            tapping = Event("tap", ability.source)
            tapping.reasons += [Reason(number) for number in rules]
            happen(game, tapping)
        else:
            pay(game, part, scope, player)
    note_use(game, ability)
    outer = game.facts.get(MANA_PLAN)
    game.facts[MANA_PLAN] = deque(letters)
    try:
        produce(game, player, ability, scope)
    finally:
        game.facts[MANA_PLAN] = outer


def produce(game: Game, player: str, ability: AbilityOf, scope: Scope) -> None:
    """The effect of a mana ability whose cost is paid, then the triggered mana abilities that see it."""
    node = ability.node
    assert isinstance(node, ast.Activated)
    game.facts[MANA_MADE] = []
    for effect in node.body.effects:
        follow(game, effect, scope)
    made = tuple(game.facts.pop(MANA_MADE))
    if tapped_for(game, ability):
        happen(game, Event("tap_for_mana", ability.source, player=player, data=having(MANA(made))))
        resolve_mana_triggers(game)
    data = having(OF(ability.source), WORDS(activation_words(node)), TEXT(node.text))
    happen(game, Event("activate", ability.source, player=player, data=data))


def activation_words(node: ast.Activated) -> list[str]:
    """By which words an event may ask for this kind of ability."""
    words = ["loyalty"] if node.is_loyalty else []
    words += [] if node.is_mana else ["not mana"]
    return words if any(isinstance(part, ast.TapCost) for part in node.cost) else [*words, "without tap"]


@effects(ast.AddMana)
@rule("106.4")
def add_mana(game: Game, effect: ast.AddMana, scope: Scope) -> None:
    """CR 106.4: mana goes to the player's pool; with unlimited mana what nobody asks about is not chosen."""
    for player in players_of(game, effect.who, scope):
        if game.mana == "unlimited" and not _answered(game, player, effect, scope):
            game.facts.setdefault(POOL_UNKNOWN, set()).add(player)
            continue
        for letter in _chosen(game, player, bundles(game, effect, scope)):
            pool = game.players[player].mana
            pool[letter] = pool.get(letter, 0) + 1
            if MANA_MADE in game.facts:
                game.facts[MANA_MADE].append(letter)
        note(
            game,
            "mana",
            {"player": player},
            [Reason("106.4", {"player": player})],
            {f"mana:{player}"},
            shown=False,
        )
    touch(game)


def _answered(game: Game, player: str, effect: ast.AddMana, scope: Scope) -> bool:
    """Whether there is one way to add the mana, or the script says which: with unlimited mana no other choice is opened."""
    try:
        ways = list(bundles(game, effect, scope))
    except NotModelled:
        return False
    letters = {letter for way in ways for unit in way for letter in unit}
    if len(ways) == 1 and all(len(unit) == 1 for unit in ways[0]):
        return True
    names = {name for letter in letters for name in _names((frozenset({letter}),))}
    return isinstance(peek(game), str | dict) and (isinstance(peek(game), dict) or peek(game) in names)


def _chosen(game: Game, player: str, ways: list[Bundle]) -> list[str]:
    """Which of the ways, and which letter of each unit: as planned, else the player's choice."""
    plan: deque[str] | None = game.facts.get(MANA_PLAN)
    if plan is not None:
        for way in ways:
            if len(way) <= len(plan) and all(plan[index] in unit for index, unit in enumerate(way)):
                return [plan.popleft() for _ in way]
    options = [Option(way, _names(way)) for way in ways]
    way = choose(game, player, options, "mana") if options else ()
    if len(way) > 1 and any(len(unit) > 1 for unit in way):
        divided = _divided(game, way)
        if divided is not None:
            return divided
    return [choose(game, player, [Option(letter, _names((frozenset({letter}),))) for letter in sorted(unit, key="WUBRGC".find)], "mana")
            for unit in way]  # fmt: skip


def _divided(game: Game, way: Bundle) -> list[str] | None:
    """A combination that the script gives as a map from color to number."""
    words = {word: letter for letter, word in COLOR_WORDS.items()}

    def letters(division: dict[Any, Any]) -> list[str]:
        return [
            words.get(str(key).casefold(), str(key).strip("{}").upper())
            for key, count in division.items() if isinstance(count, int) for _ in range(count)
        ]  # fmt: skip

    def fits(division: dict[Any, Any]) -> bool:
        given = letters(division)
        return len(given) == len(way) and all(letter in unit for letter, unit in zip(given, way, strict=True))

    found = take_division(game, fits)
    return None if found is None else letters(found)


def _names(way: Bundle) -> tuple[str, ...]:
    """How the script may call a way: its symbols; one color by its letter or word."""
    if any(len(unit) != 1 for unit in way):
        return ()
    letters = [next(iter(unit)) for unit in way]
    names = ["".join(f"{{{letter}}}" for letter in letters)]
    if len(set(letters)) == 1:
        names += [letters[0], COLOR_WORDS.get(letters[0], "colorless")]
    return tuple(names)


def spend(game: Game, player: str, letters: tuple[str, ...]) -> None:
    """Take mana out of the pool."""
    pool = game.players[player].mana
    for letter in letters:
        pool[letter] = pool.get(letter, 0) - 1
        if not pool[letter]:
            del pool[letter]
    touch(game)
