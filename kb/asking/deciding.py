"""From played documents to the answer of a question: what can't be is said first, equal cases agree, different ones depend on a fact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import Person
from kb.asking.model import Both, Step, Verdict
from kb.asking.staging.laying import without
from kb.asking.staging.model import Case, Kind, Outcome, Part, Staged, Told
from kb.asking.staging.unsaid import WHOSE, joined
from kb.checker import CardBase

_NOTHING: Final = Both(
    "Nothing was told that could make it happen or keep it from happening.",
    "それが起こる、または起こらない理由になることが述べられていません。",
)
_LATER: Final = Both(
    "It happens only in a later turn, and which moment is meant was not said.",
    "それが起こるのは後のターンであり、どの時点のことかが述べられていません。",
)
_CAME_TO_NOTHING: Final = Both(
    "Something that was told doesn't happen when this is played, and no rule says why: it was perhaps meant in another way.",
    "述べられたことの一部が、実際に動かすと起こらず、その理由となるルールもありません。別の意味だった可能性があります。",
)
_NOT_BY_THAT: Final = Both(
    "It is the same without that, so whether that is the reason can't be told.",
    "それがなくても同じ結果になるため、それが理由かどうかは判断できません。",
)
_UNUSED: Final = ("unused_answer", "illegal_choice")
"""Records of answers that staging gave and nothing took: what was told has not been done as told."""
_LAID_OUT_WRONGLY: Final = frozenset(
    {"500.1", "104.1", "601.3", "602.1", "508.1a", "509.1a", "305.1", "118.3"}
)
"""Rules that refuse a deed for want of the object or the moment: then it was laid out wrongly, not told wrongly."""
PROOF: Final = 5
"""Rules in a proof at most."""


def play(staged: Staged, cards: CardBase | None = None) -> Outcome:
    """Play a question: the answer of what is asked first, with those of what is asked besides."""
    first, *rest = [_part(part, cards) for part in staged.parts]
    return replace(first, others=tuple(rest))


def _part(part: Part, cards: CardBase | None) -> Outcome:
    if part.stated is not None:
        return part.stated
    tried = [(case, _case(case, cards)) for case in part.cases]
    # how big a thing is can't be such that what was told can't be; whose it is can
    fitting = [one for one in tried if one[1].kind == "played" or one[0].sides]
    fitting = _that_matters(_of_the_side_meant(fitting), cards)
    cases = [case for case, _ in fitting or tried]
    found = [one for _, one in fitting or tried]
    first = found[0]
    if all((one.verdict, one.value, one.kind) == (first.verdict, first.value, first.kind) for one in found):
        return first
    open_ = next((one for one in found if one.verdict == "undetermined"), None)
    if open_ is not None:
        return open_
    names = _what_it_hangs_on(cases, found)
    told = _told_by(names, cases, found)
    # how a die falls nobody has to say: an answer that turns on nothing else is that it depends on it
    turns = bool(names) and set(names) <= set(cases[0].turns) and all(one.kind == "played" for one in found)
    steps = {step.rule: step for one in found for step in one.because}
    return replace(
        first,
        verdict="depends" if turns else "undetermined",
        value=None,
        kind="played" if turns else "unknown",
        because=tuple(steps.values())[:PROOF],
        depends=told,
        why=None if turns else _hangs_on(told),
    )


def _what_it_hangs_on(cases: Sequence[Case], found: Sequence[Outcome]) -> list[str]:
    """The names of what makes the cases differ: what is supposed besides and changes nothing is none."""
    names = list(cases[0].facts)
    for name in tuple(names):
        left = [one for one in names if one != name]
        results: dict[tuple[Both, ...], set[tuple[Verdict, str]]] = {}
        for case, one in zip(cases, found, strict=True):
            key = tuple(case.facts[other] for other in left if other in case.facts)
            results.setdefault(key, set()).add((one.verdict, str(one.value)))
        if left and all(len(some) == 1 for some in results.values()):
            names = left
    return names


def _told_by(names: Sequence[str], cases: Sequence[Case], found: Sequence[Outcome]) -> tuple[Told, ...]:
    """The cases by that, and what comes of each."""
    told: dict[Both, Told] = {}
    for case, one in zip(cases, found, strict=True):
        if said := [case.facts[name] for name in names if name in case.facts]:
            told.setdefault(joined(said), Told(joined(said), one.verdict, one.value))
    return tuple(told.values())


def _hangs_on(told: Sequence[Told]) -> Both:
    """Which facts, of which nobody said any, give different answers."""
    return Both(
        f"It depends on what was not said: {', or '.join(one.fact.en for one in told[:4])}.",
        f"述べられていないことによって結果が変わります：{'、または'.join(one.fact.ja for one in told[:4])}。",
    )


def _of_the_side_meant(tried: list[tuple[Case, Outcome]]) -> list[tuple[Case, Outcome]]:
    """Who asks how many takes it that there is something: whose things give nothing at all aren't meant."""
    some = [case.sides for case, one in tried if one.verdict == "value"]
    nothing = [case.sides for case, one in tried if (one.verdict, one.kind) == ("undetermined", "played")]
    return [one for one in tried if not some or one[0].sides in some or one[0].sides not in nothing]


