"""What the store needs from a database; SQLite and PostgreSQL both provide it.

SQL is written once, with `?` for values, in the dialect that both understand: TEXT and BIGINT
columns, `INSERT … ON CONFLICT`, `RETURNING`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from baumeister.kernel.errors import UserError

Value = str | int | None
Row = tuple[Value, ...]

POSTGRES = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a unit of work: INSERT, UPDATE or DELETE. `changes`: how many rows it has
    to change; another number means that another process was faster, and nothing of the unit is
    done."""

    sql: str
    values: tuple[Value, ...] = ()
    changes: int | None = None


class Conflict(Exception):
    """Another process was faster: nothing of the unit has been done."""


class StoreUnavailable(Exception):
    """The database cannot be reached now; whether a unit was written has to be read again."""


class StoreGone(StoreUnavailable):
    """The files of the store were deleted or replaced, so nothing can be written durably. The text
    says which, for everybody to read."""


class Damaged(StoreUnavailable):
    """What was asked for cannot be read: the database is damaged there. The rest goes on."""


class StoreError(UserError):
    """A place cannot be used as a store; the message says why, and what would help."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notification of a server process about a table."""

    topic: str  # the table
    text: str  # at most some 200 characters


@dataclass(eq=False, slots=True)
class Unit:
    """A unit of work that waits to be carried out."""

    statements: Sequence[Statement]
    notice: Notice | None
    done: asyncio.Future[None]  # which its caller awaits
    problem: Exception | None = None  # why it failed, if it did

    def finish(self, problem: Exception | None = None) -> None:
        """Answer the caller, who may have been cancelled."""
        problem = problem or self.problem
        if self.done.done():
            return
        if problem is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(problem)


Watch = Callable[[int, float, bool], None]


def nobody(units: int, seconds: float, done: bool) -> None:
    """The default `watch`: do nothing."""


class Database(Protocol):
    """Durable and shared. Made for a place; `open` connects and brings the schema up to date."""

    watch: Watch  # called after every transaction: its units, seconds, whether it succeeded
    shared: bool  # whether other server processes may use it at the same time

    async def open(self) -> None:
        """Connect and migrate; StoreError if the place cannot be used."""

    async def close(self) -> None:
        """Finish what was begun and disconnect; later calls raise StoreUnavailable."""

    async def fetch(self, sql: str, *values: Value) -> list[Row]:
        """The rows of a query, which sees everything that was written before."""

    async def check(self) -> None:
        """StoreUnavailable if nothing can be read or written now."""

    async def write(self, statements: Sequence[Statement], notice: Notice | None = None) -> None:
        """Carry out a unit of work; returns once it is on disk.

        Units of several callers share one commit; those about the same topic keep their order.
        Raises Conflict if a statement did not change as many rows as it had to or a key exists
        already: then nothing of this unit is done, and the other units are. The notice goes out
        to all *other* server processes after the commit. A caller that is cancelled does not
        stop its unit.
        """

    async def listen(self, hear: Callable[[Notice], None]) -> None:
        """From now on call `hear` with the notices of other server processes. After the
        connection was lost and made again `hear` gets Notice("", ""): anything may have been
        missed."""


def open_database(place: str) -> Database:
    """The database of a place: the address of a PostgreSQL database, or else an SQLite file. It
    still has to be opened."""
    if place.startswith(POSTGRES):
        try:
            from baumeister.server.store.postgres import PostgresDatabase
        except ModuleNotFoundError as error:
            raise StoreError("error.server.store.needs_asyncpg") from error
        return PostgresDatabase(place)
    from baumeister.server.store.sqlite import SQLiteDatabase

    return SQLiteDatabase(file_of(place))


def file_of(place: str) -> Path:
    """The file of a place that is not a PostgreSQL database; StoreError if it is something else."""
    if not place or "\0" in place or re.match(r"\w+://", place):
        raise StoreError("error.server.store.place", place=without_password(place))
    return Path(place).expanduser().absolute()


def without_password(place: str) -> str:
    """A place without its password, for messages and logs."""
    hidden = re.sub(r"(?<=://)([^/@:]*):.*@", r"\1:…@", place)  # whatever the password is
    return re.sub(r"(?i)([?&](?:pass\w*|sslpassword)=)[^&]*", r"\1…", hidden)
