"""Looking back in a real browser: every position with anybody's eyes, records, the review."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from baumeister.kernel.glossary import say
from tests.server.live_server import Server, bearer
from tests.web.browser import PHONE, fits, is_in_sight, keep, serious_findings, visiting
from tests.web.finished import Finished, finished, sits

FORMER = Path(__file__).parents[1] / "games" / "samara" / "former" / "data-1.txt"


@pytest.fixture(scope="module")
def tybor(server: Server) -> Finished:
    """A game of Tybor that is over."""
    return finished(server, "tybor")


@pytest.fixture(scope="module")
def samara(server: Server) -> Finished:
    """A game of Samara that is over."""
    return finished(server, "samara")


def expect_shown(page: Page, position: str) -> None:
    """The position is there, as it is told to screen readers."""
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", position)


def test_every_position_has_an_address(server: Server, browser: Browser, tybor: Finished) -> None:
    with visiting(browser, server) as page:
        page.add_init_script(sits({tybor.id: tybor.tokens[0]}))
        page.goto(f"/replay/{tybor.id}?at=5&eyes=1")
        expect_shown(page, f"after 5 of {tybor.decisions} decisions")
        expect(page.get_by_label("View as")).to_have_value("1")
        page.get_by_role("button", name="One step forward").click()
        expect(page).to_have_url(f"{server.url}/replay/{tybor.id}?at=6&eyes=1")
        page.locator("body").press("ArrowLeft")
        page.locator("body").press("ArrowLeft")
        expect(page).to_have_url(f"{server.url}/replay/{tybor.id}?at=4&eyes=1")
        page.get_by_role("button", name="To the end").click()
        expect_shown(page, f"after {tybor.decisions} of {tybor.decisions} decisions")
        page.get_by_role("slider").fill("60")
        expect(page.locator("a[aria-current=step]")).to_contain_text("60")
        expect(page.locator("a[aria-current=step]")).to_be_in_viewport()
        keep(page, "replay-tybor-desktop")


def test_with_open_eyes_all_hands_lie_open(
    server: Server, browser: Browser, tybor: Finished
) -> None:
    with visiting(browser, server) as page:
        page.add_init_script(sits({tybor.id: tybor.tokens[0]}))
        page.goto(f"/replay/{tybor.id}?at=3")
        page.get_by_label("View as").select_option("everyone (all open)")
        hands = page.get_by_role("region", name="Everybody's cards")
        expect(hands).to_contain_text("Bert")
        expect(hands.locator("svg[role=img]").nth(3)).to_be_visible()
        page.get_by_label("View as").select_option("spectator")
        expect(hands).not_to_be_attached()
        page.get_by_label("View as").select_option("Bert")
        expect(page).to_have_url(f"{server.url}/replay/{tybor.id}?at=3&eyes=1")


def test_samaras_table_is_in_sight_at_every_position(
    server: Server, browser: Browser, samara: Finished
) -> None:
    with visiting(browser, server, lang="de") as page:
        page.add_init_script(sits({samara.id: samara.tokens[0]}))
        page.goto(f"/replay/{samara.id}?at={samara.decisions - 3}&eyes=open")
        table = page.locator(".samara .field")
        table.wait_for()
        assert is_in_sight(table)
        assert is_in_sight(page.get_by_role("tab").last)
        keep(page, "replay-samara-desktop")


def test_every_position_has_its_score_sheets(
    server: Server, browser: Browser, tybor: Finished
) -> None:
    sheet = tybor.table.scores()[1]
    line = max(sheet["lines"], key=lambda one: one["points"])
    name = say(f"tybor.score.{line['clause']}", "de")
    with visiting(browser, server, lang="de") as page:
        page.add_init_script(sits({tybor.id: tybor.tokens[0]}))
        page.goto(f"/replay/{tybor.id}?at=0&eyes=open")
        page.locator("summary", has_text="Wertung").click()
        total = page.locator(".lines .total .points")
        expect(total).to_have_text("0")
        page.get_by_role("button", name="Zum Ende").click()
        page.get_by_role("group", name="Wessen Wertung").get_by_role("button", name="Bert").click()
        expect(total).to_have_text(str(sheet["total"]))
        shown_line = page.locator(".lines li", has=page.get_by_text(line["clause"], exact=True))
        expect(shown_line).to_contain_text(re.compile(f"{re.escape(name)}.*{line['points']}", re.S))
        assert serious_findings(page, "details") == []
        keep(page, "replay-sheet-de")


def test_with_other_eyes_the_sheet_is_of_somebody_whose_points_these_eyes_knew(
    server: Server, browser: Browser, tybor: Finished
) -> None:
    with visiting(browser, server) as page:
        page.add_init_script(sits({tybor.id: tybor.tokens[0]}))
        page.goto(f"/replay/{tybor.id}?at={tybor.decisions}&eyes=open")
        page.locator("summary", has_text="Score sheet").click()
        whose = page.get_by_role("group", name="Whose sheet")
        whose.get_by_role("button", name="Bert").click()
        page.get_by_label("View as").select_option("Anna")
        expect(whose.get_by_role("button")).to_have_count(1)
        expect(whose.get_by_role("button", name="Anna", pressed=True)).to_be_visible()
        expect(page.get_by_text("keeps the prestige hidden")).to_have_count(0)
        expect(page.locator(".lines .total .points")).to_be_visible()


def test_it_plays_by_itself_to_the_end(server: Server, browser: Browser, samara: Finished) -> None:
    with visiting(browser, server, PHONE, lang="de", theme="dark") as page:
        page.add_init_script(sits({samara.id: samara.tokens[0]}))
        page.add_init_script("localStorage.setItem('baumeister.replay.speed', '4')")
        page.goto(f"/replay/{samara.id}?at={samara.decisions - 2}&eyes=open")
        page.get_by_role("button", name="Automatisch abspielen").click()
        expect(page).to_have_url(f"{server.url}/replay/{samara.id}?at={samara.decisions}&eyes=open")
        expect(page.get_by_role("button", name="Automatisch abspielen")).to_be_visible()
        page.locator(".samara").wait_for()
        assert fits(page)
        assert serious_findings(page) == []
        keep(page, "replay-samara-phone-de-dark")


def test_a_copied_link_opens_for_everybody(
    server: Server, browser: Browser, samara: Finished
) -> None:
    place = {
        "seats": [{"token": samara.tokens[0], "seat": 0}],
        "watch": samara.watch,
        "invites": {},
        "used": 1,
    }
    may_copy: dict[str, Any] = {"permissions": ["clipboard-read", "clipboard-write"]}
    with visiting(browser, server, **may_copy) as page:
        places = json.dumps(json.dumps({samara.id: place}))
        page.add_init_script(f"localStorage.setItem('baumeister.places', {places})")
        page.goto(f"/replay/{samara.id}?at=3&eyes=watch")
        page.get_by_role("button", name="Copy the link to this position").click()
        expect(page.get_by_text("Anyone with the link can watch this game.")).to_be_visible()
        link = page.evaluate("navigator.clipboard.readText()")
    with visiting(browser, server) as stranger:
        stranger.goto(link)
        expect(stranger.get_by_role("slider")).to_have_value("3")
        assert samara.watch not in stranger.url


def test_a_record_from_disk(server: Server, browser: Browser, samara: Finished) -> None:
    with visiting(browser, server) as page:
        page.goto("/replay/file")
        page.locator("input[type=file]").wait_for(state="attached")
        record = {"mimeType": "text/plain", "buffer": samara.record.encode(), "name": "game.txt"}
        page.locator("input[type=file]").set_input_files(record)  # type: ignore[arg-type]
        expect_shown(page, f"after 0 of {samara.decisions} decisions")
        page.locator(".samara").wait_for()


def test_a_running_game_shows_what_its_player_has_seen(server: Server, browser: Browser) -> None:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Bert"}]
    request = {"game": "samara", "seats": seats, "start": True}
    with httpx.Client(base_url=server.url, timeout=30) as client:
        opened = client.post("/api/tables", json=request).raise_for_status().json()
        path, tokens = f"/api/tables/{opened['table']}", [one["token"] for one in opened["seats"]]
        for number in range(4):
            for token in tokens:
                view = client.get(path, headers=bearer(token)).json()["view"]
                if view["legal"]:
                    move = {"id": f"move-{number}", "action": view["legal"][0]}
                    client.post(f"{path}/moves", json=move, headers=bearer(token))
    with visiting(browser, server) as page:
        page.add_init_script(sits({opened["table"]: tokens[0]}))
        page.goto(f"/replay/{opened['table']}")
        page.get_by_role("slider").wait_for()
        page.get_by_role("button", name="One step forward").click()
        expect(page.locator("a[aria-current=step]")).to_contain_text("1")
        expect(page.get_by_role("tab", name="Review")).not_to_be_attached()
        assert "all open" not in page.get_by_label("View as").inner_text()


# --- the review -------------------------------------------------------------------------------
def review_of(game: Finished) -> dict[str, Any]:
    """A review as the server tells it, with made-up numbers."""
    moves = range(game.decisions + 1)
    curve = [{"move": k, "wins": [0.5 + k / 400, 0.5 - k / 400]} for k in moves]
    seat = {"decisions": 40, "mistakes": 1, "mean_loss": 0.01, "lost": 0.2, "chance": 0.05}
    best = {"move": 4, "text": "+9 (deal)", "kind": "deal", "change": 0.09, "mover": None}
    mistake = {
        "move": 9, "seat": 1, "when": "stage I", "text": "used the farmer as a worker",
        "before": 0.6, "after": 0.4, "loss": 0.2, "better_text": "use the card as a citizen",
    }  # fmt: skip
    luck = {
        "move": 0, "kind": "setup", "text": "set-up", "story": ["Everybody is dealt 7 cards."],
        "expected": [0.5, 0.5], "actual": [0.55, 0.45],
    }  # fmt: skip
    return {
        "game": "tybor", "names": ["Anna", "Bert"], "winners": [0], "points": [62, 40],
        "result": "Anna won.", "counted": "", "scales": "Open.", "about": ["By playouts."],
        "parts": [{"move": 0, "text": "stage I"}], "curve": curve, "decisions": [mistake],
        "chance": [luck],
        "turning_points": [{"move": 9, "seat": 1, "kind": "decision", "text": "Bert erred."}],
        "seats": [{"seat": k, **seat, "best": best, "worst": None} for k in range(2)],
        "effort": {},
    }  # fmt: skip


def test_the_review_comes_with_progress_and_leads_to_positions(
    server: Server, browser: Browser, tybor: Finished
) -> None:
    with visiting(browser, server) as page:
        page.add_init_script(sits({tybor.id: tybor.tokens[0]}))
        is_made = False

        def answer(route: Route) -> None:
            if not is_made:
                route.fulfill(status=202, json={"done": 2, "total": 9})
            else:
                route.fulfill(json=review_of(tybor))

        page.route("**/review*", answer)
        page.goto(f"/replay/{tybor.id}")
        page.get_by_role("tab", name="Review").click()
        expect(page.get_by_text("2 of 9 decisions")).to_be_visible()
        is_made = True
        expect(page.get_by_role("heading", name="Anna won.")).to_be_visible()
        expect(page.get_by_text("Better: use the card as a citizen")).to_be_visible()
        curve = page.get_by_role("slider", name="Chances of winning, move by move")
        curve.press("End")
        expect(curve).to_have_attribute("aria-valuenow", str(tybor.decisions))
        page.get_by_text("The curve as a table").click()
        expect(page.get_by_role("row")).to_have_count(tybor.decisions + 2)
        keep(page, "review-desktop")
        page.get_by_role("link", name="See move 9").click()
        expect(page).to_have_url(f"{server.url}/replay/{tybor.id}?at=9&eyes=0")
        page.get_by_role("slider", name="Position in the game").wait_for()


def test_the_review_on_a_phone(server: Server, browser: Browser, tybor: Finished) -> None:
    with visiting(browser, server, PHONE, lang="de", theme="dark") as page:
        page.add_init_script(sits({tybor.id: tybor.tokens[0]}))
        told = json.dumps(review_of(tybor))
        page.route(
            "**/review*", lambda route: route.fulfill(body=told, content_type="application/json")
        )
        page.goto(f"/replay/{tybor.id}?tab=review")
        expect(page.get_by_role("heading", name="Wendepunkte")).to_be_visible()
        assert fits(page)
        assert serious_findings(page) == []
        keep(page, "review-phone-de-dark")


def test_an_old_record_is_shown_with_what_was_printed_then(
    server: Server, browser: Browser
) -> None:
    with visiting(browser, server) as page:
        page.goto("/")
        page.locator("input[type=file]").set_input_files(FORMER)
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("It can be watched, but not continued.")
        expect(dialog.get_by_role("button", name="Open the table")).to_have_count(0)
        dialog.get_by_role("button", name="Watch this game").click()
        page.get_by_role("slider").wait_for()
        expect(page.locator(".former")).to_contain_text("was played with former data")
        expect(page.get_by_label("Hermit House, 5 prestige, needs 1 saw").first).to_be_visible()
        keep(page, "replay-former-data")
        page.goto("/replay/file")
        expect(page.locator(".former")).to_have_count(0)
