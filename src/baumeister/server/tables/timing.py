"""The clocks of the server: the time of day, time that passes, and what tables count with."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

STEP = 1_000  # milliseconds: by less the time of day may differ from the time that has passed
BOOTTIME: int | None = getattr(time, "CLOCK_BOOTTIME", None)  # Linux


def wall_clock() -> int:
    """The time of day, in milliseconds since 1970; somebody may set it."""
    return time.time_ns() // 1_000_000


def steady_clock() -> int:
    """Milliseconds since some moment, whatever the time of day is set to. They also pass while the
    machine sleeps, where the system can tell."""
    passed = time.monotonic_ns() if BOOTTIME is None else time.clock_gettime_ns(BOOTTIME)
    return passed // 1_000_000


def monotonic() -> float:
    """The event loop's clock, in seconds."""
    return asyncio.get_running_loop().time()


class ServerTime:
    """The time of day as long as nobody sets it back. It only goes forward: after a set-back it
    runs ahead of the time of day until that is set forward again."""

    def __init__(
        self, wall: Callable[[], int] = wall_clock, steady: Callable[[], int] = steady_clock
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._seen = wall(), steady()
        self._ahead = 0  # of the time of day
        self._latest = 0

    def __call__(self) -> int:
        """Milliseconds since 1970, never less than before."""
        wall, steady = self._wall(), self._steady()
        set_back = (steady - self._seen[1]) - (wall - self._seen[0])
        if abs(set_back) > STEP:
            self._ahead = max(0, self._ahead + set_back)
            self._seen = wall, steady
        self._latest = max(self._latest, wall + self._ahead)
        return self._latest

    def at_least(self, then: int) -> int:
        """Go forward to a time that is in the store, if it is later; the time now."""
        now = self()
        if then > now:
            self._ahead += then - now
        return self()
