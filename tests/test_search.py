"""Search from query to hits, over invented documents and over the real ones where they are."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from index.build import build_index
from index.hits import SearchResult
from index.search import Searcher
from kb.terms import load_terms
from scraper.cr import parse_cr
from scraper.decode import decode
from scraper.document import Citation, Document, RuleNumber, Source, Term, Title
from scraper.wiki import parse_saved
from tests.shared import CR, WIKI, needs_shared

NOW = Source("cr", "Rules", edition="2031-05-01")
OLD = Source("cr", "Rules", edition="2030-01-01")
CARDS = Source("cards", "Cards")


def rule(number, text, title="", source=NOW, chapter="Widgets"):
    parsed = RuleNumber.parse(number)
    kind = "subrule" if parsed.letter else "rule" if parsed.rule is not None else "chapter"
    parent = f"cr:{parsed.parent}" if parsed.parent else "cr:9"
    return Document(
        f"cr:{number}", kind, "en", Title(en=title), text, source, parsed, parent, chapter=chapter
    )


TERMS = (
    Term("spin", "spin", "旋回", "せんかい", "keyword_ability", ("900.2",), ("spun", "spinning a cog"),
         note_en="The cog turns once.", note_ja="歯車が一度だけ回る。"),
    Term("jam", "jam", "噛み込み", "かみこみ", "slang", ("900.3",), ("stuck cog",), ("目詰まり",),
         note_en="A cog that cannot turn leaves the table.", note_ja="回れない歯車は卓から取り除かれる。"),
    Term("cog", "cog", "歯車", "はぐるま", "object", ("900.1",)),
)  # fmt: skip
DOCUMENTS = (
    rule("900", "Widgets", "Widgets"),
    rule("900.1", "A cog is an object that has teeth and an axle."),
    rule("900.2", "Spin", "Spin"),
    rule("900.2a", "Spin is a static ability."),
    rule("900.2b", "A cog with spin turns once more before it rests. See rule 900.3."),
    rule("900.3", "A cog that can’t turn is removed from the table by its owner."),
    rule("900.10", "Ten cogs make a clock, which any player may wind during their turn."),
    rule("900.1", "A cog is a toothed object.", source=OLD),
    rule("901.5", "A rule that was removed long ago spoke of levers.", source=OLD, chapter="Levers"),
    Document("glossary:Spin", "glossary", "en", Title(en="Spin"), "An ability of cogs. See rule 900.2.", NOW,
             citations=(Citation("glossary:Spin", RuleNumber(900, 2)),)),
    Document("wiki:旋回", "wiki", "ja", Title("Spin", "旋回"), "旋回とは、歯車の能力である。", Source("wiki", "Wiki")),
    Document("wiki:旋回#秘話", "wiki", "ja", Title("", "旋回#秘話"), "最初の案では旋回のたびに鐘が鳴った。", Source("wiki", "Wiki"),
             parent="wiki:旋回"),
    Document("card:Cog of Dawn", "card", "en", Title("Cog of Dawn", "暁の歯車"), "Spin (It turns.)", CARDS),
    Document("card:Rust // Shine", "card", "en", Title("Rust // Shine", "錆び+輝き"), "Jam target cog.", CARDS,
             facts={"names": ("Rust", "Shine"), "names_ja": ("錆び", "輝き")}),
    Document("card:Zyx, the Winder", "card", "en", Title("Zyx, the Winder", "巻き上げ屋、ジックス"), "Wind a clock.", CARDS),
    Document("ruling:Cog of Dawn#1", "ruling", "en", Title("Cog of Dawn"), "It turns even when the clock has stopped.",
             Source("rulings", "Rulings"), parent="card:Cog of Dawn"),
)  # fmt: skip


@pytest.fixture(scope="module")
def searcher(tmp_path_factory):
    folder = tmp_path_factory.mktemp("index")
    build_index(folder, DOCUMENTS, TERMS, 5)
    return Searcher(folder, TERMS)


def ids(result):
    return [hit.id for hit in result.hits]


def first(searcher, query, **options):
    found = ids(searcher.search(query, **options))
    return found[0] if found else None


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("900.2b", "cr:900.2b"),
        ("CR:900.10", "cr:900.10"),
        ("９００．１０", "cr:900.10"),
        ("ルール900.3", "cr:900.3"),
        ("900", "cr:900"),
        ("900.1", "cr:900.1"),
    ],
)
def test_a_number_finds_its_rule(searcher, typed, found):
    assert first(searcher, typed) == found


def test_a_number_of_the_edition_in_force_shows_that_edition(searcher):
    assert searcher.search("900.1").hits[0].edition == NOW.edition


def test_a_letter_that_does_not_exist_leads_to_the_rule_above(searcher):
    assert first(searcher, "900.2z") == "cr:900.2"


def test_a_range_gives_its_rules_in_order(searcher):
    assert ids(searcher.search("900.2a-b"))[:2] == ["cr:900.2a", "cr:900.2b"]


def test_older_editions_are_found_only_when_asked_for(searcher):
    assert "cr:901.5" not in ids(searcher.search("levers removed long ago"))
    found = searcher.search("levers 2030-01-01")
    assert ids(found) == ["cr:901.5"]
    assert found.hits[0].edition == "2030-01-01"
    assert found.hits[0].url == "/rules/901.5?edition=2030-01-01"


def test_a_number_that_only_an_older_edition_had_is_found_there(searcher):
    hit = searcher.search("901.5").hits[0]
    assert (hit.id, hit.edition) == ("cr:901.5", "2030-01-01")


@pytest.mark.parametrize(
    "typed",
    ["spin", "Spun", "spinning a cog", "旋回", "せんかい", "センカイ", "senkai", "what is spin?", "旋回とは"],
)
def test_a_term_leads_to_its_defining_rule(searcher, typed):
    # 900.2a only says what sort of ability it is; 900.2b says what it does.
    assert first(searcher, typed) == "cr:900.2b"


def test_rule_glossary_and_page_come_before_the_rest(searcher):
    assert set(ids(searcher.search("spin"))[:3]) == {"cr:900.2b", "glossary:Spin", "wiki:旋回"}
    assert ids(searcher.search("spin"))[1] == "glossary:Spin"
    assert ids(searcher.search("旋回"))[1] == "wiki:旋回"


def test_a_japanese_question_finds_an_english_rule(searcher):
    assert first(searcher, "回れない歯車はどうなる") == "cr:900.3"


def test_an_english_question_finds_a_japanese_page(searcher):
    assert "wiki:旋回#秘話" in ids(searcher.search("bell that rang with each spin in the first design"))


def test_a_nickname_finds_the_rule(searcher):
    assert first(searcher, "目詰まり") == first(searcher, "stuck cog") == "cr:900.3"


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Cog of Dawn", "card:Cog of Dawn"),
        ("暁の歯車", "card:Cog of Dawn"),
        ("暁の", "card:Cog of Dawn"),
        ("shine", "card:Rust // Shine"),
        ("錆び", "card:Rust // Shine"),
        ("Rust // Shine", "card:Rust // Shine"),
        ("zyx winder", "card:Zyx, the Winder"),
        ("zyx the windr", "card:Zyx, the Winder"),
        ("ジックス", "card:Zyx, the Winder"),
        ("ジツクス", "card:Zyx, the Winder"),
    ],
)
def test_a_card_is_found_by_whole_part_half_and_misspelt_name(searcher, typed, found):
    assert first(searcher, typed) == found


def test_a_misspelt_term_is_put_right_and_the_spelling_suggested(searcher):
    result = searcher.search("spinnning a cog")
    assert result.hits[0].id == "cr:900.2b"
    assert result.suggestions == ("spinning a cog",)


def test_a_word_that_only_a_page_has_is_found_by_its_sound(searcher):
    assert first(searcher, "さいしょのあん") == "wiki:旋回#秘話"
    assert first(searcher, "かね") == "wiki:旋回#秘話"


def test_half_a_word_is_found_as_it_is_written(searcher):
    assert "cr:900.10" in ids(searcher.search("Ten cogs m"))
    assert ids(searcher.search("たびに鐘")) == ["wiki:旋回#秘話"]


def test_kana_without_sense_finds_nothing(searcher):
    assert ids(searcher.search("あいうえおかきくけこ")) == []


def test_a_question_that_names_a_card_shows_the_card_too(searcher):
    found = ids(searcher.search("does Cog of Dawn turn before it rests"))
    assert "card:Cog of Dawn" in found[:5]
    assert found[0] == "cr:900.2b"


def test_filters_hold(searcher):
    assert {hit.kind for hit in searcher.search("cog kind:card").hits} == {"card"}
    japanese = searcher.search("spin lang:ja", limit=50).hits
    assert {hit.lang for hit in japanese if hit.kind not in ("term", "card")} == {"ja"}
    assert {hit.id for hit in searcher.search("what turns once kind:rule cr:900.3", limit=50).hits} <= {
        "cr:900.3"
    }
    assert ids(searcher.search("cog cr:900.3")) == ["cr:900.3"]
    assert {hit.kind for hit in searcher.search("cog", kinds=["glossary"]).hits} <= {"glossary"}


def test_a_filter_without_sense_is_told_and_ignored(searcher):
    result = searcher.search("spin kind:banana")
    assert result.hits[0].id == "cr:900.2b"
    assert result.understood["filters"]["ignored"] == ["kind:banana"]


def test_a_quoted_phrase_stands_in_every_text_found(searcher):
    assert ids(searcher.search('"before it rests"')) == ["cr:900.2b"]


def test_the_reader_s_language_never_hides_a_hit(searcher):
    assert set(ids(searcher.search("spin", lang="ja"))) == set(ids(searcher.search("spin", lang="en")))


def test_snippets_are_the_stored_text_with_the_words_marked(searcher):
    hit = searcher.search("teeth and axle").hits[0]
    assert hit.snippet == "A cog is an object that has teeth and an axle."
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["teeth", "axle"]


def test_japanese_is_marked_too(searcher):
    hit = next(hit for hit in searcher.search("旋回").hits if hit.id == "wiki:旋回")
    assert "旋回" in {hit.snippet[start:end] for start, end in hit.marks}


def test_urls_are_those_of_the_pages(searcher):
    urls = {hit.id: hit.url for hit in searcher.search("spin", limit=50).hits}
    assert urls["cr:900.2b"] == "/rules/900.2b"
    assert urls["glossary:Spin"] == "/glossary/Spin"
    assert urls["wiki:旋回"] == "/wiki/旋回"
    assert urls["term:spin"] == "/terms/spin"
    assert searcher.search("Cog of Dawn").hits[0].url == "/cards/Cog%20of%20Dawn"


def test_pages_of_hits_follow_each_other(searcher):
    every = ids(searcher.search("cog", limit=50))
    assert ids(searcher.search("cog", limit=3)) + ids(searcher.search("cog", limit=3, offset=3)) == every[:6]
    assert searcher.search("cog", limit=1).total == len(every)


def test_facets_count_all_hits(searcher):
    result = searcher.search("cog", limit=1)
    assert sum(result.facets.values()) == result.total


def test_nothing_found_says_what_to_try_in_both_languages(searcher):
    result = searcher.search("qqqqq wwwww")
    assert result.hits == ()
    assert set(result.advice) == {"en", "ja"}
    assert "filters" in searcher.search("qqqqq kind:wiki").advice["en"]


def test_the_json_has_the_form_of_the_design(searcher):
    shown = json.loads(json.dumps(searcher.search("spin").to_json(), ensure_ascii=False))
    assert {"hits", "total", "took_ms", "understood", "suggestions"} <= shown.keys()
    assert {"id", "kind", "lang", "title", "snippet", "url", "score"} <= shown["hits"][0].keys()
    assert shown["understood"]["terms"][0]["id"] == "spin"
    scores = [hit["score"] for hit in shown["hits"]]
    assert scores == sorted(scores, reverse=True)


@given(st.text(max_size=120))
@example("*a*")
@example("[a TO b]")
@example('"')
@example("kind: lang: cr:")
@example("cr:999.99z kind:rule")
@example("704.5l-z")
@example("999.999z-100.1a")
@example("CR:" + "9" * 60)
@example("（" * 80)
@example("ー" * 80)
@example("a" * 5000)
@example("計画" * 3000)
@example("\ud800")
@example("\x00spin\x00")
@settings(max_examples=200, deadline=1000)
def test_no_query_raises_or_takes_a_second(searcher, query):
    result = searcher.search(query)
    assert isinstance(result, SearchResult)
    assert json.dumps(result.to_json())


PIECES = (
    "702.170a", "CR:", "７０４．", "５ｚ", "-", "〜", "n", " ", "　", "kind:", "rule", "lang:", "ja", "cr:7", '"', "「", "」", "plot", "ing",
    "計画", "された", "けい", "ー", "ッ", "ｹｲｶｸ", "shunsoku", "tramlpe", "the", "of", "とは", "？", "{T}", "{2}", "+1/+1", "*", "?", "[a TO b]",
    "2023-11-17", "20231117.0", "召還", "酔い", "Fire // Ice", "\n", "\t", "(", ")", "OR", "AND", "NOT", "~2", "^", "\\", "%", "_", "😀",
)  # fmt: skip


@cache
def real_folder(base):
    folder = base / "real"
    documents = list(parse_cr(decode((CR / "2026-01-16.txt").read_bytes()).text).documents)
    for path in sorted(WIKI.glob("*.txt")):
        documents += parse_saved(decode(path.read_bytes()).text, path.stem).documents()
    build_index(folder, documents, load_terms(), 1)
    return folder


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    return Searcher(real_folder(tmp_path_factory.getbasetemp()), load_terms())


@needs_shared
@pytest.mark.parametrize(
    "typed",
    ["702.170a", "CR:702.170", "７０２．１７０ａ", "けいかく", "計画", "plot", "plotted", "plotting a card"],
)
def test_every_way_to_ask_leads_to_plot(real, typed):
    assert first(real, typed).startswith("cr:702.170")


@needs_shared
@pytest.mark.parametrize(
    ("typed", "found"),
    [("704.5l", "cr:704.5"), ("704.5k-n", "cr:704.5k"), ("deathtouch", "cr:702.2b"), ("接死", "cr:702.2b"),
     ("tramlpe", "cr:702.19b"), ("墓地", "cr:404.1"), ("yusenken", "cr:117.1")],
)  # fmt: skip
def test_real_rules_are_found(real, typed, found):
    assert first(real, typed) == found


def test_a_rule_in_both_languages_is_one_hit_in_the_reader_s(tmp_path):
    english = [rule("900", "Cogs", "Cogs"), rule("900.1", "A cog is an object.")]
    japanese = [
        replace(one, lang="ja", title=Title(ja=one.title.en and "歯車"), text=text, source=Source("cr-ja", "Rules", edition="2031-05-01"))
        for one, text in zip(english, ("歯車", "歯車はオブジェクトである。"), strict=True)
    ]  # fmt: skip
    build_index(tmp_path, [*english, *japanese], TERMS, 1)
    searcher = Searcher(tmp_path, TERMS)
    for query in ("900.1", "cog", "歯車", "オブジェクト"):
        assert ids(searcher.search(query)).count("cr:900.1") == 1
    assert searcher.search("900.1", lang="ja").hits[0].snippet == "歯車はオブジェクトである。"
    assert searcher.search("900.1", lang="en").hits[0].snippet == "A cog is an object."
    assert {hit.lang for hit in searcher.search("歯車 lang:en").hits if hit.kind != "term"} == {"en"}


@needs_shared
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join))
@settings(max_examples=120, deadline=1000)
def test_no_mixture_of_real_pieces_raises_or_takes_a_second(real, query):
    assert isinstance(real.search(query, lang="ja"), SearchResult)
