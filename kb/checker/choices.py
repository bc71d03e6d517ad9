"""Choices: answered by the script, else tried every way (the runner replays the scenario for each).

Whatever must be chosen in a game goes through `choose`. Options carry the names by which an answer may call them.

>>> from collections import deque
>>> from kb.checker.state import Game, Player
>>> game = Game({"A": Player("A")}, decider=Decider(), queue=deque(["bottom"]))
>>> choose(game, "A", [Option(0, ("top",)), Option(1, ("bottom",))], "scry")
1
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kb.checker.explain import both
from kb.checker.facts import PREFER
from kb.checker.state import Game, stack


@dataclass(frozen=True, slots=True)
class Option:
    """One legal answer: its value for the engine, the words by which the script may name it."""

    value: Any
    names: tuple[Any, ...]
    same: Any = None
    """Options with equal `same` (not None) lead to the same game: only the first is tried when nobody answers."""


class Words(str):
    """A name of an option of which any fragment is an answer: the text of a mode."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """A name in two parts: `{source, text}` of an ability, `{card, kind}` of a counter; of a text any fragment will do."""

    keys: tuple[str, str]
    first: str
    second: str

    def fits(self, answer: dict[Any, Any]) -> bool:
        """Whether a map of the document means it."""
        if not names_one(answer) or set(answer) - set(self.keys):
            return False
        first, second = (str(answer.get(key, "")).casefold() for key in self.keys)
        told = self.second.casefold()
        return first == self.first.casefold() and (
            second in told if self.keys[1] == "text" else second == told
        )


def names_one(answer: object) -> bool:
    """Whether a map names one thing in two parts, rather than dividing something.

    >>> names_one({"source": "X", "text": "dies"}), names_one({"X": 2})
    (True, False)
    """
    return isinstance(answer, dict) and (
        ("source" in answer and not set(answer) - {"source", "text"}) or set(answer) == {"card", "kind"}
    )


@dataclass(frozen=True, slots=True)
class Open:
    """A choice that nobody answered: what the runner branches on."""

    what: str
    player: str
    options: int


@dataclass(frozen=True, slots=True)
class IllegalChoice:
    """An answer that names something in the game which the choice it came up at did not allow."""

    answer: Any
    player: str
    what: str
    """The choice, in the words of `Open.what`."""
    possible: tuple[str, ...]
    """Names of what could have been chosen."""
    queue: deque[Any]
    """The answers among which it stands; while it is the first of them nothing has used it."""

    @property
    def unused(self) -> bool:
        """Whether the answer still waits where it was."""
        return bool(self.queue) and _first(self.queue) == self.answer


@dataclass
class Decider:
    """Which option each unanswered choice takes in this run; `taken` tells what arose."""

    plan: tuple[int, ...] = ()
    taken: list[Open] = field(default_factory=list)
    lean: bool = False
    """Beyond its plan, whether it takes as little as it may (no further target), rather than the first option."""
    picked: list[int] = field(default_factory=list)
    """The option that each choice took."""
    worked: int = 0
    """How often the characteristics of a permanent were worked out in this run: what playing it costs."""

    def decide(self, what: str, player: str, count: int, none: int | None = None) -> int:
        """Index of the option to take; `none` is the one that takes nothing (more)."""
        default = none if self.lean and none is not None else 0
        index = self.plan[len(self.taken)] if len(self.taken) < len(self.plan) else default
        self.taken.append(Open(what, player, count))
        self.picked.append(min(index, count - 1))
        return self.picked[-1]


def fold(answer: object) -> object:
    """Answers are compared without case; yes and no as booleans.

    >>> fold("Yes"), fold("no"), fold("Island"), fold(3)
    (True, False, 'island', 3)
    """
    if isinstance(answer, str):
        lowered = answer.strip().casefold()
        return {"yes": True, "no": False, "true": True, "false": False}.get(lowered, lowered)
    return answer


def queues(game: Game) -> list[deque[Any]]:
    """Where answers are looked for: those of what is being done now, the step's own, those of the script's entry.

    What the rules do (state-based actions) takes those of what led to it. What is left of any other action serves nothing.
    """
    found: list[deque[Any]] = []
    led = game.led if game.queue is None else None
    for queue in (game.queue, game.step_queue, game.serving, led):
        if queue and not any(queue is other for other in found):
            found.append(queue)
    return found


def _match(answer: object, options: Sequence[Option]) -> int | None:
    folded = fold(answer)
    for index, option in enumerate(
        options
    ):  # as it is written first: "b" may be a creature where "B" is a player
        if isinstance(answer, str) and answer in option.names:
            return index
    for index, option in enumerate(options):
        for name in option.names:
            if isinstance(name, Pair):
                if isinstance(answer, dict) and name.fits(answer):
                    return index
                continue
            if isinstance(name, Words) and isinstance(folded, str) and folded and folded in name.casefold():
                return index
            other = fold(name)
            if other == folded and isinstance(other, bool) == isinstance(folded, bool):
                return index
    return None


def peek(game: Game) -> Any:
    """The answer that would be used next, or None."""
    for queue in queues(game):
        return queue[0]
    return None


def answer_for(game: Game, options: Sequence[Option]) -> int | None:
    """Take the first answer that names one of the options; None when there is none."""
    for queue in queues(game):
        front = queue[0]
        if isinstance(front, list):
            if not front:
                queue.popleft()
                continue
            index = _match(front[0], options)
            if index is not None:
                rest = front[1:]
                queue.popleft()
                if rest:
                    queue.appendleft(rest)
                return index
            continue
        index = _match(front, options)
        if index is not None:
            queue.popleft()
            return index
    return None


def take_map(game: Game) -> dict[Any, Any] | None:
    """Take the next answer if it is a map (a division)."""
    for queue in queues(game):
        if isinstance(queue[0], dict) and not names_one(queue[0]):
            division: dict[Any, Any] = queue.popleft()
            return division
    return None


def take_division(game: Game, fits: Callable[[dict[Any, Any]], bool]) -> dict[Any, Any] | None:
    """Take the first map that fits, also behind an answer for a choice that had only one option and used none."""
    for queue in queues(game):
        for answer in queue:
            if isinstance(answer, dict) and fits(answer):
                queue.remove(answer)
                return answer
    return None


def _first(queue: deque[Any]) -> Any:
    front = queue[0] if queue else None
    while isinstance(front, list) and front:
        front = front[0]
    return front


def _names_something(game: Game, answer: object) -> bool:
    """Whether an answer is the name of a player or of something in the game."""
    if answer in game.players or answer in game.names:
        return True
    wanted = fold(answer)
    return isinstance(wanted, str) and any(
        wanted == name.casefold()
        for obj in game.objects.values()
        for name in (obj.printed.name, *(face.name for face in obj.printed.faces))
    )


def suspect(game: Game, player: str, options: Sequence[Option], what: str) -> None:
    """Keep in mind an answer of what is being done now that names something this choice does not allow.

    A later choice may still be the one it is meant for; if none uses it, `illegal_choices` tells.
    """
    for queue in (game.queue, game.step_queue):
        answer = _first(queue) if queue else None
        if not isinstance(answer, str) or _match(answer, options) is not None:
            continue
        if queue is not None and _names_something(game, answer):
            possible = tuple(dict.fromkeys(str(option.names[0]) for option in options if option.names))
            game.suspects.append(IllegalChoice(answer, player, what, possible, queue))


def _shown(option: Option) -> str:
    """An option for people: its text rather than its number."""
    texts = [name for name in option.names if isinstance(name, str) and name]
    return texts[0] if texts else next((str(name) for name in option.names), "-")


def illegal_choices(game: Game) -> list[IllegalChoice]:
    """Answers that were refused, each with the first choice that did not allow it.

    Nothing has used them, and nothing that goes back to their action is still to come.
    """
    if stack(game) or game.waiting:
        return []
    found: dict[int, IllegalChoice] = {}
    for one in game.suspects:
        if one.unused and not any(delayed.queue is one.queue for delayed in game.delayed):
            found.setdefault(id(one.queue), one)
    return list(found.values())


def _of_things(game: Game, options: Sequence[Option]) -> bool:
    """Whether objects or players are chosen between, rather than words, numbers or effects."""
    return any(
        option.value in game.players or (type(option.value) is int and option.value in game.objects)
        for option in options
        if isinstance(option.value, int | str)
    )


def choose(game: Game, player: str, options: Sequence[Option], what: str, *, forced: bool = False) -> Any:
    """The value of the option that is chosen.

    A choice with one legal answer uses no answer, unless `forced` says that the answer belongs to this choice.
    Raises ValueError without options.
    """
    if not options:
        raise ValueError(f"nothing to choose from: {what}")
    if _of_things(game, options):
        suspect(game, player, options, what)
    if len(options) == 1:
        if forced:
            answer_for(game, options)
        return options[0].value
    index = answer_for(game, options)
    if index is not None:
        return options[index].value
    for name in game.facts.get(PREFER, ()):
        index = _match(name, options)
        if index is not None and _of_things(game, options):
            said = {"en": f"{what}: {name} is chosen.", "ja": f"{both(what)['ja']}：{name}を選ぶものとする。"}
            game.assumptions.setdefault(f"prefer {what}", said)
            return options[index].value
    willing = _willing(game, options)
    if willing:
        return choose(game, player, willing, what)
    distinct: list[Option] = []
    seen: set[Any] = set()
    for option in options:
        if option.same is not None:
            if option.same in seen:
                continue
            seen.add(option.same)
        distinct.append(option)
    if len(distinct) == 1:
        return distinct[0].value
    for queue in (game.queue, game.step_queue):
        if queue:  # whatever it is, it names none of the options
            possible = tuple(dict.fromkeys(_shown(option) for option in options))
            game.suspects.append(IllegalChoice(_first(queue), player, what, possible, queue))
    none = next((at for at, one in enumerate(distinct) if one.value is None or one.value is False), None)
    return distinct[game.decider.decide(what, player, len(distinct), none)].value


def _willing(game: Game, options: Sequence[Option]) -> list[Option]:
    """Where "yes" is said to whether something is chosen at all: what can be chosen, the answer taken; else nothing."""
    queue = next(iter(queues(game)), None)
    if queue is None or fold(_first(queue)) is not True:
        return []
    willing = [option for option in options if _match(False, [option]) is None]
    if len(willing) != len(options) - 1:
        return []
    front = queue.popleft()
    if isinstance(front, list) and front[1:]:
        queue.appendleft(front[1:])
    return willing


YES = Option(True, (True, "yes"))
NO = Option(False, (False, "no"))


def may(game: Game, player: str, what: str) -> bool:
    """Whether the player does what they may do. An answer that is neither yes nor no means yes, and stays."""
    front = peek(game)
    while isinstance(front, list) and front:
        front = front[0]
    if front is not None and not isinstance(fold(front), bool):
        return True
    return bool(choose(game, player, [YES, NO], what))
