"""Combat of described creatures: may it block, who dies, how much damage goes through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kb.asking.asked import Asked, within
from kb.asking.bodies import KEYWORDS, Body, bodies, sides
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene

_OTHER: Final = "excess no_flying creature big num pt two two_or_more both second combat damage by with attack block opp i single alone tapped untapped summoning_sick before_damage"


@kind("may_block")
def may_block(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Can this creature block that one?"""
    if (
        not asked.has("block")
        or asked.cards
        or asked.has("die", "survive", "damage", "through", "destroy", "lose")
    ):
        return
    if not within(asked, KEYWORDS, _OTHER, "only alone all can stop add"):
        return
    found = bodies(asked.meaning.tokens)
    if (
        len(found) == 1
        and found[0].keywords
        and (asked.has("alone", "single") or asked.meaning.numbers == [1])
    ):
        found.append(Body("5/5", place=len(asked.meaning.tokens)))
        pair: tuple[Body, Body] | None = (found[0], found[1])
    elif (len(found) == 1 and found[0].tapped) or (len(found) == 1 and found[0].sick):
        pair = (Body("2/2"), found[0])
    else:
        pair = sides(asked, found)
    if pair is None:
        return
    attacker, blocker = pair
    if not (attacker.keywords or blocker.keywords or blocker.tapped or blocker.sick):
        return
    attacker.sick = False
    names = ["Blocker"] if blocker.count == 1 else [f"blocker{n}" for n in range(1, blocker.count + 1)]
    scene = Scene("may-block").card("Attacker", **attacker.card("3/3")).card("Blocker", **blocker.card("3/3"))
    scene.has("A", "battlefield", {"card": "Attacker"})
    if blocker.count == 1:
        scene.has("B", "battlefield", blocker.entry("Blocker"))
    else:
        for name in names:
            scene.has(
                "B",
                "battlefield",
                {"card": "Blocker", "as": name, **({"tapped": True} if blocker.tapped else {})},
            )
    scene.do("1.declare_attackers", "A", attack=["Attacker"])
    scene.check("1.declare_blockers", "B", can={"block": dict.fromkeys(names, "Attacker")})
    yield Reading(
        "may_block",
        Both(f"Can {blocker.en} block {attacker.en}?", f"{blocker.ja}で{attacker.ja}をブロックできるか。"),
        (Case(scene.document),),
        Both("Yes, it can block.", "はい。ブロックできます。"),
        Both("No, it can't block that way.", "いいえ。ブロックできません。"),
        also=_rules(attacker, blocker),
        weight=5,
    )


def _rules(*found: Body) -> tuple[Any, ...]:
    numbers = [KEYWORDS[k][2] for body in found for k in body.keywords]
    extra = ["509.1a"] if any(body.tapped for body in found) else []
    return tuple(step(number) for number in dict.fromkeys([*numbers, *extra]) if number)


