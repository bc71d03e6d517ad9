"""A seeded sample of all cards plays without an exception, without end, and with nothing broken that always holds.

The whole base: `python -m tests.every_card`.
"""

from __future__ import annotations

import functools
import gc
import json
import math

import pytest

from tests.card_base import card_base
from tests.every_card import SAMPLE, faults, sampled
from tests.shared import CARDS, needs_shared

PARTS = 250
"""So many that the file is among the first to begin: files with the most tests go first, and this one takes longest."""
TAKEN_BACK = 40
"""Of so many cards one is played with each action taken back and played again."""
pytestmark = needs_shared


@functools.cache
def records():
    with (CARDS / "cards.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@functools.cache
def names():
    return sampled(records(), SAMPLE)


@pytest.mark.parametrize("part", range(PARTS))
def test_a_sample_of_all_cards_plays(part):
    base = card_base(records())
    gc.freeze()  # tens of thousands of records needn't be looked through for what isn't used any more
    found = [
        one
        for number, name in enumerate(names()[part::PARTS])
        for one in faults(name, base, branches=False, again=number % TAKEN_BACK == 0, slow=math.inf)
    ]
    assert not found, "\n".join(f"{document}: {fault}" for document, fault, _ in found)
