"""Connections with limits: uvicorn's protocol classes, which parse whatever arrives, made careful.

A parser gets what arrives in small slices, and no further slice while the application has enough to
do. What costs time or memory is counted: by address the connections and requests, by connection
the bytes of a request that are not its body and the frames that are no messages. Whoever exceeds a
limit is answered if that is possible and cheap, and disconnected. Once a second `sweep` closes
connections that are too slow.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

import orjson
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from baumeister.kernel.glossary import say
from baumeister.server.api.middleware import language_of
from baumeister.server.metrics import Metrics
from baumeister.server.rate_limit import RateLimit, caller
from baumeister.server.settings import KIB, Settings

SLICE = KIB  # bytes; 170 empty frames, or 50 pipelined requests
MOST_UNPARSED = 1024 * KIB  # four times what an event loop reads at once
HEAD_LIMIT = 32 * KIB
WRAPPING_LIMIT = 4 * KIB  # chunk sizes and trailers, in addition to a sixteenth of the body
MOST_HEADERS = 128
HEAD_SECONDS = 10.0  # within which a head has to arrive
WRITE_SECONDS = 60.0  # within which the peer has to read what is more than the buffer should hold
CLOSE_SECONDS = 10.0  # within which the peer has to read the rest when a connection is closed
# Frames that are no messages: pings, pongs, parts of messages. Browsers send one every 20 s.
FRAMES_PER_SECOND, FRAMES_AT_ONCE = 50, 100
MOST_PARTS = 64  # of one message
# Connections and requests from one address, together: so often as many as requests are allowed.
# Up to there the middleware answers with 429. Beyond it even an answer costs too much.
ARRIVALS = 4
POLICY_VIOLATION = 1008  # RFC 6455
RETRY_SECONDS = 5
STATUS = {  # of rejected requests, by the error's name
    "invalid": HTTPStatus.BAD_REQUEST,
    "head_too_slow": HTTPStatus.REQUEST_TIMEOUT,
    "head_too_large": HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    "too_many_connections": HTTPStatus.SERVICE_UNAVAILABLE,
    "full": HTTPStatus.SERVICE_UNAVAILABLE,
}


class Connections:
    """Counts what comes from each address. One address gets at most half of the connections.
    Trusted proxies have no limit of their own: they connect for everybody."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.metrics = metrics
        self.most = settings.connections
        wanted, half = settings.connections_per_address, max(1, self.most // 2)
        self.most_per_address = min(wanted, half) if wanted else self.most
        everybody = ("0.0.0.0/0", "::/0")
        proxies = everybody if "*" in settings.proxies else settings.proxies
        self.proxies = [ip_network(proxy) for proxy in proxies]
        self.callers: dict[asyncio.BaseTransport, str] = {}
        self.by_caller: Counter[str] = Counter()
        per_second, at_once = settings.requests_per_second, settings.requests_at_once
        self.arrivals = RateLimit(ARRIVALS * per_second, ARRIVALS * at_once)

    def is_too_often(self, address: str, now: float) -> bool:
        """Count a connection or request that arrives; whether there have been far too many."""
        if self.is_proxy(address) or not self.arrivals.take(caller(address), now):
            return False
        self.metrics.refused.labels("far_too_often").inc()
        return True

    def add(self, transport: asyncio.BaseTransport, address: str) -> str | None:
        """Count a connection while it is open; the name of the error if there are too many."""
        name = caller(address)
        if len(self.callers) >= self.most:
            return "full"
        if self.by_caller[name] >= self.most_per_address and not self.is_proxy(address):
            return "too_many_connections"
        self.callers[transport] = name
        self.by_caller[name] += 1
        self.metrics.connections.inc()
        return None

    def remove(self, transport: asyncio.BaseTransport) -> None:
        """Forget a connection that is closed; one that was rejected is not known."""
        name = self.callers.pop(transport, None)
        if name is not None:
            self.metrics.connections.dec()
            self.by_caller[name] -= 1
            if not self.by_caller[name]:
                del self.by_caller[name]

    def is_proxy(self, address: str) -> bool:
        """Whether this is the address of a trusted proxy."""
        try:
            parsed = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        return any(parsed in network for network in self.proxies)


class Config(uvicorn.Config):
    """uvicorn's configuration, and what all connections share."""

    def __init__(self, app: Any, settings: Settings, metrics: Metrics, **given: Any) -> None:
        super().__init__(app, http=HTTPProtocol, ws=WebSocketProtocol, **given)
        self.connections = Connections(settings, metrics)
        self.discard_limit = settings.record_limit


class LimitedProtocol(asyncio.Protocol):
    """What connections of both kinds have in common; uvicorn's class comes after it."""

    config: Config
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)  # type: ignore[call-arg]
        self.unparsed = b""
        self.deadline: float | None = None  # for the head that is awaited
        self.stalled_since: float | None = None  # the buffer is full: the peer does not read
        self.closing_since: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The head is awaited from now on."""
        self.deadline = self.loop.time() + HEAD_SECONDS
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left to do."""
        self.config.connections.remove(self.transport)
        self.unparsed = b""
        super().connection_lost(exc)

    # --- reading --------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        """Parse what has arrived, or as much of it as is wanted now."""
        self.unparsed = self.unparsed + data if self.unparsed else data
        if len(self.unparsed) > MOST_UNPARSED:
            self.transport.abort()
        self.parse()

    def parse(self) -> None:
        """Give the parser slice after slice."""
        data, place = self.unparsed, 0
        while place < len(data) and self.wants_more and not self.transport.is_closing():
            self.parse_slice(data[place : place + SLICE])
            place += SLICE
        self.unparsed = data[place:]

    @property
    def wants_more(self) -> bool:
        """Whether the application has not enough to do with what was parsed."""
        raise NotImplementedError

    def parse_slice(self, data: bytes) -> None:
        """Parse one slice."""
        super().data_received(data)

    # --- writing --------------------------------------------------------------------------------
    def pause_writing(self) -> None:
        """The buffer is full."""
        self.stalled_since = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        """The peer has read."""
        self.stalled_since = None
        super().resume_writing()

    def sweep(self, now: float) -> None:
        """Close the connection if it is too slow."""
        if self.transport.is_closing() and self.closing_since is None:
            self.closing_since = now
        closes, stalls = self.closing_since, self.stalled_since
        if (closes is not None and now >= closes + CLOSE_SECONDS) or (
            stalls is not None and now >= stalls + WRITE_SECONDS
        ):
            self.transport.abort()
        elif self.deadline is not None and now >= self.deadline and closes is None:
            self.head_too_slow()

    def head_too_slow(self) -> None:
        """The head did not arrive in time."""
        raise NotImplementedError


