"""Time: per move and in reserve, over days, fair across restarts; a bot stands in, visibly."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from baumeister.server.store.database import Database, Statement
from baumeister.server.store.store import OUTAGE
from baumeister.server.tables import commands
from baumeister.server.tables.clocks import Clock, Limits, Outage, elapsed, merged
from tests.server.scene import (
    DAY,
    HOUR,
    MINUTE,
    NOON,
    SECOND,
    Bots,
    Hall,
    HallTable,
    Scene,
    Time,
    barracks,
    hall,
    played,
    refusal,
    table,
)

CLOCK = (60 * SECOND, 100 * SECOND)


def left(scene: Scene, seat: int) -> tuple[int, int]:
    """What a seat has, in seconds."""
    clock = scene.snapshot("watch")["table"]["clock"]["seats"][seat]
    return clock["move_left"] // SECOND, clock["reserve_left"] // SECOND


def runs(scene: Scene) -> list[int]:
    seats = scene.snapshot("watch")["table"]["clock"]["seats"]
    return [seat for seat, clock in enumerate(seats) if clock["runs"]]


# --- per move, and the reserve ----------------------------------------------------------------
def test_a_move_within_its_time_costs_no_reserve() -> None:
    scene = table("tybor", "Anna Bert", clock=CLOCK)
    scene.time.passes(40 * SECOND)
    assert left(scene, 0) == (20, 100)
    scene.move(0)
    assert left(scene, 0) == (60, 100)


def test_what_a_move_takes_beyond_its_time_comes_off_the_reserve() -> None:
    scene = table("tybor", "Anna Bert", clock=CLOCK)
    scene.time.passes(90 * SECOND)
    assert left(scene, 0) == (0, 70)
    scene.move(0)
    assert left(scene, 0) == (60, 70)
    scene.move(1)
    scene.time.passes(1000 * SECOND)
    assert left(scene, scene.table.waiting_for[0]) == (0, 0)


def test_choices_at_the_same_time_are_each_on_their_own_clock() -> None:
    scene = table("tybor", "Anna Bert Cora", clock=CLOCK)
    scene.time.passes(10 * SECOND)
    scene.move(0)
    scene.time.passes(60 * SECOND)
    scene.move(1)
    assert runs(scene) == [2]
    assert [left(scene, seat) for seat in range(3)] == [(60, 100), (60, 90), (0, 90)]
    scene.time.passes(20 * SECOND)
    scene.move(2)
    assert [left(scene, seat)[1] for seat in range(3)] == [100, 90, 70]


def test_secret_choices_of_samara_are_each_on_their_own_clock() -> None:
    scene = barracks(clock=CLOCK)
    assert runs(scene) == [0, 1, 2]
    scene.time.passes(30 * SECOND)
    scene.move(1)
    assert runs(scene) == [0, 2]
    assert left(scene, 0) == (30, 100)


def test_only_clocks_of_people_who_have_to_decide_run() -> None:
    scene = table("tybor", "Anna Bert greedy", clock=CLOCK)
    assert runs(scene) == [0, 1]
    scene.time.passes(1000 * SECOND)
    assert left(scene, 2) == (60, 100)
    scene.submit(1, commands.hand(1, "greedy"))
    assert runs(scene) == [0]
    assert scene.state.due(scene.time.now) == 0


def test_a_table_without_a_clock_waits() -> None:
    scene = table("tybor", "Anna Bert")
    scene.time.passes(100 * DAY)
    assert scene.snapshot(0)["table"]["clock"] is None
    assert scene.state.due(scene.time.now) is None
    assert refusal(lambda: scene.submit(0, commands.time_up(0))) == "stale"
    scene.move(0)


def test_before_the_start_and_after_the_end_no_clock_runs() -> None:
    scene = table("samara", "Anna Bert", clock=CLOCK, start=False)
    assert scene.snapshot(0)["table"]["clock"] == {"per_move": 60_000, "reserve": 100_000}
    scene.start()
    scene.play()
    assert runs(scene) == []
    assert scene.state.due(scene.time.now) is None


def test_a_clock_over_days() -> None:
    scene = table("tybor", "Anna Bert", clock=(2 * DAY, 0))
    scene.time.passes(DAY + 23 * HOUR)
    assert refusal(lambda: scene.submit(0, commands.time_up(0))) == "stale"
    scene.time.passes(HOUR)
    assert scene.state.due(scene.time.now) == scene.time.now
    scene.submit(0, commands.time_up(0))
    assert scene.state.bots_to_ask == [0]


# --- taking back, undo, putting away ----------------------------------------------------------
def test_taking_back_does_not_refill_the_clock() -> None:
    scene = table("tybor", "Anna Bert", clock=CLOCK)
    scene.time.passes(80 * SECOND)
    scene.move(0)
    scene.time.passes(5 * SECOND)  # Anna's clock stands still
    scene.submit(0, commands.take_back())
    assert left(scene, 0) == (0, 80)
    scene.time.passes(10 * SECOND)
    assert left(scene, 0) == (0, 70)
    scene.move(0)
    assert left(scene, 0) == (60, 70)


def test_taking_back_after_an_outage_does_not_refill_the_clock() -> None:
    outages = [Outage(NOON + 10 * SECOND, NOON + HOUR)]
    scene = table("tybor", "Anna Bert", clock=CLOCK, outages=outages)
    scene.time.passes(HOUR + 10 * SECOND)
    assert left(scene, 0) == (40, 100)
    scene.move(0)
    scene.submit(0, commands.take_back())
    assert left(scene, 0) == (40, 100)


@pytest.mark.parametrize("times", [1, 3])
def test_handing_the_seat_to_a_bot_and_back_does_not_refill_the_clock(times: int) -> None:
    scene = table("tybor", "Anna Bert", clock=CLOCK)
    scene.time.passes(50 * SECOND)
    for _ in range(times):
        scene.submit(0, commands.hand(0, "greedy"))
        scene.time.passes(MINUTE)
        assert left(scene, 0) == (10, 100)
        scene.submit(0, commands.hand(0, None))
    assert left(scene, 0) == (10, 100)
    scene.submit(0, commands.hand(0, None))  # who is there already is not better off
    assert left(scene, 0) == (10, 100)


def test_time_that_a_bot_takes_for_somebody_is_nobodys_but_what_went_before_is() -> None:
    scene = table("tybor", "Anna Bert", clock=CLOCK)
    scene.time.passes(80 * SECOND)
    scene.submit(0, commands.hand(0, "greedy"))
    scene.time.passes(HOUR)
    scene.bot_moves(0)
    assert left(scene, 0) == (60, 80)


def test_while_a_table_is_put_away_no_time_passes() -> None:
    scene = table("tybor", "Anna Bert", clock=CLOCK)
    scene.time.passes(20 * SECOND)
    scene.submit("host", commands.archive(True))
    scene.time.passes(DAY)
    assert left(scene, 0) == (40, 100)
    scene.submit("host", commands.archive(False))
    assert runs(scene) == [0, 1]
    assert left(scene, 0) == (40, 100)


def test_after_an_undo_the_move_begins_again_with_what_is_left_of_the_reserves() -> None:
    scene = table("tybor", "Anna greedy", clock=CLOCK, seed="3")
    scene.time.passes(70 * SECOND)
    scene.move(0)
    scene.bot_moves(1)
    scene.time.passes(10 * SECOND)
    scene.submit(0, commands.ask_undo())
    assert scene.state.choices == []
    assert left(scene, 0) == (60, 90)


def test_an_undo_does_not_give_back_what_others_have_used() -> None:
    scene = table("samara", "Anna Bert", clock=CLOCK, seed="8")
    scene.move(0)
    assert scene.table.waiting_for == [1]
    scene.time.passes(75 * SECOND)
    scene.submit(0, commands.ask_undo())
    scene.submit(1, commands.answer_undo(True))
    assert runs(scene) == [0]
    assert [left(scene, seat) for seat in (0, 1)] == [(60, 100), (60, 85)]


# --- a bot stands in --------------------------------------------------------------------------
def late() -> Scene:
    """Anna's time is up, and a bot stands in."""
    scene = table("tybor", "Anna Bert", clock=CLOCK)
    scene.time.passes(30 * SECOND)
    scene.move(1)
    scene.time.passes(130 * SECOND)
    scene.submit(0, commands.time_up(0))
    return scene


