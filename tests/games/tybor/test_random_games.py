"""Random games with every number of players, scenario and chapter: nothing breaks or is lost."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from baumeister.play import Table, records
from baumeister.play.verify import verify
from tests.games.tybor.playing import (
    PLAYERS,
    POLICIES,
    casts,
    finished,
    new_table,
    play_out,
    step,
)
from tests.referee.naive_tybor import load_data
from tests.referee.referee_tybor import check, check_components, check_tape
from tests.referee.tape import Tape

# How many moves, forced ones included, a player can make at most. Each card dealt is chosen and
# used (2), and brings at most one worker to pay with: as a worker (1), or as the builder of a
# recruiting building, where one card is kept (1) and may pay later (1). So 4 a round, and
# Escape from the City has 7 + 5 + 7 + 5 = 24 rounds: 96. Its exodus strikes twice: 2. The harbour
# strikes four times: give up, drop, and two workers who pay later: 16. In all other scenarios
# there are 20 rounds and an effect with one card to keep and to pay with: 80 + 8 + 16 = 104.
# Seen in 23,519 random games: 74 a player (2 players, Escape from the City, chapter 7).
MOST_MOVES_OF_A_PLAYER = 24 * 4 + 2 + 16

DATA = load_data()
Record = dict[str, Any]


@pytest.mark.parametrize(("players", "story"), casts(0))
def test_every_story_with_every_number_of_players(players: int, story: int) -> None:
    policy = POLICIES[(players + story) % len(POLICIES)]
    seed = f"random game {players} {story}"
    rng = random.Random(seed)
    table = new_table(players, story, seed)
    while not table.over:
        assert table.waiting_for
        assert all(table.legal(seat) for seat in table.waiting_for)
        step(table, policy, rng)
        assert table.misplaced() == []
    assert table.waiting_for == []
    assert len(table.moves) <= MOST_MOVES_OF_A_PLAYER * players
    accepted(table)


def accepted(table: Table) -> None:
    """The referee, who knows nothing of our code, accepts the record."""
    record = records.to_json(table)
    check(record)
    check_components(record)
    if len(table.names) <= 4:
        check_tape(record)
    check_tape_by_kind(record)
    assert len(verify(record)) == 3


def check_tape_by_kind(record: Mapping[str, Any]) -> None:
    """All chance is on the seed's tape; the copies of a card are alike to it."""
    tape = Tape(record["seed"])
    copies = 1 if record["options"]["players"] <= 4 else 2
    objectives = [colours for colours in DATA["secret_objectives"] for _ in range(copies)]
    tape.shuffle(objectives)
    first_buildings = tape_order(record, list(record["components"]["buildings"]), tape)
    first_player = tape.below(record["options"]["players"])
    first_characters = tape_order(record, list(record["components"]["characters"]), tape)
    setup, buildings, characters = record["events"][:3]
    letters = ["".join(c[0].upper() for c in colours) for colours in setup["secret_objectives"]]
    assert letters == objectives[: len(letters)]
    assert kinds(buildings["order"]) == first_buildings
    assert setup["first_player"] == first_player
    assert kinds(characters["order"]) == first_characters
    for event in record["events"][3:]:
        if event["type"] == "shuffle":
            assert kinds(event["order"]) == tape_order(record, event["order"], tape)


def tape_order(record: Mapping[str, Any], cards: list[str], tape: Tape) -> list[str]:
    places = [*record["components"]["characters"], *record["components"]["buildings"]]
    order = sorted(cards, key=places.index)
    tape.shuffle(order)
    return kinds(order)


def kinds(cards: list[str]) -> list[str]:
    return [card.partition("/")[0] for card in cards]


@pytest.mark.parametrize("players", PLAYERS)
def test_T3_3_a_game_in_which_nobody_builds_ends_too(players: int) -> None:
    settler = POLICIES[1]
    for story in range(0, 32, 4):
        accepted(finished(players, story, settler, f"settlers {players} {story}"))


@pytest.mark.parametrize("players", PLAYERS)
def test_T3_2_many_reshuffles(players: int) -> None:
    shuffles = 0
    for policy in (2, 3):
        for story in range(policy, 32, 9):
            table = finished(players, story, POLICIES[policy], f"reshuffles {players} {story}")
            accepted(table)
            shuffles += sum(event.full["type"] == "shuffle" for event in table.events) - 2
    assert shuffles > 0


def test_seats_that_choose_at_once_wait_in_play_order() -> None:
    table = new_table(4, 0, "order")
    first = table.waiting_for[0]
    assert table.waiting_for == [(first + turn) % 4 for turn in range(4)]


def test_a_game_with_a_seed_drawn_by_lot() -> None:
    one, two = new_unseeded(), new_unseeded()
    assert one.seed != two.seed
    assert len(bytes.fromhex(one.seed)) == 32
    accepted(play_out(one, POLICIES[0], random.Random(1)))


def new_unseeded() -> Table:
    import baumeister

    return baumeister.game("tybor").new(players=3)
