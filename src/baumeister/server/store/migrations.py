"""The schema in numbered steps, the same for SQLite and PostgreSQL.

A step that has been released is never changed; changes are further steps. The number of steps that
a store has gone through is in its table `meta`.
"""

from __future__ import annotations

from collections.abc import Iterable

from baumeister.server.store.database import StoreError

STEPS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
        """CREATE TABLE tables (
            id TEXT NOT NULL PRIMARY KEY,
            seq BIGINT NOT NULL,
            game TEXT NOT NULL,
            public BIGINT NOT NULL,
            status TEXT NOT NULL,
            created BIGINT NOT NULL,
            changed BIGINT NOT NULL,
            listing TEXT NOT NULL,
            due BIGINT)""",
        "CREATE INDEX tables_by_status ON tables (status, public, changed)",
        "CREATE INDEX tables_by_due ON tables (due)",
        """CREATE TABLE log (
            table_id TEXT NOT NULL,
            seq BIGINT NOT NULL,
            at BIGINT NOT NULL,
            kind TEXT NOT NULL,
            body TEXT NOT NULL,
            key TEXT,
            PRIMARY KEY (table_id, seq),
            UNIQUE (table_id, key))""",
        "CREATE TABLE records (table_id TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL)",
        """CREATE TABLE people (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT,
            created BIGINT NOT NULL,
            generation BIGINT NOT NULL)""",
        """CREATE TABLE places (
            person TEXT NOT NULL,
            table_id TEXT NOT NULL,
            token TEXT NOT NULL,
            role TEXT NOT NULL,
            settled BIGINT NOT NULL,
            PRIMARY KEY (person, table_id, token))""",
        """CREATE TABLE codes (
            hash TEXT NOT NULL PRIMARY KEY,
            person TEXT NOT NULL,
            expires BIGINT NOT NULL)""",
        "CREATE TABLE alive (process TEXT NOT NULL PRIMARY KEY, at BIGINT NOT NULL)",
        "CREATE TABLE outages (began BIGINT NOT NULL, ended BIGINT NOT NULL)",
    ),
    (
        "ALTER TABLE tables ADD COLUMN server TEXT",  # which looks after its bots and clocks
        "ALTER TABLE log ADD COLUMN checksum TEXT",  # null if an older program wrote the entry
        "ALTER TABLE records ADD COLUMN checksum TEXT",
        "ALTER TABLE people ADD COLUMN claim TEXT",  # the hash of a secret of the last sign-out
        "CREATE TABLE signed_out (device TEXT NOT NULL PRIMARY KEY, at BIGINT NOT NULL)",
    ),
)
SCHEMA = "schema"  # the key in meta
READ_VERSION = f"SELECT value FROM meta WHERE key = '{SCHEMA}'"


def steps_of(
    place: str, found: Iterable[str], version: str | None, last: int | None = None
) -> list[str]:
    """The statements that bring a store to the newest schema, or to that of a number of steps.

    `found` are the tables that it has, `version` what READ_VERSION gave if one of them is meta.
    """
    if version is None and set(found):
        raise StoreError("error.server.store.foreign", place=place)
    done = version_number(place, version)
    statements = [sql for step in STEPS[done:last] for sql in step]
    if statements:
        statements.append(
            f"INSERT INTO meta (key, value) VALUES ('{SCHEMA}', '{len(STEPS[:last])}')"
            " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        )
    return statements


def version_number(place: str, version: str | None) -> int:
    """How many steps a store has gone through; StoreError if this program is older than it."""
    done = int(version) if version and version.isdecimal() else 0
    if done > len(STEPS):
        raise StoreError("error.server.store.newer", place=place, theirs=done, ours=len(STEPS))
    return done
