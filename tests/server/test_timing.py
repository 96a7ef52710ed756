"""Time that only goes forward, whatever the machine's clock is set to."""

from __future__ import annotations

import asyncio

from baumeister.server.store.database import Database, Statement
from baumeister.server.tables import commands
from baumeister.server.tables.clocks import Outage
from baumeister.server.tables.state import UNDO_LASTS
from tests.server.scene import HOUR, MINUTE, NOON, SECOND, Bots, Hall, Time, hall

CLOCK = (MINUTE, 2 * MINUTE)


# --- the time of a server ---------------------------------------------------------------------
def test_it_is_the_time_of_day() -> None:
    time = Time()
    now = time.of_a_server()
    assert now() == NOON
    time.passes(HOUR)
    assert now() == NOON + HOUR


def test_after_a_set_back_it_goes_on() -> None:
    time = Time()
    now = time.of_a_server()
    time.passes(MINUTE)
    time.is_set(-HOUR)
    time.passes(SECOND)
    assert now() == NOON + MINUTE + SECOND
    time.passes(SECOND)
    assert now() == NOON + MINUTE + 2 * SECOND


def test_when_the_clock_is_right_again_there_is_no_leap() -> None:
    time = Time()
    now = time.of_a_server()
    for hours in (-1, -1, 2, -1, 1):
        time.is_set(hours * HOUR)
        time.passes(SECOND)
        now()
    assert now() == time.now == NOON + 5 * SECOND


def test_small_corrections_never_turn_it_back() -> None:
    time = Time()
    now = time.of_a_server()
    times = []
    for _ in range(100):
        time.passes(100)
        time.is_set(-50)
        times.append(now())
    assert times == sorted(times)
    assert NOON + 9 * SECOND <= times[-1] <= NOON + 10 * SECOND


def test_it_follows_a_clock_that_is_set_forward_or_a_machine_that_slept() -> None:
    time = Time()
    now = time.of_a_server()
    time.is_set(HOUR)
    assert now() == NOON + HOUR


def test_it_is_never_before_what_is_in_the_store() -> None:
    time = Time()
    now = time.of_a_server()
    assert now.at_least(NOON + HOUR) == NOON + HOUR
    assert now.at_least(NOON) == NOON + HOUR
    time.passes(SECOND)
    assert now() == NOON + HOUR + SECOND
    time.is_set(HOUR)  # it was the machine's clock that was wrong
    assert now() == NOON + HOUR + SECOND


def test_a_set_back_that_is_noticed_while_the_store_is_asked_counts() -> None:
    time = Time()
    now = time.of_a_server()
    time.is_set(-HOUR)
    assert now.at_least(NOON + SECOND) == NOON + SECOND


# --- tables -----------------------------------------------------------------------------------
async def passes(house: Hall, milliseconds: int) -> None:
    """Time passes while the server gives signs of life."""
    for _ in range(milliseconds // (5 * SECOND)):
        house.time.passes(5 * SECOND)
        await house.service.heartbeat.beat()


def test_clocks_run_on_after_a_set_back(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert", clock=CLOCK)
            await passes(house, 30 * SECOND)
            house.time.is_set(-HOUR)
            await passes(house, sum(CLOCK) - 30 * SECOND)
            await house.tick()
            seats = (await oak.snapshot("watch"))["table"]["seats"]
            assert [seat["why"] for seat in seats] == ["clock", "clock"]

    asyncio.run(play())


def test_a_request_to_undo_ends_after_a_set_back(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("samara", "Anna Bert", seed="8")
            await oak.move(0)
            await oak.submit(0, commands.ask_undo())
            house.time.is_set(-HOUR)
            await passes(house, UNDO_LASTS)
            await house.tick()
            await house.until(lambda: oak.id in house.service.tables)
            assert (await oak.state()).undo is None

    asyncio.run(play())


def test_a_sleep_is_an_outage_after_a_set_back(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert", clock=CLOCK)
            began = house.service.now()
            house.time.is_set(-HOUR)
            house.time.passes(MINUTE)
            await oak.move(0)
            assert house.service.heartbeat.outages == [Outage(began, began + MINUTE)]

    asyncio.run(play())


def test_a_restart_after_a_set_back_goes_on_with_bots_clocks_and_undos(place: str) -> None:
    async def play() -> None:
        time, bots = Time(), Bots(slow=True)
        async with hall(place, time, bots) as house:
            oak = await house.table("tybor", "Anna Bert", clock=CLOCK)
            elm = await house.table("samara", "Anna Bert", seed="8")
            await elm.move(0)
            await elm.submit(0, commands.ask_undo())
            fir = await house.table("tybor", "Anna greedy")
            before = house.service.now()
        time.is_set(-HOUR)
        async with hall(place, time, Bots()) as house:
            assert house.service.now() >= before
            await house.until(lambda: len(house.bots.asked) > 0)
            await house.quiet()
            assert (await fir.at(house).state()).last_choice(1) is not None
            await passes(house, UNDO_LASTS)
            await house.service.sweeper.sweep()
            await house.tick()
            assert (await elm.at(house).state()).undo is None
            seats = (await oak.at(house).snapshot("watch"))["table"]["seats"]
            assert [seat["why"] for seat in seats] == ["clock", "clock"]

    asyncio.run(play())


def test_a_set_back_in_a_store_of_an_older_program_holds_nothing_up(place: str) -> None:
    """Its logs may have times in the future."""

    async def play() -> None:
        time = Time()
        async with hall(place, time) as house:
            oak = await house.table("tybor", "Anna Bert", clock=CLOCK)
            for change in ("tables SET changed = changed", "log SET checksum = NULL, at = at"):
                later = Statement(f"UPDATE {change} + ?", (HOUR,))
                await house.service.store.database.write([later])
        async with hall(place, time) as house:
            await passes(house, sum(CLOCK))
            await house.service.sweeper.sweep()
            await house.tick()
            seats = (await oak.at(house).snapshot("watch"))["table"]["seats"]
            assert [seat["why"] for seat in seats] == ["clock", "clock"]

    asyncio.run(play())
