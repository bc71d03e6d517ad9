"""One playing of a scenario from its first turn to its last moment."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kb.checker.actions import act
from kb.checker.answers import left_over, refused_answer
from kb.checker.attack_declaring import attack, forced_attack
from kb.checker.bearing import bearing_on
from kb.checker.block_declaring import block, declare_blocks, finish_blocks, forced_blocks
from kb.checker.cards import CardBase, Cards
from kb.checker.checks import ask
from kb.checker.choices import Decider
from kb.checker.combat import ATTACKED, BLOCKED_BY, begin_combat, declare
from kb.checker.combat_damage import deal, needs_first_step
from kb.checker.explain import gap, say_limit
from kb.checker.facts import POOL_UNKNOWN
from kb.checker.history import FIRST_ENTRY
from kb.checker.legality import can
from kb.checker.log import note, taint, tainting
from kb.checker.naming import BadQuestion, cards_named
from kb.checker.priority import acted, passes
from kb.checker.proof import prove
from kb.checker.rules import Reason
from kb.checker.scanning import scan
from kb.checker.scenario import Action, Check, Entry, Moment, Scenario
from kb.checker.scenario_schema import STEPS
from kb.checker.setup import build
from kb.checker.state import Game, Illegal, NotModelled, Taint, opponents, stack
from kb.checker.turn import (
    PRIORITY,
    begin_step,
    begin_turn,
    next_player,
    pass_until_empty,
    resolve_one,
    settle,
    skips_draw,
    skips_step,
)


@dataclass
class Asked:
    """What was found for one check."""

    status: str
    value: Any = None
    because: tuple[Reason, ...] = ()
    why: Mapping[str, str] = field(default_factory=dict)
    """What is missing, in both languages."""
    opened: int = 0
    error: dict[str, str] | None = None
    """What is wrong with the question, in both languages."""
    illegal: dict[str, Any] | None = None
    """An answer of the script that a choice did not allow."""


class Play:
    """Holds the state of one playing; `run` plays it."""

    def __init__(self, scenario: Scenario, decider: Decider, cards: Cards, base: CardBase | None) -> None:
        self.scenario = scenario
        self.decider = decider
        self.game: Game = build(scenario, decider, base, cards)
        self.entries: deque[Entry] = deque(scenario.script)
        self.player = scenario.players[0]
        self.checks = self.all_checks(scenario)
        self.outcomes: dict[int, Asked] = {id(check): Asked("unreached") for check in self.checks}
        self.problems: list[dict[str, str]] = []
        self.now = Moment(0, -1)
        self.answers: list[tuple[deque[Any], str]] = []
        """The answers of the script, and where they stand."""
        self.doing = ""
        """Place of the script's entry or of the check that is being played."""

    @staticmethod
    def all_checks(scenario: Scenario) -> list[Check]:
        """The checks of the document in order: those of `checks`, then those inside the script."""
        return [*scenario.checks, *(entry.check for entry in scenario.script if entry.check is not None)]

    def last_moment(self) -> Moment:
        """The latest moment the document speaks of."""
        moments = [entry.at for entry in self.scenario.script if entry.at is not None]
        moments += [check.at for check in self.scenario.checks if check.at is not None]
        return max(moments, default=Moment(1, STEPS.index("upkeep")))

    def run(self) -> None:
        """Play to the last moment, then ask what is asked at the end."""
        try:
            self._run()
        except Exception as error:  # it goes on, with what was being done
            error.add_note(f"at {self.now}" + (f", {self.doing}" if self.doing else ""))
            raise

    def _run(self) -> None:
        scan(self.game)
        self._ask_at(Moment(0, -1))
        last = self.last_moment()
        while not self.game.over and self.game.turn < last.turn:  # the last step itself may be skipped
            self._turn(last)
        if not self.game.over:
            pass_until_empty(self.game)
        for check in self.scenario.checks:
            if check.at is None:
                self._ask(check)
        for queue, where in self.answers:
            left_over(self.game, queue, where)

    def _turn(self, last: Moment) -> None:
        game = self.game
        begin_turn(game, self.scenario.players[0] if game.turn == 0 else next_player(game))
        for index, step in enumerate(STEPS):
            moment = Moment(game.turn, index)
            in_combat = game.combat is not None and moment > last
            if moment > last and not in_combat:
                return
            if game.over or self._skipped(step):
                continue
            self.now, self.doing = moment, ""
            self._step(step, moment)

    def _skipped(self, step: str) -> bool:
        game = self.game
        if step == "draw" and skips_draw(game):
            return True
        if skips_step(game, step):
            return True
        attacked = game.combat is not None and (game.combat.attackers or game.facts.get(ATTACKED))
        if step in ("declare_blockers", "combat_damage", "combat_damage_2") and not attacked:  # 508.8
            return True
        return step == "combat_damage_2" and not (game.combat is not None and game.combat.two_steps)

    def _step(self, step: str, moment: Moment) -> None:
        game = self.game
        game.step_queue = deque(self._chosen_for(moment))
        if game.step_queue:
            self.answers.append((game.step_queue, f"choose at {moment}"))
        with tainting(game):
            self._play_step(step, moment)
        if not game.over:
            self._ask_at(
                moment
            )  # what isn't modelled may have ended the step early: its checks are undetermined
        self._leave(step)

    def _play_step(self, step: str, moment: Moment) -> None:
        game = self.game
        if step == "begin_combat":
            begin_combat(game)
            game.facts[ATTACKED] = False
        begin_step(game, step)
        declared = False
        if step == "declare_attackers":
            declared = self._declare_attackers(moment)
        elif step == "declare_blockers":
            declared = self._declare_blockers(moment)
        elif step in ("combat_damage", "combat_damage_2"):
            self._damage(step)
        had_entries = self._entries(moment)
        if had_entries or declared:
            pass_until_empty(game)
        self._ask_at(moment)
        pass_until_empty(game)

    def _leave(self, step: str) -> None:
        game = self.game
        for player in game.players.values():
            player.mana = {}
        game.facts.pop(POOL_UNKNOWN, None)
        if step == "end_combat":
            game.combat = None
        game.step_queue = deque()

    def _chosen_for(self, moment: Moment) -> list[Any]:
        answers: list[Any] = []
        for entry in self.scenario.script:
            if entry.at == moment and entry.action is not None and entry.action.key == "choose":
                answers += entry.action.value
        return answers

    # --- script -------------------------------------------------------------------------------------

    def _entries(self, moment: Moment) -> bool:
        """Play the entries of this moment, in order; tells whether there were any."""
        had = False
        while self.entries and not self.game.over:
            entry = self.entries[0]
            if entry.at is not None and entry.at > moment:
                break
            self.entries.popleft()
            if entry.at is not None and entry.at < moment:
                note(
                    self.game,
                    "refused",
                    {"what": _words(entry), "when": str(entry.at), "entry": entry.where},
                    [Reason("500.1", {}, "past")],
                    ("refused",),
                )
                continue
            had = True
            if entry.at is not None and not entry.respond:
                pass_until_empty(self.game)
            self._entry(entry)
        return had

    def _entry(self, entry: Entry) -> None:
        self.doing = entry.where
        if entry.check is not None:
            self._ask(entry.check)
            return
        assert entry.action is not None
        self.player = entry.player or self.player
        self._do(entry.action, entry.player or self.player)

    def _do(self, action: Action, player: str) -> None:
        game = self.game
        if action.key in ("choose", "attack", "block") and action.key == "choose":
            return
        queue: deque[Any] = deque(action.details.get("choices", ()))
        if queue:
            game.queues.append(queue)
            self.answers.append((queue, f"{self.doing}.choices"))
        if action.key == "pass":
            passes(game, player)
            return
        holder, because = game.priority, game.facts.get(PRIORITY)
        game.facts.setdefault(FIRST_ENTRY, len(game.history))
        done = False
        try:
            self._perform(action, player, queue)
            done = True
        except Illegal as why:
            self._refused(action, player, why)
        except NotModelled as problem:
            taint(game, problem)
        game.queue = None
        settle(game)
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
        self._answer(check)
        self.outcomes[id(check)].illegal = refused_answer(self.game)

    def _answer(self, check: Check) -> None:
        game = self.game
        self.doing = check.where
        opened = len(self.decider.taken)
        if self._reached(check, opened):
            return
        try:
            if check.key == "can":
                value, because = can(game, check.player or game.active, check.value, self.decider)
            else:
                answer = ask(game, check)
                value, because = answer.value, prove(game, answer)
        except BadQuestion as wrong:
            said = {"en": wrong.en, "ja": wrong.ja}
            self.outcomes[id(check)] = Asked("undetermined", why=said, opened=opened, error=said)
            return
        except NotModelled as problem:
            self._undetermined(check, problem, opened)
            return
        if self._reached(check, opened):  # found out while answering
            return
        self.outcomes[id(check)] = Asked("determined", value, because, opened=len(self.decider.taken))

    def _reached(self, check: Check, opened: int) -> bool:
        """Whether something not modelled could change the answer, which is then undetermined."""
        found = bearing_on(self.game, check)
        if found is None:
            return False
        self._undetermined(check, found, opened)
        return True

    def _undetermined(self, check: Check, problem: NotModelled | Taint, opened: int) -> None:
        said = say_limit(problem)
        self.problems.append(gap(problem))
        error = said if problem.ja else None  # something of the document fits nothing
        self.outcomes[id(check)] = Asked("undetermined", why=said, opened=opened, error=error)


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
