"""What the server stores: tables with their logs, records of finished games, outages.

The SQL is the same for every database.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from baumeister.server.store.database import Damaged, Database, Notice, Row, Statement, Value
from baumeister.server.tables.clocks import Outage, merged
from baumeister.server.tables.errors import DamagedTable
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.timing import ServerTime

OUTAGE = 10_000  # milliseconds without a heartbeat of any server
GONE = 1_500  # milliseconds without a heartbeat of a server, whose tables others then look after
INSERT_TABLE = (
    "INSERT INTO tables"
    " (game, public, status, created, active, changed, listing, due, server, seq, id)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
UPDATE_TABLE = (
    "UPDATE tables SET public = ?, status = ?, changed = ?, listing = ?, due = ?, server = ?,"
    " seq = ? WHERE id = ? AND seq = ?"
)
AS_IT_WAS = "UPDATE tables SET seq = seq WHERE id = ? AND seq = ?"  # locks the row
INSERT_ENTRY = (
    "INSERT INTO log (table_id, seq, at, kind, body, key, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
READ_LOG = (
    "SELECT log.seq, at, kind, body, key, checksum, tables.seq FROM log"
    " LEFT JOIN tables ON id = table_id WHERE table_id = ? AND log.seq > ? ORDER BY log.seq"
)
KEEP_RECORD = (
    "INSERT INTO records (table_id, record, checksum) VALUES (?, ?, ?)"
    " ON CONFLICT (table_id) DO UPDATE SET record = excluded.record, checksum = excluded.checksum"
)
IS_GONE = "NOT EXISTS (SELECT 1 FROM alive WHERE process = server AND at >= ?)"
OVERDUE = (
    "SELECT id, server FROM tables"
    f" WHERE due <= ? AND (server = ? OR server IS NULL OR {IS_GONE})"
    " ORDER BY due, changed LIMIT 500"
)
TAKE_OVER = (
    "UPDATE tables SET server = ?"
    f" WHERE due <= ? AND (server IS NULL OR (server <> ? AND {IS_GONE}))"
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
LISTED = ("open", "running")  # the lobby shows tables of these kinds, in this order
LATEST = (
    "SELECT MAX(at) FROM (SELECT at FROM alive UNION ALL SELECT MAX(changed) FROM tables) AS times"
)
LOBBY = (
    "SELECT listing, changed, active, id FROM tables WHERE public = 1 AND status = ?"
    " AND active >= ? AND active <= ? AND (active < ? OR id > ?)"
    " ORDER BY active DESC, id LIMIT ?"
)
FOREVER = 2**62  # later than any time


@dataclass(frozen=True, slots=True)
class Addition:
    """Entries for a table's log, and what lists show after them. Entry 1 creates the table."""

    table: str
    entries: Sequence[LogEntry]
    public: bool
    status: str
    listing: dict[str, Any]
    due: int | None
    server: str  # which asks the bots from now on
    record: dict[str, Any] | None = None

    def statements(self) -> list[Statement]:
        """The statements; they conflict if the log does not end where the entries begin."""
        first, last = self.entries[0], self.entries[-1]
        shown = orjson.dumps(self.listing).decode()
        facts: tuple[Value, ...] = (int(self.public), self.status)
        now: tuple[Value, ...] = (last.at, shown, self.due, self.server, last.seq, self.table)
        if first.seq == 1:
            values = (self.listing["game"], *facts, first.at, first.at, *now)
            statements = [Statement(INSERT_TABLE, values, changes=1)]
        else:
            statements = [Statement(UPDATE_TABLE, (*facts, *now, first.seq - 1), changes=1)]
        for seq, at, kind, body, key in self.entries:
            row = (self.table, seq, at, kind, orjson.dumps(body).decode(), key)
            statements.append(Statement(INSERT_ENTRY, (*row, checksum(*row))))
        if self.record is not None:
            kept = orjson.dumps(self.record).decode()
            values = (self.table, kept, checksum(self.table, kept))
            statements.append(Statement(KEEP_RECORD, values))
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
        """The entries of a table that follow one; none if there is no such table. DamagedTable if
        they are not what was written."""
        try:
            rows = await self.database.fetch(READ_LOG, table, after)
            if not rows and after == 0:
                sql = "SELECT NULL, NULL, NULL, NULL, NULL, NULL, seq FROM tables WHERE id = ?"
                rows = await self.database.fetch(sql, table)
        except Damaged as error:
            raise DamagedTable(why=str(error)) from error
        check_log(table, rows, after)
        return [
            LogEntry(int(str(seq)), int(str(at)), str(kind), parsed(body), key)  # type: ignore[arg-type]
            for seq, at, kind, body, key, *_ in rows
        ]

    async def record(self, table: str) -> dict[str, Any] | None:
        """The record that was kept when the game ended; DamagedTable if it is not that any more."""
        sql = "SELECT record, checksum FROM records WHERE table_id = ?"
        try:
            rows = await self.database.fetch(sql, table)
        except Damaged as error:
            raise DamagedTable(why=str(error)) from error
        for text, written in rows:
            if written not in (None, checksum(table, text)):
                raise DamagedTable(why="its record is not what was written")
            return parsed(text)
        return None

    async def lobby(self, after: str | None, most: int, since: int = 0) -> list[dict[str, Any]]:
        """Public tables that are open or running: open ones first, then by when people were last
        seen there, not before `since`. `after`: the mark of a table; those that follow it."""
        first, active, last = (LISTED[0], FOREVER, "") if after is None else _read_mark(after)
        found: list[dict[str, Any]] = []
        for status in LISTED[LISTED.index(first) :]:
            values = (status, since, active, active, last, most - len(found))
            rows = await self.database.fetch(LOBBY, *values)
            found += [
                {**shown, "changed": changed, "mark": f"{status}.{at}.{table}"}
                for text, changed, at, table in rows
                if (shown := listing_of(text)) is not None
            ]
            active, last = FOREVER, ""
            if len(found) == most:
                break
        return found

    async def note_activity(self, tables: Sequence[str], now: int) -> None:
        """People are at these tables."""
        sql = "UPDATE tables SET active = ? WHERE id = ?"
        await self.database.write([Statement(sql, (now, table)) for table in tables])

    async def overdue(self, now: int) -> list[str]:
        """Tables at which this server has to act on its own: those where it was the last to act,
        and those of servers that are gone, which it takes over."""
        alive = now - GONE if self.database.shared else now + 1  # nobody else
        rows = await self.database.fetch(OVERDUE, now, self.process, alive)
        if any(server != self.process for _, server in rows):
            values = (self.process, now, self.process, alive)
            await self.database.write([Statement(TAKE_OVER, values)])
            rows = await self.database.fetch(OVERDUE, now, self.process, alive)
        return [str(table) for table, server in rows if server == self.process]

    async def release(self) -> None:
        """Leave the tables of this server to others."""
        sql = "UPDATE tables SET server = NULL WHERE server = ? AND due IS NOT NULL"
        await self.database.write([Statement(sql, (self.process,))])

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


