"""People at their devices: they open tables, invite, play, think, lose the connection, come back,
send things twice, disagree, leave, and some try what they may not.

Everybody talks to whichever server answers. A command that was not answered is sent again with its
id until it is.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

import orjson

from baumeister import game as game_of
from baumeister.games import GAMES
from baumeister.play.records import to_text
from tests.world.checks import Command
from tests.world.network import Closed, Lost, Response, Sent, Socket

if TYPE_CHECKING:
    from tests.world.scenario import TablePlan
    from tests.world.world import World

PING = 25.0  # seconds of silence after which the page asks whether the server is still there
PATIENCE = 10.0  # seconds that it waits for that answer, or for the answer to a command
LONGEST_AWAY = 60.0  # seconds
RECONNECT_PAUSES = (0.3, 1.0, 3.0)  # seconds between attempts
RETRYABLE = ("hello", "unavailable")  # a hello that came too late; a store that is away
FINAL = (1000, 4403, 4404)  # codes of sockets that mean: do not come back
RECORDED = 5  # decisions of a record that a table goes on from


@dataclass
class Seat:
    """Somebody's place at a table."""

    table: str
    token: str
    host: str | None = None  # the host's token, if this person opened the table
    ids: Any = field(default_factory=lambda: count(1))


async def ask(
    world: World, method: str, path: str, token: str | None = None, body: Any = None
) -> Response:
    """A request that is repeated until a server answers it."""
    sent = b"" if body is None else orjson.dumps(body)
    while True:
        try:
            answer = await world.network.request(world.any_server(), method, path, token, sent)
        except Lost:
            await asyncio.sleep(world.chance.uniform(0.2, 2.0))
            continue
        world.hash(answer.body)
        if answer.status == 500:
            world.checks.fail(f"{method} {path} failed: {answer.body.decode()}")
        if answer.status not in (429, 503):
            return answer
        await asyncio.sleep(world.chance.uniform(0.5, 3.0))


async def open_table(world: World, plan: TablePlan, number: int) -> None:
    """Open a table, fill it, start it, and let everybody play; perhaps another one after it."""
    await asyncio.sleep(plan.begins)
    command: dict[str, Any] = {
        "game": plan.game,
        "name": f"Table {number}",
        "public": plan.public,
        "stand_in": "greedy",
        "seats": [{"kind": "me", "name": f"P{number}.0", **brought(world)}]
        + [{"kind": "open"} for _ in range(1, plan.people)]
        + [{"kind": "bot", "bot": "greedy"} for _ in range(plan.bots)],
    }
    if plan.record:
        del command["game"]
        command["record"] = recorded(plan.game, plan.people + plan.bots)
    if plan.clock is not None:
        command["clock"] = {"per_move": plan.clock[0], "reserve": plan.clock[1]}
    answer = await ask(world, "POST", "/api/tables", None, command)
    opened = orjson.loads(answer.body)
    if answer.status != 201:
        world.checks.fail(f"a table cannot be opened: {opened}")
    table = opened["table"]
    world.tell(f"table {number} is {table}")
    tokens = [seat[kind] for seat in opened["seats"] for kind in ("token", "invite") if seat[kind]]
    world.checks.keep_secret(table, opened["host"], opened["watch"], *tokens)
    if answer.durable.get(table, 0) < 1:
        world.checks.fail(f"{table}: its opening was answered before it was durable")
    seats = [Seat(table, opened["seats"][0]["token"], opened["host"])]
    for k in range(1, plan.people):
        claim = f"claim-{number}-{k}-{'x' * 20}"
        path = f"/api/tables/{table}/join"
        sit = {"invite": opened["seats"][k]["invite"], "claim": claim, "name": f"P{number}.{k}"}
        sit |= brought(world)
        if "chance" in sit:
            world.checks.brought[table, k] = sit["chance"]
        answer = await ask(world, "POST", path, None, sit)
        if answer.status == 409 and orjson.loads(answer.body)["error"] == "known_deal":
            if not plan.record:
                world.checks.fail(f"{table}: its deal is nobody's, and there is a warning")
            answer = await ask(world, "POST", path, None, {**sit, "accept_known_deal": True})
        elif plan.record and GAMES[plan.game].has_secrets:
            world.checks.fail(f"{table}: {sit['name']} was not warned of a known deal")
        joined = orjson.loads(answer.body)
        if answer.status != 200:
            world.checks.fail(f"{table}: {sit['name']} cannot sit down: {joined}")
        seats.append(Seat(table, joined["token"]))
        world.checks.keep_secret(table, claim, joined["token"])
    seen = await ask(world, "GET", f"/api/tables/{table}", opened["watch"])
    world.checks.received(table, seen.body)
    start = brought(world)
    answer = await ask(world, "POST", f"/api/tables/{table}/start", opened["host"], start or None)
    if answer.status != 200 and orjson.loads(answer.body)["error"] != "has_started":
        world.checks.fail(f"{table}: it cannot start: {answer.body.decode()}")
    people = [Person(world, plan, seat, f"P{number}.{k}") for k, seat in enumerate(seats)]
    spectator = Seat(table, opened["watch"])
    people.append(Person(world, plan, spectator, f"P{number}.watch", plays=False))
    if plan.second_device:
        people.append(Person(world, plan, seats[0], f"P{number}.0b"))
    world.people += people
    world.started += 1
    work = [person.live() for person in people]
    if plan.cheats:
        work.append(cheat(world, seats))
    if plan.polls:
        work.append(poll(world, table, seats[-1].token))
    await asyncio.gather(*work)


