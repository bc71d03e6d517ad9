"""The words of a sentence that nothing took up: outside of all clauses, and passed over inside one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kb.asking.mentions import Clause, Mention
from kb.asking.reading.english.reader import Reader


def leftover(r: Reader, found: Sequence[Any]) -> tuple[str, ...]:
    """The words that no part covers, and those inside clauses that have no place there."""
    out: list[str] = []
    for part in found:
        if part.kind == "unread" and r.text(part.start, part.end):
            out.append(r.text(part.start, part.end))
        for clause in part.clauses:
            out += [words for words in _inside(clause) if words not in out]
    return tuple(out)


def _inside(value: Any) -> list[str]:
    """The words passed over in a clause, in the clauses that are its parts, and in what its nouns are said to be."""
    if isinstance(value, tuple):
        return [words for one in value for words in _inside(one)]
    if isinstance(value, Clause):
        parts_ = (*value.roles.values(), value.other, value.says)
        return [*value.unread, *_inside(parts_)]
    if isinstance(value, Mention):
        return _inside((*value.clauses, value.of, value.whose))
    return []


def words_of(unread: tuple[str, ...]) -> int:
    """How many words those are."""
    return sum(len(one.split()) for one in unread)
