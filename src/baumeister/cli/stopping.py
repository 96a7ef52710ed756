"""Being told to stop in the middle of many games: by Ctrl-C, or by SIGTERM, which `kill`, `timeout`
and batch queues send. Both end in the same way, with a report of what was played until then."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Literal

from baumeister.lab.distributed import deferred_signals

Stopped = Literal["", "interrupted", "terminated"]  # "": nobody has stopped it
EXIT_CODES: dict[Stopped, int] = {
    "": 0,
    "interrupted": 130,
    "terminated": 143,
}  # as a shell says it


class Terminated(KeyboardInterrupt):
    """SIGTERM has come."""


class Stopping:
    """Whether SIGTERM has come, and what it does at present."""

    def __init__(self, listens: bool = False) -> None:
        self._came = False  # and nobody has done anything about it
        self.listens = listens  # only then the signal is ours

    def check(self) -> None:
        """Raise `Terminated` if SIGTERM has come and nobody has noticed: whoever plays asks between
        games. An exception may also have got lost, in a `__del__` or a callback of the collector:
        it is repeated until somebody asks how it was stopped."""
        if self._came:
            raise Terminated

    def how(self, stop: KeyboardInterrupt) -> Stopped:
        """Who has stopped it; whoever asks sees to it."""
        self._came = False
        return "terminated" if isinstance(stop, Terminated) else "interrupted"

    def finish(self) -> None:
        """From now on nothing is left but to write down what was played: SIGTERM comes too late."""
        if self.listens:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        self._came = False

    def hear(self, _: int, frame: FrameType | None) -> None:
        """SIGTERM: stop at once, or between games if this is no place for an exception."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        self._came = True
        if self.listens and not deferred_signals.are_deferred() and not _is_compiling(frame):
            raise Terminated


@contextmanager
def sigterm_stops() -> Iterator[Stopping]:
    """Inside, SIGTERM raises `Terminated`, once: `timeout` sends it twice, to the process and to
    its group, and the second one must not disturb the report."""
    before = signal.getsignal(signal.SIGTERM)
    if not _can_listen() or before is None:  # None: a program around Python has its own way
        yield Stopping()
        return
    stopping = Stopping(listens=True)
    try:
        signal.signal(signal.SIGTERM, stopping.hear)
        yield stopping
    finally:
        stopping.listens = False  # nobody is here any more to stop
        signal.signal(signal.SIGTERM, before)


def _is_compiling(frame: FrameType | None) -> bool:
    """Whether the compiler is at work: LLVM calls back into Python, where exceptions get lost."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] in ("numba", "llvmlite"):
            return True
        frame = frame.f_back
    return False


def _can_listen() -> bool:
    """Python hears signals in its main thread only."""
    return current_thread() is main_thread()
