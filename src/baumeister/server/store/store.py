"""What the server stores: tables with their logs, records of finished games, outages.

The SQL is the same for every database.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from baumeister.server.store.database import Database, Notice, Statement, Value
from baumeister.server.tables.clocks import Outage, merged
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.timing import ServerTime

OUTAGE = 10_000  # milliseconds without a heartbeat of any server
INSERT_TABLE = (
    "INSERT INTO tables (game, public, status, created, changed, listing, due, seq, id)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
UPDATE_TABLE = (
    "UPDATE tables SET public = ?, status = ?, changed = ?, listing = ?, due = ?, seq = ?"
    " WHERE id = ? AND seq = ?"
)
AS_IT_WAS = "UPDATE tables SET seq = seq WHERE id = ? AND seq = ?"  # locks the row
INSERT_ENTRY = "INSERT INTO log (table_id, seq, at, kind, body, key) VALUES (?, ?, ?, ?, ?, ?)"
KEEP_RECORD = (
    "INSERT INTO records (table_id, record) VALUES (?, ?)"
    " ON CONFLICT (table_id) DO UPDATE SET record = excluded.record"
)
HEARTBEAT = (
    "INSERT INTO alive (process, at) VALUES (?, ?)"
    " ON CONFLICT (process) DO UPDATE SET at = excluded.at"
)
ANNOUNCEMENT = (
    "INSERT INTO alive (process, at) SELECT ?, MAX(at) FROM alive HAVING MAX(at) IS NOT NULL"
    " ON CONFLICT (process) DO NOTHING"
)
FORGET_OUTAGES = (  # except those that clocks need, also of archived tables
    "DELETE FROM outages WHERE ended < COALESCE((SELECT MIN(at) FROM log"
    " JOIN tables ON tables.id = log.table_id"
    " WHERE status NOT IN ('open', 'over') AND listing NOT LIKE '%\"clock\":null%'"
    " AND EXISTS (SELECT 1 FROM log AS other WHERE other.table_id = id AND other.kind = 'started')"
    " AND NOT EXISTS (SELECT 1 FROM records WHERE records.table_id = id)), ?)"
)  # the clock may have been set back in the middle of a log, so its first entry is not enough
LATEST = (
    "SELECT MAX(at) FROM (SELECT at FROM alive UNION ALL SELECT MAX(changed) FROM tables) AS times"
)
LOBBY = (
    "SELECT listing, status, changed, id FROM tables"
    " WHERE public = 1 AND status IN ('open', 'running') AND"
    " (status > ? OR (status = ? AND (changed < ? OR (changed = ? AND id > ?))))"
    " ORDER BY status, changed DESC, id LIMIT ?"
)


@dataclass(frozen=True, slots=True)
class Addition:
    """Entries for a table's log, and what lists show after them. Entry 1 creates the table."""

    table: str
    entries: Sequence[LogEntry]
    public: bool
    status: str
    listing: dict[str, Any]
    due: int | None
    record: dict[str, Any] | None = None

    def statements(self) -> list[Statement]:
        """The statements; they conflict if the log does not end where the entries begin."""
        first, last = self.entries[0], self.entries[-1]
        shown = orjson.dumps(self.listing).decode()
        facts: tuple[Value, ...] = (int(self.public), self.status)
        now: tuple[Value, ...] = (last.at, shown, self.due, last.seq, self.table)
        if first.seq == 1:
            values = (self.listing["game"], *facts, first.at, *now)
            statements = [Statement(INSERT_TABLE, values, changes=1)]
        else:
            statements = [Statement(UPDATE_TABLE, (*facts, *now, first.seq - 1), changes=1)]
        for seq, at, kind, body, key in self.entries:
            row = (self.table, seq, at, kind, orjson.dumps(body).decode(), key)
            statements.append(Statement(INSERT_ENTRY, row))
        if self.record is not None:
            kept = orjson.dumps(self.record).decode()
            statements.append(Statement(KEEP_RECORD, (self.table, kept)))
        return statements


