"""The Japanese rules beside the English ones in the store."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from kb import update
from kb.settings import Settings, load_settings
from kb.sources.model import UpdateFailed
from kb.store import Store
from kb.update import update_from
from tests.invented import rules_text

FIXTURES = Path(__file__).parent / "fixtures" / "cr_ja"
TEXT = (FIXTURES / "JPN_CR_20310501_2.txt").read_text(encoding="utf-8")
TODAY = date(2032, 1, 1)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A home of its own; the index is not built."""
    monkeypatch.setattr(update, "rebuild_index", lambda *_: None)
    return load_settings({"MTGKB_HOME": str(tmp_path / "home")})


def write(path: Path, text: str) -> Path:
    path.write_bytes(text.encode("utf-8-sig"))
    return path


def held(settings: Settings) -> dict[str, str]:
    """The name of the translation held of each edition."""
    store = Store.open(settings, today=lambda: TODAY)
    return {
        info.edition: store.get("cr:1", info.edition, lang="ja").source.name
        for info in store.editions("cr-ja")
    }


def name(version: str) -> str:
    return f"マジック総合ルール（和訳 {version} 版）"


def test_both_languages_are_held_under_one_id(settings: Settings, tmp_path: Path) -> None:
    update_from(settings, "cr", write(tmp_path / "en.txt", rules_text("2020-01-01")))
    update_from(settings, "cr-ja", write(tmp_path / "ja.txt", TEXT.replace("20310501.2", "20200101.0")))
    store = Store.open(settings)
    assert store.get("cr:100.1a").lang == "en"
    assert store.get("cr:100.1a", lang="ja").text.startswith("部品とは")
    assert store.get("glossary:Watch", lang="ja").title.ja == "見張る"


def test_of_a_folder_the_last_correction_is_held(settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "ja"
    folder.mkdir()
    write(folder / "a.txt", TEXT)
    write(folder / "b.txt", TEXT.replace("20310501.2", "20310501.0"))
    write(folder / "c.html", (FIXTURES / "mtg-jp.html").read_text(encoding="utf-8").replace("501.2", "501.1"))
    write(folder / "d.txt", TEXT.replace("20310501.2", "20300101.0"))
    update_from(settings, "cr-ja", folder)
    assert held(settings) == {"2030-01-01": name("20300101.0"), "2031-05-01": name("20310501.2")}


def test_a_later_correction_takes_the_place_and_an_earlier_one_does_not(
    settings: Settings, tmp_path: Path
) -> None:
    update_from(settings, "cr-ja", write(tmp_path / "1.txt", TEXT.replace("20310501.2", "20310501.1")))
    update_from(settings, "cr-ja", write(tmp_path / "2.txt", TEXT))
    assert held(settings) == {"2031-05-01": name("20310501.2")}
    with pytest.raises(UpdateFailed, match="correction 1 of the translation of 2031-05-01, and correction 2"):
        update_from(settings, "cr-ja", tmp_path / "1.txt")
    assert held(settings) == {"2031-05-01": name("20310501.2")}


def test_half_a_translation_is_refused(settings: Settings, tmp_path: Path) -> None:
    update_from(settings, "cr-ja", write(tmp_path / "1.txt", TEXT.replace("20310501.2", "20300101.0")))
    half = TEXT[: TEXT.index("701.2k")] + TEXT[TEXT.index("--------\n10. 用語集") :]
    with pytest.raises(UpdateFailed, match="702"):
        update_from(settings, "cr-ja", write(tmp_path / "2.txt", half))
    assert list(held(settings)) == ["2030-01-01"]


@pytest.mark.parametrize("text", ["", "<html><body>移転しました</body></html>", "ただの文章"])
def test_something_else_is_refused(settings: Settings, tmp_path: Path, text: str) -> None:
    with pytest.raises(UpdateFailed, match="no edition date"):
        update_from(settings, "cr-ja", write(tmp_path / "x.html", text))
