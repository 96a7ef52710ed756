"""For tests: real servers in processes of their own, and players who connect to them.

with Server(place) as server:                     # a process, on a free port of loopback
    table = await open_table(server, "tybor", 4)  # four people, all of them ours, started
    async with Player(table, 0) as anna: …        # a socket that keeps up to date
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

READY = re.compile(rb"http://127\.0\.0\.1:(\d+)/")
START_SECONDS = 120.0  # generous: the machine may be busy
STOP_SECONDS = 60.0
CONNECT_SECONDS = 60.0
GENEROUS: tuple[str, ...] = ("--requests-per-second", "100000", "--requests-at-once", "100000")
GENEROUS += ("--tables-per-hour", "100000", "--messages-per-second", "100000")
GENEROUS += ("--requests-running", "100000", "--costly-per-minute", "0")
GENEROUS += ("--commands-per-second", "0", "--listed-tables", "0", "--listed-seats", "0")
GENEROUS += ("--connections-per-address", "0")


def free_port() -> int:
    """A port that nobody uses, outside the range from which the system gives ports to clients:
    a server has to find it free again after it was killed."""
    while True:
        port = random.SystemRandom().randrange(15_000, 30_000)
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port


class Server:
    """`baumeister serve` as a process of its own; one that is to come back has a `free_port`."""

    def __init__(
        self,
        place: str | Path,
        *flags: str,
        port: int = 0,
        limits: Sequence[str] = GENEROUS,
        program: Sequence[str] = ("-m", "baumeister", "serve"),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.place = str(place)
        self.port = port
        self._written = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the server)
        self._command = [sys.executable, *program, "--store", self.place, *limits, *flags]
        self._environment = {**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self.process is not None
        return self.process.pid

    def start(self) -> Self:
        """Start, and wait until it is ready."""
        self._written.seek(0, os.SEEK_END)
        begin = self._written.tell()
        self.process = subprocess.Popen(
            [*self._command, "--port", str(self.port), "--log-format", "json"],
            stdout=self._written,
            stderr=subprocess.STDOUT,
            env=self._environment,
            start_new_session=True,
        )
        began = time.monotonic()
        while not (found := READY.search(self.output, begin)):
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended: {self.output.decode()}")
            if time.monotonic() - began > START_SECONDS:
                raise AssertionError(f"the server is not ready: {self.output.decode()}")
            time.sleep(0.02)
        self.port = int(found[1])
        return self

    @property
    def output(self) -> bytes:
        """All that the server has written, its logs included, since the first start."""
        return os.pread(self._written.fileno(), os.fstat(self._written.fileno()).st_size, 0)

    def kill(self) -> None:
        """`kill -9`."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """An orderly end; the exit code."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            self.process.terminate()
        try:
            code = self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        return code

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process is not None and self.process.poll() is None:
            self.stop()
        self._written.close()


class HasAddress(Protocol):
    """A server that can be reached."""

    @property
    def url(self) -> str:
        """Its address."""


