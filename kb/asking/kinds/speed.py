"""What becomes of a player's speed: who loses life, how, on whose turn, how often; engines that come and go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from kb.asking.asked import Asked, Card, within
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene

_LOSS: Final = "lose_life damage pay_life fetch_shock infect gain_life poison"
_ROLES: Final = "my_turn opp_turn this_turn opp twice num life land pay enter lose again two two_or_more all both second increase speed add start_at each_turn same_time land cast nth no_speed max_speed turn_word go_to each"


@dataclass(frozen=True, slots=True)
class _Loss:
    who: str
    turn: int
    times: int
    event: dict[str, Any]
    say: Both


_MIRROR: Final = {"i": "opp", "opp": "i", "my_turn": "opp_turn", "opp_turn": "my_turn"}


def _renamed(asked: Asked, names: dict[str, str]) -> Asked:
    """The same question with other names for some of what it says."""
    tokens = tuple(replace(token, name=names.get(token.name, token.name)) for token in asked.meaning.tokens)
    return Asked(replace(asked.meaning, tokens=tokens), asked.cards)


@kind("speed_rises")
def rises(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does a player's speed go up when somebody loses life? An opponent's is seen from their side."""
    if asked.has("either_turn"):  # whose turn 自分のターン is hangs on who else is called what
        own = re.search("こちら|私|僕|俺|うち|わたし", asked.meaning.question) is not None
        for turn in ("opp_turn",) if own else ("opp_turn", "my_turn"):
            yield from rises(_renamed(asked, {"either_turn": turn}))
        return
    if re.search(r"(?<!\S)opp (max_)?speed(?!\S)", asked.seq):
        for reading in _rises(_renamed(asked, _MIRROR)):
            say = Both(
                f"Seen from your opponent's side: {reading.say.en}", f"対戦相手から見て：{reading.say.ja}"
            )
            yes = Both("Yes, your opponent's speed goes up.", "はい。対戦相手の速度は上がります。")
            no = Both(
                "No, your opponent's speed doesn't go up that way.",
                "いいえ。それで対戦相手の速度が上がることはありません。",
            )
            yield replace(reading, say=say, affirm=yes, deny=no)
        return
    yield from _rises(asked)


def _rises(asked: Asked) -> Iterator[Reading]:
    if (
        asked.has("player")
        or asked.seq.split().count("increase") > 1
        or not asked.has("speed", "max_speed")
        or not asked.has("increase", "add", "start_at", "go_to")
        or asked.cards
    ):
        return
    if not within(asked, _LOSS, _ROLES):
        return
    loss = _loss(asked)
    if loss is None:
        return
    start: int | None = None if asked.has("no_speed") else _start(asked)
    by = _by(asked)
    scene = Scene("speed-rises").is_("A", **({} if start is None else {"speed": start}))
    several = (
        asked.has("both")
        or "num opp" in asked.seq
        or (asked.meaning.lang == "ja" and "opp num" in asked.seq and "人" in asked.meaning.question)
    )
    players = ["A", "B", "C"] if several and loss.who == "B" else ["A", "B"]
    if len(players) > 2:
        scene.document["players"] = players
    for _ in range(loss.times):
        scene.do(f"{loss.turn}.precombat_main", "A" if loss.turn == 1 else "B", event=loss.event)
    scene.check(f"{loss.turn}.end", speed="A")
    reaches = (
        by
        if _start(asked) != 1 or (asked.has("go_to", "start_at") and len(asked.meaning.numbers) == 2)
        else 0
    )
    wanted: Any = reaches or ((start or 0) + by if by else "not:" + str(start))
    gain = Both(
        f" to {by}" if reaches else f" by {by}" if by else "", f"{by}に" if reaches else f"{by}" if by else ""
    )
    yield Reading(
        "speed_rises",
        Both(
            f"{'You have no speed' if start is None else f'Your speed is {start}'}. {loss.say.en} Does your speed go up{gain.en}?",
            f"あなたの速度は{'ない' if start is None else f'{start}である'}。{loss.say.ja}速度は{gain.ja}上がるか。",
        ),
        (Case(scene.document, yes=wanted),),
        Both(f"Yes, your speed goes up{gain.en}.", f"はい。速度は{gain.ja}上がります。"),
        Both(
            f"No, your speed doesn't go up{gain.en} that way.",
            f"いいえ。それで速度が{gain.ja}上がることはありません。",
        ),
        assumptions=(
            Both("Your speed hadn't gone up yet this turn.", "このターン、まだ速度は上がっていない。"),
        ),
        also=(
            *((step("119.4"),) if asked.has("pay_life", "fetch_shock") else ()),
            *((step("119.3"),) if asked.has("damage") else ()),
            step("702.179d"),
        ),
        weight=4,
    )


def _start(asked: Asked) -> int:
    """The speed that it says the player has: a number beside "speed" before the event, where another one follows."""
    tokens = asked.meaning.tokens
    places = [at for at, token in enumerate(tokens) if token.name == "num"]
    if len(places) == 1 and _by(asked) == 0 and tokens[places[0] - 1].name == "speed":
        return int(tokens[places[0]].value)
    if len(places) == 2 and "speed" in (
        tokens[places[0] - 1].name,
        tokens[min(places[0] + 1, len(tokens) - 1)].name,
    ):
        return int(tokens[places[0]].value)
    return 1


