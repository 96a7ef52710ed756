"""A scheduler that runs tasks on the workers of a running Dask cluster.

`scheduler_for` chooses between this process, processes of this machine and a cluster. A cluster
gets *batches* of tasks, each of about a second by estimate, and never more of them than its workers
need to stay busy. Dask itself gives a batch to another worker if one is lost. docs/many-machines.md
says how to start a cluster, docs/decisions/0013-many-machines.md gives the reasons.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import pickle
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar
from uuid import uuid4

from baumeister.kernel.errors import EnglishOnly, Message, UserError
from baumeister.lab.distributed.cluster_worker import (
    Batch,
    Done,
    Files,
    OtherVersions,
    carry,
    check,
    do,
)
from baumeister.lab.distributed.scheduler import (
    Here,
    LocalProcesses,
    Outcome,
    Scheduler,
    TaskQueue,
    WorkerDied,
)
from baumeister.lab.distributed.task_files import digest_of, own_modules, pack
from baumeister.lab.distributed.versions import versions
from baumeister.lab.tracebacks import what

T = TypeVar("T")
R = TypeVar("R")

CONNECT = 5.0  # seconds in which a scheduler must answer
BATCH_SECONDS = 1.0  # of work in a batch
MOST_TASKS = 1000  # in a batch
AHEAD = 2  # batches for each thread of a worker: one at work, one waiting
LOOK = 1.0  # seconds between two looks at who is there
PAUSE = 0.01  # seconds between two looks at what is finished


class ClusterError(UserError):
    """A cluster that cannot be reached or used; the message says what to do."""


class ClusterLost(ClusterError):
    """The connection to the cluster was lost."""


def scheduler_for(
    jobs: int, cluster: str | None = None, bots: Iterable[str] = (), tasks: int | None = None
) -> Scheduler:
    """The scheduler for a run: a cluster, if there is an address; this process, if one is enough;
    otherwise so many local processes (0: one for each core).

    `bots` are all that will play, `tasks` is the number of tasks, if known.
    """
    if cluster is not None:
        return DaskCluster(cluster, bots)
    jobs = jobs or os.cpu_count() or 1
    if tasks is not None:
        jobs = max(1, min(jobs, tasks))
    return Here() if jobs == 1 else LocalProcesses(jobs)


class DaskCluster:
    """Runs tasks on the workers of a Dask cluster."""

    def __init__(self, address: str, bots: Iterable[str] = ()) -> None:
        """Connect; `address` is tcp://host:port, host:port or a scheduler file, `bots` are those
        whose own modules the workers need."""
        self.address = address
        self._modules = own_modules(bots)  # may raise, so before connecting
        self._client = _connect(address)
        self._numbers = count()
        self._run_id = uuid4().hex[:12]
        self._files: dict[Path, tuple[tuple[int, int], str, Any]] = {}
        self._threads: dict[str, int] = {}
        self._looked = 0.0
        self.watch: Callable[[int, int, int], None] | None = None  # lost, come, there now
        try:
            self._check_workers()
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> int:
        """See Scheduler."""
        self._look()
        return len(self._threads)

    def run(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[Outcome[T, R]]:
        """See Scheduler."""
        from distributed import as_completed

        queue, pace = TaskQueue(tasks), _Pace()
        flying: dict[Any, list[tuple[T, int]]] = {}
        finished = as_completed(loop=self._client.loop, with_results=True, raise_errors=False)
        try:
            while queue.waiting or flying:
                self._look()
                self._hand_out(work, queue, flying, finished, pace)
                ready = finished.next_batch(block=False)
                for future, result in ready:
                    batch = flying.pop(future)
                    if future.status == "finished":
                        done: Done = result
                        pace.took(done.seconds, len(batch))
                        yield from _outcomes(batch, done)
                    else:
                        problem = self._what_happened(future, result)
                        yield from [queue.failed(task, n, problem) for task, n in batch]
                if not ready:
                    sleep(PAUSE)
        finally:  # the caller may stop early: drop the rest
            finished.clear()
            if flying and self._client.status == "running":
                self._client.cancel(list(flying))

    def close(self) -> None:
        """Disconnect from the cluster, which keeps running."""
        self._files.clear()
        self._client.close(timeout=CONNECT)

    # --- handing out ------------------------------------------------------------------------
    def _hand_out(
        self,
        work: Callable[[T], R],
        queue: TaskQueue[T],
        flying: dict[Any, list[tuple[T, int]]],
        finished: Any,
        pace: _Pace,
    ) -> None:
        """Submit batches until every thread has enough to do."""
        threads = max(1, sum(self._threads.values()))
        while queue.waiting and len(flying) < AHEAD * threads:
            size = pace.size(len(queue.waiting), threads)
            batch = [queue.waiting.popleft() for _ in range(size)]
            future = self._submit(work, [task for task, _ in batch])
            flying[future] = batch
            finished.add(future)

    def _submit(self, work: Callable[[T], R], tasks: Sequence[T]) -> Any:
        files: dict[str, Any] = {}

        def send(path: Path) -> str:
            name, files[name] = self._sent(path)
            return name

        packed = [pack((work, task), send) for task in tasks]
        modules = ""
        if self._modules:
            modules = digest_of(self._modules)
            files[modules] = self._carried(modules, self._modules)
        key = f"baumeister-{self._run_id}-{next(self._numbers)}"
        batch = Batch(packed, versions(), modules)
        return self._client.submit(do, batch, files, key=key)

    def _sent(self, path: Path) -> tuple[str, Any]:
        """Send a file: its name on the workers, and the future of its content."""
        path = path.resolve()
        stat = path.stat()
        state = stat.st_mtime_ns, stat.st_size
        if path not in self._files or self._files[path][0] != state:
            content = path.read_bytes()
            name = hashlib.sha256(path.name.encode() + b"\0" + content).hexdigest()[:16]
            self._files[path] = state, name, self._carried(name, {path.name: content})
        return self._files[path][1:]

    def _carried(self, name: str, files: Files) -> Any:
        return self._client.submit(carry, files, key=f"baumeister-files-{name}")

    # --- looking at the cluster -------------------------------------------------------------
    def _look(self) -> None:
        """Refresh the list of workers now and then; ClusterError if there is no scheduler."""
        if monotonic() - self._looked < LOOK:
            return
        before = set(self._threads)
        try:
            self._threads = self._client.nthreads()
        except Exception as error:
            raise self._lost() from error
        self._looked = monotonic()
        now = set(self._threads)
        if self.watch is not None and now != before:
            self.watch(len(before - now), len(now - before), len(now))

    def _check_workers(self) -> None:
        """Reject workers with other versions; those that join later check themselves."""
        self._look()
        found = self._client.run(check, versions(), on_error="return")
        for worker, problem in found.items():
            if isinstance(problem, Exception):
                raise self._unfit(worker, problem)

    def _unfit(self, worker: str, problem: Exception) -> UserError:
        if isinstance(problem, OtherVersions):
            return OtherVersions("cluster.error.versions", **{**problem.values, "worker": worker})
        missing = re.search(r"No module named '([\w.]+)'", str(problem))  # Dask wraps it
        if missing is not None:
            lacks = Message("error.bot.no_module", module=missing[1])
            return ClusterError("cluster.error.not_installed", worker=worker, problem=lacks)
        return ClusterError("cluster.error.worker", worker=worker, problem=what(problem))

    def _what_happened(self, future: Any, result: Any) -> WorkerDied:
        """Why there is no result: workers were lost, again and again; anything else is raised."""
        from distributed import KilledWorker

        problem = result[1] if isinstance(result, tuple) else result
        if isinstance(problem, KilledWorker):
            return WorkerDied(None)
        if isinstance(problem, OtherVersions):
            raise problem
        if future.status == "cancelled" or isinstance(problem, CancelledError):
            raise self._lost()
        raise self._unfit(self.address, problem)

    def _lost(self) -> ClusterLost:
        return ClusterLost("cluster.error.lost", address=self.address)


class _Pace:
    """How long tasks take, which gives the size of a batch."""

    def __init__(self) -> None:
        self._seconds: float | None = None  # for a task, the later ones counting more

    def took(self, seconds: float, tasks: int) -> None:
        """A batch is finished."""
        each = seconds / tasks
        self._seconds = each if self._seconds is None else (self._seconds + each) / 2

    def size(self, waiting: int, threads: int) -> int:
        """The size of the next batch; smaller towards the end, so that all finish together."""
        if self._seconds is None:
            return 1
        wanted = int(BATCH_SECONDS / max(self._seconds, BATCH_SECONDS / MOST_TASKS))
        return max(1, min(wanted, waiting // (AHEAD * threads)))


def _outcomes(batch: Sequence[tuple[T, int]], done: Done) -> Iterator[Outcome[T, Any]]:
    for outcome in done.outcomes:
        result = None if outcome.result is None else pickle.loads(outcome.result)
        yield Outcome(batch[outcome.task][0], result, outcome.problem, outcome.again)


# --- connecting -------------------------------------------------------------------------------
def _connect(address: str) -> Any:
    if find_spec("distributed") is None:
        raise ClusterError("cluster.error.missing")
    from distributed import Client

    for name in ("batched", "client", "comm", "core", "utils"):  # we report what is wrong ourselves
        logging.getLogger(f"distributed.{name}").setLevel(logging.CRITICAL)
    scheduler = _scheduler_at(address)
    try:
        asyncio.run(_knock(scheduler))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # other versions of Dask: the check of ours decides
            return Client(scheduler, timeout=CONNECT, set_as_default=False)
    except Exception as error:
        raise ClusterError(
            "cluster.error.unreachable", address=address, problem=_why_not(error)
        ) from error


async def _knock(scheduler: str) -> None:
    """Raise unless a Dask scheduler answers: a `Client` would keep trying for long."""
    from distributed import Security
    from distributed.core import connect

    security = Security().get_connection_args("client")
    comm = await asyncio.wait_for(connect(scheduler, timeout=CONNECT, **security), CONNECT + 1)
    await comm.close()


def _scheduler_at(address: str) -> str:
    """The address itself, or the one that a scheduler file holds."""
    path = Path(address)
    if path.suffix != ".json" and not path.is_file():
        return address
    try:
        found = json.loads(path.read_text(encoding="utf-8"))["address"]
    except FileNotFoundError as error:
        raise ClusterError("cluster.error.no_file", path=path) from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ClusterError("cluster.error.file", path=path) from error
    return str(found)


def _why_not(error: Exception) -> object:
    """Why the scheduler could not be reached; in English with the library's message, if useful."""
    words = " ".join(str(error).split())
    if isinstance(error, (OSError, TimeoutError)):
        silence = Message("cluster.error.no_answer")
        return EnglishOnly(words, silence) if words else silence
    if isinstance(error, ValueError):
        return EnglishOnly(words, Message("cluster.error.address"))
    if isinstance(error, TypeError):
        return Message("cluster.error.tls")
    return Message("cluster.error.not_dask")