@dataclass
class TestTable:
    """A table at a server, with all its tokens."""

    __test__ = False

    url: str
    id: str
    host: str
    watch: str
    seats: list[str | None]  # tokens of people, by seat
    opened: dict[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/api/tables/{self.id}"


def bearer(token: str | None) -> dict[str, str]:
    """The header that proves a role."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def client_of(url: str, timeout: float = 60) -> httpx.AsyncClient:
    """Asks a server by plain HTTP. To load certificates would take longer than most tests do."""
    return httpx.AsyncClient(base_url=url, timeout=timeout, verify=False, trust_env=False)


async def open_table(
    server: HasAddress,
    game: str,
    people: int,
    *,
    bots: Sequence[str] = (),
    start: bool = True,
    **command: Any,
) -> TestTable:
    """A table where all people are ours; it has started unless told otherwise."""
    seats = [{"kind": "me", "name": f"Person {k}"} for k in range(people)]
    seats += [{"kind": "bot", "bot": bot} for bot in bots]
    async with client_of(server.url) as client:
        answer = await client.post(
            "/api/tables", json={"game": game, "seats": seats, "start": start, **command}
        )
        assert answer.status_code == 201, answer.text
        opened = answer.json()
    tokens = [seat["token"] for seat in opened["seats"]]
    return TestTable(server.url, opened["table"], opened["host"], opened["watch"], tokens, opened)


class Player:
    """Somebody at a table by socket. Keeps every message, knows the last update, checks that the
    numbers fit together."""

    def __init__(self, table: TestTable, seat: int | None, lang: str = "en") -> None:
        self.table = table
        self.seat = seat
        self.token = table.watch if seat is None else table.seats[seat]
        self.lang = lang
        self.messages: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.now: dict[str, Any] = {}
        self.story: list[dict[str, Any]] = []
        self.socket: ClientConnection | None = None
        self._ids = count(1)
        self.prefix = os.urandom(6).hex()

    @property
    def seq(self) -> int:
        return int(self.now.get("seq", 0))

    @property
    def over(self) -> bool:
        return bool(self.now) and self.now["table"]["status"] == "over"

    @property
    def legal(self) -> list[int]:
        return list(self.now["view"]["legal"]) if self.now and self.now["view"] else []

    async def connect(self) -> None:
        """Come, or come back: only what is new is asked for."""
        url = self.table.url.replace("http", "ws") + f"{self.table.path}/socket"
        self.socket = await connect(
            url, compression=None, max_size=None, open_timeout=CONNECT_SECONDS
        )
        hello = {"type": "hello", "token": self.token, "lang": self.lang, "have": self.seq}
        await self.send(hello)

    async def send(self, message: Mapping[str, Any]) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def receive(self, seconds: float = 30.0) -> dict[str, Any]:
        """The next message."""
        assert self.socket is not None
        raw = await asyncio.wait_for(self.socket.recv(), seconds)
        text = raw if isinstance(raw, str) else raw.decode()
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        self.messages.append(message)
        if message["type"] == "update":
            assert message["after"] <= self.seq <= message["seq"], "a gap"
            self.now = message
            assert message["told"] <= len(self.story), "events are missing"
            self.story = self.story[: message["told"]] + message["events"]
        return message

    async def until(
        self, done: Callable[[dict[str, Any]], bool], seconds: float = 30.0
    ) -> dict[str, Any]:
        """The first message that fits."""
        async with asyncio.timeout(seconds):
            while True:
                message = await self.receive(seconds)
                if done(message):
                    return message

    async def submit(self, kind: str, **values: Any) -> dict[str, Any]:
        """Send a command and wait for its answer: ack or refused."""
        command_id = values.pop("id", None) or f"{self.prefix}-{next(self._ids)}"
        await self.send({"type": kind, "id": command_id, **values})
        return await self.until(lambda m: m.get("id") == command_id)

    async def play(
        self, choose: Callable[[dict[str, Any]], int] = lambda now: int(now["view"]["legal"][0])
    ) -> int:
        """Play until the game is over; the number of own moves."""
        made, answered = 0, None
        while not self.over:
            if self.legal and self.now["asked"] != answered:
                answered = self.now["asked"]
                answer = await self.submit("move", action=choose(self.now), seen=self.seq)
                assert answer["type"] == "ack", answer
                made += 1
            else:
                await self.until(lambda m: m["type"] == "update")
        return made

    async def drop(self) -> None:
        """Lose the connection without a word."""
        if self.socket is not None:
            self.socket.transport.abort()
            with suppress(ConnectionClosed):
                await self.socket.wait_closed()
            self.socket = None

    async def __aenter__(self) -> Self:
        await self.connect()
        await self.until(lambda m: m["type"] == "update")
        return self

    async def __aexit__(self, *error: object) -> None:
        if self.socket is not None:
            await self.socket.close()
