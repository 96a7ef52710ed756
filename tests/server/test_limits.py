"""Limits inside the application: what one address, one seat or one abandoned request can use up."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from baumeister.server.api.middleware import GatewayMiddleware
from baumeister.server.app import Platform, create_app
from baumeister.server.bots.pool import BotPool
from baumeister.server.bots.worker import BEGUN, PROBLEM, READY, BotTask
from baumeister.server.metrics import Metrics
from baumeister.server.settings import Settings
from baumeister.server.store.database import Database
from baumeister.server.tables import commands, snapshots
from baumeister.server.tables.allotments import Allotment, TooMany
from baumeister.server.tables.errors import NotFound, Rejected
from baumeister.server.tables.fair_thread import FairThread
from baumeister.server.tables.seats import Role
from baumeister.server.tables.subscribers import Subscriber
from tests.server.live_server import bearer
from tests.server.scene import Bots, hall, played, record_of, table, web

HERE, THERE = "10.0.0.1", "10.0.0.2"


# --- requests ---------------------------------------------------------------------------------
class Waiting:
    """An application that answers when it is told, behind the middleware."""

    def __init__(self, **settings: Any) -> None:
        self.go = asyncio.Event()
        self.app = GatewayMiddleware(self._answer, Settings(**settings), Metrics())

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        await self.go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

    def get(self, path: str, address: str) -> asyncio.Task[httpx.Response]:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, client=(address, 5))
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as one:
                return await one.get(path)

        return asyncio.create_task(ask())


async def passed_on(tasks: list[asyncio.Task[Any]]) -> None:
    """Let requests come as far as they can."""
    for _ in range(50):
        await asyncio.sleep(0)


def test_one_address_cannot_take_all_places_and_health_needs_none() -> None:
    async def scene() -> None:
        house = Waiting(connections=4, requests_running=2)
        waiting = [house.get("/api/x", HERE) for _ in range(2)]
        await passed_on(waiting)
        refused = await house.get("/api/x", HERE)
        assert (refused.status_code, refused.json()["error"]) == (429, "too_many_at_once")
        assert refused.headers["retry-after"] == "1"
        waiting += [house.get("/api/x", THERE) for _ in range(2)]
        await passed_on(waiting)
        assert (await house.get("/api/x", "10.0.0.3")).status_code == 503  # all places are taken
        waiting += [house.get(path, HERE) for path in ("/health", "/metrics") for _ in range(9)]
        await passed_on(waiting)
        house.go.set()
        assert {answer.status_code for answer in await asyncio.gather(*waiting)} == {200}
        assert house.app.open == {"http": 0, "websocket": 0}
        assert not house.app.running

    asyncio.run(scene())


def test_what_costs_much_has_a_limit_of_its_own(place: str) -> None:
    record = record_of(played("samara", moves=4))

    async def scene() -> None:
        async with web(place, costly_per_minute=2) as client:
            for status in (200, 200, 429):
                answer = await client.post("/api/replay", json={"record": record})
                assert answer.status_code == status
            assert answer.json()["error"] == "too_costly"
            assert int(answer.headers["retry-after"]) == 30
            seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Bert"}]
            opening = {"record": record, "seats": seats}
            assert (await client.post("/api/tables", json=opening)).status_code == 429
            opened = await client.post("/api/tables", json={"game": "tybor", "seats": seats})
            assert opened.status_code == 201

    asyncio.run(scene())


# --- callers who go away ----------------------------------------------------------------------
class Silent:
    """A worker process that is ready at once, and works until it is told to stop."""

    made: list[Silent]

    def __init__(self, heard: Callable[[str, Any], None], ended: Callable[[str], None]) -> None:
        self.heard, self.ended = heard, ended
        self.tasks = self.stops = 0
        self.made.append(self)
        asyncio.get_running_loop().call_soon(heard, READY, None)

    def send(self, task: BotTask) -> None:
        self.tasks += 1
        asyncio.get_running_loop().call_soon(self.heard, BEGUN, None)

    def stop(self) -> None:
        self.stops += 1
        asyncio.get_running_loop().call_soon(self.heard, PROBLEM, "_Stopped")

    def kill(self) -> None:
        asyncio.get_running_loop().call_soon(self.ended, "killed")


async def abandoned(
    app: Any, path: str, token: str | None, until: Callable[[], object], query: str = ""
) -> int:
    """Send a request and leave as soon as something is so; the status that is logged."""
    gone, status = asyncio.Event(), 0
    whole = [{"type": "http.request", "body": b"", "more_body": False}]
    headers = [(b"host", b"127.0.0.1")]
    headers += [(k.lower().encode(), v.encode()) for k, v in bearer(token).items()]
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
    }
    scope |= {"query_string": query.encode(), "headers": headers, "client": (HERE, 5)}
    scope |= {"scheme": "http", "http_version": "1.1", "root_path": "", "asgi": {"version": "3.0"}}

    async def receive() -> Any:
        if whole:
            return whole.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)

    asking = asyncio.create_task(app(scope, receive, send))
    async with asyncio.timeout(60):
        while not until():
            await asyncio.sleep(0.001)
        gone.set()
        await asking
    return status


def test_a_hint_whose_caller_has_left_frees_its_place_and_its_worker(tmp_path: Any) -> None:
    async def scene() -> None:
        Silent.made = []
        settings = Settings(store=str(tmp_path / "x.sqlite"), bot_workers=1, page="none")
        app = create_app(settings, Platform(new_process=Silent))
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as web:
                seats = [{"kind": "me", "name": name} for name in ("Anna", "Bert")]
                opening = {"game": "tybor", "seats": seats, "start": True}
                opened = (await web.post("/api/tables", json=opening)).json()
            pool: BotPool = app.state.bot_pool
            path = f"/api/tables/{opened['table']}/hint"
            anna, bert = (seat["token"] for seat in opened["seats"])
            waiting = asyncio.create_task(
                abandoned(app, path, bert, lambda: Silent.made and Silent.made[0].stops)
            )
            assert await abandoned(app, path, anna, lambda: pool.working and pool.waiting) == 499
            assert await waiting == 499
            async with asyncio.timeout(60):
                while pool.working or pool.waiting:
                    await asyncio.sleep(0.001)
            [process] = Silent.made
            assert process.stops == process.tasks == 2
            assert pool.deaths == 0

    asyncio.run(scene())


def test_whoever_waits_for_news_and_leaves_is_not_waited_for(tmp_path: Any) -> None:
    async def scene() -> None:
        settings = Settings(store=str(tmp_path / "x.sqlite"), bot_workers=1, page="none")
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as web:
                seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]
                opening = {"game": "tybor", "seats": seats}
                opened = (await web.post("/api/tables", json=opening)).json()
            [loaded] = app.state.service.tables.values()
            path, token = f"/api/tables/{opened['table']}", opened["seats"][0]["token"]
            query = "after=1&wait=30"
            assert await abandoned(app, path, token, lambda: loaded.waiters, query) == 499
            assert loaded.waiters == 0

    asyncio.run(scene())


class SlowHints(Bots):
    """Bots whose hints come when they are told."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[asyncio.Future[list[str]]] = []

    async def hint(self, *given: Any) -> list[str]:
        self.open.append(asyncio.get_running_loop().create_future())
        return await self.open[-1]


