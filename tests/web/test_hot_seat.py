"""One screen for several: whole games, and nobody sees what only another may see."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, expect

import baumeister
from baumeister.play.records import to_text
from tests.server.live_server import Server, bearer
from tests.soaking import SOAKING
from tests.web.browser import keep, visiting
from tests.web.company import NAMES, open_table, sit
from tests.web.finished import late

Opened = Mapping[str, Any]
SHORT: dict[str, Any] = {"scenario": "size-matters", "chapter": 1}
MOST_STEPS = 600
LEFT_WITH_SECRETS = 48  # decisions of a game with hands, which are passed on
LEFT = 24  # decisions of a game without secrets in the normal run; the soak plays all of it
SEED_WITH_BARRACKS = 0

# What a shared screen shows: the curtain, the end, or what somebody is asked.
STATE = """before => {
    if (document.querySelector("#end")) return ["over", ""];
    const curtain = document.querySelector("#curtain");
    if (curtain) return ["curtain", curtain.innerText];
    const tybor = document.querySelector(".tybor")?.dataset;
    const samara = document.querySelector(".samara:has(.mine)")?.dataset;
    const you = document.querySelector(".seats .you .name")?.innerText ?? "";
    const now = tybor?.asks ? [tybor.asks, `${you} ${tybor.seq}`]
        : samara ? [samara.phase, `${you} ${samara.seq}`] : null;
    return now && now.join() !== before ? now : null;
}"""


def state(page: Page, before: tuple[str, str] = ("", "")) -> tuple[str, str]:
    """What is shown next: `over`, `curtain` or a question, and to whom."""
    what, who = page.wait_for_function(STATE, arg=",".join(before)).json_value()
    return what, who


class Room:
    """What each seat of a table may see, as the server tells it."""

    def __init__(self, server: Server, opened: Opened) -> None:
        self.client = httpx.Client(base_url=server.url, timeout=30)
        self.path = f"/api/tables/{opened['table']}"
        self.tokens = [seat["token"] for seat in opened["seats"]]
        self.names: dict[str, str] = {}  # what the page calls the cards, as far as they were seen

    def picture(self, seat: int) -> dict[str, Any]:
        answer = self.client.get(self.path, headers=bearer(self.tokens[seat])).raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    def view(self, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = self.picture(seat)["view"]
        return found

    def learn(self, page: Page, view: Mapping[str, Any]) -> None:
        """The hand on the screen is this seat's, card by card."""
        cards = page.locator("[data-hand]").evaluate_all("all => all.map(one => one.ariaLabel)")
        assert len(cards) == len(view["hand"])
        self.names |= dict(zip(view["hand"], cards, strict=True))
        assert cards == [self.names[code] for code in view["hand"]]

    def secrets(self, seat: int, onlooker: Mapping[str, Any]) -> list[str]:
        """The names of a seat's cards that the onlooker cannot see anywhere on the table."""
        view = self.view(seat)
        seen = json.dumps({**onlooker, "remembered": []})
        cards = {*(view["hand"] or ()), view["chosen"]} - {None}
        hidden = (code for code in cards if code in self.names and f'"{code}"' not in seen)
        return [words for code in hidden for words in both(self.names[code])]


def both(name: str) -> tuple[str, str]:
    """A card as its picture is called, and as the story tells it."""
    profession, _, rest = name.partition(", ")
    return name, f"{profession} ({rest})"


def hides_everything(page: Page, room: Room) -> None:
    """Behind the curtain: no table, no story, no card in any word of the page."""
    assert page.locator(".table, .tybor, .samara, [data-hand]").count() == 0
    content = page.content()
    told = [words for name in room.names.values() for words in both(name) if words in content]
    assert told == []
    shown = page.locator("main").aria_snapshot()
    assert shown.count("- button") <= 2  # whoever comes, and whoever goes takes the choice back
    assert "listitem" not in shown


def act_in_tybor(page: Page, what: str, turn: int) -> None:
    """The quickest answer to each question."""
    if what == "choose":
        page.locator("[data-hand]").first.dblclick()
    elif what == "use":
        way = 2 if page.locator(".side:not(.dear)").count() else turn % 2
        page.locator(".dock .way").nth(way).click()
    elif what == "building":
        page.locator(".side.legal").last.click()
    elif what == "pay":
        page.locator(".payment [data-first]").click()
    else:
        page.locator(".pick [data-first]").dblclick()


