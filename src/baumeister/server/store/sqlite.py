"""The store as one SQLite file, for one server process.

Statements are carried out on the event loop, where they take microseconds; only the commit, which
waits for the disk, is given to a thread. Whatever comes meanwhile shares the next commit. Were
the statements carried out in a thread, too, a busy event loop would make each of them wait some
milliseconds for the interpreter's lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, ClassVar

from baumeister.rules.kernel.errors import EnglishOnly, Message, system_reason
from baumeister.server.store.database import (
    Conflict,
    Notice,
    Row,
    Statement,
    StoreError,
    StoreUnavailable,
    Value,
    Watch,
    nobody,
)
from baumeister.server.store.migrations import READ_VERSION, steps_of

fcntl: Any  # missing on Windows: nobody checks there that a store has one server only
try:
    import fcntl
except ImportError:
    fcntl = None

BUSY_SECONDS = 10.0  # how long to wait for another program that writes
BUSY_PAUSE = 0.02
MOST_UNITS = 250  # of one transaction, so that nobody else waits for them more than a moment
SHORT = 100_000  # steps of SQLite's machine: a query that takes a few milliseconds
FIND_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
ABOUT_A_STATEMENT = {
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_RANGE,
    sqlite3.SQLITE_TOOBIG,
}
NOT_OURS = {
    sqlite3.SQLITE_NOTADB: "error.server.store.not_a_database",
    sqlite3.SQLITE_CORRUPT: "error.server.store.damaged",
}


@dataclass(slots=True)
class Unit:
    """A unit of work, who waits for it, and what became of it."""

    statements: Sequence[Statement]
    done: asyncio.Future[None]
    problem: Exception | None = field(default=None)


class SQLiteDatabase:
    """A file; its folder is made if it does not exist."""

    def __init__(self, path: Path) -> None:
        self.watch: Watch = nobody
        self._path = path.resolve()
        self._lock = Lock(self._path)
        self._waiting: list[Unit] = []
        self._busy_since: float | None = None  # when another program was first in the way
        self._working = False  # a batch is under way, or about to begin
        self._open = False

    async def open(self) -> None:
        """Take the file for this process, connect and migrate."""
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._connect)
        self._committer = ThreadPoolExecutor(1, "store-commit")
        self._fetcher = ThreadPoolExecutor(1, "store-fetch")
        self._idle = asyncio.Event()
        self._idle.set()
        self._open = True

    def _connect(self) -> None:
        with told(self._path), contextlib.ExitStack() as on_failure:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            make(self._path)
            self._lock.take()
            on_failure.callback(self._lock.give_back)
            self._writer = on_failure.enter_context(closing(connect(self._path)))
            migrate(self._writer, self._path)
            self._writer.execute("PRAGMA journal_mode = WAL")
            self._writer.execute("PRAGMA synchronous = FULL")
            self._writer.execute("PRAGMA busy_timeout = 0")  # the event loop never waits
            self._reader, self._patient = connect(self._path), connect(self._path)
            for reader in (self._reader, self._patient):
                reader.execute("PRAGMA query_only = ON")
            self._reader.set_progress_handler(lambda: True, SHORT)
            on_failure.pop_all()

    async def close(self) -> None:
        """Finish what was begun, and leave one file without any beside it."""
        if not self._open:
            return
        self._open = False
        await self._idle.wait()
        await asyncio.to_thread(self._disconnect)

    def _disconnect(self) -> None:
        self._committer.shutdown()
        self._fetcher.shutdown()
        for connection in (self._reader, self._patient, self._writer):
            connection.close()
        self._lock.give_back()

    # --- reading ------------------------------------------------------------------------------
    async def fetch(self, sql: str, *values: Value) -> list[Row]:
        """The rows of a query; one that is not short is asked again in a thread."""
        if not self._open:
            raise StoreUnavailable("closed")
        try:
            return self._reader.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_INTERRUPT:
                raise unavailable_or(error) from error
        return await self._loop.run_in_executor(self._fetcher, self._fetch, sql, values)

    def _fetch(self, sql: str, values: tuple[Value, ...]) -> list[Row]:
        try:
            return self._patient.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise unavailable_or(error) from error

    # --- writing ------------------------------------------------------------------------------
    async def write(self, statements: Sequence[Statement], notice: Notice | None = None) -> None:
        """Carry out a unit of work; there is no other process that a notice could go to."""
        if not self._open:
            raise StoreUnavailable("closed")
        unit = Unit(statements, self._loop.create_future())
        self._waiting.append(unit)
        if not self._working:
            self._working = True
            self._idle.clear()
            self._loop.call_soon(self._begin)
        await unit.done

    def _begin(self) -> None:
        """Carry out what waits, and have it committed."""
        units = self._waiting[:MOST_UNITS]
        self._began = self._loop.time()
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            self._busy_since = None
            if not self._carry_out(units):
                self._writer.execute("ROLLBACK")
                self._writer.execute("BEGIN IMMEDIATE")
                self._carry_out_each(units)
        except Exception as error:  # whatever it was, somebody waits for an answer
            if self._is_worth_waiting(error):
                self._loop.call_later(BUSY_PAUSE, self._begin)
            else:
                del self._waiting[: len(units)]
                self._end(units, error)
            return
        del self._waiting[: len(units)]
        commit = self._loop.run_in_executor(self._committer, self._writer.execute, "COMMIT")
        commit.add_done_callback(lambda commit: self._end(units, commit.exception()))

    def _carry_out(self, units: list[Unit]) -> bool:
        """Whether all units could be carried out; if not, nothing is known of any of them."""
        try:
            for unit in units:
                carry_out(self._writer, unit)
        except Exception as error:
            if is_about_the_store(error):
                raise
            return False
        return True

    def _carry_out_each(self, units: list[Unit]) -> None:
        """Carry out those units that can be; the others leave nothing behind."""
        for unit in units:
            self._writer.execute("SAVEPOINT unit")
            try:
                carry_out(self._writer, unit)
            except Exception as error:
                if is_about_the_store(error):
                    raise
                exists = isinstance(error, sqlite3.IntegrityError)
                unit.problem = Conflict(str(error)) if exists else error
                self._writer.execute("ROLLBACK TO unit")
            self._writer.execute("RELEASE unit")

    def _is_worth_waiting(self, error: Exception) -> bool:
        """Whether another program writes just now, and has not done so for long."""
        if primary_code(error) != sqlite3.SQLITE_BUSY or self._writer.in_transaction:
            return False
        if self._busy_since is None:
            self._busy_since = self._loop.time()
        return self._loop.time() < self._busy_since + BUSY_SECONDS

    def _end(self, units: list[Unit], problem: BaseException | None) -> None:
        """Answer those who wait for these units, and go on with the next."""
        self.watch(len(units), self._loop.time() - self._began, problem is None)
        if problem is not None:
            self._busy_since = None
            with contextlib.suppress(sqlite3.Error):  # SQLite may have done it by itself
                self._writer.execute("ROLLBACK")
        for unit in units:
            if unit.done.done():  # cancelled
                continue
            if problem is not None:
                unit.done.set_exception(StoreUnavailable(str(problem)))
            elif unit.problem is not None:
                unit.done.set_exception(unit.problem)
            else:
                unit.done.set_result(None)
        self._loop.call_soon(self._go_on)  # after those who were answered now

    def _go_on(self) -> None:
        if self._waiting:
            self._begin()
        else:
            self._working = False
            self._idle.set()

    async def listen(self, hear: Callable[[Notice], None]) -> None:
        """Nobody else is there to be heard."""


def carry_out(connection: sqlite3.Connection, unit: Unit) -> None:
    """The statements of a unit; Conflict if one changes another number of rows than it has to."""
    for statement in unit.statements:
        changed = connection.execute(statement.sql, statement.values).rowcount
        if statement.changes is not None and changed != statement.changes:
            raise Conflict(f"{changed} rows changed, not {statement.changes}")


def primary_code(error: BaseException) -> int | None:
    """SQLite's number of an error; None if it has none."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def is_about_the_store(error: Exception) -> bool:
    """Whether no statement could be done now, whatever it says."""
    code = primary_code(error)
    return code is not None and code not in ABOUT_A_STATEMENT


