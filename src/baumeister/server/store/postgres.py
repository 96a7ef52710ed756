"""The store in PostgreSQL, which several server processes share.

One connection writes. All waiting units go into one transaction with as few round trips as
possible: units of the same shape are sent together, each as one statement. Other processes are
notified in the same transaction (NOTIFY).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

import asyncpg  # type: ignore[import-untyped]

from baumeister.kernel.errors import EnglishOnly, Message
from baumeister.server.store.database import (
    Conflict,
    Damaged,
    Notice,
    Row,
    Statement,
    StoreError,
    StoreUnavailable,
    Unit,
    Value,
    Watch,
    nobody,
    without_password,
)
from baumeister.server.store.migrations import READ_VERSION, steps_of

CHANNEL = "baumeister"  # also what connections are called
MOST_OF_A_PAYLOAD = 7900  # bytes; PostgreSQL takes less than 8,000
MOST_UNITS = 250  # of one transaction
MOST_MERGED = 8  # statements that are sent as one
READERS = 4  # connections that only read
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 4.5  # after which a caller gets StoreUnavailable, whatever the database does
COMMAND_SECONDS = 5.0  # nobody waits for it any more
QUERY_SECONDS, RESET_SECONDS = 3.5, 0.5  # for a query, and to cancel it if that was not enough
STARTING_SECONDS = 30.0  # how long to wait for a PostgreSQL that is starting
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.5  # between attempts to connect again
PATIENCE = 2.0  # seconds without a connection before callers get StoreUnavailable
HEARTBEAT = 10.0  # seconds between checks of a connection that only listens
ATTEMPTS = 8  # at a batch that conflicts with other processes
MIGRATION = 0x62_61_75_6D  # the lock that migrations take: "baum"
FIND_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
COUNT_SERVERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    f" AND application_name = '{CHANNEL}' AND pid <> pg_backend_pid()"
)
FAILURES = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
NOTHING_DONE = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)  # also by a COMMIT
ABOUT_A_STATEMENT = ("21", "22", "23", "26", "2B", "42", "54")  # classes of SQLSTATE
DAMAGED = ("XX001", "XX002")  # data_corrupted, index_corrupted: about what a statement met

NO_ANSWER = "PostgreSQL does not answer"

Connection = Any  # asyncpg has no types


# --- units and how they are sent --------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Call:
    """One statement as it is sent; it answers how many rows each of its parts has changed."""

    sql: str
    values: tuple[Value, ...]
    changes: tuple[int | None, ...]

    def fits(self, counts: Iterable[int]) -> bool:
        """Whether as many rows were changed as had to be."""
        pairs = zip(self.changes, counts, strict=True)
        return all(wanted is None or wanted == count for wanted, count in pairs)


def calls_of(unit: Unit) -> list[Call]:
    """A unit as one call if that is equivalent, otherwise as one call for each statement."""
    statements = unit.statements
    sqls = tuple(statement.sql for statement in statements)
    if len(sqls) > 1 and is_mergeable(sqls):
        values = tuple(value for statement in statements for value in statement.values)
        return [Call(merged(sqls), values, tuple(statement.changes for statement in statements))]
    return [Call(merged((one.sql,)), one.values, (one.changes,)) for one in statements]


def arranged(units: Sequence[Unit]) -> list[Call]:
    """The calls of waiting units, equal statements next to each other.

    Only units whose topic occurs once are reordered: their order does not matter. Rows are locked
    in the same order by every process, which prevents most deadlocks."""
    topics = Counter(unit.notice.topic for unit in units if unit.notice is not None)
    free: list[tuple[str, str, list[Call]]] = []
    bound: list[Call] = []
    for unit in units:
        calls = calls_of(unit)
        if unit.notice is not None and topics[unit.notice.topic] == 1 and len(calls) == 1:
            free.append((calls[0].sql, unit.notice.topic, calls))
        else:
            bound += calls
    free.sort(key=lambda row: row[:2])
    return [call for *_, calls in free for call in calls] + bound


@lru_cache(1000)
def merged(sqls: tuple[str, ...]) -> str:
    """Several statements as one that returns how many rows each of them has changed."""
    numbers = iter(range(1, 10_000))
    parts = [numbered(sql, numbers) for sql in sqls]
    named = (
        f"s{n} AS ({sql}{'' if re.search('(?i)returning', sql) else ' RETURNING 1'})"
        for n, sql in enumerate(parts)
    )
    counts = (f"(SELECT count(*) FROM s{n})" for n in range(len(parts)))
    return f"WITH {', '.join(named)} SELECT {', '.join(counts)}"


def numbered(sql: str, numbers: Iterator[int]) -> str:
    """The statement with $1, $2 … where it has ?"""
    return re.sub(r"'[^']*'|\?", lambda m: f"${next(numbers)}" if m[0] == "?" else m[0], sql)


@lru_cache(1000)
def is_mergeable(sqls: tuple[str, ...]) -> bool:
    """Whether the statements are independent of each other: each has a table of its own, or those
    that share a table only insert rows."""
    if len(sqls) > MOST_MERGED:
        return False
    kinds: dict[str, list[bool]] = {}
    for sql in sqls:
        found = re.match(r"(?i)\s*(INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)", sql)
        if found is None or re.search(r"(?i)\bselect\b", sql):
            return False
        adds = found[1].upper() == "INSERT INTO" and not re.search(r"(?i)\bconflict\b", sql)
        kinds.setdefault(found[2].lower(), []).append(adds)
    return all(len(adds) == 1 or all(adds) for adds in kinds.values())


def is_about_a_statement(error: Exception) -> bool:
    """Whether an error is about a statement, and not about the connection or the server."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.sqlstate)[:2] in ABOUT_A_STATEMENT or error.sqlstate in DAMAGED
    if isinstance(error, asyncpg.InterfaceError):  # invalid values, but also a lost connection
        return isinstance(error, ValueError) or "expects" in str(error)
    return not isinstance(error, (OSError, TimeoutError, asyncpg.InternalClientError))


