"""Backups: one moment of a store, into a file, and from it into a store of either kind."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from baumeister.cli.main import main
from baumeister.server.store import backup as backup_module
from baumeister.server.store import migrations
from baumeister.server.store.backup import Content, back_up, insert, restore
from baumeister.server.store.database import Row, Statement, StoreError
from baumeister.server.store.migrations import STEPS
from tests.server.conftest import new_place, opened
from tests.server.postgres import Postgres
from tests.server.test_databases import entry, new_table, step

PERSON = Statement(
    "INSERT INTO people (id, name, created, generation) VALUES (?, ?, 1762300000000, 0)",
    ("p1", None),
)
SECRET = Statement("INSERT INTO meta (key, value) VALUES ('cookie_secret', '00ff')")
RECORD = Statement("INSERT INTO records (table_id, record) VALUES ('a', ?)", ('{"game": "tybor"}',))
TABLES = (
    *("meta", "tables", "log", "records", "people", "places", "codes", "alive", "outages"),
    "signed_out",
)
LAST = "UPDATE tables SET seq = ? WHERE id = ?"


@pytest.fixture(params=["sqlite", "postgres"])
def other_place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new place of each kind, beside `place`."""
    if request.param == "sqlite":
        return str(tmp_path / "other.db")
    return new_place("postgres", request)


async def fill(place: str) -> None:
    async with opened(place) as database:
        await database.write([new_table("a"), *step("a", 1), entry("a", 2, "Größe 🂡", "key")])
        await database.write([new_table("b"), PERSON, SECRET, RECORD])
        await database.write([entry("b", seq) for seq in range(1, 2501)])
        await database.write([Statement(LAST, (2, "a")), Statement(LAST, (2500, "b"))])


async def rows_of(place: str) -> dict[str, list[Row]]:
    async with opened(place) as database:
        found = {table: await database.fetch(f"SELECT * FROM {table}") for table in TABLES}
    return {table: sorted(rows, key=repr) for table, rows in found.items()}


def holds(file: Path) -> dict[str, list[Row]]:
    """All rows of a backup, read with nothing but SQLite."""
    with contextlib.closing(sqlite3.connect(file)) as backup:
        return {
            table: sorted(backup.execute(f"SELECT * FROM {table}"), key=repr) for table in TABLES
        }


# --- there and back ---------------------------------------------------------------------------
def test_a_backup_holds_everything_in_every_kind_of_store(
    place: str, other_place: str, tmp_path: Path
) -> None:
    asyncio.run(fill(place))
    first, second = tmp_path / "first.sqlite", tmp_path / "second.sqlite"
    assert back_up(place, first) == Content(tables=2, entries=2502)
    assert restore(first, other_place) == Content(tables=2, entries=2502)
    assert back_up(other_place, second) == Content(tables=2, entries=2502)
    before = asyncio.run(rows_of(place))
    assert len(before["meta"]) == 2
    assert before["people"] == [("p1", None, 1762300000000, 0, None)]
    assert holds(first) == holds(second) == before == asyncio.run(rows_of(other_place))


def test_a_backup_can_be_used_as_a_store(place: str, tmp_path: Path) -> None:
    asyncio.run(fill(place))
    file = tmp_path / "backup.sqlite"
    back_up(place, file)

    async def scene() -> list[Row]:
        async with opened(str(file)) as database:
            await database.write([entry("a", 3)])
            return await database.fetch("SELECT seq FROM log WHERE table_id = 'a' ORDER BY seq")

    assert asyncio.run(scene()) == [(1,), (2,), (3,)]


def test_a_backup_during_writes_is_one_moment(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = 0

    def slow_insert(*rows: Any) -> None:
        before = written
        while written == before:  # others write meanwhile
            time.sleep(0.001)
        insert(*rows)

    monkeypatch.setattr(backup_module, "insert", slow_insert)

    async def scene() -> tuple[list[Row], list[Row]]:
        async with opened(place) as database:
            await database.write([new_table(f"t{n}") for n in range(8)])
            going = True

            async def write_on(table: str) -> None:
                nonlocal written
                for seq in itertools.count(1):
                    await database.write(step(table, seq))
                    written += 1
                    if not going:
                        return

            writing = [asyncio.create_task(write_on(f"t{n}")) for n in range(8)]
            begun = "SELECT count(DISTINCT table_id) FROM log"
            while await database.fetch(begun) != [(8,)]:  # all of them
                await asyncio.sleep(0.01)
            await asyncio.to_thread(back_up, place, tmp_path / "backup.sqlite")
            at_the_backup = await database.fetch("SELECT id, seq FROM tables ORDER BY id")
            later = at_the_backup
            while any(then[1] == now[1] for then, now in zip(at_the_backup, later, strict=True)):
                await asyncio.sleep(0.001)
                later = await database.fetch("SELECT id, seq FROM tables ORDER BY id")
            going = False
            await asyncio.gather(*writing)
        with contextlib.closing(sqlite3.connect(tmp_path / "backup.sqlite")) as backup:
            tables = backup.execute("SELECT id, seq FROM tables ORDER BY id").fetchall()
            logs = "SELECT table_id, max(seq) FROM log GROUP BY table_id ORDER BY table_id"
            assert backup.execute(logs).fetchall() == tables
            count = backup.execute("SELECT count(*) FROM log").fetchone()[0]
            assert count == sum(seq for _, seq in tables) > 0
        return tables, later

    tables, later = asyncio.run(scene())
    assert all(then[1] < now[1] for then, now in zip(tables, later, strict=True))  # type: ignore[operator]


def test_a_backup_of_an_older_schema_is_brought_up_to_date(
    place: str, other_place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(fill(place))
    back_up(place, tmp_path / "old.sqlite")
    new_step = (
        "ALTER TABLE people ADD COLUMN shoe_size BIGINT",
        "UPDATE people SET shoe_size = 42",
    )
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, new_step))
    asyncio.run(rows_of(other_place))  # an empty store that has the new schema already
    restore(tmp_path / "old.sqlite", other_place)
    back_up(place, tmp_path / "older.sqlite")
    found = asyncio.run(rows_of(other_place))
    assert found["people"] == [("p1", None, 1762300000000, 0, None, 42)]
    assert ("schema", str(len(STEPS) + 1)) in found["meta"]
    assert ("schema", str(len(STEPS))) in holds(tmp_path / "older.sqlite")["meta"]


