"""For tests: games that are over or nearly so, at a server, without playing all of them there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpx

import baumeister
from baumeister.play import Table
from baumeister.play.records import to_text
from tests.server.live_server import HasAddress, bearer
from tests.web.company import NAMES, open_table

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


@cache
def played(game: str, players: int = 2, **options: Any) -> Table:
    """A whole game, somehow."""
    table = baumeister.game(game).new(players=players, seed=7, names=NAMES[:players], **options)
    made = 0
    while not table.over:
        seat = table.waiting_for[0]
        legal = table.legal(seat)
        made += 1
        table.play(seat, legal[made * STEP % len(legal)])
    return table


def late(
    server: HasAddress,
    game: str,
    left: int | None = 1,
    *,
    people: int = 2,
    bots: int = 0,
    options: Mapping[str, Any] | None = None,
    **request: Any,
) -> dict[str, Any]:
    """A table with so many decisions left of a game; None: all, but the deal is the same."""
    table = played(game, people + bots, **(options or {}))
    decisions = sum(not move.forced for move in table.canonical().moves)
    request |= {"record": to_text(table), "at": 0 if left is None else decisions - left}
    return open_table(server, game, people=people, bots=bots, **request)


def finished(server: HasAddress, game: str) -> Finished:
    """A table at the server that began just before the end of a game, and ended."""
    table = played(game)
    last = [move for move in table.canonical().moves if not move.forced][-1]
    opened = late(server, game)
    tokens = [seat["token"] for seat in opened["seats"]]
    with httpx.Client(base_url=server.url, timeout=30) as client:
        path = f"/api/tables/{opened['table']}"
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