def payloads(sender: str, notices: Iterable[Notice]) -> Iterator[str]:
    """Notices packed into as few texts as possible: the sender, then topics and texts."""
    packed, size = [sender], len(sender) + 4
    for notice in dict.fromkeys(notices):
        words = [notice.topic, notice.text]
        more = len(json.dumps(words))
        if size + more > MOST_OF_A_PAYLOAD:
            yield json.dumps(packed)
            packed, size = [sender], len(sender) + 4
        packed += words
        size += more
    if len(packed) > 1:
        yield json.dumps(packed)


# --- connections ------------------------------------------------------------------------------
class ReconnectingConnection:
    """A connection that reconnects whenever it was lost."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Connection]],
        heartbeat: float | None = None,
    ) -> None:
        self._connect = connect
        self._heartbeat = heartbeat
        self._connection: Connection = None
        self._why = "it does not answer"  # why there is no connection
        self._there = asyncio.Event()
        self._lost = asyncio.Event()
        self._lost_at = asyncio.get_running_loop().time()
        self._task = asyncio.create_task(self._keep())

    async def get(self, patience: float = PATIENCE) -> Connection:
        """The connection; StoreUnavailable if there has been none for so many seconds."""
        if not self._there.is_set():
            left = self._lost_at + patience - asyncio.get_running_loop().time()
            try:
                await asyncio.wait_for(self._there.wait(), max(0.0, left))
            except TimeoutError:
                raise StoreUnavailable(f"no connection to PostgreSQL: {self._why}") from None
        return self._connection

    def drop(self) -> None:
        """Replace the connection, whose state is unknown."""
        if self._there.is_set():
            self._there.clear()
            self._lost.set()
            self._lost_at = asyncio.get_running_loop().time()

    async def close(self) -> None:
        """Disconnect."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        if self._connection is not None:
            with contextlib.suppress(*FAILURES):
                await self._connection.close(timeout=CONNECT_SECONDS)

    async def _keep(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                connection = await self._connect()
            except (*FAILURES, asyncpg.InternalClientError) as error:
                self._why = str(error) or type(error).__name__
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            pause = FIRST_PAUSE
            self._lost.clear()
            connection.add_termination_listener(lambda _: self.drop())
            self._connection = connection
            self._there.set()
            await self._watch(connection)
            self.drop()
            self._connection = None
            connection.terminate()

    async def _watch(self, connection: Connection) -> None:
        """Return when the connection is lost."""
        while not connection.is_closed():
            try:
                await asyncio.wait_for(self._lost.wait(), self._heartbeat)
                return
            except TimeoutError:
                pass
            try:
                await connection.execute("SELECT 1", timeout=CONNECT_SECONDS)
            except FAILURES:
                return


async def connect(place: str, **more: Any) -> Connection:
    """A connection to a place."""
    return await asyncpg.connect(
        place,
        timeout=CONNECT_SECONDS,
        server_settings={"application_name": CHANNEL},
        **more,
    )


async def first_connection(place: str, **more: Any) -> Connection:
    """The first connection to a place; StoreError says why there is none."""
    until = asyncio.get_running_loop().time() + STARTING_SECONDS
    while True:
        try:
            return await connect(place, **more)
        except asyncpg.CannotConnectNowError as error:  # it is just starting
            if asyncio.get_running_loop().time() > until:
                raise unusable(place, error) from error
            await asyncio.sleep(FIRST_PAUSE)
        except (*FAILURES, asyncpg.InternalClientError, ValueError) as error:
            raise unusable(place, error) from error


def unusable(place: str, error: Exception) -> StoreError:
    """The error for a place that cannot be used."""
    if isinstance(error, asyncpg.InvalidCatalogNameError):
        name = urlsplit(place).path.strip("/")
        return StoreError(
            "error.server.store.no_database", place=without_password(place), name=name
        )
    if isinstance(error, (asyncpg.ClientConfigurationError, ValueError)):
        return StoreError("error.server.store.place", place=without_password(place))
    if isinstance(error, asyncpg.PostgresError) and not isinstance(
        error, asyncpg.PostgresConnectionError
    ):
        reason = EnglishOnly(
            str(error), Message("error.server.store.postgres", code=error.sqlstate)
        )
        return StoreError(
            "error.server.store.unusable", place=without_password(place), reason=reason
        )
    return StoreError("error.server.store.no_answer", place=without_password(place))


async def version_of(connection: Connection) -> tuple[list[str], str | None]:
    """The tables of a database, and the version of its schema if it is ours."""
    found = [str(row[0]) for row in await connection.fetch(FIND_TABLES)]
    columns = "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('meta') AND attname = 'key'"
    if "meta" not in found or not await connection.fetch(columns):
        return found, None
    return found, await connection.fetchval(READ_VERSION)


async def migrate(connection: Connection, place: str, last: int | None = None) -> None:
    """Bring the schema up to date; concurrent processes wait."""
    async with connection.transaction(isolation="read_committed"):
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION)
        for sql in steps_of(without_password(place), *await version_of(connection), last):
            await connection.execute(sql)


