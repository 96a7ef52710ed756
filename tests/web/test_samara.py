"""Samara's table in a real browser: games by mouse and keyboard, on a phone, for everyone."""

from __future__ import annotations

import json
import re

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from baumeister.games.samara.components import ABILITY_KEYS, standard
from tests.server.live_server import Server, bearer
from tests.soaking import SOAKING
from tests.web import company
from tests.web.browser import (
    DESKTOP,
    PATIENCE,
    PHONE,
    ROOT,
    fits,
    is_in_reach,
    is_in_sight,
    keep,
    late_pictures,
    late_print,
    place_of,
    tab_to,
    visiting,
)
from tests.web.finished import late
from tests.web.scenes import sit_in

MOST_DECISIONS = 200  # of one player in a game; about 50 are usual
LEFT = 16  # decisions of a game that goes on in the normal run; the soak plays it from the start
DECIDES = "() => document.querySelector('.samara[data-phase=over], .samara .mine')"


def open_table(server: Server, page: Page, players: int = 2, *, watch: bool = False) -> Locator:
    """A table against greedy bots, with this page in the first seat or among the spectators."""
    opened = company.open_table(server, "samara", bots=players - 1, options={"start_month": 5})
    if watch:
        company.watch(page, opened)
    else:
        company.sit(page, opened, 0)
    table = page.locator(".samara")
    table.wait_for()
    return table


def decides(page: Page) -> bool:
    """Wait until it is our turn; false once the game is over."""
    page.wait_for_function(DECIDES, timeout=PATIENCE)
    return page.locator(".samara[data-phase=over]").count() == 0


def confirm(page: Page) -> None:
    """Read what would happen, and say yes."""
    page.locator(".samara .outcome strong").wait_for()
    last_word = page.get_by_role("button", name="Do it")
    last_word.click()
    expect(last_word).to_have_count(0)


def expect_in_reach(part: Locator) -> None:
    """Whether it is brought into sight, where nothing lies on it."""
    part.wait_for()
    assert is_in_reach(part), f"{part} is out of reach"


def at_the_foot(tile: Locator) -> None:
    """Click where no tool lies on the tile."""
    box = tile.bounding_box()
    assert box is not None
    tile.click(position={"x": box["width"] / 2, "y": box["height"] * 0.9})


def choose_something(table: Locator) -> None:
    """Click a tool or a tile that can be had, or whatever else is possible."""
    tools, tiles = table.locator(".tool.can"), table.locator(".space.build")
    if tools.count():
        tools.first.click()
    elif tiles.count():
        at_the_foot(tiles.first)
    else:
        table.locator(".choice.can").first.click()
    table.locator("[data-confirm]").wait_for()


