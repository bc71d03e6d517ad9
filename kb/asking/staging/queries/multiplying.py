"""How many counters or tokens become of some: they are put or created once, with what was told on the battlefield."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kb.asking.frames import Counters, Frame, Number, Ref
from kb.asking.model import Both, Verdict
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.queries import Question, yes_no
from kb.asking.staging.table import Table
from kb.checker.oracle.ast import Status, walk

_WORDS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
                 "fifteen", "sixteen", "seventeen")  # fmt: skip
_KEYWORDS: Final = ("flying", "trample")
"""What the invented creature has with so many counters, and with more."""


def is_multiplied(table: Table, frame: Frame) -> bool:
    """ "Does one counter become four", "how many tokens does one become": counters or tokens that nobody told of."""
    what = frame.roles.get("what")
    if frame.verb != "become":
        return False
    if isinstance(what, Counters):
        return bool(what.kind) and isinstance(what.count, int)
    if not isinstance(what, Ref) or what.thing in table.world.items:
        return False
    thing = table.question.thing(what)
    named = any(isinstance(one, Status) and one.name == "token" for one in walk(thing.filter))
    return named and not thing.card and isinstance(thing.count, int)


def multiplied(table: Table, frame: Frame) -> Question:
    """Lay it out; where the order of what applies is a player's choice and matters, it depends on that."""
    told = Heeded(frame)
    what, said = told.role("what"), told.either("as", "to", "amount")
    told.as_asked()
    told.close()
    if not table.done or table.line.script:
        raise NotStaged("nothing was told that changes how many", "数を変えるものが述べられていません")
    for item in table.world.every():
        if not item.side:
            table.unsaid.assume(Both(f"{item.card} is yours.", f"{item.card}は質問者のものとします。"))
        table.world.control(item, item.side or "A")
    wanted = said.value if isinstance(said, Number) and isinstance(said.value, int) else None
    if isinstance(what, Counters):
        return _counters(table, told, what, wanted)
    return _tokens(table, told, what, wanted)


def _counters(table: Table, told: Heeded, what: Counters, wanted: int | None) -> Question:
    assert isinstance(what.count, int)
    if wanted is not None and not 0 < wanted < len(_WORDS):
        raise NotStaged("the number can't be asked about", "この数は扱えません")
    lines = [
        f"As long as this creature has {_WORDS[number - 1]} or more {what.kind} counters on it, it has {keyword}."
        for number, keyword in zip((wanted, wanted + 1), _KEYWORDS, strict=True)
    ] if wanted is not None else []  # fmt: skip
    data = {"types": "Creature", "cost": "{2}", "pt": "20/20", "text": "\n".join(lines)}
    item = table.world.add("Nameless Bearer", data, "A", "battlefield")
    table.event("A", "add_counter", {"card": item.key, "kind": what.kind, "count": what.count}, told)
    if wanted is None:
        check = {"counters": {"card": item.key, "kind": what.kind}}
        return Question([table.ask(check)], lambda values: ("value", values[0]))
    asked = [
        table.ask({"has": {"card": item.key, "ability": keyword}, "over": over})
        for keyword in _KEYWORDS
        for over in ("some", "every")
    ]
    return Question(asked, _among, [table.ask({"counters": {"card": item.key, "kind": what.kind}})])


def _among(values: Sequence[Any]) -> tuple[Verdict, Any]:
    """From "so many or more" and "more", each in some playing and in every one, to whether it is just so many."""
    some, every, some_more, every_more = values
    if every and not some_more:
        return yes_no(True)
    if not some or every_more:
        return yes_no(False)
    return ("depends" if every or not some_more else "undetermined"), None


def _tokens(table: Table, told: Heeded, what: Ref, wanted: int | None) -> Question:
    count = table.question.thing(what).count
    table.world.spoken.add(what.thing)
    table.event(
        "A",
        "create_token",
        {"player": "A", "token": {"types": "Creature — Soldier", "pt": "1/1"}, "count": count},
        told,
    )
    asked = table.ask({"count": {"zone": "battlefield", "controller": "A", "type": "soldier"}})
    if wanted is None:
        return Question([asked], lambda values: ("value", values[0]))
    return Question([asked], lambda values: yes_no(values[0] == wanted))
