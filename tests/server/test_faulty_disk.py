"""Whole games on disks that fail: nothing that was acknowledged is lost, and play goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from baumeister.server.store import sqlite as sqlite_module
from baumeister.server.store.database import Database, StoreError, StoreUnavailable
from baumeister.server.store.sqlite import SQLiteDatabase, write_again
from tests.server.conftest import opened
from tests.server.faulty_disk import (
    READ_LOG,
    STEPS,
    Connection,
    Disk,
    DiskError,
    Run,
    Violation,
    folder_in_memory,
    run,
    soak,
    under,
    write_files,
)
from tests.server.test_databases import ENTRIES, entry, outcomes

NEVER = 10**9  # steps


# --- whole games ------------------------------------------------------------------------------
@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_many_faults_and_power_losses(game: str) -> None:
    runs = [run(seed, game=game) for seed in range(8)]
    faults: Counter[str] = sum((one.faults for one in runs), Counter())
    assert set(STEPS) <= set(faults)
    assert sum(one.looked_at for one in runs) > 100
    assert sum(one.unavailable for one in runs) > 100


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_one_fault_at_any_step(game: str) -> None:
    steps = run(1, game=game, lives=1, only_fault=NEVER).steps
    for step in range(0, steps, steps // 15):
        one = run(1, game=game, lives=1, only_fault=step)
        assert one.faults.total() == 1


def test_the_same_seed_is_the_same_run() -> None:
    one, other = run(5), run(5)
    assert (one.steps, one.faults, one.looked_at) == (other.steps, other.faults, other.looked_at)
    assert one.known.acknowledged == other.known.acknowledged


def test_a_soak() -> None:
    assert "nothing acknowledged was lost" in soak(0.5, 100)


# --- a disk that says that it has synced ------------------------------------------------------
def test_after_a_sync_that_was_a_lie_a_store_is_refused_or_has_the_beginning_of_a_game() -> None:
    """Nobody can promise more: what was acknowledged is not on the disk."""

    async def look(one: Run, file: Path) -> str:
        try:
            async with opened(str(file)) as database:
                log: Any = await database.fetch(READ_LOG, one.known.table)
        except (StoreError, StoreUnavailable) as error:
            return type(error).__name__
        one.known.acknowledged.clear()
        one.known.check(log)
        return "begun" if log else "empty"

    said: Counter[str] = Counter()
    for seed in range(20):
        with folder_in_memory() as folder:
            one = Run(seed, folder, lies=True, only_fault=NEVER)
            files = one.live(0, {}, off=one.chance.randint(100, 1200))
            write_files(files, folder / "left")
            said[asyncio.run(look(one, folder / "left" / "store.db"))] += 1
    assert set(said) >= {"StoreError", "begun"}


# --- what this rests on, taken away -----------------------------------------------------------
def is_lost(seed: int) -> bool:
    """Whether something is lost that was acknowledged, on a disk whose syncs fail."""
    try:
        run(seed, kinds=("sync -wal",), lives=1)
    except Violation:
        return True
    return False


def test_it_shows_if_unsynced_content_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_module, "make_durable", lambda path: None)
    assert any(is_lost(seed) for seed in range(30))


def test_it_shows_if_what_was_not_synced_is_only_synced_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def sync(self: Disk, path: Path) -> None:
        try:
            self.sync(path.name)
        except DiskError as error:
            raise OSError from error

    monkeypatch.setattr(Disk, "write_again", sync)
    assert any(is_lost(seed) for seed in range(30))


def test_it_shows_if_a_failed_sync_is_taken_for_one_that_did_not_fail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def commit(self: SQLiteDatabase) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._writer.execute("COMMIT")

    monkeypatch.setattr(SQLiteDatabase, "_commit", commit)
    assert any(is_lost(seed) for seed in range(30))


def close_the_writer_last(self: SQLiteDatabase) -> None:
    """SQLite then copies the WAL into the file, from where the last checkpoint got to."""
    for connection in (self._patient, self._reader, self._writer):
        connection.close()


async def stay_connected(self: SQLiteDatabase) -> None:
    """Go on with the same connections after an error."""
    with contextlib.suppress(sqlite3.Error):
        self._writer.execute("ROLLBACK")
    self._faulty = self._reopening = None


def after_a_failed_checkpoint(seed: int) -> tuple[set[Any], set[Any]]:
    """Entries that were acknowledged, and those that a power loss leaves. A reader is in the way
    of a checkpoint, which therefore copies a part and does not sync it; that part gets lost
    with the sync of the next one."""

    async def scene(disk: Disk) -> set[Any]:
        acknowledged: set[Any] = set()

        async def write(database: Database, *tables: str) -> None:
            done = await outcomes(database, [[entry(one, 1, "x" * 3000)] for one in tables])
            acknowledged.update(
                (one, 1) for one, end in zip(tables, done, strict=True) if end == "done"
            )

        async with opened(str(disk.store)) as database:
            await write(database, *(f"a{n}" for n in range(8)))
            reader = Connection(disk, disk.store, "ro")
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM log")
            await write(database, *(f"b{n}" for n in range(20)))
            reader.close()
            disk.fail(0, what="sync file")
            await write(database, "c")
            await write(database, "d")
            disk.off = disk.survivors()
        return acknowledged

    with folder_in_memory() as folder:
        disk = Disk(folder / "disk", Random(seed))
        with under(disk):
            acknowledged = asyncio.run(scene(disk))
        write_files(disk.survivors(), folder / "left")
        with contextlib.closing(sqlite3.connect(folder / "left" / "store.db")) as left:
            try:
                rows = left.execute("SELECT table_id, seq FROM log WHERE body <> ''")
                return acknowledged, set(rows.fetchall())
            except sqlite3.DatabaseError:
                return acknowledged, set()


def test_a_checkpoint_that_fails_is_done_again_from_its_beginning() -> None:
    for seed in range(20):
        acknowledged, left = after_a_failed_checkpoint(seed)
        assert len(acknowledged) == 29
        assert acknowledged <= left


def test_it_shows_if_the_same_connections_are_used_after_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SQLiteDatabase, "_try_to_reopen", stay_connected)
    assert any(not set.issubset(*after_a_failed_checkpoint(seed)) for seed in range(20))


def test_it_shows_if_a_failed_checkpoint_is_gone_on_with_when_closing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SQLiteDatabase, "_drop", close_the_writer_last)
    assert any(not set.issubset(*after_a_failed_checkpoint(seed)) for seed in range(20))


# --- parts ------------------------------------------------------------------------------------
def test_as_long_as_the_file_cannot_be_opened_again_there_is_no_store() -> None:
    async def scene(disk: Disk) -> list[str]:
        async with opened(str(disk.store)) as database:
            await database.write([entry("a", 1)])
            disk.fail(0, steps=4, what="sync -wal")
            said = []
            for number in range(2, 8):
                said += await outcomes(database, [[entry("a", number)]])
                try:
                    said.append(str(len(await database.fetch(ENTRIES))))
                except StoreUnavailable:
                    said.append("StoreUnavailable")
            return said

    with folder_in_memory() as folder:
        disk = Disk(folder / "disk", Random(1))
        with under(disk):
            said = asyncio.run(scene(disk))
    assert said[:4] == ["StoreUnavailable"] * 4
    assert said[4:] == ["done", "2", "done", "3", "done", "4", "done", "5"]


def test_what_is_written_again_is_the_same_and_synced_after_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, seen = tmp_path / "store.db-wal", []
    content = os.urandom(100_000)
    file.write_bytes(content)
    os.utime(file, ns=(0, 0))
    sync = os.fsync

    def synced(descriptor: int) -> None:
        seen.append((os.fstat(descriptor).st_mtime_ns > 0, file.read_bytes() == content))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", synced)
    write_again(file)
    assert seen == [(True, True)]