def unavailable_or(error: sqlite3.Error) -> Exception:
    """What whoever asked is told."""
    return StoreUnavailable(str(error)) if is_about_the_store(error) else error


# --- files ------------------------------------------------------------------------------------
def connect(path: Path, mode: str = "rwc") -> sqlite3.Connection:
    """A connection that begins and ends transactions only when it is told to."""
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.execute("PRAGMA foreign_keys = OFF")
    return connection


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """What SQLite or the system says against a file, as a StoreError."""
    try:
        yield
    except OSError as error:
        why = system_reason(error)
        raise StoreError("error.server.store.unusable", place=path, reason=why) from error
    except sqlite3.Error as error:
        code = primary_code(error) or 0
        if code in NOT_OURS:
            raise StoreError(NOT_OURS[code], place=path) from error
        reason = EnglishOnly(str(error), Message("error.server.store.sqlite", code=code))
        raise StoreError("error.server.store.unusable", place=path, reason=reason) from error


def make(path: Path) -> None:
    """An empty file, if there is none, that its owner alone may read: secrets come into it."""
    os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))


def version_of(connection: sqlite3.Connection) -> tuple[list[str], str | None]:
    """The tables of a file, and the version of its schema if it is ours."""
    found = [str(name) for (name,) in connection.execute(FIND_TABLES)]
    if "meta" not in found:
        return found, None
    try:
        row = connection.execute(READ_VERSION).fetchone()
    except sqlite3.OperationalError:
        return found, None
    return found, None if row is None else str(row[0])


