"""For tests of the page: tables opened by HTTP, and people who sit down at them in a browser.

opened = open_table(server, "samara", people=2)   # its tokens, as the server told them
sit(page, opened, 0)                              # this browser has seat 0, and is the host
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.server.live_server import HasAddress

GREEDY = json.dumps([{"bot": "greedy", "title": "greedy", "level": True}])
NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Franziska", "Georg", "Hannelore")


def with_greedy_bots(page: Page) -> None:
    """The page knows only a bot that needs no compiling."""
    page.route(
        "**/api/bots*", lambda route: route.fulfill(body=GREEDY, content_type="application/json")
    )


def simply(page: Page) -> None:
    """Actions as buttons, whatever the game's own table looks like."""
    page.add_init_script("localStorage.setItem('baumeister.plain', 'true')")
    with_greedy_bots(page)


def set_up(page: Page, game: str) -> None:
    """Anna opens a table on the start page."""
    page.goto("/")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name=f"Set up a table of {game}").click()
    page.get_by_role("button", name="Open the table").click()


def open_table(
    server: HasAddress,
    game: str,
    *,
    people: int = 1,
    bots: int = 1,
    start: bool = True,
    **request: Any,
) -> dict[str, Any]:
    """A table with Anna, Bert and others, and greedy bots; all people's tokens are in it."""
    seats: list[dict[str, Any]] = [{"kind": "me", "name": name} for name in NAMES[:people]]
    seats += [{"kind": "bot", "bot": "greedy"} for _ in range(bots)]
    body = {"game": game, "seats": seats, "start": start, "stand_in": "greedy", **request}
    answer = httpx.post(f"{server.url}/api/tables", json=body, timeout=30)
    assert answer.status_code == 201, answer.text
    opened: dict[str, Any] = answer.json()
    return opened


def sit(page: Page, opened: Mapping[str, Any], *seats: int, host: bool = False) -> None:
    """This browser has these seats' tokens, and goes to the table."""
    page.add_init_script(sits_at(opened, *seats, host=host))
    page.goto(f"/t/{opened['table']}")


def watch(page: Page, opened: Mapping[str, Any]) -> None:
    """This browser comes to the table by its link for spectators."""
    page.goto(f"/t/{opened['table']}#watch={opened['watch']}")


def sits_at(opened: Mapping[str, Any], *seats: int, host: bool = False) -> str:
    """A script that tells the page about own seats, once: what the page keeps later stays."""
    own = [{"seat": seat, "token": opened["seats"][seat]["token"]} for seat in seats]
    place: dict[str, Any] = {"seats": own, "invites": {}, "used": 1}
    if host:
        place |= {"host": opened["host"], "watch": opened["watch"]}
    return (
        "{ const all = JSON.parse(localStorage['baumeister.places'] ?? '{}');"
        f" all[{json.dumps(opened['table'])}] ??= {json.dumps(place)};"
        " localStorage['baumeister.places'] = JSON.stringify(all); }"
    )


def actions(page: Page) -> Locator:
    """The actions of a table as buttons."""
    return page.locator(".actions button")


def log(page: Page) -> Locator:
    """What happened, in an English page."""
    return page.get_by_role("region", name="What happened")


def decide(page: Page, action: Locator | None = None) -> None:
    """Take an action of a plain table, the first unless told otherwise."""
    with deciding(page):
        (action or actions(page).first).click()


@contextmanager
def deciding(page: Page) -> Iterator[None]:
    """Wait for the snapshot after a decision at a plain table. The log would not do: it is silent
    about a decision that only leads to the next question."""
    view = page.locator(".view")
    before = view.get_attribute("data-seq") or ""
    yield
    expect(view).not_to_have_attribute("data-seq", before)


def play_on(server: HasAddress, opened: Mapping[str, Any], moves: int = 1000) -> dict[str, Any]:
    """Whoever is asked takes the first action, so many times or to the end; the last picture."""
    tokens = [seat["token"] for seat in opened["seats"]]
    url = f"{server.url}/api/tables/{opened['table']}"
    with httpx.Client(timeout=30) as client:
        while True:
            asked = False
            for token in filter(None, tokens):
                headers = {"Authorization": f"Bearer {token}"}
                now: dict[str, Any] = client.get(url, headers=headers).json()
                if now["table"]["status"] != "running" or moves == 0:
                    return now
                if now["asked"] is not None and now["view"]["legal"]:
                    move = {"id": f"{token[:8]}-{now['seq']}", "action": now["view"]["legal"][0]}
                    client.post(f"{url}/moves", headers=headers, json=move).raise_for_status()
                    asked, moves = True, moves - 1
            if not asked:  # a bot thinks
                client.get(url, headers=headers, params={"after": now["seq"], "wait": 1})
