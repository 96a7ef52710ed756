"""docs/views.md names every key of real views and events, and no other."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import baumeister

GUIDE = Path(__file__).resolve().parents[1] / "docs" / "views.md"
ROW = re.compile(r"^\| (`.*?) \|(.*)", re.MULTILINE)
BY_NAME = {"cost", "seats.discount", "seats.symbols"}  # from sides, colours, professions to numbers
SEEDS = 24


def section(game: str) -> str:
    """What the guide says about a game."""
    found = re.search(
        rf"^## {game.title()}$(.*?)(?=^## |\Z)", GUIDE.read_text("utf-8"), re.M | re.S
    )
    assert found is not None
    return found[1]


def paths(value: Any, path: str = "") -> Iterator[str]:
    """All keys, with those that lead there."""
    if isinstance(value, list):
        for item in value:
            yield from paths(item, path)
    elif isinstance(value, dict) and path not in BY_NAME:
        for key, item in value.items():
            here = f"{path}.{key}".lstrip(".")
            yield here
            yield from paths(item, here)


@cache
def seen(name: str) -> tuple[set[str], dict[str, set[str]]]:
    """Keys of views, and keys of events by their type, in random games."""
    views: set[str] = set()
    events: dict[str, set[str]] = {}
    for seed in range(SEEDS):
        lot = random.Random(f"{name} {seed}")
        table = baumeister.game(name).new(players=2 + seed % 4, seed=seed)
        while not table.over:
            seat = lot.choice(table.waiting_for)
            table.play(seat, lot.choice(table.legal(seat)))
            if lot.random() < 0.1:
                views.update(*(paths(table.view(eyes)) for eyes in (0, None)))
        for event in table.events:
            for eyes in (None, 0, 1):
                told = event.seen_by(eyes)
                events.setdefault(told["type"], set()).update(set(told) - {"type"})
    return views, events


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_every_key_of_a_view_is_described(game: str) -> None:
    rows = section(game).partition("| event |")[0]
    described = {key for row in ROW.findall(rows) for key in re.findall(r"`(.+?)`", row[0])}
    assert described == seen(game)[0]


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_every_event_is_described(game: str) -> None:
    rows = section(game).partition("| event |")[2]
    described = {
        kind.strip("`"): set(re.findall(r"`(.+?)`", rest.partition("|")[0]))
        for kind, rest in ROW.findall(rows)
    }
    assert described == seen(game)[1]
