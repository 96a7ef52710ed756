"""A table that goes on from another game: everybody is told, and whoever sits down accepts it."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.server.live_server import Server
from tests.server.scene import played, record_of
from tests.web.browser import DESKTOP, PHONE, fits, keep, new_context, serious_findings, visiting
from tests.web.company import log, play_on, simply, sit
from tests.web.finished import late

WARNING = {
    "en": ("You are invited", "The cards may be known", "Sit down anyway", "Sit down"),
    "de": (
        "Du bist eingeladen",
        "Vielleicht sind die Karten bekannt",
        "Trotzdem hinsetzen",
        "Hinsetzen",
    ),
}
HD = ViewportSize(width=1280, height=720)
TALL = ViewportSize(width=390, height=844)


def from_record(server: Server, game: str = "tybor", **more: Any) -> dict[str, Any]:
    """A table that goes on from a record, with a free seat."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]
    body = {"record": record_of(played(game)), "at": 7, "seats": seats, "name": "Again", **more}
    answer = httpx.post(f"{server.url}/api/tables", json=body, timeout=30)
    assert answer.status_code == 201, answer.text
    opened: dict[str, Any] = answer.json()
    return opened


def invited(page: Page, opened: dict[str, Any]) -> None:
    page.goto(opened["seats"][1]["link"])
    page.get_by_role("textbox").fill("Bert")


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("size", [HD, TALL], ids=["desktop", "phone"])
def test_who_follows_an_invitation_is_warned_and_confirms(
    server: Server, browser: Browser, size: ViewportSize, lang: str
) -> None:
    opened = from_record(server)
    locale = {"en": "en-GB", "de": "de-DE"}[lang]
    page = new_context(browser, server, size, locale=locale).new_page()
    title, warning, anyway, sit_down = WARNING[lang]
    invited(page, opened)
    expect(page.get_by_role("heading", name=title, level=2)).to_be_visible()
    page.get_by_role("button", name=sit_down, exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text(warning)
    expect(page.get_by_role("alert")).to_contain_text("7")
    assert serious_findings(page, "form") == []
    assert fits(page)
    keep(page, f"known-deal-{size['width']}-{lang}")
    page.get_by_role("button", name=anyway).click()
    expect(page.locator("form")).not_to_be_attached()
    expect(page.locator(".origin")).to_be_visible()


def test_at_a_public_table_the_warning_is_there_at_once(server: Server, browser: Browser) -> None:
    opened = from_record(server, public=True)
    with visiting(browser, server, DESKTOP) as page:
        page.goto("/lobby")
        card = page.get_by_role("listitem").filter(has_text="Again").first
        expect(card).to_contain_text("This game continues a saved one, after 7 decisions.")
        expect(card).to_contain_text("Someone may know the cards.")
        page.goto(f"/t/{opened['table']}")
        page.get_by_role("button", name="Sit down").click()
        expect(page.get_by_role("alert")).to_contain_text("the host above all")
        page.get_by_role("textbox").first.fill("Bert")
        page.get_by_role("button", name="Sit down anyway").click()
        expect(page.get_by_role("alert")).not_to_be_attached()
        expect(page.locator(".origin")).to_contain_text("This game continues a saved one")


def test_where_nothing_is_hidden_nobody_has_to_confirm(server: Server, browser: Browser) -> None:
    opened = from_record(server, "samara")
    with visiting(browser, server, PHONE) as page:
        invited(page, opened)
        page.get_by_role("button", name="Sit down").click()
        expect(page.locator(".origin")).to_contain_text("This game continues a saved one")
        expect(page.locator(".origin")).not_to_contain_text("may know")


def test_the_table_and_its_end_say_where_the_game_comes_from(
    server: Server, browser: Browser
) -> None:
    opened = late(server, "tybor", people=1, bots=1)
    with visiting(browser, server) as page:
        simply(page)
        sit(page, opened, 0, host=True)
        expect(log(page)).to_contain_text("This game continues a saved one")
        play_on(server, opened)
        page.get_by_text("Was it fair?").click()
        expect(page.locator("details .origin")).to_contain_text("Someone may know the cards.")


def test_whoever_contributed_to_the_seed_finds_it_there(server: Server, browser: Browser) -> None:
    """Anna opens a table of her own in the browser, plays by HTTP, and looks at the end."""
    with visiting(browser, server) as page:
        simply(page)
        page.goto("/")
        page.get_by_label("Your name").fill("Anna")
        page.get_by_role("button", name="Set up a table of Samara").click()
        page.get_by_role("combobox").nth(1).select_option("greedy")
        page.get_by_role("button", name=re.compile("Open the table|Start")).last.click()
        page.wait_for_url("**/t/*")
        table = page.url.rpartition("/")[2]
        places = page.evaluate("JSON.parse(localStorage['baumeister.places'])")
        (chance,), (own,) = places[table]["chances"], places[table]["seats"]
        opened = {"table": table, "seats": [own]}
        now = play_on(server, opened)
        assert chance in now["table"]["seed"].split(".")
        page.get_by_text("Was it fair?").click()
        fair = page.locator("details")
        expect(fair.get_by_text(chance, exact=True)).to_be_visible()
        expect(fair).to_contain_text("sent by this browser")
        expect(fair).to_contain_text("as shown to this browser before the start")
