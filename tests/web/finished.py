"""For tests: games that are over, at a server, without playing all of them there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx

import baumeister
from baumeister.play import Table
from baumeister.play.records import to_text
from tests.server.house import HasAddress, bearer

NAMES = ("Anna", "Bert")
STEP = 7  # any odd way through the legal actions


@dataclass
class Finished:
    """A table whose game is over."""

    id: str
    watch: str
    tokens: list[str]
    table: Table  # the same game, here

    @property
    def record(self) -> str:
        """As a file has it."""
        return to_text(self.table)

    @property
    def decisions(self) -> int:
        """How many positions follow the first."""
        return sum(not move.forced for move in self.table.canonical().moves)


def played(game: str, seed: int = 7, **options: Any) -> Table:
    """A whole game, somehow."""
    table = baumeister.game(game).new(players=2, seed=seed, names=NAMES, **options)
    made = 0
    while not table.over:
        seat = table.waiting_for[0]
        legal = table.legal(seat)
        made += 1
        table.play(seat, legal[made * STEP % len(legal)])
    return table


def finished(server: HasAddress, game: str, **options: Any) -> Finished:
    """A table at the server that began just before the end of a game, and ended."""
    table = played(game, **options)
    made = [move for move in table.canonical().moves if not move.forced]
    wish = {
        "seats": [{"kind": "me", "name": name} for name in NAMES],
        "record": to_text(table),
        "at": len(made) - 1,
        "start": True,
    }
    with httpx.Client(base_url=server.url, timeout=30) as client:
        opened = client.post("/api/tables", json=wish).raise_for_status().json()
        tokens = [seat["token"] for seat in opened["seats"]]
        path = f"/api/tables/{opened['table']}"
        last = made[-1]
        move = {"id": "the-last", "action": last.action}
        answer = client.post(f"{path}/moves", json=move, headers=bearer(tokens[last.seat]))
        answer.raise_for_status()
        status = client.get(path, headers=bearer(tokens[0])).json()["table"]["status"]
    assert status == "over"
    return Finished(opened["table"], opened["watch"], tokens, table)


def sits(tables: dict[str, str]) -> str:
    """A script that tells the page about own seats: tokens by table."""
    places = {
        table: {"seats": [{"token": token, "seat": 0}], "invites": {}, "used": 1}
        for table, token in tables.items()
    }
    return f"localStorage.setItem('baumeister.places', JSON.stringify({places!r}))"
