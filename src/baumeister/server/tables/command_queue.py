"""One queue of commands per table: carried out one after the other, written together."""

from __future__ import annotations

import asyncio
import logging

from baumeister.server.store.database import StoreUnavailable
from baumeister.server.tables.cache import TableCache
from baumeister.server.tables.commands import Command
from baumeister.server.tables.errors import Rejected
from baumeister.server.tables.loaded import Accepted, LoadedTable, NewTable, QueuedCommand
from baumeister.server.tables.processor import CommandProcessor
from baumeister.server.tables.seats import Role, hashed
from baumeister.server.tables.tasks import BackgroundTasks

log = logging.getLogger(__name__)

BATCH = 64  # commands of one table that are written together at most


class CommandQueue:
    """Takes commands for all tables. Each table has a task that works while commands wait."""

    def __init__(
        self, cache: TableCache, processor: CommandProcessor, tasks: BackgroundTasks
    ) -> None:
        self._cache = cache
        self._processor = processor
        self._tasks = tasks

    async def submit(
        self,
        table_id: str,
        who: str | Role | None,
        command: Command,
        key: str | None = None,
        opens: NewTable | None = None,
    ) -> Accepted:
        """Carry out a command, with a token or as the server itself in a role. The same key of the
        same role counts once. Raises Refusal, Rejected or Unavailable."""
        table = await self._cache.find(table_id)
        answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        token_hash = hashed(who) if isinstance(who, str) else who
        table.queue.append(QueuedCommand(token_hash, command, key, answer, opens))
        if not table.is_working:
            table.is_working = True
            self._tasks.spawn(self._work(table))
        return await answer

    async def _work(self, table: LoadedTable) -> None:
        """Carry out what is in the queue until it is empty."""
        try:
            while table.queue:
                async with table.lock:
                    batch, table.queue = table.queue[:BATCH], table.queue[BATCH:]
                    try:
                        await self._processor.carry_out(table, batch)
                    except Exception as error:
                        table.forget()  # it may hold entries that were not written
                        if not isinstance(error, StoreUnavailable | Rejected):
                            log.exception("cannot carry out commands")
                        for queued in batch:
                            queued.fail(error)
        finally:
            table.is_working = False
            table.touch()
