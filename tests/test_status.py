"""Status: age, staleness, last success and last failure of each source."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from kb.commands.common import Output
from kb.commands.render import status_lines
from kb.status import source_status
from kb.store import Store
from tests.invented import rule


@pytest.fixture
def store() -> Store:
    store = Store.open("sqlite://")
    store.replace("cr", "2020-01-01", [rule("100.1")], sha256="", origin="")
    store.record("cr", ok=True, en="", ja="")
    return store


def test_a_fresh_source_is_not_stale(store: Store) -> None:
    held = source_status(store, 90)["sources"]["cr"]
    assert (held["age_days"], held["stale"], held["last_failure"]) == (0, False, None)
    assert held["current"] == "2020-01-01"


@pytest.mark.parametrize(("days", "stale"), [(90, False), (91, True)])
def test_a_source_is_stale_once_its_days_are_over(store: Store, days: int, stale: bool) -> None:
    later = datetime.now(UTC) + timedelta(days=days, minutes=1)
    assert source_status(store, 90, later)["sources"]["cr"]["stale"] is stale


def test_a_failure_after_the_last_success_is_a_problem(store: Store) -> None:
    store.record("cr", ok=False, en="broken", ja="壊れています")
    status = source_status(store, 90)
    assert [(p["source"], p["en"]) for p in status["problems"]] == [("cr", "broken")]
    assert status["sources"]["cr"]["last_failure"]["ja"] == "壊れています"


def test_a_source_that_never_came_in_is_a_problem_too(store: Store) -> None:
    store.record("wiki", ok=False, en="no answer", ja="応答がありません")
    status = source_status(store, 90)
    assert "wiki" not in status["sources"]
    assert status["problems"][0]["source"] == "wiki"


def test_the_lines_say_stale_and_why_the_last_update_failed_in_both_languages(store: Store) -> None:
    store.record("cr", ok=False, en="broken", ja="壊れています")
    store.replace("cr", "2999-01-01", [rule("100.1")], sha256="", origin="")
    later = datetime.now(UTC) + timedelta(days=100)
    index = {"engine": "whoosh", "documents": 1, "generation": 1, "behind": True}
    status = {**source_status(store, 90, later), "terms": 1, "index": index}
    text = "\n".join(status_lines(status, Output("both")))
    for said in (
        "STALE",
        "古くなっています",
        "broken",
        "壊れています",
        "not yet in effect",
        "older than what is held",
    ):
        assert said in text
