"""For tests: people at the page in a real Chromium.

def test_…(server: Server, browser: Browser) -> None:
    with visiting(browser, server, PHONE, lang="de", theme="dark") as page:
        page.goto("/")
        keep(page, "start")                       # a screenshot among the artefacts

At the end of the visit there must have been no error in the console, and no request to another
host. Nothing moves, unless the visit says `reduced_motion="no-preference"`. Screenshots are written
if BAUMEISTER_ARTEFACTS names a folder. Playwright runs a loop of its own: use httpx.Client in
these tests, not asyncio.run.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import (
    Browser,
    BrowserContext,
    FloatRect,
    Locator,
    Page,
    ViewportSize,
    expect,
)

from run import BROWSERS
from tests.server.live_server import Server
from tests.soaking import SOAKING

ROOT = Path(__file__).resolve().parents[2]
ARTEFACTS = os.environ.get("BAUMEISTER_ARTEFACTS", "")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    # Two more renderers with each window, for an address bar that nobody sees: half of the
    # processor time of a visit. The rest is what Playwright would switch off here.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,DestroyProfileOnBrowserClose,"
    "HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled",
]
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
PATIENCE = 60_000  # milliseconds; the machine may be busy
FRAMES = 100  # for something that may still be on its way
NOTE, LOOK = 5000, 900  # milliseconds that a note and the cards of a round stay in sight
SERIOUS = ("serious", "critical")
CALLS = count()
expect.set_options(timeout=PATIENCE)

# Counts what the page has asked the server for and not got yet: answers, and the first picture of
# each socket.
COUNT_PENDING = """{
    window.pending = 0;
    const answer = fetch;
    fetch = async (...asked) => {
        pending++;
        try {
            const got = await answer(...asked);
            await got.clone().arrayBuffer();
            return got;
        } finally {
            setTimeout(() => pending--);
        }
    };
    WebSocket = class extends WebSocket {
        constructor(...at) {
            super(...at);
            let open = 1;
            pending++;
            const done = () => { pending -= open; open = 0; };
            this.addEventListener("message", ({ data }) => data.includes('"update"') && done());
            this.addEventListener("close", done);
        }
    };
}"""

# Whether nothing is awaited, nothing moves and nothing has changed since the last frame.
IS_AT_REST = """([call, lang]) => {
    const { documentElement: root, body } = document;
    const moving = document.getAnimations().filter(
        one => one.effect.getComputedTiming().iterations !== Infinity);
    moving.forEach(one => one.finish());
    const now = [call, root.lang, body.innerText].join();
    const isSame = window.seenBefore === now;
    window.seenBefore = now;
    return isSame && (!lang || root.lang === lang) && !window.pending && !moving.length;
}"""

# Whether it is so, now or some frames later.
SOON = """async (part, frames) => {
    const isSo = () => IS_SO;
    while (!isSo() && frames-- > 0) await new Promise(requestAnimationFrame);
    return isSo();
}"""

# Rules whose findings would not count are not run: axe gives every finding its rule's impact.
FIND = """async ([part, serious]) => {
    const idle = axe._audit.rules.filter(({ impact }) => !serious.includes(impact));
    const rules = Object.fromEntries(idle.map(({ id }) => [id, { enabled: false }]));
    const { violations } = await axe.run(part, { resultTypes: ["violations"], rules });
    return violations.flatMap(({ id, impact, nodes }) => nodes.map(
        ({ html, any }) => [impact, id, `${any[0]?.message ?? ""} ${html.slice(0, 300)}`]));
}"""


def chromium() -> str | None:
    """The browser that is installed."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def new_context(
    browser: Browser, server: Server, size: ViewportSize = DESKTOP, **context: Any
) -> BrowserContext:
    """A browser window of its own, with its own memory."""
    context = {"locale": "en-GB", "reduced_motion": "reduce", **context}
    window = browser.new_context(base_url=server.url, viewport=size, **context)
    window.set_default_timeout(PATIENCE)
    window.add_init_script(COUNT_PENDING)
    return window


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
    context |= {"locale": {"en": "en-GB", "de": "de-DE"}[lang], "color_scheme": theme}
    visitor = new_context(browser, server, size, **context)
    page = visitor.new_page()
    errors: list[str] = []
    hosts: set[str] = set()
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page.on("websocket", lambda socket: hosts.add(urlsplit(socket.url).netloc))
    try:
        yield page
    finally:
        page.unroute_all(behavior="ignoreErrors")  # an answer may still be on its way
        visitor.close()
    assert errors == []
    assert hosts <= {f"127.0.0.1:{server.port}", ""}  # "": data:


def keep(page: Page, name: str) -> None:
    """A screenshot of the whole page, to be looked at, if there is a place for it."""
    if ARTEFACTS:
        page.screenshot(path=Path(ARTEFACTS) / f"{name}.png", full_page=True)


def keep_in_sight(page: Page, milliseconds: int) -> None:
    """What the page takes away after so many milliseconds stays: a busy machine may look later."""
    page.add_init_script(
        f"""{{
              const wait = setTimeout;
              setTimeout = (f, ms, ...more) => wait(f, ms === {milliseconds} ? 1e6 : ms, ...more);
            }}"""
    )


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


def at_rest(page: Page, lang: str = "") -> None:
    """Wait until the page has got all it asked for, in this language, and shows it."""
    page.wait_for_function(IS_AT_REST, arg=[next(CALLS), lang])


def before_long(part: Locator, is_so: str) -> bool:
    """Whether something is so of a `part` of a page at rest, now or some frames later."""
    at_rest(part.page)
    return soon(part, is_so)


def soon(part: Locator, is_so: str) -> bool:
    """The same for one who knows that the page is at rest."""
    return bool(part.evaluate(SOON.replace("IS_SO", is_so), FRAMES))


def findings(page: Page, part: str = "html") -> list[str]:
    """What axe finds that would keep people out, in a part of the page; the soak looks at all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(FIND, ["html" if SOAKING else part, SERIOUS])
    return [f"{rule} {html}" for impact, rule, html in found if impact in SERIOUS]


def serious_findings(page: Page, part: str = "html") -> list[str]:
    """What axe finds once the page is at rest; `part` is what is new in this state."""
    at_rest(page)
    return findings(page, part)


def place_of(part: Locator) -> FloatRect:
    """Where it is, once it stays there."""
    at_rest(part.page)
    place = part.bounding_box()
    assert place is not None
    return place


def is_in_sight(part: Locator) -> bool:
    """Whether nothing has to be scrolled to see all of it."""
    edges = "(({ top, bottom }) => top >= 0 && innerHeight - bottom >= 0)"
    return before_long(part, f"{edges}(part.getBoundingClientRect())")


def is_in_reach(part: Locator) -> bool:
    """Whether a finger meets it in its middle and at its corners, without scrolling."""
    points = """(({ left, right, top, bottom }) => {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const [wide, high] = [right - x - 4, bottom - y - 4];
        const points = [[0, 0], [-1, -1], [-1, 1], [1, -1], [1, 1]];
        return points.every(([a, b]) =>
          part.contains(document.elementFromPoint(x + a * wide, y + b * high)));
    })(part.getBoundingClientRect())"""
    return before_long(part, points)


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways."""
    at_rest(page)
    return fits_now(page)


def fits_now(page: Page) -> bool:
    """The same for one who knows that the page is at rest."""
    return soon(page.locator("html"), "part.scrollWidth <= innerWidth")
