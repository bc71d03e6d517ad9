"""What stands on the pages: a rule's surroundings, a card as the model reads it, scenarios, the kept copy, the feed."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
import yaml
from flask.testing import FlaskClient

from kb.checker import check_text
from kb.library import Library
from kb.settings import load_settings
from kb.store import Store
from kb.web import check, create_app, quick
from kb.web.around import scenarios
from kb.web.problems import Problem
from scraper.cr import parse_cr
from scraper.decode import decode
from tests.shared import CARDS, CR, needs_shared


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    held = load_settings({"MTGKB_HOME": str(tmp_path_factory.mktemp("empty"))})
    return create_app(held).test_client()


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """Two editions and a few cards, without an index of them."""
    from kb.pipeline import import_files
    from kb.sources import source
    from kb.sources.model import Raw

    held = load_settings({"MTGKB_HOME": str(tmp_path_factory.mktemp("pages"))})
    store = Store.open(held)
    for edition in ("2025-11-14", "2026-01-16"):
        parsed = parse_cr(decode((CR / f"{edition}.txt").read_bytes()).text)
        store.replace("cr", parsed.effective, parsed.documents, sha256="", origin=edition)
    lines = (CARDS / "cards.jsonl").read_text(encoding="utf-8").splitlines()
    few = [line for line in lines if json.loads(line)["name"] in ("Longhorn Sharpshooter", "Fire // Ice")]
    import_files(store, source("cards"), [Raw("cards.jsonl", content="\n".join(few).encode())], 1.0)
    return create_app(library=Library.open(held)).test_client()


def ids(page: str) -> set[str]:
    return set(re.findall(r'<(?:section|details)[^>]* id="([\w-]+)"', page))


@needs_shared
def test_a_rule_shows_what_stands_around_it(real: FlaskClient) -> None:
    page = real.get("/rules/702.170").text
    assert {"cited-by", "life", "played"} <= ids(page)
    assert 'href="/check?example=plotted-by-an-effect"' in page
    chapter = page.partition('class="chapter')[2]
    assert 'href="/rules/702.19"' in chapter
    assert 'href="/rules/702.170" aria-current="true"' in chapter
    assert 'href="/terms/special-action"' in page.partition('id="r702.170b"')[2].partition("</section>")[0]


@needs_shared
def test_a_whole_chapter_is_one_page_with_an_anchor_for_each_rule(real: FlaskClient) -> None:
    page = real.get("/rules/116/whole").text
    anchors = re.findall(r'id="r(116[.\w]*)"', page)
    assert anchors[:3] == ["116.1", "116.2", "116.2a"]
    assert "116.2k" in anchors


@needs_shared
def test_a_card_shows_what_the_model_reads_of_it(real: FlaskClient) -> None:
    page = real.get("/cards/Longhorn Sharpshooter").text
    model = page.partition('id="model"')[2]
    assert model.count("<li") == 3
    assert 'href="/rules/702.17"' in model
    assert 'class="unread"' not in model
    assert 'href="/rules/702.170"' in page.partition("Keywords:")[2].partition("</p>")[0]
    assert real.get("/cards/Fire // Ice").status_code == 200


@needs_shared
def test_the_kept_copy_holds_the_rules_in_force_and_every_note(real: FlaskClient) -> None:
    data = real.get("/offline/data.json").get_json()
    assert data["version"]["edition"] == "2026-01-16"
    by_number = {one["number"]: one for one in data["rules"]}
    assert by_number["702.170"]["title"] == "Plot"
    assert len(data["rules"]) > 3000
    assert len(data["terms"]) == len(real.application.extensions["mtgkb"].terms)
    assert real.get("/offline/version.json").get_json() == data["version"]


@needs_shared
def test_the_feed_tells_of_each_edition(real: FlaskClient) -> None:
    root = ElementTree.fromstring(real.get("/feeds/rules.atom").data)
    names = {"a": "http://www.w3.org/2005/Atom"}
    (entry,) = root.findall("a:entry", names)
    link = entry.find("a:link", names)
    assert link is not None
    assert link.get("href", "").endswith("/editions/2025-11-14/2026-01-16")
    assert "701.68" in (entry.findtext("a:content", namespaces=names) or "")


def test_the_quick_reference_has_every_part_and_every_keyword(empty: FlaskClient) -> None:
    page = empty.get("/quick").text
    assert {part.id for part in quick.PARTS} <= ids(page)
    for name in ("plot", "trample", "deathtouch", "scry", "legend-rule"):
        assert f'href="/terms/{name}"' in page, name
    filtered = empty.get("/quick?q=けいかく").text
    assert 'href="/terms/plot"' in filtered
    assert 'href="/terms/trample"' not in filtered


def test_the_worker_and_the_manifest_name_what_is_there(empty: FlaskClient) -> None:
    worker = empty.get("/sw.js")
    assert worker.mimetype == "text/javascript"
    kept = json.loads(re.search(r"const KEPT = (\[.*?\])", worker.text)[1])  # type: ignore[index]
    assert {"/quick", "/offline", "/offline/data.json"} <= set(kept)
    assert all(empty.get(address).status_code == 200 for address in kept)
    manifest = empty.get("/manifest.webmanifest").get_json(force=True)
    assert manifest["start_url"] == "/quick"
    assert all(empty.get(icon["src"]).status_code == 200 for icon in manifest["icons"])


def test_our_scenarios_are_answered_as_they_expect() -> None:
    for scenario in scenarios():
        (report,) = check_text(yaml.safe_dump(dict(scenario)))
        assert all(answer.ok and answer.cites for answer in report.answers), scenario["id"]


def test_a_scenario_travels_in_its_address(empty: FlaskClient) -> None:
    sent = empty.post("/check", data={"scenario": "id: mine\r\nchecks: [{life: A}]\r\n"}).text
    address = re.search(r'id="share" href="([^"]+)"', sent)
    assert address is not None
    assert "mine" in empty.get(address[1]).text
    file = empty.get(address[1].replace("/check?", "/check.yaml?"))
    assert yaml.safe_load(file.text) == {"id": "mine", "checks": [{"life": "A"}]}
    assert "attachment" in file.headers["Content-Disposition"]


def test_an_address_that_swells_is_refused() -> None:
    assert len(check.packed("x" * 1_000_000)) < 6000
    for text in (check.packed("x" * 1_000_000), "no such thing", check.packed("id: x")[:-4]):
        with pytest.raises(Problem):
            check.unpacked(text)


def test_faults_of_a_scenario_are_named_where_they_are(empty: FlaskClient) -> None:
    page = empty.post("/check", data={"scenario": "id: x\nrubbish: 1\n"})
    assert page.status_code == 200
    assert "rubbish" in page.text.partition('role="alert"')[2]
    assert (
        "<script"
        not in empty.post("/check", data={"scenario": "id: <script>alert(1)</script>"}).text.partition(
            "<main"
        )[2]
    )


def test_hits_are_grouped_and_a_group_is_chosen(empty: FlaskClient) -> None:
    page = empty.get("/search?q=plot").text
    assert 'id="g-terms"' in page
    chosen = empty.get("/search?q=plot&in=terms").text
    assert 'in=terms" aria-current="true"' in chosen
    assert "/search?q=plot" in chosen
