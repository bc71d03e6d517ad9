"""Keyword abilities with their costs, numbers and qualities; abilities in quotation marks; tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.checker.oracle.ast import (
    YOU,
    Ability,
    AnyOf,
    ControlledBy,
    Cost,
    DoCost,
    Filter,
    Keyword,
    ManaCost,
    Number,
    Players,
    Predicate,
    RemoveCounters,
    Status,
    TapCost,
    Token,
)
from kb.checker.oracle.gram.doing import cost_of
from kb.checker.oracle.grammar import P, Parser, Reading
from kb.checker.oracle.raw import COST_ELSEWHERE
from kb.checker.oracle.words import COST_KEYWORDS, NUMBER_KEYWORDS, PLAIN_KEYWORDS


def cost_symbols(text: str) -> tuple[Cost, ...]:
    """Symbols as costs: tap symbols apart from mana.

    >>> cost_symbols("{2}{R}{T}")
    (ManaCost(symbols='{2}{R}'), TapCost(untap=False))
    """
    costs: list[Cost] = []
    mana = ""
    for piece in text.replace("}", "} ").split():
        if piece in {"{T}", "{Q}"}:
            if mana:
                costs.append(ManaCost(mana))
                mana = ""
            costs.append(TapCost(piece == "{Q}"))
        elif piece == "{E}":
            return (*costs, *_energy(text))
        else:
            mana += piece
    if mana:
        costs.append(ManaCost(mana))
    return tuple(costs)


def _energy(text: str) -> tuple[Cost, ...]:

    return (DoCost(RemoveCounters(YOU, "energy", Number(text.count("{E}")), YOU)),)


def _act_cost(act: Any) -> Any:
    return cost_of(act(YOU))


COSTS = [
    P("<cost1>", lambda c: c),
    P("<cost1> (,|and|, and) <costs>", lambda a, b: a + b),
]
COST1 = [
    P("<symbols>", cost_symbols),
    P("<act>", _act_cost),
]


def keyword_ability(parser: Parser, position: int) -> list[Reading]:
    """One keyword ability where it stands."""
    readings: list[Reading] = []
    for end, name in parser.readings("keyword", position):
        readings += _parameters(parser, name, end)
    readings += _special(parser, position)
    readings.sort(key=lambda item: -item[0])
    return readings


def _dash(parser: Parser, end: int) -> int:
    return end + 1 if parser.base(end) in {"—", "-"} else end


def _parameters(parser: Parser, name: str, end: int) -> list[Reading]:
    found: list[Reading] = []
    if name == "ward" and parser.base(end) == "—":
        return [(stop, Keyword(name, cost)) for stop, cost in parser.readings("costs", end + 1)]
    if name in COST_KEYWORDS:
        start = _dash(parser, end)
        if start == end:
            for stop, text in parser.readings("symbols", end):
                found.append((stop, Keyword(name, cost_symbols(text))))
        else:
            found += [(stop, Keyword(name, cost)) for stop, cost in parser.readings("costs", start)]
        if name == "equip":
            found += _quality_cost(parser, name, end)
        if name == "kicker":
            found += _kicker(parser, end)
        if name == "ward":
            pass
    if name in NUMBER_KEYWORDS:
        found += [(stop, Keyword(name, amount=amount)) for stop, amount in parser.readings("number", end)]
    if name in {"protection", "hexproof"} and parser.base(end) == "from":
        found += [(stop, Keyword(name, quality=what)) for stop, what in parser.readings("qualities", end + 1)]
    if name == "partner" and parser.base(end) == "with":
        found += [
            (stop, Keyword("partner with", words=text)) for stop, text in parser.readings("name", end + 1)
        ]
    if name in PLAIN_KEYWORDS and name != "protection" and not name.startswith("starting"):
        found.append((end, Keyword(name)))
    return found


def _kicker(parser: Parser, end: int) -> list[Reading]:
    """Kicker {A} and/or {B}."""
    found = []
    for first, one in parser.readings("symbols", end):
        if parser.base(first) == "and/or":
            for stop, two in parser.readings("symbols", first + 1):
                found.append((stop, Keyword("kicker", cost_symbols(one), words="and/or " + two)))
    return found


def _quality_cost(parser: Parser, name: str, end: int) -> list[Reading]:
    """Equip legendary creature {3}."""
    found = []
    for stop, what in parser.readings("desc", end):
        for last, text in parser.readings("symbols", stop):
            found.append((last, Keyword(name, cost_symbols(text), quality=what)))
    return found


def _special(parser: Parser, position: int) -> list[Reading]:
    first, second = parser.base(position), parser.base(position + 1)
    found: list[Reading] = []
    if first == "enchant":
        found += [
            (end, Keyword("enchant", quality=what))
            for end, what in parser.readings("enchantwhat", position + 1)
        ]
    elif first == "affinity" and second == "for":
        found += [
            (end, Keyword("affinity", quality=what)) for end, what in parser.readings("desc", position + 2)
        ]
    elif first in {"suspend", "impending", "reinforce", "awaken"}:
        for end, amount in parser.readings("number", position + 1):
            if parser.base(end) == "—":
                found += [
                    (stop, Keyword(first, cost, amount)) for stop, cost in parser.readings("costs", end + 1)
                ]
    elif first == "splice" and second == "onto":
        words = parser.base(position + 2)
        start = _dash(parser, position + 3)
        if words == "instant":
            start = _dash(parser, position + 5)
        found += [
            (stop, Keyword("splice", cost, words=words)) for stop, cost in parser.readings("costs", start)
        ]
    elif first == "champion" and second == "a":
        found += [
            (end, Keyword("champion", quality=what)) for end, what in parser.readings("desc", position + 2)
        ]
    elif first == "craft" and second == "with":
        for end, what in parser.readings("np", position + 2):
            for stop, text in parser.readings("symbols", end):
                found.append((stop, Keyword("craft", cost_symbols(text), words=repr(what))))
    elif first == "modular" and second == "—":
        found.append((position + 3, Keyword("modular", words="sunburst")))
    elif second.endswith("offering") and position + 1 < parser.size:
        found.append((position + 2, Keyword("offering", words=first)))
    elif second == "landwalk" and first in {"nonbasic", "snow", "legendary", "artifact", "basic"}:
        found.append((position + 2, Keyword("landwalk", words=first)))
    elif first == "choose" and second == "a" and parser.base(position + 2) == "background":
        found.append((position + 3, Keyword("choose a background")))
    elif first == "gift" and second == "a":
        pass
    elif (
        position < parser.size
        and parser.tokens[position].low.endswith("cycling")
        and first not in {"cycling"}
    ):
        found += [
            (stop, Keyword("typecycling", cost_symbols(text), words=parser.tokens[position].low[:-7]))
            for stop, text in parser.readings("symbols", position + 1)
        ]
    return found


def _quality(filter_: Filter) -> Predicate:
    return filter_


QUALITY = [
    P("<colorword>", lambda c: c),
    P("everything", lambda: Filter("any")),
    P("all color", lambda: Status("colored")),
    P("each color", lambda: Status("colored")),
    P("each of your opponent", lambda: Status("opponent")),
    P("the chosen color", lambda: Status("chosen color")),
    P("the chosen player", lambda: ControlledBy(Players("chosen"))),
    P("the color of your choice", lambda: Status("color of your choice")),
    P("<desc>", _quality),
    P("activated and triggered ability", lambda: Filter("ability")),
]
QUALITIES = [
    P("<quality>", lambda q: q),
    P("<quality> and from <qualities>", lambda a, b: AnyOf((a, b))),
    P("<quality> , from <quality> , and from <quality>", lambda *q: AnyOf(q)),
]
ENCHANT_WHAT = [
    P("<desc>", lambda f: f),
    P("player", lambda: Filter("player")),
    P("opponent", lambda: Filter("player", (Status("opponent"),))),
]


def ability_inside(parser: Parser, position: int) -> list[Reading]:
    """An ability in a sentence: a keyword ability or one in quotation marks."""
    if position < parser.size and parser.tokens[position].kind == "quote":
        read = getattr(parser.context, "read_quoted", None)
        if read is None:
            return []
        abilities: Ability | None = read(parser.tokens[position].text[1:-1])
        return [] if abilities is None else [(position + 1, abilities)]
    found = [
        (end, _with_text(parser, position, end, value))
        for end, value in parser.readings("keywordability", position)
    ]
    # "gains flashback": the cost is told in the next sentence, or the sentence is not understood
    ends = {end for end, _ in found}
    found += [
        (end, Keyword(name, words=COST_ELSEWHERE, text=name))
        for end, name in parser.readings("keyword", position)
        if name in COST_KEYWORDS and end not in ends
    ]
    return found


def _with_text(parser: Parser, start: int, end: int, value: Keyword) -> Keyword:

    words = " ".join(token.text for token in parser.tokens[start:end])
    return replace(value, text=words)


PREDEFINED = frozenset(
    [
        "treasure",
        "food",
        "gold",
        "clue",
        "blood",
        "powerstone",
        "shard",
        "walker",
        "incubator",
        "map",
        "junk",
        "lander",
        "mutagen",
    ]
)
_ROLES = frozenset(["cursed", "monster", "royal", "sorcerer", "virtuous", "wicked"])


def token_spec(parser: Parser, position: int) -> list[Reading]:
    """[tapped] 1/1 white Soldier creature token with flying. Gives (Token, keyword arguments of CreateToken)."""
    end = position
    extra: dict[str, Any] = {}
    legendary: tuple[str, ...] = ()
    while parser.base(end) in {"tapped", "and", "attacking"}:
        if parser.base(end) != "and":
            extra[parser.base(end)] = True
        end += 1
    predefined = _predefined(parser, end)
    if predefined is not None:
        stop, token = predefined
        return _token_tail(parser, stop, token, extra)
    if parser.base(end) == "legendary":
        legendary = ("legendary",)
        end += 1
    found: list[Reading] = []
    for stop, (pt, colors, types, _) in parser.readings("typeline", end):
        if parser.base(stop) != "token" or not types:
            continue
        cards = tuple(t for t in types if t in _CARD_TYPES)
        subtypes = tuple(t for t in types if t not in _CARD_TYPES)
        if not cards:
            continue
        token = Token(
            types=legendary + cards,
            subtypes=subtypes,
            colors=tuple(c for c in colors if c != "colorless"),
            power=pt[0] if pt else None,
            toughness=pt[1] if pt else None,
        )
        found += _token_tail(parser, stop + 1, token, extra)
    return found


_CARD_TYPES = frozenset(
    ["artifact", "creature", "enchantment", "land", "planeswalker", "battle", "legendary", "snow", "basic"]
)


def _predefined(parser: Parser, position: int) -> tuple[int, Token] | None:
    base = parser.base(position)
    if base in PREDEFINED and parser.base(position + 1) == "token":
        return position + 2, Token(predefined=base)
    if base in _ROLES and parser.base(position + 1) == "role" and parser.base(position + 2) == "token":
        return position + 3, Token(predefined=f"{base} role")
    if base == "young" and parser.base(position + 1) == "hero" and parser.base(position + 2) == "role":
        return position + 4, Token(predefined="young hero role")
    return None


def _token_tail(parser: Parser, end: int, token: Token, extra: dict[str, Any]) -> list[Reading]:

    found: list[Reading] = [(end, (token, extra))]
    if parser.base(end) == "named":
        for stop, name in parser.readings("name", end + 1):
            found += _token_tail(parser, stop, replace(token, name=name), extra)
    if parser.base(end) == "with" and not token.abilities:
        for stop, items in parser.readings("abilities", end + 1):
            found += _token_tail(parser, stop, replace(token, abilities=items), extra)
    for stop, more in parser.readings("tokenstate", end):
        if not extra.keys() & more.keys():
            found += _token_tail(parser, stop, token, {**extra, **more})
    return found


TOKEN_STATE = [
    P("(that's|that be) tapped and attacking", lambda: {"tapped": True, "attacking": True}),
    P("(that's|that be) attacking", lambda: {"attacking": True}),
    P("(that's|that be) tapped", lambda: {"tapped": True}),
    P("attached to <np>", lambda ref: {"attached_to": ref}),
]


def named_token(parser: Parser, position: int) -> list[Reading]:
    """Tamiyo's Notebook-like: "Marit Lage, a legendary 20/20 black Avatar creature token with flying"."""
    found: list[Reading] = []
    for end, name in parser.readings("name", position):
        if parser.base(end) == "," and parser.base(end + 1) == "a":
            for stop, (token, extra) in parser.readings("token", end + 2):
                if not token.name:
                    found.append((stop, (replace(token, name=name), extra)))
    return found
