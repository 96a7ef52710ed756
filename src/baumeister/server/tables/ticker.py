"""What is checked twice a second: clocks, requests to undo, bots that compile."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress

from baumeister.server.tables import commands
from baumeister.server.tables.bot_moves import BotMoves
from baumeister.server.tables.command_queue import CommandQueue
from baumeister.server.tables.commands import Command
from baumeister.server.tables.errors import Rejected, Unavailable
from baumeister.server.tables.loaded import LoadedTables
from baumeister.server.tables.seats import HOST, Role
from baumeister.server.tables.updates import Updates

log = logging.getLogger(__name__)


class Ticker:
    """Lets time pass at the tables in memory."""

    def __init__(
        self,
        tables: LoadedTables,
        queue: CommandQueue,
        bot_moves: BotMoves,
        updates: Updates,
        now: Callable[[], int],
    ) -> None:
        self._tables = tables
        self._queue = queue
        self._bot_moves = bot_moves
        self._updates = updates
        self._now = now

    async def tick(self) -> None:
        """Let bots stand in for people whose time is up, end requests to undo that nobody answers,
        and publish whether bots are compiling. A busy table is checked next time."""
        now = self._now()
        for table in list(self._tables.values()):
            state = table.state
            if state is None or state.archived or table.lock.locked():
                continue
            try:
                getting_ready = self._bot_moves.is_getting_ready(table)
                self._updates.set_getting_ready(table, state, getting_ready)
                for seat in state.out_of_time(now):
                    await self._try(table.id, commands.time_up(seat))
                if state.undo is not None and now >= state.undo.until:
                    await self._try(table.id, commands.undo_lapsed())
            except Exception:
                log.exception("cannot check the clock of a table", extra={"table": table.id})

    async def _try(self, table: str, command: Command) -> None:
        with suppress(Rejected, Unavailable):  # decided at the last moment, or tried again soon
            await self._queue.submit(table, Role(HOST), command)
