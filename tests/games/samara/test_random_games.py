"""Random games with every number of players and starting month: nothing breaks or is lost."""

from __future__ import annotations

import random

import pytest

from baumeister.play import Table, records
from baumeister.play.verify import verify
from tests.games.samara.playing import (
    ENDLESS,
    MONTHS,
    PLAYERS,
    POLICIES,
    SPECIAL,
    Policy,
    anything,
    builder,
    endless,
    finished,
    new_table,
    step,
)
from tests.referee.referee_samara import check, check_components, check_tape
from tests.soaking import times


# How many moves a game of p players can have, forced ones included.
# Progress (S8.3): 30 buildings; 6 tools for each player, and again those that Boat, Sculpture,
# Vase (1 each), Ruin (2) and Barracks (p - 1) gave back; 2 figures from each reserve, and again
# those that the Hospital (p - 1) and the Tombstone (4, one woman stays) gave back.
# At most 24 months pass before each, and as many after the last. Each turn moves the acting
# worker, one of 5 p, at least one month ahead, and takes two moves at most (what, with whom).
# Abilities ask at most 4 questions for each building: Barracks, Hospital, Prison.
# Seen in 2,884 games of all policies: 341 moves (5 players, bachelors, ended by S8.3).
def most_moves(p: int) -> int:
    """The bound for p players."""
    progress = 30 + (6 * p + 5 + (p - 1)) + (2 * p + (p - 1) + 4)
    return 2 * 5 * p * 24 * (progress + 1) + 4 * 30


MOST_SEEN = 1000  # three times 341: a loop would show


def accepted(table: Table) -> None:
    """The referee, who knows nothing of our code, accepts the record."""
    record = records.to_json(table)
    check(record)
    check_components(record)
    check_tape(record)
    assert len(verify(record)) == 2


@pytest.mark.parametrize("specials", [True, False], ids=["specials", "first-game"])
@pytest.mark.parametrize("month", MONTHS)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_month_with_every_number_of_players(players: int, month: int, specials: bool) -> None:
    for number in range(times(1, 3)):
        policy = POLICIES[(players + month + specials + 2 * number) % len(POLICIES)]
        seed = f"random game {players} {month} {specials} {number}"
        rng = random.Random(seed)
        table = new_table(players, month, seed, specials)
        while not table.over:
            assert table.waiting_for
            assert all(len(table.legal(seat)) > 1 for seat in table.waiting_for)
            step(table, policy, rng)
            assert table.misplaced() == []
        assert table.waiting_for == []
        assert len(table.moves) <= min(MOST_SEEN, most_moves(players))
        accepted(table)


@pytest.mark.parametrize("policy", [anything, builder])
def test_S8_1_random_play_takes_all_tiles(policy: Policy) -> None:
    for players in PLAYERS:
        for seed in range(times(6, 25)):
            table = finished(players, 1 + seed % 12, policy, f"all tiles {seed}")
            assert table.ending == {"end": "S8.1"}


@pytest.mark.parametrize(("players", "number"), ENDLESS)
def test_S8_3_a_game_of_waits_and_holidays_ends(players: int, number: int) -> None:
    table = endless(players, number)
    events = [event.full for event in table.events]
    turns = [event for event in events if event["type"] == "turn"]
    idle = [turn["action"] in ("wait", "holiday") for turn in turns]
    assert table.ending == {"end": "S8.3"}
    assert events[-1]["type"] == "end"
    assert all(idle[-20:])
    assert len(table.moves) <= MOST_SEEN
    accepted(table)


def test_S8_3_the_text_record_says_so() -> None:
    table = endless(*ENDLESS[0])
    assert records.to_json(table)["end"] == "S8.3"
    assert "S8.3" in records.to_text(table)


def test_every_special_tile_is_built_in_the_games_above() -> None:
    built = {
        event.full.get("tile")
        for players in PLAYERS
        for seed in range(5)
        for event in finished(players, 1, builder, f"built {seed}").events
    }
    assert set(SPECIAL) <= built


def test_a_game_with_a_seed_drawn_by_lot() -> None:
    import baumeister

    one, two = (baumeister.game("samara").new(players=3) for _ in range(2))
    assert one.seed != two.seed
    assert len(bytes.fromhex(one.seed)) == 32
