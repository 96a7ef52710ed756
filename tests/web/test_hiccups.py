"""What happens when something does not come: words, and a way to try again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, Route, expect

from tests.server.house import Server
from tests.web.browser import DESKTOP, PATIENCE, visiting
from tests.web.company import open_table, play_on, simply, sit, with_greedy_bots

PROBLEM = "The server has a problem. Please try again in a moment."
GET_UP = 180_000  # milliseconds: whoever gives a hint has to get up, and may have to be compiled


@contextmanager
def unlucky(browser: Browser, server: Server) -> Iterator[Page]:
    """A visitor to whom things happen: errors in the console are no surprise, exceptions are."""
    context = browser.new_context(base_url=server.url, viewport=DESKTOP, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    thrown: list[str] = []
    page.on("pageerror", lambda error: thrown.append(str(error)))
    try:
        yield page
    finally:
        context.close()
    assert thrown == []


class Once:
    """The first request fails as behind a proxy whose server is away."""

    def __init__(self, page: Page, address: str) -> None:
        self.times = 0
        page.route(re.compile(address), self)

    def __call__(self, route: Route) -> None:
        self.times += 1
        if self.times == 1:
            route.fulfill(status=502, body="<h1>Bad Gateway</h1>", content_type="text/html")
        else:
            route.fallback()


def test_names_that_do_not_come_are_asked_for_again(server: Server, browser: Browser) -> None:
    for game in ("tybor", "samara"):
        opened = open_table(server, game)
        with unlucky(browser, server) as page:
            with_greedy_bots(page)
            Once(page, rf"/api/games/{game}\?")
            sit(page, opened, 0)
            expect(page.get_by_role("alert")).to_have_text(PROBLEM)
            page.get_by_role("button", name="Try again").click()
            page.locator(f".{game}").wait_for()
            expect(page.get_by_role("alert")).to_have_count(0)


def test_a_hint_that_does_not_come_is_asked_for_again(server: Server, browser: Browser) -> None:
    opened = open_table(server, "samara")
    with unlucky(browser, server) as page:
        simply(page)
        Once(page, "/hint")
        sit(page, opened, 0)
        page.get_by_role("button", name="Hint").click()
        expect(page.get_by_role("alert")).to_have_text(PROBLEM)
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("dialog").locator(".first")).to_be_visible(timeout=GET_UP)


def test_a_part_of_the_page_that_does_not_come(server: Server, browser: Browser) -> None:
    opened = open_table(server, "samara")
    with unlucky(browser, server) as page:
        simply(page)
        page.route(re.compile(r"/assets/Menu-"), lambda route: route.abort())
        sit(page, opened, 0)
        page.get_by_role("button", name="Table", exact=True).click()
        again = page.get_by_role("button", name="Load anew")
        again.wait_for()  # before the way is free: a request underway would still come through
        page.unroute_all()
        again.click()
        page.get_by_role("button", name="Table", exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()


def test_the_lobby_goes_on_after_a_hiccup(server: Server, browser: Browser) -> None:
    open_table(server, "samara", name="Market day", public=True)
    with unlucky(browser, server) as page:
        page.clock.install()
        Once(page, r"/api/lobby\?")
        page.goto("/lobby")
        expect(page.get_by_role("alert")).to_have_text(PROBLEM)
        page.clock.run_for(60_000)
        expect(page.get_by_role("heading", name="Market day")).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)


def test_a_running_game_is_found_behind_many_that_are_over(
    server: Server, browser: Browser
) -> None:
    running = open_table(server, "samara", name="Still running")
    over = [open_table(server, "samara", options={"start_month": 5}) for _ in range(7)]
    with visiting(browser, server) as page:
        simply(page)
        sit(page, running, 0)
        for one in over:
            play_on(server, one)
            sit(page, one, 0)
            page.get_by_role("heading", name=re.compile("wins?[.!]")).wait_for()
        page.goto("/")
        own = page.get_by_role("region", name="Go on playing").get_by_role("link")
        expect(own).to_have_count(1)
        expect(own).to_contain_text("Still running")
