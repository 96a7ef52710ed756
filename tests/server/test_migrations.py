"""The schema: made once, by one of many, and never by a program that is older than it."""

from __future__ import annotations

import asyncio

import pytest

from baumeister.server.store import migrations
from baumeister.server.store.database import Row, Statement, StoreError
from baumeister.server.store.migrations import STEPS, steps_of
from tests.server.conftest import opened

SECOND_STEP = (
    "ALTER TABLE people ADD COLUMN shoe_size BIGINT",
    "UPDATE people SET shoe_size = 42",
)
VERSION = "SELECT value FROM meta WHERE key = 'schema'"
PERSON = Statement("INSERT INTO people (id, name, created, generation) VALUES ('a', 'Anna', 1, 0)")


def test_a_new_store_has_the_newest_schema(place: str) -> None:
    async def scene() -> list[Row]:
        async with opened(place) as database:
            return await database.fetch(VERSION)

    assert asyncio.run(scene()) == [(str(len(STEPS)),)]


def test_an_older_store_is_brought_up_to_date_and_keeps_what_it_holds(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> list[Row]:
        async with opened(place) as database:
            await database.write([PERSON])
        monkeypatch.setattr(migrations, "STEPS", (*STEPS, SECOND_STEP))
        for _ in range(2):
            async with opened(place) as database:
                rows = await database.fetch("SELECT name, shoe_size FROM people")
        return rows + await database_version(place)

    assert asyncio.run(scene()) == [("Anna", 42), (str(len(STEPS) + 1),)]


async def database_version(place: str) -> list[Row]:
    async with opened(place) as database:
        return await database.fetch(VERSION)


def test_a_step_that_fails_leaves_the_store_as_it_was(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> list[Row]:
        async with opened(place) as database:
            await database.write([PERSON])
        with monkeypatch.context() as broken:
            broken.setattr(migrations, "STEPS", (*STEPS, (*SECOND_STEP, "CREATE NONSENSE")))
            with pytest.raises(StoreError, match="cannot be used as a store"):
                await database_version(place)
        monkeypatch.setattr(migrations, "STEPS", (*STEPS, SECOND_STEP))
        return await database_version(place)

    assert asyncio.run(scene()) == [(str(len(STEPS) + 1),)]


def test_the_store_of_a_newer_program_is_refused(place: str) -> None:
    async def scene() -> None:
        async with opened(place) as database:
            newer = "UPDATE meta SET value = '99' WHERE key = 'schema'"
            await database.write([Statement(newer, (), changes=1)])
        with pytest.raises(StoreError, match="newer Baumeister \\(schema 99") as caught:
            await database_version(place)
        assert "neueren Baumeister" in caught.value.text("de")

    asyncio.run(scene())


def test_a_store_that_is_up_to_date_is_not_touched() -> None:
    assert steps_of("here", ["meta", "tables"], str(len(STEPS))) == []
