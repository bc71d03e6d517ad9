"""Combat of described creatures, further questions: several blockers, whether both die, how much an unblocked one deals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from kb.asking.asked import Asked, within
from kb.asking.bodies import KEYWORDS, Body, bodies
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene

_RULES: Final = {"keyword_double_strike": "702.4b", "keyword_lifelink": "702.15b"}
_DECIDE: Final = frozenset(
    f"keyword_{one}"
    for one in [
        "first_strike",
        "double_strike",
        "deathtouch",
        "indestructible",
        "trample",
        "vigilance",
        "lifelink",
        "haste",
        "reach",
    ]
)
"""Keywords with which any of the creatures may block any other."""


def _rules(*found: Body) -> tuple[Any, ...]:
    numbers = [_RULES.get(k) or KEYWORDS[k][2] for body in found for k in body.keywords]
    return tuple(step(number) for number in dict.fromkeys(numbers) if number)


def _battle(name: str, attacker: Body, blockers: list[Body]) -> Scene:
    scene = Scene(name).card("Attacker", **attacker.card("2/2")).has("A", "battlefield", "Attacker")
    names = ["Blocker"] if len(blockers) == 1 else [f"Blocker {n}" for n in range(1, len(blockers) + 1)]
    for blocker, body in zip(names, blockers, strict=True):
        scene.card(blocker, **body.card("2/2")).has("B", "battlefield", blocker)
    scene.do("1.declare_attackers", "A", attack=["Attacker"])
    return scene.do("1.declare_blockers", "B", block=dict.fromkeys(names, "Attacker"))


@kind("mine_survives")
def mine_survives(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """My creature blocks (attacks into) another; "mine" is whose fate is asked: `i … block pt … i survive`."""
    if asked.cards or asked.has("both", "num") or not asked.has("block") or not asked.has("die", "survive"):
        return
    if not within(asked, _DECIDE, "pt creature block attack die survive opp combat"):
        return
    found = bodies(asked.meaning.tokens)
    if len(found) != 2 or any(not body.pt or body.count > 1 or body.tapped or body.sick for body in found):
        return
    names = [token.name for token in asked.meaning.tokens]
    fate = max(names.index(one) for one in ("die", "survive") if one in names)
    if names.count("block") != 1 or asked.has("attack") or fate != len(names) - 1:
        return
    pair = _english(asked, found, names) if asked.meaning.lang == "en" else _japanese(asked, found, names)
    if pair is None:
        return
    mine, other, blocks = pair
    attacker, blocker = (other, mine) if blocks else (mine, other)
    survives = asked.has("survive")
    scene = _battle("mine-survives", attacker, [blocker]).check(zone="Blocker" if blocks else "Attacker")
    verb = Both("survive" if survives else "die", "生き残る" if survives else "死亡する")
    yield Reading(
        "mine_survives",
        Both(f"{attacker.en.capitalize()} attacks and {blocker.en} blocks it. Does the {'blocker' if blocks else 'attacker'} {verb.en}?", f"{attacker.ja}で攻撃し、{blocker.ja}がブロックした。{'ブロック' if blocks else '攻撃'}クリーチャーは{verb.ja}か。"),
        (Case(scene.document, yes="battlefield" if survives else "graveyard"),),
        Both(f"Yes, {mine.en} {'survives' if survives else 'dies'}.", f"はい。{'生き残ります' if survives else '死亡します'}。"),
        Both(f"No, {mine.en} {'dies' if survives else 'survives'}.", f"いいえ。{'死亡します' if survives else '生き残ります'}。"),
        also=_rules(attacker, blocker),
        weight=7,
    )  # fmt: skip


def _english(asked: Asked, found: list[Body], names: list[str]) -> tuple[Body, Body, bool] | None:
    """Mine, the other, whether mine blocks; only where mine is named first and "mine", or nobody's, is asked for."""
    first, second = sorted(found, key=lambda body: body.place)
    at = names.index("block")
    text = asked.meaning.question.lower()
    owners = [name for name in names if name in ("i", "opp")]
    if (
        owners[:1] != ["i"]
        or ("opp" in names[at + 1 :] and names[-2] == "opp")
        or ("blocking" in text and names[-1] in ("block",))
    ):
        return None
    if (
        not first.place < at < second.place
        or names[-2] not in ("i",)
        or "mine" not in text.replace("?", " ").split()
    ):
        return None
    passive = "blocked by" in text
    return first, second, not passive


