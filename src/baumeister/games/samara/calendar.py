"""S1.4, S2 The sliding calendar: months, lines of workers, who acts, and where moves lead."""

from __future__ import annotations

from baumeister.games.samara.announced import MOVED
from baumeister.games.samara.components import FIGURES
from baumeister.games.samara.state import (
    NO_SLOT,
    YEAR,
    Player,
    State,
    own_in,
    put_worker,
)
from baumeister.kernel.chance import Dealer, announce
from baumeister.kernel.rule import members, rule

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
    for worker in members(state.workers_in[state.now % YEAR]):
        seat, slot = worker // FIGURES, worker % FIGURES
        place = state.players[seat].worker_line[slot]
        if place < nearest:
            nearest = place
            state.foreman = seat
            state.slot = slot


@rule
def next_month_with_workers(state: State) -> int:
    """S2.3 The earliest month with anybody in it; NOW itself if somebody is left there."""
    for month in range(state.now, state.now + YEAR):
        if state.workers_in[month % YEAR] != 0:
            return month
    return NEVER


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
    for worker in members(state.workers_in[month % YEAR]):
        player = state.players[worker // FIGURES]
        place = max(place, player.worker_line[worker % FIGURES] + 1)
    return place


@rule
def move_worker(state: State, dealer: Dealer, seat: int, slot: int, month: int) -> None:
    """S2.5 A worker who arrives in a month lines up behind those already there."""
    put_worker(state, seat, slot, month, end_of_line(state, month))
    announce(dealer, MOVED, seat, slot)


@rule
def move_group(state: State, dealer: Dealer, seat: int, group: int, month: int) -> None:
    """S2.5 Workers moved together keep their order."""
    left = group
    while left != 0:
        first = first_in_line(state.players[seat], left)
        left &= ~(1 << first)
        move_worker(state, dealer, seat, first, month)


@rule
def first_in_line(player: Player, group: int) -> int:
    """Who of these workers, all of one month, is nearest to the board."""
    first = NO_SLOT
    for slot in members(group):
        if first == NO_SLOT or player.worker_line[slot] < player.worker_line[first]:
            first = slot
    return first


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
def training_moves(state: State, player: Player, slot: int) -> bool:
    """S7.8 Whether the worker who trains goes a month further: not beyond the last month (S7.1),
    not with the Bridge (S7.13)."""
    return not player.bridge and player.worker_month[slot] < last_month(state)


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
    own = own_in(state, seat, month) << (FIGURES * seat)
    return state.workers_in[month % YEAR] != own