def migrate(connection: sqlite3.Connection, path: Path, last: int | None = None) -> None:
    """Bring the schema up to date; whoever comes at the same time waits."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for sql in steps_of(str(path), *version_of(connection), last):
            connection.execute(sql)
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


class Lock:
    """Keeps a second server process away from a file, until this process ends.

    It lies in a file beside the store, because closing the store's own file anywhere in the
    process would end SQLite's locks; and it is not handed down to child processes.
    """

    held: ClassVar[set[Path]] = set()  # by this process, which its own locks do not stop

    def __init__(self, path: Path) -> None:
        self._store = path
        self._path = path.with_name(f"{path.name}-lock")
        self._file: IO[str] | None = None

    def take(self) -> None:
        """Lock; StoreError if another server has the store."""
        if self._store in self.held:
            raise StoreError("error.server.store.taken", place=self._store, process=os.getpid())
        while fcntl is not None and self._file is None:
            file = self._path.open("a+")
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if self._is(file):  # else the other server has just gone and removed it
                    self._file = file
            except (BlockingIOError, PermissionError) as error:
                file.seek(0)
                process = file.read(20).strip() or "?"
                raise StoreError(
                    "error.server.store.taken", place=self._store, process=process
                ) from error
            finally:
                if self._file is None:
                    file.close()
        if self._file is not None:
            self._file.truncate(0)
            self._file.write(f"{os.getpid()}\n")
            self._file.flush()
        self.held.add(self._store)

    def _is(self, file: IO[str]) -> bool:
        """Whether the file that is open here is the one that others find."""
        try:
            return os.path.samestat(os.fstat(file.fileno()), self._path.stat())
        except FileNotFoundError:
            return False

    def give_back(self) -> None:
        """Let others have the store."""
        self.held.discard(self._store)
        if self._file is not None:
            self._path.unlink(missing_ok=True)
            self._file.close()
            self._file = None
