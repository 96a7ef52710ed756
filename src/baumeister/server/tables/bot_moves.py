"""Asks bots that have to decide, and submits their moves."""

from __future__ import annotations

import asyncio
import logging
from hashlib import sha256
from typing import Protocol

from baumeister.bots import bot_seed
from baumeister.play import SeatView
from baumeister.server.metrics import Metrics
from baumeister.server.tables import commands
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

    async def decide(
        self, kind: str, seed: str, view: SeatView, *, table: str | None = None
    ) -> int:
        """What a bot does."""

    async def hint(
        self, view: SeatView, language: str, seed: str, *, table: str | None = None
    ) -> list[str]:
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
        """Ask the bots that have to decide, unless they have been asked already."""
        if self._tasks.is_closing or state.table is None:
            return
        for seat in state.bots_to_ask:
            question = state.question_of(seat)
            if question not in table.questions:
                table.questions.add(question)
                kind = state.bot_of(seat)
                assert kind is not None
                seed = sha256(f"{bot_seed(state.bots_seed, seat)}/{question}".encode()).hexdigest()
                view = state.table.seat_view(seat)
                self._tasks.spawn(self._play(table, seat, question, kind, seed, view))

    def is_getting_ready(self, table: LoadedTable) -> bool:
        """Whether a bot of the table has to wait until its code is compiled."""
        return bool(table.questions) and self._bots.is_getting_ready(table.id)

    async def _play(
        self, table: LoadedTable, seat: int, question: str, kind: str, seed: str, view: SeatView
    ) -> None:
        try:
            with self._metrics.bot_seconds.time():
                action = await self._bots.decide(kind, seed, view, table=table.id)
            command = commands.bots_move(seat, question, action)
            await self._insist(table.id, Role("seat", seat), command, f"bot/{question}")
        except Rejected:  # it is asked something else by now, or nothing
            table.questions.discard(question)
            async with table.lock:
                if table.state is not None:
                    self.ask(table, table.state)
        finally:
            table.questions.discard(question)

    async def _insist(self, table: str, role: Role, command: Command, key: str) -> None:
        """Submit a command until the store is available."""
        while True:
            try:
                await self._queue.submit(table, role, command, key)
                return
            except Unavailable:
                log.warning("a bot's move waits for the store")
                await asyncio.sleep(RETRY_SECONDS)
