"""The link to the rules text is found however its name is written, and never guessed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scraper.fetch import Fetcher
from scraper.fetch_errors import HttpError, WrongContent
from scraper.rules_page import (
    ENGLISH_PAGE,
    JAPANESE_PAGE,
    NoRulesLink,
    fetch_japanese,
    fetch_rules,
    find_japanese,
    find_rules,
    rules_links,
)
from tests.local_site import Site, Waits, answer, direct, local_site

MEDIA = "https://media.wizards.com/2031/downloads"


@pytest.mark.parametrize(
    ("href", "url"),
    [
        (f"{MEDIA}/MagicCompRules 20310501.txt", f"{MEDIA}/MagicCompRules 20310501.txt"),
        (f"{MEDIA}/MagicCompRules%2020310501.txt", f"{MEDIA}/MagicCompRules%2020310501.txt"),
        (f"{MEDIA}/MagicCompRules_20310501.txt", f"{MEDIA}/MagicCompRules_20310501.txt"),
        (
            f"{MEDIA}/docs/MagicCompRules_CN2_Update_20310501.txt",
            f"{MEDIA}/docs/MagicCompRules_CN2_Update_20310501.txt",
        ),
        (f"{MEDIA}/MagicCompRules.txt", f"{MEDIA}/MagicCompRules.txt"),
        (
            "//media.wizards.com/x/MagicCompRules.TXT?v=2",
            "https://media.wizards.com/x/MagicCompRules.TXT?v=2",
        ),
        (
            "/files/MagicCompRules%2020310501.txt",
            "https://magic.wizards.com/files/MagicCompRules%2020310501.txt",
        ),
    ],
)
def test_names_of_the_text(href: str, url: str) -> None:
    page = f"""<nav><a href="/en/news">x</a></nav><p>Download:
    <a href="{MEDIA}/MagicCompRules 20310501.docx">DOCX</a> <a href="{MEDIA}/MagicCompRules 20310501.pdf">PDF</a>
    <a class="cta" href="{href}">TXT</a></p>"""
    assert find_rules(page, ENGLISH_PAGE).url == url


def test_of_two_links_the_newer_name_counts() -> None:
    page = f"""<a href="{MEDIA}/MagicCompRules.txt">old name</a>
    <a href="{MEDIA}/MagicCompRules%2020310207.txt">now</a> <a href="{MEDIA}/MagicCompRules%2020310501.txt">soon</a>
    <a href="{MEDIA}/MagicCompRules 20310501.txt">the same again</a>"""
    assert [link.date for link in rules_links(page, ENGLISH_PAGE)] == ["20310501", "20310207", ""]


def test_a_link_in_the_data_of_a_script_is_a_link() -> None:
    page = r'<script>{"txt":"https:\/\/media.wizards.com\/2031\/downloads\/MagicCompRules%2020310501.txt"}</script>'
    assert find_rules(page, ENGLISH_PAGE).url == f"{MEDIA}/MagicCompRules%2020310501.txt"


@pytest.mark.parametrize(
    "page", ["", "<p>Rules</p>", f'<a href="{MEDIA}/MagicCompRules.pdf">PDF</a>', "<a href='http://[x'>"]
)
def test_no_link_is_told_with_what_was_there(page: str) -> None:
    with pytest.raises(NoRulesLink) as raised:
        find_rules(page, ENGLISH_PAGE)
    assert ENGLISH_PAGE in raised.value.en
    assert ("MagicCompRules.pdf" in raised.value.ja) == ("pdf" in page)


def test_the_newest_translation_and_its_last_correction() -> None:
    page = "".join(
        f'<li><a href="{name}">{name}</a></li>'
        for name in (
            *("JPN_CR_20310207_3.txt", "docs/JPN_CR_20310501_1.txt", "JPN_CR_20310501_0.txt"),
            *("JPN_CR_20310501_1.html", "JPN_CR_20310501_1.rb.html", "diff_20310207_20310501.html"),
        )
    )
    found = find_japanese(page, JAPANESE_PAGE)
    assert (found.date, found.patch, found.url) == (
        "20310501",
        1,
        f"{JAPANESE_PAGE}docs/JPN_CR_20310501_1.txt",
    )


@pytest.fixture
def site() -> Iterator[Site]:
    with local_site() as running:
        yield running


@pytest.fixture
def fetcher(tmp_path: Path) -> Iterator[Fetcher]:
    with Fetcher(tmp_path, "me", transport=direct(), clock=Waits().clock) as made:
        yield made


def test_the_text_is_fetched_through_its_page(site: Site, fetcher: Fetcher) -> None:
    site.routes["/en/rules"] = answer(
        "<a href='/d/MagicCompRules 20310501.txt'>TXT</a>", Content_Type="text/html"
    )
    site.routes["/d/MagicCompRules%2020310501.txt"] = answer("1. Game", Content_Type="text/plain")
    assert fetch_rules(fetcher, f"{site.url}/en/rules").content == b"1. Game"
    site.routes["/data/"] = answer("<a href='JPN_CR_20310501_0.txt'>TXT</a>")
    site.routes["/data/JPN_CR_20310501_0.txt"] = answer("0. はじめに", Content_Type="text/plain")
    assert fetch_japanese(fetcher, f"{site.url}/data/").content.decode() == "0. はじめに"


def test_a_dead_or_moved_text_is_told(site: Site, fetcher: Fetcher) -> None:
    site.routes["/en/rules"] = answer(
        "<a href='MagicCompRules.txt'>a</a><a href='MagicCompRules 20310501.txt'>b</a>"
    )
    site.routes["/en/MagicCompRules.txt"] = answer("old")
    with pytest.raises(HttpError, match="404"):
        fetch_rules(fetcher, f"{site.url}/en/rules")
    site.routes["/en/MagicCompRules%2020310501.txt"] = answer("<html>Sorry</html>", Content_Type="text/html")
    with pytest.raises(WrongContent):
        fetch_rules(fetcher, f"{site.url}/en/rules")


def test_an_empty_rules_page_is_told(site: Site, fetcher: Fetcher) -> None:
    site.routes["/en/rules"] = answer("")
    with pytest.raises(NoRulesLink, match="no link to a text of the rules"):
        fetch_rules(fetcher, f"{site.url}/en/rules")
