"""Backups: always an SQLite file with our schema, whatever the store is.

So a backup can be used as a store, opened with any SQLite, and restored into a store of either
kind. It is a consistent snapshot, even while servers write.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from baumeister.server.store import sqlite
from baumeister.server.store.database import POSTGRES, Row, StoreError, file_of, without_password
from baumeister.server.store.migrations import steps_of, version_number
from baumeister.server.store.store import check_log
from baumeister.server.tables.errors import DamagedTable

ALSO_IN_AN_EMPTY_STORE = ("meta", "alive", "outages")  # every server writes these at the start
AT_ONCE = 1000  # rows


@dataclass(frozen=True)
class Content:
    """How much a backup holds."""

    tables: int
    entries: int  # of all logs
    damaged: tuple[str, ...] = ()  # tables whose log is not what was written


def back_up(place: str, file: Path) -> Content:
    """Write what a store holds now into a new file. It appears when it is complete."""
    if file.exists():
        raise StoreError("error.server.backup.exists", file=file)
    file = file.absolute()
    unfinished = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    with sqlite.as_store_error(file):
        sqlite.make(unfinished)
    try:
        if place.startswith(POSTGRES):
            from_postgres(place, unfinished)
        else:
            from_sqlite(file_of(place), unfinished)
        with sqlite.as_store_error(file):
            with closing(sqlite.connect(unfinished, "rw")) as backup:
                content = content_of(backup)
            give_name(unfinished, file)
        return content
    finally:
        for left in (unfinished, Path(f"{unfinished}-journal")):
            left.unlink(missing_ok=True)


def from_sqlite(store: Path, backup: Path) -> None:
    """Copy a file that a server may be writing to."""
    if not store.exists():
        raise StoreError("error.server.backup.none", file=store)
    with sqlite.as_store_error(store):
        sqlite.check_complete(store)
    with sqlite.as_store_error(store), closing(sqlite.connect(store, "rw")) as source:
        steps = check(source, store)
        try:
            source.execute("VACUUM INTO ?", (str(backup),))
        except sqlite3.DatabaseError as error:
            if sqlite.primary_code(error) != sqlite3.SQLITE_CORRUPT:
                raise
            backup.unlink()
            sqlite.make(backup)
            save_what_is_sound(source, steps, backup)


def save_what_is_sound(source: sqlite3.Connection, steps: int, backup: Path) -> None:
    """Copy a damaged file without the logs that cannot be read."""
    with closing(sqlite.connect(backup, "rw")) as target:
        source.text_factory = sqlite.damaged_text
        source.execute("BEGIN")
        target.execute("BEGIN")
        make_tables(target, steps)
        for table, columns in columns_of(target).items():
            if table != "log":
                query = f"SELECT {', '.join(columns)} FROM {table}"
                insert(target, table, columns, source.execute(query).fetchall())
        columns = columns_of(target)["log"]
        query = f"SELECT {', '.join(columns)} FROM log WHERE table_id = ?"
        for (table,) in target.execute("SELECT id FROM tables").fetchall():
            with contextlib.suppress(sqlite3.DatabaseError):
                insert(target, "log", columns, source.execute(query, (table,)).fetchall())
        target.execute("COMMIT")


def from_postgres(place: str, backup: Path) -> None:
    """Copy a PostgreSQL database in one transaction."""
    from baumeister.server.store import postgres

    async def copy(target: sqlite3.Connection) -> None:
        moment = {"isolation": "repeatable_read", "readonly": True}
        async with postgres_connection(place) as source, source.transaction(**moment):
            _, version = await postgres.version_of(source)
            steps = checked_version(without_password(place), version)
            make_tables(target, steps)
            for table, columns in columns_of(target).items():
                cursor = await source.cursor(f"SELECT {', '.join(columns)} FROM {table}")
                while rows := await cursor.fetch(AT_ONCE):
                    insert(target, table, columns, [tuple(row) for row in rows])

    with closing(sqlite.connect(backup, "rw")) as target:
        target.execute("PRAGMA synchronous = OFF")  # it is made durable when it is complete
        target.execute("BEGIN")
        asyncio.run(copy(target))
        target.execute("COMMIT")


def restore(file: Path, place: str) -> Content:
    """Restore a backup into a store that is new or empty; all of it or nothing."""
    if not file.exists():
        raise StoreError("error.server.backup.none", file=file)
    with sqlite.as_store_error(file), closing(sqlite.connect(file.absolute(), "rw")) as backup:
        steps = check(backup, file)
        backup.text_factory = sqlite.damaged_text
        if place.startswith(POSTGRES):
            into_postgres(backup, steps, place)
        else:
            into_sqlite(backup, steps, file_of(place))
        return content_of(backup)


def into_sqlite(backup: sqlite3.Connection, steps: int, store: Path) -> None:
    """Fill a file; no server may be using it."""
    with sqlite.as_store_error(store):
        store.parent.mkdir(parents=True, exist_ok=True)
        sqlite.make(store)
        lock = sqlite.Lock(store.resolve())
        try:
            lock.take()
        except StoreError as error:
            raise StoreError("error.server.backup.in_use", place=store) from error
        try:
            with closing(sqlite.connect(store)) as target:
                target.execute("BEGIN IMMEDIATE")  # closing without a commit leaves nothing
                found, version = sqlite.version_of(target)
                steps_of(str(store), found, version)
                filled = [name for name in found if target.execute(some_row(name)).fetchone()]
                check_empty(str(store), filled)
                for name in found:
                    target.execute(f"DROP TABLE {name}")
                make_tables(target, steps)
                for table, columns, rows in contents(backup):
                    insert(target, table, columns, rows)
                for sql in steps_of(str(store), ["meta"], str(steps)):
                    target.execute(sql)
                target.execute("COMMIT")
        finally:
            lock.give_back()


def into_postgres(backup: sqlite3.Connection, steps: int, place: str) -> None:
    """Fill a PostgreSQL database; no server may be using it."""
    from baumeister.server.store import postgres

    async def copy() -> None:
        name = without_password(place)
        async with postgres_connection(place) as target, target.transaction():
            await target.execute("SELECT pg_advisory_xact_lock($1)", postgres.MIGRATION)
            if await target.fetchval(postgres.COUNT_SERVERS):
                raise StoreError("error.server.backup.in_use", place=name)
            found, version = await postgres.version_of(target)
            steps_of(name, found, version)
            filled = [table for table in found if await target.fetchval(some_row(table))]
            check_empty(name, filled)
            for table in found:
                await target.execute(f"DROP TABLE {table}")
            for sql in steps_of(name, [], None, steps):
                await target.execute(sql)
            await target.execute("DELETE FROM meta")
            for table, columns, rows in contents(backup):
                await target.copy_records_to_table(table, records=rows, columns=columns)
            for sql in steps_of(name, ["meta"], str(steps)):
                await target.execute(sql)

    asyncio.run(copy())


# --- parts ------------------------------------------------------------------------------------
@contextlib.asynccontextmanager
async def postgres_connection(place: str) -> AsyncIterator[Any]:
    """A connection to PostgreSQL; StoreError says what went wrong with it."""
    from baumeister.server.store import postgres

    connection = await postgres.first_connection(place)
    try:
        yield connection
    except postgres.FAILURES as error:
        raise postgres.unusable(place, error) from error
    finally:
        connection.terminate()


def check(connection: sqlite3.Connection, file: Path) -> int:
    """The number of steps of the file's schema; StoreError if it is not a backup of ours."""
    return checked_version(str(file), sqlite.version_of(connection)[1])


