"""A server under attack, on loopback: what people at another address notice of it.

python3 run.py siege                       # all attacks, about five minutes
python3 run.py siege --quick               # shorter and smaller
python3 run.py siege --only frames         # attacks with this in their name; --list names all
python3 run.py siege --load                # moves per second beside a server that only stores

Each attack has a server of its own with the default limits. The attacker is a process at 127.0.0.2
(with less right to the processor, which it would not share on a machine of its own). Meanwhile
people at 127.0.0.1 play, some by sockets, some by requests with a connection each. A line for each
attack shows how long their moves took, how large the server became, the share of the time for which
it had a core, and for which it waited for one (on a machine that is busy with something else, moves
take longer). The exit code is 1 if a bound was broken, or if somebody got no answer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.server.run import row
from tests.server.live_server import Player, Server, TestTable, open_table
from tests.server.scene import played, record_of

PEOPLE, ATTACKER = "127.0.0.1", "127.0.0.2"
MOST_MS, MOST_MB = 300.0, 500.0  # what people may wait (99 of 100 moves), and memory
MOST_BOT_SECONDS = 5.0  # that people may wait for a bot
THINKING = (0.05, 0.15)  # seconds of a person, from and to
LONGEST = 60.0  # seconds without an answer
NICE = 10
ROOT = Path(__file__).resolve().parents[2]
STRONGEST = "baumeister"
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


# --- asking -----------------------------------------------------------------------------------
class Refused(Exception):
    """An answer that is no success."""


@dataclass
class Caller:
    """Somebody with an address."""

    port: int
    address: str

    async def connect(self) -> Stream:
        """A connection."""
        return await asyncio.open_connection(PEOPLE, self.port, local_addr=(self.address, 0))

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """An answer, by a connection of its own; Refused if it is no success."""
        reader, writer = await self.connect()
        try:
            writer.write(request(method, path, body, token, "Connection: close"))
            answer = await reader.read()
        finally:
            writer.close()
        head, _, content = answer.partition(b"\r\n\r\n")
        status = head[9:12].decode()
        if not status.startswith("2"):
            raise Refused(f"{method} {path}: {status or 'no answer'}")
        return json.loads(content)

    async def socket(self, path: str, token: str | None = None) -> Stream:
        """A WebSocket at a table, after the hello."""
        reader, writer = await self.connect()
        words = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        words += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        writer.write(request("GET", f"{path}/socket", None, None, words))
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            writer.close()
            raise Refused(head.decode())
        writer.write(message({"type": "hello", "token": token}))
        return reader, writer


def request(
    method: str, path: str, body: Any = None, token: str | None = None, words: str = ""
) -> bytes:
    """A whole request."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(content)}"]
    lines += ["Content-Type: application/json"] if content else []
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += [words] if words else []
    return "\r\n".join([*lines, "", ""]).encode() + content


