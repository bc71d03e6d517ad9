"""自分 is who asks, or who does it: where another was named before, both are read, and nothing is settled by weight."""

from __future__ import annotations

import pytest

from kb.asking.discourse import identify
from kb.asking.frames import ME, OPPONENT, Person, When
from kb.asking.names import NameTable
from kb.asking.reading.japanese import read

TABLE = NameTable.of([])


def whens(question: str) -> list[When | None]:
    return [one.told[0].when for one in identify(read(question, TABLE), lambda name: None)]


@pytest.mark.parametrize(
    ("words", "owners"),
    [
        ("対戦相手が自分のターンにライフを失いました。", [ME, OPPONENT]),
        ("自分のターンに対戦相手がライフを失いました。", [ME]),
        ("自分が自分のターンにライフを失いました。", [ME]),
        ("対戦相手が私のターンにライフを失いました。", [ME]),
    ],
)
def test_whose_turn_it_is(words: str, owners: list[Person]) -> None:
    assert whens(words) == [When("turn", one) for one in owners]


def test_whose_thing_it_is() -> None:
    found = identify(read("対戦相手が自分のクリーチャーを破壊しました。", TABLE), lambda name: None)
    assert [one.things[0].whose for one in found] == [ME, OPPONENT]
    [mine] = identify(read("対戦相手に自分のクリーチャーを破壊されました。", TABLE), lambda name: None)
    assert mine.things[0].whose == ME