def test_each_seat_has_one_hint_at_a_time(database: Database) -> None:
    async def scene() -> None:
        bots = SlowHints()
        async with hall(database, bots=bots) as house:
            oak = await house.table("tybor", "Anna Bert")

            def ask(seat: int, language: str) -> asyncio.Task[list[str]]:
                return asyncio.create_task(
                    house.service.hint(oak.id, oak.token(seat), language, HERE)
                )

            first, again, bert = ask(0, "en"), ask(0, "en"), ask(1, "en")
            await house.until(lambda: len(bots.open) == 2)
            await house.quiet()
            assert len(bots.open) == 2  # Anna waits twice for the same
            first.cancel()
            await asyncio.wait([first])
            assert not bots.open[0].cancelled()
            other = ask(0, "de")
            await house.until(lambda: len(bots.open) == 3)
            with pytest.raises(Rejected, match="another hint"):
                await again
            assert bots.open[0].cancelled()
            bots.open[1].set_result(["Bert"])
            bots.open[2].set_result(["Anna"])
            assert (await bert, await other) == (["Bert"], ["Anna"])
            last = ask(0, "en")
            await house.until(lambda: len(bots.open) == 4)
            last.cancel()
            await asyncio.wait([last])
            await house.until(bots.open[3].cancelled)

    asyncio.run(scene())


