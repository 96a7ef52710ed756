"""Worlds in which all that a seat does not know has been dealt again."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from baumeister.kernel.chance import FastDealer
from baumeister.play import Table


def seats_and_spectator(table: Table) -> list[int | None]:
    """Whose eyes there are."""
    return [None, *range(len(table.names))]


def redealt(table: Table, seat: int | None, seed: str) -> Any:
    """Such a state."""
    return table.seat_view(seat).redeal(FastDealer(seed))


def assert_looks_the_same(table: Table, seat: int | None, world: Any) -> None:
    """View, legal actions, every byte of JSON and the question."""
    actions = () if seat is None else table.game.legal(world, seat)
    before = table.seat_view(seat)
    after = replace(before, state=table.rules.view_of(world, seat), legal=actions)
    assert after.state == before.state
    assert after.legal == before.legal
    assert json.dumps(after.json()).encode() == json.dumps(before.json()).encode()
    assert table.question(seat) == after.question()
