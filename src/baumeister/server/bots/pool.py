"""Worker processes for bots, hints and reviews, which would block the event loop.

    bot_pool = BotPool(processes=2)
    action = await bot_pool.decide("master", seed, table.seat_view(seat), Asker("oak"))
    sentences = await bot_pool.hint(table.seat_view(seat), "de", seed)
    await bot_pool.close()

Processes are started on demand: one more while questions wait, and a spare one while one compiles
for a review. A process that dies or does not answer in time is replaced, and its question is asked
again. Bots and hints do not wait for the compiler: until the search is in the cache they think
interpreted, and `want` names what should be compiled next. Compiling does not count towards the
time limit of a review, and one process compiles at a time: the others find the code in the cache.
A question whose caller is gone is given up, also while a process works on it. `turns.py` says which
question is next.

Each process has a thread that receives its messages; everything else happens on the event loop.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock, Thread
from typing import Any, Protocol

from baumeister.bots import BOTS, BotError, Titles, looks_ahead
from baumeister.bots.random_bot import RandomBot
from baumeister.kernel import rule
from baumeister.lab.distributed.worker_process import start_worker
from baumeister.play import SeatView, Table, UserError
from baumeister.server.bots.turns import BotTurns
from baumeister.server.bots.worker import (
    ANSWER,
    BEGUN,
    PROBLEM,
    PROGRESS,
    READY,
    BotTask,
    DecideTask,
    HintTask,
    Progress,
    ReviewTask,
    packed,
    serve,
    stop_message,
)
from baumeister.server.tables.asker import NOBODY, Asker
from baumeister.server.tables.errors import Rejected

TRIES = 3  # attempts with the same bot before the fallback bot is asked
FALLBACK = "greedy"  # needs no compiled code
WARM_UP_SECONDS = 300.0  # seconds for a process to start and to compile; a minute is usual
MAX_ANSWER_BYTES = 1 << 20  # hints have about 1,000

log = logging.getLogger("baumeister.server.bots.pool")


class Closed(RuntimeError):
    """The pool is closed: the server is being shut down."""


class NoHint(Rejected):
    """A hint that could not be found."""

    status = 503


class NoReview(UserError):
    """A review that could not be made."""


class _Failure(Exception):
    """An attempt without an answer. The reason must not contain anything that a seat sees."""


def available_bots() -> list[str]:
    """The bots that can play here: those that look ahead need numba."""
    return [kind for kind in BOTS if _can_compile() or not looks_ahead(kind)]


@cache
def _can_compile() -> bool:
    return rule.can_compile()


def _new_future() -> asyncio.Future[Any]:
    return asyncio.get_running_loop().create_future()


@dataclass(eq=False)
class _Question:
    """One attempt of a question, on its way to a worker."""

    task: BotTask
    layout: tuple[str, int] | None  # the compiled code that it uses
    asker: Asker
    number: int
    arrived: float
    progress: Progress
    began: float | None = None  # when a worker took it
    answer: asyncio.Future[Any] = field(default_factory=_new_future)


Want = Callable[[str, int], None]  # a game and a number of players


def _want_nothing(game: str, players: int) -> None:
    """Where nothing compiles in the background."""


def _ignore_progress(done: int, total: int) -> None:
    """The progress callback of callers who do not need one."""


class BotPool:
    """The bot workers of this server, in at most `processes` processes.

    A question has failed if it is not answered within `timeout` seconds after it was begun or last
    reported progress.
    """

    def __init__(
        self,
        processes: int = 1,
        timeout: float = 30.0,
        new_process: NewProcess | None = None,
        want: Want = _want_nothing,
        clock: Callable[[], float] = lambda: asyncio.get_running_loop().time(),
    ) -> None:
        self._want = want
        self._interpreted: set[tuple[str, int]] = set()  # layouts that are not compiled yet
        self._most = processes
        self._clock = clock
        self._new_process = new_process or WorkerProcess
        self._timeout = timeout
        self._workers: list[_BotWorker] = []
        self._waiting: list[_Question] = []
        self._turns = BotTurns()
        self._numbers = count()
        self._deaths = 0
        self._closed = False

    # --- figures --------------------------------------------------------------------------
    @property
    def waiting(self) -> int:
        """Questions that no process has taken yet."""
        return len(self._waiting)

    @property
    def working(self) -> int:
        """Questions that processes are working on."""
        return sum(worker.question is not None for worker in self._workers)

    @property
    def deaths(self) -> int:
        """Processes that died or had to be killed, so far."""
        return self._deaths

    def is_getting_ready(self, table: str) -> bool:
        """Whether a bot thinks about a question of a table interpreted, because its code is not
        compiled yet."""
        taken = [worker.question for worker in self._workers if worker.question is not None]
        return any(
            question.asker.table == table and question.layout in self._interpreted
            for question in (*self._waiting, *taken)
        )

    @property
    def processes(self) -> int:
        """Processes that there are now."""
        return len(self._workers)

    # --- asking ---------------------------------------------------------------------------
    async def decide(self, kind: str, seed: str, view: SeatView, asker: Asker = NOBODY) -> int:
        """A bot's decision: always one of `view.legal`."""
        if kind not in BOTS:
            raise BotError("error.bot.unknown", name=kind, names=Titles(available_bots()))
        _check(view)
        number = next(self._numbers)
        bots = [*[kind] * TRIES, FALLBACK]
        if kind not in available_bots():
            log.warning("%s needs numba: %s plays instead", kind, FALLBACK)
            bots = [FALLBACK]
        for bot in bots:
            try:
                action = await self._ask(DecideTask(bot, seed, view), asker, number)
                if action in view.legal:
                    return int(action)
                raise _Failure("not a legal action")
            except _Failure as problem:
                log.warning("%s did not answer in %s: %s", bot, view.rules.name, problem)
        log.warning("no bot answered in %s: the decision is random", view.rules.name)
        return RandomBot(seed).decide(view)

    async def hint(
        self, view: SeatView, language: str, seed: str, asker: Asker = NOBODY
    ) -> list[str]:
        """A hint in sentences: what to do, how good it is, why. NoHint if none is found."""
        _check(view)
        number = next(self._numbers)
        for _ in range(TRIES):
            try:
                found = await self._ask(HintTask(language, seed, view), asker, number)
                return [str(sentence) for sentence in found]
            except _Failure as problem:
                log.warning("no hint in %s: %s", view.rules.name, problem)
        raise NoHint("error.server.bots.no_hint")

    async def review_game(
        self, table: Table, progress: Progress = _ignore_progress
    ) -> dict[str, dict[str, Any]]:
        """The review of a finished game, by language. NoReview if none could be made."""
        number = next(self._numbers)
        for _ in range(TRIES):
            try:
                found = await self._ask(ReviewTask.at(table), NOBODY, number, progress)
                return dict(found)
            except _Failure as problem:
                log.warning("no review of %s: %s", table.rules.name, problem)
        raise NoReview("error.server.bots.no_review")

    async def _ask(
        self,
        task: BotTask,
        asker: Asker,
        number: int,
        progress: Progress = _ignore_progress,
    ) -> Any:
        """The answer of a worker; _Failure if there is none."""
        if self._closed:
            raise Closed("the server is being shut down")
        layout = task.layout if _can_compile() and task.looks_ahead else None
        question = _Question(task, layout, asker, number, self._clock(), progress)
        self._waiting.append(question)
        self._assign()
        try:
            return await question.answer
        finally:
            self._finish(question)

    def _finish(self, question: _Question) -> None:
        """A question was answered, or its caller is gone."""
        if question.began is None:
            if question in self._waiting:
                self._waiting.remove(question)
        else:
            self._turns.end(question, self._clock() - question.began)
            for worker in self._workers:
                worker.give_up(question)
        if not self._waiting and not self.working:
            self._turns.forget()

    # --- assigning ------------------------------------------------------------------------
    def _assign(self) -> None:
        """Give waiting questions to workers, as long as there are any."""
        while self._waiting and self.working < self._places and self._assign_next():
            pass
        self._retire_spare()

    def _assign_next(self) -> bool:
        """Give the first question to a worker that any worker can take; whether there was one."""
        now = self._clock()
        for question in self._turns.ordered(self._waiting, now):
            worker = self._worker_for(question)
            if worker is not None:
                self._waiting.remove(question)
                question.began = now
                self._turns.begin(question, now)
                worker.take(question)
                return True
        return False

    @property
    def _places(self) -> int:
        """How many processes there may be: one more while one compiles."""
        return self._most + any(worker.is_warming for worker in self._workers)

    def _retire_spare(self) -> None:
        """End the spare process when it is idle and no other compiles."""
        idle = [worker for worker in self._workers if worker.question is None]
        if idle and len(self._workers) > self._places:
            spare = min(idle, key=lambda worker: worker.layouts)
            self._workers.remove(spare)
            spare.kill()

    def _worker_for(self, question: _Question) -> _BotWorker | None:
        idle = [worker for worker in self._workers if worker.question is None and not worker.end]
        for worker in idle:
            if worker.is_warm_for(question):
                return worker
        if question.task.needs_compiled and any(worker.is_warming for worker in self._workers):
            return None  # one process compiles at a time
        if idle:
            return idle[0]
        if len(self._workers) < self._places:
            worker = _BotWorker(
                self._new_process,
                self._timeout,
                self._worker_free,
                self._worker_ended,
                self._begun,
            )
            self._workers.append(worker)
            return worker
        return None

    def _worker_free(self) -> None:
        """A worker has answered or finished compiling. Callers that ask again because of that come
        first."""
        asyncio.get_running_loop().call_soon(self._assign)

    def _begun(self, question: _Question, plain: bool) -> None:
        """A worker has begun a question, interpreted or not."""
        if question.layout is None:
            return
        if plain:
            self._interpreted.add(question.layout)
            self._want(*question.layout)
        else:
            self._interpreted.discard(question.layout)

    def _worker_ended(self, worker: _BotWorker) -> None:
        """A process has ended."""
        if worker not in self._workers:  # the spare one, ended on purpose
            return
        self._workers.remove(worker)
        if not self._closed:
            self._deaths += 1
            log.warning("a worker process ended: %s", worker.end)
            self._worker_free()

    # --- the end --------------------------------------------------------------------------
    async def close(self) -> None:
        """Kill all processes; pending questions raise Closed."""
        self._closed = True
        asked = [worker.question for worker in self._workers if worker.question is not None]
        for question in (*asked, *self._waiting):
            if not question.answer.done():
                question.answer.set_exception(Closed("the server is being shut down"))
        self._waiting.clear()
        gone = [worker.kill() for worker in self._workers]
        if gone:
            await asyncio.wait(gone)