class HTTPProtocol(LimitedProtocol, HttpToolsProtocol):
    """A connection for requests, until it becomes a WebSocket."""

    config: Config

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.overhead = 0  # bytes of the present request that are not its body
        self.overhead_limit = HEAD_LIMIT
        self.discarded = 0  # bytes of a body that came after the response
        self.rejected = "invalid"  # what is wrong with a request that cannot be parsed
        self.is_upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or reject it."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        connections = self.config.connections
        if connections.is_too_often(self.address, self.loop.time()):
            transport.abort()
        elif name := connections.add(transport, self.address):
            self.reject(name)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the timer, too, which uvicorn leaves running after a reset."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    # --- requests -------------------------------------------------------------------------------
    @property
    def wants_more(self) -> bool:
        """Whether no parsed request waits for its turn."""
        return not self.pipeline and not self.is_upgraded

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr]

    def parse_slice(self, data: bytes) -> None:
        """Parse one slice, and count it."""
        if self.deadline is None and self.is_idle:
            self.deadline = self.loop.time() + HEAD_SECONDS
        self.overhead += len(data)
        super().parse_slice(data)
        if self.overhead > self.overhead_limit:
            self.reject("head_too_large")
        elif self.discarded > self.config.discard_limit:
            self.transport.abort()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or a trailer after the body."""
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            self.rejected = "head_too_large"
            raise ValueError("too many headers")  # the parser stops

    def on_headers_complete(self) -> None:
        """The head is there."""
        self.deadline = None
        self.overhead, self.overhead_limit = 0, WRAPPING_LIMIT
        if self.config.connections.is_too_often(self.address, self.loop.time()):
            self.transport.abort()
            raise ValueError("too many requests")  # the parser stops
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self.overhead -= len(body) + len(body) // 16
        if self.is_idle:
            self.discarded += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is there, and the next may come."""
        self.overhead = self.discarded = 0
        self.overhead_limit = HEAD_LIMIT
        self.deadline = None
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Answer the next request, parse further ones, and only then read on."""
        super().on_response_complete()
        if self.unparsed:
            self.flow.pause_reading()
            self.loop.call_soon(self.parse_rest)

    def parse_rest(self) -> None:
        """Parse what had to wait."""
        self.parse()
        if not self.unparsed and not self.transport.is_closing():
            self.flow.resume_reading()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over."""
        self.is_upgraded = True
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it refers to this object

    # --- rejecting ------------------------------------------------------------------------------
    def send_400_response(self, msg: str) -> None:
        """Reject a request that cannot be parsed."""
        self.reject(self.rejected)

    def head_too_slow(self) -> None:
        """Reject a request that has begun; browsers open connections for requests to come."""
        if self.overhead:
            self.reject("head_too_slow")
        else:
            self.transport.close()

    def reject(self, name: str) -> None:
        """Answer with an error, unless the peer would take it for the answer to an earlier request,
        and close the connection."""
        if self.transport.is_closing():
            return
        self.config.connections.metrics.refused.labels(name).inc()
        if not self.is_idle:
            self.transport.abort()
            return
        language = language_of({"headers": self.headers or []})
        key = f"error.server.connection.{name}"
        limits = {"limit": HEAD_LIMIT, "headers": MOST_HEADERS, "seconds": int(HEAD_SECONDS)}
        message = say(key, language, **limits)
        body = orjson.dumps({"error": name, "message": message})
        status = STATUS[name]
        retry = f"retry-after: {RETRY_SECONDS}\r\n" if status >= 500 else ""
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n{retry}\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


