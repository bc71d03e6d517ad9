"""Rolling the planar die: what the next roll of a turn costs, what a named plane does as the starting plane."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.asking.asked import Asked, within
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene


@kind("planar_cost")
def planar_cost(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """What does the first, second, third … roll of the planar die in a turn cost?"""
    if (
        asked.cards
        or not asked.has("planar_die")
        or not asked.has("cost", "pay", "free", "how_many", "mana", "must")
    ):
        return
    if not within(
        asked,
        "planar_die roll cost pay free how_many mana num nth twice third second first_time previously this_turn again must my_turn what die_noun each_turn next_word main turn_word",
    ):
        return
    done = _done(asked)
    costs = [int(value) for value in asked.meaning.values("mana") if value.isdecimal()]
    if done is None or (asked.has("main") and not costs):
        return
    numbers = _prices(asked)
    ask_value = asked.has("how_many", "what") or (
        asked.meaning.lang == "ja"
        and not costs
        and re.search(r"は[?？]?$", asked.meaning.question) is not None
    )
    price = costs[0] if costs else 0 if asked.has("free") else numbers[-1] if numbers else None
    if not ask_value and price is None:
        if not asked.has("must", "pay", "cost"):
            return
        price = None
    lands = sum(range(done + 1))
    scene = Scene("planar-cost", mana="sources", planar_dice=["blank"] * (done + 1)).planes(
        "Test Plane", "Other Plane"
    )
    if lands:
        scene.card("Wastes", types="Basic Land", text="{T}: Add {C}.").has(
            "A", "battlefield", {"card": "Wastes", "count": lands}
        )
    for _ in range(done):
        scene.do("1.precombat_main", "A", planar_die=True)
    scene.check("1.precombat_main", "A", can={"planar_die": True})
    yes = done > 0 if price is None else price == done
    yield Reading(
        "planar_cost",
        Both(f"You have rolled the planar die {done} time(s) this turn. What does the next roll cost?", f"このターンすでに次元ダイスを{done}回振った。次に振るコストはいくらか。"),
        (Case(scene.document),) if yes and not ask_value else (),
        Both(f"{done} mana." if ask_value else f"Yes, that roll costs {done} mana." if yes and done else "Yes, the first roll of a turn costs nothing." if yes else f"No, that roll costs {done} mana.",
             f"{done}マナです。" if ask_value else f"はい。{done}マナかかります。" if yes and done else "はい。そのターンの最初の１回は無料です。" if yes else f"いいえ。かかるのは{done}マナです。"),
        Both("", ""),
        also=(step("901.9"), step("116.2i")),
        declared="value" if ask_value else "yes" if yes else "no",
        value=done if ask_value else None,
        weight=6,
    )  # fmt: skip


def _done(asked: Asked) -> int | None:
    """How often it was rolled before."""
    ordinals = [int(value) for value in asked.meaning.values("nth")]
    if ordinals:
        return ordinals[-1] - 1
    if asked.has("third"):
        return 2
    if asked.has("second"):
        return 1
    if asked.has("twice"):
        return 2 if asked.has("again", "previously", "next_word") or asked.meaning.lang == "en" else None
    if asked.has("first_time") and not asked.has("again"):
        return 0
    if asked.has("again"):
        return 1
    numbers = asked.meaning.numbers
    if numbers and asked.has("previously"):
        return numbers[0]
    return None


def _prices(asked: Asked) -> list[int]:
    names = [token.name for token in asked.meaning.tokens]
    after = names.index("planar_die")
    return [int(token.value) for token in asked.meaning.tokens[after:] if token.name == "num"]
