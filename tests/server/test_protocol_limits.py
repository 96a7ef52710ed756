"""Limits below the application: what a connection may send, how much of it waits, and how many
connections there are. No network and no real time: the peer is a transport that the test holds, and
`sweep` is told how late it is."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from uvicorn.server import ServerState

from baumeister.server import uvicorn_server
from baumeister.server.metrics import Metrics
from baumeister.server.protocols import (
    ARRIVALS,
    CLOSE_SECONDS,
    FRAMES_AT_ONCE,
    HEAD_LIMIT,
    HEAD_SECONDS,
    MOST_HEADERS,
    MOST_PARTS,
    SLICE,
    WRITE_SECONDS,
    HTTPProtocol,
    WebSocketProtocol,
)
from baumeister.server.run import possible_connections
from baumeister.server.settings import Settings
from baumeister.server.turns import REQUESTS_AT_ONCE, Turns
from baumeister.server.uvicorn_server import config_of
from tests.server.live_server import Server

READ_AT_ONCE = 256_000  # by an event loop
BUFFER = 64 * 1024  # what waits for the peer before a protocol has to pause
FIRST = b"GET /first HTTP/1.1\r\nHost: a\r\n"
REQUEST = FIRST + b"\r\n"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
TEXT, BYTES, PING, PONG = 0x1, 0x2, 0x9, 0xA


def frame(opcode: int, payload: bytes = b"", fin: bool = True) -> bytes:
    """A short frame as clients send it; its mask is zero."""
    return bytes([0x80 * fin | opcode, 0x80 | len(payload)]) + bytes(4) + payload


class Wire(asyncio.Transport):
    """A connection: what the server writes is kept, and read by the peer only if it wants to."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 4711)})
        self.protocol: Any = None
        self.written = b""
        self.unread = 0
        self.reads_answers = True
        self.is_read = True
        self.ended = ""  # closed or aborted
        self.waiting = b""

    # --- the peer -------------------------------------------------------------------------------
    async def send(self, data: bytes) -> None:
        """Send; what the server does not want to read now waits in the network."""
        self.waiting += data
        await settle()
        while self.waiting and self.is_read and not self.ended:
            data, self.waiting = self.waiting[:READ_AT_ONCE], self.waiting[READ_AT_ONCE:]
            self.protocol.data_received(data)
            await settle()

    @property
    def statuses(self) -> list[int]:
        """The status of each answer."""
        return [int(found) for found in re.findall(rb"HTTP/1\.1 (\d+)", self.written)]

    @property
    def error(self) -> str:
        """The name of the error in the last answer."""
        return str(json.loads(self.written.rpartition(b"\r\n\r\n")[2])["error"])

    @property
    def close_code(self) -> int:
        """The code in the closing frame at the end."""
        found = re.search(rb"\x88[^\x00-\x01](..)[ -~]*\Z", self.written, re.DOTALL)
        assert found is not None
        return int.from_bytes(found[1], "big")

    # --- the transport --------------------------------------------------------------------------
    def write(self, data: Any) -> None:
        self.written += data
        if not self.reads_answers:
            was, self.unread = self.unread, self.unread + len(data)
            if was <= BUFFER < self.unread:
                self.protocol.pause_writing()

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def is_closing(self) -> bool:
        return bool(self.ended)

    def close(self) -> None:
        if not self.ended:
            self.ended = "closed"
            if not self.unread:
                self.lose()

    def abort(self) -> None:
        if self.ended != "aborted":
            self.ended = "aborted"
            self.lose()

    def lose(self) -> None:
        asyncio.get_running_loop().call_soon(lambda: self.protocol.connection_lost(None))


async def settle() -> None:
    """Let everything happen that is on its way."""
    for _ in range(20):
        await asyncio.sleep(0)