# --- the database -----------------------------------------------------------------------------
class PostgresDatabase:
    """A PostgreSQL database: postgresql://user:password@host:port/name."""

    def __init__(self, place: str) -> None:
        self.watch: Watch = nobody
        self.shared = True
        self._place = place
        self._sender = secrets.token_hex(6)
        self._waiting: list[Unit] = []
        self._open = False
        self._listener: ReconnectingConnection | None = None
        self._hear: list[Callable[[Notice], None]] = []

    async def open(self) -> None:
        """Migrate and connect."""
        self._loop = asyncio.get_running_loop()
        await self._prepare()
        self._pool = await asyncpg.create_pool(
            self._place,
            min_size=0,
            max_size=READERS,
            connect=self._connect_reader,
            reset=leave_alone,
        )
        self._wake = asyncio.Event()
        self._line = ReconnectingConnection(self._connect_writer)
        with contextlib.suppress(StoreUnavailable):  # then it keeps trying
            await self._line.get()
        self._open = True
        self._task = asyncio.create_task(self._write_on())

    async def _prepare(self) -> None:
        connection = await first_connection(self._place, command_timeout=STARTING_SECONDS)
        try:
            encoding = await connection.fetchval("SHOW server_encoding")
            if encoding != "UTF8":
                raise StoreError(
                    "error.server.store.encoding",
                    place=without_password(self._place),
                    encoding=encoding,
                )
            await migrate(connection, self._place)
        except (*FAILURES, asyncpg.InternalClientError) as error:
            raise unusable(self._place, error) from error
        finally:
            with contextlib.suppress(*FAILURES):
                await connection.close(timeout=CONNECT_SECONDS)

    async def _connect_writer(self) -> Connection:
        connection = await connect(self._place, command_timeout=COMMAND_SECONDS)
        await connection.execute("SET default_transaction_isolation = 'read committed'")
        if await connection.fetchval("SHOW synchronous_commit") == "off":
            await connection.execute("SET synchronous_commit = on")
        return connection

    async def _connect_reader(self, *_: Any, **more: Any) -> Connection:
        return await connect(self._place, command_timeout=COMMAND_SECONDS, **more)

    async def close(self) -> None:
        """Finish what was begun and disconnect."""
        if not self._open:
            return
        self._open = False
        self._wake.set()
        await self._task
        await self._line.close()
        if self._listener is not None:
            await self._listener.close()
        try:
            await asyncio.wait_for(self._pool.close(), CONNECT_SECONDS)
        except FAILURES:
            self._pool.terminate()

    async def fetch(self, sql: str, *values: Value) -> list[Row]:
        """The rows of a query; asked a second time if the connection was lost."""
        if not self._open:
            raise StoreUnavailable("closed")
        question = only_numbered(sql)
        until = self._loop.time() + ANSWER_SECONDS
        for again in (True, False):
            try:
                async with asyncio.timeout_at(until):
                    return await self._query(question, values)
            except UnicodeDecodeError as error:
                raise Damaged(str(error)) from error
            except (*FAILURES, asyncpg.InternalClientError) as error:
                if getattr(error, "sqlstate", None) in DAMAGED:
                    raise Damaged(str(error)) from error
                if is_about_a_statement(error):
                    raise
                if not again or isinstance(error, (OSError, TimeoutError)):
                    raise StoreUnavailable(str(error) or NO_ANSWER) from error
        raise AssertionError

    async def check(self) -> None:
        """Whether the database answers."""
        await self.fetch("SELECT 1")

    async def _query(self, question: str, values: Sequence[Value]) -> list[Row]:
        connection = await self._pool.acquire(timeout=QUERY_SECONDS)
        try:
            rows = await connection.fetch(question, *values, timeout=QUERY_SECONDS)
            return [tuple(row) for row in rows]
        finally:
            await self._pool.release(connection, timeout=RESET_SECONDS)

    async def write(self, statements: Sequence[Statement], notice: Notice | None = None) -> None:
        """Carry out a unit of work."""
        if not self._open:
            raise StoreUnavailable("closed")
        unit = Unit(statements, notice, self._loop.create_future())
        self._waiting.append(unit)
        self._wake.set()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await unit.done
        except TimeoutError:  # a unit that has begun may still be carried out
            if unit in self._waiting:
                self._waiting.remove(unit)
            raise StoreUnavailable(NO_ANSWER) from None

    # --- the task that writes -----------------------------------------------------------------
    async def _write_on(self) -> None:
        while self._open or self._waiting:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            units = self._waiting[:MOST_UNITS]
            del self._waiting[:MOST_UNITS]
            began = self._loop.time()
            try:
                await self._carry_out(units)
                self.watch(len(units), self._loop.time() - began, True)
            except Exception as error:  # callers are waiting, whatever it was
                self.watch(len(units), self._loop.time() - began, False)
                for unit in units:
                    unit.problem = StoreUnavailable(str(error) or type(error).__name__)
            for unit in units:
                unit.finish()
            await asyncio.sleep(0)  # callers that were answered now may write more

    async def _carry_out(self, units: list[Unit]) -> None:
        """Carry out all units in one transaction: first without savepoints; if one of them fails,
        all again, each with a savepoint of its own."""
        connection = await self._line.get()
        try:
            for attempt in range(ATTEMPTS):
                try:
                    if not await self._attempt(connection, units):
                        await self._attempt_each(connection, units)
                    return
                except NOTHING_DONE as error:
                    problem = error
                    await connection.execute("ROLLBACK")
                    await asyncio.sleep(random.uniform(0, 0.01 * 2**attempt))
            raise problem
        except BaseException:
            self._line.drop()
            raise

    async def _attempt(self, connection: Connection, units: list[Unit]) -> bool:
        """Whether all units could be carried out."""
        for unit in units:
            unit.problem = None  # of an earlier attempt, which was rolled back
        await connection.execute("BEGIN")
        try:
            await self._run(connection, arranged(units))
        except Exception as error:
            if not is_about_a_statement(error):
                raise
            await connection.execute("ROLLBACK")
            return False
        await self._commit(connection, units)
        return True

    async def _attempt_each(self, connection: Connection, units: list[Unit]) -> None:
        """Carry out each unit in a savepoint; those that fail change nothing."""
        await connection.execute("BEGIN")
        for unit in units:
            await connection.execute("SAVEPOINT unit")
            try:
                await self._run(connection, calls_of(unit))
            except Exception as error:
                if not is_about_a_statement(error):
                    raise
                unit.problem = error
                if isinstance(error, asyncpg.IntegrityConstraintViolationError):
                    unit.problem = Conflict(str(error))
                elif getattr(error, "sqlstate", None) in DAMAGED:
                    unit.problem = Damaged(str(error))
                await connection.execute("ROLLBACK TO unit")
            await connection.execute("RELEASE unit")
        await self._commit(connection, [unit for unit in units if unit.problem is None])

    async def _run(self, connection: Connection, calls: list[Call]) -> None:
        """Carry out calls in their order; equal ones that follow each other go out together."""
        for sql, group in groupby(calls, lambda call: call.sql):
            alike = list(group)
            answers = await connection.fetchmany(sql, [call.values for call in alike])
            for call, counts in zip(alike, answers, strict=True):
                if not call.fits(counts):
                    raise Conflict(f"{tuple(counts)} rows changed, not {call.changes}")

    async def _commit(self, connection: Connection, units: list[Unit]) -> None:
        texts = list(payloads(self._sender, (unit.notice for unit in units if unit.notice)))
        if texts:
            told = [(CHANNEL, text) for text in texts]
            await connection.executemany("SELECT pg_notify($1, $2)", told)
        done = await connection.execute("COMMIT")
        if done != "COMMIT":
            raise StoreUnavailable(f"PostgreSQL answered {done}")

    # --- notices ------------------------------------------------------------------------------
    async def listen(self, hear: Callable[[Notice], None]) -> None:
        """Receive notices of other server processes, on a connection of its own."""
        self._hear.append(hear)
        if self._listener is None:
            self._listener = ReconnectingConnection(self._connect_listener, HEARTBEAT)
            self._has_listened = False
        await self._listener.get(STARTING_SECONDS)

    async def _connect_listener(self) -> Connection:
        connection = await connect(self._place, command_timeout=COMMAND_SECONDS)
        await connection.add_listener(CHANNEL, self._heard)
        if self._has_listened:
            self._pass_on(Notice("", ""))
        self._has_listened = True
        return connection

    def _heard(self, _connection: Connection, _process: int, _channel: str, payload: str) -> None:
        try:
            sender, *words = json.loads(payload)
        except (ValueError, TypeError):
            return  # not one of ours
        if sender != self._sender:
            for topic, text in zip(words[::2], words[1::2], strict=False):
                self._pass_on(Notice(str(topic), str(text)))

    def _pass_on(self, notice: Notice) -> None:
        for hear in self._hear:
            hear(notice)


@lru_cache(1000)
def only_numbered(sql: str) -> str:
    """A query as PostgreSQL wants it."""
    return numbered(sql, iter(range(1, 10_000)))


async def leave_alone(_: Connection) -> None:
    """Do not reset connections: readers change nothing that would need it."""
