"""Plays a scenario: the turns, the script in its order, the checks at their moments; once for each open choice's option.

A choice that the script doesn't answer is tried every way: another playing parts from the one in which it arose, where the
part of the play began in which it did. A check whose value is the same on every branch is determined; otherwise it is
undetermined and names the choice.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from kb.checker import modules as _modules  # registers every handler
from kb.checker.asked import Asked
from kb.checker.cards import CardBase, Cards
from kb.checker.choices import Decider, Open
from kb.checker.explain import both, gap
from kb.checker.log import EVERYTHING
from kb.checker.play import Play
from kb.checker.report import Answer, Report
from kb.checker.scenario import Scenario
from kb.checker.state import Game

MAX_BRANCHES = 64
"""Playings of one scenario; where more would be needed, what depends on the untried ones is undetermined."""
ENOUGH = 16
"""Playings after which a check is given up for which more than `MAX_BRANCHES` would be needed."""
MAX_WORK = 20_000
"""How often the characteristics of permanents may be worked out in all playings of one scenario together, after which no
further one is begun: a second or two. A count, not a clock, so that the same document always has the same answer."""
assert _modules
Plan = tuple[int, ...]


@dataclass
class Branch:
    """One playing."""

    plan: Plan
    opens: list[Open]
    outcomes: list[Asked]
    game: Game
    not_modelled: list[dict[str, str]]
    parts: list[int]
    """How many choices had arisen as each part of the play began."""
    work: int
    """What playing it has cost."""


class Trunk:
    """Follows a branch only so far as others still part from it."""

    def __init__(self, branch: Branch, start: Play | None, whole: Callable[[Plan], Play]) -> None:
        self.branch = branch
        self.whole = whole
        """Begins a playing from the beginning."""
        self._play = start

    def part(self, plan: Plan) -> Play:
        """The playing of a plan of which the last choice is the first that differs from the branch.

        Plans come in the order in which their choices arise.
        """
        if self._play is None:
            self._play = self.whole(self.branch.plan)
        arises = bisect_right(self.branch.parts, len(plan) - 1) - 1
        while len(self._play.opened) < arises:
            self._play.advance()
        return self._play.parted(plan)


@dataclass
class Untried:
    """A playing that may still be needed: the options to take, and the checks that were asked after the last of them."""

    plan: Plan
    bears_on: set[int]
    trunk: Trunk


def run(scenario: Scenario, base: CardBase | None = None) -> Report:
    """Play a scenario and answer its checks; raises ScenarioError or UnknownCardError for one that can't be set up."""
    cards = Cards(scenario.cards, base)

    def whole(plan: Plan) -> Play:
        return Play(scenario, Decider(plan), cards, base)

    first = _branch(whole(()))
    branches = [first]
    plans = deque(_alternatives(first, Trunk(first, None, whole)))
    untried: list[Untried] = []
    work, decided, given_up = first.work, _decided(branches), set[int]()
    while plans:
        one = plans.popleft()
        needed = one.bears_on - decided
        if not needed:
            continue  # nothing asked after that choice can change any more
        if work > MAX_WORK or not needed - given_up:
            untried.append(one)
            continue
        play = one.trunk.part(one.plan)
        start = play.parted(one.plan)
        branch = _branch(play)
        branches.append(branch)
        plans.extend(_alternatives(branch, Trunk(branch, start, whole)))
        work += branch.work
        decided, given_up = _decided(branches), _given_up(branches, plans)
    return _report(scenario, branches, untried)


def _alternatives(branch: Branch, trunk: Trunk) -> Iterator[Untried]:
    """The other options of each choice that was first open in this branch."""
    plan = branch.plan
    taken = [min(plan[i], one.options - 1) if i < len(plan) else 0 for i, one in enumerate(branch.opens)]
    for index in range(len(plan), len(branch.opens)):
        later = {
            number
            for number, outcome in enumerate(branch.outcomes)
            if outcome.status == "unreached" or outcome.opened > index
        }
        for option in range(1, branch.opens[index].options):
            yield Untried((*taken[:index], option), later, trunk)


def _decided(branches: list[Branch]) -> set[int]:
    """Checks that are undetermined whatever the other branches say: unknown in one, or different in two."""
    first = branches[0].outcomes
    return {
        number
        for branch in branches
        for number, one in enumerate(branch.outcomes)
        if (
            one.status == "determined" and bool(one.value) == (one.over == "some")
            if one.over in ("some", "every")
            else one.status == "undetermined"
            if one.over
            else one.status == "undetermined"
            or (one.status, one.value) != (first[number].status, first[number].value)
        )
    }


