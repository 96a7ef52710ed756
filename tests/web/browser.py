"""For tests: people at the page in a real Chromium.

def test_…(server: Server, browser: Browser) -> None:
    with visiting(browser, server, PHONE, lang="de", theme="dark") as page:
        page.goto("/")
        keep(page, "start")                       # a screenshot among the artefacts

At the end of the visit there must have been no error in the console, and no request to another
host. Playwright runs a loop of its own: use httpx.Client in these tests, not asyncio.run.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FloatRect, Locator, Page, ViewportSize, expect

from tests.server.house import Server

ROOT = Path(__file__).resolve().parents[2]
ARTEFACTS = Path(os.environ.get("BAUMEISTER_ARTEFACTS", ROOT / "results" / "browser"))
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
PATIENCE = 60_000  # milliseconds; the machine may be busy
SETTLED = 100  # looks at something that may still be on its way; some twenty a second
SERIOUS = ("serious", "critical")
expect.set_options(timeout=PATIENCE)

# What moves has arrived, and what that sets in motion: colours on their way would be judged.
FINISH = """async () => {
    const moving = () => document.getAnimations().filter(
        one => one.effect.getComputedTiming().iterations !== Infinity);
    for (let k = 0; k < 20 && (k < 2 || moving().length); k++) {
        moving().forEach(one => one.finish());
        await new Promise(requestAnimationFrame);
    }
}"""


def chromium() -> str | None:
    """The browser that is installed."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def visiting(
    browser: Browser,
    server: Server,
    size: ViewportSize = DESKTOP,
    *,
    lang: str = "en",
    theme: str = "light",
    **context: Any,
) -> Iterator[Page]:
    """Somebody's own browser window."""
    visitor = browser.new_context(
        base_url=server.url,
        viewport=size,
        locale={"en": "en-GB", "de": "de-DE"}[lang],
        color_scheme="dark" if theme == "dark" else "light",
        **context,
    )
    page = visitor.new_page()
    page.set_default_timeout(PATIENCE)
    errors: list[str] = []
    hosts: set[str] = set()
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page.on("websocket", lambda socket: hosts.add(urlsplit(socket.url).netloc))
    try:
        yield page
    finally:
        visitor.close()
    assert errors == []
    assert hosts <= {f"127.0.0.1:{server.port}", ""}  # "": data:


def keep(page: Page, name: str) -> None:
    """A screenshot of the whole page, to be looked at."""
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"{name}.png", full_page=True)


def late_pictures(page: Page) -> None:
    """A line on which answers come at once and what they lead to a moment later."""
    page.add_init_script(
        """WebSocket = class extends WebSocket {
             set onmessage(show) {
               super.onmessage = (message) =>
                 message.data.includes('"type":"update"')
                   ? setTimeout(() => show(message), 60)
                   : show(message);
             }
           };"""
    )


def late_print(page: Page) -> None:
    """A line on which what is printed in a game comes after the first picture of a table."""
    page.add_init_script(
        """{
             let told;
             const picture = new Promise((tell) => (told = () => setTimeout(tell, 60)));
             WebSocket = class extends WebSocket {
               constructor(...at) {
                 super(...at);
                 const heard = ({ data }) => data.includes('"update"') && told();
                 this.addEventListener("message", heard);
               }
             };
             const answer = fetch;
             fetch = async (...asked) => {
               const { pathname } = new URL(asked[0].url ?? asked[0], location.href);
               if (pathname.startsWith("/api/games/")) await picture;
               return answer(...asked);
             };
           }"""
    )


def tab_to(page: Page, wanted: Locator, most: int = 60) -> None:
    """Reach something by the Tab key, as people without a mouse do."""
    for _ in range(most):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is out of reach of the keyboard")


def serious_findings(page: Page) -> list[str]:
    """What axe finds that would keep people out."""
    page.evaluate(FINISH)
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in SERIOUS]


def before_long(page: Page, is_so: Callable[[], bool]) -> bool:
    """Whether something is so, now or when the page has come to rest."""
    for _ in range(SETTLED):
        if is_so():
            return True
        page.wait_for_timeout(50)
    return False


def place_of(part: Locator) -> FloatRect:
    """Where it is, once it stays there."""
    place, at = None, part.bounding_box()
    for _ in range(SETTLED):
        if at is not None and at == place:
            return at
        part.page.wait_for_timeout(50)
        place, at = at, part.bounding_box()
    raise AssertionError(f"{part} does not come to rest")


def is_in_sight(part: Locator) -> bool:
    """Whether nothing has to be scrolled to see all of it."""
    edges = (
        "part => { const { top, bottom } = part.getBoundingClientRect();"
        " return top >= 0 && innerHeight - bottom >= 0; }"
    )
    return before_long(part.page, lambda: bool(part.evaluate(edges)))


def is_in_reach(part: Locator) -> bool:
    """Whether a finger meets it in its middle and at its corners, without scrolling."""
    points = """part => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const [wide, high] = [right - x - 4, bottom - y - 4];
        const points = [[0, 0], [-1, -1], [-1, 1], [1, -1], [1, 1]];
        return points.every(([a, b]) =>
          part.contains(document.elementFromPoint(x + a * wide, y + b * high)));
    }"""
    return before_long(part.page, lambda: bool(part.evaluate(points)))


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways."""
    wide = "document.documentElement.scrollWidth <= innerWidth"
    return before_long(page, lambda: bool(page.evaluate(wide)))
