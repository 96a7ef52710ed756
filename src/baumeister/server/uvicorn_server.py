"""uvicorn with our startup, shutdown and logging."""

from __future__ import annotations

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

from baumeister.server.settings import Settings

PING_SECONDS = 20
IDLE_SECONDS = 30  # a connection without a request
GRACE_SECONDS = 10  # for requests that are at work when the server ends
INTERRUPTED = 130  # exit code
# The cyclic garbage collector runs after so many new objects. Almost everything that a move makes
# is freed without it, and what was there at the start stays. Running it rarely saves 9 % of a
# move's time and most of the full collections, which stop everybody (docs/speed.md).
GARBAGE = (20_000, 20, 10)
SIGNALS = (signal.SIGINT, signal.SIGTERM)
# By whoever ran the server; by the middleware, when somebody leaves during a handshake.
TOLD_ELSEWHERE = ("startup failed", "without completing handshake")

Translatable = Callable[[], None]


class Remembering:
    """The application; remembers why it could not start, which uvicorn only logs."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.error: Exception | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on; the lifespan is watched."""
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return

        async def without_words(message: Message) -> None:
            await send({"type": message["type"]})  # without the traceback of a failure

        try:
            await self.app(scope, receive, without_words)
        except Exception as error:
            self.error = error
            raise


class Server(uvicorn.Server):
    """Reports when it is ready and when it stops; a signal stops it with exit code 0."""

    def __init__(self, config: uvicorn.Config, ready: Translatable, stopping: Translatable) -> None:
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

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, close sockets with 1012, so that pages reconnect, then the
        store."""
        self.stopping()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Let SIGINT and SIGTERM stop the server while it runs."""
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


def config_of(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """Our settings as uvicorn's."""
    return uvicorn.Config(
        app,
        lifespan="on",
        interface="asgi3",
        ws="websockets-sansio",
        ws_max_size=settings.frame_limit,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        # The middleware answers politely; this is for what it does not see.
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
    listener: socket.socket,
    ready: Translatable,
    stopping: Translatable,
) -> None:
    """Serve until a signal comes; raises what kept the application from starting."""
    remembering = Remembering(app)
    logger = logging.getLogger("uvicorn.error")

    def worth_telling(record: logging.LogRecord) -> bool:
        return not any(words in record.getMessage() for words in TOLD_ELSEWHERE)

    logger.addFilter(worth_telling)
    try:
        Server(config_of(remembering, settings), ready, stopping).run([listener])
    except SystemExit:
        if remembering.error is not None:
            raise remembering.error from None
        raise
    finally:
        logger.removeFilter(worth_telling)
