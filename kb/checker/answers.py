"""What became of the answers of a script: those that no choice used, and those that a choice refused.

Nothing that a document says is dropped: an answer that is left over stands in the log, one that a choice did not allow is
said by every check asked afterwards (`illegal_choice`).
"""

from __future__ import annotations

from collections import deque
from typing import Any

from kb.checker.choices import IllegalChoice, illegal_choices
from kb.checker.explain import both, say_event
from kb.checker.log import note
from kb.checker.state import Game


def refused_answer(game: Game) -> dict[str, Any] | None:
    """The first answer that a choice did not allow, as the report says it; None where there is none."""
    for one in illegal_choices(game):
        return {
            "player": one.player,
            "choice": one.what,
            "answer": one.answer,
            "possible": list(one.possible),
            "say": say_event("illegal_choice", _slots(one)),
        }
    return None


def _slots(one: IllegalChoice) -> dict[str, Any]:
    return {
        "answer": repr(one.answer),
        "player": one.player,
        "what": one.what,
        "possible": [both(name) for name in one.possible] or ["-"],
    }


def left_over(game: Game, queue: deque[Any], where: str) -> None:
    """Say in the log what is left of some answers, and which choice refused the first of them."""
    if not queue:
        return
    refused = next((one for one in illegal_choices(game) if one.queue is queue), None)
    if refused is not None:
        note(game, "illegal_choice", {**_slots(refused), "where": where})
    for answer in list(queue)[refused is not None :]:
        if answer != []:
            note(game, "unused_answer", {"answer": repr(answer), "where": where})
