"""The referee of Tybor checks chance against the tape, and cards against the data."""

from __future__ import annotations

import random

import pytest

from tests.referee.naive_tybor import NaiveTybor
from tests.referee.referee_tybor import Foul, check, check_components, check_tape
from tests.referee.tybor.breaks import wrong_first_player
from tests.referee.tybor.playing import (
    DATA,
    GROWS,
    HARBOUR,
    SIZE,
    RiggedTape,
    a_game,
    anything,
    play_out,
)


def test_check_tape_refuses_other_chance() -> None:
    game = NaiveTybor(DATA, 4, SIZE, 1, "rigged", RiggedTape())
    record = play_out(game, anything, random.Random(8))
    check(record)
    with pytest.raises(Foul, match="not those of the tape"):
        check_tape(record)


def test_check_tape_refuses_another_first_player() -> None:
    record = a_game(4, SIZE, 1)
    wrong_first_player(record)
    with pytest.raises(Foul, match=r"T2\.4"):
        check_tape(record)


@pytest.mark.parametrize("pile", ["characters", "buildings"])
def test_check_tape_refuses_another_order(pile: str) -> None:
    record = a_game(3, GROWS, HARBOUR, 2)
    last = [e for e in record["events"] if e["type"] == "shuffle" and e["pile"] == pile][-1]
    last["order"].reverse()
    with pytest.raises(Foul, match="not the order of the tape"):
        check_tape(record)


def test_check_components_refuses_cards_that_are_not_in_the_data() -> None:
    record = a_game(4, SIZE, 1)
    check_components(record)
    record["components"]["characters"]["Fa5"]["strength"] = 6
    with pytest.raises(Foul, match=r"T1\.2"):
        check_components(record)
    record = a_game(4, SIZE, 1)
    record["components"]["buildings"]["Mill"]["points"] = 9
    with pytest.raises(Foul, match=r"T1\.1"):
        check_components(record)
