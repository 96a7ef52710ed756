"""The outermost middleware: limits, origins, headers, logging, and answers to internal errors.

Plain ASGI, for requests and WebSockets alike. Requests that are too frequent, too large or from a
foreign page are answered here, in the shape of all errors.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event
from starlette.websockets import WebSocketDisconnect

from baumeister.kernel.errors import Message, Translatable
from baumeister.kernel.glossary import LANGUAGES, say
from baumeister.server import logs
from baumeister.server.api.limits import RateLimit, caller
from baumeister.server.api.origins import Origins, is_local
from baumeister.server.metrics import Metrics
from baumeister.server.settings import Settings

BODY_SECONDS = 30  # within which a body has to arrive
QUIET_ROUTES = ("/health", "/metrics")  # polled every few seconds
QUIET_LINES = (*QUIET_ROUTES, "/assets/{name}")  # … and the many parts of one page
NO_ROUTE = "(none)"
GONE = 499  # the caller left before there was an answer
POLICY_VIOLATION, BROKEN = 1008, 1011  # codes of WebSockets
REASON_BYTES = 123  # RFC 6455: what fits into a closing frame
IN_SCOPE = "baumeister.gateway"

CONTENT_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
NOT_PERMITTED = ("camera", "microphone", "geolocation", "payment", "usb", "browsing-topics")

log = logs.log("web")


class RequestRejected(Message, Exception):
    """A request that reaches no route. It is no UserError, so that no other handler answers it."""

    status = 400
    seconds = 0.0  # after which it may be tried again

    @property
    def name(self) -> str:
        """The error's name for programs."""
        return self.key.rpartition(".")[2]


class TooLarge(RequestRejected):
    """The body is too large."""

    status = 413


class TooSlow(RequestRejected):
    """The body does not arrive in time."""

    status = 408


@dataclass(frozen=True)
class RetryAfter(Translatable):
    """How long to wait, in words: in seconds, or in minutes if it is long."""

    seconds: float

    def text(self, language: str = "en") -> str:
        """In this language."""
        if self.seconds <= 120:
            return say("error.server.gateway.seconds", language, n=ceil(self.seconds))
        return say("error.server.gateway.minutes", language, n=ceil(self.seconds / 60))


class TooOften(RequestRejected):
    """Too many requests in too short a time."""

    status = 429

    def __init__(self, key: str, /, wait: RetryAfter) -> None:
        super().__init__(key, wait=wait)
        self.seconds = wait.seconds


class ForeignOrigin(RequestRejected):
    """A page of another site."""

    status = 403


class UnknownHost(RequestRejected):
    """A host name that is not ours."""

    status = 421


class Overloaded(RequestRejected):
    """Too many connections or requests at the same time."""

    status = 503
    seconds = 5.0


# --- for routes --------------------------------------------------------------------------------
def language_of(scope: Scope) -> str:
    """The language that the caller reads: `?lang=de`, or Accept-Language; otherwise English."""
    asked = re.search(r"(?:^|&)lang=(\w+)", scope.get("query_string", b"").decode("latin-1"))
    if asked is not None and asked[1] in LANGUAGES:
        return asked[1]
    return _language(_headers(scope).get(b"accept-language", b"").decode("latin-1"))


def may_open_table(scope: Scope) -> None:
    """Count a table that is about to be opened; TooOften if there have been too many."""
    gateway: GatewayMiddleware | None = scope.get(IN_SCOPE)
    if gateway is not None:
        seconds = gateway.tables.take(_caller(scope), gateway.clock())
        if seconds:
            raise TooOften("error.server.gateway.too_many_tables", wait=RetryAfter(seconds))


def may_read_metrics(scope: Scope, settings: Settings) -> bool:
    """Whether the caller may see /metrics; otherwise there is no such page."""
    if settings.metrics == "loopback":
        return is_local(_address(scope), _headers(scope))
    return settings.metrics == "open"


