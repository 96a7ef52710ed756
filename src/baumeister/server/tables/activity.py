"""Where people are: the lobby shows tables that are alive first."""

from __future__ import annotations

from collections.abc import Callable

from baumeister.server.store.store import LISTED, Store
from baumeister.server.tables.loaded import LoadedTable, LoadedTables


class Activity:
    """Notes in the store at which public tables people are, or have done something since. Moves of
    bots do not count."""

    def __init__(self, store: Store, tables: LoadedTables, now: Callable[[], int]) -> None:
        self._store = store
        self._tables = tables
        self._now = now

    async def note(self) -> None:
        """Note it for all tables in memory."""
        alive = [table for table in self._tables.values() if _is_alive(table)]
        for table in alive:
            table.acted = False
        if alive:
            await self._store.note_activity([table.id for table in alive], self._now())


def _is_alive(table: LoadedTable) -> bool:
    state = table.state
    if state is None or not state.public or state.status not in LISTED:
        return False
    return bool(table.here) or table.acted
