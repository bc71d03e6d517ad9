"""A text written between two editions held: from which of the two its number is taken.

Not every edition is held. Where a number means one rule in the last edition before the day of a ruling and
another in the next one, the words of the ruling tell which was in effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from kb.editions.history import History
from kb.editions.judge import Cited
from kb.editions.model import Unit
from kb.editions.nearest import rare, words
from kb.editions.similar import key, likeness, profile

Texts = Callable[[Sequence[tuple[str, str]]], Mapping[tuple[str, str], str]]
"""The texts of (edition, id) pairs."""


def by_words(
    cited: Iterable[Cited],
    history: History,
    units: Sequence[Unit],
    texts: Texts,
    text_of: Callable[[str], str],
) -> list[Cited]:
    """The citations, with `as_of` the next edition where their words are nearer to its rule.

    `units` are the rules by which a word is rare, `text_of` gives the text of a document.
    """
    found = []
    for one in cited:
        pair = _pair(one, history)
        if pair is not None:
            unit_id = f"cr:{one.cites}"
            rules = texts([(edition, unit_id) for edition in pair])
            before, after = (_near(text_of(one.where), rules[edition, unit_id], units) for edition in pair)
            one = replace(one, as_of=pair[1] if after > before else pair[0])  # the same one, known better
        found.append(one)
    return found


def _pair(cited: Cited, history: History) -> tuple[str, str] | None:
    """The editions before and after the day of the text, where the number is another rule in each."""
    if cited.dated != "text" or cited.date in history.editions:
        return None
    before = [edition for edition in history.editions if edition < cited.date][-1:]
    after = [edition for edition in history.editions if edition > cited.date][:1]
    unit_id = f"cr:{cited.cites}"
    if not before or not after or any(unit_id not in history.ids[edition] for edition in before + after):
        return None
    if history.now(before[0], unit_id) == history.now(after[0], unit_id):
        return None
    return before[0], after[0]


def _near(text: str, rule: str, units: Sequence[Unit]) -> tuple[int, float]:
    """How near a text is to a rule: rare words in common, then likeness."""
    return len(rare(words(text), units) & words(rule)), likeness(profile(key(text)), profile(key(rule)))
