"""An event loop with virtual time, in one thread, whose order is decided by a seed.

Time passes only when nothing is ready: then the clock jumps to the next timer. Of everything that
is ready, one callback is chosen at random. asyncio itself promises first in, first out; code that
needs that order to be correct would be fragile, and is found here.

Everything that belongs to a simulated process carries it in its context. A process that crashed
is not run again, in the middle of whatever it was doing: no `finally`, no `except`.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any


class Process:
    """A simulated operating system process: what runs in its context stops when it crashes."""

    def __init__(self, name: str, crashed: Callable[[Process], None]) -> None:
        self.name = name
        self.alive = True
        self.frozen: list[Timer] | None = None  # what waits while its machine sleeps
        self.fuse: int | None = None  # it crashes after so many more steps
        self._crashed = crashed
        self.context = copy_context()
        self.context.run(PROCESS.set, self)

    def crash(self) -> None:
        """End at once, as `kill -9` does."""
        if self.alive:
            self.alive = False
            self.frozen = None
            self._crashed(self)

    def may_run(self, handle: Timer) -> bool:
        """Whether the process takes its next step now."""
        if not self.alive:
            return False
        if self.frozen is not None:
            self.frozen.append(handle)
            return False
        if self.fuse is not None:
            self.fuse -= 1
            if self.fuse <= 0:
                self.crash()
                return False
        return True


PROCESS: ContextVar[Process | None] = ContextVar("PROCESS", default=None)
OUTSIDE = Context()  # of no process: the network, the database server, the world itself


class Stuck(Exception):
    """Nothing is ready and no timer runs: whatever is awaited never happens."""


class Timer:
    """A callback that waits for its turn: as much of asyncio's handle as anybody uses."""

    __slots__ = ("_args", "_callback", "_cancelled", "_context")

    def __init__(self, callback: Any, args: Any, context: Context | None) -> None:
        self._callback = callback
        self._args = args
        self._context = copy_context() if context is None else context
        self._cancelled = False

    def cancel(self) -> None:
        """Do not call it."""
        self._cancelled = True
        self._callback = None
        self._args = ()

    def cancelled(self) -> bool:
        """Whether it is not called any more."""
        return self._cancelled


class SimulatedLoop(asyncio.BaseEventLoop):
    """asyncio's loop without a selector and without a real clock."""

    _ready: Any  # asyncio's own: a deque of handles
    _scheduled: list[tuple[float, int, Timer]]  # compared in C
    _stopping: bool

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self._chance = chance
        self._now = 0.0
        self._timers = itertools.count()

    def time(self) -> float:
        """Seconds since the world began."""
        return self._now

    def _run_once(self) -> None:
        """Step by step until somebody stops the loop: asyncio calls this in a loop of its own."""
        ready, scheduled, random = self._ready, self._scheduled, self._chance.random
        while True:
            while scheduled:
                when, _, timer = scheduled[0]
                if ready and when > self._now and not timer._cancelled:
                    break
                heapq.heappop(scheduled)
                if not timer._cancelled:
                    self._now = max(self._now, when)
                    ready.append(timer)
            if ready:
                if len(ready) > 1:
                    ready.rotate(-int(random() * len(ready)))
                handle = ready.popleft()
                if not handle._cancelled:
                    process = handle._context.get(PROCESS)
                    if process is None or process.may_run(handle):
                        try:
                            handle._context.run(handle._callback, *handle._args)
                        except (SystemExit, KeyboardInterrupt):
                            raise
                        except BaseException as error:
                            self._failed(handle, error)
            elif not self._stopping:
                raise Stuck
            if self._stopping:
                return

    def _failed(self, handle: Timer, error: BaseException) -> None:
        message = f"Exception in {handle._callback!r}"
        self.call_exception_handler({"message": message, "exception": error, "handle": handle})

    def call_soon(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Any = None
    ) -> Timer:
        """Call something when it is chosen."""
        handle = Timer(callback, args, context)
        self._ready.append(handle)
        return handle

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Any = None
    ) -> Timer:
        """Call something when it is time; timers of the same moment are in order."""
        timer = Timer(callback, args, context)
        heapq.heappush(self._scheduled, (when, next(self._timers), timer))
        return timer

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Any, *args: Any, context: Any = None
    ) -> Timer:
        """Call something after a time."""
        timer = Timer(callback, args, context)
        heapq.heappush(self._scheduled, (self._now + delay, next(self._timers), timer))
        return timer

    def thaw(self, process: Process) -> None:
        """The machine of a process wakes up: what waited is ready."""
        if process.frozen is not None:
            waiting, process.frozen = process.frozen, None
            self._ready.extend(waiting)

    def start(self, process: Process, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something inside a process."""
        return self.create_task(work, context=process.context.copy())

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Any = None
    ) -> Any:
        """There are no other threads."""
        return self.call_soon(callback, *args, context=context)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Any, *args: Any
    ) -> Any:
        """What would run in a thread runs at once, and is done a little later."""
        done = self.create_future()
        try:
            result = func(*args)
        except Exception as error:
            self.call_later(self._chance.random() * 0.01, _settle, done, None, error)
        else:
            self.call_later(self._chance.random() * 0.01, _settle, done, result, None)
        return done

    def _process_events(self, events: Any) -> None:
        """There is no selector."""


def _settle(done: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if not done.done():
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)
