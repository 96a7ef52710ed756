"""Writing entries of a table to the store."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from baumeister.play.records import to_json
from baumeister.server.store.store import Addition, Store
from baumeister.server.tables.loaded import NewTable
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.snapshots import listing, result
from baumeister.server.tables.state import TableState


class LogWriter:
    """Makes entries durable, together with what lists and other servers have to know."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    async def write(
        self, state: TableState, entries: Sequence[LogEntry], opened: Sequence[NewTable] = ()
    ) -> None:
        """Write entries that the state has folded, and tables that are opened by them, all or
        nothing. Conflict if another server was faster, at this table or at one that is replaced."""
        addition = await self._addition(state, entries)
        others = [await self._addition(new.state, new.entries) for new in opened]
        replaced = [new.replaces for new in opened if new.replaces is not None]
        await self._store.append(addition, *others, *replaced)

    async def _addition(self, state: TableState, entries: Sequence[LogEntry]) -> Addition:
        ended = state.is_over and any(entry.kind == "moved" for entry in entries)
        shown = listing(state)
        if state.is_kept and (record := await self._store.record(state.id)) is not None:
            shown["result"] = result(record["scores"], record["winners"])
        return Addition(
            state.id,
            entries,
            public=state.public,
            status=state.status,
            listing=shown,
            due=state.due(self._now()),
            server=self._store.process,
            record=to_json(state.table) if ended and state.table is not None else None,
        )
