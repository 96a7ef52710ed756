"""Tables that no server looks after."""

from __future__ import annotations

import logging
from collections.abc import Callable

from baumeister.server.store.database import StoreUnavailable
from baumeister.server.store.store import Store
from baumeister.server.tables.bot_moves import BotMoves
from baumeister.server.tables.cache import TableCache
from baumeister.server.tables.errors import DamagedTable, Unavailable
from baumeister.server.tables.loaded import LoadedTables
from baumeister.server.tables.loader import TableLoader
from baumeister.server.tables.notices import PeerNotices

log = logging.getLogger(__name__)


class Sweeper:
    """Takes over the tables of servers that have ended, and evicts idle tables."""

    def __init__(
        self,
        store: Store,
        tables: LoadedTables,
        cache: TableCache,
        loader: TableLoader,
        notices: PeerNotices,
        bot_moves: BotMoves,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._tables = tables
        self._cache = cache
        self._loader = loader
        self._notices = notices
        self._bot_moves = bot_moves
        self._now = now

    async def sweep(self) -> None:
        """Look after tables at which a bot or a clock is due, of this server and of those that are
        gone, read again those that could not be read before, and evict idle ones."""
        now = self._now()
        for table in [table for table in self._tables.values() if table.state is None]:
            await self._notices.catch_up(table)
        for table_id in await self._store.overdue(now):
            if (loaded := self._tables.get(table_id)) is not None and loaded.questions:
                continue  # its bots are thinking
            try:
                await self._take_over(table_id, now)
            except (StoreUnavailable, Unavailable):
                raise
            except DamagedTable:
                continue  # as its quarantine has logged
            except Exception:
                log.exception("cannot take over a table", extra={"table": table_id})
        self._cache.evict()

    async def _take_over(self, table_id: str, now: int) -> None:
        """Load a table, ask its bots, and check its clocks from now on."""
        table = await self._cache.find(table_id)
        async with table.lock:
            state = await self._loader.load(table)
            await self._loader.read_on(table, state)
            self._bot_moves.ask(table, state)
            due = state.due(now)
        if due is None or due > now:  # there was an outage, or the rules have changed
            await self._store.set_due(table_id, state.seq, due)
