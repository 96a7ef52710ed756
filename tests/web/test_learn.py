"""The guided first games, to their end, by what the coach proposes and otherwise."""

from __future__ import annotations

import json
import re
from random import Random

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from baumeister.bots.greedy_bot import GreedyBot
from baumeister.play.records import read
from tests.server.live_server import Server, bearer
from tests.soaking import SOAKING
from tests.web.browser import DESKTOP, PHONE, fits, keep, serious_findings, visiting
from web import courses

PROPOSED = "[data-do]:not([aria-disabled=true])"
END = "#learn-end"
MOST_CLICKS = 120
HINT = "**/hint*"
CLICKS_FIRST = 8  # at the page, before and after the middle of the game, which the normal run plays
MIDDLE = {"tybor": 30, "samara": 16}  # by HTTP, so many decisions
GO_ON = re.compile("^(Continue|Weiterspielen)$")


def begin(page: Page, game: str) -> None:
    """Start a guided game."""
    page.goto(f"/learn/{game}")
    page.get_by_role("button", name="Let's begin").or_(
        page.get_by_role("button", name="Los geht's")
    ).click()
    page.locator(PROPOSED).wait_for()


def follow(page: Page, clicks: int = MOST_CLICKS) -> int:
    """Do what the coach proposes, so often or to the end; how often it was."""
    for done in range(clicks):
        page.locator(f"{PROPOSED}, {END}").first.wait_for()
        if page.locator(END).count():
            return done
        before = page.locator("[data-do]").get_attribute("data-do")
        page.locator("[data-do]").click()
        page.wait_for_function(
            "before => document.querySelector('[data-do]')?.dataset.do !== before", arg=before
        )
    return clicks


def follow_at_the_server(server: Server, page: Page, game: str, decisions: int) -> None:
    """The course's next steps by HTTP, while nobody is at the page; then somebody comes back."""
    page.locator(PROPOSED).wait_for()
    table = page.evaluate(f"JSON.parse(localStorage['baumeister.learn.{game}']).table")
    token = page.evaluate(
        "table => JSON.parse(localStorage['baumeister.places'])[table].seats[0].token", table
    )
    page.goto("about:blank")
    steps = json.loads(courses.file_of(game).read_text(encoding="utf-8"))["steps"]
    path = f"/api/tables/{table}"
    with httpx.Client(base_url=server.url, headers=bearer(token), timeout=30) as client:
        while decisions:
            now = client.get(path).json()
            assert now["table"]["status"] == "running"
            if now["view"]["legal"]:
                move = steps[courses.fingerprint(game, now["view"])]["move"]
                sent = {"id": f"step-{now['seq']}", "move": move}
                client.post(f"{path}/moves", json=sent).raise_for_status()
                decisions -= 1
            else:  # the bot thinks
                client.get(path, params={"after": now["seq"], "wait": 1})
    page.goto(f"/learn/{game}")
    page.get_by_role("button", name=GO_ON).click()


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_a_course_fits_the_rules_and_data_of_today(game: str) -> None:
    (table,) = read(json.loads(courses.file_of(game).read_text(encoding="utf-8"))["record"])
    assert (table.rules.name, table.moves) == (game, [])


@pytest.mark.parametrize("game", ["tybor", "samara"])
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_whatever_the_bot_draws_lots_for_is_on_the_course(game: str, seed: str) -> None:
    steps = json.loads(courses.file_of(game).read_text(encoding="utf-8"))["steps"]
    table, bot, chance = courses.dealt(game, courses.SEEDS[game]), GreedyBot(seed), Random(seed)
    while not table.over:
        if chance.choice(table.waiting_for) == 1:
            table.play(1, bot.decide(table.seat_view(1)))
        elif 0 in table.waiting_for:
            step = steps[courses.fingerprint(game, table.view(0))]
            table.play(0, table.game.action(step["move"]))
    assert table.winners == [0]


@pytest.mark.parametrize(
    ("game", "size", "lang", "won"),
    [("tybor", DESKTOP, "en", "You won!"), ("samara", PHONE, "de", "Du hast gewonnen!")],
)
def test_whoever_follows_the_coach_wins(
    server: Server, browser: Browser, game: str, size: dict[str, int], lang: str, won: str
) -> None:
    with visiting(browser, server, size, lang=lang) as page:  # type: ignore[arg-type]
        asked: list[str] = []
        page.on("request", lambda one: asked.append(one.url) if "/hint" in one.url else None)
        begin(page, game)
        assert fits(page)
        keep(page, f"learn-{game}-first")
        if SOAKING:
            assert follow(page) > 2 * CLICKS_FIRST
        else:
            assert follow(page, CLICKS_FIRST) == CLICKS_FIRST
            follow_at_the_server(server, page, game, MIDDLE[game])
            assert follow(page) >= CLICKS_FIRST
        expect(page.locator(END)).to_have_text(won)
        page.get_by_role("table").wait_for()
        assert asked == []  # all of it was on the course
        assert serious_findings(page) == []
        assert fits(page)
        keep(page, f"learn-{game}-end")


def test_the_coach_goes_along_and_never_gets_stuck(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        advice = ["Use it: type worker", "Good.", "Strength is what you need."]
        page.route(HINT, lambda route: route.fulfill(json=advice))
        begin(page, "tybor")
        expect(page.get_by_text("Welcome! Tilda and you")).to_be_visible()
        page.get_by_role("button", name="Next tip").click()
        expect(page.get_by_text("In the middle lies the display")).to_be_visible()
        marked = page.locator(".middle [data-coach]")
        expect(marked).to_have_count(1)
        page.locator("[data-hand]:not([data-coach])").first.dblclick()  # something else
        page.get_by_text("Going your own way?").wait_for()
        expect(page.get_by_text("Strength is what you need.")).to_be_visible()
        page.unroute(HINT)
        page.route(HINT, lambda route: route.fulfill(json=["Nothing of the sort"]))
        page.get_by_role("button", name="Do it").click()
        page.get_by_text("Whatever you like!").wait_for()
        assert serious_findings(page, ".coach") == []
        follow(page, 3)


def test_a_game_that_was_left_goes_on(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        begin(page, "samara")
        follow(page, 2)
        page.locator(PROPOSED).wait_for()
        proposed = page.locator(".what strong").text_content() or ""
        page.reload()
        page.get_by_role("button", name="Continue").click()
        expect(page.locator(".what strong")).to_have_text(proposed)
        page.get_by_text("Score sheet now").click()
        expect(page.get_by_role("region", name="Score sheet")).to_contain_text("prestige")
