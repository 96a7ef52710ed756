"""The score pad on a phone at the real table."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.server.live_server import Server
from tests.web.browser import DESKTOP, PHONE, fits, keep, serious_findings, visiting


def tap(page: Page, name: str, times: int = 1) -> None:
    """Tap a button by its name."""
    for _ in range(times):
        page.get_by_role("button", name=name, exact=True).click()


def test_a_sheet_of_tybor(server: Server, browser: Browser) -> None:
    with visiting(browser, server, PHONE) as page:
        page.goto("/score/tybor")
        page.get_by_label("Name").fill("Anna")
        page.get_by_label("Scenario").select_option("Size Matters")
        tap(page, "Farmer: one more", 3)
        tap(page, "green, yellow, blue")

        tap(page, "+ Building")
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Points on the little side", exact=True).fill("5")
        dialog.get_by_label("great").check(force=True)
        dialog.get_by_label("Pair").check(force=True)
        keep(page, "scorepad-building-phone")
        dialog.get_by_role("button", name="Done").click()

        page.get_by_role("button", name="Go on with Player 2").click()
        page.get_by_label("Name").fill("Bert")
        tap(page, "Soldier: one more", 4)
        page.get_by_label("Strength left on workers", exact=True).fill("7")
        page.get_by_label("Strength left on workers", exact=True).press("Tab")

        # T6.1: 5 + 3 for the great side, T6.5: three farmers 5; against T6.10: four soldiers 8
        expect(page.locator("#pad-result")).to_have_text("Anna wins!")
        sheet = page.get_by_role("table")
        expect(sheet.get_by_role("row", name="Buildings")).to_contain_text("8")
        expect(sheet.get_by_role("row", name="Farmers")).to_contain_text("5")
        expect(sheet.get_by_role("row", name="Total 13 8")).to_be_visible()
        assert fits(page)
        assert serious_findings(page) == []
        keep(page, "scorepad-tybor-phone")

        page.reload()
        expect(page.locator("#pad-result")).to_have_text("Anna wins!")
        tap(page, "New sheet")
        tap(page, "Clear")
        expect(page.locator("#pad-result")).to_have_text("Nothing entered yet")
        expect(page.get_by_label("Name")).to_have_value("Anna")


def test_other_printed_values(server: Server, browser: Browser) -> None:
    with visiting(browser, server, DESKTOP) as page:
        page.goto("/score/tybor")
        tap(page, "Captain: one more", 2)
        page.get_by_text("Other printed values").click()
        page.get_by_label("2 captains", exact=True).fill("11")
        page.get_by_label("2 captains", exact=True).press("Tab")
        expect(page.get_by_role("row", name="Total 11 0")).to_be_visible()


def test_a_tie_of_samara_asks_for_the_calendar(server: Server, browser: Browser) -> None:
    with visiting(
        browser, server, PHONE, lang="de", theme="dark", permissions=["clipboard-read"]
    ) as page:
        page.add_init_script("delete Navigator.prototype.share")
        page.goto("/score/samara")
        page.get_by_label("Name").fill("Anna")
        tap(page, "Plättchen mit Ansehen 3")
        tap(page, "Plättchen mit Ansehen 8")
        page.get_by_role("button", name="Weiter mit Person 2").click()
        page.get_by_label("Name").fill("Bert")
        tap(page, "Plättchen mit Ansehen 11")
        expect(page.locator("#pad-result")).to_have_text("Gleichstand: Anna und Bert")

        tap(page, "Monate bis zum nächsten Arbeiter (0: jetzt): eins mehr", 2)
        page.get_by_role("button", name="Anna").first.click()
        tap(page, "Monate bis zum nächsten Arbeiter (0: jetzt): eins mehr")
        expect(page.locator("#pad-result")).to_have_text("Anna gewinnt!")
        assert fits(page)
        assert serious_findings(page) == []
        keep(page, "scorepad-samara-phone-de-dark")

        tap(page, "Teilen")
        expect(page.get_by_text("Kopiert.")).to_be_visible()
        told = page.evaluate("navigator.clipboard.readText()")
        assert told.startswith("Samara\n\n★ Anna: 11\n")
        assert "Bert: 11" in told
