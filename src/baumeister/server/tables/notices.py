"""Notifications from other servers that share the store."""

from __future__ import annotations

import logging

from baumeister.server.store.database import Notice, StoreUnavailable
from baumeister.server.tables.errors import Rejected
from baumeister.server.tables.loaded import LoadedTable, LoadedTables
from baumeister.server.tables.loader import TableLoader
from baumeister.server.tables.presence import HERE, hear
from baumeister.server.tables.tasks import BackgroundTasks
from baumeister.server.tables.timing import monotonic

log = logging.getLogger(__name__)


class PeerNotices:
    """Keeps the tables in memory up to date with what other servers write."""

    def __init__(self, loader: TableLoader, tables: LoadedTables, tasks: BackgroundTasks) -> None:
        self._loader = loader
        self._tables = tables
        self._tasks = tasks

    def receive(self, notice: Notice) -> None:
        """Something happened at a table; without a topic, anything may have been missed."""
        if not notice.topic:
            for table in self._tables.values():
                table.since = monotonic()
                self._tasks.spawn(self.catch_up(table))
        elif notice.topic in self._tables and notice.text.isdecimal():
            self._tasks.spawn(self.catch_up(self._tables[notice.topic], int(notice.text)))
        elif notice.topic in self._tables and notice.text.startswith(HERE):
            hear(self._tables[notice.topic], notice.text)

    async def catch_up(self, table: LoadedTable, seq: int | None = None) -> None:
        """Read what is new, up to an entry at least, and publish it."""
        async with table.lock:
            try:
                if table.state is not None:
                    if seq is None or table.state.seq < seq:
                        await self._loader.read_on(table, table.state)
                elif table.subscribers or table.waiters:
                    await self._loader.load(table)
            except Exception as error:
                table.forget()  # the next sweep tries again
                if not isinstance(error, StoreUnavailable | Rejected):
                    log.exception("cannot read a table", extra={"table": table.id})
