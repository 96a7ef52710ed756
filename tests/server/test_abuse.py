"""Whatever is sent, the server stays up, small and polite: it says what was wrong, in the caller's
language, and goes on for everybody else."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from baumeister.server.api import socket as socket_module
from baumeister.server.api.socket import BAD_HELLO, NO_TABLE, NOT_VALID
from baumeister.server.app import create_app
from baumeister.server.settings import Settings
from tests.server.crashes import FEW, Cradle, Mortal
from tests.server.live_server import Player, Server, TestTable, bearer, client_of, open_table
from tests.server.scene import web
from tests.soaking import SOAKING

MIB = 1024 * 1024
TOO_BIG = 1009  # RFC 6455
MEMORY = 60 * MIB  # that abuse may cost at most, on top of what the server needs anyway


def memory(server: Server | Mortal) -> int:
    """The server's resident bytes; its bots are processes of their own."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) * 1024


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc")


async def answers(server: Server) -> None:
    """The server is well."""
    async with client_of(server.url) as client:
        assert (await client.get("/health")).json()["status"] == "ok"


def socket_url(table: TestTable) -> str:
    return table.url.replace("http", "ws") + f"{table.path}/socket"


async def come(table: TestTable, seat: int | None = 0, lang: str = "en") -> Player:
    """Somebody at the table."""
    player = Player(table, seat, lang)
    await player.connect()
    await player.until(lambda m: m["type"] == "update")
    return player


async def the_end(connection: ClientConnection) -> tuple[list[dict[str, Any]], int | None]:
    """All messages until the connection ends, and how it did."""
    messages = []
    with suppress(ConnectionClosed):
        while True:
            messages.append(json.loads(await asyncio.wait_for(connection.recv(), 30)))
    return messages, connection.close_code


# --- frames -----------------------------------------------------------------------------------
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["move", "hello", "ping", "\udc00", "\x00"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
KINDS = ["hello", "move", "take_back", "undo", "answer_undo", "hand", "ping", "update", "", None, 1]
NEARLY = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)},
    optional={
        "id": JSON | st.just("a"),
        "action": JSON | st.integers(-5, 3_000_000),
        "move": JSON | st.text(max_size=300),
        "seen": JSON,
        "agree": JSON,
        "bot": JSON | st.sampled_from(["greedy", "nobody"]),
        "n": JSON,
        "token": JSON,
        "have": JSON,
        "__class__": JSON,
    },
)
FRAMES = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=300),
    JSON.map(json.dumps),
    NEARLY.map(json.dumps),
    NEARLY.map(lambda message: json.dumps(message).encode()),
    NEARLY.map(json.dumps).map(lambda text: text[:-1]),
    st.sampled_from(
        [
            "[" * 30_000,
            '{"a":' * 6_000,
            '{"type":"ping","n":' + "9" * 5000 + "}",
            '{"type":"ping","n":1e999}',
            '{"type":"ping","n":NaN}',
            '{"type":"move","id":"\\ud800","action":1}',
            '{"type":"move","id":"x","move":"\\ud800"}',
            '{"type":"move","id":"x","move":"\\u0000"}',
            '{"type":"ping","type":"move"}',
            b"\xff\xfe{}",
            b"\x00" * 100,
            "\ufeff{}",
        ]
    ),
)
ANSWERS = {"error": {"type", "error", "message"}, "pong": {"type", "n"}}