def test_a_bot_stands_in_visibly_when_time_is_up() -> None:
    scene = late()
    seat = scene.snapshot(1)["table"]["seats"][0]
    assert (seat["stand_in"], seat["why"], seat["kind"]) == ("greedy", "clock", "person")
    assert scene.state.bots_to_ask == [0]
    assert refusal(lambda: scene.move(0)) == "stood_in"


def test_not_a_moment_too_early() -> None:
    scene = table("tybor", "Anna Bert", clock=CLOCK)
    due = scene.state.due(scene.time.now)
    assert due == NOON + sum(CLOCK)
    scene.time.passes(sum(CLOCK) - 1)
    assert refusal(lambda: scene.submit(0, commands.time_up(0))) == "stale"
    scene.time.passes(1)
    scene.submit(0, commands.time_up(0))
    assert scene.state.due(scene.time.now) == 0


def test_the_bot_goes_on_until_the_player_returns() -> None:
    scene = late()
    scene.bot_moves(0)
    assert scene.stand_in(0) == "greedy"
    scene.submit(0, commands.hand(0, None))
    assert scene.stand_in(0) is None
    assert left(scene, 0) == (60, 0)  # the reserve is gone
    while 0 not in scene.state.waiting_for:
        scene.move(1)
    scene.move(0)


