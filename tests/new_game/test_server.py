"""Every game that is installed, at a server: a whole game over the wire, and all that is asked."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from baumeister.games import GAMES
from baumeister.play.records import read
from baumeister.play.verify import verify
from tests.new_game.test_play import INSTALLED
from tests.server.live_server import Player, Server, bearer, client_of, open_table


@pytest.mark.parametrize("name", INSTALLED)
def test_a_whole_game_of_people_and_bots(tmp_path: Path, name: str) -> None:
    async def play(server: Server) -> None:
        table = await open_table(server, name, 2, bots=["greedy", "apprentice"])
        players = [Player(table, seat, lang) for seat, lang in enumerate(("en", "de"))]
        for player in players:
            await player.connect()
        await asyncio.gather(*(player.play() for player in players))
        async with client_of(server.url) as client:
            watching = bearer(table.watch)
            answer = await client.get(f"{table.path}/record", headers=watching)
            text = await client.get(
                f"{table.path}/record", params={"form": "text"}, headers=watching
            )
            score = await client.get(f"{table.path}/score", headers=watching)
        record = answer.json()
        assert verify(record)
        assert read(answer.text)[0].winners == read(text.text)[0].winners == record["winners"]
        totals = [sheet["total"] for sheet in record["scores"]]
        assert [sheet["total"] for sheet in score.json()["seats"]] == totals
        told = [str([event["text"] for event in player.story]) for player in players]
        assert told[0] != told[1]
        for player in players:
            assert player.socket is not None
            await player.socket.close()

    async def ask(server: Server) -> None:
        async with client_of(server.url) as client:
            games = (await client.get("/api/games")).json()
            assert name in [game["game"] for game in games]
            full = (await client.get(f"/api/games/{name}")).json()
            assert len(full["actions"]) == GAMES[name].actions
            words = (await client.get(f"/api/games/{name}/words")).json()
            assert len(words["score"]) == len(GAMES[name].part("score_sheet").CLAUSES)
            rules = (await client.get(f"/api/games/{name}/rules?lang=de")).json()
            assert rules[0]["clause"].startswith(GAMES[name].clause_letter)
            table = await open_table(server, name, 2)
            seat = bearer(table.seats[0])
            view = (await client.get(table.path, headers=seat)).json()["view"]
            illegal = next(k for k in range(GAMES[name].actions) if k not in view["legal"])
            move = {"id": "one-that-is-refused", "action": illegal}
            refused = await client.post(f"{table.path}/moves", json=move, headers=seat)
            assert refused.status_code == 409
            assert refused.json()["clause"].startswith(GAMES[name].clause_letter)

    with Server(tmp_path / "tables.sqlite") as server:
        asyncio.run(play(server))
        asyncio.run(ask(server))
        assert b'"level": "error"' not in server.output
