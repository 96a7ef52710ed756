"""The tables in memory: found, locked, and evicted when there are too many."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from baumeister.server.store.database import StoreUnavailable
from baumeister.server.tables.errors import Unavailable
from baumeister.server.tables.loaded import LoadedTable, LoadedTables
from baumeister.server.tables.loader import TableLoader
from baumeister.server.tables.state import TableState


class TableCache:
    """Evicts idle tables, least recently used first, while more than `most` are loaded."""

    def __init__(self, loader: TableLoader, tables: LoadedTables, most: int) -> None:
        self._loader = loader
        self._tables = tables
        self._most = most

    def __len__(self) -> int:
        return len(self._tables)

    async def find(self, table_id: str) -> LoadedTable:
        """A table, read from the store if it is not in memory. Raises NotFound, DamagedTable or
        Unavailable."""
        table = self._tables.get(table_id)
        if table is None:
            table = self._tables[table_id] = LoadedTable(table_id)
            try:
                async with table.lock:
                    await self._loader.load(table)
            except StoreUnavailable:
                raise Unavailable("error.server.unavailable") from None
            finally:  # the caller may have been cancelled
                if self._tables.get(table_id) is table and table.state is None:
                    del self._tables[table_id]
            self.evict(keep=table)
        table.touch()
        return table

    @asynccontextmanager
    async def hold(self, table: LoadedTable, seen: int = 0) -> AsyncIterator[TableState]:
        """The state of a table, locked. `seen`: the entry that the caller knows of, maybe from
        another server; the state is at least as new."""
        table.holders += 1
        try:
            async with table.lock:
                try:
                    state = await self._loader.load(table)
                    if seen > state.seq:
                        await self._loader.read_on(table, state)
                except StoreUnavailable:
                    raise Unavailable("error.server.unavailable") from None
                yield state
        finally:
            table.holders -= 1

    def add(self, table: LoadedTable) -> None:
        """Put in a table that was just opened."""
        self._tables[table.id] = table
        self.evict(keep=table)

    def evict(self, keep: LoadedTable | None = None) -> None:
        """Remove idle tables while there are too many, the ones unused for longest first."""
        surplus = len(self._tables) - self._most
        if surplus > 0:
            idle = [table for table in self._tables.values() if table.is_idle and table is not keep]
            for table in sorted(idle, key=lambda table: table.used)[:surplus]:
                del self._tables[table.id]
