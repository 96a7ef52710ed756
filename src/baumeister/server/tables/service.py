"""All tables of this server: what routes and sockets call. It does not depend on a web framework.

    service = TableService(store, bot_pool)
    await service.begin()
    table = await service.open(opening.body())
    await service.submit(table, token, commands.start())

Every part has one job: `CommandQueue` and `CommandProcessor` carry out commands, `TableCache` and
`TableLoader` keep tables in memory, `Updates` sends subscribers what they may see, `BotMoves` asks
bots, `Ticker` lets time pass, and `Heartbeat`, `PeerNotices` and `Sweeper` work together with other
servers on the same store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, TypeVar

from baumeister.play import SeatView
from baumeister.server.metrics import Metrics
from baumeister.server.store.store import Store
from baumeister.server.tables import commands
from baumeister.server.tables.bot_moves import BotMoves, Bots
from baumeister.server.tables.cache import TableCache
from baumeister.server.tables.command_queue import CommandQueue
from baumeister.server.tables.commands import Command
from baumeister.server.tables.errors import Forbidden, NotFound, Rejected
from baumeister.server.tables.heartbeat import Heartbeat
from baumeister.server.tables.loaded import Accepted, LoadedTables
from baumeister.server.tables.loader import TableLoader
from baumeister.server.tables.notices import PeerNotices
from baumeister.server.tables.opener import TableOpener
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


class TableService:
    """The tables, from the start of the server to its end."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        *,
        most_tables: int = 2000,
        metrics: Metrics | None = None,
        now: ServerTime | None = None,
    ) -> None:
        self.store = store
        self.now = now = now or ServerTime()
        self.tables: LoadedTables = {}
        self._bots = bots
        self._metrics = metrics = metrics or Metrics()
        self.heartbeat = Heartbeat(store, now)
        self._tasks = tasks = BackgroundTasks(self.heartbeat.report)
        self._updates = updates = Updates(now)
        self.quarantine = Quarantine()
        loader = TableLoader(store, self.heartbeat, updates, self.tables, self.quarantine)
        self.cache = TableCache(loader, self.tables, most_tables)
        self._reader = TableReader(self.cache, loader, updates)
        processor = CommandProcessor(store, loader, self.heartbeat, updates, metrics, now)
        self._queue = CommandQueue(self.cache, processor, tasks)
        self._bot_moves = BotMoves(bots, self._queue, tasks, metrics)
        processor.after_write = self._bot_moves.ask
        self._opener = TableOpener(
            store, self.cache, self._reader, self._queue, self.heartbeat, now
        )
        self.notices = PeerNotices(loader, self.tables, tasks)
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
    ) -> str:
        """Open a table, and start it if wanted; its id. For a rematch, the token is that of a seat
        at the finished table, and `instead` names another rematch that the caller gives up."""
        table = await self._opener.open(body, start, token, instead)
        self._metrics.tables.inc()
        if table.state is not None:
            self._bot_moves.ask(table, table.state)
        return table.id

    async def company(
        self, table: str, token: str | None, instead: str | None
    ) -> dict[int, list[str]]:
        """Hashes of the tokens of those who sat at a finished table, by seat, for somebody who sat
        there and may open the rematch."""
        return await self._opener.company(table, token, instead)

    async def join(
        self, table: str, invite: str | None, claim: str, name: str | None, token: str
    ) -> Accepted:
        """Sit down. At a rematch every token of the old seat is an invite, also one that was issued
        after the rematch was opened."""
        async with self.cache.hold(await self.cache.find(table)) as state:
            follows = state.follows
        also: frozenset[str] = frozenset()
        if invite is not None and follows is not None:
            async with self.cache.hold(await self.cache.find(follows)) as before:
                if hashed(invite) in before.ended:
                    raise NotFound("error.server.invite")
                also = commands.same_person(before, hashed(invite))
        return await self.submit(table, SPECTATOR, commands.join(invite, claim, name, token, also))

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

    async def hint(self, table: str, token: str | None, language: str) -> list[str]:
        """A hint for the caller's seat, in sentences."""

        def seen(state: TableState, role: Role, snapshots: Snapshots) -> tuple[SeatView, str]:
            if role.seat is None:
                raise Forbidden("error.server.only_seats")
            if role.seat not in state.waiting_for or state.table is None:
                raise Rejected("error.server.not_asked")
            return state.table.seat_view(role.seat), state.question_of(role.seat)

        view, question = await self.look(table, token, seen)
        return await self._bots.hint(view, language, f"hint/{question}", table=table)

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
