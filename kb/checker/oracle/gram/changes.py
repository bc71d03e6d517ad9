"""What continuous effects do to objects: +1/+1, abilities, types, colors."""

from __future__ import annotations

from typing import Any

from kb.checker.oracle.ast import (
    Ability,
    AddAbility,
    AddPT,
    AddTypes,
    AllSubtypes,
    Amount,
    CantHave,
    Change,
    ChosenType,
    HasThisAbility,
    KeepColor,
    Keyword,
    LoseAbility,
    Number,
    RemoveTypes,
    SetColors,
    SetName,
    SetPT,
    SetTypes,
    Status,
    Times,
    X,
)
from kb.checker.oracle.grammar import REJECT, P, Parser, Reading
from kb.checker.oracle.words import CARD_TYPES, COLORS, SUBTYPES, SUPERTYPES


def _signed(text: str) -> Amount:
    sign = -1 if text[0] in "-−" else 1
    if text[1:] == "X":
        return X() if sign > 0 else Times(-1, X())
    return Number(sign * int(text[1:]))


def pt_change(parser: Parser, position: int) -> list[Reading]:
    """+1/+1."""
    if position >= parser.size or parser.tokens[position].kind != "change":
        return []
    try:
        power, toughness = map(_signed, parser.tokens[position].text.split("/"))
    except ValueError:
        return []
    return [(position + 1, AddPT(power, toughness))]


def pt_value(parser: Parser, position: int) -> list[Reading]:
    """2/2, X/X."""
    if position >= parser.size or parser.tokens[position].kind != "pt":
        return []
    halves = parser.tokens[position].text.split("/")
    if not all(half.isdigit() or half == "X" for half in halves):
        return []
    power, toughness = (X() if half == "X" else Number(int(half)) for half in halves)
    return [(position + 1, (power, toughness))]


def scaled(change: AddPT, per: Amount) -> Any:
    """+1/+1 for each: the change times an amount."""

    def scale(amount: Amount) -> Any:
        if amount == Number(0):
            return amount
        if isinstance(amount, Number):
            return per if amount.value == 1 else Times(amount.value, per)
        return REJECT

    power, toughness = scale(change.power), scale(change.toughness)
    return REJECT if REJECT in (power, toughness) else AddPT(power, toughness)


def type_words(parser: Parser, position: int) -> list[Reading]:
    """A type line in running text: [2/2] [colors] [types]. Gives (pt, colors, types, all creature types)."""
    end = position
    pt: Any = None
    colors: list[str] = []
    types: list[str] = []
    named = ""
    while end < parser.size:
        token = parser.tokens[end]
        base = token.base
        if token.kind == "pt" and pt is None and not types:
            values = pt_value(parser, end)
            if not values:
                return []
            pt = values[0][1]
        elif base in COLORS and not types:
            colors.append(COLORS[base])
        elif base == "and" and colors and not types and parser.base(end + 1) in COLORS:
            pass
        elif base == "time" and parser.base(end + 1) == "lord":
            types.append("time lord")
            end += 1
        elif base in CARD_TYPES or base in SUPERTYPES or base == "legendary":
            types.append(base)
        elif (base in SUBTYPES or token.low in SUBTYPES) and token.text[0].isupper():
            types.append(base if base in SUBTYPES else token.low)
        elif base == "and" and types and end + 1 < parser.size and _is_type(parser, end + 1):
            pass
        else:
            break
        end += 1
    if not types and not colors:
        return []
    return [(end, (pt, tuple(colors), tuple(types), named))]


def _is_type(parser: Parser, position: int) -> bool:
    token = parser.tokens[position]
    return (token.base in SUBTYPES and token.text[0].isupper()) or token.base in CARD_TYPES


def _becoming(line: Any, add: bool, *more: Any) -> Any:
    pt, colors, types, _ = line
    changes: list[Change] = []
    if colors:
        real = tuple(color for color in colors if color != "colorless")
        if any(len(color) > 1 for color in real):
            return REJECT
        changes.append(SetColors(real, add))
    if types:
        changes.append(AddTypes(types) if add else SetTypes(types))
    if pt is not None:
        changes.append(SetPT(*pt))
    for extra in more:
        changes += extra
    return tuple(changes)


def _abilities(items: tuple[Ability, ...]) -> tuple[Change, ...]:
    return tuple(AddAbility(item) for item in items)


