"""The ways through the site in a real browser, and what keeps nobody out of any page."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error

from kb.settings import load_settings
from tests.browser import Site, chromium, faults, fill, needs_chromium
from tests.shared import needs_shared

pytestmark = [pytest.mark.browser, needs_chromium]

PAGES = (
    "/", "/search", "/search?q=plot", "/search?q=zzzzqq", "/rules/", "/rules/702.170", "/rules/601.2f-h", "/rules/702.170/whole",
    "/rules/707.3", "/terms/", "/terms/plot", "/glossary/plot", "/quick", "/offline", "/ask", "/check",
    "/ask?q=Does+Plot+trigger+when+Make+Your+Own+Luck+exiles+it%3F", "/check?example=deathtouch-and-trample", "/check?s=broken",
    "/editions/", "/status", "/api", "/coverage", "/nothing-here",
)  # fmt: skip
HELD = ("/wiki/計画", "/cards/Longhorn Sharpshooter", "/cards/Fire // Ice", "/editions/2025-11-14/2026-01-16",
        "/rules/702.170a/trace", "/audit", "/editions/2025-11-14/rules/702.170")  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    home: Path = tmp_path_factory.mktemp("site")
    held = load_settings({"MTGKB_HOME": str(home)})
    fill(held, tmp_path_factory.mktemp("few"))
    running = Site(held)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as running:
        yield running


@pytest.fixture
def visit(browser, site):
    """A new visitor; at the end nothing has been asked of anybody else, and no script has failed."""
    contexts = []
    elsewhere: list[str] = []
    errors: list[str] = []

    def new(**wishes: Any) -> Any:
        context = browser.new_context(base_url=site.url, **wishes)
        context.on("request", lambda one: one.url.startswith(site.url) or elsewhere.append(one.url))
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console",
            lambda line: errors.append(line.text) if "Content Security Policy" in line.text else None,
        )
        return page

    yield new
    for context in contexts:
        context.close()
    assert elsewhere == []
    assert errors == []


def until(page: Any, condition: str) -> None:
    """Wait for a condition; Playwright's own wait evaluates strings inside the page, which our policy forbids."""
    end = time.monotonic() + 20
    while True:
        try:
            if page.evaluate(condition):
                return
        except Error:  # the page is being loaded anew
            pass
        assert time.monotonic() < end, condition
        time.sleep(0.05)


def hold_page(page: Any, path: str) -> None:
    page.goto(path)
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1], f"{path} is {width[0]} wide in {width[1]}"
    assert faults(page) == [], path


@pytest.mark.parametrize("path", PAGES)
def test_nobody_is_kept_out_on_a_small_phone_in_the_dark_in_japanese(visit, path: str) -> None:
    hold_page(visit(locale="ja-JP", color_scheme="dark", viewport={"width": 320, "height": 640}), path)


@pytest.mark.parametrize("path", PAGES)
def test_nobody_is_kept_out_at_a_desk_by_day_in_english(visit, path: str) -> None:
    hold_page(visit(locale="en-US", color_scheme="light", viewport={"width": 1280, "height": 900}), path)


@needs_shared
@pytest.mark.parametrize("path", HELD)
def test_nor_from_the_pages_of_texts(visit, path: str) -> None:
    hold_page(visit(locale="ja-JP", color_scheme="light", viewport={"width": 320, "height": 640}), path)
    hold_page(visit(locale="en-US", color_scheme="dark", viewport={"width": 1280, "height": 900}), path)


