"""Can it be done then: plot, cast, foretell, turn face up, roll the planar die, play a land, at a moment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from kb.asking.asked import Asked, Card, within, words
from kb.asking.circumstances import circumstance, times_rolled
from kb.asking.model import Both, Case, NotUnderstood, Reading
from kb.asking.moments import WORDS, Moment, moments
from kb.asking.register import kind
from kb.asking.rules import step
from kb.asking.scene import Scene

_TYPES: Final = (
    ("instant", "Instant", "instant", "インスタント"),
    ("sorcery", "Sorcery", "sorcery", "ソーサリー"),
    ("creature", "Creature — Bear", "creature", "クリーチャー"),
    ("artifact", "Artifact", "artifact", "アーティファクト"),
    ("enchantment", "Enchantment", "enchantment", "エンチャント"),
    ("planeswalker", "Legendary Planeswalker — Somebody", "planeswalker", "プレインズウォーカー"),
)
_PASSING: Final = words(
    "card_word mana hand spell this_turn right_away next_turn last_turn again again pay cost special_action roll free "
    "first_time third second nth num previously pay_mana_normally exile_zone library_top later twice priority"
)


@dataclass(frozen=True, slots=True)
class Deed:
    """What is to be done: words that it needs, the action of a `can`, and how the table is laid for it."""

    name: str
    needs: tuple[frozenset[str], ...]
    may: frozenset[str]
    say: Both
    action: Callable[[Asked], dict[str, Any]]
    lay: Callable[[Asked, Scene], None]
    by: tuple[str, ...] = ()
    card: bool = False
    """Whether a card may be named as the thing it is done with."""


def _needs(text: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(word.split("|")) for word in text.split())


def _typed(asked: Asked) -> tuple[str, str, str]:
    found = next(((types, en, ja) for concept, types, en, ja in _TYPES if asked.has(concept)), None)
    return found or ("Instant", "card", "カード")


def _spell(asked: Asked, extra: str = "") -> dict[str, Any]:
    types, _, _ = _typed(asked)
    text = "Flash" if asked.has("keyword_flash") else ""
    data: dict[str, Any] = {"cost": "{1}{G}", "types": types}
    if "Creature" in types:
        data["pt"] = "2/2"
    elif types in ("Instant", "Sorcery"):
        text = "\n".join(filter(None, (text, "Draw a card.")))
    if "Planeswalker" in types:
        data["loyalty"] = "3"
    return {**data, "text": "\n".join(filter(None, (text, extra)))}


def _subject(asked: Asked) -> Card | None:
    return asked.cards[0] if asked.cards else None


def _same_turn(asked: Asked) -> bool:
    return asked.has("this_turn", "right_away") and not asked.has("last_turn", "next_turn")


def _lay_plotted(asked: Asked, scene: Scene) -> None:
    card = _subject(asked)
    name = card.name if card else "Plotted Card"
    if card is None:
        scene.card(name, **_spell(asked, "Plot {2}{G}"))
    if _same_turn(asked):
        scene.has("A", "hand", name).do("1.precombat_main", "A", plot=name)
    else:
        scene.has("A", "exile", {"card": name, "plotted": 0})


def _cast_plotted(asked: Asked) -> dict[str, Any]:
    card = _subject(asked)
    action: dict[str, Any] = {"cast": card.name if card else "Plotted Card", "from": "exile"}
    if card and asked.has("adventure") and len(card.data.get("faces", ())) > 1:
        action["face"] = card.data["faces"][1]["name"]
    if asked.has("pay_mana_normally"):
        action["method"] = "normal"
    return action


def _lay_plot(asked: Asked, scene: Scene) -> None:
    card = _subject(asked)
    scene.has("A", "hand", card.name if card else "Card with Plot")


def _lay_foretold(asked: Asked, scene: Scene) -> None:
    scene.card("Foretold Card", **_spell(asked, "Foretell {1}{U}"))
    if _same_turn(asked):
        scene.has("A", "hand", "Foretold Card").do("1.upkeep", "A", foretell="Foretold Card")
    else:
        scene.has("A", "exile", {"card": "Foretold Card", "foretold": 0})


def _lay_cast(asked: Asked, scene: Scene) -> None:
    scene.card("Card in Hand", **_spell(asked)).has("A", "hand", "Card in Hand")


def _lay_named(asked: Asked, scene: Scene) -> None:
    scene.has("A", "hand", asked.cards[0].name).has("B", "battlefield", "Bear")


def _hand(name: str) -> Callable[[Asked, Scene], None]:
    def lay(_: Asked, scene: Scene) -> None:
        scene.has("A", "hand", name)

    return lay


def _lay_morph(_: Asked, scene: Scene) -> None:
    scene.has("A", "battlefield", {"card": "Card with Morph", "face_down": True})


def _lay_planes(_: Asked, scene: Scene) -> None:
    scene.planes("Test Plane", "Other Plane")


DEEDS: Final = (
    Deed("cast_plotted", _needs("plotted|plot cast"), words("creature instant sorcery artifact enchantment keyword_flash adventure plot plotted exile_zone"),
         Both("cast a plotted {type}", "計画された{type}を唱え"), _cast_plotted, _lay_plotted, ("702.170d",), card=True),
    Deed("plot", _needs("plot"), words("creature instant sorcery combat"),
         Both("plot a card from your hand", "手札のカードを計画"), lambda a: {"plot": a.cards[0].name if a.cards else "Card with Plot"}, _lay_plot, ("702.170a",), card=True),
    Deed("cast_foretold", _needs("foretell cast"), words("instant sorcery creature"),
         Both("cast a foretold {type}", "予顕された{type}を唱え"), lambda _: {"cast": "Foretold Card", "from": "exile"}, _lay_foretold),
    Deed("foretell", _needs("foretell"), words("creature instant sorcery"),
         Both("foretell a card", "カードを予顕"), lambda _: {"foretell": "Card with Foretell"}, _hand("Card with Foretell"), ("702.143a", "116.2h")),
    Deed("turn_face_up", _needs("turn_face_up"), words("morph creature respond"),
         Both("turn a morph face up", "変異を表向きに"), lambda _: {"turn_face_up": "Card with Morph"}, _lay_morph, ("116.2b",)),
    Deed("planar_die", _needs("planar_die"), words("roll die_noun active_player"),
         Both("roll the planar die", "次元ダイスを振"), lambda _: {"planar_die": True}, _lay_planes, ("901.9",)),
    Deed("play_land", _needs("playland|land cast|playland"), words("land playland"),
         Both("play a land", "土地をプレイ"), lambda _: {"play": "Forest"}, _hand("Forest"), ("116.2a",)),
    Deed("cast_named", _needs("cast|respond card0|card1"), words("keyword_flash spell"),
         Both("cast {type}", "{type}を唱え"), lambda a: {"cast": a.cards[0].name}, _lay_named, (), card=True),
    Deed("cast", _needs("cast|cast_as_noun instant|sorcery|creature|artifact|enchantment|planeswalker|spell|cast_as_noun"), words("keyword_flash spell"),
         Both("cast a {type}", "{type}を唱え"), lambda _: {"cast": "Card in Hand"}, _lay_cast),
)  # fmt: skip


@kind("timing")
def timing(asked: Asked) -> Iterator[Reading | NotUnderstood]:
    """Can the player do it at that moment, after what the question says has happened?"""
    names = asked.meaning.names
    for deed in DEEDS:
        if not all(word & names for word in deed.needs) or (
            deed.name == "cast_named" and asked.has("plot", "plotted", "foretell")
        ):
            continue
        reading = _reading(asked, deed)
        if reading is not None:
            yield reading
            return


def _reading(asked: Asked, deed: Deed) -> Reading | None:
    wanted = frozenset().union(*deed.needs)
    told = circumstance(asked)
    steps = "|".join(WORDS)
    theirs = {"opp"} if re.search(rf"(?<!\S)opp (own )?({steps})(?!\S)", asked.seq) else set()
    if _opponent_does(asked):
        return _turned_round(asked, deed)
    subject = [card for at, card in enumerate(asked.cards) if f"card{at}" not in told[0]]
    if (
        len(subject) > (1 if deed.card else 0)
        or max(asked.seq.split().count(one) for one in ("card_word", "plotted")) > 1
    ):
        return None
    if deed.name == "cast_named" and not subject:
        return None
    if subject and not _is_subject(asked, deed, subject[0]):
        return None
    allowed = (
        wanted
        | deed.may
        | theirs
        | WORDS
        | _PASSING
        | told[0]
        | {f"card{i}" for i in range(len(asked.cards))}
    )
    if not within(asked, allowed) or (asked.has("stack") and not told[1]):
        return None
    times = times_rolled(asked) if deed.name == "planar_die" else 0
    at = moments(asked, turn=_turn(asked, deed))
    if not at:
        if not (
            told[1]
            or asked.has("this_turn", "right_away", "next_turn", "last_turn", "adventure", "mana")
            or times
        ):
            return None
        if (
            asked.has("mana")
            and not told[1]
            and not asked.has("this_turn", "right_away", "next_turn", "last_turn")
            and not times
        ):
            return None
        turn = _turn(asked, deed)
        same = _same_turn(asked) and deed.name in ("cast_plotted", "cast_foretold")
        at = [
            Moment(
                f"{turn}.{'postcombat_main' if same else 'precombat_main'}",
                Both("on the same turn", "同じターンに")
                if same
                else Both("on a later turn, in your main phase", "後のターンの自分のメイン・フェイズに")
                if turn > 1 or deed.name == "cast_plotted"
                else Both("in your main phase", "自分のメイン・フェイズに"),
            )
        ]
    asked_for = Asked(asked.meaning, tuple(subject))
    cases = tuple(_case(asked_for, deed, moment, told[1]) for moment in at)
    _, en, ja = _typed(asked)
    if subject:
        en, ja = subject[0].name, subject[0].ja
    what = Both(
        deed.say.en.replace("a plotted {type}", f"the plotted {en}" if subject else "a plotted {type}")
        .replace("a {type}", f"an {en}" if en[0] in "aeiou" else f"a {en}")
        .replace("{type}", en),
        deed.say.ja.replace("{type}", ja),
    )
    when = at[0].say
    before = told[2]
    ends = _endings(what.ja)
    if len(at) > 1:  # at any time: one moment that forbids it is enough
        cases = tuple(
            Case(one.scenario, one.decides, one.yes, moment.say)
            for one, moment in zip(cases, at, strict=True)
        )
        cases = cases[:1] if deed.name in ("plot", "planar_die", "cast_plotted", "cast") else cases
    if (
        asked.has("respond")
        and not told[1]
        and (
            asked.has("opp")
            or not asked.has("spell")
            or asked.seq.split().index("spell") < asked.seq.split().index("respond") - 1
        )
    ):
        return None  # whether it can be responded to is another question
    return Reading(
        "timing",
        Both(f"{before.en}Can you {what.en} {when.en}?", f"{before.ja}{when.ja}{what.ja}{ends[0]}か。"),
        cases,
        Both(f"Yes, you can {what.en} {when.en}.", f"はい。{when.ja}{what.ja}{ends[1]}。"),
        Both(f"No, you can't {what.en} {when.en}.", f"いいえ。{when.ja}{what.ja}{ends[2]}。"),
        assumptions=(Both("You have priority and can pay the costs.", "優先権があり、コストを支払える。"),),
        also=tuple(map(step, deed.by)),
        weight=3 + len(WORDS & asked.meaning.names) + len(told[0]),
    )


def _opponent_does(asked: Asked) -> bool:
    """Whether it is the opponent who would do it."""
    if asked.meaning.lang == "en":
        return re.match(r"can opp (?!control|turn|own|upkeep|end_step)", asked.seq) is not None
    first = asked.meaning.tokens[0] if asked.meaning.tokens else None
    return first is not None and first.name == "opp" and first.after[:1] in ("は", "も")


def _turned_round(asked: Asked, deed: Deed) -> Reading | None:
    """What an opponent may do on my turn is what I may do on an opponent's."""
    if asked.cards or not asked.has("my_turn") or asked.has("opp_turn", "respond", "counter_verb"):
        return None
    swap = {"my_turn": "opp_turn", "opp": "", "i": ""}
    tokens = tuple(
        replace(t, name=swap.get(t.name, t.name)) for t in asked.meaning.tokens if swap.get(t.name, t.name)
    )
    return _reading(Asked(replace(asked.meaning, tokens=tokens), ()), deed)


