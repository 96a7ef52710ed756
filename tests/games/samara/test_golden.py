"""Golden playthroughs: games kept as files, which must be the same for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from baumeister.games.samara import components
from baumeister.play import records
from baumeister.play.data_files import former_file
from baumeister.play.records import RecordError
from baumeister.play.verify import verify
from tests.games.samara.make_golden import BACHELORS, GOLDEN, PLAYTHROUGHS, Playthrough
from tests.games.samara.playing import MONTHS, PLAYERS, RULES_OF_SAMARA, SPECIAL
from tests.games.samara.test_random_games import accepted

ROOT = Path(__file__).parents[3]
FORMER = Path(__file__).with_name("former") / "data-1.txt"  # as version 1 wrote it


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda p: p.file.stem)
def test_a_golden_playthrough_replays_to_the_same_text(playthrough: Playthrough) -> None:
    text = playthrough.file.read_bytes()
    (table,) = records.read_file(playthrough.file)
    assert records.to_text(table).encode() == text
    assert table.over
    assert table.ending == {"end": "S8.3" if playthrough.bots == BACHELORS else "S8.1"}
    accepted(table)


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda p: p.file.stem)
def test_the_bots_still_play_the_golden_playthrough(playthrough: Playthrough) -> None:
    text = records.to_text(playthrough.play())
    assert text == playthrough.file.read_text(encoding="utf-8"), "see make_golden"


def test_there_is_one_for_every_number_of_players_month_and_variant() -> None:
    assert {p.players for p in PLAYTHROUGHS} == set(PLAYERS)
    assert {p.month for p in PLAYTHROUGHS if p.specials} == set(MONTHS)
    assert {p.specials for p in PLAYTHROUGHS} == {True, False}
    assert {p.file for p in PLAYTHROUGHS} == set(GOLDEN.iterdir())


@pytest.mark.parametrize("tile", SPECIAL)
def test_every_special_tile_is_built_in_one(tile: str) -> None:
    built = []
    for playthrough in PLAYTHROUGHS:
        if playthrough.specials:
            (table,) = records.read_file(playthrough.file)
            events = [event.full for event in table.events]
            if any(event.get("action") == "build" and event["tile"] == tile for event in events):
                built.append(playthrough.file.name)
    assert built


# --- former data ------------------------------------------------------------------------------
@pytest.mark.parametrize(("version", "file"), RULES_OF_SAMARA.former_data.items())
def test_former_data_are_those_of_their_version(version: str, file: str) -> None:
    found = former_file("samara", version)
    assert found is not None
    assert found.name == file
    assert components.load(found).version == version


def test_a_record_of_former_data_replays_with_the_values_of_that_time() -> None:
    (table,) = records.read_file(FORMER)
    assert table.over
    assert records.to_text(table) == FORMER.read_text(encoding="utf-8")
    assert len(verify(records.to_json(table))) == 2
    told = records.about_data(table)
    assert told is not None
    assert str(told).startswith("This game was played with former data, 1-fa94f4afb859; ")
    assert "deren Werte liegen dem Programm bei (data-1.toml)" in told.text("de")
    again, other = records.read(records.to_text(table)), records.read_file(PLAYTHROUGHS[0].file)
    assert again[0].components is table.components
    assert records.about_data(other[0]) is None


def test_with_a_data_file_of_ones_own_nothing_else_is_taken() -> None:
    with pytest.raises(RecordError, match="the record was made with data 1-fa94f4afb859, not 2-"):
        records.read_file(FORMER, ROOT / "src/baumeister/games/samara/data.toml")


def test_former_values_count() -> None:
    """Hospital had other prestige, and the record would not end as it did with those of today."""
    (table,) = records.read_file(FORMER)
    text = FORMER.read_text(encoding="utf-8")
    version = RULES_OF_SAMARA.data_version(components.standard())
    with pytest.raises(RecordError):
        records.read(text.replace("data: 1-fa94f4afb859", f"data: {version}"))
    former, today = (
        {tile.code: tile.prestige for tile in c.tiles}
        for c in (table.components, components.standard())
    )
    assert former["Hospital"] != today["Hospital"]
