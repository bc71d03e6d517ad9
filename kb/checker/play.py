"""One playing of a scenario from its first turn to its last moment, in parts between which others may part from it."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable
from typing import Any

from kb.checker.actions import act
from kb.checker.answers import left_over
from kb.checker.asked import Asked, asked
from kb.checker.attack_declaring import attack, forced_attack
from kb.checker.block_declaring import block, declare_blocks, finish_blocks, forced_blocks
from kb.checker.cards import CardBase, Cards
from kb.checker.choices import Decider
from kb.checker.combat import ATTACKED, BLOCKED_BY, begin_combat, declare
from kb.checker.combat_damage import deal, needs_first_step
from kb.checker.facts import POOL_UNKNOWN
from kb.checker.history import FIRST_ENTRY
from kb.checker.log import note, taint, tainting
from kb.checker.naming import cards_named
from kb.checker.priority import acted, passes
from kb.checker.rules import Reason
from kb.checker.scanning import scan
from kb.checker.scenario import Action, Check, Entry, Moment, Scenario
from kb.checker.scenario_schema import STEPS
from kb.checker.setup import build
from kb.checker.state import Game, Illegal, NotModelled, opponents, stack
from kb.checker.turn import (
    PRIORITY,
    another_cleanup,
    begin_step,
    begin_turn,
    empty_pools,
    next_player,
    pass_until_empty,
    resolve_one,
    settle,
    skips_draw,
    skips_step,
)
from kb.checker.undo import apart

IN_A_STEP = ("_arrive", "_entry", "_act", "_settled", "_again")
"""The parts of a step: what isn't modelled there ends the step."""


