"""Lists of tables: the lobby, its order and its pages; what a table's listing says."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from baumeister.server.store.database import Database
from baumeister.server.store.store import LATEST, LOBBY
from baumeister.server.tables import commands
from baumeister.server.tables.snapshots import listing
from baumeister.server.tables.subscribers import Subscriber
from tests.server import conftest
from tests.server.scene import (
    HOUR,
    MINUTE,
    Bots,
    Hall,
    HallTable,
    hall,
    played,
    table,
    web,
)
from tests.server.test_versions import made


async def shown(house: Hall, most: int = 50) -> list[str]:
    """The names in the lobby, page by page."""
    names: list[str] = []
    after = None
    while page := await house.service.store.lobby(after, most):
        assert len(page) <= most
        names += [str(one["name"]) for one in page]
        after = page[-1]["mark"]
    return names


async def opened(house: Hall, name: str, seats: str = "Anna -", **wanted: Any) -> HallTable:
    house.time.passes(MINUTE)
    return await house.table("tybor", seats, **{"public": True, "name": name, **wanted})


@pytest.mark.parametrize("most", [1, 2, 3, 50])
def test_open_tables_come_first_and_then_those_with_people(database: Database, most: int) -> None:
    async def play() -> None:
        async with hall(database) as house:
            await opened(house, "open 1")
            running = await opened(house, "running 1", "Anna Bert")
            await opened(house, "running 2", "Anna Bert")
            await opened(house, "open 2")
            assert await shown(house, most) == ["open 2", "open 1", "running 2", "running 1"]
            await house.service.activity.note()
            house.time.passes(MINUTE)
            await running.move(0)
            await house.service.activity.note()
            assert await shown(house, most) == ["open 2", "open 1", "running 1", "running 2"]

    asyncio.run(play())


def test_a_table_is_alive_while_people_are_there_and_not_because_of_bots(
    database: Database,
) -> None:
    async def play() -> None:
        bots = Bots(slow=True)
        async with hall(database, bots=bots) as house:
            oak = await opened(house, "people", "Anna Bert")
            elm = await opened(house, "spectators", "Anna Bert")
            await opened(house, "bots", "greedy greedy")
            await house.service.activity.note()
            await house.service.subscribe(oak.id, Subscriber(oak.token(0), "en", 0))
            await house.service.subscribe(elm.id, Subscriber(elm.token("watch"), "en", 0))
            house.time.passes(MINUTE)
            for number in range(4):
                await house.until(lambda number=number: len(bots.asked) > number)  # type: ignore[misc]
                bots.say(number)
            await house.service.activity.note()
            assert (await shown(house))[0] == "people"

    asyncio.run(play())


def test_tables_that_nobody_visits_leave_the_lobby_and_come_back_with_people(
    database: Database,
) -> None:
    async def play() -> None:
        async with hall(database, lobby_hours=24) as house:
            old = await opened(house, "old")
            house.time.passes(25 * HOUR)
            await opened(house, "new")
            assert [one["name"] for one in await house.service.lobby(None, 50)] == ["new"]
            house.time.passes(MINUTE)
            await old.submit("host", commands.change_table("old again", None))
            await house.service.activity.note()
            found = await house.service.lobby(None, 50)
            assert [one["name"] for one in found] == ["old again", "new"]

    asyncio.run(play())


def test_the_lobby_is_read_from_an_index_without_sorting(tmp_path: Path) -> None:
    async def play() -> None:
        async with conftest.opened(str(tmp_path / "store.db")) as found:
            values = ("open", 0, LATEST, LATEST, "", 50)
            plan = await found.fetch(f"EXPLAIN QUERY PLAN {LOBBY}", *values)
            steps = [str(row[-1]) for row in plan]
            assert len(steps) == 1
            assert "USING INDEX tables_in_lobby (status=? AND active>? AND active<?)" in steps[0]

    asyncio.run(play())


@pytest.mark.parametrize("most", [1, 2, 4])
def test_tables_that_changed_in_the_same_moment_are_all_listed(
    database: Database, most: int
) -> None:
    async def play() -> None:
        async with hall(database) as house:
            for k in range(5):
                await house.table("tybor", "Anna -", public=True, name=f"table {k}")
            names = await shown(house, most)
            assert sorted(names) == [f"table {k}" for k in range(5)]

    asyncio.run(play())


def test_private_archived_and_finished_tables_are_not_listed(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            await opened(house, "private", public=False)
            away = await opened(house, "put away")
            hidden = await opened(house, "made private")
            recorded = played("samara")
            over = await house.table(
                recorded, "Anna Bert", at=len(made(recorded)) - 1, public=True, name="over"
            )
            assert await shown(house) == ["made private", "put away", "over"]
            await away.submit("host", commands.archive(True))
            await hidden.submit("host", commands.change_table(None, False))
            await over.move(*made(recorded)[-1])
            assert await shown(house) == []
            await away.submit("host", commands.archive(False))
            await hidden.submit("host", commands.change_table("found again", True))
            assert sorted(await shown(house)) == ["found again", "put away"]

    asyncio.run(play())


def test_the_lobby_over_http_goes_on_where_a_page_ended(place: str) -> None:
    async def play() -> None:
        async with web(place) as client:
            for name in ("one", "two", "three"):
                seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]
                command = {"game": "samara", "seats": seats, "public": True, "name": name}
                assert (await client.post("/api/tables", json=command)).status_code == 201
            names, query = [], {"most": "2"}
            while page := (await client.get("/api/lobby", params=query)).json():
                names += [one["name"] for one in page]
                query["after"] = page[-1]["mark"]
            assert sorted(names) == ["one", "three", "two"]
            for wrong in ("x", "over.1.x", "open.x.y", "open.1", "open.99999999999999999.x"):
                answer = await client.get("/api/lobby", params={"after": wrong})
                assert answer.status_code == 422

    asyncio.run(play())


# --- what a listing says ----------------------------------------------------------------------
def test_a_listing_says_who_sits_there_and_whose_turn_it_is() -> None:
    scene = table("samara", "Anna Bert greedy", seed="8", clock=(60_000, 5_000), name="Friday")
    shown = listing(scene.state)
    assert (shown["id"], shown["game"], shown["name"]) == ("oak", "samara", "Friday")
    assert (shown["status"], shown["waiting_for"]) == ("running", [0])
    assert shown["clock"] == [60_000, 5_000]
    assert shown["seats"][2] == {"name": "Greedy", "kind": "bot", "bot": "greedy"}
    assert shown["result"] is None
    scene.submit(0, commands.hand(0, "random"))
    assert listing(scene.state)["seats"][0] == {"name": "Anna", "kind": "person", "bot": "random"}


def test_a_listing_of_a_finished_game_has_the_result() -> None:
    scene = table("samara", "Anna Bert")
    scene.play()
    totals = [score["total"] for score in scene.table.scores()]
    assert listing(scene.state)["result"] == {"scores": totals, "winners": scene.table.winners}
    assert listing(scene.state)["waiting_for"] == []


def test_a_listing_of_an_open_table_shows_which_seats_are_free() -> None:
    scene = table("tybor", "Anna - greedy")
    assert [seat["kind"] for seat in listing(scene.state)["seats"]] == ["person", "open", "bot"]


def test_a_listing_does_not_tell_what_was_chosen() -> None:
    first, second = (table("tybor", "Anna Bert", seed="1") for _ in range(2))
    low, high = first.table.legal(0)[0], first.table.legal(0)[-1]
    first.move(0, low)
    second.move(0, high)
    assert listing(first.state) == listing(second.state)


def test_the_list_follows_what_happens(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await opened(house, "oak", "Anna Bert")
            for expected in ([1], [0, 1]):
                command = commands.take_back() if 0 not in (await oak.state()).waiting_for else None
                await (oak.move(0) if command is None else oak.submit(0, command))
                (one,) = await house.service.store.lobby(None, 5)
                assert sorted(one["waiting_for"]) == expected

    asyncio.run(play())
