"""Runs one task in several threads at once: the caller's own and those of a pool.

Compiled code releases Python's lock, so the threads really run at the same time. Waking a thread
takes tens of microseconds: use it for tasks that take longer.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Lock

STOPPED = object()  # instead of a run: no share may begin any more


class ThreadShares:
    """Splits work into numbered shares, one for each thread. The caller does share 0."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._process = 0  # the process that the pool belongs to; 0 without a pool
        self._current: object = None  # the run whose shares may begin

    def run(self, task: Callable[[int], None]) -> None:
        """Call `task(share)` for every share and wait for all; raise what one of them raised.

        After Ctrl-C, shares that have not begun are skipped, and those that have begun end first.
        """
        if self.threads == 1:
            task(0)
            return
        if self._process != os.getpid():  # a forked process has no threads of its parent
            self._locks = [Lock() for _ in range(self.threads)]
            self._pool = ThreadPoolExecutor(self.threads - 1)
            self._process = os.getpid()
        this_run = self._current = object()

        def work(share: int) -> None:
            with self._locks[share]:
                if self._current is this_run:
                    task(share)

        try:
            others = [self._pool.submit(work, share) for share in range(1, self.threads)]
            task(0)
            wait(others)
        finally:
            self.settle()
        for other in others:
            other.result()

    def settle(self) -> None:
        """Wait until no share is running. `run` does so itself, unless a second Ctrl-C interrupts
        it: callers settle before they touch what the shares work on."""
        if self._current is not None and self._process == os.getpid():
            self._current = STOPPED
            for lock in self._locks:
                with lock:
                    pass
            self._current = None

    def close(self) -> None:
        """End the threads of the pool. Another run would start new ones."""
        if self._process == os.getpid():
            self.settle()
            self._pool.shutdown()
            self._process = 0
