"""Bugs planted into the server, to see that the world finds them.

Each one changes the server's own code from outside, as somebody might by mistake. A world that
does not find one of them has a blind spot.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from baumeister.server.bots import pool
from baumeister.server.store import store as stores
from baumeister.server.store.database import Conflict, Statement, StoreUnavailable
from baumeister.server.store.store import Addition, Store
from baumeister.server.tables import access, commands, snapshots
from baumeister.server.tables.bot_moves import BotMoves
from baumeister.server.tables.clocks import Clock
from baumeister.server.tables.errors import Rejected, Unavailable
from baumeister.server.tables.loaded import Accepted
from baumeister.server.tables.notices import PeerNotices
from baumeister.server.tables.processor import CommandProcessor
from baumeister.server.tables.seats import Role
from baumeister.server.tables.state import TableState
from baumeister.server.tables.subscribers import Subscriber
from baumeister.server.tables.sweeper import Sweeper
from baumeister.server.tables.ticker import Ticker
from baumeister.server.tables.updates import Updates

Patch = pytest.MonkeyPatch


def acknowledged_before_saved(patch: Patch) -> None:
    """An entry is acknowledged and shown while it is still being written."""
    append = Store.append

    async def later(self: Store, *added: Any) -> None:
        asyncio.get_running_loop().create_task(append(self, *added))

    patch.setattr(Store, "append", later)


def id_forgotten(patch: Patch) -> None:
    """The id of a command is not written to the log."""
    statements = Addition.statements

    def without(self: Addition) -> list[Statement]:
        entries = [entry._replace(key=None) for entry in self.entries]
        return statements(replace(self, entries=entries))

    patch.setattr(Addition, "statements", without)


def ids_lost_by_restarts(patch: Patch) -> None:
    """Ids that were read from the store are forgotten."""
    read = Store.read

    async def without(self: Store, table: str, after: int = 0) -> Any:
        return [entry._replace(key=None) for entry in await read(self, table, after)]

    patch.setattr(Store, "read", without)


def notification_ignored(patch: Patch) -> None:
    """What another server wrote is not read."""
    patch.setattr(PeerNotices, "receive", lambda self, notice: None)


def reconnection_ignored(patch: Patch) -> None:
    """After a lost connection nobody looks for what was missed."""
    receive = PeerNotices.receive

    def only_named(self: PeerNotices, notice: Any) -> None:
        if notice.topic:
            receive(self, notice)

    patch.setattr(PeerNotices, "receive", only_named)


def outage_charged(patch: Patch) -> None:
    """Clocks run while no server does."""
    live = Store.live

    async def without(self: Store, time: Any) -> Any:
        now, _ = await live(self, time)
        return now, []

    patch.setattr(Store, "live", without)


def time_charged_twice(patch: Patch) -> None:
    """What a decision takes counts double."""
    taken = Clock._taken
    patch.setattr(Clock, "_taken", lambda self, seat, now: 2 * taken(self, seat, now))


def stale_view_after_undo(patch: Patch) -> None:
    """Views that were rendered before an undo are still used after it."""
    fold = TableState.fold

    def keep(self: TableState, entry: Any) -> None:
        views = dict(self.views)
        fold(self, entry)
        if entry.kind in ("undo_asked", "undo_answered", "took_back"):
            self.views.update(views)

    patch.setattr(TableState, "fold", keep)


def stale_snapshot(patch: Patch) -> None:
    """A snapshot is made once and used for later entries, too."""
    original = Updates.snapshots
    made: dict[str, Any] = {}

    def old(self: Updates, table: Any, state: TableState) -> Any:
        if state.seq % 7 == 0 and table.id in made:
            return made[table.id]
        made[table.id] = original(self, table, state)
        return made[table.id]

    patch.setattr(Updates, "snapshots", old)


def foreign_token_accepted(patch: Patch) -> None:
    """A token of one table opens every table."""
    role_of: Callable[..., Role | None] = access.role_of
    known: dict[str, Role] = {}

    def anywhere(state: TableState, token: str | None) -> Role | None:
        known.update({one: role for one, role in state.roles.items() if role.kind == "seat"})
        return role_of(state, token) or (None if token is None else known.get(token))

    patch.setattr(access, "role_of", anywhere)


def host_plays_for_others(patch: Patch) -> None:
    """The host's token moves the first seat."""
    own_seat = commands._own_seat
    patch.setattr(commands, "_own_seat", lambda role: 0 if role.kind == "host" else own_seat(role))


