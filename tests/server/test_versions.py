"""Tables of other versions of the rules or cards: they go on if they can, or are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import httpx
import orjson
import pytest

from baumeister.play.verify import verify
from baumeister.server.store.database import Database, Statement
from baumeister.server.tables import commands
from baumeister.server.tables.errors import Rejected
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.state import TableState
from tests.server.conftest import opened
from tests.server.live_server import bearer
from tests.server.scene import (
    Bots,
    HallTable,
    Scene,
    Time,
    hall,
    played,
    record_of,
    refusal,
    table,
    web,
)

OLDER = [{"rules": 0}, {"data": "of another year"}]


def aged(log: Sequence[LogEntry], versions: dict[str, Any]) -> list[LogEntry]:
    """A log as another version of the program has written it."""
    return [
        entry._replace(body={**entry.body, **versions})
        if entry.kind in ("opened", "started")
        else entry
        for entry in log
    ]


def read_again(scene: Scene, versions: dict[str, Any]) -> Scene:
    scene.log = aged(scene.log, versions)
    scene.state = TableState("oak")
    for entry in scene.log:
        scene.state.fold(entry)
    return scene


# --- running ----------------------------------------------------------------------------------
@pytest.mark.parametrize("versions", OLDER)
@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_a_running_game_of_another_version_is_kept(game: str, versions: dict[str, Any]) -> None:
    scene = table(game, "Anna greedy", clock=(60_000, 0))
    while scene.state.bots_to_ask:
        scene.bot_moves(1)
    scene.move(0)
    kept = read_again(scene, versions)
    shown = kept.snapshot(0)
    assert shown["table"]["status"] == "kept"
    assert [seat["name"] for seat in shown["table"]["seats"]] == ["Anna", "Greedy"]
    assert (shown["view"], shown["question"], shown["events"]) == (None, None, [])
    assert kept.state.waiting_for == kept.state.bots_to_ask == []
    assert kept.state.due(kept.time.now) is None


def test_what_is_kept_is_refused_with_a_clear_reason() -> None:
    scene = table("tybor", "Anna Bert")
    scene.move(0)
    kept = read_again(scene, {"rules": 0})
    for command in (
        commands.move(0),
        commands.take_back(),
        commands.ask_undo(),
        commands.answer_undo(True),
    ):
        with pytest.raises(Rejected, match="rules version 0") as refused:
            kept.submit(1, command)
        assert "Regelversion 0" in refused.value.text("de")
    assert refusal(lambda: kept.submit("host", commands.start())) == "has_started"
    kept.submit(0, commands.hand(0, "greedy"))
    kept.submit("host", commands.archive(True))
    assert kept.status() == "archived"
    kept.submit("host", commands.archive(False))
    assert kept.status() == "kept"


@pytest.mark.parametrize("versions", OLDER)
def test_the_reason_names_the_versions_of_the_game_and_ours(versions: dict[str, Any]) -> None:
    scene = table("samara", "Anna Bert")
    ours = {key: scene.log[0].body[key] for key in ("rules", "data")}
    theirs = {**ours, **versions}
    kept = read_again(scene, versions)
    with pytest.raises(Rejected) as refused:
        kept.submit(0, commands.move(0))
    named = "rules version {rules} and data {data}".format(**theirs)
    assert f"{named}, but this program has {ours['rules']} and {ours['data']};" in str(
        refused.value
    )


def test_what_is_kept_goes_on_with_the_release_that_has_its_rules() -> None:
    scene = table("tybor", "Anna Bert")
    scene.move(0)
    before = scene.snapshot(0)
    versions = {key: scene.log[0].body[key] for key in ("rules", "data")}
    read_again(scene, {"rules": 0})
    read_again(scene, versions)
    assert scene.snapshot(0) == before


# --- open -------------------------------------------------------------------------------------
@pytest.mark.parametrize("versions", OLDER)
def test_an_open_table_of_another_version_starts_with_the_rules_of_today(
    versions: dict[str, Any],
) -> None:
    scene = read_again(table("tybor", "Anna -"), versions)
    assert scene.status() == "open"
    scene.join(1, "Bert")
    scene.start()
    assert scene.status() == "running"
    assert scene.snapshot(0)["table"]["rules_version"] == scene.state.game.rules.rules_version
    scene.play()
    assert scene.folded_again().status == "over"


def test_an_open_table_from_a_record_of_another_version_does_not_start() -> None:
    scene = read_again(table(played("samara"), "Anna Bert", at=9, start=False), {"rules": 0})
    assert refusal(scene.start) == "kept"
    assert scene.status() == "open"


# --- in the store -----------------------------------------------------------------------------
async def age(database: Database, oak: HallTable) -> None:
    """Make the rules of a table older than the program."""
    entries = aged(await oak.log(), {"rules": 0})
    sql = "UPDATE log SET checksum = NULL, body = ? WHERE table_id = ? AND seq = ?"
    bodies = [(orjson.dumps(entry.body).decode(), oak.id, entry.seq) for entry in entries]
    await database.write([Statement(sql, values) for values in bodies])


def test_bots_and_clocks_of_what_is_kept_are_left_alone(place: str) -> None:
    async def play() -> None:
        time, bots = Time(), Bots(slow=True)
        async with opened(place) as database:
            async with hall_on(database, time, bots) as house:
                oak = await house.table("tybor", "Anna greedy", clock=(60_000, 0))
                await house.until(lambda: len(bots.asked) == 1)
                await age(database, oak)
            async with hall_on(database, time, bots) as house:
                assert len(bots.asked) == 1
                assert await house.service.store.overdue(time.now) == []
                assert (await oak.at(house).snapshot(0))["table"]["status"] == "kept"

    asyncio.run(play())


def hall_on(database: Database, time: Time, bots: Bots) -> Any:
    """A service on a database that stays open."""
    return hall(_Open(database), time, bots)


class _Open:
    """A database that is open already, and stays so."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass


