"""The whole server as one application: store, tables, bots, profiles, routes, middleware."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from fastapi import FastAPI, Request, Response
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException

from baumeister import __version__
from baumeister.games import GAMES
from baumeister.kernel.errors import EnglishOnly
from baumeister.kernel.glossary import join
from baumeister.lab.background_compiler import BackgroundCompiler, missing
from baumeister.server.api import games, me, models, previews, replays, scorepad, socket, tables
from baumeister.server.api.dependencies import add_error_handlers, answer
from baumeister.server.api.middleware import GatewayMiddleware, may_read_metrics
from baumeister.server.api.page import add_page
from baumeister.server.bots.pool import BotPool, NewProcess, WorkerProcess
from baumeister.server.bots.reviews import Reviews
from baumeister.server.metrics import CONTENT_TYPE, Metrics
from baumeister.server.profiles.profiles import Profiles
from baumeister.server.settings import Settings
from baumeister.server.store.database import (
    Database,
    StoreError,
    StoreGone,
    StoreUnavailable,
    open_database,
    without_password,
)
from baumeister.server.store.store import Store
from baumeister.server.tables.replays import Replays
from baumeister.server.tables.service import TableLimits, TableService
from baumeister.server.tables.timing import ServerTime, steady_clock, wall_clock

RECORD_PATHS = ("/api/tables", "/api/replay")
SOCKET_MODELS = (
    models.Hello,
    models.MoveMessage,
    models.TakeBackMessage,
    models.AskUndoMessage,
    models.AnswerUndoMessage,
    models.HandMessage,
    models.Ping,
    models.Update,
    models.Ack,
    models.RefusedCommand,
    models.ErrorMessage,
    models.Presence,
    models.Pong,
)
TITLES = join([name.capitalize() for name in GAMES], "en")
DESCRIPTION = f"""Tables for {TITLES}. docs/http-bot.md is a guide.

The socket of a table is at `/api/tables/{{table}}/socket`. The client first sends a `Hello`, then
`MoveMessage`, `TakeBackMessage`, `AskUndoMessage`, `AnswerUndoMessage`, `HandMessage` and `Ping`.
The server sends `Update`, `Ack`, `RefusedCommand`, `ErrorMessage`, `Presence` and `Pong`. It closes
the socket with {socket.BAD_HELLO} (the hello is missing or invalid), {socket.NOT_VALID} (the token
has ended), {socket.NO_TABLE} (no such table), {socket.TOO_SLOW} (too many unread messages),
{socket.RESTART} (the server restarts: reconnect) or {socket.TRY_LATER} (the store is unavailable:
reconnect later).
"""


class Compiler(Protocol):
    """Compiles code of bots while the server runs."""

    def want(self, game: str, players: int) -> None:
        """Compile for this table next."""

    def close(self) -> None:
        """Stop."""


@dataclass(frozen=True)
class Platform:
    """What the application needs from the machine. Tests pass a simulated platform; time passes on
    the event loop that the application is started on."""

    open_database: Callable[[str], Database] = open_database
    new_process: NewProcess = WorkerProcess
    new_compiler: Callable[[], Compiler] = lambda: BackgroundCompiler(missing())
    now: Callable[[], int] = wall_clock
    steady: Callable[[], int] = steady_clock


def create_app(settings: Settings, platform: Platform | None = None) -> FastAPI:
    """The application for these settings; its lifespan opens the store and closes it."""
    app = FastAPI(
        title="Baumeister",
        version=__version__,
        description=DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    metrics = Metrics()
    app.state.settings, app.state.metrics = settings, metrics
    app.state.platform = platform or Platform()
    for part in (games, tables, replays, previews, scorepad, me, socket):
        app.router.routes += part.router.routes  # include_router would build each of them again
    add_error_handlers(app)
    _add_operation(app, settings)
    add_page(app, settings.page_folder)
    _document_socket(app)
    app.add_middleware(
        GatewayMiddleware, settings=settings, metrics=metrics, record_paths=RECORD_PATHS
    )
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    platform: Platform = app.state.platform
    database = platform.open_database(settings.store)
    database.watch = app.state.metrics.transaction
    await database.open()
    compiler = platform.new_compiler()
    bot_pool = BotPool(settings.bot_workers, new_process=platform.new_process, want=compiler.want)
    service = TableService(
        Store(database),
        bot_pool,
        limits=TableLimits(
            settings.tables_in_memory,
            settings.commands_per_second,
            settings.listed_tables,
            settings.listed_seats,
            settings.lobby_hours,
        ),
        metrics=app.state.metrics,
        now=ServerTime(platform.now, platform.steady),
    )
    app.state.database, app.state.service, app.state.bot_pool = database, service, bot_pool
    app.state.replays, app.state.reviews = Replays(), Reviews()
    try:
        await _begin(app, settings.store)
        yield
    finally:
        await service.end()
        await app.state.reviews.close()
        app.state.replays.thread.close()
        await bot_pool.close()
        compiler.close()
        await database.close()


async def _begin(app: FastAPI, store: str) -> None:
    """Write to the store for the first time; StoreError if that fails, as on a full disk."""
    database, service = app.state.database, app.state.service
    try:
        app.state.profiles = Profiles(database, await Profiles.secret(database), service.now)
        await service.begin()
    except StoreUnavailable as error:
        place, reason = without_password(store), EnglishOnly(f" ({error})", "")
        raise StoreError("error.server.store.unwritable", place=place, reason=reason) from error


def _add_operation(app: FastAPI, settings: Settings) -> None:
    @app.get("/health", tags=["operation"], operation_id="health")
    async def health(request: Request) -> Response:
        """Whether the server and its store work."""
        try:
            await request.app.state.database.check()
        except StoreUnavailable as error:
            reason = {"reason": str(error)} if isinstance(error, StoreGone) else {}
            return answer({"status": "unavailable", "version": __version__, **reason}, 503)
        damaged = len(request.app.state.service.quarantine)
        return answer({"status": "ok", "version": __version__, "damaged_tables": damaged})

    if settings.metrics == "off":
        return

    @app.get("/metrics", tags=["operation"], operation_id="metrics", response_class=Response)
    async def metrics(request: Request) -> Response:
        """What the server counts, for Prometheus."""
        if not may_read_metrics(request.scope, settings):
            raise HTTPException(404)
        state = request.app.state
        state.metrics.tables_in_memory.set(len(state.service.cache))
        state.metrics.damaged_tables.set(len(state.service.quarantine))
        state.metrics.bots_waiting.set(state.bot_pool.waiting + state.bot_pool.working)
        state.metrics.bot_deaths.set(state.bot_pool.deaths)
        return Response(state.metrics.text(), media_type=CONTENT_TYPE)


def _document_socket(app: FastAPI) -> None:
    """Add the messages of sockets to the schemas: OpenAPI has no sockets."""
    routes = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = routes()
            _, found = models_json_schema(
                [(model, "validation") for model in SOCKET_MODELS],
                ref_template="#/components/schemas/{model}",
            )
            for name, shape in found["$defs"].items():
                schema["components"]["schemas"].setdefault(name, shape)
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
