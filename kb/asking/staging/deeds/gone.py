"""How one sees that something has changed zones, or is still there."""

from __future__ import annotations

from typing import Any

from kb.asking.frames import Counters, Number, Person, Place, Ref, inside
from kb.asking.staging.deeds import Holds, Measure, means, outcome, state, wanted
from kb.asking.staging.deeds.being import check_of
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged, kind_of
from kb.asking.staging.table import Table, Wanted
from kb.asking.staging.tokens import makers as makers_of
from kb.asking.staging.world import Item
from kb.asking.wordbook import described
from kb.checker.oracle.ast import HasType, walk


def _of_each(table: Table, told: Heeded, besides: str = "zone", **asked: Any) -> Measure:
    makers = makers_of(table, told.role("what"))
    if makers:
        return _of_tokens(table, told, makers, **asked)
    items = table.items(told.role("what"))
    for item in items:
        if not item.now and not item.is_spell:
            table.world.need(item, "battlefield")
    found = Measure([{"happened": {**asked, "card": one.key}} for one in items])
    found.besides = [{besides: one.key} for one in items]
    return found


def _of_tokens(table: Table, told: Heeded, makers: list[Item], **asked: Any) -> Measure:
    """ "Do the tokens die": those that the card told of has made, and it has to have made some."""
    if len(makers) != 1:
        raise NotStaged("which tokens are meant is not said", "どのトークンのことかが述べられていません")
    table.world.spoken.add(told.role("what").thing)
    table.unsaid.vague.append("token")
    made = table.ask({"happened": {"event": "enter", "made_by": makers[0].key}})
    table.wanted.append(Wanted([made], told.frame, lambda values: values[0] > 0, held=True))
    check = {"happened": {**asked, "made_by": makers[0].key}}
    return Measure([check], total=lambda values: values[0])


@outcome("die", "kill")
def died(table: Table, told: Heeded) -> Measure:
    """Whether it has died."""
    means(told)
    return _of_each(table, told, event="die")


@outcome("take out")
def gone(table: Table, told: Heeded) -> Measure:
    """Whether it isn't there any more, in whichever way."""
    means(told)
    return _of_each(table, told, event="leave")


@outcome("destroy")
def destroyed(table: Table, told: Heeded) -> Measure:
    """Whether it has been destroyed."""
    means(told)
    return _of_each(table, told, event="destroy")


@outcome("exile")
def exiled(table: Table, told: Heeded) -> Measure:
    """Whether it has been exiled."""
    means(told)
    return _of_each(table, told, event="move", to="exile", **_origin(table, told))


@outcome("bounce")
def bounced(table: Table, told: Heeded) -> Measure:
    """Whether it has been returned to a hand."""
    means(told)
    to = told.role("to")
    zone = "hand" if to is None or isinstance(to, Person) else table.place(to)
    return _of_each(table, told, event="move", to=zone, **_origin(table, told))


@outcome("return", "put", "move")
def moved(table: Table, told: Heeded) -> Measure:
    """Whether it has gone there."""
    means(told)
    to, origin = told.role("to"), told.role("from")
    zone = table.place(to) if to is not None and not isinstance(to, Ref | Person) else ""
    if not zone:
        zone = "battlefield" if told.verb == "return" else ""
    if zone == "junkyard":
        return _in_junkyard(table, told, to)
    _whose(table, to, table.items(told.role("what")))
    extra = {"to": zone} if zone else {}
    if origin is not None:
        extra["from"] = table.place(origin)
    for _ in told.each("with"):
        raise NotStaged("with what it comes can't be asked", "何とともに出るのかは扱えません")
    return _of_each(table, told, event="move", **extra)


def _in_junkyard(table: Table, told: Heeded, place: Any) -> Measure:
    """CR 717.6a: whether its card is in its owner's pile of Attractions that were put into the command zone."""
    item = table.one(told.role("what"))
    if not item.now:
        table.world.need(item, "battlefield")
    side = item.owner or item.controller or "A"
    table.world.control(item, side)
    if (
        told.has("from")
        or told.has("with")
        or not (place is None or isinstance(place, Place))
        or (isinstance(place, Place) and place.whose is not None and table.players(place.whose) != [side])
    ):
        raise NotStaged("whose junkyard is meant can't be played", "誰の廃材置き場かを扱えません")
    return Measure(
        [{"junkyard": side}], [{"zone": item.key}], total=lambda values: int(item.card in (values[0] or ()))
    )