def _that_matters(tried: list[tuple[Case, Outcome]], cards: CardBase | None) -> list[tuple[Case, Outcome]]:
    """Who speaks of a thing takes it that it matters: on the side where all is as if it weren't there it isn't meant.

    Only where it is unsaid of one thing whose it is, it stands there from the beginning, and nothing is done with it.
    """
    open_ = {tuple(case.sides) for case, _ in tried}
    if len(open_) != 1 or len(open_.pop()) != 1 or len({_said(one) for _, one in tried}) < 2:
        return tried
    if any(one.kind != "played" or one.verdict == "undetermined" for _, one in tried):
        return tried
    found = []
    for case, one in tried:
        bare = _bare(case)
        if bare is None:
            return tried
        if _said(_case(replace(case, document=bare), cards)) != _said(one):
            fact = case.facts[f"{WHOSE}{next(iter(case.sides))}"]
            found.append((case, replace(one, assumptions=(*one.assumptions, _taken(fact)))))
    return found if len({_said(one) for _, one in found}) == 1 else tried


def _taken(fact: Both) -> Both:
    return Both(
        f"It is supposed that {fact.en}: otherwise it wouldn't matter.",
        f"{fact.ja}だとします（そうでなければ話に出す意味がないため）。",
    )


def _said(one: Outcome) -> tuple[Any, ...]:
    return one.verdict, str(one.value), one.kind


def _bare(case: Case) -> dict[str, Any] | None:
    """The case without the things of which it is unsaid whose they are; None where something is done with one."""

    def named(part: object) -> Iterator[str]:
        if isinstance(part, Mapping):
            for key, one in part.items():
                yield from (*named(key), *named(one))
        elif isinstance(part, list | tuple):
            for one in part:
                yield from named(one)
        elif isinstance(part, str) and part.partition(".")[0] in case.sides:
            yield part

    bare = without(case.document, frozenset(named(case.document["setup"])))
    return None if any(True for _ in named(bare)) else bare


def _case(case: Case, cards: CardBase | None) -> Outcome:
    from kb.checker import check  # the engine is loaded by the first question, not by every command

    report = check(dict(case.document), cards).to_json()
    answers = report["checks"]
    base = Outcome(
        "undetermined",
        assumptions=_assumptions(case, report),
        deciding=case.deciding,
        scenario=case.document,
    )
    deciding = [answers[index] for index in case.deciding]
    stopped = _stopped(case, answers, base)
    unused = next((one for one in report["log"] if _is_unused(one)), None)
    if unused is not None and (stopped is not None or _as_played(case, deciding) not in ("yes", "value")):
        return replace(base, kind="unknown", why=Both(unused["say"]["en"], unused["say"]["ja"]))
    if stopped is not None:
        if stopped.kind == "impossible" and _as_played(case, deciding) != "no":
            # what can't be done is no answer to whether something else happens, unless that doesn't happen either
            return replace(stopped, verdict="undetermined")
        return replace(
            stopped, not_modelled=tuple(report["not_modelled"]) if stopped.kind == "unknown" else ()
        )
    if _idle(case, deciding) and _as_played(case, deciding) != "yes":
        return replace(base, kind="unknown", why=_NOTHING)
    open_ = next(
        (one for one in deciding if one["status"] != "determined" or one.get("illegal_choice")), None
    )
    if open_ is not None:
        return replace(base, kind="unknown", why=_why(open_), not_modelled=tuple(report["not_modelled"]))
    verdict, value = case.read([one["value"] for one in deciding])
    if case.without is not None:
        return _by_contrast(case, cards, base, verdict, _steps(deciding))
    if case.later and verdict != "yes" and _otherwise_later(case, cards, (verdict, value)):
        return replace(base, kind="unknown", why=_LATER)
    steps = _steps([*deciding, *(answers[index] for index in case.besides)])
    story: tuple[Both, ...] = ()
    if case.story is not None:
        story = _story(report["log"])
        value = [one.to_json() for one in story]
    return replace(base, verdict=verdict, value=value, because=steps, story=story)


def _by_contrast(
    case: Case, cards: CardBase | None, base: Outcome, verdict: Verdict, steps: tuple[Step, ...]
) -> Outcome:
    """Whether something is the cause: with it and without it, different things happen."""
    from kb.checker import check

    assert case.without is not None
    answers = check(dict(case.without), cards).to_json()["checks"]
    deciding = [answers[index] for index in case.deciding]
    refused = answers[case.refused]
    if refused["status"] != "determined" or refused["value"]:
        return replace(base, kind="unknown", why=_NOT_BY_THAT)
    other = _as_played(case, deciding)
    happens: Verdict = "no" if case.hinders else "yes"
    if verdict == ("yes" if case.hinders else "no"):
        return replace(base, verdict="no", because=steps)
    if verdict == happens and {verdict, other} == {"yes", "no"}:
        return replace(base, verdict="yes", because=steps)
    return replace(base, kind="unknown", why=_NOT_BY_THAT)


