"""Questions about plot by named cards: does something see a card become plotted, does a card make plotting cheaper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kb.asking.asked import Asked, Card, within
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene

PROBE: Final = "Plotted Witness"
WATCHER: Final = "Plotting Watcher"
PROBE_DATA: Final = {
    "cost": "{1}{G}",
    "types": "Creature — Bear",
    "pt": "2/2",
    "text": "When this card becomes plotted, you gain 1 life.\nPlot {2}{G}",
}
WATCHER_DATA: Final = {
    "cost": "{1}",
    "types": "Enchantment",
    "text": "Whenever you plot a card, you gain 1 life.",
}
_ALLOWED: Final = (
    "trigger ability exile plot plotted damage num draw add card_word hand library library_top still look make put "
    "token creature discard free spell special_action twice all through"
)


@kind("becomes_plotted")
def becomes_plotted(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does an ability that looks for "becomes plotted" trigger when a card's effect exiles the card?"""
    pair = _seer_and_exiler(asked)
    if pair is None or not within(asked, _ALLOWED, {f"card{at}" for at in range(len(asked.cards))}):
        return
    named, by = pair
    if named is None and not asked.has("plot", "plotted"):
        return
    if not asked.has("trigger") and (named is None or not asked.has("damage", "draw", "add", "ability")):
        return
    name, name_ja = (
        (named.name, named.name_ja or named.name) if named else (PROBE, "計画された状態になるカード")
    )
    cases = tuple(_exiled_from(zone, by, name, named) for zone in _PLACES)
    by_ja = by.name_ja or by.name
    yield Reading(
        "becomes_plotted",
        Both(
            f"{by.name} exiles {'a card' if named is None else name} and it becomes plotted without the special action. "
            "Does its ability that looks for becoming plotted trigger?",
            f"《{by_ja}》の効果で{'カード' if named is None else f'《{name_ja}》'}が追放され、特別な処理によらずに計画された状態になる。"
            "「計画された状態になったとき」の能力は誘発するか。",
        ),
        cases,
        Both(
            f"Yes: an ability of {'the card' if named is None else name} that looks for becoming plotted triggers. "
            "One that looks for plotting a card does not, and the card can be cast only on a later turn.",
            f"はい。{'そのカード' if named is None else f'《{name_ja}》'}の「計画された状態になったとき」の能力は誘発します。"
            "「計画を行う」ことを見る能力は誘発せず、そのカードを唱えられるのは後のターンです。",
        ),
        Both(
            f"No: nothing makes {'the card' if named is None else name} become plotted that way.",
            f"いいえ。{'そのカード' if named is None else f'《{name_ja}》'}はそれによって計画された状態にはなりません。",
        ),
        assumptions=(
            Both(
                f"The card is where {by.name} can exile it.", f"カードは《{by_ja}》が追放できる場所にある。"
            ),
        ),
        also=(step("702.170c"), step("702.170e"), step("702.170d")),
        unless=("no",),
        weight=6,
    )


_PLACES: Final = ("library", "hand", "stack")


def _seer_and_exiler(asked: Asked) -> tuple[Card | None, Card] | None:
    """The card whose ability looks (None for a nameless one) and the card that makes it plotted, by their texts."""
    makers = [
        card
        for card in asked.cards
        if re.search(r"becomes? plotted", card.text) and "exile" in card.text.lower()
    ]
    seers = [
        card for card in asked.cards if re.search(r"when[^.]*becomes? plotted", card.text, re.IGNORECASE)
    ]
    makers = [card for card in makers if card not in seers]
    if len(makers) != 1 or len(asked.cards) > 2:
        return None
    others = [card for card in asked.cards if card is not makers[0]]
    if others and others != seers:
        return None
    return (others[0] if others else None), makers[0]


def _exiled_from(zone: str, by: Card, name: str, named: Card | None) -> Case:
    """The exiling card is cast with the other one on top of the library, in hand, or as a spell on the stack."""
    scene = Scene(f"becomes-plotted-from-{zone}").known(by).card(WATCHER, **WATCHER_DATA)
    if named is None:
        scene.card(name, **PROBE_DATA)
    else:
        scene.known(named)
    scene.has("A", "battlefield", WATCHER).has("A", "hand", by.name)
    scene.has("A", "library", *([name] if zone == "library" else []), "Forest", "Island", "Swamp", "Plains")
    if zone != "library":
        scene.has("A", "hand", name)
    choices = [name, "B"]
    if zone == "stack":
        scene.do("1.precombat_main", "A", cast=name).do(None, "A", cast=by.name, choices=choices)
    else:
        scene.do("1.precombat_main", "A", cast=by.name, choices=choices)
    scene.check(triggered={"source": name, "text": "becomes plotted"})
    scene.check("1.postcombat_main", is_plotted=name)
    scene.check(triggered={"source": WATCHER, "text": "plot a card"})
    scene.check("1.postcombat_main", "A", can={"cast": name, "from": "exile"})
    scene.check("3.precombat_main", "A", can={"cast": name, "from": "exile"})
    return Case(scene.document, decides=0, yes="any")


