"""Reading tables from the store. The caller holds the lock of the table."""

from __future__ import annotations

from baumeister.server.store.database import StoreUnavailable
from baumeister.server.store.store import Store
from baumeister.server.tables import access
from baumeister.server.tables.errors import NotFound, Unavailable
from baumeister.server.tables.heartbeat import Heartbeat
from baumeister.server.tables.loaded import LoadedTable, LoadedTables
from baumeister.server.tables.quarantine import Quarantine
from baumeister.server.tables.state import TableState
from baumeister.server.tables.updates import Updates


class TableLoader:
    """Folds logs to states, and publishes what is new to subscribers."""

    def __init__(
        self,
        store: Store,
        heartbeat: Heartbeat,
        updates: Updates,
        tables: LoadedTables,
        quarantine: Quarantine,
    ) -> None:
        self._store = store
        self._heartbeat = heartbeat
        self._updates = updates
        self._tables = tables
        self._quarantine = quarantine

    async def load(self, table: LoadedTable) -> TableState:
        """The state of a table, read from the store if it is not in memory."""
        if table.state is None:
            await self._heartbeat.note_outage()
            state = TableState(table.id, self._heartbeat.outages)
            await self._fold_new(table, state)
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
        if is_new := await self._fold_new(table, state):
            table.snapshots = None
            self._updates.publish(table, state)
        return is_new

    async def _fold_new(self, table: LoadedTable, state: TableState) -> bool:
        """Fold the entries that follow; whether there were any. A table whose log cannot be read or
        folded is put into quarantine: DamagedTable."""
        self._quarantine.check(table.id)
        try:
            entries = await self._store.read(table.id, state.seq)
            for entry in entries:
                state.fold(entry)
        except StoreUnavailable:
            raise
        except Exception as error:
            table.forget()
            self._updates.close(table, "damaged")
            raise self._quarantine.add(table.id, error) from error
        self._quarantine.remove(table.id)
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
