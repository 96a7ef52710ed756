"""`baumeister score`: asked at the terminal or read from a file, in both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baumeister.games.tybor.screen_score_pad import read_building
from baumeister.play import DataError
from tests.cli.conftest import Baumeister

TYBOR = ["Anna, Bert", "", ""]  # no scenario, no chapter
NOTHING = ["", "", "", ""]  # no buildings, citizens, strength, objective


def test_the_sheet_of_tybor_has_its_clauses_and_the_winner(baumeister: Baumeister) -> None:
    anna = ["G5 pair great", "R4 soldier", "", "3 0 0 0 1 3", "7", "gyr"]
    said = baumeister("score tybor", typed=[*TYBOR, *anna, *NOTHING])
    assert said.code == 0
    for line in ("T6.1 ", "T6.5 ", "T6.9 ", "T6.10 ", "Anna has won."):
        assert line in said.out
    assert "T6.18" not in said.out


def test_samara_asks_for_the_calendar_only_in_a_tie(baumeister: Baumeister) -> None:
    clear = baumeister("score samara --lang de", typed=["Anna,Bert", "3 5", "7"])
    assert (clear.code, "Anna hat gewonnen." in clear.out) == (0, True)
    assert "Gleichstand. In" not in clear.out
    tie = baumeister("score samara --lang de", typed=["Anna,Bert", "3 4", "7", "2", "1", "0", "3"])
    assert "Bert hat gewonnen." in tie.out


def test_a_wrong_answer_says_why_and_is_asked_again(baumeister: Baumeister) -> None:
    anna = ["Gx", "G5", "", "1 2 3", "1 2 3 0 0 0", "many", "4", "GGB", "GYB"]
    said = baumeister("score tybor --lang de", typed=["Anna", *TYBOR, *anna, *NOTHING])
    assert said.code == 0
    for reason in ("nötig sind 2 bis 8 Spieler", "ist kein Gebäude", "Anzahl: 6", "ist kein Ziel"):
        assert reason in said.out


def test_colour_symbols_are_asked_for_where_an_objective_needs_them(baumeister: Baumeister) -> None:
    asked = []
    for chapter in range(1, 9):
        said = baumeister("score tybor", typed=["Anna, Bert", "", str(chapter), *[""] * 20])
        asked.append("Colour symbols" in said.out)
    assert any(asked)
    assert not all(asked)


@pytest.mark.parametrize(
    ("text", "building"),
    [
        ("G5 pair great", {"colour": "green", "points": 5, "bonus": "pair", "side": "great"}),
        ("groß r12 Soldat", {"colour": "red", "points": 12, "bonus": "symbol soldier"}),
        ("b0", {"colour": "blue", "points": 0}),
        ("Mill great", {"side": "great"}),
        ("port tavern", {"colour": "blue", "bonus": "symbol captain"}),
        ("Seeschenke gross", {"colour": "blue", "side": "great"}),
        ("", {}),
    ],
)
def test_a_building_is_written_as_people_write_it(text: str, building: dict[str, object]) -> None:
    read = read_building(text)
    assert {key: read[key] for key in building} == building
    assert bool(read) == bool(text)


@pytest.mark.parametrize("text", ["great", "5G", "G100", "Hut", "pair"])
def test_what_is_no_building_is_refused(text: str) -> None:
    with pytest.raises(DataError, match="is not a building"):
        read_building(text)


def test_a_file_is_scored_without_questions(baumeister: Baumeister, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(
        """
        scenario = "size-matters"
        [[player]]
        name = "Anna"
        building = [{ points = 31, colour = "green", side = "great" }]
        [[player]]
        name = "Bert"
        citizens = { farmer = 3 }
        """
    )
    said = baumeister(f"score tybor {file} --json")
    result = json.loads(said.out)
    assert [sheet["total"] for sheet in result["sheets"]] == [34, 5]
    assert result["winners"] == [0]
    wrong = baumeister(f"score samara {file} --lang de")
    assert wrong.code == 2
    assert "table.toml: scenario: ist hier nicht bekannt" in wrong.err


def test_an_end_of_input_is_one_line(baumeister: Baumeister) -> None:
    said = baumeister("score tybor", typed=["Anna, Bert"])
    assert said.code == 2
    assert len(said.err.strip().splitlines()) == 1
