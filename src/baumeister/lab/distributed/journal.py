"""The finished tasks of a run, on disk, so that an interrupted run can be resumed.

A journal is a text file. Its first line has the parameters of the run, every further line the
result of one finished task: {"key": …, "result": …}. The file is append-only. A run that is
started again with the same parameters takes the finished tasks from the journal and runs the rest;
one with other parameters is rejected. The task of a truncated last line is run again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock, Timer
from time import monotonic
from types import TracebackType
from typing import Any, Generic, NamedTuple, TypeVar

from baumeister.kernel.errors import Message, UserError
from baumeister.lab.distributed.deferred_signals import signals_deferred
from baumeister.lab.distributed.scheduler import Outcome, Scheduler
from baumeister.lab.distributed.versions import differences

T = TypeVar("T")
R = TypeVar("R")

FORMAT, VERSION = "baumeister-journal", 1
SYNC = 0.2  # seconds at most between a line and the moment when it outlives a power failure


class JournalError(UserError):
    """A file that is not a journal, or a journal of a run with other parameters."""


class JournalCodec(NamedTuple, Generic[T, R]):
    """How the results of a kind of task are stored."""

    key: Callable[[T], str]  # names a task; the same in every run
    to_json: Callable[[R], Any]
    from_json: Callable[[T, Any], R]


class Journal:
    """A journal that is open for writing, and locked against other writers."""

    def __init__(self, path: Path, asked: Mapping[str, Any]) -> None:
        """Open a journal or begin one; JournalError if it belongs to another run.

        `asked` is everything that results depend on, as JSON.
        """
        self.path = path
        self._places: dict[str, tuple[int, int]] = {}  # where a line begins, and its number
        self._lines = 0
        self._synced = 0.0
        self._syncing = Lock()
        self._later: Timer | None = None  # syncs a line that came soon after another
        if path.exists() and not path.is_file():  # it has to be read again
            raise JournalError("journal.error.no_file", path=path)
        self._file = open(path, "a+b")  # noqa: SIM115
        try:
            _lock(self._file.fileno(), path)
            self._read(json.loads(json.dumps(asked)))
        except BaseException:
            self._file.close()
            raise

    def __len__(self) -> int:
        """How many results there are."""
        return len(self._places)

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def __getitem__(self, key: str) -> Any:
        self._file.seek(self._places[key][0])
        return json.loads(self._file.readline())["result"]

    def damaged(self, key: str) -> JournalError:
        """The error for a result that cannot be read."""
        return JournalError("journal.error.line", path=self.path, line=self._places[key][1])

    def add(self, key: str, result: Any) -> None:
        """Append a result."""
        with signals_deferred():
            self._places[key] = self._write({"key": key, "result": result})

    def close(self) -> None:
        """Sync everything to disk."""
        if self._later is not None:
            self._later.cancel()
        with self._syncing:
            if not self._file.closed:
                os.fsync(self._file.fileno())
                self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, line: Mapping[str, Any]) -> tuple[int, int]:
        """Where the line begins, and its number. The line survives a kill, and once synced also a
        power failure."""
        place = self._file.seek(0, os.SEEK_END)
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        self._file.write(text.encode() + b"\n")
        self._file.flush()
        if monotonic() - self._synced >= SYNC:
            self._sync()
        elif self._later is None:
            self._later = Timer(SYNC, self._sync)
            self._later.daemon = True
            self._later.start()
        self._lines += 1
        return place, self._lines

    def _sync(self) -> None:
        """Make all lines that were written so far survive a power failure."""
        with self._syncing:
            self._later = None
            if not self._file.closed:
                os.fsync(self._file.fileno())
                self._synced = monotonic()

    def _read(self, asked: Mapping[str, Any]) -> None:
        self._file.seek(0)
        first = self._file.readline()
        if not first.endswith(b"\n"):  # new, or cut off in its very first line
            if not FIRST.startswith(first[: len(FIRST)]):
                raise JournalError("journal.error.format", path=self.path)
            self._file.truncate(0)
            self._write({"format": FORMAT, "version": VERSION, "asked": asked})
            _sync_folder(self.path.parent)
            return
        self._check(first, asked)
        self._lines, place = 1, self._file.tell()
        for line in iter(self._file.readline, b""):
            if not line.endswith(b"\n"):
                self._file.truncate(place)
                return
            self._lines += 1
            key = _key_of(line)
            if key is None:
                raise JournalError("journal.error.line", path=self.path, line=self._lines)
            self._places[key] = place, self._lines
            place = self._file.tell()

    def _check(self, first: bytes, asked: Mapping[str, Any]) -> None:
        try:
            header = json.loads(first)
            was = header["asked"] if header["format"] == FORMAT else None
            version = header["version"]
        except (ValueError, KeyError, TypeError):
            was = None
        if not isinstance(was, dict):
            raise JournalError("journal.error.format", path=self.path)
        if version != VERSION:
            raise JournalError("journal.error.version", path=self.path, version=version)
        for key in differences(was, asked):
            values = {"what": key, "before": _shown(was.get(key)), "now": _shown(asked.get(key))}
            raise JournalError("journal.error.other", path=self.path, **values)


def asked_in(path: Path) -> Mapping[str, Any]:
    """The parameters of the run that a journal belongs to; nothing if it has not begun or is no
    journal."""
    try:
        with open(path, "rb") as file:
            asked = json.loads(file.readline())["asked"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}
    return asked if isinstance(asked, dict) else {}


FIRST = json.dumps({"format": FORMAT}, separators=(",", ":"))[:-1].encode()  # a header begins so


def _key_of(line: bytes) -> str | None:
    """The key of a line that holds a result; None if it is damaged."""
    try:
        kept = json.loads(line)
    except (ValueError, RecursionError):
        return None
    is_whole = isinstance(kept, dict) and isinstance(kept.get("key"), str) and "result" in kept
    return kept["key"] if is_whole else None


def _shown(value: Any) -> str | Message:
    if value is None or value in ({}, []):
        return Message("journal.nothing")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _sync_folder(folder: Path) -> None:
    """Make a new file survive a power failure, where the system can sync folders."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _lock(file: int, path: Path) -> None:
    """JournalError if another process has locked it; without file locks, nothing."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise JournalError("journal.error.busy", path=path) from error
    except OSError:  # a file system without locks
        return


def run(
    scheduler: Scheduler,
    work: Callable[[T], R],
    tasks: Sequence[T],
    journal: Journal | None,
    codec: JournalCodec[T, R],
) -> Iterator[Outcome[T, R]]:
    """`scheduler.run(work, tasks)` with a journal: what is in it comes first, the rest is added."""
    if journal is None:
        yield from scheduler.run(work, tasks)
        return
    key, to_json = codec.key, codec.to_json
    for task in tasks:
        if key(task) in journal:
            yield Outcome(task, _kept(journal, task, codec))
    for outcome in scheduler.run(work, [task for task in tasks if key(task) not in journal]):
        if outcome.problem is None and outcome.result is not None:
            journal.add(key(outcome.task), to_json(outcome.result))
        yield outcome


def _kept(journal: Journal, task: T, codec: JournalCodec[T, R]) -> R:
    """The result of a task; JournalError with its line if it cannot be the result of this task."""
    key = codec.key(task)
    try:
        return codec.from_json(task, journal[key])
    except Exception as error:  # the line may hold anything
        raise journal.damaged(key) from error