@kind("plot_cheaper")
def cheaper(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does one card make plotting (from where another one lets it be done) cheaper?"""
    if not asked.has("cheaper") or not asked.has("plot", "plotted"):
        return
    if not within(
        asked,
        "cheaper plot cost library library_top hand card_word cast by make have ability spell creature control i battlefield",
        {"card0", "card1"},
    ):
        return
    reducers = [card for card in asked.cards if re.search(r"costs? \{\d\} less", card.text)]
    givers = [
        card for card in asked.cards if card not in reducers and re.search(r"plot", card.text, re.IGNORECASE)
    ]
    if len(reducers) != 1 or len(givers) + 1 != len(asked.cards):
        return
    reducer = reducers[0]
    library = asked.has("library", "library_top")
    if library != bool(givers):
        return
    scene = Scene("plot-cheaper", mana="sources").known(*asked.cards).has("A", "battlefield", reducer.name)
    if givers:
        scene.card(PROBE, cost="{3}", types="Artifact", text="")
        scene.has("A", "battlefield", givers[0].name).has("A", "library", PROBE, "Forest").has(
            "A", "battlefield", {"card": "Wastes", "count": 2}
        )
        action = {"plot": PROBE, "from": "library"}
    else:
        scene.card(PROBE, cost="{3}", types="Artifact", text="Plot {3}")
        scene.has("A", "hand", PROBE).has("A", "battlefield", {"card": "Wastes", "count": 2})
        action = {"plot": PROBE}
    scene.card("Wastes", types="Basic Land", text="{T}: Add {C}.")
    scene.check("1.precombat_main", "A", can=action)
    where = Both("from the library", "ライブラリーから") if library else Both("from hand", "手札から")
    yield Reading(
        "plot_cheaper",
        Both(
            f"With {reducer.name} on the battlefield, does plotting a card {where.en} cost less?",
            f"{reducer.ja}があるとき、{where.ja}カードを計画するコストは軽くなるか。",
        ),
        (Case(scene.document),),
        Both(
            f"Yes, {reducer.name} makes plotting {where.en} cheaper.",
            f"はい。{reducer.ja}により、{where.ja}計画するコストは軽くなります。",
        ),
        Both(
            f"No, {reducer.name} doesn't make plotting {where.en} cheaper.",
            f"いいえ。{reducer.ja}によって、{where.ja}計画するコストは軽くなりません。",
        ),
        also=(step("702.170f"),) if library else (step("702.170a"),),
        weight=6,
    )


@kind("plotted_by_card")
def plotted_by_card(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """A card made another one plotted: can that be cast this turn, or on a later one?"""
    if (
        len(asked.cards) != 1
        or not asked.has("cast")
        or not asked.has("this_turn", "right_away", "next_turn")
    ):
        return
    maker = asked.cards[0]
    if (
        not re.search(r"becomes? plotted", maker.text)
        or "exile" not in maker.text.lower()
        or asked.has("opp")
    ):
        return
    if not within(
        asked,
        "card0 exile plot plotted card_word hand cast this_turn right_away next_turn spell creature exile_zone library library_top put by with later",
    ):
        return
    later = asked.has("next_turn") and not asked.has("this_turn", "right_away")
    scene = (
        Scene("plotted-by-card").known(maker).card(PROBE, **PROBE_DATA).has("A", "hand", maker.name, PROBE)
    )
    scene.has(
        "A", "library", PROBE if "library" in maker.text else "Forest", "Forest", "Island", "Swamp", "Plains"
    )
    scene.document["setup"]["A"]["hand"] = [maker.name] if "library" in maker.text else [maker.name, PROBE]
    scene.do(
        "1.precombat_main",
        "A",
        cast=maker.name,
        choices=["yes", PROBE] if "you may" in maker.text.lower() else [PROBE],
    )
    scene.check(
        "3.precombat_main" if later else "1.postcombat_main", "A", can={"cast": PROBE, "from": "exile"}
    )
    when = Both("on a later turn", "後のターンに") if later else Both("that same turn", "同じターンに")
    yield Reading(
        "plotted_by_card",
        Both(f"{maker.name} makes a card plotted. Can you cast that card {when.en}?", f"{maker.ja}でカードが計画された状態になった。{when.ja}そのカードを唱えられるか。"),
        (),
        Both("Yes, in your main phase with an empty stack.", "はい。自分のメイン・フェイズでスタックが空なら唱えられます。") if later
        else Both("No. A plotted card may be cast only on a later turn.", "いいえ。計画されたカードを唱えられるのは後のターンです。"),
        Both("", ""),
        also=(step("702.170d"), step("702.170c")),
        declared="yes" if later else "no",
        weight=6,
    )  # fmt: skip


@kind("plotted_itself")
def plotted_itself(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does a named card's own ability trigger when it is plotted by the special action?"""
    if len(asked.cards) != 1 or not asked.has("plot", "plotted") or not asked.has("trigger"):
        return
    seer = asked.cards[0]
    looks = re.search(r"when[^.]*becomes? plotted", seer.text, re.IGNORECASE) and re.search(
        r"^Plot[ —]", seer.text, re.MULTILINE
    )
    if not looks or not within(
        asked, "card0 plot plotted trigger ability hand special_action card_word normal_word still also"
    ):
        return
    scene = (
        Scene("plotted-itself")
        .known(seer)
        .has("A", "hand", seer.name)
        .do("1.precombat_main", "A", plot=seer.name)
    )
    scene.check(triggered={"source": seer.name, "text": "becomes plotted"})
    yield Reading(
        "plotted_itself",
        Both(f"You plot {seer.name} from your hand. Does its ability that looks for becoming plotted trigger?", f"手札から{seer.ja}を計画する。「計画された状態になったとき」の能力は誘発するか。"),
        (Case(scene.document, yes="any"),),
        Both("Yes, it triggers: the card becomes plotted.", "はい。計画された状態になるので誘発します。"),
        Both("No, it doesn't trigger.", "いいえ。誘発しません。"),
        also=(step("702.170a"),),
        weight=5,
    )  # fmt: skip
