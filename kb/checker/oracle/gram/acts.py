"""What a player does: verb phrases. Each is read as a function from the player to the instruction, so that
"draw a card", "target player draws a card" and "each player may draw a card" are one entry."""

from __future__ import annotations

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    Act,
    AddMana,
    Amount,
    ChangeSpeed,
    ChooseOne,
    ChooseValue,
    CreateCopy,
    CreateEmblem,
    CreateToken,
    Effect,
    ExtraTurn,
    FlipCoin,
    Move,
    Number,
    Ref,
    RollDie,
    Skip,
    This,
    Times,
)
from kb.checker.oracle.gram.acts_cards import CARDS, LIFE
from kb.checker.oracle.gram.acts_objects import COUNTERS, OBJECTS
from kb.checker.oracle.gram.doing import Doing, acting, acting_by, acting_on, multiplied, several
from kb.checker.oracle.gram.planar import PLANAR_ACTS
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.raw import Pronoun, Sequence


def _mana(options: tuple[str, ...], count: Amount = ONE, only: str = "") -> Doing:
    return lambda who: AddMana(who, options, count, only)


def _back(ref: Ref, who: Ref, *, face_down: bool = False) -> Effect:
    return Move(ref, "battlefield", who, "graveyard", face_down=face_down)


TOKENS = [
    P("create <count> <token>", lambda n, t: lambda who: CreateToken(who, n, t[0], **t[1])),
    P(
        "create <count> <token> for each <per>",
        lambda n, t, per: multiplied(lambda who, m: CreateToken(who, m, t[0], **t[1]), n, per),
    ),
    P(
        "create a number of <token> equal to <amountof>",
        lambda t, n: lambda who: CreateToken(who, n, t[0], **t[1]),
    ),
    P("create <namedtoken>", lambda t: lambda who: CreateToken(who, ONE, t[0], **t[1])),
    P(
        "create <count> <token> and <count> <token>",
        lambda n, t, m, u: (
            lambda who: Sequence((CreateToken(who, n, t[0], **t[1]), CreateToken(who, m, u[0], **u[1])))
        ),
    ),
    P(
        "create <count> <token> , <count> <token> , and <count> <token>",
        lambda n, t, m, u, k, v: (
            lambda who: Sequence(
                (
                    CreateToken(who, n, t[0], **t[1]),
                    CreateToken(who, m, u[0], **u[1]),
                    CreateToken(who, k, v[0], **v[1]),
                )
            )
        ),
    ),
    P(
        "create <count> [$(tapped)] token (that's a copy|that be copy) of <np>",
        lambda n, t, ref: lambda who: CreateCopy(who, n, ref, tapped=bool(t)),
    ),
    P(
        "create <count> [$(tapped)] token (that's a copy|that be copy) of <np> , except <copychanges>",
        lambda n, t, ref, c: lambda who: CreateCopy(who, n, ref, c, tapped=bool(t)),
    ),
    P(
        "create <count> token (that's a copy|that be copy) of <np> (that's|that be) tapped and attacking",
        lambda n, ref: lambda who: CreateCopy(who, n, ref, tapped=True, attacking=True),
    ),
    P(
        "create <count> tapped and attacking token (that's a copy|that be copy) of <np>",
        lambda n, ref: lambda who: CreateCopy(who, n, ref, tapped=True, attacking=True),
    ),
    P("investigate", acting("investigate")),
    P("investigate (twice)", lambda: lambda who: Act("investigate", who, None, Number(2))),
    P("investigate <number> time", acting_by("investigate")),
    P("populate", acting("populate")),
    P("amass <number>", lambda n: lambda who: Act("amass", who, None, n, "zombie")),
    P("amass <core> <number>", lambda f, n: lambda who: Act("amass", who, None, n, f.where[0].name)),
    P("incubate <number>", acting_by("incubate")),
]