def _given_up(branches: list[Branch], plans: Iterable[Untried]) -> set[int]:
    """Checks that will not be determined, as more playings bear on them than may be tried; one may decide what is so in some."""
    tried = len(branches)
    if tried < ENOUGH:
        return set()
    waiting = Counter(number for one in plans for number in one.bears_on)
    return {
        number
        for number, count in waiting.items()
        if tried + (1 if branches[0].outcomes[number].over else count) > MAX_BRANCHES
    }


def _branch(play: Play) -> Branch:
    play.run()
    outcomes = [play.outcomes[id(check)] for check in play.checks]
    everything = [taint for taint in play.game.taints if taint.topics >= EVERYTHING]
    not_modelled = [gap(taint) for taint in everything]
    for problem in play.problems:  # what bears on part of the answers is named where it bore on one
        if problem not in not_modelled:
            not_modelled.append(problem)
    return Branch(
        play.decider.plan,
        play.decider.taken,
        outcomes,
        play.game,
        not_modelled,
        play.opened,
        play.decider.worked,
    )


def _report(scenario: Scenario, branches: list[Branch], untried: list[Untried]) -> Report:
    first = branches[0]
    checks = Play.all_checks(scenario)
    answers = []
    for index, check in enumerate(checks):
        open_ = any(index in one.bears_on for one in untried)
        answers.append(_answer(check.raw, [branch.outcomes[index] for branch in branches], branches, open_))
    not_modelled: list[dict[str, str]] = []
    for branch in branches:
        not_modelled += [one for one in branch.not_modelled if one not in not_modelled]
    assumptions = {key: text for branch in branches for key, text in branch.game.assumptions.items()}
    return Report(
        scenario.id, tuple(answers), tuple(first.game.records), tuple(assumptions.values()), tuple(not_modelled),
        notes={"branches": len(branches), "untried": len(untried)},
    )  # fmt: skip


def _answer(raw: Any, outcomes: list[Asked], branches: list[Branch], untried: bool) -> Answer:
    illegal = next((outcome.illegal for outcome in outcomes if outcome.illegal), None)
    found = _value(raw, outcomes, branches, untried)
    if illegal is None:
        return found
    depends = found.status == "undetermined" and not any(one.status == "undetermined" for one in outcomes)
    return replace(found, illegal=illegal, why_not=illegal["say"] if depends else found.why_not)


def _value(raw: Any, outcomes: list[Asked], branches: list[Branch], untried: bool) -> Answer:
    first = outcomes[0]
    if first.over:
        return _over(raw, outcomes, untried)
    if any(outcome.status == "undetermined" for outcome in outcomes):
        open_one = next(outcome for outcome in outcomes if outcome.status == "undetermined")
        error = next((outcome.error for outcome in outcomes if outcome.error), None)
        return Answer(raw, "undetermined", why_not=error or open_one.why, error=error)
    if any((outcome.status, outcome.value) != (first.status, first.value) for outcome in outcomes):
        return Answer(raw, "undetermined", why_not=_open_choice(outcomes, branches))
    if untried:
        return Answer(
            raw, "undetermined", why_not=both(f"too many open choices: {branches[0].opens[0].what}")
        )
    return Answer(raw, first.status, first.value, first.because)


def _over(raw: Any, outcomes: list[Asked], untried: bool) -> Answer:
    """Whether it is so in some playing, or in every one: one playing that says so, or doesn't, decides."""
    if outcomes[0].over == "most":
        return _most(raw, outcomes, untried)
    wanted = outcomes[0].over == "some"
    found = next((one for one in outcomes if one.status == "determined" and bool(one.value) is wanted), None)
    if found is not None:
        return Answer(raw, "determined", wanted, found.because)
    unknown = next((one for one in outcomes if one.status != "determined"), None)
    if unknown is not None:
        return Answer(raw, unknown.status, why_not=unknown.why, error=unknown.error)
    if untried:
        return Answer(raw, "undetermined", why_not=both("too many open choices"))
    return Answer(raw, "determined", not wanted, outcomes[0].because)


def _most(raw: Any, outcomes: list[Asked], untried: bool) -> Answer:
    """The greatest value of all playings."""
    unknown = next((one for one in outcomes if one.status != "determined"), None)
    if unknown is not None:
        return Answer(raw, unknown.status, why_not=unknown.why, error=unknown.error)
    if untried:
        return Answer(raw, "undetermined", why_not=both("too many open choices"))
    best = max(outcomes, key=lambda one: one.value)
    return Answer(raw, "determined", best.value, best.because)


def _open_choice(outcomes: list[Asked], branches: list[Branch]) -> dict[str, str]:
    """The open choice on which the answer turns: where the first two differing branches part."""
    for outcome, branch in zip(outcomes, branches, strict=True):
        if (outcome.status, outcome.value) != (outcomes[0].status, outcomes[0].value) and branch.plan:
            one = branch.opens[min(len(branch.plan), len(branch.opens)) - 1]
            return both(f"no answer is given for the choice of {one.player}: {one.what}")
    return both("a choice is open")
