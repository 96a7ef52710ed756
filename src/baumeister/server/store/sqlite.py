"""The store as one SQLite file, for one server process.

Statements run on the event loop, where they take microseconds; only the commit, which waits for the
disk, runs in a thread. Units that arrive meanwhile share the next commit. If statements ran in a
thread, too, each would wait some milliseconds for the GIL while the event loop is busy.

After an error of the disk nothing is acknowledged, all connections are closed, and the file is
opened again before the next statement; nor is anything acknowledged after somebody has deleted or
replaced the files (docs/decisions/0015-faulty-disks.md).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import IO, Any, ClassVar

from baumeister.kernel.errors import EnglishOnly, Message, system_reason
from baumeister.server.store.database import (
    Conflict,
    Damaged,
    Notice,
    Row,
    Statement,
    StoreError,
    StoreGone,
    StoreUnavailable,
    Unit,
    Value,
    Watch,
    nobody,
)
from baumeister.server.store.migrations import READ_VERSION, steps_of

fcntl: Any  # missing on Windows, where a second server is not kept away from a store
try:
    import fcntl
except ImportError:
    fcntl = None

BUSY_SECONDS = 10.0  # how long to wait for another program that writes
BUSY_PAUSE = 0.02
MOST_UNITS = 250  # of one transaction, so that it ends soon
MOST_WAL = 4 << 20  # bytes of the WAL before it is copied into the file: SQLite's 1,000 pages
SHORT = 100_000  # steps of SQLite's virtual machine, a few milliseconds
COPY_WAL = "PRAGMA wal_checkpoint(TRUNCATE)"
COMPLETE, NEEDS_WAL = 0, 1  # what the file says about itself: PRAGMA user_version
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


class SQLiteDatabase:
    """A file; its folder is made if it does not exist."""

    def __init__(self, path: Path) -> None:
        self.watch: Watch = nobody
        self.shared = False
        self._path = path.resolve()
        self._wal = wal_of(self._path)
        self._lock = Lock(self._path)
        self._files: dict[Path, FileId] = {}  # those that are open
        self._waiting: list[Unit] = []
        self._busy_since: float | None = None  # since when another program holds the lock
        self._working = False  # a batch is under way, or about to begin
        self._open = False
        self._faulty: str | None = None  # why the file has to be opened again, if it has to
        self._singly = 0  # units to be carried out alone, because one of them meets damage
        self._reopening: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Lock the file for this process, connect and migrate."""
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._take)
        self._committer = ThreadPoolExecutor(1, "store-commit")
        self._fetcher = ThreadPoolExecutor(1, "store-fetch")
        self._idle = asyncio.Event()
        self._idle.set()
        self._open = True

    def _take(self) -> None:
        with as_store_error(self._path), contextlib.ExitStack() as on_failure:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            make(self._path)
            self._lock.take()
            on_failure.callback(self._lock.give_back)
            check_complete(self._path)
            self._connect()
            on_failure.pop_all()

    def _connect(self) -> None:
        make_durable(self._path)
        with contextlib.ExitStack() as on_failure:
            self._writer = on_failure.enter_context(closing(connect(self._path)))
            self._writer.execute("PRAGMA wal_autocheckpoint = 0")  # it would hide errors
            migrate(self._writer, self._path)
            self._writer.execute("PRAGMA journal_mode = WAL")
            self._writer.execute("PRAGMA synchronous = FULL")
            self._writer.execute("PRAGMA busy_timeout = 0")  # the event loop never waits
            self._reader = on_failure.enter_context(closing(connect(self._path, "ro")))
            self._patient = on_failure.enter_context(closing(connect(self._path, "ro")))
            for connection in (self._writer, self._reader):
                connection.execute(FIND_TABLES).fetchall()  # from now on it has the WAL open
            self._reader.set_progress_handler(lambda: True, SHORT)
            on_failure.callback(self._drop)
            self._begin_wal()
            self._files = {path: file_id(path) for path in (self._path, *beside(self._path))}
            on_failure.pop_all()

    def _begin_wal(self) -> None:
        """Copy the WAL into the file. From now on the file alone says that it is not complete, and
        the file with its WAL that it is: if the WAL gets lost, the next start notices."""
        self._writer.execute(f"PRAGMA user_version = {NEEDS_WAL}")
        self._writer.execute(COPY_WAL).fetchall()
        self._writer.execute(f"PRAGMA user_version = {COMPLETE}")

    # --- after the files were deleted or replaced ---------------------------------------------
    def _check_files(self) -> None:
        """StoreGone unless the files that are open are those that everybody finds."""
        for path, known in self._files.items():
            if file_id(path) != known:
                raise StoreGone(f"somebody has deleted or replaced {path.name}")

    def _save_wal(self) -> None:
        """Copy a WAL that was deleted into the file: this process still has it open. StoreGone if
        that cannot help, because the file itself is another, or the WAL was replaced by one that
        SQLite would take for ours."""
        if file_id(self._path) != self._files[self._path]:
            self._check_files()
        if file_id(self._wal) != self._files[self._wal]:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            ((busy, _, _),) = self._writer.execute(COPY_WAL).fetchall()
            if busy or file_id(self._wal) is not None:
                self._check_files()

    async def close(self) -> None:
        """Finish what was begun, and leave a single file, without a WAL."""
        if not self._open:
            return
        self._open = False
        await self._idle.wait()
        if self._reopening is not None:
            await asyncio.wait([self._reopening])
        await asyncio.to_thread(self._disconnect)

    def _disconnect(self) -> None:
        self._committer.shutdown()
        self._fetcher.shutdown()
        if self._faulty is None:
            self._reader.close()
        self._drop()
        self._lock.give_back()

    def _drop(self) -> None:
        """Disconnect. SQLite copies the WAL into the file when the last connection is closed,
        unless that connection is read-only. So the reader is closed last: after an error nothing is
        copied."""
        for connection in (self._patient, self._writer, self._reader):
            connection.close()

    # --- after an error of the disk -----------------------------------------------------------
    def _failed(self, error: sqlite3.Error) -> Exception:
        """The exception for an error of a query."""
        if not is_about_the_store(error):
            return error
        if primary_code(error) != sqlite3.SQLITE_BUSY:
            self._faulty = str(error)
        return StoreUnavailable(str(error))

    async def check(self) -> None:
        """Whether the files are there and can be read."""
        self._check_files()
        await self.fetch("SELECT 1")

    async def _reopen(self) -> None:
        """Open the file again; StoreUnavailable if that fails. Concurrent callers share one
        attempt."""
        if self._reopening is None:
            self._reopening = self._loop.create_task(self._try_to_reopen())
        await asyncio.shield(self._reopening)
        if self._faulty is not None:
            self._check_files()
            raise StoreUnavailable(self._faulty)

    async def _try_to_reopen(self) -> None:
        """Reopen in the threads of the connections, after their running statements."""
        try:
            await self._loop.run_in_executor(self._fetcher, self._patient.close)
            await self._loop.run_in_executor(self._committer, self._reconnect)
            self._faulty = None
        except (OSError, sqlite3.Error, StoreError, StoreGone) as error:
            self._faulty = str(error)
        finally:
            self._reopening = None

    def _reconnect(self) -> None:
        self._save_wal()  # before anything is closed: a deleted file lasts as long as it is open
        self._drop()
        self._connect()

    # --- reading ------------------------------------------------------------------------------
    async def fetch(self, sql: str, *values: Value) -> list[Row]:
        """The rows of a query; one that takes long is run again in a thread. Damage may be that of
        a page in memory: the file is opened and read again before it is believed."""
        for again in (True, False):
            if self._open and self._faulty is not None:
                await self._reopen()
            if not self._open:
                raise StoreUnavailable("closed")
            try:
                return await self._query(sql, values)
            except sqlite3.Error as error:
                if primary_code(error) != sqlite3.SQLITE_CORRUPT:
                    raise self._failed(error) from error
                if not again:
                    raise Damaged(str(error)) from error
                self._faulty = str(error)
        raise AssertionError

    async def _query(self, sql: str, values: tuple[Value, ...]) -> list[Row]:
        try:
            return rows_of(self._reader, sql, values)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_INTERRUPT:
                raise
        return await self._loop.run_in_executor(self._fetcher, self._fetch, sql, values)

    def _fetch(self, sql: str, values: tuple[Value, ...]) -> list[Row]:
        return rows_of(self._patient, sql, values)

    # --- writing ------------------------------------------------------------------------------
    async def write(self, statements: Sequence[Statement], notice: Notice | None = None) -> None:
        """Carry out a unit of work. The notice is not needed: no other process uses the file."""
        if not self._open:
            raise StoreUnavailable("closed")
        unit = Unit(statements, notice, self._loop.create_future())
        self._waiting.append(unit)
        if not self._working:
            self._working = True
            self._idle.clear()
            self._loop.call_soon(self._go_on)
        await unit.done

    def _begin(self) -> None:
        """Carry out the waiting units, and start the commit."""
        units = self._waiting[: 1 if self._singly else MOST_UNITS]
        self._singly = max(0, self._singly - 1)
        self._began = self._loop.time()
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            self._busy_since = None
            if not self._carry_out(units):
                self._writer.execute("ROLLBACK")
                self._writer.execute("BEGIN IMMEDIATE")
                self._carry_out_each(units)
        except Exception as error:  # callers are waiting, whatever it was
            if primary_code(error) != sqlite3.SQLITE_BUSY or self._writer.in_transaction:
                self._faulty = str(error)
            elif self._is_worth_waiting():
                self._loop.call_later(BUSY_PAUSE, self._go_on)
                return
            if primary_code(error) == sqlite3.SQLITE_CORRUPT and len(units) > 1:
                self._singly = len(units)  # so that those that meet no damage are carried out
                self._loop.call_soon(self._go_on)
                return
            del self._waiting[: len(units)]
            self._end(units, error)
            return
        del self._waiting[: len(units)]
        commit = self._loop.run_in_executor(self._committer, self._commit)
        commit.add_done_callback(lambda commit: self._committed(units, commit.exception()))

    def _commit(self) -> None:
        """Wait for the disk, and copy the WAL into the file now and then. If a reader prevents
        that, the next commit tries again."""
        self._writer.execute("COMMIT")
        if size_of(self._wal) > MOST_WAL:
            ((busy, _, _),) = self._writer.execute(COPY_WAL).fetchall()
            if not busy:
                self._begin_wal()
        self._check_files()

    def _committed(self, units: list[Unit], problem: BaseException | None) -> None:
        if problem is not None:
            self._faulty = str(problem)
        self._end(units, problem)

    def _carry_out(self, units: list[Unit]) -> bool:
        """Whether all units could be carried out; if not, each has to be tried on its own."""
        try:
            for unit in units:
                carry_out(self._writer, unit)
        except Exception as error:
            if is_about_the_store(error):
                raise
            return False
        return True

    def _carry_out_each(self, units: list[Unit]) -> None:
        """Carry out each unit in a savepoint; those that fail change nothing."""
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

    def _is_worth_waiting(self) -> bool:
        """Whether another program holds the lock, and has not held it for long."""
        if self._busy_since is None:
            self._busy_since = self._loop.time()
        return self._loop.time() < self._busy_since + BUSY_SECONDS

    def _end(self, units: list[Unit], problem: BaseException | None) -> None:
        """Answer the callers of these units, and go on with the next."""
        self.watch(len(units), self._loop.time() - self._began, problem is None)
        if problem is not None:
            self._busy_since = None
        self._answer(units, problem)
        self._loop.call_soon(self._go_on)  # after the callers that were answered now

    def _answer(self, units: list[Unit], problem: BaseException | None) -> None:
        for unit in units:
            if isinstance(problem, StoreGone):
                unit.finish(problem)
            else:
                unit.finish(None if problem is None else StoreUnavailable(str(problem)))

    def _go_on(self) -> None:
        if not self._waiting:
            self._working = False
            self._idle.set()
        elif self._faulty is None:
            self._begin()
        else:
            self._going_on = self._loop.create_task(self._go_on_reopened())

    async def _go_on_reopened(self) -> None:
        try:
            await self._reopen()
        except StoreUnavailable as problem:
            units, self._waiting = self._waiting, []
            self._answer(units, problem)
        self._loop.call_soon(self._go_on)

    async def listen(self, hear: Callable[[Notice], None]) -> None:
        """Do nothing: no other process uses the file."""


