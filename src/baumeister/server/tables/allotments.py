"""How much of something scarce one address may hold: listed tables, seats at them."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

from baumeister.server.rate_limit import MOST_CALLERS
from baumeister.server.tables.errors import Rejected

H = TypeVar("H", bound=Hashable)


class TooMany(Rejected):
    """The caller holds as many as one may."""

    status = 429


class Allotment(Generic[H]):
    """Things that each caller may hold `most` of at a time; 0 for no limit. `is_held`: whether
    something that was taken is still held, which is asked only when a caller has reached the
    limit. Every server counts for itself."""

    def __init__(self, most: int, error: str, is_held: Callable[[H], Awaitable[bool]]) -> None:
        self._most = most
        self._error = error
        self._is_held = is_held
        self._held: OrderedDict[str, dict[H, None]] = OrderedDict()
        self._reserved: Counter[str] = Counter()

    @asynccontextmanager
    async def one_more(
        self, caller: str, wanted: H | None = None
    ) -> AsyncIterator[Callable[[H], None]]:
        """Room for one more thing, which the block passes to the function that it gets; TooMany if
        there is none. `wanted`: what it will be, if that is known; it may be held already."""
        if not self._most or wanted in self._held.get(caller, ()):
            yield lambda thing: None
            return
        self._reserved[caller] += 1
        try:
            if self._count(caller) > self._most:
                held = self._held.get(caller, {})
                for thing in [thing for thing in held if not await self._is_held(thing)]:
                    held.pop(thing, None)
            if self._count(caller) > self._most:
                raise TooMany(self._error, most=self._most)
            yield lambda thing: self._add(caller, thing)
        finally:
            self._reserved[caller] -= 1
            if not self._reserved[caller]:
                del self._reserved[caller]

    def _count(self, caller: str) -> int:
        return len(self._held.get(caller, {})) + self._reserved[caller]

    def _add(self, caller: str, thing: H) -> None:
        self._held.setdefault(caller, {})[thing] = None
        self._held.move_to_end(caller)
        if len(self._held) > MOST_CALLERS:
            self._held.popitem(last=False)
