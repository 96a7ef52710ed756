"""What is around the game at a table, in real browsers: company, undo, one screen, storms."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.server.live_server import Server, bearer, free_port
from tests.web.browser import (
    DESKTOP,
    NOTE,
    PHONE,
    at_rest,
    fits,
    keep,
    keep_in_sight,
    new_context,
    place_of,
    serious_findings,
    visiting,
)
from tests.web.company import actions, decide, log, open_table, play_on, set_up, simply, sit, watch
from tests.web.finished import late


@contextmanager
def in_a_storm(browser: Browser, server: Server) -> Iterator[Page]:
    """A browser that may see connections fail."""
    context = new_context(browser, server)
    page = context.new_page()
    simply(page)
    yield page
    context.close()


def test_a_rematch_is_told_to_the_others(server: Server, browser: Browser) -> None:
    opened = late(server, "samara")
    with visiting(browser, server) as anna, visiting(browser, server, PHONE, lang="de") as bert:
        sit(anna, opened, 0)
        sit(bert, opened, 1)
        play_on(server, opened)
        bert.get_by_role("button", name="Noch einmal").focus()
        before = place_of(bert.locator(".end div.what"))
        anna.get_by_role("button", name="Play again").click()
        anna.get_by_role("heading", name="The table is open").wait_for()
        told = "Anna hat für euch einen neuen Tisch geöffnet."
        expect(bert.locator(".end").get_by_text(told)).to_be_visible()
        expect(bert.locator("[aria-live]", has_text=told)).to_be_attached()
        expect(bert.get_by_role("button", name="Zum neuen Tisch")).to_be_focused()
        assert place_of(bert.locator(".end div.what")) == before
        assert serious_findings(bert, "section.end") == []
        keep(bert, "rematch-phone-de")
        expect(bert.get_by_role("button", name="Noch einmal")).to_have_count(0)
        bert.get_by_role("button", name="Zum neuen Tisch").click()
        expect(anna.get_by_text("Everyone is here.")).to_be_visible()
        expect(bert.get_by_text("Bert").first).to_be_visible()
        expect(bert).to_have_url(anna.url)
        anna.go_back()
        you = "You have opened another table for everyone."
        expect(anna.locator(".end").get_by_text(you)).to_be_visible()
        expect(anna.get_by_role("button", name="Play again")).to_have_count(0)


def test_whoever_wants_a_rematch_a_moment_later_sits_down_at_the_same_table(
    server: Server, browser: Browser
) -> None:
    opened = late(server, "samara")

    def without_the_next_table(route: WebSocketRoute) -> None:
        """Bert is not told yet."""
        to_server = route.connect_to_server()

        def receive(message: str | bytes) -> None:
            if json.loads(message).get("table", {}).get("next") is None:
                route.send(message)

        to_server.on_message(receive)

    with visiting(browser, server) as anna, in_a_storm(browser, server) as bert:
        bert.route_web_socket("**/socket", without_the_next_table)
        sit(anna, opened, 0)
        sit(bert, opened, 1)
        play_on(server, opened)
        anna.get_by_role("button", name="Play again").click()
        anna.get_by_role("heading", name="The table is open").wait_for()
        bert.get_by_role("button", name="Play again").click()
        expect(anna.get_by_text("Everyone is here.")).to_be_visible()
        expect(bert.get_by_text("The host starts the game")).to_be_visible()
        expect(bert).to_have_url(anna.url)


def test_another_tab_goes_to_the_table_that_was_opened_in_the_first(
    server: Server, browser: Browser
) -> None:
    opened = late(server, "samara")
    with visiting(browser, server) as anna:
        sit(anna, opened, 0)
        play_on(server, opened)
        other = anna.context.new_page()
        other.goto(anna.url)
        other.get_by_role("button", name="Play again").wait_for()
        anna.get_by_role("button", name="Play again").click()
        anna.get_by_role("heading", name="The table is open").wait_for()
        other.get_by_role("button", name="To the new table").click()
        other.get_by_role("heading", name="The table is open").wait_for()
        expect(other).to_have_url(anna.url)


def test_one_more_table_is_opened_only_if_somebody_means_it(
    server: Server, browser: Browser
) -> None:
    opened = late(server, "samara")
    with (
        visiting(browser, server) as anna,
        visiting(browser, server, PHONE) as annas_phone,
        in_a_storm(browser, server) as bert,
    ):
        sit(anna, opened, 0)
        sit(annas_phone, opened, 0)
        sit(bert, opened, 1)
        play_on(server, opened)
        anna.get_by_role("button", name="Play again").click()
        anna.get_by_role("heading", name="The table is open").wait_for()
        expect(annas_phone.get_by_text("but not in this browser").first).to_be_visible()
        annas_phone.get_by_role("button", name="Play again").click()
        asks = annas_phone.get_by_role("dialog", name="Open another table?")
        asks.wait_for()
        assert serious_findings(annas_phone, "dialog") == []
        keep(annas_phone, "one-more-table-phone")
        asks.get_by_role("button", name="Open another").click()
        annas_phone.get_by_role("heading", name="The table is open").wait_for()
        assert annas_phone.url != anna.url

        table = annas_phone.url.rpartition("/")[2]
        host = annas_phone.evaluate(
            f"JSON.parse(localStorage['baumeister.places'])['{table}'].host"
        )
        url = f"{server.url}/api/tables/{table}"
        put_away = httpx.patch(url, json={"archived": True}, headers=bearer(host), timeout=30)
        put_away.raise_for_status()
        bert.reload()  # there may still be the way to the first of the two
        bert.get_by_role("button", name="To the new table").click()
        expect(bert.get_by_text("This table is archived").first).to_be_visible()
        bert.get_by_role("button", name="Open another").click()
        bert.get_by_role("dialog").get_by_role("button", name="Open another").click()
        bert.get_by_role("heading", name="The table is open").wait_for()


def test_what_sticks_to_the_edge_is_measured_anew_when_it_no_longer_does(
    server: Server, browser: Browser
) -> None:
    opened = open_table(server, "samara", people=2, bots=0)
    head = "() => parseFloat(document.documentElement.style.getPropertyValue('--head'))"
    with visiting(browser, server, {"width": 740, "height": 500}) as page:
        sit(page, opened, 0)
        page.wait_for_function(f"{head} > 0")
        page.set_viewport_size({"width": 740, "height": 470})
        page.wait_for_function(f"{head} === 0")


def test_the_log_is_read_from_above_and_goes_on_at_its_end(
    server: Server, browser: Browser
) -> None:
    opened = late(server, "samara", 4)  # a long log, and the next decisions add lines to it
    with visiting(browser, server) as page:
        sit(page, opened, 0)
        told = page.get_by_role("log", name="What happened")
        newest = told.locator("h3, li").last
        expect(newest).to_be_in_viewport()
        told.get_by_role("button", name="Show all").click()
        first = told.get_by_role("heading").first
        expect(first).to_contain_text("The board is laid out")
        expect(first).not_to_be_in_viewport()  # what was being read stays in sight
        told.press("Home")
        expect(first).to_be_in_viewport()
        before = log(page).inner_text()
        play_on(server, opened, 2)
        expect(log(page)).not_to_have_text(before, use_inner_text=True)
        expect(first).to_be_in_viewport()  # whoever reads further up is left alone
        told.press("End")
        expect(newest).to_be_in_viewport()


def test_a_table_is_filled_and_played_by_two_browsers(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as anna, visiting(browser, server, PHONE) as bert:
        simply(anna)
        simply(bert)
        set_up(anna, "Samara")
        anna.get_by_role("heading", name="The table is open").wait_for()
        anna.get_by_role("button", name="One more seat").click()
        anna.get_by_label("Who plays on seat 3?").select_option("greedy")
        expect(anna.get_by_text("1 seat is still free.")).to_be_visible()
        anna.get_by_role("button", name="As QR code: Invitation for seat 2").click()
        expect(anna.get_by_role("img", name="QR code of the link")).to_be_visible()
        keep(anna, "invite-desktop")
        anna.keyboard.press("Escape")
        link = anna.get_by_label("Invitation for seat 2", exact=True).input_value()
        assert link.startswith(server.url)

        bert.goto(link)
        bert.get_by_label("Your name").fill("Bert")
        bert.get_by_role("button", name="Sit down").click()
        expect(bert.get_by_text("The host starts the game")).to_be_visible()
        expect(anna.get_by_text("Everyone is here.")).to_be_visible()
        keep(anna, "opening-desktop")
        anna.get_by_role("button", name="Move seat 2 up").click()
        first = bert.get_by_role("list", name="Players").get_by_role("listitem").first
        expect(first).to_contain_text("Bert")
        bert.get_by_label("Your name").fill("Bertram")
        bert.get_by_label("Your name").press("Enter")
        expect(anna.get_by_text("Bertram").first).to_be_visible()
        anna.get_by_role("button", name="Start the game").click()
        for page in (anna, bert):
            players = page.get_by_role("region", name="Players").get_by_role("listitem")
            expect(players).to_have_text(
                [re.compile("^ *Bertram"), re.compile("^ *Anna"), re.compile("[Gg]reedy")]
            )
        expect(anna.get_by_text("away")).not_to_be_attached()
        assert fits(bert)


def test_the_game_goes_on_after_the_server_was_gone(
    built: None, browser: Browser, tmp_path: Path
) -> None:
    with Server(tmp_path / "tables.sqlite", port=free_port()) as server:
        opened = open_table(server, "samara", people=2, bots=0)
        with in_a_storm(browser, server) as anna, in_a_storm(browser, server) as bert:
            sit(anna, opened, 0)
            sit(bert, opened, 1)
            first = anna if opened_by(server, opened) == 0 else bert
            for page in (anna, bert):  # all of the page is there before the server is gone
                log(page).wait_for()
                at_rest(page)
            server.kill()
            lost = first.get_by_text("The connection is lost")
            expect(lost).to_be_visible()
            told = log(first).inner_text()
            actions(first).first.click()  # nothing is shown that has not happened
            expect(log(first)).to_have_text(told, use_inner_text=True)
            server.start()
            expect(lost).not_to_be_attached()
            for page in (anna, bert):
                expect(log(page)).not_to_have_text(told, use_inner_text=True)
            expect(log(anna)).to_have_text(log(bert).inner_text(), use_inner_text=True)


def opened_by(server: Server, opened: dict[str, Any]) -> int:
    """The seat that is asked first."""
    answer = httpx.get(
        f"{server.url}/api/tables/{opened['table']}",
        headers={"Authorization": f"Bearer {opened['host']}"},
        timeout=30,
    )
    return int(answer.json()["table"]["waiting_for"][0])


def test_a_move_is_taken_back_if_the_others_agree(server: Server, browser: Browser) -> None:
    opened = open_table(server, "samara", people=2, bots=0)
    asks = opened_by(server, opened)
    with visiting(browser, server) as one, visiting(browser, server) as other:
        simply(one)
        simply(other)
        keep_in_sight(one, NOTE)
        sit(one, opened, asks)
        sit(other, opened, 1 - asks)
        actions(one).first.wait_for()
        before = log(one).inner_text()
        decide(one)
        after = log(one).inner_text()

        one.get_by_role("button", name="Take back").click()
        question = other.get_by_role("dialog", name="Take back a move?")
        expect(question).to_be_visible()
        assert serious_findings(other, "dialog") == []
        keep(other, "undo-desktop")
        question.get_by_role("button", name="No").click()
        expect(one.get_by_text("The move stands.")).to_be_visible()
        assert log(one).inner_text() == after

        one.get_by_role("button", name="Take back").click()
        question.get_by_role("button", name="Agree").click()
        expect(one.get_by_text("The move was taken back.")).to_be_visible()
        expect(log(one)).to_have_text(before, use_inner_text=True)


def test_one_screen_for_two_shows_nobody_the_others_hand(server: Server, browser: Browser) -> None:
    opened = open_table(server, "tybor", people=2, bots=0)
    with visiting(browser, server) as page:
        simply(page)
        sit(page, opened, 0, 1, host=True)
        hers = actions(page)
        first = page.get_by_role("region", name="Pass the screen to Anna")
        box = place_of(first)  # nothing is to be seen before she says that she is there
        assert box["height"] > DESKTOP["height"] * 0.85
        assert hers.count() == 0
        first.get_by_role("button", name="I am Anna").click()
        hers.first.wait_for()
        cards = hers.all_inner_texts()
        hers.first.click()
        curtain = page.get_by_role("region", name="Pass the screen to Bert")
        expect(curtain).to_be_visible()
        expect(curtain.get_by_role("button", name="I am Bert")).to_be_focused()
        assert not [card for card in cards if card in page.content()]
        keep(page, "curtain-desktop")

        page.get_by_role("button", name="Anna takes the choice back").click()
        expect(hers.first).to_be_visible()
        assert hers.all_inner_texts() == cards
        hers.first.click()
        expect(curtain).to_be_visible()
        page.reload()  # whoever sits there now, the curtain is down
        expect(curtain).to_be_visible()
        curtain.get_by_role("button", name="I am Bert").click()
        expect(hers.first).to_be_visible()
        assert hers.all_inner_texts() != cards


def test_one_screen_for_two_needs_no_curtain_where_nothing_is_secret(
    server: Server, browser: Browser
) -> None:
    opened = late(server, "samara", None)
    with visiting(browser, server) as page:
        simply(page)
        sit(page, opened, 0, 1, host=True)
        you = page.get_by_role("listitem").filter(has_text="(you)")
        seen = set()
        for _ in range(6):
            actions(page).first.wait_for()
            seen.add(you.inner_text().split()[0])
            decide(page)
        assert seen == {"Anna", "Bert"}


def test_a_spectator_sees_the_table_and_no_hand(server: Server, browser: Browser) -> None:
    opened = open_table(server, "tybor")
    now = play_on(server, opened, 2)
    with visiting(browser, server) as page:
        watch(page, opened)
        expect(page.get_by_text("You are watching.")).to_be_visible()
        expect(page).to_have_url(re.compile("^[^#]*$"))
        expect(page.get_by_text("has chosen a card.").first).to_be_visible()
        expect(page.get_by_role("button", name="Hint")).not_to_be_attached()
        assert now["view"]["hand"]
        told = json.dumps(page.evaluate("document.body.innerText"))
        assert "Anna chooses" not in told


def test_whoever_comes_too_late_for_a_seat_watches(server: Server, browser: Browser) -> None:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]
    request = {"game": "samara", "name": "Market day", "public": True, "seats": seats}
    with httpx.Client(base_url=server.url, timeout=30) as client:
        opened = client.post("/api/tables", json=request).raise_for_status().json()
        path = f"/api/tables/{opened['table']}"
        with visiting(browser, server) as page:
            simply(page)
            page.goto(f"/t/{opened['table']}")
            page.get_by_role("button", name="Sit down").click()
            form = page.get_by_role("form", name="You are invited")
            expect(form).to_be_visible()
            body = {"claim": "b" * 24, "name": "Bert"}
            client.post(f"{path}/join", json=body).raise_for_status()
            host = {"Authorization": f"Bearer {opened['host']}"}
            client.post(f"{path}/start", headers=host).raise_for_status()
            expect(form).not_to_be_attached()
            expect(page.get_by_text("You are watching.")).to_be_visible()


def test_the_host_is_told_that_the_links_are_for_this_computer_only(
    server: Server, browser: Browser
) -> None:
    with visiting(browser, server) as page:
        simply(page)
        set_up(page, "Samara")
        expect(page.get_by_text("Only this computer can open these links.")).to_be_visible()


def test_a_command_that_comes_too_late_brings_the_truth(server: Server, browser: Browser) -> None:
    """The same seat in two browsers, one of which does not hear what happens."""
    opened = open_table(server, "samara")
    with visiting(browser, server) as deaf, visiting(browser, server) as other:
        simply(deaf)
        simply(other)
        heard: list[str] = []

        def only_the_first_update(route: WebSocketRoute) -> None:
            to_server = route.connect_to_server()

            def receive(message: str | bytes) -> None:
                kind = json.loads(message)["type"]
                if kind != "update" or "update" not in heard:
                    route.send(message)
                heard.append(kind)

            to_server.on_message(receive)

        deaf.route_web_socket("**/socket", only_the_first_update)
        sit(other, opened, 0)
        actions(other).first.wait_for()  # the bot may begin
        sit(deaf, opened, 0)
        actions(deaf).first.wait_for()  # the first update, before anything happens
        for _ in range(2):
            actions(other).first.wait_for()
            decide(other)
        actions(other).first.wait_for()
        assert log(deaf).inner_text() != log(other).inner_text()
        actions(deaf).first.click()
        dialog = deaf.get_by_role("dialog", name="That is not possible")
        expect(dialog).to_be_visible()
        expect(log(deaf)).to_have_text(log(other).inner_text(), use_inner_text=True)
        deaf.keyboard.press("Escape")
        expect(dialog).not_to_be_attached()
        assert actions(deaf).all_inner_texts() == actions(other).all_inner_texts()


def test_a_bot_plays_for_whoever_goes_away(server: Server, browser: Browser) -> None:
    opened = open_table(server, "samara", people=2, bots=0)
    with visiting(browser, server) as page:
        simply(page)
        sit(page, opened, 0, host=True)
        page.get_by_role("button", name="Table", exact=True).click()
        page.get_by_role("button", name="Hand over").click()
        expect(page.get_by_text("A bot is playing for you.")).to_be_visible()
        page.get_by_role("button", name="I am back").click()
        expect(page.get_by_text("A bot is playing for you.")).not_to_be_attached()
        expect(page.get_by_role("button", name="Let a bot play: Bert")).to_be_visible()


def test_no_bot_plays_for_whoever_has_not_been_away_for_long(
    server: Server, browser: Browser
) -> None:
    opened = open_table(server, "samara", people=2, bots=0)
    page = new_context(browser, server).new_page()  # which complains about a refused request
    simply(page)
    keep_in_sight(page, NOTE)
    sit(page, opened, 0, host=True)
    page.get_by_role("button", name="Let a bot play: Bert").click()
    expect(page.get_by_text("Bert is here, or has not been away for long")).to_be_visible()
    expect(page.get_by_text("a bot stands in")).not_to_be_attached()


def test_the_tab_and_the_table_say_whose_turn_it_is(server: Server, browser: Browser) -> None:
    opened = open_table(server, "samara", people=2, bots=0, name="Friday")
    asked = opened_by(server, opened)
    icon = "document.querySelector('link[rel=icon]').href"
    with visiting(browser, server) as page:
        simply(page)
        sit(page, opened, asked)
        expect(page).to_have_title("● Your turn · Friday · Baumeister")
        marked = page.evaluate(icon)
        page.get_by_role("button", name="Table", exact=True).click()
        page.get_by_label("A sound when it is my turn").check()
        page.wait_for_function("localStorage['baumeister.sound'] === 'true'")
        page.keyboard.press("Escape")
        while opened_by(server, opened) == asked:
            decide(page)
        expect(page).to_have_title("Friday · Baumeister")
        page.wait_for_function(f"marked => {icon} !== marked", arg=marked)
        expect(page.get_by_text(re.compile(r"Waiting for (Anna|Bert)\.")).first).to_be_visible()


@pytest.mark.parametrize("compiles", [False, True])
def test_a_slow_bot_is_explained(server: Server, browser: Browser, compiles: bool) -> None:
    opened = open_table(server, "samara", people=2, bots=0)
    asked = opened_by(server, opened)

    def as_if_a_bot(route: WebSocketRoute) -> None:
        """The other seat seems to be a bot's, which never decides."""
        to_server = route.connect_to_server()

        def receive(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "update":
                told["table"]["seats"][asked] |= {"kind": "bot", "bot": "greedy"}
                told["table"]["bots_getting_ready"] = compiles
            route.send(json.dumps(told))

        to_server.on_message(receive)

    with visiting(browser, server) as page:
        simply(page)
        page.clock.install()
        page.route_web_socket("**/socket", as_if_a_bot)
        sit(page, opened, 1 - asked)
        log(page).wait_for()
        if compiles:
            expect(page.get_by_text("the bots look less far ahead")).to_be_visible()
        page.clock.run_for(4000)
        expect(page.get_by_text("thinking …")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "lang", "theme"), [("tybor", "de", "dark"), ("samara", "en", "light")]
)
def test_the_end_and_once_more(
    server: Server, browser: Browser, game: str, lang: str, theme: str
) -> None:
    opened = late(server, game, people=1, bots=1, name="Finale")
    now = play_on(server, opened)
    with visiting(browser, server, PHONE, lang=lang, theme=theme) as page:
        simply(page)
        sit(page, opened, 0, host=True)
        medals = page.get_by_role("img", name={"en": "Place 1", "de": "Platz 1"}[lang])
        expect(medals).to_be_visible()
        for score in now["table"]["scores"]:
            expect(page.locator(".end tfoot")).to_contain_text(str(score["total"]))
        page.locator("summary").click()
        seed = now["table"]["seed"]
        expect(page.locator("details").get_by_text(seed, exact=True)).to_be_visible()
        assert fits(page)
        keep(page, f"end-phone-{game}-{lang}-{theme}")
        with page.expect_download() as saved:
            name = {"en": "Save the game", "de": "Partie speichern"}[lang]
            page.get_by_role("button", name=name).click()
        assert saved.value.suggested_filename.startswith(f"{game}-")
        assert saved.value.suggested_filename.endswith(f"-{opened['table']}.txt")
        before = page.url
        page.get_by_role("button", name={"en": "Play again", "de": "Noch einmal"}[lang]).click()
        actions(page).first.wait_for()
        expect(page).not_to_have_url(before)
