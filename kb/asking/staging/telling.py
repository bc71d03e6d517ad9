"""What was told, frame by frame in the order in which it happens, each at its moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kb.asking.frames import Frame, Ref, When
from kb.asking.staging.deeds import DEEDS, OUTCOMES, STATES
from kb.asking.staging.deeds.combat import attack_with, attackers_for, block_with
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.script import NAMED
from kb.asking.staging.table import Table
from kb.asking.wordbook import wordbook
from kb.checker.oracle.ast import Status, walk
from kb.checker.scenario_schema import STEPS


def unknown_verb(name: str) -> NotStaged:
    """The verb is known as a word, but nothing here plays it."""
    verb = wordbook().verbs.get(name)
    ja = verb.ja[0] if verb is not None else name
    return NotStaged(f"“{name}” can't be played", f"「{ja}」は扱えません")


def in_time(told: Sequence[Frame]) -> list[Frame]:
    """Frames in the order in which they happen: "before" puts one in front of the frame told before it.

    >>> [one.verb for one in in_time([Frame("attack"), Frame("cast", link="before")])]
    ['cast', 'attack']
    """
    found: list[Frame] = []
    for frame in told:
        if frame.verb == "add mana" and found and found[-1].verb == "tap" and not _things_of(frame):
            # "tap it for mana": one doing, and no effect that taps it
            frame = replace(frame, roles={**frame.roles, "what": found.pop().roles.get("what")})
        if frame.verb in _ONCE and any(_says_again(frame, one) for one in found):
            continue
        if frame.link == "after":
            raise NotStaged(
                "what comes after the question's moment is told",
                "尋ねている時点より後のことが述べられています",
            )
        lies = frame.verb == "attach" and frame.roles.get("agent") is None  # "while it has an Aura on it"
        if frame.link == "while" and found and (frame.verb in _STATES or lies):
            last = found.pop()
            found += [
                replace(frame, link=last.link),
                replace(last, link="while") if last.link == "then" else last,
            ]
        elif frame.link == "before" and found and found[-1].verb == "respond":
            found.append(replace(frame, link="response"))  # "responds by sacrificing it"
        elif frame.link == "before" and found:
            found.insert(len(found) - 1, frame)
        else:
            found.append(frame)
    return found


_ONCE = frozenset({"plot", "foretell", "suspend", "discard"})
"""What is done once with a thing: told again it is the same doing."""


def _says_again(frame: Frame, other: Frame) -> bool:
    same = (frame.verb, frame.negated) == (other.verb, other.negated) and "what" in frame.roles
    rest = all(other.roles.get(role, one) == one for role, one in frame.roles.items() if role != "what")
    parts = other.roles.get("what")
    parts = parts if isinstance(parts, tuple) else (parts,)
    return same and not frame.manner and rest and frame.roles["what"] in parts


def _things_of(frame: Frame) -> list[Ref]:
    return [one for one in frame.roles.values() if isinstance(one, Ref)]


_STATES = frozenset({"be", "be in zone", "have", "control"})
"""What may be told to be so while something else happens: it is so before."""


def tell(table: Table, frame: Frame) -> None:
    """Lay out one frame; raises NotStaged for what can't be honoured."""
    told = Heeded(frame)
    row = wordbook().verbs.get(frame.verb)
    handler = DEEDS.get(frame.verb) or (by_its_row if row is not None and row.oracle else None)
    if handler is None:
        raise unknown_verb(frame.verb)
    told.laid_out()
    if _is_made_to(table, frame):
        table.done.append(frame)
        return
    if frame.mood == "intended":
        raise NotStaged("what is only intended can't be laid out", "意図だけの行動は用意できません")
    if frame.modal in ("can", "may"):
        raise NotStaged("what may be done is told, not what is done", "できることだけが述べられています")
    if frame.verb in _NEEDS_WHAT and frame.roles.get("what") is None:
        raise NotStaged(
            f"what it is that “{frame.verb}” is said of is not said", "何についての話かが述べられていません"
        )
    move_to(table, told)
    if (
        frame.link not in ("response", "while")
        and not table.keep
        and not table.holding
        and frame.verb not in _ON_STACK
    ):
        table.settle()
    if frame.negated and frame.verb in OUTCOMES and frame.verb not in _OWN_NEGATION:
        assert told.negated
        for one in OUTCOMES[frame.verb](table, told).checks:
            table.never_happens(told, **one["happened"]) if "happened" in one else _refuse_negation(frame)
    else:
        before = table.size
        handler(table, told)
        if frame.verb not in STATES and frame.verb not in _SAYS_HOW and table.size == before:
            raise NotStaged(
                f"nothing is done by “{frame.verb}” as it was told", "述べられた行動から何も行えませんでした"
            )
    told.close()
    same_turn(table, frame)
    if frame.modal == "try" and table.stacked:
        table.keep = True  # what is only tried can still be answered by what is told next
    table.done.append(frame)


