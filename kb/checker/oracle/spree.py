"""Spree (CR 702.172): modes with a cost each, one or more of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kb.checker.oracle.ast import Ability, Body, Keyword, ManaCost, Mode, Modes, Number, Spell

if TYPE_CHECKING:
    from kb.checker.oracle.paragraphs import ParagraphReader

_MODE = re.compile(r"^\s*\+ ?(?P<cost>(?:\{[^{}]+\})+) — (?P<text>.*)$")


def spree(reader: ParagraphReader) -> tuple[Ability, ...] | None:
    """The keyword and the modal instructions of a paragraph that begins with the word; None if a line isn't of that form."""
    options: list[Mode] = []
    for line in reader.bullets:
        match = _MODE.match(line)
        if match is None:
            return None
        body = type(reader)(match["text"], reader.names, reader.types, reader.quoted).body_only()
        options.append(Mode(body, match["text"], (ManaCost(match["cost"]),)))
    modes = Modes(tuple(options), Number(1), Number(len(options)))
    return Keyword("spree", text="Spree"), Spell(Body(modes=modes), text=reader.text)
