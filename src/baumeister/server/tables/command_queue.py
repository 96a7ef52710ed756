"""One queue of commands per table: carried out one after the other, written together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from baumeister.server.rate_limit import RateLimit
from baumeister.server.store.database import StoreUnavailable
from baumeister.server.tables import access
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
    """Takes commands for all tables. Each table has a task that works while commands wait. A role
    that gives more than `per_second` commands in the long run has to wait; 0 for no limit."""

    def __init__(
        self,
        cache: TableCache,
        processor: CommandProcessor,
        tasks: BackgroundTasks,
        per_second: int = 0,
        clock: Callable[[], float] = lambda: asyncio.get_running_loop().time(),
    ) -> None:
        self._rate = RateLimit(per_second, max(1, 2 * per_second))
        self._clock = clock
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
        token_hash = hashed(who) if isinstance(who, str) else who
        if isinstance(token_hash, str):
            await self._keep_pace(await self._cache.find(table_id), token_hash)
        table = await self._cache.find(table_id)
        table.acted = table.acted or isinstance(token_hash, str)
        answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        table.queue.append(QueuedCommand(token_hash, command, key, answer, opens))
        if not table.is_working:
            table.is_working = True
            self._tasks.spawn(self._work(table))
        return await answer

    async def _keep_pace(self, table: LoadedTable, token_hash: str) -> None:
        """Wait until the role of a token may give another command. All its tokens count together;
        what is no token of the table counts for itself."""
        role = None if table.state is None else access.role_of(table.state, token_hash)
        name = f"{table.id} {token_hash if role is None else role}"
        while seconds := self._rate.take(name, self._clock()):
            await asyncio.sleep(seconds)

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