def frame(opcode: int, payload: bytes = b"", fin: bool = True) -> bytes:
    """A frame as clients send it; its mask is zero."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([0x80 * fin | opcode]) + length + bytes(4) + payload


def message(body: Any) -> bytes:
    """A frame with a message."""
    return frame(0x1, json.dumps(body).encode())


# --- attacks ----------------------------------------------------------------------------------
class Attacker(Caller):
    """Attacks until it is killed. `size`: 1, or less for a smaller attack."""

    def __init__(self, port: int, size: float) -> None:
        super().__init__(port, ATTACKER)
        self.size = size
        self.ids = count()

    def some(self, number: int) -> int:
        """So many, or fewer in a smaller attack."""
        return max(1, int(number * self.size))

    async def at_once(self, number: int, work: Callable[[], Awaitable[object]]) -> None:
        """So many of the same at once, each again and again."""

        async def again() -> None:
            while True:
                with suppress(OSError, EOFError, Refused, ValueError):
                    await work()
                await asyncio.sleep(0.001)

        await asyncio.gather(*(again() for _ in range(self.some(number))))

    async def pour(self, head: bytes, block: bytes, blocks: int = 1_000_000) -> None:
        """Send a head, and then the same without end; read nothing."""
        _, writer = await self.connect()
        try:
            writer.write(head)
            await self.repeat(writer, block, blocks)
        finally:
            writer.transport.abort()

    async def repeat(self, writer: asyncio.StreamWriter, block: bytes, blocks: int) -> None:
        """Send the same so often; ConnectionError if the server has closed the connection."""
        for _ in range(blocks):
            writer.write(block)
            await writer.drain()
            await asyncio.sleep(0)

    async def hold(self, number: int, stay: Callable[[], Awaitable[object]]) -> None:
        """Come to so many connections one after the other, and come back whenever one ends."""
        limit = asyncio.Semaphore(50)

        async def again() -> None:
            while True:
                with suppress(OSError, EOFError, Refused):
                    async with limit:
                        staying = asyncio.ensure_future(stay())
                        await asyncio.wait([staying], timeout=0.01)
                    await staying
                await asyncio.sleep(0.1)

        await asyncio.gather(*(again() for _ in range(number)))

    async def table(self, **wanted: Any) -> Any:
        """A table of its own."""
        body = {"game": "tybor", "seats": [{"kind": "me"}] * 2, "start": True, **wanted}
        return await self.ask("POST", "/api/tables", body)


HEAD = b"GET /api/lobby HTTP/1.1\r\nHost: 127.0.0.1\r\n"


async def huge_headers(attacker: Attacker) -> None:
    """Heads of 20 MB."""
    block = b"".join(b"x-%03d: %s\r\n" % (k, b"v" * 1000) for k in range(200))
    await attacker.at_once(10, lambda: attacker.pour(HEAD, block, 100))


async def endless_headers(attacker: Attacker) -> None:
    """A head that never ends, on one connection at a time."""
    await attacker.at_once(1, lambda: attacker.pour(HEAD, b"x: y\r\n" * 10_000))


async def long_header_value(attacker: Attacker) -> None:
    """A value that never ends."""
    await attacker.at_once(4, lambda: attacker.pour(HEAD + b"x: ", b"v" * 65536))


async def slowloris(attacker: Attacker) -> None:
    """Heads that come letter by letter."""

    async def drip() -> None:
        _, writer = await attacker.connect()
        for letter in HEAD + b"x" * 1000:
            writer.write(bytes([letter]))
            await writer.drain()
            await asyncio.sleep(1)

    await attacker.hold(attacker.some(1000), drip)


async def idle_connections(attacker: Attacker) -> None:
    """Connections without a request, as many as the system allows, up to 9,000."""

    async def stay() -> None:
        reader, _ = await attacker.connect()
        await reader.read()

    await attacker.hold(min(attacker.some(9000), open_files() - 100), stay)


async def sockets(attacker: Attacker) -> None:
    """All sockets that there are, to one address."""
    table = await attacker.table(public=True)

    async def stay() -> None:
        reader, _ = await attacker.socket(f"/api/tables/{table['table']}")
        while await reader.read(65536):
            pass

    await attacker.hold(min(attacker.some(4000), open_files() - 100), stay)


async def connections_come_and_go(attacker: Attacker) -> None:
    """Connections that are closed at once."""

    async def come() -> None:
        _, writer = await attacker.connect()
        writer.transport.abort()

    await attacker.at_once(20, come)


async def flood(attacker: Attacker, number: int, *frames: bytes) -> None:
    """Sockets at a table of one's own that send the first, and then the second without end."""
    table = await attacker.table()

    async def send() -> None:
        token = table["seats"][0]["token"]
        _, writer = await attacker.socket(f"/api/tables/{table['table']}", token)
        try:
            writer.write(frames[0])
            await attacker.repeat(writer, frames[-1], 1_000_000)
        finally:
            writer.transport.abort()

    await attacker.at_once(number, send)


async def unread_pongs(attacker: Attacker) -> None:
    """Pings whose answers are not read."""
    await flood(attacker, 20, b"", frame(0x9, b"x" * 125) * 500)


async def empty_continuation_frames(attacker: Attacker) -> None:
    """A message in parts without end, and without content."""
    await flood(attacker, 10, frame(0x1, b"", fin=False), frame(0x0, fin=False) * 10_000)


async def empty_message_frames(attacker: Attacker) -> None:
    """Messages without content."""
    await flood(attacker, 100, b"", frame(0x1) * 10_000)


async def refused_moves(attacker: Attacker) -> None:
    """Moves that the rules refuse, each answered with the whole table."""
    move = message({"type": "move", "id": "a", "move": "decline"})
    await flood(attacker, 100, b"", move * 100)


