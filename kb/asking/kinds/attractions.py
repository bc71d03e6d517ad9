"""Attractions: where they go, who rolls for them, what a named one does on a number, opening from an empty deck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kb.asking.asked import Asked, Card, within
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene

_AWAY: Final = (
    ("destroy", "destroy", "is destroyed", "破壊された"),
    ("sacrifice", "sacrifice", "is sacrificed", "生け贄に捧げられた"),
    ("bounce", "hand", "is returned to hand", "手札に戻された"),
    ("exile", "exile", "is exiled", "追放された"),
    ("die", "destroy", "is put into the graveyard", "墓地に置かれる"),
    ("removed", "destroy", "is destroyed", "除去された"),
)
_GOALS: Final = (
    ("junkyard", "command", "the junkyard", "廃材置き場"),
    ("graveyard", "graveyard", "the graveyard", "墓地"),
    ("command_zone", "command", "the command zone", "統率領域"),
    ("hand", "hand", "the hand", "手札"),
    ("exile_zone", "exile", "exile", "追放領域"),
    ("library", "library", "the library", "ライブラリー"),
)


@kind("attraction_goes")
def goes(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Where does an Attraction go that leaves the battlefield?"""
    named = next((card for card in asked.cards if "Attraction" in card.types), None)
    if not asked.has("attraction") and named is None:
        return
    away = next((one for one in _AWAY if asked.has(one[0])), None)
    marks = {f"card{at}" for at in range(len(asked.cards))}
    others = [card for card in asked.cards if card is not named]
    copied = asked.has("become_copy", "copy")
    if away is None or len(others) > 1 or (others and not copied) or asked.has("take"):
        return
    if others and _copies_attraction(asked):
        return
    if not within(
        asked,
        marks,
        "attraction destroy sacrifice bounce exile die removed go_to start_at junkyard graveyard command_zone hand library exile_zone where what_happens become_copy copy then artifact opp when leave put enter owner_graveyard own",
    ):
        return
    goal = next((one for one in _GOALS if asked.has(one[0])), None)
    if asked.has("where"):
        goal = None
    if goal is None and asked.seq.split().count("bounce") > 1:
        goal = _GOALS[3]
    if goal is None and not asked.has("where", "what_happens"):
        return
    name = named.name if named else "Test Attraction"
    scene = Scene("attraction-goes").known(*asked.cards).has("A", "battlefield", name)
    event: dict[str, Any] = (
        {"put": {"card": name, "to": "hand", "player": "A"}} if away[1] == "hand" else {away[1]: name}
    )
    scene.do("1.begin_combat", "A", event=event).check("1.end", zone=name)
    also = [step("717.6"), step("717.6a")] if away[0] != "exile" else [step("717.6")]
    thing = Both(name if named else "an Attraction", named.ja if named else "アトラクション")
    copy = (
        Both(" after it became a copy of something else", "（ほかのもののコピーになった後で）")
        if copied
        else Both("", "")
    )
    cases: tuple[Case, ...] = (
        Case(scene.document, yes=goal[1] if goal else "command" if away[0] != "exile" else None),
    )
    if copied or goal is None or away[0] == "exile":
        cases = ()
    yield Reading(
        "attraction_goes",
        Both(
            f"{thing.en[0].upper()}{thing.en[1:]} {away[2]}{copy.en}. " + (f"Does it go to {goal[2]}?" if goal else "Where does it go?"),
            f"{thing.ja}が{away[3]}{copy.ja}。" + (f"{goal[3]}に置かれるか。" if goal else "どこに置かれるか。"),
        ),
        cases,
        Both(f"Yes, it goes to {goal[2]}.", f"はい。{goal[3]}に置かれます。") if goal else Both("To the command zone, into the junkyard." if away[0] != "exile" else "It goes to {value}.", "統率領域（廃材置き場）に置かれます。" if away[0] != "exile" else "{value}領域に置かれます。"),
        Both(f"No, it doesn't go to {goal[2]}." + (" It goes to the command zone instead, into the junkyard." if away[0] != "exile" else ""),
             f"いいえ。{goal[3]}には置かれません。" + ("代わりに統率領域（廃材置き場）に置かれます。" if away[0] != "exile" else "")) if goal else Both("", ""),
        also=tuple(also),
        weight=5,
        **_general(goal, away[0]),
    )  # fmt: skip


