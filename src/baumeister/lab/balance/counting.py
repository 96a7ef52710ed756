"""Who took what: counted while a game goes on, compiled (fast_games.py) or at a table.

Every game has a `Counter`. It writes a row of small numbers for each seat; what the columns mean
is said here by their first index and in balance_items.py by name. The second half of a row adds up
when each was taken, in thousandths: 0 as the first thing that could be, 1000 as the last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from baumeister.games.samara import actions as samara_actions
from baumeister.games.samara import state as samara
from baumeister.games.samara.components import SPACES, TILES, TOOLS
from baumeister.games.tybor import actions as tybor_actions
from baumeister.games.tybor import scoring
from baumeister.games.tybor import state as tybor
from baumeister.games.tybor.components import BUILDINGS, CHARACTERS, OBJECTIVE_CARDS
from baumeister.kernel.chance import TapeDealer
from baumeister.kernel.rule import rule
from baumeister.play import Table

# Tybor: buildings as they were built, characters as they were used when their turn came (T4.2),
# the secret objective, the points of each line of the score sheet, and whether the public
# objectives of the scenario and of the chapter were fulfilled.
LITTLE = 0  # + building
GREAT = LITTLE + BUILDINGS
CITIZEN = GREAT + BUILDINGS  # + character
WORKER = CITIZEN + CHARACTERS
BUILDER = WORKER + CHARACTERS
OBJECTIVE = BUILDER + CHARACTERS  # + card
LINE = OBJECTIVE + OBJECTIVE_CARDS  # + clause T6.n - 1
FULFILLED = LINE + scoring.LINES  # scenario, chapter
TYBOR_COLUMNS = FULFILLED + 2

# Samara: tiles that were built, and what else workers did (S3, S4, S6, S2.2).
TILE = 0  # + tile
TOOL = TILE + TILES  # + kind
NEWCOMER = TOOL + TOOLS  # + sex
HOLIDAY = NEWCOMER + 2
WAIT = HOLIDAY + 1
SAMARA_COLUMNS = WAIT + 1

USE, FIRST_BUILD = tybor.USE, tybor_actions.BUILD
AS_CITIZEN, AS_WORKER = tybor_actions.CITIZEN, tybor_actions.WORKER
ACT, BUILD_TILE = samara.ACT, samara_actions.BUILD
BRING, GO_AWAY = samara_actions.NEWCOMER, samara_actions.HOLIDAY
LINES, points = scoring.LINES, scoring.points
objective_points = scoring.objective_points
LAST_TILE = SPACES - 1


# --- Tybor ------------------------------------------------------------------------------------
@rule
def notice_tybor(box: Any, state: Any, seat: int, action: int, row: Any) -> None:
    """T4.2 A character is used as a citizen, a worker, or to build."""
    if state.step != USE:
        return
    card = state.revealed
    when = 1000 * (state.dealt - state.rounds_left) // max(1, state.dealt - 1)  # in its stage
    if action == AS_CITIZEN:
        row[CITIZEN + card] += 1
        row[TYBOR_COLUMNS + CITIZEN + card] += when
    elif action == AS_WORKER:
        row[WORKER + card] += 1
        row[TYBOR_COLUMNS + WORKER + card] += when
    else:
        row[BUILDER + card] += 1
        row[TYBOR_COLUMNS + BUILDER + card] += when
        building = (action - FIRST_BUILD) >> 1
        side = (action - FIRST_BUILD) & 1
        row[LITTLE + BUILDINGS * side + building] += 1
        row[TYBOR_COLUMNS + LITTLE + BUILDINGS * side + building] += when


@rule
def settle_tybor(box: Any, state: Any, seat: int, row: Any) -> None:
    """What the end shows: the secret objective, the lines of the sheet, the public objectives."""
    player = state.players[seat]
    row[OBJECTIVE + player.objective] += 1
    for line in range(1, LINES + 1):
        row[LINE + line - 1] = points(box, state, player, line)
    if objective_points(box, player, state.scenario, box.objective[state.scenario]) > 0:
        row[FULFILLED] = 1
    if objective_points(box, player, state.chapter, box.objective[state.chapter]) > 0:
        row[FULFILLED + 1] = 1


@rule
def shown_in_tybor(state: Any, out: Any) -> None:
    """T3.4 The buildings that were laid out: all but those still in the pile."""
    for building in range(BUILDINGS):
        out[building] = state.n_copies
    for place in range(state.n_building_pile):
        out[state.building_pile[place]] -= 1


@rule
def place_in_tybor(state: tybor.State, seat: int) -> int:
    """T2.4 How many places clockwise from the first player, when the game begins."""
    return (seat - state.first + state.n_players) % state.n_players


@rule
def tybor_ended(state: tybor.State) -> int:
    """The game has one way to end."""
    return 0


@rule
def tybor_clock(state: tybor.State) -> int:
    """Rounds are counted from what the seats did."""
    return 0


# --- Samara -----------------------------------------------------------------------------------
@rule
def notice_samara(box: Any, state: Any, seat: int, action: int, row: Any) -> None:
    """S3 to S6 A tool, a tile, a newcomer, a holiday, or waiting."""
    if state.step != ACT:
        return
    when = 1000 * state.n_taken // LAST_TILE  # by the tiles that are gone
    if action < BUILD_TILE:
        row[TOOL + action % TOOLS] += 1
        row[SAMARA_COLUMNS + TOOL + action % TOOLS] += when
    elif action < BRING:
        tile = state.tile_at[action - BUILD_TILE]
        row[TILE + tile] += 1
        row[SAMARA_COLUMNS + TILE + tile] += when
    elif action < GO_AWAY:
        row[NEWCOMER + action - BRING] += 1
        row[SAMARA_COLUMNS + NEWCOMER + action - BRING] += when
    elif action == GO_AWAY:
        row[HOLIDAY] += 1
    else:
        row[WAIT] += 1


@rule
def settle_samara(box: Any, state: Any, seat: int, row: Any) -> None:
    """Everything was noticed on the way."""


@rule
def shown_in_samara(state: Any, out: Any) -> None:
    """S1.1 The 30 tiles that were laid: those that were taken, and those that still lie there."""
    for tile in range(TILES):
        out[tile] = 1 if state.owner[tile] >= 0 else 0
    for space in range(len(state.tile_at)):
        if state.tile_at[space] >= 0:
            out[state.tile_at[space]] = 1


@rule
def place_in_samara(state: samara.State, seat: int) -> int:
    """S1.6 The place in the start order, when the game begins."""
    return state.players[seat].worker_line[0]


@rule
def samara_ended(state: samara.State) -> int:
    """S8.1 or S8.3."""
    return state.ended_by


@rule
def samara_clock(state: samara.State) -> int:
    """Months from the start to the end."""
    return state.now


# --- both -------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Counter:
    """The rules by which a game is counted."""

    columns: int  # of counts; as many follow for when
    shown_columns: int
    notice: Callable[..., None]  # (box, state, seat, action, row), before the action
    settle: Callable[..., None]  # (box, state, seat, row), after the end
    shown: Callable[..., None]  # (state, out), after the end
    place: Callable[..., int]  # (state, seat), at the beginning
    ended: Callable[..., int]  # (state)
    clock: Callable[..., int]  # (state)


COUNTERS = {
    "tybor": Counter(
        TYBOR_COLUMNS,
        BUILDINGS,
        notice_tybor,
        settle_tybor,
        shown_in_tybor,
        place_in_tybor,
        tybor_ended,
        tybor_clock,
    ),
    "samara": Counter(
        SAMARA_COLUMNS,
        TILES,
        notice_samara,
        settle_samara,
        shown_in_samara,
        place_in_samara,
        samara_ended,
        samara_clock,
    ),
}


@dataclass(frozen=True)
class Counts:
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
        rules.apply(table.components, state, dealer, move.seat, move.action)
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
