"""Heartbeats: gaps between them are outages, which do not count on the clocks."""

from __future__ import annotations

import logging
from contextlib import suppress

from baumeister.server.store.database import StoreUnavailable
from baumeister.server.store.store import OUTAGE, Store
from baumeister.server.tables.clocks import Outage
from baumeister.server.tables.timing import ServerTime

log = logging.getLogger(__name__)

ATTEMPTS = 20  # the machine may sleep again while an outage is recorded


class Heartbeat:
    """The signs of life of one server, and the outages of all."""

    def __init__(self, store: Store, now: ServerTime) -> None:
        self.outages: list[Outage] = []  # shared with all states
        self._store = store
        self._now = now
        self._last = 0  # when the last sign of life was written
        self._is_away = False  # the store, as last reported

    async def beat(self) -> None:
        """Write a sign of life. A long gap in which no server wrote one is an outage: no server was
        running, the machine slept, or the store could not be reached."""
        self._last, self.outages[:] = await self._store.live(self._now)
        self.report(None)

    async def end(self) -> None:
        """Write the last sign of life, unless there was no first one, and leave the tables to other
        servers."""
        if self._last:
            with suppress(StoreUnavailable):
                await self.beat()
                await self._store.release()

    async def note_outage(self) -> None:
        """After a pause of this process, record the outage before anything is written or folded: no
        entry may lie within an outage, and the clocks have to know it."""
        for _ in range(ATTEMPTS):
            if self._now() - self._last <= OUTAGE:
                return
            await self.beat()
        raise StoreUnavailable("the store is too slow")

    def report(self, problem: Exception | None) -> None:
        """Log when the store becomes unavailable, and why, and when it is back."""
        if problem is not None and not self._is_away:
            log.warning("the store cannot be reached: %s", problem)
        elif problem is None and self._is_away:
            log.warning("the store can be reached again")
        self._is_away = problem is not None
