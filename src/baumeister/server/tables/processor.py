"""Carrying out commands: check, write durably, answer, publish.

A command is checked against the state when its turn comes. Its entry is written, and only then
acknowledged and published. Several servers may share a store: a write names the entry that it
follows, so one of two servers loses the race, reads what it missed, and checks again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from baumeister.play import Refusal, UserError
from baumeister.server.metrics import Metrics
from baumeister.server.store.database import Conflict, StoreUnavailable
from baumeister.server.store.store import Store
from baumeister.server.tables import access
from baumeister.server.tables.commands import Repeatable
from baumeister.server.tables.heartbeat import Heartbeat
from baumeister.server.tables.loaded import Accepted, LoadedTable, QueuedCommand
from baumeister.server.tables.loader import TableLoader
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.log_writer import LogWriter
from baumeister.server.tables.seats import Role
from baumeister.server.tables.state import TableState
from baumeister.server.tables.timing import monotonic
from baumeister.server.tables.updates import Updates

ATTEMPTS = 20  # how often a command is checked again because another server was faster
Answer = Accepted | Exception


class ReplacedTableChanged(Exception):
    """Something has happened at the table that a new one was to replace."""


class CommandProcessor:
    """Carries out commands of one table at a time; the caller holds its lock."""

    def __init__(
        self,
        store: Store,
        loader: TableLoader,
        heartbeat: Heartbeat,
        updates: Updates,
        metrics: Metrics,
        now: Callable[[], int],
    ) -> None:
        self.after_write: Callable[[LoadedTable, TableState], None] = _nothing
        self._store = store
        self._writer = LogWriter(store, now)
        self._loader = loader
        self._heartbeat = heartbeat
        self._updates = updates
        self._metrics = metrics
        self._now = now

    async def carry_out(self, table: LoadedTable, batch: Sequence[QueuedCommand]) -> None:
        """Check commands one after the other, write what they lead to in one transaction, answer,
        publish. StoreUnavailable if it could not be written; then some have no answer yet."""
        for _ in range(ATTEMPTS):
            state = await self._loader.load(table)
            await self._heartbeat.note_outage()
            entries: list[LogEntry] = []
            answers = [self._check(table, state, queued, entries) for queued in batch]
            rejected = any(isinstance(answer, Exception) for answer in answers)
            if rejected and not entries and await self._loader.read_on(table, state):
                continue  # another server knew more
            if entries:
                table.snapshots = None
                try:
                    await self._write(state, entries, batch, answers)
                except Conflict:
                    self._metrics.conflicts.inc()
                    table.state = None
                    batch = await self._still_valid(batch)
                    continue
            for queued, answer in zip(batch, answers, strict=True):
                if isinstance(answer, Exception):
                    queued.fail(answer)
                else:
                    queued.accept(answer)
            self._updates.publish(table, state)
            self.after_write(table, state)
            self._count(state, batch, answers, entries)
            return
        raise StoreUnavailable

    def _check(
        self,
        table: LoadedTable,
        state: TableState,
        queued: QueuedCommand,
        entries: list[LogEntry],
    ) -> Answer:
        """Fold the entry of a command, or return why not. A key counts once for each role."""
        try:
            who = queued.who
            role = who if isinstance(who, Role) else access.known_role(state, who)
            if not isinstance(who, Role):
                table.note(role)
            key = None if queued.key is None else f"{role.kind}{role.seat}/{queued.key}"
            if key is not None and (before := state.keys.get(key)) is not None:
                if isinstance(queued.command, Repeatable):
                    queued.command.check_repeat(state, before)
                return Accepted(before.seq, role, again=True)
            entry = queued.command(state, role, self._now())._replace(key=key)
        except (Refusal, UserError) as error:
            return error
        state.fold(entry)
        entries.append(entry)
        return Accepted(entry.seq, role)

    async def _write(
        self,
        state: TableState,
        entries: Sequence[LogEntry],
        batch: Sequence[QueuedCommand],
        answers: Sequence[Answer],
    ) -> None:
        opened = [
            queued.opens
            for queued, answer in zip(batch, answers, strict=True)
            if queued.opens is not None and isinstance(answer, Accepted)
        ]
        await self._writer.write(state, entries, opened)

    async def _still_valid(self, batch: Sequence[QueuedCommand]) -> list[QueuedCommand]:
        """The commands that can be checked again. The others would replace a table at which
        something has happened: their callers have to look at it again."""
        valid = []
        for queued in batch:
            replaced = None if queued.opens is None else queued.opens.replaces
            if replaced is None or not await self._store.read(replaced.table, replaced.seq):
                valid.append(queued)
            else:
                queued.fail(ReplacedTableChanged())
        return valid

    def _count(
        self,
        state: TableState,
        batch: Sequence[QueuedCommand],
        answers: Sequence[Answer],
        entries: Sequence[LogEntry],
    ) -> None:
        metrics = self._metrics
        now = monotonic()
        for queued, answer in zip(batch, answers, strict=True):
            if isinstance(answer, Refusal):
                metrics.refusals.inc()
            elif isinstance(answer, Accepted) and answer.again:
                metrics.repeats.inc()
            elif isinstance(answer, Accepted):
                metrics.move_seconds.observe(now - queued.arrived)
        moves = sum(entry.kind == "moved" for entry in entries)
        metrics.moves.inc(moves)
        metrics.undone.inc(sum(entry.kind in ("took_back", "undo_asked") for entry in entries))
        if moves and state.is_over:
            metrics.games.inc()


def _nothing(table: LoadedTable, state: TableState) -> None:
    """The default of `after_write`."""
