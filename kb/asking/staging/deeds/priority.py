"""Priority, responses, choices and payments."""

from __future__ import annotations

from typing import Any

from kb.asking.frames import AbilityOf, Frame, Number, Person, Ref, Stat, Word
from kb.asking.staging.deeds import Holds, act, deed, state
from kb.asking.staging.deeds.aims import aims
from kb.asking.staging.deeds.doings import lay_out, on_stack
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Act, Table, Wanted
from kb.asking.staging.using import cast, cast_act, give_verb


def _to_an_object(what: Any) -> None:
    """CR 117.1b: one responds to what is on the stack; whether something uses it is another question."""
    if (
        what is not None
        and not isinstance(what, Ref)
        and not (isinstance(what, AbilityOf) and what.of is not None)
    ):
        raise NotStaged("what is responded to is not on the stack", "対応する対象がスタックにありません")


@deed("respond")
def respond(table: Table, told: Heeded) -> None:
    """CR 117: something is done in response; with what, other frames say, or a spell named here."""
    what = told.role("what")
    if told.negated:  # nothing is done
        told.only("agent", Person)
        for one in (*told.each("by"), *told.each("what")):
            if isinstance(one, Ref) and table.question.thing(one).card:
                raise NotStaged(
                    "what is not done in response can't be played", "対応して行われなかったことは扱えません"
                )
            if isinstance(one, Ref):
                table.world.spoken.add(one.thing)
        return
    if isinstance(what, Frame):
        lay_out(table, told, what)
        asked = [table.ask_now(one, respond=True) for one in on_stack(what)]
        table.wanted.append(Wanted(asked, told.frame, lambda values: bool(values[0])))
        told.only("agent", Person)
        table.keep = True
        return
    _to_an_object(what)
    if isinstance(what, AbilityOf):
        table.up_to_trigger(table.source(what))
    elif isinstance(what, Ref):
        for item in table.items(what):
            if item.is_spell and not item.acted:
                cast(table, told, item, item.side or table.world.other(table.player(told.role("agent"), "A")))
    player = table.player(told.role("agent"), "A")
    tools = table.items(told.role("by"))
    table.holding = not tools and bool(table.line.script)  # what is done is told next
    for item in tools:
        table.world.control(item, player)
        if not item.acted:
            table.perform_now(cast_act(table, item, player, aims(table, told), {}), told)
            item.acted, item.now, item.holder = True, "stack", player
            table.stacked.append(item)


@act("respond")
def respond_asked(table: Table, told: Heeded) -> Act:
    """Whether somebody may do something in response: whether an instant may be cast now."""
    player = table.player(told.role("agent"), "A")
    what = told.role("what")
    _to_an_object(what)
    if what is None and not table.answerable:
        raise NotStaged("what is responded to is not on the stack", "対応する対象がスタックにありません")
    if isinstance(what, AbilityOf):
        table.up_to_trigger(table.source(what))
    tools = table.items(told.role("by"))
    if not tools:
        spell = table.world.add(
            "Nameless Instant", {"cost": "{1}", "types": "Instant", "text": ""}, player, "hand"
        )
        tools = [spell]
    if table.is_blank(tools[0]):
        give_verb(table, tools[0], "respond", told)
    return cast_act(table, tools[0], player, [], {})


@state("stack")
def uses_stack(table: Table, told: Heeded) -> Holds:
    """CR 405: whether it is on the stack now."""
    what = told.frame.roles.get("what")
    if isinstance(what, Frame):
        told.only("what", Frame)
        lay_out(table, told, what)
        table.keep = True
        return Holds(on_stack(what), lambda values: bool(values[0]))
    what = told.role("what")
    if isinstance(what, AbilityOf) and what.of is None:
        raise NotStaged("whose ability it is was not said", "何の能力かが述べられていません")
    items = table.source(what)
    return Holds(
        [{"stack": True}],
        lambda values: any(one.card in values[0] for one in items),
        lambda values: values[0],
    )


@deed("pass priority")
def passes(table: Table, told: Heeded) -> None:
    """CR 117.3d: pass."""
    table.line.do(table.player(told.role("agent"), "A"), {"pass": True}, told.frame, respond=True)


@deed("hold priority")
def holds(table: Table, told: Heeded) -> None:
    """CR 117.3c: who has cast something has priority, and may act again before it resolves: what follows is done at once."""
    told.only("agent", Person)
    told.only("what", Word)
    table.holding = True


@act("hold priority")
def may_hold(table: Table, told: Heeded) -> Act:
    """Whether the one who has just acted may act again at once."""
    told.only("what", Word)
    player = table.player(told.role("agent"), "A")
    spell = table.world.add(
        "Nameless Instant", {"cost": "{1}", "types": "Instant", "text": ""}, player, "hand"
    )
    return cast_act(table, spell, player, [], {})


@state("get priority")
def priority(table: Table, told: Heeded) -> Holds:
    """CR 117.3: who has priority now."""
    player = table.player(told.role("agent"))
    return Holds([{"priority": True}], lambda values: values[0] == player, lambda values: values[0])


@deed("choose")
def choose(table: Table, told: Heeded) -> None:
    """A choice is made: it answers what the deed before asks for."""
    told.only("agent", Person)
    chosen: list[Any] = []
    for one in told.each("what"):
        if isinstance(one, Person):
            chosen += table.players(one)
        elif isinstance(one, Word):
            chosen.append(one.name)
        elif isinstance(one, Number):
            chosen.append(table.number(one))
        else:
            chosen += [item.key for item in table.items(one)]
    table.answer(chosen)


@deed("pay")
def pay(table: Table, told: Heeded) -> None:
    """A cost is paid or not: it answers what the deed before asks for (that nothing asks for it is found out by playing)."""
    told.only("agent", Person)
    told.only("for", Ref, AbilityOf, Word)
    what = told.either("what", "amount")
    if isinstance(what, Number) and what.of not in ("life", ""):
        raise NotStaged("what is paid can't be played", "支払うものを扱えません")
    if not told.negated and not told.has("for") and not table.line.script and _life_paid(table, told, what):
        return
    if what is not None and not isinstance(what, Number | Ref | AbilityOf | Word | Stat):
        raise NotStaged("what is paid can't be played", "支払うものを扱えません")
    table.answer(["unpaid" if told.negated else "paid"])


def _life_paid(table: Table, told: Heeded, what: object) -> bool:
    """CR 119.4: a player pays life for nobody says what: that much life is lost."""
    if not isinstance(what, Number) or what.of != "life":
        return False
    player = table.player(told.role("agent"), "A")
    amount = what.value if isinstance(what.value, int) else table.some_amount(told)
    table.event(player, "lose_life", {"player": player, "amount": amount}, told)
    table.must_happen(told, event="lose_life", player=player)
    return True