def test_a_bot_that_nobody_asks_any_more_is_not_waited_for(database: Database) -> None:
    async def scene() -> None:
        bots = Bots(slow=True)
        async with hall(database, bots=bots) as house:
            oak = await house.table("tybor", "greedy greedy")
            await house.until(lambda: len(bots.asked) == 2)
            await oak.submit("host", commands.archive(True))
            await house.until(lambda: all(one.answer.cancelled() for one in bots.asked))
            assert house.service.tables[oak.id].is_idle
            await oak.submit("host", commands.archive(False))
            await house.until(lambda: len(bots.asked) == 4)

    asyncio.run(scene())


def test_a_table_that_was_looked_for_by_somebody_who_left_is_not_kept(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with hall(database) as house:
            never = asyncio.Event()

            async def slow(*given: Any) -> Any:
                await never.wait()

            monkeypatch.setattr(house.service.store, "read", slow)
            finding = asyncio.create_task(house.service.cache.find("nowhere"))
            await house.until(lambda: "nowhere" in house.service.tables)
            finding.cancel()
            await asyncio.wait([finding])
            monkeypatch.undo()
            assert not house.service.tables
            with pytest.raises(NotFound):
                await house.service.cache.find("nowhere")

    asyncio.run(scene())


# --- the thread for records -------------------------------------------------------------------
def test_callers_take_turns_in_the_thread_and_who_leaves_is_left_out() -> None:
    async def scene() -> None:
        thread, done = FairThread("test"), list[str]()
        asked = [
            asyncio.create_task(thread.run(caller, done.append, f"{caller}{number}"))
            for caller, number in (("a", 1), ("a", 2), ("a", 3), ("b", 1), ("c", 1))
        ]
        await asyncio.sleep(0)
        asked[1].cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert done == ["a1", "b1", "c1", "a3"]
        thread.close()

    asyncio.run(scene())


# --- commands ---------------------------------------------------------------------------------
def test_a_seat_gives_so_many_commands_a_second_whatever_token_it_uses(database: Database) -> None:
    async def scene() -> None:
        async with hall(database, commands_per_second=16) as house:
            oak = await house.table("tybor", "Anna - -")
            now = [0.0]
            house.service._queue._clock = lambda: now[0]
            token = str(oak.token(0))
            role = await house.service.role_of(oak.id, token)
            assert role is not None
            other = await house.service.new_token(
                oak.id, role, next(k for k, r in (await oak.state()).roles.items() if r == role)
            )

            def rename(token: str) -> Awaitable[Any]:
                return house.service.submit(oak.id, token, commands.rename_seat("Anna"))

            for _ in range(16):
                await rename(token)
                await rename(other)
            before = len(await oak.log())
            late = [asyncio.ensure_future(rename(one)) for one in (token, other)]
            await oak.submit("host", commands.change_table("Oak", None))  # another role
            await house.quiet()
            assert len(await oak.log()) == before + 1
            now[0] += 2 / 16
            await asyncio.gather(*late)
            assert len(await oak.log()) == before + 3

    asyncio.run(scene())


# --- what one address holds -------------------------------------------------------------------
def test_an_address_has_so_many_tables_that_wait_for_players(database: Database) -> None:
    async def scene() -> None:
        async with hall(database, listed_tables=2) as house:
            service = house.service

            async def opened(caller: str, public: bool = True, start: bool = False) -> str:
                other = "Bert" if start else "-"
                opening = table("tybor", f"Anna {other}", public=public, start=False).opening
                tables[(found := await service.open(opening.body(), start, caller=caller))] = str(
                    opening.host
                )
                return found

            tables: dict[str, str] = {}
            first = await opened(HERE)
            private = await opened(HERE, public=False)
            await opened(HERE, start=True)  # it waits for nobody
            await opened(HERE)
            with pytest.raises(TooMany, match="2 public tables"):
                await opened(HERE)
            with pytest.raises(TooMany):
                await service.change(private, tables[private], None, True, HERE)
            await opened(THERE)
            await service.change(first, tables[first], "Renamed", True, HERE)  # listed already
            await service.archive(first, tables[first], True, HERE)
            third = await opened(HERE)
            with pytest.raises(TooMany):
                await service.archive(first, tables[first], False, HERE)
            await service.change(third, tables[third], None, False, HERE)
            await service.archive(first, tables[first], False, HERE)

    asyncio.run(scene())


def test_tables_that_are_opened_at_the_same_moment_count() -> None:
    async def scene() -> None:
        async def held(thing: str) -> bool:
            return True

        allotment: Allotment[str] = Allotment(3, "error.server.too_many_listed", held)

        async def take(number: int) -> None:
            async with allotment.one_more(HERE) as add:
                await asyncio.sleep(0)
                add(str(number))

        results = await asyncio.gather(*(take(k) for k in range(10)), return_exceptions=True)
        assert [type(one) for one in results].count(TooMany) == 7

    asyncio.run(scene())


def test_an_address_holds_so_many_seats_of_games_that_have_not_begun(database: Database) -> None:
    async def scene() -> None:
        async with hall(database, listed_seats=2) as house:
            service = house.service
            tables = [await house.table("tybor", "Anna -", public=True) for _ in range(4)]

            async def sit(number: int, caller: str, invite: str | None = None) -> None:
                one = tables[number]
                claim, token = f"claim {caller}", f"token {caller} {number}"
                await service.join(one.id, invite, claim, "Bert", token, caller)

            await sit(0, HERE)
            await sit(1, HERE)
            with pytest.raises(TooMany, match="2 seats"):
                await sit(2, HERE)
            await sit(1, HERE)  # the answer got lost
            await sit(2, HERE, tables[2].opening.invites[1])  # the host wants this guest
            await sit(3, THERE)
            await tables[0].submit("host", commands.start())
            tables.append(await house.table("tybor", "Anna -", public=True))
            await sit(4, HERE)  # the first game has begun
            tables.append(await house.table("tybor", "Anna -", public=True))
            with pytest.raises(TooMany):
                await sit(5, HERE)
            await tables[1].submit("host", commands.free_seat(1, "another"))
            await sit(5, HERE)  # the host of the second has sent them away

    asyncio.run(scene())


# --- memory -----------------------------------------------------------------------------------
def test_clients_that_have_seen_anything_do_not_fill_the_memory() -> None:
    scene = table("samara", "Anna Bert", seed="8")
    scene.play(lambda: scene.state.seq >= 60)
    made = snapshots.Snapshots(scene.state, scene.time.now, frozenset())
    seen = {made.update(Role("watch"), "en", after) for after in range(scene.state.seq)}
    assert len(seen) == scene.state.seq
    assert len(made._updates) <= snapshots.MOST_UPDATES
    everybody = [Role("host"), Role("watch"), *(Role("seat", seat) for seat in range(8))]
    assert 2 * len(everybody) <= snapshots.MOST_UPDATES


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_a_table_that_is_evicted_is_freed_at_once(database: Database, game: str) -> None:
    """Without the garbage collector, which seldom looks at what has lived for long."""

    async def scene() -> None:
        async with hall(database, most_tables=1) as house:
            oak = await house.table(game, "Anna Bert Cora")
            for _ in range(5):
                await oak.move((await oak.state()).waiting_for[0])
            subscriber = Subscriber(oak.token(0), "en", 0)
            await house.service.subscribe(oak.id, subscriber)
            house.service.unsubscribe(oak.id, subscriber)
            state = await oak.state()
            assert state.table is not None
            parts = [weakref.ref(one) for one in (state, state.table, state.table._announcer)]
            del state
            gc.collect()
            gc.disable()
            try:
                await house.table(game, "Anna Bert")
                await house.quiet()
                assert oak.id not in house.service.tables
                assert [part() for part in parts] == [None, None, None]
            finally:
                gc.enable()

    asyncio.run(scene())
