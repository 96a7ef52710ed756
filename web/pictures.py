"""Take the pictures of the README again, in a real Chromium: docs/images.

    python web/pictures.py

It needs Chromium and the development tools (`pip install -e .[dev]`). Four people sit at a table
of each game and decide by lot; who does not like how it looks takes the pictures again.
"""

from __future__ import annotations

import io
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from tests.server.live_server import Server  # noqa: E402
from tests.web.browser import DESKTOP, FLAGS, PHONE, chromium  # noqa: E402
from tests.web.company import open_table, sit  # noqa: E402

IMAGES = ROOT / "docs" / "images"
PEOPLE = 4
SCALE = 1.5
COLOURS = 256  # of a picture: drawings need no more
EDGE = 20  # pixels around phones
GROUND = "#e5dccb"
# How many decisions are made, and with which options.
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "tybor": (40, {"scenario": "size-matters", "chapter": 1}),
    "samara": (24, {"start_month": 5}),
}
ASKED = ("choose", "act")


def played(server: Server, game: str) -> dict[str, Any]:
    """A table in the middle of a game, at which the first seat has to decide."""
    names = {
        one["action"]: one["move"]
        for one in httpx.get(f"{server.url}/api/games/{game}", timeout=30).json()["actions"]
    }
    while True:
        opened = open_table(server, game, people=PEOPLE, bots=0, options=TABLES[game][1])
        if play_on(server, opened, game, names):
            return opened


def play_on(server: Server, opened: dict[str, Any], game: str, names: dict[int, str]) -> bool:
    """Decide by lot; false if it ended before there was something to show."""
    url = f"{server.url}/api/tables/{opened['table']}"
    made = 0
    with httpx.Client(timeout=30) as client:
        while True:
            for seat in range(PEOPLE):
                headers = {"Authorization": f"Bearer {opened['seats'][seat]['token']}"}
                now = client.get(url, headers=headers).json()
                if now["table"]["status"] != "running":
                    return False
                if now["asked"] is None:
                    continue
                legal = now["view"]["legal"]
                builds = [one for one in legal if names[one].startswith("build")]
                useful = [one for one in legal if names[one].startswith("tool")] + builds
                is_time = made >= TABLES[game][0] and seat == 0 and now["view"]["phase"] in ASKED
                if is_time and (game == "tybor" or len(builds) > 1):
                    return True
                move = {"id": f"{seat}-{now['seq']}", "action": random.choice(useful or legal)}
                client.post(f"{url}/moves", headers=headers, json=move)
                made += 1


@contextmanager
def at_table(
    browser: Browser, server: Server, opened: dict[str, Any], size: ViewportSize
) -> Iterator[Page]:
    """Anna's window; the others are there, too."""
    rooms = [
        browser.new_context(
            base_url=server.url, viewport=size, device_scale_factor=SCALE, locale="en-GB"
        )
        for _ in range(PEOPLE)
    ]
    pages = [room.new_page() for room in rooms]
    for seat, page in enumerate(pages):
        sit(page, opened, seat)
        page.locator(".tybor, .samara").wait_for()
    pages[0].wait_for_timeout(1500)
    yield pages[0]
    for room in rooms:
        room.close()


def choose_card(page: Page) -> None:
    """Tybor: look what a card of the hand could be used for."""
    page.locator("[data-hand]").nth(1).click()
    page.mouse.move(0, 0)


def picture(page: Page) -> Image.Image:
    """The window as it is now."""
    page.wait_for_timeout(800)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def keep(image: Image.Image, name: str) -> None:
    """Write it as small as drawings can be written."""
    image.quantize(COLOURS, kmeans=4).save(IMAGES / f"{name}.png", optimize=True)


def take(browser: Browser, server: Server) -> None:
    """All pictures."""
    phones: list[Image.Image] = []
    for game in TABLES:
        opened = played(server, game)
        with at_table(browser, server, opened, DESKTOP) as page:
            if game == "samara":
                page.locator(".samara .space.build").last.hover(position={"x": 35, "y": 62})
                page.locator(".samara .place.ghost").first.wait_for()
            else:
                choose_card(page)
            keep(picture(page), game)
        with at_table(browser, server, opened, PHONE) as page:
            page.locator(".display, .samara .field").first.evaluate(
                "part => scrollTo(0, part.getBoundingClientRect().top + scrollY - 8)"
            )
            if game == "tybor":
                choose_card(page)
            phones.append(picture(page))
    width, height = phones[0].size
    both = Image.new("RGB", (2 * width + 3 * EDGE, height + 2 * EDGE), GROUND)
    for k, phone in enumerate(phones):
        both.paste(phone, (EDGE + k * (width + EDGE), EDGE))
    keep(both, "phones")


def main() -> None:
    """Take them."""
    program = chromium()
    if program is None:
        raise SystemExit("there is no Chromium (Debian: apt install chromium)")
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(f"{folder}/tables.sqlite") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        take(browser, server)
        browser.close()
    print(json.dumps({path.name: path.stat().st_size for path in sorted(IMAGES.glob("*.png"))}))


if __name__ == "__main__":
    main()
