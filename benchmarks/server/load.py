"""Tables full of players for a server, and how long they wait.

    python benchmarks/server/load.py --port 8010 --tables 200 --seconds 10
    python benchmarks/server/load.py --port 8010 --tables 200 --seconds 10 --rate 500

Every table has four people, each with a socket of their own. Without a rate everybody answers as
soon as they are asked, so the server always has as much to do as there are questions. With a
rate so many moves a second are begun, at the time when they are due, whatever the server does. A
table whose game is over makes place for a new one.

The time of a move goes from sending it (with a rate: from when it was due, if nobody had been
asked then) until the last player of the table has received an update that contains it.

So that this program is not what is measured, it speaks WebSocket by itself and reads of a
message what it needs.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import resource
from contextlib import nullcontext
from time import perf_counter
from typing import Any

import orjson
import uvloop

PLAYERS = 4
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
OPENED_AT_ONCE = 8  # tables


class Failed(Exception):
    """The server did something that it should not; there is nothing to measure."""


class Load:
    """All players, and what was measured while measuring was on."""

    def __init__(self, port: int, games: list[str], seed: int) -> None:
        self.port = port
        self.games = games
        self.rng = random.Random(seed)
        self.ready: list[Player] = []  # asked, and waiting for their turn
        self.waits = True  # for all to be there, and with a rate for the time of a move
        self.ending = False
        self.measuring = False
        self.made = 0  # moves that were acknowledged
        self.messages = 0
        self.bytes = 0
        self.refused: list[str] = []
        self.late = 0  # moves that were due when nobody had been asked
        self.latencies: list[float] = []
        self.games_over = 0
        self.opening = asyncio.Semaphore(OPENED_AT_ONCE)

    async def sit(self, number: int, seated: asyncio.Event) -> None:
        """One table after another, until the end."""
        while not self.ending:
            async with self.opening if self.waits else nullcontext():
                table = Table(self, await self.open(self.games[number % len(self.games)]))
                await table.connect()
            seated.set()
            await table.over.wait()
            self.games_over += self.measuring
            table.leave()

    async def open(self, game: str) -> dict[str, Any]:
        """A new table where all people are ours, and which has started."""
        seats = [{"kind": "me", "name": f"Person {seat}"} for seat in range(PLAYERS)]
        body = orjson.dumps({"game": game, "seats": seats, "start": True})
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(
            b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
        )
        head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        if b" 201 " not in head.partition(b"\r\n")[0]:
            raise Failed(f"no table: {head.decode()} {answer.decode()}")
        opened: dict[str, Any] = orjson.loads(answer)
        return opened

    def begin(self) -> None:
        """From now on everybody answers as soon as they are asked."""
        self.waits = False
        for player in self.ready:
            player.move(perf_counter())

    async def pace(self, rate: float, seconds: float) -> None:
        """Begin so many moves a second."""
        began, begun, waited = perf_counter(), 0, False
        while (now := perf_counter()) - began < seconds:
            while (due := began + begun / rate) <= now and self.ready:
                place = self.rng.randrange(len(self.ready))
                self.ready[place], self.ready[-1] = self.ready[-1], self.ready[place]
                self.ready.pop().move(due if waited else perf_counter())
                self.late += waited
                begun += 1
            waited = due <= now  # nobody was asked: the move is late, and its time runs
            await asyncio.sleep(max(0.001, due - perf_counter()))


class Table:
    """Four players."""

    def __init__(self, load: Load, opened: dict[str, Any]) -> None:
        self.load = load
        self.path = f"/api/tables/{opened['table']}/socket"
        tokens = [seat["token"] for seat in opened["seats"]]
        self.players = [Player(self, token) for token in tokens]
        self.seen = 0  # by all players
        self.unseen: list[tuple[int, float]] = []  # moves that not all have seen: entry, begun
        self.over = asyncio.Event()

    async def connect(self) -> None:
        """Everybody comes."""
        connect = asyncio.get_running_loop().create_connection
        port = self.load.port
        await asyncio.gather(*(connect(p.itself, "127.0.0.1", port) for p in self.players))

    def acknowledged(self, seq: int, began: float) -> None:
        """A move of a player is durable."""
        if self.load.measuring:
            self.load.made += 1
        self.unseen.append((seq, began))
        self.received()

    def received(self) -> None:
        """A player has received an update, or an acknowledgement."""
        self.seen = min(player.seq for player in self.players)
        if any(seq <= self.seen for seq, _ in self.unseen):
            now = perf_counter()
            if self.load.measuring:
                times = (now - began for seq, began in self.unseen if seq <= self.seen)
                self.load.latencies.extend(times)
            self.unseen = [(seq, began) for seq, began in self.unseen if seq > self.seen]

    def leave(self) -> None:
        """Everybody goes."""
        for player in self.players:
            player.leaving = True
            player.send(b"\x03\xe8", CLOSE)  # 1000
            player.transport.close()


class Player(asyncio.Protocol):
    """A socket that knows the last entry it has seen, and answers when it is asked."""

    def __init__(self, table: Table, token: str) -> None:
        self.table = table
        self.load = table.load
        self.token = token
        self.seq = 0
        self.answered = -1
        self.begun: dict[bytes, float] = {}  # by id: when the move began
        self.moves = 0
        self.actions: list[bytes] = []
        self.rest = b""
        self.is_open = False
        self.leaving = False

    def itself(self) -> Player:
        """What asyncio calls to make a protocol."""
        return self

    # --- WebSocket ----------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket; whoever measures does not need a secret key."""
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]
        self.transport.write(
            f"GET {self.table.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )

    def send(self, payload: bytes, opcode: int = TEXT) -> None:
        """A message of less than 126 bytes, masked with zeros; a longer hello as well."""
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([0x80 | opcode]) + length + b"\0\0\0\0" + payload)

    def data_received(self, data: bytes) -> None:
        """Cut the stream into messages."""
        data = self.rest + data if self.rest else data
        if not self.is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.rest = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                raise Failed(f"no socket: {head.decode()}")
            self.is_open = True
            hello = {"type": "hello", "token": self.token, "have": 0}
            self.send(orjson.dumps(hello))
        place, size = 0, len(data)
        while size - place >= 2:
            length, begin = data[place + 1], place + 2
            if length == 126:
                begin += 2
                length = int.from_bytes(data[place + 2 : begin], "big")
            elif length == 127:
                begin += 8
                length = int.from_bytes(data[place + 2 : begin], "big")
            if size < begin + length:
                break
            self.receive(data[place] & 0xF, data[begin : begin + length])
            place = begin + length
        self.rest = data[place:]

    def receive(self, opcode: int, payload: bytes) -> None:
        """One message."""
        if self.load.measuring:
            self.load.messages += 1
            self.load.bytes += len(payload)
        if opcode == PING:
            self.send(payload, PONG)
        elif payload.startswith(b'{"type":"update"'):
            self.update(payload)
        elif payload.startswith(b'{"type":"ack"'):
            ack = orjson.loads(payload)
            self.table.acknowledged(ack["seq"], self.begun.pop(ack["id"].encode()))
        elif opcode == CLOSE or not payload.startswith(b'{"type":"here"'):
            self.load.refused.append(payload[:200].decode(errors="replace"))

    def connection_lost(self, exc: Exception | None) -> None:
        """Only when we leave, or something is wrong."""
        if not self.leaving:
            self.load.refused.append(f"connection lost {exc or ''}")

    # --- playing ------------------------------------------------------------------------------
    def update(self, payload: bytes) -> None:
        """The table as it is now; strings in JSON have no bare quotes, so keys can be sought."""
        self.seq = int(after(payload, b'"seq":', b","))
        self.table.received()
        place = payload.rfind(b'"asked":') + 8
        asked = payload[place : payload.find(b",", place)]
        if asked == b"null":
            if payload.find(b'"status":"over"', 0, 1000) > 0:
                self.table.over.set()
            return
        if int(asked) != self.answered:
            self.answered = int(asked)
            self.actions = after(payload, b'"legal":[', b"]").split(b",")
            if self.load.waits:
                self.load.ready.append(self)
            elif not self.load.ending:
                self.move(perf_counter())

    def move(self, began: float) -> None:
        """Any legal action."""
        if self.leaving:
            return
        self.moves += 1
        wish_id = b"m%d" % self.moves
        self.begun[wish_id] = began
        action = self.load.rng.choice(self.actions)
        self.send(b'{"type":"move","id":"%s","action":%s,"seen":%d}' % (wish_id, action, self.seq))