async def export(client: httpx.AsyncClient, oak: HallTable, form: str = "json") -> httpx.Response:
    path = f"/api/tables/{oak.id}/record"
    return await client.get(path, params={"form": form}, headers=bearer(oak.token("watch")))


@pytest.mark.parametrize("game", ["tybor", "samara"])
@pytest.mark.parametrize("archived", [False, True])
def test_a_finished_game_of_another_version_exports_its_record(
    place: str, game: str, archived: bool
) -> None:
    async def play() -> None:
        recorded = played(game)
        async with hall(place) as house:
            oak = await house.table(recorded, "Anna Bert", at=len(made(recorded)) - 1)
            await oak.move(*made(recorded)[-1])
            await age(house.service.store.database, oak)
        async with web(place) as client:
            path, host = f"/api/tables/{oak.id}", bearer(oak.token("host"))
            assert (await client.get(path, headers=host)).json()["table"]["status"] == "kept"
            if archived:
                command = {"archived": True}
                assert (await client.patch(path, json=command, headers=host)).is_success
            record = await export(client, oak)
            whole = record.json()
            assert verify(whole)
            assert whole.pop("origin")["kind"] == "record"
            assert whole == orjson.loads(record_of(recorded))
            text = await export(client, oak, "text")
            assert (text.status_code, text.json()["error"]) == (409, "kept")
            clone = await client.post(f"{path}/clone", json={"at": 0}, headers=host)
            assert (clone.status_code, clone.json()["error"]) == (409, "kept")
        async with opened(place) as database:
            ((listing,),) = await database.fetch("SELECT listing FROM tables")
            assert orjson.loads(str(listing))["result"]["winners"] == recorded.winners

    asyncio.run(play())


def made(recorded: Any) -> list[tuple[int, int]]:
    return [(move.seat, move.action) for move in recorded.canonical().moves if not move.forced]


def test_a_running_game_of_another_version_has_no_record_to_export(place: str) -> None:
    async def play() -> None:
        async with hall(place) as house:
            oak = await house.table("tybor", "Anna Bert")
            await age(house.service.store.database, oak)
        async with web(place) as client:
            answer = await export(client, oak)
            assert (answer.status_code, answer.json()["error"]) == (409, "kept")
            assert "rules version 0" in answer.json()["message"]
            move = await client.post(
                f"/api/tables/{oak.id}/moves",
                json={"id": "x", "action": 0},
                headers=bearer(oak.token(0)),
            )
            assert (move.status_code, move.json()["error"]) == (409, "kept")
            assert move.json()["now"]["table"]["status"] == "kept"

    asyncio.run(play())