async def pipelined_requests(attacker: Attacker) -> None:
    """Requests that do not wait for answers, which are not read."""
    await attacker.at_once(50, lambda: attacker.pour(b"", b"GET /health HTTP/1.1\r\n\r\n" * 10_000))


async def tiny_chunks(attacker: Attacker) -> None:
    """Bodies letter by letter, at full speed."""
    head = b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    head += b"Transfer-Encoding: chunked\r\n\r\n"
    await attacker.at_once(20, lambda: attacker.pour(head, b"1\r\n[\r\n" * 10_000))


async def unread_answers(attacker: Attacker) -> None:
    """Large answers that are not read."""
    requests = request("GET", "/api/games/tybor") * 100

    async def stay() -> None:
        reader, writer = await attacker.connect()
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        await attacker.repeat(writer, requests, 100)

    await attacker.hold(attacker.some(200), stay)


async def abandoned_hints(attacker: Attacker) -> None:
    """Hints that nobody waits for."""
    tables = [await attacker.table() for _ in range(attacker.some(20))]

    async def leave() -> None:
        table = random.choice(tables)
        token = random.choice(table["seats"])["token"]
        _, writer = await attacker.connect()
        writer.write(request("GET", f"/api/tables/{table['table']}/hint", None, token))
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.transport.abort()

    await attacker.at_once(50, leave)


async def replays(attacker: Attacker) -> None:
    """Long records, uploaded to be replayed."""
    record = record_of(played("tybor", "Anna Bert Cora Dirk Emma Fred Gina Hans"))
    body = {"record": record}
    await attacker.at_once(50, lambda: attacker.ask("POST", "/api/replay", body))


async def strong_bots(attacker: Attacker) -> None:
    """57 tables of eight of the strongest bots."""
    seats = [{"kind": "bot", "bot": STRONGEST}] * 8
    for _ in range(attacker.some(57)):
        with suppress(Refused):
            await attacker.table(seats=seats)
    await asyncio.sleep(LONGEST)


async def log_entries(attacker: Attacker) -> None:
    """One seat that decides and takes back, by as many sockets as it gets."""
    table = await attacker.table()
    path, token = f"/api/tables/{table['table']}", table["seats"][0]["token"]
    legal = (await attacker.ask("GET", path, token=token))["view"]["legal"]

    async def write() -> None:
        reader, writer = await attacker.socket(path, token)
        reading = asyncio.ensure_future(reader.read(-1))
        try:
            while not reading.done():
                move = {"type": "move", "id": f"m{next(attacker.ids)}", "action": legal[0]}
                back = {"type": "take_back", "id": f"t{next(attacker.ids)}"}
                writer.write(message(move) + message(back))
                await writer.drain()
                await asyncio.sleep(0.01)
        finally:
            reading.cancel()
            writer.transport.abort()

    await attacker.at_once(100, write)


async def fill_the_lobby(attacker: Attacker) -> None:
    """Public tables that nobody comes to."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    wanted = {"seats": seats, "public": True, "start": False}
    await attacker.at_once(5, lambda: attacker.table(**wanted))


async def take_all_seats(attacker: Attacker) -> None:
    """Sit down wherever a seat is open."""

    async def sit() -> None:
        for table in await attacker.ask("GET", "/api/lobby?most=100"):
            body = {"claim": os.urandom(20).hex()}
            with suppress(Refused):
                await attacker.ask("POST", f"/api/tables/{table['id']}/join", body)

    await attacker.at_once(5, sit)


def open_files() -> int:
    """How many files this process may open."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard if hard > 0 else soft


async def nothing(attacker: Attacker) -> None:
    """People alone, for comparison."""
    await asyncio.sleep(LONGEST)


