"""What runs in a worker process: it takes tasks one by one and answers them.

Of a running game a worker gets only what a seat sees. It exits when the server does, for whatever
reason.
"""

from __future__ import annotations

import _thread
import json
import operator
import os
import pickle
import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import BytesIO
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from types import FrameType
from typing import Any

from baumeister.bots import looks_ahead, new_bot
from baumeister.bots.hints import hint
from baumeister.bots.search import Budget
from baumeister.bots.search_bot import SearchBot, interpreted
from baumeister.games import GAMES
from baumeister.kernel import rule
from baumeister.kernel.game import GameRules
from baumeister.lab.compiling import is_compiled
from baumeister.play import SeatView, Table
from baumeister.server.tables.state import game_named

# The kinds of messages that a worker sends.
READY, BEGUN, PROGRESS, ANSWER, PROBLEM = "ready", "begun", "progress", "answer", "problem"
HINT = Budget(iterations=12_000)  # about a second; the same hint on every machine
NICENESS = 10  # the server has priority over bots


Progress = Callable[[int, int], None]  # steps done, and steps in all


class BotTask(ABC):
    """Work for a worker. `layout` names the compiled code that it uses, which a process loads
    once."""

    needs_compiled = False  # whether it is compiled if it is not in the cache; others do without

    @property
    @abstractmethod
    def layout(self) -> tuple[str, int]:
        """What the code is compiled for: the game and the number of players."""

    @property
    def looks_ahead(self) -> bool:
        """Whether compiled code is of use."""
        return True

    @abstractmethod
    def warm_up(self) -> bool:
        """Load the compiled code; whether it is there."""

    @abstractmethod
    def run(self, progress: Progress, plain: bool) -> Any:
        """The answer, JSON-ready. `plain`: without compiled code."""


class ViewTask(BotTask):
    """A task about what a seat sees."""

    view: SeatView

    @property
    def layout(self) -> tuple[str, int]:
        """The game and the number of players."""
        return self.view.rules.name, len(self.view.names)

    def warm_up(self) -> bool:
        """One iteration of the search, unless that would have to be compiled."""
        if not is_compiled(*self.layout):
            return False
        SearchBot("warm-up", Budget(iterations=1)).decide(self.view)
        return True


@dataclass(frozen=True)
class DecideTask(ViewTask):
    """A bot's decision."""

    bot: str
    seed: str
    view: SeatView

    @property
    def looks_ahead(self) -> bool:
        """Whether this bot does."""
        return looks_ahead(self.bot)

    def run(self, progress: Progress, plain: bool) -> int:
        """The action."""
        bot = new_bot(self.bot, self.seed)
        if isinstance(bot, SearchBot):
            bot.plain = plain
        return operator.index(bot.decide(self.view))


@dataclass(frozen=True)
class HintTask(ViewTask):
    """A hint in a language; without numba it does not look ahead."""

    language: str
    seed: str
    view: SeatView

    def run(self, progress: Progress, plain: bool) -> list[str]:
        """The sentences."""
        budget = interpreted(HINT) if plain else HINT
        return list(hint(self.view, budget, self.seed, plain).sentences(self.language))


@dataclass(frozen=True)
class ReviewTask(BotTask):
    """The review of a finished game, with all that is needed to replay it."""

    game: str
    seed: str
    names: tuple[str, ...]
    options: dict[str, Any]
    moves: tuple[tuple[int, int], ...]  # seat and action, those that were not forced
    needs_compiled = True

    @classmethod
    def at(cls, table: Table) -> ReviewTask:
        """The task for this game."""
        moves = tuple((m.seat, m.action) for m in table.canonical().moves if not m.forced)
        return cls(table.rules.name, table.seed, table.names, dict(table.options), moves)

    @property
    def layout(self) -> tuple[str, int]:
        """Not the layout of bots: reviews need other compiled code."""
        return f"{self.game}, looking back,", len(self.names)

    def _table(self) -> Table:
        return Table(game_named(self.game), self.options, self.seed, self.names)

    def warm_up(self) -> bool:
        """One iteration of the search, and one playout; compiles what is missing."""
        from baumeister.lab.review.playouts import Playouts

        table = self._table()
        view = table.seat_view(table.waiting_for[0])
        SearchBot("warm-up", Budget(iterations=1)).decide(view)
        playouts = Playouts(table.rules, table.components, len(self.names), "warm-up")
        playouts.compare(view, view.legal[:1], 1)
        return True

    def run(self, progress: Progress, plain: bool) -> dict[str, Any]:
        """The review in every language."""
        from baumeister.server.bots.reviews import in_all_languages

        table = self._table()
        for seat, action in self.moves:
            table.play(seat, action)
        return in_all_languages(table, progress)


