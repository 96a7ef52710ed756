"""S8 The end: prestige, and who acts next when it is a tie."""

from __future__ import annotations

from baumeister.games.samara.calendar import next_own_month
from baumeister.games.samara.components import FIGURES, Box
from baumeister.games.samara.state import Player, State
from baumeister.kernel.rule import rule

LINE_BASE = 100  # more than there are workers in a month


@rule
def next_to_act(state: State, player: Player) -> int:
    """S8.2 When the foreman's first worker will act, as a number: earlier is lower."""
    month = next_own_month(player, state.now - 1)
    line = LINE_BASE - 1
    for slot in range(FIGURES):
        if player.worker_month[slot] == month:
            line = min(line, player.worker_line[slot])
    return month * LINE_BASE + line


@rule
def tiebreak(state: State, seat: int) -> int:
    """S8.2 0 for the foreman whose worker is next to act on the calendar, 1 for the next …"""
    own = next_to_act(state, state.players[seat])
    before = 0
    for other in range(state.n_players):
        if next_to_act(state, state.players[other]) < own:
            before += 1
    return before


@rule
def is_ahead(state: State, player: Player, other: Player) -> bool:
    """S8.1 Most prestige wins; S8.2 in a tie the foreman who acts next."""
    if player.prestige != other.prestige:
        return player.prestige > other.prestige
    return next_to_act(state, player) < next_to_act(state, other)


@rule
def share_of_win(box: Box, state: State, out: list[float]) -> None:
    """S8.1, S8.2 1 for the winner, 0 for everybody else."""
    best = 0
    for seat in range(state.n_players):
        out[seat] = 0.0
        if is_ahead(state, state.players[seat], state.players[best]):
            best = seat
    out[best] = 1.0


@rule
def score(box: Box, state: State, player: Player) -> int:
    """S8.1 The prestige of the foreman's tiles."""
    return player.prestige