@needs_shared
def test_from_a_search_to_a_rule_a_preview_and_its_history(visit) -> None:
    page = visit(locale="en-US", viewport={"width": 1200, "height": 900})
    page.goto("/")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "q"
    page.keyboard.type("けいかく", delay=10)
    options = page.locator(".suggest [role=option]")
    options.first.wait_for()
    assert page.locator(".suggest .head").count() >= 2
    page.keyboard.press("Escape")
    assert page.locator(".suggest:visible").count() == 0
    page.fill("#q", "702.170")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/702.170")
    page.get_by_role("link", name="601.2f–h").hover()
    preview = page.get_by_role("tooltip")
    preview.wait_for()
    assert "601.2f" in preview.inner_text()
    page.keyboard.press("Escape")
    assert preview.count() == 0
    page.locator(".text a[href^='/terms/']").first.hover()
    preview.wait_for()
    page.mouse.move(5, 5)
    page.get_by_role("link", name="History of this rule").click()
    assert page.locator("h1").inner_text().startswith("History of 702.170")


@needs_shared
def test_the_arrows_choose_a_hit_and_enter_opens_it(visit) -> None:
    page = visit(locale="en-US")
    page.goto("/rules/702.170")
    page.focus("#q")
    page.keyboard.type("trample", delay=10)
    page.locator(".suggest [role=option]").first.wait_for()
    page.keyboard.press("ArrowDown")
    active = page.get_attribute("#q", "aria-activedescendant")
    chosen = page.locator(f"#{active}")
    assert chosen.get_attribute("aria-selected") == "true"
    target = chosen.get_attribute("href")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{target}")


def test_results_and_address_follow_what_is_typed(visit) -> None:
    page = visit(locale="en-US")
    page.goto("/search?q=trample")
    page.fill("#q", "deathtouch")
    until(page, "document.querySelector('#results h1').textContent.includes('deathtouch')")
    assert "q=deathtouch" in page.url
    page.reload()
    assert "deathtouch" in page.locator("h1").inner_text()
    page.focus("#q")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.closest('.hit') !== null")


def test_a_tap_on_a_phone_shows_the_term_first(visit) -> None:
    page = visit(locale="en-US", has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800})
    page.goto("/check?example=legend-rule")
    page.locator("details summary").first.tap()
    page.goto("/rules/702.170")
    link = page.locator(".text a[href^='/terms/'], .text a[href^='/rules/']").first
    if link.count() == 0:
        pytest.skip("the rules texts are not here")
    link.tap()
    page.get_by_role("tooltip").wait_for()
    assert page.url.endswith("/rules/702.170")
    page.get_by_role("tooltip").get_by_role("link").tap()
    page.wait_for_url(re.compile(r"/(terms|rules)/"))


def test_a_question_becomes_a_scenario_that_is_edited_and_shared(visit) -> None:
    page = visit(locale="en-US")
    page.goto("/ask")
    page.fill("#question", "Can I cast a plotted instant on my opponent's turn?")
    page.get_by_role("button", name="Answer").click()
    assert page.locator("h2.verdict").inner_text() == "No"
    assert page.locator(".proof .number").first.inner_text() == "702.170d"
    page.get_by_role("link", name="Open, edit and play it again").click()
    assert page.locator(".checks > li").count() >= 1
    text = page.input_value("#scenario")
    page.fill("#scenario", text.replace("id: ", "id: mine-", 1))
    page.get_by_role("button", name="Play", exact=True).click()
    assert page.locator(".answer h2").first.inner_text().startswith("mine-")
    shared = page.get_attribute("#share", "href")
    assert shared.startswith("/check?s=")
    other = visit(locale="ja-JP")
    other.goto(shared)
    assert other.locator(".answer h2").first.inner_text().startswith("mine-")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Export as YAML").click()
    assert "id: mine-" in Path(waiting.value.path()).read_text(encoding="utf-8")


def test_the_log_is_stepped_through_with_zones_drawn(visit) -> None:
    page = visit(locale="en-US")
    page.goto("/check?example=deathtouch-and-trample")
    place = page.locator("[data-place]")
    total = int(place.inner_text().partition("/")[2])
    assert page.locator(".frames > li:visible").count() == 1
    page.click("[data-go=last]")
    assert place.inner_text() == f"{total} / {total}"
    last = page.locator(".frames > li:visible")
    assert "16 life" in last.inner_text()
    assert "Stone Wall" in last.locator(".zone", has_text="Graveyard").last.inner_text()
    page.keyboard.press("ArrowLeft")
    assert place.inner_text() == f"{total - 1} / {total}"