def _by(asked: Asked) -> int:
    """By how much, or to what: the number beside going up; 0 where only whether is asked."""
    tokens = asked.meaning.tokens
    names = [token.name for token in tokens]
    for at, name in enumerate(names):
        if name != "num":
            continue
        before, after = names[at - 1] if at else "", names[at + 1] if at + 1 < len(names) else ""
        english = asked.meaning.lang == "en"
        if (
            before in ("increase", "go_to", "start_at")
            if english
            else after in ("increase", "start_at", "go_to")
        ):
            return int(tokens[at].value)
    if asked.meaning.lang == "en" and names[-2:] == ["increase", "twice"]:
        return 2
    return 0


def _loss(asked: Asked) -> _Loss | None:
    """Who loses life when; None where it isn't clear."""
    if not asked.has(*_LOSS.split()) or asked.has("gain_life", "poison", "infect"):
        return None
    seq = re.sub(r"(?<!\S)i (?=(no_|max_)?speed\b)", "", asked.seq).split()
    verbs = [i for i, name in enumerate(seq) if name in _LOSS.split()]
    opp = asked.has("opp")
    who = "B"
    if asked.has("damage"):
        first = seq.index("damage")
        if asked.meaning.lang == "en":
            subject = next((name for name in reversed(seq[:first]) if name in ("i", "opp")), None)
            object_ = next((name for name in seq[first + 1 :] if name in ("i", "opp")), None)
            if subject == "opp" and object_ == "i" and not asked.has("opp_turn"):
                return None if "speed" in seq[first:] else _make(asked, "A")
            if subject == "opp" and object_ is None:  # "my opponent is dealt damage"
                return (
                    _make(asked, "B")
                    if re.search(r"dealt|tak|took", asked.meaning.question.lower())
                    else None
                )
            if not opp:
                return None
        elif not opp and asked.has("i"):
            return None
    elif opp:
        who = "B"
        if asked.meaning.lang == "en":
            subject = next((name for name in reversed(seq[: verbs[0]]) if name in ("i", "opp")), None)
            if subject == "i":
                return None if asked.has("opp") and not asked.has("opp_turn") else _make(asked, "A")
        elif _japanese_subject(seq, verbs[0]) == "i":
            return None
    elif asked.has("opp_turn") or asked.has("i") or asked.meaning.lang == "en":
        who = "A"
        if not asked.has("i"):
            return None
        if asked.meaning.lang == "ja" and "i" not in seq[: verbs[0]]:
            return None
    else:
        return None
    return _make(asked, who)


def _japanese_subject(seq: list[str], verb: int) -> str | None:
    return next((name for name in reversed(seq[:verb]) if name in ("i", "opp")), None)


def _make(asked: Asked, who: str) -> _Loss:
    turn = 2 if asked.has("opp_turn") else 1
    times = 2 if asked.has("twice", "both", "two_or_more", "again", "second") else 1
    kind_ = "damage" if asked.has("damage") else "lose_life"
    event: dict[str, Any] = {kind_: {"player": who, "amount": 2}}
    name = Both("You" if who == "A" else "An opponent", "あなた" if who == "A" else "対戦相手")
    verb = Both("pays life" if asked.has("pay_life", "fetch_shock") else "is dealt damage" if kind_ == "damage" else "loses life",
                "ライフを支払う" if asked.has("pay_life", "fetch_shock") else "ダメージを受ける" if kind_ == "damage" else "ライフを失う")  # fmt: skip
    en = (
        verb.en
        if who == "B"
        else {"pays life": "pay life", "is dealt damage": "are dealt damage", "loses life": "lose life"}[
            verb.en
        ]
    )
    when = Both(
        "on their turn"
        if turn == 2 and who == "B"
        else "on an opponent's turn"
        if turn == 2
        else "on your turn",
        "対戦相手のターンに" if turn == 2 else "あなたのターンに",
    )
    often = Both(" twice" if times == 2 else "", "２回" if times == 2 else "")
    return _Loss(
        who,
        turn,
        times,
        event,
        Both(f"{name.en} {en}{often.en} {when.en}.", f"{when.ja}、{name.ja}が{often.ja}{verb.ja}。"),
    )


def _engine(card: Card) -> bool:
    return "start your engines" in card.text.lower()


