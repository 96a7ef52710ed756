"""The outermost middleware: limits, origins, headers, logging, and answers to internal errors.

Plain ASGI, for requests and WebSockets. Requests that are too frequent, too large or from a foreign
page are answered here, with a body like that of every other error.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Any, NoReturn
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders, QueryParams
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event
from starlette.websockets import WebSocketDisconnect

from baumeister.kernel.errors import Message, Translatable
from baumeister.kernel.glossary import LANGUAGES, say
from baumeister.server import logs
from baumeister.server.api.origins import Origins, is_local
from baumeister.server.metrics import Metrics
from baumeister.server.rate_limit import RateLimit, caller
from baumeister.server.settings import Settings

BODY_SECONDS = 30  # within which a body has to arrive
QUIET_ROUTES = ("/health", "/metrics")  # polled every few seconds, and never limited
QUIET_LINES = (*QUIET_ROUTES, "/assets/{name}")  # logged for debugging only
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NO_ROUTE = "(none)"
GONE = 499  # the status of a request whose caller left before there was an answer
CLOSE_REJECTED, CLOSE_FAILED = 1008, 1011  # codes of WebSockets: policy violation, internal error
REASON_BYTES = 123  # RFC 6455: what fits into a closing frame
IN_SCOPE = "baumeister.gateway"
STATUS = {  # of rejected requests, by the error's name
    "too_large": 413,
    "too_slow": 408,
    "too_often": 429,
    "too_many_at_once": 429,
    "too_costly": 429,
    "too_many_tables": 429,
    "foreign_page": 403,
    "other_host": 421,
    "overloaded": 503,
}
PAUSES = {"overloaded": 5.0, "too_many_at_once": 1.0}  # seconds before it is worth trying again

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

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class RetryAfter(Translatable):
    """How long to wait, in words: in seconds, or in minutes if it is long."""

    seconds: float

    def text(self, language: str = "en") -> str:
        """In this language."""
        if self.seconds <= 120:
            return say("error.server.gateway.seconds", language, n=ceil(self.seconds))
        return say("error.server.gateway.minutes", language, n=ceil(self.seconds / 60))


class RequestRejected(Message, Exception):
    """A request that reaches no route. It is no UserError, so that no other handler answers it.
    `seconds`: after which it may be tried again; 0 if that would not help."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key, **values)
        self.name = key.rpartition(".")[2]
        self.status = STATUS[self.name]
        wait = values.get("wait")
        self.seconds = wait.seconds if isinstance(wait, RetryAfter) else PAUSES.get(self.name, 0.0)


# --- for routes --------------------------------------------------------------------------------
def language_of(scope: Scope) -> str:
    """The language that the caller reads: `?lang=de`, or Accept-Language; otherwise English."""
    asked = QueryParams(scope.get("query_string", b"")).get("lang")
    if asked in LANGUAGES:
        return asked
    return _preferred(_headers(scope).get(b"accept-language", b"").decode("latin-1"))


def may_open_table(scope: Scope) -> None:
    """Count a table that is about to be opened; RequestRejected if there have been too many."""
    gateway: GatewayMiddleware | None = scope.get(IN_SCOPE)
    if gateway is not None:
        seconds = gateway.tables.take(caller_of(scope), gateway.clock())
        if seconds:
            raise RequestRejected("error.server.gateway.too_many_tables", wait=RetryAfter(seconds))


def may_compute(scope: Scope, cost: float = 1.0) -> None:
    """Count work that takes much longer than other requests do, before it begins. `cost`: compared
    with a hint. RequestRejected if the caller has had too much of it."""
    gateway: GatewayMiddleware | None = scope.get(IN_SCOPE)
    if gateway is not None:
        seconds = gateway.costly.take(caller_of(scope), gateway.clock(), cost)
        if seconds:
            raise RequestRejected("error.server.gateway.too_costly", wait=RetryAfter(seconds))


def may_read_metrics(scope: Scope, settings: Settings) -> bool:
    """Whether the caller may read /metrics; to others the route does not exist."""
    if settings.metrics == "loopback":
        return is_local(_address(scope), _headers(scope))
    return settings.metrics == "open"


# --- headers of every response ----------------------------------------------------------------
def security_headers(settings: Settings) -> dict[str, str]:
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
    return headers