def carry_out(connection: sqlite3.Connection, unit: Unit) -> None:
    """Run the statements of a unit; Conflict if one changes the wrong number of rows."""
    for statement in unit.statements:
        changed = connection.execute(statement.sql, statement.values).rowcount
        if statement.changes is not None and changed != statement.changes:
            raise Conflict(f"{changed} rows changed, not {statement.changes}")


def rows_of(connection: sqlite3.Connection, sql: str, values: tuple[Value, ...]) -> list[Row]:
    """The rows of a query. Text that is damaged is read as far as it can be: checksums tell."""
    try:
        return connection.execute(sql, values).fetchall()
    except sqlite3.OperationalError as error:
        if "decode" not in str(error):  # to UTF-8, which has no code of SQLite
            raise
    connection.text_factory = damaged_text
    try:
        return connection.execute(sql, values).fetchall()
    finally:
        connection.text_factory = str


def damaged_text(text: bytes) -> str:
    """A text that may be damaged, with a mark for what is no character."""
    return text.decode(errors="replace").replace("\0", "\ufffd")


def primary_code(error: BaseException) -> int | None:
    """SQLite's code of an error, if it has one."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def is_about_the_store(error: Exception) -> bool:
    """Whether the error is about the disk or the file, and not about the statement."""
    code = primary_code(error)
    return code is not None and code not in ABOUT_A_STATEMENT


# --- files ------------------------------------------------------------------------------------
def connect(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """A connection without implicit transactions."""
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
def as_store_error(path: Path) -> Iterator[None]:
    """Raise errors of SQLite or the system about a file as StoreError."""
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
    """Make the file, if there is none, readable for its owner only: it will hold secrets."""
    os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))


def wal_of(path: Path) -> Path:
    """The write-ahead log of a file."""
    return path.with_name(f"{path.name}-wal")


def beside(path: Path) -> tuple[Path, Path]:
    """The files that SQLite keeps next to a file that is open: its WAL and its shared memory."""
    return wal_of(path), path.with_name(f"{path.name}-shm")


FileId = tuple[int, int] | None


def file_id(path: Path) -> FileId:
    """Which file is at a path now; None if there is none."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def check_complete(path: Path) -> None:
    """StoreError if the file says that it needs its WAL, and there is none: moves are lost."""
    if not wal_of(path).exists():
        with closing(connect(path)) as connection:
            if connection.execute("PRAGMA user_version").fetchone() == (NEEDS_WAL,):
                raise StoreError("error.server.store.incomplete", place=path, wal=wal_of(path).name)


