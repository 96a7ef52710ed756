"""All tables of this server: one queue for each, save first, then tell.

A command waits in the queue of its table. When its turn comes it is judged by the state as it is
then; what it leads to is written durably; only then is it acknowledged and shown, to everybody as
they may see it. Commands that wait together are written together.

Several servers may share a store. A write names the entry that it follows, so of two servers one
is too late: it reads what it missed and judges the command again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple, Protocol, TypeVar

from baumeister.bots import bot_seed
from baumeister.play import Refusal, SeatView, ToldError
from baumeister.play.records import to_json
from baumeister.server.metrics import Metrics
from baumeister.server.store.database import Conflict, Notice, StoreUnavailable
from baumeister.server.store.store import OUTAGE, Addition, AsItWas, Store
from baumeister.server.tables import commands
from baumeister.server.tables.clocks import Outage
from baumeister.server.tables.commands import Command, NotFound, Rejected, Repeatable
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.seats import HOST, SPECTATOR, Role, hashed, new_token
from baumeister.server.tables.snapshots import Snapshots, listing, result
from baumeister.server.tables.state import TableState
from baumeister.server.tables.subscribers import Subscriber

log = logging.getLogger(__name__)
T = TypeVar("T")

AT_ONCE = 64  # commands of one table that are written together at most
ATTEMPTS = 20  # how often a command is judged again because another server was faster
LATEST = 2**62  # more than anybody has seen of a table: what other servers wrote is read, too
FRESH = 250  # milliseconds after which the clocks in a snapshot are wrong
TICK = 0.5  # seconds between looks at the clocks
LIFE = 2.0  # seconds between signs of life
WAIT = 0.5  # seconds until a bot's move is tried again when the store could not be reached
SWEEP = 2.0  # seconds between looks for tables that nobody takes care of
ABANDONED = 3_000  # milliseconds after which a bot's move is another server's business, too


def wall_clock() -> int:
    """The time of day, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _monotonic() -> float:
    """The event loop's clock, in seconds."""
    return asyncio.get_running_loop().time()


class Unavailable(ToldError):
    """The store cannot be reached; whether the command was accepted shows when it is sent again."""

    status = 503
    name = "unavailable"


class Bots(Protocol):
    """Where bots think."""

    async def decide(
        self, kind: str, seed: str, view: SeatView, *, table: str | None = None
    ) -> int:
        """What a bot does."""

    async def hint(
        self, view: SeatView, language: str, seed: str, *, table: str | None = None
    ) -> list[str]:
        """A hint in sentences."""

    def is_getting_ready(self, table: str) -> bool:
        """Whether a bot of the table cannot think yet because its code is being compiled."""


class Accepted(NamedTuple):
    """A command that came true: as which entry, and whether it had been before."""

    seq: int
    role: Role
    again: bool = False


class _New(NamedTuple):
    """A table that has not been written yet."""

    state: TableState
    entries: Sequence[LogEntry]
    given_up: AsItWas | None = None  # the table whose place it takes


class _Moved(Exception):
    """Something has happened at the table that was to be given up."""


@dataclass(eq=False)
class _Asked:
    """A command in the queue."""

    who: str | Role | None  # the hash of a token, or the server itself in a role
    command: Command
    key: str | None
    answer: asyncio.Future[Accepted]
    opens: _New | None = None  # comes to be with the command, or not at all
    came: float = field(default_factory=_monotonic)


@dataclass(eq=False)
class _Live:
    """A table that this server has in hand."""

    id: str
    state: TableState | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    queue: list[_Asked] = field(default_factory=list)
    working: bool = False
    subscribers: dict[Subscriber, None] = field(default_factory=dict)  # in order of arrival
    here: frozenset[int] = frozenset()  # the seats of subscribers, as was told last
    getting_ready: bool = False  # whether a bot's code is being compiled, as was told last
    news: asyncio.Event = field(default_factory=asyncio.Event)  # replaced when it happens
    thinking: set[str] = field(default_factory=set)  # questions that bots think about
    waiters: int = 0  # who wait for news without being subscribers
    holders: int = 0  # who look at the state, or wait for their turn to look
    snapshots: Snapshots | None = None
    used: float = field(default_factory=_monotonic)

    @property
    def idle(self) -> bool:
        """Whether nobody would notice if the table was put away. A lock that is free may have been
        promised to somebody already; therefore holders are counted."""
        wanted = self.queue or self.working or self.subscribers or self.thinking
        return not (wanted or self.waiters or self.holders or self.lock.locked())