def _is_unused(record: Mapping[str, Any]) -> bool:
    """Whether an answer was left over; that nothing is paid is so where nothing asks for it, too."""
    return record["event"] in _UNUSED and "'unpaid'" not in record["say"]["en"]


def _otherwise_later(case: Case, cards: CardBase | None, now: tuple[Verdict, Any]) -> bool:
    """Whether the checks give something else a round of turns later: the same telling, played on."""
    from kb.checker import check

    answers = check({**case.document, "checks": list(case.later)}, cards).to_json()["checks"]
    asked = answers[: len(case.later)]
    if any(one["status"] != "determined" for one in asked):
        return any(one["status"] == "undetermined" for one in asked)
    return case.read([one["value"] for one in asked]) != now


def _as_played(case: Case, deciding: Sequence[Mapping[str, Any]]) -> Verdict:
    """What the checks say, whatever was refused."""
    if any(one["status"] != "determined" for one in deciding):
        return "undetermined"
    return case.read([one["value"] for one in deciding])[0]


def _idle(case: Case, deciding: Sequence[Mapping[str, Any]]) -> bool:
    """Whether it is asked what happens where nothing at all was done: then the question says too little to be played."""
    keys = ("happened", "triggered", "resolved", "result", "life", "speed", "poison")
    waits = any(key in one["check"] for one in deciding for key in keys)
    of_players = any(
        isinstance(one, Person) for want in case.wanted if want.held for one in want.told.roles.values()
    )
    given = any(
        side for side in case.document["setup"].values() if {"life", "poison", "speed", "library"} & set(side)
    )
    events = any(key in one["check"] for one in deciding for key in keys[:3])
    return waits and not of_players and (events or not given) and not case.document.get("script")


def _stopped(case: Case, answers: Sequence[Mapping[str, Any]], base: Outcome) -> Outcome | None:
    """Something told that can't be, or of which nobody knows whether it can."""
    refused = answers[case.refused]
    if refused["status"] != "determined":
        return replace(base, kind="unknown", why=_why(refused))
    if refused["value"]:
        frame = next((case.entries[one] for one in refused["value"] if one in case.entries), None)
        steps = _steps([refused])
        if frame is None or not steps or {step.rule for step in steps} & _LAID_OUT_WRONGLY:
            return replace(base, kind="unknown", refused=frame, because=steps)
        return replace(base, verdict="no", kind="impossible", refused=frame, because=steps)
    for want in case.wanted:
        found = [answers[index] for index in want.checks]
        open_ = next((one for one in found if one["status"] != "determined"), None)
        if open_ is not None:
            return replace(base, kind="unknown", why=_why(open_), refused=want.told)
        if not want.test([one["value"] for one in found]):
            if not want.held and not _tells_why(_steps(found)):
                return replace(base, kind="unknown", why=_CAME_TO_NOTHING, refused=want.told)
            kind: Kind = "not so" if want.held else "impossible"
            return replace(
                base,
                verdict="no" if not want.held else "undetermined",
                kind=kind,
                refused=want.told,
                because=_steps(found),
            )
    for index, value in case.guards:
        if answers[index]["status"] != "determined" or answers[index]["value"] != value:
            why = Both(
                "What is asked about is not where it would have to be.",
                "尋ねられているものが、あるべき領域にありません。",
            )
            return replace(base, kind="unknown", why=why)
    return None


def _tells_why(steps: Sequence[Step]) -> bool:
    """Whether a rule says why something doesn't happen: those that any casting or resolving has don't."""
    from kb.checker.telling import ORDER, PROCESS, WEAK

    return any(step.rule not in PROCESS | ORDER | WEAK for step in steps)


def _why(answer: Mapping[str, Any]) -> Both:
    if answer.get("illegal_choice"):
        said = answer["illegal_choice"]["say"]
        return Both(said["en"], said["ja"])
    if answer.get("error"):
        return Both(answer["error"]["en"], answer["error"]["ja"])
    if answer["status"] == "unreached":
        return Both("The moment that is asked about never comes.", "尋ねられている時点は訪れません。")
    said = answer.get("why_say") or {"en": "", "ja": ""}
    return Both(f"This is not decided: {said['en']}", f"決まりません：{said['ja']}")


def _steps(answers: Sequence[Mapping[str, Any]]) -> tuple[Step, ...]:
    found: dict[str, Step] = {}
    for answer in answers:
        for one in answer["because"]:
            found.setdefault(one["rule"], Step(one["rule"], Both(one["say"]["en"], one["say"]["ja"])))
    return tuple(found.values())[:PROOF]


def _assumptions(case: Case, report: Mapping[str, Any]) -> tuple[Both, ...]:
    said = [Both(one["en"], one["ja"]) for one in report["assumptions"]]
    return tuple(dict.fromkeys([*case.assumptions, *said]))


def _story(log: Sequence[Mapping[str, Any]]) -> tuple[Both, ...]:
    return tuple(Both(one["say"]["en"], one["say"]["ja"]) for one in log)


__all__ = ["play"]
