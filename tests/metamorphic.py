"""Documents changed in ways that change no answer: players exchanged, something irrelevant added, names exchanged.

Each change takes a document's tree and gives the changed one with the words that were exchanged, or None where the
change could mean something there: a document in which the name, the type or the number of permanents may matter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from kb.checker.cards import _BASICS, CardBase

Tree = dict[str, Any]
Changed = tuple[Tree, dict[str, str]]
NOT_NAMES = frozenset(
    ("at", "kind", "type", "to", "from", "method", "layout", "variant", "cite", "id", "title", "cost", "pt")
)
"""Keys under which no card or player is named."""
TEXTS = {"text", "ability"}
"""Keys under which a name stands inside a text."""


def renamed(tree: Any, words: Mapping[str, str], key: str = "") -> Any:
    """The tree with those names exchanged, as keys and values, and inside texts."""
    if isinstance(tree, dict):
        return {
            (words.get(name, name) if isinstance(name, str) else name): renamed(value, words, str(name))
            for name, value in tree.items()
        }
    if isinstance(tree, list):
        return [renamed(one, words, key) for one in tree]
    if not isinstance(tree, str) or key in NOT_NAMES:
        return tree
    if key in TEXTS:
        long = sorted((word for word in words if len(word) > 1), key=len, reverse=True)
        either = "|".join(map(re.escape, long)) or "(?!)"
        return re.sub(rf"(?<!\w)(?:{either})(?!\w)", lambda found: words[found.group()], tree)
    return words.get(tree, tree)


def named_cards(tree: Tree) -> list[str]:
    """Names of the cards placed in the setup, and of those the document describes."""
    found = list(tree.get("cards") or {})
    for player in (tree.get("setup") or {}).values():
        for zone in player.values() if isinstance(player, dict) else ():
            for item in zone if isinstance(zone, list) else ():
                name = item.get("card") if isinstance(item, dict) else item
                if isinstance(name, str):
                    found.append(name)
    return list(dict.fromkeys(found))


def texts(tree: Tree, base: CardBase | None) -> list[str]:
    """Everything that is written on the cards of the document, one string a card."""
    own = tree.get("cards") or {}
    found = [json.dumps(card, ensure_ascii=False) for card in own.values()]
    for name in named_cards(tree):
        if name not in own and name not in _BASICS:
            found.append(json.dumps(base(name) if base is not None else None, ensure_ascii=False))
    return found


def players_exchanged(tree: Tree, base: CardBase | None) -> Changed | None:
    """Who is called A is called B."""
    words = {"A": "B", "B": "A"}
    if words.keys() & {*named_cards(tree), *(tree.get("planar_deck") or ())}:
        return None
    if not set(tree.get("players", ["A", "B"])) >= {"A", "B"}:
        return None
    out = renamed(tree, words)
    out["players"] = [words.get(name, name) for name in tree.get("players", ["A", "B"])]
    return out, words


MATTERS = r"permanent|annihilator|proliferate|\btypes? |historic|noncreature|nonland|source|player controls"
"""Words that may count or choose among permanents of any kind."""


def stone_added(tree: Tree, base: CardBase | None) -> Changed | None:
    """A permanent without abilities, of a type that nothing in the document speaks of."""
    said = [text for card in texts(tree, base) for text in re.findall(r'"text": "((?:[^"\\]|\\.)*)"', card)]
    written = " ".join([*said, json.dumps([tree.get("script") or [], tree.get("checks") or []])]).lower()
    kind = next((kind for kind in ("Artifact", "Enchantment") if kind.lower() not in written), None)
    if kind is None or re.search(MATTERS, written) or '"count"' in written:
        return None
    out: Tree = json.loads(json.dumps(tree))
    out.setdefault("cards", {})
    out["cards"] = {**(out["cards"] or {}), "Quiet Stone": {"types": kind, "cost": "{2}"}}
    setup = out.setdefault("setup", {})
    last = out.get("players", ["A", "B"])[-1]
    setup[last] = {**(setup.get(last) or {})}
    setup[last]["battlefield"] = [*(setup[last].get("battlefield") or []), "Quiet Stone"]
    return out, {}


def names_exchanged(tree: Tree, base: CardBase | None) -> Changed | None:
    """Two of the document's own cards exchange their names, everything else about them staying."""
    own = {name: card for name, card in (tree.get("cards") or {}).items() if _plain(name, card, tree, base)}
    alike = [
        (one, other)
        for number, one in enumerate(own)
        for other in list(own)[number + 1 :]
        if {**own[one], "text": ""} == {**own[other], "text": ""}
    ]
    pairs = alike or list(zip(list(own)[::2], list(own)[1::2], strict=False))
    if not pairs:
        return None
    one, other = pairs[0]
    words = {one: other, other: one}
    return renamed(tree, words), words


def by_another_name(tree: Tree, base: CardBase | None) -> Changed | None:
    """Every card that can be is described in the document, by its own text, under a name of no card."""
    cards: dict[str, Any] = dict(tree.get("cards") or {})
    words: dict[str, str] = {}
    for name in named_cards(tree):
        card = cards.get(name) or (base(name) if base is not None and name not in _BASICS else None)
        if card is None or name in _BASICS or not _plain(name, card, tree, base):
            continue
        cards[name] = {key: value for key, value in card.items() if key != "name"}
        words[name] = f"Nameless {'Thing' if len(words) % 2 else 'Matter'} {_letters(len(words))}"
    if not words:
        return None
    return renamed({**tree, "cards": cards}, words), words


def _letters(number: int) -> str:
    return "".join("QWXZVKJY"[int(digit, 8)] for digit in oct(number)[2:]).capitalize()


def _plain(name: str, card: Any, tree: Tree, base: CardBase | None) -> bool:
    """Whether a name stands for this card alone: one face, no short form, in nobody else's text."""
    if (
        not isinstance(card, dict)
        or card.get("faces")
        or " // " in name
        or "Dungeon" in str(card.get("types"))
    ):
        return False
    if re.search(r"\bname", " ".join(texts(tree, base)).replace('"name"', "")):
        return False
    rest = str(card.get("text", "")).replace(name, "")
    if any(word in rest for word in re.findall(r"[A-Z]\w+", name)):
        return False
    others = sum(name in text for text in texts(tree, base))
    used = json.dumps(
        {key: value for key, value in tree.items() if key not in ("cards", "setup")}, ensure_ascii=False
    )
    inside = len(re.findall(re.escape(name), used)) - len(
        re.findall(re.escape(json.dumps(name, ensure_ascii=False)), used)
    )
    return others <= 1 and inside == 0 and name.lower() != name


CHANGES: dict[str, Callable[[Tree, CardBase | None], Changed | None]] = {
    "players exchanged": players_exchanged,
    "something irrelevant added": stone_added,
    "names exchanged": names_exchanged,
    "by another name": by_another_name,
}
