"""What the tests of the page share: the page as it is built, a server, a browser."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server.live_server import Server
from tests.web.browser import FLAGS, chromium
from web import build


@pytest.fixture(scope="session")
def tools() -> None:
    """Node and what the page is built with; `python3 run.py test` has them."""
    if build.is_skipped():
        pytest.skip(f"{build.SKIP} is set")
    if build.node() is None:
        pytest.skip(f"there is no node (pip install {build.NODE_WHEEL})")
    if "PYTEST_XDIST_WORKER" not in os.environ:  # several at once would be in each other's way
        build.install()


@pytest.fixture(scope="session")
def built(tools: None) -> None:
    """The page as its sources are now."""
    if not build.is_fresh():
        if "PYTEST_XDIST_WORKER" in os.environ:
            pytest.fail("the page is older than its sources: python web/build.py")
        build.build()


@pytest.fixture(scope="session")
def server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the page, for all tests: each opens tables of its own."""
    with Server(tmp_path_factory.mktemp("page") / "tables.sqlite") as running:
        yield running


@pytest.fixture(scope="session")
def chromium_and_loop() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """A real Chromium, and the loop in which Playwright talks to it."""
    program = chromium()
    if program is None:
        pytest.skip("there is no Chromium (Debian: apt install chromium)")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=FLAGS)
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield running, loop
        asyncio._set_running_loop(loop)
        running.close()


@pytest.fixture
def browser(
    chromium_and_loop: tuple[Browser, asyncio.AbstractEventLoop],
) -> Iterator[Browser]:
    """A browser that nobody visits yet. Playwright marks its loop as running in this thread between
    two calls, too; after the test it is not, so that others can use asyncio.run."""
    running, loop = chromium_and_loop
    asyncio._set_running_loop(loop)
    yield running
    for left in running.contexts:
        left.close()
    asyncio._set_running_loop(None)