def _whose(table: Table, place: Any, items: list[Item]) -> None:
    """CR 400.3: a graveyard, hand or library is its owner's; where another player's is said, that is asked about."""
    if not isinstance(place, Place) or not isinstance(place.whose, Person):
        return
    player = table.player(place.whose)
    for item in items:
        owner = item.owner or item.controller
        if owner and player and owner != player:
            raise NotStaged(
                "a zone of a player who doesn't own the card is asked about",
                "カードのオーナーではないプレイヤーの領域が尋ねられています",
            )


def _origin(table: Table, told: Heeded) -> dict[str, Any]:
    return {"from": table.place(told.role("from"))} if told.has("from") else {}


@outcome("enter", "reanimate")
def entered(table: Table, told: Heeded) -> Measure:
    """Whether it has entered."""
    if table.persons_in(told, "agent"):
        player = table.player(told.role("agent"))
        for item in table.items(told.role("what")):
            table.world.control(item, player)  # whose it isn't can't put it there
        told.only("by", Ref)
    else:
        means(told)
    for one in told.each("to"):
        if table.place(one) != "battlefield":
            raise NotStaged("it enters another zone", "別の領域に入ることになっています")
    said = [*told.each("as"), *told.each("with")]
    if said:
        return _enters_so(table, told, said)
    what = told.role("what")
    if isinstance(what, Ref) and not table.question.thing(what).card and not _was_told(table, what):
        return _of_a_kind(table, what)
    return _of_each(table, told, event="enter")


def _enters_so(table: Table, told: Heeded, said: list[Any]) -> Measure:
    """ "Does it enter tapped, as a 1/1, with a counter": what it is like once it has entered."""
    items = table.items(told.role("what"))
    checks: list[dict[str, Any]] = []
    tests: list[tuple[int, int, Any]] = []
    for item in items:
        if not item.acted:
            raise NotStaged("that it enters was not told", "それが出ることが述べられていません")
        for one in said:
            if isinstance(one, Counters):
                count = one.count if isinstance(one.count, int) else 1
                found: list[dict[str, Any]] = [{"counters": {"card": item.key, "kind": kind_of(one)}}]
                tests.append((len(checks), len(checks) + 1, lambda values, count=count: values[0] >= count))
            else:
                found, test = check_of(item, one, table)
                tests.append((len(checks), len(checks) + len(found), test))
            checks += found
    return Measure(
        checks, total=lambda values: int(all(test(list(values[low:high])) for low, high, test in tests))
    )


def _was_told(table: Table, ref: Ref) -> bool:
    return any(ref in inside(frame) for frame in table.question.told)


def _of_a_kind(table: Table, ref: Ref) -> Measure:
    """ "Does a Spirit come?": no object of the beginning, but any that is one."""
    thing = table.question.thing(ref)
    table.world.spoken.add(ref.thing)
    words = [one.name for one in walk(thing.filter) if isinstance(one, HasType)]
    if len(words) != len(thing.filter.where) or not words:
        raise NotStaged("what comes can't be told apart", "何が出るのかを見分けられません")
    if thing.count not in (1, "some") and not isinstance(thing.count, int):
        raise NotStaged("how many of them come can't be asked", "いくつ出るのかは扱えません")
    count = thing.count if isinstance(thing.count, int) and thing.count > 1 else None
    return Measure([{"happened": {"event": "enter", "type": words[-1]}}], wanted=count)


@outcome("lose", "lose control")
def lost(table: Table, told: Heeded) -> Measure:
    """Whether a player no longer has it: it has left, or another player controls it."""
    means_ = told.role("by")
    agent = told.role("agent")
    if means_ is not None or not isinstance(agent, Person) or not table.things_in(told, "what"):
        raise NotStaged("what is lost, and by what, can't be played", "何を、何によって失うのかを扱えません")
    player = table.player(agent, "A")
    items = table.items(told.role("what"))
    for item in items:
        if not item.now:
            table.world.need(item, "battlefield", player=player)
    checks = [{"count": {"zone": "battlefield", "card": one.key, "controller": player}} for one in items]
    return Measure([*checks], [{"zone": one.key} for one in items], total=lambda values: int(not any(values)))


