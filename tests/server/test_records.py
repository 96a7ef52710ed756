"""Records: kept with the last move, exported in both forms, and only what a role may know."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
import pytest

from baumeister.play.records import read
from baumeister.play.verify import verify
from baumeister.server.store.database import Database
from baumeister.server.tables import commands
from tests.server.live_server import bearer
from tests.server.scene import (
    HallTable,
    Who,
    hall,
    played,
    record_of,
    table,
    web,
)
from tests.server.test_versions import made


async def nearly_over(house: Any, game: str) -> tuple[HallTable, tuple[int, int], Any]:
    """A table whose next move is the last; that move, and the whole game."""
    recorded = played(game)
    oak = await house.table(recorded, "Anna Bert", at=len(made(recorded)) - 1)
    return oak, made(recorded)[-1], recorded


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_the_record_is_kept_with_the_last_move(database: Database, game: str) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak, last, recorded = await nearly_over(house, game)
            assert await house.service.store.record(oak.id) is None
            await oak.move(*last)
            kept = await house.service.store.record(oak.id)
            assert kept is not None
            assert kept.pop("origin")["kind"] == "record"
            assert kept == orjson.loads(record_of(recorded))
            assert verify(kept)

    asyncio.run(play())


def test_the_record_is_kept_whatever_happens_in_the_same_moment(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak, (seat, action), _ = await nearly_over(house, "samara")
            await asyncio.gather(
                oak.submit("host", commands.change_table("First", None)),
                oak.submit(seat, commands.move(action), "last"),
                oak.submit("host", commands.change_table("Second", None)),
                oak.submit("host", commands.archive(True)),
            )
            assert (await oak.state()).status == "archived"
            assert await house.service.store.record(oak.id) is not None

    asyncio.run(play())


def test_a_record_over_http_is_whole_when_the_game_is_over(place: str) -> None:
    async def play() -> None:
        async with hall(place) as house:
            oak, last, recorded = await nearly_over(house, "tybor")
            await oak.move(*last)
        async with web(place) as client:
            path = f"/api/tables/{oak.id}/record"
            for who in (0, 1, "host", "watch"):
                token = bearer(oak.token(who))
                whole = (await client.get(path, headers=token)).json()
                assert whole.pop("origin")["kind"] == "record"
                assert whole == orjson.loads(record_of(recorded))
                text = await client.get(path, params={"form": "text"}, headers=token)
                assert read(text.text)[0].winners == recorded.winners
            assert (await client.get(path)).status_code == 404

    asyncio.run(play())


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_record_of_a_running_game_is_what_the_caller_may_know(place: str, form: str) -> None:
    async def play() -> None:
        async with hall(place) as house:
            oak = await house.table("tybor", "Anna Bert")
            await oak.move(0)
            state = await oak.state()
            assert state.table is not None
            whole = [state.table.record(seat) for seat in (0, 1, None, None)]
            seed = state.seed
        async with web(place) as client:
            path = f"/api/tables/{oak.id}/record"
            everybody: list[Who] = [0, 1, "host", "watch"]
            for who, expected in zip(everybody, whole, strict=True):
                token = bearer(oak.token(who))
                answer = await client.get(path, params={"form": form}, headers=token)
                assert seed not in answer.text
                if form == "json":
                    assert answer.json() == orjson.loads(orjson.dumps(expected))
                else:
                    assert (answer.status_code, answer.json()["error"]) == (409, "text_record")

    asyncio.run(play())


def test_a_game_that_has_not_started_has_no_record(place: str) -> None:
    async def play() -> None:
        async with hall(place) as house:
            oak = await house.table("tybor", "Anna -")
        async with web(place) as client:
            path = f"/api/tables/{oak.id}/record"
            answer = await client.get(path, headers=bearer(oak.token("host")))
            assert (answer.status_code, answer.json()["error"]) == (409, "not_started")

    asyncio.run(play())


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_every_role_has_the_same_record_after_the_end(game: str) -> None:
    scene = table(game, "Anna greedy")
    scene.play()
    records = [scene.table.record(seat) for seat in (0, 1, None)]
    assert records[0] == records[1] == records[2]
    assert records[0]["seed"] == scene.state.seed