def test_whoever_returns_before_the_bot_has_moved_may_be_faster_but_has_no_time() -> None:
    scene = late()
    scene.submit(0, commands.hand(0, None))
    assert scene.stand_in(0) is None
    assert left(scene, 0) == (0, 0)
    assert runs(scene) == []
    assert scene.state.bots_to_ask == [0]  # so nobody can hold up the game
    scene.move(0)
    assert left(scene, 0) == (60, 0)


def test_the_bot_may_be_faster_than_whoever_returns() -> None:
    scene = late()
    scene.submit(0, commands.hand(0, None))
    scene.bot_moves(0)
    assert scene.stand_in(0) is None
    assert scene.state.last_choice(0) is not None


# --- outages ----------------------------------------------------------------------------------
def test_time_without_a_server_is_left_out() -> None:
    outages = [Outage(20, 30), Outage(50, 70)]
    assert elapsed(10, 100, outages) == 60
    assert elapsed(25, 60, outages) == 20
    assert elapsed(22, 28, outages) == 0
    assert elapsed(30, 50, outages) == 20
    assert elapsed(60, 40, outages) == 0  # a clock that was set back


def test_outages_that_overlap_count_once() -> None:
    told = [Outage(50, 70), Outage(20, 30), Outage(25, 40), Outage(20, 22), Outage(40, 45)]
    assert merged(told) == [Outage(20, 45), Outage(50, 70)]
    assert elapsed(0, 100, merged(told)) == 55


def test_several_outages_in_one_move() -> None:
    outages = [
        Outage(NOON + 10 * SECOND, NOON + HOUR),
        Outage(NOON + HOUR + 10 * SECOND, NOON + 9 * HOUR),
    ]
    scene = table("tybor", "Anna Bert", clock=CLOCK, outages=outages)
    scene.time.passes(9 * HOUR + 15 * SECOND)
    assert left(scene, 0) == (25, 100)
    scene.time.passes(MINUTE)
    scene.move(0)
    assert left(scene, 0) == (60, 65)


def test_a_clock_is_the_same_after_its_log_was_read_again() -> None:
    scene = table("tybor", "Anna Bert", clock=CLOCK)
    scene.time.passes(70 * SECOND)
    scene.move(0)
    scene.submit(0, commands.take_back())
    scene.time.passes(3 * SECOND)
    scene.submit(1, commands.hand(1, "greedy"))
    scene.time.passes(5 * SECOND)
    assert scene.folded_again().clock == scene.state.clock
    assert left(scene, 0) == (0, 82)


def test_what_was_not_running_cannot_be_resumed_beyond_its_limits() -> None:
    clock = Clock(Limits(60, 10), [10, 10])
    clock.resume(0)
    clock.run([0], 100)
    assert clock.left(0, 100) == (60, 10)


# --- at a server ------------------------------------------------------------------------------
async def seconds(oak: HallTable, seat: int) -> tuple[int, int]:
    clock = (await oak.snapshot("watch"))["table"]["clock"]["seats"][seat]
    return clock["move_left"] // SECOND, clock["reserve_left"] // SECOND


