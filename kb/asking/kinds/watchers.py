"""A named permanent that watches: does its ability trigger when something else enters, dies, leaves, is cast …"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from kb.asking.asked import Asked, Card, side_of, within
from kb.asking.kinds.events import TOKEN
from kb.asking.kinds.values import is_permanent
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene

_HAPPENS: Final = (
    ("sacrifice", "sacrifice", "is sacrificed", "生け贄に捧げられた", "dies"),
    ("exile", "exile", "is exiled", "追放された", "dies"),
    ("bounce", "hand", "is returned to hand", "手札に戻された", "dies"),
    ("die", "destroy", "dies", "死亡した", "dies"),
    ("destroy", "destroy", "is destroyed", "破壊された", "dies"),
    ("enter", "enter", "enters the battlefield", "戦場に出た", "enters"),
    ("create", "enter", "enters the battlefield", "戦場に出た", "enters"),
)
_MAY_SAY: Final = "trigger ability token creature enter create die destroy exile bounce sacrifice opp own draw add life gain_life lose_life num when under control card_word damage player counter counter_thing still also other_word how_many twice double graveyard again lose"


def watches(card: Card, about: str) -> bool:
    """Whether it has an ability that looks for another creature doing that."""
    form = {
        "dies": r"when(ever)? [^.,]*(dies|die)\b",
        "enters": r"when(ever)? [^.,]*creatures? [^.,]*enters?",
    }[about]
    return re.search(form, card.text, re.IGNORECASE) is not None


@kind("watcher")
def watcher(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does it trigger, how often, when a creature or token of somebody's does that?"""
    if not 1 <= len(asked.cards) <= 2 or not asked.has(
        "trigger", "add", "draw", "life", "gain_life", "lose_life", "counter_thing", "double", "twice"
    ):
        return
    if not asked.has("creature", "token") or not within(asked, _MAY_SAY, {"card0", "card1"}):
        return
    if asked.has("double", "twice"):
        return  # how often hangs on how many there are
    happening = next((one for one in _HAPPENS if asked.has(one[0])), None)
    if happening is None or (happening[1] == "enter" and len(asked.cards) == 2):
        return
    watchers = [card for card in asked.cards if is_permanent(card) and watches(card, happening[4])]
    others = [card for card in asked.cards if card not in watchers]
    if len(watchers) != 1 or others:
        return
    card = watchers[0]
    if side_of(asked, card) == "B":
        return
    token, theirs = asked.has("token"), _theirs(asked)
    if theirs is None:
        return
    owner = "B" if theirs else "A"
    scene = Scene("watcher").known(card).has("A", "battlefield", card.name)
    name = "Saproling Token" if token else "Bear"
    if token:
        scene.do("1.precombat_main", owner, event={"create_token": {"player": owner, "token": TOKEN}})
    elif happening[1] == "enter":
        scene.has(owner, "hand", "Bear").do(
            "1.precombat_main" if owner == "A" else "2.precombat_main", owner, cast="Bear"
        )
    else:
        scene.has(owner, "battlefield", "Bear")
    if happening[1] != "enter":
        event: dict[str, Any] = (
            {"put": {"card": name, "to": "hand", "player": owner}}
            if happening[1] == "hand"
            else {happening[1]: name}
        )
        scene.do("1.begin_combat", owner, event=event)
    scene.check(triggered={"source": card.name, "text": "hen"})
    whose = Both("An opponent's" if theirs else "Your", "対戦相手の" if theirs else "自分の")
    what = Both("token" if token else "creature", "トークン" if token else "クリーチャー")
    rules = {"enters": ("603.6a",), "dies": ("700.4",)}[happening[4]]
    yield Reading(
        "watcher",
        Both(f"You control {card.name}. {whose.en} {what.en} {happening[2]}. Does its ability trigger?", f"{card.ja}をコントロールしている。{whose.ja}{what.ja}が{happening[3]}。能力は誘発するか。"),
        (Case(scene.document, yes="any"),),
        Both("Yes, it triggers.", "はい。誘発します。"),
        Both("No, it doesn't trigger.", "いいえ。誘発しません。"),
        also=tuple(map(step, rules)),
        weight=5,
    )  # fmt: skip


def _theirs(asked: Asked) -> bool | None:
    """Whether the creature is the opponent's; None where the words don't make it sure."""
    if not asked.has("opp"):
        return False
    seq = asked.seq.split()
    things = [at for at, name in enumerate(seq) if name in ("creature", "token")]
    if "opp control" in asked.seq and seq.index("opp") > things[-1]:
        return True
    owner = next((name for name in reversed(seq[: things[-1]]) if name in ("i", "opp")), None)
    return None if owner is None else owner == "opp"


@kind("burn_speed")
def burn_speed(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does speed go up when a named spell hurts the opponent on my turn?"""
    if len(asked.cards) != 1 or not asked.has("speed") or not asked.has("increase", "add"):
        return
    if not within(
        asked,
        "card0 speed increase add cast damage opp my_turn opp_turn lose_life by resolve target affected num player",
    ):
        return
    card = asked.cards[0]
    if is_permanent(card) or not re.search(r"damage|loses? \d+ life|lose \d+ life", card.text):
        return
    if asked.has("num") and not asked.has("damage", "lose_life"):
        return
    turn = 2 if asked.has("opp_turn") else 1
    if turn == 2 and "Instant" not in card.types:
        return
    scene = Scene("burn-speed").known(card).is_("A", speed=1).has("A", "hand", card.name)
    scene.do(
        f"{turn}.precombat_main", "A", cast=card.name, targets=["B"] if "target" in card.text else []
    ).check(f"{turn}.end", speed="A")
    when = Both(
        "an opponent's turn" if turn == 2 else "your turn",
        "対戦相手のターン" if turn == 2 else "自分のターン",
    )
    yield Reading(
        "burn_speed",
        Both(f"Your speed is 1 and you cast {card.name} at an opponent on {when.en}. Does your speed go up?", f"速度が1のあなたが、{when.ja}に対戦相手へ{card.ja}を唱える。速度は上がるか。"),
        (Case(scene.document, yes=2),),
        Both("Yes, your speed goes up.", "はい。速度は上がります。"),
        Both("No, your speed doesn't go up.", "いいえ。速度は上がりません。"),
        assumptions=(Both("Your speed hadn't gone up yet this turn.", "このターン、まだ速度は上がっていない。"),),
        also=(step("702.179d"),),
        weight=5,
    )  # fmt: skip
