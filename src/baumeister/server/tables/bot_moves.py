"""Asks bots that have to decide, and submits their moves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from hashlib import sha256
from typing import Any, Protocol

from baumeister.bots import bot_seed
from baumeister.play import SeatView
from baumeister.server.metrics import Metrics
from baumeister.server.tables import commands
from baumeister.server.tables.asker import NOBODY, Asker
from baumeister.server.tables.command_queue import CommandQueue
from baumeister.server.tables.commands import Command
from baumeister.server.tables.errors import Rejected, Unavailable
from baumeister.server.tables.loaded import LoadedTable
from baumeister.server.tables.seats import Role
from baumeister.server.tables.state import TableState
from baumeister.server.tables.tasks import BackgroundTasks

log = logging.getLogger(__name__)

RETRY_SECONDS = 0.5  # until a bot's move is submitted again when the store is unavailable


class Bots(Protocol):
    """What the tables need of the bot pool."""

    async def decide(self, kind: str, seed: str, view: SeatView, asker: Asker = NOBODY) -> int:
        """What a bot does."""

    def hint(
        self, view: SeatView, language: str, seed: str, asker: Asker = NOBODY
    ) -> Coroutine[Any, Any, list[str]]:
        """A hint in sentences."""

    def is_getting_ready(self, table: str) -> bool:
        """Whether a bot of the table has to wait until its code is compiled."""


class BotMoves:
    """Asks bots, each question once, and submits their moves until the store accepts them."""

    def __init__(
        self, bots: Bots, queue: CommandQueue, tasks: BackgroundTasks, metrics: Metrics
    ) -> None:
        self._bots = bots
        self._queue = queue
        self._tasks = tasks
        self._metrics = metrics

    def ask(self, table: LoadedTable, state: TableState) -> None:
        """Ask the bots that have to decide, unless they have been asked already. Questions that are
        no longer asked are given up."""
        if self._tasks.is_closing or state.table is None:
            return
        now = {state.question_of(seat): seat for seat in state.bots_to_ask}
        if state.undo is None:  # otherwise they may be asked the same again
            for question in [one for one in table.questions if one not in now]:
                table.questions.pop(question).cancel()
        for question, seat in now.items():
            if question not in table.questions:
                kind = state.bot_of(seat)
                assert kind is not None
                seed = sha256(f"{bot_seed(state.bots_seed, seat)}/{question}".encode()).hexdigest()
                view = state.table.seat_view(seat)
                task = self._tasks.spawn(self._play(table, seat, question, kind, seed, view))
                table.questions[question] = task

    def is_getting_ready(self, table: LoadedTable) -> bool:
        """Whether a bot of the table has to wait until its code is compiled."""
        return bool(table.questions) and self._bots.is_getting_ready(table.id)

    async def _play(
        self, table: LoadedTable, seat: int, question: str, kind: str, seed: str, view: SeatView
    ) -> None:
        try:
            with self._metrics.bot_seconds.time():
                asker = Asker(table.id, table.owner, lambda: table.is_attended)
                action = await self._bots.decide(kind, seed, view, asker)
            command = commands.bots_move(seat, question, action)
            await self._insist(table.id, Role("seat", seat), command, f"bot/{question}")
        except Rejected:  # it is asked something else by now, or nothing
            self._forget(table, question)
            async with table.lock:
                if table.state is not None:
                    self.ask(table, table.state)
        finally:
            self._forget(table, question)

    def _forget(self, table: LoadedTable, question: str) -> None:
        """This task does not wait for the answer any more; another one may."""
        if table.questions.get(question) is asyncio.current_task():
            del table.questions[question]

    async def _insist(self, table: str, role: Role, command: Command, key: str) -> None:
        """Submit a command until the store is available."""
        while True:
            try:
                await self._queue.submit(table, role, command, key)
                return
            except Unavailable:
                log.warning("a bot's move waits for the store")
                await asyncio.sleep(RETRY_SECONDS)
