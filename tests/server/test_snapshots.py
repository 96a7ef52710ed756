"""Cached parts of snapshots equal fresh ones: whole games, every seat, every move."""

from __future__ import annotations

import random

import orjson
import pytest

from baumeister.server.tables.seats import SPECTATOR, Role
from baumeister.server.tables.snapshots import Snapshots
from baumeister.server.tables.state import TableState
from tests.server.scene import barracks, table

NOBODY_HERE: frozenset[int] = frozenset()


def shown(state: TableState) -> list[bytes]:
    """Everybody's view of the game as it is sent."""
    snapshots = Snapshots(state, 0, NOBODY_HERE)
    roles = [*(Role("seat", seat) for seat in range(len(state.seats))), SPECTATOR]
    return [orjson.dumps(snapshots.snapshot(role, "en", 0)["view"]) for role in roles]


@pytest.mark.parametrize(
    ("game", "names"),
    [("tybor", "Anna Bert Cora"), ("tybor", "A B C D E"), ("samara", "Anna Bert Cora")],
)
def test_a_view_that_was_kept_is_the_view_of_now(game: str, names: str) -> None:
    lot = random.Random(f"{game} {names}")
    scene = table(game, names)
    kept = 0
    while not scene.state.is_over:
        seat = lot.choice(scene.state.waiting_for)
        assert scene.state.table is not None
        scene.move(seat, lot.choice(scene.state.table.legal(seat)))
        kept += len(scene.state.views)
        as_sent = shown(scene.state)
        scene.state.views.clear()
        assert as_sent == shown(scene.state)
    assert kept > 0 or game == "samara"


def test_S7_5_everybody_sees_who_has_chosen_at_the_barracks() -> None:
    scene = barracks()
    shown(scene.state)
    scene.move(scene.state.waiting_for[0])
    as_sent = shown(scene.state)
    scene.state.views.clear()
    assert as_sent == shown(scene.state)


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_renewed_snapshots_equal_fresh_ones(game: str) -> None:
    scene = table(game, "Anna Bert Cora")
    before = Snapshots(scene.state, 0, NOBODY_HERE)
    before.update(Role("seat", 1), "en", 0)
    renewed = before.renewed(5_000, frozenset({1, 2}), True)
    fresh = Snapshots(scene.state, 5_000, frozenset({1, 2}), True)
    for role in (Role("seat", 0), Role("seat", 1), SPECTATOR):
        assert renewed.update(role, "de", 0) == fresh.update(role, "de", 0)
        assert renewed.update(role, "en", 0) == fresh.update(role, "en", 0)
        assert renewed.update(role, "en", 0) != before.update(role, "en", 0)
