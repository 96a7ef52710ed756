"""Who took what: counted while a game goes on, compiled (fast_games.py) or at a table.

Every game has a `Counter` (`COUNTER` of its module `balance`). It writes a row of small numbers for
each seat; the game names the columns by their first index, and items.py makes items of them. The
second half of a row adds up when each was taken, in thousandths: 0 as the first thing that could
be, 1000 as the last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from baumeister.games import ByGame
from baumeister.kernel.chance import TapeDealer
from baumeister.kernel.rule import rule
from baumeister.play import Table


@rule
def settle_nothing(box: Any, state: Any, seat: int, row: Any) -> None:
    """For games of which everything is noticed on the way."""


@rule
def one_ending(state: Any) -> int:
    """For games that end in one way only."""
    return 0


@rule
def no_clock(state: Any) -> int:
    """For games whose rounds are counted from what the seats did."""
    return 0


@dataclass(frozen=True)
class Counter:
    """The rules by which a game is counted."""

    columns: int  # of counts; as many follow for when
    shown_columns: int
    notice: Callable[..., None]  # (box, state, seat, action, row), before the action
    shown: Callable[..., None]  # (state, out), after the end
    place: Callable[..., int]  # (state, seat), at the beginning
    settle: Callable[..., None] = settle_nothing  # (box, state, seat, row), after the end
    ended: Callable[..., int] = one_ending  # (state), after the end
    clock: Callable[..., int] = no_clock  # (state), after the end


COUNTERS = ByGame[Counter](lambda rules: rules.part("balance").COUNTER)


class Counts(NamedTuple):
    """What was counted in some games; arrays with one row for each game."""

    options: Any  # what `start` took
    rows: Any  # by seat and column: counts, then when
    shown: Any
    places: Any  # by seat: where from the start
    scores: Any  # by seat
    shares: Any  # by seat: of the win
    decisions: Any
    ended: Any
    clock: Any

    @staticmethod
    def empty(game: str, players: int, games: int) -> Counts:
        """Room for so many games."""
        import numpy as np

        counter = COUNTERS[game]
        return Counts(
            np.zeros((games, 3), np.int64),
            np.zeros((games, players, 2 * counter.columns), np.int16),
            np.zeros((games, counter.shown_columns), np.int16),
            np.zeros((games, players), np.int16),
            np.zeros((games, players), np.int64),
            np.zeros((games, players)),
            np.zeros(games, np.int64),
            np.zeros(games, np.int64),
            np.zeros(games, np.int64),
        )


def count_table(table: Table) -> Counts:
    """What a game that was played at a table shows, by going through its moves once more."""
    rules, box = table.rules, table.components.box
    players, counter = len(table.names), COUNTERS[table.rules.name]
    counts = Counts.empty(rules.name, players, 1)
    counts.options[0] = rules.start_arguments(table.options)
    state, dealer = rules.new_state(table.options), TapeDealer(table.seed)
    rules.start(table.components, state, dealer, table.options)
    rows = [[0] * (2 * counter.columns) for _ in range(players)]
    for seat in range(players):
        counts.places[0, seat] = counter.place(state, seat)
    for move in table.moves:
        counter.notice(box, state, move.seat, move.action, rows[move.seat])
        table.game.apply(state, dealer, move.seat, move.action)
    for seat in range(players):
        counter.settle(box, state, seat, rows[seat])
    shown = [0] * counter.shown_columns
    counter.shown(state, shown)
    winners = table.winners
    counts.rows[0], counts.shown[0] = rows, shown
    counts.scores[0] = [sheet["total"] for sheet in table.scores()]
    counts.shares[0] = [seat in winners for seat in range(players)]
    counts.shares[0] /= len(winners)
    counts.decisions[0] = len(table.moves)
    counts.ended[0], counts.clock[0] = counter.ended(state), counter.clock(state)
    return counts