def brought(world: World) -> dict[str, str]:
    """What somebody contributes to the seed; some leave it to the server."""
    if world.chance.random() < 0.5:
        return {}
    return {"chance": f"dice-{world.chance.randrange(10**12):012}"}


@cache
def recorded(game: str, players: int) -> str:
    """A game that has begun, as a record."""
    table = game_of(game).new(players, f"world {players}")
    while len([move for move in table.moves if not move.forced]) < RECORDED:
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[0])
    return to_text(table)


async def poll(world: World, table: str, token: str) -> None:
    """A program that looks by HTTP now and then, and waits for news."""
    seen = 0
    while not world.quiet:
        path = f"/api/tables/{table}?after={seen}&wait={world.chance.randrange(16)}"
        answer = await ask(world, "GET", path, token)
        if answer.status == 200:
            shown = orjson.loads(answer.body)
            text = b'{"type":"update",' + answer.body[1:]
            world.checks.received(table, text)
            world.checks.snapshot(table, token, text, shown, answer.durable.get(table, 0))
            seen = shown["seq"]
        await asyncio.sleep(world.chance.expovariate(1 / 5))


async def cheat(world: World, seats: list[Seat]) -> None:
    """Somebody who tries what is not allowed: nothing of it may be accepted."""
    table = seats[0].table
    for number in count(1):
        await asyncio.sleep(world.chance.expovariate(1 / 20))
        if world.quiet:
            return
        if len(seats) > 1 and world.chance.random() < 0.3:
            await _replace(world, seats, f"replace-{table}-{number}")
            continue
        others = [seat for seat in world.all_seats() if seat.table != table]
        tokens = [seats[0].host, "x" * 32]
        if others:
            tokens.append(world.chance.choice(others).token)
        token = world.chance.choice(tokens)
        name = f"cheat-{table}-{number}"
        command = Command(table, name, "move", str(token), allowed=False)
        world.checks.commands[(table, name)] = command
        host = next(one for one in world.people if one.seat is seats[0])
        legal = (host.shown.get("view") or {}).get("legal") or [world.chance.randrange(200)]
        body = {"id": name, "action": world.chance.choice(legal)}
        answer = await ask(world, "POST", f"/api/tables/{table}/moves", token, body)
        world.tell(f"cheat {name} gets {answer.status}")
        if answer.status not in (403, 404, 409, 422):
            world.checks.fail(f"{table}: a move with a foreign token was answered {answer.status}")


