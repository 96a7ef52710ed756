"""`kill -9` in mid-traffic: no acknowledged move is lost or doubled, and everybody is back soon.

217 kills in all; `python3 run.py soak` does 1,000 and more.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import pytest

from tests.server.cradle import POINTS
from tests.server.crashes import (
    FEW,
    Cradle,
    Mortal,
    Siege,
    Wanted,
    Whole,
    kill_postgres,
)
from tests.server.house import Player, bearer, open_table
from tests.server.postgres import Postgres, running

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

TABLES = (Wanted("tybor", 2), Wanted("samara", 2), Wanted("tybor", 4))
WITH_BOTS = (Wanted("tybor", 1, ("greedy",)), Wanted("samara", 1, ("greedy", "greedy")))
AT_THE_DOOR = (Wanted("tybor", 3, most_moves=1), Wanted("samara", 2, most_moves=1))
PLAYING = list(POINTS)[:9]
COMING = list(POINTS)[10:16]
RARE = {"while somebody comes": 8, "while a table is read": 3}  # how often they are passed


def besiege(
    cradle: Cradle | Whole,
    place: str | Path,
    wanted: Sequence[Wanted],
    kills: int,
    point: str | None = None,
    seed: int = 1,
) -> Siege:
    """Kill a server so often; everything is checked on the way."""

    most = 3 if point in (*COMING, "while a bot thinks") else RARE.get(point or "", 30)

    async def run() -> Siege:
        async with Mortal(cradle, place, *FEW) as server:
            siege = Siege(server, wanted, seed)
            assault = siege.at_random if point is None else siege.at_point(point, most)
            await siege.run(assault, kills)
            assert not server.tracebacks, server.tracebacks[0]
            return siege

    siege = asyncio.run(run())
    print(siege.summary())
    assert siege.kills == kills
    return siege


# --- the server on SQLite ---------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(2))
def test_a_server_killed_at_random_times_loses_nothing(
    cradle: Cradle, tmp_path: Path, seed: int
) -> None:
    siege = besiege(cradle, tmp_path / "tables.sqlite", TABLES, kills=20, seed=seed)
    assert siege.games >= len(TABLES)


def test_a_server_killed_among_bots_loses_nothing(cradle: Cradle, tmp_path: Path) -> None:
    siege = besiege(cradle, tmp_path / "tables.sqlite", WITH_BOTS, kills=8)
    assert siege.games >= len(WITH_BOTS)


def test_a_whole_server_is_back_within_seconds(tmp_path: Path) -> None:
    siege = besiege(Whole(), tmp_path / "tables.sqlite", TABLES[:2], kills=4)
    assert siege.slowest > 0  # whoever takes too long makes the siege itself lose patience


@pytest.mark.parametrize("point", PLAYING)
def test_a_server_killed_at_a_point_loses_nothing(
    cradle: Cradle, tmp_path: Path, point: str
) -> None:
    siege = besiege(cradle, tmp_path / "tables.sqlite", TABLES, kills=6, point=point)
    assert siege.games >= len(TABLES)


def test_a_server_killed_while_a_bot_thinks_asks_it_again(cradle: Cradle, tmp_path: Path) -> None:
    place = tmp_path / "tables.sqlite"
    besiege(cradle, place, WITH_BOTS, kills=5, point="while a bot thinks")


@pytest.mark.parametrize("point", COMING)
def test_a_server_killed_at_the_door_keeps_who_came_in(
    cradle: Cradle, tmp_path: Path, point: str
) -> None:
    besiege(cradle, tmp_path / "tables.sqlite", AT_THE_DOOR, kills=5, point=point)


def test_a_server_killed_while_the_schema_is_made_makes_it_again(
    cradle: Cradle, tmp_path: Path
) -> None:
    async def run() -> None:
        async with Mortal(cradle, tmp_path / "tables.sqlite") as server:
            for statement in (1, 2, 9):
                assert not await server.start("while the schema is made", statement)
            assert await server.start()
            await server.kill()
            assert await server.start("while the schema is made", 1), "it is made once"

    asyncio.run(run())


# --- the server on PostgreSQL -----------------------------------------------------------------
@pytest.mark.parametrize("seed", range(2))
def test_a_server_on_postgres_killed_at_random_times_loses_nothing(
    cradle: Cradle, postgres: Postgres, seed: int
) -> None:
    siege = besiege(cradle, postgres.new_database(), TABLES, kills=12, seed=seed)
    assert siege.games >= len(TABLES)


@pytest.mark.parametrize("point", PLAYING)
def test_a_server_on_postgres_killed_at_a_point_loses_nothing(
    cradle: Cradle, postgres: Postgres, point: str
) -> None:
    besiege(cradle, postgres.new_database(), TABLES, kills=4, point=point)


# --- PostgreSQL itself ------------------------------------------------------------------------
@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """One that nobody else uses: it is killed."""
    with running() as server:
        yield server


def test_postgres_killed_under_a_server_loses_nothing(
    cradle: Cradle, own_postgres: Postgres
) -> None:
    async def run() -> Siege:
        place = own_postgres.new_database()
        async with Mortal(cradle, place, *FEW) as server:
            siege = Siege(server, (*TABLES, WITH_BOTS[0]), 1)
            await siege.run(siege.of_the_store(own_postgres), kills=12)
            assert not server.tracebacks, server.tracebacks[0]
            assert server.starts == 2, "the server itself went on"
            return siege

    siege = asyncio.run(run())
    print(siege.summary())
    assert siege.games >= len(siege.wanted)


def test_without_postgres_everybody_is_told_so(cradle: Cradle, own_postgres: Postgres) -> None:
    async def run() -> None:
        async with Mortal(cradle, own_postgres.new_database(), *FEW) as server:
            assert await server.start()
            table = await open_table(server, "tybor", 2)
            anna, bert = Player(table, 0), Player(table, 1)
            for player in (anna, bert):
                await player.connect()
                await player.until(lambda m: m["type"] == "update")
            before = anna.now["view"]
            kill_postgres(own_postgres)
            wanted = anna.legal[0]
            answer = await anna.wish("move", id="mine", action=wanted, seen=anna.seq)
            assert (answer["type"], answer["error"]) == ("refused", "unavailable")
            async with httpx.AsyncClient(base_url=server.url, timeout=30) as client:
                for path in ("/health", "/api/lobby", table.path):
                    found = await client.get(path, headers=bearer(table.seats[0]))
                    assert found.status_code == 503, path
                opening = {"game": "tybor", "seats": [{"kind": "me"}, {"kind": "me"}]}
                found = await client.post("/api/tables", json=opening)
                assert (found.status_code, found.json()["error"]) == (503, "unavailable")
                carla = Player(table, None)
                await carla.connect()
                told = await carla.receive()
                assert (told["type"], told["error"]) == ("error", "unavailable")
                own_postgres.start()
                await bert.send({"type": "ping"})
                assert (await bert.until(lambda m: m["type"] == "pong"))["n"] == 0
                picture = (await client.get(table.path, headers=bearer(table.seats[0]))).json()
                assert picture["view"] == before, "the move that was not acknowledged is not there"
            while answer.get("error") == "unavailable":
                await asyncio.sleep(0.1)
                answer = await anna.wish("move", id="mine", action=wanted, seen=anna.seq)
            assert answer["type"] == "ack"
            if bert.seq < answer["seq"]:
                await bert.until(lambda m: m["type"] == "update" and m["seq"] == answer["seq"])
            assert (await anna.wish("move", id="mine", action=wanted))["again"]

    asyncio.run(run())
