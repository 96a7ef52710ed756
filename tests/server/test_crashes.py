"""`kill -9` in mid-traffic: no acknowledged move is lost or doubled, and everybody is back soon.

Every named point once on SQLite, the points around a commit on PostgreSQL, and PostgreSQL itself:
32 kills. `python3 run.py soak` does 1,000 and more, each point often, with more tables; the
simulated world (tests/world) crashes thousands of servers in memory.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

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
from tests.server.live_server import Player, bearer, client_of, open_table
from tests.server.postgres import Postgres

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

TABLES = (Wanted("tybor", 2), Wanted("samara", 2))
WITH_A_BOT = (Wanted("samara", 1, ("greedy",)),)
AT_THE_DOOR = (Wanted("tybor", 3, most_moves=1), Wanted("samara", 2, most_moves=1))
# Each point, and how often it may be passed before the kill.
PLAYING = dict.fromkeys(list(POINTS)[:9], 30)
PLAYING |= {"while somebody comes": 4, "while a table is read": 2}
COMING = dict.fromkeys(list(POINTS)[10:16], 2)
COMMITTING = dict.fromkeys(
    ["inside the transaction", "during the commit", "after the commit, before the acknowledgement"],
    30,
)


def besiege(
    cradle: Cradle | Whole,
    place: str | Path,
    wanted: Sequence[Wanted],
    points: Mapping[str, int],
) -> Siege:
    """Kill a server when all tables are open, then at each point; everything is checked."""

    async def run() -> Siege:
        async with Mortal(cradle, place, *FEW) as server:
            siege = Siege(server, wanted, seed=1)
            await siege.run(siege.at_points(points), kills=1 + len(points))
            assert not server.tracebacks, server.tracebacks[0]
            return siege

    siege = asyncio.run(run())
    print(siege.summary())
    assert siege.kills == 1 + len(points)
    return siege


def test_the_points_are_all_there_are() -> None:
    others = ["while a bot thinks", "while the schema is made", "never, but with a quick heart"]
    assert {*PLAYING, *COMING, *others} == set(POINTS)


# --- the server on SQLite ---------------------------------------------------------------------
def test_a_server_killed_at_a_point_loses_nothing(cradle: Cradle, tmp_path: Path) -> None:
    siege = besiege(cradle, tmp_path / "tables.sqlite", TABLES, PLAYING)
    assert siege.games >= len(TABLES)


def test_a_server_killed_while_a_bot_thinks_asks_it_again(cradle: Cradle, tmp_path: Path) -> None:
    siege = besiege(cradle, tmp_path / "tables.sqlite", WITH_A_BOT, {"while a bot thinks": 3})
    assert siege.games >= 1


def test_a_server_killed_at_the_door_keeps_who_came_in(cradle: Cradle, tmp_path: Path) -> None:
    besiege(cradle, tmp_path / "tables.sqlite", AT_THE_DOOR, COMING)


def test_a_whole_server_is_back_within_seconds(tmp_path: Path) -> None:
    siege = besiege(Whole(), tmp_path / "tables.sqlite", TABLES[1:], {})
    assert siege.slowest > 0  # one that works too long on it fails in the siege


def test_a_server_killed_while_the_schema_is_made_makes_it_again(
    cradle: Cradle, tmp_path: Path
) -> None:
    async def run() -> None:
        async with Mortal(cradle, tmp_path / "tables.sqlite") as server:
            for statement in (1, 9):
                assert not await server.start("while the schema is made", statement)
            assert await server.start()
            await server.kill()
            assert await server.start("while the schema is made", 1), "it is made once"

    asyncio.run(run())


# --- the server on PostgreSQL -----------------------------------------------------------------
def test_a_server_on_postgres_killed_at_a_point_loses_nothing(
    cradle: Cradle, postgres: Postgres
) -> None:
    siege = besiege(cradle, postgres.new_database(), TABLES, COMMITTING)
    assert siege.games >= len(TABLES)


# --- PostgreSQL itself ------------------------------------------------------------------------
def test_postgres_killed_under_a_server_loses_nothing(
    cradle: Cradle, postgres_to_kill: Postgres
) -> None:
    async def run() -> Siege:
        place = postgres_to_kill.new_database()
        async with Mortal(cradle, place, *FEW) as server:
            siege = Siege(server, TABLES, seed=1)
            await siege.run(siege.of_the_store(postgres_to_kill, (0, 0.3)), kills=4)
            assert not server.tracebacks, server.tracebacks[0]
            assert server.starts == 2, "the server itself went on"
            return siege

    siege = asyncio.run(run())
    print(siege.summary())
    assert siege.games >= len(siege.wanted)


def test_without_postgres_everybody_is_told_so(cradle: Cradle, postgres_to_kill: Postgres) -> None:
    async def run() -> None:
        async with Mortal(cradle, postgres_to_kill.new_database(), *FEW) as server:
            assert await server.start()
            table = await open_table(server, "tybor", 2)
            anna, bert = Player(table, 0), Player(table, 1)
            for player in (anna, bert):
                await player.connect()
                await player.until(lambda m: m["type"] == "update")
            before = anna.now["view"]
            kill_postgres(postgres_to_kill)
            wanted = anna.legal[0]
            answer = await anna.submit("move", id="mine", action=wanted, seen=anna.seq)
            assert (answer["type"], answer["error"]) == ("refused", "unavailable")
            async with client_of(server.url) as client:
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
                postgres_to_kill.start()
                while (await client.get("/health")).status_code == 503:
                    await asyncio.sleep(0.05)
                await bert.send({"type": "ping"})
                assert (await bert.until(lambda m: m["type"] == "pong"))["n"] == 0
                snapshot = (await client.get(table.path, headers=bearer(table.seats[0]))).json()
                assert snapshot["view"] == before, "the move that was not acknowledged is not there"
            while answer.get("error") == "unavailable":
                await asyncio.sleep(0.1)
                answer = await anna.submit("move", id="mine", action=wanted, seen=anna.seq)
            assert answer["type"] == "ack"
            if bert.seq < answer["seq"]:
                await bert.until(lambda m: m["type"] == "update" and m["seq"] == answer["seq"])
            assert (await anna.submit("move", id="mine", action=wanted))["again"]

    asyncio.run(run())
