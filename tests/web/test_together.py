"""Four browsers and a spectator at one table to the end, with a server that fails on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.live_server import Server, bearer, free_port
from tests.soaking import SOAKING
from tests.web.browser import DESKTOP, PHONE, fits, keep, new_context
from tests.web.company import NAMES, sit, watch
from tests.web.finished import late

Opened = Mapping[str, Any]
PEOPLE = 4
AT_PAGES = (0, 1)  # Anna and Bert decide at their pages, the others by HTTP,
LONG = 10  # and after so many decisions all do: it is long enough by then
BEFORE = 5  # decisions before the server fails
LEFT = 16  # decisions of a game that goes on in the normal run; the soak plays it from the start
MOST_DECISIONS = 400
SHOT = 9  # … after which everybody's screen is kept
# What a browser may say: that the server has gone, before or during a request, and that it looked
# ahead too late, from a question that is answered already.
EXPECTED = re.compile(
    r"ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)"
    r"|409 \(Conflict\) \S*/(preview|why-not)\b"
)


@contextmanager
def coming(browser: Browser, server: Server, **context: Any) -> Iterator[Page]:
    """Somebody's own browser; it may complain about what is expected, and about nothing else."""
    visitor = new_context(browser, server, **context)
    page = visitor.new_page()
    errors: list[str] = []
    page.on(
        "console",
        lambda said: (
            errors.append(f"{said.text} {said.location['url']}") if said.type == "error" else None
        ),
    )
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    visitor.close()
    assert [error for error in errors if not EXPECTED.search(error)] == []


def arrives(page: Page) -> None:
    """All of the table is there."""
    expect(page.locator(".foreman")).to_have_count(PEOPLE)


def asked(client: httpx.Client, opened: Opened) -> list[int]:
    """Whose decisions are wanted."""
    path = f"/api/tables/{opened['table']}"
    now = client.get(path, headers=bearer(opened["watch"])).raise_for_status().json()
    wanted: list[int] = now["table"]["waiting_for"]
    return wanted if now["table"]["status"] == "running" else []


def by_http(client: httpx.Client, opened: Opened, seat: int) -> None:
    """The last legal action: the later ones build."""
    path = f"/api/tables/{opened['table']}"
    role = bearer(opened["seats"][seat]["token"])
    now = client.get(path, headers=role).json()
    move = {"id": f"{seat}-{now['seq']}", "action": now["view"]["legal"][-1]}
    client.post(f"{path}/moves", json=move, headers=role).raise_for_status()


def by_keyboard(page: Page) -> None:
    """The next space where something is possible, or the first thing that is; twice Enter."""
    table = page.locator(".samara")
    table.locator(".mine").wait_for()
    if table.locator(".space.can").count():
        table.locator(".space[tabindex='0']").focus()
        page.keyboard.press("n")
        expect(table.locator(".space.can:focus")).to_have_count(1)
    else:
        table.locator(".choice.can").first.focus()
    chosen = table.locator("[aria-pressed=true]")
    page.keyboard.press("Enter")
    expect(chosen.first).to_be_attached()
    page.keyboard.press("Enter")
    expect(chosen).to_have_count(0)


def result(page: Page) -> list[str]:
    """Who won, as the page says it: names and points in order."""
    page.locator(".end .places li").nth(PEOPLE - 1).wait_for()
    return [" ".join(line.split()) for line in page.locator(".end .places li").all_inner_texts()]


@pytest.fixture
def own(built: None, tmp_path: Path) -> Iterator[Server]:
    """A server that may fail."""
    with Server(tmp_path / "tables.sqlite", port=free_port()) as running:
        yield running


def test_four_browsers_and_a_spectator(own: Server, browser: Browser) -> None:
    opened = late(own, "samara", None if SOAKING else LEFT, people=PEOPLE)
    with ExitStack() as room, httpx.Client(base_url=own.url, timeout=30) as client:
        sizes = (DESKTOP, PHONE, DESKTOP, PHONE)
        pages = [room.enter_context(coming(browser, own, size=size)) for size in sizes]
        for seat, page in enumerate(pages):
            sit(page, opened, seat)
            arrives(page)  # before the next one comes: five at once would wait for each other
        spectator = room.enter_context(coming(browser, own))
        watch(spectator, opened)
        arrives(spectator)
        everybody = [*pages, spectator]

        for decisions in range(MOST_DECISIONS):
            if decisions == BEFORE:
                own.kill()
                for page in everybody:
                    expect(page.locator(".lost")).to_be_visible()
                own.start()
                for page in everybody:
                    expect(page.locator(".lost")).to_have_count(0)
            if decisions == SHOT:
                for name, page in zip((*NAMES[:PEOPLE], "spectator"), everybody, strict=True):
                    keep(page, f"together-{name.lower()}")
            wanted = asked(client, opened)
            if not wanted:
                break
            if wanted[0] in AT_PAGES and decisions < LONG:
                by_keyboard(pages[wanted[0]])
            else:
                by_http(client, opened, wanted[0])

        results = [result(page) for page in everybody]
        assert results == [results[0]] * len(everybody)
        told = client.get(f"/api/tables/{opened['table']}", headers=bearer(opened["watch"])).json()
        totals = sorted((score["total"] for score in told["table"]["scores"]), reverse=True)
        assert [int(line.split()[-2]) for line in results[0]] == totals
        assert all(name in " ".join(results[0]) for name in NAMES[:PEOPLE])
        for page in everybody:
            assert fits(page)
        expect(spectator.locator(".samara .choice, .samara [data-confirm]")).to_have_count(0)
        keep(spectator, "together-over")
