"""What rules do for an answer, in our own short sentences: `rules.yaml`.

>>> step("704.5d").say.en
'A token outside the battlefield ceases to exist.'
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kb.asking.data import data_files
from kb.asking.model import Both, Step


@cache
def sentences() -> Mapping[str, tuple[str, str]]:
    """The sentences by rule number."""
    return {number: (en, ja) for _, found in data_files("rules") for number, (en, ja) in found.items()}


def step(number: str) -> Step:
    """A rule as a step of a proof. Raises KeyError for a rule without a sentence."""
    return Step(number, Both(*sentences()[number]))
