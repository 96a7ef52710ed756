"""A game that the page has never heard of: played, looked at again and set up like any other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, WebSocketRoute, expect

from tests.server.live_server import Server
from tests.web.browser import DESKTOP, PHONE, at_rest, fits, keep, serious_findings, visiting
from tests.web.company import actions, open_table, sit
from tests.web.finished import finished, sits

KNOWN, UNKNOWN = "samara", "pebbles"


def renamed(text: str) -> str:
    """What the server says, of a game by another name."""
    return text.replace(f'"game":"{KNOWN}"', f'"game":"{UNKNOWN}"')


def call_it_otherwise(page: Page) -> None:
    """The server has a game that the page does not know."""

    def answer(route: Route) -> None:
        there = route.request.url.replace(f"/games/{UNKNOWN}", f"/games/{KNOWN}")
        got = route.fetch(url=there)
        route.fulfill(response=got, body=renamed(got.text()))

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda told: socket.send(renamed(str(told))))

    page.route("**/api/**", answer)
    page.route_web_socket("**/api/**", listen)


@pytest.mark.parametrize(
    ("size", "lang", "theme", "heading", "turn"),
    [
        (DESKTOP, "en", "light", "What lies on the table", "What you can do"),
        (PHONE, "de", "dark", "Was auf dem Tisch liegt", "Was du tun kannst"),
    ],
)
def test_it_is_played_by_its_view_and_its_actions(
    server: Server,
    browser: Browser,
    size: ViewportSize,
    lang: str,
    theme: str,
    heading: str,
    turn: str,
) -> None:
    opened = open_table(server, KNOWN)
    with visiting(browser, server, size, lang=lang, theme=theme) as page:
        call_it_otherwise(page)
        sit(page, opened, 0)
        view = page.get_by_role("region", name=heading)
        expect(view.get_by_role("table", name="Seats")).to_contain_text("Anna")
        expect(view.get_by_role("table", name="Spaces").get_by_role("row")).to_have_count(31)
        expect(view.locator("dl")).to_contain_text("Phase")
        offered = page.get_by_role("region", name=turn)
        expect(offered).to_be_visible()
        at_rest(page)
        assert fits(page)
        assert serious_findings(page) == []
        keep(page, f"plain-{lang}")
        told = page.get_by_role("log").locator("li")
        before = told.count()
        actions(page).first.focus()
        page.keyboard.press("Enter")
        expect(told).not_to_have_count(before)


def test_it_is_looked_at_again_with_anybodys_eyes(server: Server, browser: Browser) -> None:
    over = finished(server, KNOWN)
    with visiting(browser, server) as page:
        call_it_otherwise(page)
        page.add_init_script(sits({over.id: over.tokens[0]}))
        page.goto(f"/replay/{over.id}?at=9&eyes=1")
        view = page.get_by_role("region", name="What lies on the table")
        facts = view.locator("dl > div")
        expect(facts.filter(has_text="Seat").first).to_contain_text("Bert")
        page.get_by_label("View as").select_option("0")
        expect(facts.filter(has_text="Seat").first).to_contain_text("Anna")
        months = facts.filter(has_text="Now")
        first = months.inner_text()
        page.get_by_role("button", name="To the end").click()
        expect(months).not_to_have_text(first)
        expect(actions(page)).to_have_count(0)
        assert serious_findings(page) == []


def test_the_start_page_and_the_rules_have_it(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        call_it_otherwise(page)
        page.goto("/")
        card = page.get_by_role("region", name="Samara")  # its title, as the server has it
        expect(card.get_by_role("link")).to_have_text(["Rules"])  # no course, no pad
        expect(card.locator("svg.emblem")).to_be_visible()
        card.get_by_role("button", name="Set up a table").click()
        page.get_by_text("Game options").click()
        expect(page.get_by_label("Starting month")).to_be_visible()
        page.keyboard.press("Escape")
        card.get_by_role("link", name="Rules").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Rules of Samara")
        page.get_by_role("tab", name="Symbols").click()
        expect(page.get_by_role("heading", name="Words of the game")).to_be_visible()
        assert serious_findings(page) == []
        for address in (f"/learn/{UNKNOWN}", f"/score/{UNKNOWN}"):
            page.goto(address)
            expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page")