class Play:
    """Holds the state of one playing; `run` plays it."""

    def __init__(self, scenario: Scenario, decider: Decider, cards: Cards, base: CardBase | None) -> None:
        self.scenario = scenario
        self.decider = decider
        self.game: Game = build(scenario, decider, base, cards)
        self.entries: deque[Entry] = deque(scenario.script)
        self.player = scenario.players[0]
        self.checks = self.all_checks(scenario)
        self.outcomes: dict[int, Asked] = {
            id(check): Asked("unreached", over=check.over) for check in self.checks
        }
        self.problems: list[dict[str, str]] = []
        self.now = Moment(0, -1)
        self.answers: list[tuple[deque[Any], str]] = []
        """The answers of the script, and where they stand."""
        self.doing = ""
        """Place of the script's entry or of the check that is being played."""
        self.last = self._last_moment()
        self.index = 0
        """The step of the turn."""
        self.had = False
        """Whether the script has done something in this step."""
        self.part = "_start"
        self.opened: list[int] = []
        """How many open choices had arisen as each part began."""

    @staticmethod
    def all_checks(scenario: Scenario) -> list[Check]:
        """The checks of the document in order: those of `checks`, then those inside the script."""
        return [*scenario.checks, *(entry.check for entry in scenario.script if entry.check is not None)]

    def _last_moment(self) -> Moment:
        """The latest moment the document speaks of."""
        moments = [entry.at for entry in self.scenario.script if entry.at is not None]
        moments += [check.at for check in self.scenario.checks if check.at is not None]
        return max(moments, default=Moment(1, STEPS.index("upkeep")))

    def run(self) -> None:
        """Play to the last moment, then ask what is asked at the end."""
        while self.advance():
            pass

    def advance(self) -> bool:
        """Play the next part: what comes before the next place where another playing may part. Tells whether there is more."""
        self.opened.append(len(self.decider.taken))
        part: Callable[[], str] = getattr(self, self.part)
        try:
            self.part = part()
        except Exception as error:
            if not isinstance(error, NotModelled) or self.part not in IN_A_STEP:
                error.add_note(f"at {self.now}" + (f", {self.doing}" if self.doing else ""))
                raise  # with what was being done
            taint(self.game, error)
            self.part = "_leave"
        return bool(self.part)

    def parted(self, plan: tuple[int, ...]) -> Play:
        """An independent playing that stands where this one does, and takes these options from here on."""
        other = copy.copy(self)
        other.decider = Decider(plan, self.decider.taken[:], picked=self.decider.picked[:])
        other.game, other.answers = apart(self.game, self.answers)
        other.game.decider = other.decider
        other.entries, other.outcomes = deque(self.entries), dict(self.outcomes)
        other.problems, other.opened = self.problems[:], self.opened[:]
        return other

    # --- the parts: each gives the name of the next one -----------------------------------------------

    def _start(self) -> str:
        scan(self.game)
        self._ask_at(Moment(0, -1))
        return "_turn"

    def _turn(self) -> str:
        game = self.game
        if game.over or game.turn >= self.last.turn:  # the last step itself may be skipped
            return self._emptied("_end")
        begin_turn(game, self.scenario.players[0] if game.turn == 0 else next_player(game))
        self.index = 0
        return "_step"

    def _step(self) -> str:
        """The next step that isn't skipped begins."""
        game = self.game
        for index in range(self.index, len(STEPS)):
            moment = Moment(game.turn, index)
            if moment > self.last and game.combat is None:
                break
            if not game.over and not self._skipped(STEPS[index]):
                self.now, self.doing, self.index = moment, "", index
                return "_arrive"
        return "_turn"

    def _skipped(self, step: str) -> bool:
        game = self.game
        if step == "draw" and skips_draw(game):
            return True
        with tainting(game):
            if skips_step(game, step):
                return True
        attacked = game.combat is not None and (game.combat.attackers or game.facts.get(ATTACKED))
        if step in ("declare_blockers", "combat_damage", "combat_damage_2") and not attacked:  # 508.8
            return True
        return step == "combat_damage_2" and not (game.combat is not None and game.combat.two_steps)

    def _arrive(self) -> str:
        game, moment, step = self.game, self.now, STEPS[self.index]
        game.step_queue, game.led = deque(self._chosen_for(moment)), None
        if game.step_queue:
            self.answers.append((game.step_queue, f"choose at {moment}"))
        if step == "begin_combat":
            begin_combat(game)
            game.facts[ATTACKED] = False
        begin_step(game, step)
        self.had = False
        if step == "declare_attackers":
            self.had = self._declare_attackers(moment)
        elif step == "declare_blockers":
            self.had = self._declare_blockers(moment)
        elif step in ("combat_damage", "combat_damage_2"):
            self._damage(step)
        return "_entry"

    def _settled(self) -> str:
        self._ask_at(self.now)
        return self._emptied("_again")

    def _again(self) -> str:
        """Another cleanup step follows where something happened in this one (514.3a)."""
        if not another_cleanup(self.game):
            return "_leave"
        begin_step(self.game, "cleanup")
        return "_settled"

    def _leave(self) -> str:
        game = self.game
        if not game.over:  # what isn't modelled may have ended the step early: its checks are undetermined
            self._ask_at(self.now)
        empty_pools(game)
        game.facts.pop(POOL_UNKNOWN, None)
        if STEPS[self.index] == "end_combat":
            game.combat = None
        game.step_queue = deque()
        self.index += 1
        return "_step"

    def _end(self) -> str:
        for check in self.scenario.checks:
            if check.at is None:
                self._ask(check)
        for queue, where in self.answers:
            left_over(self.game, queue, where)
        return ""

    def _emptied(self, then: str) -> str:
        """The stack resolves, then comes that part."""
        pass_until_empty(self.game)
        return then

    def _chosen_for(self, moment: Moment) -> list[Any]:
        answers: list[Any] = []
        for entry in self.scenario.script:
            if entry.at == moment and entry.action is not None and entry.action.key == "choose":
                answers += entry.action.value
        return answers

    # --- script -------------------------------------------------------------------------------------

    def _entry(self) -> str:
        """The next entry of this moment, if there is one, once what was on the stack before has resolved."""
        while self.entries and not self.game.over:
            entry = self.entries[0]
            if entry.at is not None and entry.at > self.now:
                break
            if entry.at is not None and entry.at < self.now:
                self.entries.popleft()
                slots = {"what": _words(entry), "when": str(entry.at), "entry": entry.where}
                note(self.game, "refused", slots, [Reason("500.1", {}, "past")], ("refused",))
                continue
            self.had = True
            return "_act" if entry.at is None or entry.respond else self._emptied("_act")
        return self._emptied("_settled") if self.had else "_settled"

    def _act(self) -> str:
        entry = self.entries.popleft()
        self.doing = entry.where
        if entry.check is not None:
            self._ask(entry.check)
            return "_entry"
        assert entry.action is not None
        self.player = entry.player or self.player
        self._do(entry.action, entry.player or self.player)
        return "_entry"

    def _do(self, action: Action, player: str) -> None:
        game = self.game
        if action.key == "choose":
            return
        queue: deque[Any] = deque(action.details.get("choices", ()))
        if queue:
            self.answers.append((queue, f"{self.doing}.choices"))
        if action.key == "pass":
            passes(game, player)
            return
        holder, because = game.priority, game.facts.get(PRIORITY)
        game.facts.setdefault(FIRST_ENTRY, len(game.history))
        done = False
        game.serving = queue
        try:
            self._perform(action, player, queue)
            done = True
        except Illegal as why:
            self._refused(action, player, why)
        except NotModelled as problem:
            taint(game, problem)
        if action.key not in ("resolve", "pass"):
            game.led = queue
        game.queue = None
        settle(game)
        game.serving = None
        if done:
            acted(game, player, action.key)
        else:  # nothing was done: whoever had priority has it still
            game.priority, game.facts[PRIORITY] = holder, because

    def _perform(self, action: Action, player: str, queue: deque[Any]) -> None:
        game = self.game
        if action.key == "resolve":
            wanted = len(stack(game)) if action.value == "all" else int(action.value)
            for _ in range(wanted):
                if stack(game) and not game.over:
                    resolve_one(game)
        elif action.key == "attack":
            attack(game, player, action.value, queue)
            game.facts[ATTACKED] = True
        elif action.key == "block":
            block(game, player, action.value, queue)
        else:
            act(game, player, action.key, action.value, action.details, queue)

    def _refused(self, action: Action, player: str, why: Illegal) -> None:
        touches = {"refused"}
        for name in _names(action.value):
            touches |= {
                f"{topic}:{obj.card}" for obj in cards_named(self.game, name) for topic in ("card", "zone")
            }
        slots = {"player": player, "what": _action_words(action), "entry": self.doing}
        note(self.game, "refused", slots, why.reasons, touches)

    # --- combat -------------------------------------------------------------------------------------

    def _declare_attackers(self, moment: Moment) -> bool:
        """The attack of the script, or what is forced; tells whether the script had one."""
        game = self.game
        had = False
        self._ask_at(moment, before=("attack",))
        for entry in list(self.entries):
            if entry.at == moment and entry.action is not None and entry.action.key == "attack":
                self.entries.remove(entry)
                self.doing = entry.where
                had = True
                self._do(entry.action, entry.player or game.active)
                self.player = entry.player or game.active
        chosen = forced_attack(game) if game.combat is not None and not game.combat.attacks_declared else {}
        if chosen:
            declare(game, game.active, chosen, None)
        if game.combat is not None and game.combat.attackers:
            game.facts[ATTACKED] = True
        settle(game)
        return had

    def _declare_blockers(self, moment: Moment) -> bool:
        """The blocks of the script, or what is forced; tells whether the script had any."""
        game = self.game
        had = False
        self._ask_at(moment, before=("block",))
        for entry in list(self.entries):
            if entry.at == moment and entry.action is not None and entry.action.key == "block":
                self.entries.remove(entry)
                self.doing = entry.where
                had = True
                defender = entry.player or (opponents(game, game.active) or [game.active])[0]
                self._do(entry.action, defender)
        for player in opponents(game, game.active):
            if player not in game.facts.get(BLOCKED_BY, ()):
                forced = forced_blocks(game, player)
                if forced:
                    declare_blocks(game, player, forced, None)
        finish_blocks(game)
        settle(game)
        return had

    def _damage(self, step: str) -> None:
        game = self.game
        if game.combat is None:
            return
        try:
            if step == "combat_damage":
                game.combat.two_steps = needs_first_step(game)
            deal(game, first_of_two=game.combat.two_steps and step == "combat_damage")
        except NotModelled as problem:
            taint(game, problem)
        settle(game)

    # --- checks -------------------------------------------------------------------------------------

    def _ask_at(self, moment: Moment, before: tuple[str, ...] = ()) -> None:
        for check in self.scenario.checks:
            if check.at != moment or self.outcomes[id(check)].status != "unreached":
                continue
            about = next(iter(check.value)) if check.key == "can" else ""
            if before and not (check.key == "can" and any(key in check.value for key in before)):
                continue
            assert about is not None
            self._ask(check)

    def _ask(self, check: Check) -> None:
        self.doing = check.where
        self.outcomes[id(check)] = asked(self.game, check, self.decider, self.problems)


def _names(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [name for key, item in value.items() for name in [str(key), *_names(item)]]
    if isinstance(value, list):
        return [name for item in value for name in _names(item)]
    return []


def _action_words(action: Action) -> str:
    return f"{action.key} {action.value if isinstance(action.value, str) else ''}".strip()


def _words(entry: Entry) -> str:
    return _action_words(entry.action) if entry.action is not None else "check"