def checked_version(place: str, version: str | None) -> int:
    """The number of steps of a schema; StoreError if there is none."""
    if version is None:
        raise StoreError("error.server.backup.not_ours", place=place)
    return version_number(place, version)


def check_empty(place: str, filled: list[str]) -> None:
    """StoreError if a store holds more than a new one."""
    if set(filled) - set(ALSO_IN_AN_EMPTY_STORE):
        raise StoreError("error.server.backup.not_empty", place=place)


def some_row(table: str) -> str:
    """A query that returns a row if a table is not empty."""
    return f"SELECT 1 FROM {table} LIMIT 1"


def make_tables(target: sqlite3.Connection, steps: int) -> None:
    """Empty tables with the schema after so many steps."""
    for sql in steps_of("", [], None, steps):
        target.execute(sql)
    target.execute("DELETE FROM meta")


def columns_of(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """The columns of all tables."""
    tables = [str(name) for (name,) in connection.execute(sqlite.FIND_TABLES)]
    question = "SELECT name FROM pragma_table_info(?)"
    return {
        table: [str(name) for (name,) in connection.execute(question, (table,))] for table in tables
    }


def contents(backup: sqlite3.Connection) -> Iterator[tuple[str, list[str], list[Row]]]:
    """All tables with their columns and rows, in batches of rows."""
    for table, columns in columns_of(backup).items():
        cursor = backup.execute(f"SELECT {', '.join(columns)} FROM {table}")
        while rows := cursor.fetchmany(AT_ONCE):
            yield table, columns, rows


def insert(target: sqlite3.Connection, table: str, columns: list[str], rows: list[Row]) -> None:
    """Add rows to a table."""
    marks = ", ".join("?" for _ in columns)
    target.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)


def content_of(backup: sqlite3.Connection) -> Content:
    """How much a backup holds."""
    (tables,), (entries,) = (
        backup.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("tables", "log")
    )
    return Content(tables, entries, tuple(damaged_tables(backup)))


def damaged_tables(backup: sqlite3.Connection) -> Iterator[str]:
    """Tables whose log is not what was written, or is missing."""
    backup.text_factory = sqlite.damaged_text
    written = "checksum" if "checksum" in columns_of(backup)["log"] else "NULL"
    log = backup.execute(
        f"SELECT table_id, log.seq, at, kind, body, key, {written}, tables.seq FROM log"
        " LEFT JOIN tables ON id = table_id ORDER BY table_id, log.seq"
    )
    for table, rows in groupby(log, lambda row: str(row[0])):
        try:
            check_log(table, [row[1:] for row in rows])
        except DamagedTable:
            yield table
    without = "SELECT id FROM tables WHERE id NOT IN (SELECT table_id FROM log)"
    yield from (str(table) for (table,) in backup.execute(without))


def give_name(unfinished: Path, file: Path) -> None:
    """Sync the file and rename it; StoreError if a file of that name exists by now."""
    descriptor = os.open(unfinished, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    try:
        os.link(unfinished, file)
    except FileExistsError:
        raise StoreError("error.server.backup.exists", file=file) from None
    except OSError:  # a file system without links
        os.rename(unfinished, file)
    if os.name == "posix":
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
