"""The words of a sentence that nothing took up: outside of all clauses, and passed over inside one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kb.asking.mentions import Clause, Mention
from kb.asking.reading.english import small
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


_APOLOGY: Final = frozenset({"if", "for", "about", "in"})
_WHO: Final = frozenset({
    "new", "confused", "stuck", "stumped", "unsure", "learning", "prepping", "studying", "preparing", "puzzled", "curious", "arguing",
})  # fmt: skip
_GAME: Final = frozenset(
    {
        "player",
        "controls",
        "control",
        "creature",
        "spell",
        "card",
        "turn",
        "combat",
        "life",
        "library",
        "hand",
        "and",
        "but",
        "so",
    }
)


def framing(r: Reader) -> int:
    """Where words end that say only who asks and how: "sorry for my English", "I'm new here", "judge question here"; 0 without them."""
    size = next((at for at in range(len(r.toks)) if r.kind(at) == "mark"), len(r.toks))
    words = [r.low(at) for at in range(size)]
    if not 0 < size < 10 or _GAME & {*words} or any(r.kind(at) == "card" for at in range(size)):
        return 0
    apology = words[0] == "sorry" and size > 1 and words[1] in _APOLOGY
    asker = words[:2] in (["i", "am"], ["we", "are"], ["we", "were"]) and any(
        one in _WHO for one in words[2:4]
    )
    here = (
        words[-1] == "here" and size < 5 and not any(one in small.BE | small.DO | small.HAVE for one in words)
    )
    asking = "question" in words and words[-1] in ("question", "here") and size < 6
    return size if apology or (asker and "tapped" not in words) or here or asking else 0
