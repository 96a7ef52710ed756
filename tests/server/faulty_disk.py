"""A disk that fails and loses its power, under the real SQLite, and whole games played on it.

SQLite's files lie in a folder, which stands for the memory of the system: what every process
reads. What the disk has is kept beside it, and so are the writes that no sync has covered yet. A
VFS written in Python (APSW) passes on what SQLite does, fails when it is to fail, and can say at
any time what a power loss would leave: everything that was synced and any part of the rest.

    disk = Disk(folder, Random(7))
    with under(disk):                            # store/sqlite.py works on this disk
        async with hall(str(disk.store)) as house: ...
    disk.survivors()                             # the files after a power loss

A failure is one integer: `run(seed)` does the same again. `soak` plays until its time is over.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar
from unittest import mock

import apsw

from baumeister.play import Refusal
from baumeister.server.store import sqlite as sqlite_module
from baumeister.server.store.database import StoreError, StoreUnavailable
from baumeister.server.tables import commands
from baumeister.server.tables import service as service_module
from baumeister.server.tables.errors import Rejected, Unavailable
from baumeister.server.tables.state import TableState
from baumeister.server.tables.table_setup import TableSetup
from tests.server.scene import Hall, HallTable, Time, hall, opening_of

T = TypeVar("T")
SECTOR = 512  # what a disk writes whole or not at all
SMALL_WAL = 60_000  # bytes: it is copied into the file every few moves
READ_LOG = "SELECT seq, kind, key FROM log WHERE table_id = ? ORDER BY seq"
NEVER = 1e9  # seconds between regular tasks: every step of a run follows from its seed
PATIENCE = 200  # how often something is sent again
STEPS = {  # that may fail, and how many of the kind are done before at most
    "read file": 60,
    "read -wal": 60,
    "sync file": 2,
    "sync -wal": 10,
    "truncate file": 2,
    "truncate -wal": 2,
    "write file": 20,
    "write -wal": 80,
}
numbers = count()


class Violation(AssertionError):
    """Something that was acknowledged is lost or doubled, or a log has a gap."""


# --- the disk ---------------------------------------------------------------------------------
class Change(NamedTuple):
    """A write, or a truncation if there is no data."""

    offset: int
    data: bytes | None

    def apply(self, content: bytearray) -> None:
        if self.data is None:
            del content[self.offset :]
            return
        content.extend(bytes(max(0, self.offset - len(content))))
        content[self.offset : self.offset + len(self.data)] = self.data

    def torn(self, chance: Random) -> list[Change]:
        """Some of the sectors of a write."""
        if self.data is None:
            return []
        first = SECTOR - self.offset % SECTOR
        cuts = [0, *range(first, len(self.data), SECTOR), len(self.data)]
        parts = [Change(self.offset + begin, self.data[begin:end]) for begin, end in pairwise(cuts)]
        return [part for part in parts if chance.random() < 0.5]


@dataclass
class OnDisk:
    """What the disk has of a file, and what it does not have yet."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Change] = field(default_factory=list)
    named: bool = False  # its name is on the disk, too
    deleted: bool = False  # but not yet on the disk
    forgotten: bool = False  # the memory has something that the disk will never get

    def part(self, chance: Random) -> bytearray:
        """What is there after some of the pending changes, whole or torn."""
        content, likely = bytearray(self.durable), chance.choice((0.0, 0.5, 0.9, 1.0))
        for change in self.pending:
            if chance.random() < likely:
                change.apply(content)
            elif chance.random() < 0.3:
                for part in change.torn(chance):
                    part.apply(content)
        return content

    def whole(self) -> bytearray:
        """What a process reads once the memory has nothing more than it has to."""
        content = bytearray(self.durable)
        for change in self.pending:
            change.apply(content)
        return content


class DiskError(apsw.Error):
    """What a fault looks like to SQLite."""

    def __init__(self, what: str, code: int) -> None:
        super().__init__(what)
        self.result, self.extendedresult = code & 0xFF, code


@dataclass
class Fault:
    """What will fail."""

    what: str  # the kind of step with which it begins
    after: int  # so many of this kind
    steps: int  # so long, whatever is done

    def comes(self, step: str) -> bool:
        """Whether a step fails."""
        if self.after >= 0 and self.what in ("", step):
            self.after -= 1
        if self.after >= 0:
            return False
        self.steps -= 1
        return True


