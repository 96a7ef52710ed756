"""Many at once: choices of the same instant all count, in whatever order they come; two servers
that have the same table in hand let every command count once."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import httpx
import orjson
import pytest

from baumeister.play import SeatView
from baumeister.play.records import to_json
from baumeister.server.store.database import open_database
from baumeister.server.store.store import Store
from baumeister.server.tables import commands
from baumeister.server.tables.asker import NOBODY, Asker
from baumeister.server.tables.errors import Rejected
from baumeister.server.tables.loaded import Accepted
from baumeister.server.tables.seats import HOST, SPECTATOR, Role, new_token
from baumeister.server.tables.service import TableService
from baumeister.server.tables.state import TableState
from baumeister.server.tables.subscribers import Subscriber
from baumeister.server.tables.table_setup import TableSetup
from tests.server.crashes import FEW, Cradle, Loyal, Mortal, Party, Wanderer, log_of, snapshot_of
from tests.server.live_server import Player, TestTable, bearer, client_of, open_table
from tests.server.postgres import Postgres
from tests.soaking import SOAKING

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
EIGHT = range(8)


class Nobody:
    """No bots here."""

    async def decide(self, kind: str, seed: str, view: SeatView, asker: Asker = NOBODY) -> int:
        raise AssertionError("nobody asks")

    async def hint(
        self, view: SeatView, language: str, seed: str, asker: Asker = NOBODY
    ) -> list[str]:
        raise AssertionError("nobody asks")

    def is_getting_ready(self, table: str) -> bool:
        return False


class Me:
    """A seat of the caller."""

    kind = "me"
    bot = None
    name = None
    chance = None


class Guest(Me):
    """A seat for whoever is invited."""

    kind = "open"


@asynccontextmanager
async def new_service(place: Path | str) -> AsyncIterator[TableService]:
    database = open_database(str(place))
    await database.open()
    service = TableService(Store(database), Nobody())
    await (await service.begin())
    try:
        yield service
    finally:
        await service.end()
        await database.close()


class Eight:
    """A table of eight that is always dealt the same, without any network."""

    def __init__(self, service: TableService, table: str) -> None:
        self.service = service
        self.table = table
        self.ids = count()

    @classmethod
    async def open(cls, service: TableService) -> Eight:
        opening = TableSetup("en", [Me() for _ in EIGHT], name=None, public=True)  # type: ignore[misc]
        opening.from_options("tybor", {})
        opening._seed = "eight at once"
        body = opening.body()
        eight = cls(service, await service.open(body))
        await service.submit(eight.table, Role(HOST), commands.start())
        return eight

    async def state(self) -> TableState:
        return await self.service.look(self.table, None, lambda state, role, snapshots: state)

    async def submit(
        self, seat: int, command: commands.Command, key: str | None = None
    ) -> Accepted:
        name = key or f"command-{next(self.ids)}"
        return await self.service.submit(self.table, Role("seat", seat), command, name)

    async def outcome(self) -> dict[str, Any]:
        """Everything that must not depend on the order of arrival."""
        state = await self.state()
        assert state.table is not None
        snapshots = [snapshot_of(state, seat) for seat in (None, *EIGHT)]
        return {
            "views": [snapshot["view"] for snapshot in snapshots],
            "questions": [snapshot["question"] for snapshot in snapshots],
            "stories": [without_order(snapshot["events"]) for snapshot in snapshots],
            "waiting": state.waiting_for,
            "record": orjson.dumps(to_json(state.table)),
        }


def without_order(story: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A story in which it does not matter who was first to choose."""
    chosen = [event for event in story if event["type"] == "choose"]
    others = [event for event in story if event["type"] != "choose"]
    return [*sorted(chosen, key=lambda event: int(event["seat"])), *others]


async def choices_of(eight: Eight) -> list[int]:
    """What everybody chooses: something else in every seat, the same every time."""
    state = await eight.state()
    assert state.table is not None
    assert set(state.waiting_for) == set(EIGHT)
    legal = [state.table.seat_view(seat).legal for seat in EIGHT]
    return [actions[seat % len(actions)] for seat, actions in enumerate(legal)]


async def plainly(eight: Eight, order: Sequence[int], chosen: Sequence[int]) -> None:
    await asyncio.gather(*(eight.submit(seat, commands.move(chosen[seat])) for seat in order))


