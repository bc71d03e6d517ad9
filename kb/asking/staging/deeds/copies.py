"""What becomes something else: copies, other types and sizes, faces up and down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kb.asking.frames import Frame, Number, Person, Place, Ref, Stat, Word
from kb.asking.staging.deeds import DEEDS, Measure, act, deed, means, outcome
from kb.asking.staging.deeds.being import PLAYER_NUMBERS, check_of
from kb.asking.staging.deeds.zones import does, tools_of
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Act, Table
from kb.asking.staging.using import activate, activate_act, cast, cast_act, use
from kb.asking.staging.world import Item
from kb.checker.cards import COLOR_WORDS
from kb.checker.oracle import ast


def _text_has(item: Item, *words: str) -> bool:
    return any(word in item.printed.text.casefold() for word in words)


def as_copy(table: Table, told: Heeded, item: Item, of: Item) -> None:
    """A permanent is a copy of another: it enters so where its own text says that, else an effect makes it one."""
    table.world.need(of, "battlefield")
    side = item.side or of.side or "A"
    if _text_has(item, "as a copy") and not item.acted and item.now in ("", "hand"):
        cast(table, told, item, side, [of])
        return
    if not item.now:
        table.world.need(item, "battlefield")
    found = [
        node
        for node in item.printed.abilities
        if isinstance(node, ast.Activated) and any(isinstance(part, ast.CopyOf) for part in ast.walk(node))
    ]
    if len(found) == 1:
        activate(table, told, item, side, found[0], [of])
        return
    table.effect(side, "Target permanent becomes a copy of target permanent.", [item.key, of.key], told)
    item.acted = True


@deed("copy")
def copy(table: Table, told: Heeded) -> None:
    """CR 707: a permanent copies another one, or somebody copies a spell."""
    agent, what = told.role("agent"), told.role("what")
    told.only("to", Person) if table.persons_in(told, "to") else None
    tools = table.items(told.role("by"))
    copied = table.items(what)
    if isinstance(agent, Ref) and all(one.printed.is_permanent_card for one in table.items(agent)):
        for item in table.items(agent):
            as_copy(table, told, item, table.one(what))
        return
    player = table.player(agent) if isinstance(agent, Person) else ""
    tools += table.items(agent) if isinstance(agent, Ref) else []
    for item in copied:
        if item.printed.is_permanent_card and item.now == "battlefield":
            _copies(table, told, item, tools, player)
            continue
        if item.now != "stack":
            cast(table, told, item, item.side or player or "A")
        side = player or item.side
        if not tools:
            value = {"text": "Copy target spell.", "player": side, "to": [item.key]}
            table.perform_now(Act(side, {"event": {"follow": value}}), told)
        for tool in tools:
            if not tool.acted:
                table.perform_now(cast_act(table, tool, tool.side or side, [item], {}), told)
                tool.acted, tool.now, tool.holder = True, "stack", tool.side or side
                table.stacked.append(tool)
                table.used.append((tool, table.line.script[-1]))
        table.must_happen(told, event="copy_spell")


def _copies(table: Table, told: Heeded, item: Item, tools: list[Item], player: str) -> None:
    """A permanent is copied: something named becomes a copy of it."""
    if len(tools) != 1:
        raise NotStaged("what becomes the copy is not said", "何がコピーになるのかが述べられていません")
    if tools[0].is_spell:
        use(table, told, tools[0], [item], player or tools[0].side or "A", "copy")
    else:
        as_copy(table, told, tools[0], item)


@outcome("copy")
def copied(table: Table, told: Heeded) -> Measure:
    """How often a spell is copied."""
    means(told)
    items = table.items(told.role("what"))
    return Measure([{"happened": {"event": "copy_spell", **({"card": items[0].key} if items else {})}}])


@deed("become copy")
def become_copy(table: Table, told: Heeded) -> None:
    """It becomes a copy of something."""
    of = table.one(told.either("as", "to"))
    tools, player = tools_of(table, told)
    for item in table.items(told.role("what")):
        if tools:
            use(table, told, tools[0], [item, of], player or tools[0].side or "A", "become copy")
        else:
            as_copy(table, told, item, of)
        item.acted = True


_ARTICLE = {"artifact": "an", "elk": "an", "island": "an", "enchantment": "an"}


def _becomes(words: Sequence[Any]) -> str:
    """What an effect says that makes something that; "" where no such effect can be written."""
    size = next((one.name for one in words if isinstance(one, Word) and one.kind == "pt"), "")
    types = [one.name for one in words if isinstance(one, Word) and one.kind == "type"]
    colors = [
        COLOR_WORDS[one.name]
        for one in words
        if isinstance(one, Word) and one.kind == "color" and one.name in COLOR_WORDS
    ]
    if len(words) != len(types) + len(colors) + bool(size):
        return ""
    if size and not types and not colors:
        return f"Target creature has base power and toughness {size} until end of turn."
    line = " ".join(
        [
            *([size] if size else []),
            *colors,
            *(
                one if one in ("creature", "artifact", "enchantment", "land") else one.capitalize()
                for one in types
            ),
        ]
    )
    return (
        f"Target permanent becomes {_ARTICLE.get(line.split(' ')[0].casefold(), 'a')} {line}."
        if types
        else f"Target permanent becomes {colors[0]}."
    )


def _begins_so(table: Table, what: Stat | Place, said: Any) -> None:
    """ "When my life becomes 0", "when the library becomes 0 cards": so it is as the game begins."""
    number = said.value if isinstance(said, Number) else None
    if isinstance(said, Ref) and table.question.thing(said).count == 0:
        table.world.spoken.add(said.thing)
        number = 0
    if number is None or not isinstance(number, int) or table.line.script:
        raise NotStaged("how that comes about is not said", "どのようにそうなるのかが述べられていません")
    owner = what.of if isinstance(what, Stat) else what.whose
    players = table.players(owner) if isinstance(owner, Person) else ["A"]
    for player in players:
        if isinstance(what, Place) and what.zone == "library" and number == 0:
            table.world.facts[player].update({"library": [], "library size": 0})
        elif isinstance(what, Stat) and what.name in PLAYER_NUMBERS:
            table.world.facts[player][PLAYER_NUMBERS[what.name]] = number
        else:
            raise NotStaged("that this becomes so can't be laid out", "それがそうなることは用意できません")
    table.line.go(("upkeep",))


@deed("become", "turn into")
def become(table: Table, told: Heeded) -> None:
    """It becomes something else: by what is named, or by nobody knows what."""
    said = told.either("as", "to")
    words = said if isinstance(said, tuple) else (said,)
    what = told.role("what")
    if isinstance(what, Stat | Place):
        told.manner("together")
        _begins_so(table, what, said)
        return
    if isinstance(said, Ref):
        for item in table.items(what):
            as_copy(table, told, item, table.one(said))
        return
    items = table.items(what)
    tools, player = tools_of(table, told)
    for item in items:
        if not item.now:
            table.world.need(item, "battlefield")
        if tools:
            for tool in tools:
                use(table, told, tool, [item], player or tool.side or "A", "become")
        else:
            text = _becomes(words)
            if not text:
                raise NotStaged("what it becomes can't be played", "何になるのかを扱えません")
            table.effect(player or item.side or "A", text, [item.key], told)
        item.acted = True
        for one in words:
            checks, test = check_of(item, one, table)
            table.must_hold(told, checks, partial(_listed, test))


def _listed(test: Callable[[Any], bool], values: Sequence[Any]) -> bool:
    return test(list(values))


@deed("animate")
def animate(table: Table, told: Heeded) -> None:
    """It becomes a creature: by its own ability, or by what is named."""
    items = table.items(told.role("what"))
    tools, player = tools_of(table, told)
    for item in items:
        side = player or item.side or "A"
        table.world.need(item, "battlefield", player=item.side or side)
        own = [
            node
            for node in item.printed.abilities
            if isinstance(node, ast.Activated)
            and any(isinstance(part, ast.AddTypes | ast.SetTypes) for part in ast.walk(node))
        ]
        if tools:
            for tool in tools:
                use(table, told, tool, [item], tool.side or side, "animate")
        elif len(own) == 1:
            activate(table, told, item, side, own[0], [])
        elif item.card in table.world.invented and "land" in item.types:
            table.effect(side, "Target land becomes a 2/2 creature that's still a land.", [item.key], told)
        else:
            raise NotStaged(
                "by what it becomes a creature is not said",
                "何によってクリーチャー化するのかが述べられていません",
            )
        item.acted = True


@act("animate")
def animate_asked(table: Table, told: Heeded) -> Act:
    """Whether its own ability that makes it a creature may be activated."""
    told.only("agent", Person)
    item = table.one(told.role("what"))
    own = [
        node
        for node in item.printed.abilities
        if isinstance(node, ast.Activated)
        and any(isinstance(part, ast.AddTypes | ast.SetTypes) for part in ast.walk(node))
    ]
    if len(own) != 1:
        raise NotStaged(
            "by what it becomes a creature is not said",
            "何によってクリーチャー化するのかが述べられていません",
        )
    table.world.need(item, "battlefield", player=item.side or "A")
    return activate_act(table, item, item.side, own[0], [], {})


def _face_down(table: Table, item: Item, player: str) -> None:
    if not item.now:
        table.world.need(item, "battlefield", player=player)
        item.setup["face_down"] = True


@deed("turn face up")
def face_up(table: Table, told: Heeded) -> None:
    """CR 702.37e: the special action."""
    table.perform(face_up_act(table, told), told)
    for item in table.items(told.frame.roles.get("what")):
        item.acted = True


@act("turn face up")
def face_up_act(table: Table, told: Heeded) -> Act:
    """CR 702.37e: turning something face up asked about."""
    agent = told.role("agent")
    item = table.one(told.role("what"))
    player = table.player(agent) if isinstance(agent, Person) else item.side or "A"
    _face_down(table, item, player)
    if item.card in table.world.invented and not item.printed.text:
        table.add_line(item, "Morph {2}")
        table.assume(
            "A face-down creature of which nothing is said has morph.",
            "説明のない裏向きのクリーチャーは変異を持つものとします。",
        )
    return Act(player, {"turn_face_up": item.key})


@outcome("turn face up", "turn face down")
def faces(table: Table, told: Heeded) -> Measure:
    """Whether it has been turned so."""
    means(told) if told.has("by") else told.only("agent", Person)
    kind = told.verb.replace(" ", "_")
    return Measure([{"happened": {"event": kind, "card": one.key}} for one in table.items(told.role("what"))])


@deed("turn face down")
def face_down(table: Table, told: Heeded) -> None:
    """An effect turns it face down."""
    items = table.items(told.role("what"))
    does(
        table,
        told,
        items,
        "turn face down",
        "Turn target creature face down.",
    )
    for item in items:
        item.acted = True


@deed("make do", "let")
def make_do(table: Table, told: Heeded) -> None:
    """Something makes something happen: it is done by that."""
    agent, inner = told.role("agent"), told.role("what")
    if not isinstance(agent, Ref) or not isinstance(inner, Frame):
        raise NotStaged("what makes it happen can't be played", "それを起こさせるものを扱えません")
    if inner.verb == "be":
        roles = {"what": inner.roles.get("what"), "as": inner.roles.get("as"), "by": agent}
        other = Heeded(
            Frame(
                "become",
                roles,
                inner.negated,
                inner.modal,
                inner.mood,
                told.frame.link,
                inner.manner,
                inner.when,
            )
        )
        become(table, other)
    else:
        handler = DEEDS.get(inner.verb)
        if handler is None or inner.roles.get("by") is not None:
            raise NotStaged("what it makes happen can't be played", "起こさせることを扱えません")
        other = Heeded(
            Frame(
                inner.verb,
                {**inner.roles, "by": agent},
                inner.negated,
                inner.modal,
                inner.mood,
                told.frame.link,
                inner.manner,
            )
        )
        handler(table, other)
    other.laid_out()
    other.close()


@deed("be hit by")
def hit_by(table: Table, told: Heeded) -> None:
    """A spell is used on it."""
    told.only("agent", Person)
    items = table.items(told.role("to"))
    for item in items:
        if not item.now:
            table.world.need(item, "battlefield")
    for tool in table.items(told.role("by")):
        side = tool.side or (table.world.other(items[0].side) if items and items[0].side else "B")
        use(table, told, tool, items, side, "be hit by")
    for item in items:
        item.acted = True
