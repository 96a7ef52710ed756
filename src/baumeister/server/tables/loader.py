"""Reading tables from the store. The caller holds the lock of the table."""

from __future__ import annotations

from baumeister.server.store.database import StoreUnavailable
from baumeister.server.store.store import Store
from baumeister.server.tables import access
from baumeister.server.tables.errors import NotFound, Unavailable
from baumeister.server.tables.heartbeat import Heartbeat
from baumeister.server.tables.loaded import LoadedTable, LoadedTables
from baumeister.server.tables.state import TableState
from baumeister.server.tables.updates import Updates


class TableLoader:
    """Folds logs to states, and publishes what is new to subscribers."""

    def __init__(
        self, store: Store, heartbeat: Heartbeat, updates: Updates, tables: LoadedTables
    ) -> None:
        self._store = store
        self._heartbeat = heartbeat
        self._updates = updates
        self._tables = tables

    async def load(self, table: LoadedTable) -> TableState:
        """The state of a table, read from the store if it is not in memory."""
        if table.state is None:
            await self._heartbeat.note_outage()
            state = TableState(table.id, self._heartbeat.outages)
            for entry in await self._store.read(table.id):
                state.fold(entry)
            if state.seq == 0:
                raise NotFound("error.server.no_table")
            if self._tables.setdefault(table.id, table) is not table:
                raise StoreUnavailable  # evicted when it could not be read, and loaded anew since
            table.state, table.snapshots = state, None
            self._updates.publish(table, state)
        return table.state

    async def read_on(self, table: LoadedTable, state: TableState) -> bool:
        """Read what other servers have written since; whether there was anything."""
        await self._heartbeat.note_outage()
        entries = await self._store.read(table.id, state.seq)
        for entry in entries:
            state.fold(entry)
        if entries:
            table.snapshots = None
            self._updates.publish(table, state)
        return bool(entries)

    async def read_on_for(
        self, table: LoadedTable, state: TableState, token_hash: str | None
    ) -> None:
        """Read on if a token is unknown: another server may have issued it, and its notification
        may still be on its way."""
        if access.role_of(state, token_hash) is None:
            try:
                await self.read_on(table, state)
            except StoreUnavailable:
                raise Unavailable("error.server.unavailable") from None