def _japanese(asked: Asked, found: list[Body], names: list[str]) -> tuple[Body, Body, bool] | None:
    """`X で Y を ブロックしたら`: X blocks, and it is what is asked for where nothing else is named after it."""
    first, second = sorted(found, key=lambda body: body.place)
    block = next(token for token in asked.meaning.tokens if token.name == "block")
    if "され" in block.text or block.after.startswith(("され", "れ")) or asked.has("opp"):
        return None
    if first.particle != "で" or second.particle != "を" or names[-2] not in ("block", "i"):
        return None
    return first, second, True


@kind("both_die")
def both_die(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Two described creatures fight it out: do both die?"""
    if (
        asked.cards
        or not asked.has("both")
        or not asked.has("die", "survive")
        or not asked.has("block", "attack")
    ):
        return
    if not within(asked, _DECIDE, "pt creature block attack die survive both opp start_at combat"):
        return
    described = tuple(token for token in asked.meaning.tokens if token.name != "both")
    found = bodies(described)
    if len(found) != 2 or any(not body.pt or body.count > 1 for body in found):
        return
    survives = asked.has("survive")
    if survives and asked.has("die"):
        return
    first, second = found
    scene = _battle("both-die", first, [second]).check(zone="Attacker").check(zone="Blocker")
    wanted = "battlefield" if survives else "graveyard"
    yield Reading(
        "both_die",
        Both(f"{first.en.capitalize()} and {second.en} fight in combat. Do both {'survive' if survives else 'die'}?", f"{first.ja}と{second.ja}が戦闘をした。両方とも{'生き残る' if survives else '死亡する'}か。"),
        (Case(scene.document, yes=wanted, besides=((1, wanted),)),),
        Both(f"Yes, both {'survive' if survives else 'die'}.", f"はい。両方とも{'生き残ります' if survives else '死亡します'}。"),
        Both(f"No, not both of them {'survive' if survives else 'die'}.", f"いいえ。両方が{'生き残る' if survives else '死亡する'}わけではありません。"),
        also=(*_rules(first, second), step("510.2")),
        weight=7,
    )  # fmt: skip


@kind("through_several")
def through_several(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """A trampler blocked by two or three described creatures: how much goes through?"""
    if (
        asked.cards
        or not asked.has("how_many")
        or not asked.has("through")
        or not asked.has("block")
        or asked.has("both")
    ):
        return
    if not within(
        asked,
        KEYWORDS,
        "pt creature block attack how_many damage through player opp go_to combat lose_life num two",
    ):
        return
    found = sorted(bodies(asked.meaning.tokens), key=lambda body: body.place)
    if len(found) < 2 or any(not body.pt for body in found) or found[0].count > 1:
        return
    attacker, named = found[0], found[1:]
    counts = [body.count for body in named if body.count > 1]
    if len(counts) != sum(token.name in ("num", "two") for token in asked.meaning.tokens):
        return
    blockers = [replace(body, count=1) for body in named for _ in range(body.count)]
    if not 2 <= len(blockers) <= 4:
        return
    names = [token.name for token in asked.meaning.tokens]
    if (
        "keyword_trample" not in attacker.keywords
        or set(attacker.keywords) - {"keyword_trample", "keyword_deathtouch"}
        or any(body.keywords for body in blockers)
    ):
        return
    text = asked.meaning.question
    if asked.meaning.lang == "en" and not (
        "blocked by" in text.lower() and blockers[0].place > names.index("block")
    ):
        return
    if asked.meaning.lang == "ja" and "ブロックされ" not in text:
        return
    between = set(names[blockers[0].place : blockers[-1].place]) - {"pt", "creature", "num", "two"}
    listed_in_words = re.search(r"/\d+[^.?!。]* and |/\d+[^.?!。]*[と、]\s*\d+/", text)
    if between or (len(named) > 1 and not listed_in_words):
        return  # something else is said between them: the last may be spoken of again
    power = int(attacker.pt.split("/")[0])
    needs = [
        1 if "keyword_deathtouch" in attacker.keywords else int(body.pt.split("/")[1]) for body in blockers
    ]
    most = max(0, power - sum(needs))
    if most == 0:
        return
    scene = _battle("through-several", attacker, blockers)
    shares: dict[str, int] = {f"Blocker {n}": need for n, need in enumerate(needs, 1)}
    scene.document["script"].append({"choose": [{**shares, "B": most}], "at": "1.combat_damage"})
    scene.check(life="B")
    listed = Both(" and ".join(body.en for body in blockers), "と".join(body.ja for body in blockers))
    yield Reading(
        "through_several",
        Both(f"{attacker.en.capitalize()} attacks and is blocked by {listed.en}. How much of its damage can go to the player?", f"{attacker.ja}で攻撃し、{listed.ja}にブロックされた。プレイヤーに何点まで割り振れるか。"),
        (Case(scene.document, yes=20 - most),),
        Both(f"{most}: each blocker must be assigned lethal damage first.", f"{most}点です。先にすべてのブロッカーに致死ダメージを割り振ります。"),
        Both("", ""),
        also=_rules(attacker),
        declared="value",
        value=most,
        weight=8,
    )  # fmt: skip


@kind("unblocked_damage")
def unblocked_damage(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """How much combat damage does an unblocked creature deal to the player?"""
    if (
        asked.cards
        or not asked.has("unblocked")
        or not asked.has("how_many")
        or asked.has("block", "num", "two", "both", "counter")
    ):
        return
    if not within(
        asked,
        KEYWORDS,
        "pt creature unblocked attack how_many damage player opp life lose_life combat through",
    ) or not asked.has("damage", "lose_life", "through"):
        return
    found = bodies(asked.meaning.tokens)
    described = [body for body in found if body.pt]
    if len(described) != 1:
        return
    body = Body(pt=described[0].pt, keywords=[k for k in KEYWORDS if asked.has(k)])
    power = int(body.pt.split("/")[0])
    total = power * (2 if "keyword_double_strike" in body.keywords else 1)
    if total >= 20:
        return
    scene = Scene("unblocked").card("Attacker", **body.card("2/2")).has("A", "battlefield", "Attacker")
    scene.do("1.declare_attackers", "A", attack=["Attacker"]).check("1.end_combat", life="B")
    yield Reading(
        "unblocked_damage",
        Both(
            f"{body.en.capitalize()} attacks and isn't blocked. How much damage does the player take?",
            f"{body.ja}で攻撃し、ブロックされなかった。プレイヤーは何点のダメージを受けるか。",
        ),
        (Case(scene.document, yes=20 - total),),
        Both(f"{total}.", f"{total}点です。"),
        Both("", ""),
        also=(*_rules(body), step("510.1a")),
        declared="value",
        value=total,
        weight=7,
    )


@kind("how_many_block")
def how_many_block(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Can one creature block two attackers? Can two block one?"""
    if (
        asked.cards
        or not asked.has("block")
        or asked.has("pt", "die", "survive", "damage")
        or not within(asked, "num two two_or_more single same creature block attack opp")
    ):
        return
    tokens = [
        t
        for t in asked.meaning.tokens
        if t.name in ("num", "two", "two_or_more", "single", "same", "creature", "block", "attack", "opp")
    ]
    counts = [
        (int(t.value) if t.name == "num" else 1 if t.name in ("single", "same") else 2)
        for t in tokens
        if t.name in ("num", "two", "two_or_more", "single", "same")
    ]
    order = [t.name for t in tokens if t.name in ("creature", "block", "attack")]
    en = asked.meaning.lang == "en"
    if len(counts) != 2 or 1 not in counts or max(counts) not in (2, 3) or asked.has("opp"):
        return
    if en and (
        order not in (["creature", "block", "attack"], ["creature", "block", "attack", "creature"])
        or not asked.seq.startswith("can ")
    ):
        return
    if not en and (order != ["creature", "attack", "block"] or "され" in asked.meaning.question):
        return
    blockers, attackers = counts
    if blockers == attackers:
        return
    scene = Scene("how-many-block")
    attacking = [f"attacker{n}" for n in range(1, attackers + 1)]
    blocking = [f"blocker{n}" for n in range(1, blockers + 1)]
    for name in attacking:
        scene.has("A", "battlefield", {"card": "Bear", "as": name})
    for name in blocking:
        scene.has("B", "battlefield", {"card": "Bear", "as": name})
    scene.do("1.declare_attackers", "A", attack=attacking)
    target: Any = attacking[0] if attackers == 1 else attacking
    scene.check("1.declare_blockers", "B", can={"block": dict.fromkeys(blocking, target)})
    yield Reading(
        "how_many_block",
        Both(f"Can {blockers} creature{'s' if blockers > 1 else ''} block {attackers} attacking creature{'s' if attackers > 1 else ''}?", f"{blockers}体のクリーチャーで{attackers}体の攻撃クリーチャーをブロックできるか。"),
        (Case(scene.document),),
        Both("Yes. Several creatures may block the same attacker.", "はい。複数のクリーチャーで同じ攻撃クリーチャーをブロックできます。"),
        Both("No. Each creature blocks only one attacker.", "いいえ。１体のクリーチャーがブロックできるのは１体だけです。"),
        also=(step("509.1a"),),
        weight=7,
    )  # fmt: skip
