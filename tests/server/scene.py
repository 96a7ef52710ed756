"""A table of the server set up in one readable line, without network and with a clock of its own.

    scene = table("tybor", "Anna Bert greedy")   # two people and a bot, started
    scene = table("samara", "Anna - -")          # two open seats, not started
    scene.move(0)                                # Anna does the first thing that is legal
    scene.submit("host", commands.archive(True))     # by anybody: a seat's number, host, watch
    assert scene.state.status == "archived"

With a store, on which a service really runs, bots that say what they are told, and the same clock:

    async with hall(database) as house:
        oak = await house.table("tybor", "Anna Bert")
        await oak.move(0)
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any, TypeVar

import httpx
import orjson

from baumeister.play import Refusal, SeatView, Table
from baumeister.play.records import to_json, to_text
from baumeister.server.api.models import NewSeat
from baumeister.server.app import create_app
from baumeister.server.settings import Settings
from baumeister.server.store.database import Database
from baumeister.server.store.store import Store
from baumeister.server.tables import commands
from baumeister.server.tables.asker import NOBODY, Asker
from baumeister.server.tables.clocks import Outage
from baumeister.server.tables.commands import Command
from baumeister.server.tables.errors import Rejected
from baumeister.server.tables.loaded import Accepted
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.seats import HOST, SEAT, WATCH, Role
from baumeister.server.tables.service import TableLimits, TableService
from baumeister.server.tables.snapshots import Snapshots
from baumeister.server.tables.state import TableState
from baumeister.server.tables.table_setup import TableSetup
from baumeister.server.tables.timing import ServerTime
from tests.server.conftest import opened

NOON = 1_800_000_000_000
SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
T = TypeVar("T")
Who = int | str  # a seat, "host" or "watch"


class Time:
    """A machine's clock, which the test moves forward, and sets."""

    def __init__(self) -> None:
        self.now = NOON
        self.passed = 0

    def passes(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.passed += milliseconds

    def is_set(self, milliseconds: int) -> None:
        """Somebody sets the clock, forwards or backwards."""
        self.now += milliseconds

    def of_a_server(self) -> ServerTime:
        """The time of a server that starts now."""
        return ServerTime(lambda: self.now, lambda: self.passed)


def seats_of(text: str) -> list[NewSeat]:
    """`Anna - greedy`: a person of ours, an open seat, a bot."""
    wanted = []
    for word in text.split():
        if word == "-":
            wanted.append(NewSeat(kind="open"))
        elif word[0].isupper():
            wanted.append(NewSeat(kind="me", name=word))
        else:
            wanted.append(NewSeat(kind="bot", bot=word))
    return wanted


def opening_of(
    game: str | Table,
    seats: str,
    *,
    seed: str | None = None,
    at: int | None = None,
    clock: tuple[int, int] | None = None,
    public: bool = False,
    name: str | None = None,
    stand_in: str | None = "greedy",
    **options: Any,
) -> TableSetup:
    """A table to be opened: a game, or how another one began. A `seed` is the whole seed: nobody
    contributes to it, as at tables of earlier versions."""
    opening = TableSetup("en", seats_of(seats), name=name, public=public)
    opening.clock = clock
    opening.stand_in = stand_in
    if isinstance(game, str):
        opening.from_options(game, options)
    else:
        opening.from_table("record", game, at)
    if seed is not None:
        opening._seed = seed
    return opening


class Scene:
    """A table in memory, without a store, and everybody's tokens."""

    def __init__(self, opening: TableSetup, outages: Sequence[Outage] = ()) -> None:
        self.time = Time()
        self.opening = opening
        self.outages = outages
        self.state = TableState("oak", outages)
        self.log: list[LogEntry] = []
        self._fold(LogEntry(1, self.time.now, "opened", opening.body()))

    def _fold(self, entry: LogEntry) -> LogEntry:
        read = LogEntry(*entry[:3], orjson.loads(orjson.dumps(entry.body)), entry.key)
        self.state.fold(read)
        self.log.append(read)
        return read

    def submit(self, who: Who, command: Command) -> LogEntry:
        """Carry out somebody's command, or raise why not."""
        return self._fold(command(self.state, role_of(who), self.time.now))

    def join(self, seat: int, name: str | None = None, claim: str = "claim", **wanted: Any) -> str:
        """Somebody sits down with the seat's invite; the new token."""
        token, invite = f"token-{len(self.log)}", self.opening.invites[seat]
        self.submit("watch", commands.join(invite, claim, name, token, **wanted))
        return token

    def start(self, chance: str = "") -> None:
        self.submit("host", commands.start(chance))

    def move(self, seat: int, action: int | str | None = None, seen: int | None = None) -> LogEntry:
        """A seat decides; the first legal action by default."""
        wanted = self.table.legal(seat)[0] if action is None else action
        return self.submit(seat, commands.move(wanted, seen))

    def bot_moves(self, seat: int) -> LogEntry:
        """A bot answers its present question."""
        question = self.state.question_of(seat)
        return self.submit(seat, commands.bots_move(seat, question, self.table.legal(seat)[0]))

    def play(self, until: Callable[[], bool] = lambda: False, chance: Random | None = None) -> None:
        """Everybody decides, at random if there is chance, until a condition holds or the end."""
        while not self.table.over and not until():
            seat = (chance or Random(0)).choice(self.table.waiting_for)
            legal = self.table.legal(seat)
            action = legal[0] if chance is None else chance.choice(legal)
            if self.state.bot_of(seat) is None:
                self.move(seat, action)
            else:
                question = self.state.question_of(seat)
                self.submit(seat, commands.bots_move(seat, question, action))

    def status(self) -> str:
        """How far the table is."""
        return self.state.status

    def stand_in(self, seat: int) -> str | None:
        """The bot that stands in for somebody."""
        return self.state.seats[seat].stand_in

    @property
    def table(self) -> Table:
        assert self.state.table is not None
        return self.state.table

    def folded_again(self, until: int | None = None) -> TableState:
        """The state that another server would compute from the same log."""
        state = TableState("oak", self.outages)
        for entry in self.log[:until]:
            state.fold(entry)
        return state

    def snapshot(self, who: Who, after: int = 0, lang: str = "en") -> dict[str, Any]:
        """What somebody is shown, as it arrives."""
        return snapshot(self.state, self.time.now, role_of(who), after, lang)

    def snapshots(self) -> list[dict[str, Any]]:
        """What everybody is shown, the host and spectators included."""
        everybody: list[Who] = [*range(len(self.state.seats)), "host", "watch"]
        return [self.snapshot(who) for who in everybody]


def table(game: str | Table, seats: str, **wanted: Any) -> Scene:
    """A table in memory; it has started unless a seat is open or `start` is false."""
    outages = wanted.pop("outages", ())
    start = wanted.pop("start", "-" not in seats.split())
    scene = Scene(opening_of(game, seats, **wanted), outages)
    if start:
        scene.start()
    return scene


def role_of(who: Who) -> Role:
    if isinstance(who, int):
        return Role(SEAT, who)
    return {"host": Role(HOST), "watch": Role(WATCH)}[who]


def snapshot(
    state: TableState, now: int, role: Role, after: int = 0, lang: str = "en"
) -> dict[str, Any]:
    shown: dict[str, Any] = orjson.loads(
        Snapshots(state, now, frozenset()).update(role, lang, after)
    )
    return shown


def played(game: str, seats: str = "Anna Bert", seed: str = "7", moves: int | None = None) -> Table:
    """A game between people who decide by lot, to its end or so many decisions."""
    scene, chance = table(game, seats, seed=seed), Random(seed)
    scene.play(lambda: moves is not None and len(scene.state.choices) >= moves, chance)
    return scene.table


def record_of(table: Table, form: str = "json") -> str:
    """The record in one of its forms."""
    return to_text(table) if form == "text" else orjson.dumps(to_json(table)).decode()


def as_record(table: Table) -> dict[str, Any]:
    """The structured record as a stranger's program reads it."""
    record: dict[str, Any] = orjson.loads(record_of(table))
    return record


# --- with a store -----------------------------------------------------------------------------
@dataclass
class Asked:
    """What a bot was asked."""

    kind: str
    seed: str
    seat: int | None
    legal: tuple[int, ...]
    answer: asyncio.Future[int]


@dataclass
class Bots:
    """Bots that answer with the first thing that is legal, at once or when they are told."""

    slow: bool = False
    getting_ready: bool = False
    asked: list[Asked] = field(default_factory=list)

    async def decide(self, kind: str, seed: str, view: SeatView, asker: Asker = NOBODY) -> int:
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.asked.append(Asked(kind, seed, view.seat, view.legal, answer))
        if not self.slow:
            answer.set_result(view.legal[0])
        return await answer

    async def hint(
        self, view: SeatView, language: str, seed: str, asker: Asker = NOBODY
    ) -> list[str]:
        return [f"{language}: {view.legal[0]}"]

    def is_getting_ready(self, table: str) -> bool:
        return self.getting_ready

    def say(self, number: int = -1) -> None:
        """Let a bot that was asked answer; it may be that nobody waits any more."""
        one = self.asked[number]
        if not one.answer.done():
            one.answer.set_result(one.legal[0])


class Hall:
    """A service with tables whose tokens are known."""

    def __init__(self, store: Store, time: Time, bots: Bots, limits: TableLimits) -> None:
        self.time = time
        self.bots = bots
        self.service = TableService(store, bots, now=time.of_a_server(), limits=limits)

    async def table(self, game: str | Table, seats: str, **wanted: Any) -> HallTable:
        start = wanted.pop("start", "-" not in seats.split())
        opening = opening_of(game, seats, **wanted)
        found = HallTable(self, await self.service.open(opening.body()), opening)
        if start:
            await found.submit("host", commands.start())
        return found

    async def until(self, done: Callable[[], bool]) -> None:
        """Let things happen until something is so."""
        for _ in range(12_000):  # a minute at least
            if done():
                return
            await asyncio.sleep(0.005)
        raise AssertionError("it did not happen")

    async def tick(self) -> None:
        """The service looks at its clocks; it would leave out a table that is in use just now."""
        tables = self.service.tables
        await self.until(lambda: not any(loaded.lock.locked() for loaded in tables.values()))
        await self.service.ticker.tick()

    async def quiet(self) -> None:
        """Let everything happen that is on its way."""
        for _ in range(10):
            await asyncio.sleep(0.005)
        await self.until(
            lambda: all(not loaded.is_working for loaded in self.service.tables.values())
        )


@dataclass
class HallTable:
    """A table of a service, with everybody's tokens."""

    hall: Hall
    id: str
    opening: TableSetup
    ids: Any = field(default_factory=lambda: count(1))

    def at(self, hall: Hall) -> HallTable:
        """The same table as another service has it."""
        return HallTable(hall, self.id, self.opening, self.ids)

    def token(self, who: Who | None) -> str | None:
        if isinstance(who, int):
            return self.opening.tokens[who]
        return {None: None, "host": self.opening.host, "watch": self.opening.watch}[who]

    async def submit(self, who: Who | None, command: Command, key: str | None = None) -> Accepted:
        return await self.hall.service.submit(self.id, self.token(who), command, key)

    async def move(self, seat: int, action: int | None = None, key: str | None = None) -> Accepted:
        legal = (await self.snapshot(seat))["view"]["legal"]
        wanted = legal[0] if action is None else action
        return await self.submit(seat, commands.move(wanted), key or f"id-{next(self.ids)}")

    async def look(self, who: Who | None, at: Callable[[TableState], T]) -> T:
        def seen(state: TableState, role: Role, snapshots: Snapshots) -> T:
            return at(state)

        return await self.hall.service.look(self.id, self.token(who), seen)

    async def state(self) -> TableState:
        return await self.look("host", lambda state: state)

    async def snapshot(self, who: Who | None, after: int = 0, lang: str = "en") -> dict[str, Any]:
        def seen(state: TableState, role: Role, snapshots: Snapshots) -> dict[str, Any]:
            shown: dict[str, Any] = orjson.loads(snapshots.update(role, lang, after))
            return shown

        return await self.hall.service.look(self.id, self.token(who), seen)

    async def log(self) -> list[LogEntry]:
        return await self.hall.service.store.read(self.id)


@asynccontextmanager
async def hall(
    database: Database | str,
    time: Time | None = None,
    bots: Bots | None = None,
    most_tables: int = 100,
    store: Store | None = None,
    **limits: int,
) -> AsyncIterator[Hall]:
    """A service from its beginning to its end, on a database or at a place."""
    async with opened(database) as found:
        allowed = TableLimits(most_tables, **limits)
        here = Hall(store or Store(found), time or Time(), bots or Bots(), allowed)
        await (await here.service.begin())
        try:
            yield here
        finally:
            await here.service.end()


def refusal(command: Callable[[], Any]) -> str:
    """The name of the error that rejects a command; the clause if the rules forbid it."""
    try:
        command()
    except Refusal as error:
        return str(error.clause)
    except Rejected as error:
        return error.name
    raise AssertionError("it was not refused")


@asynccontextmanager
async def web(place: str, **settings: Any) -> AsyncIterator[httpx.AsyncClient]:
    """The whole application, asked without a network."""
    app = create_app(Settings(store=place, bot_workers=1, **settings))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            yield client


def barracks(**wanted: Any) -> Scene:
    """S7.5 A game of Samara in which seats 0, 1 and 2 choose a tool in secret, all at once."""
    scene, chance = table("samara", "Anna Bert Cora Dirk", seed="25", **wanted), Random("25")
    scene.play(lambda: len(scene.table.waiting_for) > 1, chance)
    return scene