# --- what is refused --------------------------------------------------------------------------
def test_a_backup_overwrites_nothing(place: str, tmp_path: Path) -> None:
    asyncio.run(fill(place))
    file = tmp_path / "backup.sqlite"
    file.write_text("mine")
    with pytest.raises(StoreError, match="never overwrites a file"):
        back_up(place, file)
    assert file.read_text() == "mine"


@pytest.mark.parametrize("failure", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_an_interrupted_backup_leaves_no_file(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    asyncio.run(fill(place))
    files = sorted(tmp_path.iterdir())

    def interrupted(*_: object) -> None:
        raise failure

    monkeypatch.setattr(backup_module, "give_name", interrupted)
    with pytest.raises((KeyboardInterrupt, StoreError)):
        back_up(place, tmp_path / "backup.sqlite")
    assert sorted(tmp_path.iterdir()) == files


def test_a_store_that_holds_something_is_not_restored_into(
    place: str, other_place: str, tmp_path: Path
) -> None:
    asyncio.run(fill(place))
    back_up(place, tmp_path / "backup.sqlite")

    async def seat_somebody() -> None:
        async with opened(other_place) as database:
            await database.write([new_table("mine")])

    asyncio.run(seat_somebody())
    with pytest.raises(StoreError, match="choose a new place with --store"):
        restore(tmp_path / "backup.sqlite", other_place)
    assert [row[0] for row in asyncio.run(rows_of(other_place))["tables"]] == ["mine"]


def test_a_store_that_a_server_uses_is_not_restored_into(
    place: str, other_place: str, tmp_path: Path
) -> None:
    asyncio.run(fill(place))
    back_up(place, tmp_path / "backup.sqlite")

    async def scene() -> None:
        async with opened(other_place):
            with pytest.raises(StoreError, match="stop the server first"):
                await asyncio.to_thread(restore, tmp_path / "backup.sqlite", other_place)

    asyncio.run(scene())


def test_a_restore_that_fails_leaves_an_empty_store(
    place: str, other_place: str, tmp_path: Path
) -> None:
    asyncio.run(fill(place))
    file = tmp_path / "backup.sqlite"
    back_up(place, file)
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as backup:
        backup.execute("CREATE TABLE zebras (stripes TEXT)")
        backup.execute("INSERT INTO zebras VALUES ('many')")
    with pytest.raises(StoreError):
        restore(file, other_place)
    assert asyncio.run(rows_of(other_place))["tables"] == []


def test_what_is_no_backup(place: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        restore(tmp_path / "nothing", place)
    (tmp_path / "notes").write_text("Milk and eggs. " * 100)
    with pytest.raises(StoreError, match="is not an SQLite database"):
        restore(tmp_path / "notes", place)
    with contextlib.closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE photos (name TEXT)")
    with pytest.raises(StoreError, match="is not a store of Baumeister"):
        restore(tmp_path / "other.db", place)


def test_a_store_that_does_not_exist_is_not_made_for_a_backup(
    tmp_path: Path, postgres: Postgres
) -> None:
    for place in (str(tmp_path / "nowhere.db"), postgres.new_database()):
        with pytest.raises(StoreError):
            back_up(place, tmp_path / "backup.sqlite")
    assert list(tmp_path.iterdir()) == []


def test_the_backup_of_a_newer_program_is_refused(place: str, tmp_path: Path) -> None:
    asyncio.run(fill(place))
    file = tmp_path / "backup.sqlite"
    back_up(place, file)
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as backup:
        backup.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    with pytest.raises(StoreError, match="newer Baumeister"):
        restore(file, str(tmp_path / "new.db"))


# --- the commands -----------------------------------------------------------------------------
def test_the_commands(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(fill(place))
    monkeypatch.setenv("BAUMEISTER_STORE", place)
    monkeypatch.chdir(tmp_path)
    assert main(["backup", "copy.sqlite", "--lang", "en"]) == 0
    assert (
        "copy.sqlite: a copy of all tables (2) with their logs (entries: 2502)"
        in capsys.readouterr().out
    )
    assert main(["restore", "copy.sqlite", "--lang", "de", "--store", "new.db"]) == 0
    assert "new.db: alle Tische (2)" in capsys.readouterr().out
    assert main(["restore", "copy.sqlite", "--lang", "de"]) == 2
    assert "enthält schon Tische" in capsys.readouterr().err
    assert holds(tmp_path / "copy.sqlite") == holds(tmp_path / "new.db")


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_the_commands_teach(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for language in ("en", "de"):
        assert main([command, "--help", "--lang", language]) == 0
        assert capsys.readouterr().out.count(f"  baumeister {command}") >= 2
