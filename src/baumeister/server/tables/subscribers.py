"""The messages that wait to be sent to one connection."""

from __future__ import annotations

import asyncio
from collections import deque

from baumeister.server.tables.seats import Role, hashed

NOTES = 64  # answers that a connection may leave unread before it is closed


class Subscriber:
    """A connection that is kept up to date. A newer update replaces one that was not sent yet."""

    def __init__(self, token: str | None, language: str, after: int, caller: str = "") -> None:
        self.caller = caller  # the address that it comes from
        self.token = None if token is None else hashed(token)
        self.language = language
        self.after = after  # the entry up to which updates have been taken to be sent
        self.role: Role | None = None
        self.closed: str | None = None  # why, once it is closed
        self._notes: deque[bytes] = deque()
        self._update: tuple[bytes, int] | None = None
        self._waiting: asyncio.Future[None] | None = None

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def note(self, message: bytes) -> None:
        """An answer, to be sent before the next update."""
        if self.closed is not None:
            return
        self._notes.append(message)
        if len(self._notes) > NOTES:
            self.closed = "too_slow"
        self._wake()

    def update(self, message: bytes, seq: int) -> None:
        """The table as it is now, as of an entry."""
        self._update = message, seq
        self._wake()

    def close(self, why: str) -> None:
        """No more messages."""
        self.closed = self.closed or why
        self._wake()

    async def take(self) -> list[bytes]:
        """Wait for messages; an empty list means that the connection is closed."""
        if not self._notes and self._update is None and self.closed is None:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        if self.closed is not None:
            return []
        messages = list(self._notes)
        self._notes.clear()
        if self._update is not None:
            message, self.after = self._update
            self._update = None
            messages.append(message)
        return messages