@kind("speed_starts")
def starts(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """What speed does a player without speed get: from several engines, from one that was taken, flashed in, lost."""
    if not asked.has("speed", "no_speed", "start_at"):
        return
    scene = Scene("speed-starts").known(*asked.cards)
    numbers = asked.meaning.numbers
    wanted: Any = None
    engines = [card for card in asked.cards if _engine(card)]
    others = [card for card in asked.cards if not _engine(card)]
    roles = "speed no_speed i control permanent num two two_or_more same_time enter start_engines start_at add have first_time creature artifact put both start increase cast each only"
    loses = asked.has("leave", "die", "destroy", "sacrifice", "removed")
    if (
        (asked.has("start_engines") or (loses and len(engines) == 1))
        and not others
        and within(
            asked,
            roles,
            {"card0"} if loses else (),
            "opp leave die destroy lose stay sacrifice still removed card_word all decrease",
        )
    ):
        if loses:
            scene.has("A", "battlefield", "Engine").do("1.precombat_main", "A", event={"destroy": "Engine"})
            if (not numbers and not asked.has("lose", "stay", "decrease")) or (numbers and numbers[-1] != 0):
                return
            wanted = 1 if asked.has("stay") else "not:1"
            say = Both("Your only permanent with start your engines! leaves the battlefield. " + ("Do you keep your speed?" if wanted == 1 else "Do you lose your speed?"),
                       "自分の唯一のエンジン始動！を持つパーマネントが戦場を離れた。速度は" + ("残るか。" if wanted == 1 else "失われるか。"))  # fmt: skip
            yes = (
                Both("Yes, you keep your speed.", "はい。速度はそのままです。")
                if wanted == 1
                else Both("Yes, it is lost.", "はい。失われます。")
            )
            no = (
                Both("No, your speed is lost.", "いいえ。速度は失われます。")
                if wanted == 1
                else Both("No, you keep your speed.", "いいえ。速度はそのまま残ります。")
            )
            scene.check("1.end", speed="A")
            yield _reading(asked, scene, wanted, say, yes, no)
            return
        if asked.has("opp"):
            return
        count = 2 if len(numbers) > 1 or asked.has("two", "two_or_more", "both", "same_time") else 1
        speed = numbers[-1] if numbers else None
        if speed is None:
            return
        scene.has("A", "battlefield", {"card": "Engine", "count": count})
        scene.check("1.upkeep", speed="A")
        yield _reading(
            asked, scene, speed,
            Both(f"You had no speed and control {count} permanent(s) with start your engines!. Is your speed {speed} then?", f"速度を持たないあなたが、エンジン始動！を持つパーマネントを{count}つコントロールする。速度は{speed}になるか。"),
            Both(f"Yes, your speed becomes {speed}.", f"はい。速度は{speed}になります。"),
            Both(f"No, your speed doesn't become {speed}: it becomes 1, however many there are.", f"いいえ。いくつあっても、速度は{speed}ではなく1になります。"),
        )  # fmt: skip
        return
    if len(engines) != 1 or len(others) > 1:
        return
    engine, marks = engines[0], {"card0", "card1"}
    speed = numbers[-1] if numbers else 1
    if (
        others
        and asked.has("take")
        and within(asked, "take opp speed no_speed num start_at add creature control i have increase", marks)
    ):
        thief = others[0]
        scene.has("B", "battlefield", engine.name).has("A", "hand", thief.name)
        scene.do("1.precombat_main", "A", cast=thief.name, targets=[engine.name])
        scene.check("1.begin_combat", speed="A")
        say = Both(
            f"You had no speed and take an opponent's {engine.name} with {thief.name}. Is your speed {speed}?",
            f"速度を持たないあなたが、{thief.ja}で対戦相手の{engine.ja}のコントロールを得た。速度は{speed}になるか。",
        )
    elif (
        others
        and within(
            asked,
            "flash_in go_to cast put enter dont_pay speed add cost no_speed num start_at keyword_flash have pay",
            marks,
        )
        and asked.has("dont_pay")
    ):
        scene.has("A", "hand", engine.name, others[0].name)
        scene.do("1.precombat_main", "A", cast=others[0].name, choices=[engine.name, "no"])
        scene.check("1.begin_combat", speed="A")
        say = Both(
            f"You had no speed, put {engine.name} onto the battlefield with {others[0].name} and don't pay. Do you get speed?",
            f"速度を持たないあなたが、{others[0].ja}で{engine.ja}を出してコストを支払わなかった。速度を得るか。",
        )
    elif not others and within(
        asked, "enter cast speed no_speed num start_at add control have what how_many", marks
    ):
        scene.has("A", "battlefield", engine.name).check("1.upkeep", speed="A")
        say = Both(
            f"You had no speed and control {engine.name}. Is your speed {speed}?",
            f"速度を持たないあなたが{engine.ja}をコントロールする。速度は{speed}になるか。",
        )
    else:
        return
    yield _reading(
        asked, scene, speed, say,
        Both(f"Yes, your speed becomes {speed}.", f"はい。速度は{speed}になります。"),
        Both("No, you don't get that speed.", "いいえ。その速度にはなりません。"),
    )  # fmt: skip


def _reading(asked: Asked, scene: Scene, wanted: Any, say: Both, yes: Both, no: Both) -> Reading:
    stands = asked.has("dont_pay")
    return Reading(
        "speed_starts",
        say,
        (Case(scene.document, yes=None if asked.has("what", "how_many") else wanted),),
        Both("It is {value}.", "{value}です。") if asked.has("what", "how_many") else yes,
        no,
        also=(*((step("704.4"),) if stands else ()), step("702.179a")),
        weight=5,
    )