def _check(view: SeatView) -> None:
    if view.seat is None or not view.legal:
        raise ValueError("this seat has nothing to decide")


class _BotWorker:
    """A process, what is known of it, and the question that it is working on."""

    def __init__(
        self,
        new_process: NewProcess,
        timeout: float,
        freed: Callable[[], None],
        gone: Callable[[_BotWorker], None],
        begun: Callable[[_Question, bool], None],
    ) -> None:
        self._tell_begun = begun
        self.question: _Question | None = None
        self.end = ""  # why, once it has ended
        self._timeout = timeout
        self._worker_free, self._tell_gone = freed, gone
        self._warm: set[tuple[str, int]] = set()
        self._ready = False
        self._begun = False  # whether it works on the question, and does not compile any more
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        self._process = new_process(self._heard, self._has_ended)

    def is_warm_for(self, question: _Question) -> bool:
        """Whether the compiled code that it uses is loaded, or it uses none."""
        return question.layout is None or question.layout in self._warm

    @property
    def layouts(self) -> int:
        """For how many layouts the code is loaded."""
        return len(self._warm)

    @property
    def is_warming(self) -> bool:
        """Whether it compiles now, or will before it begins its question."""
        question = self.question
        if question is None or not question.task.needs_compiled:
            return False
        return not self.is_warm_for(question)

    def take(self, question: _Question) -> None:
        """Work on a question."""
        self.question, self._begun = question, False
        if self._ready:
            self._send(question)
        else:
            self._limit(WARM_UP_SECONDS)

    def give_up(self, question: _Question) -> None:
        """Stop to work on a question whose caller is gone. What is compiled will be needed by
        others, so that is not stopped."""
        if self.question is question and self._begun:
            self._process.stop()

    def kill(self) -> asyncio.Future[None]:
        """Kill the process; the future is done when it has ended."""
        self._process.kill()
        return self._ended

    def _send(self, question: _Question) -> None:
        if self.is_warm_for(question):
            self._limit(self._timeout)
        else:
            self._limit(WARM_UP_SECONDS)
        self._process.send(question.task)

    def _limit(self, seconds: float) -> None:
        """Kill the process if it does not answer within so many seconds from now."""
        self._lift()
        self._timer = self._loop.call_later(seconds, self._too_late)

    def _lift(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_late(self) -> None:
        self.end = "it took too long"
        self.kill()

    def _heard(self, word: str, value: Any) -> None:
        """A message of the process has arrived."""
        question = self.question
        if word == READY:
            self._ready = True
        if question is None:
            return
        if word == READY and question.answer.done():  # its caller is gone
            self._lift()
            self.question = None
            self._worker_free()
        elif word == READY:
            self._send(question)
        elif word == BEGUN:
            self._begun = True
            self._limit(self._timeout)
            if question.answer.done():
                self.give_up(question)
            self._tell_begun(question, bool(value))
            if not (value or question.layout is None or question.layout in self._warm):
                self._warm.add(question.layout)
                self._worker_free()
        elif word == PROGRESS:
            self._limit(self._timeout)
            question.progress(*value)
        else:
            self._lift()
            self.question = None
            if word == ANSWER and not question.answer.done():
                question.answer.set_result(value)
            elif word == PROBLEM and not question.answer.done():
                question.answer.set_exception(_Failure(str(value)))
            self._worker_free()

    def _has_ended(self, why: str) -> None:
        self.end = self.end or why
        self._lift()
        if self.question is not None and not self.question.answer.done():
            self.question.answer.set_exception(_Failure(self.end))
        self._tell_gone(self)
        if not self._ended.done():
            self._ended.set_result(None)


class Process(Protocol):
    """A worker process as the event loop sees it."""

    def send(self, task: BotTask) -> None:
        """Send a task, once the process is ready."""

    def stop(self) -> None:
        """Give up the last task, which is answered with PROBLEM unless it is finished by then."""

    def kill(self) -> None:
        """End it; can be called more than once."""


Heard = Callable[[str, Any], None]  # a kind of message (worker.py) and its value
Ended = Callable[[str], None]  # why
NewProcess = Callable[[Heard, Ended], Process]  # both are called on the event loop


class WorkerProcess:
    """A process of the operating system, and the thread that receives its messages."""

    def __init__(self, heard: Heard, ended: Ended) -> None:
        self._heard, self._ended = heard, ended
        self._loop = asyncio.get_running_loop()
        self._sending = Lock()
        self._sent = 0  # tasks
        self._connection: Connection[bytes, bytes] | None = None
        self.process: BaseProcess | None = None
        self._killed = False
        Thread(target=self._listen, name="bot-worker", daemon=True).start()

    def send(self, task: BotTask) -> None:
        """Send a task. A thread writes it, because the process may be slow to read."""
        self._sent += 1
        Thread(target=self._write, args=(packed(task),), daemon=True).start()

    def stop(self) -> None:
        """Give up the last task."""
        Thread(target=self._write, args=(stop_message(self._sent),), daemon=True).start()

    def kill(self) -> None:
        """End it, even if it is still being started."""
        self._killed = True
        if self.process is not None:
            self.process.kill()

    # --- in threads -----------------------------------------------------------------------
    def _listen(self) -> None:
        """Start the process, and pass on its messages until it ends."""
        try:
            self.process, connection = start_worker(serve)
        except Exception as problem:
            why = f"it could not be started: {type(problem).__name__}"
        else:
            self._connection = connection
            if self._killed:
                self.process.kill()
            with suppress(Exception):
                while True:
                    word, value = json.loads(connection.recv_bytes(MAX_ANSWER_BYTES))
                    self._loop.call_soon_threadsafe(self._heard, word, value)
            self.process.kill()
            self.process.join()
            why = f"exit code {self.process.exitcode}"
            with self._sending:
                connection.close()
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._ended, why)

    def _write(self, message: bytes) -> None:
        with self._sending, suppress(OSError):  # it has ended, and the receiving thread reports it
            if self._connection is not None:
                self._connection.send_bytes(message)