# --- headers of every response ----------------------------------------------------------------
def security_headers(settings: Settings) -> list[tuple[bytes, bytes]]:
    """Headers that make browsers allow as little as possible."""
    policy = dict(CONTENT_POLICY)
    if settings.public:  # older browsers do not count WebSockets as 'self'
        scheme = "wss" if settings.secure else "ws"
        policy["connect-src"] += f" {scheme}://{urlsplit(settings.public).netloc}"
    headers = {
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Permissions-Policy": ", ".join(f"{name}=()" for name in NOT_PERMITTED),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
    if settings.secure:
        headers["Strict-Transport-Security"] = "max-age=31536000"
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


# --- the middleware ---------------------------------------------------------------------------
class GatewayMiddleware:
    """The outermost middleware: `app.add_middleware(Guard, settings=…, metrics=…)`.

    Bodies may have `body_limit` bytes, those of `record_paths` `record_limit`.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        metrics: Metrics,
        record_paths: Iterable[str] = (),
        clock: Callable[[], float] = lambda: asyncio.get_running_loop().time(),
    ) -> None:
        self.app = app
        self.settings = settings
        self.metrics = metrics
        self.record_paths = frozenset(record_paths)
        self.clock = clock
        self.origins = Origins(settings)
        self.requests = RateLimit(settings.requests_per_second, settings.requests_at_once)
        self.tables = RateLimit(settings.tables_per_hour / 3600, max(1, settings.tables_per_hour))
        self.headers = security_headers(settings)
        self.open = {"http": 0, "websocket": 0}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on or reject it, and record how it went."""
        kind = scope["type"]
        if kind not in self.open:
            await self.app(scope, receive, send)
            return
        number = secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = number
        scope[IN_SCOPE] = self
        was = logs.request_id.set(number)
        self.open[kind] += 1
        exchange = (Request if kind == "http" else Socket)(self, scope, receive, send, number)
        try:
            await exchange.run()
        finally:
            self.open[kind] -= 1
            logs.request_id.reset(was)

    def check(self, scope: Scope) -> None:
        """RequestRejected says why somebody is not let in."""
        kind = scope["type"]
        if self.open[kind] > self.settings.connections:
            raise Overloaded("error.server.gateway.overloaded")
        if scope["path"] not in QUIET_ROUTES and (
            seconds := self.requests.take(_caller(scope), self.clock())
        ):
            raise TooOften("error.server.gateway.too_often", wait=RetryAfter(seconds))
        headers = _headers(scope)
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if host and not self.origins.knows_host(host):
            raise UnknownHost("error.server.gateway.other_host", host=host)
        if self.origins.is_foreign(scope.get("method", ""), host, headers):
            raise ForeignOrigin("error.server.gateway.foreign_page")

    def body_limit(self, path: str) -> int:
        """How many bytes a request to this path may bring."""
        if path in self.record_paths:
            return self.settings.record_limit
        return self.settings.body_limit


class Exchange(ABC):
    """A request with its response, or a socket."""

    def __init__(
        self, gateway: GatewayMiddleware, scope: Scope, receive: Receive, send: Send, number: str
    ) -> None:
        self.gateway, self.scope, self.number = gateway, scope, number
        self._receive, self._send = receive, send
        self.began = gateway.clock()
        self.status = 0
        self.size = 0

    async def run(self) -> None:
        """Check, pass on to the application, answer if it fails, and log."""
        try:
            try:
                self.gateway.check(self.scope)
                await self.gateway.app(self.scope, self.receive, self.send)
            except RequestRejected as rejected:
                await self.reject(rejected)
            except (ClientDisconnect, WebSocketDisconnect):
                self.disconnected()
            except Exception as error:
                self.gateway.metrics.failures.inc()
                log.error("failed", error=error, route=route_of(self.scope), method=self.method)
                await self.fail()
        except OSError:  # the connection is gone
            self.disconnected()
        finally:
            self.record()

    @property
    def method(self) -> str:
        """GET, POST …; WS for sockets."""
        return str(self.scope.get("method", "WS"))

    @abstractmethod
    async def receive(self) -> Event:
        """What comes from outside."""

    @abstractmethod
    async def send(self, message: Event) -> None:
        """What goes out."""

    @abstractmethod
    async def reject(self, rejected: RequestRejected) -> None:
        """Answer a rejected request."""

    @abstractmethod
    async def fail(self) -> None:
        """Answer an internal error."""

    @abstractmethod
    def disconnected(self) -> None:
        """The caller has gone away."""

    @abstractmethod
    def record(self) -> None:
        """Count and log how it went."""

    def milliseconds(self) -> float:
        """How long it has taken."""
        return round((self.gateway.clock() - self.began) * 1000, 1)

    def error_body(self, error: Message, name: str) -> bytes:
        """An error in the shape that all have."""
        body: dict[str, Any] = {"error": name, "message": error.text(language_of(self.scope))}
        if not isinstance(error, RequestRejected):
            body["request"] = self.number
        return json.dumps(body, ensure_ascii=False).encode()

    def answer_headers(self, body: bytes, seconds: float = 0) -> list[tuple[bytes, bytes]]:
        """Headers of an answer by the middleware. The connection ends, the rest is not read."""
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        if seconds:
            headers.append((b"retry-after", str(ceil(seconds)).encode()))
        return headers

    def with_common_headers(
        self, headers: Iterable[tuple[bytes, bytes]]
    ) -> list[tuple[bytes, bytes]]:
        """Headers of a response and those that every response has, unless it has its own."""
        own = list(headers)
        names = {name.lower() for name, _ in own}
        own += [header for header in self.gateway.headers if header[0] not in names]
        if b"cache-control" not in names and self.scope["path"].startswith("/api"):
            own.append((b"cache-control", b"no-store"))
        own.append((b"x-request-id", self.number.encode()))
        return own


class Request(Exchange):
    """One request and its response."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.limit = self.gateway.body_limit(self.scope["path"])
        self.received = 0
        self.whole = False
        self.answered = False  # by the middleware: what the application sends is dropped

    async def receive(self) -> Event:
        """A part of the body; one that is too long or too slow ends the request."""
        if self.whole:
            return await self._receive()
        if self._announced() > self.limit:
            await self._stop(TooLarge("error.server.gateway.too_large", limit=self.limit))
        left = self.began + BODY_SECONDS - self.gateway.clock()
        try:
            async with asyncio.timeout(max(0.0, left)):
                message = await self._receive()
        except TimeoutError:
            await self._stop(TooSlow("error.server.gateway.too_slow", seconds=BODY_SECONDS))
        self.received += len(message.get("body", b""))
        if self.received > self.limit:
            await self._stop(TooLarge("error.server.gateway.too_large", limit=self.limit))
        self.whole = not message.get("more_body", False)
        return message

    def _announced(self) -> int:
        text = _headers(self.scope).get(b"content-length", b"0")
        return int(text[:20]) if text.isdigit() else 0

    async def _stop(self, rejected: RequestRejected) -> None:
        """Answer at once: frameworks replace errors during reading by their own."""
        await self.reject(rejected)
        raise rejected

    async def send(self, message: Event) -> None:
        """A part of the response."""
        if self.answered:
            return
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": self.with_common_headers(message.get("headers", ()))}
        else:
            self.size += len(message.get("body", b""))
        await self._send(message)

    async def reject(self, rejected: RequestRejected) -> None:
        """The reason as a response."""
        if not self.status:
            self.gateway.metrics.refused.labels(rejected.name).inc()
            await self._answer(
                rejected.status, self.error_body(rejected, rejected.name), rejected.seconds
            )

    async def fail(self) -> None:
        """500 and the request's id in the log, and nothing about what went wrong."""
        if not self.status:
            failure = Message("error.server.gateway.failed", number=self.number)
            await self._answer(500, self.error_body(failure, "failed"))

    async def _answer(self, status: int, body: bytes, seconds: float = 0) -> None:
        headers = self.answer_headers(body, seconds)
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})
        self.answered = True

    def disconnected(self) -> None:
        """There is nobody to answer."""
        self.status = self.status or GONE

    def record(self) -> None:
        """A line for the log, and the counters."""
        route, status = route_of(self.scope), self.status
        metrics = self.gateway.metrics
        method = self.method if self.method in METHODS else "other"
        metrics.requests.labels(method, route, str(status)).inc()
        metrics.request_seconds.labels(route).observe(self.gateway.clock() - self.began)
        write = log.debug if route in QUIET_LINES else log.info
        fields = {"method": method, "route": route, "status": status}
        write("request", **fields, ms=self.milliseconds(), size=self.size)


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Socket(Exchange):
    """One WebSocket, from its handshake to its end."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        rate = self.gateway.settings.messages_per_second
        self.rate = RateLimit(rate, max(1, 2 * rate))
        self.received_counter = self.gateway.metrics.messages.labels("in")
        self.sent_counter = self.gateway.metrics.messages.labels("out")
        self.counts = {"in": 0, "out": 0}
        self.accepted = self.closed = False

    async def receive(self) -> Event:
        """A message; those that come too fast are delayed, and none is lost."""
        message = await self._receive()
        if message["type"] == "websocket.receive":
            self.received_counter.inc()
            self.counts["in"] += 1
            while wait := self.rate.take("", self.gateway.clock()):
                self.gateway.metrics.slowed.inc()
                await asyncio.sleep(wait)
        elif message["type"] == "websocket.disconnect":
            self._end(message.get("code") or 1005)
        return message

    async def send(self, message: Event) -> None:
        """A message to the other side."""
        kind = message["type"]
        if kind == "websocket.send":
            self.sent_counter.inc()
            self.counts["out"] += 1
            self.size += len(message.get("text") or message.get("bytes") or b"")
        elif kind == "websocket.accept":
            self.accepted = True
            self.gateway.metrics.sockets.inc()
            log.info("socket opened", route=route_of(self.scope))
        elif kind == "websocket.close":
            self._end(message.get("code", 1000))
        elif kind == "websocket.http.response.start":
            self.status, self.closed = message["status"], True
            message = {**message, "headers": self.with_common_headers(message.get("headers", ()))}
        await self._send(message)

    def _end(self, code: int) -> None:
        if not self.closed:
            self.closed, self.status = True, code

    async def reject(self, rejected: RequestRejected) -> None:
        """The reason, instead of the handshake if that is possible."""
        self.gateway.metrics.refused.labels(rejected.name).inc()
        await self._answer_error(
            rejected, rejected.name, rejected.status, POLICY_VIOLATION, rejected.seconds
        )

    async def fail(self) -> None:
        """Close with the code for an internal error."""
        failure = Message("error.server.gateway.failed", number=self.number)
        await self._answer_error(failure, "failed", 500, BROKEN)

    async def _answer_error(
        self, error: Message, name: str, status: int, code: int, seconds: float = 0
    ) -> None:
        if self.closed:
            return
        if self.accepted or "websocket.http.response" not in (self.scope.get("extensions") or {}):
            reason = error.text(language_of(self.scope)).encode()[:REASON_BYTES]
            text = reason.decode(errors="ignore")
            await self.send({"type": "websocket.close", "code": code, "reason": text})
            return
        body = self.error_body(error, name)
        start = {"type": "websocket.http.response.start", "status": status}
        await self.send({**start, "headers": self.answer_headers(body, seconds)})
        await self.send({"type": "websocket.http.response.body", "body": body})

    def disconnected(self) -> None:
        """The connection was lost."""
        self._end(1006)

    def record(self) -> None:
        """A line for the log, and the counters."""
        if self.accepted:
            self.gateway.metrics.sockets.dec()
        fields = {"route": route_of(self.scope), "status": self.status, "ms": self.milliseconds()}
        event = "socket closed" if self.accepted else "socket refused"
        log.info(event, **fields, size=self.size, **self.counts)


# --- reading a scope --------------------------------------------------------------------------
def route_of(scope: Scope) -> str:
    """The route as it is declared, /api/tables/{table}: never the path of the request."""
    included = scope.get("fastapi", {}).get("effective_route_context")  # with its prefix
    for route in (included, scope.get("route")):
        if path := getattr(route, "path", None):
            return str(path)
    return NO_ROUTE


def _headers(scope: Scope) -> dict[bytes, bytes]:
    return dict(scope["headers"])


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _caller(scope: Scope) -> str:
    return caller(_address(scope))


def _language(accepted: str) -> str:
    preferences = []
    for place, preference in enumerate(accepted.split(",")[:20]):
        name, _, quality = preference.partition(";")
        try:
            weight = float(quality.partition("=")[2] or 1)
        except ValueError:
            continue
        preferences.append((-weight, place, name.strip()[:2].lower()))
    return next((name for _, _, name in sorted(preferences) if name in LANGUAGES), "en")
