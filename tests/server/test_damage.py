"""Stores that are damaged, or whose files somebody has deleted: what is lost is noticed, and
everything else goes on."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from baumeister.cli.main import main
from baumeister.server.store import sqlite as sqlite_module
from baumeister.server.store.backup import Content, back_up, restore
from baumeister.server.store.database import (
    Database,
    Statement,
    StoreError,
    StoreGone,
    StoreUnavailable,
    open_database,
)
from baumeister.server.store.sqlite import accept_incomplete, wal_of
from baumeister.server.store.store import Store
from baumeister.server.tables import commands
from baumeister.server.tables.errors import DamagedTable, Unavailable
from baumeister.server.tables.subscribers import Subscriber
from tests.server.conftest import opened
from tests.server.scene import Bots, Hall, HallTable, hall, web

DAMAGES = {
    "another body": "UPDATE log SET body = replace(body, '\"seat\":0', '\"seat\":1')"
    " WHERE table_id = ? AND seq = 3",
    "another time": "UPDATE log SET at = at + 1 WHERE table_id = ? AND seq = 2",
    "no JSON": "UPDATE log SET body = '{', checksum = NULL WHERE table_id = ? AND seq = 2",
    "a kind that is none": "UPDATE log SET kind = 'x', checksum = NULL WHERE table_id = ?",
    "a gap": "DELETE FROM log WHERE table_id = ? AND seq = 2",
    "no end": "DELETE FROM log WHERE table_id = ? AND seq = 3",
    "no log": "DELETE FROM log WHERE table_id = ?",
    "another number": "UPDATE tables SET seq = seq + 1 WHERE id = ?",
}


async def two_tables(house: Hall) -> tuple[HallTable, HallTable]:
    """Two tables with a move each."""
    tables = []
    for _ in range(2):
        tables.append(await house.table("tybor", "Anna Bert", public=True))
        await tables[-1].move(0)
    return tables[0], tables[1]


# --- a log that is not what was written -------------------------------------------------------
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_is_named_and_the_others_go_on(
    place: str, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with hall(place) as house:
            bad, good = await two_tables(house)
            await house.service.store.database.write([Statement(DAMAGES[damage], (bad.id,))])
        async with hall(place) as house:
            for _ in range(3):
                with pytest.raises(DamagedTable, match="its log is damaged"):
                    await bad.at(house).move(1)
            assert len(house.service.quarantine) == 1
            await good.at(house).move(1)
            assert len(house.service.cache) == 1

    asyncio.run(play())
    assert caplog.text.count("a table is damaged") == 1


def test_people_and_operators_are_told(place: str) -> None:
    async def play() -> None:
        async with hall(place) as house:
            bad, good = await two_tables(house)
            await house.service.store.database.write([Statement(DAMAGES["a gap"], (bad.id,))])
        async with web(place) as client:
            header = {"Authorization": f"Bearer {bad.token(0)}"}
            for path in (f"/api/tables/{bad.id}", f"/api/tables/{bad.id}/record"):
                answer = await client.get(path, headers=header)
                assert (answer.status_code, answer.json()["error"]) == (410, "damaged")
            assert (await client.get(f"/api/tables/{good.id}")).status_code == 200
            assert (await client.get("/api/lobby")).status_code == 200
            health = await client.get("/health")
            assert health.status_code == 200
            assert health.json()["damaged_tables"] == 1
            assert "baumeister_damaged_tables 1.0" in (await client.get("/metrics")).text

    asyncio.run(play())


def test_a_table_that_was_repaired_is_opened_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with hall(database) as house:
            bad, _ = await two_tables(house)
            house.service.tables.clear()
            await database.write([Statement(DAMAGES["another number"], (bad.id,))])
            with pytest.raises(DamagedTable):
                await bad.state()
            repair = "UPDATE tables SET seq = seq - 1 WHERE id = ?"
            await database.write([Statement(repair, (bad.id,))])
            with pytest.raises(DamagedTable):  # it is not read each time
                await bad.state()
            monkeypatch.setattr("baumeister.server.tables.quarantine.monotonic", lambda: 1e12)
            assert (await bad.state()).seq == 3
            assert len(house.service.quarantine) == 0

    asyncio.run(play())


def test_whoever_looks_at_a_table_learns_that_it_is_damaged(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            bad, _ = await two_tables(house)
            subscriber = Subscriber(bad.token(0), "en", 0)
            await house.service.subscribe(bad.id, subscriber)
            await subscriber.take()
            await database.write([Statement(DAMAGES["another time"], (bad.id,))])
            house.service.tables[bad.id].forget()
            with pytest.raises(DamagedTable):
                await bad.state()
            assert await asyncio.wait_for(subscriber.take(), 30) == []
            assert subscriber.closed == "damaged"

    asyncio.run(play())


def test_a_damaged_record_is_not_handed_out(database: Database) -> None:
    async def play() -> None:
        async with opened(database):
            kept = "INSERT INTO records (table_id, record, checksum) VALUES (?, ?, ?)"
            await database.write([Statement(kept, ("oak", "{}", "0"))])
            await database.write([Statement(kept, ("elm", "{", None))])
            await database.write([Statement(kept, ("fir", '{"old": 1}', None))])
            for table in ("oak", "elm"):
                with pytest.raises(DamagedTable):
                    await Store(database).record(table)
            assert await Store(database).record("fir") == {"old": 1}

    asyncio.run(play())


def test_a_damaged_listing_does_not_empty_the_lobby(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            bad, good = await two_tables(house)
            spoiled = "UPDATE tables SET listing = '{\"ga' WHERE id = ?"
            await database.write([Statement(spoiled, (bad.id,))])
            assert [one["id"] for one in await house.service.store.lobby(None, 9)] == [good.id]

    asyncio.run(play())


# --- flipped bytes ----------------------------------------------------------------------------
def flip(path: Path, chance: Random, tables: list[HallTable]) -> None:
    """Change ten bytes in the first entry of each table."""
    content = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as database:
        for table in tables:
            sql = "SELECT body FROM log WHERE table_id = ? AND seq = 1"
            (body,) = database.execute(sql, (table.id,)).fetchone()
            begin = content.index(body[:200].encode())
            for place in chance.sample(range(begin, begin + 200), 10):
                content[place] ^= chance.randrange(1, 256)
    path.write_bytes(content)


@pytest.mark.parametrize("seed", range(6))
def test_thirty_flipped_bytes_are_no_failure_of_the_server(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "store.db"

    async def play() -> None:
        tables = []
        async with hall(str(path)) as house:
            for _ in range(8):
                tables.append((await two_tables(house))[0])
        flip(path, Random(seed), tables[:3])
        async with web(str(path)) as client:
            assert [await status(client, table) for table in tables] == [410] * 3 + [200] * 5
            health = (await client.get("/health")).json()
            assert health["damaged_tables"] == 3
            assert (await client.get("/api/lobby")).status_code == 200

    asyncio.run(play())


async def status(client: httpx.AsyncClient, table: HallTable) -> int:
    header = {"Authorization": f"Bearer {table.token(0)}"}
    return (await client.get(f"/api/tables/{table.id}", headers=header)).status_code


def test_bytes_that_are_no_text_are_damage_of_one_table(tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    async def play() -> None:
        async with hall(str(path)) as house:
            bad, good = await two_tables(house)
        content = path.read_bytes()
        at = content.index(b'{"seat":0', content.index(f"{bad.id}".encode()))
        path.write_bytes(content[:at] + b"\xff\xfe" + content[at + 2 :])
        async with hall(str(path)) as house:
            states = []
            for table in (bad, good):
                try:
                    states.append((await table.at(house).state()).seq)
                except DamagedTable:
                    states.append(0)
            assert sorted(states) == [0, 3]

    asyncio.run(play())


def test_a_damaged_page_hurts_those_who_meet_it(tmp_path: Path) -> None:
    """SQLite itself refuses what it finds there, in queries and in writes."""
    path = tmp_path / "store.db"

    async def play() -> None:
        async with hall(str(path)) as house:
            tables = [table for _ in range(40) for table in await two_tables(house)]
        spoil_a_page_of_the_log(path)
        async with hall(str(path)) as house:
            found: dict[str, list[HallTable]] = {"damaged": [], "sound": []}
            for table in tables:
                try:
                    await table.at(house).state()
                    found["sound"].append(table)
                except DamagedTable:
                    found["damaged"].append(table)
            assert found["damaged"]
            assert found["sound"]
            moved = [table.at(house).move(1) for table in found["sound"]]
            results = await asyncio.gather(*moved, return_exceptions=True)
            assert {type(one) for one in results} <= {type(results[0]), Unavailable}
            assert sum(not isinstance(one, Exception) for one in results) > 0

    asyncio.run(play())
    content = back_up(str(path), tmp_path / "backup.sqlite")
    assert content.damaged
    assert content.tables == 80
    assert restore(tmp_path / "backup.sqlite", str(tmp_path / "new.db")) == content


def spoil_a_page_of_the_log(path: Path) -> None:
    """Make one leaf of the log's rows unreadable for SQLite."""
    with closing(sqlite3.connect(path)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'log'"
        ).fetchone()
    content = bytearray(path.read_bytes())
    page = (root - 1) * size
    assert content[page] == 5  # an inner page: the log has several leaves
    first = int.from_bytes(content[page + 12 : page + 14])
    leaf = (int.from_bytes(content[page + first : page + first + 4]) - 1) * size
    assert content[leaf] == 13
    content[leaf : leaf + size] = b"\xa5" * size
    path.write_bytes(content)