def test_a_game_by_mouse(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        opened = late(server, "samara", None if SOAKING else LEFT, people=1, bots=1)
        company.sit(page, opened, 0)
        table = page.locator(".samara")
        tiles, tools = table.locator(".space.build"), table.locator(".tool.can")
        keep(page, "samara-desktop")
        for _ in range(MOST_DECISIONS):
            if not decides(page):
                break
            if tiles.count():
                at_the_foot(tiles.last)
            elif tools.count():
                tools.first.click()
            else:
                table.locator(".choice.can").first.click()
            confirm(page)
        expect(table).to_have_attribute("data-phase", "over")
        expect(table.locator(".space .tile")).to_have_count(0)
        expect(page.locator(".foreman .tiles .open")).to_have_count(30)
        keep(page, "samara-over-desktop")


def test_a_game_by_keyboard_over_a_slow_line(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        late_pictures(page)
        opened = late(server, "samara", None if SOAKING else LEFT, people=1, bots=1)
        company.sit(page, opened, 0)
        table = page.locator(".samara")
        tab_to(page, table.locator(".space[tabindex='0']"))
        for _ in range(MOST_DECISIONS):
            if not decides(page):
                break
            chosen = table.locator("[aria-pressed=true]")
            if table.locator(".space.can").count():
                page.keyboard.press("b")
                page.keyboard.press("n")
                expect(table.locator(".space.can:focus")).to_have_count(1)
            else:
                page.keyboard.press("a")
                tab_to(page, table.locator(".choice.can").first)
            page.keyboard.press("Enter")
            expect(chosen.first).to_be_attached()
            page.keyboard.press("Enter")
            expect(chosen).to_have_count(0)
        expect(table).to_have_attribute("data-phase", "over")


def test_looking_shows_who_goes_where_and_who_acts_next(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        table = open_table(server, page, 3)
        assert decides(page)
        tool = table.locator(".tool.can").first
        tool.hover()
        expect(table.locator(".place.ghost")).not_to_have_count(0)
        expect(table.locator(".place.next")).to_have_count(1)
        expect(table.get_by_text("Next to act")).to_be_visible()
        page.mouse.move(0, 0)
        expect(table.locator(".place.ghost")).to_have_count(0)


class Finger:
    """A finger on the glass."""

    def __init__(self, page: Page) -> None:
        self._glass = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        touched = {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        self._glass.send("Input.dispatchTouchEvent", touched)

    def down(self, x: float, y: float) -> None:
        self._touch("touchStart", (x, y))

    def move(self, x: float, y: float) -> None:
        self._touch("touchMove", (x, y))

    def up(self) -> None:
        self._touch("touchEnd")


def middle(thing: Locator) -> tuple[float, float]:
    box = place_of(thing)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_worker_is_dragged_to_a_tool_with_a_finger(server: Server, browser: Browser) -> None:
    with visiting(browser, server, has_touch=True) as page:
        table = open_table(server, page)
        assert decides(page)
        before = table.get_attribute("data-seq") or ""
        tool = table.locator(".tool.can").first
        place = tool.get_attribute("data-drop") or ""
        finger = Finger(page)
        finger.down(*middle(table.locator(".figure.grab")))
        x, y = middle(tool)
        finger.move(x, y + 60)
        finger.move(x, y)
        expect(table.locator(f"[data-drop='{place}'].over")).to_have_count(1)
        finger.up()
        expect(table).not_to_have_attribute("data-seq", before)
        row_and_column = place.split()[0]
        expect(page.get_by_role("region", name="What happened")).to_contain_text(
            f"at {row_and_column}"
        )


def test_keys_lead_to_what_is_possible_from_everywhere(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        table = open_table(server, page)
        assert decides(page)
        page.keyboard.press("n")
        expect(table.locator(".space.can:focus")).to_have_count(1)
        page.keyboard.press("a")
        expect(table.locator("[data-move].can:focus")).to_have_count(1)
        page.keyboard.press("n")
        expect(table.locator(".space.can:focus")).to_have_count(1)
        page.locator("main").focus()  # as after coming from another page
        page.keyboard.press("a")
        expect(table.locator("[data-move].can:focus")).to_have_count(1)
        page.get_by_role("log", name="What happened").focus()  # as after a click there
        page.keyboard.press("n")
        expect(table.locator(".space.can:focus")).to_have_count(1)


WATCH_WHO_ACTS = """() => {
  window.ahead = [];
  window.steps = new Set();
  const look = () => {
    const text = (where) => document.querySelector(where)?.innerText ?? "";
    const acts = /Acting now: worker \\w of (.*)/.exec(text(".samara .who strong"))?.[1];
    if (acts) {
      steps.add(document.querySelector(".samara").dataset.seq);
      const said = [text(".turn p").trim(), text(".seats .turn .name").trim()];
      if (said[0] !== `Waiting for ${acts}.` || said[1] !== acts) ahead.push([acts, ...said]);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def test_what_is_said_goes_with_the_board(server: Server, browser: Browser) -> None:
    with visiting(browser, server, reduced_motion="no-preference") as page:
        table = open_table(server, page, 4)
        assert decides(page)
        page.evaluate(WATCH_WHO_ACTS)
        while page.evaluate("steps.size") < 2:  # the next worker may be an own one, too
            choose_something(table)
            confirm(page)
            expect(table.locator(".head.spot")).to_have_count(0)  # nothing is chosen any more
            assert decides(page)
        assert page.evaluate("ahead") == []


def test_what_is_not_possible_says_why(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        table = open_table(server, page)
        assert decides(page)
        table.get_by_role("button", name="Holiday").click()
        expect(table.get_by_text("You have no worker in a later month to go to.")).to_be_visible()
        clause = table.get_by_role("link", name="Rule S6.1")
        expect(clause).to_have_attribute("href", "/rules/samara#S6.1")
        expect(page.get_by_role("button", name="Do it")).to_have_count(0)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_it_fits_a_phone(server: Server, browser: Browser, lang: str) -> None:
    with visiting(browser, server, PHONE, lang=lang, has_touch=True) as page:
        table = open_table(server, page, 5)
        assert decides(page)
        assert fits(page)
        keep(page, f"samara-phone-{lang}")
        choose_something(table)
        assert fits(page)
        keep(page, f"samara-phone-chosen-{lang}")
        table.locator("[data-confirm]").tap()
        expect(table.locator("[data-confirm]")).to_have_count(0)


@pytest.mark.parametrize(("size", "lang"), [(PHONE, "de"), ({"width": 390, "height": 844}, "en")])
def test_on_a_phone_board_calendar_and_dock_are_in_reach(
    server: Server, browser: Browser, size: ViewportSize, lang: str
) -> None:
    with visiting(browser, server, size, lang=lang, has_touch=True) as page:
        table = open_table(server, page, 4)
        assert decides(page)
        page.wait_for_function(  # it may have gone to the others
            "() => document.querySelector('.samara .field').scrollLeft === 0"
        )
        for part in (".month.now", "[data-place='4,1']", "[data-place='1,1']"):
            assert is_in_reach(table.locator(part))
        for deed in table.locator(".dock .choice").all():
            assert is_in_reach(deed)
        choose_something(table)
        page.locator(".samara .outcome strong").wait_for()
        for part in (".space.chosen", ".month.arrives .name", "[data-confirm]"):
            expect_in_reach(table.locator(part))


@pytest.mark.parametrize(
    ("phase", "lang"),
    [("help", "de"), ("lose_tool", "de"), ("take_figure", "en"), ("bury", "de")],
)
def test_on_a_phone_the_dock_leaves_sight_of_what_it_asks_about(
    server: Server, browser: Browser, phase: str, lang: str
) -> None:
    with visiting(browser, server, PHONE, lang=lang, has_touch=True) as page:
        sit_in(server, page, "samara", phase, 5)
        for worker in page.locator(".month:has(.choose)").first.locator(".choose").all():
            expect_in_reach(worker)
        answers = page.locator(".dock .choice")
        for answer in answers.all():
            assert is_in_reach(answer)
        assert fits(page)
        keep(page, f"samara-phone-{phase}-{lang}")
        answers.first.tap()
        expect_in_reach(page.locator("[data-confirm]"))


def test_on_a_phone_the_board_goes_to_the_workers_also_where_its_print_comes_late(
    server: Server, browser: Browser
) -> None:
    with visiting(browser, server, PHONE, has_touch=True) as page:
        late_print(page)
        sit_in(server, page, "samara", "take_figure", 5)
        expect_in_reach(page.locator(".month .choose").first)


WATCH_MONTHS = """() => {
  window.seen = new Set();
  const look = () => {
    for (const month of document.querySelectorAll("[data-month]")) {
      const { left, right } = month.getBoundingClientRect();
      // beside NOW, which sticks
      if (left >= 72 && right <= innerWidth) seen.add(month.dataset.month);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def test_on_a_phone_the_board_goes_to_the_month_where_others_have_gone(
    server: Server, browser: Browser
) -> None:
    opened = company.open_table(server, "samara", people=2, bots=0, options={"start_month": 5})
    url = f"{server.url}/api/tables/{opened['table']}"
    with visiting(browser, server, PHONE, has_touch=True) as page:
        seen = httpx.get(url, headers=bearer(opened["watch"]), timeout=30).json()
        first = seen["table"]["waiting_for"][0]
        page.clock.install()
        company.sit(page, opened, 1 - first)
        field = page.locator(".samara .field")
        field.evaluate("field => field.scrollTo(field.scrollWidth, 0)")
        page.evaluate(WATCH_MONTHS)  # they are in sight for a moment only
        token = opened["seats"][first]["token"]
        sent = {"id": "one", "move": "newcomer man"}
        httpx.post(f"{url}/moves", json=sent, headers=bearer(token), timeout=30).raise_for_status()
        now = httpx.get(url, headers=bearer(token), timeout=30).json()
        (turn,) = [event for event in now["events"] if event["type"] == "turn"]
        month = turn["moves"][0]["to"]
        page.wait_for_function("month => seen.has(month)", arg=str(month))
        page.clock.run_for(2000)
        page.wait_for_function(  # and back, for the own turn
            "() => document.querySelector('.samara .field').scrollLeft === 0"
        )


def test_in_a_narrow_window_the_dock_stays_under_the_pointer(
    server: Server, browser: Browser
) -> None:
    with visiting(browser, server, PHONE) as page:
        page.clock.install()
        sit_in(server, page, "samara", "lose_tool", 5)
        before = place_of(page.locator("section.dock"))
        page.locator(".dock .choice").first.hover()
        page.clock.run_for(1000)  # a look ahead would be asked for by now
        assert place_of(page.locator("section.dock")) == before
        page.locator(".dock .choice").first.click()
        page.get_by_role("button", name="Do it").click()


def test_on_a_phone_everybodys_points_stay_in_sight(server: Server, browser: Browser) -> None:
    with visiting(browser, server, PHONE, has_touch=True) as page:
        sit_in(server, page, "samara", "act", 5)
        points = page.get_by_role("region", name="Players").locator("li > .points")
        expect(page.get_by_text(re.compile(r"^\d+ prestige$")).first).to_be_attached()
        page.get_by_role("heading", name="What happened").scroll_into_view_if_needed()
        assert [is_in_reach(one) for one in points.all()] == [True] * 5


@pytest.mark.parametrize("players", [2, 4])
def test_everything_is_in_sight(server: Server, browser: Browser, players: int) -> None:
    with visiting(browser, server, DESKTOP) as page:
        table = open_table(server, page, players)
        assert decides(page)
        boards = page.locator(".foreman")
        expect(boards).to_have_count(players)
        for part in (table.locator("div.board"), table.locator(".calendar"), *boards.all()):
            assert is_in_sight(part)


def test_spectators_see_it_without_controls(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        table = open_table(server, page, 4, watch=True)
        expect(page.locator(".foreman")).to_have_count(4)
        expect(table.locator(".space")).to_have_count(30)
        expect(table.locator(".can, .choice, details")).to_have_count(0)
        table.locator("[data-place='1,1']").click()
        expect(page.get_by_role("button", name="Do it")).to_have_count(0)


def test_tiles_are_called_as_the_rules_call_them() -> None:
    texts = json.loads((ROOT / "web/src/games/samara/texts.json").read_text(encoding="utf-8"))
    for tile in standard().tiles:
        code = tile.code.partition("/")[0]
        assert texts[f"samara.tile.{code}"] == {"en": tile.en, "de": tile.de}
    for ability in filter(None, ABILITY_KEYS):
        assert f"samara.ability.{ability}" in texts