async def one_by_one(eight: Eight, order: Sequence[int], chosen: Sequence[int]) -> None:
    for seat in order:
        await eight.submit(seat, commands.move(chosen[seat]))


async def in_bursts(eight: Eight, order: Sequence[int], chosen: Sequence[int]) -> None:
    await plainly(eight, order[:3], chosen)
    await plainly(eight, order[3:], chosen)


async def sent_twice(eight: Eight, order: Sequence[int], chosen: Sequence[int]) -> None:
    twice = [*order, *reversed(order)]
    accepted = await asyncio.gather(
        *(eight.submit(seat, commands.move(chosen[seat]), f"mine-{seat}") for seat in twice)
    )
    assert [one.again for one in accepted] == [False] * 8 + [True] * 8
    assert [one.seq for one in accepted[:8]] == [one.seq for one in reversed(accepted[8:])]


async def taken_back(eight: Eight, order: Sequence[int], chosen: Sequence[int]) -> None:
    """All but the last choose something else first, and change their mind."""
    state = await eight.state()
    assert state.table is not None
    first = {seat: state.table.seat_view(seat).legal[-1] for seat in order[:-1]}

    async def changing(seat: int) -> None:
        await eight.submit(seat, commands.move(first[seat]))
        await eight.submit(seat, commands.take_back())
        await eight.submit(seat, commands.move(chosen[seat]))

    await asyncio.gather(*(changing(seat) for seat in order[:-1]))
    await eight.submit(order[-1], commands.move(chosen[order[-1]]))


@pytest.mark.parametrize(
    "choose", [plainly, one_by_one, in_bursts, sent_twice, taken_back], ids=lambda f: f.__name__
)
def test_eight_choices_of_one_instant_all_count_in_every_order(
    place: str,
    choose: Callable[[Eight, Sequence[int], Sequence[int]], Awaitable[None]],
) -> None:
    async def run() -> None:
        lots = random.Random(8)
        async with new_service(place) as service:
            expected = None
            for sample in range(100 if SOAKING else 6):
                eight = await Eight.open(service)
                chosen = await choices_of(eight)
                order = list(EIGHT) if sample == 0 else lots.sample(EIGHT, 8)
                await choose(eight, order, chosen)
                state = await eight.state()
                assert sorted(state.choices) == sorted(enumerate(chosen))
                outcome = await eight.outcome()
                expected = expected or outcome
                assert outcome == expected, order

    asyncio.run(run())


@needs_fork
def test_eight_sockets_choose_in_the_same_instant_and_again(cradle: Cradle, place: str) -> None:
    async def run() -> None:
        async with Mortal(cradle, place, *FEW) as server:
            assert await server.start()
            table = await open_table(server, "tybor", 8)
            players = [Player(table, seat) for seat in EIGHT]
            for player in players:
                await player.connect()
                await player.until(lambda m: m["type"] == "update")
            before = players[0].seq
            move = [{"type": "move", "id": "one", "action": p.legal[0]} for p in players]
            await asyncio.gather(*(p.send(move[p.seat or 0]) for p in [*players, *players]))
            acks = [[await p.until(lambda m: m["type"] == "ack") for _ in "12"] for p in players]
            assert sorted(first["seq"] for first, _ in acks) == list(range(before + 1, before + 9))
            assert all(a["seq"] == b["seq"] and b["again"] for a, b in acks)
            for player in players:
                if player.seq < before + 8:
                    await player.until(lambda m: m.get("seq") == before + 8)
                assert player.now["table"]["moves"] == 8
            log = await log_of(server.place, table.id)
            assert sum(entry.kind == "moved" for entry in log) == 8

    asyncio.run(run())


# --- two servers --------------------------------------------------------------------------------
@asynccontextmanager
async def two_servers(cradle: Cradle, place: str) -> AsyncIterator[tuple[Mortal, Mortal]]:
    async with Mortal(cradle, place, *FEW) as one, Mortal(cradle, place, *FEW) as other:
        assert await one.start()
        assert await other.start()
        yield one, other


class Doubting(Loyal):
    """Sends every command to another server, too, in the same instant and with the same id."""

    def __init__(self, table: TestTable, seat: int, choices: random.Random, other: str) -> None:
        super().__init__(table, seat, choices)
        self.take_backs = 0.0
        self.other = client_of(other)
        self.answers: dict[str, httpx.Response] = {}

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "move":
            command = {key: value for key, value in message.items() if key != "type"}
            path, headers = f"{self.table.path}/moves", bearer(self.token)
            self.answers[command["id"]] = await self.other.post(path, json=command, headers=headers)


