"""One screen for several, without a token that sees no hand: nobody sees a hand unasked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.server.live_server import Server
from tests.web.browser import visiting
from tests.web.company import open_table, play_on, sit, with_greedy_bots


def test_a_screen_without_the_host_begins_behind_the_curtain(
    server: Server, browser: Browser
) -> None:
    opened = open_table(server, "tybor", people=2, bots=0)
    with visiting(browser, server) as page:
        with_greedy_bots(page)
        sit(page, opened, 0, 1)
        expect(page.get_by_role("heading", name="Pass the screen to Anna")).to_be_visible()
        expect(page.locator("[data-hand]")).to_have_count(0)
        page.locator(".curtain button").click()
        expect(page.locator("[data-hand]").first).to_be_visible()
        page.reload()
        expect(page.get_by_role("heading", name="Pass the screen to Anna")).to_be_visible()
        expect(page.locator("[data-hand]")).to_have_count(0)


@pytest.mark.parametrize("host", [True, False])
def test_the_replay_of_a_running_game_shows_no_hand(
    server: Server, browser: Browser, host: bool
) -> None:
    opened = open_table(server, "tybor", people=2, bots=0)
    play_on(server, opened, 4)
    with visiting(browser, server) as page:
        with_greedy_bots(page)
        sit(page, opened, 0, 1, host=host)
        page.locator(".curtain").wait_for()
        for query in ("", "?eyes=0"):
            page.goto(f"/replay/{opened['table']}{query}")
            page.locator(".tybor").wait_for()
            expect(page.get_by_label("View as").locator("option")).to_have_count(1)
            expect(page.locator("[data-hand]")).to_have_count(0)
            expect(page).to_have_url(f"{server.url}/replay/{opened['table']}?at=0&eyes=watch")
