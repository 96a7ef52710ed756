"""For tests: servers that are killed in mid-traffic, and proof that nothing was lost or doubled.

A `Siege` keeps several tables busy. All seats are played by `Loyal` players, who come back when
the server has gone and send again, with the same id, what was not acknowledged. They note all
that they were told. After every kill the log is read from the store itself and compared with
their notes; when a game is over, everything that anybody was ever shown has to follow from it.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count, cycle
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import asyncpg  # type: ignore[import-untyped]
import httpx
import orjson
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from baumeister.play import game
from baumeister.play.verify import verify
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.seats import Role, new_token
from baumeister.server.tables.snapshots import Snapshots
from baumeister.server.tables.state import TableState
from tests.server.live_server import GENEROUS, Player, TestTable, bearer, client_of, free_port
from tests.server.postgres import Postgres

ROOT = Path(__file__).resolve().parents[2]
LOST = (OSError, EOFError, ConnectionClosed, InvalidHandshake, TimeoutError)
# Seconds of processor time from the start of a server to everybody's first right view. Where nobody
# else wants the processor these are the seconds that people wait; the soak prints those, too.
RECOVERY = 5.0
READY_LINE = re.compile(rb"http://127\.0\.0\.1:(\d+)/")
LONG = 120.0  # seconds; a siege that takes longer for one step is stuck
FEW = ("--bot-workers", "1")


# --- servers that are killed ------------------------------------------------------------------
class Cradle:
    """Makes server processes quickly; see cradle.py."""

    def __init__(self) -> None:
        paths = [str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.cradle"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": os.pathsep.join(paths)},
            cwd=ROOT,
        )
        assert self._line() == "ready"

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().decode().strip()

    def start(self, **wanted: Any) -> int:
        """The number of a new server process."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(wanted).encode() + b"\n")
        self._process.stdin.flush()
        return int(self._line())

    def reap(self) -> None:
        """Nothing to do: the cradle does not wait for the dead."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


class Whole:
    """Makes server processes as people do: with everything that belongs to a start."""

    def __init__(self) -> None:
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self, *, arguments: Sequence[str], output: str, **_: Any) -> int:
        """The number of a new server process."""
        with Path(output).open("ab") as file:
            process = subprocess.Popen(
                [sys.executable, "-m", "baumeister", "serve", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._processes.append(process)
        return process.pid

    def reap(self) -> None:
        """Wait for the dead."""
        self._processes = [process for process in self._processes if process.poll() is None]


class Mortal:
    """A server at a fixed address that is started and killed many times."""

    def __init__(self, cradle: Cradle | Whole, place: str | Path, *flags: str) -> None:
        self.place = str(place)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.started = 0.0
        self.ready_after = 0.0
        self.starts = 0
        self._cradle = cradle
        self._written = tempfile.NamedTemporaryFile(prefix="baumeister-server-")  # noqa: SIM115
        self._begin = 0
        self._process = 0
        self._arguments = ["--store", self.place, "--port", str(self.port), *GENEROUS, *flags]
        self._arguments += ["--log-format", "json"]

    @property
    def output(self) -> bytes:
        """All that its processes have written."""
        return Path(self._written.name).read_bytes()

    @property
    def tracebacks(self) -> list[str]:
        """Errors that nobody had thought of. Not those of a worker that was just being started
        when the server was killed: Python's own code tells them."""
        parts = re.split(r"(?=Traceback \(most recent)", self.output.decode())[1:]
        told = ["\n".join(part.splitlines()[:40]) for part in parts]
        return [text for text in told if "multiprocessing/spawn.py" not in text[:200]]

    def begin(self, point: str | None = None, count: int = 1) -> None:
        """Start a process; it dies when it comes to the point for the n-th time."""
        assert not self.runs
        self._begin = os.path.getsize(self._written.name)
        self.started = time.monotonic()
        self.starts += 1
        self._process = self._cradle.start(
            arguments=self._arguments, output=self._written.name, point=point, count=count
        )

    async def start(self, point: str | None = None, count: int = 1) -> bool:
        """Start, and wait until it is ready; False if it died before that."""
        self.begin(point, count)
        while not READY_LINE.search(self.output[self._begin :]):
            if not self.runs:
                ended = self.output[self._begin :].decode()
                assert point is not None, f"the server ended: {ended}"
                return False
            assert time.monotonic() < self.started + LONG, "the server does not start"
            await asyncio.sleep(0.005)
        self.ready_after = time.monotonic() - self.started
        return True

    @property
    def runs(self) -> bool:
        """Whether the process is there."""
        self._cradle.reap()
        if self._process:
            try:
                os.kill(self._process, 0)
                return True
            except ProcessLookupError:
                self._process = 0
        return False

    @property
    def worked(self) -> float:
        """Seconds of processor time that the process has used; 0 when it is gone."""
        with suppress(OSError):
            user, system = _state_of(self._process)[11:13]
            return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        return 0.0

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process

    async def stop(self) -> None:
        """An orderly end, waited for."""
        os.kill(self._process, signal.SIGTERM)
        assert await self.gone(LONG), "the server does not end"

    async def kill(self) -> None:
        """`kill -9`, and wait until it is gone."""
        with suppress(ProcessLookupError):
            if self._process:
                os.kill(self._process, signal.SIGKILL)
        await self.gone(LONG)

    async def gone(self, seconds: float) -> bool:
        """Wait until it has died by itself; whether it has."""
        until = time.monotonic() + seconds
        while self.runs and time.monotonic() < until:
            await asyncio.sleep(0.003)
        return not self.runs

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.kill()
        self._written.close()


