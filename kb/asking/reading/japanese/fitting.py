"""Whether a phrase can stand where a role needs a creature, a spell, an amount …

>>> fits(Phrase("thing", "土地", noun="land"), "land"), fits(Phrase("thing", "土地", noun="land"), "creature")
(2.5, 0.0)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kb.asking.reading.japanese.phrases import THING, Phrase
from kb.asking.wordbook import wordbook
from kb.checker.oracle.ast import Filter, HasType, Status

_OBJECTS: Final = frozenset({"permanent", "creature", "object", "card", "spell", "ability"})


def kinds(phrase: Phrase) -> frozenset[str]:
    """The words of `needs` that a phrase can answer to; "?" where nothing is known of it."""
    if phrase.pronoun == "ones" and (phrase.where or phrase.clauses):
        return frozenset({"permanent", "creature", "object", "?"})
    if phrase.kind in {"pronoun", "unknown", "ask", "quantity"}:
        if phrase.kind != "ask" or phrase.asks in {"what", "which"}:
            return frozenset({"?"})
        return frozenset(
            {
                {"where": "zone", "who": "player"}.get(phrase.asks, "number"),
                "damage" if phrase.asks == "how many" else "",
            }
        )
    if phrase.kind == "name":
        return frozenset({"name", "card", "permanent", "creature", "spell", "object"})
    if phrase.kind == "person":
        return frozenset({"player"})
    if phrase.kind == "clause":
        return frozenset({"clause"})
    if phrase.kind == "count":
        if phrase.unit in {"thing", "card", ""} and phrase.text[-1:] == "体":
            return frozenset({"creature", "permanent", "object", "token"})
        if phrase.unit == "card":
            return frozenset({"card", "permanent", "object", "token", "land", "spell"})
        return {
            "point": frozenset({"life", "damage", "point"}),
            "": frozenset({"number", "speed", "life", "loyalty"}),
            "time": frozenset({"time"}),
        }.get(phrase.unit, frozenset({phrase.unit, "?" if phrase.unit == "thing" else phrase.unit}))
    if phrase.kind in {"keyword", "pt"}:
        things = (
            {"creature", "permanent", "object"}
            if phrase.holds or phrase.kind == "pt" or phrase.count
            else set()
        )
        things |= {"clause"} if phrase.word is not None and not phrase.holds else set()
        return frozenset(
            {*things, "size"} if phrase.kind == "pt" else {*things, "keyword"} if not phrase.holds else things
        )
    if phrase.kind in {"subtype", "supertype", "status"}:
        return frozenset({"permanent", "object", "creature", "token", phrase.kind})
    if phrase.kind == "ability":
        return frozenset({"ability"})
    if phrase.kind == "thing":
        return _thing(phrase)
    if phrase.kind in {"amount", "counter", "zone", "step", "concept"}:
        return frozenset({phrase.kind, phrase.noun, *(["clause"] if phrase.word is not None else [])})
    return frozenset({phrase.kind})


def _thing(phrase: Phrase) -> frozenset[str]:
    row = wordbook().nouns[phrase.noun]
    found = {"object", phrase.noun, "class"}
    kept: Filter = row.filter or THING
    types = {one.name for one in kept.where if isinstance(one, HasType)}
    if kept.kind == "spell":
        found |= {"spell"}
    elif kept.kind == "card":
        found |= {"card"} | (
            {"spell"} if types & {"instant", "sorcery"} else {"permanent", "creature", "land", "spell"}
        )
    else:
        found |= {"permanent", "card"} | types | ({"spell"} if "land" not in types else set())
        if any(isinstance(one, Status) for one in kept.where):
            found |= {"creature"}
        if not types & {"land", "planeswalker", "battle"}:
            found |= {"creature"} if types <= {"creature", "artifact", "enchantment"} else set()
    return frozenset(found - {"card"} if phrase.noun == "token" else found)


_DEFAULTS: Final = {
    "agent": "player/object/ability/effect",
    "what": "",
    "from": "zone/player/object/number/step",
}


def suits(phrase: Phrase, needs: Mapping[str, str], role: str) -> float:
    """How well a phrase fills a role of a verb with those needs."""
    if phrase.kind == "counter" and role in {"to", "at"} and "counter" not in needs.get(role, ""):
        return 0.0  # カウンターは残る: nothing goes to it
    if role in needs:
        return fits(phrase, needs[role])
    if role == "to" and phrase.kind == "clause":
        return 0.0  # nothing is done to a deed where the verb doesn't say so
    return min(fits(phrase, _DEFAULTS.get(role, "")), 1.0)


def fits(phrase: Phrase, need: str) -> float:
    """How well a phrase answers to what a role needs: 2 well, 1 perhaps, 0 not."""
    if not need:
        return 0.0 if phrase.kind in {"step"} else 1.0
    wanted = set(need.split("/"))
    if phrase.noun in wanted:
        return 2.5
    own = kinds(phrase)
    if phrase.kind == "clause" and wanted <= {"damage", "life", "mana", "number"}:
        return 0.0
    if phrase.kind == "name":
        return 2.0 if own & wanted else 1.0 if "land" in wanted else 0.0
    if own & wanted:
        return 2.0
    if "object" in wanted and own & {"permanent", "card", "spell"}:
        return 2.0
    if "?" in own:
        return 0.2 if phrase.pronoun == "ones" and wanted == {"player"} else 1.0
    if "clause" in own:
        return 1.0 if wanted & {"spell", "ability", "damage", "clause"} else 0.0
    if phrase.kind in {"concept", "zone"} and wanted & _OBJECTS:
        return 1.0
    if phrase.kind == "keyword" and wanted & {"permanent", "creature", "object", "card", "spell"}:
        return 1.0
    return 0.0
