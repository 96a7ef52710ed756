"""What must hold all the time, checked against the log that the database really committed.

- An entry is in the log because somebody asked for it, once, and was allowed to; or because a bot
  was asked that question; or because a clock had really run out.
- What is acknowledged is in the log when the acknowledgement is sent, and stays there.
- Every snapshot equals, byte by byte, what the role may see after a prefix of the log that was
  durable when the snapshot was sent. The reference is folded from the log alone, without caches.
- No token, no hash of one and no seed of a running game is in what anybody receives. What people
  bring for the seed is shown from the start on, and is then in the seed.
- The host lets no bot play for somebody who is there.
- Nobody's clock runs out before the time has really passed, outages left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NoReturn

import orjson

from baumeister.server.store.database import Value
from baumeister.server.tables.clocks import Outage, merged
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.seats import Role, hashed
from baumeister.server.tables.snapshots import Snapshots
from baumeister.server.tables.state import TableState

KINDS = {  # what a command may lead to
    "move": ("moved",),
    "take_back": ("took_back",),
    "undo": ("undo_asked", "took_back"),
    "answer_undo": ("undo_answered", "undo_dropped"),
    "hand": ("handed",),
}
WITHOUT_ID = ("opened", "joined", "started", "undo_dropped")
CLOCK_SLACK = 5.0  # seconds: signs of life come every two, and messages take their time
_hashed = lru_cache(hashed)


class Violation(Exception):
    """Something that must never happen."""


@dataclass
class Command:
    """A command that somebody sends under an id."""

    table: str
    id: str
    kind: str
    token: str
    allowed: bool = True  # whether the sender may do this at all
    values: dict[str, Any] = field(default_factory=dict)
    entry: int | None = None  # what it led to
    copies: int = 0  # how often it was sent
    refusals: int = 0  # … and how many of the copies were refused


@dataclass
class Player:
    """The independent account of a seat's clock."""

    reserve: float
    asked: float | None = None
    spent: float = 0.0  # on the present decision, before it was asked again
    last: tuple[float, float] = (0.0, 0.0)  # what the last decision took, and of the reserve


