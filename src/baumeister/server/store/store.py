"""What the server keeps, in words: tables with their logs, records of finished games, outages.

Written once, for every database.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import orjson

from baumeister.server.clocks import Outage, merged
from baumeister.server.entries import Entry
from baumeister.server.store.database import Database, Notice, Statement, Value

OUTAGE = 10_000  # milliseconds without a sign of life of any server
INSERT_TABLE = (
    "INSERT INTO tables (game, public, status, created, changed, listing, due, seq, id)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
UPDATE_TABLE = (
    "UPDATE tables SET public = ?, status = ?, changed = ?, listing = ?, due = ?, seq = ?"
    " WHERE id = ? AND seq = ?"
)
INSERT_ENTRY = "INSERT INTO log (table_id, seq, at, kind, body, key) VALUES (?, ?, ?, ?, ?, ?)"
KEEP_RECORD = (
    "INSERT INTO records (table_id, record) VALUES (?, ?)"
    " ON CONFLICT (table_id) DO UPDATE SET record = excluded.record"
)
SIGN_OF_LIFE = (
    "INSERT INTO alive (process, at) VALUES (?, ?)"
    " ON CONFLICT (process) DO UPDATE SET at = excluded.at"
)
LOBBY = (
    "SELECT listing, status, changed, id FROM tables"
    " WHERE public = 1 AND status IN ('open', 'running') AND"
    " (status > ? OR (status = ? AND (changed < ? OR (changed = ? AND id > ?))))"
    " ORDER BY status, changed DESC, id LIMIT ?"
)


class Store:
    """The tables of all servers that share a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.process = secrets.token_hex(8)

    # --- tables -------------------------------------------------------------------------------
    async def append(
        self,
        table: str,
        entries: Sequence[Entry],
        *,
        public: bool,
        status: str,
        listing: dict[str, Any],
        due: int | None,
        record: dict[str, Any] | None = None,
    ) -> None:
        """Add entries to a table's log, all or none, durably; Conflict if somebody else has added
        one in the meantime. The first entry makes the table."""
        first, last = entries[0], entries[-1]
        shown = orjson.dumps(listing).decode()
        facts: tuple[Value, ...] = (int(public), status)
        if first.seq == 1:
            values = (listing["game"], *facts, first.at, last.at, shown, due, last.seq, table)
            statements = [Statement(INSERT_TABLE, values, changes=1)]
        else:
            values = (*facts, last.at, shown, due, last.seq, table, first.seq - 1)
            statements = [Statement(UPDATE_TABLE, values, changes=1)]
        for seq, at, kind, body, key in entries:
            row = (table, seq, at, kind, orjson.dumps(body).decode(), key)
            statements.append(Statement(INSERT_ENTRY, row))
        if record is not None:
            statements.append(Statement(KEEP_RECORD, (table, orjson.dumps(record).decode())))
        await self.database.write(statements, Notice(table, str(last.seq)))

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table that follow one; none if there is no such table."""
        rows = await self.database.fetch(
            "SELECT seq, at, kind, body, key FROM log WHERE table_id = ? AND seq > ? ORDER BY seq",
            table,
            after,
        )
        return [
            Entry(int(str(seq)), int(str(at)), str(kind), orjson.loads(str(body)), key)  # type: ignore[arg-type]
            for seq, at, kind, body, key in rows
        ]

    async def record(self, table: str) -> dict[str, Any] | None:
        """The record that was kept when the game ended."""
        rows = await self.database.fetch("SELECT record FROM records WHERE table_id = ?", table)
        return orjson.loads(str(rows[0][0])) if rows else None

    async def lobby(self, after: str | None, most: int) -> list[dict[str, Any]]:
        """Public tables that are open or running, open ones first, the latest first. `after`: the
        mark of a table; those that follow it."""
        status, changed, table = ("", "0", "") if after is None else after.split(".", 2)
        values = (status, status, int(changed), int(changed), table, most)
        return [
            {**orjson.loads(str(text)), "changed": at, "mark": f"{status}.{at}.{table}"}
            for text, status, at, table in await self.database.fetch(LOBBY, *values)
        ]

    async def overdue(self, now: int, changed_before: int) -> list[str]:
        """Tables at which a server has to do something by itself."""
        rows = await self.database.fetch(
            "SELECT id FROM tables WHERE due <= ? AND changed <= ? ORDER BY due LIMIT 500",
            now,
            changed_before,
        )
        return [str(row[0]) for row in rows]

    async def set_due(self, table: str, seq: int, due: int | None) -> None:
        """When a server has to do something at a table, if nothing has happened there since."""
        sql = "UPDATE tables SET due = ? WHERE id = ? AND seq = ?"
        await self.database.write([Statement(sql, (due, table, seq))])

    # --- signs of life ------------------------------------------------------------------------
    async def live(self, now: int) -> list[Outage]:
        """A sign of life. If there was none of any server for a while, that was an outage; all
        outages so far."""
        last = (await self.database.fetch("SELECT MAX(at) FROM alive"))[0][0]
        statements = [Statement(SIGN_OF_LIFE, (self.process, now))]
        if isinstance(last, int) and now - last > OUTAGE:
            statements.append(Statement("INSERT INTO outages VALUES (?, ?)", (last, now)))
            statements.append(Statement("DELETE FROM alive WHERE at < ?", (now - OUTAGE,)))
        await self.database.write(statements)
        found = await self.database.fetch("SELECT began, ended FROM outages")
        return merged(Outage(int(str(began)), int(str(ended))) for began, ended in found)
