"""Further played questions: counters and damage on a described creature, lifelink, what enters, deaths that are replaced."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from kb.asking.asked import Asked, side_of, within
from kb.asking.bodies import bodies
from kb.asking.kinds.values import is_permanent
from kb.asking.kinds.watchers import watches
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene

_MARKS: Final = ("keyword_indestructible",)


@kind("counters_kill")
def counters_kill(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """A described creature gets counters: does it die?"""
    pts, counters = asked.meaning.values("pt"), asked.meaning.values("counter")
    if asked.cards or len(pts) != 1 or len(counters) != 1 or not asked.has("die", "survive", "graveyard"):
        return
    if not within(
        asked, _MARKS, "pt counter counter_thing num creature die survive add go_to graveyard put_word sba"
    ):
        return
    numbers = asked.meaning.numbers
    if len(numbers) > 1 or (asked.has("die") and asked.has("survive")) or not counters[0].startswith("-"):
        return
    count = numbers[0] if numbers else 1
    survives = asked.has("survive")
    text = "Indestructible" if asked.has("keyword_indestructible") else ""
    scene = (
        Scene("counters-kill")
        .card("Creature", cost="{2}", types="Creature — Soldier", pt=pts[0], text=text)
        .has("A", "battlefield", "Creature")
    )
    scene.do(
        "1.precombat_main",
        "A",
        event={"add_counter": {"card": "Creature", "kind": counters[0], "count": count}},
    ).check(zone="Creature")
    en, ja = (
        f"{pts[0]} creature{' with indestructible' if text else ''}",
        f"{'破壊不能を持つ' if text else ''}{pts[0]}のクリーチャー",
    )
    yield Reading(
        "counters_kill",
        Both(f"A {en} gets {count} {counters[0]} counter{'s' if count > 1 else ''}. Does it {'survive' if survives else 'die'}?", f"{ja}に{counters[0]}カウンターが{count}個置かれた。{'生き残る' if survives else '死亡する'}か。"),
        (Case(scene.document, yes="battlefield" if survives else "graveyard"),),
        Both(f"Yes, it {'survives' if survives else 'dies'}.", f"はい。{'生き残ります' if survives else '死亡します'}。"),
        Both(f"No, it {'dies' if survives else 'survives'}.", f"いいえ。{'死亡します' if survives else '生き残ります'}。"),
        weight=6,
    )  # fmt: skip


@kind("damage_kills")
def damage_kills(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """A described creature is dealt damage, once or several times in a turn: does it die?"""
    pts, numbers = asked.meaning.values("pt"), asked.meaning.numbers
    if (
        asked.cards
        or len(pts) != 1
        or not 1 <= len(numbers) <= 3
        or not asked.has("damage")
        or not asked.has("die", "survive", "destroy")
    ):
        return
    if not within(
        asked, _MARKS, "pt num damage this_turn die survive destroy creature"
    ) or asked.meaning.values("counter"):
        return
    if asked.seq.count("num") != len(numbers) or asked.seq.split().index("pt") > asked.seq.split().index(
        "num"
    ):
        return
    if not re.search(r"(is|was|gets|got|been) dealt|受け", asked.meaning.question):
        return  # damage dealt by it says nothing of it
    if len(numbers) > 1 and not asked.has("this_turn"):
        return  # damage goes away at the end of a turn
    survives = asked.has("survive")
    if survives and asked.has("die", "destroy"):
        return
    text = "Indestructible" if asked.has("keyword_indestructible") else ""
    scene = (
        Scene("damage-kills")
        .card("Creature", cost="{2}", types="Creature — Soldier", pt=pts[0], text=text)
        .has("A", "battlefield", "Creature")
    )
    for number in numbers:
        scene.do("1.precombat_main", "A", event={"damage": {"card": "Creature", "amount": number}})
    scene.check("1.begin_combat", zone="Creature")
    dealt = Both(" and ".join(map(str, numbers)), "点と".join(map(str, numbers)) + "点")
    yield Reading(
        "damage_kills",
        Both(f"A {pts[0]} creature is dealt {dealt.en} damage in a turn. Does it {'survive' if survives else 'die'}?", f"{pts[0]}のクリーチャーが同じターンに{dealt.ja}のダメージを受けた。{'生き残る' if survives else '死亡する'}か。"),
        (Case(scene.document, yes="battlefield" if survives else "graveyard"),),
        Both(f"Yes, it {'survives' if survives else 'dies'}.", f"はい。{'生き残ります' if survives else '死亡します'}。"),
        Both(f"No, it {'dies' if survives else 'survives'}.", f"いいえ。{'死亡します' if survives else '生き残ります'}。"),
        also=(step("702.12b") if text else step("120.6"), *(() if text else (step("704.5g"),))),
        weight=6,
    )  # fmt: skip


@kind("lifelink_gains")
def lifelink_gains(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """How much life does a described creature with lifelink gain its controller by combat damage?"""
    pts, numbers = asked.meaning.values("pt"), asked.meaning.numbers
    if (
        asked.cards
        or len(pts) != 1
        or not asked.has("keyword_lifelink")
        or not asked.has("damage", "unblocked")
    ):
        return
    if not within(
        asked,
        "pt keyword_lifelink num damage add life gain_life wear_off creature how_many unblocked combat player opp",
    ) or not asked.has("gain_life", "wear_off", "life"):
        return
    if len(numbers) > 1 or bool(numbers) == asked.has("how_many") or asked.has("lose_life"):
        return
    if re.search(r"(is|was|gets|being|been) dealt|takes?|受け", asked.meaning.question):
        return  # damage to it, not by it
    found = [body for body in bodies(asked.meaning.tokens) if body.pt]
    power = int(pts[0].split("/")[0])
    if len(found) != 1 or power >= 20:
        return
    scene = (
        Scene("lifelink")
        .card("Attacker", cost="{2}", types="Creature — Soldier", pt=pts[0], text="Lifelink")
        .has("A", "battlefield", "Attacker")
    )
    scene.do("1.declare_attackers", "A", attack=["Attacker"]).check("1.end_combat", life="A")
    yes = asked.has("how_many") or numbers[0] == power
    yield Reading(
        "lifelink_gains",
        Both(
            f"A {pts[0]} creature with lifelink deals its combat damage. How much life is gained?",
            f"絆魂を持つ{pts[0]}のクリーチャーが戦闘ダメージを与える。何点のライフを得るか。",
        ),
        (Case(scene.document, yes=20 + power),) if yes else (),
        Both(
            f"{power}." if asked.has("how_many") else f"Yes, {power} life.",
            f"{power}点です。" if asked.has("how_many") else f"はい。{power}点のライフを得ます。",
        ),
        Both(f"No, {power} life.", f"いいえ。得るライフは{power}点です。"),
        also=(step("702.15b"),),
        declared="value" if asked.has("how_many") else "yes" if yes else "no",
        value=power if asked.has("how_many") else None,
        weight=7,
    )


@kind("sees_itself")
def sees_itself(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Does a named permanent's ability trigger when it enters itself, or dies itself?"""
    if len(asked.cards) != 1 or not asked.has("trigger", "see_word"):
        return
    form = r"^card0 (i )?(trigger|see_word) (i )?(enter|die)$|^card0 (i )?(enter|die) (ability )?(trigger|see_word)$|^card0 see_word (enter|die)$"
    card = asked.cards[0]
    if not re.match(form, asked.seq) or "Creature" not in card.types:
        return
    enters = asked.has("enter")
    if not watches(card, "enters" if enters else "dies"):
        return
    scene = Scene("sees-itself").known(card)
    if enters:
        scene.has("A", "hand", card.name).do("1.precombat_main", "A", cast=card.name)
    else:
        scene.has("A", "battlefield", card.name).do("1.begin_combat", "A", event={"destroy": card.name})
    scene.check(triggered={"source": card.name, "text": "hen"})
    yield Reading(
        "sees_itself",
        Both(
            f"{card.name} itself {'enters' if enters else 'dies'}. Does its ability trigger?",
            f"{card.ja}自身が{'戦場に出る' if enters else '死亡する'}。能力は誘発するか。",
        ),
        (Case(scene.document, yes="any"),),
        Both("Yes, it triggers.", "はい。誘発します。"),
        Both("No, it doesn't look for itself.", "いいえ。自身では誘発しません。"),
        also=(step("603.6a" if enters else "700.4"),),
        weight=6,
    )