def host_replaces_people(patch: Patch) -> None:
    """The host lets bots play for people who are there."""
    patch.setattr(commands, "GRACE", -1.0)


def contribution_ignored(patch: Patch) -> None:
    """What people bring for the seed is replaced by something that the server draws."""
    join = commands.join

    def other(*words: Any, chance: str | None = None, **named: Any) -> Any:
        return join(*words, **named)

    patch.setattr(commands, "join", other)


def contribution_shown(patch: Patch) -> None:
    """What people bring for the seed is shown before the game starts."""
    info = snapshots.info

    def with_chances(state: TableState, *words: Any) -> dict[str, Any]:
        return {**info(state, *words), "chances": [seat.chance for seat in state.seats]}

    patch.setattr(snapshots, "info", with_chances)


def known_deal_unmentioned(patch: Patch) -> None:
    """Nobody is warned of a deal that others may know."""
    patch.setattr(TableState, "has_known_deal", False)


def bot_answer_applied_twice(patch: Patch) -> None:
    """A bot's answer is sent twice, and nobody asks whether the question is still the same."""
    insist = BotMoves._insist

    async def twice(self: BotMoves, table: str, role: Role, command: Any, key: str) -> None:
        await insist(self, table, role, command, key)
        await insist(self, table, role, command, f"{key}.again")

    def unchecked(seat: int, question: str, action: int) -> Any:
        def command(state: TableState, role: Role, now: int) -> Any:
            legal = state.table.legal(seat) if state.table is not None else ()
            if not legal:
                raise Rejected("error.server.stale")
            move = commands._checked_move(state, seat, legal[0], None)
            return commands.entry(state, now, "moved", seat=seat, move=move)

        return command

    patch.setattr(BotMoves, "_insist", twice)
    patch.setattr(commands, "bots_move", unchecked)


def failed_commit_assumed(patch: Patch) -> None:
    """A commit that failed is taken for done."""
    append = Store.append

    async def assume(self: Store, *added: Any) -> None:
        with suppress(StoreUnavailable):
            await append(self, *added)

    patch.setattr(Store, "append", assume)


def conflict_taken_for_success(patch: Patch) -> None:
    """Another server was faster, and the command is not checked again."""
    append = Store.append

    async def assume(self: Store, *added: Any) -> None:
        with suppress(Conflict):
            await append(self, *added)

    patch.setattr(Store, "append", assume)


def last_writer_wins(patch: Patch) -> None:
    """Two servers may write the same entry; the later one replaces it."""
    replaced = stores.INSERT_ENTRY.replace("INSERT INTO", "INSERT OR REPLACE INTO")
    update = stores.UPDATE_TABLE.replace(" AND seq = ?", " AND seq >= 0 * ?")
    patch.setattr(stores, "INSERT_ENTRY", replaced)
    patch.setattr(stores, "UPDATE_TABLE", update)


def unsaved_state_kept(patch: Patch) -> None:
    """A state with an entry that could not be written stays in use."""
    carry_out = CommandProcessor.carry_out

    async def keep(self: CommandProcessor, table: Any, batch: Any) -> None:
        try:
            await carry_out(self, table, batch)
        except StoreUnavailable as error:
            for queued in batch:
                queued.fail(error)  # and the state stays

    patch.setattr(CommandProcessor, "carry_out", keep)


def acknowledged_as_another(patch: Patch) -> None:
    """An acknowledgement names the entry before."""
    check = CommandProcessor._check

    def shifted(self: CommandProcessor, *words: Any) -> Any:
        answer = check(self, *words)
        return answer._replace(seq=answer.seq - 1) if isinstance(answer, Accepted) else answer

    patch.setattr(CommandProcessor, "_check", shifted)


def seed_shown(patch: Patch) -> None:
    """The seed is in every snapshot."""
    info = snapshots.info

    def with_seed(state: TableState, *words: Any) -> dict[str, Any]:
        return {**info(state, *words), "seed": state.seed}

    patch.setattr(snapshots, "info", with_seed)


def spectator_sees_a_hand(patch: Patch) -> None:
    """Spectators are shown the view of the first seat."""
    known_role: Callable[..., Role] = access.known_role

    def first_seat(state: TableState, token: str | None) -> Role:
        role = known_role(state, token)
        return Role("seat", 0) if role.kind == "watch" and state.table is not None else role

    patch.setattr(access, "known_role", first_seat)


