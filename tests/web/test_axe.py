"""Nobody is kept out: axe on every page and in every state, both languages, both themes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.server.live_server import Server
from tests.web.browser import DESKTOP, PHONE, SERIOUS, findings, new_context, visiting
from tests.web.company import (
    actions,
    open_table,
    play_on,
    set_up,
    simply,
    sit,
    watch,
    with_greedy_bots,
)
from tests.web.everyone import ENGLISH_AND_LIGHT, GERMAN_AND_DARK, Everyone
from tests.web.finished import Finished, finished, late, sits
from tests.web.scenes import QUESTIONS, scenes, sit_in, sit_in_each
from tests.web.test_replay import review_of
from tests.web.test_samara import choose_something

WHERE_ASKED = {"tybor": ".tybor .dock", "samara": ".samara .dock, .samara .month:has(.choose)"}


class Visits(Protocol):
    """Opens pages on which nobody may be kept out."""

    def __call__(
        self, size: ViewportSize = DESKTOP, pair: tuple[str, str] = ENGLISH_AND_LIGHT
    ) -> AbstractContextManager[tuple[Page, Everyone]]: ...


@pytest.fixture
def everyone(server: Server, browser: Browser) -> Visits:
    """Visits in which nobody may be kept out."""

    @contextmanager
    def visit(
        size: ViewportSize = DESKTOP, pair: tuple[str, str] = ENGLISH_AND_LIGHT
    ) -> Iterator[tuple[Page, Everyone]]:
        lang, theme = pair
        with visiting(browser, server, size, lang=lang, theme=theme) as page:
            with_greedy_bots(page)
            all_of_them = Everyone(page, lang, theme)
            yield page, all_of_them
            assert all_of_them.kept_out == []
            assert all_of_them.states

    return visit


def close_dialog(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def dialog(page: Page, all_of_them: Everyone, state: str) -> None:
    """The dialog that opens, in all ways; then it is closed."""
    page.get_by_role("dialog").wait_for()
    all_of_them.can_use(state, "dialog")
    close_dialog(page)


ALL_RULES = """async () => (await axe.run("html", { resultTypes: ["violations"] })).violations
    .flatMap(({ id, impact, nodes }) => nodes.map(() => [impact, id]))"""


def test_only_rules_that_count_are_run_and_all_of_them(server: Server, browser: Browser) -> None:
    with visiting(browser, server) as page:
        page.set_content(
            """<h2></h2><h4>Too deep</h4><marquee>Away</marquee><img src="data:,">
               <button></button><input><a href="#nowhere"></a><li>alone</li>
               <p style="color: #bbb">pale <span role="checkbox" aria-chequed="no">one</span></p>
               <main>one</main><main>two</main><select></select><div aria-hidden="true"><a
               href="#there">there</a></div><iframe></iframe>"""
        )
        found = [one.split()[0] for one in findings(page)]
        all_of_them = page.evaluate(ALL_RULES)
    assert found == [rule for impact, rule in all_of_them if impact in SERIOUS]
    assert len(set(found)) > 8
    assert len({rule for impact, rule in all_of_them} - set(found)) > 3  # what does not count


def test_the_start_page_and_its_dialogs(server: Server, everyone: Visits) -> None:
    with everyone() as (page, all_of_them):
        page.goto("/")
        page.get_by_role("button", name="Play Tybor").wait_for()
        all_of_them.can_use("start")
        page.get_by_role("button", name="Settings").click()
        page.locator("#settings").wait_for()
        all_of_them.can_use("settings", "#settings")
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        dialog(page, all_of_them, "keys")
        for game in ("Tybor", "Samara"):
            page.get_by_role("button", name=f"Set up a table of {game}").click()
            page.get_by_label("Seat 2").select_option("here")
            for summary in page.locator("dialog summary").all():
                summary.click()
            dialog(page, all_of_them, f"setting up {game}")
        game_record = scenes("samara")["act"].record.encode()
        record = {"mimeType": "text/plain", "buffer": game_record, "name": "game.txt"}
        page.locator("input[type=file]").set_input_files(record)  # type: ignore[arg-type]
        page.get_by_role("slider").wait_for()
        dialog(page, all_of_them, "setting up from a record")


def test_the_start_page_on_a_phone(everyone: Visits) -> None:
    with everyone(PHONE, GERMAN_AND_DARK) as (page, all_of_them):
        page.goto("/")
        set_up_a_table = page.get_by_role("button", name=all_of_them.reads("start.setUp")).first
        set_up_a_table.wait_for()
        all_of_them.can_use("start on a phone")
        set_up_a_table.click()
        page.get_by_role("dialog").wait_for()
        all_of_them.can_use("setting up on a phone", "dialog")
        page.get_by_role("button", name=all_of_them.reads("start.go")).click()
        page.get_by_role("textbox").nth(1).wait_for()
        all_of_them.can_use("open table on a phone")


def test_lists_and_dead_ends(server: Server, everyone: Visits) -> None:
    open_table(server, "tybor", name="Open to all", public=True, people=2, bots=2)
    mine = open_table(server, "samara")
    with everyone(PHONE) as (page, all_of_them):
        page.goto("/me")
        page.get_by_role("button", name="This is me").wait_for()
        all_of_them.can_use("nobody yet")
        page.get_by_role("button", name="Enter a code").click()
        dialog(page, all_of_them, "entering a code")
        page.get_by_label("Your name").fill("Anna")
        page.get_by_role("button", name="This is me").click()
        page.get_by_role("button", name="Sign out here").wait_for()  # the server knows her
        sit(page, mine, 0)
        page.locator(".samara").wait_for()
        page.goto("/me")
        page.get_by_role("button", name="Sign out here").wait_for()
        all_of_them.can_use("me")
        page.get_by_role("button", name="Code for another device").click()
        dialog(page, all_of_them, "code for another device")
        page.goto("/lobby")
        page.get_by_text("Open to all").first.wait_for()
        all_of_them.can_use("lobby")
        page.goto("/")
        page.get_by_role("region", name="Continue playing").wait_for()
        all_of_them.can_use("start with own tables", "main")
        page.evaluate(
            "history.pushState(null, '', '/nowhere'); dispatchEvent(new Event('popstate'))"
        )
        page.get_by_role("heading", name="There is no such page").wait_for()
        all_of_them.can_use("no such page")
        page.goto("/t/nobodys-table")
        page.get_by_role("link", name="To the start page").wait_for()
        all_of_them.can_use("no such table")


def test_before_the_game(server: Server, everyone: Visits) -> None:
    with (
        everyone() as (anna, at_hers),
        everyone(PHONE, GERMAN_AND_DARK) as (bert, at_his),
    ):
        set_up(anna, "Samara")
        anna.get_by_role("heading", name="The table is open").wait_for()
        at_hers.can_use("open table of one's own")
        anna.get_by_role("button", name="As QR code: Invitation for seat 2").click()
        dialog(anna, at_hers, "invitation")
        bert.goto(anna.get_by_label("Invitation for seat 2", exact=True).input_value())
        bert.get_by_label(at_his.reads("start.name")).fill("Bert")
        at_his.can_use("invited")
        bert.get_by_role("button", name=at_his.reads("table.sitDown")).click()
        bert.get_by_text(at_his.reads("table.open.guest")).wait_for()
        at_his.can_use("waiting for the start")


@pytest.mark.parametrize(
    ("game", "pair"),
    [("tybor", GERMAN_AND_DARK), ("samara", ENGLISH_AND_LIGHT)],
    ids=["tybor", "samara"],
)
def test_every_kind_of_question(
    server: Server, everyone: Visits, game: str, pair: tuple[str, str]
) -> None:
    with everyone(DESKTOP, pair) as (page, all_of_them):
        for phase in sit_in_each(server, page, game, *QUESTIONS[game]):
            all_of_them.can_use(phase, WHERE_ASKED[game] if all_of_them.states else "html")


def at_the_table(page: Page, all_of_them: Everyone) -> None:
    """What every table has around it."""
    page.get_by_role("button", name=all_of_them.reads("table.over.points"), exact=True).click()
    page.get_by_role("dialog").locator(".lines").wait_for()
    dialog(page, all_of_them, "score sheet")
    page.route("**/hint*", lambda route: route.fulfill(json=["Rest", "It is Sunday (T4.1)."]))
    page.get_by_role("button", name=all_of_them.reads("table.hint"), exact=True).click()
    page.get_by_text("It is Sunday").wait_for()
    dialog(page, all_of_them, "hint")
    page.get_by_role("button", name=all_of_them.reads("table.menu"), exact=True).click()
    page.get_by_role("dialog").wait_for()
    all_of_them.can_use("menu", "dialog")
    page.get_by_role("button", name=all_of_them.reads("table.share.watch")).click()
    code = page.get_by_role("img", name=all_of_them.reads("table.qr"))
    code.wait_for()
    all_of_them.can_use("link for spectators", "dialog")
    page.keyboard.press("Escape")  # back to the menu
    expect(code).to_have_count(0)
    close_dialog(page)


def legend(page: Page, all_of_them: Everyone) -> None:
    """All symbols, from the menu."""
    page.get_by_role("button", name=all_of_them.reads("table.menu"), exact=True).click()
    page.get_by_role("button", name=all_of_them.reads("table.legend"), exact=True).click()
    page.get_by_role("dialog").locator("dd").first.wait_for()
    dialog(page, all_of_them, "legend")


def test_tybors_table(server: Server, everyone: Visits) -> None:
    record, at, seat = scenes("tybor")["choose"]
    clock = {"per_move": 600, "reserve": 600}
    opened = open_table(server, "tybor", people=3, bots=0, record=record, at=at, clock=clock)
    with everyone() as (page, all_of_them):
        sit(page, opened, seat, host=True)
        page.locator(".tybor[data-asks=choose]").wait_for()
        page.locator(".side.great").first.click()
        dialog(page, all_of_them, "refusal")
        page.locator("[data-hand]").first.click()
        all_of_them.can_use("a card is taken up", ".tybor .dock, .tybor .display")
        page.locator(".tile").first.click()
        dialog(page, all_of_them, "somebody's tableau")
        page.locator("button.story").first.click()
        dialog(page, all_of_them, "story")
        page.locator("button.discard").click()
        dialog(page, all_of_them, "discard")
        page.get_by_role("button", name="Keys").last.click()
        dialog(page, all_of_them, "keys of Tybor")
        page.get_by_role("button", name="All actions as a list").click()
        all_of_them.can_use("actions as a list", ".tybor .dock")
        page.locator("[data-hand]").first.dblclick()
        expect(page.locator(".tybor")).to_have_attribute("data-asks", "")
        all_of_them.can_use("waiting", ".tybor .dock, .turn, .seats")


def test_around_a_table(server: Server, everyone: Visits) -> None:
    record, at, seat = scenes("tybor")["choose"]
    opened = open_table(server, "tybor", people=3, bots=0, record=record, at=at)
    with everyone(DESKTOP, GERMAN_AND_DARK) as (page, all_of_them):
        sit(page, opened, seat, host=True)
        page.locator(".tybor[data-asks=choose]").wait_for()
        at_the_table(page, all_of_them)
        legend(page, all_of_them)


def test_samaras_table(server: Server, everyone: Visits) -> None:
    record, at, seat = scenes("samara")["lose_tool"]
    opened = open_table(server, "samara", people=3, bots=0, record=record, at=at)
    with everyone(DESKTOP, GERMAN_AND_DARK) as (page, all_of_them):
        sit(page, opened, seat, host=True)
        page.locator(".samara .mine").wait_for()
        page.locator("[data-move].can").first.click()
        page.locator("[data-confirm]").wait_for()
        all_of_them.can_use("something is chosen")
        page.locator("[data-confirm]").click()
        expect(page.locator("[data-confirm]")).to_have_count(0)
        page.locator("[data-place='1,1']").click()
        all_of_them.can_use("a space is looked at", ".samara .corner, .samara .dock")
        page.locator(".samara").press("?")
        dialog(page, all_of_them, "keys of Samara")
        legend(page, all_of_them)


def test_tybors_table_on_a_phone(server: Server, everyone: Visits) -> None:
    with everyone(PHONE, GERMAN_AND_DARK) as (page, all_of_them):
        sit_in(server, page, "tybor", "choose")
        page.locator("[data-hand]").first.click()
        all_of_them.can_use("a card is taken up")
        page.locator(".dock .small").click()  # decide later
        expect(page.locator(".tybor")).to_have_attribute("data-asks", "")
        page.locator("button.fold").click()  # one line on a phone
        page.locator(".tile").first.click()
        dialog(page, all_of_them, "somebody's tableau")
        page.locator("button.story").first.click()
        dialog(page, all_of_them, "story")


def test_samaras_table_on_a_phone(server: Server, everyone: Visits) -> None:
    with everyone(PHONE, GERMAN_AND_DARK) as (page, all_of_them):
        sit_in(server, page, "samara", "act")
        all_of_them.can_use("one's turn")
        choose_something(page.locator(".samara"))
        all_of_them.can_use("something is chosen", ".samara")


def test_a_plain_table_on_a_phone(server: Server, everyone: Visits) -> None:
    clock = {"per_move": 600, "reserve": 600}
    opened = open_table(server, "tybor", people=2, bots=2, clock=clock)
    with everyone(PHONE, GERMAN_AND_DARK) as (page, all_of_them):
        simply(page)
        sit(page, opened, 0, host=True)
        actions(page).first.wait_for()
        all_of_them.can_use("actions as buttons")
        page.get_by_role("button", name=all_of_them.reads("table.menu"), exact=True).click()
        dialog(page, all_of_them, "menu")


def test_the_curtain(server: Server, everyone: Visits) -> None:
    opened = open_table(server, "tybor", people=2, bots=0)
    play_on(server, opened, 4)
    with everyone(PHONE) as (page, all_of_them):
        sit(page, opened, 0, 1, host=True)
        page.locator(".curtain").wait_for()
        all_of_them.can_use("curtain")


@pytest.mark.parametrize(
    ("game", "pair"),
    [("tybor", GERMAN_AND_DARK), ("samara", ENGLISH_AND_LIGHT)],
    ids=["tybor", "samara"],
)
def test_watching_to_the_end(
    server: Server, everyone: Visits, game: str, pair: tuple[str, str]
) -> None:
    opened = late(server, game, 4)
    with everyone(PHONE, pair) as (page, all_of_them):
        watch(page, opened)
        page.get_by_text(all_of_them.reads("table.watching")).wait_for()
        all_of_them.can_use("watching")
        play_on(server, opened)
        page.locator(".end tfoot").wait_for()
        page.locator(".end summary").click()
        all_of_them.can_use("over", "section.end, .seats")


@pytest.fixture(scope="module")
def over(server: Server) -> Finished:
    """A game that is over."""
    return finished(server, "tybor")


def test_looking_back(server: Server, everyone: Visits, over: Finished) -> None:
    with everyone(DESKTOP, GERMAN_AND_DARK) as (page, all_of_them):
        page.add_init_script(sits({over.id: over.tokens[0]}))
        page.route("**/review*", lambda route: route.fulfill(json=review_of(over)))
        page.goto("/replay/file")
        page.locator("input[type=file]").wait_for(state="attached")
        all_of_them.can_use("opening a record")
        page.goto(f"/replay/{over.id}?at=9&eyes=open")
        page.get_by_role("slider").wait_for()
        all_of_them.can_use("replay, all hands open")
        page.get_by_role("tab", name=all_of_them.reads("replay.tab.review")).click()
        page.get_by_text(all_of_them.reads("review.table")).click()
        all_of_them.can_use("review", "main")


def test_a_game_that_is_not_there(server: Server, browser: Browser) -> None:
    context = new_context(browser, server)
    page = context.new_page()  # the browser complains about an answer of 404
    all_of_them = Everyone(page, *ENGLISH_AND_LIGHT)
    page.goto("/replay/nobodys-table")
    page.get_by_role("alert").wait_for()
    all_of_them.can_use("no such game")
    assert all_of_them.kept_out == []
    context.close()


@pytest.mark.parametrize(
    ("game", "pair", "word"),
    [("tybor", ENGLISH_AND_LIGHT, "merchants"), ("samara", GERMAN_AND_DARK, "Monat")],
    ids=["tybor", "samara"],
)
def test_understanding(
    server: Server, everyone: Visits, game: str, pair: tuple[str, str], word: str
) -> None:
    with everyone(PHONE, pair) as (page, all_of_them):
        page.goto(f"/rules/{game}")
        page.locator(".clause").first.wait_for()
        page.get_by_role("searchbox").fill(word)
        page.locator("mark").first.wait_for()
        all_of_them.can_use("rules, searched")
        page.get_by_role("searchbox").fill("")
        all_of_them.can_use("rules", "main")
        page.get_by_role("tab").nth(1).click()
        page.locator("dl dd").first.wait_for()
        all_of_them.can_use("symbols", "main")
        page.goto(f"/learn/{game}")
        begin = page.get_by_role("button", name=all_of_them.reads("learn.start"))
        begin.wait_for()
        all_of_them.can_use("before the guided game")
        begin.click()
        page.locator("[data-do]:not([aria-disabled=true])").wait_for()
        all_of_them.can_use("guided game")


def test_the_score_pad(server: Server, everyone: Visits) -> None:
    with everyone(PHONE) as (page, all_of_them):
        page.goto("/score/tybor")
        page.get_by_label("Name").fill("Anna")
        page.get_by_role("button", name="Farmer: one more", exact=True).click()
        page.get_by_text("Other printed values").click()
        all_of_them.can_use("pad of Tybor")
        page.get_by_role("button", name="+ Building", exact=True).click()
        dialog(page, all_of_them, "a building")
        page.goto("/score/samara")
        page.get_by_role("button", name="tile with prestige 3", exact=True).click()
        all_of_them.can_use("pad of Samara")
