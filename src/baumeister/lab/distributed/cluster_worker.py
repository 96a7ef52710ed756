"""What runs on the workers of a cluster: a batch of tasks in a process of its own.

A thread of a Dask worker hands its batch to a child process and waits. So a worker with many
threads uses as many cores and stays reachable while bots think.
"""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import current_process
from pathlib import Path
from time import perf_counter
from typing import Any

from baumeister.kernel.errors import UserError
from baumeister.lab.distributed.scheduler import LocalProcesses, Outcome
from baumeister.lab.distributed.task_files import unpack, use_sent_modules
from baumeister.lab.distributed.versions import versions

IDLE = 60.0  # seconds after which an idle process is ended

Files = Mapping[str, bytes]  # content by path


class OtherVersions(UserError):
    """A worker whose versions differ, so that its results would, too."""


@dataclass(frozen=True)
class Batch:
    """Tasks that one worker runs together."""

    tasks: Sequence[bytes]  # packed pairs of work and task
    versions: Mapping[str, str]  # of the client
    modules: str = ""  # name of the files with custom modules


@dataclass(frozen=True)
class Done:
    """The outcome of a batch."""

    outcomes: Sequence[Outcome[int, bytes]]  # the tasks as their numbers in the batch
    seconds: float


def carry(files: Files) -> Files:
    """Files as a task: Dask ships its result to the workers that need it."""
    return files


def do(batch: Batch, files: Mapping[str, Files]) -> Done:
    """Run the tasks of a batch."""
    from distributed import get_worker

    worker = get_worker()
    check(batch.versions, worker.address)
    folder = Path(worker.local_directory) / "baumeister"
    places = {name: _unpacked(folder / name, files) for name, files in files.items()}
    named = {name: place / next(iter(files[name])) for name, place in places.items()}
    modules = str(places[batch.modules]) if batch.modules else ""
    begin = perf_counter()
    with _process(modules) as process:
        tasks = [_Parcel(k, task, named, modules) for k, task in enumerate(batch.tasks)]
        outcomes = [
            Outcome(outcome.task.number, outcome.result, outcome.problem, outcome.again)
            for outcome in process.run(_open, tasks)
        ]
    return Done(outcomes, perf_counter() - begin)


def check(expected: Mapping[str, str], worker: str = "") -> None:
    """OtherVersions unless this machine has the versions that are expected."""
    ours = versions()
    for key, value in expected.items():
        if ours.get(key) != value:
            values = {"what": key, "theirs": ours.get(key), "ours": value}
            raise OtherVersions("cluster.error.versions", worker=worker, **values)


# --- processes --------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Parcel:
    number: int
    packed: bytes
    files: Mapping[str, Path]
    modules: str


def _open(parcel: _Parcel) -> bytes:
    """In the child process: run one task; its result stays pickled until the client reads it."""
    if parcel.modules:
        use_sent_modules(parcel.modules)
    work: Callable[[Any], Any]
    work, task = unpack(parcel.packed, parcel.files)
    return pickle.dumps(work(task), pickle.HIGHEST_PROTOCOL)


_lock = threading.Lock()
_idle: list[tuple[str, float, LocalProcesses]] = []  # own modules, since when, the process
_tidying: list[threading.Timer] = []  # the one that looks after idle processes, if any


@contextmanager
def _process(modules: str) -> Iterator[LocalProcesses]:
    """A process with these custom modules and no others: one that is idle, or a new one."""
    current_process().daemon = False  # Dask's workers are daemons, which may have no children
    with _lock:
        fitting = [entry for entry in _idle if entry[0] == modules]
        if fitting:
            _idle.remove(fitting[-1])
    process = fitting[-1][2] if fitting else LocalProcesses(1)
    try:
        yield process
    finally:
        with _lock:
            _idle.append((modules, perf_counter(), process))
            if not _tidying:
                _tidy_later()


def _tidy_later() -> None:
    timer = threading.Timer(IDLE, _tidy)
    timer.daemon = True
    _tidying.append(timer)
    timer.start()


def _tidy() -> None:
    """End the processes that have been idle for too long."""
    with _lock:
        _tidying.clear()
        old = [entry for entry in _idle if perf_counter() - entry[1] > IDLE]
        for entry in old:
            _idle.remove(entry)
        if _idle:
            _tidy_later()
    for _, _, process in old:
        process.close()


def _unpacked(folder: Path, files: Files) -> Path:
    """The folder with these files in it."""
    with _lock:
        if not folder.exists():
            new = folder.with_name(folder.name + ".new")
            for name, content in files.items():
                (new / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).write_bytes(content)
            with suppress(OSError):  # another worker of this machine was faster
                new.rename(folder)
    return folder