MANA = [
    P("add <symbols>", lambda s: _mana((s,))),
    P("add <symbols> or <symbols>", lambda a, b: _mana((a, b))),
    P("add <symbols> , <symbols> , or <symbols>", lambda *s: _mana(s)),
    P("add <symbols> , <symbols> , <symbols> , <symbols> , or <symbols>", lambda *s: _mana(s)),
    P("add <count> mana of any color", lambda n: _mana(("any",)) if n == ONE else REJECT),
    P("add <count> mana of any one color", lambda n: _mana(("one color",), n)),
    P("add <count> mana in any combination of color", lambda n: _mana(("combination",), n)),
    P(
        "add <count> mana in any combination of <symbols> and/or <symbols>",
        lambda n, a, b: _mana((f"combination {a}{b}",), n),
    ),
    P("add <symbols> for each <per>", lambda s, n: _mana((s,), n)),
    P("add a amount of <symbol> equal to <amountof>", lambda s, n: _mana((s,), n)),
    P("add <count> mana of the chosen color", lambda n: _mana(("chosen",), n)),
    P("add one mana of any color in your commander 's color identity", lambda: _mana(("commander",))),
    P("add one mana of any color that a land you control could produce", lambda: _mana(("land",))),
    P(
        "add one mana of any color that a land a opponent control could produce",
        lambda: _mana(("opponent land",)),
    ),
    P(
        "add (one|a additional one) mana of any type that (land|permanent) produced",
        lambda: _mana(("that type",)),
    ),
    P("add a additional one mana of any color", lambda: _mana(("any",))),
    P("add a additional one mana of the chosen color", lambda: _mana(("chosen",))),
    P("add a additional <symbols>", lambda s: _mana((s,))),
    P("add <count> additional mana of any color", lambda n: _mana(("any",)) if n == ONE else REJECT),
]

