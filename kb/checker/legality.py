"""`can`: whether the rules allow an action now, found by trying it on a copy of the game, every open choice in turn."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import Any

from kb.checker.actions import act
from kb.checker.allowed import why_allowed
from kb.checker.attack_declaring import attack
from kb.checker.bearing import bearing_on
from kb.checker.block_declaring import block
from kb.checker.choices import Decider
from kb.checker.proof import select
from kb.checker.rules import Reason
from kb.checker.scenario import Check, action_of
from kb.checker.state import Game, Illegal, NotModelled
from kb.checker.undo import snapshot
from kb.checker.unused import CHEAPEST

MAX_TRIES = 60
"""Ways that are tried; where none of them is legal and more are left, nobody knows."""
MAX_WORK = 15_000
"""Permanents looked at by all choices while they are tried: a large board is tried less often."""


def can(game: Game, player: str, value: dict[str, Any], decider: Decider) -> tuple[bool, tuple[Reason, ...]]:
    """Whether the player may take the action, and the rules that say so; raises NotModelled where nobody knows.

    Targets and other choices that the question leaves open make it possible when any legal way exists. Ways are looked
    for from two ends in turn: those that take as little as they may, and those that take the first of everything (with
    no target more than needed what is paid for each is least).
    """
    assert decider is not None
    action = action_of(value)
    if action.key in ("cast", "activate"):  # a question that leaves X open asks for the cheapest way
        action = replace(action, details={CHEAPEST: True, **action.details})
    asked = Check("can", value, None, player)
    refusal: tuple[Reason, ...] = ()
    ends = [_Search(lean=True), _Search(lean=False)]
    work = 0
    for tries in range(MAX_TRIES):
        search = ends[tries % 2]
        if not search.plans:
            search = ends[1 - tries % 2]
        plan = search.plans.popleft()
        trial = snapshot(game)
        trial.decider = Decider(plan, lean=search.lean)
        trial.step_queue, trial.serving, trial.led = deque(), None, None
        before = len(trial.records)
        try:
            queue: deque[Any] = deque(action.details.get("choices", ()))
            if action.key == "attack":
                attack(trial, player, action.value, queue)
            elif action.key == "block":
                block(trial, player, action.value, queue)
            else:
                act(trial, player, action.key, action.value, action.details, queue)
        except Illegal as why:
            refusal = refusal or why.reasons
            found = bearing_on(trial, asked, trial.taints[len(game.taints) :])
            if found is not None:  # a refusal that stands on something not modelled is none
                raise NotModelled(found.why, found.card, found.text) from why
        else:
            found = bearing_on(trial, asked, trial.taints[len(game.taints) :])
            if found is not None:
                raise NotModelled(found.why, found.card, found.text)
            reasons = [reason for record in trial.records[before:] for reason in record.reasons]
            return True, select([*why_allowed(trial, player, action.key), *reasons])
        search.branch(plan, trial.decider)
        work += (1 + len(trial.decider.taken)) * len(game.zones.get("battlefield", ()))
        if any(one.exhausted for one in ends):
            return False, select(refusal)
        if work > MAX_WORK:
            break
    raise NotModelled(f"none of the {tries + 1} ways that were tried is legal, and there are more")


@dataclass
class _Search:
    """What is still to be tried from one end."""

    lean: bool
    plans: deque[tuple[int, ...]] = field(default_factory=lambda: deque([()]))
    more: bool = False
    """There are further ways that will not be tried."""

    @property
    def exhausted(self) -> bool:
        """Whether every way has been tried from this end."""
        return not self.plans and not self.more

    def branch(self, plan: tuple[int, ...], tried: Decider) -> None:
        """Put the ways that part from the one just tried behind those that wait."""
        for index in range(len(plan), len(tried.taken)):
            for option in range(tried.taken[index].options):
                if option == tried.picked[index]:
                    continue
                if len(self.plans) >= MAX_TRIES:
                    self.more = True
                    return
                self.plans.append((*tried.picked[:index], option))
