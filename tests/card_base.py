"""A card base over the real card file, for tests: records in the form of a scenario's `cards`.

>>> entry({"name": "Test Bear", "mana_cost": "{1}{G}", "types": ["Creature"], "subtypes": ["Bear"], "power": "2",
...        "toughness": "2", "text": "Trample"})["types"]
'Creature — Bear'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kb.checker.cards import CardBase


def entry(record: Mapping[str, Any]) -> dict[str, Any]:
    """One record (name, mana_cost, supertypes, types, subtypes, power …, faces) as an entry of a scenario's `cards`.

    A record without text (null) gives an entry whose text is marked as unknown, so that answers stay undetermined.
    """
    out = _face(record)
    faces = record.get("faces") or []
    if len(faces) > 1:
        split_like = record.get("layout") in ("split", "aftermath", "room")
        out = {
            "faces": [
                _face(face, record if index == 0 and not split_like else None)
                for index, face in enumerate(faces)
            ]
        }
        out["layout"] = {"prepare": "adventure"}.get(
            str(record.get("layout", "")), str(record.get("layout", ""))
        )
    return out | {"name": record["name"]}


def _face(record: Mapping[str, Any], whole: Mapping[str, Any] | None = None) -> dict[str, Any]:
    merged = {**(whole or {}), **{key: value for key, value in record.items() if value is not None}}
    line = " ".join([*(merged.get("supertypes") or ()), *(merged.get("types") or ())])
    subtypes = " ".join(merged.get("subtypes") or ())
    text = merged.get("text")
    out: dict[str, Any] = {
        "name": record["name"],
        "types": f"{line} — {subtypes}" if subtypes else line,
        "text": text if text is not None else UNKNOWN,
    }
    if merged.get("mana_cost"):
        out["cost"] = merged["mana_cost"]
    if merged.get("power") is not None:
        out["pt"] = f"{merged['power']}/{merged['toughness']}"
    for key in ("loyalty", "defense"):
        if merged.get(key) is not None:
            out[key] = str(merged[key])
    if merged.get("color_indicator"):
        out["colors"] = list(merged["color_indicator"])
    return out


UNKNOWN = "(text not known) — unknown"
"""Stands for a text that the card file lacks; the reader of Oracle texts can't read it, and so it counts as unread."""


def card_base(records: Iterable[Mapping[str, Any]]) -> CardBase:
    """A card base over records, by name and face name without regard to case.

    >>> base = card_base([{"name": "Test Bear", "types": ["Creature"], "text": ""}])
    >>> base("test bear")["types"], base("Other") is None
    ('Creature', True)
    """
    by_name: dict[str, Mapping[str, Any]] = {}
    for record in records:
        by_name[record["name"].casefold()] = record
    for record in list(by_name.values()):
        for face in record.get("faces") or ():
            by_name.setdefault(face["name"].casefold(), record)

    def find(name: str) -> dict[str, Any] | None:
        record = by_name.get(name.casefold())
        return entry(record) if record is not None else None

    return find
