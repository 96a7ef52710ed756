"""Bot workers in memory: slow ones, some that die, hang or answer nonsense.

They stand behind the same protocol as real worker processes, so the server's own bot pool decides
what happens then. What they decide is legal and random; how real bots think is tested elsewhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from baumeister.server.bots.pool import Process
from baumeister.server.bots.worker import (
    ANSWER,
    BEGUN,
    PROBLEM,
    READY,
    BotTask,
    DecideTask,
)
from tests.world.faults import Faulty


class BotConditions(Faulty):
    """How well bots do just now."""

    def __init__(self, chance: Random, injected: Callable[[str], None]) -> None:
        super().__init__(chance, injected)
        self.seconds = 0.4  # that a decision takes on average
        self.dying = 0.0  # the probability that a worker dies over a question
        self.hanging = 0.0  # … that it never answers
        self.nonsense = 0.0  # … that it answers something illegal

    def new_process(
        self, heard: Callable[[str, object], None], ended: Callable[[str], None]
    ) -> Process:
        """A worker that will be ready soon."""
        return SimulatedWorker(self, heard, ended)


class SimulatedWorker:
    """A worker process; it runs in the context of the server that started it."""

    pid = None

    def __init__(
        self,
        conditions: BotConditions,
        heard: Callable[[str, object], None],
        ended: Callable[[str], None],
    ) -> None:
        self._conditions = conditions
        self._heard, self._ended = heard, ended
        self._loop = asyncio.get_running_loop()
        self._over = False
        self._answer: asyncio.TimerHandle | None = None  # that is on its way
        self._later(conditions.chance.uniform(0.1, 1.0), READY, None)

    def _later(self, seconds: float, word: str, value: object) -> asyncio.TimerHandle:
        return self._loop.call_later(seconds, self._say, word, value)

    def _say(self, word: str, value: object) -> None:
        if word == ANSWER:
            self._answer = None
        if not self._over:
            self._heard(word, value)

    def send(self, task: BotTask) -> None:
        """Think."""
        conditions, chance = self._conditions, self._conditions.chance
        self._later(0.01, BEGUN, False)
        self._answer = None
        seconds = 0.02 + chance.expovariate(1 / conditions.seconds)
        if conditions.fault("a bot worker dies", conditions.dying):
            self._loop.call_later(seconds, self._end, "exit code -9")
        elif conditions.fault("a bot worker hangs", conditions.hanging):
            pass
        elif conditions.fault("a bot answers nonsense", conditions.nonsense):
            nonsense = chance.choice((-1, 10**6, "build", None))
            self._answer = self._later(seconds, ANSWER, nonsense)
        elif isinstance(task, DecideTask):
            self._answer = self._later(seconds, ANSWER, chance.choice(task.view.legal))
        else:
            self._answer = self._later(seconds, ANSWER, ["Take what you like."])

    def stop(self) -> None:
        """Give up the task, unless its answer arrives first."""
        self._loop.call_later(0.01, self._give_up, self._answer)

    def _give_up(self, answer: asyncio.TimerHandle | None) -> None:
        if answer is not None and answer is self._answer:
            answer.cancel()
            self._answer = None
            self._say(PROBLEM, "Stopped")

    def kill(self) -> None:
        """End."""
        self._loop.call_later(0.01, self._end, "exit code -9")

    def _end(self, why: str) -> None:
        if not self._over:
            self._over = True
            self._ended(why)


class NoCompiler:
    """Nothing is compiled in a simulated world."""

    def want(self, game: str, players: int) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""
