"""Cards and rulings of every form: faces, Japanese names, readings, streams, and what is broken."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest

from scraper.card_model import SOURCE, Card, card_document, faces_of
from scraper.cards import CardFile, CardFileError, Sorted, form_of, read_cards, read_rulings, sort_files
from tests.shared import CARDS, needs_shared

ORACLE = [
    {
        "object": "card", "oracle_id": "o-1", "name": "Test Bear", "lang": "en", "layout": "normal",
        "mana_cost": "{1}{G}", "cmc": 2.0, "type_line": "Creature — Bear", "oracle_text": "Trample",
        "power": "2", "toughness": "2", "colors": ["G"], "set": "tst", "released_at": "2031-05-01",
    },
    {
        "object": "card", "oracle_id": "o-2", "name": "Sun // Moon", "lang": "en", "layout": "split",
        "mana_cost": "{R} // {U}", "cmc": 2.0, "type_line": "Instant // Instant", "colors": ["U", "R"],
        "card_faces": [
            {"name": "Sun", "mana_cost": "{R}", "type_line": "Instant", "oracle_text": "Shine."},
            {"name": "Moon", "mana_cost": "{U}", "type_line": "Instant", "oracle_text": "Wane."},
        ],
    },
    {
        "object": "card", "oracle_id": "o-3", "name": "Day Cat // Night Cat", "lang": "en", "layout": "transform",
        "cmc": 1.0, "type_line": "Creature — Cat // Creature — Cat",
        "card_faces": [
            {"name": "Day Cat", "mana_cost": "{W}", "type_line": "Creature — Cat", "oracle_text": "Turn.",
             "power": "1", "toughness": "1", "colors": ["W"]},
            {"name": "Night Cat", "mana_cost": "", "type_line": "Creature — Cat", "oracle_text": "",
             "power": "3", "toughness": "3", "colors": ["B"], "color_indicator": ["B"]},
        ],
    },
    {"object": "card", "oracle_id": "o-4", "name": "Test Bear", "lang": "en", "layout": "token",
     "type_line": "Token Creature — Bear"},
    {"object": "card", "oracle_id": "o-5", "name": "Hall of Tests", "lang": "en", "layout": "normal",
     "type_line": "Artifact — Attraction", "cmc": 0.0, "oracle_text": "Visit — Test.", "attraction_lights": [2, 6]},
]  # fmt: skip


def printing(name: str, released: str, **more: Any) -> dict[str, Any]:
    return {"object": "card", "name": name, "lang": "ja", "layout": "normal", "released_at": released, **more}


ALL = [
    *ORACLE,
    printing("Test Bear", "2030-01-01", printed_name="試験（しけん）熊（くま）", printed_text="トランプル",
             printed_type_line="クリーチャー ― 熊"),
    printing("Test Bear", "2031-06-01", printed_name="検査熊", set="new"),
    printing("Test Bear", "2032-01-01", printed_name="undefined"),
    printing("Hall of Tests", "2031-05-01", printed_name="鏡の間"),
    printing("Sun // Moon", "2031-05-01", card_faces=[
        {"name": "Sun", "printed_name": "太陽", "printed_text": "照らす。"}, {"name": "Moon", "printed_name": "月", "printed_text": "欠ける。"}]),
]  # fmt: skip
RULINGS = [
    {
        "object": "ruling",
        "oracle_id": "o-3",
        "source": "wotc",
        "published_at": "2031-05-02",
        "comment": "It turns.",
    },
    {
        "object": "ruling",
        "oracle_id": "o-9",
        "source": "wotc",
        "published_at": "2031-05-02",
        "comment": "Lost.",
    },
]
ATOMIC = {
    "meta": {"date": "2031-05-01", "version": "5.3.0"},
    "data": {
        "Test Bear": [
            {"name": "Test Bear", "layout": "normal", "manaCost": "{1}{G}", "manaValue": 2.0, "colors": ["G"],
             "type": "Creature — Bear", "text": "Trample", "power": "2", "toughness": "2", "printings": ["TST"],
             "foreignData": [{"language": "French", "name": "Ours"},
                             {"language": "Japanese", "name": "試験（しけん）熊（くま）", "text": "トランプル"}],
             "rulings": [{"date": "2031-06-01", "text": "Second."}, {"date": "2031-05-01", "text": "First."}]}],
        "Sun // Moon": [
            {"name": "Sun // Moon", "faceName": "Sun", "side": "a", "layout": "split", "manaCost": "{R}",
             "manaValue": 2.0, "type": "Instant", "text": "Shine.", "colors": ["R"],
             "foreignData": [{"language": "Japanese", "faceName": "太陽", "name": "太陽 // 月"}],
             "rulings": [{"date": "2031-05-01", "text": "Both."}]},
            {"name": "Sun // Moon", "faceName": "Moon", "side": "b", "layout": "split", "manaCost": "{U}",
             "manaValue": 2.0, "type": "Instant", "text": "Wane.", "colors": ["U"],
             "foreignData": [{"language": "Japanese", "faceName": "月", "name": "太陽 // 月"}],
             "rulings": [{"date": "2031-05-01", "text": "Both."}]}],
        "Hall of Tests": [
            {"name": "Hall of Tests", "layout": "normal", "type": "Artifact — Attraction", "attractionLights": [2, 6]},
            {"name": "Hall of Tests", "layout": "normal", "type": "Artifact — Attraction", "attractionLights": [4, 6]}],
    },
}  # fmt: skip


def file_of(name: str, content: bytes | list[Any] | dict[str, Any]) -> CardFile:
    data = content if isinstance(content, bytes) else json.dumps(content, ensure_ascii=False).encode()
    return CardFile(name, lambda: io.BytesIO(data), len(data))


def files(**named: bytes | list[Any] | dict[str, Any]) -> Sorted:
    return sort_files([file_of(f"{name}.json", content) for name, content in named.items()])


@pytest.fixture(scope="module")
def scryfall() -> dict[str, Card]:
    return {card.name: card for card in read_cards(files(all_cards=ALL, oracle_cards=ORACLE))}


def test_tokens_are_no_cards_and_every_name_comes_once(scryfall: dict[str, Card]) -> None:
    assert list(scryfall) == ["Test Bear", "Sun // Moon", "Day Cat", "Hall of Tests"]
    assert scryfall["Test Bear"].faces[0].type_line == "Creature — Bear"


def test_furigana_is_a_reading_and_the_newest_text_counts(scryfall: dict[str, Card]) -> None:
    face = scryfall["Test Bear"].faces[0]
    assert (face.name_ja, face.reading) == ("検査熊", "")
    assert face.text_ja == "トランプル"  # the newest name and the newest text may be of two printings
    [older] = read_cards(files(default=[ORACLE[0], ALL[len(ORACLE)]]))
    assert (older.faces[0].name_ja, older.faces[0].reading) == ("試験熊", "しけんくま")


def test_every_japanese_name_is_kept_newest_first_and_undefined_is_none(scryfall: dict[str, Card]) -> None:
    assert scryfall["Test Bear"].names_ja == ("検査熊", "試験熊")
    document = card_document(scryfall["Test Bear"], SOURCE)
    assert document.title.ja == "検査熊"
    assert set(document.facts["names_ja"]) == {"試験熊", "検査熊"}
    assert document.facts["sets"] == ("TST", "NEW")


def test_a_split_card_has_two_names_and_a_transforming_one_its_fronts(scryfall: dict[str, Card]) -> None:
    split = card_document(scryfall["Sun // Moon"], SOURCE)
    assert split.title.ja == "太陽 // 月"
    assert split.text == "Shine.\n//\nWane."
    assert split.facts["colors"] == ("R", "U")
    assert [face.text_ja for face in faces_of(split)] == ["照らす。", "欠ける。"]
    cat = card_document(scryfall["Day Cat"], SOURCE)
    assert cat.id == "card:Day Cat"
    assert cat.facts["names"] == ("Day Cat", "Night Cat")
    assert cat.facts["colors"] == ("W",)
    assert [face.color_indicator for face in faces_of(cat)] == ["", "B"]


def test_all_cards_alone_gives_the_same_cards(scryfall: dict[str, Card]) -> None:
    assert {card.name: card for card in read_cards(files(default=ALL))} == scryfall


def test_mtgjson_gives_faces_lights_of_every_variant_and_japanese_names() -> None:
    cards = {card.name: card for card in read_cards(files(AtomicCards=ATOMIC))}
    assert cards["Test Bear"].faces[0].name_ja == "試験熊"
    assert cards["Test Bear"].faces[0].power == "2"
    assert [face.name_ja for face in cards["Sun // Moon"].faces] == ["太陽", "月"]
    assert cards["Hall of Tests"].lights == ("2 6", "4 6")
    assert len(cards["Hall of Tests"].faces) == 1


def test_rulings_of_scryfall_name_their_card_by_its_id() -> None:
    found = list(read_rulings(files(rulings=RULINGS), {"o-3": "Day Cat"}))
    assert found[1] == "o-9"
    assert (found[0].card, found[0].date, found[0].source) == ("Day Cat", "2031-05-02", "wotc")  # type: ignore[union-attr]
    beside = list(read_rulings(files(rulings=RULINGS, oracle=ORACLE), {}))
    assert beside == found


def test_rulings_of_mtgjson_are_in_order_of_their_dates_and_once() -> None:
    found = [(r.card, r.text) for r in read_rulings(files(a=ATOMIC), {}) if not isinstance(r, str)]
    assert found == [("Test Bear", "First."), ("Test Bear", "Second."), ("Sun // Moon", "Both.")]


def test_a_file_is_told_by_its_content_packed_or_pretty_or_marked() -> None:
    plain = json.dumps(ORACLE).encode()
    for data in (plain, gzip.compress(plain), b"\xef\xbb\xbf" + plain, json.dumps(ORACLE, indent=2).encode()):
        assert form_of(file_of("x", data)) == "scryfall-cards"
    assert form_of(file_of("x", json.dumps(ATOMIC, indent=1).encode())) == "mtgjson"
    assert form_of(file_of("x", b"Test Bear\t\xe7\x86\x8a\n")) == "names"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"<!DOCTYPE html><p>503", "no card file known here; it begins with '<!DOCTYPE html>"),
        (b"", "no card file known here"),
        (b"[]", "no card file known here"),
        (b'{"object":"error","status":404}', "no card file known here"),
        (json.dumps(ORACLE).encode()[:-40], "the JSON breaks off or is damaged"),
        (json.dumps([ORACLE[0], {"object": "card"}]).encode(), "expected an object with name, layout, found"),
        (json.dumps([ORACLE[0], ["x"]]).encode(), "expected an object with name, layout, found"),
        (gzip.compress(json.dumps(ORACLE).encode())[:-30], "damaged gzip file"),
        (gzip.compress(b"[" + b" " * 9_000_000 + b"]"), "unpacks to more than 200 times its size"),
        (b'{"name":"X","layout":"normal","types":[]}\n{"name":\n', "line 2 is no JSON object"),
    ],
)
def test_what_is_broken_is_named_with_its_file(data: bytes, says: str) -> None:
    with pytest.raises(CardFileError) as caught:
        list(read_cards(sort_files([file_of("bulk.json", data)])))
    assert caught.value.en.startswith("bulk.json: ")
    assert says in caught.value.en
    assert caught.value.ja.startswith("bulk.json：")


def test_the_faces_of_a_document_are_those_of_the_card(scryfall: dict[str, Card]) -> None:
    for card in scryfall.values():
        assert faces_of(card_document(card, SOURCE)) == card.faces


@needs_shared
def test_the_real_cards_load_by_the_same_road() -> None:
    given = sort_files([_real(path) for path in sorted(CARDS.iterdir()) if path.suffix != ".md"])
    cards = {card.name: card for card in read_cards(given)}
    assert len(cards) == 33_387
    documents = {name: card_document(card, SOURCE) for name, card in cards.items()}
    assert sum(bool(document.title.ja) for document in documents.values()) >= 29_116
    mirrors = [name for name, document in documents.items() if "鏡の間" in document.facts.get("names_ja", ())]
    assert mirrors == ["Hall of Mirrors", "Mirror Room // Fractured Realm"]
    assert documents["Delver of Secrets"].facts["names_ja"] == ("秘密を掘り下げる者", "昆虫の逸脱者")
    assert documents["Hall of Mirrors"].facts["lights"] == ("2 6", "4 6")
    assert "text_unknown" in documents["Push Your Luck"].facts
    assert sum("text_unknown" in document.facts for document in documents.values()) >= 183
    for name, card in cards.items():
        assert faces_of(documents[name]) == card.faces
    assert sum(1 for _ in read_rulings(given, {})) == 46_669


def _real(path: Path) -> CardFile:
    return CardFile(path.name, lambda: path.open("rb"), path.stat().st_size)
