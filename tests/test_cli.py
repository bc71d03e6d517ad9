"""The command line: exit codes, both languages, JSON, and a quick start."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from click.testing import CliRunner, Result

from kb import update
from kb.cli import COMMANDS, main
from kb.commands.check import check_exit
from kb.lock import one_update
from kb.settings import load_settings
from kb.update import update_from
from tests.invented import rules_text

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with an edition of an invented game; the index is not built."""
    monkeypatch.setattr(update, "rebuild_index", lambda *_: None)
    for name in ("MTGKB_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MTGKB_HOME", str(tmp_path / "home"))
    (tmp_path / "rules.txt").write_text(rules_text("2020-01-01"), encoding="utf-8")
    update_from(load_settings(), "cr", tmp_path / "rules.txt")
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_every_command_of_the_table_is_there_with_help_in_both_languages() -> None:
    for name, (english, japanese) in COMMANDS.items():
        command = import_module(f"kb.commands.{name}").command
        assert isinstance(command, click.Command)
        assert command.name == name
        assert english
        assert any("ぁ" <= char <= "ん" for char in japanese)
        assert any("ぁ" <= char <= "ん" for char in command.help_ja)
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help_ja, f"{name} --{option.name}"


def test_help_is_in_the_readers_language(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "A rule, or a range" in run("--help").output
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert "ルールを番号で表示する" in run("--help").output
    assert "その版での条文" in run("rule", "--help").output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rule"], "エラー：引数が足りません"),
        (["rul", "7"], "コマンド 'rul' はありません"),
        (["rule", "--edtion", "x", "7"], "オプション '--edtion' はありません"),
        (["search", "--kind", "deck", "x"], "'deck' は使えません（使えるもの：'section', "),
        (["search", "--limit", "1000", "x"], "1000 は範囲外です"),
        (["--version"], "mtgkb"),
    ],
)
def test_wrong_usage_is_told_in_japanese_too(
    home: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str
) -> None:
    before = os.environ.get("LANGUAGE")
    monkeypatch.setenv("MTGKB_LANG", "ja")
    assert says in run(*arguments).output
    assert os.environ.get("LANGUAGE") == before
    monkeypatch.setenv("MTGKB_LANG", "en")
    assert "エラー" not in run(*arguments).output


def test_what_click_says_in_japanese_is_compiled_from_its_source() -> None:
    source = ROOT / "kb" / "commands" / "locale" / "ja" / "LC_MESSAGES" / "messages.po"
    with source.open("rb") as file:
        catalog = read_po(file, locale="ja")
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    assert source.with_suffix(".mo").read_bytes() == compiled.getvalue()


def test_a_rule_is_printed_with_its_subrules_and_source(home: Path) -> None:
    result = run("rule", "100.1")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "100.1. Widget 1"
    assert lines[1] == "  100.1a A widget turns. See rule 100.40."
    assert lines[2] == "    Example: A cog is a widget."
    assert lines[-1].startswith("Source: Magic: The Gathering Comprehensive Rules, 2020-01-01 ©")


def test_json_is_the_form_of_the_design(home: Path) -> None:
    rule = json.loads(run("rule", "CR:100.1a", "--json").output)
    expected = {"id", "number", "edition", "chapter", "text", "examples", "parent", "children"}
    assert set(rule) >= expected | {"previous", "next", "cites", "cited_by"}
    assert rule["id"] == "cr:100.1a"
    assert rule["text"] == {"en": "A widget turns. See rule 100.40.", "ja": None}
    many = json.loads(run("rule", "100.1a-b", "--json").output)
    assert [one["number"] for one in many] == ["100.1a", "100.1b"]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["rule", "100.99"], 1, "no rule '100.99'"),
        (["rule", "widget"], 2, "not a rule number: 'widget'"),
        (["rule", "100.1", "--edition", "1999-01-01"], 1, "1999-01-01"),
        (["rule", "100.99", "--lang", "ja"], 1, "ルール '100.99' はありません"),
        (["glossary", "sprocket"], 1, "no glossary entry 'sprocket'"),
        (["glossary", "cogs"], 0, "A small widget."),
        (["card", "Widget"], 1, "no card 'Widget'"),
        (["update", "mtgo", "--from", "."], 2, "no source 'mtgo'"),
        (["update", "cr", "--from", "nowhere"], 2, "no such file or folder: 'nowhere'"),
        (["update", "--from", "."], 2, "--from needs one source"),
        (["status", "--lang", "both"], 0, "current / 現行 2020-01-01"),
        (["ask", " "], 2, "the question is empty"),
        (["nonsense"], 2, "No such command"),
        (["rule"], 2, "Missing argument"),
    ],
)
def test_exit_codes_and_messages(home: Path, arguments: list[str], code: int, says: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, says in result.output) == (code, True), result.output


