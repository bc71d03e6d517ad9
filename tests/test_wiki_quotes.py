"""Quoted rules: what is cited in them, in which language they are; footnotes made by hand."""

from __future__ import annotations

from scraper.document import RuleNumber
from scraper.wiki import parse_html, parse_saved

QUOTED = """ルール

引用：総合ルール 20310501.0

• 702.998 Watch
  • 702.998a 見張りについてはrule 603〔見本〕と、この番号702.998bを参照。
  • 702.998b rule 702.998aを参照。

引用：総合ルール 20310501.0

702.998. Watch

702.998a You may watch over what you like as in rule 603.1.
Example: 702.998a is a number in an example.
"""


def test_the_number_of_a_quoted_rule_is_no_citation() -> None:
    documents = parse_saved(QUOTED, "見本").documents()
    cited = [[(str(c.number), c.edition) for c in document.citations] for document in documents]
    edition = "20310501.0"
    assert cited[2] == [("603", edition), ("702.998b", edition), ("702.998a", edition)]
    assert cited[3] == [("603.1", edition), ("702.998a", edition)]


def test_a_heading_without_japanese_is_in_the_language_of_its_quotation() -> None:
    quoted = parse_saved(QUOTED, "見本").quotations()
    assert [(str(q.number), q.lang, q.title) for q in quoted] == [
        ("702.998", "ja", "Watch"),
        ("702.998a", "ja", ""),
        ("702.998b", "ja", ""),
        ("702.998", "en", "Watch"),
        ("702.998a", "en", ""),
    ]
    assert quoted[-1].number == RuleNumber(702, 998, "a")
    assert quoted[-1].text.startswith("You may watch")
    assert "Example: 702.998a" in quoted[-1].text


def test_footnotes_that_a_writer_made_by_hand() -> None:
    html = "<p>文<sup>[1]</sup>。</p><h2>脚注</h2><ol><li>↑ 見本の本</li><li>^ 見本の地図</li></ol>"
    found = parse_html(html, "見本")
    assert found.sections[0].blocks[0].notes == ("1",)
    assert [(b.kind, b.mark, b.text) for b in found.sections[1].blocks] == [
        ("footnote", "1", "見本の本"),
        ("footnote", "2", "見本の地図"),
    ]