@outcome("leave", "cease")
def left(table: Table, told: Heeded) -> Measure:
    """Whether it has left the battlefield."""
    told.only("by", Ref)
    if told.has("from") and table.place(told.role("from")) != "battlefield":
        raise NotStaged("it leaves another zone", "別の領域を離れることになっています")
    return _of_each(table, told, event="leave" if told.verb == "leave" else "cease")


@outcome("sacrifice")
def sacrificed(table: Table, told: Heeded) -> Measure:
    """Whether it has been sacrificed."""
    return _by_player(table, told, "sacrifice")


@outcome("discard")
def discarded(table: Table, told: Heeded) -> Measure:
    """How many cards have been discarded."""
    return _by_player(table, told, "discard")


@outcome("draw")
def drawn(table: Table, told: Heeded) -> Measure:
    """How many cards have been drawn."""
    return _by_player(table, told, "draw")


@outcome("mill")
def milled(table: Table, told: Heeded) -> Measure:
    """How many cards have been milled."""
    return _by_player(table, told, "mill")


@outcome("create token")
def created(table: Table, told: Heeded) -> Measure:
    """How many tokens have been created."""
    what = told.role("what")
    if isinstance(what, Ref):
        for item in table.items(what):
            table.world.never_placed(item)
    found = _by_player(table, told, "create_token", of_what=False)
    made = table.items(what)[0].made if isinstance(what, Ref) and table.items(what) else None
    if made is not None and made.subtypes:
        for one in found.checks:
            one["happened"]["type"] = made.subtypes[0]
    return found


def _by_player(table: Table, told: Heeded, kind: str, *, of_what: bool = True) -> Measure:
    agent, what = told.role("agent"), told.role("what")
    count = wanted(told)
    extra: dict[str, Any] = {}
    if isinstance(agent, Person):
        players = table.players(agent)
        if len(players) == 1:
            extra["player"] = players[0]
    by = told.either("by", "to") if agent is None or isinstance(agent, Person) else agent
    if by is not None:
        sources = table.source(by)
        if len(sources) != 1:
            raise NotStaged("by what it would be done can't be played", "何によって行うのかを扱えません")
        extra["by"] = sources[0].key
    if isinstance(what, Number):
        count = what.value if isinstance(what.value, int) else count
    elif of_what and isinstance(what, Ref) and not _only_a_word(table, what):
        return Measure([{"happened": {"event": kind, "card": one.key, **extra}} for one in table.items(what)])
    elif of_what and isinstance(what, Ref):
        thing = table.question.thing(what)
        table.world.spoken.add(what.thing)
        count = thing.count if isinstance(thing.count, int) and thing.count > 1 else count
    elif of_what and what is not None:
        raise NotStaged("to what it would be done can't be played", "何に対して行うのかを扱えません")
    return Measure([{"happened": {"event": kind, **extra}}], wanted=count)


def _only_a_word(table: Table, ref: Ref) -> bool:
    """ "How many cards": a kind of thing, no object of the situation."""
    thing = table.question.thing(ref)
    return not thing.card and ref.thing not in table.world.items and thing.filter == described("card")


@outcome("search", "shuffle", "reveal")
def searched(table: Table, told: Heeded) -> Measure:
    """How often somebody has done so."""
    agent = told.role("agent")
    table.items(told.only("by", Ref))
    told.only("what", Place, Ref)
    extra = {"player": table.player(agent)} if isinstance(agent, Person) else {}
    return Measure([{"happened": {"event": told.verb, **extra}}])


@state("remain")
def remains(table: Table, told: Heeded) -> Holds:
    """Whether it is still there at the end."""
    means(told)
    items = table.items(told.role("what"))
    for item in items:
        if not item.now:
            table.world.need(item, "battlefield")
    place = told.either("to", "at")
    zone = table.place(place) if place is not None else "battlefield"
    return Holds([{"zone": one.key} for one in items], lambda values: all(value == zone for value in values))


@outcome("save")
def saved(table: Table, told: Heeded) -> Measure:
    """Whether it is still there after what it is saved from."""
    means(told)
    for one in told.each("from"):
        if not isinstance(one, Ref) or not all(item.acted for item in table.items(one)):
            raise NotStaged("from what it would be saved was not told", "何から救うのかが述べられていません")
    items = table.items(told.role("what"))
    checks = [{"zone": one.key} for one in items]
    return Measure(checks, total=lambda values: int(all(value == "battlefield" for value in values)))
