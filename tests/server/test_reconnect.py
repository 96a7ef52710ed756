"""Whoever loses the connection comes back to where somebody is who never left."""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.crashes import FEW, Cradle, Loyal, Mortal, Party, seen_part
from tests.server.live_server import Player, TestTable, bearer, client_of, open_table
from tests.soaking import SOAKING

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

GAMES, MORE_GAMES = [("tybor", 2), ("samara", 2)], [("tybor", 3), ("tybor", 5), ("samara", 4)]
MISSED = 9  # boundaries that somebody is away at most
QUICK_HEART = "never, but with a quick heart"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """More games in the soak."""
    if "people" in metafunc.fixturenames:
        metafunc.parametrize(("game", "people"), [*GAMES, *(MORE_GAMES if SOAKING else [])])


class Left(Player):
    """Somebody whose connection broke when so many choices had been taken back."""

    taken_back = 0


class Chained(Player):
    """Never leaves; every update has to follow the one before."""

    def __init__(self, table: TestTable, seat: int | None) -> None:
        super().__init__(table, seat)
        self.left: deque[Left] = deque()  # somebody who left after each message, the last first
        self.taken_back = 0

    async def receive(self, seconds: float = 30.0) -> dict[str, Any]:
        before = self.seq
        message = await super().receive(seconds)
        if message["type"] == "update":
            assert message["after"] == before
        if message["type"] != "here":
            left = Left(self.table, self.seat)
            left.now, left.story = self.now, list(self.story)
            left.taken_back = self.taken_back
            self.left.appendleft(left)
        return message

    async def keep_up(self, seq: int) -> None:
        """Until this entry has been seen."""
        while self.seq < seq:
            await self.receive()


async def come_back(left: Left, stayed: Chained) -> dict[str, Any]:
    """Come back; the table is the same as for somebody who never left."""
    known = len(left.story)
    await left.connect()
    update = await left.until(lambda m: m["type"] == "update")
    assert seen_part(update) == seen_part(stayed.now)
    assert left.story == stayed.story
    if left.taken_back == stayed.taken_back:
        assert update["told"] == known, "what is known is not told again"
    await left.drop()
    return update


async def decide(players: Sequence[Chained], lots: random.Random) -> None:
    """One decision, or a change of mind, and everybody has seen it."""
    undecided = [p for p in players if p.seat is not None and p.now["can_take_back"]]
    asked = [p for p in players if p.seat is not None and p.now["asked"] is not None]
    if undecided and lots.random() < 0.3:
        answer = await lots.choice(undecided).submit("take_back")
        for player in players:
            player.taken_back += 1
    else:
        player = lots.choice(asked)
        answer = await player.submit("move", action=lots.choice(player.legal), seen=player.seq)
    assert answer["type"] == "ack", answer
    for other in players:
        await other.keep_up(answer["seq"])


def test_coming_back_after_any_message_is_as_never_having_left(
    cradle: Cradle, tmp_path: Path, game: str, people: int
) -> None:
    async def run() -> None:
        lots = random.Random(people)
        async with Mortal(cradle, tmp_path / "tables.sqlite", *FEW) as server:
            assert await server.start()
            table = await open_table(server, game, people)
            stayed = [Chained(table, seat) for seat in (*range(people), None)]
            for player in stayed:
                await player.connect()
                await player.until(lambda m: m["type"] == "update")
            boundaries = 0
            while not stayed[0].over:
                await decide(stayed, lots)
                player = stayed[boundaries % len(stayed)] if lots.random() < 0.2 else stayed[0]
                new = len(stayed[0].left) - boundaries
                boundaries += new
                for left in list(stayed[0].left)[:new]:
                    await come_back(left, stayed[0])
                await come_back(player.left[min(len(player.left) - 1, MISSED)], player)
            assert boundaries > 50
            for player in stayed:
                player.taken_back = 0
                newcomer = await come_back(Left(table, player.seat), player)
                assert newcomer["told"] == 0
                await player.drop()

    asyncio.run(run())


