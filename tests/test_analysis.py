"""Analysis: what texts and queries become before an engine sees them."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index import english, japanese, romaji
from index.analysis import analyse
from index.fold import fold, squeeze
from index.kana import loose_key, reading_key
from index.numbers import edition_in, find_numbers, whole_number
from index.termbook import TermBook
from index.typos import Typos, distance
from scraper.document import Term

BOOK = TermBook(
    [
        Term("plot", "plot", "計画", "けいかく", "keyword_ability", ("702.170",), ("plotting a card",)),
        Term("priority", "priority", "優先権", "ゆうせんけん", "concept", ("117.1",)),
        Term(
            "cleanup-step",
            "cleanup step",
            "クリンナップ・ステップ",
            "くりんなっぷすてっぷ",
            "step",
            ("514.1",),
        ),
        Term("step", "step", "ステップ", "すてっぷ", "step", ("500.1",)),
        Term("cast", "cast", "唱える", "となえる", "keyword_action", ("701.5",)),
    ]
)


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("702.170a", "702.170a"),
        ("CR:702.170", "702.170"),
        ("７０２．１７０ａ", "702.170a"),
        ("CR704.5Z", "704.5z"),
        ("ルール613.7a", "613.7a"),
        ("総合ルール７０７．２", "707.2"),
        ("702.19 b", "702.19b"),
        ("702,170a", "702.170a"),
        ("rule 702", "702"),
        ("601.2f–h", "601.2f-601.2h"),
        ("601.2f-h", "601.2f-601.2h"),
        ("601.2fから601.2h", "601.2f-601.2h"),
        ("704.5k〜n", "704.5k-704.5n"),
        ("119.7–8", "119.7-119.8"),
        ("903.6–903.11", "903.6-903.11"),
        ("rules 608.3a and b", "608.3a-608.3b"),
    ],
)
def test_a_number_is_read_in_every_form_people_type(typed, number):
    found = whole_number(typed)
    assert found is not None
    assert str(found) == number


@pytest.mark.parametrize("text", ["100 cards", "WA 98057-0707", "RE 37,957", "1/1", "12.5", "2023-11-17"])
def test_other_numbers_are_no_rule_numbers(text):
    assert [found for found in find_numbers(text) if found.marked] == []


def test_different_rules_keep_different_tokens():
    # Sudachi alone would make 702.17, 702.170 and 702.1700 one word.
    assert analyse("702.17", BOOK).tokens != analyse("702.170", BOOK).tokens
    assert analyse("ルール702.100を参照", BOOK).numbers == ("n:702.100",)


def test_a_subrule_is_also_found_under_its_rule():
    assert analyse("see rule 702.170a", BOOK).numbers == ("n:702.170a", "n:702.170")


def test_the_edition_a_text_names_is_read():
    assert edition_in("総合ルール 20231117.0") == "2023-11-17"
    assert edition_in("rule 20.1") is None


@pytest.mark.parametrize(
    "typed", ["plot", "Plotted", "plotting a card", "計画", "けいかく", "ケイカク", "ｹｲｶｸ", "keikaku"]
)
def test_every_form_of_a_term_is_the_term(typed):
    assert BOOK.whole(typed) == ("plot",)


@pytest.mark.parametrize(
    "typed", ["yuusenken", "yusenken", "yūsenken", "YUUSENKEN", "ゆうせんけん", "ユウセンケン", "ゆせんけん"]
)
def test_long_vowels_may_be_left_out(typed):
    assert BOOK.whole(typed) == ("priority",)


def test_a_compound_and_its_parts_both_match_in_texts():
    assert set(analyse("cleanup step", BOOK).terms) == {"t:cleanup-step", "t:step"}
    assert {"t:cleanup-step", "t:step"} <= set(analyse("クリンナップ・ステップ", BOOK).terms)


def test_a_query_takes_the_longest_term():
    found = BOOK.in_english(english.stems("the cleanup steps"), longest=True)
    assert [one.ids for one in found] == [("cleanup-step",)]


def test_the_two_languages_meet_in_the_term():
    assert "t:cast" in analyse("カードを唱えられるか", BOOK).terms
    assert "t:cast" in analyse("a spell being cast", BOOK).terms


def test_symbols_and_counters_stay_whole():
    assert analyse("{2}{U/R}, {T}: +1/+1 counter", BOOK).words[:4] == ("{2}", "{u/r}", "{t}", "+1/+1")
    assert "+1/+1" in analyse("＋１/＋１カウンターを置く", BOOK).words


@pytest.mark.parametrize(
    ("one", "other"),
    [("dealt", "deal"), ("chosen", "choose"), ("drew", "draw"), ("abilities", "ability"), ("sacrificed", "sacrifice"),
     ("dies", "die"), ("copied", "copy"), ("cast", "casting"), ("left", "leaves"), ("paid", "pay")],
)  # fmt: skip
def test_forms_of_a_word_have_one_stem(one, other):
    assert english.stem(one) == english.stem(other)


def test_the_active_player_is_not_an_activated_ability():
    assert english.stem("active") != english.stem("activated")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("フェージング", "フェイジング"), ("アトラクシヨン", "アトラクション"), ("ﾄﾗﾝﾌﾟﾙ", "トランプル"), ("ラガヴァン", "ラガバン"),
     ("きづな", "きずな")],
)  # fmt: skip
def test_spellings_of_one_sound_have_one_key(typed, meant):
    assert reading_key(typed) == reading_key(meant)


def test_a_missing_long_vowel_has_the_same_loose_key():
    assert loose_key("クリーチャ") == loose_key("クリーチャー")
    assert loose_key("クリーチャー") != loose_key("クリチャヌ")


@pytest.mark.parametrize(
    ("typed", "kana"),
    [("hakai funou", "はかいふのう"), ("syunsoku", "しゅんそく"), ("shunsoku", "しゅんそく"), ("toranpuru", "とらんぷる"),
     ("kettou", "けっとう"), ("kidō", "きどう"), ("zin'i", "じんい"), ("tyakuchi", "ちゃくち")],
)  # fmt: skip
def test_romaji_is_read_in_hepburn_and_kunrei(typed, kana):
    assert romaji.to_hiragana(typed) == kana


@pytest.mark.parametrize("word", ["trample", "plot", "Lightning Bolt", "spell", "計画", ""])
def test_english_is_no_romaji(word):
    assert romaji.to_hiragana(word) is None


def test_names_are_compared_without_accents_and_punctuation():
    assert squeeze("Lim-Dûl's Vault") == squeeze("lim duls vault")
    assert squeeze("Æther Vial") == squeeze("Aether Vial")
    assert fold("ガ") != fold("カ")


def test_a_typing_fault_is_one_letter_more_less_other_or_swapped():
    assert [distance("trample", typed, 2) for typed in ("tramlpe", "trmple", "trampple", "trampla")] == [
        1,
        1,
        1,
        1,
    ]
    assert distance("abcdef", "ghijkl", 2) == 3


def test_the_weightier_of_two_near_words_comes_first():
    assert Typos.of({"plot": 1, "slot": 900, "plod": 2}).near("plox")[0] == "plod"
    assert Typos.of({"flock": 1, "block": 9}).near("blokk")[0] == "block"


def test_a_table_of_words_reads_as_it_was_written(tmp_path):
    Typos.write(tmp_path / "words.bin", {"indestructible": 3, "召喚酔い": 1})
    table = Typos.open(tmp_path / "words.bin")
    assert table.near("indestructable") == ["indestructible"]
    assert table.near("召還酔い") == ["召喚酔い"]
    assert table.near("zzzzzz") == []


def test_japanese_is_read_in_many_threads_at_once():
    text = "クリーチャーが戦場を離れたとき、カードを1枚引く。" * 20
    expected = japanese.tokens(text)
    wrong = []

    def work():
        wrong.extend(text for _ in range(20) if japanese.tokens(text) != expected)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_text_longer_than_sudachi_takes_is_read_in_pieces():
    assert japanese.normals("墓地" * 30_000)[0] == "墓地"


@given(st.text(max_size=200))
@settings(max_examples=150, deadline=None)
def test_no_text_breaks_the_analysis(text):
    for token in analyse(text, BOOK, readings=True).tokens:
        assert token
        assert " " not in token
    BOOK.whole(text)
