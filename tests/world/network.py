"""HTTP and WebSockets in memory, between people and the application: ASGI on one side, a small
client on the other.

A connection keeps the order of its messages, as TCP does; different connections overtake each
other. Connections break, with the loss of everything on its way, and each side finds out at a time
of its own: a side that does not is left with a half-open connection until its pings fail. A
client that reads slowly makes the server's `send` wait.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from tests.world.faults import Faulty
from tests.world.loop import OUTSIDE, Process, SimulatedLoop

WINDOW = 6  # messages that a connection holds before the sender waits
PING_FAILS = 40.0  # seconds after which the server's own pings find a half-open connection
ANSWER_SECONDS = 20.0  # how long a client waits for a response
GONE = {"type": "websocket.disconnect", "code": 1006}


class Lost(Exception):
    """The connection broke, or there was no answer."""


class Closed(Exception):
    """The server closed the socket with a code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Conditions(Faulty):
    """How good the network is just now."""

    def __init__(self, chance: Random, injected: Callable[[str], None]) -> None:
        super().__init__(chance, injected)
        self.delay = 0.03  # seconds on average
        self.loss = 0.0  # the probability that a request or its response is lost
        self.cuts = 0.0  # the probability that a message breaks its connection

    def latency(self) -> float:
        """How long a message travels."""
        return self.chance.expovariate(1 / self.delay)


class Pipe:
    """One direction of a connection."""

    def __init__(self, loop: SimulatedLoop, latency: Callable[[], float]) -> None:
        self._loop = loop
        self._latency = latency
        self._travelling: deque[Any] = deque()
        self.arrived: deque[Any] = deque()
        self._last = 0.0
        self._reader: asyncio.Future[None] | None = None
        self._writers: list[asyncio.Future[None]] = []
        self.broken = False  # nothing arrives any more
        self.ended = False  # … and the reader knows

    def put(self, item: Any) -> None:
        """Send."""
        if not self.broken:
            self._travelling.append(item)
            self._last = max(self._last, self._loop.time() + self._latency())
            self._loop.call_at(self._last, self._arrive, context=OUTSIDE)

    def _arrive(self) -> None:
        if self._travelling:
            self.arrived.append(self._travelling.popleft())
            _wake(self._reader)

    @property
    def is_full(self) -> bool:
        """Whether the sender has to wait."""
        return len(self._travelling) + len(self.arrived) >= WINDOW and not self.broken

    async def room(self) -> None:
        """Wait until the reader has caught up."""
        while self.is_full:
            writer = self._loop.create_future()
            self._writers.append(writer)
            await writer

    async def get(self, until: float | None = None) -> Any:
        """The next item, raised if it is an exception; None if there is none at a time."""
        while not self.arrived:
            if until is not None and self._loop.time() >= until:
                return None
            reader = self._reader = self._loop.create_future()
            timer = None if until is None else self._loop.call_at(until, _wake, reader)
            await reader
            if timer is not None:
                timer.cancel()
        item = self.arrived.popleft()
        while self._writers:
            _wake(self._writers.pop())
        if isinstance(item, Exception):
            raise item
        return item

    def lose(self) -> None:
        """Lose what is on its way, and everything that is sent from now on."""
        self.broken = True
        self._travelling.clear()

    def end(self, last: Any) -> None:
        """Lose everything, and let the reader know by `last`; writers do not wait any more."""
        self.lose()
        if not self.ended:
            self.ended = True
            self.arrived.append(last)
            _wake(self._reader)
            while self._writers:
                _wake(self._writers.pop())


def _wake(waiting: asyncio.Future[None] | None) -> None:
    if waiting is not None and not waiting.done():
        waiting.set_result(None)


class Response(NamedTuple):
    """What a request was answered with, and what the store held when it was."""

    status: int
    body: bytes
    durable: dict[str, int]


class Sent(NamedTuple):
    """A message of the server, and how many entries of the table were durable when it was sent."""

    text: str
    durable: int