class _TaskPickler(pickle.Pickler):
    """Pickles rules by name."""

    def persistent_id(self, thing: object) -> str | None:
        return thing.name if isinstance(thing, GameRules) else None


class _TaskUnpickler(pickle.Unpickler):
    def persistent_load(self, name: str) -> GameRules:
        return GAMES[name]


def packed(task: BotTask) -> bytes:
    """A task as it is sent to a worker."""
    written = BytesIO()
    _TaskPickler(written).dump(task)
    return written.getvalue()


def unpacked(message: bytes) -> BotTask:
    """A task as a worker receives it."""
    task: BotTask = _TaskUnpickler(BytesIO(message)).load()
    return task


STOP = b"stop"  # how a message that is no task begins; pickles begin with other bytes


def stop_message(number: int) -> bytes:
    """The message that a worker should give up one of its tasks; the first has number 1."""
    return STOP + str(number).encode()


class _Stopped(BaseException):
    """The task that is being worked on was given up. Bots may catch all other exceptions."""


def serve(connection: Connection[bytes, bytes]) -> None:
    """The main loop of a worker process."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with redirect_stdout(sys.stderr):
        _Worker(connection).work()


class _Worker:
    """Works on tasks one by one, while a thread reads what comes next: tasks, and which of them
    are given up."""

    def __init__(self, connection: Connection[bytes, bytes]) -> None:
        self._connection = connection
        self._tasks: SimpleQueue[bytes | None] = SimpleQueue()
        self._warm: set[tuple[str, int]] = set()
        self._running = 0  # the number of the task that can be interrupted now
        self._stopped = 0  # the last task that was given up

    def work(self) -> None:
        """Work until the other end is closed."""
        signal.signal(signal.SIGINT, self._interrupted)  # the only way into a running task
        Thread(target=self._read, daemon=True).start()
        self._say(READY)
        number = 0
        while (message := self._tasks.get()) is not None:
            number += 1
            self._answer(number, message)

    def _read(self) -> None:
        try:
            while True:
                message = self._connection.recv_bytes()
                if message.startswith(STOP):
                    self._stopped = int(message.removeprefix(STOP))
                    if self._running == self._stopped:
                        _thread.interrupt_main(signal.SIGINT)
                else:
                    self._tasks.put(message)
        except (EOFError, OSError):  # the other end is closed
            self._tasks.put(None)

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        """Runs in the main thread, between two steps of a task. Ctrl-C is not for workers."""
        if self._running and self._running == self._stopped:
            raise _Stopped

    def _say(self, word: str, value: object = None) -> None:
        running, self._running = self._running, 0  # a message is sent completely
        self._connection.send_bytes(json.dumps([word, value]).encode())
        self._running = running
        self._interrupted(signal.SIGINT, None)  # a signal that came meanwhile

    def _answer(self, number: int, message: bytes) -> None:
        """Carry out one task. Of errors only the type is reported: their text may contain what the
        seat sees."""
        try:
            task = unpacked(message)
            uses_compiled = task.looks_ahead and rule.can_compile()
            if uses_compiled and task.layout not in self._warm and task.warm_up():
                self._warm.add(task.layout)
            plain = uses_compiled and task.layout not in self._warm
            self._say(BEGUN, plain)
            answer = self._run(number, task, plain)
        except MemoryError:
            os._exit(1)  # the process may be damaged
        except (Exception, SystemExit, _Stopped) as problem:
            self._running = 0
            self._say(PROBLEM, type(problem).__name__)
        else:
            self._say(ANSWER, answer)

    def _run(self, number: int, task: BotTask, plain: bool) -> Any:
        try:
            self._running = number
            self._interrupted(signal.SIGINT, None)  # it may have been given up already
            return task.run(lambda done, total: self._say(PROGRESS, [done, total]), plain)
        finally:
            self._running = 0
