"""What happens when something does not come: words, and a way to try again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, Route, expect

from tests.server.live_server import Server
from tests.web.browser import new_context, visiting
from tests.web.company import open_table, simply, sit, with_greedy_bots
from tests.web.finished import finished

PROBLEM = "The server has a problem. Please try again in a moment."


@contextmanager
def unlucky(browser: Browser, server: Server) -> Iterator[Page]:
    """A visitor to whom things happen: errors in the console are no surprise, exceptions are."""
    context = new_context(browser, server)
    page = context.new_page()
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
        page.route("**/hint*", lambda route: route.fulfill(json=["Rest", "It is Sunday."]))
        Once(page, "/hint")
        sit(page, opened, 0)
        page.get_by_role("button", name="Hint").click()
        expect(page.get_by_role("alert")).to_have_text(PROBLEM)
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("dialog").locator(".first")).to_have_text("Rest")


def test_a_part_of_the_page_that_does_not_come(server: Server, browser: Browser) -> None:
    opened = open_table(server, "samara")
    with unlucky(browser, server) as page:
        simply(page)
        page.route(re.compile(r"/assets/Menu-"), lambda route: route.abort())
        sit(page, opened, 0)
        page.get_by_role("button", name="Table", exact=True).click()
        again = page.get_by_role("button", name="Reload")
        again.wait_for()  # before the way is free: a request underway would still come through
        page.unroute_all()
        again.click()
        page.get_by_role("button", name="Table", exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()


def test_the_lobby_goes_on_after_a_hiccup(server: Server, browser: Browser) -> None:
    open_table(server, "samara", name="Once more", public=True)
    with unlucky(browser, server) as page:
        page.clock.install()
        Once(page, r"/api/lobby\?")
        page.goto("/lobby")
        expect(page.get_by_role("alert")).to_have_text(PROBLEM)
        page.clock.run_for(60_000)
        expect(page.get_by_role("heading", name="Once more")).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)


def test_a_running_game_is_found_behind_many_that_are_over(
    server: Server, browser: Browser
) -> None:
    running = open_table(server, "samara", name="Still running")
    places = {running["table"]: place(running["seats"][0]["token"], used=1)}
    for used in range(2, 9):  # all of them were looked at later
        over = finished(server, "samara")
        places[over.id] = place(over.tokens[0], used)
    with visiting(browser, server) as page:
        simply(page)
        page.add_init_script(
            f"localStorage['baumeister.places'] = {json.dumps(json.dumps(places))}"
        )
        page.goto("/")
        own = page.get_by_role("region", name="Continue playing").get_by_role("link")
        expect(own).to_have_count(1)
        expect(own).to_contain_text("Still running")


def place(token: str, used: int) -> dict[str, Any]:
    """A seat as the browser remembers it."""
    return {"seats": [{"token": token, "seat": 0}], "invites": {}, "used": used}