# --- backups ----------------------------------------------------------------------------------
def test_a_backup_and_its_restore_name_damaged_tables(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> HallTable:
        async with hall(place) as house:
            bad, _ = await two_tables(house)
            damage = Statement(DAMAGES["another body"], (bad.id,))
            await house.service.store.database.write([damage])
            return bad

    bad = asyncio.run(play())
    file, new = tmp_path / "backup.sqlite", tmp_path / "new.db"
    assert main(["backup", str(file), "--store", place, "--lang", "en"]) == 1
    assert f"damaged: {bad.id}" in capsys.readouterr().err
    assert main(["restore", str(file), "--store", str(new), "--lang", "de"]) == 1
    assert f"beschädigt: {bad.id}" in capsys.readouterr().err
    assert back_up(str(new), tmp_path / "again.sqlite") == Content(2, 6, (bad.id,))


# --- files that somebody deletes --------------------------------------------------------------
def remove(path: Path) -> None:
    path.unlink()


def replace_by_a_copy(path: Path) -> None:
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    os.replace(copy, path)


@pytest.mark.parametrize("harm", [remove, replace_by_a_copy])
def test_nothing_is_acknowledged_after_the_file_was_deleted_or_replaced(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    path = tmp_path / "store.db"

    async def play() -> None:
        async with hall(str(path)) as house:
            oak, elm = await two_tables(house)
            database: Any = house.service.store.database
            await database.check()
            saved = tmp_path / "saved"
            os.link(path, saved)
            harm(path)
            action = (await oak.snapshot(1))["view"]["legal"][0]
            for _ in range(2):
                with pytest.raises(Unavailable):
                    await oak.submit(1, commands.move(action), "key")
            with pytest.raises(StoreGone, match=r"deleted or replaced store\.db"):
                await database.check()
            with pytest.raises(StoreGone):
                await house.service.heartbeat.beat()
            os.replace(saved, path)  # the very file is back
            assert (await oak.submit(1, commands.move(action), "key")).seq == 4
            await database.check()
            assert len(await elm.log()) == 3

    asyncio.run(play())


def test_health_says_that_the_file_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    async def play() -> None:
        async with web(str(path)) as client:
            assert (await client.get("/health")).status_code == 200
            path.unlink()
            health = await client.get("/health")
            assert health.status_code == 503
            assert health.json()["reason"] == "somebody has deleted or replaced store.db"
            seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "bot": "greedy"}]
            opening = {"game": "tybor", "seats": seats}
            assert (await client.post("/api/tables", json=opening)).status_code == 503

    asyncio.run(play())