class Hub:
    """The tables in hand."""

    def __init__(
        self,
        store: Store,
        bot_pool: Bots,
        *,
        most_tables: int = 2000,
        metrics: Metrics | None = None,
        now: Callable[[], int] = wall_clock,
    ) -> None:
        self.store = store
        self.now = now
        self._bots = bot_pool
        self._metrics = metrics or Metrics()
        self._most_rooms = most_tables
        self._tables: dict[str, _Live] = {}
        self._outages: list[Outage] = []  # one list for all states, which learn of new ones
        self._last_life = 0
        self._tasks: dict[asyncio.Task[None], None] = {}  # in order of creation
        self._closing = False
        self._away = False  # the store, when it was last asked for regular tasks

    # --- beginning and end --------------------------------------------------------------------
    async def begin(self) -> None:
        """Read what was missed and begin to take care of clocks and bots."""
        await self.live_on()
        await self.store.database.listen(self._hear)
        await self.sweep(0)
        self._spawn(self._repeat(TICK, self.tick))
        self._spawn(self._repeat(LIFE, self.live_on))
        self._spawn(self._repeat(SWEEP, self.sweep))

    async def end(self) -> None:
        """Finish what is in the queues; everybody is sent away and will come back."""
        self._closing = True
        for live in self._tables.values():
            for subscriber in live.subscribers:
                subscriber.close("restart")
        while any(live.queue or live.working for live in self._tables.values()):
            await asyncio.sleep(0.01)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(StoreUnavailable):
            await self.live_on()

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._tasks.pop)

    async def _repeat(self, seconds: float, work: Callable[[], Any]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except (StoreUnavailable, Unavailable) as error:
                self._reached(error)
            except Exception:
                log.exception("a regular task failed")

    def _reached(self, problem: StoreUnavailable | Unavailable | None) -> None:
        """Say when the store goes away, and why, and when it is back."""
        if problem is not None and not self._away:
            log.warning("the store cannot be reached: %s", problem)
        elif problem is None and self._away:
            log.warning("the store can be reached again")
        self._away = problem is not None

    async def live_on(self) -> None:
        """A sign of life. If there was none for a while, of no server, clocks leave that out: no
        server was running, the machine slept, or the store could not be reached."""
        now = self.now()
        self._outages[:] = await self.store.live(now)
        self._last_life = now
        self._reached(None)

    async def _notice_outage(self) -> None:
        """After a pause, such as a machine that slept, note the outage before anything is written
        or folded: no entry may lie within one, and clocks have to know of it."""
        for _ in range(ATTEMPTS):  # the machine may sleep again meanwhile
            if self.now() - self._last_life <= OUTAGE:
                return
            await self.live_on()
        raise StoreUnavailable("the store is too slow")

    # --- opening and asking -------------------------------------------------------------------
    async def open(
        self,
        body: Mapping[str, Any],
        start: bool = False,
        token: str | None = None,
        instead: str | None = None,
    ) -> str:
        """A new table, started in the same moment if wanted; its number. If it follows another, at
        which the holder of the token sat: of several who open one in its place, or in the place
        of one that was given up (see `company`), one does."""
        try:
            await self._notice_outage()
        except StoreUnavailable:
            raise Unavailable("error.server.unavailable_opening") from None
        live = _Live(secrets.token_urlsafe(9))
        state = TableState(live.id, self._outages)
        entries = [LogEntry(1, self.now(), "opened", body)]
        state.fold(entries[0])
        if start:
            entries.append(commands.start()(state, Role(HOST), self.now()))
            state.fold(entries[1])
        try:
            if state.follows is None:
                await self.store.append(await self._added(state, entries))
            else:
                await self._open_after(state.follows, token, instead, state, entries)
        except (StoreUnavailable, Unavailable):
            raise Unavailable("error.server.unavailable_opening") from None
        live.state = state
        self._tables[live.id] = live
        self._make_room(live)
        self._metrics.tables.inc()
        self._think(live, state)
        return live.id

    async def company(
        self, table: str, token: str | None, instead: str | None
    ) -> dict[int, list[str]]:
        """Who sat at a finished table, for whoever sat there and may open the next. `instead`: one
        that was opened before and that the caller wants to be given up."""
        given_up = await self._given_up(table, token, instead)
        known = None if given_up is None else given_up.table
        return await self.look(
            table, token, lambda state, role, _: commands.company(state, role, known)
        )

    async def _open_after(
        self,
        table: str,
        token: str | None,
        instead: str | None,
        state: TableState,
        entries: Sequence[LogEntry],
    ) -> None:
        """Open a table for the company of another. What it takes the place of is looked at again
        if something happened there before the write: once it has started, it stays."""
        for _ in range(ATTEMPTS):
            given_up = await self._given_up(table, token, instead)
            command = commands.follow(state.id, None if given_up is None else given_up.table)
            try:
                await self._submit(table, token, command, None, _New(state, entries, given_up))
                return
            except _Moved:
                continue
        raise StoreUnavailable

    async def _given_up(self, table: str, token: str | None, instead: str | None) -> AsItWas | None:
        """The table that was opened for those who sat at this one, if another may take its place,
        as it is now."""
        before = await self.look(table, token, lambda state, role, _: state.followed)
        if before is None:
            return None
        async with self._held(await self._find(before[1]), LATEST) as state:
            may_go = commands.can_be_given_up(state, state.id == instead)
            return AsItWas(state.id, state.seq) if may_go else None

    async def join(
        self, table: str, invite: str | None, claim: str, name: str | None, token: str
    ) -> Accepted:
        """Sit down. Who was at the table that this one follows has an invite in every token of the
        old seat, also in those of other devices that came later."""
        async with self._held(await self._find(table)) as state:
            follows = state.follows
        also: frozenset[str] = frozenset()
        if invite is not None and follows is not None:
            async with self._held(await self._find(follows)) as before:
                also = commands.same_person(before, hashed(invite))
        return await self.submit(table, SPECTATOR, commands.join(invite, claim, name, token, also))

    async def role_of(self, table: str, token: str | None) -> Role | None:
        """What somebody is at a table; None if it is none of their business."""
        live, token_hash = await self._find(table), None if token is None else hashed(token)
        async with self._held(live) as state:
            await self._read_on_for(live, state, token_hash)
            return _role(state, token_hash)

    async def role_of_hash(self, table: str, token_hash: str) -> Role | None:
        """The same for the hash of a token."""
        live = await self._find(table)
        async with self._held(live) as state:
            await self._read_on_for(live, state, token_hash)
            return state.role_of(token_hash)

    async def hint(self, table: str, token: str | None, language: str) -> list[str]:
        """A hint for the caller's seat, in sentences."""

        def seen(state: TableState, role: Role, snapshots: Snapshots) -> tuple[SeatView, str]:
            if role.seat is None:
                raise commands.Forbidden("error.server.only_seats")
            if role.seat not in state.waiting_for or state.table is None:
                raise Rejected("error.server.not_asked")
            return state.table.seat_view(role.seat), state.question_of(role.seat)

        view, question = await self.look(table, token, seen)
        return await self._bots.hint(view, language, f"hint/{question}", table=table)

    async def look(
        self,
        table: str,
        token: str | None,
        at: Callable[[TableState, Role, Snapshots], T],
        seen: int = 0,
    ) -> T:
        """Look at a table that was seen up to an entry, maybe from another server; NotFound if it
        is none of the caller's business."""
        live = await self._find(table)
        async with self._held(live, seen) as state:
            token_hash = None if token is None else hashed(token)
            await self._read_on_for(live, state, token_hash)
            return at(state, _known_role(state, token_hash), self._snapshots(live, state))

    async def wait(self, table: str, after: int, seconds: float) -> None:
        """Until something happens at the table after this entry, or so long."""
        live = await self._find(table)
        async with self._held(live, after) as state:
            if state.seq != after or self._closing:  # beyond: from elsewhere, nothing is known
                return
            news = live.news
        live.waiters += 1
        try:
            await asyncio.wait_for(news.wait(), seconds)
        except TimeoutError:
            return
        finally:
            live.waiters -= 1

    async def new_token(self, table: str, role: Role, proof: str) -> str:
        """One more token for a role; `proof` is the hash of one that a personal page knows."""
        token = new_token()
        await self.submit(table, role, commands.add_token(token, proof))
        return token

    # --- listening ----------------------------------------------------------------------------
    async def listen(self, table: str, subscriber: Subscriber) -> None:
        """Keep somebody up to date from now on, beginning with the table as it is."""
        live = await self._find(table)
        async with self._held(live, subscriber.after) as state:
            await self._read_on_for(live, state, subscriber.token)
            subscriber.role = _known_role(state, subscriber.token)
            if subscriber.after > state.seq:  # from elsewhere: nothing of it is known here
                subscriber.after = 0
            live.subscribers[subscriber] = None
            self._tell_who_is_here(live, subscriber)
            self._update(live, state, subscriber)

    def leave(self, table: str, subscriber: Subscriber) -> None:
        """No longer."""
        live = self._tables.get(table)
        if live is not None and subscriber in live.subscribers:
            del live.subscribers[subscriber]
            live.used = _monotonic()
            self._tell_who_is_here(live)
            if not live.subscribers:
                live.snapshots = None

    def _tell_who_is_here(self, live: _Live, newcomer: Subscriber | None = None) -> None:
        """Tell everybody which seats are here if others are than before, and a newcomer anyway."""
        roles = (subscriber.role for subscriber in live.subscribers)
        here = frozenset(r.seat for r in roles if r is not None and r.seat is not None)
        seats = ",".join(map(str, sorted(here)))
        message = b'{"type":"here","seats":[' + seats.encode() + b"]}"
        if here != live.here:
            live.here, live.snapshots = here, None
            for subscriber in live.subscribers:
                subscriber.note(message)
        elif newcomer is not None:
            newcomer.note(message)

    def _snapshots(self, live: _Live, state: TableState) -> Snapshots:
        now, snapshots = self.now(), live.snapshots
        if snapshots is None or (state.clock is not None and now - snapshots.now > FRESH):
            snapshots = live.snapshots = Snapshots(state, now, live.here, live.getting_ready)
        return snapshots

    # --- commands -----------------------------------------------------------------------------
    async def submit(
        self, table: str, who: str | Role | None, command: Command, key: str | None = None
    ) -> Accepted:
        """Ask for something, with a token or as the server itself in a role. The same key of the
        same caller counts once. Raises Refusal, Rejected or Unavailable."""
        return await self._submit(table, who, command, key)

    async def _submit(
        self,
        table: str,
        who: str | Role | None,
        command: Command,
        key: str | None,
        opens: _New | None = None,
    ) -> Accepted:
        live = await self._find(table)
        answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        token = hashed(who) if isinstance(who, str) else who
        live.queue.append(_Asked(token, command, key, answer, opens))
        if not live.working:
            live.working = True
            self._spawn(self._work(live))
        return await answer

    async def _work(self, live: _Live) -> None:
        """Grant what is in the queue, until it is empty."""
        try:
            while live.queue:
                async with live.lock:
                    asked, live.queue = live.queue[:AT_ONCE], live.queue[AT_ONCE:]
                    try:
                        await self._carry_out(live, asked)
                    except Exception as error:
                        live.state = live.snapshots = None
                        if not isinstance(error, StoreUnavailable | NotFound):
                            log.exception("commands could not be judged")
                        self._fail(asked, error)
        finally:
            live.working = False
            live.used = _monotonic()

    def _fail(self, asked: Sequence[_Asked], error: Exception) -> None:
        for one in asked:
            if one.answer.done():
                continue
            if isinstance(error, StoreUnavailable):
                once = "unavailable" if one.key is not None else "unavailable_unsure"
                one.answer.set_exception(Unavailable(f"error.server.{once}"))
            else:
                one.answer.set_exception(error)

    async def _carry_out(self, live: _Live, asked: Sequence[_Asked]) -> None:
        """Judge commands one after the other, write what they lead to, answer, tell."""
        for _ in range(ATTEMPTS):
            state = await self._state(live)
            await self._notice_outage()
            entries: list[LogEntry] = []
            answers = [self._judge(state, one, entries) for one in asked]
            refused = any(isinstance(answer, Exception) for answer in answers)
            if refused and not entries and await self._read_on(live, state):
                continue  # another server knew more
            if entries:
                live.snapshots = None
                opened = [
                    one.opens
                    for one, answer in zip(asked, answers, strict=True)
                    if one.opens is not None and isinstance(answer, Accepted)
                ]
                try:
                    added = await self._added(state, entries)
                    others = [await self._added(new.state, new.entries) for new in opened]
                    given_up = [new.given_up for new in opened if new.given_up is not None]
                    await self.store.append(added, *others, *given_up)
                except Conflict:
                    self._metrics.conflicts.inc()
                    live.state = None
                    asked = await self._without_moved(asked)
                    continue
            for one, answer in zip(asked, answers, strict=True):
                if one.answer.done():
                    continue
                if isinstance(answer, Exception):
                    one.answer.set_exception(answer)
                else:
                    one.answer.set_result(answer)
            self._tell(live, state)
            self._think(live, state)
            self._count(state, asked, answers, entries)
            return
        raise StoreUnavailable

    async def _without_moved(self, asked: Sequence[_Asked]) -> list[_Asked]:
        """Commands that can be judged again as they are; the others look at another table, too, at
        which something has happened, and have to look again."""
        rest = []
        for one in asked:
            given_up = None if one.opens is None else one.opens.given_up
            if given_up is None or not await self.store.read(given_up.table, given_up.seq):
                rest.append(one)
            elif not one.answer.done():
                one.answer.set_exception(_Moved())
        return rest

    def _count(
        self,
        state: TableState,
        asked: Sequence[_Asked],
        answers: Sequence[Accepted | Exception],
        entries: Sequence[LogEntry],
    ) -> None:
        metrics = self._metrics
        now = _monotonic()
        for one, answer in zip(asked, answers, strict=True):
            if isinstance(answer, Refusal):
                metrics.refusals.inc()
            elif isinstance(answer, Accepted) and answer.again:
                metrics.repeats.inc()
            elif isinstance(answer, Accepted):
                metrics.move_seconds.observe(now - one.came)
        moves = sum(entry.kind == "moved" for entry in entries)
        metrics.moves.inc(moves)
        metrics.undone.inc(sum(entry.kind in ("took_back", "undo_asked") for entry in entries))
        if moves and state.is_over:
            metrics.games.inc()

    def _judge(
        self, state: TableState, one: _Asked, entries: list[LogEntry]
    ) -> Accepted | Exception:
        try:
            role = one.who if isinstance(one.who, Role) else _known_role(state, one.who)
            key = None if one.key is None else f"{role.kind}{role.seat}/{one.key}"
            if key is not None and (before := state.keys.get(key)) is not None:
                if isinstance(one.command, Repeatable):
                    one.command.check_repeat(state, before)
                return Accepted(before.seq, role, again=True)
            entry = one.command(state, role, self.now())._replace(key=key)
        except (Refusal, ToldError) as error:
            return error
        state.fold(entry)
        entries.append(entry)
        return Accepted(entry.seq, role)

    async def _added(self, state: TableState, entries: Sequence[LogEntry]) -> Addition:
        """Entries that the state has folded, as they are written."""
        ended = state.is_over and any(entry.kind == "moved" for entry in entries)
        shown = listing(state)
        if state.is_kept and (record := await self.store.record(state.id)) is not None:
            shown["result"] = result(record["scores"], record["winners"])
        return Addition(
            state.id,
            entries,
            public=state.public,
            status=state.status,
            listing=shown,
            due=state.due(self.now()),
            record=to_json(state.table) if ended and state.table is not None else None,
        )

    def _tell(self, live: _Live, state: TableState) -> None:
        """Show everybody the table as they may see it."""
        for subscriber in list(live.subscribers):
            subscriber.role = _role(state, subscriber.token)
            if subscriber.role is None:
                subscriber.close("not_valid")
                del live.subscribers[subscriber]
        self._tell_who_is_here(live)  # seats may have been swapped
        for subscriber in live.subscribers:
            if subscriber.after < state.seq:
                self._update(live, state, subscriber)
        if live.waiters:
            live.news.set()
            live.news = asyncio.Event()

    def _update(self, live: _Live, state: TableState, subscriber: Subscriber) -> None:
        if subscriber.role is not None:
            snapshots = self._snapshots(live, state)
            update = snapshots.update(subscriber.role, subscriber.language, subscriber.after)
            subscriber.update(update, state.seq)

    # --- bots and clocks ----------------------------------------------------------------------
    def _think(self, live: _Live, state: TableState) -> None:
        """Ask bots that have to decide, unless they are thinking already."""
        if self._closing or state.table is None:
            return
        for seat in state.bots_to_ask:
            question = state.question_of(seat)
            if question not in live.thinking:
                live.thinking.add(question)
                kind = state.bot_of(seat) or state.stand_in
                seed = sha256(f"{bot_seed(state.bots_seed, seat)}/{question}".encode()).hexdigest()
                view = state.table.seat_view(seat)
                self._spawn(self._ask_bot(live, seat, question, kind, seed, view))

    async def _ask_bot(
        self, live: _Live, seat: int, question: str, kind: str, seed: str, view: SeatView
    ) -> None:
        try:
            with self._metrics.bot_seconds.time():
                action = await self._bots.decide(kind, seed, view, table=live.id)
            command = commands.bots_move(seat, question, action)
            await self._insist(live.id, Role("seat", seat), command, f"bot/{question}")
        except Rejected:  # it is asked something else by now, or nothing
            live.thinking.discard(question)
            async with live.lock:
                if live.state is not None:
                    self._think(live, live.state)
        finally:
            live.thinking.discard(question)

    async def _insist(self, table: str, role: Role, command: Command, key: str) -> None:
        """Ask for something until the store can be reached."""
        while True:
            try:
                await self.submit(table, role, command, key)
                return
            except Unavailable:
                log.warning("a bot's move has to wait for the store")
                await asyncio.sleep(WAIT)

    async def tick(self) -> None:
        """Let bots stand in for those whose time is up, end undos that nobody answers, and tell
        people whose bots cannot think yet."""
        now = self.now()
        for live in list(self._tables.values()):
            state = live.state
            if state is None or state.archived or live.lock.locked():
                continue
            try:
                self._tell_who_gets_ready(live, state)
                for seat in state.out_of_time(now):
                    await self._by_itself(live.id, commands.time_up(seat))
                if state.undo is not None and now >= state.undo.until:
                    await self._by_itself(live.id, commands.undo_lapsed())
            except Exception:
                log.exception("a table's clock cannot be looked at", extra={"table": live.id})

    def _tell_who_gets_ready(self, live: _Live, state: TableState) -> None:
        ready = bool(live.thinking) and self._bots.is_getting_ready(live.id)
        if ready != live.getting_ready:
            live.getting_ready, live.snapshots = ready, None
            for subscriber in live.subscribers:
                self._update(live, state, subscriber)

    async def _by_itself(self, table: str, command: Command) -> None:
        """Something that nobody asked for but the time."""
        with suppress(Rejected, Unavailable):  # decided at the last moment, or tried again soon
            await self.submit(table, Role(HOST), command)

    async def sweep(self, abandoned: int = ABANDONED) -> None:
        """Take care of tables where a bot or a clock waits and no server does anything, and of
        those that could not be read when something happened."""
        now = self.now()
        for live in [live for live in self._tables.values() if live.state is None]:
            await self._catch_up(live)
        for table in await self.store.overdue(now, now - abandoned):
            try:
                live = await self._find(table)
                async with live.lock:
                    state = await self._state(live)
                    await self._read_on(live, state)
                    self._think(live, state)
                    due = state.due(now)
            except (StoreUnavailable, Unavailable):
                raise
            except Exception:
                log.exception("a table cannot be taken care of", extra={"table": table})
                continue
            if due is None or due > now:  # an outage was left out, or the rules are others by now
                await self.store.set_due(table, state.seq, due)
        self._make_room()

    # --- tables in hand -----------------------------------------------------------------------
    async def _find(self, table: str) -> _Live:
        live = self._tables.get(table)
        if live is None:
            live = self._tables[table] = _Live(table)
            try:
                async with live.lock:
                    await self._state(live)
            except (NotFound, StoreUnavailable) as error:
                if self._tables.get(table) is live and live.state is None:
                    del self._tables[table]
                if isinstance(error, StoreUnavailable):
                    raise Unavailable("error.server.unavailable") from None
                raise
            self._make_room(live)
        live.used = _monotonic()
        return live

    @asynccontextmanager
    async def _held(self, live: _Live, seen: int = 0) -> AsyncIterator[TableState]:
        """A table's state, which nobody changes meanwhile, for somebody who has seen so much of it,
        maybe from another server."""
        live.holders += 1
        try:
            async with live.lock:
                try:
                    state = await self._state(live)
                    if seen > state.seq:
                        await self._read_on(live, state)
                except StoreUnavailable:
                    raise Unavailable("error.server.unavailable") from None
                yield state
        finally:
            live.holders -= 1

    async def _read_on_for(self, live: _Live, state: TableState, token_hash: str | None) -> None:
        """Read what is new if a token is not known: another server may have issued it, whose
        notification is still on its way. The caller holds the lock."""
        if _role(state, token_hash) is None:
            try:
                await self._read_on(live, state)
            except StoreUnavailable:
                raise Unavailable("error.server.unavailable") from None

    async def _state(self, live: _Live) -> TableState:
        """The state of a table, read from the store if need be; whoever asks holds the lock."""
        if live.state is None:
            await self._notice_outage()
            state = TableState(live.id, self._outages)
            for entry in await self.store.read(live.id):
                state.fold(entry)
            if state.seq == 0:
                raise NotFound("error.server.no_table")
            if self._tables.setdefault(live.id, live) is not live:
                raise StoreUnavailable  # given up when it could not be read, and begun anew since
            live.state, live.snapshots = state, None
            self._tell(live, state)
        return live.state

    def _hear(self, notice: Notice) -> None:
        """Word from another server: something happened at a table."""
        if not notice.topic:
            for live in self._tables.values():
                self._spawn(self._catch_up(live))
        elif notice.topic in self._tables and notice.text.isdecimal():
            self._spawn(self._catch_up(self._tables[notice.topic], int(notice.text)))

    async def _catch_up(self, live: _Live, seq: int | None = None) -> None:
        """Read what is new and show it to those who are here."""
        async with live.lock:
            try:
                if live.state is not None:
                    if seq is None or live.state.seq < seq:
                        await self._read_on(live, live.state)
                elif live.subscribers or live.waiters:
                    await self._state(live)
            except Exception as error:
                live.state = live.snapshots = None  # the next sweep tries again
                if not isinstance(error, StoreUnavailable | NotFound):
                    log.exception("a table cannot be read", extra={"table": live.id})

    async def _read_on(self, live: _Live, state: TableState) -> bool:
        """Whether the store knows more than the state did; whoever asks holds the lock."""
        await self._notice_outage()
        entries = await self.store.read(live.id, state.seq)
        for entry in entries:
            state.fold(entry)
        if entries:
            live.snapshots = None
            self._tell(live, state)
        return bool(entries)

    def _make_room(self, wanted: _Live | None = None) -> None:
        """Put away tables that nobody is at, those first that were not used for longest."""
        surplus = len(self._tables) - self._most_rooms
        if surplus > 0:
            tables = self._tables.values()
            idle = sorted((live for live in tables if live.idle and live is not wanted), key=_used)
            for live in idle[:surplus]:
                del self._tables[live.id]

    @property
    def loaded_tables(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)


def _used(live: _Live) -> float:
    return live.used


def _role(state: TableState, token: str | None) -> Role | None:
    role = None if token is None else state.role_of(token)
    if role is None and token is None and state.public:
        return SPECTATOR
    return role


def _known_role(state: TableState, token: str | None) -> Role:
    role = _role(state, token)
    if role is not None:
        return role
    if state.public:
        raise commands.Forbidden("error.server.token")
    raise NotFound("error.server.no_table")
