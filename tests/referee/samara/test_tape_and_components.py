"""The referee of Samara checks chance against the tape, and tiles against the data."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.referee.naive_samara import DATA_FILE
from tests.referee.referee_samara import Foul, check_components, check_tape
from tests.referee.samara.playing import a_game


def test_check_tape_sees_swapped_tiles() -> None:
    record = a_game(3, 4)
    spaces = record["events"][0]["spaces"]
    spaces[3]["tile"], spaces[4]["tile"] = spaces[4]["tile"], spaces[3]["tile"]
    with pytest.raises(Foul, match=r"S1\.1"):
        check_tape(record)


def test_check_tape_sees_unused_tiles() -> None:
    record = a_game(3, 4)
    setup = record["events"][0]
    setup["unused"][0], setup["spaces"][29]["tile"] = (
        setup["spaces"][29]["tile"],
        setup["unused"][0],
    )
    with pytest.raises(Foul, match=r"S1\.1"):
        check_tape(record)


def test_check_tape_sees_other_tools() -> None:
    record = a_game(3, 4)
    spaces = [space for space in record["events"][0]["spaces"] if space["tools"]]
    one, other = next((a, b) for a, b in combinations(spaces, 2) if a["tools"] != b["tools"])
    one["tools"], other["tools"] = other["tools"], one["tools"]
    with pytest.raises(Foul, match=r"S1\.3"):
        check_tape(record)


def test_check_tape_sees_another_start_order() -> None:
    record = a_game(3, 4)
    record["events"][0]["order"].reverse()
    with pytest.raises(Foul, match=r"S1\.6"):
        check_tape(record)


def test_check_components_compares_with_the_data_file() -> None:
    record = a_game(3, 4)
    check_components(record, DATA_FILE)
    record["components"]["tiles"]["Palace"]["prestige"] += 1
    with pytest.raises(Foul, match=r"S1\.1"):
        check_components(record, DATA_FILE)
