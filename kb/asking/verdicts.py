"""From played cases to one answer: equal cases agree, different ones depend on a fact, a declared answer is witnessed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from kb.asking.model import Answer, Both, Case, Reading, Step, Verdict
from kb.checker import CardBase
from scraper.document import Lang

PROOF: Final = 5
"""Rules in a proof at most: what was decisive, not the whole book."""

NOT_MODELLED: Final = Both(
    "The question was understood, but something that matters here is not modelled, so nothing is claimed.",
    "質問の意味は理解できましたが、ここで関わるものがまだモデル化されていないため、答えは出せません。推測では答えません。",
)
_DISAGREES: Final = Both(
    "What the rules say in general and what was played don't agree here, so nothing is claimed.",
    "ルールの一般的な説明と、実際に動かした結果が一致しないため、答えは出せません。",
)
_WORDS: Final = {"yes": Both("yes", "はい"), "no": Both("no", "いいえ")}


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
    def checks(self) -> list[tuple[Mapping[str, Any], Any]]:
        """The checks that matter, each with the value that means yes."""
        further = [(self.report["checks"][at], value) for at, value in self.case.besides]
        return [(self.deciding, self.case.yes), *further]

    @property
    def verdict(self) -> Verdict:
        """Yes, no, a value, or undetermined for this case alone."""
        if any(check["status"] != "determined" for check, _ in self.checks):
            return "undetermined"
        if self.case.yes is None:
            return "value"
        return "yes" if all(_means(check["value"], yes) for check, yes in self.checks) else "no"


def _means(value: Any, yes: Any) -> bool:
    if yes == "any":
        return bool(value)
    if isinstance(yes, str) and yes.startswith("not:"):
        return str(value) != yes.removeprefix("not:")
    return bool(value == yes)


def play(case: Case, cards: CardBase | None) -> Played:
    """Play a case's scenario."""
    from kb.checker import check  # the engine is loaded by the first question, not by every command

    return Played(case, check(dict(case.scenario), cards).to_json())


def answer_of(question: str, lang: Lang, reading: Reading, cards: CardBase | None) -> Answer:
    """Play a reading's cases and say what came of them."""
    played = [play(case, cards) for case in reading.cases]
    if reading.declared is not None:
        return _declared(question, lang, reading, played)
    facts = [one for one in played if one.case.fact is not None]
    if facts and len({(one.verdict, str(one.deciding["value"])) for one in played}) > 1:
        return _depends(question, lang, reading, played)
    ranked = sorted(played, key=lambda one: ("yes", "value", "undetermined", "no").index(one.verdict))
    best = ranked[0]
    say = {"yes": reading.affirm, "value": reading.affirm, "no": reading.deny}.get(best.verdict, NOT_MODELLED)
    value = best.deciding["value"] if best.verdict == "value" else None
    if best.verdict == "value":
        say = Both(say.en.replace("{value}", _shown(value)), say.ja.replace("{value}", _shown(value)))
    return Answer(
        question,
        lang,
        best.verdict,
        value,
        say,
        because=_proof(best, reading) if best.verdict != "undetermined" else (),
        understood=reading.say,
        scenario=best.case.scenario,
        assumptions=_assumptions(reading, best),
        not_modelled=tuple(best.report.get("not_modelled", ())) if best.verdict == "undetermined" else (),
    )


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _declared(question: str, lang: Lang, reading: Reading, played: list[Played]) -> Answer:
    """The rules' general answer, unless a witness gives another one."""
    verdict = reading.declared or "undetermined"
    say = reading.deny if verdict == "no" and reading.deny.en else reading.affirm
    base = Answer(question, lang, verdict, reading.value, say, understood=reading.say)
    known = [one for one in played if one.verdict != "undetermined"]
    wanted = "yes" if verdict == "value" else verdict  # the witness of a value says whether it is that value
    if any(one.verdict != wanted for one in known):
        return replace(base, verdict="undetermined", value=None, answer=_DISAGREES)
    steps = [*reading.also, *(step for one in known for step in _steps(one))]
    return replace(
        base,
        because=tuple(
            {step.rule: step for step in reversed(steps)}[rule]
            for rule in dict.fromkeys(s.rule for s in steps)
        )[:PROOF],
        scenario=known[0].case.scenario if known else None,
        assumptions=_assumptions(reading, known[0]) if known else reading.assumptions,
    )


def _depends(question: str, lang: Lang, reading: Reading, played: list[Played]) -> Answer:
    known = [one for one in played if one.verdict != "undetermined"]
    if len(known) < len(played):
        gaps = tuple(gap for one in played for gap in one.report.get("not_modelled", ()))
        return Answer(
            question, lang, "undetermined", None, NOT_MODELLED, understood=reading.say, not_modelled=gaps
        )
    said = [
        (one.case.fact, _WORDS.get(one.verdict) or Both(*[_shown(one.deciding["value"])] * 2))
        for one in known
        if one.case.fact is not None
    ]
    default = Both(
        "It depends: " + "; ".join(f"{fact.en}: {result.en}" for fact, result in said) + ".",
        "場合によります。" + "".join(f"{fact.ja}：{result.ja}。" for fact, result in said),
    )
    steps = [*reading.also, *(step for one in known for step in _steps(one))]
    return Answer(
        question,
        lang,
        "depends",
        None,
        reading.depends or default,
        because=tuple({step.rule: step for step in steps}.values())[:PROOF],
        understood=reading.say,
        scenario=known[0].case.scenario,
        assumptions=_assumptions(reading, known[0]),
    )


def _steps(played: Played) -> list[Step]:
    return [
        Step(one["rule"], Both(one["say"]["en"], one["say"]["ja"]))
        for check, _ in played.checks
        for one in check["because"]
    ]


def _proof(played: Played, reading: Reading) -> tuple[Step, ...]:
    """The rules that decide such questions first, in the words of the situation where it was played."""
    found = {step.rule: step for step in reversed(_steps(played))}
    also = () if played.verdict in reading.unless else reading.also
    steps = [found.get(step.rule, step) for step in also] + list(reversed(found.values()))
    return tuple({step.rule: step for step in steps}.values())[:PROOF]


def _assumptions(reading: Reading, played: Played) -> tuple[Both, ...]:
    found = [Both(one["en"], one["ja"]) for one in played.report.get("assumptions", ())]
    return tuple(dict.fromkeys([*reading.assumptions, *found]))