def _copies_attraction(asked: Asked) -> bool:
    """Whether it is the other card that becomes a copy of an Attraction."""
    seq = asked.seq.split()
    at = next(i for i, name in enumerate(seq) if name in ("become_copy", "copy"))
    beside = seq[at + 1 : at + 2] if asked.meaning.lang == "en" else seq[max(0, at - 1) : at]
    return beside == ["attraction"]


def _general(goal: tuple[str, str, str, str] | None, away: str) -> dict[str, Any]:
    """The rule's own answer: what counts is the card's back, whatever it is a copy of."""
    if goal is None and away != "exile":
        return {"declared": "value", "value": "command"}
    if goal is None:
        return {"declared": "value", "value": "exile"}
    if away == "exile":
        return {"declared": "yes" if goal[1] == "exile" else "no"}
    if goal[1] == "command":
        return {"declared": "yes"}
    return {"declared": "no"}


@kind("attraction_roller")
def roller(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Who rolls to visit an Attraction that changed hands?"""
    if not (asked.has("attraction") and asked.has("take", "control") and asked.has("roll", "visit")):
        return
    if asked.cards or not within(
        asked, "attraction take control roll visit die_noun opp player own who each_turn new"
    ):
        return
    seq = asked.seq.split()
    roll = [i for i, name in enumerate(seq) if name in ("roll",)]
    takes = [i for i, name in enumerate(seq) if name in ("take", "control")]
    if not takes:
        return
    who, taker = _who(asked, seq, roll[-1] if roll else len(seq), takes)
    if asked.has("who"):
        taker, who = "x", "x"
    if taker is None or who is None:
        return
    yes = who == taker
    yield Reading(
        "attraction_roller",
        Both(
            "Does that player roll for an Attraction that another player took over?",
            "奪われたアトラクションの観覧のサイコロを、そのプレイヤーが振るか。",
        ),
        (),
        Both(
            "The player who controls the Attraction rolls.",
            "そのアトラクションをコントロールしているプレイヤーが振ります。",
        )
        if asked.has("who")
        else Both(
            "Yes. The player who controls the Attraction rolls, as their own precombat main phase begins.",
            "はい。アトラクションをコントロールしているプレイヤーが、自分の戦闘前メイン・フェイズの開始時に振ります。",
        )
        if yes
        else Both(
            "No. The player who controls the Attraction now rolls.",
            "いいえ。今そのアトラクションをコントロールしているプレイヤーが振ります。",
        ),
        Both("", ""),
        also=(step("717.4"), step("701.52a")),
        declared="value" if asked.has("who") else "yes" if yes else "no",
        value="controller" if asked.has("who") else None,
        weight=5,
    )


def _who(asked: Asked, seq: list[str], roll: int, takes: list[int]) -> tuple[str | None, str | None]:
    """Who is asked to roll, and who took the Attraction."""
    people = ("i", "opp", "own", "player")
    if asked.meaning.lang == "en":
        said = [name for at, name in enumerate(seq[:roll]) if name in people and seq[at + 1] != "attraction"]
        who = said[-1] if said else None
        taker = next((name for name in reversed(seq[: takes[0]]) if name in people), None)
        if takes[0] < roll and who is None:
            return None, None
        return ("original" if who == "own" else who), taker
    passive = any(
        token.name == "take" and (token.after.startswith(("れ", "ら")) or token.text.endswith("わ"))
        for token in asked.meaning.tokens
    )
    before = next((name for name in reversed(seq[: takes[0]]) if name in ("i", "opp")), None)
    taker = before or ("opp" if passive else "i")
    last = next((i for i in range(roll - 1, -1, -1) if seq[i] in people), None)
    if last is None or last < takes[0]:
        return None, None
    if seq[last] == "player":
        return (taker if last > 0 and seq[last - 1] == "take" and not passive else None), taker
    return ("original" if seq[last] == "own" else seq[last]), taker


@kind("attraction_lights")
def lights(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Is a named Attraction visited on that number? It hangs on the variant where they differ."""
    named = next((card for card in asked.cards if "Attraction" in card.types), None)
    numbers = asked.meaning.numbers
    if named is None or len(asked.cards) != 1 or len(numbers) != 1 or not asked.has("trigger", "visit"):
        return
    if not within(asked, "card0 trigger visit roll num enter die_noun attraction ability light add start_at"):
        return
    number = numbers[0]
    if not named.lights or not 1 <= number <= 6:
        return
    variants = list(dict.fromkeys(named.lights))
    cases = tuple(_lit(named, lit, number, len(variants) > 1) for lit in variants)
    yield Reading(
        "attraction_lights",
        Both(
            f"You control {named.name} and roll a {number} to visit. Does its visit ability trigger?",
            f"{named.ja}をコントロールしていて、観覧のサイコロの出目が{number}だった。観覧能力は誘発するか。",
        ),
        cases,
        Both("Yes: that number is lit up on it.", "はい。その数字が点灯しています。"),
        Both("No: that number isn't lit up on it.", "いいえ。その数字は点灯していません。"),
        also=(step("717.1"), step("702.159a")),
        depends=Both(
            f"It depends on the card: versions of {named.name} have different numbers lit up.",
            f"カードによります。{named.ja}には点灯している数字が異なる版があります。",
        ),
        weight=6,
    )


def _lit(card: Card, lit: tuple[int, ...], number: int, several: bool) -> Case:
    scene = Scene("attraction-lights", dice=[number]).known(card)
    scene.has("A", "battlefield", {"card": card.name, "lights": [*lit]})
    scene.check("1.begin_combat", triggered={"source": card.name, "text": "Visit"})
    shown = ", ".join(map(str, lit))
    return Case(
        scene.document,
        yes="any",
        fact=Both(f"with {shown} lit up", f"{shown}が点灯しているもの") if several else None,
    )


@kind("attraction_empty")
def empty(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does an ability that looks for opening an Attraction trigger when the Attraction deck is empty?"""
    if (
        not asked.has("attraction", "attraction_deck")
        or not asked.has("open")
        or not asked.has("empty", "not")
        or not asked.has("trigger")
    ):
        return
    if not within(
        asked, "attraction attraction_deck open empty not trigger ability when card0 card_word add library"
    ):
        return
    if any("open" not in card.text.lower() for card in asked.cards) or len(asked.cards) > 1:
        return
    name = asked.cards[0].name if asked.cards else "Opener"
    scene = Scene("attraction-empty").known(*asked.cards)
    if not asked.cards:
        scene.card(
            name,
            cost="{2}",
            types="Creature — Human",
            pt="2/2",
            text="Whenever you open an Attraction, you gain 1 life.",
        )
    scene.has("A", "battlefield", name).do(
        "1.precombat_main", "A", event={"open_attraction": {"player": "A", "count": 1}}
    )
    scene.check("1.begin_combat", triggered={"source": name, "text": "open"})
    yield Reading(
        "attraction_empty",
        Both(
            "You are told to open an Attraction while your Attraction deck is empty. Does an ability about opening one trigger?",
            "アトラクション・デッキが空のときにアトラクションを開くよう指示された。アトラクションを開いたときの能力は誘発するか。",
        ),
        (),
        Both(
            "No. No Attraction was put onto the battlefield, so none was opened.",
            "いいえ。アトラクションが戦場に出ていないので、開いたことになりません。",
        ),
        Both("", ""),
        also=(step("701.51c"), step("701.51b")),
        declared="no",
        weight=6,
    )
