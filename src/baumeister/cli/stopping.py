"""Being told to stop in the middle of many games: by Ctrl-C, or by SIGTERM, which `kill`, `timeout`
and batch queues send. Both end in the same way, with a report of what was played until then."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any, Literal

Stopped = Literal["", "interrupted", "terminated"]  # "": nobody has stopped it
EXIT_CODES: dict[Stopped, int] = {
    "": 0,
    "interrupted": 130,
    "terminated": 143,
}  # as a shell says it


class Terminated(KeyboardInterrupt):
    """SIGTERM has come."""


def how(stop: KeyboardInterrupt) -> Stopped:
    """Who has stopped it."""
    return "terminated" if isinstance(stop, Terminated) else "interrupted"


class Stopping:
    """How SIGTERM is taken at present."""

    def finish(self) -> None:
        """From now on nothing is left but to write down what was played: SIGTERM comes too late."""
        if _can_listen():
            signal.signal(signal.SIGTERM, signal.SIG_IGN)


@contextmanager
def sigterm_stops() -> Iterator[Stopping]:
    """Inside, SIGTERM raises `Terminated`, once: `timeout` sends it twice, to the process and to
    its group, and the second one must not disturb the report."""
    if not _can_listen():
        yield Stopping()
        return

    def stop(_: int, __: Any) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise Terminated

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield Stopping()
    finally:
        signal.signal(signal.SIGTERM, before)


def _can_listen() -> bool:
    """Python hears signals in its main thread only."""
    return current_thread() is main_thread()
