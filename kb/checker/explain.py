"""Sentences: a reason or a record in each language, from the phrasebook (data in kb/checker/phrases)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

import yaml

from kb.checker.rules import Reason, registered
from kb.checker.state import NotModelled, Taint


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


@lru_cache(maxsize=1)
def _limits() -> tuple[Mapping[str, str], Sequence[tuple[re.Pattern[str], str]]]:
    """The sentences of limits.yaml: those without variable parts, and the others, the most telling first."""
    text = (resources.files("kb.checker") / "limits.yaml").read_text(encoding="utf-8")
    said: Mapping[str, str] = yaml.safe_load(text)
    patterns = sorted((en for en in said if "{}" in en), key=lambda en: -len(en.replace("{}", "")))
    parts = [
        (re.compile("(.+?)".join(map(re.escape, en.split("{}"))), re.DOTALL), said[en]) for en in patterns
    ]
    return {en: ja for en, ja in said.items() if "{}" not in en}, parts


def in_japanese(en: str) -> str | None:
    """What a sentence about a limit or a choice says, in Japanese; None where it is no such sentence.

    >>> in_japanese("target of Llanowar Elves"), in_japanese("a name")
    ('Llanowar Elvesの対象', None)
    """
    whole, parts = _limits()
    if en in whole:
        return whole[en]
    for pattern, ja in parts:
        if found := pattern.fullmatch(en):
            return ja.format(*(in_japanese(part) or part for part in found.groups()))
    return None


def both(en: str) -> dict[str, str]:
    """A sentence about a limit or a choice in both languages.

    >>> both("which color was chosen")["ja"]
    'どの色が選ばれたか'
    """
    return {"en": en, "ja": in_japanese(en) or en}


def say_limit(problem: NotModelled | Taint) -> dict[str, str]:
    """What isn't modelled, of which text of which card, in both languages."""
    ja = problem.ja or both(problem.why)["ja"]
    if problem.card:
        ja = f"{problem.card}：「{problem.text}」：{ja}" if problem.text else f"{problem.card}：{ja}"
    return {"en": str(problem), "ja": ja}


def gap(problem: NotModelled | Taint) -> dict[str, str]:
    """What isn't modelled, as `not_modelled` of a report lists it."""
    ja = problem.ja or both(problem.why)["ja"]
    return {"card": problem.card, "text": problem.text, "why": problem.why, "why_ja": ja}


def _fill(template: str, slots: Mapping[str, Any], lang: str) -> str:
    shown = {key: _show(value, lang) for key, value in slots.items()}
    return template.format_map(_Slots(shown)).strip()


def _show(value: Any, lang: str) -> str:
    if isinstance(value, dict) and set(value) == {"en", "ja"}:
        return str(value[lang])
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
    phrase = phrase or phrases.get(reason.rule.rstrip("abcdefghijklmnopqrstuvwxyz"))  # one of a list: 111.10m
    if phrase is None:
        known = registered().get(reason.rule)
        en = known.summary if known is not None else f"Rule {reason.rule} applies."
        return {"en": en, "ja": f"総合ルール {reason.rule} が適用されます。"}
    return {lang: _fill(phrase[lang], reason.slots, lang) for lang in ("en", "ja")}


def say_event(event: str, slots: Mapping[str, Any]) -> dict[str, str]:
    """The sentence of a record of the log."""
    if isinstance(slots.get("what"), str):  # what was tried, or which choice it was
        slots = {**slots, "what": both(slots["what"])}
    phrase = phrasebook().get(f"event:{event}")
    if phrase is None:
        words = event.replace("_", " ")
        who = slots.get("card") or slots.get("player") or ""
        return {"en": f"{words}: {who}".rstrip(": "), "ja": f"{words}: {who}".rstrip(": ")}
    return {lang: _fill(phrase[lang], slots, lang) for lang in ("en", "ja")}
