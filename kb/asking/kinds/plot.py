"""Questions about plot: does something see a card become plotted, when may it be cast, when may one plot."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from kb.asking.model import Both, Case, NotUnderstood, Reading, Step
from kb.asking.register import kind
from kb.asking.words import Words, compile_form

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
_FRAGMENTS: Final = {
    "do": "does|do|will|would|did|is|can|could",
    "exile": "exiles?|exiled|plots?|makes?|puts?|looks?",
    "fire": "誘発(?:し|す)|しゅうはつ",
    "ask": "る|ます|ますか|るか|るの|しますか|た|ません|ない|ないの",
}

_TRIGGER: Final = tuple(
    compile_form(form, _FRAGMENTS)
    for form in (
        r"^<do> (?P<what>plot|plotted|plotting|becomes plotted|becoming plotted)(?: ability| trigger)?"
        r"(?: ability)? (?:still )?triggers? (?:when|if|as|after|off) (?P<by>card\d) <exile>\b",
        r"^<do> (?P<seer>card\d)(?: s)?(?: (?:ability|trigger|plot trigger|plotted trigger|becomes plotted ability))?"
        r" (?:still )?(?:triggers?|go off) (?:when|if|as|after) (?P<by>card\d) <exile>\b",
        r"^(?:when|if) (?P<by>card\d) <exile> (?P<seer>card\d|it)\b.*\btriggers?$",
        r"(?P<by>card\d) (?:で|によって|が|の効果で).*追放.*(?P<seer>card\d) .*誘発",
        r"(?P<by>card\d) (?:で|によって|の効果で) (?P<seer>card\d) を追放.*誘発",
        r"(?P<by>card\d) (?:で|によって|が|の効果で).*追放.*(?P<what>計画|plot).*誘発",
        r"(?P<what>計画|plot).*は (?P<by>card\d) (?:で|によって|が|の効果で).*追放.*誘発",
    )
)


@kind("becomes_plotted")
def becomes_plotted(words: Words) -> Iterator[Reading | NotUnderstood]:
    """Does an ability that looks for "becomes plotted" trigger when a card's effect exiles the card?"""
    match = next((found for form in _TRIGGER if (found := form.search(words.text))), None)
    if match is None:
        return
    groups = match.groupdict()
    by = words.cards[int(groups["by"][4:])].card
    seer_mark = groups.get("seer") or ""
    named = words.cards[int(seer_mark[4:])].card if seer_mark.startswith("card") else None
    if named is not None and named.name == by.name:
        return
    name, name_ja = (
        (named.name, named.name_ja or named.name) if named else (PROBE, "計画された状態になるカード")
    )
    cases = tuple(
        _exiled_from(zone, by.name, dict(by.data), name, dict(named.data) if named else None)
        for zone in _PLACES
    )
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
        also=(
            Step(
                "702.170e",
                Both(
                    "Plotting a card means only the special action, so an ability that looks for that doesn't trigger.",
                    "「計画を行う」とは特別な処理だけを指すので、それを見る能力は誘発しない。",
                ),
            ),
            Step(
                "702.170d",
                Both(
                    "A plotted card can be cast from exile only on a turn after the one in which it became plotted.",
                    "計画された状態のカードを追放領域から唱えられるのは、そうなったターンより後のターンだけである。",
                ),
            ),
        ),
    )


_PLACES: Final = ("library", "hand", "stack")


def _exiled_from(zone: str, by: str, by_data: dict[str, Any], name: str, data: dict[str, Any] | None) -> Case:
    """The exiling card is cast with the other one on top of the library, in hand, or as a spell on the stack."""
    cards = {by: by_data, WATCHER: WATCHER_DATA, name: data or PROBE_DATA}
    side: dict[str, Any] = {
        "battlefield": [WATCHER],
        "hand": [by],
        "library": ["Forest", "Island", "Swamp", "Plains"],
    }
    script: list[dict[str, Any]] = []
    if zone == "library":
        side["library"] = [name, *side["library"]]
    else:
        side["hand"] = [by, name]
    if zone == "stack":
        script.append({"at": "1.precombat_main", "player": "A", "cast": name})
        script.append({"player": "A", "cast": by, "choices": [name, "B"]})
    else:
        script.append({"at": "1.precombat_main", "player": "A", "cast": by, "choices": [name, "B"]})
    return Case(
        {
            "id": f"question-becomes-plotted-from-{zone}",
            "cards": cards,
            "setup": {"A": side},
            "script": script,
            "checks": [
                {"triggered": {"source": name, "text": "becomes plotted"}},
                {"at": "1.postcombat_main", "is_plotted": name},
                {"triggered": {"source": WATCHER, "text": "plot a card"}},
                {"at": "1.postcombat_main", "player": "A", "can": {"cast": name, "from": "exile"}},
                {"at": "3.precombat_main", "player": "A", "can": {"cast": name, "from": "exile"}},
            ],
        },
        decides=0,
        yes="any",
    )


_MOMENTS: Final = (
    (r"opponent(?: s)? turn|(?:相手|対戦相手)(?:の)?(?:た|だ)[ーい]ん", "2.precombat_main", Both("on an opponent's turn", "対戦相手のターンに")),
    (r"upkeep|あっ[ふぷ]きー[ふぷ]", "1.upkeep", Both("in your upkeep", "自分のアップキープに")),
    (r"draw step|[とど]ろー[・]?すてっ[ふぷ]", "1.draw", Both("in your draw step", "自分のドロー・ステップに")),
    (r"combat|戦闘中|戦闘ふ", "1.begin_combat", Both("during combat", "戦闘中に")),
    (r"end step|終了すてっ[ふぷ]|えん[とど]|end of turn", "1.end", Both("in your end step", "自分の終了ステップに")),
)  # fmt: skip
_PLOT_NOW: Final = (
    compile_form(r"^(?:can|may|could) i (?:still )?plot (?:card|it|something|creature|spell)\b", {}),
    compile_form(r"計画(?:を行|を行っ|を行え|を行う|し|する|でき|できる|して)", {}),
)


