"""One thread for work that would block the event loop, fair to all callers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

P = ParamSpec("P")
T = TypeVar("T")


class FairThread:
    """Runs functions one after the other. Each caller has one function in the queue at a time, so
    that nobody waits for more than one of each other caller. What has not begun when its caller is
    cancelled is not done at all."""

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(1, name)
        self._callers: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def run(
        self, caller: str, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What the function returns."""
        turn = self._callers.setdefault(caller, asyncio.Lock())
        async with turn:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._executor, lambda: function(*args, **kwargs))

    def close(self) -> None:
        """Begin nothing more."""
        self._executor.shutdown(wait=False, cancel_futures=True)