def _is_made_to(table: Table, frame: Frame) -> bool:
    """ "It has to block each combat if able": an ability of a creature that was described."""
    what = frame.roles.get("what")
    if (
        frame.modal != "must"
        or frame.when is None
        or frame.when.which != "each"
        or frame.verb not in ("attack", "block")
    ):
        return False
    if set(frame.roles) != {"what"} or frame.negated or frame.manner or not isinstance(what, Ref):
        return False
    items = table.items(what)
    for item in items:
        if item.card not in table.world.invented:
            return False
        table.world.need(item, "battlefield")
        table.add_line(item, f"This creature {frame.verb}s each combat if able.")
    return bool(items)


_ON_STACK = frozenset(
    {
        "counter",
        "choose",
        "pay",
        "kick",
        "retarget",
        "copy",
        "resolve",
        "respond",
        "trigger",
        "be in zone",
        "hold priority",
    }
)
"""What is said of what is still on the stack."""


_NEEDS_WHAT = frozenset(
    {"die", "destroy", "kill", "take out", "exile", "bounce", "return", "put", "move", "enter", "leave", "reanimate", "blink", "steal", "tap", "untap", "transform",
     "phase out", "goad", "sacrifice", "cast", "play land", "target", "counter", "resolve", "evoke", "flash back", "trigger", "animate",
     "become", "become copy", "turn into", "copy", "turn face up", "turn face down", "be blocked", "go unblocked", "put counter",
     "remove counter", "be in zone", "plot", "foretell", "suspend", "cycle"}
)  # fmt: skip
"""Verbs that say nothing without what they are said of."""


def begin_dungeons(table: Table) -> None:
    """Who is said to have a dungeon is in its first room."""
    for thing in table.question.things:
        for item in table.world.items.get(thing.id, ()):
            if any(one is item for _, one in table.world.ventures):
                side = next(side for side, one in table.world.ventures if one is item)
                entry = {"at": "1.upkeep", "player": side, "event": {"venture": side}}
                table.line.script.insert(0, entry)
                table.line.frames = {_shifted(place): frame for place, frame in table.line.frames.items()}


def _shifted(place: str) -> str:
    number = int(place.removeprefix("script[").removesuffix("]"))
    return f"script[{number + 1}]"


def begin_combat(table: Table, told: Sequence[Frame]) -> None:
    """What is called attacking or blocking and is not told to be declared has been declared before."""
    declares = {"attack", "block", "be blocked", "go unblocked", "declare", "gang block"}
    if any(frame.verb in declares for frame in told):
        return
    attackers = [item for side in table.world.players for item in table.called("attacking", side)]
    attackers = list({id(one): one for one in attackers}.values())
    blockers = list(
        {id(one): one for side in table.world.players for one in table.called("blocking", side)}.values()
    )
    frame = Heeded(Frame("attack"))
    if attackers:
        side = next((one.side for one in attackers if one.side), "")
        side = side or next((table.world.other(one.side) for one in blockers if one.side), "") or "B"
        attack_with(table, frame, attackers, side, [])
    if blockers:
        side = next((one.side for one in blockers if one.side), "") or table.world.other(
            table.line.active or "B"
        )
        attacked = attackers or attackers_for(table, frame, side)
        block_with(table, frame, blockers, attacked, side)


def by_its_row(table: Table, told: Heeded) -> None:
    """A verb of which its row says all: an effect of whoever does it follows those words."""
    row = wordbook().verbs[told.verb]
    items = table.items(told.role("what"))
    if not items:
        raise NotStaged("to what it is done is not said", "何に対して行うのかが述べられていません")
    noun = row.needs.get("what", "permanent").split("/")[0]
    player = table.player(told.role("agent"), "A")
    for item in items:
        table.world.need(item, "battlefield")
        table.effect(player, row.oracle.replace("{what}", noun), [item.key], told)
        item.acted = True


