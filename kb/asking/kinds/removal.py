"""A named spell aimed at something described: does it destroy it, where does the thing go?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kb.asking.asked import Asked, within
from kb.asking.bodies import KEYWORDS, bodies
from kb.asking.kinds.values import is_permanent
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene

_FATES: Final = (
    (
        "destroy",
        "graveyard",
        "Is it destroyed",
        "破壊されるか",
        "it is destroyed",
        "破壊されます",
        "it isn't destroyed",
        "破壊されません",
    ),
    (
        "die",
        "graveyard",
        "Does it die",
        "死亡するか",
        "it dies",
        "死亡します",
        "it doesn't die",
        "死亡しません",
    ),
    (
        "exile",
        "exile",
        "Is it exiled",
        "追放されるか",
        "it is exiled",
        "追放されます",
        "it isn't exiled",
        "追放されません",
    ),
    (
        "survive",
        "battlefield",
        "Does it survive",
        "生き残るか",
        "it survives",
        "生き残ります",
        "it doesn't survive",
        "生き残りません",
    ),
)


@kind("spell_on_creature")
def spell_on_creature(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does a named spell kill, destroy or exile a described creature?"""
    if len(asked.cards) != 1 or asked.has("attack", "block", "copy", "regenerate"):
        return
    card = asked.cards[0]
    fate = next((one for one in _FATES if asked.has(one[0])), None)
    if (
        fate is None
        or is_permanent(card)
        or not re.search(
            r"target (creature|permanent|nonland permanent|nonblack creature)|any target", card.text
        )
    ):
        return
    if not within(
        asked,
        KEYWORDS,
        "card0 creature pt destroy die exile survive cast opp target damage affected by with respond counter counter_thing num have go_to graveyard",
    ):
        return
    found = bodies(asked.meaning.tokens)
    if len(found) != 1 or not (found[0].pt or found[0].keywords) or found[0].count > 1:
        return
    body = found[0]
    if "amage" in card.text and not body.pt:
        return
    entry = body.entry("Creature")
    counters = asked.meaning.values("counter")
    if counters:
        entry["counters"] = {counters[0]: asked.meaning.numbers[0] if asked.meaning.numbers else 1}
    elif asked.meaning.numbers:
        return
    scene = (
        Scene("spell-on-creature")
        .known(card)
        .card("Creature", **body.card("2/2"))
        .has("B", "battlefield", entry)
        .has("A", "hand", card.name)
    )
    scene.do("1.precombat_main", "A", cast=card.name, targets=["Creature"]).check(zone="Creature")
    rules = [KEYWORDS[k][2] for k in body.keywords if KEYWORDS[k][2] and k == "keyword_indestructible"]
    yield Reading(
        "spell_on_creature",
        Both(f"{card.name} is cast at {body.en}. {fate[2]}?", f"{body.ja}に{card.ja}を唱える。{fate[3]}。"),
        (Case(scene.document, yes=fate[1]),),
        Both(f"Yes, {fate[4]}.", f"はい。{fate[5]}。"),
        Both(f"No, {fate[6]}.", f"いいえ。{fate[7]}。"),
        also=tuple(step(number) for number in rules if number),
        assumptions=(
            Both("An opponent controls the creature.", "そのクリーチャーは対戦相手がコントロールしている。"),
        ),
        weight=5,
    )
