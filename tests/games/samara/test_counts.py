"""Exact counts of the action tree: so many sequences of real decisions follow from a position.

A question with one answer is no decision. The slow second reading of the rulebook counts the same.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from baumeister.games.samara.state import State
from baumeister.kernel.chance import FastDealer
from baumeister.play import Table
from tests.games.samara.playing import (
    COMPONENTS,
    PLAYERS,
    POLICIES,
    RULES_OF_SAMARA,
    SAMARA,
    legal,
    new_table,
    notations,
    phase,
)
from tests.games.samara.test_lockstep_naive import followed


class Position(NamedTuple):
    """A game after some decisions, and how many sequences of `depth` decisions follow."""

    players: int
    month: int
    policy: int
    specials: bool
    decisions: int
    step: str
    depth: int
    sequences: int


# players, starting month, policy, specials, decisions, the question, depth, sequences
POSITIONS = [
    Position(2, 1, 2, True, 7, "lose_tool", 4, 917),
    Position(2, 1, 4, True, 18, "lose_tool", 4, 712),
    Position(2, 2, 5, True, 7, "train", 4, 904),
    Position(2, 4, 4, True, 52, "imprison", 4, 246),
    Position(2, 5, 3, True, 10, "bury", 4, 180),
    Position(2, 5, 4, True, 34, "help", 4, 303),
    Position(2, 8, 0, True, 32, "take_figure", 4, 948),
    Position(2, 10, 3, True, 10, "act", 4, 1646),
    Position(2, 12, 4, True, 54, "take_figure", 4, 150),
    Position(3, 1, 3, True, 37, "bury", 4, 254),
    Position(3, 4, 3, False, 24, "act", 4, 2683),
    Position(3, 6, 0, True, 37, "train", 4, 383),
    Position(3, 8, 1, True, 14, "help", 4, 1573),
    Position(3, 8, 3, True, 15, "bury", 4, 1952),
    Position(3, 9, 2, True, 61, "barracks", 4, 122),
    Position(3, 10, 2, True, 38, "lose_tool", 4, 106),
    Position(3, 11, 5, True, 7, "train", 4, 528),
    Position(3, 12, 0, True, 15, "act", 3, 1015),
    Position(4, 2, 3, True, 9, "bury", 4, 3298),
    Position(4, 3, 4, True, 44, "take_figure", 4, 128),
    Position(4, 4, 2, True, 27, "imprison", 4, 1254),
    Position(4, 5, 0, True, 27, "barracks", 4, 282),
    Position(4, 6, 1, True, 0, "act", 2, 382),
    Position(4, 6, 2, True, 7, "train", 3, 344),
    Position(4, 7, 5, True, 28, "lose_tool", 4, 550),
    Position(4, 8, 3, True, 80, "take_figure", 4, 384),
    Position(4, 11, 0, True, 28, "help", 4, 703),
    Position(4, 12, 0, True, 14, "imprison", 4, 168),
    Position(5, 3, 4, True, 34, "help", 4, 126),
    Position(5, 4, 4, False, 3, "act", 2, 508),
    Position(5, 7, 2, True, 16, "barracks", 4, 364),
    Position(5, 8, 5, True, 20, "barracks", 4, 184),
    Position(5, 9, 1, True, 84, "imprison", 4, 72),
    Position(5, 12, 4, True, 21, "act", 3, 3812),
]


def seed_of(position: Position) -> str:
    return f"count {position.players} {position.month} {position.policy}"


def table_at(position: Position) -> Table:
    """The game of the position: seats decide in play order."""
    rng = random.Random(seed_of(position))
    table = new_table(position.players, position.month, seed_of(position), position.specials)
    for _ in range(position.decisions):
        seat = table.waiting_for[0]
        move = POLICIES[position.policy](rng, notations(table, seat))
        table.play(seat, SAMARA.action(move))
    return table


def count(state: State, depth: int) -> int:
    """How many sequences of `depth` decisions follow; a finished game is one."""
    while depth > 0 and not RULES_OF_SAMARA.is_over(state):
        seat = RULES_OF_SAMARA.waiting_for(state)[0]
        actions = legal(state, seat)
        if len(actions) > 1:
            return sum(count(after(state, seat, action), depth - 1) for action in actions)
        state = after(state, seat, actions[0])
    return 1


def after(state: State, seat: int, action: int) -> State:
    """The position after an action; the one before stays as it is."""
    state = state.copy()
    RULES_OF_SAMARA.apply(COMPONENTS, state, FastDealer("no chance is left"), seat, action)
    return state


@pytest.mark.parametrize(
    "position", POSITIONS, ids=lambda p: f"{p.players}-month-{p.month}-{p.step}-{p.decisions}"
)
def test_exact_counts(position: Position) -> None:
    table = table_at(position)
    assert phase(table) == position.step
    assert count(table.snapshot(), position.depth) == position.sequences
    assert followed(table).count(position.depth) == position.sequences


def test_the_positions_cover_every_question_and_number_of_players() -> None:
    assert len(POSITIONS) >= 25
    questions = {"help", "train", "lose_tool", "barracks", "take_figure", "bury", "imprison"}
    assert {position.step for position in POSITIONS} == {"act", *questions}
    assert {position.players for position in POSITIONS} == set(PLAYERS)
    assert {position.specials for position in POSITIONS} == {True, False}
