"""Whether something brings something about, or keeps it from happening: played with it and without it.

"Does X stop Y" is a yes only where Y doesn't happen with X and would happen without it; where Y doesn't happen either way, X
has nothing to do with it, and nothing is claimed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kb.asking.frames import Frame, Number, Query, Ref, Stat, Word
from kb.asking.staging.deeds import ACTS
from kb.asking.staging.deeds.mana import of_mana
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.queries import FORMS, Question
from kb.asking.staging.table import Table

HINDERS: Final = frozenset({"stop", "prevent"})
"""Verbs by which something keeps something from happening."""
CAUSES: Final = frozenset({"make do", "let", *HINDERS})


def causing(table: Table, frame: Frame) -> Question:
    """Lay out what is caused, with what causes it on the battlefield."""
    told = Heeded(frame)
    agent, inner = told.role("agent"), told.role("what")
    if of_mana(frame.roles.get("for")):
        told.only("for", Number, Stat, Word)  # what a mana ability is activated for
    if not isinstance(agent, Ref) or not isinstance(inner, Frame) or inner.negated:
        raise NotStaged("what is caused, and by what, can't be played", "何が何を引き起こすのかを扱えません")
    items = table.items(agent)
    for item in items:
        if item.acted or not item.printed.is_permanent_card or item.card in table.world.invented:
            raise NotStaged("whether that is the cause can't be played", "それが原因かどうかは扱えません")
        table.world.need(item, "battlefield")
    told.as_asked()
    told.close()
    asked = Query("can" if inner.verb in ACTS else "does", replace(inner, mood="fact", link="then", modal=""))
    found = FORMS[asked.form](table, asked)
    if any(item.acted for item in items):
        raise NotStaged("whether that is the cause can't be played", "それが原因かどうかは扱えません")
    return replace(
        found,
        later=[],
        without=tuple(item.key for item in items),
        hinders=frame.verb in HINDERS,
    )