class Restless(Loyal):
    """Loses the connection after one message, or after two, or after a few."""

    left = 1
    visits = 0

    async def connect(self) -> None:
        self.visits += 1
        self.left = 1 + self.visits % 6
        await super().connect()

    async def _act(self) -> None:
        await super()._act()
        self.left -= 1
        if self.left == 0:
            await self.drop()
            raise ConnectionError("lost")


def test_a_game_in_which_all_lose_the_connection_after_every_message(
    cradle: Cradle, tmp_path: Path, game: str, people: int
) -> None:
    async def run() -> None:
        async with Mortal(cradle, tmp_path / "tables.sqlite", *FEW) as server:
            assert await server.start()
            table = await open_table(server, game, people)
            players = [Restless(table, seat, random.Random(seat)) for seat in range(people)]
            party = Party(table, players)
            await asyncio.gather(*(player.play_on() for player in players))
            await party.check_end(server.place)
            async with client_of(server.url) as client:
                await party.check_record(client)
            assert all(player.resent > 5 for player in players)

    asyncio.run(run())


def test_somebody_who_has_seen_more_than_there_is_begins_anew(
    cradle: Cradle, tmp_path: Path
) -> None:
    async def run() -> None:
        async with Mortal(cradle, tmp_path / "tables.sqlite", *FEW) as server:
            assert await server.start()
            table = await open_table(server, "tybor", 2)
            async with Player(table, 0) as anna:
                lost = Player(table, 0)
                lost.now = {"seq": 1000}
                await lost.connect()
                assert lost.socket is not None
                while (update := json.loads(await lost.socket.recv()))["type"] != "update":
                    pass
                assert (update["after"], update["told"]) == (0, 0)
                assert seen_part(update) == seen_part(anna.now)
                assert update["events"] == anna.story
                await lost.drop()

    asyncio.run(run())


# --- the heart ----------------------------------------------------------------------------------
def here(message: dict[str, Any], *seats: int) -> bool:
    return bool(message["type"] == "here" and message["seats"] == list(seats))


def test_a_ping_is_answered_and_who_leaves_is_seen_to_leave(cradle: Cradle, tmp_path: Path) -> None:
    async def run() -> None:
        async with Mortal(cradle, tmp_path / "tables.sqlite", *FEW) as server:
            assert await server.start()
            table = await open_table(server, "samara", 2)
            async with Player(table, 0) as anna:
                await anna.send({"type": "ping", "n": 7})
                assert (await anna.until(lambda m: m["type"] == "pong"))["n"] == 7
                bert = Player(table, 1)
                await bert.connect()
                await anna.until(lambda m: here(m, 0, 1))
                await bert.drop()
                await anna.until(lambda m: here(m, 0))
                await bert.connect()
                await anna.until(lambda m: here(m, 0, 1))
                await bert.drop()

    asyncio.run(run())


def test_a_connection_that_does_not_answer_is_given_up(cradle: Cradle, tmp_path: Path) -> None:
    async def run() -> None:
        async with (
            Mortal(cradle, tmp_path / "tables.sqlite", *FEW) as server,
            client_of(server.url) as client,
        ):
            assert await server.start(QUICK_HEART)
            table = await open_table(server, "tybor", 2)
            bert = Player(table, 1)
            await bert.connect()
            await bert.until(lambda m: here(m, 1))
            assert bert.socket is not None
            bert.socket.transport.pause_reading()  # the cable is cut: nobody says so
            async with asyncio.timeout(60):
                while await is_here(client, table, 1):
                    await asyncio.sleep(0.05)
            await bert.drop()
            await bert.connect()
            await bert.until(lambda m: here(m, 1))
            await bert.drop()

    asyncio.run(run())


async def is_here(client: httpx.AsyncClient, table: TestTable, seat: int) -> bool:
    """Whether the server shows the seat as present."""
    answer = await client.get(table.path, headers=bearer(table.watch))
    return bool(answer.json()["table"]["seats"][seat]["here"])
