"""Sentences: a reason or a record in each language, from the phrasebook (data in kb/checker/phrases)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import yaml

from kb.checker.rules import Reason, registered


class _Slots(dict[str, Any]):
    """Slots that a record doesn't fill stay empty."""

    def __missing__(self, key: str) -> str:
        return ""


@lru_cache(maxsize=1)
def phrasebook() -> Mapping[str, Mapping[str, str]]:
    """Every phrase by key: a rule's number, `NUMBER/variant`, or `event:KIND`.

    >>> sorted(phrasebook()["704.5f"])
    ['en', 'ja']
    """
    found: dict[str, Mapping[str, str]] = {}
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for item in sorted(resources.files("kb.checker.phrases").iterdir(), key=lambda one: one.name):
        if item.name.endswith(".yaml"):
            for key, phrase in yaml.load(item.read_text(encoding="utf-8"), Loader=loader).items():  # noqa: S506
                if key in found:
                    raise ValueError(f"the phrase {key!r} is given twice, again in {item.name}")
                found[key] = phrase
    return found


def _fill(template: str, slots: Mapping[str, Any], lang: str) -> str:
    shown = {key: _show(value, lang) for key, value in slots.items()}
    return template.format_map(_Slots(shown)).strip()


def _show(value: Any, lang: str) -> str:
    if isinstance(value, list | tuple):
        return ("、" if lang == "ja" else ", ").join(_show(item, lang) for item in value)
    return str(value)


def say(reason: Reason) -> dict[str, str]:
    """The sentence of a reason in both languages.

    >>> say(Reason("704.5a", {"player": "A"}))["en"]
    'A has 0 or less life and loses the game.'
    """
    phrases = phrasebook()
    phrase = phrases.get(f"{reason.rule}/{reason.variant}") if reason.variant else None
    phrase = phrase or phrases.get(reason.rule) or phrases.get(f"{reason.rule}/no")
    if phrase is None:
        known = registered().get(reason.rule)
        en = known.summary if known is not None else f"Rule {reason.rule} applies."
        return {"en": en, "ja": f"総合ルール {reason.rule} が適用されます。"}
    return {lang: _fill(phrase[lang], reason.slots, lang) for lang in ("en", "ja")}


def say_event(event: str, slots: Mapping[str, Any]) -> dict[str, str]:
    """The sentence of a record of the log."""
    phrase = phrasebook().get(f"event:{event}")
    if phrase is None:
        words = event.replace("_", " ")
        who = slots.get("card") or slots.get("player") or ""
        return {"en": f"{words}: {who}".rstrip(": "), "ja": f"{words}: {who}".rstrip(": ")}
    return {lang: _fill(phrase[lang], slots, lang) for lang in ("en", "ja")}
