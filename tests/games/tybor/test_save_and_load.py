"""Saving and loading at every state, replay of every prefix, and the same game everywhere."""

from __future__ import annotations

import json
import random
from itertools import permutations

import pytest

from baumeister.games.tybor.state import PAY, State, layout
from baumeister.play import Table, records
from baumeister.play.table import replayed
from tests.another_process import printed_with_every_hash_seed
from tests.games.tybor.playing import PLAYERS, POLICIES, finished, new_table, play_out, step
from tests.soaking import SOAKING


@pytest.mark.parametrize("players", PLAYERS)
def test_every_state_goes_to_json_and_back(players: int) -> None:
    table = new_table(players, 3 * players, f"json {players}")
    rng = random.Random(players)
    while not table.over:
        state: State = table.snapshot()
        text = json.dumps(state.to_json())
        assert State.from_json(json.loads(text), **layout(players)) == state
        step(table, POLICIES[players % len(POLICIES)], rng)


@pytest.mark.parametrize("players", [2, 3, *([5] if SOAKING else [])])
def test_a_game_saved_at_every_state_is_loaded_as_it_was(players: int) -> None:
    table = new_table(players, 22 + players, f"save {players}")
    rng = random.Random(players)
    while not table.over:
        (loaded,) = records.read(records.to_text(table))
        assert loaded.snapshot() == table.snapshot()
        assert loaded.waiting_for == table.waiting_for
        assert loaded.misplaced() == []
        step(table, POLICIES[0], rng)
    (loaded,) = records.read(records.to_text(table))
    assert loaded.snapshot() == table.snapshot()


@pytest.mark.parametrize("players", [4, 6, 8])
def test_a_game_saved_in_the_structured_form_is_loaded_as_it_was(players: int) -> None:
    table = new_table(players, 5 * players, f"save {players}")
    rng = random.Random(players)
    while not table.over:
        if rng.random() < 0.1 and table.snapshot().step != PAY:
            loaded_from_json(table)
        step(table, POLICIES[2], rng)
    loaded_from_json(table)


def test_a_game_saved_in_the_structured_form_in_the_middle_of_a_payment() -> None:
    table = new_table(2, 5, "payment")
    rng = random.Random(1)
    while table.snapshot().step != PAY:
        step(table, POLICIES[2], rng)
    loaded_from_json(table)


def loaded_from_json(table: Table) -> None:
    (loaded,) = records.read(json.dumps(records.to_json(table)))
    assert loaded.moves == table.canonical().moves
    assert loaded.snapshot() == table.snapshot()


@pytest.mark.parametrize("players", [2, 4, 7])
def test_a_loaded_game_goes_on_in_the_same_way(players: int) -> None:
    table = new_table(players, 6 + players, f"go on {players}")
    rng = random.Random(players)
    stops = sorted(random.Random(players).sample(range(40 * players), 4))
    for stop in stops:
        while not table.over and len(table.moves) < stop:
            step(table, POLICIES[3], rng)
        (loaded,) = records.read(records.to_text(table))
        end = play_out(replayed(table, table.moves), POLICIES[0], random.Random(stop))
        assert records.to_text(play_out(loaded, POLICIES[0], random.Random(stop))) == (
            records.to_text(end)
        )


@pytest.mark.parametrize("players", [3, *([5] if SOAKING else [])])
def test_every_prefix_of_a_game_replays(players: int) -> None:
    table = finished(players, 6, POLICIES[4], f"prefix {players}").canonical()
    seen = Table(table.game, table.options, table.seed, table.names)
    for n, move in enumerate(table.moves):
        if move.forced:
            continue
        prefix = replayed(table, table.moves[:n])
        assert prefix.snapshot() == seen.snapshot()
        assert prefix.moves == table.moves[:n]
        seen.play(move.seat, move.action)


# --- the same game everywhere -----------------------------------------------------------------
GAMES = """
import random
from baumeister.play import records
from tests.games.tybor.playing import POLICIES, finished
for players in range(2, 9):
    table = finished(players, 5 * players, POLICIES[players % 5], f"everywhere {players}")
    print(records.to_text(table))
    import json
    print(json.dumps(records.to_json(table)))
"""


def test_the_same_seed_gives_the_same_record_in_every_process() -> None:
    assert len(printed_with_every_hash_seed(GAMES)) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_T4_1_choices_in_any_order_give_the_same_record(players: int) -> None:
    texts = set()
    for order in permutations(range(players)):
        table = new_table(players, 9, "any order")
        rng = random.Random(players)
        for _ in range(3):
            cards = {seat: table.legal(seat)[rng.randrange(3)] for seat in range(players)}
            for seat in order:
                table.play(seat, cards[seat])
            while len(table.waiting_for) == 1:
                seat = table.waiting_for[0]
                table.play(seat, table.legal(seat)[0])
        texts.add(records.to_text(table) + json.dumps(records.to_json(table)))
    assert len(texts) == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_T4_1_a_whole_game_with_choices_in_any_order(players: int) -> None:
    table = finished(players, players, POLICIES[0], f"jumbled {players}")
    orderly = replayed(table, table.moves)
    assert orderly.snapshot() == table.snapshot()
    assert records.to_text(orderly) == records.to_text(table)
    assert records.to_json(orderly) == records.to_json(table)