@needs_fork
def test_one_table_played_at_two_servers(cradle: Cradle, postgres: Postgres) -> None:
    async def run() -> None:
        async with two_servers(cradle, postgres.new_database()) as (one, other):
            for game, people in (("tybor", 4), ("samara", 3)):
                table = await open_table(one, game, people)
                urls = [[one.url], [other.url]]
                players = [
                    Wanderer(table, seat, random.Random(seat), urls[seat % 2])
                    for seat in range(people)
                ]
                await asyncio.gather(*(player.play_on() for player in players))
                await Party(table, players).check_end(one.place)
                assert all(player.over for player in players)

    asyncio.run(run())


@needs_fork
def test_the_same_command_at_two_servers_counts_once(cradle: Cradle, postgres: Postgres) -> None:
    async def run() -> None:
        async with two_servers(cradle, postgres.new_database()) as (one, other):
            table = await open_table(one, "tybor", 3)
            players = [Doubting(table, seat, random.Random(seat), other.url) for seat in range(3)]
            await asyncio.gather(*(player.play_on() for player in players))
            await Party(table, players).check_end(one.place)
            for player in players:
                await player.other.aclose()
                assert len(player.answers) == len(player.notes) > 0
                for note in player.notes:
                    answer = player.answers[note.key.rpartition("/")[2]]
                    assert answer.status_code == 200, answer.text
                    assert answer.json()["seq"] == note.seq

    asyncio.run(run())


class Paced(Wanderer):
    """Sends a command when it may: games last until everything has happened that should."""

    pace: ClassVar[asyncio.Semaphore]

    async def send(self, message: Any) -> None:
        if message["type"] != "hello":
            await self.pace.acquire()
        await super().send(message)

    @classmethod
    async def go_on(cls, commands: int) -> None:
        """So many commands are sent by all together."""
        for _ in range(commands):
            cls.pace.release()
        async with asyncio.timeout(120):
            while not cls.pace.locked():
                await asyncio.sleep(0.003)


@needs_fork
def test_when_one_of_two_servers_is_killed_the_others_go_on(
    cradle: Cradle, postgres: Postgres
) -> None:
    async def run(seed: int) -> None:
        lots, Paced.pace = random.Random(seed), asyncio.Semaphore(0)
        async with two_servers(cradle, postgres.new_database()) as servers:
            urls = [server.url for server in servers]
            parties = []
            for game, people in (("tybor", 4), ("samara", 2)):
                table = await open_table(servers[0], game, people)
                players = [Paced(table, k, random.Random(k), urls) for k in range(people)]
                parties.append(Party(table, players))
            playing = asyncio.gather(*(p.play_on() for party in parties for p in party.players))
            for _ in range(3):
                await Paced.go_on(10)
                victim = lots.choice(servers)
                await victim.kill()
                await Paced.go_on(10)
                for party in parties:
                    await party.check(victim.place)
                assert await victim.start()
            for _ in range(10_000):
                Paced.pace.release()
            await playing
            for party in parties:
                await party.check_end(servers[0].place)
                assert all(player.over for player in party.players)

    for seed in range(30 if SOAKING else 1):
        asyncio.run(run(seed))


@needs_fork
def test_a_second_server_on_the_same_file_is_refused(cradle: Cradle, tmp_path: Path) -> None:
    async def run() -> None:
        place = tmp_path / "tables.sqlite"
        async with Mortal(cradle, place) as one, Mortal(cradle, place) as other:
            assert await one.start()
            table = await open_table(one, "tybor", 2)
            other.begin()
            assert await other.gone(60)
            assert b"another server" in other.output
            assert not other.tracebacks
            async with Player(table, 0) as anna:
                assert (await anna.submit("move", action=anna.legal[0]))["type"] == "ack"
            await one.kill()
            assert await other.start(), "free again as soon as the first has gone, however it went"
            table.url = other.url
            async with Player(table, 1) as bert:
                assert bert.now["table"]["moves"] == 1

    asyncio.run(run())