def kill_postgres(postgres: Postgres) -> None:
    """End all its processes at once, as if the power had failed. The first one is stopped before
    the others are looked for: one that it starts meanwhile would live on and keep the folder."""
    ours = postgres.process
    os.kill(ours, signal.SIGSTOP)
    while _state_of(ours)[0] != "T":
        time.sleep(0.001)
    processes = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    for process in processes:
        with suppress(OSError):
            if int(_state_of(process)[1]) == ours:
                os.kill(process, signal.SIGKILL)
    postgres.kill()


def _state_of(process: int) -> list[str]:
    """What /proc says of a process: its state, its parent and so on."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


# --- the store, read by somebody else ---------------------------------------------------------
async def log_of(place: str, table: str) -> list[LogEntry]:
    """The log of a table as it stands in the store, not asking the server."""
    query = "SELECT seq, at, kind, body, key FROM log WHERE table_id = {} ORDER BY seq"
    if "://" in place:
        rows: Iterable[Any] = await _fetch(place, query.format("$1"), table)
    else:
        file = sqlite3.connect(f"{Path(place).as_uri()}?mode=ro", uri=True, timeout=30)
        try:
            rows = file.execute(query.format("?"), (table,)).fetchall()
        finally:
            file.close()
    return [LogEntry(seq, at, kind, json.loads(body), key) for seq, at, kind, body, key in rows]


async def _fetch(place: str, query: str, *values: Any) -> list[Any]:
    """Rows from PostgreSQL, as soon as it answers."""
    while True:
        with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            connection = await asyncpg.connect(place)
            try:
                rows: list[Any] = await connection.fetch(query, *values)
            finally:
                connection.terminate()
            return rows
        await asyncio.sleep(0.02)


# --- people -----------------------------------------------------------------------------------
class Acknowledged(NamedTuple):
    """What a player was told to have happened."""

    key: str
    seq: int
    kind: str
    action: int | None


def seen_part(snapshot: dict[str, Any]) -> dict[str, Any]:
    """What has to be the same for everybody in a seat at the same entry: not who is here."""
    table = {
        key: value for key, value in snapshot["table"].items() if key not in ("seats", "clock")
    }
    parts = ("seq", "you", "view", "question", "asked", "can_take_back")
    return {"table": table, **{part: snapshot[part] for part in parts}}


class Loyal(Player):
    """Plays to the end, whatever happens to the server, and notes everything."""

    def __init__(self, table: TestTable, seat: int, choices: random.Random) -> None:
        super().__init__(table, seat)
        self.random = choices
        self.pending: dict[str, Any] | None = None
        self.notes: list[Acknowledged] = []
        self.refused: list[str] = []  # ids
        self.shown: dict[int, dict[str, Any]] = {}
        self.came = 0.0  # when the present connection had its first update
        self.most_moves: int | None = None  # then it leaves
        self.take_backs = 0.1
        self.resent = 0
        self._acted = 0

    @property
    def done(self) -> bool:
        """Whether there is nothing left to do."""
        left = self.most_moves is not None and len(self.notes) >= self.most_moves
        return self.pending is None and (self.over or left)

    async def play_on(self) -> None:
        """Play; come back whenever the connection is lost."""
        while not self.done:
            with suppress(*LOST):
                await self._visit()
            self.came = 0.0
            await asyncio.sleep(0.01)
        await self.drop()

    async def _visit(self) -> None:
        await self.connect()
        if self.pending is not None:
            self.resent += 1
            await self.send(self.pending)
        while not self.done:
            message = await self.receive(LONG)
            self._note(message)
            await self._act()

    def _note(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "update":
            shown = seen_part(message)
            assert self.shown.setdefault(self.seq, shown) == shown, "another view of the same"
            self.came = self.came or time.monotonic()
        elif kind in ("ack", "refused"):
            assert self.pending is not None, message
            assert message["id"] == self.pending["id"], message
            command, self.pending = self.pending, None
            if kind == "ack":
                key = f"seat{self.seat}/{command['id']}"
                note = Acknowledged(key, message["seq"], command["type"], command.get("action"))
                self.notes.append(note)
                self._acted = message["seq"]
            elif message["error"] == "unavailable":
                self.pending = command  # nobody knows; it is sent again
                self._again(command)
            else:
                assert message["error"] == "no_take_back", message
                self.refused.append(command["id"])
        elif kind == "error":
            assert message["error"] == "unavailable", message
            raise ConnectionError("try again later")
        else:
            assert kind in ("here", "pong"), message

    def _again(self, command: dict[str, Any]) -> None:
        async def later() -> None:
            await asyncio.sleep(0.2)
            if self.pending is command and self.socket is not None:
                with suppress(*LOST):
                    await self.send(command)

        self._later = asyncio.ensure_future(later())

    async def _act(self) -> None:
        """Decide, once what was acknowledged has been seen."""
        if self.pending is not None or not self.now or self.seq < self._acted or self.over:
            return
        command: dict[str, Any] = {"id": f"{self.prefix}-{next(self._ids)}"}
        if self.now["can_take_back"] and self.random.random() < self.take_backs:
            command |= {"type": "take_back"}
        elif self.now["asked"] is not None and self.legal:
            command |= {"type": "move", "action": self.random.choice(self.legal), "seen": self.seq}
        else:
            return
        self.pending = command
        await self.send(command)


class Wanderer(Loyal):
    """Comes to another of several servers whenever it comes."""

    def __init__(
        self, table: TestTable, seat: int, choices: random.Random, urls: Sequence[str]
    ) -> None:
        super().__init__(replace(table), seat, choices)
        self.urls = urls

    async def connect(self) -> None:
        """Come to any of the servers."""
        self.table.url = self.random.choice(self.urls)
        await super().connect()


# --- what has to be true ----------------------------------------------------------------------
class Party:
    """A table, its players, and what is known of its log."""

    def __init__(self, table: TestTable, players: Sequence[Loyal]) -> None:
        self.table = table
        self.players = players
        self.log: list[LogEntry] = []

    @property
    def most_seen(self) -> int:
        """The last entry that anybody was shown."""
        return max(player.seq for player in self.players)

    async def check(self, place: str) -> None:
        """Everything that was acknowledged is in the log, once, where it was said to be."""
        notes = [note for player in self.players for note in player.notes]
        seen = self.most_seen
        log = await log_of(place, self.table.id)
        assert log[: len(self.log)] == self.log, "what was in the log has changed"
        self.log = log
        assert [entry.seq for entry in log] == list(range(1, len(log) + 1)), "a gap in the log"
        assert len(log) >= seen, "something was shown and is not there"
        keys = Counter(entry.key for entry in log if entry.key is not None)
        assert not keys or max(keys.values()) == 1, "a command counted twice"
        for note in notes:
            entry = log[note.seq - 1]
            assert entry.key == note.key, f"{note} is not there"
            assert entry.kind == {"move": "moved", "take_back": "took_back"}[note.kind]

    async def check_end(self, place: str) -> None:
        """The players' notes are the whole log, and all that they were shown follows from it."""
        await self.check(place)
        acknowledged = {note.key for player in self.players for note in player.notes}
        asked = {entry.key for entry in self.log if entry.key and "/bot/" not in entry.key}
        assert asked == acknowledged, "somebody's move that nobody made"
        names = game(str(self.log[0].body["game"]))
        for player in self.players:
            for note in player.notes:
                if note.action is not None:
                    assert self.log[note.seq - 1].body["move"] == names.notation(note.action)
        await self._check_shown()

    async def _check_shown(self) -> None:
        state = TableState(self.table.id)
        for entry in self.log:
            state.fold(entry)
            for player in self.players:
                if entry.seq in player.shown:
                    snapshot = snapshot_of(state, player.seat, entry.seq)
                    assert player.shown[entry.seq] == seen_part(snapshot)
            await asyncio.sleep(0)  # others play on meanwhile
        for player in self.players:
            if player.seq == state.seq:
                assert player.story == snapshot_of(state, player.seat)["events"]

    async def check_record(self, client: httpx.AsyncClient) -> None:
        """The record can be verified, and is the game that was played."""
        answer = await client.get(f"{self.table.path}/record", headers=bearer(self.table.watch))
        if answer.status_code == 503:
            raise Again
        assert answer.status_code == 200, answer.text
        assert verify(answer.json())
        assert answer.json()["winners"] == self.players[0].now["table"]["winners"]