def test_an_error_leaves_standard_output_empty(home: Path) -> None:
    result = run("rule", "100.99", "--json")
    assert result.stdout == ""
    assert "100.99" in result.stderr


def test_status_lists_sources_editions_and_terms(home: Path) -> None:
    status = json.loads(run("status", "--json").output)
    edition = status["sources"]["cr"]["editions"][0]
    assert (edition["edition"], edition["rules"], edition["subrules"]) == ("2020-01-01", 40, 80)
    assert status["sources"]["cr"]["current"] == "2020-01-01"
    assert status["terms"] > 100
    assert set(status["index"]) >= {"engine", "documents"}


def test_an_update_prints_what_came_in(home: Path) -> None:
    (home / "new.txt").write_text(rules_text("2021-01-01", 41), encoding="utf-8")
    dry = run("update", "cr", "--from", str(home / "new.txt"), "--dry-run")
    assert "cr 2021-01-01: sections 1, chapters 1, rules 41, subrules 82" in dry.output
    assert "nothing was changed" in dry.output
    assert "2020-01-01" in run("status").output.splitlines()[0]
    done = run("update", "cr", "--from", str(home / "new.txt"))
    assert done.exit_code == 0
    assert "2021-01-01" in run("status").output.splitlines()[0]


def test_a_refused_update_quotes_its_lines_in_both_languages_and_ends_with_2(home: Path) -> None:
    (home / "bad.txt").write_text(rules_text("2021-01-01", 10), encoding="utf-8")
    result = run("update", "cr", "--from", str(home / "bad.txt"), "--lang", "both")
    assert result.exit_code == 2
    assert "10 rules where the last edition has 40" in result.stderr
    assert "前の版は40" in result.stderr
    assert "'100.10. Widget 10'" in result.stderr


def test_a_second_update_says_that_one_is_running(home: Path) -> None:
    with one_update(load_settings()):
        result = run("update", "cr", "--from", str(home / "rules.txt"), "--lang", "ja")
    assert result.exit_code == 2
    assert "別の更新が実行中" in result.stderr


def check(status: str, ok: bool | None = None) -> dict[str, Any]:
    return {"status": status, "ok": ok}


@pytest.mark.parametrize(
    ("checks", "code"),
    [
        ([], 0),
        ([check("determined", True)], 0),
        ([check("determined", None)], 0),
        ([check("determined", False), check("undetermined")], 1),
        ([check("determined", True), check("undetermined")], 3),
        ([check("unreached")], 3),
    ],
)
def test_check_ends_with_the_worst_of_its_checks(checks: list[dict[str, Any]], code: int) -> None:
    assert check_exit([{"checks": checks}]) == code


ANSWER = {
    "question": "?",
    "lang": "en",
    "verdict": "undetermined",
    "value": None,
    "answer": {"en": "It cannot be told.", "ja": "判断できません。"},
    "because": [{"rule": "100.1", "say": {"en": "turns", "ja": "回る"}}],
    "understood": {"scenario": {}, "say": {"en": "A cog", "ja": "歯車"}},
    "assumptions": [{"en": "Costs are payable.", "ja": "コストは支払えるものとする。"}],
    "not_modelled": [{"card": "Cog", "text": "Spin", "why": "unknown"}],
    "related": [],
}


def test_an_answer_is_printed_with_its_rules(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = SimpleNamespace(ask=lambda *_: SimpleNamespace(to_json=lambda: ANSWER))
    monkeypatch.setitem(sys.modules, "kb.answer", answer)
    result = run("ask", "What", "turns?", "--lang", "ja")
    assert result.exit_code == 3
    assert result.output.splitlines()[:2] == ["判断できません。", "  100.1: 回る"]
    assert json.loads(run("ask", "x", "--json").output) == ANSWER


def test_a_rule_is_shown_without_loading_what_it_does_not_need(home: Path) -> None:
    heavy = {"whoosh", "sudachipy", "flask", "bs4", "rich", "gunicorn"}
    code = (
        "import sys; from kb.cli import main\n"
        "try: main(['rule', '100.1'])\n"
        f"except SystemExit as end: print(end.code, sorted({heavy!r} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.splitlines()[-1] == "0 []", done.stderr


def test_a_port_that_is_taken_is_said_to_be(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = CliRunner(env={"MTGKB_HOME": str(tmp_path), "MTGKB_LANG": "ja"}).invoke(
            main, ["serve", "--port", str(port)]
        )
    assert told.exit_code == 2
    assert f"ポート {port}" in told.output