def moment(words: Words) -> tuple[str, Both] | None:
    """The moment that a question names, as a scenario's `at` and in words."""
    for form, at, say in _MOMENTS:
        if re.search(form, words.text):
            return at, say
    return None


@kind("plot_timing")
def plot_timing(words: Words) -> Iterator[Reading | NotUnderstood]:
    """Can a card with plot be plotted at that moment?"""
    when = moment(words)
    cast = re.search(r"plotted|唱え|使え|使う|プレイ", words.text)
    if when is None or words.cards or cast or not any(form.search(words.text) for form in _PLOT_NOW):
        return
    at, say = when
    name = "Card with Plot"
    yield Reading(
        "plot_timing",
        Both(
            f"You have a card with plot in hand. Can you plot it {say.en}?",
            f"手札に計画を持つカードがある。{say.ja}それを計画できるか。",
        ),
        (
            Case(
                {
                    "id": "question-plot-timing",
                    "cards": {name: {**PROBE_DATA, "text": "Plot {2}{G}"}},
                    "setup": {"A": {"hand": [name]}},
                    "checks": [{"at": at, "player": "A", "can": {"plot": name}}],
                }
            ),
        ),
        Both(f"Yes, it can be plotted {say.en}.", f"はい。{say.ja}計画できます。"),
        Both(
            f"No, not {say.en}: plotting is a special action for your own main phase with an empty stack.",
            f"いいえ。{say.ja}は計画できません。計画は、自分のメイン・フェイズでスタックが空のときに行う特別な処理です。",
        ),
        assumptions=(
            Both("You have priority and can pay the plot cost.", "優先権があり、計画コストを支払える。"),
        ),
    )


_KINDS_OF_CARD: Final = (
    (r"instant|いんすたんと", "Instant", "インスタント"),
    (r"sorcery|そーさりー", "Sorcery", "ソーサリー"),
    (r"creature|くりーちゃー", "Creature — Bear", "クリーチャー"),
    (r"card|spell|かー[とど]|呪文|やつ", "Instant", "カード"),
)
_CAST: Final = (
    compile_form(r"^(?:can|may|could) i (?:still )?(?:cast|play|use) plotted (?:\w+ )?", {}),
    compile_form(r"i plotted .*\b(?:can|may) i (?:cast|play|use) it\b", {}),
    compile_form(r"計画(?:した|された|された状態の|済みの|して).*(?:唱え|使え|使う|使って|打て|撃て)", {}),
)
_SAME_TURN: Final = re.compile(
    r"this turn|right away|same turn|immediately|at once|(?:この|今|同じ|その)(?:た|だ)[ーい]ん|すく唱え|すぐ|たた"
)


@kind("cast_plotted")
def cast_plotted(words: Words) -> Iterator[Reading | NotUnderstood]:
    """Can a plotted card be cast at that moment?"""
    if words.cards or not any(form.search(words.text) for form in _CAST):
        return
    when = moment(words)
    same_turn = when is None and _SAME_TURN.search(words.text) is not None
    if when is None and not same_turn:
        return
    types, kind_ja = (
        next((t, ja) for form, t, ja in _KINDS_OF_CARD if re.search(form, words.text))
        if re.search("|".join(form for form, _, _ in _KINDS_OF_CARD), words.text)
        else ("Instant", "カード")
    )
    name = "Plotted Card"
    card = {
        "cost": "{1}{G}",
        "types": types,
        "text": "Plot {2}{G}" if "Creature" in types else "Draw a card.\nPlot {2}{G}",
    }
    if "Creature" in types:
        card["pt"] = "2/2"
    if same_turn:
        at, say = "1.postcombat_main", Both("on the turn in which you plotted it", "計画したのと同じターンに")
        scenario: dict[str, Any] = {
            "setup": {"A": {"hand": [name]}},
            "script": [{"at": "1.precombat_main", "player": "A", "plot": name}],
        }
    else:
        assert when is not None
        at, say = when
        scenario = {"setup": {"A": {"exile": [{"card": name, "plotted": 0}]}}}
    kind_en = types.split(" —")[0].lower()
    yield Reading(
        "cast_plotted",
        Both(
            f"You have a plotted {kind_en} in exile. Can you cast it {say.en}?",
            f"追放領域に計画された状態の{kind_ja}がある。{say.ja}それを唱えられるか。",
        ),
        (
            Case(
                {
                    "id": "question-cast-plotted",
                    "cards": {name: card},
                    **scenario,
                    "checks": [{"at": at, "player": "A", "can": {"cast": name, "from": "exile"}}],
                }
            ),
        ),
        Both(f"Yes, it can be cast {say.en}.", f"はい。{say.ja}唱えられます。"),
        Both(
            f"No, not {say.en}. A plotted card may be cast in your own main phase with an empty stack, on a later turn.",
            f"いいえ。{say.ja}は唱えられません。唱えられるのは、後のターンの自分のメイン・フェイズでスタックが空のときです。",
        ),
        assumptions=(
            Both(
                "Nothing else lets you cast it from exile.",
                "ほかに追放領域から唱えることを許可する効果はない。",
            ),
        ),
    )