def snapshot_of(state: TableState, seat: int | None, after: int = 0) -> dict[str, Any]:
    """What a seat is shown of a state if it has seen entries up to one."""
    role = Role("watch") if seat is None else Role("seat", seat)
    snapshot = Snapshots(state, state.changed_at, frozenset()).snapshot(role, "en", after)
    loaded: dict[str, Any] = orjson.loads(orjson.dumps(snapshot))
    return loaded


# --- sieges -----------------------------------------------------------------------------------
class Wanted(NamedTuple):
    """What is played at a table."""

    game: str
    people: int
    bots: tuple[str, ...] = ()
    most_moves: int | None = None  # of each player, who then leaves


@dataclass
class Siege:
    """Tables that are kept busy while their server is killed."""

    server: Mortal
    wanted: Sequence[Wanted]
    seed: int
    kills: int = 0
    games: int = 0
    slowest: float = 0.0  # recovery, in seconds
    parties: list[Party] = field(default_factory=list)  # being played
    finished: list[Party] = field(default_factory=list)
    ending: bool = False

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self._numbers = count()

    # --- the tables -----------------------------------------------------------------------
    async def _keep_busy(self, wanted: Wanted) -> None:
        """One game after the other."""
        while not self.ending:
            table = await self._open(wanted)
            players = [self._player(table, seat, wanted) for seat in range(wanted.people)]
            party = Party(table, players)
            self.parties.append(party)
            await asyncio.gather(*(player.play_on() for player in players))
            await party.check_end(self.server.place)
            if wanted.most_moves is None:
                await self._insist(party.check_record)
                self.games += 1
            self.parties.remove(party)
            self.finished.append(party)

    def _player(self, table: TestTable, seat: int, wanted: Wanted) -> Loyal:
        player = Loyal(table, seat, random.Random(f"{self.seed}/{next(self._numbers)}"))
        player.most_moves = wanted.most_moves
        return player

    async def _insist(self, ask: Callable[[httpx.AsyncClient], Coroutine[Any, Any, Any]]) -> Any:
        """Ask until there is an answer."""
        while True:
            try:
                async with client_of(self.server.url) as client:
                    return await ask(client)
            except (httpx.TransportError, Again):
                await asyncio.sleep(0.01)

    async def _open(self, wanted: Wanted) -> TestTable:
        """Open a table, let everybody join, start."""
        body = {
            "game": wanted.game,
            "seats": [
                *({"kind": "open"} for _ in range(wanted.people)),
                *({"kind": "bot", "bot": bot} for bot in wanted.bots),
            ],
        }
        opened = (await self._post("/api/tables", body)).json()
        table = TestTable(self.server.url, opened["table"], opened["host"], opened["watch"], [])
        for seat in range(wanted.people):
            sitting = {"invite": opened["seats"][seat]["invite"], "claim": new_token()}
            joined = (await self._post(f"{table.path}/join", sitting)).json()
            assert joined["seat"] == seat
            table.seats.append(joined["token"])
        started = await self._post(f"{table.path}/start", None, table.host)
        assert started.status_code == 200 or started.json()["error"] == "has_started"
        return table

    async def _post(self, path: str, body: Any, token: str | None = None) -> httpx.Response:
        async def ask(client: httpx.AsyncClient) -> httpx.Response:
            answer = await client.post(path, json=body, headers=bearer(token))
            if answer.status_code == 503:
                raise Again
            assert answer.status_code in (200, 201, 409), answer.text
            return answer

        found: httpx.Response = await self._insist(ask)
        return found

    # --- the kills ------------------------------------------------------------------------
    async def run(self, assault: Callable[[], Coroutine[Any, Any, None]], kills: int) -> None:
        """Keep the tables busy while the server is killed so often; then play to the end."""
        tables = [asyncio.ensure_future(self._keep_busy(one)) for one in self.wanted]
        try:
            await self._unless_failed(tables, self._first_kill())
            while self.kills < kills:
                await self._unless_failed(tables, assault())
            await self._unless_failed(tables, self._peace())
            self.ending = True
            async with asyncio.timeout(LONG):
                await asyncio.gather(*tables)
        finally:
            for task in tables:
                task.cancel()
            await asyncio.gather(*tables, return_exceptions=True)

    async def _unless_failed(
        self, tables: Sequence[asyncio.Future[None]], work: Coroutine[Any, Any, None]
    ) -> None:
        """Do the work, but stop at once if a table has failed."""
        task = asyncio.ensure_future(work)
        await asyncio.wait([task, *tables], return_when=asyncio.FIRST_COMPLETED)
        for table in tables:
            if table.done():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                table.result()
        await task

    async def _first_kill(self) -> None:
        """… as soon as all tables are being played at."""
        assert await self.server.start()
        until = time.monotonic() + LONG
        while len(self.parties) < len(self.wanted):
            assert time.monotonic() < until, "the tables are not open"
            await asyncio.sleep(0.005)
        await self.server.kill()
        self.kills += 1

    async def _peace(self) -> None:
        if not self.server.runs:
            assert await self.server.start()
            await self.all_back()

    async def at_random(self) -> None:
        """One kill at a random time, sometimes before the server is even ready."""
        if self.random.random() < 0.2:
            self.server.begin()
            await asyncio.sleep(self.random.random() * 0.3)
        else:
            assert await self.server.start()
            await self.all_back()
            await asyncio.sleep(self.random.random() * 0.2)
        await self.server.kill()
        self.kills += 1

    def at_points(self, points: Mapping[str, int]) -> Callable[[], Coroutine[Any, Any, None]]:
        """One kill at each point in turn, at one of the first so many times that it is reached."""
        turns = cycle(points.items())

        async def assault() -> None:
            point, most = next(turns)
            times = self.random.randint(1, most)
            if await self.server.start(point, times):
                await self.all_back(or_gone=True)
                assert await self.server.gone(LONG), f"nobody came to the point: {point}"
            self.kills += 1

        return assault

    def of_the_store(
        self, postgres: Postgres, outages: Sequence[float]
    ) -> Callable[[], Coroutine[Any, Any, None]]:
        """One kill of all processes of PostgreSQL, which is away for one of these times in seconds,
        while our server stays."""

        async def assault() -> None:
            if not self.server.runs:
                assert await self.server.start()
                await self.all_back()
            await asyncio.sleep(self.random.random() * 0.3)
            kill_postgres(postgres)
            await asyncio.sleep(self.random.choice(outages))
            await asyncio.to_thread(postgres.start)
            began, worked, parties = time.monotonic(), self.server.worked, list(self.parties)
            before = {party.table.id: party.most_seen for party in parties}
            while any(
                party in self.parties and party.most_seen == before[party.table.id]
                for party in parties
            ):
                spent = time.monotonic() - began
                assert self._is_in_time(worked, spent), f"not all go on after {spent:.1f} s"
                await asyncio.sleep(0.003)
            self.slowest = max(self.slowest, time.monotonic() - began)
            for party in list(self.parties):
                await party.check(self.server.place)
            self.kills += 1

        return assault

    async def all_back(self, or_gone: bool = False) -> None:
        """Everybody who plays has a right view again, soon enough; the log is as it should be."""
        playing = [player for party in self.parties for player in party.players]
        while not all(player.done or player.came > self.server.started for player in playing):
            if or_gone and not self.server.runs:
                break
            spent = time.monotonic() - self.server.started
            assert self._is_in_time(0.0, spent), (
                f"not back after {spent:.1f} s: {self._late(playing)}"
            )
            await asyncio.sleep(0.003)
        else:
            came = [player.came - self.server.started for player in playing]
            self.slowest = max([self.slowest, *came])
        for party in list(self.parties):
            await party.check(self.server.place)

    def _is_in_time(self, worked: float, spent: float) -> bool:
        """Whether the server has not yet worked too long on it; one that hangs does not work."""
        return self.server.worked - worked < RECOVERY and spent < LONG

    def _late(self, playing: Sequence[Loyal]) -> str:
        """Who is not back, and what the server has said meanwhile."""
        started = self.server.started
        missing = [f"{p.table.id}/{p.seat}" for p in playing if p.came <= started and not p.done]
        ready = self.server.ready_after
        return (
            f"ready after {ready:.1f} s, missing {missing}\n{self.server.output[-2000:].decode()}"
        )

    @property
    def players(self) -> list[Loyal]:
        """Everybody who has played."""
        parties = [*self.finished, *self.parties]
        return [player for party in parties for player in party.players]

    @property
    def commands(self) -> int:
        """How many commands were acknowledged."""
        return sum(len(player.notes) for player in self.players)

    def summary(self) -> str:
        """What was done, in one line."""
        tables = len(self.finished) + len(self.parties)
        resent = sum(player.resent for player in self.players)
        return (
            f"{self.kills} kills, {tables} tables, {self.games} games to the end,"
            f" {self.commands} commands acknowledged, {resent} sent again,"
            f" slowest recovery {self.slowest:.2f} s"
        )


class Again(Exception):
    """The server could not answer just now."""
