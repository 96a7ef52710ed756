"""The page in a real browser: it opens, it plays, it keeps people out of nothing."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from tests.server.live_server import Server
from tests.web.browser import DESKTOP, PHONE, keep, serious_findings, tab_to, visiting
from tests.web.company import actions, decide, deciding, set_up, simply, with_greedy_bots

GIVE_UP_NOTHING = 516  # an action of Tybor that is not legal while cards are chosen
MOST_DECISIONS = 200  # of one player in a game; about 50 are usual
MOST_BYTES = 200_000  # of the first load, with a game


def test_the_start_page_appears(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:  # which allows no error in the console
        page.goto("/")
        expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()


def test_a_game_from_the_start_page_to_its_end(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        simply(page)
        page.goto("/")
        page.get_by_role("button", name="Play Samara").click()
        choices, end = actions(page), page.locator(".end .places")
        for _ in range(MOST_DECISIONS):
            choices.or_(end).first.wait_for()
            if end.count():
                break
            decide(page, choices.last)
        expect(end.get_by_role("listitem")).to_have_count(2)
        expect(end).to_contain_text("Guest")


@pytest.mark.parametrize("game", ["Tybor", "Samara"])
def test_three_moves_against_a_bot_by_keyboard(server: Server, browser: Browser, game: str) -> None:
    with visiting(browser, server, reduced_motion="no-preference") as page:
        simply(page)
        page.goto("/")
        start = page.get_by_role("button", name=f"Play {game}")
        start.wait_for()
        tab_to(page, start)
        keep(page, "start-desktop")
        page.keyboard.press("Enter")

        actions = page.get_by_role("region", name="What you can do").get_by_role("button")
        actions.first.wait_for()
        tab_to(page, actions.first)
        for _ in range(3):
            expect(actions.first).to_be_focused()
            with deciding(page):
                page.keyboard.press("Enter")
            expect(actions.first).to_be_enabled()
        keep(page, f"{game.lower()}-plain-desktop")
        expect(page).to_have_title(re.compile("^● Your turn"))


def card_of(page: Page, name: str) -> Locator:
    """What the log tells of somebody's card, whose turn it may be to reveal it."""
    told = re.compile(rf"^{name} (has chosen a card|reveals the .*)\.$")
    return page.get_by_role("log").get_by_text(told)


def test_two_people_by_an_invite_link(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as anna, visiting(browser, server, PHONE, lang="de") as bert:
        simply(anna)
        simply(bert)
        set_up(anna, "Tybor")
        link = anna.get_by_label("Invitation for seat 2", exact=True).input_value()

        bert.goto(link)
        bert.get_by_label("Dein Name").fill("Bert")
        expect(bert).to_have_url(re.compile("^[^#]*$"))
        bert.get_by_role("button", name="Hinsetzen").click()
        expect(bert.get_by_text("sobald alle Plätze besetzt")).to_be_visible()

        anna.get_by_role("button", name="Start the game").click()
        for page, region in ((anna, "What you can do"), (bert, "Was du tun kannst")):
            page.get_by_role("region", name=region).get_by_role("button").first.click()
        expect(card_of(anna, "Bert")).to_be_visible()
        bert.get_by_role("button", name="Einstellungen").click()
        bert.get_by_label("Sprache").select_option("en")
        expect(card_of(bert, "Anna")).to_be_visible()


def ask_for_something_else(page: Page, action: int) -> None:
    """Whatever is chosen on the page, on its way it becomes a command for this action."""

    def socket(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def send(message: str | bytes) -> None:
            command = json.loads(message)
            changed = {**command, "action": action} if "action" in command else command
            server.send(json.dumps(changed))

        route.on_message(send)

    page.route_web_socket("**/socket", socket)


def test_a_refused_command_is_explained_and_nothing_has_changed(
    server: Server, browser: Browser
) -> None:
    with visiting(browser, server) as page:
        simply(page)
        ask_for_something_else(page, GIVE_UP_NOTHING)
        page.goto("/")
        page.get_by_role("button", name="Play Tybor").click()
        actions = page.get_by_role("region", name="What you can do").get_by_role("button")
        actions.first.wait_for()
        before = actions.all_inner_texts()
        actions.first.click()
        dialog = page.get_by_role("dialog", name="That is not possible")
        expect(dialog).to_be_visible()
        assert serious_findings(page, "dialog") == []
        keep(page, "refusal-desktop")
        clause = dialog.get_by_role("link", name="Read rule T").get_attribute("href")
        page.keyboard.press("Escape")
        expect(dialog).not_to_be_attached()
        assert actions.all_inner_texts() == before
        page.goto(clause or "")
        expect(page.locator(".clause.wanted")).to_be_in_viewport()


def test_a_shared_screen_has_a_curtain(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        simply(page)
        page.goto("/")
        page.get_by_label("Your name").fill("Anna")
        page.get_by_role("button", name="Set up a table of Tybor").click()
        page.get_by_label("Seat 2").select_option("here")
        page.get_by_role("textbox", name="Player").fill("Bert")
        page.get_by_role("button", name="Open the table").click()
        page.get_by_role("button", name="I am Anna").click()
        actions = page.get_by_role("region", name="What you can do").get_by_role("button")
        actions.first.wait_for()
        hers = actions.all_inner_texts()
        actions.first.click()
        page.get_by_role("heading", name="Pass the screen to Bert").wait_for()
        assert actions.count() == 0
        assert not [text for text in hers if text in page.content()]
        page.get_by_role("button", name="I am Bert").click()
        actions.first.wait_for()


def test_the_first_load_is_small(server: Server, browser: Browser) -> None:
    sizes: list[int] = []
    with visiting(browser, server, DESKTOP) as page:
        with_greedy_bots(page)
        page.on(
            "requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"])
        )
        page.goto("/")
        page.get_by_role("button", name="Play Tybor").click()
        page.wait_for_url("**/t/*")
        page.get_by_role("heading", name="What happened").wait_for()
        page.wait_for_load_state("networkidle")
    assert 10_000 < sum(sizes) < MOST_BYTES


def test_an_address_that_leads_nowhere(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        page.goto("/lobby")
        page.evaluate(
            "history.pushState(null, '', '/nowhere'); dispatchEvent(new Event('popstate'))"
        )
        expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
        page.get_by_role("link", name="To the start page").click()
        expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