def test_fuzzed_frames_are_answered_one_by_one_and_the_table_goes_on(server: Server) -> None:
    loop = asyncio.new_event_loop()
    table = loop.run_until_complete(open_table(server, "tybor", 2))
    anna = loop.run_until_complete(come(table, 0, "de"))

    async def send(frame: str | bytes) -> None:
        """Every frame has an answer; then comes that of the ping."""
        assert anna.socket is not None
        await anna.socket.send(frame)
        await anna.send({"type": "ping", "n": 77})
        first = await anna.until(lambda m: m["type"] not in ("update", "here"))
        if first["type"] in ("error", "refused"):
            assert first["message"], frame
            assert first["error"] in ("wrong", "refused") or first["type"] == "refused"
        if first != {"type": "pong", "n": 77}:
            await anna.until(lambda m: m == {"type": "pong", "n": 77})

    @settings(
        max_examples=2000 if SOAKING else 100,
        derandomize=not SOAKING,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(frame=FRAMES)
    def fuzz(frame: str | bytes) -> None:
        with suppress(UnicodeEncodeError):  # nobody can send it
            loop.run_until_complete(send(frame))

    fuzz()
    loop.run_until_complete(anna.drop())
    loop.run_until_complete(answers(server))
    loop.close()


@pytest.mark.parametrize(
    ("frame", "german"),
    [
        ("{", "eine Nachricht ist ein JSON-Objekt"),
        (b"\xff\xfe", "eine Nachricht ist ein JSON-Objekt"),
        ('{"type":"jump"}', "die Anfrage ist ungültig"),
        ('{"type":"move","id":"a"}', "die Anfrage ist ungültig"),
        ('{"type":"hello"}', "die erste Nachricht ist ein hello"),
    ],
)
def test_a_wrong_frame_is_told_in_the_language_of_the_connection(
    server: Server, frame: str | bytes, german: str
) -> None:
    async def send() -> None:
        anna = await come(await open_table(server, "tybor", 2), 0, "de")
        assert anna.socket is not None
        await anna.socket.send(frame)
        assert german in (await anna.until(lambda m: m["type"] == "error"))["message"]
        await anna.drop()

    asyncio.run(send())


@pytest.mark.parametrize("first", ["", "{", "[]", '{"type":"ping"}', b"\xff", "[" * 9000])
def test_whoever_does_not_say_hello_is_told_and_sent_away(
    server: Server, first: str | bytes
) -> None:
    async def send() -> None:
        table = await open_table(server, "tybor", 2)
        async with connect(socket_url(table), additional_headers={"Accept-Language": "de"}) as one:
            await one.send(first)
            messages, code = await the_end(one)
            assert [m["type"] for m in messages] == ["error"]
            assert messages[0]["message"].startswith("die erste Nachricht ist ein hello")
            assert code == BAD_HELLO

    asyncio.run(send())


async def sent_to(place: str, path: str, *frames: str) -> list[Any]:
    """All that the application sends by a socket to somebody who says this and nothing more."""
    sent: list[Any] = []
    said: list[Any] = [{"type": "websocket.connect"}]
    said += [{"type": "websocket.receive", "text": frame} for frame in frames]

    async def receive() -> Any:
        return said.pop(0) if said else await asyncio.Future()

    async def send(message: Any) -> None:
        sent.append(message)

    scope: dict[str, Any] = {"type": "websocket", "scheme": "ws", "path": path}
    scope |= {"query_string": b"", "headers": [(b"host", b"127.0.0.1")]}
    app = create_app(Settings(store=place))
    async with app.router.lifespan_context(app):
        await app({**scope, "client": ("127.0.0.1", 1)}, receive, send)
    return sent


def test_whoever_says_nothing_is_told_what_to_say_and_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_module, "HELLO_SECONDS", 0.01)
    sent = asyncio.run(sent_to(str(tmp_path / "tables.sqlite"), "/api/tables/oak/socket"))
    accepted, told, closed = sent
    assert accepted["type"] == "websocket.accept"
    assert json.loads(told["text"])["message"].startswith("the first message is a hello")
    assert (closed["type"], closed["code"]) == ("websocket.close", BAD_HELLO)


def test_a_frame_above_the_limit_ends_the_connection_of_its_sender_only(server: Server) -> None:
    async def send() -> None:
        table = await open_table(server, "tybor", 2)
        anna, bert = await come(table, 0), await come(table, 1)
        assert anna.socket is not None
        await anna.socket.send("x" * 40_000)
        with suppress(ConnectionClosed):
            while True:
                await anna.receive()
        assert anna.socket.close_code == TOO_BIG
        assert (await bert.submit("move", action=bert.legal[0]))["type"] == "ack"
        await bert.drop()

    asyncio.run(send())


def test_a_table_of_no_characters_is_no_table_in_any_store(place: str) -> None:
    _, told, closed = asyncio.run(sent_to(place, "/api/tables/a\0b/socket", '{"type":"hello"}'))
    assert (json.loads(told["text"])["error"], closed["code"]) == ("no_table", NO_TABLE)


