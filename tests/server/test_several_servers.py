"""What servers that share a store know of each other when no notification arrives, and what they
think of the time. Found by the simulated world (tests/world)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from baumeister.server.store.database import Notice, StoreUnavailable
from baumeister.server.store.store import Store
from baumeister.server.tables.clocks import Outage
from baumeister.server.tables.seats import Role, hashed
from tests.server.conftest import opened
from tests.server.scene import HOUR, MINUTE, SECOND, Bots, Hall, Time

CLOCK = (MINUTE, 2 * MINUTE)


@asynccontextmanager
async def two_servers(place: Path, bots: Bots | None = None) -> AsyncIterator[tuple[Hall, Hall]]:
    """Two services on one store, without notifications and without background tasks."""
    time = Time()
    async with opened(str(place / "store.db")) as database:
        here, there = (Hall(Store(database), time, bots or Bots(), 100) for _ in range(2))
        for hall in (here, there):
            await hall.service.heartbeat.beat()
        yield here, there
        for hall in (here, there):
            await hall.service.end()


def played(place: Path, course: Callable[[Hall, Hall], Awaitable[None]]) -> None:
    async def play() -> None:
        async with two_servers(place) as (here, there):
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
        late = Hall(there.service.store, wrong, Bots(), 100)
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
            failing = Hall(there.service.store, here.time, Bots(), 100)
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