class Disk:
    """A folder with files that SQLite reads and writes, and what would survive a power loss."""

    def __init__(self, folder: Path, chance: Random, lies: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.store = folder / "store.db"
        self.chance = chance
        self.lies = lies  # says that it has synced and has not
        self.steps = 0  # reads, writes, truncations and syncs so far
        self.faults: Counter[str] = Counter()
        self.off: dict[str, bytes] | None = None  # what is left since the power went off
        self.power_goes_at: int | None = None
        self._fault: Fault | None = None  # the next one
        self._files = {
            path.name: OnDisk(bytearray(path.read_bytes()), named=True) for path in folder.iterdir()
        }
        self.vfs = VFS(self)

    def fail(self, after: int, steps: int = 1, what: str = "") -> None:
        """Fail after so many more steps, or steps of a kind; and for so many steps."""
        self._fault = Fault(what, after, steps)

    @property
    def is_armed(self) -> bool:
        """Whether it will fail, or does so now."""
        return self._fault is not None

    def survivors(self) -> dict[str, bytes]:
        """The files after a power loss now: everything synced and some of the rest."""
        if self.off is not None:
            return self.off
        found = {}
        for name, file in self._files.items():
            if (file.named or self.chance.random() < 0.5) and not (
                file.deleted and self.chance.random() < 0.5
            ):
                found[name] = bytes(file.part(self.chance))
        return found

    def _step(self, what: str, name: str) -> bool:
        """Count a step; whether it is to fail."""
        self.steps += 1
        if self.steps == self.power_goes_at:
            self.off = self.survivors()
        if self.off is not None:
            raise DiskError("the power is off", apsw.SQLITE_IOERR)
        for other, file in self._files.items():
            if file.forgotten and self.chance.random() < 0.05:
                self._evict(other, file)
        step = f"{what} {name.removeprefix(self.store.name) or 'file'}"
        if self._fault is None or not self._fault.comes(step):
            return False
        if self._fault.steps == 0:
            self._fault = None
        self.faults[step] += 1
        return True

    def _evict(self, name: str, file: OnDisk) -> None:
        """The memory forgets what it need not keep: what is read next comes from the disk."""
        file.forgotten = False
        with (self.folder / name).open("r+b") as cache:
            cache.write(file.whole())
            cache.truncate()

    def file(self, name: str) -> OnDisk:
        """What the disk has of a file."""
        return self._files.setdefault(name, OnDisk())

    def opened(self, name: str, existed: bool) -> None:
        """A file is opened; one that is made has no name on the disk before a sync."""
        if name not in self._files or self._files[name].deleted:
            self._files[name] = OnDisk(named=existed)

    def delete(self, name: str) -> None:
        """A file is deleted; after a power loss it may be there."""
        if name in self._files:
            self._files[name].deleted = True

    def read(self, name: str, do: Callable[[], bytes]) -> bytes:
        if self._step("read", name):
            raise DiskError("EIO", apsw.SQLITE_IOERR_READ)
        return do()

    def write(self, name: str, data: bytes, offset: int, do: Callable[[bytes], None]) -> None:
        """Write, or fail after a part of it, with or without room on the disk."""
        fails = self._step("write", name)
        if fails:
            data = data[: self.chance.choice((0, self.chance.randrange(len(data)), len(data)))]
        if data:
            do(data)
            self.file(name).pending.append(Change(offset, data))
        if fails:
            full = self.chance.random() < 0.5
            raise (
                DiskError("ENOSPC", apsw.SQLITE_FULL)
                if full
                else DiskError("EIO", apsw.SQLITE_IOERR_WRITE)
            )

    def truncate(self, name: str, size: int, do: Callable[[], None]) -> None:
        if self._step("truncate", name):
            raise DiskError("EIO", apsw.SQLITE_IOERR_TRUNCATE)
        do()
        self.file(name).pending.append(Change(size, None))

    def sync(self, name: str) -> None:
        """Have everything on the disk; or fail. Then Linux may take the pages for written: they
        are never written, and are read as long as they happen to stay in memory."""
        file = self.file(name)
        if not self._step("sync", name):
            if not self.lies:
                file.durable, file.pending = file.whole(), []
                if not file.named:  # SQLite syncs the folder of a file that it made
                    file.named = True
                    self._files = {n: f for n, f in self._files.items() if not f.deleted}
            return
        if self.chance.random() < 0.7:
            file.durable, file.pending = file.part(self.chance), []
            file.forgotten = True
            if self.chance.random() < 0.3:
                self._evict(name, file)
        raise DiskError("EIO", apsw.SQLITE_IOERR_FSYNC)

    def write_again(self, path: Path) -> None:
        """What store/sqlite.py does with plain files, on this disk."""
        try:
            with path.open("r+b", buffering=0) as file:
                content = self.read(path.name, file.readall)
                for offset in range(0, len(content), 1 << 14):
                    file.seek(offset)
                    part = content[offset : offset + (1 << 14)]
                    self.write(path.name, part, offset, lambda data: void(file.write(data)))
                self.sync(path.name)
        except DiskError as error:
            raise OSError(str(error)) from error


def void(_: object) -> None:
    """What a function answers is of no interest."""


# --- SQLite on it -----------------------------------------------------------------------------
class VFS(apsw.VFS):
    """Files of a disk; locks and shared memory are those of the system."""

    def __init__(self, disk: Disk) -> None:
        self.name = f"faulty-{next(numbers)}"
        self._disk = disk
        super().__init__(self.name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "")
        existed = path.exists()
        file = File(self._disk, path.name, name, flags)
        self._disk.opened(path.name, existed)
        return file

    def xDelete(self, name: str, sync_folder: bool) -> None:
        super().xDelete(name, sync_folder)
        self._disk.delete(Path(name).name)

    def excepthook(self, *_: Any) -> bool:
        """SQLite does not ask why something failed when it is about to close a file."""
        return True


class File(apsw.VFSFile):
    """An open file of a disk."""

    def __init__(
        self, disk: Disk, short: str, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> None:
        self._disk = disk
        self._short = short
        super().__init__("", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:
        return self._disk.read(self._short, lambda: super(File, self).xRead(amount, offset))

    def xWrite(self, data: Any, offset: int) -> None:
        def do(part: bytes) -> None:
            super(File, self).xWrite(part, offset)

        self._disk.write(self._short, bytes(data), offset, do)

    def xTruncate(self, size: int) -> None:
        self._disk.truncate(self._short, size, lambda: super(File, self).xTruncate(size))

    def xSync(self, flags: int) -> None:
        self._disk.sync(self._short)

    def xLock(self, level: int) -> None:
        """SQLite does not mind that a file opened for reading cannot be locked for writing when
        it is closed; APSW would."""
        try:
            super().xLock(level)
        except apsw.IOError as error:
            raise apsw.BusyError from error

    def excepthook(self, *_: Any) -> bool:
        return True


@dataclass
class Result:
    """What a statement led to, as far as the module sqlite3 would say it."""

    rows: list[Any]
    rowcount: int

    def fetchall(self) -> list[Any]:
        return self.rows

    def fetchone(self) -> Any:
        return self.rows[0] if self.rows else None

    def __iter__(self) -> Iterator[Any]:
        return iter(self.rows)


class Connection:
    """A connection of APSW that looks like one of the module sqlite3, as far as the store uses it.
    Errors are those of sqlite3."""

    def __init__(self, disk: Disk, path: Path, mode: str) -> None:
        flags = {
            "ro": apsw.SQLITE_OPEN_READONLY,
            "rw": apsw.SQLITE_OPEN_READWRITE,
        }[mode]
        with as_sqlite3():
            self._connection = apsw.Connection(str(path), flags, disk.vfs.name)

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Result:
        with as_sqlite3():
            rows = self._connection.execute(sql, values).fetchall()
            return Result(rows, self._connection.changes())

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def set_progress_handler(self, handler: Callable[[], bool], steps: int) -> None:
        self._connection.set_progress_handler(handler, steps)

    def close(self) -> None:
        with contextlib.suppress(apsw.Error):  # sqlite3 does not say either
            self._connection.close()


@contextlib.contextmanager
def as_sqlite3() -> Iterator[None]:
    """Errors of APSW as errors of the module sqlite3."""
    try:
        yield
    except apsw.Error as error:
        told: sqlite3.Error = sqlite3.OperationalError(str(error))
        if isinstance(error, apsw.ConstraintError):
            told = sqlite3.IntegrityError(str(error))
        told.sqlite_errorcode = getattr(error, "extendedresult", apsw.SQLITE_ERROR)
        raise told from error


@contextlib.contextmanager
def under(disk: Disk) -> Iterator[None]:
    """The store works on this disk, and copies its WAL into the file often."""

    def connect(path: Path, mode: str = "rw") -> Connection:
        return Connection(disk, path, mode)

    with (
        mock.patch.object(sqlite_module, "connect", connect),
        mock.patch.object(sqlite_module, "write_again", disk.write_again),
        mock.patch.object(sqlite_module, "MOST_WAL", SMALL_WAL),
        mock.patch.multiple(service_module, TICK=NEVER, HEARTBEAT=NEVER, SWEEP=NEVER),
    ):
        try:
            yield
        finally:
            disk.vfs.unregister()


# --- games on it ------------------------------------------------------------------------------
@dataclass
class Known:
    """What the people at a table know: what they have sent, and what was acknowledged."""

    opening: TableSetup
    table: str | None = None
    sent: int = 0  # moves, with the ids move-1, move-2 …
    acknowledged: dict[str, int] = field(default_factory=dict)  # ids and numbers of entries
    unanswered: tuple[int, int] | None = None  # the seat and the action of the last one sent

    def check(self, log: Sequence[tuple[int, str, str | None]]) -> None:
        """Violation if the log of the table is not the beginning of what was sent, each once and
        without a gap, with everything that was acknowledged."""
        if [seq for seq, _, _ in log] != list(range(1, len(log) + 1)):
            raise Violation(f"the log has a gap: {[seq for seq, _, _ in log]}")
        found = [(str(key).partition("/")[2], seq) for seq, kind, key in log if kind == "moved"]
        if [key for key, _ in found] != [f"move-{n + 1}" for n in range(len(found))]:
            raise Violation(f"the moves are not those that were made: {found}")
        for key, seq in self.acknowledged.items():
            if (key, seq) not in found:
                raise Violation(f"{key} was acknowledged as {seq} and is lost")


def check_files(files: dict[str, bytes], folder: Path, known: Known) -> None:
    """Open what a power loss has left with another SQLite, that of Python; Violation if it is
    damaged or if something that was acknowledged is not there."""
    write_files(files, folder)
    with contextlib.closing(sqlite3.connect(folder / "store.db")) as connection:
        try:
            connection.execute("PRAGMA synchronous = OFF")
            (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
            log = connection.execute(READ_LOG, (known.table,)).fetchall() if known.table else []
        except sqlite3.DatabaseError as error:
            raise Violation(f"the file cannot be read: {error}") from error
    if sound != "ok":
        raise Violation(f"the file is damaged: {sound}")
    known.check(log)


def write_files(files: dict[str, bytes], folder: Path) -> None:
    """A folder with these files."""
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)


@dataclass
class Run:
    """A game from its opening to its end, on disks that fail and lose their power; another disk
    takes over what is left then. Everything follows from the seed."""

    seed: int
    folder: Path
    game: str = "tybor"
    lives: int = 3  # the power goes off between them
    only_fault: int | None = None  # the step of the only fault; else there are many
    kinds: Sequence[str] = tuple(STEPS)  # of faults, if there are many
    lies: bool = False
    faults: Counter[str] = field(default_factory=Counter)
    looked_at: int = 0  # power losses
    unavailable: int = 0  # answers
    steps: int = 0

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.known = Known(opening_of(self.game, "Anna Bert", seed=str(self.seed)))

    def play(self) -> Run:
        """Violation if anything that was acknowledged is lost."""
        files: dict[str, bytes] = {}
        for life in range(self.lives):
            off = self.chance.randint(1, 1200) if life < self.lives - 1 else None
            files = self.live(life, files, off)
            self._look(files)
        return self

    def live(self, life: int, files: dict[str, bytes], off: int | None) -> dict[str, bytes]:
        """Servers on one disk, until the game is over or the power goes off; what is left then."""
        folder = self.folder / f"life-{life}"
        write_files(files, folder)
        disk = Disk(folder, self.chance, self.lies)
        disk.power_goes_at = off
        with under(disk):
            asyncio.run(self._serve(disk))
        self.faults += disk.faults
        self.steps += disk.steps
        return disk.survivors()

    def _look(self, files: dict[str, bytes]) -> None:
        """What another server would find in these files."""
        if not self.lies:
            check_files(files, self.folder / f"image-{self.looked_at}", self.known)
            self.looked_at += 1

    async def _serve(self, disk: Disk) -> None:
        if self.only_fault is not None:
            disk.fail(self.only_fault)
        self._arm(disk)
        problem: Exception | None = None
        for _ in range(PATIENCE):
            if disk.off is not None:
                return
            try:
                async with hall(str(disk.store), Time()) as house:
                    await self._play(disk, house)
                    return
            except (StoreError, StoreUnavailable, Unavailable) as error:
                problem = error
            except (Refusal, Rejected) as error:
                raise Violation("what a player was shown is no longer so") from error
        raise Violation("the server does not start although the disk works") from problem

    def _arm(self, disk: Disk) -> None:
        """The next fault, once the last one is over."""
        if self.only_fault is None and not disk.is_armed:
            what = self.chance.choice(self.kinds)
            steps = 1 if self.chance.random() < 0.7 else self.chance.randint(2, 15)
            disk.fail(self.chance.randrange(STEPS[what]), steps, what)

    async def _play(self, disk: Disk, house: Hall) -> None:
        known = self.known
        if known.table is None:
            known.table = await self._insist(disk, lambda: house.service.open(known.opening.body()))
        oak = HallTable(house, known.table, known.opening)
        if (await self._insist(disk, oak.state)).table is None:
            with contextlib.suppress(Rejected):  # it has started: the answer was lost
                await self._insist(disk, lambda: oak.submit("host", commands.start()))
        with contextlib.ExitStack() as reader:
            while not (state := await self._insist(disk, oak.state)).is_over:
                self._arm(disk)
                self._read_for_a_while(disk, reader)
                await self._move(disk, oak, state)
                if self.chance.random() < 0.1:
                    self._look(disk.survivors())
        log = await self._insist(disk, oak.log)
        known.check([(entry.seq, entry.kind, entry.key) for entry in log])

    def _read_for_a_while(self, disk: Disk, reader: contextlib.ExitStack) -> None:
        """Now and then another program reads, as a backup does: then the WAL cannot be copied
        into the file as a whole."""
        if self.chance.random() < 0.2:
            reader.close()
            if self.chance.random() < 0.5:
                with contextlib.suppress(sqlite3.Error):
                    connection = Connection(disk, disk.store, "ro")
                    reader.callback(connection.close)
                    connection.execute("BEGIN")
                    connection.execute("SELECT count(*) FROM log")

    async def _move(self, disk: Disk, oak: HallTable, state: TableState) -> None:
        """Somebody decides; what was not answered before the power went off is sent again."""
        known = self.known
        if known.unanswered is None:
            seat = self.chance.choice(state.waiting_for)
            assert state.table is not None
            known.unanswered = seat, self.chance.choice(state.table.legal(seat))
            known.sent += 1
        seat, action = known.unanswered
        key = f"move-{known.sent}"
        accepted = await self._insist(disk, lambda: oak.submit(seat, commands.move(action), key))
        known.acknowledged[key] = accepted.seq
        known.unanswered = None

    async def _insist(self, disk: Disk, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask until there is an answer, as a client does; not when the power is off."""
        for _ in range(PATIENCE):
            try:
                return await ask()
            except (Unavailable, StoreUnavailable):
                self.unavailable += 1
                self._look(disk.survivors())
                if disk.off is not None:
                    raise
        raise Violation("the table does not go on although the disk works")


@contextlib.contextmanager
def folder_in_memory() -> Iterator[Path]:
    """A folder, in memory where there is one: this disk is slow enough."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


def run(seed: int, **options: Any) -> Run:
    """One game; Violation says with which seed it happens again."""
    with folder_in_memory() as folder:
        try:
            return Run(seed, folder, **options).play()
        except Violation as violation:
            violation.add_note(f"run({seed}, **{options})")
            raise


def soak(seconds: float, seed: int) -> str:
    """Games until the time is over: many faults each, and one fault at each step in turn; what
    was done, in one line."""
    until, done = time.monotonic() + seconds, list[Run]()
    while time.monotonic() < until:
        number = len(done)
        game = ("tybor", "samara")[number % 2]
        if number % 4 < 2:
            done.append(run(seed + number, game=game))
        else:
            done.append(run(seed + number, game=game, lives=1, only_fault=number // 4))
    faults, looked_at = sum(one.faults.total() for one in done), sum(one.looked_at for one in done)
    return (
        f"{len(done)} games on faulty disks: {faults} faults, {looked_at} power losses,"
        " nothing acknowledged was lost."
    )


def main() -> None:
    """`python3 run.py soak disk`."""
    parser = argparse.ArgumentParser("soak disk", description="Whole games on a disk that fails.")
    parser.add_argument("--seconds", type=float, default=3600.0, help="how long (an hour)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (0)")
    asked = parser.parse_args()
    print(soak(asked.seconds, asked.seed))


if __name__ == "__main__":
    main()