@pytest.mark.parametrize("number", ["x" * 500, "%00", "%2e%2e", "a%2Fb", "%ff%fe", "ä", "..;"])
def test_nonsense_for_a_table_is_no_table(server: Server, number: str) -> None:
    async def ask() -> None:
        async with client_of(server.url) as client:
            answer = await client.get(f"/api/tables/{number}")
            assert answer.status_code in (404, 422)
            assert set(answer.json()) == {"error", "message"}
        url = server.url.replace("http", "ws") + f"/api/tables/{number}/socket"
        if "%2F" in number:  # two steps of a path: no route at all
            with pytest.raises(InvalidStatus):
                await connect(url)
            return
        async with connect(url) as one:
            await one.send('{"type":"hello"}')
            messages, code = await the_end(one)
            assert (messages[0]["error"], code) == ("no_table", NO_TABLE)

    asyncio.run(ask())


# --- connections ------------------------------------------------------------------------------
@needs_proc
def test_connections_that_come_and_go_cost_nothing(server: Server) -> None:
    async def one(table: TestTable, kind: int, gate: asyncio.Semaphore) -> None:
        async with gate:
            player = Player(table, kind % 3 if kind % 3 < 2 else None)
            if kind % 4 == 0:  # never says hello
                player.socket = await connect(socket_url(table))
            elif kind % 4 == 1:  # does not even ask for a socket
                _, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(b"GET /api/tables/x HTTP/1.1\r\nHost: 127.0.0.1\r\n")
                await writer.drain()
                writer.transport.abort()
                return
            else:
                await player.connect()
                if kind % 4 == 2:
                    await player.until(lambda m: m["type"] == "update")
            await player.drop()

    async def many(count: int) -> None:
        table, gate = await open_table(server, "tybor", 2), asyncio.Semaphore(50)
        await asyncio.gather(*(one(table, kind, gate) for kind in range(count)))
        await until_nobody_is_here(table)

    asyncio.run(many(200))
    before = memory(server)
    asyncio.run(many(4000 if SOAKING else 1000))
    assert memory(server) - before < (2 * MEMORY if SOAKING else MEMORY / 2)


async def until_nobody_is_here(table: TestTable) -> None:
    """Wait until the server has noticed that all have gone."""
    async with (
        asyncio.timeout(120),
        client_of(table.url) as client,
    ):
        while True:
            seen = (await client.get(table.path, headers=bearer(table.host))).json()
            if not any(seat["here"] for seat in seen["table"]["seats"]):
                return
            await asyncio.sleep(0.01)


@needs_proc
def test_somebody_who_never_reads_does_not_fill_the_memory(server: Server) -> None:
    async def flood() -> int:
        table = await open_table(server, "tybor", 2)
        anna = await come(table, 0)
        deaf = await asyncio.to_thread(deaf_socket, server, table)
        before = memory(server)
        try:
            for _ in range(1500):  # each answer brings the whole table along
                await anna.submit("move", move="decline")
                anna.raw.clear()
                anna.messages.clear()
                with suppress(OSError):
                    deaf.send(frame_of(b'{"type":"move","id":"a","move":"decline"}'))
        finally:
            deaf.close()
            await anna.drop()
        return memory(server) - before

    assert asyncio.run(flood()) < MEMORY


def deaf_socket(server: Server, table: TestTable) -> socket.socket:
    """A socket that says hello and then never reads."""
    deaf = socket.create_connection(("127.0.0.1", server.port))
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    head = f"GET {table.path}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\n{upgrade}{key}\r\n"
    deaf.sendall(head.encode())
    assert b"101" in deaf.recv(4096)
    hello = json.dumps({"type": "hello", "token": table.seats[1]})
    deaf.sendall(frame_of(hello.encode()))
    deaf.setblocking(False)
    return deaf


def frame_of(text: bytes) -> bytes:
    """A masked frame of text (the mask is zero)."""
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + text


@pytest.mark.parametrize(
    "origin", ["http://elsewhere.example", "null", "https://127.0.0.1.example"]
)
def test_somebody_elses_page_gets_no_socket(server: Server, origin: str) -> None:
    async def ask() -> None:
        table = await open_table(server, "tybor", 2, public=True)
        with pytest.raises(InvalidStatus) as refused:
            await connect(socket_url(table), additional_headers={"Origin": origin})
        assert refused.value.response.status_code == 403
        own = {"Origin": server.url}
        async with connect(socket_url(table), additional_headers=own) as one:
            await one.send('{"type":"hello"}')
            assert "table" in json.loads(await one.recv()) or await one.recv()

    asyncio.run(ask())


