"""Whole games over real sockets at a real server."""

from __future__ import annotations

import asyncio

import pytest

from baumeister.play.records import read
from baumeister.play.verify import verify
from tests.server.live_server import Player, Server, bearer, client_of, open_table


@pytest.mark.parametrize(
    ("game", "people"),
    [("tybor", 3), ("samara", 3)],
)
def test_a_game_of_people_and_a_bot_is_played_and_verified(
    server: Server, game: str, people: int
) -> None:
    async def play() -> None:
        table = await open_table(server, game, people, bots=["greedy"])
        players = [Player(table, seat) for seat in range(people)]
        for player in players:
            await player.connect()
        await asyncio.gather(*(player.play() for player in players))
        async with client_of(server.url) as client:
            answer = await client.get(f"{table.path}/record", headers=bearer(table.watch))
            text = await client.get(
                f"{table.path}/record", params={"form": "text"}, headers=bearer(table.watch)
            )
        record = answer.json()
        assert verify(record)
        assert read(answer.text)[0].winners == read(text.text)[0].winners == record["winners"]
        assert record["contributions"]["commitment"] == table.opened["commitment"]
        if game == "tybor":  # hands are dealt: every story is another
            assert len({str(player.story) for player in players}) == people
        for player in players:
            assert player.socket is not None
            await player.socket.close()

    asyncio.run(play())
