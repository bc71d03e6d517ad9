"""Updates: what comes in, what is refused, and that nothing is ever half written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kb import update
from kb.errors import BadInput, Busy
from kb.indexing import mend_index
from kb.library import Library
from kb.lock import one_update
from kb.settings import Settings, load_settings
from kb.sources.model import UpdateFailed
from kb.store import Store
from kb.update import update_from
from scraper.cr_model import Fault
from tests.invented import rules_text
from tests.shared import CR, WIKI, needs_shared

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A home of its own; the index is not built."""
    monkeypatch.setattr(update, "rebuild_index", lambda *_: None)
    return load_settings({"MTGKB_HOME": str(tmp_path / "home")})


def write(path: Path, text: str) -> Path:
    path.write_bytes(text.encode("utf-8-sig"))
    return path


@pytest.fixture
def good(settings: Settings, tmp_path: Path) -> Settings:
    """A home that holds the edition 2020-01-01 with 40 rules."""
    update_from(settings, "cr", write(tmp_path / "good.txt", rules_text("2020-01-01")))
    return settings


def held(settings: Settings) -> tuple[str | None, int, str]:
    """Current edition, its number of rules, and the text of 100.1a."""
    store = Store.open(settings)
    entry = store.status()["sources"]["cr"]
    rules = sum(1 for _ in store.documents("rule", "cr"))
    return entry["current"], rules, store.get("cr:100.1a").text


GOOD = ("2020-01-01", 40, "A widget turns. See rule 100.40.")
CHANGED = ("2021-01-01", 41, "Changed. A widget turns. See rule 100.41.")


def test_a_home_that_cannot_be_written_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    settings = load_settings({"MTGKB_HOME": str(tmp_path / "file" / "home")})
    with pytest.raises(BadInput, match=r"cannot be written .* MTGKB_HOME names another") as caught:
        update_from(settings, "cr", write(tmp_path / "good.txt", rules_text("2020-01-01")))
    assert "書き込めません" in caught.value.ja


def test_an_edition_comes_in_with_its_counts_and_citations(good: Settings) -> None:
    store = Store.open(good)
    assert held(good) == GOOD
    entry = store.editions("cr")[0]
    assert dict(entry.counts) == {
        "sections": 1, "chapters": 1, "rules": 40, "subrules": 80, "examples": 40, "glossary": 2,
    }  # fmt: skip
    assert entry.origin == "good.txt"
    assert {c.source for c in store.cited_by("cr:100.40")} == {f"cr:100.{n}a" for n in range(1, 41)}
    success, failure = store.attempts()["cr"]
    assert success is not None
    assert failure is None


