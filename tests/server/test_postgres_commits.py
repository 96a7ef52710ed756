"""A COMMIT of PostgreSQL that fails, or whose answer is lost: nothing is acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
from itertools import count
from typing import NamedTuple

import pytest

from baumeister.server.store import postgres
from baumeister.server.store.database import Row, StoreError, StoreUnavailable, open_database
from tests.server.conftest import opened
from tests.server.postgres import Postgres
from tests.server.postgres_proxy import Proxy, Trouble
from tests.server.test_databases import entry, new_table, outcomes, step

CODES = {
    "cut": None,
    "io_error": "58030",
    "disk_full": "53100",
    "admin_shutdown": "57P01",
    "crash_shutdown": "57P02",
    "query_canceled": "57014",
    "transaction_resolution_unknown": "08007",
    "statement_completion_unknown": "40003",
    "unique_violation": "23505",
    "internal_error": "XX000",
}
GOODBYE = b"X"
numbers = count()


@pytest.fixture(scope="module")
def one_place(postgres: Postgres) -> str:
    """One database for all tests; each has tables of its own."""
    return postgres.new_database()


class Outcome(NamedTuple):
    """What became of units whose COMMIT was interfered with."""

    said: list[str]
    found: list[Row]  # numbers of the entries that are there now
    once_more: list[str]  # what became of the same units after that
    on_the_same_connection: list[bytes]  # what else came over it


async def in_trouble(place: str, trouble: Trouble, conflict: bool = False) -> Outcome:
    one, other, third = (f"table-{next(numbers)}" for _ in range(3))
    units = [step(one, 1), step(other, 1)]
    if conflict:
        units.append([*step(one, 5), entry(third, 1)])
    async with Proxy(place).running() as proxy, opened(proxy.place) as database:
        await database.write([new_table(one), new_table(other)])
        proxy.trouble = trouble
        said = await outcomes(database, units)
        sql = "SELECT seq FROM log WHERE table_id IN (?, ?, ?)"
        found = await database.fetch(sql, one, other, third)
        once_more = await outcomes(database, units)
        later = [sent for sent in proxy.after_trouble if sent[:1] != GOODBYE]
        return Outcome(said, found, once_more, later)


@pytest.mark.parametrize("code", CODES)
def test_an_error_of_a_commit_that_was_not_done(one_place: str, code: str) -> None:
    outcome = asyncio.run(in_trouble(one_place, Trouble("ROLLBACK", CODES[code])))
    assert outcome == Outcome(["StoreUnavailable"] * 2, [], ["done"] * 2, [])


@pytest.mark.parametrize("code", CODES)
def test_an_error_of_a_commit_that_was_done(one_place: str, code: str) -> None:
    outcome = asyncio.run(in_trouble(one_place, Trouble("COMMIT", CODES[code])))
    assert outcome == Outcome(["StoreUnavailable"] * 2, [(1,), (1,)], ["Conflict"] * 2, [])


@pytest.mark.parametrize("sql", ["ROLLBACK", "COMMIT"])
def test_a_unit_that_came_too_late_is_in_doubt_like_the_others(one_place: str, sql: str) -> None:
    outcome = asyncio.run(in_trouble(one_place, Trouble(sql, "58030"), conflict=True))
    assert outcome.said == ["StoreUnavailable"] * 3
    assert outcome.found == ([(1,), (1,)] if sql == "COMMIT" else [])
    assert outcome.on_the_same_connection == []


@pytest.mark.parametrize("code", ["40001", "40P01"])
def test_what_was_certainly_rolled_back_is_done_again(one_place: str, code: str) -> None:
    outcome = asyncio.run(in_trouble(one_place, Trouble("ROLLBACK", code)))
    assert outcome.said == ["done"] * 2
    assert outcome.found == [(1,), (1,)]
    assert outcome.once_more == ["Conflict"] * 2


def test_a_conflict_of_an_attempt_that_was_rolled_back_is_forgotten(one_place: str) -> None:
    table = f"table-{next(numbers)}"

    async def scene() -> list[str]:
        async with Proxy(one_place).running() as proxy, opened(proxy.place) as database:
            await database.write([new_table(table)])
            meanwhile = f"UPDATE tables SET seq = 4 WHERE id = '{table}'"
            proxy.trouble = Trouble(f"ROLLBACK; {meanwhile}", "40001")
            return await outcomes(database, [step(table, 5)])

    assert asyncio.run(scene()) == ["done"]


def test_a_database_that_swallows_everything_is_given_up_within_five_seconds(
    one_place: str,
) -> None:
    table = f"table-{next(numbers)}"

    async def scene() -> tuple[list[str], float, list[Row]]:
        clock = asyncio.get_running_loop().time
        async with Proxy(one_place).running() as proxy, opened(proxy.place) as database:
            await database.write([new_table(table)])
            await database.fetch("SELECT 1")
            proxy.swallows, began = True, clock()
            asked = (database.fetch("SELECT 1"), database.write(step(table, 1)))
            said = await asyncio.gather(*asked, return_exceptions=True)
            seconds = clock() - began
            proxy.swallows = False
            while True:  # new connections work again
                with contextlib.suppress(StoreUnavailable):
                    await database.write(step(table, 1))
                    break
            found = await database.fetch("SELECT seq FROM log WHERE table_id = ?", table)
            return [type(one).__name__ for one in said], seconds, found

    said, seconds, found = asyncio.run(scene())
    assert (said, found) == (["StoreUnavailable"] * 2, [(1,)])
    assert seconds < 8, "five, and what a busy machine adds"


def test_a_database_that_swallows_a_question_at_the_start_is_given_up(
    one_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "STARTING_SECONDS", 0.2)

    async def scene() -> None:
        async with Proxy(one_place).running() as proxy:
            proxy.deaf_to = b"server_encoding"
            with pytest.raises(StoreError, match="PostgreSQL does not answer there"):
                await asyncio.wait_for(open_database(proxy.place).open(), 30)

    asyncio.run(scene())


def test_a_listener_that_is_not_heard_connects_again(
    one_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "COMMAND_SECONDS", 0.2)

    async def scene() -> None:
        async with Proxy(one_place).running() as proxy, opened(proxy.place) as database:
            proxy.deaf_to = b"LISTEN"
            listening = asyncio.create_task(database.listen(lambda notice: None))
            await proxy.unheard.wait()
            proxy.deaf_to = None
            await asyncio.wait_for(listening, 25)

    asyncio.run(scene())
