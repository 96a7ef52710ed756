"""Opening tables, and rematches of finished tables."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from baumeister.server.store.database import StoreUnavailable
from baumeister.server.store.store import AsItWas, Store
from baumeister.server.tables import commands
from baumeister.server.tables.cache import TableCache
from baumeister.server.tables.command_queue import CommandQueue
from baumeister.server.tables.errors import Unavailable
from baumeister.server.tables.heartbeat import Heartbeat
from baumeister.server.tables.loaded import LoadedTable, NewTable
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.log_writer import LogWriter
from baumeister.server.tables.processor import ATTEMPTS, ReplacedTableChanged
from baumeister.server.tables.reader import TableReader
from baumeister.server.tables.seats import HOST, Role
from baumeister.server.tables.state import TableState

LATEST = 2**62  # more than any table has entries: read what other servers wrote


class TableOpener:
    """Opens tables. If several people open a rematch of the same table, one of them succeeds."""

    def __init__(
        self,
        store: Store,
        cache: TableCache,
        reader: TableReader,
        queue: CommandQueue,
        heartbeat: Heartbeat,
        now: Callable[[], int],
    ) -> None:
        self._writer = LogWriter(store, now)
        self._cache = cache
        self._reader = reader
        self._queue = queue
        self._heartbeat = heartbeat
        self._now = now

    async def open(
        self, body: Mapping[str, Any], start: bool, token: str | None, instead: str | None
    ) -> LoadedTable:
        """Write a new table, started in the same transaction if wanted. For a rematch, the token is
        that of a seat at the finished table, and `instead` names another rematch that the caller
        gives up."""
        try:
            await self._heartbeat.note_outage()
        except StoreUnavailable:
            raise Unavailable("error.server.unavailable_opening") from None
        table = LoadedTable(secrets.token_urlsafe(9))
        state = TableState(table.id, self._heartbeat.outages)
        entries = [LogEntry(1, self._now(), "opened", body)]
        state.fold(entries[0])
        if start:
            entries.append(commands.start()(state, Role(HOST), self._now()))
            state.fold(entries[1])
        try:
            if state.follows is None:
                await self._writer.write(state, entries)
            else:
                await self._open_rematch(state.follows, token, instead, state, entries)
        except (StoreUnavailable, Unavailable):
            raise Unavailable("error.server.unavailable_opening") from None
        table.state = state
        self._cache.add(table)
        return table

    async def company(
        self, table: str, token: str | None, instead: str | None
    ) -> dict[int, list[str]]:
        """Hashes of the tokens of those who sat at a finished table, by seat, for somebody who sat
        there and may open the rematch."""
        replaced = await self._replaceable(table, token, instead)
        known = None if replaced is None else replaced.table
        return await self._reader.look(
            table, token, lambda state, role, _: commands.company(state, role, known)
        )

    async def _open_rematch(
        self,
        table: str,
        token: str | None,
        instead: str | None,
        state: TableState,
        entries: Sequence[LogEntry],
    ) -> None:
        """Write a table together with the entry `followed` of the finished table. If something
        happened at the rematch that it replaces, look again: one that has started stays."""
        for _ in range(ATTEMPTS):
            replaced = await self._replaceable(table, token, instead)
            command = commands.follow(state.id, None if replaced is None else replaced.table)
            try:
                new = NewTable(state, entries, replaced)
                await self._queue.submit(table, token, command, opens=new)
                return
            except ReplacedTableChanged:
                continue
        raise StoreUnavailable

    async def _replaceable(
        self, table: str, token: str | None, instead: str | None
    ) -> AsItWas | None:
        """The present rematch of a table, if another may replace it."""
        before = await self._reader.look(table, token, lambda state, role, _: state.followed)
        if before is None:
            return None
        async with self._cache.hold(await self._cache.find(before[1]), LATEST) as state:
            may_go = commands.can_be_given_up(state, state.id == instead)
            return AsItWas(state.id, state.seq) if may_go else None
