"""The two clocks of the server: the time of day, and the event loop's."""

from __future__ import annotations

import asyncio
import time


def wall_clock() -> int:
    """The time of day, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def monotonic() -> float:
    """The event loop's clock, in seconds."""
    return asyncio.get_running_loop().time()