class Socket:
    """A client's end of a WebSocket, and the server's."""

    def __init__(self, network: Network, server: Process, table: str) -> None:
        self._network = network
        self.server = server
        self._table = table
        self._up = Pipe(network.loop, network.conditions.latency)
        self._up.arrived.append({"type": "websocket.connect"})
        self._down = Pipe(network.loop, network.conditions.latency)
        self.receive = self._down.get  # Sent, or None at a time; raises Lost or Closed
        self.asgi_receive = self._up.get  # what the application receives

    # --- the client ---------------------------------------------------------------------------
    def send(self, text: str) -> None:
        """A message to the server."""
        self._up.put({"type": "websocket.receive", "text": text})
        if self._network.conditions.fault("a connection breaks", self._network.conditions.cuts):
            self.cut()

    def close(self) -> None:
        """Leave in good order."""
        self._up.end({"type": "websocket.disconnect", "code": 1000})
        self._down.end(Lost())

    def abandon(self) -> None:
        """Go away without a word: the server's side stays half open until its pings fail."""
        self._up.lose()
        self._down.end(Lost())
        self._network.later(PING_FAILS, self._up.end, GONE)

    def cut(self) -> None:
        """Break; each side finds out at once or later."""
        chance = self._network.conditions.chance
        self._up.lose()
        self._down.lose()
        self._network.later(chance.choice((0.0, 0.5, PING_FAILS)), self._up.end, GONE)
        self._network.later(chance.choice((0.0, 0.5, 30.0)), self._down.end, Lost())

    def server_gone(self, seconds: float) -> None:
        """The server does not exist any more, which the client finds out after a time."""
        self._up.lose()
        self._down.lose()
        self._network.later(seconds, self._down.end, Lost())

    # --- the server ---------------------------------------------------------------------------
    async def asgi_send(self, message: dict[str, Any]) -> None:
        """What the application sends."""
        if not self.server.alive:
            await self._network.loop.create_future()  # never: it crashed
        kind = message["type"]
        if kind == "websocket.send":
            if self._up.ended:
                raise OSError("connection lost")
            self._down.put(Sent(message["text"], self._network.durable.get(self._table, 0)))
            if self._network.conditions.fault("a connection breaks", self._network.conditions.cuts):
                self.cut()
            if self._down.is_full:
                await self._down.room()
        elif kind == "websocket.close":
            self._down.put(Closed(message.get("code", 1000)))


class Network:
    """Between everybody and all servers."""

    def __init__(
        self,
        loop: SimulatedLoop,
        conditions: Conditions,
        durable: Mapping[str, int],
    ) -> None:
        self.loop = loop
        self.conditions = conditions
        self.durable = durable
        self.apps: dict[Process, Any] = {}  # of servers that take requests
        self._sockets: dict[Process, list[Socket]] = {}

    def later(self, seconds: float, call: Callable[..., None], *args: Any) -> None:
        """Do something after a time, outside of all processes."""
        self.loop.call_later(seconds, call, *args, context=OUTSIDE)

    def gone(self, server: Process) -> None:
        """A server crashed or ended: its connections break, some of them without a sign."""
        self.apps.pop(server, None)
        for socket in self._sockets.pop(server, []):
            socket.server_gone(self.conditions.chance.choice((0.0, 0.3, 30.0)))

    def _scope(self, kind: str, path: str, token: str | None, **more: Any) -> dict[str, Any]:
        path, _, query = path.partition("?")
        headers = [(b"host", b"127.0.0.1:8010"), (b"accept-language", b"en")]
        if token is not None:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": headers,
            "client": ("127.0.0.1", 50_000),
            "server": ("127.0.0.1", 8010),
            "state": {},
            **more,
        }

    async def connect(self, server: Process, table: str) -> Socket:
        """A socket of a table; Lost if the server is not there."""
        await asyncio.sleep(self.conditions.latency())
        app = self.apps.get(server)
        if app is None or self.conditions.fault("a connection is not made", self.conditions.loss):
            raise Lost
        socket = Socket(self, server, table)
        self._sockets.setdefault(server, []).append(socket)
        scope = self._scope(
            "websocket", f"/api/tables/{table}/socket", None, scheme="ws", subprotocols=[]
        )
        self.loop.start(server, _served(app(scope, socket.asgi_receive, socket.asgi_send)))
        return socket

    async def request(
        self, server: Process, method: str, path: str, token: str | None = None, body: bytes = b""
    ) -> Response:
        """A request and its response; Lost if there is none."""
        await asyncio.sleep(self.conditions.latency())
        app = self.apps.get(server)
        if app is None or self.conditions.fault("a request is lost", self.conditions.loss):
            raise Lost
        answer: asyncio.Future[Response] = self.loop.create_future()
        gone = self.loop.create_future()
        scope = self._scope("http", path, token, scheme="http", method=method)
        if body:
            scope["headers"].append((b"content-type", b"application/json"))
        whole = [{"type": "http.request", "body": body, "more_body": False}]
        status, parts = 0, list[bytes]()

        async def receive() -> dict[str, Any]:
            if whole:
                return whole.pop()
            await gone
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            nonlocal status
            if not server.alive:
                await self.loop.create_future()  # never: it crashed
            if message["type"] == "http.response.start":
                status = message["status"]
                return
            parts.append(message.get("body", b""))
            if not message.get("more_body", False) and not answer.done():
                if self.conditions.fault("a response is lost", self.conditions.loss):
                    return
                found = Response(status, b"".join(parts), dict(self.durable))
                self.later(self.conditions.latency(), _answer, answer, found)

        self.loop.start(server, _served(app(scope, receive, send)))
        try:
            return await asyncio.wait_for(answer, ANSWER_SECONDS)
        except TimeoutError:
            raise Lost from None
        finally:
            if not gone.done():
                gone.set_result(None)


def _answer(answer: asyncio.Future[Response], found: Response) -> None:
    if not answer.done():
        answer.set_result(found)


async def _served(exchange: Any) -> None:
    """What uvicorn does around the application: an exception ends the exchange only."""
    with suppress(OSError):
        await exchange