class House:
    """A server without a network. Its application answers with the path, or repeats messages."""

    def __init__(self, **settings: Any) -> None:
        self.metrics = Metrics()
        unlimited = {"requests_per_second": 0, "messages_per_second": 0}
        wanted = Settings(**{**unlimited, **settings})
        self.config = config_of(self.app, wanted, self.metrics)
        self.state = ServerState()
        self.answers = asyncio.Event()
        self.answers.set()
        self.received: list[str] = []
        loop = asyncio.get_running_loop()
        loop.time = lambda: 1000.0  # type: ignore[method-assign]

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await receive()
            await self.answers.wait()
            await send({"type": "websocket.accept"})
            while (message := await receive())["type"] == "websocket.receive":
                await self.answers.wait()
                self.received.append(message.get("text") or repr(message.get("bytes")))
                if self.received[-1] == "close":
                    await send({"type": "websocket.close"})
            return
        if scope["path"] == "/body":
            while (message := await receive()).get("more_body"):
                self.received.append(message["body"])
        await self.answers.wait()
        body = scope["path"].encode()
        headers = [(b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def connect(self, address: str = "203.0.113.7") -> Wire:
        """A new connection."""
        wire = Wire(address)
        wire.protocol = HTTPProtocol(self.config, self.state, {})
        wire.protocol.connection_made(wire)
        return wire

    async def socket(self, place: str = "7") -> Wire:
        """A new WebSocket."""
        wire = self.connect(f"203.0.113.{place}")
        await wire.send(UPGRADE + b"\r\n")
        assert wire.statuses == [101]
        assert isinstance(wire.protocol, WebSocketProtocol)
        return wire

    async def sweep(self, seconds: float) -> None:
        """What the server does once a second, so much later."""
        connections: list[Any] = list(self.state.connections)
        for connection in connections:
            connection.sweep(1000.0 + seconds)
        await settle()

    def refused(self, why: str) -> int:
        """How many were rejected for this reason."""
        return int(
            self.metrics.registry.get_sample_value("baumeister_refused_total", {"why": why}) or 0
        )


def run(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(scene())


# --- heads ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "head",
    [
        FIRST + b"a: b\r\n" * 200_000,
        FIRST + b"a: " + b"b" * 1_000_000,
        FIRST + b"a" * 1_000_000,
        FIRST + b"a: b\r\n c\r\n" + b" d\r\n" * 200_000,
        b"GET /" + b"x" * 1_000_000,
        b"\r\n" * 500_000,
    ],
    ids=["headers", "value", "name", "folded", "path", "blank lines"],
)
def test_an_endless_head_is_rejected_when_it_is_too_large(head: bytes) -> None:
    async def scene() -> None:
        house = House()
        wire = house.connect()
        fed = 0
        while not wire.ended:
            await wire.send(head[fed : fed + 1000])
            fed += 1000
            assert fed <= HEAD_LIMIT + SLICE
        assert wire.statuses in ([431], [400])
        assert wire.error in ("head_too_large", "invalid")
        assert not house.state.connections

        wire = house.connect()  # all at once
        await wire.send(head)
        assert wire.statuses in ([431], [400])
        assert not wire.protocol.unparsed
        assert wire.protocol.overhead <= HEAD_LIMIT + SLICE

    run(scene)


def test_the_rejection_of_a_head_is_explained_in_the_callers_language() -> None:
    async def scene() -> None:
        house = House()
        wire = house.connect()
        await wire.send(FIRST + b"Accept-Language: de\r\na: " + b"b" * 100_000)
        assert wire.statuses == [431]
        assert "der Kopf der Anfrage ist zu groß" in wire.written.decode()
        assert house.refused("head_too_large") == 1

    run(scene)


def test_a_head_may_have_so_many_headers_and_not_one_more() -> None:
    async def scene() -> None:
        house = House()
        for more, status in ((MOST_HEADERS - 1, 200), (MOST_HEADERS, 431)):
            wire = house.connect()
            await wire.send(FIRST + b"a: b\r\n" * more + b"\r\n")
            assert wire.statuses == [status]

    run(scene)


def test_a_large_head_within_the_limit_is_answered() -> None:
    async def scene() -> None:
        wire = House().connect()
        for _ in range(3):  # on one connection
            await wire.send(FIRST + b"a: " + b"b" * (HEAD_LIMIT - 100) + b"\r\n\r\n")
        assert wire.statuses == [200, 200, 200]

    run(scene)


def test_a_handshake_that_the_parser_of_sockets_rejects_is_answered() -> None:
    async def scene() -> None:
        house = House()
        wire = house.connect()
        await wire.send(UPGRADE + b"a: " + b"b" * 20_000 + b"\r\n\r\n")
        assert wire.statuses == [431]
        assert wire.ended
        assert not house.state.connections

    run(scene)


# --- bodies -----------------------------------------------------------------------------------
CHUNKED = b"POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    "body",
    [
        b"1\r\nx\r\n" * 200_000,
        b"1;" + b"e" * 1_000_000,
        b"0\r\n" + b"a: b\r\n" * 200_000,
        b"0\r\na: " + b"b" * 1_000_000,
    ],
    ids=["tiny chunks", "extension", "trailers", "trailer"],
)
def test_what_a_body_is_wrapped_in_has_a_limit(body: bytes) -> None:
    async def scene() -> None:
        house = House()
        wire = house.connect()
        await wire.send(CHUNKED + body)
        assert wire.ended
        assert not wire.protocol.unparsed
        assert sum(map(len, house.received)) <= HEAD_LIMIT
        assert len(wire.protocol.headers) <= MOST_HEADERS + 1
        assert not house.state.connections

    run(scene)


def test_a_body_in_ordinary_chunks_arrives() -> None:
    async def scene() -> None:
        house = House()
        wire = house.connect()
        await wire.send(CHUNKED + (b"2000\r\n" + b"x" * 0x2000 + b"\r\n") * 200 + b"0\r\n\r\n")
        assert wire.statuses == [200]
        assert not wire.ended
        await wire.send(REQUEST)
        assert wire.statuses == [200, 200]

    run(scene)


def test_a_body_that_goes_on_after_the_answer_has_a_limit() -> None:
    async def scene() -> None:
        house = House(record_limit=100_000)
        wire = house.connect()
        await wire.send(b"POST /early HTTP/1.1\r\nContent-Length: 1000000000\r\n\r\n")
        assert wire.statuses == [200]
        await wire.send(b"x" * 90_000)
        assert not wire.is_closing()
        await wire.send(b"x" * 20_000)
        assert wire.ended == "aborted"

    run(scene)


# --- many requests on one connection ----------------------------------------------------------
def test_pipelined_requests_wait_unparsed_and_are_answered_in_order() -> None:
    async def scene() -> None:
        house = House()
        house.answers.clear()
        wire = house.connect()
        paths = [f"/{number}" for number in range(5000)]
        await wire.send("".join(f"GET {path} HTTP/1.1\r\n\r\n" for path in paths).encode())
        assert len(wire.protocol.pipeline) <= SLICE / 18  # the shortest request
        assert len(wire.protocol.unparsed) <= READ_AT_ONCE
        assert not wire.is_read
        house.answers.set()
        while len(wire.statuses) < len(paths):
            await wire.send(b"")
        bodies = re.findall(rb"\r\n\r\n(/\d+)", wire.written)
        assert [body.decode() for body in bodies] == paths
        assert wire.is_read

    run(scene)


def test_a_head_in_the_rest_of_pipelined_requests_is_still_read() -> None:
    async def scene() -> None:
        house = House()
        house.answers.clear()
        wire = house.connect()
        await wire.send(REQUEST * 200 + FIRST)
        house.answers.set()
        while len(wire.statuses) < 200:
            await wire.send(b"")
        await wire.send(b"\r\n")
        assert len(wire.statuses) == 201

    run(scene)


# --- slow ones --------------------------------------------------------------------------------
def test_a_connection_without_a_request_is_closed() -> None:
    async def scene() -> None:
        house = House()
        wire = house.connect()
        await house.sweep(HEAD_SECONDS - 1)
        assert not wire.ended
        await house.sweep(HEAD_SECONDS)
        assert (wire.ended, wire.written) == ("closed", b"")

    run(scene)


@pytest.mark.parametrize("before", [0, 2])
def test_a_head_that_does_not_end_is_answered_with_408(before: int) -> None:
    async def scene() -> None:
        house = House()
        wire = house.connect()
        for _ in range(before):
            await wire.send(REQUEST)
        for letter in FIRST:
            await wire.send(bytes([letter]))
        await house.sweep(HEAD_SECONDS - 1)
        assert not wire.ended
        await house.sweep(HEAD_SECONDS)
        assert wire.statuses == [200] * before + [408]
        assert wire.error == "head_too_slow"
        assert not house.state.connections

    run(scene)


def test_a_request_that_is_being_answered_and_a_connection_kept_for_the_next_are_not_too_slow() -> (
    None
):
    async def scene() -> None:
        house = House()
        wire = house.connect()
        house.answers.clear()
        await wire.send(REQUEST)
        await house.sweep(1000)
        house.answers.set()
        await settle()
        await house.sweep(1000)  # uvicorn's timer closes it
        assert (wire.statuses, wire.ended) == ([200], "")

    run(scene)


def test_whoever_does_not_read_is_cut_off() -> None:
    async def scene() -> None:
        house = House()
        wire = await house.socket()
        wire.reads_answers = False
        wire.write(b"x" * (BUFFER + 1))
        await house.sweep(WRITE_SECONDS - 1)
        assert not wire.is_closing()
        await house.sweep(WRITE_SECONDS)
        assert wire.ended == "aborted"
        assert not house.state.connections

    run(scene)


def test_a_connection_that_is_closed_does_not_wait_for_its_peer_for_ever() -> None:
    async def scene() -> None:
        house = House()
        wire = await house.socket()
        wire.reads_answers = False
        wire.write(b"x")
        wire.close()
        await house.sweep(1)
        await house.sweep(CLOSE_SECONDS)
        assert wire.ended == "closed"
        await house.sweep(CLOSE_SECONDS + 1)
        assert wire.ended == "aborted"
        assert not house.state.connections

    run(scene)


def test_a_handshake_that_is_not_answered_ends_and_an_open_socket_stays() -> None:
    async def scene() -> None:
        house = House()
        stays = await house.socket()
        house.answers.clear()
        ends = house.connect()
        await ends.send(UPGRADE + b"\r\n")
        await house.sweep(HEAD_SECONDS)
        assert ends.ended == "aborted"
        assert not stays.ended

    run(scene)


def test_the_server_sweeps_once_a_second() -> None:
    async def scene() -> None:
        house = House()
        server = uvicorn_server.Server(house.config, lambda: None, lambda: None)
        server.server_state = house.state
        wire = house.connect()
        wire.protocol.deadline = 999.0
        for counter in range(10):
            assert not await server.on_tick(counter)
        assert wire.ended == "closed"

    run(scene)


# --- frames -----------------------------------------------------------------------------------
def test_pongs_that_nobody_reads_are_not_kept() -> None:
    async def scene() -> None:
        house = House()
        wire = await house.socket()
        wire.protocol.rate.gap = 0.0  # however slowly they come
        wire.reads_answers = False
        for _ in range(20):
            await wire.send(frame(PING, b"x" * 125) * 1000)
        assert wire.unread <= BUFFER + SLICE
        assert not wire.ended

    run(scene)


@pytest.mark.parametrize(
    "flood",
    [
        frame(PING) * 10_000,
        frame(PONG) * 10_000,
        frame(TEXT, b"a", fin=False) + frame(0, fin=False) * 10_000,
        (frame(TEXT, b"a", fin=False) + frame(0, b"b")) * 10_000,
    ],
    ids=["pings", "pongs", "empty parts", "messages in parts"],
)
def test_too_many_frames_that_are_no_messages_close_the_socket(flood: bytes) -> None:
    async def scene() -> None:
        house = House()
        wire = await house.socket()
        await wire.send(flood)
        while wire.is_read is False and not wire.ended:
            await wire.send(b"")
        assert wire.ended
        assert wire.close_code == 1008
        assert len(house.received) <= FRAMES_AT_ONCE
        assert house.refused("too_many_frames") == 1
        assert not house.state.connections

    run(scene)


def test_a_message_has_only_so_many_parts_however_slowly_they_come() -> None:
    async def scene() -> None:
        house = House()
        wire = await house.socket()
        wire.protocol.rate.gap = 0.0
        await wire.send(frame(TEXT, b"a", fin=False))
        for _ in range(MOST_PARTS - 1):
            await wire.send(frame(0, fin=False))
        assert not wire.ended
        await wire.send(frame(0, fin=False))
        assert wire.close_code == 1008

    run(scene)


def test_messages_wait_unparsed_and_none_is_lost() -> None:
    async def scene() -> None:
        house = House()
        wire = await house.socket()
        house.answers.clear()
        await wire.send(b"".join(frame(TEXT, b"%d" % number) for number in range(20_000)))
        assert wire.protocol.queue.qsize() <= SLICE / 6
        assert len(wire.protocol.unparsed) <= READ_AT_ONCE
        assert not wire.is_read
        house.answers.set()
        while len(house.received) < 20_000:
            await wire.send(b"")
        assert house.received == [str(number) for number in range(20_000)]
        assert wire.is_read

    run(scene)


def test_a_socket_that_was_closed_reads_no_flood() -> None:
    async def scene() -> None:
        house = House()
        wire = await house.socket()
        await wire.send(frame(TEXT, b"close"))
        assert not wire.is_closing()  # it waits for the peer to agree
        await wire.send(frame(TEXT, b"x") * 10_000)
        assert wire.ended == "aborted"
        assert not house.state.connections

    run(scene)


def test_frames_before_the_handshake_is_answered_wait() -> None:
    async def scene() -> None:
        house = House()
        house.answers.clear()
        wire = house.connect()
        await wire.send(UPGRADE + b"\r\n")
        await wire.send(frame(TEXT, b"early") + frame(TEXT, b"bird"))
        assert wire.statuses == []
        house.answers.set()
        await settle()
        assert wire.statuses == [101]
        assert house.received == ["early", "bird"]

    run(scene)


# --- how often --------------------------------------------------------------------------------
def test_whoever_comes_far_too_often_gets_no_answer_and_others_do() -> None:
    async def scene() -> None:
        house = House(requests_per_second=1, requests_at_once=2)
        answered = 0
        for _ in range(ARRIVALS):  # a connection and a request each
            wire = house.connect()
            await wire.send(REQUEST)
            answered += wire.statuses == [200]
        assert answered == ARRIVALS
        assert (house.connect().ended, house.refused("far_too_often")) == ("aborted", 1)
        other = house.connect("203.0.113.8")
        for _ in range(2 * ARRIVALS):  # the connection was one of them
            await other.send(REQUEST)
        assert other.statuses == [200] * (2 * ARRIVALS - 1)
        assert other.ended == "aborted"

    run(scene)


def test_a_proxy_may_come_as_often_as_everybody_behind_it() -> None:
    async def scene() -> None:
        house = House(requests_per_second=1, requests_at_once=1, proxies=("203.0.113.7",))
        for number in range(100):
            wire = house.connect()
            await wire.send(FIRST + b"X-Forwarded-For: 198.51.100.%d\r\n\r\n" % number)
            assert wire.statuses == [200]
        for _ in range(REQUESTS_AT_ONCE):
            wire = house.connect()
            await wire.send(FIRST + b"X-Forwarded-For: 198.51.100.7\r\n\r\n")
        assert wire.statuses == []  # it waits, although the proxy does not

    run(scene)


def test_messages_of_one_address_wait_for_their_turn_whatever_socket_they_use() -> None:
    async def scene() -> None:
        house = House(messages_per_second=5)  # ten from one address at once, then 25 a second
        one, two, other = [await house.socket(place) for place in ("7", "7", "8")]
        for wire in (one, two):
            await wire.send(frame(TEXT, b"ours") * 8)
        await other.send(frame(TEXT, b"theirs"))
        assert house.received == ["ours"] * 10 + ["theirs"]
        assert two.protocol.queue.qsize() <= 8

    run(scene)


def test_requests_of_one_address_wait_for_their_turn_and_others_do_not() -> None:
    async def scene() -> None:
        house = House(requests_per_second=50, requests_at_once=200)
        ours = [house.connect() for _ in range(REQUESTS_AT_ONCE + 10)]
        for wire in ours:
            await wire.send(REQUEST)
        other = house.connect("203.0.113.8")
        await other.send(REQUEST)
        assert sum(wire.statuses == [200] for wire in ours) == REQUESTS_AT_ONCE
        assert other.statuses == [200]

    run(scene)


def test_everybody_who_waits_has_a_turn_of_their_own() -> None:
    turns = Turns(per_second=2, at_once=3)
    waits = [turns.reserve("a", 10.0) for _ in range(6)]
    assert waits == [0, 0, 0, 0.5, 1.0, 1.5]
    assert turns.reserve("b", 10.0) == 0
    assert turns.reserve("a", 12.0) == 0


# --- how many ---------------------------------------------------------------------------------
def test_one_address_gets_so_many_connections_and_others_get_theirs() -> None:
    async def scene() -> None:
        house = House(connections_per_address=3)
        sockets = [await house.socket() for _ in range(2)]  # they stay counted
        house.connect()
        refused = house.connect()
        assert (refused.statuses, refused.error) == ([503], "too_many_connections")
        assert b"retry-after" in refused.written
        other = house.connect("203.0.113.8")
        await other.send(REQUEST)
        assert other.statuses == [200]
        sockets[0].abort()
        await settle()
        again = house.connect()
        await again.send(REQUEST)
        assert again.statuses == [200]
        assert house.refused("too_many_connections") == 1

    run(scene)


def test_an_ipv6_network_is_one_address() -> None:
    async def scene() -> None:
        house = House(connections_per_address=1)
        assert not house.connect("2001:db8::1").ended
        assert house.connect("2001:db8::ffff:2").ended
        assert not house.connect("2001:db8:0:1::1").ended

    run(scene)


@pytest.mark.parametrize("proxies", [("203.0.113.0/24",), ("203.0.113.7",), ("*",)])
def test_a_trusted_proxy_connects_for_everybody(proxies: tuple[str, ...]) -> None:
    async def scene() -> None:
        house = House(connections_per_address=1, proxies=proxies)
        assert not [1 for _ in range(10) if house.connect().ended]
        assert not [1 for _ in range(10) if house.connect("::ffff:203.0.113.7").ended]

    run(scene)


def test_the_server_has_so_many_connections_and_one_address_at_most_half() -> None:
    async def scene() -> None:
        house = House(connections=10)
        ours = [house.connect() for _ in range(7)]
        assert [bool(wire.ended) for wire in ours] == [False] * 5 + [True] * 2
        for number in range(5):
            assert not house.connect(f"198.51.100.{number}").ended
        full = house.connect("198.51.100.99")
        assert (full.statuses, full.error) == ([503], "full")
        ours[0].abort()
        await settle()
        assert not house.connect("198.51.100.99").ended

    run(scene)


def test_nothing_is_remembered_of_connections_that_have_gone() -> None:
    async def scene() -> None:
        house = House(connections=10, connections_per_address=5)
        for number in range(200):
            wire = house.connect(f"198.51.100.{number % 50}")
            if number % 2:
                await wire.send(UPGRADE + b"\r\n")
            wire.abort()
            await settle()
        connections = house.config.connections
        assert not connections.callers
        assert not connections.by_caller
        assert house.metrics.registry.get_sample_value("baumeister_connections") == 0

    run(scene)


def test_fewer_files_mean_fewer_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    set_to: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 1024))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: set_to.append(limits))
    possible, warning = possible_connections(4000, "en")
    assert set_to == [(1024, 1024)]
    assert (possible, len(warning)) == (824, 1)
    assert "824 instead of 4000" in warning[0]
    assert possible_connections(50, "en") == (50, [])


# --- a real server ----------------------------------------------------------------------------
def test_a_real_server_rejects_what_it_has_to(server: Server) -> None:
    def answer_to(data: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as peer:
            peer.sendall(data)
            return peer.makefile("rb").read()

    for data, status in (
        (FIRST + b"a: " + b"b" * (HEAD_LIMIT + SLICE - len(FIRST)), 431),
        (FIRST + b"a: b\r\n" * (MOST_HEADERS + 1), 431),
        (b"nonsense\r\n\r\n", 400),
    ):
        head, _, body = answer_to(data).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 %d" % status)
        assert set(json.loads(body)) == {"error", "message"}
