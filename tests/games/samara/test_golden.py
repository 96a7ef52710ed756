"""Golden playthroughs: games kept as files, which must be the same for ever."""

from __future__ import annotations

import pytest

from baumeister.play import records
from tests.games.samara.make_golden import BACHELORS, GOLDEN, PLAYTHROUGHS, Playthrough
from tests.games.samara.playing import MONTHS, PLAYERS, SPECIAL
from tests.games.samara.test_random_games import accepted


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
