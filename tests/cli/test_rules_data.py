"""`baumeister rules data GAME`: the data file, for whoever wants values of their own."""

from __future__ import annotations

import pytest

from baumeister.play.games import standard_data
from tests.cli.conftest import Baumeister


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_it_writes_the_data_file(baumeister: Baumeister, game: str) -> None:
    assert baumeister(f"rules data {game}").out == standard_data(game)
    assert baumeister(f"rules Daten --game {game} --lang de").out == standard_data(game)