@pytest.mark.parametrize("ending", [["-wal"], ["-shm"], ["-wal", "-shm"]])
def test_a_wal_that_is_deleted_while_the_server_runs_is_saved(
    tmp_path: Path, ending: list[str]
) -> None:
    path = tmp_path / "store.db"

    async def play() -> None:
        async with hall(str(path)) as house:
            oak, elm = await two_tables(house)
            for end in ending:
                path.with_name(path.name + end).unlink()
            action = (await oak.snapshot(1))["view"]["legal"][0]
            with pytest.raises(Unavailable):  # not before it is safe
                await oak.submit(1, commands.move(action), "key")
            assert (await oak.submit(1, commands.move(action), "key")).seq == 4
            await elm.move(1)
            copy = copied(path, tmp_path / "copy")
        with closing(sqlite3.connect(copy)) as found:
            moves = "SELECT count(*) FROM log WHERE table_id = ? AND kind = 'moved'"
            assert [found.execute(moves, (one.id,)).fetchone() for one in (oak, elm)] == [(2,)] * 2

    asyncio.run(play())


def copied(path: Path, folder: Path, without: tuple[str, ...] = ()) -> Path:
    """The files as they would be found after kill -9."""
    folder.mkdir()
    for end in ("", "-wal"):
        found = path.with_name(path.name + end)
        if end not in without and found.exists():
            shutil.copy(found, folder / found.name)
    return folder / path.name


