"""Both databases: units of work that last, conflicts, notices, places that cannot be used."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from baumeister.server.store import postgres as postgres_module
from baumeister.server.store import sqlite as sqlite_module
from baumeister.server.store.database import (
    Conflict,
    Database,
    Notice,
    Row,
    Statement,
    StoreError,
    StoreUnavailable,
    Unit,
    open_database,
    without_password,
)
from baumeister.server.store.postgres import (
    MOST_OF_A_PAYLOAD,
    arranged,
    is_mergeable,
    merged,
    payloads,
)
from tests.server.conftest import opened
from tests.server.postgres import Postgres

ENTRY = "INSERT INTO log (table_id, seq, at, kind, body, key) VALUES (?, ?, 0, 'move', ?, ?)"
TABLE = (
    "INSERT INTO tables (id, seq, game, public, status, created, changed, listing)"
    " VALUES (?, 0, 'tybor', 1, 'open', 0, 0, '{}')"
)
STEP = "UPDATE tables SET seq = ?, changed = ? WHERE id = ? AND seq = ?"
ENTRIES = "SELECT table_id, seq FROM log ORDER BY table_id, seq"
GONE = 90  # seconds; far more than a server needs to come back


def entry(table: str, seq: int, body: str = "", key: str | None = None) -> Statement:
    return Statement(ENTRY, (table, seq, body, key))


def new_table(table: str) -> Statement:
    return Statement(TABLE, (table,), changes=1)


def step(table: str, seq: int) -> list[Statement]:
    """The next number of a table, taken by whoever comes first."""
    return [Statement(STEP, (seq, seq, table, seq - 1), changes=1), entry(table, seq)]


async def outcomes(database: Database, units: Sequence[Sequence[Statement]]) -> list[str]:
    """What becomes of units that wait together."""
    done = await asyncio.gather(*map(database.write, units), return_exceptions=True)
    return ["done" if problem is None else type(problem).__name__ for problem in done]


# --- units of work ----------------------------------------------------------------------------
def test_what_was_written_is_there_for_those_who_come_later(place: str) -> None:
    async def scene() -> list[Row]:
        async with opened(place) as database:
            await database.write([entry("a", 1, "Grüße 🂡 '?' $1", "k"), entry("a", 2)])
        async with opened(place) as database:
            return await database.fetch("SELECT seq, body, key FROM log WHERE seq < ?", 2**62)

    assert asyncio.run(scene()) == [(1, "Grüße 🂡 '?' $1", "k"), (2, "", None)]


def test_a_question_mark_in_quotes_is_a_question_mark(database: Database) -> None:
    async def scene() -> list[Row]:
        async with opened(database):
            return await database.fetch(
                "SELECT '?', seq FROM log WHERE seq = ? UNION SELECT '?', 0", 1
            )

    assert asyncio.run(scene()) == [("?", 0)]


def test_a_key_that_exists_is_a_conflict_and_nothing_of_the_unit_is_done(
    database: Database,
) -> None:
    async def scene() -> list[Row]:
        async with opened(database):
            await database.write([entry("a", 1)])
            with pytest.raises(Conflict):
                await database.write([entry("b", 1), entry("a", 1)])
            with pytest.raises(Conflict):
                await database.write([entry("b", 1, key="same"), entry("b", 2, key="same")])
            return await database.fetch(ENTRIES)

    assert asyncio.run(scene()) == [("a", 1)]


def test_a_wrong_number_of_changed_rows_is_a_conflict(database: Database) -> None:
    async def scene() -> list[Row]:
        async with opened(database):
            await database.write([new_table("a")])
            await database.write(step("a", 1))
            with pytest.raises(Conflict):
                await database.write(step("a", 3))
            with pytest.raises(Conflict):
                await database.write(list(reversed(step("a", 3))))
            return await database.fetch(ENTRIES)

    assert asyncio.run(scene()) == [("a", 1)]


def test_a_conflict_leaves_the_other_units_of_the_batch_alone(database: Database) -> None:
    async def scene() -> tuple[list[str], list[Row]]:
        async with opened(database):
            await database.write([entry("a", 1)])
            units = [[entry("b", 1)], [entry("c", 1), entry("a", 1)], [entry("d", 1)]]
            return await outcomes(database, units), await database.fetch(ENTRIES)

    said, entries = asyncio.run(scene())
    assert said == ["done", "Conflict", "done"]
    assert entries == [("a", 1), ("b", 1), ("d", 1)]


@pytest.mark.parametrize(
    "wrong",
    [
        Statement("INSERT INTO nowhere (x) VALUES (1)"),
        Statement("UPDATE log SET at = ?", (2**70,)),
        Statement("UPDATE log SET at = 1 WHERE key = ?", ()),
        Statement("UPDATE log SET body = ?", ("\ud800",)),
    ],
)
def test_a_wrong_statement_hurts_its_own_unit_only(database: Database, wrong: Statement) -> None:
    async def scene() -> tuple[list[str], list[Row]]:
        async with opened(database):
            units = [[entry("a", 1)], [entry("b", 1), wrong], [entry("c", 1)]]
            return await outcomes(database, units), await database.fetch(ENTRIES)

    said, entries = asyncio.run(scene())
    assert said[::2] == ["done", "done"]
    assert said[1] not in ("done", "Conflict", "StoreUnavailable")
    assert entries == [("a", 1), ("c", 1)]


def test_units_are_carried_out_in_the_order_in_which_they_came(database: Database) -> None:
    async def scene() -> list[str]:
        async with opened(database):
            await database.write([new_table("a")])
            return await outcomes(database, [step("a", n) for n in (1, 2, 4, 3, 4)])

    assert asyncio.run(scene()) == ["done", "done", "Conflict", "done", "done"]


def test_later_units_see_what_earlier_ones_of_the_batch_have_done(database: Database) -> None:
    async def scene() -> list[Row]:
        async with opened(database):
            await database.write([new_table("a")])
            one, other = "UPDATE tables SET game = ?", "UPDATE tables SET game = ? WHERE id = 'a'"
            units = [[Statement(one, ("1",))], [Statement(other, ("2",))], [Statement(one, ("3",))]]
            await outcomes(database, units)
            return await database.fetch("SELECT game FROM tables")

    assert asyncio.run(scene()) == [("3",)]


def test_the_statements_of_a_unit_build_on_each_other(database: Database) -> None:
    async def scene() -> list[Row]:
        async with opened(database):
            await database.write([new_table("a"), *step("a", 1), *step("a", 2)])
            await database.write([Statement("DELETE FROM log"), entry("a", 2), entry("b", 1)])
            return await database.fetch(ENTRIES)

    assert asyncio.run(scene()) == [("a", 2), ("b", 1)]


def test_a_long_unit(database: Database) -> None:
    async def scene() -> list[Row]:
        async with opened(database):
            await database.write([entry("a", seq) for seq in range(1, 1001)])
            return await database.fetch("SELECT count(*), max(seq) FROM log")

    assert asyncio.run(scene()) == [(1000, 1000)]


def test_a_caller_who_is_cancelled_does_not_stop_anybody(database: Database) -> None:
    async def scene() -> list[Row]:
        async with opened(database):
            impatient = asyncio.create_task(database.write([entry("a", 1)]))
            patient = asyncio.create_task(database.write([entry("b", 1)]))
            await asyncio.sleep(0)
            impatient.cancel()
            await patient
            return await database.fetch(ENTRIES)

    assert asyncio.run(scene()) == [("a", 1), ("b", 1)]


def test_closing_finishes_what_was_begun(place: str) -> None:
    async def scene() -> tuple[list[str], list[Row]]:
        database = open_database(place)
        await database.open()
        writing = asyncio.create_task(outcomes(database, [[entry("a", n)] for n in range(600)]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await database.close()
        await database.close()
        for late in (database.write([entry("b", 1)]), database.fetch(ENTRIES)):
            with pytest.raises(StoreUnavailable):
                await late
        async with opened(place) as again:
            return await writing, await again.fetch("SELECT count(*) FROM log")

    said, count = asyncio.run(scene())
    assert said == ["done"] * 600
    assert count == [(600,)]


# --- one commit for many ----------------------------------------------------------------------
def test_units_that_wait_together_share_a_commit_of_sqlite(tmp_path: Path) -> None:
    said: list[str] = []

    async def scene() -> None:
        async with opened(str(tmp_path / "store.db")) as database:
            database._writer.set_trace_callback(said.append)  # type: ignore[attr-defined]
            await outcomes(database, [[entry("a", n)] for n in range(100)])

    asyncio.run(scene())
    assert said.count("COMMIT") == 1
    assert len(said) == 102


def test_units_that_wait_together_share_a_commit_of_postgres(postgres: Postgres) -> None:
    async def scene() -> tuple[list[Row], list[Row]]:
        async with opened(postgres.new_database()) as database:
            await outcomes(database, [[entry("a", n), entry("b", n)] for n in range(100)])
            moves = await database.fetch("SELECT DISTINCT CAST(xmin AS TEXT) FROM log")
            return moves, await database.fetch("SELECT count(*) FROM log")

    transactions, count = asyncio.run(scene())
    assert len(transactions) == 1
    assert count == [(200,)]


def test_nobody_is_told_before_the_commit(tmp_path: Path) -> None:
    async def scene() -> list[bool]:
        async with opened(str(tmp_path / "store.db")) as database:
            there: list[bool] = []

            async def write(table: str) -> None:
                await database.write([entry(table, 1)])
                with contextlib.closing(sqlite3.connect(tmp_path / "store.db")) as other:
                    there.append((table, 1) in other.execute(ENTRIES).fetchall())

            await asyncio.gather(*(write(f"t{n}") for n in range(20)))
            return there

    assert asyncio.run(scene()) == [True] * 20


# --- killed -----------------------------------------------------------------------------------
WRITER = """
import asyncio, sys
from baumeister.server.store.database import Statement, open_database
from tests.server.test_databases import entry
async def write_on(database, table):
    for seq in range(1, 100_000):
        await database.write([entry(table, seq)])
        print(table, seq, flush=True)
