"""Looking at a table with a token."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from baumeister.server.tables import access
from baumeister.server.tables.cache import TableCache
from baumeister.server.tables.loader import TableLoader
from baumeister.server.tables.seats import Role, hashed
from baumeister.server.tables.snapshots import Snapshots
from baumeister.server.tables.state import TableState
from baumeister.server.tables.subscribers import Subscriber
from baumeister.server.tables.updates import Updates

T = TypeVar("T")
Look = Callable[[TableState, Role, Snapshots], T]


class TableReader:
    """Finds the role of a token, and what that role may see. NotFound if it may see nothing."""

    def __init__(self, cache: TableCache, loader: TableLoader, updates: Updates) -> None:
        self._cache = cache
        self._loader = loader
        self._updates = updates

    async def look(self, table_id: str, token: str | None, look: Look[T], seen: int = 0) -> T:
        """What `look` returns for the table as it is now. `seen`: an entry that the caller knows
        of, maybe from another server; the state is at least as new."""
        table = await self._cache.find(table_id)
        async with self._cache.hold(table, seen) as state:
            token_hash = None if token is None else hashed(token)
            await self._loader.read_on_for(table, state, token_hash)
            role = access.known_role(state, token_hash)
            table.note(role)
            return look(state, role, self._updates.snapshots(table, state))

    async def role_of(self, table_id: str, token: str | None) -> Role | None:
        """What the holder of a token is at a table; None if nothing."""
        token_hash = None if token is None else hashed(token)
        table = await self._cache.find(table_id)
        async with self._cache.hold(table) as state:
            await self._loader.read_on_for(table, state, token_hash)
            return access.role_of(state, token_hash)

    async def role_of_hash(self, table_id: str, token_hash: str) -> Role | None:
        """The same for the hash of a token."""
        table = await self._cache.find(table_id)
        async with self._cache.hold(table) as state:
            await self._loader.read_on_for(table, state, token_hash)
            return state.role_of(token_hash)

    async def subscribe(self, table_id: str, subscriber: Subscriber) -> None:
        """Keep somebody up to date, beginning with the table as it is."""
        table = await self._cache.find(table_id)
        async with self._cache.hold(table, subscriber.after) as state:
            await self._loader.read_on_for(table, state, subscriber.token)
            self._updates.subscribe(table, state, subscriber)
