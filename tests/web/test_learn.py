"""The guided first games, to their end, by what the coach proposes and otherwise."""

from __future__ import annotations

import json
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from baumeister.bots.greedy_bot import GreedyBot
from baumeister.play.records import read
from tests.server.house import Server
from tests.web.browser import DESKTOP, PHONE, fits, keep, serious_findings, visiting
from web import courses

PROPOSED = "[data-do]:not([aria-disabled=true])"
END = "#learn-end"
MOST_CLICKS = 120
HINT = "**/hint*"


def begin(page: Page, game: str) -> None:
    """Start a guided game."""
    page.goto(f"/learn/{game}")
    page.get_by_role("button", name="Let us begin").or_(
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
            table.play(0, table.rules.read_action(table.components, step["move"]))
    assert table.winners == [0]


@pytest.mark.parametrize(
    ("game", "size", "lang", "won"),
    [("tybor", DESKTOP, "en", "You have won!"), ("samara", PHONE, "de", "Du hast gewonnen!")],
)
def test_whoever_follows_the_coach_wins(
    server: Server, browser: Browser, game: str, size: dict[str, int], lang: str, won: str
) -> None:
    with visiting(browser, server, size, lang=lang) as page:  # type: ignore[arg-type]
        asked: list[str] = []
        page.on("request", lambda one: asked.append(one.url) if "/hint" in one.url else None)
        begin(page, game)
        assert serious_findings(page) == []
        assert fits(page)
        keep(page, f"learn-{game}-first")
        assert follow(page) > 20
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
        page.get_by_role("button", name="Next explanation").click()
        expect(page.get_by_text("In the middle lies the display")).to_be_visible()
        marked = page.locator(".middle [data-coach]")
        expect(marked).to_have_count(1)
        page.locator("[data-hand]:not([data-coach])").first.dblclick()  # something else
        page.get_by_text("You go your own way.").wait_for()
        expect(page.get_by_text("Strength is what you need.")).to_be_visible()
        page.unroute(HINT)
        page.route(HINT, lambda route: route.fulfill(json=["Nothing of the sort"]))
        page.get_by_role("button", name="Do it").click()
        page.get_by_text("Whatever you like!").wait_for()
        follow(page, 3)
        assert serious_findings(page) == []


def test_a_game_that_was_left_goes_on(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        begin(page, "samara")
        follow(page, 2)
        page.locator(PROPOSED).wait_for()
        proposed = page.locator(".what strong").text_content() or ""
        page.reload()
        page.get_by_role("button", name="Go on where we were").click()
        expect(page.locator(".what strong")).to_have_text(proposed)
        page.get_by_text("Score sheet now").click()
        expect(page.get_by_role("region", name="Score sheet")).to_contain_text("prestige")
