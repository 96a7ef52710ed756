"""Servers that start at once and die at a named point: for tests that kill them by the hundred.

`python -m tests.server.cradle` imports the server once. For every line that it reads it makes a
server process by fork, which does what `baumeister serve` does. A point to die at is put around
the server's own functions from outside; the server knows nothing of it.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Fuse = Callable[[], None]


def burning(count: int) -> Fuse:
    """Ends this process as `kill -9` does, when it is called for the n-th time."""
    left = count

    def burn() -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return burn


def put(owner: Any, name: str, new: Any) -> None:
    """Something else in the place of a function or a number of the server."""
    setattr(owner, name, new)


# --- points -----------------------------------------------------------------------------------
def _before_the_commit(burn: Fuse, *kinds: str) -> None:
    _around_append(burn, kinds, before=True)


def _after_the_commit(burn: Fuse, *kinds: str) -> None:
    """… and before anybody is told."""
    _around_append(burn, kinds, before=False)


def _around_append(burn: Fuse, kinds: Sequence[str], before: bool) -> None:
    from baumeister.server.store.store import Store

    original = Store.append

    async def append(self: Store, added: Any, *opened: Any) -> None:
        meant = not kinds or added.entries[-1].kind in kinds
        if meant and before:
            burn()
        await original(self, added, *opened)
        if meant and not before:
            burn()

    put(Store, "append", append)


def _is_log(unit: Any) -> bool:
    return any("INSERT INTO log" in statement.sql for statement in unit.statements)


def _inside_the_transaction(burn: Fuse) -> None:
    from baumeister.server.store import sqlite

    original = sqlite.carry_out

    def carry_out(connection: Any, unit: Any) -> None:
        original(connection, unit)
        if _is_log(unit):
            burn()

    put(sqlite, "carry_out", carry_out)
    _before_commit_of_postgres(burn)


def _inside_a_unit(burn: Fuse) -> None:
    """When the first of several statements is done."""
    from baumeister.server.store import sqlite
    from baumeister.server.store.database import Conflict

    def carry_out(connection: Any, unit: Any) -> None:
        for statement in unit.statements:
            changed = connection.execute(statement.sql, statement.values).rowcount
            if statement.changes is not None and changed != statement.changes:
                raise Conflict
            if _is_log(unit):
                burn()

    put(sqlite, "carry_out", carry_out)
    _before_commit_of_postgres(burn)


def _before_commit_of_postgres(burn: Fuse) -> None:
    from baumeister.server.store.postgres import PostgresDatabase

    original = PostgresDatabase._commit

    async def commit(self: PostgresDatabase, connection: Any, units: list[Any]) -> None:
        if any(map(_is_log, units)):
            burn()
        await original(self, connection, units)

    put(PostgresDatabase, "_commit", commit)


def _during_the_commit(burn: Fuse) -> None:
    """When the disk has been asked; nobody knows how far it gets."""
    from baumeister.server.store.postgres import PostgresDatabase
    from baumeister.server.store.sqlite import SQLiteDatabase

    begin, commit = SQLiteDatabase._begin, PostgresDatabase._commit

    def new_begin(self: SQLiteDatabase) -> None:
        has_log = any(map(_is_log, self._waiting))
        begin(self)
        if has_log:
            for _ in range(random.randrange(3000)):
                pass
            burn()

    async def new_commit(self: PostgresDatabase, connection: Any, units: list[Any]) -> None:
        task = asyncio.ensure_future(commit(self, connection, units))
        if any(map(_is_log, units)):
            await asyncio.sleep(random.random() * 0.002)
            burn()
        await task

    put(SQLiteDatabase, "_begin", new_begin)
    put(PostgresDatabase, "_commit", new_commit)


def _after_a_message(burn: Fuse, kind: str) -> None:
    from starlette.websockets import WebSocket

    original = WebSocket.send

    async def send(self: WebSocket, message: Any) -> None:
        await original(self, message)
        if str(message.get("text", "")).startswith(f'{{"type":"{kind}"'):
            burn()

    put(WebSocket, "send", send)


def _while_a_bot_thinks(burn: Fuse) -> None:
    from baumeister.server.bots import pool
    from baumeister.server.bots.worker import BEGUN

    original = pool._BotWorker._heard

    def heard(self: pool._BotWorker, word: str, value: Any) -> None:
        original(self, word, value)
        if word == BEGUN:
            burn()

    put(pool._BotWorker, "_heard", heard)


def _while_somebody_comes(burn: Fuse) -> None:
    """After the hello, before the table is shown."""
    from baumeister.server.tables.service import TableService

    original = TableService.subscribe

    async def subscribe(self: TableService, *words: Any) -> None:
        await original(self, *words)
        burn()

    put(TableService, "subscribe", subscribe)


def _while_a_table_is_read(burn: Fuse) -> None:
    from baumeister.server.store.store import Store

    original = Store.read

    async def read(self: Store, *words: Any) -> Any:
        found = await original(self, *words)
        burn()
        return found

    put(Store, "read", read)


def _while_the_schema_is_made(burn: Fuse) -> None:
    from baumeister.server.store import migrations, postgres, sqlite

    original = migrations.steps_of

    def steps_of(*words: Any) -> Iterator[str]:
        for sql in original(*words):
            yield sql
            burn()

    put(sqlite, "steps_of", steps_of)
    put(postgres, "steps_of", steps_of)


def _never_but_with_a_quick_heart(burn: Fuse) -> None:
    """Does not die; finds out within seconds who is not there any more."""
    from baumeister.server import uvicorn_server

    put(uvicorn_server, "PING_SECONDS", 1)


POINTS: dict[str, Callable[[Fuse], None]] = {
    "before the commit": _before_the_commit,
    "inside a unit": _inside_a_unit,
    "inside the transaction": _inside_the_transaction,
    "during the commit": _during_the_commit,
    "after the commit, before the acknowledgement": _after_the_commit,
    "after the acknowledgement, before the updates": lambda burn: _after_a_message(burn, "ack"),
    "in the middle of the updates": lambda burn: _after_a_message(burn, "update"),
    "while somebody comes": _while_somebody_comes,
    "while a table is read": _while_a_table_is_read,
    "while a bot thinks": _while_a_bot_thinks,
    "before a table is opened": lambda burn: _before_the_commit(burn, "opened"),
    "after a table was opened": lambda burn: _after_the_commit(burn, "opened"),
    "before somebody joins": lambda burn: _before_the_commit(burn, "joined"),
    "after somebody joined": lambda burn: _after_the_commit(burn, "joined"),
    "before a game starts": lambda burn: _before_the_commit(burn, "started"),
    "after a game started": lambda burn: _after_the_commit(burn, "started"),
    "while the schema is made": _while_the_schema_is_made,
    "never, but with a quick heart": _never_but_with_a_quick_heart,
}


# --- the process ------------------------------------------------------------------------------
def _become_server(wanted: dict[str, Any]) -> int:
    from baumeister.cli.main import main as baumeister

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    output = os.open(wanted["output"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, file in enumerate((nothing, output, output)):
        os.dup2(file, number)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 (the other has been read from)
    if wanted["point"] is not None:
        random.seed(wanted["count"])
        POINTS[wanted["point"]](burning(wanted["count"]))
    return baumeister(["serve", *wanted["arguments"]])


def main() -> None:
    """A server for every line."""
    import baumeister.cli.commands.serve
    import baumeister.server.app
    import baumeister.server.store.postgres
    import baumeister.server.uvicorn_server  # noqa: F401

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead are not waited for
    print("ready", flush=True)
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            code = 1
            try:
                code = _become_server(json.loads(line))
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        print(process, flush=True)


if __name__ == "__main__":
    main()
