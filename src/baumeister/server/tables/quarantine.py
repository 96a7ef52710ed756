"""Tables whose log cannot be read. Everything else goes on."""

from __future__ import annotations

import logging

from baumeister.server.tables.errors import DamagedTable
from baumeister.server.tables.timing import monotonic

log = logging.getLogger(__name__)

READ_AGAIN = 60.0  # seconds after which a log is read again: it may have been repaired


class Quarantine:
    """Keeps damaged tables away from the store, which they would keep busy."""

    def __init__(self) -> None:
        self._tables: dict[str, tuple[float, DamagedTable]] = {}  # until when, and why

    def __len__(self) -> int:
        return len(self._tables)

    def check(self, table: str) -> None:
        """DamagedTable if the log of a table could not be read a short while ago."""
        until, why = self._tables.get(table, (0.0, None))
        if why is not None and monotonic() < until:
            raise DamagedTable(why=why.why)

    def add(self, table: str, error: Exception) -> DamagedTable:
        """Note that a log cannot be read; the error for those who ask."""
        damaged = error if isinstance(error, DamagedTable) else DamagedTable(why=repr(error))
        if table not in self._tables:
            what = f"a table is damaged: {damaged.why}"
            log.error(what, exc_info=error, extra={"table": table})
        self._tables[table] = monotonic() + READ_AGAIN, damaged
        return DamagedTable(why=damaged.why)

    def remove(self, table: str) -> None:
        """Note that a log can be read."""
        self._tables.pop(table, None)
