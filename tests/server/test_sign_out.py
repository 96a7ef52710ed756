"""Signing out: what a lost or copied device holds ends, and what this one needs does not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from baumeister.server.app import create_app
from baumeister.server.profiles.profiles import COOKIE
from baumeister.server.settings import Settings
from baumeister.server.store.database import StoreUnavailable
from baumeister.server.tables import commands
from baumeister.server.tables.errors import NotFound
from baumeister.server.tables.seats import Role
from baumeister.server.tables.subscribers import Subscriber
from tests.server.scene import Hall, HallTable, hall, opening_of, played, table

CLAIM = {"claim": "c" * 24}
SEATS = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]


class Device:
    """A browser with its own cookies."""

    def __init__(self, app: FastAPI) -> None:
        transport = httpx.ASGITransport(app)
        self.client = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")

    async def ask(
        self, method: str, path: str, body: Any = None, token: str | None = None
    ) -> httpx.Response:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return await self.client.request(method, f"/api{path}", json=body, headers=headers)

    async def sees(self, table: str, token: str) -> int:
        return (await self.ask("GET", f"/tables/{table}", token=token)).status_code

    async def tables(self) -> dict[str, list[str]]:
        page = (await self.ask("GET", "/me")).json()
        return {one["id"]: one["roles"] for one in page["tables"]}

    async def is_known(self) -> bool:
        return bool((await self.ask("GET", "/me")).json()["known"])

    def copy_of(self, other: Device) -> Device:
        cookie = other.client.cookies.get(COOKIE)
        self.client.headers["Cookie"] = f"{COOKIE}={cookie}"
        return self


@asynccontextmanager
async def application(place: str) -> AsyncIterator[FastAPI]:
    app = create_app(Settings(store=place, bot_workers=1))
    async with app.router.lifespan_context(app):
        yield app


async def two_devices(app: FastAPI) -> tuple[Device, Device, dict[str, Any]]:
    """A laptop that has opened a table, and a phone with the same page."""
    laptop, phone = Device(app), Device(app)
    opened = (await laptop.ask("POST", "/tables", {"game": "tybor", "seats": SEATS})).json()
    for token in (opened["host"], opened["seats"][0]["token"]):
        saved = await laptop.ask("PUT", f"/me/tables/{opened['table']}", token=token)
        assert saved.status_code == 204
    code = (await laptop.ask("POST", "/me/code")).json()["code"]
    assert (await phone.ask("POST", "/me/code/take", {"code": code})).status_code == 200
    return laptop, phone, opened


async def phones_tokens(phone: Device, table: str) -> list[str]:
    found = []
    for role in ("host", "seat:0"):
        answer = await phone.ask("POST", f"/me/tables/{table}/token", {"role": role})
        found.append(answer.json()["token"])
    return found


def test_a_lost_phone_loses_its_seats(place: str) -> None:
    async def play() -> None:
        async with application(place) as app:
            laptop, phone, opened = await two_devices(app)
            oak = opened["table"]
            lost = [*await phones_tokens(phone, oak), opened["host"], opened["seats"][0]["token"]]
            socket = Subscriber(lost[1], "en", 0)
            await app.state.service.subscribe(oak, socket)
            await socket.take()
            answer = await laptop.ask("POST", "/me/forget-devices")
            assert answer.status_code == 200
            tokens = {one["role"]: one["token"] for one in answer.json()["tokens"]}
            assert set(tokens) == {"host", "seat:0"}
            assert [await phone.sees(oak, token) for token in lost] == [404] * 4
            assert [await laptop.sees(oak, token) for token in tokens.values()] == [200] * 2
            assert await asyncio.wait_for(socket.take(), 30) == []
            assert socket.closed == "not_valid"
            assert await laptop.tables() == {oak: ["host", "seat:0"]}
            for token in lost:
                saved = await phone.ask("PUT", f"/me/tables/{oak}", token=token)
                assert saved.status_code == 403
            stolen = await phone.ask("POST", f"/me/tables/{oak}/token", {"role": "host"})
            assert stolen.status_code == 401
            assert not await phone.is_known()
            another = await laptop.ask("POST", f"/me/tables/{oak}/token", {"role": "seat:0"})
            assert await laptop.sees(oak, another.json()["token"]) == 200

    asyncio.run(play())


def test_a_page_that_the_phone_has_made_of_its_tokens_shows_nothing_more(place: str) -> None:
    async def play() -> None:
        async with application(place) as app:
            laptop, phone, opened = await two_devices(app)
            oak = opened["table"]
            thief = Device(app)
            for token in await phones_tokens(phone, oak):
                await thief.ask("PUT", f"/me/tables/{oak}", token=token)
            assert await thief.tables() == {oak: ["host", "seat:0"]}
            await laptop.ask("POST", "/me/forget-devices")
            assert await thief.tables() == {}

    asyncio.run(play())


def test_copies_of_cookies_end(place: str) -> None:
    async def play() -> None:
        async with application(place) as app:
            laptop, phone, _ = await two_devices(app)
            copies = [Device(app).copy_of(one) for one in (laptop, phone)]
            assert [await copy.is_known() for copy in copies] == [True, True]
            await laptop.ask("POST", "/me/forget-devices", CLAIM)
            assert [await copy.is_known() for copy in copies] == [False, False]
            for copy in copies:
                assert (await copy.ask("POST", "/me/forget-devices")).status_code == 401
            assert await laptop.is_known()

    asyncio.run(play())


def test_signing_out_here_ends_copies_of_this_cookie_and_no_others(place: str) -> None:
    async def play() -> None:
        async with application(place) as app:
            laptop, phone, _ = await two_devices(app)
            copy = Device(app).copy_of(laptop)
            await laptop.ask("DELETE", "/me")
            assert [await one.is_known() for one in (laptop, copy, phone)] == [False, False, True]

    asyncio.run(play())


def test_a_lost_answer_loses_nothing(place: str) -> None:
    async def play() -> None:
        async with application(place) as app:
            laptop, _, opened = await two_devices(app)
            before = Device(app).copy_of(laptop)
            await laptop.ask("POST", "/me/forget-devices", CLAIM)  # … which never arrives
            wrong = await before.ask("POST", "/me/forget-devices", {"claim": "x" * 24})
            assert wrong.status_code == 401
            for _ in range(2):
                again = await before.ask("POST", "/me/forget-devices", CLAIM)
                assert again.status_code == 200
            tokens = [one["token"] for one in again.json()["tokens"]]
            assert [await before.sees(opened["table"], token) for token in tokens] == [200] * 2
            del before.client.headers["Cookie"]
            assert await before.is_known()
            assert await before.tables() == {opened["table"]: ["host", "seat:0"]}

    asyncio.run(play())


def test_a_store_that_fails_in_the_middle_loses_nothing(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with application(place) as app:
            laptop, _, opened = await two_devices(app)
            write, left = app.state.database.write, 0

            async def failing(statements: Any, *notice: Any) -> None:
                nonlocal left
                if not any(" alive " in one.sql for one in statements):  # a heartbeat
                    left -= 1
                    if left == 0:
                        raise StoreUnavailable("just now")
                await write(statements, *notice)

            monkeypatch.setattr(app.state.database, "write", failing)
            for number in range(1, 9):
                left = number
                answer = await laptop.ask("POST", "/me/forget-devices")
                assert answer.status_code in (200, 503)
                assert await laptop.tables() == {opened["table"]: ["host", "seat:0"]}
            assert answer.status_code == 200

    asyncio.run(play())


# --- at a table -------------------------------------------------------------------------------
def test_the_link_and_the_claim_of_a_seat_end_with_its_tokens() -> None:
    scene = table("tybor", "Anna -")
    scene.join(1, "Bert", claim="claim")
    (proof,) = [one for one, role in scene.state.roles.items() if role.seat == 1]
    scene.submit(1, commands.renew_token("new" * 8, proof))
    assert scene.state.role_of(proof) is None
    assert [role.seat for role in scene.state.roles.values()].count(1) == 1
    with pytest.raises(NotFound):
        scene.join(1, "Bert", claim="claim")
    assert scene.folded_again().roles == scene.state.roles


def test_a_token_that_has_ended_is_no_invitation_to_the_rematch(place: str) -> None:
    async def play() -> None:
        recorded = played("samara")
        decisions = [move for move in recorded.canonical().moves if not move.forced]
        async with hall(place) as house:
            oak = await house.table(recorded, "Anna Bert", at=len(decisions) - 1)
            await oak.move(decisions[-1].seat, decisions[-1].action)
            company = await house.service.company(oak.id, oak.token(0), None)
            elm = await open_rematch(house, oak, company)
            old = str(oak.token(1))
            (proof,) = company[1]
            await house.service.renew_token(oak.id, Role("seat", 1), proof, "n" * 24)
            with pytest.raises(NotFound):
                await house.service.join(elm, old, "c" * 24, "Thief", "t" * 24)
            await house.service.join(elm, "n" * 24, "c" * 24, "Bert", "t" * 24)

    async def open_rematch(house: Hall, oak: HallTable, company: dict[int, list[str]]) -> str:
        opening = opening_of("samara", "Anna -")
        body = opening.body()
        body["follows"] = oak.id
        body["seats"][1]["welcome"] = company[1]
        return str(await house.service.open(body, token=oak.token(0)))

    asyncio.run(play())
