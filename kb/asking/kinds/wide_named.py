"""Further questions about cards by name: legends of two players, land types, and spells that kill what looks for its death."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.asking.asked import Asked, within
from kb.asking.kinds.values import is_permanent
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene


@kind("legend_of_two")
def legend_of_two(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Each player controls the named legend: is one put into a graveyard?"""
    if len(asked.cards) != 1 or not asked.has("opp") or not asked.has("die", "graveyard", "legend_rule"):
        return
    card = asked.cards[0]
    if not card.types.startswith("Legendary") or not is_permanent(card):
        return
    if not within(
        asked,
        "card0 opp both all control num die graveyard go_to legend_rule apply each same_time one_of_them",
    ):
        return
    en, ja = r"^(opp i|i opp) (both )?control card0 ", r"^(i opp|opp i) (all |both )?card0 control "
    if not re.match(en if asked.meaning.lang == "en" else ja, asked.seq) or any(
        n != 1 for n in asked.meaning.numbers
    ):
        return
    scene = Scene("legend-of-two").known(card).has("A", "battlefield", {"card": card.name, "as": "mine"})
    scene.has("B", "battlefield", {"card": card.name, "as": "theirs"}).check("1.precombat_main", zone="mine")
    yield Reading(
        "legend_of_two",
        Both(
            f"You and an opponent each control {card.name}. Is one put into a graveyard?",
            f"自分と対戦相手がそれぞれ{card.ja}をコントロールしている。どちらかが墓地に置かれるか。",
        ),
        (Case(scene.document, yes="graveyard"),),
        Both("Yes.", "はい。墓地に置かれます。"),
        Both(
            "No. The legend rule looks only at what one player controls.",
            "いいえ。レジェンド・ルールは、同じプレイヤーがコントロールするものだけを見ます。",
        ),
        also=(step("704.5j"),),
        declared="no",
        weight=6,
    )


@kind("moon_type")
def moon_type(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """A named permanent makes nonbasic lands Mountains: is the named land a Mountain?"""
    form = r"^card0 (enter )?(i |opp )?(basic_word )?card1 (mountain|card2)( start_at)?$"
    if not 2 <= len(asked.cards) <= 3 or not re.match(form, asked.seq):
        return
    moon, land = asked.cards[:2]
    if len(asked.cards) == 3 and asked.cards[2].name != "Mountain":
        return
    if "Nonbasic lands are Mountains" not in moon.text or "Land" not in land.types:
        return
    basic = "Basic" in land.types
    if basic and "Mountain" in land.types:
        return
    if asked.has("basic_word") and not basic:
        return
    scene = (
        Scene("moon-type")
        .known(moon, land)
        .has("A", "battlefield", land.name)
        .has("B", "battlefield", moon.name)
    )
    scene.check("1.precombat_main", types=land.name)
    shown = "Basic Land — Island" if basic else "Land — Mountain"
    yield Reading(
        "moon_type",
        Both(
            f"{moon.name} is on the battlefield. Is {land.name} a Mountain?",
            f"{moon.ja}が戦場にある。{land.ja}は山か。",
        ),
        () if basic else (Case(scene.document, yes=shown),),
        Both(
            f"Yes. {land.name} isn't a basic land, so it is a Mountain.",
            f"はい。{land.ja}は基本でない土地なので、山です。",
        ),
        Both(f"No. {land.name} is a basic land.", f"いいえ。{land.ja}は基本土地です。"),
        also=(step("305.7"), step("205.4c")),
        declared="no" if basic else "yes",
        weight=6,
    )


@kind("spell_kills_dier")
def spell_kills_dier(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """A named spell destroys (exiles, returns) a named creature: does its dies ability trigger?"""
    if len(asked.cards) != 2 or not asked.has("trigger", "spirit", "token", "add", "draw"):
        return
    if not within(
        asked,
        "card0 card1 trigger add spirit token enter draw die destroy cast exile bounce i opp still ability get",
    ):
        return
    diers = [
        c
        for c in asked.cards
        if "Creature" in c.types
        and re.search(rf"When(ever)? ({re.escape(c.name)}|this creature) dies", c.text)
    ]
    spells = [c for c in asked.cards if not is_permanent(c)]
    if len(diers) != 1 or len(spells) != 1:
        return
    dier, spell = diers[0], spells[0]
    aimed = re.search(r"target creature|any target", spell.text) is not None
    if not aimed and not re.search(r"(Destroy|Exile) all creatures", spell.text):
        return
    if (asked.has("die", "destroy") and "xile" in spell.text) or (
        asked.has("exile") and "estroy" in spell.text
    ):
        return
    scene = (
        Scene("spell-kills")
        .known(dier, spell)
        .has("A", "battlefield", dier.name)
        .has("A", "hand", spell.name)
    )
    scene.do("1.precombat_main", "A", cast=spell.name, **({"targets": [dier.name]} if aimed else {}))
    scene.check("1.end", triggered={"source": dier.name, "text": "dies"})
    yield Reading(
        "spell_kills_dier",
        Both(
            f"{spell.name} is cast and affects {dier.name}. Does its ability trigger?",
            f"{spell.ja}が{dier.ja}に及ぶ。能力は誘発するか。",
        ),
        (Case(scene.document, yes="any"),),
        Both("Yes, it dies, so the ability triggers.", "はい。死亡するので、誘発します。"),
        Both("No, the ability doesn't trigger.", "いいえ。誘発しません。"),
        also=(step("700.4"),),
        weight=6,
    )
