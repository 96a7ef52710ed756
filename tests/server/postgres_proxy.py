"""Something between asyncpg and PostgreSQL that interferes with a COMMIT, or swallows all."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

SOCKET = ".s.PGSQL.5432"
READY = b"Z"


@dataclass(frozen=True)
class Trouble:
    """What becomes of a COMMIT: what is carried out in its place, and what is answered."""

    sql: str
    code: str | None  # an SQLSTATE; None: nothing, and the connection is cut


def message(kind: bytes, body: bytes) -> bytes:
    return kind + (len(body) + 4).to_bytes(4, "big") + body


def query(sql: str) -> bytes:
    return message(b"Q", sql.encode() + b"\0")


def error(code: str) -> bytes:
    """An error, after which the next statement is waited for."""
    fields = {"S": "ERROR", "V": "ERROR", "C": code, "M": f"interfered: {code}"}
    body = b"".join(f"{key}{value}\0".encode() for key, value in fields.items()) + b"\0"
    return message(b"E", body) + message(READY, b"I")


class Proxy:
    """Passes everything on; once it is in trouble it interferes with the next COMMIT."""

    def __init__(self, place: str) -> None:
        """A proxy before the database at this place, which has a socket in a folder."""
        address = urlsplit(place)
        self._upstream = Path(parse_qs(address.query)["host"][0]) / SOCKET
        self._folder = Path(tempfile.mkdtemp(prefix="baumeister-proxy-"))
        self.place = f"postgresql://{address.username}@{address.path}?host={self._folder}"
        self.trouble: Trouble | None = None
        self.swallows = False  # everything that is sent, without an error
        self.deaf_to: bytes | None = None  # a message with this is swallowed, and all that follow
        self.unheard = asyncio.Event()  # one was
        self.after_trouble: list[bytes] = []  # what came later on the same connection
        self._tasks: set[asyncio.Task[None]] = set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        server_reader, server_writer = await asyncio.open_unix_connection(self._upstream)
        line = Line(self, reader, writer, server_reader, server_writer)
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            await line.run()
        for end in (writer, server_writer):
            end.close()
        self._tasks.discard(task)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[Proxy]:
        server = await asyncio.start_unix_server(self._serve, self._folder / SOCKET)
        try:
            yield self
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            shutil.rmtree(self._folder)


@dataclass
class Line:
    """One connection."""

    proxy: Proxy
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    server_reader: asyncio.StreamReader
    server_writer: asyncio.StreamWriter
    answer: bytes | None = None  # instead of what PostgreSQL says next
    cut: bool = False  # once PostgreSQL has said something
    was_in_trouble: bool = False
    deaf: bool = False

    async def run(self) -> None:
        """Until one of both sides ends."""
        length = await self.reader.readexactly(4)  # the first message has no kind
        body = await self.reader.readexactly(int.from_bytes(length, "big") - 4)
        if not self.proxy.swallows:
            self.server_writer.write(length + body)
        both = [asyncio.ensure_future(self._up()), asyncio.ensure_future(self._down())]
        try:
            done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for one in done:
                one.result()
        finally:
            for one in both:
                one.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    async def _up(self) -> None:
        while True:
            sent = await read_message(self.reader)
            if self.was_in_trouble:
                self.proxy.after_trouble.append(sent)
            trouble = self.proxy.trouble
            if sent == query("COMMIT") and trouble is not None:
                self.proxy.trouble, self.was_in_trouble = None, True
                self.cut = trouble.code is None
                self.answer = b"" if trouble.code is None else error(trouble.code)
                sent = query(trouble.sql)
            if self.proxy.deaf_to is not None and self.proxy.deaf_to in sent:
                self.deaf = True
                self.proxy.unheard.set()
            if self.deaf:
                continue
            if not self.proxy.swallows:
                self.server_writer.write(sent)

    async def _down(self) -> None:
        while True:
            said = await read_message(self.server_reader)
            if self.answer is None:
                self.writer.write(said)
            elif said[:1] == READY:
                if self.cut:
                    return
                self.writer.write(self.answer)
                self.answer = None


async def read_message(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(5)
    return head + await reader.readexactly(int.from_bytes(head[1:], "big") - 4)
