"""What the tests of the server share: stores of both kinds, on a PostgreSQL that really runs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from baumeister.server.store.database import Database, open_database
from tests.server.crashes import Cradle
from tests.server.live_server import Server
from tests.server.postgres import Postgres, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that need none of their own; it has to stand them all, and no error of
    its own is in its log."""
    place = tmp_path_factory.mktemp("server") / "tables.sqlite"
    with Server(place, "--log-level", "debug", "--bot-workers", "1") as running_server:
        yield running_server
        assert running_server.stop() == 0
        lines = running_server.output.decode().splitlines()
        assert not [line for line in lines if '"level": "error"' in line]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL, started by the first test that asks for it."""
    with running() as server:
        yield server


@pytest.fixture(scope="session")
def mortal_postgres() -> Iterator[Postgres]:
    """A PostgreSQL for tests that kill it. Small, so that it restarts quickly."""
    with running(durable=True) as made:
        yield made


@pytest.fixture
def postgres_to_kill(mortal_postgres: Postgres) -> Postgres:
    """A PostgreSQL for tests that kill it, running."""
    mortal_postgres.start()
    return mortal_postgres


@pytest.fixture(scope="session")
def cradle() -> Iterator[Cradle]:
    """Starts servers quickly, for tests that kill them."""
    with Cradle() as made:
        yield made


def new_place(kind: str, request: pytest.FixtureRequest) -> str:
    """A new and empty place for a store."""
    if kind == "sqlite":
        folder: Path = request.getfixturevalue("tmp_path")
        return str(folder / "store.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> str:
    """A new and empty place for a store, of each kind in turn."""
    return new_place(request.param, request)


@pytest.fixture
def database(place: str) -> Database:
    """A new database of each kind in turn, not opened yet."""
    return open_database(place)


@asynccontextmanager
async def opened(database: Database | str) -> AsyncIterator[Database]:
    """A database, or that of a place, from its opening to its end."""
    found = open_database(database) if isinstance(database, str) else database
    await found.open()
    try:
        yield found
    finally:
        await found.close()