@dataclass(frozen=True, slots=True)
class AsItWas:
    """The condition that nothing has happened at a table after an entry; otherwise Conflict."""

    table: str
    seq: int

    def statements(self) -> list[Statement]:
        """A statement that serializes this transaction with writes to that table."""
        return [Statement(AS_IT_WAS, (self.table, self.seq), changes=1)]


class Store:
    """The tables of all servers that share a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.process = secrets.token_hex(8)

    # --- tables -------------------------------------------------------------------------------
    async def append(self, added: Addition, *others: Addition | AsItWas) -> None:
        """Add entries to a table's log, all or none, durably; Conflict if another server has added
        one in the meantime. `others`: tables that are opened in the same transaction, and
        conditions on further tables."""
        units = [statement for one in (added, *others) for statement in one.statements()]
        await self.database.write(units, Notice(added.table, str(added.entries[-1].seq)))

    async def read(self, table: str, after: int = 0) -> list[LogEntry]:
        """The entries of a table that follow one; none if there is no such table."""
        rows = await self.database.fetch(
            "SELECT seq, at, kind, body, key FROM log WHERE table_id = ? AND seq > ? ORDER BY seq",
            table,
            after,
        )
        return [
            LogEntry(int(str(seq)), int(str(at)), str(kind), orjson.loads(str(body)), key)  # type: ignore[arg-type]
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
        """Tables at which a server has to act on its own."""
        rows = await self.database.fetch(
            "SELECT id FROM tables WHERE due <= ? AND changed <= ? ORDER BY due LIMIT 500",
            now,
            changed_before,
        )
        return [str(row[0]) for row in rows]

    async def set_due(self, table: str, seq: int, due: int | None) -> None:
        """Set when a server has to act at a table, if nothing has happened there since."""
        sql = "UPDATE tables SET due = ? WHERE id = ? AND seq = ?"
        await self.database.write([Statement(sql, (due, table, seq))])

    # --- heartbeats ---------------------------------------------------------------------------
    async def announce(self) -> int:
        """Write that this server is there, which is not a sign of life yet: the outage that it may
        end goes on until its first one. Returns the latest time in the store. Fails if the store
        cannot be written."""
        await self.database.write([Statement(ANNOUNCEMENT, (self.process,))])
        return int((await self.database.fetch(LATEST))[0][0] or 0)

    async def live(self, time: ServerTime) -> tuple[int, list[Outage]]:
        """Write a heartbeat; when it was, and all outages that count. A long time without a
        heartbeat of any server, and without an entry, is an outage. Outages from before the oldest
        unfinished game with a clock are deleted. No entry lies within an outage, so a log gives the
        same clocks whether or not the outage is known when it is folded. Time is the same for all
        servers: those whose clock is slow go forward to the latest heartbeat."""
        last = (await self.database.fetch("SELECT MAX(at) FROM alive"))[0][0]
        now = time.at_least(int(last or 0))
        statements = [Statement(HEARTBEAT, (self.process, now))]
        if isinstance(last, int) and now - last > OUTAGE:
            latest = "SELECT MAX(changed) FROM tables WHERE changed > ? AND changed <= ?"
            changed = (await self.database.fetch(latest, last, last + OUTAGE))[0][0]
            last = changed if isinstance(changed, int) else last
        if isinstance(last, int) and now - last > OUTAGE:
            statements.append(Statement(FORGET_OUTAGES, (now,)))
            statements.append(Statement("INSERT INTO outages VALUES (?, ?)", (last, now)))
            statements.append(Statement("DELETE FROM alive WHERE at < ?", (now - OUTAGE,)))
        await self.database.write(statements)
        found = await self.database.fetch("SELECT began, ended FROM outages")
        return now, merged(Outage(int(str(began)), int(str(ended))) for began, ended in found)
