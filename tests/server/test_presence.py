"""Who is at a table: the host does not play for people who are there, at whichever server."""

from __future__ import annotations

import asyncio

import pytest

from baumeister.server.store.database import Database, Notice
from baumeister.server.tables import commands
from baumeister.server.tables.commands import GRACE
from baumeister.server.tables.errors import Rejected
from baumeister.server.tables.presence import ANNOUNCE
from baumeister.server.tables.subscribers import Subscriber
from tests.server.postgres import Postgres
from tests.server.scene import Hall, HallTable, Time, hall


def passes(house: Hall, oak: HallTable, seconds: float) -> None:
    """So much time passes for the server, without anybody doing anything."""
    loaded = house.service.tables[oak.id]
    loaded.since -= seconds
    loaded.seen = {seat: then - seconds for seat, then in loaded.seen.items()}
    loaded.heard = {seat: then - seconds for seat, then in loaded.heard.items()}


async def stands_in(house: Hall, oak: HallTable, key: str) -> bool:
    """Whether the host may let a bot play for Bert."""
    command = commands.hand(1, "greedy", house.service.away(oak.id, 1))
    try:
        await oak.submit("host", command, key)
    except Rejected as error:
        return error.name != "not_away"
    await oak.submit(1, commands.hand(1, None), f"{key} is back")
    return True


def test_somebody_connected_is_not_away_however_long_it_takes(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert")
            bert = Subscriber(oak.token(1), "en", 0)
            await house.service.subscribe(oak.id, bert)
            passes(house, oak, 100 * GRACE)
            assert not await stands_in(house, oak, "there")
            house.service.unsubscribe(oak.id, bert)
            assert not await stands_in(house, oak, "just gone")
            passes(house, oak, GRACE)
            assert await stands_in(house, oak, "away")
            assert not await stands_in(house, oak, "has just taken the seat back")

    asyncio.run(play())


def test_somebody_who_asks_by_http_now_and_then_is_not_away(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert")
            for look in range(3):
                passes(house, oak, GRACE - 1)
                await oak.snapshot(1)
                assert not await stands_in(house, oak, f"look {look}")
            passes(house, oak, GRACE)
            assert await stands_in(house, oak, "away")

    asyncio.run(play())


def test_a_server_that_has_just_started_does_not_know_who_is_away(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert")
            passes(house, oak, GRACE)
            del house.service.tables[oak.id]  # as after a restart
            assert not await stands_in(house, oak, "after the start")
            passes(house, oak, GRACE)
            house.service.notices.receive(Notice("", ""))  # anything may have been missed
            assert not await stands_in(house, oak, "after the connection was lost")

    asyncio.run(play())


@pytest.mark.parametrize("text", ["here", "here x", "here 1 99", "elsewhere 1"])
def test_a_strange_notice_does_no_harm(database: Database, text: str) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert")
            passes(house, oak, GRACE)
            house.service.notices.receive(Notice(oak.id, text))
            assert await stands_in(house, oak, "away") is ("1 " not in text)

    asyncio.run(play())


def test_somebody_at_another_server_is_not_away(postgres: Postgres) -> None:
    place, time = postgres.new_database(), Time()

    async def play() -> None:
        async with hall(place, time) as here, hall(place, time) as there:
            oak = await here.table("tybor", "Anna Bert")
            bert = Subscriber(oak.token(1), "en", 0)
            await there.service.subscribe(oak.id, bert)
            passes(here, oak, GRACE)
            await there.service.presence.announce()
            heard = here.service.tables[oak.id].heard
            await here.until(lambda: 1 in heard)
            assert not await stands_in(here, oak, "there")
            await here.service.presence.announce()  # what was heard is not told again
            await here.quiet()
            assert there.service.tables[oak.id].heard == {}

    asyncio.run(play())


def test_who_is_there_is_announced_more_than_once_within_the_grace_period() -> None:
    assert 2 * ANNOUNCE < GRACE
