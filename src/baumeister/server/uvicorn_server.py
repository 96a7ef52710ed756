"""uvicorn with our startup, shutdown and logging."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from baumeister.server.metrics import Metrics
from baumeister.server.protocols import Config
from baumeister.server.settings import Settings
from baumeister.server.turns import TurnTaking

PING_SECONDS = 20
IDLE_SECONDS = 30  # a connection without a request
GRACE_SECONDS = 10  # for requests that are running when the server stops
INTERRUPTED = 130  # exit code
# Thresholds of the cyclic garbage collector. Almost everything that a move allocates is freed
# without it, and objects from the start stay. Running it rarely saves 9 % of a move's time and most
# of the full collections, which stop all requests (docs/speed.md).
GARBAGE = (20_000, 20, 10)
SIGNALS = (signal.SIGINT, signal.SIGTERM)
# `serve` prints the first; the middleware logs the second, a client that left during a handshake.
# The others are mistakes of clients, which would fill the log.
NOT_LOGGED = (
    "startup failed",
    "without completing handshake",
    "Invalid HTTP request",
    "Unsupported upgrade request",
    "Exceeded concurrency limit",
)

Callback = Callable[[], None]


class StartupErrors:
    """Wraps the application and keeps the error that it could not start with, which uvicorn only
    logs."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.error: Exception | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on; the lifespan is watched."""
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return

        async def without_traceback(message: Message) -> None:
            await send({"type": message["type"]})

        try:
            await self.app(scope, receive, without_traceback)
        except Exception as error:
            self.error = error
            raise


class Server(uvicorn.Server):
    """Reports when it is ready and when it stops; a signal stops it with exit code 0."""

    def __init__(self, config: uvicorn.Config, ready: Callback, stopping: Callback) -> None:
        super().__init__(config)
        self.ready, self.stopping = ready, stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the store, then accept connections."""
        await super().startup(sockets)
        if self.started:
            gc.collect()
            gc.freeze()
            gc.set_threshold(*GARBAGE)
            self.ready()

    async def on_tick(self, counter: int) -> bool:
        """Once a second, close connections that are too slow."""
        if counter % 10 == 0:
            now = asyncio.get_running_loop().time()
            for connection in list(self.server_state.connections):
                connection.sweep(now)  # type: ignore[union-attr]
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, close sockets with 1012 so that pages reconnect, and close
        the store."""
        self.stopping()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop the server on SIGINT and SIGTERM while it runs."""
        before = {number: signal.signal(number, self.handle_exit) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal stops gracefully, a second Ctrl-C at once."""
        if self.should_exit and sig == signal.SIGINT:
            for child in multiprocessing.active_children():
                child.kill()
            os._exit(INTERRUPTED)
        self.should_exit = True


def config_of(app: ASGIApp, settings: Settings, metrics: Metrics) -> Config:
    """Our settings as uvicorn's."""
    return Config(
        TurnTaking(app, settings, metrics),
        settings,
        metrics,
        lifespan="on",
        interface="asgi3",
        ws_max_size=settings.frame_limit,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        # The middleware rejects requests before this limit; uvicorn counts what it does not see.
        limit_concurrency=settings.connections * 2 + 100,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        server_header=False,
        access_log=False,
        log_config=None,
    )


def run(
    app: ASGIApp,
    settings: Settings,
    metrics: Metrics,
    listener: socket.socket,
    ready: Callback,
    stopping: Callback,
) -> None:
    """Serve until a signal comes; raises what kept the application from starting."""
    startup = StartupErrors(app)
    logger = logging.getLogger("uvicorn.error")

    def is_wanted(record: logging.LogRecord) -> bool:
        return not any(words in record.getMessage() for words in NOT_LOGGED)

    logger.addFilter(is_wanted)
    try:
        Server(config_of(startup, settings, metrics), ready, stopping).run([listener])
    except SystemExit:
        if startup.error is not None:
            raise startup.error from None
        raise
    finally:
        logger.removeFilter(is_wanted)
