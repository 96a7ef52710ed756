"""Who is at the tables, told to the other servers that share the store.

A server knows who is connected to it. So that the host of a table cannot let a bot play for
somebody who is connected to another server, servers tell each other, more than once within the
grace period of `commands.hand`.
"""

from __future__ import annotations

from contextlib import suppress

from baumeister.server.store.database import Notice, StoreUnavailable
from baumeister.server.store.store import Store
from baumeister.server.tables.loaded import LoadedTable, LoadedTables
from baumeister.server.tables.tasks import BackgroundTasks
from baumeister.server.tables.timing import monotonic

ANNOUNCE = 20.0  # seconds between announcements
HERE = "here"


class PresenceNotices:
    """Announces who is at the running games of this server."""

    def __init__(self, store: Store, tables: LoadedTables, tasks: BackgroundTasks) -> None:
        self._store = store
        self._tables = tables
        self._tasks = tasks

    async def announce(self) -> None:
        """Tell the other servers which seats of running games are occupied here."""
        for table in self._tables.values():
            state = table.state
            if state is not None and state.status == "running" and len(state.people) > 1:
                here = [str(seat) for seat in state.people if table.was_here(seat, ANNOUNCE)]
                if here:
                    self._tasks.spawn(self._tell(Notice(table.id, " ".join([HERE, *here]))))

    async def _tell(self, notice: Notice) -> None:
        with suppress(StoreUnavailable):
            await self._store.database.write([], notice)


def hear(table: LoadedTable, text: str) -> None:
    """Note who is at a table according to another server."""
    now = monotonic()
    table.heard |= {int(seat): now for seat in text.split()[1:] if seat.isdecimal()}
