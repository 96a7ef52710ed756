"""What the tests of the server share: stores of both kinds, on a PostgreSQL that really runs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from baumeister.server.store.database import Database, open_database
from tests.server.crashes import Cradle
from tests.server.postgres import Postgres, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL, started by the first test that asks for it."""
    with running() as server:
        yield server


@pytest.fixture(scope="module")
def postgres_to_kill() -> Iterator[Postgres]:
    """A PostgreSQL for tests that kill it: small, so that it is back soon."""
    with running(durable=True) as server:
        yield server


@pytest.fixture(scope="session")
def cradle() -> Iterator[Cradle]:
    """Makes servers that are quickly started and killed."""
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