# --- people -----------------------------------------------------------------------------------
@dataclass
class People(Caller):
    """People who play, and how long they wait for answers, in milliseconds."""

    url: str
    moves: list[float] = field(default_factory=list)
    bot_seconds: list[float] = field(default_factory=list)
    bot_since: float | None = None  # it has been asked
    unanswered: list[str] = field(default_factory=list)
    measuring: bool = False
    running: dict[int, float] = field(default_factory=dict)  # when it began
    numbers: Iterator[int] = field(default_factory=count)
    public: list[TestTable] = field(default_factory=list)

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Note how long something takes."""
        number = next(self.numbers)
        self.running[number] = time.perf_counter()
        try:
            yield
            self.note(number)
        finally:
            self.running.pop(number, None)

    def note(self, number: int) -> None:
        """Note how long something has taken."""
        if self.measuring:
            self.moves.append((time.perf_counter() - self.running[number]) * 1000)

    def note_bot(self) -> None:
        """Note how long a bot has taken."""
        if self.measuring and self.bot_since is not None:
            self.bot_seconds.append(time.perf_counter() - self.bot_since)
        self.bot_since = None

    def stop(self) -> None:
        """Stop measuring; what has no answer yet counts, too."""
        self.note_bot()
        for number in self.running:
            self.note(number)
        self.measuring = False

    async def insist(self, visit: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Play on, and come back after a failure, which counts as the longest time."""
        while True:
            try:
                async with asyncio.timeout(LONGEST):
                    await visit()
            except Exception as error:
                if self.measuring:
                    self.moves.append(LONGEST * 1000)
                    self.unanswered.append(f"{type(error).__name__} {error}".strip())
                await asyncio.sleep(0.1)

    # --- by sockets -----------------------------------------------------------------------------
    async def seated(self, game: str, bots: Sequence[str] = ()) -> list[Player]:
        """Everybody at a new table."""
        table = await open_table(self, game, 1 if bots else 2, bots=bots)
        return [Player(table, seat) for seat, token in enumerate(table.seats) if token]

    async def play_at(self, game: str) -> None:
        """One game after the other, by sockets."""
        while True:
            await asyncio.gather(*map(self.play, await self.seated(game)))

    async def play(self, player: Player) -> None:
        """One person's moves until the game is over."""
        async with player:
            answered = None
            while not player.over:
                if player.legal and player.now["asked"] != answered:
                    answered = player.now["asked"]
                    await asyncio.sleep(random.uniform(*THINKING))
                    with self.timed():
                        await player.submit("move", action=random.choice(player.legal))
                else:
                    await player.until(lambda m: m["type"] == "update", LONGEST)

    async def play_with_bot(self, warm: asyncio.Event) -> None:
        """One person and a bot; how long the bot takes."""
        while True:
            (player,) = await self.seated("samara", ["journeyman"])
            async with player:
                while not player.over:
                    if not player.legal:
                        await player.receive(LONGEST)
                        continue
                    done = await player.submit("move", action=random.choice(player.legal))
                    while player.seq < done.get("seq", 0):
                        await player.receive(LONGEST)
                    if not player.legal and not player.over:
                        self.bot_since = time.perf_counter()
                        while not player.legal and not player.over:
                            await player.receive(LONGEST)
                        self.note_bot()
                        warm.set()

    # --- by requests ----------------------------------------------------------------------------
    async def play_by_requests(self) -> None:
        """One game after the other, with a connection for each request."""
        while True:
            table = await open_table(self, "tybor", 2)
            await asyncio.gather(*(self.play_seat(table, str(token)) for token in table.seats))

    async def play_seat(self, table: TestTable, token: str) -> None:
        """One person's moves."""
        for number in count():
            await asyncio.sleep(random.uniform(*THINKING))
            with self.timed():
                now = await self.ask("GET", table.path, token=token)
            if now["table"]["status"] == "over":
                return
            if now["view"]["legal"]:
                move = {"id": f"{token[:9]}{number}", "action": now["view"]["legal"][0]}
                with self.timed():
                    await self.ask("POST", f"{table.path}/moves", move, token)

    async def offer_seats(self) -> None:
        """Public tables with 40 open seats."""
        seats = [{"kind": "open"}] * 8
        for _ in range(5):
            wanted = {"game": "tybor", "seats": seats, "public": True}
            opened = await self.ask("POST", "/api/tables", wanted)
            tokens: list[str | None] = []
            found = TestTable(self.url, opened["table"], opened["host"], opened["watch"], tokens)
            self.public.append(found)

    async def seats_left(self) -> int:
        """Open seats of the public tables."""
        tables = [await self.ask("GET", table.path, token=table.host) for table in self.public]
        return sum(seat["kind"] == "open" for table in tables for seat in table["table"]["seats"])

    async def listed(self) -> int:
        """How many of the public tables the first page of the lobby shows."""
        lobby = await self.ask("GET", "/api/lobby")
        return sum(table.id in {one["id"] for one in lobby} for table in self.public)


# --- the siege --------------------------------------------------------------------------------
class Attack(NamedTuple):
    """An attack, and what else has to hold."""

    run: Callable[[Attacker], Coroutine[Any, Any, None]]
    after: str = ""  # bot, lobby or seats

    @property
    def name(self) -> str:
        """As it is written."""
        return self.run.__name__.replace("_", " ")


