"""Where a stolen creature goes, and to whom the card belongs then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.asking.asked import Asked, within
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene


@kind("stolen_goes")
def stolen_goes(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """A creature that was taken from an opponent leaves the battlefield: to whose zone does it go?"""
    if not asked.has("take", "control") or asked.has(
        "attraction", "speed", "dungeon", "copy", "become_copy", "token"
    ):
        return
    away = next((one for one in ("die", "destroy", "sacrifice", "bounce", "exile") if asked.has(one)), None)
    zone = next(
        (one for one in ("graveyard", "owner_graveyard", "hand", "library") if asked.has(one)),
        "hand" if away == "bounce" else None,
    )
    if away is None or zone is None or len(asked.cards) > 1:
        return
    if not within(
        asked,
        "card0 take control creature permanent die destroy sacrifice bounce exile graveyard owner_graveyard hand opp own go_to start_at who where then card_word by with artifact enchantment put when",
    ):
        return
    seq = asked.seq.split()
    zones = [i for i, name in enumerate(seq) if name in ("graveyard", "owner_graveyard", "hand", "bounce")]
    whose = "own" if asked.has("owner_graveyard") else None
    if whose is None:
        at = zones[-1]
        whose = next(
            (
                name
                for name in reversed(seq[:at])
                if name in ("i", "opp", "own", "who", "take", "die", "destroy", "control")
            ),
            None,
        )
        if whose not in ("i", "opp", "own", "who"):
            whose = None
    stealer = _stealer(asked, seq)
    if asked.has("who", "where") and not asked.has("i") and not asked.has("opp"):
        whose = "who"
    if asked.has("who"):
        whose = "who"
    if whose is None or stealer is None:
        return
    owner = "opp" if stealer == "i" else "i"
    names = Both(
        {"i": "your", "opp": "your opponent's", "own": "its owner's", "who": "its owner's"}[whose],
        {"i": "自分の", "opp": "対戦相手の", "own": "オーナーの", "who": "オーナーの"}[whose],
    )
    yes = whose in (owner, "own")
    zone = "graveyard" if zone == "owner_graveyard" else zone
    place = Both(zone, {"graveyard": "墓地", "hand": "手札", "library": "ライブラリー"}[zone])
    scene = Scene("stolen-goes").has("B", "battlefield", "Bear")
    if asked.cards:
        thief = asked.cards[0]
        scene.known(thief).has("A", "hand", thief.name).do(
            "1.precombat_main", "A", cast=thief.name, targets=["Bear"]
        )
    else:
        scene.do("1.precombat_main", "A", event={"gain_control": {"player": "A", "card": "Bear"}})
    event: dict[str, Any] = (
        {"put": {"card": "Bear", "to": "hand", "player": "B"}} if zone == "hand" else {"destroy": "Bear"}
    )
    if zone == "graveyard":
        scene.do("1.begin_combat", "A", event=event)
    scene.check(count={"zone": zone, "player": "B", "card": "Bear"})
    cases = (Case(scene.document, yes=1),) if zone == "graveyard" and yes and stealer == "i" else ()
    yield Reading(
        "stolen_goes",
        Both(f"A creature that {'you' if stealer == 'i' else 'an opponent'} took from {'an opponent' if stealer == 'i' else 'you'} leaves the battlefield. Does it go to {names.en} {place.en}?", f"{'対戦相手' if stealer == 'i' else '自分'}から奪われたクリーチャーが戦場を離れる。{names.ja}{place.ja}に置かれるか。"),
        cases,
        Both(f"It goes to its owner's {place.en}.", f"オーナーの{place.ja}に置かれます。") if whose == "who" else
        Both(f"Yes, it goes to {names.en} {place.en}: that is its owner's.", f"はい。オーナーである{names.ja}{place.ja}に置かれます。") if yes else
        Both(f"No. It goes to its owner's {place.en}.", f"いいえ。オーナーの{place.ja}に置かれます。"),
        Both("", ""),
        also=(step("400.3"),),
        declared="value" if whose == "who" else "yes" if yes else "no",
        value=f"owner's {zone}" if whose == "who" else None,
        weight=5,
    )  # fmt: skip


def _stealer(asked: Asked, seq: list[str]) -> str | None:
    """Who took it."""
    take = next((i for i, name in enumerate(seq) if name in ("take", "control")), None)
    if take is None:
        return None
    if asked.meaning.lang == "en":
        who = next((name for name in reversed(seq[:take]) if name in ("i", "opp")), None)
        told = next(t.text for t in asked.meaning.tokens if t.name == seq[take])
        if told in ("stolen", "taken") and seq[take - 1] not in ("i", "opp"):
            return {"i": "opp", "opp": "i"}.get(who or "")  # "my creature is stolen"
        return who
    token = next(t for t in asked.meaning.tokens if t.name in ("take", "control"))
    passive = token.text.endswith("わ") or token.after.startswith(("れ", "ら"))
    before = next((name for name in reversed(seq[:take]) if name in ("i", "opp")), None)
    if passive:
        return "opp"
    subject = next(
        (t for t in asked.meaning.tokens[:take] if t.name == "opp" and t.after[:1] in ("が", "は")), None
    )
    return "opp" if subject else "i" if before != "opp" or not subject else None