OTHERS = [
    P(
        "return <np> from your graveyard to the battlefield face up or face down",
        lambda ref: lambda who: ChooseOne(who, ((_back(ref, who),), (_back(ref, who, face_down=True),))),
    ),
    P("proliferate", acting("proliferate")),
    P("explore", acting("explore")),
    P("learn", acting("learn")),
    P("venture into the dungeon", acting("venture")),
    P("venture into undercity", acting("venture into undercity")),
    P("take the initiative", acting("take initiative")),
    P("become the monarch", acting("become monarch")),
    P("open a attraction", acting("open attraction")),
    P("open <number> attraction", acting_by("open attraction")),
    P("roll to visit your attraction", acting("roll to visit")),
    P("claim the prize", acting("claim prize")),
    P("planeswalk", acting("planeswalk")),
    P("roll the planar die", acting("roll planar die")),
    P("roll a (six-sided die|d6)", lambda: lambda who: RollDie(6, who=who)),
    P("roll a d20", lambda: lambda who: RollDie(20, who=who)),
    P("roll a d4", lambda: lambda who: RollDie(4, who=who)),
    P("roll a $(d8|d10|d12)", lambda d: lambda who: RollDie(int(d[1:]), who=who)),
    P("roll two d6", lambda: lambda who: RollDie(6, Number(2), who=who)),
    P("flip a coin", lambda: lambda who: FlipCoin(who)),
    P("win the game", acting("win the game")),
    P("lose the game", acting("lose the game")),
    P("end the turn", acting("end the turn")),
    P("take a extra turn after this one", lambda: lambda who: ExtraTurn(who)),
    P("take <number> extra turn after this one", lambda n: lambda who: ExtraTurn(who, "turn", n)),
    P(
        "skip (your|their|his or her) next $(turn|combat phase|draw step|untap step|upkeep)",
        lambda s: lambda who: Skip(who, s),
    ),
    P("goad <np>", acting_on("goad")),
    P("detain <np>", acting_on("detain")),
    P("transform <np>", acting_on("transform")),
    P("convert <np>", acting_on("convert")),
    P("manifest <np>", acting_on("manifest")),
    P("manifest dread", acting("manifest dread")),
    P("cloak <np>", acting_on("cloak")),
    P("suspect <np>", acting_on("suspect")),
    P("exert <np>", acting_on("exert")),
    P("behold <np>", acting_on("behold")),
    P("turn <np> face $(up|down)", lambda ref, w: lambda who: Act(f"turn face {w}", who, ref)),
    P("remove <np> from combat", acting_on("remove from combat")),
    P("monstrosity <number>", lambda n: lambda who: Act("monstrosity", who, This(), n)),
    P("adapt <number>", lambda n: lambda who: Act("adapt", who, This(), n)),
    P("bolster <number>", acting_by("bolster")),
    P("support <number>", acting_by("support")),
    P("discover <number>", acting_by("discover")),
    P("endure <number>", lambda n: lambda who: Act("endure", who, Pronoun("it"), n)),
    P("collect evidence <number>", acting_by("collect evidence")),
    P("forage", acting("forage")),
    P("clash with a opponent", acting("clash")),
    P("time travel", acting("time travel")),
    P("increase your speed by <number>", lambda n: lambda who: ChangeSpeed(who, n)),
    P("reduce <poss> speed by <number>", lambda w, n: lambda _who: ChangeSpeed(w, Times(-1, n))),
    P(
        "choose a $(color|creature type|card type|basic land type|land type|player|opponent|number|nonland card name|card name|creature card name|land card name)",
        lambda w: lambda who: ChooseValue(w, who),
    ),
    P("name a $(card|nonland card|creature card)", lambda w: lambda who: ChooseValue(f"{w} name", who)),
    P("choose <np>", lambda ref: lambda who: ChooseValue("objects", who, ref)),
    P(
        "exchange control of <np> and <np>",
        lambda a, b: lambda who: Act("exchange control", who, several(a, b)),
    ),
    P("exchange control of <np>", lambda a: lambda who: Act("exchange control", who, a)),
    P("exchange life total [with <player>]", lambda p: lambda who: Act("exchange life", who, p)),
    P("start your engines", acting("start engines")),
    P("get a emblem with <abilities>", lambda items: lambda who: CreateEmblem(who, items)),
    P("choose <player>", lambda p: (lambda who: ChooseValue("player", who, p)) if p != YOU else REJECT),
    P("planeswalk to <name>", lambda n: lambda who: Act("planeswalk", who, word=n)),
    P("earthbend <number>", acting_by("earthbend")),
    P("airbend <np>", acting_on("airbend")),
    P("firebend <number>", acting_by("firebend")),
    P(
        "add one mana of any type that a land you control could produce",
        lambda: lambda who: AddMana(who, ("land type",)),
    ),
    P("add <number> <symbol>", lambda n, s: lambda who: AddMana(who, (s,), n)),
    P("add <symbols> or one mana of the chosen color", lambda s: lambda who: AddMana(who, (s, "chosen"))),
    P(
        "add <count> mana in any combination of <symbols> , <symbols> , and/or <symbols>",
        lambda n, a, b, c: lambda who: AddMana(who, (f"combination {a}{b}{c}",), n),
    ),
    P("put a sticker on <np>", acting_on("sticker")),
]

ACT_TABLES = [*PLANAR_ACTS, *LIFE, *CARDS, *OBJECTS, *COUNTERS, *TOKENS, *MANA, *OTHERS]

# Several things one player does: "draw two cards, then discard a card".
ACTS = [
    P("<act>", lambda a: a),
    P("<act> or <act>", lambda a, b: lambda who: ChooseOne(who, ((a(who),), (b(who),)))),
    P("<act> <join> <acts>", lambda a, _j, b: lambda who: Sequence((a(who), b(who)))),
]

JOIN = [P("(, then|and|, and|then|, then you|, and you|,|and then)", lambda: "")]