@dataclass
class Table:
    """A table as its committed log says it is."""

    id: str
    outages: list[Outage]
    entries: list[LogEntry] = field(default_factory=list)
    times: list[float] = field(default_factory=list)  # when each was committed
    state: TableState = field(init=False)
    secrets: set[bytes] = field(default_factory=set)
    players: dict[int, Player] = field(default_factory=dict)
    _behind: TableState = field(init=False)
    _snapshots: dict[int, tuple[int, dict[Any, Snapshots]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.state = TableState(self.id, self.outages)
        self._behind = TableState(self.id, self.outages)

    def at(self, seq: int) -> TableState:
        """The state after so many entries."""
        if seq == self.state.seq:
            return self.state
        if seq < self._behind.seq:
            self._behind = TableState(self.id, self.outages)
        for entry in self.entries[self._behind.seq : seq]:
            self._behind.fold(entry)
        return self._behind

    def snapshots(self, seq: int, here: frozenset[int], ready: bool, now: int) -> Snapshots:
        """What roles see after so many entries, made without what was made before."""
        state, key = self.at(seq), (here, ready, now)
        made_at, snapshots = self._snapshots.setdefault(id(state), (seq, {}))
        if made_at != seq:  # of the same state, before it was folded further
            snapshots = {}
            self._snapshots[id(state)] = (seq, snapshots)
        if not snapshots:
            state.views.clear()
            snapshots[key] = Snapshots(state, now, here, ready)
        elif key not in snapshots:
            snapshots[key] = next(iter(snapshots.values())).renewed(now, here, ready)
        return snapshots[key]


class Checks:
    """The checks of one world."""

    def __init__(
        self,
        time: Callable[[], float],
        outages: Callable[[], list[Outage]],
        unavailable: Callable[[float, float], float],
        is_there: Callable[[str, int], bool],
        tell: Callable[[str], None],
        fail: Callable[[str], NoReturn],
    ) -> None:
        self.tables: dict[str, Table] = {}
        self.durable: dict[str, int] = {}  # how many entries of each table are durable
        self.commands: dict[tuple[str, str], Command] = {}
        self.brought: dict[tuple[str, int], str] = {}  # by table and seat: for the seed
        self.counts = {"entries": 0, "acknowledged": 0, "snapshots": 0}
        self._time = time
        self._read_outages = outages  # what the servers found out
        self._unavailable = unavailable  # how long, within a span, in stretches that count
        self._is_there = is_there  # whether the person of a seat is certainly there
        self._tell = tell
        self.fail = fail  # stops the world
        self._outages: list[Outage] = []
        self.clock_jumps = 0.0  # seconds by which the machine's clock was set forward, unnoticed

    # --- the log ------------------------------------------------------------------------------
    def committed(self, rows: Sequence[tuple[Value, ...]]) -> None:
        """Entries that were committed in one transaction."""
        for table_id, seq, at, kind, body, key, _ in rows:
            entry = LogEntry(
                int(str(seq)),
                int(str(at)),
                str(kind),
                orjson.loads(str(body)),
                None if key is None else str(key),
            )
            table = self.tables.get(str(table_id))
            if table is None:
                table = self.tables[str(table_id)] = Table(str(table_id), self._outages)
            self._commit(table, entry)

    def _commit(self, table: Table, entry: LogEntry) -> None:
        self._tell(f"{table.id} {entry.seq} {entry.kind} {entry.key or ''}")
        self.counts["entries"] += 1
        if entry.seq != len(table.entries) + 1:
            self.fail(f"{table.id}: entry {entry.seq} follows {len(table.entries)}")
        self._check_cause(table, entry)
        if table.state.seq and table.state.limits is not None:
            self._outages[:] = merged(self._read_outages())
            if table.state.clock is not None:
                self._count_time(table, entry)
        table.entries.append(entry)
        self.durable[table.id] = entry.seq
        table.times.append(self._time())
        try:
            table.state.fold(entry)
        except Exception as error:
            self.fail(f"{table.id}: entry {entry.seq} cannot be folded: {error!r}")
        self._keep_secrets(table, entry)
        self._ask(table)

    def _check_cause(self, table: Table, entry: LogEntry) -> None:
        """Fail unless somebody who may do this sent it, once."""
        state, key = table.state, entry.key
        if key is None:
            by_clock = entry.kind == "handed" and entry.body["why"] == "clock"
            if entry.kind not in WITHOUT_ID and not by_clock:
                self.fail(f"{table.id}: {entry.kind} at {entry.seq} without an id")
            return
        who, _, name = key.partition("/")
        if name.startswith("bot/"):
            seat = entry.body["seat"]
            asked = f"bot/{state.question_of(seat)}" if seat in state.bots_to_ask else None
            if who != f"seat{seat}" or name != asked:
                self.fail(f"{table.id}: a bot answers {name} at {entry.seq}, asked was {asked}")
            return
        command = self.commands.get((table.id, name))
        if command is None or entry.kind not in KINDS[command.kind]:
            self.fail(f"{table.id}: nobody asked for {entry.kind} under {name}")
        role = state.role_of(hashed(command.token))
        if not command.allowed or role is None or who != f"{role.kind}{role.seat}":
            self.fail(f"{table.id}: {command.kind} {name} was accepted, and may not be")
        if entry.kind == "handed" and entry.body["why"] == "host":
            if self._is_there(table.id, entry.body["seat"]):
                self.fail(f"{table.id}: a bot plays for seat {entry.body['seat']}, who is there")
        elif entry.body["seat"] != role.seat:
            self.fail(f"{table.id}: {command.kind} {name} of {role} was done for another seat")
        if command.entry is not None:
            self.fail(f"{table.id}: {name} counts twice, at {command.entry} and {entry.seq}")
        command.entry = entry.seq
        done = dict(entry.body)
        if entry.kind == "moved":
            done["action"] = state.game.action(entry.body["move"])
        if any(done.get(key, value) != value for key, value in command.values.items()):
            self.fail(f"{table.id}: {name} asked for {command.values}, and {done} was done")

    def _keep_secrets(self, table: Table, entry: LogEntry) -> None:
        body, found, state = entry.body, [], table.state
        if entry.kind == "opened":
            found += [state.share or state.seed, body["bots"], body["host"], body["watch"]]
            wanted = ("token", "invite", "chance")
            found += [seat.get(key) for seat in body["seats"] for key in wanted]
        found += [body.get(key) for key in ("token", "invite", "claim")]
        if not state.has_started:
            found.append(body.get("chance"))
        self.keep_secret(table.id, *[one for one in found if isinstance(one, str)])
        if entry.kind == "started" and state.contributions is not None:
            self._check_contributions(table, state.contributions["seats"])
        if state.is_over:
            table.secrets.discard((state.share or state.seed).encode())

    def _check_contributions(self, table: Table, seats: list[str]) -> None:
        """Everybody finds in the seed what they have brought; from now on it is no secret."""
        for (table_id, seat), chance in self.brought.items():
            if table_id == table.id and seats[seat] != chance:
                self.fail(f"{table.id}: the contribution of seat {seat} is {seats[seat]}")
        table.secrets -= {chance.encode() for chance in seats}

    # --- clocks -------------------------------------------------------------------------------
    def _ask(self, table: Table) -> None:
        """Note since when people are asked, by the world's own clock."""
        state, now = table.state, self._time()
        if state.clock is None or state.limits is None:
            return
        for seat in range(len(state.seats)):
            player = table.players.setdefault(seat, Player(state.limits.reserve / 1000))
            runs = seat in state.asked and state.bot_of(seat) is None
            if runs and player.asked is None:
                player.asked = now
            elif not runs and player.asked is not None:
                player.spent += self._passed(player.asked, now)
                player.asked = None

    def _passed(self, since: float, now: float) -> float:
        return now - since - self._unavailable(since, now)

    def _count_time(self, table: Table, entry: LogEntry) -> None:
        state, now = table.state, self._time()
        limits = state.limits
        assert limits is not None
        seat = entry.body.get("seat")
        player = table.players.get(seat) if isinstance(seat, int) else None
        if entry.kind == "handed" and entry.body["why"] == "clock":
            assert player is not None
            running = 0.0 if player.asked is None else self._passed(player.asked, now)
            taken = player.spent + running
            allowed = limits.per_move / 1000 + player.reserve
            if taken + self.clock_jumps + CLOCK_SLACK < allowed:
                self.fail(
                    f"{table.id}: the clock of seat {seat} ran out after {taken:.1f} s"
                    f" of {allowed:.1f} s"
                )
        elif entry.kind == "moved" and player is not None:
            running = 0.0 if player.asked is None else self._passed(player.asked, now)
            taken = player.spent + running
            beyond = min(player.reserve, max(0.0, taken - limits.per_move / 1000))
            player.reserve -= beyond
            player.last, player.spent, player.asked = (taken, beyond), 0.0, None
        elif entry.kind == "took_back" and player is not None:
            player.spent, beyond = player.last
            player.reserve += beyond
            player.last = (0.0, 0.0)
        elif entry.kind in ("undo_asked", "undo_answered"):  # if it is accepted, moves begin again
            for one in table.players.values():
                one.reserve = max(0.0, one.reserve - CLOCK_SLACK)

    def overdue(self, table: Table, since: float) -> list[int]:
        """Seats whose time is up by the world's own clock, even if all of it began so late."""
        limits = table.state.limits
        if limits is None:
            return []
        longest = sum(limits) / 1000 + 2 * CLOCK_SLACK
        now = self._time()
        asked = {seat: one.asked for seat, one in table.players.items() if one.asked is not None}
        return [seat for seat, at in asked.items() if now - max(at, since) > longest]

    # --- what people receive ------------------------------------------------------------------
    def acknowledged(self, command: Command, seq: int, durable: int) -> None:
        """An acknowledgement arrived."""
        self.counts["acknowledged"] += 1
        table = self.tables[command.table]
        if seq > durable:
            self.fail(f"{table.id}: {command.id} was acknowledged as {seq} before it was durable")
        entry = table.entries[seq - 1]
        if entry.key is None or entry.key.partition("/")[2] != command.id:
            self.fail(f"{table.id}: {command.id} was acknowledged as {seq}, which is {entry.key}")
        if not command.allowed:
            self.fail(f"{table.id}: {command.kind} {command.id} was acknowledged, and may not be")

    def snapshot(
        self, table_id: str, token: str | None, text: bytes, shown: dict[str, Any], durable: int
    ) -> None:
        """A snapshot arrived: an update of a socket, the answer to a request, or what comes with a
        refusal."""
        self.counts["snapshots"] += 1
        table, seq = self.tables[table_id], shown["seq"]
        if seq > durable:
            self.fail(f"{table_id}: entry {seq} was shown when {durable} were durable")
        state = table.at(seq)
        role = None if token is None else state.role_of(_hashed(token))
        if role is None:
            if token is not None or not state.public:
                self.fail(f"{table_id}: shown at {seq} to somebody without a role")
            role = Role("watch")
        info = shown["table"]
        here = frozenset(
            k for k, seat in enumerate(info["seats"]) if seat["here"] and seat["bot"] is None
        )
        snapshots = table.snapshots(seq, here, info["bots_getting_ready"], info["changed"])
        expected = snapshots.update(role, "en", shown["after"])
        if text != expected:
            wanted = orjson.loads(expected)
            wanted.pop("type")
            clocks = [one["table"].pop("clock") for one in (wanted, shown)]
            got = {key: value for key, value in shown.items() if key != "type"}
            if got != wanted:
                differ = [key for key in wanted if wanted[key] != got.get(key)]
                self.fail(f"{table_id}: snapshot of {role} at {seq} differs in {differ}")
            self._check_clock(table, *clocks)
            shown["table"]["clock"] = clocks[1]

    def received(self, table_id: str, text: bytes) -> None:
        """Something arrived at somebody: no token, hash or seed is in it."""
        for secret in self.tables[table_id].secrets:
            if secret in text:
                self.fail(f"{table_id}: a secret in {text.decode()[:200]}")

    def keep_secret(self, table_id: str, *tokens: str) -> None:
        """Tokens that nobody is sent again."""
        self.tables[table_id].secrets |= {token.encode() for token in tokens if token}

    def refused(self, command: Command) -> None:
        """A refusal arrived: nothing has been done. Each copy of a command is judged when its turn
        comes, so of several copies one may be refused and a later one count."""
        command.refusals += 1
        if command.entry is not None and command.refusals >= command.copies:
            self.fail(f"{command.table}: {command.id} was refused, and is entry {command.entry}")

    def _check_clock(self, table: Table, wanted: Any, got: Any) -> None:
        """Clocks in a snapshot show no more time than there was at the last entry. Servers that
        learn of an outage at different times may differ a little."""
        if (wanted is None) != (got is None):
            self.fail(f"{table.id}: a clock that is none")
        if got is None or "seats" not in got:
            return
        for before, now in zip(wanted["seats"], got["seats"], strict=True):
            left = now["move_left"] + now["reserve_left"]
            most = before["move_left"] + before["reserve_left"]
            slack = CLOCK_SLACK * 1000
            wrong_state = now["runs"] != before["runs"] and min(left, most) > slack
            if wrong_state or left > most + slack:
                self.fail(f"{table.id}: a clock that stands wrong: {now} after {before}")

    # --- the end ------------------------------------------------------------------------------
    def compare(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Fail unless the log in the end is what was committed, entry by entry."""
        found: dict[str, list[LogEntry]] = {}
        for table_id, seq, at, kind, body, key in rows:
            found.setdefault(table_id, []).append(LogEntry(seq, at, kind, orjson.loads(body), key))
        kept = {table.id: table.entries for table in self.tables.values()}
        if found != kept:
            self.fail("the log in the end is not what was committed")