@needs_fork
def test_more_tables_than_are_kept_in_memory_are_played_at_once(
    cradle: Cradle, tmp_path: Path
) -> None:
    async def run() -> None:
        async with Mortal(
            cradle, tmp_path / "tables.sqlite", *FEW, "--tables-in-memory", "1"
        ) as server:
            assert await server.start()
            tables = [await open_table(server, "tybor", 2) for _ in range(4)]
            parties = [
                Party(table, [Loyal(table, seat, random.Random(seat)) for seat in range(2)])
                for table in tables
            ]
            plays = [p.play_on() for party in parties for p in party.players]
            await asyncio.wait_for(asyncio.gather(*plays), 120)
            for party in parties:
                await party.check_end(server.place)

    asyncio.run(run())


# --- a server that hears too late what another has done -----------------------------------------
@asynccontextmanager
async def deaf_service(place: str) -> AsyncIterator[TableService]:
    """One that gets no notifications of the others."""
    database = open_database(place)
    await database.open()

    async def listen(hear: object) -> None:
        pass

    database.listen = listen  # type: ignore[method-assign]
    service = TableService(Store(database), Nobody())
    await (await service.begin())
    try:
        yield service
    finally:
        await service.end()
        await database.close()


def test_a_server_that_is_behind_refuses_nothing_that_is_right(postgres: Postgres) -> None:
    async def run() -> None:
        place = postgres.new_database()
        async with new_service(place) as one, deaf_service(place) as other:
            eight = await Eight.open(one)
            behind = Eight(other, eight.table)
            assert (await behind.state()).seq == 2
            for seat, action in enumerate(await choices_of(eight)):
                await eight.submit(seat, commands.move(action))
            state = await eight.state()
            assert state.table is not None
            seat = state.waiting_for[0]
            action = state.table.seat_view(seat).legal[0]
            assert (await behind.state()).seq == 2
            accepted = await behind.submit(seat, commands.move(action, seen=state.seq), "again")
            assert not accepted.again
            seen = await eight.submit(seat, commands.move(action), "again")
            assert (seen.seq, seen.again) == (accepted.seq, True)

    asyncio.run(run())


def test_whoever_has_seen_more_than_a_server_gets_no_older_view(postgres: Postgres) -> None:
    async def run() -> None:
        place = postgres.new_database()
        async with new_service(place) as one, deaf_service(place) as other:
            eight = await Eight.open(one)
            await Eight(other, eight.table).state()
            (seq,) = {(await eight.submit(0, commands.move((await choices_of(eight))[0]))).seq}
            subscriber = Subscriber(None, "en", seq)
            await other.subscribe(eight.table, subscriber)
            update = orjson.loads((await subscriber.take())[-1])
            assert (update["after"], update["seq"]) == (seq, seq)
            assert update["events"] == []

    asyncio.run(run())


def test_somebody_who_reads_slowly_gets_one_new_view_and_no_gap(tmp_path: Path) -> None:
    async def run() -> None:
        async with new_service(tmp_path / "tables.sqlite") as service:
            eight = await Eight.open(service)
            subscriber = Subscriber(None, "en", 0)
            await service.subscribe(eight.table, subscriber)
            first = orjson.loads((await subscriber.take())[-1])
            for seat, action in enumerate(await choices_of(eight)):
                await eight.submit(seat, commands.move(action))
            messages = [orjson.loads(message) for message in await subscriber.take()]
            (update,) = [message for message in messages if message["type"] == "update"]
            assert update["after"] == first["seq"]
            assert update["seq"] == first["seq"] + 8
            known = first["events"][: update["told"]]
            assert known + update["events"] == snapshot_of(await eight.state(), None)["events"]

    asyncio.run(run())


def test_a_lost_answer_to_joining_can_be_asked_for_after_the_start(tmp_path: Path) -> None:
    async def run() -> None:
        async with new_service(tmp_path / "tables.sqlite") as service:
            opening = TableSetup("en", [Me(), Guest()], name=None, public=True)  # type: ignore[list-item]
            opening.from_options("tybor", {})
            table = await service.open(opening.body())
            claim = new_token()
            for start in (True, False):
                token = new_token()
                command = commands.join(opening.invites[1], claim, None, token)
                await service.submit(table, SPECTATOR, command)
                if start:
                    await service.submit(table, opening.host, commands.start())
            assert await service.role_of(table, token) == Role("seat", 1)
            stolen = commands.join(opening.invites[1], new_token(), None, new_token())
            with pytest.raises(Rejected):
                await service.submit(table, SPECTATOR, stolen)

    asyncio.run(run())