# --- tokens that end --------------------------------------------------------------------------
def test_a_seat_that_is_freed_ends_the_connection_of_whoever_sat_there(server: Server) -> None:
    async def free() -> None:
        table = await open_table(server, "tybor", 2, start=False)
        anna, bert = await come(table, 0), await come(table, 1)
        async with client_of(server.url) as client:
            put = await client.put(
                f"{table.path}/seats/0", json={"bot": None}, headers=bearer(table.host)
            )
            assert put.status_code == 200
            assert anna.socket is not None
            _, code = await the_end(anna.socket)
            assert code == NOT_VALID
            again = await client.get(table.path, headers=bearer(table.seats[0]))
            assert again.status_code == 404
        seen = await bert.until(lambda m: m["type"] == "update")
        assert seen["table"]["seats"][0]["kind"] == "open"
        await bert.drop()

    asyncio.run(free())


def test_a_new_link_for_spectators_ends_the_connections_of_the_old_one(server: Server) -> None:
    async def renew() -> None:
        table = await open_table(server, "tybor", 2)
        eve, anna = await come(table, None), await come(table, 0)
        async with client_of(server.url) as client:
            link = await client.post(f"{table.path}/watch-link", headers=bearer(table.host))
            assert eve.socket is not None
            _, code = await the_end(eve.socket)
            assert code == NOT_VALID
            old, new = table.watch, link.json()["watch"]
            for token, status in ((old, 404), (new, 200)):
                answer = await client.get(table.path, headers=bearer(token))
                assert answer.status_code == status
        assert (await anna.submit("move", action=anna.legal[0]))["type"] == "ack"
        await anna.drop()

    asyncio.run(renew())


def test_a_private_table_sends_those_away_who_watched_without_a_link(server: Server) -> None:
    async def hide() -> None:
        table = await open_table(server, "tybor", 2, public=True)
        eve = Player(table, None)
        eve.token = None
        await eve.connect()
        await eve.until(lambda m: m["type"] == "update")
        async with client_of(server.url) as client:
            command = {"public": False}
            assert (
                await client.patch(table.path, json=command, headers=bearer(table.host))
            ).status_code == 200
        assert eve.socket is not None
        _, code = await the_end(eve.socket)
        assert code == NOT_VALID

    asyncio.run(hide())


def test_a_move_that_is_sent_again_by_somebody_else_is_another_move(server: Server) -> None:
    async def replay() -> None:
        table = await open_table(server, "tybor", 2)
        anna, bert = await come(table, 0), await come(table, 1)
        mine = {"id": "same", "action": anna.legal[0]}
        assert (await anna.submit("move", **mine))["type"] == "ack"
        again = await anna.submit("move", **mine)
        assert (again["type"], again["again"]) == ("ack", True)
        theirs = await bert.submit("move", **mine)
        assert theirs["type"] == "refused"
        assert theirs["clause"] == "T4.1"
        await anna.drop()
        await bert.drop()

    asyncio.run(replay())


# --- bodies -----------------------------------------------------------------------------------
async def chunks(count: int, size: int) -> AsyncIterator[bytes]:
    """A body without a known length."""
    for _ in range(count):
        yield b"x" * size


@needs_proc
@pytest.mark.parametrize("known", [True, False])
def test_a_body_that_is_too_large_is_not_read(server: Server, known: bool) -> None:
    async def send() -> None:
        table = await open_table(server, "tybor", 2)
        headers = {
            **bearer(table.host),
            "Accept-Language": "de",
            "Content-Type": "application/json",
        }
        async with client_of(server.url) as client:
            for _ in range(20):
                content: Any = b"x" * (3 * MIB) if known else chunks(48, 64 * 1024)
                try:
                    answer = await client.patch(table.path, content=content, headers=headers)
                except (httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError):
                    continue  # the door was closed while we were still talking
                assert answer.status_code == 413
                assert answer.json()["error"] == "too_large"
                assert "zu groß" in answer.json()["message"] or "höchstens" in answer.text

    asyncio.run(send())
    before = memory(server)
    asyncio.run(send())
    assert memory(server) - before < MEMORY
    asyncio.run(answers(server))