def test_a_wal_that_was_replaced_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    async def play() -> None:
        async with hall(str(path)) as house:
            oak, _ = await two_tables(house)
            replace_by_a_copy(wal_of(path))
            for _ in range(2):
                with pytest.raises(Unavailable):
                    await oak.move(1)
            with pytest.raises(StoreGone, match=r"store\.db-wal"):
                await house.service.store.database.check()
            wal_of(path).unlink()
            assert len((await oak.state()).choices) in (1, 2)
            await house.service.store.database.check()

    asyncio.run(play())


def test_a_start_notices_that_the_wal_is_missing(tmp_path: Path) -> None:
    async def play() -> tuple[Path, Path, HallTable]:
        path = tmp_path / "store.db"
        async with hall(str(path)) as house:
            oak, _ = await two_tables(house)
            whole = copied(path, tmp_path / "whole")
            torn = copied(path, tmp_path / "torn", without=("-wal",))
        async with opened(str(path)):
            pass  # it ended in good order, without a WAL
        return whole, torn, oak

    async def moves(path: Path, oak: HallTable) -> int:
        async with hall(str(path)) as house:
            return len((await oak.at(house).state()).choices)

    whole, torn, oak = asyncio.run(play())
    assert asyncio.run(moves(whole, oak)) == 1
    for _ in range(2):
        with pytest.raises(StoreError, match="--accept-lost-moves") as caught:
            asyncio.run(moves(torn, oak))
        assert "fehlen die letzten Züge" in caught.value.text("de")
    with pytest.raises(StoreError, match=r"moves in .* are missing"):
        back_up(str(torn), tmp_path / "backup.sqlite")
    accept_incomplete(torn)
    asyncio.run(start(torn))
    asyncio.run(start(torn))


async def start(path: Path) -> None:
    async with opened(str(path)) as database:
        await database.fetch("SELECT 1")


def test_a_wal_that_another_program_has_copied_into_the_file_is_not_missed(tmp_path: Path) -> None:
    async def play() -> Path:
        path = tmp_path / "store.db"
        async with hall(str(path)) as house:
            await two_tables(house)
            return copied(path, tmp_path / "killed")

    killed = asyncio.run(play())
    back_up(str(killed), tmp_path / "backup.sqlite")
    assert not wal_of(killed).exists()
    asyncio.run(start(killed))
    asyncio.run(start(tmp_path / "backup.sqlite"))


def test_a_wal_that_was_copied_into_the_file_because_it_is_long_is_missed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_module, "MOST_WAL", 20_000)

    async def play() -> Path:
        path = tmp_path / "store.db"
        async with hall(str(path)) as house:
            for _ in range(5):
                await two_tables(house)
            return copied(path, tmp_path / "torn", without=("-wal",))

    with pytest.raises(StoreError, match="--accept-lost-moves"):
        asyncio.run(start(asyncio.run(play())))


def test_after_the_file_is_gone_reads_fail_too(tmp_path: Path) -> None:
    async def play() -> None:
        database = open_database(str(tmp_path / "store.db"))
        async with opened(database):
            (tmp_path / "store.db").unlink()
            with pytest.raises(StoreUnavailable):
                await database.write([Statement("DELETE FROM codes")])
            with pytest.raises(StoreUnavailable):
                await database.fetch("SELECT 1")

    asyncio.run(play())


def test_bots_wait_while_the_file_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    async def play() -> None:
        bots = Bots(slow=True)
        async with hall(str(path), bots=bots) as house:
            oak = await house.table("tybor", "Anna greedy")
            await house.until(lambda: len(bots.asked) == 1)
            os.rename(path, tmp_path / "elsewhere")
            bots.say()
            await house.quiet()
            os.rename(tmp_path / "elsewhere", path)
            for _ in range(12_000):
                if [entry.kind for entry in await oak.log()].count("moved") == 1:
                    break
                await asyncio.sleep(0.005)
            else:
                raise AssertionError("the bot's move is lost")

    asyncio.run(play())
