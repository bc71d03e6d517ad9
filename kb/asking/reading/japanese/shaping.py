"""What fills a role in the form that the role wants: 2/2 is a size after なる, a creature elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.asking.frames import Number, Word
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.japanese.marking import Item
from kb.asking.reading.japanese.phrases import CREATURE, Phrase, predicates
from kb.asking.wordbook import Verb


def shaped(item: Item, row: Verb, role: str) -> Any:
    """The value in the form that the role wants: 2/2 is a size after になる, a creature elsewhere."""
    value = item.value()
    if isinstance(value, tuple):
        return tuple(_shape(one, row, role) for one in value)
    return _shape(value, row, role, item.phrase)


def _shape(value: Any, row: Verb, role: str, phrase: Phrase | None = None) -> Any:
    if role == "as" and phrase is not None and phrase.kind == "count" and phrase.asked:
        return Mention(asked=True, text=phrase.text)
    counted = phrase is not None and phrase.kind == "count" and not phrase.clauses and not phrase.asked
    if role == "as" and counted and phrase is not None:
        return Number(phrase.count)
    if (
        role in {"as"}
        and phrase is not None
        and phrase.kind == "pt"
        and not phrase.clauses
        and phrase.words
        and phrase.words[0].name != "?"
    ):
        return phrase.words[-1]
    need = set(row.reads.needs.get(role, "").split("/"))
    if phrase is not None and (phrase.of or phrase.whose or phrase.clauses):
        return value
    if (
        phrase is not None
        and phrase.kind == "concept"
        and phrase.word is not None
        and "clause" in need
        and "concept" not in need
    ):
        return Clause(phrase.word.verbs[0], text=phrase.text)
    if (
        isinstance(value, Word)
        and value.kind == "keyword"
        and phrase is not None
        and phrase.word is not None
        and role != "by"
        and not need & {"creature", "permanent", "keyword"}
    ):
        return Clause(phrase.word.verbs[0], text=phrase.text)
    if (
        isinstance(value, Word)
        and value.kind == "keyword"
        and need & {"creature", "permanent", "object"}
        and "keyword" not in need
    ):
        return Mention(
            filter=replace(CREATURE, where=(*CREATURE.where, *predicates(value))),
            text=phrase.text if phrase else "",
        )
    asked = isinstance(value, Mention) and value.asked and not value.noun and value.filter is None
    if (
        asked
        and role == "amount"
        and phrase is not None
        and phrase.unit == "point"
        and row.reads.needs.get("amount")
    ):
        return replace(value, noun=row.reads.needs["amount"].split("/")[0])  # 何点受ける
    if isinstance(value, Number) and role == "amount" and not value.of and row.reads.needs.get("amount"):
        return Number(value.value, row.reads.needs["amount"].split("/")[0])
    return value
