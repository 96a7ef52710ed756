"""The database server that all simulated servers share, and each server's connection to it.

It runs the real SQL, in SQLite in memory. Latency, outages, lost connections, commits that fail or
whose answer is lost, and notifications that come late, twice or only as "something may have been
missed" are up to the world. What is committed is durable; a server that crashes loses nothing of
it, and may or may not have reached it with its last request.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

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
from baumeister.server.store.migrations import steps_of
from tests.world.faults import Faulty
from tests.world.loop import OUTSIDE, Process, SimulatedLoop


class SimulatedStore(Faulty):
    """What is durable."""

    def __init__(
        self,
        loop: SimulatedLoop,
        chance: Random,
        committed: Callable[[Sequence[tuple[Value, ...]]], None],
        injected: Callable[[str], None],
    ) -> None:
        super().__init__(chance, injected)
        self.loop = loop
        self._committed = committed
        self.sql = sqlite3.connect(":memory:", isolation_level=None)
        for statement in steps_of("world", (), None):
            self.sql.execute(statement)
        self.connections: list[SimulatedDatabase] = []
        self.up = True
        self.delay = 0.002  # seconds on average
        self.failing = 0.0  # the probability that a commit fails: nothing was done
        self.ambiguous = 0.0  # … that it is done, and its answer is lost
        self.reading = 0.0  # … that a query fails
        self.notice_delay = 0.005
        self.doubled = 0.0  # … that a notification comes twice

    def latency(self) -> float:
        """How long a message to or from the database takes."""
        return self.chance.expovariate(1 / self.delay)

    def apply(self, statements: Sequence[Statement]) -> None:
        """One transaction; Conflict if nothing was done because somebody else was faster."""
        self.sql.execute("BEGIN")
        try:
            for statement in statements:
                changed = self.sql.execute(statement.sql, statement.values).rowcount
                if statement.changes is not None and changed != statement.changes:
                    raise Conflict
        except (Conflict, sqlite3.IntegrityError) as error:
            self.sql.execute("ROLLBACK")
            raise Conflict(str(error)) from None
        except BaseException:
            self.sql.execute("ROLLBACK")
            raise
        self.sql.execute("COMMIT")
        rows = [one.values for one in statements if " INTO log " in one.sql]
        if rows:
            self._committed(rows)

    def notify(self, sender: SimulatedDatabase, notice: Notice) -> None:
        """Tell the other servers."""
        for connection in self.connections:
            if connection is not sender:
                again = self.fault("a notification comes twice", self.doubled)
                for _ in range(1 + again):
                    pause = self.chance.expovariate(1 / self.notice_delay)
                    self.loop.call_later(pause, connection.hears, notice, context=OUTSIDE)

    def go_down(self) -> None:
        """No connection works any more."""
        self.up = False
        for connection in self.connections:
            connection.listens = False

    def come_back(self) -> None:
        """Connections are made again; servers learn that they may have missed something."""
        self.up = True
        for connection in self.connections:
            self.loop.call_later(
                self.chance.uniform(0.05, 1.0), connection.reconnect, context=OUTSIDE
            )


class SimulatedDatabase:
    """A server's connection: the protocol `Database`."""

    def __init__(self, store: SimulatedStore, process: Process) -> None:
        self.watch: Watch = nobody
        self.shared = True
        self.listens = False
        self._store = store
        self._process = process
        self._open = False
        self._hear: Callable[[Notice], None] | None = None
        self._busy_until: dict[str, float] = {}  # by topic: its units keep their order

    async def open(self) -> None:
        """Connect; the schema is there."""
        await self._travel()
        if not self._store.up:
            raise StoreError("error.server.store.place", place="world")
        self._open = True
        self._store.connections.append(self)

    async def close(self) -> None:
        """Disconnect."""
        self._open = False
        if self in self._store.connections:
            self._store.connections.remove(self)

    async def _travel(self) -> None:
        await asyncio.sleep(self._store.latency())

    def _check(self) -> None:
        if not self._open or not self._store.up:
            raise StoreUnavailable("the store is away")

    async def fetch(self, sql: str, *values: Value) -> list[Row]:
        """The rows of a query, as they are when it arrives or when its answer leaves."""
        self._check()
        late = self._store.chance.random() < 0.5
        if late:
            await self._travel()
            self._check()
        if self._store.fault("a query fails", self._store.reading):
            raise StoreUnavailable("query failed")
        rows = self._store.sql.execute(sql, values).fetchall()
        if not late:
            await self._travel()
            self._check()
        return rows

    async def check(self) -> None:
        """Whether the store is there."""
        await self.fetch("SELECT 1")

    async def write(self, statements: Sequence[Statement], notice: Notice | None = None) -> None:
        """Carry out a unit, which reaches the store even if the caller is cancelled."""
        self._check()
        done: asyncio.Future[None] = self._store.loop.create_future()
        topic = "" if notice is None else notice.topic
        arrives = self._store.loop.time() + self._store.latency()
        if topic:
            arrives = max(arrives, self._busy_until.get(topic, 0.0))
            self._busy_until[topic] = arrives
        self._store.loop.call_at(
            arrives, self._carry_out, statements, notice, done, context=OUTSIDE
        )
        await done

    def _carry_out(
        self, statements: Sequence[Statement], notice: Notice | None, done: asyncio.Future[None]
    ) -> None:
        store = self._store
        problem: Exception | None = None
        lost = not self._process.alive and store.chance.random() < 0.5  # it had not been sent
        if lost or not store.up or store.fault("a commit fails", store.failing):
            problem = StoreUnavailable("commit failed")
        else:
            try:
                store.apply(statements)
            except Exception as error:
                problem = error
            else:
                if notice is not None:
                    store.notify(self, notice)
                if store.fault("the answer to a commit is lost", store.ambiguous):
                    problem = StoreUnavailable("connection lost during commit")
        store.loop.call_later(store.latency(), _finish, done, problem, context=OUTSIDE)

    async def listen(self, hear: Callable[[Notice], None]) -> None:
        """Hear what other servers write."""
        self._hear = hear
        self.listens = True

    def hears(self, notice: Notice) -> None:
        """A notification arrives, unless its connection was lost."""
        if self._hear is not None and self.listens and self._process.alive:
            self._process.context.copy().run(self._in_process, notice)

    def _in_process(self, notice: Notice) -> None:
        assert self._hear is not None
        self._store.loop.call_soon(self._hear, notice)

    def reconnect(self) -> None:
        """The listening connection is there again."""
        if self._hear is not None and self._open and not self.listens and self._store.up:
            self.listens = True
            self.hears(Notice("", ""))


def _finish(done: asyncio.Future[None], problem: Any) -> None:
    if not done.done():
        if problem is None:
            done.set_result(None)
        else:
            done.set_exception(problem)