def after(payload: bytes, key: bytes, end: bytes) -> bytes:
    """What stands between a key and the next `end`."""
    place = payload.find(key) + len(key)
    return payload[place : payload.find(end, place)]


def quantile(times: list[float], share: float) -> float:
    """In milliseconds."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))] * 1000 if times else 0.0


def processor_seconds(process: int) -> float:
    """What a process has used so far."""
    with open(f"/proc/{process}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def memory(process: int, name: str) -> float:
    """VmRSS or VmHWM of a process, in megabytes."""
    with open(f"/proc/{process}/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith(name))
    return int(line.split()[1]) / 1024


async def all_of(events: list[asyncio.Event]) -> None:
    """Until all have happened."""
    for event in events:
        await event.wait()


async def measure(wanted: argparse.Namespace) -> dict[str, Any]:
    """Seat everybody, let them warm up, measure."""
    load = Load(wanted.port, wanted.games.split(","), wanted.seed)
    seated = [asyncio.Event() for _ in range(wanted.tables)]
    tasks = [asyncio.create_task(load.sit(k, event)) for k, event in enumerate(seated)]
    async with asyncio.timeout(120):
        here = asyncio.create_task(all_of(seated))
        await asyncio.wait([here, *tasks], return_when=asyncio.FIRST_COMPLETED)
    if not here.done():
        here.cancel()
        done = [task for task in tasks if task.done()]
        why = await asyncio.gather(*done, return_exceptions=True)
        raise Failed(f"not all tables could be opened: {why[0]}")
    gc.collect()
    gc.freeze()
    if wanted.rate:
        tasks.append(asyncio.create_task(load.pace(wanted.rate, wanted.warm + wanted.seconds + 1)))
    else:
        load.begin()
    await asyncio.sleep(wanted.warm)
    load.late = 0
    began, load.measuring = perf_counter(), True
    own = resource.getrusage(resource.RUSAGE_SELF)
    server = processor_seconds(wanted.process) if wanted.process else 0.0
    await asyncio.sleep(wanted.seconds)
    load.measuring, seconds = False, perf_counter() - began
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = processor_seconds(wanted.process) - server if wanted.process else 0.0
    load.ending = True
    for task in tasks:
        task.cancel()
    times = load.latencies
    return {
        "tables": wanted.tables,
        "games": wanted.games,
        "rate": wanted.rate,
        "seconds": round(seconds, 2),
        "moves_per_second": round(load.made / seconds, 1),
        "seen": len(times),
        "p50_ms": round(quantile(times, 0.5), 1),
        "p99_ms": round(quantile(times, 0.99), 1),
        "worst_ms": round(quantile(times, 1.0), 1),
        "games_finished": load.games_over,
        "messages_per_second": round(load.messages / seconds),
        "megabytes_per_second": round(load.bytes / seconds / 1e6, 1),
        "bytes_per_message": round(load.bytes / max(1, load.messages)),
        "late": load.late,
        "refused": len(load.refused),
        "why": load.refused[:3],
        "load_cpu": round(
            (used.ru_utime + used.ru_stime - own.ru_utime - own.ru_stime) / seconds, 2
        ),
        "server_cpu": round(spent / seconds, 2),
        "server_us_per_move": round(spent / max(1, load.made) * 1e6),
        "server_mb": round(memory(wanted.process, "VmRSS"), 1) if wanted.process else None,
        "server_peak_mb": round(memory(wanted.process, "VmHWM"), 1) if wanted.process else None,
    }


def main() -> None:
    """Measure once and print one line of JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--process", type=int, default=0, help="of the server, for its memory")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--games", default="tybor,samara")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--warm", type=float, default=2.0)
    parser.add_argument("--rate", type=float, default=0.0, help="moves a second; 0: all there are")
    parser.add_argument("--seed", type=int, default=1)
    uvloop.install()
    try:
        print(json.dumps(asyncio.run(measure(parser.parse_args()))))
    except (Failed, OSError) as error:
        raise SystemExit(f"{error}") from None


if __name__ == "__main__":
    main()