# --- the middleware ---------------------------------------------------------------------------
class GatewayMiddleware:
    """The outermost middleware: `app.add_middleware(GatewayMiddleware, settings=…, metrics=…)`.

    A body may have `body_limit` bytes, or `record_limit` bytes if it is sent to one of the
    `record_paths`.
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
        self.costly = RateLimit(settings.costly_per_minute / 60, max(1, settings.costly_per_minute))
        self.headers = security_headers(settings)
        self.open = {"http": 0, "websocket": 0}
        self.running: Counter[str] = Counter()  # requests, by caller

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
        exchange = (HTTPExchange if kind == "http" else SocketExchange)(
            self, scope, receive, send, number
        )
        try:
            if scope["path"] in QUIET_ROUTES:
                await exchange.run()
            else:
                with self._counted(kind, caller_of(scope)):
                    await exchange.run()
        finally:
            logs.request_id.reset(was)

    @contextmanager
    def _counted(self, kind: str, address: str) -> Iterator[None]:
        """Count a request or socket while it lasts."""
        self.open[kind] += 1
        self.running[address] += kind == "http"
        try:
            yield
        finally:
            self.open[kind] -= 1
            self.running[address] -= kind == "http"
            if not self.running[address]:
                del self.running[address]

    def check(self, scope: Scope) -> None:
        """RequestRejected if the request may not reach the application."""
        if scope["path"] not in QUIET_ROUTES:
            self._check_limits(scope["type"], caller_of(scope))
        headers = _headers(scope)
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if host and not self.origins.knows_host(host):
            raise RequestRejected("error.server.gateway.other_host", host=host)
        if self.origins.is_foreign(scope.get("method", ""), host, headers):
            raise RequestRejected("error.server.gateway.foreign_page")

    def _check_limits(self, kind: str, address: str) -> None:
        """RequestRejected if there are too many already, of everybody or of this caller."""
        if self.open[kind] > self.settings.connections:
            raise RequestRejected("error.server.gateway.overloaded")
        if kind == "http" and self.running[address] > self.settings.requests_running:
            most = self.settings.requests_running
            raise RequestRejected("error.server.gateway.too_many_at_once", most=most)
        if seconds := self.requests.take(address, self.clock()):
            raise RequestRejected("error.server.gateway.too_often", wait=RetryAfter(seconds))

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
                place = {"route": route_of(self.scope), "method": self.scope.get("method", "WS")}
                log.error("failed", exc_info=error, extra=place)
                await self.fail()
        except OSError:  # the connection is gone
            self.disconnected()
        finally:
            self.record()

    async def reject(self, rejected: RequestRejected) -> None:
        """Answer with the reason, unless an answer has begun."""
        if self.can_answer:
            self.gateway.metrics.refused.labels(rejected.name).inc()
            await self.answer(rejected, rejected.name, rejected.status, rejected.seconds)

    async def fail(self) -> None:
        """Answer with the request's id in the log, and nothing about what went wrong."""
        if self.can_answer:
            failure = Message("error.server.gateway.failed", number=self.number)
            await self.answer(failure, "failed", 500)

    @property
    @abstractmethod
    def can_answer(self) -> bool:
        """Whether the application has not answered yet."""

    @abstractmethod
    async def receive(self) -> Event:
        """The next event from the client."""

    @abstractmethod
    async def send(self, message: Event) -> None:
        """Send an event to the client."""

    @abstractmethod
    async def answer(self, error: Message, name: str, status: int, seconds: float = 0) -> None:
        """Answer with an error instead of the application."""

    @abstractmethod
    def disconnected(self) -> None:
        """Note that the client is gone."""

    @abstractmethod
    def record(self) -> None:
        """Count and log how it went."""

    def milliseconds(self) -> float:
        """How long it has taken."""
        return round((self.gateway.clock() - self.began) * 1000, 1)

    def response(self, error: Message, name: str, status: int, seconds: float) -> JSONResponse:
        """An error in the shape that all have. The connection ends: the rest is not read."""
        content = {"error": name, "message": error.text(language_of(self.scope))}
        if not isinstance(error, RequestRejected):
            content["request"] = self.number
        headers = {"connection": "close"}
        if seconds:
            headers["retry-after"] = str(ceil(seconds))
        return JSONResponse(content, status, headers)

    def add_headers(self, start: Event) -> None:
        """Add the headers of every response, except those that the response has itself."""
        start.setdefault("headers", [])
        headers = MutableHeaders(scope=start)
        for name, value in self.gateway.headers.items():
            headers.setdefault(name, value)
        if self.scope["path"].startswith("/api"):
            headers.setdefault("Cache-Control", "no-store")
        headers["X-Request-Id"] = self.number


