"""A seeded sample of all cards plays without an exception, in no long time, and with nothing broken that always holds.

The whole base: `python -m tests.every_card`.
"""

from __future__ import annotations

import functools
import json

import pytest

from tests.card_base import card_base
from tests.every_card import SAMPLE, faults, sampled
from tests.shared import CARDS, needs_shared

PARTS = 20
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
    found = [one for name in names()[part::PARTS] for one in faults(name, base, again=False)]
    assert not found, "\n".join(
        f"{document}: {fault} ({seconds:.1f} s)" for document, fault, seconds in found
    )
