"""The API: what its description promises, pages of lists, chosen members, conditional requests, and its refusals."""

from __future__ import annotations

import gzip
import json
import time
import warnings
from contextlib import suppress
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings

from kb.library import Library
from kb.settings import load_settings
from kb.store import Store
from kb.update import update_from
from kb.web import create_app, deadline
from kb.web.problems import Problem
from tests.shared import CR, WIKI, needs_shared

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what its own dependencies deprecate is not ours to mend
    import schemathesis
    from schemathesis.checks import CHECKS

SCENARIO = {"id": "x", "setup": {"A": {"life": 3}}, "checks": [{"life": "A", "expect": 3}]}


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    held = load_settings({"MTGKB_HOME": str(tmp_path_factory.mktemp("empty"))})
    return create_app(held).test_client()


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    held = load_settings({"MTGKB_HOME": str(tmp_path_factory.mktemp("real"))})
    for edition in ("2025-11-14", "2026-01-16"):
        update_from(held, "cr", CR / f"{edition}.txt")
    update_from(held, "wiki", WIKI)
    return create_app(library=Library.open(held)).test_client()


def test_every_body_names_its_edition_and_program(real: FlaskClient) -> None:
    for path in (
        "search?q=plot",
        "rules/702.170",
        "terms/plot",
        "status",
        "editions",
        "coverage",
        "rules/999.9",
    ):
        version = real.get(f"/api/v1/{path}").get_json()["version"]
        assert version["edition"] == "2026-01-16", path
        assert version["software"][0].isdigit()
    (report,) = real.post("/api/v1/check", json=SCENARIO).get_json()
    assert report["version"]["edition"] == "2026-01-16"


def test_a_list_has_totals_and_leads_to_its_next_page(real: FlaskClient) -> None:
    first = real.get("/api/v1/rules?below=702.170&limit=4")
    body = first.get_json()
    assert [one["id"] for one in body["items"]] == [
        "cr:702.170",
        *(f"cr:702.170{letter}" for letter in "abc"),
    ]
    assert body["total"] == 7
    assert body["links"]["prev"] is None
    assert 'rel="next"' in first.headers["Link"]
    second = real.get(body["links"]["next"]).get_json()
    assert [one["id"][-1] for one in second["items"]] == ["d", "e", "f"]
    assert second["links"]["next"] is None
    search = real.get("/api/v1/search?q=plot&limit=3&offset=3").get_json()
    assert (search["limit"], search["offset"], len(search["hits"])) == (3, 3, 3)


def test_members_and_languages_are_chosen(real: FlaskClient) -> None:
    rule = real.get("/api/v1/rules/702.170a?fields=number,text&lang=en").get_json()
    assert set(rule) == {"number", "text", "version"}
    assert set(rule["text"]) == {"en"}
    refused = real.get("/api/v1/rules/702.170a?fields=colour")
    assert (refused.status_code, refused.get_json()["parameter"]) == (400, "fields")
    assert set(real.get("/api/v1/terms/plot?lang=ja").get_json()["title"]) == {"ja", "reading"}


@pytest.mark.parametrize(
    "path", ["/api/v1/rules/702.170a", "/api/v1/search?q=plot", "/rules/702.170", "/quick"]
)
def test_what_did_not_change_is_not_sent_again(real: FlaskClient, path: str) -> None:
    first = real.get(path)
    again = real.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    later = real.get(path, headers={"If-Modified-Since": first.headers["Last-Modified"]})
    assert later.status_code == 304
    other = "?lang=ja" if "?" not in path else "&lang=ja"
    assert real.get(path + other).headers["ETag"] != first.headers["ETag"]


def test_an_update_changes_every_tag(tmp_path) -> None:
    held = load_settings({"MTGKB_HOME": str(tmp_path)})
    client = create_app(held).test_client()
    before = client.get("/api/v1/status").headers["ETag"]
    Store.open(held).record("cr", ok=False, en="no", ja="不可")
    after = client.get("/api/v1/status", headers={"If-None-Match": before})
    assert after.status_code == 200
    assert after.get_json()["problems"][0]["en"] == "no"


