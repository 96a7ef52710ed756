"""Every route in every role: the table below says what each is answered, and is complete.

Routes come from the application itself. Each is asked at a table of its own, private, by nobody, by
somebody with a token of another table, a spectator, another seat, the seat itself and the host.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import httpx
import pytest
from fastapi.routing import iter_route_contexts
from websockets.exceptions import ConnectionClosed

from baumeister.play import game
from baumeister.play.records import to_text
from baumeister.server.api import socket
from baumeister.server.api.page import ADDRESSES
from baumeister.server.app import create_app
from baumeister.server.profiles.profiles import COOKIE
from baumeister.server.settings import Settings
from tests.server.house import Player, Server, TestTable, bearer, client_of, open_table

ROLES = ("nobody", "foreign", "watch", "other", "seat", "host")
DEVICES = ("none", "forged", "other", "mine")
OPEN, RUNNING = False, True

LOOKING = (404, 404, 200, 200, 200, 200)
HOSTING = (404, 404, 403, 403, 403, 200)
PLAYING = (404, 404, 403, 200, 200, 403)
ANYBODY = (200,) * 6


class Row(NamedTuple):
    """A route and its answers, in the order of ROLES (or of DEVICES, for personal pages)."""

    method: str
    path: str
    started: bool
    expected: tuple[int, ...]
    body: Mapping[str, Any] | None = None


TABLE = "/api/tables/{table}"
AT_TABLES = (
    Row("GET", TABLE, RUNNING, LOOKING),
    Row("GET", TABLE + "/record", RUNNING, LOOKING),
    Row("GET", TABLE + "/hint", RUNNING, (404, 404, 403, 200, 200, 403)),
    Row("GET", TABLE + "/positions/{at}", RUNNING, LOOKING),
    Row("GET", TABLE + "/review", RUNNING, (404, 404, 409, 409, 409, 409)),
    Row("GET", TABLE + "/score", RUNNING, LOOKING),
    Row("POST", TABLE + "/preview", RUNNING, PLAYING, {"actions": []}),
    Row("GET", TABLE + "/why-not", RUNNING, (404, 404, 403, 422, 422, 403)),  # no action named
    Row("POST", TABLE + "/clone", RUNNING, (404, 404, 409, 409, 409, 409), {}),
    Row("POST", TABLE + "/join", OPEN, (404,) * 6, {"invite": "x" * 32, "claim": "y" * 32}),
    Row("PUT", TABLE + "/seats/{seat}", OPEN, HOSTING, {"bot": "greedy"}),
    Row("POST", TABLE + "/seats", OPEN, (404, 404, 403, 403, 403, 201)),
    Row("DELETE", TABLE + "/seats/{seat}", OPEN, HOSTING),
    Row("POST", TABLE + "/seats/swap", OPEN, HOSTING, {"seats": [0, 1]}),
    Row("PUT", TABLE + "/name", OPEN, PLAYING, {"name": "Zoe"}),
    Row("PATCH", TABLE, RUNNING, HOSTING, {"name": "Friday"}),
    Row("POST", TABLE + "/watch-link", RUNNING, HOSTING),
    Row("POST", TABLE + "/start", OPEN, HOSTING),
    # Seat 0 tries to play its own card: nobody else can have it.
    Row("POST", TABLE + "/moves", RUNNING, (404, 404, 403, 409, 200, 403), {"id": "1"}),
    Row("POST", TABLE + "/take-back", RUNNING, (404, 404, 403, 409, 409, 403), {"id": "1"}),
    Row("POST", TABLE + "/undo", RUNNING, (404, 404, 403, 409, 409, 403), {"id": "1"}),
    Row(
        "POST",
        TABLE + "/undo/answer",
        RUNNING,
        (404, 404, 403, 409, 409, 403),
        {"id": "1", "agree": True},
    ),
    Row(
        "POST",
        TABLE + "/seats/{seat}/hand",
        RUNNING,
        (404, 404, 403, 403, 200, 200),
        {"id": "1", "bot": "greedy"},
    ),
)
FOR_ALL = (
    Row("GET", "/api/games", OPEN, ANYBODY),
    Row("GET", "/api/games/{game}", OPEN, ANYBODY),
    Row("GET", "/api/games/{game}/rules", OPEN, ANYBODY),
    Row("GET", "/api/games/{game}/words", OPEN, ANYBODY),
    Row("GET", "/api/bots", OPEN, ANYBODY),
    Row("GET", "/api/lobby", OPEN, ANYBODY),
    Row("POST", "/api/replay", OPEN, ANYBODY, {"record": to_text(game("samara").new(2, "7"))}),
    Row("POST", "/api/score/tybor", OPEN, ANYBODY, {"player": [{"name": "A"}, {"name": "B"}]}),
    Row(
        "POST",
        "/api/score/samara",
        OPEN,
        ANYBODY,
        {"player": [{"name": "A", "tiles": [3]}, {"name": "B", "tiles": []}]},
    ),
    Row("GET", "/api/openapi.json", OPEN, ANYBODY),
    Row("GET", "/health", OPEN, ANYBODY),
    Row("GET", "/metrics", OPEN, ANYBODY),
    *(Row("GET", address, OPEN, ANYBODY) for address in ADDRESSES),
    Row("GET", "/assets/{name}", OPEN, (404,) * 6),
    Row(
        "POST",
        "/api/tables",
        OPEN,
        (201,) * 6,
        {"game": "samara", "seats": [{"kind": "me"}, {"kind": "open"}]},
    ),
)
PERSONAL = (
    Row("GET", "/api/me", OPEN, (200, 200, 200, 200)),
    Row("PUT", "/api/me", OPEN, (200, 200, 200, 200), {"name": "Zoe"}),
    Row("DELETE", "/api/me", OPEN, (204, 204, 204, 204)),
    Row("POST", "/api/me/forget-devices", OPEN, (401, 401, 200, 200)),
    Row("POST", "/api/me/code", OPEN, (401, 401, 200, 200)),
    Row("POST", "/api/me/code/whose", OPEN, (404, 404, 404, 404), {"code": "0" * 28}),
    Row("POST", "/api/me/code/take", OPEN, (404, 404, 404, 404), {"code": "0" * 28}),
    Row("PUT", "/api/me/tables/{table}", OPEN, (403, 403, 403, 403)),
    Row("DELETE", "/api/me/tables/{table}", OPEN, (401, 401, 204, 204)),
    Row("POST", "/api/me/tables/{table}/token", OPEN, (401, 401, 403, 200), {"role": "seat:0"}),
)
SOCKET = Row("WS", TABLE + "/socket", RUNNING, (4404, 4404, 0, 0, 0, 0))
ROWS = (*AT_TABLES, *FOR_ALL, *PERSONAL, SOCKET)
# HEAD asks for the same as GET; the frameworks add it for some routes.
SAME_AS_GET = "HEAD"


def declared() -> set[tuple[str, str]]:
    """All routes of the application: method and path, WS for sockets."""
    app = create_app(Settings(store="none.sqlite", page="none"))  # a page has files of its own
    found = set()
    for route in iter_route_contexts(app.routes):
        assert route.path is not None
        for method in getattr(route, "methods", None) or {"WS"}:
            if method != SAME_AS_GET:
                found.add((method, route.path))
    return found


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    rows = [(row.method, row.path) for row in ROWS]
    assert len(rows) == len(set(rows))
    assert set(rows) == declared()


# --- at tables --------------------------------------------------------------------------------
@dataclass
class House:
    """A server, and tables to ask at."""

    server: Server
    client: httpx.AsyncClient
    foreign: str = ""

    async def table(self, started: bool, **command: Any) -> TestTable:
        """A new table of three people."""
        return await open_table(self.server, "tybor", 3, start=started, **command)

    def token(self, role: str, table: TestTable) -> str | None:
        """What proves a role there."""
        tokens = {"nobody": None, "foreign": self.foreign, "watch": table.watch}
        tokens |= {"other": table.seats[1], "seat": table.seats[0], "host": table.host}
        return tokens[role]

    async def body_of(self, row: Row, table: TestTable) -> Mapping[str, Any] | None:
        """What is sent; a move is one that seat 0 could make."""
        if not row.path.endswith("/moves"):
            return row.body
        seen = await self.client.get(table.path, headers=bearer(table.seats[0]))
        return {**(row.body or {}), "action": seen.json()["view"]["legal"][0]}

    async def ask(self, row: Row, role: str, table: TestTable) -> httpx.Response:
        """Ask for a route in a role."""
        path = row.path.format(table=table.id, seat=0, game="samara", at=0, name="none.js")
        headers, body = bearer(self.token(role, table)), await self.body_of(row, table)
        return await self.client.request(row.method, path, headers=headers, json=body)

    async def say_hello(self, role: str, table: TestTable) -> tuple[int, dict[str, Any]]:
        """Come to the socket of a table: how it was closed (0 if it was not), the first message."""
        player = Player(table, None)
        player.token = self.token(role, table)
        await player.connect()
        message = await player.until(lambda m: m["type"] in ("update", "error"))
        assert player.socket is not None
        if message["type"] == "error":
            with pytest.raises(ConnectionClosed):
                await player.receive()
            return player.socket.close_code or 0, message
        await player.drop()
        return 0, message


async def house_of(server: Server, client: httpx.AsyncClient) -> House:
    """The server with a second table, whose token is foreign everywhere else."""
    house = House(server, client)
    house.foreign = str((await house.table(RUNNING)).seats[0])
    return house


@pytest.mark.parametrize("row", AT_TABLES + FOR_ALL, ids=lambda row: f"{row.method} {row.path}")
def test_a_route_answers_every_role_as_it_should(server: Server, row: Row) -> None:
    async def ask() -> dict[str, int]:
        async with client_of(server.url) as client:
            house = await house_of(server, client)
            answered = {}
            for role in ROLES:
                answer = await house.ask(row, role, await house.table(row.started))
                answered[role] = answer.status_code
                if answer.status_code >= 400:
                    assert set(answer.json()) >= {"error", "message"}
            return answered

    assert asyncio.run(ask()) == dict(zip(ROLES, row.expected, strict=True))


@pytest.mark.parametrize("row", AT_TABLES, ids=lambda row: f"{row.method} {row.path}")
def test_at_a_public_table_everybody_is_a_spectator_and_a_wrong_token_is_told(
    server: Server, row: Row
) -> None:
    async def ask() -> list[int]:
        async with client_of(server.url) as client:
            house = await house_of(server, client)
            answered = []
            for role in ("nobody", "foreign", "watch"):
                table = await house.table(row.started, public=True)
                answered.append((await house.ask(row, role, table)).status_code)
            return answered

    nobody, foreign, watch = asyncio.run(ask())
    assert nobody == watch == dict(zip(ROLES, row.expected, strict=True))["watch"]
    assert foreign == (404 if row.path.endswith("/join") else 403)


def test_a_table_of_others_cannot_be_told_from_one_that_does_not_exist(server: Server) -> None:
    async def ask() -> None:
        async with client_of(server.url) as client:
            house = await house_of(server, client)
            for row in AT_TABLES:
                if row.path.endswith("/join"):  # whoever has a link that was used is told so
                    continue
                table = await house.table(row.started)
                body = await house.body_of(row, table)
                headers = bearer(house.foreign)
                answers = []
                for number in (table.id, secrets.token_urlsafe(9)):
                    path = row.path.format(table=number, seat=0, at=0)
                    answers.append(
                        await client.request(row.method, path, headers=headers, json=body)
                    )
                assert answers[0].status_code == answers[1].status_code == 404
                assert answers[0].content == answers[1].content

    asyncio.run(ask())


def test_the_socket_answers_every_role_as_it_should(server: Server) -> None:
    async def ask() -> None:
        async with client_of(server.url) as client:
            house = await house_of(server, client)
            table = await house.table(RUNNING)
            for role, expected in zip(ROLES, SOCKET.expected, strict=True):
                code, message = await house.say_hello(role, table)
                assert code == expected
                if not code:
                    seat = {"seat": 0, "other": 1}.get(role)
                    kind = "seat" if seat is not None else role
                    assert message["you"] == {"role": kind, "seat": seat}
                    assert message["view"]["seat"] == seat

    asyncio.run(ask())


@pytest.mark.parametrize("role", ["watch", "host"])
def test_whoever_has_no_seat_can_command_for_nothing_by_socket(server: Server, role: str) -> None:
    commands: list[tuple[str, dict[str, Any]]] = [
        ("move", {"action": 0}),
        ("take_back", {}),
        ("undo", {}),
        ("answer_undo", {"agree": True}),
        ("hand", {"bot": "greedy"}),
    ]

    async def ask() -> None:
        async with client_of(server.url) as client:
            house = await house_of(server, client)
            table = await house.table(RUNNING)
            player = Player(table, None)
            player.token = house.token(role, table)
            await player.connect()
            await player.until(lambda m: m["type"] == "update")
            for kind, values in commands:
                answer = await player.submit(kind, **values)
                assert (answer["type"], answer["error"]) == ("refused", "only_seats")
                assert answer["now"]["you"]["seat"] is None
            await player.drop()

    asyncio.run(ask())


def test_every_kind_of_command_by_socket_is_in_the_test_above() -> None:
    kinds = socket.MESSAGE.json_schema()["discriminator"]["mapping"]
    assert set(kinds) == {"hello", "ping", "move", "take_back", "undo", "answer_undo", "hand"}


# --- tokens that were good once ---------------------------------------------------------------
def test_an_invite_counts_once_and_not_at_another_table(server: Server) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]

    async def ask() -> None:
        async with client_of(server.url) as client:
            command = {"game": "tybor", "seats": seats}
            one, two = [(await client.post("/api/tables", json=command)).json() for _ in range(2)]
            invite = one["seats"][1]["invite"]
            first = {"invite": invite, "claim": "a" * 24}
            join = f"/api/tables/{one['table']}/join"
            assert (
                await client.post(f"/api/tables/{two['table']}/join", json=first)
            ).status_code == 404
            mine = await client.post(join, json=first)
            again = await client.post(join, json=first)
            thief = await client.post(join, json={**first, "claim": "b" * 24})
            assert (mine.status_code, again.status_code, thief.status_code) == (200, 200, 409)
            look = f"/api/tables/{one['table']}"
            for token in (mine.json()["token"], again.json()["token"]):
                assert (await client.get(look, headers=bearer(token))).status_code == 200
            for no_token in (invite, "a" * 24, one["commitment"], one["table"]):
                assert (await client.get(look, headers=bearer(no_token))).status_code == 404

    asyncio.run(ask())


# --- personal pages ---------------------------------------------------------------------------
async def device(client: httpx.AsyncClient, name: str, table: TestTable, seat: int) -> str:
    """A cookie of somebody with a seat at the table."""
    client.cookies.clear()
    assert (await client.put("/api/me", json={"name": name})).status_code == 200
    path, token = f"/api/me/tables/{table.id}", bearer(table.seats[seat])
    assert (await client.put(path, headers=token)).status_code == 204
    cookie = str(client.cookies[COOKIE])
    client.cookies.clear()
    return cookie


@pytest.mark.parametrize("row", PERSONAL, ids=lambda row: f"{row.method} {row.path}")
def test_a_personal_route_answers_every_device_as_it_should(server: Server, row: Row) -> None:
    async def ask() -> dict[str, int]:
        async with client_of(server.url) as client:
            house, answered = await house_of(server, client), {}
            for who in DEVICES:
                table = await house.table(OPEN)
                mine = await device(client, "Anna", table, 0)
                other = await device(client, "Bert", table, 1)
                head, _, tail = mine.rpartition(".")
                forged = f"{head}.{tail[:-2]}{'AB' if tail[-2:] != 'AB' else 'BA'}"
                cookie = {"none": None, "forged": forged, "other": other, "mine": mine}[who]
                headers = {} if cookie is None else {"Cookie": f"{COOKIE}={cookie}"}
                path = row.path.format(table=table.id)
                answer = await client.request(row.method, path, headers=headers, json=row.body)
                client.cookies.clear()
                answered[who] = answer.status_code
                if (row.method, row.path) == ("GET", "/api/me"):
                    shown = {"other": "Bert", "mine": "Anna"}.get(who)
                    assert (answer.json()["known"], answer.json()["name"]) == (bool(shown), shown)
            return answered

    assert asyncio.run(ask()) == dict(zip(DEVICES, row.expected, strict=True))


# --- the seed of bots -------------------------------------------------------------------------
def test_bots_of_a_clone_do_not_answer_like_those_of_the_game_that_goes_on(server: Server) -> None:
    """Samara can be cloned while it runs, and its deal holds no secret. What a bot will do is one:
    nobody may try it out at a clone."""
    running = game("samara").new(2, "the same deal", ["Anna", "Bert"])

    async def bots_play(client: httpx.AsyncClient) -> list[Any]:
        bots = [{"kind": "bot", "bot": "random"}] * 2
        command = {"record": to_text(running), "at": 0, "seats": bots, "start": True}
        opened = (await client.post("/api/tables", json=command)).json()
        path = f"/api/tables/{opened['table']}"
        table = TestTable(server.url, opened["table"], opened["host"], opened["watch"], [])
        async with Player(table, None) as eve:
            if not eve.over:
                await eve.until(lambda m: eve.over, 120)
        seen = (await client.get(path, headers=bearer(opened["host"]))).json()
        assert seen["table"]["seed"] == "the same deal"
        return [{k: v for k, v in event.items() if k != "text"} for event in seen["events"]]

    async def ask() -> None:
        async with client_of(server.url) as client:
            one, two = await bots_play(client), await bots_play(client)
            assert one[0] == two[0]
            assert one != two

    asyncio.run(ask())
