"""Turns: what one address sends waits for what it sent before, and nobody else waits for it.

Without them a burst from one address, which the limits of requests allow, would be handled as a
whole before anything that others send meanwhile.
"""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from baumeister.server.metrics import Metrics
from baumeister.server.rate_limit import RateLimit, caller
from baumeister.server.settings import Settings

REQUESTS_AT_ONCE = 50  # without waiting: a page with all its files
REQUESTS = 4  # times as many per second as are allowed in the long run
SOCKETS = 5  # of one address at full speed; more of them share the messages of so many


class Turns(RateLimit):
    """A rate limit for those who wait, each for a turn of its own."""

    def reserve(self, caller: str, now: float) -> float:
        """The seconds until the caller's turn; it counts already."""
        seconds = self.take(caller, now)
        if seconds:
            self.even[caller] += self.gap
        return seconds


class TurnTaking:
    """Wraps the application: requests, handshakes and messages wait for their turn. It sees the
    address that a trusted proxy names."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics
        self.requests = Turns(REQUESTS * settings.requests_per_second, REQUESTS_AT_ONCE)
        messages = settings.messages_per_second
        self.messages = Turns(SOCKETS * messages, max(1, 2 * messages))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on, in its turn."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        name = caller(str(client[0]) if client else "")

        async def receive_in_turn() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                await self.wait(self.messages, name)
            return message

        await self.wait(self.requests, name)
        await self.app(scope, receive_in_turn, send)

    async def wait(self, turns: Turns, name: str) -> None:
        """Wait for the caller's turn."""
        if seconds := turns.reserve(name, asyncio.get_running_loop().time()):
            self.metrics.slowed.inc()
            await asyncio.sleep(seconds)
