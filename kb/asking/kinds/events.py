"""What named permanents make of an event: does an ability trigger, in which order do replacements apply, how often."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from kb.asking.asked import Asked, Card, side_of, within
from kb.asking.kinds.values import is_permanent
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene

_EVENTS: Final = (
    ("sacrifice", "sacrifice", "is sacrificed", "生け贄に捧げられる"),
    ("exile", "destroy", "dies", "死亡する"),
    ("die", "destroy", "dies", "死亡する"),
    ("destroy", "destroy", "is destroyed", "破壊される"),
    ("bounce", "hand", "is returned to hand", "手札に戻される"),
)
TOKEN: Final = {"types": "Creature — Saproling", "pt": "1/1", "colors": ["green"]}
"""A creature token as a scenario's event makes it."""
_GAINS: Final = "trigger ability add token spirit draw num player enter card_word still make life damage return lose_life one"


@kind("dies_trigger")
def dies_trigger(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does a creature's dies ability trigger when it is destroyed, or exiled instead by another card?"""
    if not 1 <= len(asked.cards) <= 2 or not asked.has("trigger", "add", "enter", "draw", "token"):
        return
    if re.search(
        r"(token|creature) (die|destroy|exile|sacrifice|bounce)|(die|destroy|exile|sacrifice|bounce) (i |opp )?creature",
        asked.seq,
    ):
        return  # something else dies: that is for whoever watches
    diers = [card for card in asked.cards if _own_death(card)]
    if len(diers) != 1:
        return
    dier = diers[0]
    others = [card for card in asked.cards if card is not dier]
    event = next((one for one in _EVENTS if asked.has(one[0])), None)
    marks = {"card0", "card1"}
    if event is None or not within(
        asked,
        marks,
        _GAINS,
        "sacrifice exile die destroy bounce instead graveyard go_to opp put battlefield when have own own replacement_effect",
    ):
        return
    if asked.has("opp") and not others:
        return
    if others and not (
        is_permanent(others[0]) and re.search(r"would (die|be put into [^.]*graveyard)", others[0].text)
    ):
        return
    if event[0] == "exile" and not others:
        scene_event: dict[str, Any] = {"exile": dier.name}
        said = Both("is exiled", "追放される")
    else:
        scene_event = (
            {"put": {"card": dier.name, "to": "hand", "player": "A"}}
            if event[1] == "hand"
            else {event[1]: dier.name}
        )
        said = Both(event[2], event[3])
    scene = Scene("dies-trigger").known(*asked.cards).has("A", "battlefield", dier.name)
    for card in others:
        scene.has(side_of(asked, card) or "B", "battlefield", card.name)
    scene.do("1.begin_combat", "A", event=scene_event).check(triggered={"source": dier.name, "text": "dies"})
    mine = bool(others) and side_of(asked, others[0]) == "A"
    there = Both(
        f" while {'you control' if mine else 'an opponent controls'} {others[0].name}" if others else "",
        f"{'自分' if mine else '対戦相手'}が{others[0].ja}をコントロールしているとき、" if others else "",
    )
    yield Reading(
        "dies_trigger",
        Both(f"{dier.name} {said.en}{there.en}. Does its dies ability trigger?", f"{there.ja}{dier.ja}が{said.ja}。死亡したときの能力は誘発するか。"),
        (Case(scene.document, yes="any"),),
        Both("Yes, the ability triggers.", "はい。能力は誘発します。"),
        Both("No, the ability doesn't trigger: the creature doesn't die.", "いいえ。死亡していないので、能力は誘発しません。"),
        also=(*((step("614.6"), step("603.2g")) if others else ()), step("700.4")),
        weight=6,
    )  # fmt: skip


def _own_death(card: Card) -> bool:
    """Whether it has an ability that looks for its own death."""
    short = card.name.split(",")[0].lower()
    form = (
        rf"when(ever)? (this creature|{re.escape(card.name.lower())}|{re.escape(short)}|it)( or [^.,]*)? dies"
    )
    return "Creature" in card.types and re.search(form, card.text.lower()) is not None


@kind("counter_replacements")
def counter_replacements(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """How many counters, tokens or damage does an event become under one or two named permanents?"""
    cards = asked.cards
    if not 1 <= len(cards) <= 2 or not all(is_permanent(card) for card in cards):
        return
    if not all(re.search(r"would|twice that many|that many plus", card.text) for card in cards):
        return
    if not within(
        asked,
        "control card0 card1 counter counter_thing token num start_at how_many what creature put add enter both make have damage life gain_life lose_life opp player draw card_word double then order_ask create depends two pt by",
    ):
        return
    if any(side_of(asked, card) == "B" for card in cards):
        return
    numbers = asked.meaning.numbers
    built = _replaced_event(asked)
    if built is not None and built[0] == "tokens" and _amount(asked) != 1:
        return
    if built is None or (not numbers and not asked.has("how_many")):
        return
    name, event, check = built
    ask_value = asked.has("how_many")
    wanted = None if ask_value else numbers[-1]
    if not ask_value and len(numbers) < 2 and name != "counters" and not asked.has("double", "two"):
        return
    orders = [cards[0], cards[1]] if len(cards) == 2 else [None]
    cases = []
    for first in orders:
        scene = Scene("replacements").known(*cards).has("A", "battlefield", "Bear")
        for card in cards:
            scene.has("A", "battlefield", card.name)
        entry: dict[str, Any] = {"event": event}
        if first is not None:
            entry["choices"] = [first.name]
        scene.do("1.precombat_main", "A", **entry)
        scene.check("1.begin_combat", **check)
        fact = (
            None
            if first is None
            else Both(f"with {first.name} applied first", f"{first.ja}を先に適用した場合")
        )
        cases.append(Case(scene.document, yes=wanted, fact=fact))
    names = Both(" and ".join(c.name for c in cards), "と".join(c.ja for c in cards))
    count = _amount(asked)
    what = {
        "counters": Both(
            f"{count} {(asked.meaning.values('counter') or ['+1/+1'])[0]} counter{'' if count == 1 else 's'} would be put on your creature",
            f"自分のクリーチャーに{(asked.meaning.values('counter') or ['+1/+1'])[0]}カウンターが{count}個置かれる",
        ),
        "tokens": Both(
            f"{count} token{'' if count == 1 else 's'} would be created", f"トークンが{count}体生成される"
        ),
    }[name]
    yield Reading(
        "replacements",
        Both(f"With {names.en}, {what.en}. " + ("How many are there then?" if ask_value else f"Are there {wanted} then?"), f"{names.ja}があるとき、{what.ja}。" + ("いくつになるか。" if ask_value else f"{wanted}になるか。")),
        tuple(cases),
        Both("{value}." if ask_value else f"Yes, {wanted}.", "{value}です。" if ask_value else f"はい。{wanted}になります。"),
        Both(f"No, not {wanted}.", f"いいえ。{wanted}にはなりません。"),
        also=(step("616.1"),) if len(cards) == 2 else (step("614.1a"),),
        weight=6,
    )  # fmt: skip


def _amount(asked: Asked) -> int:
    numbers = asked.meaning.numbers
    if asked.has("how_many"):
        return numbers[0] if numbers else 1
    return numbers[0] if len(numbers) > 1 else 1


def _replaced_event(asked: Asked) -> tuple[str, dict[str, Any], dict[str, Any]] | None:
    """What would happen, and what to look at afterwards."""
    count = _amount(asked)
    kinds = asked.meaning.values("counter")
    if kinds or asked.has("counter_thing"):
        kind_ = kinds[0] if kinds else "+1/+1"
        counters = {"card": "Bear", "kind": kind_}
        return "counters", {"add_counter": {**counters, "count": count}}, {"counters": counters}
    if asked.has("token"):
        return (
            "tokens",
            {"create_token": {"player": "A", "token": TOKEN}},
            {"count": {"zone": "battlefield", "player": "A", "type": "Saproling"}},
        )
    return None


@kind("room_doubler")
def room_doubler(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does a named permanent make room abilities, mine or an opponent's, trigger again?"""
    if (
        len(asked.cards) != 1
        or not asked.has("room", "dungeon")
        or not asked.has("double", "twice", "again", "add")
    ):
        return
    if not within(
        asked,
        "make card0 room dungeon double twice again opp trigger ability num add also own control have enter",
    ):
        return
    doubler = asked.cards[0]
    if side_of(asked, doubler) == "B":
        return
    if "room" not in doubler.text.lower() or not is_permanent(doubler):
        return
    player = "B" if asked.has("opp") else "A"
    at = "2.upkeep" if player == "B" else "1.upkeep"
    scene = (
        Scene("room-doubler")
        .known(doubler)
        .has("A", "battlefield", doubler.name)
        .has(player, "dungeons", "Other Dungeon")
    )
    scene.do(at, player, event={"venture": player}).check(
        at.replace("upkeep", "precombat_main"), triggered={"source": "Other Dungeon", "text": "Entrance"}
    )
    whose = Both(
        "an opponent's" if player == "B" else "your own", "対戦相手の" if player == "B" else "自分の"
    )
    owned = "dungeons you own" in doubler.text.lower()
    cases = (Case(scene.document, yes=2),)
    yield Reading(
        "room_doubler",
        Both(f"You control {doubler.name}. Do {whose.en} room abilities trigger an additional time?", f"{doubler.ja}をコントロールしている。{whose.ja}部屋能力は追加で誘発するか。"),
        cases if not owned else (),
        Both("Yes, they trigger an additional time.", "はい。追加で誘発します。") if not owned or player == "A" else Both(f"No. {doubler.name} speaks only of dungeons you own.", f"いいえ。{doubler.ja}は、あなたがオーナーであるダンジョンだけを見ます。"),
        Both(f"No, {doubler.name} doesn't do that.", f"いいえ。{doubler.ja}はそうしません。"),
        also=(step("603.2d"),),
        declared=None if not owned else "yes" if player == "A" else "no",
        weight=6,
    )  # fmt: skip


@kind("poison")
def poison(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does a player with so many poison counters lose?"""
    if asked.cards or not asked.has("poison") or not asked.has("game_loss", "lose", "win", "die"):
        return
    if not within(
        asked,
        "poison counter_thing num tenth life game_loss lose win die opp add start_at have still right_away",
    ):
        return
    if asked.has("win") and re.search(r"opp .*poison .*i win", asked.seq) is None:
        return
    numbers = [(t.value, i) for i, t in enumerate(asked.meaning.tokens) if t.name == "num"]
    count = 10 if asked.has("tenth") else None
    life = 20
    lives = next((i for i, t in enumerate(asked.meaning.tokens) if t.name == "life"), None)
    rest = []
    step_ = -1 if asked.meaning.lang == "en" else 1  # "20 life", ライフ20
    for value, i in numbers:
        if lives is not None and i == lives + step_:
            life = int(value)
        else:
            rest.append(int(value))
    if count is None:
        if len(rest) != 1:
            return
        count = rest[0]
    if life <= 0:
        return
    scene = Scene("poison").is_("B", poison=count, life=life).check(result=True)
    yield Reading(
        "poison",
        Both(
            f"A player at {life} life has {count} poison counters. Do they lose the game?",
            f"ライフ{life}点のプレイヤーが毒カウンターを{count}個持っている。ゲームに敗北するか。",
        ),
        (Case(scene.document, yes="not:none"),),
        Both(
            "Yes. The player loses as a state-based action, whatever their life total.",
            "はい。ライフに関係なく、状況起因処理で敗北します。",
        ),
        Both("No. It takes ten poison counters.", "いいえ。敗北するのは10個以上のときです。"),
        also=(step("704.5c"),),
        weight=4,
    )