def test_a_folder_comes_in_in_any_order_and_is_dated_by_its_text(settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "editions"
    folder.mkdir()
    write(folder / "a.txt", rules_text("2021-01-01", 42))
    write(folder / "b.txt", rules_text("2019-01-01", 40))
    write(folder / "c.txt", rules_text("2020-01-01", 41))
    (folder / "README.md").write_text("not an edition", encoding="utf-8")
    report = update_from(settings, "cr", folder)
    assert [imported.edition for imported in report.imported] == ["2019-01-01", "2020-01-01", "2021-01-01"]
    assert report.skipped == ("README.md",)
    assert held(settings)[0] == "2021-01-01"


def test_an_edition_of_the_future_is_kept_and_not_current(good: Settings, tmp_path: Path) -> None:
    update_from(good, "cr", write(tmp_path / "next.txt", rules_text("2999-01-01", 41)))
    assert held(good) == GOOD
    assert [info.standing for info in Store.open(good).editions("cr")] == ["current", "future"]


def test_a_dry_run_tells_everything_and_changes_nothing(good: Settings, tmp_path: Path) -> None:
    generation = Store.open(good).generation()
    report = update_from(good, "cr", write(tmp_path / "x.txt", rules_text("2021-01-01", 41)), dry_run=True)
    assert report.imported[0].counts["rules"] == 41
    assert held(good) == GOOD
    assert Store.open(good).generation() == generation


@pytest.mark.parametrize(
    ("text", "says", "quotes"),
    [
        (rules_text("2021-01-01", 20), "20 rules where the last edition has 40", "100.20. Widget 20"),
        (rules_text("2021-01-01", 40)[:2500], "no glossary", "Rules of an invented game"),
        (
            rules_text("2021-01-01").replace("These rules", "Those rules"),
            "no effective date",
            "Rules of an inv",
        ),
        ("<!DOCTYPE html>\n<html><body>Moved</body></html>", "this is a web page", "<!DOCTYPE html>"),
        ("", "no effective date", ""),
    ],
)
def test_a_bad_edition_is_refused_with_its_lines_and_the_last_good_one_stays(
    good: Settings, tmp_path: Path, text: str, says: str, quotes: str
) -> None:
    with pytest.raises(UpdateFailed) as caught:
        update_from(good, "cr", write(tmp_path / "bad.txt", text))
    assert says in caught.value.en
    assert quotes in caught.value.en
    assert "bad.txt" in caught.value.ja
    assert held(good) == GOOD
    failure = Store.open(good).attempts()["cr"][1]
    assert failure is not None
    assert says in failure.en


def test_one_bad_file_of_a_folder_stops_all_and_every_bad_one_is_named(
    good: Settings, tmp_path: Path
) -> None:
    folder = tmp_path / "editions"
    folder.mkdir()
    write(folder / "a.txt", rules_text("2021-01-01", 41))
    write(folder / "b.txt", "nothing")
    (folder / "c.txt").write_bytes(b"\xef\xbb\xbfa\xff")
    with pytest.raises(UpdateFailed) as caught:
        update_from(good, "cr", folder)
    assert {name for name, _ in caught.value.faults} == {"b.txt", "c.txt"}
    assert held(good) == GOOD


def test_of_very_many_faults_the_first_and_the_last_are_shown(settings: Settings) -> None:
    faults = [("a.txt", Fault(f"fault {at}", f"誤り{at}")) for at in range(100)]
    error = UpdateFailed("cr", faults)
    lines = error.en.splitlines()[1:]
    assert lines[0] == "a.txt: fault 0"
    assert lines[6] == "… 88 more …"
    assert lines[-1] == "a.txt: fault 99"
    assert len(lines) == 13
    assert "…ほか88件…" in error.ja
    assert len(error.faults) == 100


def test_what_is_not_there_is_wrong_input(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file or folder"):
        update_from(settings, "cr", tmp_path / "nowhere")
    with pytest.raises(BadInput, match=r"no file ending in \.txt"):
        update_from(settings, "cr", tmp_path)
    with pytest.raises(BadInput, match="no source 'mtgo'"):
        update_from(settings, "mtgo", tmp_path)


def test_a_second_update_at_the_same_time_says_so(good: Settings, tmp_path: Path) -> None:
    with one_update(good), pytest.raises(Busy, match="another update is running"):
        update_from(good, "cr", write(tmp_path / "x.txt", rules_text("2021-01-01", 41)))
    assert held(good) == GOOD
    update_from(good, "cr", tmp_path / "x.txt")


def start(settings: Settings, module: str, step: str, when: str, *arguments: str) -> subprocess.Popen[str]:
    """`mtgkb ARGUMENTS` in a process of its own that stops at a step."""
    command = [sys.executable, "-m", "tests.kill_at", module, step, when, *arguments]
    environ = {**os.environ, "MTGKB_HOME": str(settings.home)}
    return subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True)


def killed(settings: Settings, module: str, step: str, when: str, *arguments: str) -> int:
    """The exit code of `mtgkb ARGUMENTS`, killed at that step."""
    with start(settings, module, step, when, *arguments) as process:
        return process.wait(timeout=120)


def mtgkb(settings: Settings, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`mtgkb ARGUMENTS` in a process of its own."""
    command = [sys.executable, "-c", "from kb.cli import main; main()", *arguments]
    environ = {**os.environ, "MTGKB_HOME": str(settings.home)}
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=120)


STEPS = [
    ("kb.update", "import_files", "before", GOOD),
    ("kb.sources.cr", "decode", "after", GOOD),
    ("kb.sources.cr", "parse_cr", "after", GOOD),
    ("kb.sources.cr", "validate", "after", GOOD),
    ("kb.store_write", "document_row", "before", GOOD),
    ("kb.store_write", "_insert", "after", GOOD),
    ("kb.pipeline", "stage_one", "after", GOOD),
    ("kb.store_write", "delete_editions", "after", GOOD),
    ("kb.pipeline", "promote_edition", "after", GOOD),
    ("kb.update", "rebuild_index", "before", CHANGED),
]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize(("module", "step", "when", "expected"), STEPS)
def test_a_kill_at_any_step_leaves_a_good_state(
    good: Settings, tmp_path: Path, module: str, step: str, when: str, expected: tuple[str, int, str]
) -> None:
    new = write(tmp_path / "new.txt", rules_text("2021-01-01", 41, changed="Changed. "))
    assert killed(good, module, step, when, "update", "cr", "--from", str(new)) == -9
    assert held(good) == expected
    update_from(good, "cr", new)
    assert held(good) == CHANGED


CARD_STEPS = [
    ("kb.sources.cards", "sort_files", "after"),
    ("scraper.card_lines", "card_of", "after"),
    ("kb.store_write", "names_of", "before"),
    ("kb.store_write", "_insert", "after"),
    ("kb.pipeline", "promote_edition", "before"),
]


def card_lines(path: Path, *texts: str) -> Path:
    """A file of invented cards with these texts."""
    rows = [
        {"name": f"Cog {at}", "layout": "normal", "types": ["Artifact"], "text": text, "name_ja": f"歯車{at}"}
        for at, text in enumerate(texts)
    ]
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize(("module", "step", "when"), CARD_STEPS)
def test_a_kill_while_cards_come_in_leaves_the_cards_held(
    settings: Settings, tmp_path: Path, module: str, step: str, when: str
) -> None:
    update_from(settings, "cards", card_lines(tmp_path / "old.jsonl", "Turns.", "Stops."))
    new = card_lines(tmp_path / "new.jsonl", "Spins.", "Stops.", "Waits.")
    assert killed(settings, module, step, when, "update", "cards", "--from", str(new)) == -9
    store = Store.open(settings)
    assert {document.text for document in store.documents("card")} == {"Turns.", "Stops."}
    assert store.find_named("card", ["歯車2"]) == []
    update_from(settings, "cards", new)
    assert {document.text for document in store.documents("card")} == {"Spins.", "Stops.", "Waits."}
    assert store.find_named("card", ["歯車2"]) == ["card:Cog 2"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize(("module", "step"), [("kb.update", "rebuild_index"), ("index.layout", "publish")])
def test_an_index_that_a_kill_left_behind_is_told_and_mended(tmp_path: Path, module: str, step: str) -> None:
    settings = load_settings({"MTGKB_HOME": str(tmp_path / "home")})
    library = Library.open(settings)
    assert {hit.kind for hit in library.search("sprocketing widget").hits} <= {"term"}
    new = write(tmp_path / "new.txt", rules_text("2020-01-01", changed="Sprocketing. "))
    assert killed(settings, module, step, "before", "update", "cr", "--from", str(new)) == -9
    assert library.status()["index"]["behind"] is True
    mend_index(settings, library.store)
    assert [hit.id for hit in library.search("sprocketing").hits] == ["cr:100.1a"]
    assert library.status()["index"]["behind"] is False


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_of_two_updates_at_once_the_second_says_so_and_a_kill_lets_go(good: Settings, tmp_path: Path) -> None:
    new = str(write(tmp_path / "new.txt", rules_text("2021-01-01", 41)))
    first = start(good, "kb.update", "import_files", "wait", "update", "cr", "--from", new)
    assert first.stdout is not None
    assert first.stdout.readline() == "waiting\n"
    second = mtgkb(good, "update", "cr", "--from", new, "--lang", "en")
    assert (second.returncode, "another update is running" in second.stderr) == (2, True), second.stderr
    first.kill()
    first.wait(timeout=30)
    first.stdout.close()
    update_from(good, "cr", new)
    assert held(good)[0] == "2021-01-01"


def test_pages_come_in_beside_those_held(settings: Settings, tmp_path: Path) -> None:
    update_from(
        settings,
        "wiki",
        write(tmp_path / "歯車.txt", "歯車/Cogは、回るもの。\n\nルール\n\n• rule 702.170参照\n"),
    )
    update_from(
        settings, "wiki", write(tmp_path / "部品.html", "<p><b>部品</b>/<i>Widget</i>は、止まるもの。</p>")
    )
    store = Store.open(settings)
    assert {document.id for document in store.documents("wiki")} == {
        "wiki:歯車",
        "wiki:歯車#ルール",
        "wiki:部品",
    }
    assert [c.source for c in store.cited_by("cr:702.170")] == ["wiki:歯車#ルール"]


def test_one_unreadable_page_among_many_is_left_out_and_named(settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for at in range(60):
        write(folder / f"頁{at}.txt", f"頁{at}/Page {at}は、{at}番目の頁。")
    update_from(settings, "wiki", folder)
    write(folder / "頁7.txt", "\n")
    write(folder / "頁8.txt", "頁8/Page 8は、書き直された頁。")
    [imported] = update_from(settings, "wiki", folder).imported
    assert [note.en for note in imported.notes] == ["頁7.txt: no text of a wiki page in it"]
    assert imported.counts["pages"] == 60
    assert imported.edition == ""  # the pages have no date of revision
    store = Store.open(settings)
    assert "7番目" in store.get("wiki:頁7").text
    assert "書き直された" in store.get("wiki:頁8").text


def test_a_page_given_twice_is_held_once(settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    write(folder / "歯車.html", "<p><b>歯車</b>/<i>Cog</i>は、古い頁。</p>")
    write(folder / "歯車.txt", "歯車/Cogは、新しい頁。")
    [imported] = update_from(settings, "wiki", folder).imported
    assert imported.counts == {"pages": 1}
    assert "新しい" in Store.open(settings).get("wiki:歯車").text


def test_a_page_without_text_is_refused(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(UpdateFailed, match="no text of a wiki page"):
        update_from(settings, "wiki", write(tmp_path / "空.txt", "\n\n"))


@needs_shared
def test_the_real_rules_and_pages_come_in(settings: Settings) -> None:
    update_from(settings, "cr", CR / "2026-01-16.txt")
    [pages] = update_from(settings, "wiki", WIKI).imported
    assert pages.edition == "2024-04-19"
    status = Store.open(settings).status()["sources"]
    entry = status["cr"]["editions"][0]
    counts = [entry[name] for name in ("sections", "chapters", "rules", "subrules", "examples", "glossary")]
    assert counts == [9, 146, 1157, 1957, 276, 725]
    assert entry["sha256"] == "abe9528405163b2a296b2b75b713814907e2bb51bbe3ffbbafabe7da01b7f7b5"
    assert status["cr"]["current"] == "2026-01-16"
    assert status["wiki"]["pages"] == 4


@needs_shared
def test_all_real_editions_come_in_as_one_folder(settings: Settings) -> None:
    report = update_from(settings, "cr", CR)
    assert len(report.imported) == 24
    assert Store.open(settings).get("cr:309", "2023-11-17").title.en == "Dungeons"
    store = Store.open(settings)
    assert store.status()["sources"]["cr"]["current"] == "2026-01-16"


@needs_shared
def test_half_of_the_real_rules_is_refused(settings: Settings, tmp_path: Path) -> None:
    update_from(settings, "cr", CR / "2025-11-14.txt")
    data = (CR / "2026-01-16.txt").read_bytes()
    (tmp_path / "half.txt").write_bytes(data[: len(data) // 2])
    with pytest.raises(UpdateFailed):
        update_from(settings, "cr", tmp_path / "half.txt")
    assert Store.open(settings).status()["sources"]["cr"]["current"] == "2025-11-14"