class WebSocketProtocol(LimitedProtocol, WebSocketsSansIOProtocol):  # type: ignore[misc]
    """A WebSocket."""

    config: Config

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.rate = RateLimit(FRAMES_PER_SECOND, FRAMES_AT_ONCE)
        self.parts = 0  # of the present message

    @property
    def wants_more(self) -> bool:
        """Whether the application has received all messages; none before it has accepted."""
        return not self.read_paused and self.handshake_complete >= self.handshake_initiated

    async def receive(self) -> Any:
        """The next message; meanwhile the one after it is parsed."""
        self.parse()
        message = await super().receive()
        self.parse()
        return message

    def parse_slice(self, data: bytes) -> None:
        """Parse one slice; answer if it is no valid handshake, which uvicorn forgets."""
        super().parse_slice(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_events(self) -> None:
        """Count frames before they are handled."""
        now = self.loop.time()
        for frame in self.conn.events:
            if isinstance(frame, Frame) and self.is_too_much(frame, now):
                self.fail()
                return
        super().handle_events()

    def is_too_much(self, frame: Frame, now: float) -> bool:
        """Count a frame. Whole messages are not counted here: the application takes one before the
        next is parsed, unless it has closed the socket."""
        if frame.opcode in (Opcode.CONT, Opcode.TEXT, Opcode.BINARY):
            whole = frame.fin and frame.opcode is not Opcode.CONT
            self.parts = 0 if frame.fin else self.parts + 1
            if whole and not self.close_sent:
                return False
        return bool(self.rate.take("", now)) or self.parts > MOST_PARTS

    def handle_ping(self) -> None:
        """Answer, but not to a peer that does not read answers (RFC 6455, 5.5.3)."""
        if self.stalled_since is None:
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def fail(self) -> None:
        """Close the socket of somebody who sends too many frames."""
        self.config.connections.metrics.refused.labels("too_many_frames").inc()
        self.conn.fail(POLICY_VIOLATION, "too many frames")
        if self.close_sent or self.conn.close_sent is None:
            self.transport.abort()
        else:
            self.handle_parser_exception()

    def sweep(self, now: float) -> None:
        """Close the connection if it is too slow."""
        if self.handshake_complete:
            self.deadline = None
        super().sweep(now)

    def head_too_slow(self) -> None:
        """The handshake did not end in time."""
        self.transport.abort()