async def seat_of(oak: HallTable, seat: int) -> dict[str, Any]:
    shown: dict[str, Any] = (await oak.snapshot("watch"))["table"]["seats"][seat]
    return shown


def test_the_server_lets_a_bot_stand_in_and_the_player_returns(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert", clock=CLOCK)
            await oak.move(1)
            await passes(house, sum(CLOCK) - 1)
            await house.tick()
            assert (await seat_of(oak, 0))["why"] is None
            await passes(house, 1)
            await house.tick()
            assert (await seat_of(oak, 0))["why"] == "clock"
            await house.until(lambda: len(house.bots.asked) >= 1)
            assert (house.bots.asked[0].kind, house.bots.asked[0].seat) == ("greedy", 0)
            await house.quiet()
            assert (await oak.state()).last_choice(0) is not None
            await oak.submit(0, commands.hand(0, None), "back")
            assert (await seat_of(oak, 0))["stand_in"] is None

    asyncio.run(play())


async def passes(house: Hall, milliseconds: int) -> None:
    """Time passes while the server runs, and gives signs of life."""
    until = house.time.now + milliseconds
    while house.time.now < until:
        house.time.passes(min(OUTAGE // 2, until - house.time.now))
        await house.service.heartbeat.beat()


def test_a_clock_is_shown_as_it_is_when_somebody_looks(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert", clock=CLOCK)
            assert await seconds(oak, 0) == (60, 100)
            await passes(house, 20 * SECOND)
            assert await seconds(oak, 0) == (40, 100)

    asyncio.run(play())


@pytest.mark.parametrize("away", [HOUR, 3 * DAY])
def test_after_a_restart_there_is_as_much_time_as_before(place: str, away: int) -> None:
    async def play() -> None:
        time = Time()
        async with hall(place, time) as house:
            oak = await house.table("tybor", "Anna Bert", clock=CLOCK)
            await passes(house, 70 * SECOND)
            assert await seconds(oak, 0) == (0, 90)
        for _ in range(2):
            time.passes(away)
            async with hall(place, time) as house:
                oak = oak.at(house)
                await house.tick()
                assert await seconds(oak, 0) == (0, 90)
        async with hall(place, time) as house:
            oak = oak.at(house)
            await passes(house, 20 * SECOND)
            assert await seconds(oak, 0) == (0, 70)
            await oak.move(0)
            assert await seconds(oak, 0) == (60, 70)

    asyncio.run(play())


def test_outages_are_kept_as_long_as_a_game_needs_them(place: str) -> None:
    async def play() -> None:
        time, recorded = Time(), played("samara")
        decisions = [move for move in recorded.canonical().moves if not move.forced]
        last, at = decisions[-1], len(decisions) - 1

        async def kept(house: Hall) -> int:
            return len(await house.service.store.database.fetch("SELECT began FROM outages"))

        async with hall(place, time) as house:
            assert await kept(house) == 0
        time.passes(HOUR)
        async with hall(place, time) as house:
            assert await kept(house) == 1
            await passes(house, 20 * SECOND)
            oak = await house.table(recorded, "Anna Bert", at=at, clock=CLOCK)
            await passes(house, 20 * SECOND)
        time.passes(HOUR)
        async with hall(place, time) as house:
            assert await kept(house) == 1  # the one before the table is forgotten
            assert await seconds(oak.at(house), last.seat) == (40, 100)
        time.passes(HOUR)
        async with hall(place, time) as house:
            assert await kept(house) == 2
            assert await seconds(oak.at(house), last.seat) == (40, 100)
            await oak.at(house).move(last.seat, last.action)
        time.passes(HOUR)
        async with hall(place, time) as house:
            assert await kept(house) == 1  # the game is over

    asyncio.run(play())


def test_outages_are_kept_when_the_clock_of_the_machine_was_set_back(place: str) -> None:
    async def play() -> None:
        time = Time()
        async with hall(place, time) as house:
            oak = await house.table("samara", "Anna Bert", clock=CLOCK)
            older = "UPDATE log SET checksum = NULL, at = at + ?"  # as an older program may have
            await house.service.store.database.write([Statement(older, (3 * HOUR,))])
            await passes(house, SECOND)
            [seat] = (await oak.state()).waiting_for
            await oak.move(seat)
            [seat] = (await oak.state()).waiting_for  # its clock runs since the set-back
            await passes(house, 20 * SECOND)
        for left in (40, 30):  # the second outage must not make the server forget the first
            time.passes(HOUR)
            async with hall(place, time) as house:
                assert await seconds(oak.at(house), seat) == (left, 100)
                await passes(house, 10 * SECOND)
                await oak.at(house).submit("host", commands.change_table("Oak", None))

    asyncio.run(play())


def test_tables_without_a_running_clock_need_no_outages(place: str) -> None:
    async def play() -> None:
        time = Time()
        async with hall(place, time) as house:
            await passes(house, SECOND)
            await house.table("samara", "Anna -", clock=CLOCK)  # never starts
            await house.table("samara", "Anna Bert")  # … never ends
            away = await house.table("samara", "Anna -", clock=CLOCK)
            await away.submit("host", commands.archive(True))
        for _ in range(3):
            time.passes(HOUR)
            async with hall(place, time) as house:
                kept = await house.service.store.database.fetch("SELECT began FROM outages")
                assert len(kept) == 1  # the latest

    asyncio.run(play())


def test_a_table_that_was_put_away_keeps_its_clock(place: str) -> None:
    async def play() -> None:
        time = Time()
        async with hall(place, time) as house:
            oak = await house.table("tybor", "Anna Bert", clock=CLOCK)
            await passes(house, 20 * SECOND)
        time.passes(HOUR)
        async with hall(place, time) as house:
            await oak.at(house).submit("host", commands.archive(True))
        time.passes(HOUR)
        async with hall(place, time) as house:
            await oak.at(house).submit("host", commands.archive(False))
            assert await seconds(oak.at(house), 0) == (40, 100)

    asyncio.run(play())


def test_a_short_restart_is_no_outage(place: str) -> None:
    async def play() -> None:
        time = Time()
        async with hall(place, time) as house:
            oak = await house.table("tybor", "Anna Bert", clock=CLOCK)
        time.passes(OUTAGE)
        async with hall(place, time) as house:
            assert await seconds(oak.at(house), 0) == (50, 100)

    asyncio.run(play())


def test_a_machine_that_slept_has_an_outage_too(database: Database) -> None:
    """The server was there all the time, and could not have taken a move."""

    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert Cora", clock=CLOCK)
            await passes(house, 20 * SECOND)
            house.time.passes(9 * HOUR)
            await house.tick()
            assert (await seat_of(oak, 0))["why"] is None
            await oak.move(1)
            assert await seconds(oak, 0) == (40, 100)
            assert await seconds(oak, 1) == (60, 100)
            await house.tick()
            assert (await seat_of(oak, 0))["why"] is None

    asyncio.run(play())


def test_the_clock_of_a_table_that_nobody_has_in_memory_is_seen_to(place: str) -> None:
    async def play() -> None:
        time = Time()
        async with hall(place, time) as house:
            oak = await house.table("tybor", "Anna Bert", clock=CLOCK)
        async with hall(place, time) as house:
            assert oak.id not in house.service.tables
            await passes(house, sum(CLOCK) + OUTAGE)
            await house.service.sweeper.sweep()
            await house.tick()
            assert (await seat_of(oak.at(house), 0))["why"] == "clock"

    asyncio.run(play())


def test_a_table_whose_time_was_put_off_by_an_outage_is_not_looked_at_again_and_again(
    place: str,
) -> None:
    async def play() -> None:
        time = Time()
        async with hall(place, time) as house:
            oak = await house.table("tybor", "Anna Bert", clock=CLOCK)
        time.passes(HOUR)
        async with hall(place, time) as house:
            store = house.service.store
            assert await store.overdue(time.now) == []
            assert (await oak.at(house).state()).due(time.now) == time.now + sum(CLOCK)
            assert await store.overdue(time.now + sum(CLOCK)) == [oak.id]

    asyncio.run(play())


def test_a_thinking_bot_does_not_stop_the_clocks_of_people(database: Database) -> None:
    async def play() -> None:
        bots = Bots(slow=True)
        async with hall(database, bots=bots) as house:
            oak = await house.table("tybor", "Anna Bert greedy", clock=CLOCK)
            await passes(house, sum(CLOCK))
            await house.tick()
            assert [(await seat_of(oak, seat))["why"] for seat in range(3)] == [
                "clock",
                "clock",
                None,
            ]

    asyncio.run(play())