ATTACKS = (
    Attack(nothing),
    Attack(huge_headers),
    Attack(endless_headers),
    Attack(long_header_value),
    Attack(slowloris),
    Attack(idle_connections),
    Attack(sockets),
    Attack(connections_come_and_go),
    Attack(unread_pongs),
    Attack(empty_continuation_frames),
    Attack(empty_message_frames),
    Attack(refused_moves),
    Attack(pipelined_requests),
    Attack(tiny_chunks),
    Attack(unread_answers),
    Attack(abandoned_hints),
    Attack(replays),
    Attack(strong_bots, "bot"),
    Attack(log_entries),
    Attack(fill_the_lobby, "lobby"),
    Attack(take_all_seats, "seats"),
)


class Result(NamedTuple):
    """What an attack led to."""

    name: str
    p50: float
    p99: float
    megabytes: float
    core: Processor  # per second
    moves: int
    note: str
    faults: list[str]

    def line(self) -> str:
        """A row of the table."""
        verdict = "broken: " + ", ".join(self.faults) if self.faults else "holds"
        return (
            f"{self.name:28}{self.moves:6}{self.p50:9.1f}{self.p99:9.1f}{self.megabytes:8.0f}"
            f"{self.core.had:7.2f}{self.core.waited:8.2f}  "
            f"{verdict}{f' ({self.note})' if self.note else ''}"
        )


TITLE = (
    f"{'attack':28}{'moves':>6}{'p50 ms':>9}{'p99 ms':>9}{'MB':>8}{'core':>7}{'waited':>8}  verdict"
)


def quantile(times: Sequence[float], share: float) -> float:
    """The time that such a share does not exceed."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))] if times else LONGEST * 1000


def resident(process: int) -> float:
    """The memory of a process in megabytes; its bots have processes of their own."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    found = next(line for line in lines if line.startswith("VmRSS"))
    return int(found.split()[1]) / 1024


class Processor(NamedTuple):
    """Seconds that a process has had the processor, and that it has waited for others to free
    it; only of its first thread, which answers everybody."""

    had: float
    waited: float

    @staticmethod
    def of(process: int) -> Processor:
        """Since the process began."""
        had, waited, _ = Path(f"/proc/{process}/schedstat").read_text().split()
        return Processor(int(had) / 1e9, int(waited) / 1e9)


