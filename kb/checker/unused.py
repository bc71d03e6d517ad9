"""What an action says (`x`, `modes`, `kicked`, the number of an ability) that nothing of the card asks for: an error that names what there is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kb.checker.characteristics import is_expanded
from kb.checker.naming import BadQuestion
from kb.checker.oracle import ast
from kb.checker.oracle.ast import unread
from kb.checker.state import NotModelled, Obj

CHEAPEST = "cheapest"
"""Beside an action that is asked about and leaves X open: X is 0."""
OPTIONAL_COSTS: set[str] = set()
"""Keywords of optional additional costs, which `kicked` may mean; mechanics add theirs."""


def said_x(details: Mapping[str, Any]) -> int | None:
    """The X that an action announces; None where it says none.

    >>> said_x({"x": 3}), said_x({CHEAPEST: True}), said_x({})
    (3, 0, None)
    """
    return int(details["x"]) if "x" in details else 0 if CHEAPEST in details else None


def must_be_used(
    spell: Obj, details: Mapping[str, Any], nodes: Iterable[ast.Ability], costs: Iterable[object]
) -> None:
    """Raise BadQuestion for what is said of a spell with those abilities and costs and nothing asks for."""
    nodes = tuple(nodes)
    must_have_x(spell, details, *costs, *nodes)
    must_be_modal(spell, details, (node.body for node in nodes if isinstance(node, ast.Spell)))
    must_be_kickable(spell, details, (node for node in nodes if isinstance(node, ast.Keyword)))


def must_have_x(obj: Obj, details: Mapping[str, Any], *asking: object) -> None:
    """CR 107.3a: X is announced where a cost or a text of the card has one; `asking` are those costs and abilities."""
    if "x" in details and not any(_has_x(node) for node in asking):
        _known(obj)
        name = obj.printed.name
        raise BadQuestion(
            f"nothing of {name!r} asks for an X here (given: {details['x']!r})",
            f"ここで {name!r} に X を宣言するものはありません（指定：{details['x']!r}）",
        )


def _has_x(asking: object) -> bool:
    if isinstance(asking, str):
        return "{X}" in asking
    return any(
        isinstance(node, ast.X) or "{X}" in str(getattr(node, "symbols", "")) for node in ast.walk(asking)
    )


def must_be_modal(obj: Obj, details: Mapping[str, Any], bodies: Iterable[ast.Body]) -> None:
    """CR 700.2: modes are chosen of what is modal."""
    if details.get("modes") and not any(body.modes is not None for body in bodies):
        _known(obj)
        name = obj.printed.name
        raise BadQuestion(
            f"{name!r} has no modes to choose here (given: {details['modes']!r})",
            f"ここで {name!r} に選ぶモードはありません（指定：{details['modes']!r}）",
        )


def must_be_numbered(obj: Obj, number: int, there: Mapping[int, str], now: tuple[ast.Ability, ...]) -> None:
    """An ability that is named by its number is an activated one, or one that the object has lost."""
    if any(node not in now for node in obj.printed.abilities):
        return
    _known(obj)
    name = obj.printed.name
    listed = ", ".join(f"{at}: {text}" for at, text in there.items())
    listed_ja = "、".join(f"{at}：{text}" for at, text in there.items())
    raise BadQuestion(
        f"ability {number} of {name!r} is no activated ability (there {f'are {listed}' if listed else 'is none'})",
        f"{name!r} の {number} 番目の能力は起動型能力ではありません（{listed_ja or '起動型能力はありません'}）",
    )


def must_be_kickable(obj: Obj, details: Mapping[str, Any], keywords: Iterable[ast.Keyword]) -> None:
    """CR 601.2b: optional additional costs are announced of those that there are."""
    wanted = details.get("kicked", False)
    if not wanted and wanted != []:
        return
    found = [node for node in keywords if node.name in OPTIONAL_COSTS]
    if _fits(wanted, found):
        return
    _known(obj)
    name = obj.printed.name
    there = ", ".join(node.text or node.name for node in found)
    raise BadQuestion(
        f"{name!r} has {f'the optional costs {there}' if found else 'no optional cost'}; {wanted!r} is none",
        f"{name!r} の任意の追加コストは{f'「{there}」' if found else 'なく、'}{wanted!r} には当たりません",
    )


def _fits(wanted: object, found: list[ast.Keyword]) -> bool:
    if wanted is True:
        return bool(found)
    if isinstance(wanted, int):
        kicks = [node for node in found if node.name in ("kicker", "multikicker")]
        return wanted <= len(kicks) or (wanted > 0 and any(node.name == "multikicker" for node in kicks))
    words = wanted if isinstance(wanted, list) else [wanted]
    return all(any(_named(str(word), node) for node in found) for word in words)


def _named(word: str, node: ast.Keyword) -> bool:
    """By its keyword (`gift` of "gift a card"), or by a part of its text: its cost."""
    return (
        word.casefold() in node.name
        or node.name in word.casefold()
        or word.casefold() in node.text.casefold()
    )


def _known(obj: Obj) -> None:
    """A text that isn't understood completely may ask for anything."""
    for node in obj.printed.abilities:
        if unread(node) or not is_expanded(node):
            raise NotModelled("an ability of this card is not read", obj.printed.name, obj.printed.text)
