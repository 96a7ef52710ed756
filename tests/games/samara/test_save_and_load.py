"""Saving and loading at every state, replay of every prefix, and the same game everywhere."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from itertools import permutations

import pytest

from baumeister.games.samara import position
from baumeister.games.samara.state import State
from baumeister.play import Table, records
from baumeister.play.table import replayed
from tests.another_process import printed_with_every_hash_seed
from tests.games.samara.playing import (
    COMPONENTS,
    ENDLESS,
    MONTHS,
    PLAYERS,
    POLICIES,
    RULES_OF_SAMARA,
    anything,
    bachelor,
    builder,
    collector,
    endless,
    finished,
    mother,
    new_table,
    phase,
    play_out,
    step,
)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_state_goes_to_json_and_back(players: int) -> None:
    for policy in POLICIES:
        table = new_table(players, 3 * players - 5, f"json {players}")
        rng = random.Random(players)
        while not table.over:
            state: State = table.snapshot()
            text = json.dumps(state.to_json())
            sizes = RULES_OF_SAMARA.core.layout(players)
            assert State.from_json(json.loads(text), **sizes) == state
            step(table, policy, rng)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_saved_at_every_state_is_loaded_as_it_was(players: int) -> None:
    table = new_table(players, 2 * players, f"save {players}")
    rng = random.Random(players)
    while not table.over:
        loaded_from_text(table)
        step(table, collector if players % 2 else mother, rng)
    loaded_from_text(table)


def loaded_from_text(table: Table) -> None:
    (loaded,) = records.read(records.to_text(table))
    assert loaded.snapshot() == table.snapshot()
    assert loaded.waiting_for == table.waiting_for
    assert loaded.misplaced() == []


def test_a_game_saved_at_every_other_question_is_loaded_as_it_was() -> None:
    seen = set()
    for seed in range(40):
        table = new_table(4, 1 + seed % 12, f"questions {seed}")
        rng = random.Random(seed)
        while not table.over:
            if phase(table) != "act" and (phase(table) not in seen or rng.random() < 0.1):
                seen.add(phase(table))
                loaded_from_text(table)
                loaded_from_json(table)
            step(table, builder, rng)
    assert seen == {"help", "train", "lose_tool", "barracks", "take_figure", "bury", "imprison"}


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_saved_in_the_structured_form_is_loaded_as_it_was(players: int) -> None:
    table = new_table(players, 13 - players, f"save {players}")
    rng = random.Random(players)
    while not table.over:
        if rng.random() < 0.3 or phase(table) != "act":
            loaded_from_json(table)
        step(table, builder, rng)
    loaded_from_json(table)


def test_a_game_that_would_not_end_is_loaded_too() -> None:
    table = endless(*ENDLESS[0])
    loaded_from_json(table)
    loaded_from_text(table)


def loaded_from_json(table: Table) -> None:
    (loaded,) = records.read(json.dumps(records.to_json(table)))
    assert loaded.moves == table.canonical().moves
    assert loaded.snapshot() == table.snapshot()


@pytest.mark.parametrize("players", PLAYERS)
def test_positions_written_and_read_are_written_the_same(players: int) -> None:
    for month in MONTHS:
        table = new_table(players, month, f"position {month}", specials=month % 3 > 0)
        rng = random.Random(month)
        while not table.over:
            if phase(table) == "act":
                text = position.write(COMPONENTS, table.snapshot())
                assert position.write(COMPONENTS, position.read(COMPONENTS, text)) == text
            step(table, bachelor, rng)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_loaded_game_goes_on_in_the_same_way(players: int) -> None:
    table = new_table(players, 6 + players, f"go on {players}")
    rng = random.Random(players)
    for stop in (9, 31, 58, 80):
        while not table.over and len(table.moves) < stop:
            step(table, mother, rng)
        (loaded,) = records.read(records.to_text(table))
        end = play_out(replayed(table, table.moves), anything, random.Random(stop))
        assert records.to_text(play_out(loaded, anything, random.Random(stop))) == (
            records.to_text(end)
        )


@pytest.mark.parametrize("players", PLAYERS)
def test_every_prefix_of_a_game_replays(players: int) -> None:
    table = finished(players, 6, collector, f"prefix {players}").canonical()
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
import json
from baumeister.play import records
from tests.games.samara.playing import POLICIES, finished
for players in (2, 3, 4, 5):
    for month in range(1, 13, 3):
        policy = POLICIES[(players + month) % len(POLICIES)]
        table = finished(players, month, policy, f"everywhere {players}", specials=month != 4)
        print(records.to_text(table))
        print(json.dumps(records.to_json(table)))
"""


def test_the_same_seed_gives_the_same_record_in_every_process() -> None:
    assert len(printed_with_every_hash_seed(GAMES)) == 1


# --- choices at the same time -----------------------------------------------------------------
def in_barracks(players: int) -> Table:
    """A game in which everybody has to choose a tool."""
    for seed in range(300):
        table = new_table(players, 1, f"barracks {seed}")
        rng = random.Random(seed)
        while not table.over:
            if phase(table) == "barracks" and len(table.waiting_for) == players - 1:
                return table
            step(table, collector, rng)
    raise AssertionError("nobody has built the Barracks")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_S7_5_choices_in_any_order_give_the_same_record(players: int) -> None:
    texts = set()
    for order in permutations(range(players - 1)):
        table = in_barracks(players)
        choosing = table.waiting_for
        chosen = {seat: table.legal(seat)[-1] for seat in choosing}
        for place in order:
            table.play(choosing[place], chosen[choosing[place]])
        play_out(table, anything, random.Random("on"))
        texts.add(records.to_text(table) + json.dumps(records.to_json(table)))
    assert len(texts) == 1


def test_S7_5_a_choice_taken_back_leaves_no_trace() -> None:
    plain, changed = in_barracks(3), in_barracks(3)
    one, two = plain.waiting_for
    plain.play(one, plain.legal(one)[0])
    plain.play(two, plain.legal(two)[0])
    changed.play(two, changed.legal(two)[-1])
    changed.take_back(two)
    changed.play(two, changed.legal(two)[0])
    changed.play(one, changed.legal(one)[0])
    assert records.to_text(changed) == records.to_text(plain)
    assert changed.snapshot() == plain.snapshot()


def forced_in_barracks() -> tuple[Table, int]:
    """A game in which a seat has one tool, which it chose by itself; another has to choose."""
    table = new_table(3, 1, "forced 24")
    rng = random.Random(24)
    while phase(table) != "barracks":
        step(table, anything, rng)
    assert table.moves[-1].forced
    return table, table.moves[-1].seat


def test_S7_5_a_forced_choice_that_is_taken_back_does_not_spoil_the_record() -> None:
    """It may be refused, or be made again; the record must be readable all the same."""
    table, seat = forced_in_barracks()
    with suppress(ValueError):
        table.take_back(seat)
    if seat in table.waiting_for:
        table.play(seat, table.legal(seat)[0])
    play_out(table, anything, random.Random(1))
    (loaded,) = records.read(records.to_text(table))
    assert loaded.snapshot() == table.snapshot()
