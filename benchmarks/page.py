"""The page's benchmark: about a minute and a half in a real Chromium, on loopback.

    python benchmarks/page.py
    python benchmarks/page.py --games 4 --json

It needs Chromium and the development tools (`pip install -e .[dev]`), and measures in the pages:
what comes over the wire for a first visit, when the page can be used, how long another player's
move takes from its acknowledgement in one browser until it is drawn in another, the frames while
cards and figures move, the processor time of the page's thread for a move, and what is left in
memory after games in one tab. A server of its own runs beside it, and the browser draws without a
graphics card, so other work on the machine shows: beside the frames while things move stand those
while nothing does, and the load of the machine is told. Processor time hardly depends on it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from tests.server.live_server import Server  # noqa: E402
from tests.web.browser import FLAGS, chromium  # noqa: E402
from tests.web.company import open_table, play_on  # noqa: E402

GAMES = ("tybor", "samara")
OPTIONS: dict[str, dict[str, Any]] = {
    "tybor": {"scenario": "size-matters", "chapter": 1},
    "samara": {"start_month": 5},
}
VISITS = 3  # first visits, the median counts
MOVES = 6  # moves a game that another browser has to show
PAUSE = 700  # milliseconds between them: moves that come fast are shown one after the other
MOVING = 320  # milliseconds in which things move after a change
WARM = 2  # games before memory is compared: one of each, so that all code has been there
# Code that the engine compiles over time would look like growth.
COMPILE_NOTHING = "--js-flags=--no-sparkplug --no-maglev --no-opt"
GAME_SECONDS = 30
EMPTY = "/nothing/is/here"
MOVES_WHAT = {"tybor": "cards", "samara": "figures"}
USABLE = {
    "start": ".games button:not(:disabled)",
    "tybor": ".tybor[data-asks=choose] [data-hand]",
    "samara": ".samara .choice.can, .samara .space.can",
}

# Notes when something can be used, when acknowledgements come, changes of the table and frames.
WATCH = """
window.seen = { usable: null, acks: [], changes: [], frames: [] };
{
  const at = () => performance.timeOrigin + performance.now();
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", ({ data }) => {
        if (data.startsWith('{"type":"ack"')) seen.acks.push(at());
      });
    }
  };
  let waits = false;
  const look = (changes) => {
    if (seen.usable === null && document.querySelector(USABLE)) seen.usable = performance.now();
    if (waits || !changes.some(({ target }) => target.parentElement?.closest(".middle"))) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      seen.changes.push(at());
    });
  };
  const whole = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document, whole);
  const frame = () => {
    seen.frames.push(at());
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
"""

# Plays the table that is shown to its end, by clicks; resolves when the game is over.
PLAY = """
(seconds) => new Promise((done, failed) => {
  const end = performance.now() + seconds * 1000;
  const pick = (...wanted) => wanted.map((one) => document.querySelector(one)).find(Boolean);
  let turn = 0;
  const step = () => {
    if (document.querySelector("#end")) return done(turn);
    if (performance.now() > end) return failed(new Error("the game does not end"));
    const tybor = document.querySelector(".tybor");
    if (tybor?.dataset.asks) {
      const asks = tybor.dataset.asks;
      turn += 1;
      if (asks === "choose") pick("[data-hand]").click();
      const way = turn % 3 === 0 ? 3 : 1 + (turn % 2);
      if (asks === "building") pick(".side.legal").click();
      else if (asks === "pay") pick(".payment [data-first]").click();
      else if (asks === "keep" || asks === "drop" || asks === "give_up")
        for (const _ of [1, 2]) pick(".pick [data-first]")?.click();
      else requestAnimationFrame(() => pick(`.way:nth-child(${way})`)?.click());
    } else if (document.querySelector(".samara .mine")) {
      const last = pick("[data-confirm]:not([aria-disabled=true])");
      if (last) turn += 1;
      (last ?? pick(".space.build", ".tool.can", ".choice.can"))?.click();
    }
    setTimeout(step, 8);
  };
  step();
})
"""

# To another page of ours, as a link does.
GO = """where => {
  history.pushState(null, "", where);
  dispatchEvent(new PopStateEvent("popstate"));
}"""

Row = tuple[str, str, str, str]


@contextmanager
def visitor(
    browser: Browser,
    server: Server,
    opened: list[dict[str, Any]],
    usable: str,
    seat: int = 0,
    *,
    watched: bool = True,
    **how: Any,
) -> Iterator[Page]:
    """Somebody's own browser, with a seat at these tables."""
    context = browser.new_context(
        base_url=server.url, viewport={"width": 1280, "height": 800}, locale="en-GB", **how
    )
    page = context.new_page()
    places = {
        one["table"]: {
            "seats": [{"seat": seat, "token": one["seats"][seat]["token"]}],
            "invites": {},
            "used": 1,
        }
        for one in opened
    }
    page.add_init_script(
        f"localStorage['baumeister.places'] ??= JSON.stringify({json.dumps(places)})"
    )
    if watched:
        page.add_init_script(f"const USABLE = {json.dumps(usable)};" + WATCH)
    yield page
    context.close()


def new_table(server: Server, game: str, people: int = 1, bots: int = 1) -> dict[str, Any]:
    """A table that has started."""
    return open_table(server, game, people=people, bots=bots, options=OPTIONS[game])


def usable_after(page: Page) -> float:
    """Milliseconds from the start of the visit until something can be done."""
    return float(page.wait_for_function("() => seen.usable").json_value())


# --- first visit ------------------------------------------------------------------------------
class Wire:
    """Counts what comes to a page: bodies as they are sent, heads, and messages of sockets."""

    def __init__(self, page: Page) -> None:
        self.bytes = 0.0
        self.requests = 0
        wire = page.context.new_cdp_session(page)
        wire.on("Network.loadingFinished", self._loaded)
        wire.on("Network.webSocketFrameReceived", self._told)
        wire.send("Network.enable")

    def _loaded(self, event: dict[str, Any]) -> None:
        self.bytes += event["encodedDataLength"]
        self.requests += event["encodedDataLength"] > 0

    def _told(self, event: dict[str, Any]) -> None:
        self.bytes += len(event["response"]["payloadData"].encode())


def first_visits(browser: Browser, server: Server) -> Iterator[Row]:
    """The start page, then a table of a game."""
    for game in GAMES:
        table = new_table(server, game)
        with visitor(browser, server, [table], USABLE["start"]) as page:
            wire = Wire(page)
            page.goto("/")
            usable_after(page)
            page.wait_for_timeout(300)
            start = wire.bytes
            page.goto(f"/t/{table['table']}")
            page.locator(USABLE[game]).first.wait_for()
            page.wait_for_timeout(300)
            if game == GAMES[0]:
                yield "first visit: start page, on the wire", f"{start / 1000:.0f} kB", "", ""
            sizes = f"{wire.bytes / 1000:.0f} kB", f"{wire.requests} requests"
            yield f"… start page and {game.title()}'s table", *sizes, "< 200 kB"
    for where in ("start", *GAMES):
        times = []
        for _ in range(VISITS):
            opened = [] if where == "start" else [new_table(server, where)]
            with visitor(browser, server, opened, USABLE[where]) as page:
                page.goto(f"/t/{opened[0]['table']}" if opened else "/")
                times.append(usable_after(page))
        name = "start page" if where == "start" else f"{where.title()}'s table"
        middle, longest = statistics.median(times), max(times)
        yield f"{name} can be used after", f"{middle:.0f} ms", f"longest {longest:.0f}", "< 1 s"


# --- somebody else's move ---------------------------------------------------------------------
def decide(page: Page, game: str) -> None:
    """Make a decision as a person would."""
    if game == "tybor":
        page.locator("[data-hand]").first.click()
        page.keyboard.press("c")
        return
    table = page.locator(".samara")
    builds, tools = table.locator(".space.build"), table.locator(".tool.can")
    choice = builds if builds.count() else tools if tools.count() else table.locator(".choice.can")
    choice.first.dispatch_event("click")
    page.locator("[data-confirm]").click()


def others_moves(browser: Browser, server: Server) -> Iterator[Row]:
    """From the acknowledgement in one browser until another one has drawn it, and the frames."""
    for game in GAMES:
        table = new_table(server, game, people=2, bots=0)
        asks = ".tybor[data-asks=choose]" if game == "tybor" else ".samara .mine"
        delays: list[float] = []
        still: list[float] = []
        moving: list[float] = []
        with (
            visitor(browser, server, [table], USABLE[game], 0) as anna,
            visitor(browser, server, [table], USABLE[game], 1) as bert,
        ):
            for page in (anna, bert):
                page.goto(f"/t/{table['table']}")
                page.locator(f".{game}").wait_for()
            while len(delays) < MOVES:
                for page in (anna, bert):
                    page.evaluate("seen.frames = []")
                anna.wait_for_timeout(PAUSE)
                acts, sees = (anna, bert) if anna.locator(asks).count() else (bert, anna)
                acts.evaluate("seen.acks = []")
                still += between(sees.evaluate("seen.frames"))
                sees.evaluate("seen.changes = []; seen.frames = []")
                decide(acts, game)
                acts.wait_for_function("() => seen.acks.length")
                sees.wait_for_function("() => seen.changes.length")
                sees.wait_for_timeout(PAUSE)
                drawn = float(sees.evaluate("seen.changes[0]"))
                delays.append(drawn - float(acts.evaluate("seen.acks[0]")))
                window = f"(at) => at >= {drawn} && at <= {drawn + MOVING}"
                moving += between(sees.evaluate(f"seen.frames.filter({window})"))
        what = f"{game.title()}: a move is drawn elsewhere after"
        yield what, f"{statistics.median(delays):.0f} ms", f"longest {max(delays):.0f}", "< 100 ms"
        what = f"{game.title()}: frames a second while {MOVES_WHAT[game]} move"
        late = f"p95 {statistics.quantiles(moving, n=20)[-1]:.0f} ms, longest {max(moving):.0f} ms"
        idle = f"{1000 / statistics.mean(still):.0f} while nothing moves"
        yield what, f"{1000 / statistics.mean(moving):.0f}", f"{idle}; {late}", "60"


def between(ticks: list[float]) -> list[float]:
    """The times from one frame to the next."""
    return [later - one for one, later in pairwise(ticks)]


# --- work of the page -------------------------------------------------------------------------
def spent(costs: CDPSession) -> dict[str, float]:
    """Milliseconds of processor time of the page's thread so far, by kind of work."""
    found = {one["name"]: one["value"] for one in costs.send("Performance.getMetrics")["metrics"]}
    layout = found["LayoutDuration"] + found["RecalcStyleDuration"]
    parts = {"all": found["TaskDuration"], "script": found["ScriptDuration"], "layout": layout}
    return {name: 1000 * value for name, value in parts.items()}


def work_for_moves(browser: Browser, server: Server) -> Iterator[Row]:
    """What a page that nobody touches has to do for the others' moves."""
    for game in GAMES:
        table = new_table(server, game, people=2, bots=0)
        moves: list[dict[str, float]] = []
        with visitor(browser, server, [table], "", watched=False) as page:
            page.goto(f"/t/{table['table']}")
            page.locator(f".{game}").wait_for()
            costs = page.context.new_cdp_session(page)
            costs.send("Performance.enable", {"timeDomain": "threadTicks"})
            page.wait_for_timeout(2 * PAUSE)
            for _ in range(2 * MOVES):
                before = spent(costs)
                play_on(server, table, 1)
                page.wait_for_timeout(PAUSE)
                after = spent(costs)
                moves.append({name: after[name] - before[name] for name in after})
        middle = {name: statistics.median(one[name] for one in moves) for name in moves[0]}
        more = f"script {middle['script']:.0f}, style and layout {middle['layout']:.0f}"
        most = f"longest {max(one['all'] for one in moves):.0f}"
        what = f"{game.title()}: processor time of the page for a move"
        yield what, f"{middle['all']:.0f} ms", f"{most}; {more}", ""


# --- memory -----------------------------------------------------------------------------------
def left(memory: CDPSession) -> dict[str, float]:
    """What is in memory after everything that can go has gone."""
    for _ in range(3):
        memory.send("HeapProfiler.collectGarbage")
    found = memory.send("Performance.getMetrics")["metrics"]
    names = ("JSHeapUsedSize", "Nodes", "JSEventListeners")
    return {one["name"]: one["value"] for one in found if one["name"] in names}


def many_games(browser: Browser, server: Server, games: int) -> Iterator[Row]:
    """Games one after the other in one tab, both kinds in turns, an empty page between them."""
    tables = [new_table(server, GAMES[k % 2]) for k in range(WARM + games)]
    kept: list[dict[str, float]] = []
    with visitor(browser, server, tables, USABLE["start"], reduced_motion="reduce") as page:
        memory = page.context.new_cdp_session(page)
        memory.send("Performance.enable")
        page.goto("/")
        for table in tables:
            page.evaluate(GO, f"/t/{table['table']}")
            page.locator(".middle .tybor, .middle .samara").wait_for()
            page.evaluate(PLAY, GAME_SECONDS)
            page.evaluate(GO, EMPTY)
            page.locator(".middle").wait_for(state="detached")
            page.evaluate("seen.frames = []; seen.changes = []; seen.acks = []")
            kept.append(left(memory))
    first, last = kept[WARM - 1], kept[-1]
    names = (
        ("JSHeapUsedSize", "heap", 1e6, " MB"),
        ("Nodes", "nodes", 1, ""),
        ("JSEventListeners", "listeners", 1, ""),
    )
    for key, name, unit, mark in names:
        form = ".1f" if unit > 1 else ".0f"
        grown = (last[key] - first[key]) / unit
        course = " ".join(f"{one[key] / unit:{form}}" for one in kept)
        yield f"{name}: growth over {games} games", f"{grown:+{form}}{mark}", course, "none"


def main() -> None:
    """Measure everything in one run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--games", type=int, default=10, help="games for memory")
    parser.add_argument("--page", help="a folder with the built page")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    flags = ("--page", arguments.page) if arguments.page else ()
    program = chromium()
    if program is None:
        raise SystemExit("there is no Chromium (Debian: apt install chromium)")
    began = time.monotonic()
    rows: list[Row] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(f"{folder}/tables.sqlite", *flags) as server,
        sync_playwright() as playwright,
    ):
        launch = playwright.chromium.launch
        browser = launch(executable_path=program, args=FLAGS)
        plain = launch(executable_path=program, args=[*FLAGS, COMPILE_NOTHING])
        parts = (
            first_visits(browser, server),
            others_moves(browser, server),
            work_for_moves(browser, server),
            many_games(plain, server, arguments.games),
        )
        for part in parts:
            for row in part:
                rows.append(row)
                if not arguments.json:
                    print(f"{row[0]:52}{row[1]:>9}  {row[3]:9} {row[2]}", flush=True)
        browser.close()
        plain.close()
    if arguments.json:
        names = ("what", "measured", "more", "target")
        print(json.dumps([dict(zip(names, row, strict=True)) for row in rows], indent=2))
    else:
        load = " ".join(f"{one:.1f}" for one in os.getloadavg()[:2])
        print(f"{time.monotonic() - began:.0f} s in all; load of the last 1 and 5 minutes: {load}")


if __name__ == "__main__":
    main()
