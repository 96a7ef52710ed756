"""Runs tasks: tasks in, outcomes out, in processes of this machine.

Everything that plays many games gives its tasks to a `Scheduler` and receives outcomes as they
come. `LocalProcesses` starts its own processes. If a process dies, only its current task is lost:
a new process replaces it, and the task is tried again a few times. `cluster.DaskCluster` does the
same on many machines.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Protocol, TypeVar

from baumeister.lab.distributed.worker_process import start_worker

T = TypeVar("T")
R = TypeVar("R")

TRIES_DIED = 3  # attempts at a task whose processes die
TRIES_RAISED = 2  # attempts at a task that raises an exception: most would do so again
PATIENCE = 5.0  # seconds to wait for the exit code of a process that closed its connection


class WorkerDied(Exception):
    """A process ended in the middle of a task."""

    def __init__(self, exit_code: int | None) -> None:
        super().__init__(exit_code)
        self.exit_code = exit_code  # below 0: the number of the signal; None: its machine is gone

    def __str__(self) -> str:
        if self.exit_code is None:
            return "the worker was lost"
        return f"the process ended with exit code {self.exit_code}"


@dataclass(frozen=True)
class Outcome(Generic[T, R]):
    """One attempt at one task: it has a result or a problem."""

    task: T
    result: R | None = None
    problem: Exception | None = None
    again: bool = False  # whether the task will be tried again


class Scheduler(Protocol):
    """Something that runs tasks."""

    def run(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[Outcome[T, R]]:
        """`work(task)` for every task, each outcome as soon as it is there, in any order.

        `work` must be a module-level function; tasks and results must be picklable.
        """

    @property
    def workers(self) -> int:
        """The number of workers, as far as is known now."""

    def close(self) -> None:
        """Shut down; unfinished tasks are dropped."""


class TaskQueue(Generic[T]):
    """Tasks that wait, and how often each of them has failed."""

    def __init__(self, tasks: Sequence[T]) -> None:
        self.waiting = deque((task, 0) for task in tasks)

    def failed(self, task: T, failures: int, problem: Exception) -> Outcome[T, Any]:
        """An attempt has failed: the task is put first in the queue again, or given up."""
        tries = TRIES_DIED if isinstance(problem, WorkerDied) else TRIES_RAISED
        again = failures + 1 < tries
        if again:
            self.waiting.appendleft((task, failures + 1))
        return Outcome(task, problem=problem, again=again)


class Here:
    """Runs tasks in this process, one after the other."""

    workers = 1

    def run(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[Outcome[T, R]]:
        """See Scheduler."""
        queue = TaskQueue(tasks)
        while queue.waiting:
            task, failures = queue.waiting.popleft()
            try:
                result = work(task)
            except Exception as problem:
                yield queue.failed(task, failures, problem)
            else:
                yield Outcome(task, result)

    def close(self) -> None:
        """Nothing to shut down."""


class LocalProcesses:
    """Runs tasks in several processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._workers: list[_Worker] = []

    def run(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[Outcome[T, R]]:
        """See Scheduler. The processes stay for the next run."""
        queue = TaskQueue(tasks)
        try:
            self._hand_out(work, queue)
            while busy := [worker for worker in self._workers if worker.busy]:
                ready = wait([worker.connection for worker in busy])
                heard: list[Outcome[T, R]] = [
                    self._hear(worker, queue) for worker in busy if worker.connection in ready
                ]
                self._hand_out(work, queue)
                yield from heard
        finally:  # the caller may stop early: drop the rest
            for worker in [worker for worker in self._workers if worker.busy]:
                self._workers.remove(worker)
                worker.end()

    @property
    def workers(self) -> int:
        """See Scheduler."""
        return self._jobs

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.end()
        self._workers = []

    def _hand_out(self, work: Callable[[T], R], queue: TaskQueue[T]) -> None:
        """Give every idle process a task, as long as there are tasks."""
        while queue.waiting:
            idle = [worker for worker in self._workers if not worker.busy]
            if not idle and len(self._workers) >= self._jobs:
                return
            if not idle:
                idle = [_Worker()]
                self._workers += idle
            if idle[0].take(work, *queue.waiting[0]):
                queue.waiting.popleft()
            else:
                self._workers.remove(idle[0])
                idle[0].end()

    def _hear(self, worker: _Worker, queue: TaskQueue[T]) -> Outcome[T, R]:
        """Handle the message of a process: how its task ended."""
        try:
            kind, value = worker.connection.recv()
        except (EOFError, OSError):
            self._workers.remove(worker)
            kind, value = "raised", WorkerDied(worker.end(PATIENCE))
        except Exception as unreadable:
            kind, value = "raised", unreadable
        worker.busy = False
        if kind == "raised":
            return queue.failed(worker.task, worker.failures, value)
        return Outcome(worker.task, value)


class _Worker:
    """A process, and the task that it is running."""

    def __init__(self) -> None:
        self._process, self.connection = start_worker(_serve)
        self.busy = False
        self.task: Any = None
        self.failures = 0

    def take(self, work: Callable[[T], R], task: T, failures: int) -> bool:
        """Start a task; False if the process is gone."""
        try:
            self.connection.send((work, task))
        except OSError:
            return False
        self.busy, self.task, self.failures = True, task, failures
        return True

    def end(self, patience: float = 0.0) -> int | None:
        """End the process, by force after so many seconds; its exit code."""
        self.connection.close()
        self._process.join(patience)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        return self._process.exitcode


def _serve(connection: Connection[Any, Any]) -> None:
    """The main loop of a process: receive a task, run it, send how it ended."""
    while True:
        work, task = connection.recv()
        try:
            message = ("done", work(task))
        except Exception as problem:
            message = ("raised", _portable(problem))
        connection.send(message)


def _portable(problem: Exception) -> Exception:
    """The exception itself if it can be pickled."""
    try:
        copy = pickle.loads(pickle.dumps(problem))
    except Exception:
        copy = None
    return problem if isinstance(copy, type(problem)) else RuntimeError(str(problem))
