"""The middleware: what is rejected, the headers of every response, and answers to failures."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from fastapi import APIRouter, FastAPI, Request, WebSocket
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from baumeister.server import logs
from baumeister.server.api import middleware
from baumeister.server.api.middleware import (
    QUIET_ROUTES,
    GatewayMiddleware,
    language_of,
    may_open_table,
    may_read_metrics,
)
from baumeister.server.metrics import Metrics
from baumeister.server.rate_limit import RateLimit, caller
from baumeister.server.settings import Settings

HOME = "http://127.0.0.1:8010"
PUBLIC = Settings(public="https://games.example.org", origins=("https://other.example.org",))
FOREIGN = {"Origin": "https://evil.example"}


class Clock:
    """A clock that the test moves forward."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


class House:
    """A small application behind the middleware, and what was logged."""

    def __init__(self, settings: Settings) -> None:
        self.metrics, self.clock = Metrics(), Clock()
        self.app = FastAPI(docs_url=None, redoc_url=None)
        self.app.include_router(routes(), prefix="/api")
        self.app.add_middleware(
            GatewayMiddleware,
            settings=settings,
            metrics=self.metrics,
            record_paths=("/api/records",),
            clock=self.clock,
        )
        self.heard: list[dict[str, Any]] = []

    def client(self, address: str = "10.0.0.1", base: str = HOME) -> TestClient:
        return TestClient(
            self.app, base_url=base, client=(address, 5), raise_server_exceptions=False
        )

    def line(self, event: str) -> dict[str, Any]:
        return [line for line in self.heard if line["event"] == event][-1]

    def counted(self) -> str:
        return self.metrics.text().decode()


def routes() -> APIRouter:
    router = APIRouter()

    @router.get("/tables/{table}")
    async def read(table: str) -> dict[str, str]:
        return {"table": table}

    @router.post("/tables")
    async def post(request: Request) -> dict[str, int]:
        may_open_table(request.scope)
        return {"size": len(await request.body())}

    @router.post("/records")
    async def records(value: dict[str, str]) -> dict[str, int]:
        return {"size": len(value)}

    @router.get("/broken")
    async def broken() -> None:
        raise RuntimeError("the queen of spades")

    @router.get("/metrics")
    async def metrics(request: Request) -> bool:
        return may_read_metrics(request.scope, Settings())

    @router.get("/language")
    async def language(request: Request) -> str:
        return language_of(request.scope)

    @router.websocket("/ws/{table}")
    async def socket(socket: WebSocket, table: str) -> None:
        await socket.accept()
        while True:
            text = await socket.receive_text()
            if text == "break":
                raise RuntimeError("the queen of spades")
            await socket.send_text(text)

    return router