def _read_mark(mark: str) -> tuple[str, int, str]:
    """The status, the activity and the id of a table."""
    status, active, table = mark.split(".", 2)
    return status, int(active), table


# --- what was written, and what is there ------------------------------------------------------
def checksum(*values: Value) -> str:
    """Eight letters that are others if any of the values is changed by accident."""
    return f"{zlib.crc32(chr(0).join(map(str, values)).encode()):08x}"


def check_log(table: str, rows: Sequence[Row], after: int = 0) -> None:
    """DamagedTable if among the rows that READ_LOG has found after an entry one is missing, or is
    not what was written."""
    for number, (*values, written, last) in enumerate(rows, after + 1):
        if values[0] != number:
            raise DamagedTable(why=f"entry {number} is missing")
        if written not in (None, checksum(table, *values)):
            raise DamagedTable(why=f"entry {number} is not what was written")
        if number == after + len(rows) and number != last:
            raise DamagedTable(why=f"its last entry is {number}, not {last}")


def parsed(text: Value) -> dict[str, Any]:
    """What a text of the store says; DamagedTable if it says nothing."""
    try:
        found = orjson.loads(str(text))
    except orjson.JSONDecodeError as error:
        raise DamagedTable(why=f"it cannot be parsed: {error}") from error
    if not isinstance(found, dict):
        raise DamagedTable(why="it is not an object")
    return found


def listing_of(text: Value) -> dict[str, Any] | None:
    """What lists show of a table; None if it is damaged."""
    try:
        return parsed(text)
    except DamagedTable:
        return None
