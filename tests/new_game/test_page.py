"""A game that the page has no module for: played with the plain table in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.new_game.test_play import INSTALLED
from tests.server.live_server import Server
from tests.web.browser import PHONE, at_rest, fits, keep, serious_findings, visiting
from tests.web.company import actions, open_table, sit


@pytest.mark.parametrize("name", INSTALLED)
def test_a_whole_game_with_the_plain_table(server: Server, browser: Browser, name: str) -> None:
    opened = open_table(server, name)
    with visiting(browser, server) as page:
        sit(page, opened, 0)
        view = page.get_by_role("region", name="What lies on the table")
        expect(view.get_by_role("table", name="Seats")).to_contain_text("Anna")
        expect(view.locator("dl")).to_contain_text("Hand")
        at_rest(page)
        assert fits(page)
        assert serious_findings(page) == []
        keep(page, f"new-game-{name}")
        told = page.get_by_role("log").locator("li")
        over = page.get_by_text("The game is over")
        expect(actions(page).first).to_be_visible()
        while not over.is_visible():
            before = told.count()
            actions(page).first.click()
            expect(told).not_to_have_count(before)
            expect(actions(page).first.or_(over)).to_be_visible()
        expect(page.get_by_role("region", name="Players")).to_contain_text("Points")


def test_the_plain_table_has_the_words_of_the_game(server: Server, browser: Browser) -> None:
    opened = open_table(server, "cairn")
    with visiting(browser, server, PHONE, lang="de") as page:
        sit(page, opened, 0)
        view = page.get_by_role("region", name="Was auf dem Tisch liegt")
        expect(view.get_by_role("table", name="Plätze")).to_contain_text("Steinmännchen")
        expect(view.locator("dl")).to_contain_text("Steine im Stapel")
        expect(view.locator("dl")).to_contain_text("beim Legen")
        expect(view.locator("[lang=en]")).to_have_count(0)
        assert fits(page)
        keep(page, "new-game-de")


def test_the_rules_are_on_the_page(server: Server, browser: Browser) -> None:
    with visiting(browser, server, lang="de") as page:
        page.goto("/rules/cairn")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Steinmännchen")
        expect(page.get_by_text("Nimm einen Stein aus der Auslage")).to_be_visible()
