"""The start page, the lobby and one's own page, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

import baumeister
from baumeister.play.records import to_text
from tests.server.live_server import Server
from tests.web.browser import DESKTOP, PHONE, fits, keep, new_context, visiting
from tests.web.company import open_table, play_on, simply, sit, with_greedy_bots
from tests.web.finished import finished, late, played, sits


def test_one_click_starts_a_game_against_as_many_bots_as_wanted(
    server: Server, browser: Browser
) -> None:
    with visiting(browser, server) as page:
        simply(page)
        page.goto("/")
        page.get_by_role("button", name="One more bot").click()
        page.get_by_role("button", name="Play Tybor").click()
        players = page.get_by_role("region", name="Players").get_by_role("listitem")
        expect(players).to_have_count(3)
        expect(players.first).to_contain_text("Guest (you)")
        page.goto("/")
        expect(page.get_by_role("button", name="against 2 bots").first).to_be_visible()


def test_options_and_clock_of_a_table(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        simply(page)
        page.goto("/")
        page.get_by_role("button", name="Set up a table of Samara").click()
        page.get_by_label("Seat 2").select_option("greedy")
        page.get_by_text("Game options").click()
        page.get_by_label("First month").select_option("May")
        page.get_by_label("Special tiles do what they say").uncheck()
        page.get_by_text("Clock and table").click()
        page.get_by_label("Clock").select_option("usual")
        page.get_by_label("Name of the table").fill("Friday")
        with page.expect_response("**/api/tables?*") as answered:
            page.get_by_role("button", name="Open the table and start").click()
        request = answered.value.request.post_data_json or {}
        assert request["options"] == {"start_month": 5, "specials": False}
        assert request["clock"] == {"per_move": 60, "reserve": 600}
        expect(page.get_by_role("heading", name="Friday", level=1)).to_be_attached()
        clock = page.get_by_role("timer", name="Time left")
        expect(clock).to_contain_text("+ 10:00")
        expect(clock).to_contain_text(re.compile(r"(^|\D)0:[0-5]\d"))  # it runs


def test_own_tables_are_found_again(server: Server, browser: Browser) -> None:
    opened = open_table(server, "samara", name="Sunday", options={"start_month": 1})
    with visiting(browser, server) as page:
        simply(page)
        sit(page, opened, 0)
        page.get_by_role("region", name="What you can do").wait_for()
        page.goto("/")
        own = page.get_by_role("region", name="Continue playing").get_by_role("link")
        expect(own).to_contain_text("Sunday")
        expect(own).to_contain_text("Your turn")
        own.click()
        page.get_by_role("region", name="What you can do").wait_for()


def test_a_table_from_the_middle_of_a_record(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    table = baumeister.game("samara").new(players=2, seed="record", names=["Anna", "Bert"])
    while not table.over:
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[0])
    file = tmp_path / "game.txt"
    file.write_text(to_text(table), encoding="utf-8")
    with visiting(browser, server) as page:
        simply(page)
        page.goto("/")
        page.locator("input[type=file]").set_input_files(file)
        at = page.get_by_role("slider", name="Continue after move")
        at.fill("7")
        expect(page.get_by_text(re.compile(r"^7 / \d+ · (Anna|Bert): "))).to_be_visible()
        page.get_by_role("button", name="Open the table and start").click()
        page.get_by_role("region", name="What you can do").wait_for()
        log = page.get_by_role("region", name="What happened")
        expect(log.get_by_role("listitem").nth(5)).to_be_visible()


def test_a_finished_record_can_be_watched(server: Server, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(to_text(played("samara")), encoding="utf-8")
    with visiting(browser, server) as page:
        with_greedy_bots(page)
        page.goto("/")
        page.locator("input[type=file]").set_input_files(file)
        page.get_by_role("button", name="Watch this game").click()
        expect(page.get_by_role("slider", name="Position in the game")).to_be_visible()


def test_finished_games_are_found_again(server: Server, browser: Browser) -> None:
    over = finished(server, "samara")
    with visiting(browser, server) as page:
        page.add_init_script(sits({over.id: over.tokens[0]}))
        page.goto("/me")
        games = page.get_by_role("region", name="Finished")
        expect(games).to_contain_text(str(over.table.scores()[0]["total"]))
        games.get_by_role("link", name="Review").wait_for()
        games.get_by_role("link", name="Replay").click()
        expect(page.get_by_role("slider", name="Position in the game")).to_be_visible()


def test_what_is_no_record_is_told_so(server: Server, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "poem.txt"
    file.write_text("Roses are red", encoding="utf-8")
    context = new_context(browser, server)
    page = context.new_page()
    page.goto("/")
    with page.expect_response("**/api/replay?*") as answered:
        page.locator("input[type=file]").set_input_files(file)
    assert answered.value.status == 422
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    context.close()


def test_a_public_table_can_be_found_and_watched(server: Server, browser: Browser) -> None:
    open_table(server, "samara", name="Market square", public=True)
    with visiting(browser, server) as page:
        simply(page)
        page.goto("/lobby")
        page.get_by_role("link", name="Watch: Market square").click()
        expect(page.get_by_text("You are watching.")).to_be_visible()
        expect(page.get_by_role("region", name="What you can do")).not_to_be_attached()


def known_as(page: Page, name: str) -> None:
    page.goto("/me")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="This is me").click()
    page.get_by_role("button", name="Sign out here").wait_for()


def test_tables_move_to_another_device_by_a_code(server: Server, browser: Browser) -> None:
    opened = open_table(server, "samara", name="Monday")
    done = late(server, "tybor", name="Over and done")
    play_on(server, done)
    with visiting(browser, server) as old, visiting(browser, server, PHONE) as new:
        simply(old)
        simply(new)
        known_as(old, "Anna")
        sit(old, opened, 0, host=True)
        old.get_by_role("region", name="What you can do").wait_for()
        sit(old, done, 0)
        old.get_by_role("heading", name=re.compile("wins?[.!]")).wait_for()
        old.goto("/me")
        expect(old.get_by_text(re.compile(r"Tybor: 1 played, [01] won"))).to_be_visible()
        old.get_by_role("button", name="Code for another device").click()
        expect(old.get_by_role("img", name="QR code of the link")).to_be_visible()
        keep(old, "code-desktop")
        code = old.get_by_role("dialog").locator("code").inner_text()

        new.goto("/me")
        new.get_by_role("button", name="Enter a code").click()
        new.get_by_role("textbox", name="Code").fill(code.lower())
        new.get_by_role("button", name="Continue here").click()
        expect(new.get_by_role("dialog")).to_contain_text("This device will show Anna’s tables.")
        new.get_by_role("button", name="Continue here").click()
        expect(new.get_by_label("Your name")).to_have_value("Anna")
        keep(new, "me-phone")
        assert fits(new)
        new.get_by_role("button", name="Monday", exact=True).click()
        new.get_by_role("region", name="What you can do").wait_for()


def test_signing_out_leaves_nothing(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        known_as(page, "Anna")
        page.get_by_role("button", name="Sign out here").click()
        expect(page.get_by_role("button", name="This is me")).to_be_visible()
        assert page.context.cookies() == []


def test_language_colours_and_keys_are_at_hand(server: Server, browser: Browser) -> None:
    with visiting(browser, server, DESKTOP) as page:
        page.goto("/lobby")
        page.get_by_role("button", name="Auf Deutsch").click()
        expect(page.get_by_text("Tische, an denen alle zuschauen dürfen")).to_be_visible()
        page.keyboard.press("l")
        page.get_by_role("button", name="Dark").click()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        page.keyboard.press("d")
        expect(page.locator("html")).to_have_attribute("data-theme", "light")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).not_to_be_attached()