def update_lost_by_slow_readers(patch: Patch) -> None:
    """While an update waits to be read, newer ones are dropped."""
    update = Subscriber.update

    def only_if_free(self: Subscriber, message: bytes, seq: int) -> None:
        if self._update is None:
            update(self, message, seq)

    patch.setattr(Subscriber, "update", only_if_free)


def update_dropped(patch: Patch) -> None:
    """An update is taken and never sent."""
    take = Subscriber.take

    async def some(self: Subscriber) -> list[bytes]:
        messages = await take(self)
        lost = self.after % 5 == 0 and any(m.startswith(b'{"type":"update"') for m in messages)
        return [b'{"type":"pong","n":0}'] if lost else messages

    patch.setattr(Subscriber, "take", some)


def abandoned_tables_forgotten(patch: Patch) -> None:
    """Nobody looks after the bots of a server that crashed."""

    async def nothing(self: Sweeper) -> None:
        pass

    patch.setattr(Sweeper, "sweep", nothing)


def clock_never_runs_out(patch: Patch) -> None:
    """Nobody looks at the clocks."""

    async def nothing(self: Ticker) -> None:
        pass

    patch.setattr(Ticker, "tick", nothing)


def dead_bot_worker_unnoticed(patch: Patch) -> None:
    """The question of a worker that died is never asked again."""
    patch.setattr(pool._BotWorker, "_has_ended", lambda self, why: None)


def bot_move_given_up(patch: Patch) -> None:
    """A bot's move that could not be written is waited for, and not tried again."""

    async def once(self: BotMoves, table: str, role: Role, command: Any, key: str) -> None:
        try:
            await self._queue.submit(table, role, command, key)
        except Unavailable:
            await asyncio.Event().wait()

    patch.setattr(BotMoves, "_insist", once)


def refusal_turned_around(patch: Patch) -> None:
    """Somebody who says no to an undo is understood to say yes."""
    answer_undo = commands.answer_undo
    patch.setattr(commands, "answer_undo", lambda agree: answer_undo(True))


BUGS: dict[str, Callable[[Patch], None]] = {
    bug.__name__: bug
    for bug in (
        acknowledged_before_saved,
        id_forgotten,
        ids_lost_by_restarts,
        notification_ignored,
        reconnection_ignored,
        outage_charged,
        time_charged_twice,
        stale_view_after_undo,
        stale_snapshot,
        foreign_token_accepted,
        host_plays_for_others,
        host_replaces_people,
        contribution_ignored,
        contribution_shown,
        known_deal_unmentioned,
        bot_answer_applied_twice,
        failed_commit_assumed,
        conflict_taken_for_success,
        last_writer_wins,
        unsaved_state_kept,
        acknowledged_as_another,
        seed_shown,
        spectator_sees_a_hand,
        update_lost_by_slow_readers,
        update_dropped,
        abandoned_tables_forgotten,
        clock_never_runs_out,
        dead_bot_worker_unnoticed,
        bot_move_given_up,
        refusal_turned_around,
    )
}

# The seed of a short world that finds each; `simulate-server --find-bugs` takes fresh ones.
FOUND_BY = {
    "acknowledged_before_saved": 2000,
    "id_forgotten": 2049,
    "ids_lost_by_restarts": 2000,
    "notification_ignored": 2001,
    "reconnection_ignored": 2001,
    "outage_charged": 2060,
    "time_charged_twice": 2037,
    "stale_view_after_undo": 2002,
    "stale_snapshot": 2049,
    "foreign_token_accepted": 2005,
    "host_plays_for_others": 2012,
    "host_replaces_people": 2009,
    "contribution_ignored": 2000,
    "contribution_shown": 2000,
    "known_deal_unmentioned": 2010,
    "bot_answer_applied_twice": 2000,
    "failed_commit_assumed": 2001,
    "conflict_taken_for_success": 2000,
    "last_writer_wins": 2000,
    "unsaved_state_kept": 2001,
    "acknowledged_as_another": 2049,
    "seed_shown": 2049,
    "spectator_sees_a_hand": 2049,
    "update_lost_by_slow_readers": 2016,
    "update_dropped": 2049,
    "abandoned_tables_forgotten": 2010,
    "clock_never_runs_out": 2037,
    "dead_bot_worker_unnoticed": 2007,
    "bot_move_given_up": 2027,
    "refusal_turned_around": 2000,
}
