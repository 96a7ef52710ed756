"""What servers that share a store know of each other when no notification arrives, and what they
think of the time. Found by the simulated world (tests/world)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from baumeister.server.store.database import Notice, StoreUnavailable
from baumeister.server.store.store import GONE, Store
from baumeister.server.tables.clocks import Outage
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.seats import Role, hashed
from baumeister.server.tables.service import NO_LIMITS
from tests.server.conftest import opened
from tests.server.scene import HOUR, MINUTE, SECOND, Bots, Hall, Time

CLOCK = (MINUTE, 2 * MINUTE)


@asynccontextmanager
async def two_servers(place: str, bots: Bots | None = None) -> AsyncIterator[tuple[Hall, Hall]]:
    """Two services on one store, without notifications and without background tasks."""
    time = Time()
    async with opened(place) as database:
        database.shared = True
        here, there = (Hall(Store(database), time, bots or Bots(), NO_LIMITS) for _ in range(2))
        for hall in (here, there):
            await hall.service.heartbeat.beat()
        yield here, there
        for hall in (here, there):
            await hall.service.end()


def played(place: Path, course: Callable[[Hall, Hall], Awaitable[None]]) -> None:
    async def play() -> None:
        async with two_servers(str(place / "store.db")) as (here, there):
            await course(here, there)

    asyncio.run(play())


def test_a_token_that_another_server_has_just_given_is_known(tmp_path: Path) -> None:
    async def course(here: Hall, there: Hall) -> None:
        oak = await here.table("tybor", "Anna -")
        assert (await oak.at(there).state()).seq == 1  # from now on it has the table in memory
        token, claim = "t" * 32, "c" * 32
        await here.service.join(oak.id, oak.opening.invites[1], claim, "Bert", token)
        assert await there.service.role_of(oak.id, token) == Role("seat", 1)
        assert await there.service.role_of_hash(oak.id, hashed(token)) == Role("seat", 1)
        assert await there.service.role_of(oak.id, "x" * 32) is None

    played(tmp_path, course)


def test_an_outage_begins_after_the_last_entry(tmp_path: Path) -> None:
    async def course(here: Hall, there: Hall) -> None:
        oak = await here.table("samara", "Anna Bert", clock=CLOCK)
        here.time.passes(3 * SECOND)
        await oak.move((await oak.state()).waiting_for[0])
        last = here.time.now
        here.time.passes(30 * SECOND)
        await there.service.heartbeat.beat()
        assert there.service.heartbeat.outages == [Outage(last, last + 30 * SECOND)]

    played(tmp_path, course)


def test_a_table_opened_after_a_pause_does_not_hide_the_outage(tmp_path: Path) -> None:
    async def course(here: Hall, there: Hall) -> None:
        began = here.time.now
        here.time.passes(MINUTE)
        await here.table("tybor", "Anna Bert")
        assert here.service.heartbeat.outages == [Outage(began, began + MINUTE)]

    played(tmp_path, course)


def test_entries_of_another_server_are_folded_with_the_outage_known(tmp_path: Path) -> None:
    async def course(here: Hall, there: Hall) -> None:
        oak = await here.table("samara", "Anna Bert", clock=CLOCK)
        seat = (await oak.at(there).state()).waiting_for[0]
        here.time.passes(HOUR)
        await oak.move(seat)
        there.service.notices.receive(Notice(oak.id, "3"))  # before the next sign of life
        await there.quiet()
        clocks = [(await oak.at(hall).state()).clock for hall in (here, there)]
        assert [clock.reserves[seat] for clock in clocks if clock] == [2 * MINUTE] * 2

    played(tmp_path, course)


def test_servers_whose_clocks_differ_agree_on_the_time(tmp_path: Path) -> None:
    async def course(here: Hall, there: Hall) -> None:
        began = here.time.now
        wrong = Time()
        wrong.is_set(HOUR)
        late = Hall(there.service.store, wrong, Bots(), NO_LIMITS)
        await late.service.heartbeat.beat()
        for hall in (here, there):
            await hall.service.heartbeat.beat()
            assert hall.service.now() == began + HOUR
            assert hall.service.heartbeat.outages == [Outage(began, began + HOUR)]

    played(tmp_path, course)


def test_a_server_that_cannot_begin_gives_no_sign_of_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def course(here: Hall, there: Hall) -> None:
        began = here.time.now
        for _ in range(3):  # restarted again and again; nobody can play
            here.time.passes(6 * SECOND)
            failing = Hall(there.service.store, here.time, Bots(), NO_LIMITS)
            monkeypatch.setattr(failing.service.store.database, "listen", unavailable)
            with pytest.raises(StoreUnavailable):
                await failing.service.begin()
            await failing.service.end()
        here.time.passes(6 * SECOND)
        await here.service.heartbeat.beat()
        assert here.service.heartbeat.outages == [Outage(began, here.time.now)]

    async def unavailable(_: object) -> None:
        raise StoreUnavailable("it cannot be listened to")

    played(tmp_path, course)


# --- bots and clocks of a server that is gone -------------------------------------------------
async def alive(hall: Hall, milliseconds: int) -> None:
    """Time passes; one of the servers gives signs of life."""
    for _ in range(milliseconds // 500):
        hall.time.passes(500)
        await hall.service.heartbeat.beat()


def moves(log: list[LogEntry]) -> int:
    return sum(entry.kind == "moved" for entry in log)


def test_a_slow_bot_is_not_asked_by_a_second_server_while_the_first_lives(place: str) -> None:
    async def play() -> None:
        async with two_servers(place, Bots(slow=True)) as (here, there):
            there.service._bot_moves._bots = there.bots = Bots()
            oak = await here.table("tybor", "Anna greedy")
            await here.until(lambda: len(here.bots.asked) == 1)
            await alive(here, MINUTE)
            await there.service.sweeper.sweep()
            assert there.bots.asked == []
            here.bots.say()
            await here.quiet()
            assert moves(await oak.log()) == 1

    asyncio.run(play())


def test_bots_of_a_server_that_is_gone_are_asked_by_one_other(place: str) -> None:
    async def play() -> None:
        async with two_servers(place, Bots(slow=True)) as (gone, there):
            third = Hall(
                Store(there.service.store.database), there.time, Bots(slow=True), NO_LIMITS
            )
            oak = await gone.table("tybor", "Anna greedy")
            await gone.until(lambda: len(gone.bots.asked) == 1)
            there.service._bot_moves._bots = there.bots = Bots(slow=True)
            await alive(there, GONE)
            for hall in (there, third):
                await hall.service.sweeper.sweep()
                await hall.quiet()
            assert [len(hall.bots.asked) for hall in (there, third)] == [0, 0]  # not yet
            await alive(there, 500)
            for hall in (there, third):
                await hall.service.sweeper.sweep()
            await there.until(lambda: len(there.bots.asked) == 1)
            await third.quiet()
            assert third.bots.asked == []
            there.bots.say()
            await there.quiet()
            gone.bots.say()  # it was only slow
            await gone.quiet()
            assert moves(await oak.log()) == 1
            await third.service.end()

    asyncio.run(play())


def test_a_server_that_ends_in_good_order_leaves_its_bots_to_others_at_once(place: str) -> None:
    async def play() -> None:
        async with two_servers(place, Bots(slow=True)) as (here, there):
            await here.table("tybor", "Anna greedy")
            await here.until(lambda: len(here.bots.asked) == 1)
            await here.service.end()
            await there.service.sweeper.sweep()
            await there.until(lambda: len(there.bots.asked) == 2)

    asyncio.run(play())


def test_the_clock_of_a_table_that_a_server_has_put_away_is_its_own_to_look_after(
    place: str,
) -> None:
    async def play() -> None:
        async with two_servers(place) as (here, there):
            oak = await here.table("tybor", "Anna Bert", clock=CLOCK)
            del here.service.tables[oak.id]
            await alive(here, sum(CLOCK))
            await there.service.sweeper.sweep()
            assert oak.id not in there.service.tables
            await here.service.sweeper.sweep()
            await here.tick()
            seats = (await oak.snapshot("watch"))["table"]["seats"]
            assert [seat["why"] for seat in seats] == ["clock", "clock"]

    asyncio.run(play())