async def main():
    database = open_database(sys.argv[1])
    await database.open()
    await asyncio.gather(*(write_on(database, f"t{n}") for n in range(8)))
asyncio.run(main())
"""


def other_process(code: str, *arguments: str) -> subprocess.Popen[str]:
    path = os.pathsep.join(["src", ".", os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": path},
    )


def test_what_was_acknowledged_survives_the_death_of_the_process(place: str) -> None:
    writer = other_process(WRITER, place)
    assert writer.stdout is not None
    heard = [writer.stdout.readline().split() for _ in range(300)]
    writer.kill()
    heard += [line.split() for line in writer.stdout.read().splitlines() if line.count(" ") == 1]
    writer.wait()

    async def found() -> list[Row]:
        async with opened(place) as database:
            return await database.fetch(ENTRIES)

    entries = asyncio.run(found())
    acknowledged = {(table, int(seq)) for table, seq in heard}
    assert acknowledged <= set(entries)
    assert len(entries) <= len(acknowledged) + 8  # those that were just being told of


def test_what_postgres_acknowledged_survives_its_death(postgres_to_kill: Postgres) -> None:
    async def scene() -> list[str]:
        async with opened(postgres_to_kill.new_database()) as database:
            acknowledged = []

            async def write_on(table: str) -> None:
                for seq in range(1, 100_000):
                    await database.write([entry(table, seq)])
                    acknowledged.append((table, seq))

            writing = [asyncio.create_task(write_on(f"t{n}")) for n in range(8)]
            while len(acknowledged) < 200:
                await asyncio.sleep(0.01)
            postgres_to_kill.kill()
            ends = await asyncio.gather(*writing, return_exceptions=True)
            await asyncio.to_thread(postgres_to_kill.start)
            entries = await until_it_answers(database, ENTRIES)
            assert set(acknowledged) <= set(entries)
            return [type(end).__name__ for end in ends]

    assert asyncio.run(scene()) == ["StoreUnavailable"] * 8


async def until_it_answers(database: Database, sql: str) -> list[Row]:
    async with asyncio.timeout(GONE):
        while True:
            try:
                return await database.fetch(sql)
            except StoreUnavailable:
                await asyncio.sleep(0.05)


# --- several processes ------------------------------------------------------------------------
RACER = """
import asyncio, sys
from baumeister.server.store.database import Conflict, open_database
from tests.server.test_databases import step
async def main():
    database = open_database(sys.argv[1])
    await database.open()
    async def race(table):
        won = []
        for seq in range(1, 61):
            try:
                await database.write(step(table, seq))
                won.append(seq)
            except Conflict:
                pass
        return won
    tables = sys.argv[2].split()
    for table, won in zip(tables, await asyncio.gather(*map(race, tables))):
        print(table, *won)
    await database.close()
