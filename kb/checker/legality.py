"""`can`: whether the rules allow an action now, found by trying it on a copy of the game, every open choice in turn."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

from kb.checker.actions import act
from kb.checker.attack_declaring import attack
from kb.checker.bearing import bearing_on
from kb.checker.block_declaring import block
from kb.checker.choices import Decider
from kb.checker.proof import select
from kb.checker.rules import Reason
from kb.checker.scenario import Check, action_of
from kb.checker.state import Game, Illegal, NotModelled
from kb.checker.undo import snapshot

MAX_TRIES = 60


def can(game: Game, player: str, value: dict[str, Any], decider: Decider) -> tuple[bool, tuple[Reason, ...]]:
    """Whether the player may take the action, and the rules that say so; raises NotModelled where nobody knows.

    Targets and other choices that the question leaves open make it possible when any legal way exists.
    """
    action = action_of(value)
    if action.key in ("cast", "activate"):  # a question that leaves X open asks for the cheapest way
        action = replace(action, details={"x": 0, **action.details})
    asked = Check("can", value, None, player)
    plans: deque[tuple[int, ...]] = deque([()])
    refusal: tuple[Reason, ...] = ()
    tries = 0
    while plans and tries < MAX_TRIES:
        tries += 1
        plan = plans.popleft()
        trial = snapshot(game)
        trial.decider = Decider(plan)
        trial.step_queue = deque()
        trial.queues = []
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
            return True, select(reasons)
        opens = trial.decider.taken
        taken = [plan[i] if i < len(plan) else 0 for i in range(len(opens))]
        for index in range(len(plan), len(opens)):
            plans.extend((*taken[:index], option) for option in range(1, opens[index].options))
    assert decider is not None
    return False, select(refusal)
