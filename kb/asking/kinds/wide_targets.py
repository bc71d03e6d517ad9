"""Named spells aimed at what may not be targeted, and what is put on the stack in response."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kb.asking.asked import Asked, within
from kb.asking.kinds.values import is_permanent
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene

_SHIELDS: Final = {
    "keyword_hexproof": ("Hexproof", "呪禁", "702.11b"),
    "keyword_shroud": ("Shroud", "被覆", "702.18a"),
}
_AIMS: Final = re.compile(r"target (creature|permanent|nonland permanent)\b|any target", re.IGNORECASE)
_AT_PLAYER: Final = re.compile(r"target (player|opponent)\b|any target", re.IGNORECASE)


@kind("shielded_creature")
def shielded_creature(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Can I, or an opponent, target a creature with hexproof or shroud with a named spell?"""
    shields = [one for one in _SHIELDS if asked.has(one)]
    if (
        len(asked.cards) != 1
        or len(shields) != 1
        or not asked.has("creature")
        or not (asked.has("target", "cast") or asked.seq.startswith("can i card0 "))
    ):
        return
    if not within(asked, _SHIELDS, "card0 creature target cast opp own"):
        return
    card = asked.cards[0]
    if is_permanent(card) or not _AIMS.search(card.text):
        return
    sides = _sides(asked)
    if sides is None:
        return
    caster, owner = sides
    word, ja, rule = _SHIELDS[shields[0]]
    scene = (
        Scene("shielded")
        .known(card)
        .card("Creature", cost="{2}", types="Creature — Soldier", pt="3/3", text=word)
    )
    scene.has("A" if owner == "i" else "B", "battlefield", "Creature").has(
        "A" if caster == "i" else "B", "hand", card.name
    )
    at = "1.precombat_main" if caster == "i" else "2.precombat_main"
    scene.check(at, "A" if caster == "i" else "B", can={"cast": card.name, "targets": ["Creature"]})
    who = Both("you" if caster == "i" else "an opponent", "自分" if caster == "i" else "対戦相手")
    whose = Both("your" if owner == "i" else "an opponent's", "自分の" if owner == "i" else "対戦相手の")
    yield Reading(
        "shielded_creature",
        Both(
            f"Can {who.en} target {whose.en} creature with {word.lower()} with {card.name}?",
            f"{who.ja}は{card.ja}で{whose.ja}{ja}を持つクリーチャーを対象にできるか。",
        ),
        (Case(scene.document),),
        Both(f"Yes. {word} doesn't stop that.", f"はい。{ja}があっても対象にできます。"),
        Both(f"No. {word} stops it from being the target.", f"いいえ。{ja}があるので対象にできません。"),
        also=(step(rule),),
        weight=6,
    )


def _sides(asked: Asked) -> tuple[str, str] | None:
    """Who casts, and whose the creature is; None where the words don't make both sure."""
    tokens = asked.meaning.tokens
    names = [token.name for token in tokens]
    at = min(i for i, name in enumerate(names) if name in ("creature", *_SHIELDS))
    owner = next((name for name in reversed(names[:at]) if name in ("i", "opp")), None)
    if (
        names.count("creature") == 1
        and owner is None
        and asked.has("keyword_shroud")
        and not asked.has("opp")
    ):
        return "i", "opp"  # whose it is makes no difference
    if names.count("creature") != 1 or owner is None:
        return None
    if names[:3] == ["can", "i", "card0"] and asked.has("keyword_shroud"):
        return "i", owner if names[at - 1] == owner else "opp"
    if asked.meaning.lang == "en":
        if names[0] != "can":
            return None
        caster = names[1]
        return (
            (caster, owner)
            if caster in ("i", "opp") and names.count("opp") <= 1 and names[at - 1] == owner
            else None
        )
    if "opp" not in names:
        return "i", "i"
    opps = [token for token in tokens if token.name == "opp"]
    if len(opps) != 1:
        return None
    subject = opps[0].after[:1] in ("は", "が")
    if subject:
        who = next(token.text for token in reversed(tokens[:at]) if token.name in ("i", "opp"))
        harms = re.search(r"damage|destroy|exile|gets -", asked.cards[0].text, re.IGNORECASE) is not None
        if who in ("自身", "自ら", "自分自身") or (who == "自分" and not harms):
            return None  # it may be the opponent's own
        return ("opp", "i") if owner == "i" else None
    return ("i", "opp") if owner == "opp" and opps[0].after[:1] == "の" and "i" not in names else None