@kind("death_replaced")
def death_replaced(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """A named permanent replaces deaths; does another one's ability that looks for deaths trigger?"""
    if len(asked.cards) != 2 or not asked.has("trigger") or not asked.has("creature", "token"):
        return
    if not within(
        asked, "card0 card1 creature die destroy trigger ability exile instead battlefield opp go_to control"
    ) or not asked.has("die", "destroy", "exile"):
        return
    watching = [card for card in asked.cards if is_permanent(card) and watches(card, "dies")]
    replacing = [
        card
        for card in asked.cards
        if is_permanent(card) and re.search(r"would (die|be put into [^.]*graveyard)", card.text)
    ]
    if len(watching) == 1 and not re.search(
        rf"card{asked.cards.index(watching[0])} (ability )?trigger", asked.seq
    ):
        return
    if len(watching) != 1 or len(replacing) != 1 or watching == replacing or asked.meaning.names & {"token"}:
        return
    whose = [token.name for token in asked.meaning.tokens if token.name in ("i", "opp")]
    if "opp" in whose and whose != ["opp"]:
        return
    if "opp" in whose and side_of(asked, replacing[0]) != "B":
        return
    facts: list[Case] = []
    for side, fact in (("A", Both(f"you control {replacing[0].name}", f"自分が{replacing[0].ja}をコントロールしている")), ("B", Both(f"an opponent controls {replacing[0].name}", f"対戦相手が{replacing[0].ja}をコントロールしている"))):  # fmt: skip
        if side_of(asked, replacing[0]) in (None, side):
            one = (
                Scene("death-replaced")
                .known(*asked.cards)
                .has("A", "battlefield", watching[0].name, "Bear")
                .has(side, "battlefield", replacing[0].name)
            )
            one.do("1.begin_combat", "A", event={"destroy": "Bear"}).check(
                triggered={"source": watching[0].name, "text": "hen"}
            )
            facts.append(Case(one.document, yes="any", fact=fact))
    yield Reading(
        "death_replaced",
        Both(f"{replacing[0].name} is on the battlefield and a creature would die. Does {watching[0].name} trigger?", f"{replacing[0].ja}が戦場にあるとき、クリーチャーが死亡しようとした。{watching[0].ja}は誘発するか。"),
        tuple(facts),
        Both("Yes, it triggers.", "はい。誘発します。"),
        Both("No. The creature is put somewhere else instead, so it doesn't die.", "いいえ。代わりにほかの領域に置かれるので、死亡したことにはなりません。"),
        also=(step("614.6"), step("700.4")),
        unless=("yes",),
        weight=7,
    )  # fmt: skip


@kind("no_abilities")
def no_abilities(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """A named permanent takes all abilities from creatures: does another named creature have its own?"""
    if len(asked.cards) != 2 or not asked.has("ability"):
        return
    if not re.match(
        r"^card0 (enter )?(i |opp )?card1 (stay |still |lose |have )*ability( stay| lose)?$", asked.seq
    ):
        return
    taker, creature = asked.cards
    if (
        not is_permanent(taker)
        or not re.match(r"All creatures lose all abilities", taker.text)
        or "Creature" not in creature.types
    ):
        return
    loses = asked.has("lose")
    if loses and asked.has("stay"):
        return
    verdict: Any = "yes" if loses else "no"
    yield Reading(
        "no_abilities",
        Both(
            f"{taker.name} is on the battlefield. Does {creature.name} {'lose' if loses else 'keep'} its abilities?",
            f"{taker.ja}が戦場にある。{creature.ja}は能力を{'失う' if loses else '持つ'}か。",
        ),
        (),
        Both("Yes, it loses all its abilities.", "はい。能力をすべて失います。"),
        Both("No, it loses all its abilities.", "いいえ。能力をすべて失います。"),
        also=(step("613.1f"),),
        declared=verdict,
        weight=6,
    )


@kind("moon_mana")
def moon_mana(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """A named permanent makes nonbasic lands Mountains: which mana can a named land still make?"""
    if len(asked.cards) != 2 or not re.match(
        r"^card0 (can )?(i |opp )?card1 (tapped )?mana_of_color$", asked.seq
    ):
        return
    moon, land = asked.cards
    if "Nonbasic lands are Mountains" not in moon.text or "Land" not in land.types or "Basic" in land.types:
        return
    token = next(token for token in asked.meaning.tokens if token.name == "mana_of_color")
    red = "red" in token.text or "赤" in token.text
    yield Reading(
        "moon_mana",
        Both(
            f"{moon.name} is on the battlefield. Can {land.name} be tapped for that color?",
            f"{moon.ja}が戦場にある。{land.ja}からその色のマナを出せるか。",
        ),
        (),
        Both("Yes. It is a Mountain, which makes red mana.", "はい。山になっているので、赤マナを出せます。"),
        Both(
            "No. It is a Mountain and makes only red mana.",
            "いいえ。山になっているので、赤マナしか出せません。",
        ),
        also=(step("305.7"),),
        declared="yes" if red else "no",
        weight=6,
    )
