"""Understanding the games: the rules with search, all symbols, the live score sheet."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.server.live_server import Server
from tests.web.browser import keep, visiting


def test_a_search_finds_words_of_both_languages(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        page.goto("/rules/tybor")
        page.locator("#T1").wait_for()
        search = page.get_by_role("searchbox", name="Search the rules")
        search.fill("merchants fourth")
        expect(page.locator(".clause")).to_have_count(1)
        expect(page.locator("#T6\\.6 mark").first).to_have_text("Merchants")
        search.fill("Wechselgeld")
        expect(page.locator("#T4\\.7")).to_contain_text("No change is given")
        expect(page.get_by_role("status").filter(has_text="found")).to_have_text("1 clause found")
        search.fill("xyzzy")
        expect(page.get_by_text("No clause has all these words.")).to_be_visible()


def test_the_contents_lead_to_sections_and_clauses_to_each_other(
    server: Server, browser: Browser
) -> None:
    with visiting(browser, server) as page:
        page.goto("/rules/samara#S8.2")
        expect(page.locator("#S8\\.2.wanted")).to_be_in_viewport()
        page.get_by_role("navigation", name="Contents").get_by_role("link").first.click()
        expect(page.locator("#S1")).to_be_in_viewport()
        page.locator(".clause span a").first.click()
        expect(page.locator(".clause.wanted")).to_be_in_viewport()
        keep(page, "rules-samara-desktop")