@asynccontextmanager
async def busy(*works: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Do all of this meanwhile."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def attacking(attack: Attack, port: int, size: float) -> AsyncIterator[None]:
    """The attacker's process, from when it has begun."""
    words = ["-m", "tests.server.siege", "--attack", attack.name, "--port", str(port)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, "--size", str(size), cwd=ROOT, stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        await process.stdout.readline()
        yield
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def besiege(attack: Attack, server: Server, seconds: float, size: float) -> Result:
    """One attack, and what people notice."""
    people = People(server.port, PEOPLE, server.url)
    warm, peak = asyncio.Event(), 0.0
    works = [partial(people.play_at, "tybor"), partial(people.play_at, "samara")]
    works.append(partial(people.play_by_requests))
    if attack.after == "bot":
        works.append(partial(people.play_with_bot, warm))
    else:
        warm.set()
    if attack.after in ("lobby", "seats"):
        await people.offer_seats()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(busy(*(people.insist(work) for work in works)))
        await asyncio.wait_for(warm.wait(), 180)  # the first search of a bot may be compiled
        await stack.enter_async_context(attacking(attack, server.port, size))
        people.measuring, until = True, time.monotonic() + seconds
        before = Processor.of(server.pid)
        while time.monotonic() < until:
            peak = max(peak, resident(server.pid))
            await asyncio.sleep(0.05)
        after = Processor.of(server.pid)
        people.stop()
        core = Processor(*((b - a) / seconds for a, b in zip(before, after, strict=True)))
        note, faults = await aftermath(attack, people)
    p99 = quantile(people.moves, 0.99)
    faults += [f"p99 above {MOST_MS:.0f} ms"] if p99 > MOST_MS else []
    faults += [f"more than {MOST_MB:.0f} MB"] if peak > MOST_MB else []
    if people.unanswered:
        faults.append(f"{len(people.unanswered)} without an answer, {people.unanswered[0][:80]}")
    p50, moves = quantile(people.moves, 0.5), len(people.moves)
    return Result(attack.name, p50, p99, peak, core, moves, note, faults)


async def aftermath(attack: Attack, people: People) -> tuple[str, list[str]]:
    """What else has to hold while the attack goes on: a note, and faults."""
    try:
        async with asyncio.timeout(LONGEST):
            await people.ask("GET", "/health")
            if attack.after == "lobby":
                listed = await people.listed()
                fault = [] if listed else ["nobody finds other people's tables"]
                return f"{listed} of {len(people.public)} tables of others in the lobby", fault
            if attack.after == "seats":
                left = await people.seats_left()
                return f"{left} of 40 open seats left", [] if left else ["no seat is left"]
    except (OSError, Refused, TimeoutError) as error:
        return "", [f"no answer at the end: {error}"]
    if attack.after == "bot":
        slowest = max(people.bot_seconds, default=LONGEST)
        fault = [f"a bot took {slowest:.1f} s"] if slowest > MOST_BOT_SECONDS else []
        return f"a person's bot at worst {slowest:.1f} s", fault
    return "", []


def siege(only: str, seconds: float, size: float) -> int:
    """All attacks whose names contain this; the exit code."""
    chosen = [attack for attack in ATTACKS if only in attack.name]
    if not chosen:
        names = ", ".join(attack.name for attack in ATTACKS)
        print(f"no attack is called like that: {only!r}; there are {names}", file=sys.stderr)
        return 2
    print(TITLE, flush=True)
    broken = False
    for attack in chosen:
        with tempfile.TemporaryDirectory(prefix="baumeister-siege-") as folder:
            server = Server(f"{folder}/tables.sqlite", "--log-level", "warning", limits=())
            with server:
                result = asyncio.run(besiege(attack, server, seconds, size))
                server.kill()
        print(result.line(), flush=True)
        broken = broken or bool(result.faults)
    return 1 if broken else 0


# --- the load ---------------------------------------------------------------------------------
def load(tables: int, seconds: float, rounds: int) -> int:
    """All tables at once, beside a server that stores each message by itself and sends it on."""
    print(f"{'server':10}{'moves/s':>9}{'p50 ms':>9}{'p99 ms':>9}", flush=True)
    made: dict[str, list[float]] = {"one by one": [], "ours": []}
    for _ in range(rounds):
        for kind, rates in made.items():
            found = row(kind, "tybor,samara", tables, 0, seconds)
            rates.append(float(found["moves_per_second"]))
            print(
                f"{kind:10}{rates[-1]:9.0f}{found['p50_ms']:9.1f}{found['p99_ms']:9.1f}",
                flush=True,
            )
    trivial, ours = (sum(rates) / rounds for rates in made.values())
    print(f"ours makes {ours / trivial:.2f} of what the other makes ({tables} tables of four)")
    return 0


def main(words: list[str]) -> int:
    """The siege, or the attacker's part of it."""
    parser = argparse.ArgumentParser(
        prog="siege", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="shorter and smaller attacks")
    parser.add_argument("--only", default="", metavar="NAME", help="attacks with this in the name")
    parser.add_argument("--seconds", type=float, help="of each attack (6; 3 with --quick)")
    parser.add_argument("--list", action="store_true", help="name all attacks")
    parser.add_argument("--load", action="store_true", help="moves per second, and no attack")
    parser.add_argument("--tables", type=int, default=100, help="of the load")
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--size", type=float, help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    if args.attack:
        return attacker(args.attack, args.port, args.size)
    if args.list:
        for attack in ATTACKS:
            print(f"{attack.name:28}{attack.run.__doc__}")
        return 0
    seconds = args.seconds or (3.0 if args.quick else 6.0)
    if args.load:
        return load(args.tables, seconds, 1 if args.quick else 2)
    if not Path("/proc/self/status").exists():
        print("siege: needs Linux, its /proc and its loopback addresses", file=sys.stderr)
        return 2
    return siege(args.only, seconds, 0.3 if args.quick else 1.0)


def attacker(name: str, port: int, size: float) -> int:
    """Attack until killed, at most for twice the longest time."""
    os.nice(NICE)
    attack = next(one for one in ATTACKS if one.name == name)

    async def run() -> None:
        print("begun", flush=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(2 * LONGEST):
                await attack.run(Attacker(port, size))

    asyncio.run(run())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
