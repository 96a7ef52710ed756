"""Positions of past games, kept in memory, and games from records."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from baumeister.play import Table
from baumeister.play.records import MAX_BYTES, read
from baumeister.play.replay import Replay
from baumeister.server.tables.errors import Invalid
from baumeister.server.tables.fair_thread import FairThread
from baumeister.server.tables.state import TableState

KEPT = 16  # games whose positions are in memory, 1 to 3 MB each


class Replays:
    """The positions of the games that were looked at last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[list[Any], Replay]] = OrderedDict()
        self.thread = FairThread("replays")  # records are read there

    def of(self, state: TableState, table: Table) -> Replay:
        """All positions of a table as it is now."""
        if not self.is_ready(state):
            return self._keep(state, Replay(table))
        self._kept.move_to_end(state.id)
        return self._kept[state.id][1]

    def _keep(self, state: TableState, replay: Replay) -> Replay:
        self._kept[state.id] = (list(state.choices), replay)
        self._kept.move_to_end(state.id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return replay

    def is_ready(self, state: TableState) -> bool:
        """Whether the positions of a table as it is now are in memory."""
        return state.id in self._kept and self._kept[state.id][0] == state.choices

    async def make_ready(self, state: TableState, caller: str) -> None:
        """Replay a finished game in a thread, before its positions are needed."""
        if state.table is not None and state.is_over and not self.is_ready(state):
            self._keep(state, await self.thread.run(caller, Replay, state.table))


def one_game(record: str) -> Table:
    """The game of a record. It is replayed, so do not call this on the event loop."""
    if len(record) > MAX_BYTES:
        raise Invalid("error.record.too_large")
    tables = read(record)
    if len(tables) != 1:
        raise Invalid("error.server.one_record", n=len(tables))
    return tables[0]
