"""Golden playthroughs: games kept as files, which must be the same for ever."""

from __future__ import annotations

import pytest

from baumeister.games.tybor.components import CHAPTERS, SCENARIO_KEYS
from baumeister.play import records
from tests.games.tybor.make_golden import GOLDEN, PLAYTHROUGHS, Playthrough
from tests.games.tybor.playing import PLAYERS
from tests.games.tybor.test_random_games import accepted


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda p: p.file.stem)
def test_a_golden_playthrough_replays_to_the_same_text(playthrough: Playthrough) -> None:
    text = playthrough.file.read_bytes()
    (table,) = records.read_file(playthrough.file)
    assert records.to_text(table).encode() == text
    assert table.over
    accepted(table)


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda p: p.file.stem)
def test_the_bots_still_play_the_golden_playthrough(playthrough: Playthrough) -> None:
    text = records.to_text(playthrough.play())
    assert text == playthrough.file.read_text(encoding="utf-8"), "see make_golden"


def test_there_is_one_for_every_number_of_players_scenario_and_chapter() -> None:
    assert {p.players for p in PLAYTHROUGHS} == set(PLAYERS)
    assert {p.scenario for p in PLAYTHROUGHS} == set(SCENARIO_KEYS)
    assert {p.chapter for p in PLAYTHROUGHS} == set(range(1, CHAPTERS + 1))
    assert {p.file for p in PLAYTHROUGHS} == set(GOLDEN.iterdir())