asyncio.run(main())
"""


def test_two_processes_race_for_the_same_numbers(postgres: Postgres) -> None:
    place = postgres.new_database()

    async def prepare() -> None:
        async with opened(place) as database:
            await database.write([new_table("a"), new_table("b"), new_table("c")])

    asyncio.run(prepare())
    racers = [other_process(RACER, place, tables) for tables in ("a b c", "c b a")]
    heard = [racer.communicate()[0].splitlines() for racer in racers]
    assert [racer.returncode for racer in racers] == [0, 0]
    for table in "abc":
        won = [line.split()[1:] for lines in heard for line in lines if line.startswith(table)]
        assert sorted(int(seq) for seqs in won for seq in seqs) == list(range(1, 61))


def test_two_processes_start_at_once(postgres: Postgres) -> None:
    place = postgres.new_database()

    async def scene() -> list[Row]:
        several = [open_database(place) for _ in range(4)]
        await asyncio.gather(*(database.open() for database in several))
        rows = await several[0].fetch("SELECT value FROM meta")
        await asyncio.gather(*(database.close() for database in several))
        return rows

    assert len(asyncio.run(scene())) == 1


def test_a_deadlock_is_nobodys_problem(postgres: Postgres) -> None:
    touch = "UPDATE tables SET changed = changed + 1 WHERE id = "
    waits = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"

    async def scene() -> list[Row]:
        place = postgres.new_database()
        async with opened(place) as database:
            await database.write([new_table("a"), new_table("b")])
            other = await asyncpg.connect(place)
            await other.execute(
                "SET deadlock_timeout = '20s'; BEGIN"
            )  # so that the store gives way
            await other.execute(f"{touch} 'b'")
            both = [Statement(f"{touch} ?", (table,), changes=1) for table in "ab"]
            writing = asyncio.create_task(database.write(both))
            while not await database.fetch(f"{waits} AND wait_event_type = 'Lock'"):
                await asyncio.sleep(0.01)
            with contextlib.suppress(asyncpg.DeadlockDetectedError):
                await other.execute(f"{touch} 'a'")
            await other.execute("ROLLBACK")
            await other.close()
            await writing
            return await database.fetch("SELECT id, changed FROM tables ORDER BY id")

    assert asyncio.run(scene()) == [("a", 1), ("b", 1)]


# --- notices ----------------------------------------------------------------------------------
def test_notices_go_to_all_other_processes(postgres: Postgres) -> None:
    async def scene() -> tuple[list[Notice], list[Notice]]:
        place = postgres.new_database()
        async with opened(place) as one, opened(place) as other:
            heard_by_one: list[Notice] = []
            heard: list[Notice] = []
            await one.listen(heard_by_one.append)
            await other.listen(heard.append)
            await one.write([entry("a", 1)], Notice("a", "1"))
            with pytest.raises(Conflict):
                await one.write([entry("a", 1)], Notice("a", "lost"))
            await one.write([entry("b", 1)], Notice("b", "Grüße"))
            await other.write([entry("end", 1)], Notice("end", ""))
            async with asyncio.timeout(GONE):
                while len(heard) < 2 or not heard_by_one:
                    await asyncio.sleep(0.01)
            return heard_by_one, heard

    heard_by_one, heard = asyncio.run(scene())
    assert heard == [Notice("a", "1"), Notice("b", "Grüße")]
    assert heard_by_one == [Notice("end", "")]


def test_a_notice_comes_after_what_it_is_about(postgres: Postgres) -> None:
    async def scene() -> list[Row]:
        place = postgres.new_database()
        async with opened(place) as one, opened(place) as other:
            heard: asyncio.Queue[Notice] = asyncio.Queue()
            await other.listen(heard.put_nowait)
            await one.write([entry("a", 1)], Notice("a", "1"))
            async with asyncio.timeout(GONE):
                await heard.get()
            return await other.fetch(ENTRIES)

    assert asyncio.run(scene()) == [("a", 1)]


def test_words_of_strangers_are_not_heard(postgres: Postgres) -> None:
    async def scene() -> list[Notice]:
        place = postgres.new_database()
        async with opened(place) as one, opened(place) as other:
            heard: list[Notice] = []
            await other.listen(heard.append)
            for text in ("hello", "{", "7", "[]"):
                await one.fetch("SELECT pg_notify('baumeister', ?)", text)
            await one.write([entry("a", 1)], Notice("a", "1"))
            async with asyncio.timeout(GONE):
                while not heard:
                    await asyncio.sleep(0.01)
            return heard

    assert asyncio.run(scene()) == [Notice("a", "1")]


def test_many_notices_are_packed_into_few_texts() -> None:
    notices = [Notice(f"table{n}ä", "x" * 200) for n in range(100)]
    texts = list(payloads("me", [*notices, *notices]))
    assert len(texts) == 3
    assert max(len(text.encode()) for text in texts) < MOST_OF_A_PAYLOAD
    assert sum(text.count("x" * 200) for text in texts) == 100


def test_after_postgres_was_killed_everything_comes_back(postgres_to_kill: Postgres) -> None:
    async def scene() -> list[Notice]:
        place = postgres_to_kill.new_database()
        async with opened(place) as one, opened(place) as other:
            heard: list[Notice] = []
            await other.listen(heard.append)
            await one.write([entry("a", 1)])
            postgres_to_kill.kill()
            with pytest.raises(StoreUnavailable):
                await one.write([entry("a", 2)])
            with pytest.raises(StoreUnavailable):
                await one.fetch(ENTRIES)
            await asyncio.to_thread(postgres_to_kill.start)
            assert await until_it_answers(one, ENTRIES) == [("a", 1)]
            async with asyncio.timeout(GONE):
                while not heard:
                    await asyncio.sleep(0.01)
                while True:
                    with contextlib.suppress(StoreUnavailable):
                        await one.write([entry("a", 3)], Notice("a", "3"))
                        break
                while len(heard) < 2:
                    await asyncio.sleep(0.01)
            return heard

    assert asyncio.run(scene()) == [Notice("", ""), Notice("a", "3")]


def test_a_connection_that_was_lost_while_nobody_wrote_is_not_noticed(postgres: Postgres) -> None:
    async def scene() -> list[Row]:
        async with opened(postgres.new_database()) as database:
            await database.write([entry("a", 1)])
            await database.fetch(ENTRIES)
            sql = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"  # it waits
            await asyncio.to_thread(postgres.run, f"{sql} WHERE application_name = 'baumeister'")
            await asyncio.sleep(0.2)
            await database.write([entry("a", 2)])
            return await database.fetch(ENTRIES)

    assert asyncio.run(scene()) == [("a", 1), ("a", 2)]


# --- how PostgreSQL is asked ------------------------------------------------------------------
def test_a_unit_becomes_one_statement() -> None:
    sql = merged(("INSERT INTO log (a, b) VALUES (?, '?')", "DELETE FROM log WHERE a = ?"))
    assert sql == (
        "WITH s0 AS (INSERT INTO log (a, b) VALUES ($1, '?') RETURNING 1),"
        " s1 AS (DELETE FROM log WHERE a = $2 RETURNING 1)"
        " SELECT (SELECT count(*) FROM s0), (SELECT count(*) FROM s1)"
    )


def test_units_about_different_tables_are_put_next_to_their_like() -> None:
    loop = asyncio.new_event_loop()

    def unit(topic: str, *statements: Statement) -> Unit:
        return Unit(statements, Notice(topic, ""), loop.create_future())

    units = [
        unit("c", entry("c", 1)),
        unit("b", *step("b", 1)),
        unit("a", entry("a", 1)),
        unit("twice", entry("x", 1)),
        unit("twice", *step("x", 2)),
    ]
    assert [call.values[0] for call in arranged(units)] == ["a", "c", 1, "x", 2]
    loop.close()


@pytest.mark.parametrize(
    ("sqls", "mergeable"),
    [
        ((STEP, ENTRY), True),
        ((STEP, ENTRY, ENTRY, ENTRY), True),
        ((STEP, STEP), False),
        (("DELETE FROM log", ENTRY), False),
        ((ENTRY, ENTRY + " ON CONFLICT DO NOTHING"), False),
        (("INSERT INTO meta SELECT key, key FROM log", ENTRY), False),
        ((ENTRY,) * 9, False),
    ],
)
def test_only_statements_that_do_not_meet_become_one(
    sqls: tuple[str, ...], mergeable: bool
) -> None:
    assert is_mergeable(sqls) is mergeable


# --- a disk that fails ------------------------------------------------------------------------
def test_a_full_disk_stops_those_who_write_now_and_nobody_later(tmp_path: Path) -> None:
    async def scene() -> tuple[list[str], list[Row]]:
        async with opened(str(tmp_path / "store.db")) as database:
            writer: sqlite3.Connection = database._writer  # type: ignore[attr-defined]
            pages = writer.execute("PRAGMA page_count").fetchone()[0]
            writer.execute(f"PRAGMA max_page_count = {pages + 3}")
            units = [[entry("a", 1)], [entry("b", 1, "x" * 100_000)], [entry("c", 1)]]
            said = await outcomes(database, units)
            writer.execute("PRAGMA max_page_count = 1000000")
            said += await outcomes(database, units)
            return said, await database.fetch(ENTRIES)

    said, entries = asyncio.run(scene())
    assert said == ["StoreUnavailable"] * 3 + ["done"] * 3
    assert entries == [("a", 1), ("b", 1), ("c", 1)]


def test_a_commit_that_fails_is_told_to_everybody_and_the_connections_are_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        """A connection whose commits fail."""

        def __init__(self, connection: sqlite3.Connection) -> None:
            self._connection = connection

        def __getattr__(self, name: str) -> Any:
            return getattr(self._connection, name)

        def execute(self, sql: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
            if sql == "COMMIT":
                raise sqlite3.OperationalError("disk I/O error")
            return self._connection.execute(sql, values)

    def connections(database: Database) -> set[Any]:
        return {getattr(database, name) for name in ("_writer", "_reader", "_patient")}

    async def scene() -> tuple[list[str], list[str], int]:
        async with opened(str(tmp_path / "store.db")) as database:
            units = [[entry("a", 1)], [entry("b", 1)]]
            before = connections(database)
            broken = Broken(database._writer)  # type: ignore[attr-defined]
            monkeypatch.setattr(database, "_writer", broken)
            said = await outcomes(database, units)
            once_more = await outcomes(database, units)
            return said, once_more, len(connections(database) - before)

    said, once_more, new = asyncio.run(scene())
    assert said == ["StoreUnavailable"] * 2
    assert once_more == ["done"] * 2
    assert new == 3


def test_another_program_that_writes_is_waited_for(tmp_path: Path) -> None:
    async def scene() -> list[str]:
        async with opened(str(tmp_path / "store.db")) as database:
            other = sqlite3.connect(tmp_path / "store.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            writing = asyncio.create_task(outcomes(database, [[entry("a", 1)]]))
            await asyncio.sleep(0.1)
            assert not writing.done()
            other.execute("COMMIT")
            other.close()
            return await writing

    assert asyncio.run(scene()) == ["done"]


def test_another_program_that_does_not_end_is_not_waited_for_forever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_module, "BUSY_SECONDS", 0.1)

    async def scene() -> list[str]:
        async with opened(str(tmp_path / "store.db")) as database:
            other = sqlite3.connect(tmp_path / "store.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            said = await outcomes(database, [[entry("a", 1)]])
            other.close()
            return said + await outcomes(database, [[entry("a", 1)]])

    assert asyncio.run(scene()) == ["StoreUnavailable", "done"]


def test_a_long_query_does_not_hold_up_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> tuple[list[Row], list[str]]:
        async with opened(str(tmp_path / "store.db")) as database:
            threads: list[str] = []
            patient = database._fetch  # type: ignore[attr-defined]

            def watched(sql: str, values: tuple[Any, ...]) -> list[Row]:
                threads.append(sql)
                rows: list[Row] = patient(sql, values)
                return rows

            monkeypatch.setattr(database, "_fetch", watched)
            count = (
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
                " SELECT count(*) FROM n"
            )
            short = await database.fetch(count, 10)
            return short + await database.fetch(count, 100_000), threads

    rows, threads = asyncio.run(scene())
    assert rows == [(10,), (100_000,)]
    assert len(threads) == 1


# --- places that cannot be used ---------------------------------------------------------------
def refused(place: str) -> StoreError:
    async def scene() -> None:
        async with opened(place):
            pass

    with pytest.raises(StoreError) as caught:
        asyncio.run(scene())
    assert caught.value.text("de") != caught.value.text("en")
    return caught.value


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Milk, eggs, and a bit more, so that it is longer than a header.\n" * 20)
    assert "is not an SQLite database" in str(refused(str(file)))
    assert file.read_text().startswith("Milk")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_damaged_file_is_called_so(tmp_path: Path) -> None:
    file = tmp_path / "store.db"

    async def make() -> None:
        async with opened(str(file)):
            pass

    asyncio.run(make())
    content = bytearray(file.read_bytes())
    content[100:200] = b"x" * 100
    file.write_bytes(content)
    assert "is damaged; restore a backup" in str(refused(str(file)))


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "photos.db"
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE photos (name TEXT)")
        other.execute("CREATE TABLE meta (secret TEXT)")
    before = file.read_bytes()
    assert "another program" in str(refused(str(file)))
    assert file.read_bytes() == before


def test_a_postgres_database_of_another_program_is_left_alone(postgres: Postgres) -> None:
    place = postgres.new_database()
    postgres.run("CREATE TABLE meta (secret TEXT)", place)
    assert "another program" in str(refused(place))


@pytest.mark.parametrize("below", ["", "file/below"])
def test_a_folder_or_something_below_a_file(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be used as a store" in str(refused(str(tmp_path / below)))


def test_a_folder_that_does_not_exist_is_made(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(str(tmp_path / "some" / "where" / "store.db")):
            pass

    asyncio.run(scene())
    names = [path.name for path in (tmp_path / "some" / "where").iterdir()]
    assert names == ["store.db"]


@pytest.mark.skipif(os.name != "posix", reason="rights of files are those of POSIX")
def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    async def scene() -> list[int]:
        async with opened(str(tmp_path / "store.db")) as database:
            await database.write([entry("a", 1)])
            files = ("store.db", "store.db-wal", "store.db-shm")
            return [(tmp_path / name).stat().st_mode & 0o777 for name in files]

    assert asyncio.run(scene()) == [0o600] * 3


OPEN = """
import asyncio, os, sys
from baumeister.server.store.database import StoreError, open_database
database = open_database(sys.argv[1])
if os.geteuid() == 0 and "as nobody" in sys.argv:
    os.setuid(65534)
