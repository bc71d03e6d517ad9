"""The main path of Decide: question → readings → played scenarios → an answer with its proof.

Deterministic: the same words over the same data give the same answer. What can't be understood or played is
undetermined, with what to read instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from kb.asking.cards import CardNames, known_cards
from kb.asking.model import Answer, Both, Case, NotUnderstood, Reading, Step, Verdict
from kb.asking.words import language, prepare
from kb.library import Library
from kb.question import understand
from scraper.document import Lang

PROOF: Final = 6
"""Rules in a proof at most: what was decisive, not the whole book."""
_NAMES: Final[dict[int, tuple[int, CardNames]]] = {}

NOT_UNDERSTOOD: Final = Both(
    "This question was not understood well enough to be played, so nothing is claimed. The rules below may help.",
    "この質問は、実際に動かして確かめられるほどには理解できませんでした。推測では答えません。下のルールが参考になるかもしれません。",
)
NOT_MODELLED: Final = Both(
    "The question was understood, but something that matters here is not modelled, so nothing is claimed.",
    "質問の意味は理解できましたが、ここで関わるものがまだモデル化されていないため、答えは出せません。推測では答えません。",
)


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one case."""

    case: Case
    report: Mapping[str, Any]

    @property
    def deciding(self) -> Mapping[str, Any]:
        """The check that decides."""
        found = self.report["checks"][self.case.decides]
        assert isinstance(found, Mapping)
        return found

    @property
    def verdict(self) -> Verdict:
        """Yes, no, a value, or undetermined for this case alone."""
        if self.deciding["status"] != "determined":
            return "undetermined"
        value = self.deciding["value"]
        if self.case.yes is None:
            return "value"
        if self.case.yes == "any":
            return "yes" if value else "no"
        return "yes" if value == self.case.yes else "no"


def ask(question: str, lang: Lang | None, library: Library) -> Answer:
    """Answer a question in either language; `lang` None takes the question's own language."""
    lang = lang or language(question)
    words = prepare(question, _names(library))
    readings = understand(words)
    for reading in readings:
        if isinstance(reading, Reading):
            answer = _answer(question, lang, reading, [play(case) for case in reading.cases])
            others = tuple(one.say for one in readings if isinstance(one, Reading) and one is not reading)
            return _with_reading(answer, library, others)
    why = next((one.why for one in readings if isinstance(one, NotUnderstood)), NOT_UNDERSTOOD)
    return Answer(question, lang, "undetermined", None, why, related=tuple(_related(question, lang, library)))


def play(case: Case) -> Played:
    """Play a case's scenario."""
    from kb.checker import check  # the engine is loaded by the first question, not by every command

    return Played(case, check(dict(case.scenario)).to_json())


def _answer(question: str, lang: Lang, reading: Reading, played: list[Played]) -> Answer:
    """Where any case says yes, the thing is possible that way; cases named by a fact are kept apart."""
    facts = [one for one in played if one.case.fact is not None]
    if facts and len({(one.verdict, str(one.deciding["value"])) for one in played}) > 1:
        return _depends(question, lang, reading, played)
    ranked = sorted(played, key=lambda one: ("yes", "value", "undetermined", "no").index(one.verdict))
    best = ranked[0]
    verdict = best.verdict
    say = {"yes": reading.affirm, "value": reading.affirm, "no": reading.deny}.get(verdict, NOT_MODELLED)
    return Answer(
        question,
        lang,
        verdict,
        best.deciding["value"] if verdict == "value" else None,
        say,
        because=_proof(best, reading) if verdict != "undetermined" else (),
        understood=reading.say,
        scenario=best.case.scenario,
        assumptions=_assumptions(reading, best),
        not_modelled=tuple(best.report.get("not_modelled", ())) if verdict == "undetermined" else (),
    )


def _depends(question: str, lang: Lang, reading: Reading, played: list[Played]) -> Answer:
    known = [one for one in played if one.verdict != "undetermined"]
    if len(known) < len(played):
        return Answer(question, lang, "undetermined", None, NOT_MODELLED, understood=reading.say)
    branches = [
        (one.case.fact, one.verdict if one.verdict != "value" else str(one.deciding["value"]))
        for one in known
    ]
    words = {"yes": Both("yes", "はい"), "no": Both("no", "いいえ")}
    said = [(fact, words.get(result, Both(result, result))) for fact, result in branches if fact is not None]
    default = Both(
        "It depends: " + "; ".join(f"{fact.en}: {result.en}" for fact, result in said) + ".",
        "場合によります。" + "".join(f"{fact.ja}：{result.ja}。" for fact, result in said),
    )
    because = tuple(dict.fromkeys(step for one in known for step in _proof(one, reading)))[:PROOF]
    return Answer(
        question,
        lang,
        "depends",
        None,
        reading.depends or default,
        because=because,
        understood=reading.say,
        scenario=known[0].case.scenario,
        assumptions=_assumptions(reading, known[0]),
    )


def _proof(played: Played, reading: Reading) -> tuple[Step, ...]:
    steps = [
        Step(one["rule"], Both(one["say"]["en"], one["say"]["ja"])) for one in played.deciding["because"]
    ]
    by_rule = {step.rule: step for step in [*steps, *(reading.also if played.verdict == "yes" else ())]}
    return tuple(by_rule.values())[:PROOF]


def _assumptions(reading: Reading, played: Played) -> tuple[Both, ...]:
    found = [Both(one["en"], one["ja"]) for one in played.report.get("assumptions", ())]
    return tuple(dict.fromkeys([*reading.assumptions, *found]))


def _with_reading(answer: Answer, library: Library, others: tuple[Both, ...]) -> Answer:
    related = (
        tuple(_related(answer.question, answer.lang, library)) if answer.verdict == "undetermined" else ()
    )
    return Answer(
        answer.question,
        answer.lang,
        answer.verdict,
        answer.value,
        answer.answer,
        answer.because,
        answer.understood,
        answer.scenario,
        answer.assumptions,
        answer.not_modelled,
        related,
        others,
    )


def _related(question: str, lang: Lang, library: Library) -> Iterable[dict[str, Any]]:
    return (hit.to_json() for hit in library.search(question, lang=lang, limit=5).hits)


def _names(library: Library) -> CardNames:
    """The card names of the library's present generation, kept between questions."""
    generation = library.store.generation()
    kept = _NAMES.get(id(library))
    if kept is None or kept[0] != generation:
        kept = (generation, CardNames(known_cards(library.store, library.terms)))
        _NAMES[id(library)] = kept
    return kept[1]
