"""All tables of this server: what routes and sockets call. It does not depend on a web framework.

    service = TableService(store, bot_pool)
    await service.begin()
    table = await service.open(opening.body())
    await service.submit(table, token, commands.start())

Every part has one job: `CommandQueue` and `CommandProcessor` carry out commands, `TableCache` and
`TableLoader` keep tables in memory, `Updates` sends subscribers what they may see, `BotMoves` asks
bots, `Ticker` lets time pass, and `Heartbeat`, `PeerNotices`, `PresenceNotices` and `Sweeper` work
together with other servers on the same store.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from baumeister.play import SeatView
from baumeister.server.metrics import Metrics
from baumeister.server.store.store import Store
from baumeister.server.tables import commands
from baumeister.server.tables.activity import Activity
from baumeister.server.tables.allotments import Allotment
from baumeister.server.tables.bot_moves import BotMoves, Bots
from baumeister.server.tables.cache import TableCache
from baumeister.server.tables.command_queue import CommandQueue
from baumeister.server.tables.commands import Command
from baumeister.server.tables.errors import Forbidden, NotFound, Rejected
from baumeister.server.tables.heartbeat import Heartbeat
from baumeister.server.tables.hints import Hints
from baumeister.server.tables.loaded import Accepted, LoadedTables
from baumeister.server.tables.loader import TableLoader
from baumeister.server.tables.notices import PeerNotices
from baumeister.server.tables.opener import TableOpener
from baumeister.server.tables.presence import ANNOUNCE, PresenceNotices
from baumeister.server.tables.processor import CommandProcessor
from baumeister.server.tables.quarantine import Quarantine
from baumeister.server.tables.reader import Look, TableReader
from baumeister.server.tables.seats import SPECTATOR, Role, hashed, new_token
from baumeister.server.tables.snapshots import Snapshots
from baumeister.server.tables.state import TableState
from baumeister.server.tables.subscribers import Subscriber
from baumeister.server.tables.sweeper import Sweeper
from baumeister.server.tables.tasks import BackgroundTasks
from baumeister.server.tables.ticker import Ticker
from baumeister.server.tables.timing import ServerTime
from baumeister.server.tables.updates import Updates

T = TypeVar("T")

TICK = 0.5  # seconds between looks at the clocks
HEARTBEAT = 2.0  # seconds between signs of life
SWEEP = 2.0  # seconds between searches for tables that no server looks after
OFTEN = 4  # times as often both, if other servers wait to take over
ACTIVITY = 60.0  # seconds between notes of where people are
HOUR = 3_600_000  # milliseconds


@dataclass(frozen=True)
class TableLimits:
    """What tables allow; `settings.py` explains each. 0 for no limit."""

    tables_in_memory: int = 2000
    commands_per_second: int = 0
    listed_tables: int = 0
    listed_seats: int = 0
    lobby_hours: int = 0


NO_LIMITS = TableLimits()


class TableService:
    """The tables, from the start of the server to its end."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        *,
        limits: TableLimits = NO_LIMITS,
        metrics: Metrics | None = None,
        now: ServerTime | None = None,
    ) -> None:
        self.store = store
        self.now = now = now or ServerTime()
        self.tables: LoadedTables = {}
        self._limits = limits
        self._hints = Hints(bots)
        self._listed: Allotment[str] = Allotment(
            limits.listed_tables, "error.server.too_many_listed", self._is_listed
        )
        self._seats: Allotment[tuple[str, str]] = Allotment(
            limits.listed_seats, "error.server.too_many_seats", self._is_seated
        )
        self._metrics = metrics = metrics or Metrics()
        self.heartbeat = Heartbeat(store, now)
        self._tasks = tasks = BackgroundTasks(self.heartbeat.report)
        self._updates = updates = Updates(now)
        self.quarantine = Quarantine()
        loader = TableLoader(store, self.heartbeat, updates, self.tables, self.quarantine)
        self.cache = TableCache(loader, self.tables, limits.tables_in_memory)
        self._reader = TableReader(self.cache, loader, updates)
        processor = CommandProcessor(store, loader, self.heartbeat, updates, metrics, now)
        self._queue = CommandQueue(self.cache, processor, tasks, limits.commands_per_second)
        self._bot_moves = BotMoves(bots, self._queue, tasks, metrics)
        processor.after_write = self._bot_moves.ask
        self._opener = TableOpener(
            store, self.cache, self._reader, self._queue, self.heartbeat, now
        )
        self.activity = Activity(store, self.tables, now)
        self.notices = PeerNotices(loader, self.tables, tasks)
        self.presence = PresenceNotices(store, self.tables, tasks)
        self.ticker = Ticker(self.tables, self._queue, self._bot_moves, updates, now)
        self.sweeper = Sweeper(
            store, self.tables, self.cache, loader, self.notices, self._bot_moves, now
        )

    # --- beginning and end --------------------------------------------------------------------
    async def begin(self) -> asyncio.Task[None]:
        """Start to look after clocks and bots; the task catches up with what was missed. A server
        that cannot begin gives no sign of life: while it is restarted again and again, nobody can
        play."""
        self.now.at_least(await self.store.announce())
        await self.store.database.listen(self.notices.receive)
        catching_up = self._tasks.attempt(self._catch_up)
        self._tasks.repeat(TICK, self.ticker.tick)
        often = OFTEN if self.store.database.shared else 1
        self._tasks.repeat(HEARTBEAT / often, self.heartbeat.beat)
        self._tasks.repeat(SWEEP / often, self.sweeper.sweep)
        self._tasks.repeat(ANNOUNCE, self.presence.announce)
        self._tasks.repeat(ACTIVITY, self.activity.note)
        return catching_up

    async def _catch_up(self) -> None:
        """Record the outage that ends now, and take over the tables that nobody looks after."""
        await self.heartbeat.beat()
        await self.sweeper.sweep()

    async def end(self) -> None:
        """Finish what is in the queues. Subscribers are closed; they will reconnect."""
        self._tasks.is_closing = True
        for table in self.tables.values():
            for subscriber in table.subscribers:
                subscriber.close("restart")
        while any(table.queue or table.is_working for table in self.tables.values()):
            await asyncio.sleep(0.01)
        await self._tasks.cancel()
        await self.heartbeat.end()

    # --- opening and joining ------------------------------------------------------------------
    async def open(
        self,
        body: Mapping[str, Any],
        start: bool = False,
        token: str | None = None,
        instead: str | None = None,
        caller: str = "",
    ) -> str:
        """Open a table, and start it if wanted; its id. For a rematch, the token is that of a seat
        at the finished table, and `instead` names another rematch that the caller gives up.
        `caller`: the address of whoever opens it."""
        async with self._listing(caller, bool(body["public"]) and not start) as listed:
            table = await self._opener.open(body, start, token, instead)
            listed(table.id)
        table.owner = caller
        self._metrics.tables.inc()
        if table.state is not None:
            self._bot_moves.ask(table, table.state)
        return table.id

    async def change(
        self, table: str, token: str | None, name: str | None, public: bool | None, caller: str = ""
    ) -> Accepted:
        """Change the name of a table, or whether it is listed."""
        async with self.cache.hold(await self.cache.find(table)) as state:
            is_new = bool(public) and not (state.public or state.archived or state.has_started)
        async with self._listing(caller, is_new) as listed:
            accepted = await self.submit(table, token, commands.change_table(name, public))
            listed(table)
        return accepted

    async def archive(
        self, table: str, token: str | None, archived: bool, caller: str = ""
    ) -> Accepted:
        """Archive a table, or bring it back."""
        async with self.cache.hold(await self.cache.find(table)) as state:
            is_new = not archived and state.archived and state.public and not state.has_started
        async with self._listing(caller, is_new) as listed:
            accepted = await self.submit(table, token, commands.archive(archived))
            listed(table)
        return accepted

    @asynccontextmanager
    async def _listing(self, caller: str, is_new: bool) -> AsyncIterator[Callable[[str], None]]:
        """Room for one more table of a caller that waits for players in the lobby, if it will."""
        if is_new:
            async with self._listed.one_more(caller) as add:
                yield add
        else:
            yield lambda table: None

    async def _is_listed(self, table: str, claim: str | None = None) -> bool:
        """Whether a table waits for players in the lobby, and a claim is for one of its seats."""
        try:
            async with self.cache.hold(await self.cache.find(table)) as state:
                is_there = claim is None or claim in [seat.claim for seat in state.seats]
                return is_there and state.public and state.status == "open"
        except NotFound:
            return False

    async def _is_seated(self, seat: tuple[str, str]) -> bool:
        """The same for a table and the hash of a claim."""
        return await self._is_listed(*seat)

    async def lobby(self, after: str | None, most: int) -> list[dict[str, Any]]:
        """The public tables at which people have been lately; those with open seats first."""
        hours = self._limits.lobby_hours
        return await self.store.lobby(after, most, self.now() - hours * HOUR if hours else 0)

    async def company(
        self, table: str, token: str | None, instead: str | None
    ) -> dict[int, list[str]]:
        """Hashes of the tokens of those who sat at a finished table, by seat, for somebody who sat
        there and may open the rematch."""
        return await self._opener.company(table, token, instead)

    async def join(
        self,
        table: str,
        invite: str | None,
        claim: str,
        name: str | None,
        token: str,
        caller: str = "",
        *,
        chance: str | None = None,
        accept_known_deal: bool = False,
    ) -> Accepted:
        """Sit down. At a rematch every token of the old seat is an invite, also one that was issued
        after the rematch was opened. Without an invite, a caller may hold only so many seats of
        tables that have not started."""
        async with self.cache.hold(await self.cache.find(table)) as state:
            follows = state.follows
        also: frozenset[str] = frozenset()
        if invite is not None and follows is not None:
            async with self.cache.hold(await self.cache.find(follows)) as before:
                if hashed(invite) in before.ended:
                    raise NotFound("error.server.invite")
                also = commands.same_person(before, hashed(invite))
        command = commands.join(
            invite,
            claim,
            name,
            token,
            also,
            chance=chance,
            accept_known_deal=accept_known_deal,
        )
        if invite is not None:
            return await self.submit(table, SPECTATOR, command)
        seat = table, hashed(claim)
        async with self._seats.one_more(caller, seat) as sat_down:
            accepted = await self.submit(table, SPECTATOR, command)
            sat_down(seat)
        return accepted

    async def new_token(self, table: str, role: Role, proof: str) -> str:
        """One more token for a role; `proof` is the hash of one that a personal page knows."""
        token = new_token()
        await self.submit(table, role, commands.add_token(token, proof))
        return token

    async def renew_token(self, table: str, role: Role, proof: str, token: str) -> None:
        """Make a token the only one of a role; sockets of all others are closed."""
        await self.submit(table, role, commands.renew_token(token, proof))

    # --- playing ------------------------------------------------------------------------------
    async def submit(
        self, table: str, who: str | Role | None, command: Command, key: str | None = None
    ) -> Accepted:
        """Carry out a command, with a token or as the server itself in a role. The same key of the
        same role counts once. Raises Refusal, Rejected or Unavailable."""
        return await self._queue.submit(table, who, command, key)

    def away(self, table: str, seat: int) -> Callable[[], float]:
        """For how many seconds nobody has been at a seat, to be asked in a command's turn."""
        return lambda: self.tables[table].away(seat)

    async def hint(
        self,
        table: str,
        token: str | None,
        language: str,
        caller: str = "",
        may_begin: Callable[[], None] = lambda: None,
    ) -> list[str]:
        """A hint for the caller's seat, in sentences. `may_begin` is called before a new one is
        begun, and may raise."""

        def seen(state: TableState, role: Role, snapshots: Snapshots) -> tuple[int, SeatView, str]:
            if role.seat is None:
                raise Forbidden("error.server.only_seats")
            if role.seat not in state.waiting_for or state.table is None:
                raise Rejected("error.server.not_asked")
            view = state.table.seat_view(role.seat)
            return role.seat, view, state.question_of(role.seat)

        seat, view, question = await self.look(table, token, seen)
        if not self._hints.is_open(table, seat, question, language):
            may_begin()
        return await self._hints.ask(table, seat, question, language, view, caller)

    # --- looking ------------------------------------------------------------------------------
    async def look(self, table: str, token: str | None, look: Look[T], seen: int = 0) -> T:
        """What `look` returns for the table as it is now; NotFound if the caller may not know it.
        `seen`: an entry that the caller knows of; the state is at least as new."""
        return await self._reader.look(table, token, look, seen)

    async def role_of(self, table: str, token: str | None) -> Role | None:
        """What the holder of a token is at a table; None if nothing."""
        return await self._reader.role_of(table, token)

    async def role_of_hash(self, table: str, token_hash: str) -> Role | None:
        """The same for the hash of a token."""
        return await self._reader.role_of_hash(table, token_hash)

    async def wait(self, table_id: str, after: int, seconds: float) -> None:
        """Wait until there is an entry after this one, at most so many seconds."""
        table = await self.cache.find(table_id)
        async with self.cache.hold(table, after) as state:
            if (
                state.seq != after or self._tasks.is_closing
            ):  # a greater one was counted by another store
                return
            news = table.news
        table.waiters += 1
        try:
            await asyncio.wait_for(news.wait(), seconds)
        except TimeoutError:
            return
        finally:
            table.waiters -= 1

    async def subscribe(self, table: str, subscriber: Subscriber) -> None:
        """Keep somebody up to date, beginning with the table as it is."""
        await self._reader.subscribe(table, subscriber)

    def unsubscribe(self, table_id: str, subscriber: Subscriber) -> None:
        """Send nothing more."""
        table = self.tables.get(table_id)
        if table is not None:
            self._updates.unsubscribe(table, subscriber)