def test_the_quick_reference_is_filtered_at_once(visit) -> None:
    page = visit(locale="ja-JP")
    page.goto("/quick")
    page.keyboard.press("/")
    page.keyboard.type("ｹｲｶｸ")
    shown = page.locator(".quickref li:visible")
    assert 0 < shown.count() < 30
    assert "計画" in shown.first.inner_text()
    assert "q=" in page.url
    page.keyboard.press("Escape")
    assert shown.count() > 400


def test_with_no_network_the_quick_reference_and_the_rules_are_still_found(visit, site: Site) -> None:
    page = visit(locale="en-US")
    page.goto("/quick")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "navigator.serviceWorker.controller !== null")
    until(page, "caches.match('/offline/data.json').then((found) => Boolean(found))")
    port = site.port
    site.stop()
    try:
        page.goto("/quick")
        page.fill("[data-filter]", "trample")
        assert "trample" in page.locator(".quickref li:visible").first.inner_text()
        page.goto("/terms/plot")  # never visited: the kept copy answers in its place
        page.locator("#offline-results[data-ready=yes]").wait_for(state="attached")
        assert "計画" in page.locator(".hit").first.inner_text()
        page.fill("#offline-q", "けいかく")
        assert "plot" in page.locator(".hit").first.inner_text()
        assert re.search(r"[1-9]\d{3} notes", page.locator("#offline-state").inner_text())
        if "2026-01-16" in page.locator("#offline-state").inner_text():
            page.fill("#offline-q", "704.5f")
            assert page.locator(".hit a.number", has_text="704.5f").first.is_visible()
    finally:
        site.start(port)


def test_a_newer_edition_is_offered(visit, site: Site) -> None:
    page = visit(locale="en-US")
    page.goto("/offline")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "caches.match('/offline/data.json').then((found) => Boolean(found))")
    held = site.app.extensions["mtgkb"]
    with held.store.writing():  # as an update does
        pass
    page.goto("/offline")
    page.locator("#offline-offer").wait_for()
    page.get_by_role("button", name="Bring it in").click()
    until(page, "document.querySelector('#offline-offer').hidden && document.querySelector('[data-ready]')")


def test_language_and_appearance_stick(visit) -> None:
    page = visit(locale="en-US", color_scheme="light")
    page.goto("/terms/plot")
    page.get_by_role("button", name="日本語").click()
    assert page.url.endswith("/terms/plot")
    assert page.get_attribute("html", "lang") == "ja"
    page.get_by_role("button", name="表示").click()
    assert page.get_attribute("html", "data-theme") == "dark"
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.goto("/quick")
    assert page.get_attribute("html", "lang") == "ja"
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == dark
    assert page.evaluate("getComputedStyle(document.querySelector('[lang=ja]')).fontStyle") == "normal"


def test_everything_works_without_script(visit) -> None:
    page = visit(locale="en-US", java_script_enabled=False)
    page.goto("/search")
    page.fill("#q", "けいかく")
    page.locator(".seek button").click()
    page.locator(".hit").first.wait_for()
    assert page.locator(".hit").count() > 0
    page.goto("/quick")
    page.fill("[data-filter]", "trample")
    page.locator(".filter button").click()
    page.wait_for_url("**q=trample")
    page.locator(".quickref li").first.wait_for()
    assert 0 < page.locator(".quickref li").count() < 40
    page.goto("/check?example=legend-rule")
    page.get_by_role("button", name="Play", exact=True).click()
    assert page.locator(".checks > li").count() == 2
    assert page.locator(".frames > li:visible").count() > 1
