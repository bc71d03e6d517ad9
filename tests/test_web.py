"""Pages and API over invented texts, over nothing at all, and over the real ones."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from kb.library import Library
from kb.settings import load_settings
from kb.update import update_from
from kb.web import catalog, create_app
from tests.shared import CR, WIKI, needs_shared

PAGES = (
    "/",
    "/search",
    "/search?q=plot",
    "/rules/",
    "/rules/702.170",
    "/terms/",
    "/terms/plot",
    "/ask",
    "/glossary/plot",
)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """The service with nothing downloaded."""
    settings = load_settings({"MTGKB_HOME": str(tmp_path_factory.mktemp("empty"))})
    return create_app(settings).test_client()


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """The service with the current rules and the four wiki pages."""
    settings = load_settings({"MTGKB_HOME": str(tmp_path_factory.mktemp("real"))})
    update_from(settings, "cr", CR / "2026-01-16.txt")
    update_from(settings, "wiki", WIKI)
    return create_app(library=Library.open(settings)).test_client()


def heading(page: str) -> str:
    found = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())


def test_every_sentence_of_the_interface_has_a_japanese_one() -> None:
    merged = catalog.merged()
    assert len([message for message in merged if message.id]) > 60
    assert catalog.missing(merged) == []
    assert catalog.PO.with_suffix(".mo").read_bytes() == catalog.compiled(merged), (
        "run python -m kb.web.catalog"
    )


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_page_answers_with_nothing_downloaded(empty: FlaskClient, path: str, language: str) -> None:
    answer = empty.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    assert answer.headers["Content-Language"] == language
    assert "<script>" not in answer.text
    assert "style=" not in answer.text


def test_language_asked_for_in_the_address_sticks(empty: FlaskClient) -> None:
    with empty.application.test_client() as visitor:
        assert '<html lang="ja"' in visitor.get("/?ui=ja").text
        assert '<html lang="ja"' in visitor.get("/rules/").text
        gone = visitor.post("/preferences", data={"ui": "en", "theme": "dark", "next": "/terms/"})
        assert (gone.status_code, gone.headers["Location"]) == (303, "/terms/")
        assert '<html lang="en" data-theme="dark"' in visitor.get("/rules/").text


def test_a_switch_never_leads_to_another_site(empty: FlaskClient) -> None:
    with empty.application.test_client() as visitor:
        gone = visitor.post("/preferences", data={"ui": "en", "next": "//elsewhere.example/"})
        assert gone.headers["Location"] == "/"


def test_what_a_visitor_types_is_shown_escaped(empty: FlaskClient) -> None:
    page = empty.get("/search", query_string={"q": '<script>alert("x")</script>'}).text
    assert "<script>alert" not in page
    page = empty.get("/ask", query_string={"q": "<img src=x onerror=y>"}).text
    assert "<img" not in page


def test_errors_are_pages_for_people_and_problem_details_for_programs(empty: FlaskClient) -> None:
    page = empty.get("/rules/999.9", headers={"Accept-Language": "ja"})
    assert page.status_code == 404
    assert "999.9" in page.text
    problem = empty.get("/api/v1/rules/999.9")
    assert problem.status_code == 404
    assert problem.content_type == "application/problem+json"
    body = problem.get_json()
    assert "'999.9'" in body["detail"]
    assert "'999.9'" in body["detail_ja"]
    assert body["status"] == 404
    assert empty.get("/api/v1/rules/plot").status_code == 400
    assert empty.post("/api/v1/search").status_code == 405
    assert empty.get("/api/v1/nothing").get_json()["status"] == 404


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("/search?limit=0&q=x", "limit"),
        ("/search?q=x&lang=fr", "lang"),
        ("/search", "q"),
        ("/search?q=x&kind=y", "kind"),
    ],
)
def test_a_bad_parameter_is_named(empty: FlaskClient, path: str, named: str) -> None:
    problem = empty.get(f"/api/v1{path}")
    assert problem.status_code == 400
    assert problem.get_json()["parameter"] == named


@pytest.mark.parametrize(
    ("body", "status"), [("{", 400), ("[]", 422), ('{"question": 3}', 422), ('{"question": " "}', 422)]
)
def test_a_question_of_the_wrong_form_is_refused(empty: FlaskClient, body: str, status: int) -> None:
    answer = empty.post("/api/v1/ask", data=body, content_type="application/json")
    assert answer.status_code == status
    assert answer.content_type == "application/problem+json"


def test_the_body_has_a_limit(empty: FlaskClient) -> None:
    answer = empty.post("/api/v1/ask", data=b"x" * 600_000, content_type="application/json")
    assert answer.status_code == 413


@needs_shared
def test_a_bare_number_goes_straight_to_its_rule(real: FlaskClient) -> None:
    for typed in ("702.170a", "CR:702.170a", "７０２．１７０ａ"):
        answer = real.get("/search", query_string={"q": typed})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/rules/702.170a")


@needs_shared
def test_a_rule_page_links_its_references_and_what_cites_it(real: FlaskClient) -> None:
    page = real.get("/rules/702.170", headers={"Accept-Language": "ja"}).text
    assert heading(page) == "702.170 Plot 計画"
    assert 'href="/rules/601.2f-601.2h"' in page
    assert 'href="/rules/116"' in page
    cited_by = page.partition("参照元")[2]
    for citing in ("/rules/116.2k", "/glossary/Plot", "/wiki/%E8%A8%88%E7%94%BB"):
        assert f'href="{citing}"' in cited_by
    assert "2026-01-16" in page


@needs_shared
def test_a_range_shows_each_of_its_rules(real: FlaskClient) -> None:
    page = real.get("/rules/601.2f-h").text
    assert re.findall(r'id="r(601\.2.)"', page) == ["601.2f", "601.2g", "601.2h"]


@needs_shared
def test_all_four_examples_of_a_rule_are_shown(real: FlaskClient) -> None:
    assert real.get("/rules/707.3").text.count('class="example"') == 4


@needs_shared
def test_a_wiki_page_keeps_its_order_and_its_notes(real: FlaskClient) -> None:
    page = real.get("/wiki/計画").text
    assert heading(page) == "計画 Plot"
    assert page.index("愚者の滝のジン") < page.index("長角の名手") < page.index("自ら運を掴め")
    assert 'href="#note-1"' in page
    assert 'id="note-1"' in page
    assert real.get("/wiki/アトラクション").status_code == 200


@needs_shared
@pytest.mark.parametrize("q", ["けいかく", "計画", "plot", "plotted", "plotting a card"])
def test_every_name_of_plot_leads_to_plot(real: FlaskClient, q: str) -> None:
    hits = real.get("/api/v1/search", query_string={"q": q}).get_json()["hits"]
    found = [hit["id"] for hit in hits[:3]]
    assert all(
        re.match(r"cr:702\.170|cr:116\.2k|(?:term|glossary):[Pp]lot|wiki:計画", one) for one in found
    ), found
    assert re.match(r"cr:702\.170|(?:term|glossary):[Pp]lot", found[0]), found