def test_a_body_that_does_not_come_holds_nobody_else_up(server: Server) -> None:
    async def dawdle() -> None:
        head = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        writers = []
        for _ in range(50):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(head + b"Content-Length: 500\r\n\r\n{")
            await writer.drain()
            writers.append(writer)
        await answers(server)
        anna = await come(await open_table(server, "tybor", 2))
        assert (await anna.submit("move", action=anna.legal[0]))["type"] == "ack"
        await anna.drop()
        for writer in writers:
            writer.transport.abort()

    asyncio.run(dawdle())


BODIES = [
    b"",
    b"null",
    b"[]",
    b'"text"',
    b"{",
    b"\xff\xfe\x00",
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b'{"game":' + b"9" * 6000 + b"}",
    b'{"game":NaN,"seats":[]}',
    b'{"game":1e999}',
    b'{"game":"tybor","name":"\\ud800","seats":[{"kind":"me"},{"kind":"me"}]}',
    b'{"game":"tybor","seats":[{"kind":"me","name":"\\ud800"},{"kind":"me"}]}',
    b'{"game":"tybor","seats":[{"kind":"me","name":"\\u0000"},{"kind":"me"}]}',
    b'{"game":"tybor","name":"\\u0000","seats":[{"kind":"me"},{"kind":"me"}]}',
    b'{"\\ud800":1}',
    b'{"game":"tybor","options":{"\\ud800":1},"seats":[{"kind":"me"},{"kind":"me"}]}',
    b'{"game":"tybor","options":{"scenario":"\\ud800"},"seats":[{"kind":"me"},{"kind":"me"}]}',
    b'{"game":"tybor","options":{"chapter":'
    + b"9" * 4000
    + b'},"seats":[{"kind":"me"},{"kind":"me"}]}',
    b'{"game":"tybor","options":{"players":9},"seats":[{"kind":"me"},{"kind":"me"}]}',
    b'{"game":"tybor","seats":[]}',
    b'{"game":"chess","seats":[]}',
    b'{"record":"","seats":[]}',
    b'{"record":"\\ud800"}',
    b'{"record":"{}"}',
    b'{"record":"' + b"[" * 100_000 + b'"}',
    b'{"record":"{\\"format\\": \\"baumeister-game/1\\"}"}',
    b'{"record":"# Baumeister game record 1\\ngame: tybor\\n"}',
    b'{"game":"tybor","seats":[{"kind":"bot","bot":"os"},{"kind":"me"}]}',
    b'{"game":"tybor","seats":[{"kind":"bot"},{"kind":"me"}]}',
    b'{"game":"tybor","clock":{"per_move":-1},"seats":[{"kind":"me"},{"kind":"me"}]}',
    b'{"game":"tybor","clock":{"per_move":1e30},"seats":[{"kind":"me"},{"kind":"me"}]}',
    b'{"game":"tybor","start":"yes","seats":[{"kind":"me"},{"kind":"me"}]}',
]


def posted(server: Server, body: bytes, headers: Any) -> httpx.Response:
    """The answer to a body for a new table."""
    url = f"{server.url}/api/tables"
    return httpx.post(url, content=body, headers=headers, timeout=60, verify=False)


@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body[:60])[2:-1])
def test_a_body_that_makes_no_sense_is_told_so(server: Server, body: bytes) -> None:
    headers = {"Content-Type": "application/json", "Accept-Language": "de-AT,de;q=0.9,en;q=0.1"}
    answer = posted(server, body, headers)
    assert answer.status_code in (409, 422), answer.text
    told = answer.json()
    assert set(told) == {"error", "message"}
    english = posted(server, body, {"Content-Type": "application/json"})
    assert english.status_code == answer.status_code
    assert english.json()["message"] != told["message"]


@pytest.mark.parametrize(
    "kind",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "a/b;;=", "ä/ß"],
)
def test_another_content_type_is_not_taken_for_json(server: Server, kind: str) -> None:
    body = b'{"game":"tybor","seats":[{"kind":"me"},{"kind":"me"}]}'
    headers = {b"Content-Type": kind.encode()}
    answer = posted(server, body, headers)
    assert answer.status_code == 422
    assert set(answer.json()) == {"error", "message"}


