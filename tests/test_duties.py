"""Requirements to attack and block (CR 508.1d, 509.1c): as many as possible, found by a search that says when it gives up."""

from __future__ import annotations

import pytest

from kb.checker import check
from kb.checker.duties import Duty, Search, smallest
from kb.checker.state import NotModelled


def duty(*pairs: tuple[int, int]) -> Duty:
    return Duty(frozenset(pairs))


def test_as_many_duties_as_possible_are_obeyed_under_the_restrictions() -> None:
    lure = [duty((1, 9)), duty((2, 9)), duty((1, 8))]
    search = Search({1: ([8, 9], 1), 2: ([9], 1)}, lure, lambda declared: True, helpers=False)
    count, best = search.best()
    assert count == 2
    assert sorted(map(sorted, (one.items() for one in best))) == [
        [(1, (8,)), (2, (9,))],
        [(1, (9,)), (2, (9,))],
    ]


def test_a_creature_that_nothing_forces_helps_where_a_restriction_needs_two() -> None:
    duties = [duty((1, 9))]

    def menace(declared: dict[int, tuple[int | str, ...]]) -> bool:
        return len(declared) != 1

    assert Search({1: ([9], 1), 2: ([9], 1)}, duties, menace, helpers=True).better(0) == {1: (9,), 2: (9,)}
    assert Search({1: ([9], 1)}, duties, menace, helpers=True).better(0) is None


def test_a_search_that_is_not_finished_is_no_answer() -> None:
    able = {i: (list(range(100, 104)), 1) for i in range(12)}
    duties = [duty(*((i, thing) for i in range(12))) for thing in range(100, 104)]
    with pytest.raises(NotModelled):
        Search(able, [*duties, duty((99, 100))], lambda declared: len(declared) > 99, helpers=True).best()


def test_what_contains_another_declaration_is_not_forced() -> None:
    assert smallest([{1: (9,)}, {1: (9,), 2: (9,)}, {2: (8,)}]) == [{1: (9,)}, {2: (8,)}]


CARDS = {
    "Fen Wurm": {"cost": "{4}{G}{G}", "types": "Creature — Wurm", "pt": "6/4"},
    "Reed Cub": {"cost": "{1}{G}", "types": "Creature — Bear", "pt": "2/2"},
    "Glade Seer": {"cost": "{1}{G}", "types": "Creature — Elf", "pt": "1/1"},
}


@pytest.mark.parametrize(
    ("division", "status"),
    [({"Reed Cub": 2, "Glade Seer": 4}, "determined"), ({"Reed Cub": 2, "Glade Seer": 2}, "undetermined")],
)
def test_a_division_is_taken_whole_or_refused(division: dict[str, int], status: str) -> None:
    report = check({
        "id": "division", "cards": CARDS,
        "setup": {"A": {"battlefield": ["Fen Wurm"]}, "B": {"battlefield": ["Reed Cub", "Glade Seer"]}},
        "script": [
            {"at": "1.declare_attackers", "player": "A", "attack": ["Fen Wurm"]},
            {"at": "1.declare_blockers", "player": "B", "block": {"Reed Cub": "Fen Wurm", "Glade Seer": "Fen Wurm"}},
            {"at": "1.combat_damage", "player": "A", "choose": [division]},
        ],
        "checks": [{"at": "1.end_combat", "zone": "Reed Cub"}],
    })  # fmt: skip
    assert report.answers[0].status == status


def test_many_creatures_and_one_that_has_to_be_blocked_are_answered_at_once() -> None:
    must = {
        "cost": "{1}",
        "types": "Creature — Ox",
        "pt": "2/2",
        "text": "This creature must be blocked if able.",
    }
    report = check({
        "id": "many", "cards": {**CARDS, "Proud Ox": must},
        "setup": {"A": {"battlefield": ["Proud Ox", "Fen Wurm"]}, "B": {"battlefield": [{"card": "Reed Cub", "count": 40, "as": "c"}]}},
        "script": [{"at": "1.declare_attackers", "player": "A", "attack": ["Proud Ox", "Fen Wurm"]}],
        "checks": [
            {"at": "1.declare_blockers", "player": "B", "can": {"block": {"c": "Fen Wurm"}}, "expect": False},
            {"at": "1.declare_blockers", "player": "B", "can": {"block": {"c": "Proud Ox"}}, "expect": True},
            {"at": "1.declare_blockers", "player": "B", "can": {"block": {}}, "expect": False},
        ],
    })  # fmt: skip
    assert [(one.status, one.ok) for one in report.answers] == [("determined", True)] * 3
