"""Sends updates to the subscribers of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from baumeister.server.tables import access
from baumeister.server.tables.loaded import LoadedTable
from baumeister.server.tables.seats import WATCH
from baumeister.server.tables.snapshots import Snapshots
from baumeister.server.tables.state import TableState
from baumeister.server.tables.subscribers import Subscriber
from baumeister.server.tables.timing import monotonic

FRESH = 250  # milliseconds after which the clocks in a snapshot are wrong


class Updates:
    """Keeps subscribers up to date. The caller holds the lock of the table."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now

    def snapshots(self, table: LoadedTable, state: TableState) -> Snapshots:
        """The table as it is now, for every role."""
        now, snapshots = self._now(), table.snapshots
        if snapshots is None:
            snapshots = Snapshots(state, now, table.here, table.getting_ready)
        elif state.clock is not None and now - snapshots.now > FRESH:
            snapshots = snapshots.renewed(now, table.here, table.getting_ready)
        table.snapshots = snapshots
        return snapshots

    def subscribe(self, table: LoadedTable, state: TableState, subscriber: Subscriber) -> None:
        """Send the table as it is, and everything that happens from now on."""
        subscriber.role = access.known_role(state, subscriber.token)
        if subscriber.after > state.seq:  # it was counted by another store
            subscriber.after = 0
        table.subscribers[subscriber] = None
        if subscriber.role.kind != WATCH:
            table.owner = table.owner or subscriber.caller
        self._announce_presence(table, subscriber)
        self._send(table, state, subscriber)

    def unsubscribe(self, table: LoadedTable, subscriber: Subscriber) -> None:
        """Send nothing more."""
        if subscriber in table.subscribers:
            del table.subscribers[subscriber]
            table.touch()
            self._announce_presence(table)
            if not table.subscribers:
                table.snapshots = None

    def publish(self, table: LoadedTable, state: TableState) -> None:
        """Send the table to all subscribers, as each may see it. Close those whose token has
        ended."""
        for subscriber in list(table.subscribers):
            subscriber.role = access.role_of(state, subscriber.token)
            if subscriber.role is None:
                subscriber.close("not_valid")
                del table.subscribers[subscriber]
        self._announce_presence(table)  # seats may have been swapped
        for subscriber in table.subscribers:
            if subscriber.after < state.seq:
                self._send(table, state, subscriber)
        if table.waiters:
            table.news.set()
            table.news = asyncio.Event()

    def close(self, table: LoadedTable, why: str) -> None:
        """Close all subscribers."""
        for subscriber in table.subscribers:
            subscriber.close(why)

    def set_getting_ready(self, table: LoadedTable, state: TableState, getting_ready: bool) -> None:
        """Send an update when bots of the table begin to compile, and when they are ready."""
        if getting_ready != table.getting_ready:
            table.getting_ready, table.snapshots = getting_ready, None
            for subscriber in table.subscribers:
                self._send(table, state, subscriber)

    def _announce_presence(self, table: LoadedTable, newcomer: Subscriber | None = None) -> None:
        """Send which seats are connected: to all if it has changed, otherwise to a newcomer."""
        roles = (subscriber.role for subscriber in table.subscribers)
        here = frozenset(r.seat for r in roles if r is not None and r.seat is not None)
        seats = ",".join(map(str, sorted(here)))
        message = b'{"type":"here","seats":[' + seats.encode() + b"]}"
        table.seen |= dict.fromkeys(table.here - here, monotonic())
        if here != table.here:
            table.here, table.snapshots = here, None
            for subscriber in table.subscribers:
                subscriber.note(message)
        elif newcomer is not None:
            newcomer.note(message)

    def _send(self, table: LoadedTable, state: TableState, subscriber: Subscriber) -> None:
        if subscriber.role is not None:
            snapshots = self.snapshots(table, state)
            update = snapshots.update(subscriber.role, subscriber.language, subscriber.after)
            subscriber.update(update, state.seq)
