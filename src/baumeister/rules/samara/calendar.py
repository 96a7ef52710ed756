"""S1.4, S2 The sliding calendar: months, lines of workers, who acts, and where moves lead."""

from __future__ import annotations

from baumeister.rules.kernel.chance import Dealer, announce
from baumeister.rules.kernel.rule import rule
from baumeister.rules.samara.announced import MOVED
from baumeister.rules.samara.components import FIGURES
from baumeister.rules.samara.state import NOBODY, Player, State

HALF_YEAR = 6
NEVER = 32000  # later than any month of a game


@rule
def last_month(state: State) -> int:
    """S1.4 The end of the half-year after the one that NOW is in; S2.4 it changes with NOW only."""
    return state.now + 11 - (state.start_month + state.now) % HALF_YEAR


@rule
def find_acting_worker(state: State) -> None:
    """S2.1 The worker in the NOW month nearest to the board acts."""
    nearest = NEVER
    for seat in range(state.n_players):
        player = state.players[seat]
        for slot in range(FIGURES):
            if player.worker_month[slot] == state.now and player.worker_line[slot] < nearest:
                nearest = player.worker_line[slot]
                state.foreman = seat
                state.slot = slot


@rule
def next_month_with_workers(state: State) -> int:
    """S2.3 The earliest month with anybody in it; NOW itself if somebody is left there."""
    earliest = NEVER
    for seat in range(state.n_players):
        earliest = min(earliest, next_own_month(state.players[seat], state.now - 1))
    return earliest


@rule
def next_own_month(player: Player, month: int) -> int:
    """S6.1 The next month after this one in which the foreman has a worker, or NEVER."""
    earliest = NEVER
    for slot in range(FIGURES):
        if month < player.worker_month[slot] < earliest:
            earliest = player.worker_month[slot]
    return earliest


@rule
def end_of_line(state: State, month: int) -> int:
    """S2.5 The place behind all who are in the month already."""
    place = 0
    for seat in range(state.n_players):
        player = state.players[seat]
        for slot in range(FIGURES):
            if player.worker_month[slot] == month:
                place = max(place, player.worker_line[slot] + 1)
    return place


@rule
def move_worker(state: State, dealer: Dealer, seat: int, slot: int, month: int) -> None:
    """S2.5 A worker who arrives in a month lines up behind those already there."""
    place = end_of_line(state, month)
    player = state.players[seat]
    player.worker_month[slot] = month
    player.worker_line[slot] = place
    announce(dealer, MOVED, seat, slot)


@rule
def move_group(state: State, dealer: Dealer, seat: int, group: int, month: int) -> None:
    """S2.5 Workers moved together keep their order."""
    player = state.players[seat]
    left = group
    while left != 0:
        first = NOBODY
        for slot in range(FIGURES):
            if (left >> slot) & 1:
                if first == NOBODY or player.worker_line[slot] < player.worker_line[first]:
                    first = slot
        left &= ~(1 << first)
        move_worker(state, dealer, seat, first, month)


@rule
def landing(state: State, seat: int, months: int) -> int:
    """Where a move of so many months leads from NOW: S5.1 not beyond the last month; S7.13 the
    Bridge takes off one month, one remains; S7.11 the Hermit House goes on."""
    player = state.players[seat]
    months = min(months, last_month(state) - state.now)
    if player.bridge:
        months = max(1, months - 1)
    return hermit_landing(state, seat, state.now + months)


@rule
def hermit_landing(state: State, seat: int, month: int) -> int:
    """S7.11 Workers of the Hermit House go on to the next month without another foreman's worker;
    without such a month they stop at the last one (S7.1)."""
    if state.players[seat].hermit_house:
        last = last_month(state)
        while month < last and others_in(state, seat, month):
            month += 1
    return month


@rule
def others_in(state: State, seat: int, month: int) -> bool:
    """Whether a worker of another foreman is in the month."""
    for other in range(state.n_players):
        if other != seat:
            player = state.players[other]
            for slot in range(FIGURES):
                if player.worker_month[slot] == month:
                    return True
    return False
