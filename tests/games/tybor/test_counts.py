"""Exact counts of the action tree: so many sequences of real decisions follow from a position.

A question with one answer is no decision (but choosing from two cards or more always is, T4.1).
The slow second reading of the rulebook counts the same.
"""

from __future__ import annotations

import random
from copy import copy
from typing import NamedTuple

import pytest

from baumeister.games.tybor.actions import ACTIONS
from baumeister.games.tybor.state import CHOOSE, DROP, GIVE_UP, KEEP, PAY, USE, State
from baumeister.kernel.chance import TapeDealer
from baumeister.kernel.legal import Legal
from baumeister.play import Table
from tests.games.tybor.playing import COMPONENTS, POLICIES, RULES_OF_TYBOR, STORIES, new_table
from tests.games.tybor.test_lockstep_naive import follow, naive_twin


class Position(NamedTuple):
    """A game after some decisions, and how many sequences of `depth` decisions follow."""

    players: int
    story: int
    policy: int
    decisions: int
    step: int
    depth: int
    sequences: int


# players, story, policy, decisions, the question, depth, sequences
POSITIONS = [
    Position(2, 0, 0, 89, CHOOSE, 5, 157),
    Position(2, 6, 4, 82, DROP, 5, 1650),
    Position(2, 6, 2, 60, PAY, 5, 288),
    Position(3, 1, 0, 140, USE, 5, 796),
    Position(3, 9, 3, 10, KEEP, 5, 324),
    Position(4, 17, 0, 174, KEEP, 5, 2),
    Position(4, 25, 0, 125, KEEP, 5, 304),
    Position(4, 6, 4, 109, GIVE_UP, 5, 700),
    Position(4, 0, 0, 54, GIVE_UP, 5, 405),
    Position(5, 8, 0, 49, CHOOSE, 5, 2000),
    Position(5, 30, 4, 50, DROP, 5, 1875),
    Position(5, 24, 2, 147, KEEP, 5, 672),
    Position(6, 2, 2, 330, PAY, 5, 1008),
    Position(6, 22, 4, 134, GIVE_UP, 5, 1110),
    Position(6, 19, 3, 75, KEEP, 5, 608),
    Position(7, 5, 0, 287, USE, 5, 512),
    Position(7, 6, 4, 109, DROP, 5, 192),
    Position(8, 7, 0, 310, GIVE_UP, 4, 1512),
    Position(8, 31, 3, 110, KEEP, 5, 1344),
    Position(8, 12, 0, 11, USE, 5, 32),
    Position(2, 27, 3, 82, KEEP, 5, 1728),
    Position(3, 16, 2, 135, KEEP, 5, 4),
    Position(3, 6, 4, 166, DROP, 5, 12),
    Position(4, 11, 2, 90, PAY, 5, 1250),
    Position(5, 3, 0, 69, GIVE_UP, 5, 800),
    Position(7, 20, 0, 214, KEEP, 5, 200),
    Position(8, 28, 2, 103, PAY, 5, 3108),
    Position(3, 4, 0, 41, GIVE_UP, 5, 900),
    Position(2, 13, 0, 17, USE, 5, 1100),
    Position(6, 30, 4, 200, DROP, 5, 1050),
    Position(8, 0, 1, 167, CHOOSE, 3, 456),
    Position(2, 18, 1, 67, CHOOSE, 4, 2016),
    Position(5, 6, 4, 69, GIVE_UP, 5, 145),
    Position(7, 29, 0, 31, CHOOSE, 5, 243),
]


def table_at(position: Position) -> Table:
    """The game of the position: seats decide in play order."""
    seed = f"count {position.players} {position.story} {position.policy}"
    rng = random.Random(seed)
    table = new_table(position.players, position.story, seed)
    for _ in range(position.decisions):
        seat = table.waiting_for[0]
        table.play(seat, POLICIES[position.policy](rng, table.legal(seat)))
    return table


def dealer_at(table: Table) -> TapeDealer:
    """A dealer of one's own who goes on where the table's dealer stands."""
    dealer = TapeDealer(table.seed)
    for _ in range(table._dealer.position):
        dealer.word()
    return dealer


def count(state: State, dealer: TapeDealer, depth: int) -> int:
    """How many sequences of `depth` decisions follow; a finished game is one."""
    legal = Legal(actions=ACTIONS)
    while depth > 0 and not RULES_OF_TYBOR.is_over(state):
        seat = RULES_OF_TYBOR.waiting_for(state)[0]
        RULES_OF_TYBOR.legal(COMPONENTS, state, seat, legal)
        if not RULES_OF_TYBOR.core.is_forced(state, legal):
            return sum(
                count(*after(state, dealer, seat, action), depth - 1)
                for action in legal.actions[: legal.n]
            )
        state, dealer = after(state, dealer, seat, legal.actions[0])
    return 1


def after(state: State, dealer: TapeDealer, seat: int, action: int) -> tuple[State, TapeDealer]:
    """The position after an action; the one before stays as it is."""
    state, dealer = state.copy(), copy(dealer)
    RULES_OF_TYBOR.apply(COMPONENTS, state, dealer, seat, action)
    return state, dealer


def named(position: Position) -> str:
    scenario, chapter = STORIES[position.story]
    step = {
        CHOOSE: "choose",
        USE: "use",
        PAY: "pay",
        KEEP: "keep",
        GIVE_UP: "give-up",
        DROP: "drop",
    }
    return f"{position.players}-{scenario}-{chapter}-{step[position.step]}-{position.decisions}"


@pytest.mark.parametrize("position", POSITIONS, ids=named)
def test_exact_counts(position: Position) -> None:
    table = table_at(position)
    assert table.snapshot().step == position.step
    assert count(table.snapshot(), dealer_at(table), position.depth) == position.sequences
    naive = naive_twin(table)
    follow(naive, table, 0)
    assert naive.count(position.depth) == position.sequences


def test_the_positions_cover_every_question_story_and_number_of_players() -> None:
    assert len(POSITIONS) >= 25
    assert {position.step for position in POSITIONS} == {CHOOSE, USE, PAY, KEEP, GIVE_UP, DROP}
    assert {position.players for position in POSITIONS} == set(range(2, 9))
    stories = [STORIES[position.story] for position in POSITIONS]
    assert len({scenario for scenario, _ in stories}) == 4
    assert len({chapter for _, chapter in stories}) == 8
