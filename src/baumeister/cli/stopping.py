"""Stopping in the middle of many games: by Ctrl-C, or by SIGTERM, which `kill`, `timeout` and batch
queues send. Both end in the same way, with a report of what was played until then."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Literal

from baumeister.lab.distributed import deferred_signals

Stopped = Literal["", "interrupted", "terminated"]  # "": it was not stopped
EXIT_CODES: dict[Stopped, int] = {"": 0, "interrupted": 130, "terminated": 143}  # as in a shell


class Terminated(KeyboardInterrupt):
    """SIGTERM was received."""


class Stopping:
    """Whether SIGTERM was received, and what it does at present."""

    def __init__(self, listens: bool = False) -> None:
        self._came = False  # received, but not handled yet
        self.listens = listens  # whether the signal is handled here

    def check(self) -> None:
        """Raise `Terminated` if SIGTERM was received but not handled; called between games. Python
        drops an exception raised in a `__del__` or in a callback of the garbage collector, so it is
        raised again until `how` is called."""
        if self._came:
            raise Terminated

    def how(self, stop: KeyboardInterrupt) -> Stopped:
        """How it was stopped; the caller handles it."""
        self._came = False
        return "terminated" if isinstance(stop, Terminated) else "interrupted"

    def finish(self) -> None:
        """Ignore SIGTERM from now on: only the report is still to be written."""
        if self.listens:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        self._came = False

    def hear(self, _: int, frame: FrameType | None) -> None:
        """Handle SIGTERM: stop at once, or between games where an exception would do harm."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        self._came = True
        if self.listens and not deferred_signals.are_deferred() and not _is_compiling(frame):
            raise Terminated


@contextmanager
def sigterm_stops() -> Iterator[Stopping]:
    """Inside, the first SIGTERM raises `Terminated`. `timeout` sends it twice, to the process and
    to its group, and the second one must not disturb the report."""
    before = signal.getsignal(signal.SIGTERM)
    if not _can_listen() or before is None:  # None: a handler that is not from Python
        yield Stopping()
        return
    stopping = Stopping(listens=True)
    try:
        signal.signal(signal.SIGTERM, stopping.hear)
        yield stopping
    finally:
        stopping.listens = False  # there is nothing left to stop
        signal.signal(signal.SIGTERM, before)


def _is_compiling(frame: FrameType | None) -> bool:
    """Whether the compiler is running: LLVM calls back into Python, where exceptions get lost."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] in ("numba", "llvmlite"):
            return True
        frame = frame.f_back
    return False


def _can_listen() -> bool:
    """Whether this is the main thread: only there can Python handle signals."""
    return current_thread() is main_thread()
