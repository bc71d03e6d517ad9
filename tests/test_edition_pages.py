"""Commands, pages and API of the editions, over three real editions and the wiki pages."""

from __future__ import annotations

import csv
import io
import json
from hashlib import sha256

import pytest
from click.testing import CliRunner

from kb.cli import main
from kb.library import Library
from kb.settings import load_settings
from kb.store import Store
from kb.web import create_app
from scraper.cr import parse_cr
from scraper.decode import decode
from scraper.wiki import parse_saved
from tests.shared import CR, WIKI, needs_shared

pytestmark = needs_shared


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    path = tmp_path_factory.mktemp("editions-home")
    store = Store.open(load_settings({"MTGKB_HOME": str(path)}))
    for name in ("2020-06-01", "2023-11-17", "2024-06-07", "2026-01-16"):
        data = (CR / f"{name}.txt").read_bytes()
        parsed = parse_cr(decode(data).text)
        store.replace("cr", parsed.effective, parsed.documents, sha256=sha256(data).hexdigest(), origin=name)
    pages = [
        document
        for page in sorted(WIKI.glob("*.txt"))
        for document in parse_saved(page.read_text(encoding="utf-8"), page.stem).documents()
    ]
    store.replace("wiki", "2024-04-19", pages, sha256="", origin="wiki")
    return path


@pytest.fixture(scope="module")
def client(home):
    settings = load_settings({"MTGKB_HOME": str(home)})
    return create_app(library=Library.open(settings)).test_client()


@pytest.fixture
def run(home, monkeypatch):
    monkeypatch.setenv("MTGKB_HOME", str(home))
    monkeypatch.setenv("MTGKB_LANG", "en")

    def invoke(*args):
        return CliRunner().invoke(main, args)

    return invoke


def test_diff_says_what_happened_in_both_languages(run):
    english, japanese = (
        run("diff", "2023-11-17", "2024-06-07"),
        run("diff", "2023-11-17", "2024-06-07", "--lang", "ja"),
    )
    assert english.exit_code == japanese.exit_code == 0
    assert "719 → 720  (and 13 below it)" in english.output
    assert "[-ten -]{+eleven +}" in english.output
    assert "(only a renumbered reference)" in english.output
    assert "番号の変更" in japanese.output
    assert "（参照番号の変更のみ）" in japanese.output


def test_what_was_removed_is_shown_as_it_stood_then(run):
    output = run("diff", "2024-06-07", "2023-11-17").output
    removed = output.split("\nRemoved\n")[1].split("\n\n")[0]
    assert "  702.170 Plot\n" in removed


def test_diff_and_trace_as_json(run):
    found = json.loads(run("diff", "2023-11-17", "2024-06-07", "--json").output)
    assert {"old", "new", "added", "removed", "changed", "renumbered"} <= found.keys()
    assert all({"from", "to", "changed"} <= one.keys() for one in found["renumbered"])
    life = json.loads(run("trace", "717", "--edition", "2020-06-01", "--json").output)
    assert (life["title"], life["now"]) == ("Ending Turns and Phases", "723")


def test_rule_of_an_edition_says_where_it_is_today(run):
    assert run("rule", "701.48", "--edition", "2023-11-17").output.endswith("Today it is 701.51.\n")
    assert run("rule", "717", "--edition", "2023-11-17", "--lang", "ja").output.endswith(
        "現在も同じ番号です。\n"
    )


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("diff", "2023-11-17", "2023-11-18"), 1),
        (("diff", "then", "now"), 2),
        (("trace", "999.9"), 1),
        (("trace", "plot"), 2),
        (("trace", "702.170a"), 0),
    ],
)
def test_exit_codes(run, args, code):
    assert run(*args).exit_code == code


def test_audit_as_table_json_and_csv(run):
    table = run("audit", "--source", "wiki").output
    assert "wiki:次元#引用：総合ルール_20231117.0: 309" in table
    assert "→ 311" in table
    found = json.loads(run("audit", "--json", "--kind", "moved").output)
    assert found["edition"] == "2026-01-16"
    assert {one["kind"] for one in found["findings"]} == {"moved"}
    rows = list(csv.DictReader(io.StringIO(run("audit", "--csv", "--source", "glossary").output)))
    assert {
        "kind": "missing",
        "where": "glossary:Map",
        "cites": "110.10",
        "suggestion": "111.10",
    }.items() <= next(row for row in rows if row["where"] == "glossary:Map").items()


PAGES = (
    "/editions/", "/editions/2023-11-17/2024-06-07", "/editions/2026-01-16/2020-06-01", "/rules/702.170a/trace",
    "/rules/719/trace?edition=2023-11-17", "/audit", "/audit?kind=holds&source=term", "/editions/2023-11-17/rules/717",
)  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_page_is_there_in_both_languages(client, path, lang):
    answer = client.get(path, headers={"Accept-Language": lang})
    assert answer.status_code == 200
    assert f'<html lang="{lang}"' in answer.text
    assert "Wizards of the Coast" in answer.text


def test_pages_show_changed_words_and_lead_on(client):
    page = client.get("/editions/2023-11-17/2024-06-07").text
    assert "<del>ten </del><ins>eleven </ins>" in page
    assert 'href="/editions/2023-11-17/rules/719"' in page
    assert 'href="/rules/311"' in client.get("/rules/309/trace").text
    assert "/rules/702.170a/trace" in client.get("/rules/702.170a").text
    assert client.get("/rules/717?edition=2023-11-17").location == "/editions/2023-11-17/rules/717"
    assert (
        client.get("/editions/?old=2023-11-17&new=2024-06-07").location == "/editions/2023-11-17/2024-06-07"
    )


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/editions/2023-11-17/1999-01-01", 404),
        ("/editions/a/b", 400),
        ("/rules/999.9/trace", 404),
        ("/api/v1/diff?old=2023-11-17", 400),
        ("/api/v1/editions/2023-11-17/x", 400),
        ("/api/v1/audit?kind=nonsense", 400),
    ],
)
def test_what_is_not_there(client, path, status):
    answer = client.get(path)
    assert answer.status_code == status
    if path.startswith("/api"):
        assert answer.mimetype == "application/problem+json"


def test_api_forms(client):
    found = client.get("/api/v1/diff?old=2023-11-17&new=2024-06-07").json
    assert "702.170" in found["added"]
    assert client.get("/api/v1/editions/2023-11-17/2024-06-07").json == found
    assert client.get("/api/v1/trace/702.170a").json["life"][0]["edition"] == "2024-06-07"
    assert client.get("/api/v1/rules/702.170a/trace").json == client.get("/api/v1/trace/702.170a").json
    table = client.get("/audit.csv?source=wiki&kind=moved")
    assert table.mimetype == "text/csv"
    assert table.text.startswith("\ufeffkind,where,")
    assert "701.48" in table.text
    audit = client.get("/api/v1/audit?source=wiki").json
    assert {one["where"].partition(":")[0] for one in audit["findings"]} == {"wiki"}
    assert client.get("/api/v1/editions").json["editions"][0]["edition"] == "2020-06-01"
