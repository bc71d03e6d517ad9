"""A question in words becomes readings: situations to play, with what is asked of them.

>>> [reading.kind for reading in understand(prepare("Can I plot a card in my upkeep?", CardNames([])))]
['plot_timing']
"""

from __future__ import annotations

from kb.asking.cards import CardNames
from kb.asking.model import NotUnderstood, Reading
from kb.asking.register import kinds
from kb.asking.words import Words, prepare

__all__ = ["CardNames", "prepare", "understand"]


def understand(words: Words) -> list[Reading | NotUnderstood]:
    """Every way in which a kind of question understands the words, the most specific first; [] for none."""
    return [reading for builder in kinds() for reading in builder(words)]
