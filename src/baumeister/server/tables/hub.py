"""All tables of this server: one queue for each, save first, then tell.

A wish waits in the queue of its table. When its turn comes it is judged by the room as it is then;
what it leads to is written durably; only then is it acknowledged and shown, to everybody as they
may see it. Wishes that wait together are written together.

Several servers may share a store. A write names the entry that it follows, so of two servers one
is too late: it reads what it missed and judges the wish again.
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
from baumeister.server.tables.commands import NotFound, Refused, Repeatable, Wish
from baumeister.server.tables.log import Entry
from baumeister.server.tables.seats import HOST, SPECTATOR, Role, hashed, new_token
from baumeister.server.tables.snapshots import Pictures, listing, result
from baumeister.server.tables.state import Room
from baumeister.server.tables.subscribers import Listener

log = logging.getLogger(__name__)
T = TypeVar("T")

AT_ONCE = 64  # wishes of one table that are written together at most
ATTEMPTS = 20  # how often a wish is judged again because another server was faster
LATEST = 2**62  # more than anybody has seen of a table: what other servers wrote is read, too
FRESH = 250  # milliseconds after which the clocks in a picture are wrong
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
    """The store cannot be reached; whether the wish was granted shows when it is sent again."""

    status = 503
    name = "unavailable"


class Thinker(Protocol):
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


class Granted(NamedTuple):
    """A wish that came true: as which entry, and whether it had been before."""

    seq: int
    role: Role
    again: bool = False


class _New(NamedTuple):
    """A table that has not been written yet."""

    room: Room
    entries: Sequence[Entry]
    given_up: AsItWas | None = None  # the table whose place it takes


class _Moved(Exception):
    """Something has happened at the table that was to be given up."""


@dataclass(eq=False)
class _Asked:
    """A wish in the queue."""

    who: str | Role | None  # the hash of a token, or the server itself in a role
    wish: Wish
    key: str | None
    answer: asyncio.Future[Granted]
    opens: _New | None = None  # comes to be with the wish, or not at all
    came: float = field(default_factory=_monotonic)


@dataclass(eq=False)
class _Live:
    """A table that this server has in hand."""

    id: str
    room: Room | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    queue: list[_Asked] = field(default_factory=list)
    working: bool = False
    listeners: dict[Listener, None] = field(default_factory=dict)  # in order of arrival
    here: frozenset[int] = frozenset()  # the seats of listeners, as was told last
    getting_ready: bool = False  # whether a bot's code is being compiled, as was told last
    news: asyncio.Event = field(default_factory=asyncio.Event)  # replaced when it happens
    thinking: set[str] = field(default_factory=set)  # questions that bots think about
    waiters: int = 0  # who wait for news without being listeners
    holders: int = 0  # who look at the room, or wait for their turn to look
    pictures: Pictures | None = None
    used: float = field(default_factory=_monotonic)

    @property
    def idle(self) -> bool:
        """Whether nobody would notice if the table was put away. A lock that is free may have been
        promised to somebody already; therefore holders are counted."""
        wanted = self.queue or self.working or self.listeners or self.thinking
        return not (wanted or self.waiters or self.holders or self.lock.locked())


class Hub:
    """The tables in hand."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinker,
        *,
        most_rooms: int = 2000,
        metrics: Metrics | None = None,
        now: Callable[[], int] = wall_clock,
    ) -> None:
        self.store = store
        self.now = now
        self._thinkers = thinkers
        self._metrics = metrics or Metrics()
        self._most_rooms = most_rooms
        self._tables: dict[str, _Live] = {}
        self._outages: list[Outage] = []  # one list for all rooms, which learn of new ones
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
            for listener in live.listeners:
                listener.close("restart")
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
        room = Room(live.id, self._outages)
        entries = [Entry(1, self.now(), "opened", body)]
        room.fold(entries[0])
        if start:
            entries.append(commands.start()(room, Role(HOST), self.now()))
            room.fold(entries[1])
        try:
            if room.follows is None:
                await self.store.append(await self._added(room, entries))
            else:
                await self._open_after(room.follows, token, instead, room, entries)
        except (StoreUnavailable, Unavailable):
            raise Unavailable("error.server.unavailable_opening") from None
        live.room = room
        self._tables[live.id] = live
        self._make_room(live)
        self._metrics.tables.inc()
        self._think(live, room)
        return live.id

    async def company(
        self, table: str, token: str | None, instead: str | None
    ) -> dict[int, list[str]]:
        """Who sat at a finished table, for whoever sat there and may open the next. `instead`: one
        that was opened before and that the caller wants to be given up."""
        given_up = await self._given_up(table, token, instead)
        known = None if given_up is None else given_up.table
        return await self.look(
            table, token, lambda room, role, _: commands.company(room, role, known)
        )

    async def _open_after(
        self,
        table: str,
        token: str | None,
        instead: str | None,
        room: Room,
        entries: Sequence[Entry],
    ) -> None:
        """Open a table for the company of another. What it takes the place of is looked at again
        if something happened there before the write: once it has started, it stays."""
        for _ in range(ATTEMPTS):
            given_up = await self._given_up(table, token, instead)
            wish = commands.follow(room.id, None if given_up is None else given_up.table)
            try:
                await self._submit(table, token, wish, None, _New(room, entries, given_up))
                return
            except _Moved:
                continue
        raise StoreUnavailable

    async def _given_up(self, table: str, token: str | None, instead: str | None) -> AsItWas | None:
        """The table that was opened for those who sat at this one, if another may take its place,
        as it is now."""
        before = await self.look(table, token, lambda room, role, _: room.followed)
        if before is None:
            return None
        async with self._held(await self._find(before[1]), LATEST) as room:
            may_go = commands.can_be_given_up(room, room.id == instead)
            return AsItWas(room.id, room.seq) if may_go else None

    async def join(
        self, table: str, invite: str | None, claim: str, name: str | None, token: str
    ) -> Granted:
        """Sit down. Who was at the table that this one follows has an invite in every token of the
        old seat, also in those of other devices that came later."""
        async with self._held(await self._find(table)) as room:
            follows = room.follows
        also: frozenset[str] = frozenset()
        if invite is not None and follows is not None:
            async with self._held(await self._find(follows)) as before:
                also = commands.same_person(before, hashed(invite))
        return await self.submit(table, SPECTATOR, commands.join(invite, claim, name, token, also))

    async def role_of(self, table: str, token: str | None) -> Role | None:
        """What somebody is at a table; None if it is none of their business."""
        live, token_hash = await self._find(table), None if token is None else hashed(token)
        async with self._held(live) as room:
            await self._read_on_for(live, room, token_hash)
            return _role(room, token_hash)

    async def role_of_hash(self, table: str, token_hash: str) -> Role | None:
        """The same for the hash of a token."""
        live = await self._find(table)
        async with self._held(live) as room:
            await self._read_on_for(live, room, token_hash)
            return room.role_of(token_hash)

    async def hint(self, table: str, token: str | None, language: str) -> list[str]:
        """A hint for the caller's seat, in sentences."""

        def seen(room: Room, role: Role, pictures: Pictures) -> tuple[SeatView, str]:
            if role.seat is None:
                raise commands.NotYours("error.server.only_seats")
            if role.seat not in room.waiting_for or room.table is None:
                raise Refused("error.server.not_asked")
            return room.table.seat_view(role.seat), room.question_of(role.seat)

        view, question = await self.look(table, token, seen)
        return await self._thinkers.hint(view, language, f"hint/{question}", table=table)

    async def look(
        self, table: str, token: str | None, at: Callable[[Room, Role, Pictures], T], seen: int = 0
    ) -> T:
        """Look at a table that was seen up to an entry, maybe from another server; NotFound if it
        is none of the caller's business."""
        live = await self._find(table)
        async with self._held(live, seen) as room:
            token_hash = None if token is None else hashed(token)
            await self._read_on_for(live, room, token_hash)
            return at(room, _known_role(room, token_hash), self._pictures(live, room))

    async def wait(self, table: str, after: int, seconds: float) -> None:
        """Until something happens at the table after this entry, or so long."""
        live = await self._find(table)
        async with self._held(live, after) as room:
            if room.seq != after or self._closing:  # beyond: from elsewhere, nothing is known
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
    async def listen(self, table: str, listener: Listener) -> None:
        """Keep somebody up to date from now on, beginning with the table as it is."""
        live = await self._find(table)
        async with self._held(live, listener.after) as room:
            await self._read_on_for(live, room, listener.token)
            listener.role = _known_role(room, listener.token)
            if listener.after > room.seq:  # from elsewhere: nothing of it is known here
                listener.after = 0
            live.listeners[listener] = None
            self._tell_who_is_here(live, listener)
            self._update(live, room, listener)

    def leave(self, table: str, listener: Listener) -> None:
        """No longer."""
        live = self._tables.get(table)
        if live is not None and listener in live.listeners:
            del live.listeners[listener]
            live.used = _monotonic()
            self._tell_who_is_here(live)
            if not live.listeners:
                live.pictures = None

    def _tell_who_is_here(self, live: _Live, newcomer: Listener | None = None) -> None:
        """Tell everybody which seats are here if others are than before, and a newcomer anyway."""
        roles = (listener.role for listener in live.listeners)
        here = frozenset(r.seat for r in roles if r is not None and r.seat is not None)
        seats = ",".join(map(str, sorted(here)))
        message = b'{"type":"here","seats":[' + seats.encode() + b"]}"
        if here != live.here:
            live.here, live.pictures = here, None
            for listener in live.listeners:
                listener.note(message)
        elif newcomer is not None:
            newcomer.note(message)

    def _pictures(self, live: _Live, room: Room) -> Pictures:
        now, pictures = self.now(), live.pictures
        if pictures is None or (room.clock is not None and now - pictures.now > FRESH):
            pictures = live.pictures = Pictures(room, now, live.here, live.getting_ready)
        return pictures

    # --- wishing ------------------------------------------------------------------------------
    async def submit(
        self, table: str, who: str | Role | None, wish: Wish, key: str | None = None
    ) -> Granted:
        """Ask for something, with a token or as the server itself in a role. The same key of the
        same caller counts once. Raises Refusal, Refused or Unavailable."""
        return await self._submit(table, who, wish, key)

    async def _submit(
        self,
        table: str,
        who: str | Role | None,
        wish: Wish,
        key: str | None,
        opens: _New | None = None,
    ) -> Granted:
        live = await self._find(table)
        answer: asyncio.Future[Granted] = asyncio.get_running_loop().create_future()
        token = hashed(who) if isinstance(who, str) else who
        live.queue.append(_Asked(token, wish, key, answer, opens))
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
                        await self._grant(live, asked)
                    except Exception as error:
                        live.room = live.pictures = None
                        if not isinstance(error, StoreUnavailable | NotFound):
                            log.exception("wishes could not be judged")
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

    async def _grant(self, live: _Live, asked: Sequence[_Asked]) -> None:
        """Judge wishes one after the other, write what they lead to, answer, tell."""
        for _ in range(ATTEMPTS):
            room = await self._room(live)
            await self._notice_outage()
            entries: list[Entry] = []
            answers = [self._judge(room, one, entries) for one in asked]
            refused = any(isinstance(answer, Exception) for answer in answers)
            if refused and not entries and await self._read_on(live, room):
                continue  # another server knew more
            if entries:
                live.pictures = None
                opened = [
                    one.opens
                    for one, answer in zip(asked, answers, strict=True)
                    if one.opens is not None and isinstance(answer, Granted)
                ]
                try:
                    added = await self._added(room, entries)
                    others = [await self._added(new.room, new.entries) for new in opened]
                    given_up = [new.given_up for new in opened if new.given_up is not None]
                    await self.store.append(added, *others, *given_up)
                except Conflict:
                    self._metrics.conflicts.inc()
                    live.room = None
                    asked = await self._without_moved(asked)
                    continue
            for one, answer in zip(asked, answers, strict=True):
                if one.answer.done():
                    continue
                if isinstance(answer, Exception):
                    one.answer.set_exception(answer)
                else:
                    one.answer.set_result(answer)
            self._tell(live, room)
            self._think(live, room)
            self._count(room, asked, answers, entries)
            return
        raise StoreUnavailable

    async def _without_moved(self, asked: Sequence[_Asked]) -> list[_Asked]:
        """Wishes that can be judged again as they are; the others look at another table, too, at
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
        room: Room,
        asked: Sequence[_Asked],
        answers: Sequence[Granted | Exception],
        entries: Sequence[Entry],
    ) -> None:
        metrics = self._metrics
        now = _monotonic()
        for one, answer in zip(asked, answers, strict=True):
            if isinstance(answer, Refusal):
                metrics.refusals.inc()
            elif isinstance(answer, Granted) and answer.again:
                metrics.repeats.inc()
            elif isinstance(answer, Granted):
                metrics.move_seconds.observe(now - one.came)
        moves = sum(entry.kind == "moved" for entry in entries)
        metrics.moves.inc(moves)
        metrics.undone.inc(sum(entry.kind in ("took_back", "undo_asked") for entry in entries))
        if moves and room.is_over:
            metrics.games.inc()

    def _judge(self, room: Room, one: _Asked, entries: list[Entry]) -> Granted | Exception:
        try:
            role = one.who if isinstance(one.who, Role) else _known_role(room, one.who)
            key = None if one.key is None else f"{role.kind}{role.seat}/{one.key}"
            if key is not None and (before := room.keys.get(key)) is not None:
                if isinstance(one.wish, Repeatable):
                    one.wish.check_repeat(room, before)
                return Granted(before.seq, role, again=True)
            entry = one.wish(room, role, self.now())._replace(key=key)
        except (Refusal, ToldError) as error:
            return error
        room.fold(entry)
        entries.append(entry)
        return Granted(entry.seq, role)

    async def _added(self, room: Room, entries: Sequence[Entry]) -> Addition:
        """Entries that the room has folded, as they are written."""
        ended = room.is_over and any(entry.kind == "moved" for entry in entries)
        shown = listing(room)
        if room.is_kept and (record := await self.store.record(room.id)) is not None:
            shown["result"] = result(record["scores"], record["winners"])
        return Addition(
            room.id,
            entries,
            public=room.public,
            status=room.status,
            listing=shown,
            due=room.due(self.now()),
            record=to_json(room.table) if ended and room.table is not None else None,
        )

    def _tell(self, live: _Live, room: Room) -> None:
        """Show everybody the table as they may see it."""
        for listener in list(live.listeners):
            listener.role = _role(room, listener.token)
            if listener.role is None:
                listener.close("not_valid")
                del live.listeners[listener]
        self._tell_who_is_here(live)  # seats may have been swapped
        for listener in live.listeners:
            if listener.after < room.seq:
                self._update(live, room, listener)
        if live.waiters:
            live.news.set()
            live.news = asyncio.Event()

    def _update(self, live: _Live, room: Room, listener: Listener) -> None:
        if listener.role is not None:
            pictures = self._pictures(live, room)
            update = pictures.update(listener.role, listener.language, listener.after)
            listener.update(update, room.seq)

    # --- bots and clocks ----------------------------------------------------------------------
    def _think(self, live: _Live, room: Room) -> None:
        """Ask bots that have to decide, unless they are thinking already."""
        if self._closing or room.table is None:
            return
        for seat in room.bots_to_ask:
            question = room.question_of(seat)
            if question not in live.thinking:
                live.thinking.add(question)
                kind = room.bot_of(seat) or room.stand_in
                seed = sha256(f"{bot_seed(room.bots_seed, seat)}/{question}".encode()).hexdigest()
                view = room.table.seat_view(seat)
                self._spawn(self._ask_bot(live, seat, question, kind, seed, view))

    async def _ask_bot(
        self, live: _Live, seat: int, question: str, kind: str, seed: str, view: SeatView
    ) -> None:
        try:
            with self._metrics.bot_seconds.time():
                action = await self._thinkers.decide(kind, seed, view, table=live.id)
            wish = commands.bots_move(seat, question, action)
            await self._insist(live.id, Role("seat", seat), wish, f"bot/{question}")
        except Refused:  # it is asked something else by now, or nothing
            live.thinking.discard(question)
            async with live.lock:
                if live.room is not None:
                    self._think(live, live.room)
        finally:
            live.thinking.discard(question)

    async def _insist(self, table: str, role: Role, wish: Wish, key: str) -> None:
        """Ask for something until the store can be reached."""
        while True:
            try:
                await self.submit(table, role, wish, key)
                return
            except Unavailable:
                log.warning("a bot's move has to wait for the store")
                await asyncio.sleep(WAIT)

    async def tick(self) -> None:
        """Let bots stand in for those whose time is up, end undos that nobody answers, and tell
        people whose bots cannot think yet."""
        now = self.now()
        for live in list(self._tables.values()):
            room = live.room
            if room is None or room.archived or live.lock.locked():
                continue
            try:
                self._tell_who_gets_ready(live, room)
                for seat in room.out_of_time(now):
                    await self._by_itself(live.id, commands.time_up(seat))
                if room.undo is not None and now >= room.undo.until:
                    await self._by_itself(live.id, commands.undo_lapsed())
            except Exception:
                log.exception("a table's clock cannot be looked at", extra={"table": live.id})

    def _tell_who_gets_ready(self, live: _Live, room: Room) -> None:
        ready = bool(live.thinking) and self._thinkers.is_getting_ready(live.id)
        if ready != live.getting_ready:
            live.getting_ready, live.pictures = ready, None
            for listener in live.listeners:
                self._update(live, room, listener)

    async def _by_itself(self, table: str, wish: Wish) -> None:
        """Something that nobody asked for but the time."""
        with suppress(Refused, Unavailable):  # decided at the last moment, or tried again soon
            await self.submit(table, Role(HOST), wish)

    async def sweep(self, abandoned: int = ABANDONED) -> None:
        """Take care of tables where a bot or a clock waits and no server does anything, and of
        those that could not be read when something happened."""
        now = self.now()
        for live in [live for live in self._tables.values() if live.room is None]:
            await self._catch_up(live)
        for table in await self.store.overdue(now, now - abandoned):
            try:
                live = await self._find(table)
                async with live.lock:
                    room = await self._room(live)
                    await self._read_on(live, room)
                    self._think(live, room)
                    due = room.due(now)
            except (StoreUnavailable, Unavailable):
                raise
            except Exception:
                log.exception("a table cannot be taken care of", extra={"table": table})
                continue
            if due is None or due > now:  # an outage was left out, or the rules are others by now
                await self.store.set_due(table, room.seq, due)
        self._make_room()

    # --- tables in hand -----------------------------------------------------------------------
    async def _find(self, table: str) -> _Live:
        live = self._tables.get(table)
        if live is None:
            live = self._tables[table] = _Live(table)
            try:
                async with live.lock:
                    await self._room(live)
            except (NotFound, StoreUnavailable) as error:
                if self._tables.get(table) is live and live.room is None:
                    del self._tables[table]
                if isinstance(error, StoreUnavailable):
                    raise Unavailable("error.server.unavailable") from None
                raise
            self._make_room(live)
        live.used = _monotonic()
        return live

    @asynccontextmanager
    async def _held(self, live: _Live, seen: int = 0) -> AsyncIterator[Room]:
        """A table's room, which nobody changes meanwhile, for somebody who has seen so much of it,
        maybe from another server."""
        live.holders += 1
        try:
            async with live.lock:
                try:
                    room = await self._room(live)
                    if seen > room.seq:
                        await self._read_on(live, room)
                except StoreUnavailable:
                    raise Unavailable("error.server.unavailable") from None
                yield room
        finally:
            live.holders -= 1

    async def _read_on_for(self, live: _Live, room: Room, token_hash: str | None) -> None:
        """Read what is new if a token is not known: another server may have issued it, whose
        notification is still on its way. The caller holds the lock."""
        if _role(room, token_hash) is None:
            try:
                await self._read_on(live, room)
            except StoreUnavailable:
                raise Unavailable("error.server.unavailable") from None

    async def _room(self, live: _Live) -> Room:
        """The room of a table, read from the store if need be; whoever asks holds the lock."""
        if live.room is None:
            await self._notice_outage()
            room = Room(live.id, self._outages)
            for entry in await self.store.read(live.id):
                room.fold(entry)
            if room.seq == 0:
                raise NotFound("error.server.no_table")
            if self._tables.setdefault(live.id, live) is not live:
                raise StoreUnavailable  # given up when it could not be read, and begun anew since
            live.room, live.pictures = room, None
            self._tell(live, room)
        return live.room

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
                if live.room is not None:
                    if seq is None or live.room.seq < seq:
                        await self._read_on(live, live.room)
                elif live.listeners or live.waiters:
                    await self._room(live)
            except Exception as error:
                live.room = live.pictures = None  # the next sweep tries again
                if not isinstance(error, StoreUnavailable | NotFound):
                    log.exception("a table cannot be read", extra={"table": live.id})

    async def _read_on(self, live: _Live, room: Room) -> bool:
        """Whether the store knows more than the room did; whoever asks holds the lock."""
        await self._notice_outage()
        entries = await self.store.read(live.id, room.seq)
        for entry in entries:
            room.fold(entry)
        if entries:
            live.pictures = None
            self._tell(live, room)
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
    def rooms(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)


def _used(live: _Live) -> float:
    return live.used


def _role(room: Room, token: str | None) -> Role | None:
    role = None if token is None else room.role_of(token)
    if role is None and token is None and room.public:
        return SPECTATOR
    return role


def _known_role(room: Room, token: str | None) -> Role:
    role = _role(room, token)
    if role is not None:
        return role
    if room.public:
        raise commands.NotYours("error.server.token")
    raise NotFound("error.server.no_table")