def begin_commanders(table: Table) -> None:
    """Commanders are on the battlefield since an earlier turn, where they were put from the command zone."""
    items = [
        item
        for thing in table.question.things
        if any(isinstance(one, Status) and one.name == "commander" for one in walk(thing.filter))
        for item in table.items(Ref(thing.id))
    ]
    for item in items:
        item.states.discard("commander")
        table.top["variant"] = "commander"
        side = item.owner or item.side or "A"
        table.world.control(item, side)
        item.start, item.now = "command", "battlefield"
        table.line.do(side, {"event": {"put": {"card": item.key, "to": "battlefield", "player": side}}})
    if items:
        table.line.turn += 1


def begin(table: Table) -> None:
    """States by which things are called and that only deeds bring about: they are brought about before anything is told."""
    for thing in table.question.things:
        if not any(isinstance(one, Status) and one.name in ("goaded",) for one in walk(thing.filter)):
            continue
        for item in table.items(Ref(thing.id)):
            item.states.discard("goaded")
            table.world.need(item, "battlefield")
            side = item.side or "A"
            table.world.control(item, side)
            table.line.go(("upkeep",), side)
            table.line.do(
                table.world.other(side),
                {"event": {"follow": {"text": "Goad target creature.", "to": [item.key]}}},
            )


_SAYS_HOW = frozenset({"hold priority", "respond"})
"""Verbs that only say how the next thing is done."""
_OWN_NEGATION = frozenset(
    {"attack", "block", "destroy", "kill", "take out", "die", "exile", "sacrifice", "discard", "draw", "return", "put", "move", "enter", "leave", "deal damage",
     "be dealt damage", "tap", "untap", "transform", "phase out", "gain life", "lose life"}
)  # fmt: skip
"""Verbs whose deed knows what "not" means."""


def _refuse_negation(frame: Frame) -> None:
    raise NotStaged(f"that “{frame.verb}” is not done can't be played", "それが行われないことは扱えません")


def move_to(table: Table, told: Heeded) -> bool:
    """Go to the moment that is said; tells whether one was."""
    when = told.when
    if when is None:
        return False
    go_to(table, when)
    return True


def same_turn(table: Table, frame: Frame) -> None:
    """What was done for a frame hasn't left the turn that it names: who attacks in another's turn has not been laid out so."""
    when = frame.when
    if when is None or when.whose is None or when.how not in ("at", "during") or when.which == "each":
        return
    sides = table.world.persons(when.whose)
    if len(sides) == 1 and table.line.active not in ("", *sides):
        raise NotStaged(
            f"“{frame.verb}” belongs to another player's turn than was said",
            "述べられたのとは別のプレイヤーのターンに行うことになります",
        )


def go_to(table: Table, when: When) -> None:
    """Go on to a moment."""
    side = ""
    if when.whose is not None:
        sides = table.world.persons(when.whose)
        side = sides[0] if len(sides) == 1 else ""
    table.settle()
    if when.which in ("each", "last", "second") or when.how == "until":
        raise NotStaged("this moment can't be played", "この時点は扱えません")
    if when.which == "next":
        table.end_combat()
        if not side and when.step in ("turn", ""):
            raise NotStaged("whose next turn it is was not said", "誰の次のターンかが述べられていません")
        if when.step in ("turn", ""):
            table.line.next_turn(side)
            table.line.go(("precombat_main",))
            return
        table.line.next_turn(side)
    steps = NAMED.get(when.step, (when.step,) if when.step in STEPS else ())
    if when.step and not steps:
        raise NotStaged(f"the moment “{when.step}” can't be played", "この時点は扱えません")
    if when.step in ("turn", ""):
        if when.how in ("before", "after"):
            raise NotStaged(
                "which moment outside of that turn is meant was not said",
                "そのターンの前または後のどの時点かが述べられていません",
            )
        if side and table.line.active != side:
            table.line.go(("precombat_main",), side)
        return
    if when.how == "before":
        index = STEPS.index(steps[0])
        earlier = STEPS[max(index - 1, 1)]
        table.line.go((earlier,) if STEPS.index(earlier) >= table.line.step else (), side)
        return
    if when.how == "after":
        last = STEPS.index(steps[-1])
        table.line.go(STEPS[last + 1 :] or ("upkeep",), side)
        return
    table.line.go(steps, side)
