"""Pages made to hurt: deep nesting, entities that expand, endless lines. They end soon and lose nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from scraper.cr_ja import parse_cr_ja
from scraper.rules_page import rules_links
from scraper.wiki import parse_html, parse_saved

BOMB = """<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY file SYSTEM "file:///etc/passwd">]>
<html><body><p>&c;&file;文</p></body></html>"""


@pytest.fixture(autouse=True)
def _ends_soon() -> Iterator[None]:
    begun = time.process_time()
    yield
    assert time.process_time() - begun < 10


def test_entities_are_not_expanded() -> None:
    text = parse_html(BOMB, "見本").sections[0].text
    assert text.endswith("文")
    assert "haha" not in text
    assert "root:" not in text
    assert "haha" not in "".join(document.text for document in parse_cr_ja(BOMB).documents)


@pytest.mark.parametrize("tag", ["div", "ul><li", "b", "table><tr><td", "dl><dd", "ruby"])
def test_deep_nesting_keeps_the_text(tag: str) -> None:
    opening = "".join(f"<{tag}>" for _ in range(1500))
    assert "底の文" in "".join(d.text for d in parse_html(f"{opening}底の文", "見本").documents())
    html = f"<h2>1. 見本</h2><h3>100. 原則</h3><p>100.1. {opening}底の文</p>"
    assert "底の文" in "".join(document.text for document in parse_cr_ja(html).documents)


@pytest.mark.parametrize(
    "line", ["a/" * 40_000, "計画/" * 40_000, "[1]" * 40_000, "(" * 80_000, "A / 計 " * 20_000]
)
def test_endless_lines_end(line: str) -> None:
    assert parse_saved(
        f"見本\n\n{line}\n\n• {line}\n\n引用：総合ルール 20310501.0\n\n100.1 {line}", "見本"
    ).documents()
    assert parse_html(f"<h2>{line}</h2><p><b>{line}</b></p>", "見本").pairs() is not None
    parse_cr_ja(f"1. 見本\n100. 原則\n100.1. {line}\n10. 用語集\n{line}\n\n{line}")


def test_many_links_are_one_pass() -> None:
    page = "".join(f'<a href="MagicCompRules {20000101 + n}.txt">x</a>' for n in range(5000))
    assert len(rules_links(page, "https://example.org/")) == 5000
