"""The four saved pages become documents, and MediaWiki's HTML becomes the same ones."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.document import RuleNumber, Title
from scraper.wiki import WikiPage, parse_html, parse_saved
from tests.shared import WIKI, needs_shared

FIXTURES = Path(__file__).parent / "fixtures" / "wiki"
PAGES = ("アトラクション", "エンジン始動！", "次元", "計画")


def saved(name: str) -> str:
    return (WIKI / f"{name}.txt").read_text(encoding="utf-8")


def page(name: str) -> WikiPage:
    return parse_saved(saved(name), name)


def fixture(name: str) -> tuple[WikiPage, WikiPage]:
    text = (FIXTURES / f"{name}.txt").read_text(encoding="utf-8")
    html = (FIXTURES / f"{name}.html").read_text(encoding="utf-8")
    return parse_saved(text, name), parse_html(html, name)


def section(found: WikiPage, ja: str) -> list[tuple[str, int, str]]:
    part = next(part for part in found.sections if part.title.ja == ja)
    return [(block.kind, block.depth, block.text) for block in part.blocks]


# Every line of each file is furniture of a named kind, or stands in exactly one place of the documents.

FURNITURE = {
    "アトラクション": {"name": 1, "site": 1},
    "エンジン始動！": {"name": 1, "site": 1, "edit": 7},
    "次元": {"name": 1, "site": 1},
    "計画": {"name": 1, "site": 1, "revision": 1, "navigation": 1, "toc": 1, "mobile": 1},
}


def file_lines(text: str) -> list[str]:
    """The lines of a file without what shows a list, a heading or a mark: read apart from the parser."""
    lines = []
    for row in text.splitlines():
        line = re.sub(r"^[ ]*(?:•|\d\.) ", "", row).strip()
        line = re.sub(r"^↑ (?:\^\{[\d. ]+\} )?", "", line)
        line = re.sub(r"\^(\[\d\])", r"\1", line)
        if line.startswith("[編集] "):
            lines.append("[編集]")
            line = line.removeprefix("[編集] ")
        if line:
            lines.append(line)
    return lines


def document_lines(found: WikiPage) -> list[str]:
    lines = [item.text for item in found.furniture]
    for part in found.sections:
        title = f"{part.title.ja}/{part.title.en}" if part.title.en else part.title.ja
        lines.extend([title] if title else [])
        key = ""
        for block in part.blocks:
            if block.kind == "fact" and block.mark != key:
                key = block.mark
                lines.append(f"{key} {block.text}")
            else:
                lines.extend(block.text.split("\n"))
    return lines


@needs_shared
@pytest.mark.parametrize("name", PAGES)
def test_every_line_of_a_saved_page_is_in_one_place(name: str) -> None:
    found = page(name)
    ours = Counter(line.replace("\t", " ") for line in document_lines(found))
    theirs = Counter(line.replace("\t", " ") for line in file_lines(saved(name)))
    assert ours == theirs
    assert Counter(item.kind for item in found.furniture) == FURNITURE[name]


@needs_shared
@pytest.mark.parametrize("name", PAGES)
def test_documents_have_the_text_of_their_own_section_and_nothing_twice(name: str) -> None:
    found = page(name)
    documents = found.documents()
    assert [len(documents), len({d.id for d in documents})] == [len(found.sections)] * 2
    assert {d.parent for d in documents[1:]} == {f"wiki:{name}"}
    assert [d.text for d in documents[1:]] == [part.text for part in found.sections[1:]]
    for document in documents:
        for cited in document.citations:
            if not cited.part:
                assert document.text[cited.start : cited.start + len(cited.raw)] == cited.raw


@needs_shared
@pytest.mark.parametrize(
    ("name", "en"),
    [
        ("アトラクション", "Attraction"),
        ("エンジン始動！", "Start Your Engines!"),
        ("次元", "Plane"),
        ("計画", "Plot"),
    ],
)
def test_title_pair(name: str, en: str) -> None:
    assert page(name).title == Title(en=en, ja=name)


@needs_shared
def test_info_boxes() -> None:
    plot = page("計画")
    assert dict(plot.facts) == {
        "kind": ("常在型能力",),
        "sets": ("サンダー・ジャンクションの無法者", "サンダー・ジャンクションの無法者統率者デッキ"),
        "rules": ("702.170",),
    }
    assert plot.revision == "2024-04-19"
    assert dict(page("エンジン始動！").facts) == {"kind": ("常在型能力",), "sets": ("霊気走破",), "rules": ()}
    assert dict(page("次元").facts) == {}


@needs_shared
def test_headings_of_pages_that_mark_none() -> None:
    assert [(part.level, part.title.ja) for part in page("計画").sections[1:]] == [
        (2, "定義"),
        (2, "解説"),
        (2, "ルール"),
        (3, "計画を行う"),
        (3, "計画されたカードを唱える"),
        (2, "その他"),
        (2, "開発秘話"),
        (2, "脚注"),
        (2, "参考"),
        (2, "引用:総合ルール 20240410.0"),
    ]
    assert [part.title.en for part in page("アトラクション").sections if part.level == 3] == [
        "Attraction deck",
        "Open an Attraction",
        "",
        "Junkyard",
    ]


@needs_shared
def test_sections_that_share_a_name_have_ids_of_their_own() -> None:
    quoted = [d.id.partition("#")[2] for d in page("アトラクション").documents() if "引用" in d.id]
    first = "引用：総合ルール_20231117.0"
    assert quoted == [first, f"{first}_2", f"{first}_3", f"{first}_4"]


@needs_shared
def test_lists_keep_their_depth_wherever_they_begin() -> None:
    def depths(name: str, part: str) -> list[int]:
        return [depth for _, depth, _ in section(page(name), part)]

    assert depths("次元", "ルール") == [0, 1, 1, 2, 2, 2, 1, 2, 2, 2]
    assert depths("エンジン始動！", "ルール") == [0, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 1]
    assert depths("計画", "解説") == [0, 0, 0, 1, 1, 2, 1]


@needs_shared
def test_card_boxes_end_where_the_card_ends() -> None:
    cards = [block.text.split("\n") for block in page("計画").sections[0].blocks if block.kind == "card"]
    assert [(card[0], len(card), card[-1]) for card in cards[:2]] == [
        ("Djinn of Fool's Fall / 愚者の滝のジン (4)(青)", 5, "4/3"),
        ("Longhorn Sharpshooter / 長角の名手 (2)(赤)", 6, "3/3"),
    ]
    assert (cards[2][0], len(cards[2])) == ("Make Your Own Luck / 自ら運を掴め (3)(青)(緑)", 3)


@needs_shared
def test_footnotes_are_joined_to_their_marks() -> None:
    plot = page("計画")
    notes = {b.mark for part in plot.sections for b in part.blocks if b.kind == "footnote"}
    joined = [b.notes for part in plot.sections for b in part.blocks if b.notes]
    assert (notes, joined) == ({"1", "2", "3", "4"}, [("1", "2", "3")])
    blocks = [block for part in page("アトラクション").sections for block in part.blocks]
    assert [block.notes for block in blocks if block.notes] == [("1",), ("2",), ("1",)]
    first = next(block for block in blocks if block.kind == "footnote")
    assert (first.mark, first.text[:12]) == ("1", "Making Space")


@needs_shared
def test_a_numbered_list_before_the_footnotes_is_not_footnotes() -> None:
    kinds = [kind for kind, _, _ in section(page("計画"), "開発秘話")]
    assert kinds == ["paragraph", "paragraph", "ordered", "ordered", "ordered", "ordered"]


@needs_shared
@pytest.mark.parametrize(
    ("name", "edition", "lang", "numbers"),
    [
        (
            "アトラクション",
            "20231117.0",
            "ja",
            "717 717.1 717.2 717.2a 717.2b 717.3 717.4 717.5 717.6 717.6a 701 701.48 701.48a 701.48b 701.48c "
            "701 701.49 701.49a 702 702.159 702.159a 702.159b",
        ),
        (
            "エンジン始動！",
            "20250207.0",
            "ja",
            "702.179 702.179a 702.179b 702.179c 702.179d 702.179e 702.179f 704 704.5z",
        ),
        (
            "次元",
            "20231117.0",
            "ja",
            "309 309.1 309.2 309.2a 309.2b 309.2c 309.2d 309.3 309.4 309.4a 309.4b 309.4c 309.5 309.5a "
            "309.5b 309.6 309.7",
        ),
        ("計画", "20240410.0", "en", "702.170 702.170a 702.170b 702.170c 702.170d 702.170e 702.170f"),
    ],
)
def test_quotations_of_rules(name: str, edition: str, lang: str, numbers: str) -> None:
    quoted = page(name).quotations()
    assert [str(rule.number) for rule in quoted] == numbers.split()
    assert {(rule.edition, rule.lang) for rule in quoted} == {(edition, lang)}
    assert all(rule.text for rule in quoted)
    assert not any(rule.text.startswith(str(rule.number)) for rule in quoted)


@needs_shared
def test_citations_of_rules_with_titles_ranges_exceptions() -> None:
    found = [c for name in PAGES for d in page(name).documents() for c in d.citations]
    assert {(str(c.number), str(c.last)) for c in found if c.end} == {("601.2f", "601.2h")}
    assert [str(c.number) for c in found if c.exception] == ["614.5", "614.5"]
    assert {(str(c.number), c.title) for c in found if c.title} == {
        ("701.48", "アトラクションを開く"),
        ("701.49", "アトラクションを観覧するためサイコロを振る"),
        ("702.159", "観覧"),
        ("717", "アトラクション・カード"),
        ("701.46", "ダンジョン探索"),
        ("702.179", "エンジン始動！"),
        ("116", "Special Actions"),
    }
    fact = next(c for c in found if c.part == "fact:CR")
    assert (fact.source, fact.number, fact.raw) == ("wiki:計画", RuleNumber(702, 170), "702.170")


@needs_shared
def test_pairs_found_on_a_page() -> None:
    pairs = {(pair.ja, pair.en) for pair in page("アトラクション").pairs()}
    assert {("観覧", "Visit"), ("賞品", "Prize"), ("廃材置き場", "Junkyard")} <= pairs
    cards = [(pair.ja, pair.en) for pair in page("計画").pairs() if pair.where == "card"]
    assert ("長角の名手", "Longhorn Sharpshooter") in cards


# Fixtures of our own in the wiki's forms: both roads give the same documents.


@pytest.mark.parametrize("name", ["夜警", "見張り"])
def test_html_and_saved_text_give_the_same_documents(name: str) -> None:
    from_text, from_html = fixture(name)
    for text, html in zip(from_text.sections, from_html.sections, strict=True):
        assert text == html
    assert from_text.documents() == from_html.documents()


def test_html_of_an_old_skin() -> None:
    _, found = fixture("夜警")
    assert found.title == Title(en="Night Watch", ja="夜警", reading="やけい")
    assert dict(found.facts) == {
        "kind": ("誘発型能力",),
        "sets": ("見本の街", "見本の街統率者デッキ"),
        "rules": ("702.998",),
        "categories": ("キーワード能力", "見本"),
    }
    assert found.revision == "2025-03-08"
    assert section(found, "解説")[1:5] == [
        ("item", 1, "外側の項目[2]。"),
        ("item", 2, "内側の項目。〈増殖/Proliferate〉とは関係がない。"),
        ("item", 3, "さらに内側（CR:614.5に対する例外）。"),
        ("item", 1, "次の項目。\n続きの行。"),
    ]
    quoted = [(str(q.number), q.lang, q.title) for q in found.quotations()]
    assert quoted[1] == ("702.998", "ja", "夜警／Night Watch")
    assert quoted[3:] == [("702.998", "en", "Night Watch"), ("702.998a", "en", ""), ("702.998b", "en", "")]
    assert ("増殖", "Proliferate", "emphasis") in {(p.ja, p.en, p.where) for p in found.pairs()}
    text = "\n".join(document.text for document in found.documents())
    assert not re.search(r"編集|MOBILE|目次|提供|NewPP|script|回アクセス", text)


def test_html_of_a_new_parser_with_a_stacked_box_and_broken_emphasis() -> None:
    found, _ = fixture("見張り")
    assert found.title == Title(en="Lookout", ja="見張り", reading="みはり")
    assert found.facts["sets"] == ("見本の森", "見本の海")
    kinds = [block.kind for block in found.sections[0].blocks]
    assert kinds == ["fact", "fact", "paragraph", "paragraph", "card"]
    assert [b.notes for part in found.sections for b in part.blocks if b.notes] == [("1", "2")]
    assert found.quotations()[-1].text == "見張りを行うとは、木に登ることである。"


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_line_ends_do_not_matter(ends: str) -> None:
    text = (FIXTURES / "見張り.txt").read_text(encoding="utf-8")
    found = parse_saved("\ufeff" + text.replace("\n", ends), "見張り")
    assert found.documents() == fixture("見張り")[0].documents()


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("2008年11月3日 (月) 16:19時点における192.0.2.1 (トーク) - whois による版", "revision"),
        ("2022年5月13日 (金) 12:47時点における最新版", "revision"),
        ("移動: 案内, 検索", "navigation"),
        ("（サスペンドから転送）", "redirect"),
        ("QR Code.gif", "footer"),
        ("「http://mtgwiki.com/wiki/%E8%A8%88%E7%94%BB」より作成", "footer"),
        ("このページは 12,345 回アクセスされました。", "footer"),
    ],
)
def test_kinds_of_furniture(line: str, kind: str) -> None:
    found = parse_saved(f"計画\n\n{line}\n\n計画/Plotとは、見本。", "計画")
    assert [item.kind for item in found.furniture] == ["name", kind]
    assert found.sections[0].text == "計画/Plotとは、見本。"


def test_a_line_that_looks_like_furniture_and_is_none() -> None:
    text = "2014年2月1日に出た日本語版\n\nMOBILEという名前の見本\n\n1 定義"
    assert parse_saved(text, "計画").sections[0].text == text.replace("\n\n", "\n")


@pytest.mark.parametrize("value", ["常在型能力誘発型能力", "常在型能力、誘発型能力"])
def test_two_kinds_without_a_line_between(value: str) -> None:
    found = parse_saved(f"種別 {value}\nCR CR:702.62\n\n文。", "見本")
    assert found.facts["kind"] == ("常在型能力", "誘発型能力")


def test_a_list_with_hyphens_is_a_list() -> None:
    found = parse_saved("ルール\n\n- 外側\n  - 内側\n\n-3の見本は項目ではない。", "計画")
    assert [(b.kind, b.depth, b.text) for b in found.sections[1].blocks] == [
        ("item", 1, "外側"),
        ("item", 2, "内側"),
        ("paragraph", 0, "-3の見本は項目ではない。"),
    ]


def test_a_name_without_its_particle_still_ends_where_japanese_begins() -> None:
    found = parse_saved("試し(ためし)/Trialキーワード能力の1つ。", "試し")
    assert found.title == Title(en="Trial", ja="試し", reading="ためし")


@pytest.mark.parametrize("text", ["", "\n\n", "MOBILE", "計画\n\n提供:MTG Wiki"])
def test_a_page_without_text_is_a_page(text: str) -> None:
    found = parse_saved(text, "計画")
    assert [document.text for document in found.documents()] == [""]


def test_broken_html_loses_no_text() -> None:
    found = parse_html("<ul><li>一<ul><li>二</ul><li>三</ul><p>四<h2>ルール</h2><b>五<p>六", "試し")
    assert [(b.kind, b.depth, b.text) for b in found.sections[0].blocks] == [
        ("item", 1, "一"),
        ("item", 2, "二"),
        ("item", 1, "三"),
        ("paragraph", 0, "四"),
    ]
    assert [b.text for b in found.sections[1].blocks] == ["五", "六"]


WORDS = st.text(st.sampled_from("計画カードの3/a [)(。、・：/-•*1.^N"), min_size=1, max_size=12)
LINES = st.one_of(
    WORDS,
    st.sampled_from(
        ["", "", "ルール", "脚注", "引用：総合ルール 20310501.0", "目次", "[編集] 解説", "MOBILE", "4/3"]
    ),
    st.builds("{}• {}".format, st.sampled_from(["", "  ", "    "]), WORDS),
    st.builds("{}. {}".format, st.integers(1, 12), WORDS),
    st.sampled_from(
        ["Big Box / 大箱 (1)(白)", "アーティファクト", "100.1 見本", "100.1a", "種別\t見本", "↑ 見本"]
    ),
)


@given(st.lists(LINES, max_size=25))
def test_no_text_of_any_page_is_lost_or_doubled(lines: list[str]) -> None:
    """Every character but blanks and list marks stands in one place, whatever the lines are."""
    found = parse_saved("\n".join(lines), "見本")
    told = [item.text for item in found.furniture]
    for part in found.sections:
        told.append(
            f"{part.title.ja}/{part.title.en}({part.title.reading})" if part.title.en else part.title.ja
        )
        told.extend(f"{block.mark if block.kind == 'fact' else ''}{block.text}" for block in part.blocks)
    assert counted("".join(told)) == counted("".join(lines))


def counted(text: str) -> Counter[str]:
    """How often each letter of a text is there; digits and marks may be list marks."""
    return Counter(char for char in text if char in "計画カードの見本大箱定義解説編集目次引用総合ルM")
