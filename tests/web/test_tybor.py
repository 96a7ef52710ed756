"""Tybor's table in a real browser: games by mouse and by keyboard, phones, everybody."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.live_server import Server
from tests.soaking import SOAKING
from tests.web.browser import (
    DESKTOP,
    LOOK,
    PHONE,
    before_long,
    fits,
    is_in_reach,
    is_in_sight,
    keep,
    keep_in_sight,
    place_of,
    serious_findings,
    visiting,
)
from tests.web.company import open_table, sit, watch
from tests.web.finished import late
from tests.web.scenes import sit_in

Opened = dict[str, Any]
MOST_DECISIONS = 90
LEFT = 36  # decisions of a game that goes on in the normal run; the soak plays it from the start
QUIET: dict[str, Any] = {"scenario": "size-matters", "chapter": 1}
# exodus (T5.5), harbour (T5.2)
WITH_EFFECTS: dict[str, Any] = {"scenario": "escape-from-the-city", "chapter": 7}


def opened(server: Server, bots: int = 1, people: int = 1, **options: str | int) -> Opened:
    """A table that has started, with Anna on seat 0."""
    return open_table(server, "tybor", people=people, bots=bots, options={**QUIET, **options})


def sit_down(page: Page, table: Opened, seat: int | None = 0) -> None:
    """Come to the table in a role: a seat, or a spectator (None)."""
    if seat is None:
        watch(page, table)
    else:
        sit(page, table, seat)
    page.locator(".tybor").wait_for()


def asked(page: Page, before: str = "") -> tuple[str, str]:
    """What the page asks next, and when: the game goes on until then."""
    found = page.wait_for_function(
        """before => {
            if (document.querySelector("#end")) return "over 0";
            const { asks, seq } = document.querySelector(".tybor")?.dataset ?? {};
            return asks && `${asks} ${seq}` !== before ? `${asks} ${seq}` : null;
        }""",
        arg=before,
    ).json_value()
    what, _, when = str(found).partition(" ")
    return what, when


def can_build(page: Page) -> bool:
    return page.locator(".side:not(.dear)").count() > 0


def has_strength(page: Page) -> int:
    label = page.locator(".overview .strength svg").get_attribute("aria-label") or "0"
    return int(label.split()[-1])


def way(page: Page, decisions: int) -> str:
    """Build when strong enough, else workers and citizens in turn."""
    if has_strength(page) >= 6 and can_build(page):
        return "Build"
    return ("Worker", "Citizen")[decisions % 2]


def test_a_game_by_mouse(server: Server, browser: Browser) -> None:
    left = None if SOAKING else LEFT
    table = late(server, "tybor", left, people=1, bots=1, options=WITH_EFFECTS)
    with visiting(browser, server) as page:
        sit_down(page, table)
        dock = page.get_by_role("region", name="What you can do")
        seen = set()
        what, when = asked(page)
        for decisions in range(MOST_DECISIONS):
            if what not in seen:
                keep(page, f"tybor-{what}-desktop")
            seen.add(what)
            if what == "choose":
                dock.get_by_role("list", name="Your hand").get_by_role("button").first.click()
            if what in ("choose", "use"):
                dock.get_by_role("button", name=way(page, decisions), exact=True).click()
            elif what == "building":
                page.locator(".side.legal").last.click()
            elif what == "pay":
                dock.get_by_role("button", name="Build", exact=True).click()
            elif what in ("keep", "drop", "give_up"):
                dock.get_by_role("group").get_by_role("button").first.click()
                dock.locator(".pick .main").click()
            what, when = asked(page, f"{what} {when}")
            if what == "over":
                break
        expect(page.locator("#end")).to_be_visible()
        assert {"choose", "building", "pay", "give_up"} <= seen
        keep(page, "tybor-over-desktop")


def test_a_game_by_keyboard_alone(server: Server, browser: Browser) -> None:
    left = None if SOAKING else LEFT
    table = late(server, "tybor", left, people=1, bots=1, options=WITH_EFFECTS)
    with visiting(browser, server) as page:
        sit_down(page, table)
        seen = set()
        what, when = asked(page)
        for decisions in range(MOST_DECISIONS):
            seen.add(what)
            if what == "choose":
                page.keyboard.press("1")
            if what in ("choose", "use"):
                page.keyboard.press(way(page, decisions)[0])
            else:  # the focus is at the first of what is asked
                expect(page.locator("[data-first]").first).to_be_focused()
                page.keyboard.press("Enter")
                if what in ("keep", "drop", "give_up"):
                    page.keyboard.press("Enter")
            what, when = asked(page, f"{what} {when}")
            if what == "over":
                break
        expect(page.locator("#end")).to_be_visible()
        assert {"choose", "building", "pay", "give_up"} <= seen


@pytest.mark.parametrize("key", ["1", "Enter"])
def test_the_cards_of_a_round_are_seen_before_they_go_where_they_go(
    server: Server, browser: Browser, key: str
) -> None:
    table = opened(server, 2)
    with visiting(browser, server, reduced_motion="no-preference") as page:
        keep_in_sight(page, LOOK)
        sit_down(page, table)
        before = " ".join(asked(page))
        page.locator("[data-hand]").first.click()
        page.get_by_role("button", name="Worker", exact=True).click()
        cards = page.locator(".reveal li")
        expect(page.locator(".reveal .way svg")).to_have_count(3)  # all have used theirs
        expect(cards).to_have_count(3)
        expect(cards.filter(has_text="Anna")).to_contain_text("Worker")
        log = page.get_by_role("log", name="What happened")
        bots_use = re.compile("Greedy( 2)? uses")
        expect(log).not_to_contain_text(bots_use)
        keep(page, "tybor-reveal-desktop")
        page.keyboard.press(key)  # ends the moment, and takes up nothing of the next hand
        expect(cards).to_have_count(0)
        assert asked(page, before)[0] == "choose"
        expect(page.locator("[data-hand][aria-pressed=true]")).to_have_count(0)
        told = log.get_by_role("listitem")
        expect(told.filter(has_text=bots_use)).to_have_count(2)
        assert is_in_sight(told.last), "the newest is below, and the log has gone there"


def test_a_look_at_the_cards_of_a_round_takes_no_keys_from_the_rest_of_the_page(
    server: Server, browser: Browser
) -> None:
    table = opened(server, 2)
    with visiting(browser, server, reduced_motion="no-preference") as page:
        keep_in_sight(page, LOOK)
        sit_down(page, table)
        asked(page)
        page.locator("[data-hand]").first.click()
        page.get_by_role("button", name="Worker", exact=True).click()
        expect(page.locator(".reveal .way svg")).to_have_count(3)  # all have used theirs
        page.get_by_role("button", name="Table", exact=True).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".reveal li")).to_have_count(0)
        expect(page.get_by_role("dialog")).to_be_visible()


def test_others_points_are_said_to_be_incomplete(server: Server, browser: Browser) -> None:
    table = opened(server)
    with visiting(browser, server) as page:
        sit_down(page, table)
        said = re.compile(r"Greedy, .*\d+ points without the secret objective")
        expect(page.get_by_role("button", name=said)).to_be_visible()


def test_a_hand_of_seven_leaves_room_for_what_can_be_done(server: Server, browser: Browser) -> None:
    table = opened(server, 0, people=2, **WITH_EFFECTS)
    with visiting(browser, server, lang="de") as page:
        sit_down(page, table)
        hand, ways = page.locator("[data-hand]"), page.locator(".way")
        first_card = "document.querySelector('[data-hand]').getBoundingClientRect().left"
        is_beside = f"part.getBoundingClientRect().right < {first_card}"
        hand.nth(1).click()
        expect(hand).to_have_count(7)
        assert before_long(ways.last, is_beside)
        ways.first.click()
        expect(hand).to_have_count(6)
        assert before_long(ways.last, is_beside), "beside the card that was chosen"


def test_seven_opponents_on_a_phone(server: Server, browser: Browser) -> None:
    table = opened(server, 7)
    with visiting(browser, server, PHONE, lang="de", has_touch=True) as page:
        sit_down(page, table)
        what, when = asked(page)
        assert what == "choose"
        page.locator("[data-hand]").nth(2).tap()
        assert fits(page)
        keep(page, "tybor-eight-phone")
        points = page.locator(".seats .points")
        page.locator(".overview").scroll_into_view_if_needed()
        assert [is_in_reach(one) for one in points.all()] == [True] * 8
        page.get_by_role("button", name="Arbeiter", exact=True).tap()
        asked(page, f"{what} {when}")
        assert fits(page)
        page.locator(".tile").nth(5).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert fits(page)
        keep(page, "tybor-tableau-phone")


def test_a_choice_can_be_changed_until_all_have_chosen(server: Server, browser: Browser) -> None:
    table = opened(server, 0, people=2)
    with visiting(browser, server) as page, visiting(browser, server) as other:
        sit_down(page, table, 0)
        sit_down(other, table, 1)
        asked(page)
        page.locator("[data-hand]").first.click()
        page.get_by_role("button", name="Worker", exact=True).click()
        tile = other.get_by_role("region", name="The other players").get_by_role("button")
        expect(tile).to_have_accessible_name(re.compile("^Anna, .*4 cards in hand, has chosen"))
        page.locator(".dock").get_by_role("button", name="Take back").click()
        asked(page)
        expect(page.locator("[data-hand]")).to_have_count(5)
        page.locator("[data-hand]").nth(1).click()
        page.get_by_role("button", name="Citizen", exact=True).click()
        asked(other)
        other.locator("[data-hand]").first.click()
        other.get_by_role("button", name="Worker", exact=True).click()
        for one in (page, other):
            expect(one.locator("[data-hand]")).to_have_count(4)
        mine = page.get_by_role("region", name="Your tableau")
        expect(mine.locator(".citizens .n")).to_have_text("1")
        expect(mine.locator(".workers .n")).to_have_text("0")


def test_a_card_is_dragged_to_its_place(server: Server, browser: Browser) -> None:
    table = opened(server)
    with visiting(browser, server, {"width": 1280, "height": 1400}) as page:
        sit_down(page, table)
        before = " ".join(asked(page))
        card = place_of(page.locator("[data-hand]").first)
        place = place_of(page.locator(".zone.workers"))
        page.mouse.move(card["x"] + 30, card["y"] + 40)
        page.mouse.down()
        page.mouse.move(place["x"] + 40, place["y"] + 60, steps=5)
        page.mouse.up()
        asked(page, before)
        mine = page.get_by_role("region", name="Your tableau")
        expect(mine.locator(".workers .n")).to_have_text("1")


def test_what_is_not_possible_is_explained(server: Server, browser: Browser) -> None:
    table = opened(server)
    with visiting(browser, server) as page:
        sit_down(page, table)
        asked(page)
        page.locator(".side.great").first.click()
        dialog = page.get_by_role("dialog", name="That is not possible")
        expect(dialog.get_by_role("link", name="Read rule T4.5")).to_be_visible()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_is_in_sight(server: Server, browser: Browser, players: int) -> None:
    table = opened(server, players - 1)
    with visiting(browser, server, DESKTOP) as page:
        sit_down(page, table)
        asked(page)
        for part in (".others", ".display", ".tableau", ".tybor .dock [data-hand] >> nth=0"):
            assert is_in_sight(page.locator(part))


@pytest.mark.parametrize("players", [4, 5])
def test_late_in_the_game_it_still_is(server: Server, browser: Browser, players: int) -> None:
    with visiting(browser, server, DESKTOP, lang="de") as page:
        sit_in(server, page, "tybor", "choose", players)
        for part in (".others", ".display", ".tableau", ".tybor .dock"):
            assert is_in_reach(page.locator(part))


def test_eight_see_display_hand_and_all_points(server: Server, browser: Browser) -> None:
    with visiting(browser, server, DESKTOP) as page:
        sit_in(server, page, "tybor", "choose", 8)
        points = page.locator(".seats .points")
        for part in (page.locator(".display"), page.locator(".tybor .dock"), *points.all()):
            assert is_in_reach(part)
        expect(points).to_have_text([re.compile(r"\d")] * 8)


def test_spectators_see_the_table_and_no_hand(server: Server, browser: Browser) -> None:
    table = opened(server, 2)
    with visiting(browser, server) as page:
        sit_down(page, table, None)
        expect(page.locator(".tile")).to_have_count(3)
        expect(page.locator("[data-hand]")).to_have_count(0)
        page.locator(".tile").nth(1).click()
        expect(page.get_by_role("region", name="Tableau of Greedy").first).to_be_visible()


def test_nothing_is_played_for_a_building_that_is_too_dear(
    server: Server, browser: Browser
) -> None:
    table = opened(server)
    with visiting(browser, server) as page:
        sit_down(page, table)
        asked(page)
        card = page.locator("[data-hand]").first
        card.click()
        build = page.locator(".dock .way").nth(2)
        expect(build).to_have_attribute("aria-disabled", "true")
        expect(page.locator("#tybor-no-build")).to_contain_text("your workers have strength 0")
        build.click(force=True)  # it says why not
        why = page.get_by_role("dialog", name="That is not possible")
        expect(why).to_contain_text("for you, your workers have strength 0.")
        expect(why.get_by_role("link")).to_have_attribute("href", "/rules/tybor#T4.5")
        page.keyboard.press("Escape")
        page.locator(".side.great").last.click()
        expect(why).to_contain_text("costs 7 for you, your workers have strength 0.")
        page.keyboard.press("Escape")
        expect(card).to_have_attribute("aria-pressed", "true")  # it was not played
        assert asked(page)[0] == "choose"


def test_a_card_up_close(server: Server, browser: Browser) -> None:
    table = opened(server)
    with visiting(browser, server) as page:
        sit_down(page, table)
        asked(page)
        picture = page.locator(".display .picture").first
        picture.hover()
        expect(page.locator(".beside")).to_be_visible()
        picture.click()
        look = page.get_by_role("dialog")
        expect(look).to_contain_text("little: ")
        expect(look).to_contain_text("costs you 3")
        assert serious_findings(page, "dialog") == []
        page.keyboard.press("Escape")
        expect(look).not_to_be_attached()  # it gives the focus back
        page.locator("[data-hand]").first.focus()
        page.keyboard.press("i")
        expect(look.get_by_role("link").first).to_have_attribute(
            "href", re.compile(r"^/rules/tybor#T\d")
        )
        page.keyboard.press("Escape")
        expect(page.locator("[data-hand]").first).to_be_focused()


def test_the_secret_objective_can_be_read(server: Server, browser: Browser) -> None:
    table = opened(server)
    with visiting(browser, server) as page:
        sit_down(page, table)
        asked(page)
        page.get_by_role("button", name="Your secret objective").click()
        expect(page.get_by_role("dialog")).to_contain_text("Sets of ")
        assert serious_findings(page, "dialog") == []


def test_a_long_press_looks_closer_and_plays_nothing(server: Server, browser: Browser) -> None:
    table = opened(server)
    with visiting(browser, server, PHONE, has_touch=True) as page:
        sit_down(page, table)
        asked(page)
        card = page.locator("[data-hand]").first
        card.dispatch_event("pointerdown", {"pointerType": "touch", "clientX": 40, "clientY": 700})
        expect(page.get_by_role("dialog")).to_be_visible()
        card.dispatch_event("pointerup", {"pointerType": "touch", "clientX": 40, "clientY": 700})
        card.dispatch_event("click")
        page.get_by_role("button", name="Close").click()
        expect(card).to_have_attribute("aria-pressed", "false")


def test_escape_puts_away_what_was_opened(server: Server, browser: Browser) -> None:
    table = opened(server)
    with visiting(browser, server) as page:
        sit_down(page, table)
        asked(page)
        page.get_by_role("button", name="All actions as a list").click()
        actions = page.get_by_role("list", name="All actions as a list")
        expect(actions).to_be_visible()
        page.locator("main").focus()  # as after coming from another page
        page.keyboard.press("Escape")
        expect(actions).not_to_be_attached()