@kind("shielded_player")
def shielded_player(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """I have hexproof or shroud: can an opponent target me with a named spell?"""
    shields = [one for one in _SHIELDS if asked.has(one)]
    if len(asked.cards) != 1 or len(shields) != 1 or not asked.has("opp") or not asked.has("target", "cast"):
        return
    form = {"en": r"^i keyword_\w+ can opp (cast |target )*card0( target)?( at)? i$|^can opp (cast |target )*(card0 )?(target )?i( card0)? (i )?keyword_\w+$|^i keyword_\w+ can opp target i card0$",
            "ja": r"^i keyword_\w+ opp (i )?(target )?card0 (i )?(target )?(cast )?(target )?$"}[asked.meaning.lang]  # fmt: skip
    if not within(asked, _SHIELDS, "card0 target cast opp") or not re.search(
        form, asked.seq + ("" if asked.meaning.lang == "en" else " ")
    ):
        return
    card = asked.cards[0]
    if is_permanent(card) or not _AT_PLAYER.search(card.text):
        return
    word, ja, rule = _SHIELDS[shields[0]]
    rule = "702.11c" if word == "Hexproof" else rule
    scene = (
        Scene("shielded-player")
        .known(card)
        .card("Shield", cost="{2}", types="Enchantment", text=f"You have {word.lower()}.")
    )
    scene.has("A", "battlefield", "Shield").has("B", "hand", card.name)
    scene.check("2.precombat_main", "B", can={"cast": card.name, "targets": ["A"]})
    yield Reading(
        "shielded_player",
        Both(
            f"You have {word.lower()}. Can an opponent target you with {card.name}?",
            f"あなたは{ja}を持つ。対戦相手は{card.ja}であなたを対象にできるか。",
        ),
        (Case(scene.document),),
        Both("Yes.", "はい。対象にできます。"),
        Both(f"No. {word} stops you from being the target.", f"いいえ。{ja}があるので対象にできません。"),
        also=(step(rule),),
        declared="no",
        weight=6,
    )


@kind("respond_with")
def respond_with(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Can a named instant be cast in response to a spell?"""
    if len(asked.cards) != 1 or not asked.has("respond", "stack_full") or not asked.has("cast", "respond"):
        return
    if not within(asked, "card0 respond cast creature spell sorcery instant opp stack_full") or not asked.has(
        "creature", "spell", "sorcery", "instant"
    ):
        return
    card = asked.cards[0]
    if (
        is_permanent(card)
        or len(asked.meaning.names & {"creature", "sorcery", "instant"}) > 1
        or (
            asked.has("creature")
            and "spell" not in asked.meaning.question
            and "呪文" not in asked.meaning.question
        )
    ):
        return
    if not re.match(
        r"^can i cast card0 respond (opp )?(creature|spell|sorcery|instant)( spell)?$", asked.seq
    ) and not re.match(r"^(opp )?(creature |sorcery |instant )?(spell )?respond (i )?card0 cast$", asked.seq):
        return
    if not _AT_PLAYER.search(card.text) and not re.search(
        r"target (creature|permanent)|draw", card.text, re.IGNORECASE
    ):
        return
    instant = "Instant" in card.types or "flash" in card.text.lower()
    kind_en = "a creature spell" if asked.has("creature") else "a spell"
    yield Reading(
        "respond_with",
        Both(
            f"Can {card.name} be cast in response to {kind_en}?",
            f"{'クリーチャー' if asked.has('creature') else ''}呪文に対応して{card.ja}を唱えられるか。",
        ),
        (),
        Both(
            "Yes. An instant can be cast whenever you have priority.",
            "はい。インスタントは優先権があればいつでも唱えられます。",
        ),
        Both("No. A sorcery can't be cast in response.", "いいえ。ソーサリーでは対応できません。"),
        also=(step("117.1a") if instant else step("307.1"),),
        declared="yes" if instant else "no",
        weight=5,
    )