@pytest.fixture
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    """A house with the settings of the test; its log lines as they would be written."""
    made = House(getattr(request, "param", Settings()))

    class Hearing(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            made.heard.append(json.loads(logs.JsonLines().format(record)))

    logger, handler = logging.getLogger(logs.ROOT), Hearing()
    handler.addFilter(logs.add_request_id)
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield made
    logger.removeHandler(handler)
    logger.setLevel(level)


def with_settings(settings: Settings) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("house", [settings], indirect=True)


# --- headers ----------------------------------------------------------------------------------
@pytest.mark.parametrize("path", ["/api/tables/k3v9", "/api/broken", "/nowhere", "/api/tables"])
def test_every_response_tells_browsers_how_little_to_allow(house: House, path: str) -> None:
    headers = house.client().get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; img-src")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "strict-transport-security" not in headers
    assert len(headers["x-request-id"]) == 16


def test_answers_of_the_api_are_not_kept(house: House) -> None:
    client = house.client()
    assert client.get("/api/tables/k3v9").headers["cache-control"] == "no-store"
    assert "cache-control" not in client.get("/page").headers


@with_settings(PUBLIC)
def test_with_https_browsers_come_by_https_only(house: House) -> None:
    headers = house.client(base="https://games.example.org").get("/api/tables/k3v9").headers
    assert headers["strict-transport-security"].startswith("max-age=")
    assert "connect-src 'self' wss://games.example.org;" in headers["content-security-policy"]


# --- size -------------------------------------------------------------------------------------
def chunks(count: int) -> Iterator[bytes]:
    for _ in range(count):
        yield b"x" * 1024


@with_settings(Settings(body_limit=4096))
def test_a_body_has_a_limit_with_and_without_its_length_told(house: House) -> None:
    client = house.client()
    assert client.post("/api/tables", content=b"x" * 4096).json() == {"size": 4096}
    assert client.post("/api/tables", content=chunks(4)).json() == {"size": 4096}
    for content in (b"x" * 4097, chunks(5)):
        answer = client.post("/api/tables", content=content)
        assert (answer.status_code, answer.json()["error"]) == (413, "too_large")
        assert "4096" in answer.json()["message"]
        assert answer.headers["connection"] == "close"
    assert 'refused_total{why="too_large"} 2.0' in house.counted()


@with_settings(Settings(body_limit=1024, record_limit=4096))
def test_a_record_may_be_longer(house: House) -> None:
    client = house.client()
    assert client.post("/api/records", json={"r": "x" * 2000}).json() == {"size": 1}
    answer = client.post("/api/records", json={"r": "x" * 5000})  # read by the framework
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")


def test_a_body_that_never_ends_is_given_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BODY_SECONDS", 0.05)

    async def never() -> AsyncIterator[bytes]:
        yield b"x"
        await asyncio.sleep(3600)

    async def scene() -> httpx.Response:
        transport = httpx.ASGITransport(house.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
            return await client.post("/api/tables", content=never())

    answer = asyncio.run(scene())
    assert (answer.status_code, answer.json()["error"]) == (408, "too_slow")


# --- how often --------------------------------------------------------------------------------
def test_a_pace_allows_so_much_at_once_and_so_much_a_second() -> None:
    rate = RateLimit(per_second=2, at_once=3)
    assert [rate.take("a", 10.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert rate.take("b", 10.0) == 0
    assert rate.take("a", 10.5) == 0
    assert rate.take("a", 10.5) == 0.5
    assert [rate.take("a", 100.0) for _ in range(4)] == [0, 0, 0, 0.5]


def test_a_pace_without_limit() -> None:
    assert not any(RateLimit(0, 1).take("a", 10.0) for _ in range(1000))


def test_a_pace_remembers_so_many_callers_and_no_more() -> None:
    rate = RateLimit(1, 1, most=100)
    for number in range(1000):
        rate.take(str(number), 10.0)
    assert len(rate.even) == 100
    assert rate.take("999", 10.0) > 0


def test_in_ipv6_a_network_is_one_caller() -> None:
    assert caller("2001:db8::1") == caller("2001:db8::ffff:1") != caller("2001:db8:0:1::1")
    assert caller("::ffff:10.0.0.1") == caller("10.0.0.1") == "10.0.0.1"
    assert caller("testclient") == "testclient"


@with_settings(Settings(requests_per_second=1, requests_at_once=2))
def test_whoever_asks_too_often_is_told_when_to_come_back(house: House) -> None:
    client = house.client()
    assert [client.get("/api/language").status_code for _ in range(3)] == [200, 200, 429]
    answer = client.get("/api/language", headers={"Accept-Language": "de"})
    assert answer.json()["error"] == "too_often"
    assert answer.json()["message"].startswith("zu viele Anfragen")
    assert answer.headers["retry-after"] == "1"
    assert house.client("10.0.0.2").get("/api/language").status_code == 200
    house.clock.now += 1
    assert client.get("/api/language").status_code == 200


@with_settings(Settings(requests_per_second=1, requests_at_once=1))
def test_machines_that_ask_how_it_goes_may_ask_often(house: House) -> None:
    client = house.client("127.0.0.1")
    for path in QUIET_ROUTES:
        assert 429 not in [client.get(path).status_code for _ in range(5)]
    assert client.get("/api/language").status_code == 200


@with_settings(Settings(tables_per_hour=2))
def test_tables_have_a_pace_of_their_own(house: House) -> None:
    client = house.client()
    assert [client.post("/api/tables").status_code for _ in range(3)] == [200, 200, 429]
    answer = client.post("/api/tables")
    assert answer.json()["error"] == "too_many_tables"
    assert int(answer.headers["retry-after"]) == 1800
    assert answer.json()["message"].endswith("try again in 30 minutes")
    assert client.get("/api/tables/k3v9").status_code == 200


@with_settings(Settings(messages_per_second=10))
def test_whoever_sends_too_many_messages_waits_and_loses_none(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        house.clock.now += seconds

    monkeypatch.setattr("baumeister.server.api.middleware.asyncio.sleep", sleep)
    with house.client().websocket_connect("/api/ws/k3v9") as socket:
        for number in range(30):
            socket.send_text(str(number))
            assert socket.receive_text() == str(number)
    assert 0.9 < sum(waited) < 1.1  # 20 at once, then 10 a second


# --- whose page -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),  # a script
        ({"Origin": HOME}, 200),
        (FOREIGN, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:9999"}, 403),
        ({"Cookie": "me=1", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Cookie": "me=1", "Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
def test_only_our_own_page_may_change_something(
    house: House, headers: dict[str, str], status: int
) -> None:
    answer = house.client().post("/api/tables", headers=headers)
    assert answer.status_code == status
    assert house.client().get("/api/language", headers=headers).status_code == 200


@with_settings(PUBLIC)
@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://games.example.org", 200),
        ("https://other.example.org", 200),
        ("http://games.example.org", 403),  # the page itself comes by https
        ("https://evil.example", 403),
        ("https://games.example.org.evil.example", 403),
    ],
)
def test_the_public_address_and_allowed_origins(house: House, origin: str, status: int) -> None:
    for base in ("https://games.example.org", HOME):  # proxies may keep or change the host
        answer = house.client(base=base).post("/api/tables", headers={"Origin": origin})
        assert answer.status_code == status


def test_a_socket_is_opened_by_our_own_page_or_a_script(house: House) -> None:
    client = house.client()
    for headers in ({}, {"Origin": HOME, "Host": "127.0.0.1:8010"}):
        with client.websocket_connect("/api/ws/k3v9", headers=headers) as socket:
            socket.send_text("hello")
            assert socket.receive_text() == "hello"
    with (
        pytest.raises(WebSocketDenialResponse) as caught,
        client.websocket_connect("/api/ws/k3v9", headers=FOREIGN),
    ):
        pass
    assert caught.value.status_code == 403
    assert caught.value.json()["error"] == "foreign_page"
    assert "content-security-policy" in caught.value.headers


# --- under which name -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8010", 200),
        ("localhost:8010", 200),
        ("[::1]:8010", 200),
        ("laptop:8010", 200),
        ("rebound.evil.example:8010", 421),
    ],
)
def test_a_server_on_loopback_answers_to_no_strange_name(
    house: House, host: str, status: int
) -> None:
    assert house.client().get("/api/language", headers={"Host": host}).status_code == status


@with_settings(PUBLIC)
@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("games.example.org", 200),
        ("games.example.org:443", 200),
        ("other.example.org", 200),
        ("10.1.2.3:8010", 200),
        ("baumeister:8010", 200),
        ("evil.example", 421),
        ("xn--.[", 421),
    ],
)
def test_a_server_with_an_address_answers_to_it(house: House, host: str, status: int) -> None:
    answer = house.client().get("/api/language", headers={"Host": host})
    assert answer.status_code == status


@with_settings(Settings(host="0.0.0.0"))
def test_in_a_home_network_every_name_will_do(house: House) -> None:
    answer = house.client().get("/api/language", headers={"Host": "laptop.fritz.box:8010"})
    assert answer.status_code == 200


# --- too many ---------------------------------------------------------------------------------
@with_settings(Settings(connections=1))
def test_a_full_house_says_so(house: House) -> None:
    client = house.client()
    with client.websocket_connect("/api/ws/k3v9") as socket:
        with (
            pytest.raises(WebSocketDenialResponse) as caught,
            client.websocket_connect("/api/ws/k3v9"),
        ):
            pass
        assert caught.value.status_code == 503
        assert caught.value.json()["error"] == "overloaded"
        assert client.get("/api/language").status_code == 200
        assert "baumeister_sockets 1.0" in house.counted()
        socket.send_text("still here")
        assert socket.receive_text() == "still here"
    assert "baumeister_sockets 0.0" in house.counted()
    with client.websocket_connect("/api/ws/k3v9"):
        pass


# --- what breaks ------------------------------------------------------------------------------
def test_a_failure_tells_a_number_and_nothing_else(house: House) -> None:
    answer = house.client().get("/api/broken", headers={"Accept-Language": "de-AT,en;q=0.5"})
    assert answer.status_code == 500
    assert answer.json()["error"] == "failed"
    assert answer.json()["message"].startswith("im Server ist etwas schiefgegangen")
    assert "queen" not in answer.text
    number = answer.headers["x-request-id"]
    assert answer.json()["request"] == number
    line = house.line("failed")
    assert (line["request"], line["route"]) == (number, "/api/broken")
    assert "RuntimeError: the queen of spades" in line["trace"]
    assert house.line("request")["status"] == 500
    assert "baumeister_failures_total 1.0" in house.counted()


def test_a_socket_that_breaks_ends_with_a_word(house: House) -> None:
    with house.client().websocket_connect("/api/ws/k3v9") as socket:
        socket.send_text("break")
        with pytest.raises(WebSocketDisconnect) as caught:
            socket.receive_text()
    assert caught.value.code == 1011
    assert "not your fault" in caught.value.reason
    assert "queen" in house.line("failed")["trace"]
    assert house.line("socket closed")["status"] == 1011


# --- what is written down ---------------------------------------------------------------------
def test_a_request_is_logged_by_its_route_and_without_what_was_asked(house: House) -> None:
    answer = house.client().get(
        "/api/tables/k3v9?token=hush", headers={"Authorization": "Bearer hush", "Cookie": "me=hush"}
    )
    line = house.line("request")
    assert (line["method"], line["route"], line["status"]) == ("GET", "/api/tables/{table}", 200)
    assert line["size"] == len(answer.content)
    assert line["request"] == answer.headers["x-request-id"]
    assert "ms" in line
    written = json.dumps(house.heard)
    assert "hush" not in written
    assert "k3v9" not in written
    assert "10.0.0.1" not in written


def test_a_socket_is_logged_when_it_ends(house: House) -> None:
    with house.client().websocket_connect("/api/ws/k3v9?token=hush") as socket:
        socket.send_text("hello")
        socket.receive_text()
    line = house.line("socket closed")
    assert (line["route"], line["in"], line["out"], line["size"]) == ("/api/ws/{table}", 1, 1, 5)
    assert "hush" not in json.dumps(house.heard)


def test_paths_and_methods_that_do_not_exist_are_counted_together(house: House) -> None:
    for number in range(3):
        house.client().request(f"BREW{number}", f"/nowhere/{number}")
    counted = 'requests_total{method="other",route="(none)",status="404"} 3.0'
    assert counted in house.counted()


# --- what others ask --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT", "de"),
        ("fr, de;q=0.5", "de"),
        ("en;q=0.5, de;q=0.8", "de"),
        ("fr", "en"),
        ("de;q=x, en", "en"),
    ],
)
def test_the_language_of_the_caller(house: House, accepted: str, language: str) -> None:
    headers = {"Accept-Language": accepted}
    assert house.client().get("/api/language", headers=headers).json() == language
    assert house.client().get("/api/language?x=1&lang=de", headers=headers).json() == "de"


def test_metrics_are_for_this_machine_and_not_for_whom_a_proxy_on_it_asks(house: House) -> None:
    assert house.client("127.0.0.1").get("/api/metrics").json() is True
    assert house.client("10.0.0.1").get("/api/metrics").json() is False
    forwarded = {"X-Forwarded-For": "10.0.0.1"}
    assert house.client("127.0.0.1").get("/api/metrics", headers=forwarded).json() is False


@with_settings(PUBLIC)
def test_metrics_are_not_for_those_who_come_by_the_public_name(house: House) -> None:
    """Also through a proxy that does not say for whom it asks."""
    here = house.client("127.0.0.1")
    assert here.get("/api/metrics", headers={"Host": "localhost:8010"}).json() is True
    assert here.get("/api/metrics", headers={"Host": "games.example.org"}).json() is False