@kind("fight")
def fight(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """One creature attacks and one blocks: who dies, how much goes through."""
    if (
        asked.cards
        or not asked.has("block", "attack")
        or not within(
            asked,
            KEYWORDS,
            _OTHER,
            "die survive through how_many destroy lose_life life player damage all lose lethal take stay only assign first_time go_to combat start_at graveyard",
        )
    ):
        return
    found = bodies(asked.meaning.tokens)
    again = found.pop() if len(found) == 3 else None
    pair = sides(asked, found)
    if pair is None or any(not body.pt or body.count > 1 for body in pair):
        return
    if asked.has("keyword_double_strike") and asked.has("through", "how_many", "player"):
        return  # two damage steps: what is left for the second hangs on more than is said
    attacker, blocker = pair
    scene = Scene("fight").card("Attacker", **attacker.card("2/2")).card("Blocker", **blocker.card("2/2"))
    scene.has("A", "battlefield", {"card": "Attacker"}).has("B", "battlefield", {"card": "Blocker"})
    scene.do("1.declare_attackers", "A", attack=["Attacker"]).do(
        "1.declare_blockers", "B", block={"Blocker": "Attacker"}
    )
    rules = _rules(attacker, blocker)
    if asked.has("through", "how_many", "player"):
        if again is not None:
            return  # a second blocker, or a creature spoken of again: this kind can't tell
        if not asked.has("through", "how_many") and not (
            asked.has("damage") and "keyword_trample" in attacker.keywords
        ):
            return
        power = int(attacker.pt.split("/")[0])
        least = 1 if "keyword_deathtouch" in attacker.keywords else int(blocker.pt.split("/")[1])
        most = max(0, power - least) if "keyword_trample" in attacker.keywords else 0
        scene.document["script"].append(
            {"choose": [{"Blocker": power - most, "B": most}], "at": "1.combat_damage"}
        )
        scene.check(life="B")
        numbers = [int(t.value) for t in asked.meaning.tokens if t.name == "num"]
        ask_value = asked.has("how_many")
        if not ask_value and not numbers:
            if asked.has("all", "only"):
                return
            numbers = [1]
        yield Reading(
            "through",
            Both(f"{attacker.en.capitalize()} attacks and {blocker.en} blocks it. How much of its damage can go to the player?", f"{attacker.ja}で攻撃し、{blocker.ja}にブロックされた。プレイヤーに何点まで割り振れるか。"),
            (Case(scene.document, yes=20 - most),) if ask_value or numbers[-1] == most else (),
            Both(f"{most}: the blocker must be assigned lethal damage first." if ask_value else f"Yes, up to {most} can go to the player.", f"{most}点です。先にブロッカーに致死ダメージを割り振ります。" if ask_value else f"はい。プレイヤーに{most}点まで割り振れます。"),
            Both(f"No, only {most} can go to the player.", f"いいえ。プレイヤーに割り振れるのは{most}点までです。"),
            also=rules,
            declared="value" if ask_value else ("yes" if numbers[-1] <= most else "no"),
            value=most if ask_value else None,
            weight=6,
        )  # fmt: skip
        return
    whose = _asked_body(asked, attacker, blocker) if again is None else _same(again, attacker, blocker)
    if whose is None or not asked.has("die", "survive", "destroy", "graveyard"):
        return
    name, body = ("Attacker", attacker) if whose is attacker else ("Blocker", blocker)
    if asked.has("both"):
        return
    survives = asked.has("survive", "stay")
    scene.check(zone=name)
    yield Reading(
        "fight",
        Both(f"{attacker.en.capitalize()} attacks and {blocker.en} blocks it. Does the {'attacker' if whose is attacker else 'blocker'} {'survive' if survives else 'die'}?", f"{attacker.ja}で攻撃し、{blocker.ja}がブロックした。{'攻撃' if whose is attacker else 'ブロック'}クリーチャーは{'生き残る' if survives else '死亡する'}か。"),
        (Case(scene.document, yes="battlefield" if survives else "graveyard"),),
        Both(f"Yes, {body.en} {'survives' if survives else 'dies'}.", f"はい。{'生き残ります' if survives else '死亡します'}。"),
        Both(f"No, {body.en} {'dies' if survives else 'survives'}.", f"いいえ。{'死亡します' if survives else '生き残ります'}。"),
        also=rules,
        weight=6,
    )  # fmt: skip


def _same(again: Body, attacker: Body, blocker: Body) -> Body | None:
    """The creature that is spoken of again."""
    like = [
        one for one in (attacker, blocker) if one.pt == again.pt and set(again.keywords) <= set(one.keywords)
    ]
    return like[0] if len(like) == 1 else None


def _asked_body(asked: Asked, attacker: Body, blocker: Body) -> Body | None:
    """Whose fate is asked: in English who is named before the verb, in Japanese too (は or が)."""
    tokens = asked.meaning.tokens
    fate = next((i for i, t in enumerate(tokens) if t.name in ("die", "survive", "destroy")), None)
    if fate is None:
        return None
    word = next(
        (
            t
            for t in reversed(tokens[:fate])
            if t.name in ("block", "attack")
            and ("er" in t.text or "クリーチャー" in t.text or "ブロッカー" in t.text)
        ),
        None,
    )
    if word is not None:
        return blocker if word.name == "block" else attacker
    first = min((attacker, blocker), key=lambda b: b.place)
    second = max((attacker, blocker), key=lambda b: b.place)
    if asked.meaning.lang == "en":
        if fate < second.place:
            return first
        again = [t for t in tokens[second.place + 1 : fate] if t.name in ("i", "opp")]
        if again and again[-1].name in (first.owner, second.owner) and first.owner != second.owner:
            return first if again[-1].name == first.owner else second
        return None
    marked = [b for b in (first, second) if b.particle in ("は", "が")]
    return marked[0] if len(marked) == 1 and marked[0].particle == "は" else None


@kind("blocker_gone")
def blocker_gone(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """The only blocker is gone before damage: does the attacker's damage go to the player?"""
    if (
        asked.cards
        or not asked.has("block", "unblocked")
        or not asked.has("removed", "leave", "die", "destroy", "bounce", "exile", "sacrifice")
    ):
        return
    if not asked.has("through", "damage", "player", "all", "unblocked") or not within(
        asked,
        KEYWORDS,
        "affected no_trample block unblocked removed leave die destroy bounce exile sacrifice through damage player all only before_damage creature attack opp start_at go_to combat by add lose_life life single num before still assign respond",
    ):
        return
    trample = asked.has("keyword_trample")
    text = "Trample" if trample else ""
    scene = (
        Scene("blocker-gone")
        .card("Attacker", cost="{3}", types="Creature — Soldier", pt="5/5", text=text)
        .has("A", "battlefield", "Attacker")
    )
    scene.has("B", "battlefield", "Bear").do("1.declare_attackers", "A", attack=["Attacker"]).do(
        "1.declare_blockers", "B", block={"Bear": "Attacker"}
    )
    scene.do("1.declare_blockers", "A", event={"destroy": "Bear"}).check(life="B")
    yield Reading(
        "blocker_gone",
        Both(f"An attacker with{'' if trample else 'out'} trample was blocked and its only blocker is gone before damage. Does its damage go to the player?", f"トランプルを持{'つ' if trample else 'たない'}攻撃クリーチャーがブロックされ、唯一のブロッカーがダメージの前にいなくなった。ダメージはプレイヤーに通るか。"),
        (Case(scene.document, yes=15),),
        Both("Yes, all its damage is assigned to the player.", "はい。ダメージはすべてプレイヤーに割り振られます。"),
        Both("No. It stays blocked and deals no combat damage.", "いいえ。ブロックされたままなので、戦闘ダメージを与えません。"),
        also=(step("702.19d"),) if trample else (step("509.1h"), step("510.1c")),
        weight=5,
    )  # fmt: skip


@kind("may_attack")
def may_attack(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Can this creature attack now?"""
    if asked.cards or not asked.has("attack") or asked.has("block", "die", "survive", "damage"):
        return
    if not asked.has("summoning_sick", "tapped", "keyword_defender", "this_turn") or not within(
        asked, KEYWORDS, "attack creature summoning_sick tapped this_turn right_away pt untapped opp_turn"
    ):
        return
    if asked.has("opp_turn") or (asked.has("this_turn") and not asked.has("summoning_sick")):
        return
    body = Body(
        keywords=[k for k in KEYWORDS if asked.has(k)],
        tapped=asked.has("tapped"),
        sick=asked.has("summoning_sick"),
    )
    scene = (
        Scene("may-attack")
        .card("Attacker", **body.card("2/2"))
        .has("A", "battlefield", body.entry("Attacker"))
    )
    if asked.has("tapped"):
        return
    scene.check("1.declare_attackers", "A", can={"attack": ["Attacker"]})
    sick = Both(
        " that came under your control this turn" if body.sick else "",
        "このターン自分のコントロール下になった" if body.sick else "",
    )
    yield Reading(
        "may_attack",
        Both(f"Can {body.en}{sick.en} attack?", f"{sick.ja}{body.ja}で攻撃できるか。"),
        (Case(scene.document),),
        Both("Yes, it can attack.", "はい。攻撃できます。"),
        Both("No, it can't attack.", "いいえ。攻撃できません。"),
        also=(*_rules(body), *((step("302.6"), step("508.1a")) if body.sick else ())),
        weight=4,
    )
