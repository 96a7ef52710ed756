"""A table in memory: its state, its queue of commands, and its subscribers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from baumeister.server.store.database import StoreUnavailable
from baumeister.server.store.store import AsItWas
from baumeister.server.tables.commands import Command
from baumeister.server.tables.errors import Unavailable
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.seats import Role
from baumeister.server.tables.snapshots import Snapshots
from baumeister.server.tables.state import TableState
from baumeister.server.tables.subscribers import Subscriber
from baumeister.server.tables.timing import monotonic


class Accepted(NamedTuple):
    """The entry that a command became; `again`: an earlier attempt had been accepted already."""

    seq: int
    role: Role
    again: bool = False


class NewTable(NamedTuple):
    """A table that has not been written yet."""

    state: TableState
    entries: Sequence[LogEntry]
    replaces: AsItWas | None = None  # the table that was given up for it


@dataclass(eq=False)
class QueuedCommand:
    """A command that waits for its turn."""

    who: str | Role | None  # the hash of a token, or the server itself in a role
    command: Command
    key: str | None
    answer: asyncio.Future[Accepted]
    opens: NewTable | None = None  # written in the same transaction
    arrived: float = field(default_factory=monotonic)

    def accept(self, accepted: Accepted) -> None:
        """Answer the caller, who may have gone away."""
        if not self.answer.done():
            self.answer.set_result(accepted)

    def fail(self, error: Exception) -> None:
        """Answer the caller with the reason. After a failed write the result is unknown."""
        if self.answer.done():
            return
        if isinstance(error, StoreUnavailable):
            name = "unavailable" if self.key is not None else "unavailable_unsure"
            error = Unavailable(f"error.server.{name}")
        self.answer.set_exception(error)


@dataclass(eq=False)
class LoadedTable:
    """A table that this server has in memory. `lock` guards `state` and `snapshots`."""

    id: str
    state: TableState | None = None  # None: it has to be read from the store
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    queue: list[QueuedCommand] = field(default_factory=list)
    is_working: bool = False  # whether a task is carrying out the queue
    subscribers: dict[Subscriber, None] = field(default_factory=dict)  # in order of arrival
    here: frozenset[int] = frozenset()  # the seats of subscribers, as last announced
    seen: dict[int, float] = field(default_factory=dict)  # by seat: when its person was last here
    heard: dict[int, float] = field(default_factory=dict)  # … or at another server
    since: float = field(default_factory=monotonic)  # since when both would be known
    getting_ready: bool = False  # whether a bot's code is not compiled yet, as last announced
    news: asyncio.Event = field(default_factory=asyncio.Event)  # set once, then replaced
    # that bots have been asked, and the tasks that wait for the answers
    questions: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    owner: str = ""  # the address of whoever opened it or came back to it first, if known here
    acted: bool = False  # whether somebody with a token did anything since the lobby was told
    waiters: int = 0  # requests that wait for news without being subscribers
    holders: int = 0  # tasks that hold the lock or wait for it
    snapshots: Snapshots | None = None  # None: they have to be made anew
    used: float = field(default_factory=monotonic)

    @property
    def is_idle(self) -> bool:
        """Whether the table can be evicted. `holders` count because a lock that is free may have
        been promised to a task that has not run yet."""
        wanted = self.queue or self.is_working or self.subscribers or self.questions
        return not (wanted or self.waiters or self.holders or self.lock.locked())

    def was_here(self, seat: int, within: float) -> bool:
        """Whether the person of a seat has been at this server within the last seconds."""
        last = self.seen.get(seat)
        return seat in self.here or (last is not None and monotonic() - last < within)

    def note(self, role: Role) -> None:
        """Somebody in this role has just asked for something: programs have no connection."""
        if role.seat is not None:
            self.seen[role.seat] = monotonic()

    def away(self, seat: int) -> float:
        """For how many seconds nobody has been at a seat, as far as this server can know."""
        if seat in self.here:
            return 0.0
        last = (self.since, self.seen.get(seat, self.since), self.heard.get(seat, self.since))
        return monotonic() - max(last)

    @property
    def is_attended(self) -> bool:
        """Whether people are connected, or programs wait for news."""
        return bool(self.here or self.waiters)

    def touch(self) -> None:
        """Note that the table is in use; the ones unused for longest are evicted first."""
        self.used = monotonic()

    def forget(self) -> None:
        """Drop the state: it may not be what the store has."""
        self.state = self.snapshots = None


LoadedTables = dict[str, LoadedTable]
