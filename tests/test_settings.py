"""The table of settings is what is read, and what the README says."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from kb.settings import SETTINGS, SettingError, Settings, load_settings

README = Path(__file__).resolve().parent.parent / "README.md"


def test_every_row_is_a_field_and_every_field_a_row() -> None:
    assert [row.name for row in SETTINGS] == [f.name for f in fields(Settings)]


def test_the_defaults_of_table_and_fields_agree() -> None:
    settings = load_settings({"MTGKB_HOME": "/x"})
    for row in SETTINGS:
        if row.name not in ("home", "database_url"):
            value = getattr(settings, row.name)
            assert value == row.default
            assert type(value) is type(row.default)


@pytest.mark.parametrize(
    ("variable", "text", "name", "value"),
    [
        ("MTGKB_PORT", "9000", "port", 9000),
        ("MTGKB_FALL_SHARE", "0.5", "fall_share", 0.5),
        ("MTGKB_LANG", "ja", "lang", "ja"),
        ("MTGKB_DATABASE_URL", "postgresql://db/kb", "database_url", "postgresql://db/kb"),
        ("MTGKB_PORT", "", "port", 8000),
    ],
)
def test_the_environment_sets_them(variable: str, text: str, name: str, value: object) -> None:
    assert getattr(load_settings({variable: text}), name) == value


def test_home_alone_places_everything() -> None:
    settings = load_settings({"MTGKB_HOME": "/srv/x"})
    assert settings.database_url == f"sqlite:///{Path('/srv/x/mtgkb.sqlite')}"
    assert settings.index_folder == Path("/srv/x/index")


def test_a_value_of_the_wrong_type_is_named_in_both_languages() -> None:
    with pytest.raises(SettingError, match=r"MTGKB_PORT is 'http'") as caught:
        load_settings({"MTGKB_PORT": "http"})
    assert "MTGKB_PORT" in caught.value.ja


@pytest.mark.parametrize(
    ("variable", "text", "wanted"),
    [("MTGKB_ENGINE", "lucene", "whoosh, tantivy"), ("MTGKB_LANG", "fr", "en, ja, both")],
)
def test_a_value_that_is_no_choice_is_refused_with_the_choices(variable: str, text: str, wanted: str) -> None:
    with pytest.raises(SettingError, match=f"{variable} is '{text}', expected one of {wanted}") as caught:
        load_settings({variable: text})
    assert wanted.replace(", ", "、") in caught.value.ja


def test_every_row_has_help_in_both_languages() -> None:
    for row in SETTINGS:
        assert re.search("[a-z]", row.en)
        assert re.search("[ぁ-ん]", row.ja)


def test_the_readme_names_every_setting_with_its_default_and_help() -> None:
    text = README.read_text(encoding="utf-8")
    for row in SETTINGS:
        assert f"| `{row.variable}` | {row.default} | {row.en} / {row.ja} |" in text, row.variable