async def _replace(world: World, seats: list[Seat], name: str) -> None:
    """The host wants a bot to play for a guest, who may be there; if not, it is allowed."""
    seat = world.chance.randrange(1, len(seats))
    table, host = seats[0].table, str(seats[0].host)
    world.checks.commands[(table, name)] = Command(table, name, "hand", host)
    path = f"/api/tables/{table}/seats/{seat}/hand"
    answer = await ask(world, "POST", path, host, {"id": name, "bot": "greedy"})
    world.tell(f"replace {name} gets {answer.status}")
    if answer.status not in (200, 409):
        world.checks.fail(f"{table}: the host's bot for seat {seat} got {answer.status}")


class Person:
    """Somebody with a token and a socket."""

    def __init__(
        self, world: World, plan: TablePlan, seat: Seat, name: str, plays: bool = True
    ) -> None:
        self.world = world
        self.plan = plan
        self.seat = seat
        self.name = name
        self.plays = plays
        slow = plan.reads > 0 and (not plays or world.chance.random() < 0.5)
        self._reads = plan.reads if slow else 0.0
        self.shown: dict[str, Any] = {}
        self._events = 0  # of the story, as far as it is known
        self.pending: Command | None = None
        self.message = ""
        self.is_there = False  # whether a server has answered on the present socket
        self._answered: int | None = None  # the question that was answered last
        self._decides_at: float | None = None

    @property
    def seq(self) -> int:
        """The last entry that was seen."""
        return int(self.shown.get("seq", 0))

    @property
    def over(self) -> bool:
        """Whether there is nothing more to do."""
        return bool(self.shown) and self.shown["table"]["status"] == "over"

    async def live(self) -> None:
        """Come, and come back after every loss."""
        chance = self.world.chance
        while not (self.over and self.pending is None):
            try:
                socket = await self.world.network.connect(self.world.any_server(), self.seat.table)
            except Lost:
                await asyncio.sleep(chance.choice(RECONNECT_PAUSES))
                continue
            try:
                await self._talk(socket)
            except Lost:
                self.world.tell(f"{self.name} lost the connection")
            except Closed as closed:
                self.world.tell(f"{self.name}: {closed}")
                if closed.code in FINAL:
                    self.world.checks.fail(f"{self.name} was sent away with {closed.code}")
            self.is_there = False
            away = chance.expovariate(1 / 30) if chance.random() < 0.1 else 0.0
            await asyncio.sleep(chance.choice(RECONNECT_PAUSES) + min(away, LONGEST_AWAY))

    async def _talk(self, socket: Socket) -> None:
        hello = {"type": "hello", "token": self.seat.token, "lang": "en", "have": self.seq}
        socket.send(orjson.dumps(hello).decode())
        if self.pending is not None:
            self._submit(socket)
        loop, chance = self.world.loop, self.world.chance
        leaves = loop.time() + chance.expovariate(1 / self.plan.stays)
        heard, pinged, sent = loop.time(), False, loop.time()
        while not (self.over and self.pending is None):
            now = loop.time()
            if now >= leaves and not self.world.quiet:
                (socket.abandon if chance.random() < 0.5 else socket.close)()
                raise Lost
            wakes = heard + (PING + PATIENCE if pinged else PING)
            if not self.world.quiet:
                wakes = min(wakes, leaves)
            if self.pending is not None:
                wakes = min(wakes, sent + PATIENCE)
            elif self._decides_at is not None:
                wakes = min(wakes, self._decides_at)
            message: Sent | None = await socket.receive(max(now + 0.001, wakes))
            now = loop.time()
            if message is not None:
                heard, pinged = now, False
                self._hear(message.text.encode(), message.durable)
                self._consider()
                if self._reads:
                    await asyncio.sleep(self._reads)
            elif now >= heard + PING + PATIENCE and pinged:
                socket.abandon()
                raise Lost
            elif now >= heard + PING and not pinged:
                pinged = True
                socket.send('{"type":"ping","n":1}')
            if self.pending is None and self._decides_at is not None and now >= self._decides_at:
                if self._decide():
                    self._submit(socket)
                    sent = now
                    if chance.random() < self.plan.repeats:
                        self._submit(socket)
            elif self.pending is not None and now >= sent + PATIENCE:
                self._submit(socket)
                sent = now
        socket.close()

    def _submit(self, socket: Socket) -> None:
        """Send the command that is pending, perhaps not for the first time."""
        assert self.pending is not None
        self.pending.copies += 1
        socket.send(self.message)

    # --- hearing ------------------------------------------------------------------------------
    def _hear(self, text: bytes, durable: int) -> None:
        message = orjson.loads(text)
        kind, checks = message["type"], self.world.checks
        self.world.hash(text)
        checks.received(self.seat.table, text)
        if kind == "update":
            self.is_there = True
            if not message["after"] <= self.seq <= message["seq"]:
                checks.fail(f"{self.name}: a gap, {message['after']} after {self.seq}")
            if message["told"] > self._events:
                checks.fail(f"{self.name}: events are missing")
            self.shown = message
            self._events = message["told"] + len(message["events"])
            checks.snapshot(self.seat.table, self.seat.token, text, message, durable)
        elif kind == "ack":
            command = checks.commands[(self.seat.table, message["id"])]
            self.world.tell(f"{self.name}: {command.id} is acknowledged")
            checks.acknowledged(command, message["seq"], durable)
            if command is self.pending:
                self.pending = None
        elif kind == "refused":
            if message["error"] == "unavailable":
                return  # nobody knows: it is sent again
            if self.pending is not None and message["id"] == self.pending.id:
                self.world.tell(f"{self.name}: {message['id']} is refused: {message['error']}")
                checks.refused(self.pending)
                self.pending = None
                self._answered = None
                self._decides_at = None
            if message["now"] is not None:
                checks.snapshot(self.seat.table, self.seat.token, b"", message["now"], durable)
        elif kind == "error" and message["error"] not in RETRYABLE:
            checks.fail(f"{self.name}: {text.decode()}")

    def _consider(self) -> None:
        """When to do something next."""
        if not self.plays or self.world.quiet or self.pending is not None or not self.shown:
            self._decides_at = None
            return
        undo = self.shown["table"]["undo"]
        is_asked = self.shown["asked"] is not None and self.shown["asked"] != self._answered
        votes = undo is not None and self._number in undo["missing"]
        shown_choice = self.shown["can_take_back"] and self.world.chance.random() < 0.1
        if not is_asked and not votes and not self._stood_in and not shown_choice:
            self._decides_at = None
        elif self._decides_at is None:
            seconds = self.world.chance.expovariate(1 / self.plan.pace)
            self._decides_at = self.world.loop.time() + seconds

    @property
    def _number(self) -> int | None:
        number: int | None = self.shown["you"]["seat"]
        return number

    @property
    def _stood_in(self) -> bool:
        """Whether a bot plays for this person now."""
        number = self._number
        return number is not None and self.shown["table"]["seats"][number]["stand_in"] is not None

    # --- doing --------------------------------------------------------------------------------
    def _decide(self) -> bool:
        """Make a command of what the table shows now; whether there is one."""
        self._decides_at = None
        chance, shown = self.world.chance, self.shown
        if self.world.quiet or shown["view"] is None or self.over:
            return False
        undo, legal = shown["table"]["undo"], shown["view"].get("legal") or []
        if undo is not None and self._number in undo["missing"]:
            self._command("answer_undo", agree=chance.random() < 0.7)
        elif self._stood_in:
            self._command("hand", bot=None)
        elif legal and self.shown["asked"] != self._answered:
            luck = chance.random()
            if luck < self.plan.undoes:
                self._command("undo")
            elif luck < self.plan.undoes + self.plan.hands:
                self._command("hand", bot="greedy")
            else:
                self._answered = self.shown["asked"]
                action = chance.choice(legal)
                self._command("move", action=action, seen=self.seq)
        elif self.shown["can_take_back"]:
            self._command("take_back")
        return self.pending is not None

    def _command(self, kind: str, **values: Any) -> None:
        name = f"{self.name}-{next(self.seat.ids)}"
        self.message = orjson.dumps({"type": kind, "id": name, **values}).decode()
        self.pending = Command(self.seat.table, name, kind, self.seat.token, values=values)
        self.world.checks.commands[(self.seat.table, name)] = self.pending
        self.world.tell(f"{self.name} asks {kind} {name} {values}")
