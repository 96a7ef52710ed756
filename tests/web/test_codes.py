"""A code in a link: nothing comes along, and nothing stays in the address bar, without a yes."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.server.live_server import Server
from tests.web.browser import PHONE, at_rest, fits, keep, serious_findings, visiting
from tests.web.company import open_table, simply, sit


def known_as(page: Page, name: str) -> str:
    """A code of somebody with a page."""
    page.goto("/me")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="This is me").click()
    page.get_by_role("button", name="Code for another device").click()
    code = page.get_by_role("dialog").locator("code").inner_text()
    page.keyboard.press("Escape")
    return code


def tables_of(page: Page) -> list[str]:
    """What the server has on the page of this device."""
    answer: dict[str, Any] = page.request.get("/api/me").json()
    return [table["name"] for table in answer["tables"]]


def test_a_link_with_a_code_brings_nothing_along_without_a_yes(
    server: Server, browser: Browser
) -> None:
    opened = open_table(server, "samara", name="Mine")
    with visiting(browser, server) as mallory, visiting(browser, server, PHONE) as victim:
        simply(victim)
        code = known_as(mallory, "Mallory")
        sit(victim, opened, 0, host=True)
        victim.get_by_role("region", name="What you can do").wait_for()
        victim.goto(f"/me#code={code}")
        asked = victim.get_by_role("dialog", name="Enter a code")
        expect(asked).to_contain_text("This device will show Mallory’s tables.")
        expect(asked).to_contain_text("Bring the 1 table of this device along?")
        expect(victim).to_have_url(f"{server.url}/me")
        assert victim.context.cookies() == []
        assert fits(victim)
        assert serious_findings(victim, "dialog") == []
        keep(victim, "code-asked-phone")
        asked.get_by_role("button", name="Continue without them").click()
        expect(victim.get_by_label("Your name")).to_have_value("Mallory")
        victim.get_by_role("button", name="Save").click()
        expect(victim.get_by_text("Your tables are kept on this page")).to_be_visible()
        victim.goto(f"/t/{opened['table']}")
        victim.get_by_role("region", name="What you can do").wait_for()
        at_rest(victim)
        assert tables_of(mallory) == tables_of(victim) == []


def test_tables_come_along_if_somebody_says_so(server: Server, browser: Browser) -> None:
    opened = open_table(server, "samara", name="Mine")
    with visiting(browser, server) as old, visiting(browser, server, lang="de") as new:
        simply(new)
        code = known_as(old, "Anna")
        sit(new, opened, 0)
        new.locator(".actions").wait_for()
        new.goto("/me")
        new.get_by_role("button", name="Das bin ich").wait_for()
        new.evaluate("code => { location.hash = `code=${code}`; }", code)  # already there
        asked = new.get_by_role("dialog", name="Code eingeben")
        expect(asked).to_contain_text("Dieses Gerät zeigt dann die Tische von Anna.")
        expect(new).to_have_url(f"{server.url}/me")
        asked.get_by_role("button", name="Schließen").click()
        assert tables_of(old) == []
        new.get_by_role("button", name="Code eingeben").click()
        new.get_by_role("textbox", name="Code").fill(code)
        new.get_by_role("button", name="Hier weiter").click()
        new.get_by_role("button", name="Mitbringen").click()
        expect(new.get_by_role("button", name="Mine", exact=True)).to_be_visible()
        assert tables_of(old) == ["Mine"]