def test_answers_are_made_smaller_and_head_has_no_body(real: FlaskClient) -> None:
    plain = real.get("/api/v1/rules/702.170")
    small = real.get("/api/v1/rules/702.170", headers={"Accept-Encoding": "gzip"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small.headers["Vary"]
    assert json.loads(gzip.decompress(small.data)) == plain.get_json()
    head = real.head("/api/v1/rules/702.170")
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["Content-Length"] == plain.headers["Content-Length"]


def test_any_site_may_read_and_may_ask_first(real: FlaskClient) -> None:
    assert real.get("/api/v1/terms/plot").headers["Access-Control-Allow-Origin"] == "*"
    asked = real.options(
        "/api/v1/check",
        headers={"Origin": "https://bot.example", "Access-Control-Request-Method": "POST"},
    )
    assert asked.status_code == 200
    assert "POST" in asked.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in asked.headers["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Origin" not in real.get("/rules/702.170").headers


@pytest.mark.parametrize(
    ("method", "path", "sent", "status"),
    [
        ("get", "search", {}, 400),
        ("get", "search?q=x&q=y", {}, 400),
        ("get", "search?limit=0&q=x", {}, 400),
        ("get", "search?q=" + "x" * 500, {}, 400),
        ("get", "rules/plot", {}, 400),
        ("get", "rules/999.9", {}, 404),
        ("get", "nothing", {}, 404),
        ("delete", "search", {}, 405),
        ("get", "status", {"headers": {"Accept": "image/png"}}, 406),
        ("post", "check", {"data": b"x" * 600_000, "content_type": "application/yaml"}, 413),
        ("post", "check", {"data": "id: x", "content_type": "text/html"}, 415),
        ("post", "ask", {"data": "{", "content_type": "application/json"}, 400),
        ("post", "ask", {"json": {"question": " "}}, 422),
        ("post", "check", {"json": {"id": "x", "setup": {"A": {"hand": ["No Such Card"]}}}}, 422),
        ("post", "check", {"json": {"id": "x", "rubbish": 1}}, 422),
    ],
)
def test_each_refusal_has_its_status_and_says_why(empty: FlaskClient, method, path, sent, status) -> None:
    answer = getattr(empty, method)(f"/api/v1/{path}", **sent)
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"
    body = answer.get_json()
    assert body["status"] == status
    assert body["detail"]
    assert body["detail_ja"] != body["detail"]
    if status == 405:
        assert "GET" in answer.headers["Allow"]


def test_a_scenario_in_yaml_answers_like_one_in_json(empty: FlaskClient) -> None:
    yaml = "id: x\nsetup: {A: {life: 3}}\nchecks: [{life: A, expect: 3}]\n"
    in_yaml = empty.post("/api/v1/check", data=yaml, content_type="application/yaml").get_json()
    in_json = empty.post("/api/v1/check", json=SCENARIO).get_json()
    assert in_yaml == in_json
    assert in_json[0]["checks"][0]["ok"] is True
    assert len(empty.post("/api/v1/check", json=[SCENARIO, SCENARIO]).get_json()) == 2
    assert empty.get("/api/v1/scenario.schema.json").get_json()["title"].startswith("mtg-kb scenario")


def test_what_takes_too_long_is_stopped() -> None:
    def forever() -> None:
        with deadline.deadline(0.1):
            while True:
                pass

    with pytest.raises(Problem) as caught:
        forever()
    assert caught.value.status == 503


def test_a_stop_that_was_swallowed_is_repeated() -> None:
    """Python ignores what is raised while an object is finalized."""
    end = time.monotonic() + 5

    def stubborn() -> None:
        with deadline.deadline(0.01):
            with suppress(BaseException):
                while time.monotonic() < end:
                    pass
            while time.monotonic() < end:
                pass

    with pytest.raises(Problem) as caught:
        stubborn()
    assert caught.value.status == 503


# the first stop may hit an object being finalized, which Python only warns of
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_decision_has_a_limit_of_time(tmp_path) -> None:
    held = replace(load_settings({"MTGKB_HOME": str(tmp_path)}), check_seconds=0.002)
    client = create_app(held).test_client()
    busy = {
        "id": "x",
        "setup": {"A": {"battlefield": [{"card": "Forest", "count": 3000}]}},
        "checks": [{"at": "9.end", "life": "A"}],
    }
    answer = client.post("/api/v1/check", json=busy)
    assert answer.status_code == 503
    assert "0.002" in answer.get_json()["detail"]
    assert client.get("/api/v1/terms/plot").status_code == 200


@needs_shared
def test_a_database_that_is_gone_is_told_as_such(real: FlaskClient, monkeypatch) -> None:
    from sqlalchemy.exc import OperationalError

    def gone(*_args, **_kept):
        raise OperationalError("select", {}, Exception("gone"))

    monkeypatch.setattr(Store, "get", gone)
    answer = real.get("/api/v1/rules/702.171b")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]


def test_the_documentation_names_every_route(empty: FlaskClient) -> None:
    described = empty.get("/api/v1/openapi.json").get_json()
    assert described["openapi"].startswith("3.1")
    page = empty.get("/api/v1/").text
    for path in described["paths"]:
        assert f"/api/v1{path}" in page


SKIPPED = {"positive_data_acceptance": ("/check", "/rules", "/terms", "/ask", "/diff")}
"""Addresses where more than a schema can say decides: cards that are known, editions that are held."""


@needs_shared
def test_the_api_is_what_its_description_says(real: FlaskClient) -> None:
    """Generated requests to every route: no answer differs from what OpenAPI promises."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", real.application)
    tried = 0
    for result in schema.get_all_operations():
        tried += hold(result.ok())
    assert tried > 150


def hold(operation) -> int:
    """Try an operation with generated requests; how many there were."""
    path = operation.path.removeprefix("/api/v1")
    checks = CHECKS.get_all()
    unfit = [check for check in checks if path.startswith(SKIPPED.get(check.__name__, ("-",)))]
    tried = 0

    @given(case=operation.as_strategy())
    @settings(
        max_examples=8,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
    )
    def every(case) -> None:
        nonlocal tried
        tried += 1
        # a test client does not decompress
        case.call_and_validate(checks=checks, excluded_checks=unfit, headers={"Accept-Encoding": "identity"})

    every()
    return tried
