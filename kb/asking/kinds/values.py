"""What something is: power and toughness under effects and counters, what a copy becomes, how a land enters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.asking.asked import Asked, Card, side_of, within
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene


def is_permanent(card: Card) -> bool:
    """Whether it stays on the battlefield."""
    return not any(word in card.types for word in ("Instant", "Sorcery"))


def _targets(card: Card) -> bool:
    return "target creature" in card.text.lower() or "enchant creature" in card.text.lower()


def bring(scene: Scene, card: Card, creature: str, at: str = "1.precombat_main") -> None:
    """Let a card do its work on the creature: cast where it aims at it, else put onto the battlefield."""
    scene.known(card)
    if _targets(card):
        scene.has("A", "hand", card.name).do(at, "A", cast=card.name, targets=[creature])
    else:
        scene.has("A", "battlefield", card.name)


@kind("power_toughness")
def power_toughness(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """What are the power and toughness of a creature with counters, under the effects of named cards?"""
    pts = asked.meaning.values("pt")
    counters = asked.meaning.values("counter")
    if not pts or asked.has("copy", "become_copy", "attack", "block"):
        return
    if not (counters or asked.cards) or any("copy" in card.text.lower() for card in asked.cards):
        return
    marks = {f"card{at}" for at in range(len(asked.cards))}
    if not within(
        asked,
        marks,
        "go_to battlefield pt counter counter_thing plus_counter creature num start_at cast add have affected what how_many power toughness pt_word target enter then both use cast by on control",
    ):
        return
    ask_value = asked.has("what", "how_many")
    if len(pts) != (1 if ask_value else 2):
        return
    if any(
        is_permanent(card) and not _targets(card) and "creature" not in card.text.lower()
        for card in asked.cards
    ):
        return
    scene = Scene("power-toughness").card(
        "Creature", cost="{2}", types="Creature — Soldier", pt=pts[0], text="Flying"
    )
    scene.document["cards"]["Creature"]["text"] = ""
    count = asked.meaning.numbers[0] if asked.meaning.numbers else 1
    entry: dict[str, Any] = {"card": "Creature"}
    if counters:
        entry["counters"] = {counters[0]: count}
    scene.has("A", "battlefield", entry)
    for card in asked.cards:
        bring(scene, card, "Creature")
    scene.check("1.begin_combat", power="Creature").check("1.begin_combat", toughness="Creature")
    names_en = " and ".join(card.name for card in asked.cards)
    names_ja = "と".join(card.ja for card in asked.cards)
    with_en = f" with {count} {counters[0]} counter{'s' if count > 1 else ''}" if counters else ""
    with_ja = f"{counters[0]}カウンターが{count}個置かれた" if counters else ""
    under_en, under_ja = (f" under {names_en}", f"{names_ja}の影響を受けた") if asked.cards else ("", "")
    layers = (*((step("613.4b"),) if asked.cards else ()), *((step("613.4c"),) if counters else ()))
    if ask_value:
        from_checks = _values(
            scene,
            f"A {pts[0]} creature{with_en}{under_en}: what are its power and toughness?",
            f"{under_ja}{with_ja}{pts[0]}のクリーチャーのパワーとタフネスはいくつか。",
            layers,
        )
        yield from from_checks
        return
    power, toughness = map(int, pts[1].split("/"))
    yield Reading(
        "power_toughness",
        Both(
            f"A {pts[0]} creature{with_en}{under_en}: is it {pts[1]}?",
            f"{under_ja}{with_ja}{pts[0]}のクリーチャーは{pts[1]}か。",
        ),
        (Case(scene.document, decides=0, yes=power, besides=((1, toughness),)),),
        Both(f"Yes, it is {pts[1]}.", f"はい。{pts[1]}です。"),
        Both(f"No, it isn't {pts[1]}.", f"いいえ。{pts[1]}にはなりません。"),
        also=layers,
        weight=5,
    )


def _values(scene: Scene, en: str, ja: str, layers: tuple[Any, ...]) -> Iterator[Reading]:
    yield Reading(
        "power_toughness",
        Both(en, ja),
        (Case(scene.document, decides=0, yes=None, besides=((1, None),)),),
        Both("{pt}.", "{pt}です。"),
        Both("", ""),
        also=layers,
        weight=5,
    )


@kind("copy_size")
def copy_size(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does a card that enters as a copy of a creature changed by another card have that size?"""
    if not asked.has("copy", "become_copy") or not 1 <= len(asked.cards) <= 2:
        return
    copiers = [
        card
        for card in asked.cards
        if "copy of any creature" in card.text.lower()
        or "copy of target creature" in card.text.lower()
        or "as a copy of" in card.text.lower()
    ]
    changers = [card for card in asked.cards if card not in copiers]
    pts, counters = asked.meaning.values("pt"), asked.meaning.values("counter")
    if len(copiers) != 1 or not pts or not is_permanent(copiers[0]):
        return
    if not within(
        asked,
        "affected copy become_copy pt creature enter start_at make change card0 card1 counter counter_thing num have add this_turn cast target then into",
    ):
        return
    asked_pt = pts[-1]
    base = _base(asked, pts, changers)
    if base is None:
        return
    entry: dict[str, Any] = {"card": "Creature"}
    if counters:
        entry["counters"] = {counters[0]: asked.meaning.numbers[0] if asked.meaning.numbers else 1}
    scene = (
        Scene("copy-size")
        .card("Creature", cost="{2}", types="Creature — Soldier", pt=base, text="")
        .has("A", "battlefield", entry)
    )
    for card in changers:
        bring(scene, card, "Creature")
    copier = copiers[0]
    scene.known(copier).has("A", "hand", {"card": copier.name, "as": "the copy"}).do(
        "1.precombat_main", "A", cast="the copy", choices=["Creature"]
    )
    scene.check("1.begin_combat", power="the copy").check("1.begin_combat", toughness="the copy")
    power, toughness = map(int, asked_pt.split("/"))
    changed_en = f" changed by {changers[0].name}" if changers else ""
    changed_ja = f"{changers[0].ja}の影響を受けた" if changers else ""
    yield Reading(
        "copy_size",
        Both(f"{copier.name} enters as a copy of a {base} creature{changed_en}. Is the copy {asked_pt}?", f"{copier.ja}が{changed_ja}{base}のクリーチャーのコピーとして戦場に出る。コピーは{asked_pt}か。"),
        (Case(scene.document, decides=0, yes=power, besides=((1, toughness),)),),
        Both(f"Yes, the copy is {asked_pt}.", f"はい。コピーは{asked_pt}です。"),
        Both("No. What other effects and counters do to the original isn't copied.", "いいえ。元のクリーチャーに働いているほかの効果やカウンターはコピーされません。"),
        also=(step("707.2"),),
        weight=6,
    )  # fmt: skip


