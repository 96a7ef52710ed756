"""Threads that go through the games of a batch together, each through its own share.

To wake a thread takes as long as some hundred decisions, and so does a wait for Python's lock. So
whoever has done his share waits for a moment in compiled code, without that lock, looking at a word
in memory; only then he goes to sleep. Threads come in one after the other: who has come in and
needs Python no more says so (`come_in`, which compiled calls begin with), then the next one does.
Nobody comes in while the caller needs Python, and nobody has to queue for its lock. Where others
want the cores, waiting so only keeps them from working: then everybody goes to sleep sooner.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from threading import Lock, Thread
from time import perf_counter
from typing import Any

from baumeister.kernel.rule import compiled, exchange, pause, read_now, rule

PATIENCE = 0.0001  # seconds for which somebody looks at a word before going to sleep, about
MOST_PATIENCE = 0.002  # of a caller who has worked for long: shares are not all alike
LITTLE_PATIENCE = 20  # looks, where others want the cores
LATE = 4  # a turn for which the caller had to sleep weighs as much as so many in time ...
TOO_LATE = 20  # ... and with so much weight others want the cores
BREAKS = 64, 1024  # turns with little patience, the first time and at most
WAIT, COME, RING = range(3)  # what a thread has to do

# The words of a thread, each thread's so far from the next one's that caches do not quarrel.
ENTERED = 0  # the last turn in which it came in
DONE = 1  # the last turn that it has done
ASLEEP = 2  # 1 if it wants to be woken
WAKE = 3  # 1 if the caller has to wake it
CALLED = 4  # the caller's: the last turn that it called for
GONE = 5  # the caller's: 1 when all are let go
WIDTH = 16


@rule
def come_in(gate: Any, who: int) -> None:
    """This thread is in compiled code: the next one can come in."""
    exchange(gate, who * WIDTH + ENTERED, gate[CALLED])


@compiled
def _come_in(gate: Any, who: int) -> None:
    """The same from Python."""
    come_in(gate, who)


@compiled
def _call(gate: Any, threads: int, turn: int) -> bool:
    """Call for a turn; whether somebody has to be woken."""
    asleep = 0
    exchange(gate, CALLED, turn)
    for who in range(1, threads):
        gate[who * WIDTH + WAKE] = exchange(gate, who * WIDTH + ASLEEP, 0)
        asleep += gate[who * WIDTH + WAKE]
    return asleep != 0


@compiled
def _next(gate: Any, who: int, turn: int, patience: int) -> int:
    """Say that the turn before this one is done, and wait for a moment to come in. RING if the
    caller has gone to sleep over it and is to be woken."""
    exchange(gate, who * WIDTH + ENTERED, turn - 1)  # if it did not get so far
    exchange(gate, who * WIDTH + DONE, turn - 1)
    if exchange(gate, ASLEEP, 0) == 1:
        return RING
    for _ in range(patience):
        if read_now(gate, (who - 1) * WIDTH + ENTERED) == turn:
            return COME
        pause()
    return COME if read_now(gate, CALLED) == turn else WAIT


@compiled
def _lie_down(gate: Any, who: int, turn: int) -> bool:
    """Whether to sleep until the caller wakes us: not if the turn was called for by now."""
    exchange(gate, who * WIDTH + ASLEEP, 1)
    if read_now(gate, CALLED) != turn:
        return True
    return exchange(gate, who * WIDTH + ASLEEP, 0) == 0  # the caller has seen us asleep


@rule
def are_done(gate: Any, threads: int, turn: int) -> bool:
    """Whether all have done a turn."""
    who = 1
    while who < threads and read_now(gate, who * WIDTH + DONE) == turn:
        who += 1
    return who == threads


@compiled
def _wait_for_all(gate: Any, threads: int, turn: int, patience: int) -> bool:
    """Let others come in, if nothing has, and wait for a moment; whether all have done a turn."""
    come_in(gate, 0)
    for _ in range(patience):
        if are_done(gate, threads, turn):
            return True
        pause()
    return False


@compiled
def _sleep_over(gate: Any, threads: int, turn: int) -> bool:
    """Whether to sleep until somebody wakes the caller: not if all have done a turn by now."""
    exchange(gate, ASLEEP, 1)
    if not are_done(gate, threads, turn):
        return True
    return exchange(gate, ASLEEP, 0) == 0  # somebody has seen us asleep


def _ring(bell: Any) -> None:
    """Wake somebody, who sleeps or is about to; whoever does neither wakes once in vain later."""
    with suppress(RuntimeError):
        bell.release()


@cache
def _seconds_of_a_look() -> float:
    """Measured once. All that threads call is called here first: what is wrong with the compiler
    is raised where somebody hears of it."""
    import numpy as np

    gate, looks, times = np.zeros(2 * WIDTH, np.int64), 1000, []
    _call(gate, 2, 1)
    _lie_down(gate, 1, 1)
    _sleep_over(gate, 2, 1)
    for _ in range(10):
        _come_in(gate, 1)
        began = perf_counter()
        _next(gate, 1, 2, looks)
        _wait_for_all(gate, 2, 5, looks)
        times.append((perf_counter() - began) / (2 * looks))
    return min(times)


class ThreadTeam:
    """The caller, who is number 0, and as many more threads as are wanted."""

    def __init__(self, threads: int, share_short: bool = False) -> None:
        """`share_short`: whether short tasks are worth it if everybody is awake."""
        import numpy as np

        self.threads, self._share_short = threads, share_short
        self.gate = np.zeros(threads * WIDTH, np.int64)
        self._process = 0  # in which the threads are
        self._turn = 0
        self._is_open = False  # whether a turn has begun that is not over
        self._is_patient = True
        self._late = 0  # what weighs against that
        self._until = 0  # turns until patience is back
        self._break = BREAKS[0]
        self._task: Callable[[int], None] | None = None
        self._failures: list[BaseException] = []
        self._bells: list[Any] = []
        self._patience = 0  # looks

    def run(self, task: Callable[[int], None]) -> None:
        """Have everybody do a task, which is told who does it; what goes wrong is raised here. Its
        first compiled call lets the next one come in, or it is `let_in` by its first line."""
        if self.threads == 1:
            task(0)
            return
        if self._process != os.getpid() or self.gate[GONE]:  # or they were being let go
            self._gather()
        self.settle()
        self._failures = []  # of a turn that was broken off
        began = perf_counter()
        try:
            self._task = task
            self._begin_turn()
            task(0)
            self._wait(perf_counter() - began)
        except BaseException:
            self.settle()
            raise
        finally:
            self._task = None  # nothing of it is kept: a batch that is forgotten is to go
            failures, self._failures = self._failures, []
        if failures:
            raise failures.pop()

    def run_short(self, task: Callable[[int], None]) -> None:
        """The same with a task that takes less time than it takes to wake a thread: the caller does
        it alone, unless it is worth their coming in and they are not known to be late."""
        if self._share_short and self._is_patient:
            self.run(task)
        else:
            self.settle()
            for who in range(self.threads):
                task(who)

    def let_in(self, who: int) -> None:
        """The next one can come in."""
        _come_in(self.gate, who)

    def settle(self) -> None:
        """Wait for the end of a turn that was broken off, wherever that was: it is called for once
        more, and everybody is woken."""
        if self._is_open and self._process == os.getpid():
            _call(self.gate, self.threads, self._turn)
            for bell in self._bells[1:]:
                _ring(bell)
            self._wait()

    def dismiss(self) -> None:
        """Let the threads go. They are gathered again if there is a task."""
        self.settle()
        self.let_go()

    def let_go(self) -> None:
        """The same without waiting for anybody: nobody is there who needs the turn. A thread that
        has still to do with it goes afterwards."""
        if self._process == os.getpid():
            self._send_away(self.gate, self._bells)
        self._process = 0

    def _gather(self) -> None:
        """Threads that end with the program, whatever they are waiting for. They do not go along
        into a forked process."""
        self.let_go()
        self._patience = int(PATIENCE / _seconds_of_a_look())
        self._turn, self._is_open = 0, False
        self.gate = gate = self.gate * 0
        self._bells = bells = [Lock() for _ in range(self.threads)]
        for bell in bells:
            bell.acquire()
        try:
            for who in range(1, self.threads):
                Thread(target=self._work, args=(gate, bells, who), daemon=True).start()
            self._process = os.getpid()
        except BaseException:
            self._send_away(gate, bells)
            raise

    def _send_away(self, gate: Any, bells: list[Any]) -> None:
        gate[GONE] = 1
        _call(gate, self.threads, self._turn + 1)
        self.let_in(0)
        for bell in bells[1:]:
            _ring(bell)

    def _begin_turn(self) -> None:
        self._is_open = True
        self._turn += 1
        if _call(self.gate, self.threads, self._turn):
            for who in range(1, self.threads):
                if self.gate[who * WIDTH + WAKE]:
                    _ring(self._bells[who])

    def _wait(self, own: float = 0.0) -> None:
        """Until all have done the turn, for which the caller took so many seconds itself."""
        looks = LITTLE_PATIENCE
        if self._is_patient:
            looks = max(self._patience, int(min(own / 4, MOST_PATIENCE) / _seconds_of_a_look()))
        in_time = _wait_for_all(self.gate, self.threads, self._turn, looks)
        while not (in_time or _wait_for_all(self.gate, self.threads, self._turn, 1)):
            if _sleep_over(self.gate, self.threads, self._turn):
                self._bells[0].acquire()
        self._judge(in_time)
        self._is_open = False

    def _judge(self, in_time: bool) -> None:
        """Lose patience if that has taken long again and again, and try anew after a while."""
        if not self._is_patient:
            self._until -= 1
            if self._until <= 0:
                self._is_patient, self._late = True, 0
        elif not in_time:
            self._late += LATE
            if self._late >= TOO_LATE:
                self._is_patient, self._until = False, self._break
                self._break = min(2 * self._break, BREAKS[1])
        elif self._late:
            self._late -= 1
        else:
            self._break = BREAKS[0]

    def _work(self, gate: Any, bells: list[Any], who: int) -> None:
        """What a thread does until it is let go. Gate and bells are not those of `self` any more
        when others have been gathered."""
        turn = 0
        while True:
            turn += 1
            while True:
                patience = self._patience if self._is_patient else LITTLE_PATIENCE
                word = _next(gate, who, turn, patience)
                if gate[GONE]:
                    _come_in(gate, who)  # for the next one to go
                    return
                if word == COME:
                    break
                if word == RING:
                    _ring(bells[0])
                elif _lie_down(gate, who, turn):
                    bells[who].acquire()
            self._do(who)

    def _do(self, who: int) -> None:
        """The task of this turn."""
        task = self._task
        try:
            if task is not None:  # or the caller was called away, and away again
                task(who)
        except BaseException as failure:
            self._failures.append(failure)