COMMANDS: dict[str, dict[str, Any]] = {
    "moves": {"id": "a", "action": 0},
    "take-back": {"id": "a"},
    "undo": {"id": "a"},
    "undo/answer": {"id": "a", "agree": True},
    "seats/0/hand": {"id": "a", "bot": "greedy"},
    "join": {"invite": "x" * 30, "claim": "y" * 30, "name": "Z"},
    "clone": {"at": 0, "name": "Z"},
    "seats/swap": {"seats": [0, 1]},
}
WRONG: list[Any] = [None, True, -1, 1.5, 10**40, "", "\x00", "x" * 1000, [], [[]], {}, {"a": {}}]


@pytest.mark.parametrize("path", COMMANDS)
def test_wrong_types_everywhere_are_refused(server: Server, path: str) -> None:
    async def send() -> None:
        table = await open_table(server, "tybor", 2)
        async with client_of(server.url) as client:
            for name in [*COMMANDS[path], "unknown"]:
                for value in WRONG:
                    command = {**COMMANDS[path], name: value}
                    answer = await client.post(
                        f"{table.path}/{path}", json=command, headers=bearer(table.seats[0])
                    )
                    assert 200 <= answer.status_code < 500, (command, answer.text)
                    if name == "unknown":
                        assert answer.status_code == 422
                    if answer.status_code >= 400:
                        assert {"error", "message"} <= set(answer.json())

    asyncio.run(send())


@pytest.mark.parametrize(
    "authorization",
    [b"Bearer", b"Bearer  x", b"Basic QTpC", b"bearer \xff\xfe", b"Bearer " + b"x" * 5000, b"\x80"],
)
def test_a_token_that_is_none_is_nobodys(server: Server, authorization: bytes) -> None:
    table = asyncio.run(open_table(server, "tybor", 2))
    headers = {b"Authorization": authorization}
    answer = httpx.get(server.url + table.path, headers=headers, timeout=60, verify=False)
    assert answer.status_code == 404


# --- too many ---------------------------------------------------------------------------------
def test_too_many_tables_are_told_when_to_come_back(tmp_path: Path) -> None:
    command = {"game": "tybor", "seats": [{"kind": "me"}, {"kind": "open"}]}

    async def scene() -> None:
        async with web(str(tmp_path / "few.sqlite"), tables_per_hour=5) as client:
            answers = [await client.post("/api/tables", json=command) for _ in range(8)]
            assert [answer.status_code for answer in answers] == [201] * 5 + [429] * 3
            told = answers[-1]
            assert told.json()["error"] == "too_many_tables"
            assert 0 < int(told.headers["retry-after"]) <= 3600
            assert (await client.get("/api/lobby")).status_code == 200

    asyncio.run(scene())


@needs_proc
@needs_fork
def test_many_tables_fit_into_a_bounded_memory(cradle: Cradle, tmp_path: Path) -> None:
    command = {"game": "tybor", "seats": [{"kind": "me"}, {"kind": "me"}], "start": True}

    async def scene() -> None:
        async with (
            Mortal(cradle, tmp_path / "many.sqlite", *FEW, "--tables-in-memory", "50") as server,
            client_of(server.url) as client,
        ):
            assert await server.start()

            async def open_many(count: int) -> None:
                for _ in range(count):
                    assert (await client.post("/api/tables", json=command)).status_code == 201

            await open_many(60)
            before = memory(server)
            await open_many(150)
            assert memory(server) - before < MEMORY / 2
            text = (await client.get("/metrics")).text
            found = re.search(r"^baumeister_rooms (\S+)$", text, re.MULTILINE)
            assert found is not None
            assert float(found[1]) <= 60

    asyncio.run(scene())


def test_whoever_asks_too_often_waits_and_is_told_so(tmp_path: Path) -> None:
    async def scene() -> list[httpx.Response]:
        slow = {"requests_per_second": 1, "requests_at_once": 20}
        async with web(str(tmp_path / "slow.sqlite"), **slow) as client:
            answers = [await client.get("/api/games")]
            while answers[-1].status_code == 200:
                answers.append(await client.get("/api/games", headers={"Accept-Language": "de"}))
            return answers

    answers = asyncio.run(scene())
    assert len(answers) > 20
    assert answers[-1].status_code == 429
    assert answers[-1].json()["error"] == "too_often"
    assert answers[-1].json()["message"].startswith("zu viele Anfragen")
    assert int(answers[-1].headers["retry-after"]) >= 1