def _base(asked: Asked, pts: list[str], changers: list[Card]) -> str | None:
    """The size of the original before anything changed it; None where the words don't tell it."""
    said = pts[:-1]
    own = [pt for pt in said if not any(pt in card.text for card in changers)]
    if not own:
        return "3/3" if pts[-1] != "3/3" else "4/4"
    if len(own) == 1:
        places = [at for at, token in enumerate(asked.meaning.tokens) if token.name == "pt"]
        before = asked.meaning.tokens[places[0] - 1].name if places[0] else ""
        return None if changers and len(said) == 1 and before == "make" else own[0]
    # both sizes are told: "a 5/5 that it made 8/8", 8/8になった5/5
    return own[0] if asked.meaning.lang == "en" else own[1]


@kind("land_enters")
def land_enters(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does a named land enter tapped or untapped while another permanent is on the battlefield?"""
    if not asked.has("tapped", "untapped") or not asked.has("enter", "playland", "cast"):
        return
    lands = [card for card in asked.cards if "Land" in card.types]
    others = [card for card in asked.cards if card not in lands and is_permanent(card)]
    if len(lands) != 1 or len(others) + 1 != len(asked.cards) or len(others) > 1:
        return
    if not within(
        asked,
        "tapped untapped enter playland land cast pay_no_life pay_life dont_pay card0 card1 opp have come_back life num then control not",
    ):
        return
    if asked.has("not"):
        return
    land = lands[0]
    scene = Scene("land-enters").known(*asked.cards).has("A", "hand", land.name)
    for card in others:
        scene.has(side_of(asked, card) or "B", "battlefield", card.name)
    paying = asked.has("pay_life") and not asked.has("pay_no_life", "dont_pay")
    scene.do("1.precombat_main", "A", play=land.name, choices=["yes" if paying else "no"])
    scene.check("1.begin_combat", tapped=land.name)
    untapped = asked.has("untapped")
    there = Both(
        f"With {others[0].name} on the battlefield, " if others else "",
        f"{others[0].ja}があるとき、" if others else "",
    )
    state = Both("untapped" if untapped else "tapped", "アンタップ状態" if untapped else "タップ状態")
    pays = Both(
        "pays life" if paying else "pays no life", "ライフを支払って" if paying else "ライフを支払わずに"
    )
    yield Reading(
        "land_enters",
        Both(f"{there.en}{land.name} is played and its player {pays.en}. Does it enter {state.en}?", f"{there.ja}{land.ja}を{pays.ja}プレイする。{state.ja}で戦場に出るか。"),
        (Case(scene.document, yes=not untapped),),
        Both(f"Yes, it enters {state.en}.", f"はい。{state.ja}で戦場に出ます。"),
        Both(f"No, it doesn't enter {state.en}.", f"いいえ。{state.ja}では戦場に出ません。"),
        also=(step("614.12"), *((step("305.7"),) if others else ())),
        weight=6,
    )  # fmt: skip


@kind("counters_save")
def counters_save(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does a creature with such counters stay on the battlefield?"""
    pts, counters = asked.meaning.values("pt"), asked.meaning.values("counter")
    if (
        asked.cards
        or len(pts) != 1
        or len(counters) != 1
        or not asked.has("die", "survive", "stay", "destroy")
    ):
        return
    if not within(
        asked,
        "pt counter counter_thing creature num die survive stay enter have add battlefield with graveyard go_to",
    ):
        return
    if asked.has("destroy"):
        return
    count = asked.meaning.numbers[0] if asked.meaning.numbers else 1
    scene = Scene("counters-save").card(
        "Creature", cost="{2}", types="Creature — Soldier", pt=pts[0], text=""
    )
    scene.has("A", "battlefield", {"card": "Creature", "counters": {counters[0]: count}}).check(
        "1.upkeep", zone="Creature"
    )
    dies = asked.has("die")
    toughness = int(pts[0].split("/")[1]) + count * int(counters[0].split("/")[1])
    yield Reading(
        "counters_save",
        Both(f"A {pts[0]} creature has {count} {counters[0]} counter(s). Does it {'die' if dies else 'survive'}?", f"{counters[0]}カウンターが{count}個置かれた{pts[0]}のクリーチャーは{'死亡する' if dies else '生き残る'}か。"),
        (Case(scene.document, yes="graveyard" if dies else "battlefield"),),
        Both(f"Yes: its toughness is {toughness}.", f"はい。タフネスは{toughness}です。"),
        Both(f"No: its toughness is {toughness}.", f"いいえ。タフネスは{toughness}です。"),
        also=(step("613.4c"), *((step("704.5f"),) if toughness <= 0 else ())),
        weight=5,
    )  # fmt: skip
