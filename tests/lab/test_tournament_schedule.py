"""The schedule of a tournament: luck cancels, because everybody gets the same of it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice

import pytest

from baumeister.lab.tournament.schedule import (
    cycle_length,
    deals,
    line_ups,
    looks,
    rotations,
    scheduled,
)


def cycles(bots: int, players: int, n: int) -> list[tuple[int, ...]]:
    """The seatings of whole cycles."""
    chosen = islice(deals(bots, players, "7"), n * cycle_length(bots, players))
    return [seats for deal in chosen for seats in deal.seatings]


def test_every_pair_plays_every_deal_twice_with_seats_swapped() -> None:
    first, second = islice(deals(3, 2, "7"), 2)
    assert set(first.seatings) == {(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)}
    assert second.seatings == first.seatings
    assert (first.number, second.number) == (0, 1)


@pytest.mark.parametrize(("bots", "players"), [(3, 3), (5, 3), (6, 4), (2, 3), (3, 5), (2, 4)])
def test_each_bot_sits_in_each_seat_equally_often(bots: int, players: int) -> None:
    seatings = cycles(bots, players, 2)
    sat = Counter((bot, seat) for seats in seatings for seat, bot in enumerate(seats))
    for bot in range(bots):
        assert len({sat[bot, seat] for seat in range(players)}) == 1


@pytest.mark.parametrize(("bots", "players"), [(5, 3), (6, 4), (7, 5)])
def test_each_pair_meets_equally_often(bots: int, players: int) -> None:
    met = Counter(
        pair for seats in cycles(bots, players, 1) for pair in combinations(sorted(seats), 2)
    )
    assert len(met) == bots * (bots - 1) // 2
    assert len(set(met.values())) == 1


def test_each_bot_has_each_other_to_the_left_as_often_as_to_the_right() -> None:
    left = Counter((seats[k - 1], seats[k]) for seats in cycles(5, 4, 2) for k in range(4))
    assert all(left[a, b] == left[b, a] for a, b in combinations(range(5), 2))


def test_each_deal_is_played_by_one_line_up_in_all_rotations() -> None:
    for deal in islice(deals(5, 3, "7"), 10):
        first = deal.seatings[0]
        assert set(deal.seatings) == {first, first[1:] + first[:1], first[2:] + first[:2]}


def test_line_ups_are_spread_evenly_from_the_beginning() -> None:
    first = [deal.seatings[0] for deal in islice(deals(6, 3, "7"), 4)]
    played = Counter(bot for seats in first for bot in seats)
    assert set(played.values()) == {2}


def test_bots_fill_the_seats_evenly_if_they_are_fewer() -> None:
    assert line_ups(2, 3) == [(0, 0, 1), (0, 1, 1)]
    assert line_ups(3, 3) == [(0, 1, 2)]
    assert line_ups(2, 4) == [(0, 0, 1, 1)]
    assert len(line_ups(3, 5)) == 3
    assert all(len(set(up)) > 1 for up in line_ups(2, 7))


def test_alike_rotations_are_played_once() -> None:
    assert rotations((0, 1, 0, 1)) == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert len(rotations((0, 0, 1, 1))) == 4


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert [deal.number for deal in scheduled(4, 2, "7", 13)] == [0, 1]
    assert len(scheduled(4, 2, "7", 12)) == 1


def test_the_seed_decides() -> None:
    assert scheduled(5, 3, "7", 60) == scheduled(5, 3, "7", 60)
    assert scheduled(5, 3, "7", 60) != scheduled(5, 3, "8", 60)
    assert scheduled(5, 3, "7", 60)[:5] == scheduled(5, 3, "7", 15)


def test_looks_are_few_and_at_whole_cycles() -> None:
    assert looks(4, 2, 100) == [16, 32, 64, 100]
    assert looks(4, 2, 10) == [10]
    assert looks(5, 3, 100) == [20, 40, 80, 100]
    assert looks(4, 2, 64) == [16, 32, 64]