def _is_subject(asked: Asked, deed: Deed, card: Card) -> bool:
    """Whether the card is what is plotted, not something else that matters in a way nobody told."""
    if deed.name == "cast_named":
        return True
    if deed.name == "plot":
        return re.search(r"^Plot[ —]", card.text, re.MULTILINE) is not None
    mark = f"card{asked.cards.index(card)}"
    seq = asked.seq.split()
    near = {
        seq[at + step]
        for at, name in enumerate(seq)
        if name == mark
        for step in (-2, -1, 1)
        if 0 <= at + step < len(seq)
    }
    return bool(near & {"plotted", "plot"})


def _endings(ja: str) -> tuple[str, str, str]:
    """Can, can politely, can't politely, by how the phrase ends.

    >>> _endings("呪文を唱え")[0], _endings("次元ダイスを振")[0]
    ('られる', 'れる')
    """
    if ja.endswith("振"):
        return "れる", "れます", "れません"
    if ja.endswith("唱え"):
        return "られる", "られます", "られません"
    return "できる", "できます", "できません"


def _turn(asked: Asked, deed: Deed) -> int:
    if (
        deed.name in ("cast_plotted", "cast_foretold")
        and asked.has("next_turn")
        and not asked.has("last_turn")
    ):
        return 3
    return 1


def _case(asked: Asked, deed: Deed, moment: Moment, before: Callable[[Scene, str], None] | None) -> Case:
    scene = Scene(deed.name.replace("_", "-"))
    if asked.cards:
        scene.known(*asked.cards)
    deed.lay(asked, scene)
    at = moment.at
    player = "A"
    if before is not None:
        before(scene, at)
    times = times_rolled(asked) if deed.name == "planar_die" else 0
    if times:
        scene.document["planar_dice"] = ["blank"] * (times + 1)
        for _ in range(times):
            scene.do(at, "A", planar_die=True)
    check = {"player": player, "can": deed.action(asked)}
    if moment.full_stack and before is None:
        scene.has("A", "hand", "Test Spell").do(at, "A", cast="Test Spell")
    if moment.full_stack or (asked.has("stack", "respond") and before is not None):
        scene.document.setdefault("script", []).append({"check": check})
        return Case(scene.document)
    scene.document.setdefault("checks", []).append({"at": at, **check})
    return Case(scene.document)