class HTTPExchange(Exchange):
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
        if self._content_length() > self.limit:
            await self._stop(RequestRejected("error.server.gateway.too_large", limit=self.limit))
        left = self.began + BODY_SECONDS - self.gateway.clock()
        try:
            async with asyncio.timeout(max(0.0, left)):
                message = await self._receive()
        except TimeoutError:
            await self._stop(RequestRejected("error.server.gateway.too_slow", seconds=BODY_SECONDS))
        self.received += len(message.get("body", b""))
        if self.received > self.limit:
            await self._stop(RequestRejected("error.server.gateway.too_large", limit=self.limit))
        self.whole = not message.get("more_body", False)
        return message

    def _content_length(self) -> int:
        text = _headers(self.scope).get(b"content-length", b"0")
        return int(text[:20]) if text.isdigit() else 0

    async def _stop(self, rejected: RequestRejected) -> NoReturn:
        """Answer at once: frameworks replace errors during reading by their own."""
        await self.reject(rejected)
        raise rejected

    async def send(self, message: Event) -> None:
        """Send a part of the response."""
        if self.answered:
            return
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.add_headers(message)
        else:
            self.size += len(message.get("body", b""))
        await self._send(message)

    @property
    def can_answer(self) -> bool:
        """Whether the response has not begun."""
        return not self.status

    async def answer(self, error: Message, name: str, status: int, seconds: float = 0) -> None:
        """Send the error as the response."""
        response = self.response(error, name, status, seconds)
        await response(self.scope, self._receive, self.send)
        self.answered = True

    def disconnected(self) -> None:
        """Nobody is left to answer."""
        self.status = self.status or GONE

    def record(self) -> None:
        """A line for the log, and the counters."""
        route, status, method = route_of(self.scope), self.status, self.scope["method"]
        method = method if method in METHODS else "other"
        metrics = self.gateway.metrics
        metrics.requests.labels(method, route, str(status)).inc()
        metrics.request_seconds.labels(route).observe(self.gateway.clock() - self.began)
        write = log.debug if route in QUIET_LINES else log.info
        fields = {"method": method, "route": route, "status": status}
        write("request", extra={**fields, "ms": self.milliseconds(), "size": self.size})


class SocketExchange(Exchange):
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
        """Send a message."""
        kind = message["type"]
        if kind == "websocket.send":
            self.sent_counter.inc()
            self.counts["out"] += 1
            self.size += len(message.get("text") or message.get("bytes") or b"")
        elif kind == "websocket.accept":
            self.accepted = True
            self.gateway.metrics.sockets.inc()
            log.info("socket opened", extra={"route": route_of(self.scope)})
        elif kind == "websocket.close":
            self._end(message.get("code", 1000))
        elif kind == "websocket.http.response.start":
            self._end(message["status"])
            self.add_headers(message)
        await self._send(message)

    def _end(self, status: int) -> None:
        if not self.closed:
            self.closed, self.status = True, status

    @property
    def can_answer(self) -> bool:
        """Whether the socket is open."""
        return not self.closed

    async def answer(self, error: Message, name: str, status: int, seconds: float = 0) -> None:
        """Send the error instead of the handshake if that is possible; otherwise close with it."""
        if not self.accepted and "websocket.http.response" in (self.scope.get("extensions") or {}):
            response = self.response(error, name, status, seconds)
            await response(self.scope, self._receive, self.send)
            return
        code = CLOSE_REJECTED if isinstance(error, RequestRejected) else CLOSE_FAILED
        reason = error.text(language_of(self.scope)).encode()[:REASON_BYTES].decode(errors="ignore")
        await self.send({"type": "websocket.close", "code": code, "reason": reason})

    def disconnected(self) -> None:
        """Note that the connection was lost."""
        self._end(1006)

    def record(self) -> None:
        """A line for the log, and the counters."""
        if self.accepted:
            self.gateway.metrics.sockets.dec()
        fields = {"route": route_of(self.scope), "status": self.status, "ms": self.milliseconds()}
        event = "socket closed" if self.accepted else "socket refused"
        log.info(event, extra={**fields, "size": self.size, **self.counts})


# --- reading a scope --------------------------------------------------------------------------
def route_of(scope: Scope) -> str:
    """The route as it is declared, such as /api/tables/{table}; never the path of the request."""
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


def caller_of(scope: Scope) -> str:
    """Who sends a request, for limits."""
    return caller(_address(scope))


def _preferred(accepted: str) -> str:
    """The language that an Accept-Language header prefers."""
    preferences = []
    for place, preference in enumerate(accepted.split(",")[:20]):
        name, _, quality = preference.partition(";")
        try:
            weight = float(quality.partition("=")[2] or 1)
        except ValueError:
            continue
        preferences.append((-weight, place, name.strip()[:2].lower()))
    return next((name for _, _, name in sorted(preferences) if name in LANGUAGES), "en")