_ALSO = "(in addition to (its|their) other (type|color and type|creature type|land type|color|card type))"

CHANGES = [
    P("<change>", lambda c: c),
    P("<change> (and|,|, and) <changes>", lambda a, b: losses_first(a + b)),
    P("<change> (and|,|, and) <becomes>", lambda a, b: losses_first(a + b)),
]


def _barred(names: tuple[str, ...]) -> tuple[Change, ...]:
    return tuple(CantHave(name) for name in names)


def losses_first(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """ "Has flying and loses all other abilities": what is lost is lost before anything is gained."""
    return tuple(sorted(changes, key=lambda change: change != LoseAbility()))


CHANGE = [
    P("[also] get <ptchange>", lambda c: (c,)),
    P("get a additional <ptchange>", lambda c: (c,)),
    P("get <ptchange> for each <per>", lambda c, per: _wrap(scaled(c, per))),
    P("get a additional <ptchange> for each <per>", lambda c, per: _wrap(scaled(c, per))),
    P("(gain|have) <abilities>", lambda items: _abilities(items)),
    P(
        "lose <keywordlist> and can't have or gain <keywordlist>",
        lambda a, b: _barred(b) if a == b else REJECT,
    ),
    P("can't have or gain <keywordlist>", lambda names: _barred(names)),
    P("lose <keywordlist>", lambda names: tuple(LoseAbility(name) for name in names)),
    P("lose all [other] abilities", lambda: (LoseAbility(),)),
    P("lose all ability except mana ability", lambda: (LoseAbility(but="mana"),)),
    P("have base power and [base] toughness <pt>", lambda pt: (SetPT(*pt),)),
    P("have base power <number>", lambda n: (SetPT(n, None),)),
    P("have base toughness <number>", lambda n: (SetPT(None, n),)),
    P("have base power and base toughness each equal to <amountof>", lambda n: (SetPT(n, n),)),
    P("have base power and toughness each equal to <amountof>", lambda n: (SetPT(n, n),)),
    P("have base power equal to <amountof>", lambda n: (SetPT(n, None),)),
    P(
        "lose all other (card type and ability|ability|ability , card type , and creature type|creature type and ability)",
        lambda: (LoseAbility(),),
    ),
    P("gain all creature type", lambda: (AllSubtypes(),)),
    P(
        "gain protection from <qualities>",
        lambda q: (AddAbility(Keyword("protection", quality=q, text="protection")),),
    ),
    P(
        "gain protection from the color of your choice",
        lambda: (
            AddAbility(Keyword("protection", quality=Status("color of your choice"), text="protection")),
        ),
    ),
]


def _wrap(change: Any) -> Any:
    return REJECT if change is REJECT else (change,)


KEYWORD_LIST = [
    P("<keyword>", lambda name: (name,)),
    P("<keyword> (and|,|, and|or|, or) <keywordlist>", lambda a, b: (a, *b)),
]

ABILITIES = [
    P("<ability>", lambda item: (item,)),
    P("<ability> (and|,|, and) <abilities>", lambda a, b: (a, *b)),
]

BECOMES = [
    P("(become|be) [a] <typeline>", lambda line: _becoming(line, False)),
    P(f"(become|be) [a] <typeline> {_ALSO}", lambda line, *_: _becoming(line, True)),
    P("(become|be) [a] <typeline> with <abilities>", lambda line, a: _becoming(line, False, _abilities(a))),
    P(
        f"(become|be) [a] <typeline> with <abilities> {_ALSO}",
        lambda line, a, *_: _becoming(line, True, _abilities(a)),
    ),
    P(
        "(become|be) [a] <typeline> with all creature type",
        lambda line: _becoming(line, False, (AllSubtypes(),)),
    ),
    P(
        "(become|be) [a] <typeline> with base power and toughness <pt>",
        lambda line, pt: _becoming(line, False, (SetPT(*pt),)),
    ),
    P(
        "(become|be) [a] <typeline> with base power and toughness <pt> and <abilities>",
        lambda line, pt, a: _becoming(line, False, (SetPT(*pt),), _abilities(a)),
    ),
    P(
        "(become|be) [a] <typeline> with base power and toughness <pt> and <changes>",
        lambda line, pt, c: _becoming(line, False, (SetPT(*pt),), c),
    ),
    P(
        f"(become|be) [a] <typeline> with base power and toughness <pt> {_ALSO}",
        lambda line, pt: _becoming(line, True, (SetPT(*pt),)),
    ),
    P(
        "(become|be) [a] <typeline> with base power and base toughness each equal to <amountof>",
        lambda line, n: _becoming(line, False, (SetPT(n, n),)),
    ),
    P(
        f"(become|be) [a] <typeline> {_ALSO} with base power and toughness <pt>",
        lambda line, pt: _becoming(line, True, (SetPT(*pt),)),
    ),
    P(f"(become|be) [a] <typeline> {_ALSO} and have <basept>", lambda line, c: _becoming(line, True, (c,))),
    P(f"(become|be) [a] <typeline> {_ALSO} and <changes>", lambda line, c: _becoming(line, True, c)),
    P("(become|be) [a] <typeline> and <changes>", lambda line, c: _becoming(line, False, c)),
    P("(become|be) all color", lambda: (SetColors(("all",)),)),
    P("(become|be) the color of your choice", lambda: (SetColors(("choice",)),)),
    P("(become|be) the chosen color", lambda: (SetColors(("chosen",)),)),
    P("(become|be) the chosen $(type|creature type)", lambda _w: (ChosenType("creature type", add=False),)),
    P(f"(become|be) the chosen $(type|creature type) {_ALSO}", lambda _w: (ChosenType("creature type"),)),
    P("(become|be) every creature type", lambda: (AllSubtypes(),)),
    P(f"(become|be) every basic land type {_ALSO}", lambda: (AllSubtypes("basic land"),)),
    P(
        "isn't [a] <typeline>",
        lambda line: (RemoveTypes(line[2]),) if line[2] and not line[1] and line[0] is None else REJECT,
    ),
    P("isn't legendary", lambda: (RemoveTypes(("legendary",)),)),
    P(
        "(become|be) [a] <typeline> that's still [a] <typeline>",
        lambda line, more: _becoming(line, True) if more[2] and not more[1] else REJECT,
    ),
    P(
        "(become|be) [a] <typeline> with <abilities> that's still [a] <typeline>",
        lambda line, a, _more: _becoming(line, True, _abilities(a)),
    ),
    P(
        "(become|be) [a] <typeline> with power and toughness each equal to <amountof>",
        lambda line, n: _becoming(line, False, (SetPT(n, n),)),
    ),
    P(
        "(become|be) [a] <typeline> with <abilities> and <changes>",
        lambda line, a, c: _becoming(line, False, _abilities(a), c),
    ),
]

BASE_PT = [
    P("base power and toughness <pt>", lambda pt: SetPT(*pt)),
    P("base power and base toughness each equal to <amountof>", lambda n: SetPT(n, n)),
]

BECOMES2 = [P("become a copy of", lambda: "copy")]

# "except it has haste and isn't legendary".
COPY_CHANGES = [
    P("<copychange>", lambda c: c),
    P("<copychange> (and|, and|,) <copychanges>", lambda a, b: a + b),
]

COPY_CHANGE = [
    P("(it|the token|the copy|they|that token|he|she|~) <changes>", lambda c: c),
    P("(it's|it be|the token be|the token|they're|it) <isa>", lambda c: c),
    P("<changes>", lambda c: c),
    P("(it|the token|~|that token|the copy) isn't legendary", lambda: (RemoveTypes(("legendary",)),)),
    P("(it's|they're) not legendary", lambda: (RemoveTypes(("legendary",)),)),
    P("isn't legendary", lambda: (RemoveTypes(("legendary",)),)),
    P("its name be <name>", lambda n: (SetName(n if n != "~" else "~"),)),
    P("~ have <abilities>", lambda items: _abilities(items)),
    P("(it has|it have|the token has|the token have) this ability", lambda: (HasThisAbility(),)),
    P("it don't copy that creature 's color", lambda: (KeepColor(),)),
    P(
        "(it|the token) isn't legendary if (that creature|equipped creature|the spell|that permanent|it) be legendary",
        lambda: (RemoveTypes(("legendary",)),),
    ),
]

IS_A = [
    P(f"[a] <typeline> {_ALSO}", lambda line: _becoming(line, True)),
    P(
        "[a] <typeline>",
        lambda line: _becoming(line, False) if line[0] is not None and not line[2] else REJECT,
    ),
    P("<pt>", lambda pt: (SetPT(*pt),)),
]
