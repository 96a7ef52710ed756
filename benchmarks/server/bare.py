"""A server that only stores and sends: what this machine, Python and SQLite could do at best.

It speaks the protocol of our tables as far as load.py needs it and knows no rules: a move of any
number is stored, in one durable transaction with all others that wait, then acknowledged, then
every player of the table gets the same 4 kB. Players are asked one after the other.

    python benchmarks/server/bare.py --port 8011 --store /tmp/bare.sqlite
    python benchmarks/server/bare.py --port 8011 --store /tmp/bare.sqlite --one-by-one

With `--one-by-one` each move is a transaction of its own, as a server that is not about speed has
it.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import uvicorn

PLAYERS = 4
BLOB = "x" * 4096


class Store:
    """SQLite, WAL and synchronous FULL; whatever comes during a commit shares the next."""

    def __init__(self, path: str, one_by_one: bool) -> None:
        self.one_by_one = one_by_one
        self.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        self.connection.execute(
            "CREATE TABLE log (table_id, seq, body, PRIMARY KEY (table_id, seq))"
        )
        self.committer = ThreadPoolExecutor(1)
        self.waiting: list[tuple[tuple[Any, ...], asyncio.Future[None]]] = []
        self.working = False

    async def write(self, *row: Any) -> None:
        """Returns once it is on disk."""
        if self.one_by_one:
            self.connection.execute("INSERT INTO log VALUES (?, ?, ?)", row)
            return
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self.waiting.append((row, done))
        if not self.working:
            self.working = True
            loop.call_soon(lambda: loop.create_task(self.work()))
        await done

    async def work(self) -> None:
        """Commit until nobody waits."""
        loop, connection = asyncio.get_running_loop(), self.connection
        while self.waiting:
            batch, self.waiting = self.waiting, []
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT INTO log VALUES (?, ?, ?)", (row for row, _ in batch))
            await loop.run_in_executor(self.committer, connection.execute, "COMMIT")
            for _, done in batch:
                done.set_result(None)
            await asyncio.sleep(0)
        self.working = False


class Table:
    """Four subscribers and a number."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seq = 0
        self.subscribers: dict[int, Any] = {}

    def update(self, seat: int) -> str:
        """The same for everybody, but for whose turn it is."""
        asked = self.seq if seat == self.seq % PLAYERS else "null"
        return (
            f'{{"type":"update","after":0,"seq":{self.seq},"blob":"{BLOB}",'
            f'"legal":[1,2,3],"asked":{asked},"told":0}}'
        )


class Bare:
    """The application: POST opens a table, a socket plays at it."""

    def __init__(self, path: str, one_by_one: bool) -> None:
        self.store = Store(path, one_by_one)
        self.tables: dict[str, Table] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request or socket."""
        if scope["type"] == "http":
            await self.open(send)
        elif scope["type"] == "websocket":
            await self.talk(self.tables[scope["path"].split("/")[3]], receive, send)

    async def open(self, send: Any) -> None:
        """A new table."""
        name = f"t{len(self.tables)}"
        self.tables[name] = Table(name)
        seats = [{"token": str(seat)} for seat in range(PLAYERS)]
        body = orjson.dumps({"table": name, "seats": seats})
        headers = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 201, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def talk(self, table: Table, receive: Any, send: Any) -> None:
        """Hello, then moves."""
        await receive()
        await send({"type": "websocket.accept"})
        seat = -1
        while (message := await receive())["type"] == "websocket.receive":
            wish = orjson.loads(message["text"])
            if wish["type"] == "hello":
                seat = int(wish["token"])
                table.subscribers[seat] = send
                if len(table.subscribers) == PLAYERS:
                    await self.tell(table)
                continue
            seq = table.seq + 1
            await self.store.write(table.name, seq, message["text"])
            table.seq = seq
            ack = orjson.dumps({"type": "ack", "id": wish["id"], "seq": seq, "again": False})
            await send({"type": "websocket.send", "text": ack.decode()})
            await self.tell(table)
        table.subscribers.pop(seat, None)

    async def tell(self, table: Table) -> None:
        """Everybody gets the update."""
        for seat, send in list(table.subscribers.items()):
            await send({"type": "websocket.send", "text": table.update(seat)})


def main() -> None:
    """Serve on loopback until told to stop."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--store", required=True)
    parser.add_argument("--one-by-one", action="store_true", help="a transaction for each move")
    wanted = parser.parse_args()
    uvicorn.run(
        Bare(wanted.store, wanted.one_by_one),
        host="127.0.0.1",
        port=wanted.port,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_level="warning",
    )


if __name__ == "__main__":
    main()