try:
    asyncio.run(database.open())
    print("open")
except StoreError as error:
    print(error)
"""


@pytest.mark.skipif(os.name != "posix", reason="rights of files are those of POSIX")
def test_a_file_that_must_not_be_written(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    with contextlib.closing(sqlite3.connect(file)):
        pass
    file.touch()
    file.chmod(0o444)
    tmp_path.chmod(0o755)
    said, _ = other_process(OPEN, str(file), "as nobody").communicate()
    assert "cannot be used as a store" in said


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    place = str(tmp_path / "store.db")

    async def scene() -> None:
        async with opened(place):
            said, _ = await asyncio.to_thread(other_process(OPEN, place).communicate)
            assert f"used by another server (process {os.getpid()})" in said
            with pytest.raises(StoreError, match="used by another server"):
                await open_database(place).open()
        async with opened(place):
            pass

    asyncio.run(scene())
    assert [path.name for path in tmp_path.iterdir()] == ["store.db"]


def test_a_lock_that_a_dead_server_left_behind_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "store.db-lock").write_text("1\n")

    async def scene() -> None:
        async with opened(str(tmp_path / "store.db")):
            pass

    asyncio.run(scene())


@pytest.mark.parametrize("place", ["", "mysql://me@here/games", "http://example.org", "a\0b"])
def test_what_is_no_place_at_all(place: str) -> None:
    with pytest.raises(StoreError, match="is not a store"):
        open_database(place)


def test_a_postgres_that_does_not_answer(tmp_path: Path) -> None:
    error = refused(f"postgresql://me:geheim@/games?host={tmp_path}")
    assert "PostgreSQL does not answer there" in str(error)
    assert "geheim" not in str(error)


def test_a_postgres_address_that_cannot_be_read() -> None:
    error = refused("postgresql://me:geh/eim@host:port/games")
    assert "is not a store" in str(error)
    assert "eim" not in str(error)


def test_a_database_that_was_not_made(postgres: Postgres) -> None:
    assert "createdb nowhere" in str(refused(postgres.place("nowhere")))


def test_a_database_in_another_encoding(postgres: Postgres) -> None:
    assert "UTF8 is needed, not in LATIN1" in str(refused(postgres.new_database("LATIN1")))


def test_without_asyncpg_there_is_no_postgres(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, postgres_module.__name__, None)
    with pytest.raises(StoreError, match="pip install asyncpg"):
        open_database("postgresql:///games")


def test_a_postgres_that_is_just_starting_is_waited_for(postgres_to_kill: Postgres) -> None:
    place = postgres_to_kill.new_database()

    async def scene() -> list[Row]:
        postgres_to_kill.kill()
        starting = asyncio.create_task(asyncio.to_thread(postgres_to_kill.start))
        async with asyncio.timeout(GONE):
            while True:
                with contextlib.suppress(StoreError):  # as long as nobody is there at all
                    async with opened(place) as database:
                        await starting
                        return await database.fetch(ENTRIES)
                await asyncio.sleep(0.01)

    assert asyncio.run(scene()) == []


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("tables.sqlite", "tables.sqlite"),
        ("postgresql://db/games", "postgresql://db/games"),
        ("postgresql://me@db:5432/games", "postgresql://me@db:5432/games"),
        ("postgresql://me:se:c@ret@db/games", "postgresql://me:…@db/games"),
        (
            "postgres://db/games?user=me&password=secret&x=1",
            "postgres://db/games?user=me&password=…&x=1",
        ),
    ],
)
def test_passwords_are_not_shown(place: str, text: str) -> None:
    assert without_password(place) == text
