"""Questions in words: those handed over, our own, other wordings, and those that nobody may answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

import kb.answer
from kb.answer import ask
from kb.cli import main
from kb.library import Library
from kb.settings import load_settings
from scraper.wiki import parse_saved
from tests.asking import library_with_cards
from tests.shared import CASES, WIKI, needs_shared

pytestmark = needs_shared
HERE = Path(__file__).parent / "cases"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return library_with_cards(tmp_path_factory.mktemp("home"))


@pytest.fixture(autouse=True)
def _no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is searched beside an answer is the search's own business."""
    monkeypatch.setattr(kb.answer, "_related", lambda *_: ())


def handed() -> dict[str, dict[str, Any]]:
    text = (CASES / "questions.jsonl").read_text(encoding="utf-8")
    return {one["id"]: one for one in map(json.loads, text.splitlines())}


def _load(name: str) -> Any:
    return yaml.safe_load((HERE / name).read_text(encoding="utf-8"))


def test_other_words_never_give_another_answer(library: Library) -> None:
    questions, rows = handed(), _load("rephrased.yaml")
    other = []
    assert set(rows) == set(questions)
    for name, langs in rows.items():
        for lang in ("en", "ja"):
            assert len(langs[lang]) >= 3
            for question in langs[lang]:
                assert question != questions[name][lang]
                verdict = ask(question, None, library).verdict
                if verdict not in (questions[name]["verdict"], "undetermined"):
                    other.append((name, question, verdict))
    assert not other


def test_the_sentence_never_contradicts_the_verdict(library: Library) -> None:
    asked = [one[lang] for one in handed().values() for lang in ("en", "ja")]
    asked += [question for _, en, ja, _, _ in _load("questions.yaml") for question in (en, ja)]
    other = {"yes": ("No", "いいえ"), "no": ("Yes", "はい")}
    answers = [ask(question, None, library) for question in asked]
    assert [
        (one.question, one.verdict, one.answer)
        for one in answers
        if one.verdict in other
        and (one.answer.en.startswith(other[one.verdict][0] + ".") or one.answer.en.startswith(other[one.verdict][0] + ",")
             or one.answer.ja.startswith(other[one.verdict][1]))
    ] == []  # fmt: skip
    assert [one.question for one in answers if not (one.answer.en and one.answer.ja)] == []


def test_the_proof_is_short_and_in_both_languages(library: Library) -> None:
    for one in handed().values():
        answer = ask(one["en"], None, library).to_json()
        assert len(answer["because"]) <= 5
        for step in answer["because"]:
            assert step["say"]["en"]
            assert step["say"]["ja"]
        if answer["verdict"] != "undetermined":
            assert answer["understood"]["say"]["en"].rstrip().endswith("?")
            assert answer["understood"]["say"]["ja"]


def test_a_japanese_sentence_names_cards_in_japanese(library: Library) -> None:
    answer = ask("ケランの加入で長角の名手を追放したら２点飛ばせる？", None, library)
    assert answer.understood is not None
    assert "《長角の名手》" in answer.understood.ja
    assert "Longhorn" not in answer.understood.ja


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("does longhorn sharpshoter trigger when kellan joins up exiles it", "Longhorn Sharpshooter"),
        (
            "オーロック博士がいるとき長角の名手を計画できますか？",
            "Doc Aurlock, Grizzled Genius",
        ),
    ],
)
def test_a_name_is_known_in_part_and_misspelt(library: Library, question: str, name: str) -> None:
    answer = ask(question, None, library)
    assert answer.verdict in ("yes", "no")
    assert answer.understood is not None
    assert name in answer.understood.en


def test_of_cards_with_the_same_name_each_is_played(library: Library) -> None:
    """Every Fblthp gives the same answer; where they didn't, it would be asked which."""
    answer = ask("Does Fblthp trigger when a creature dies?", None, library)
    assert answer.verdict in ("no", "undetermined")


def test_an_unknown_word_is_named(library: Library) -> None:
    answer = ask("Can I plot a xylophone in my upkeep?", None, library)
    assert answer.verdict == "undetermined"
    assert "xylophone" in answer.answer.en
    assert "xylophone" in answer.answer.ja


def test_the_same_words_give_the_same_answer(library: Library) -> None:
    question = "With Hardened Scales and Doubling Season, does one +1/+1 counter become four?"
    assert ask(question, None, library).to_json() == ask(question, None, library).to_json()


def test_a_list_of_questions_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "list.jsonl"
    path.write_text(
        '{"id": "a", "en": "Does plotting use the stack?", "ja": "計画はスタックを使いますか？"}\n',
        encoding="utf-8",
    )
    env = {"MTGKB_HOME": str(tmp_path / "home"), "MTGKB_LANG": "en"}
    done = CliRunner().invoke(main, ["ask", "--file", str(path), "--json"], env=env)
    answers = json.loads(done.output)
    assert done.exit_code == 0
    assert [(one["id"], one["lang"], one["verdict"]) for one in answers] == [
        ("a", "en", "no"),
        ("a", "ja", "no"),
    ]
    assert CliRunner().invoke(main, ["ask"], env=env).exit_code == 2


@pytest.fixture(scope="module")
def wiki_library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    library = Library.open(load_settings({"MTGKB_HOME": str(tmp_path_factory.mktemp("wiki"))}))
    pages = [parse_saved(path.read_text(encoding="utf-8"), path.stem) for path in sorted(WIKI.glob("*.txt"))]
    documents = [document for page in pages for document in page.documents()]
    library.store.replace("wiki", "", documents, sha256="", origin="saved pages")
    return library


@pytest.mark.parametrize(
    "question",
    [
        "Does plot trigger when Make Your Own Luck exiles it?",
        "自ら運を掴めで追放したとき、計画は誘発しますか？",
        "自ら運を掴めで長角の名手を追放したら、長角の名手の能力は誘発する？",
    ],
)
def test_without_card_data_the_boxes_of_wiki_pages_serve(wiki_library: Library, question: str) -> None:
    answer = ask(question, None, wiki_library)
    assert answer.verdict == "yes"
    assert answer.because[0].rule == "702.170c"
    assert answer.scenario is not None
    assert "Make Your Own Luck" in answer.scenario["cards"]


def test_the_command_line_shows_an_undetermined_answer(tmp_path: Path) -> None:
    env = {"MTGKB_HOME": str(tmp_path / "home"), "MTGKB_LANG": "en"}
    done = CliRunner().invoke(main, ["ask", "Does Longhorn Sharpshooter trigger?"], env=env)
    assert done.exit_code == 3
    assert "longhorn" in done.output.lower()
    assert "No cards are loaded" in done.output