def test_a_game_of_tybor_for_two(server: Server, browser: Browser) -> None:
    opened = late(server, "tybor", None if SOAKING else LEFT_WITH_SECRETS, options=SHORT)
    room = Room(server, opened)
    lifted = checked = 0
    seen = set()
    with visiting(browser, server) as page:
        sit(page, opened, 0, 1, host=True)
        now = state(page)
        for step in range(MOST_STEPS):
            what, who = now
            seen.add(what)
            if what == "over":
                break
            if what == "curtain":
                hides_everything(page, room)
                if not lifted:
                    keep(page, "hot-seat-curtain")
                lifted += 1
                page.locator(".curtain button").first.click()
                expect(page.locator(".curtain")).to_have_count(0)
            else:
                seat = NAMES.index(who.split()[0])
                view = room.view(seat)
                if what == "choose":
                    room.learn(page, view)
                secrets = room.secrets(1 - seat, view)
                content = page.content() if secrets else ""
                assert [secret for secret in secrets if secret in content] == []
                checked += len(secrets)
                act_in_tybor(page, what, step)
            now = state(page, now)
        for score in room.picture(0)["table"]["scores"]:
            expect(page.locator(".end tfoot")).to_contain_text(str(score["total"]))
        keep(page, "hot-seat-tybor-over")
    assert {"choose", "use", "pay", "curtain", "over"} <= seen
    assert lifted > 20
    assert checked > 15


def act_in_samara(page: Page) -> None:
    """A tile, or a tool, or whatever is asked; then yes."""
    tools, tiles = page.locator(".tool.can"), page.locator(".space.build")
    if tiles.count():
        tiles.last.focus()
        page.keyboard.press("Enter")
    elif tools.count():
        tools.last.click()
    else:
        page.locator(".choice.can").first.click()
    page.locator("[data-confirm]").click()


def test_a_game_of_samara_for_three(server: Server, browser: Browser) -> None:
    opened = late(server, "samara", None if SOAKING else LEFT, people=3)
    sat = set()
    with visiting(browser, server) as page:
        sit(page, opened, 0, 1, 2, host=True)
        now = state(page)
        for _ in range(MOST_STEPS):
            what, who = now
            if what == "over":
                break
            if what == "curtain":  # the Barracks
                page.locator(".curtain button").first.click()
            else:
                sat.add(who.split()[0])
                act_in_samara(page)
            now = state(page, now)
        expect(page.locator(".end .places li")).to_have_count(3)
        expect(page.locator(".end tfoot td")).to_have_count(3)
        keep(page, "hot-seat-samara-over")
    assert sat == set(NAMES[:3])


def at_the_barracks() -> tuple[str, int]:
    """A game, and after how many decisions two others choose a tool in secret (S7.5)."""
    table = baumeister.game("samara").new(players=3, seed=SEED_WITH_BARRACKS, start_month=5)
    at = None
    while not table.over:
        if len(table.waiting_for) > 1 and at is None:
            at = sum(not move.forced for move in table.canonical().moves)
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[-1])
    assert at is not None
    return to_text(table), at


def test_a_secret_choice_in_samara(server: Server, browser: Browser) -> None:
    record, at = at_the_barracks()
    opened = open_table(server, "samara", people=3, bots=0, record=record, at=at)
    room = Room(server, opened)
    first, second = room.view(0)["waiting_for"]
    with visiting(browser, server) as page:
        sit(page, opened, 0, 1, 2, host=True)
        if state(page)[0] == "curtain":
            page.locator(".curtain button").first.click()
        assert state(page)[1].startswith(NAMES[first])
        choice = page.locator(".choice.can, .foreman .can").first
        tool = choice.inner_text() or choice.get_attribute("aria-label") or ""
        choice.click()
        page.locator("[data-confirm]").click()
        expect(
            page.get_by_role("heading", name=f"Pass the screen to {NAMES[second]}")
        ).to_be_visible()
        hides_everything(page, room)
        assert room.view(first)["chosen"] is not None
        assert tool
        assert tool not in page.content()
        page.locator(".curtain button").first.click()
        assert state(page)[1].startswith(NAMES[second])
        assert room.view(second)["chosen"] is None
        expect(page.locator("[aria-pressed=true]")).to_have_count(0)
