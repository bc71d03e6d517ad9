"""A question in words becomes readings: situations to play, with what is asked of them.

>>> from kb.asking.meaning import read
>>> [reading.kind for reading in understand(Asked(read("Can I plot a card in my upkeep?"), ()))]
['timing']
"""

from __future__ import annotations

from kb.asking.asked import Asked
from kb.asking.model import NotUnderstood, Reading
from kb.asking.register import kinds

__all__ = ["Asked", "understand"]


def understand(asked: Asked) -> list[Reading | NotUnderstood]:
    """Every way in which a kind of question understands it, what accounts for most of it first; [] for none."""
    found = [reading for builder in kinds() for reading in builder(asked)]
    return sorted(found, key=lambda one: -one.weight if isinstance(one, Reading) else 1)
