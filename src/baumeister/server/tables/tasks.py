"""The tasks that run in the background of a server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from baumeister.server.store.database import StoreUnavailable
from baumeister.server.tables.errors import Unavailable

log = logging.getLogger(__name__)


class BackgroundTasks:
    """Tasks that nobody awaits. `is_closing`: the server shuts down and starts nothing new."""

    def __init__(self, report: Callable[[Exception], None]) -> None:
        self.is_closing = False
        self._report = report  # called when the store was unavailable
        self._tasks: dict[asyncio.Task[None], None] = {}  # in order of creation

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something on its own."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._tasks.pop)
        return task

    def attempt(self, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        """Run something once. An unavailable store is reported, any other error logged."""
        return self.spawn(self._attempt(work))

    def repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Run something again and again, with a pause before each time."""
        self.spawn(self._repeat(seconds, work))

    async def _repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self._attempt(work)

    async def _attempt(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except (StoreUnavailable, Unavailable) as error:
            self._report(error)
        except Exception:
            log.exception("a background task failed")

    async def cancel(self) -> None:
        """End all tasks."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
