"""Views are what the interface says of them: every key of every view of whole games."""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest

import baumeister
from baumeister.server.api.views import VIEWS

GAMES = {"tybor": 14, "samara": 16}  # some of every number of players


@pytest.mark.parametrize("game", VIEWS)
def test_every_view_of_whole_games_has_its_shape(game: str) -> None:
    shape, rules = VIEWS[game], baumeister.game(game).rules
    phases: set[str] = set()

    def check(view: dict[str, Any]) -> None:
        """No key is missing, none is unknown, every value has its type."""
        shape.model_validate(view, strict=True, extra="forbid")
        phases.add(view["phase"])

    for number in range(GAMES[game]):
        lot = random.Random(number)
        players = 2 + number % (rules.most_players - 1)
        table = baumeister.game(game).new(players=players, seed=number)
        while not table.over:
            seat = lot.choice(table.waiting_for)
            check(table.view(lot.choice((seat, seat, None))))
            table.play(seat, lot.choice(table.legal(seat)))
        for eyes in (None, *range(players)):
            check(table.view(eyes))
    assert phases == set(get_args(shape.model_fields["phase"].annotation))