def accept_incomplete(path: Path) -> None:
    """Use the file without the WAL that it needs from now on."""
    with as_store_error(path), closing(connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {COMPLETE}")


def size_of(path: Path) -> int:
    """Bytes of a file; 0 if there is none."""
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0


def make_durable(path: Path) -> None:
    """Make sure that everything that can be read from a file is on the disk.

    After a failed sync, or the death of a process before its sync, the WAL may hold transactions
    that are only in the cache of the system, and SQLite would consider them committed."""
    wal = wal_of(path)
    if size_of(wal) == 0:
        return
    with closing(connect(path, "ro")) as last:  # see SQLiteDatabase._drop
        last.execute(FIND_TABLES).fetchall()
        with closing(connect(path)) as writer:
            writer.execute("BEGIN IMMEDIATE")  # no other program writes meanwhile
            write_again(wal)


def write_again(path: Path) -> None:
    """Write the contents of a file again, and sync. A sync alone would not be enough: after one
    that failed, Linux considers the pages written, and the next one succeeds."""
    with path.open("r+b") as file:
        content = file.read()
        file.seek(0)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


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
    """Bring the schema up to date; concurrent processes wait."""
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

    It locks a file next to the store, because closing the store's own file anywhere in the process
    would release SQLite's locks. Child processes do not inherit it.
    """

    held: ClassVar[set[Path]] = set()  # by this process: locks do not exclude their own process

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
        """Whether the open file is still the one at its path."""
        try:
            return os.path.samestat(os.fstat(file.fileno()), self._path.stat())
        except FileNotFoundError:
            return False

    def give_back(self) -> None:
        """Release the store."""
        self.held.discard(self._store)
        if self._file is not None:
            self._path.unlink(missing_ok=True)
            self._file.close()
            self._file = None
