"""Ratings and intervals: as sure as the deals allow, and not surer."""

from __future__ import annotations

import random

import pytest

from baumeister.lab.tournament.ratings import (
    Tally,
    can_rate,
    is_ahead,
    ratings,
    t_quantile,
    win_share,
)

needs_openskill = pytest.mark.skipif(not can_rate(), reason="openskill is not installed")


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(3, 3.182), (5, 2.571), (15, 2.131), (30, 2.042), (1000, 1.962)]
)
def test_students_t(freedom: int, quantile: float) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(quantile, rel=0.01)


# --- shares of the win ------------------------------------------------------------------------
def test_an_interval_surrounds_the_share() -> None:
    share = win_share([Tally(k % 3, 2) for k in range(60)])
    assert share is not None
    assert share.value == pytest.approx(0.5)
    assert 0.35 < share.low < 0.45
    assert share.high == pytest.approx(1 - share.low)


def test_nothing_is_certain_after_wins_only() -> None:
    few, many = win_share([Tally(2, 2)] * 5), win_share([Tally(2, 2)] * 100)
    assert few is not None
    assert many is not None
    assert few.low < 0.8
    assert 0.95 < many.low < 1
    assert few.high == many.high == 1


@pytest.mark.parametrize("deals", [7, 8, 10, 13, 100])
def test_the_share_of_a_bot_that_won_everything_is_inside_its_interval(deals: int) -> None:
    """Rounding put the upper end below 1, and the report could not be drawn."""
    for seats in (1, 2, 3):
        share = win_share([Tally(seats, seats)] * deals)
        assert share is not None
        assert share.low < share.value == share.high == 1


def test_games_of_a_deal_that_end_alike_count_as_one() -> None:
    dice = random.Random(1)
    once = [Tally(dice.randrange(2), 1) for _ in range(100)]
    alike = [Tally(10 * deal.shares, 10 * deal.seats) for deal in once]
    share, same = win_share(once), win_share(alike)
    assert share is not None
    assert same is not None
    assert same.high - same.low == pytest.approx(share.high - share.low, rel=0.1)


def test_luck_that_cancels_narrows_the_interval() -> None:
    cancelled = win_share([Tally(1, 2)] * 50)
    dice = random.Random(1)
    mixed = win_share([Tally(dice.randrange(2) + dice.randrange(2), 2) for _ in range(50)])
    assert cancelled is not None
    assert mixed is not None
    assert cancelled.high - cancelled.low < (mixed.high - mixed.low) / 2


def test_a_bot_that_never_played_has_no_share() -> None:
    assert win_share([]) is None
    one = win_share([Tally(2, 2)])
    assert one is not None
    assert (one.low, one.high) == (0, 1)


@pytest.mark.parametrize("chance", [0.5, 0.8])
def test_intervals_hold_what_they_promise(chance: float) -> None:
    dice = random.Random(2)
    held = 0
    for _ in range(400):
        share = win_share([Tally(_wins(dice, chance), 2) for _ in range(30)])
        held += share is not None and share.low <= chance <= share.high
    assert held / 400 > 0.92


def _wins(dice: random.Random, chance: float) -> int:
    return (dice.random() < chance) + (dice.random() < chance)


# --- who is ahead -----------------------------------------------------------------------------
def rival(deals: list[Tally]) -> list[Tally]:
    return [Tally(deal.seats - deal.shares, deal.seats) for deal in deals]


def test_a_clear_lead_is_seen_from_six_deals_on() -> None:
    for n, clear in ((5, False), (6, True)):
        wins = [Tally(2, 2)] * n
        assert is_ahead(wins, rival(wins), 0.05) is clear
        assert not is_ahead(rival(wins), wins, 0.05)


def test_a_smaller_risk_asks_for_more() -> None:
    wins = [Tally(2, 2)] * 12 + [Tally(0, 2)] * 4
    assert is_ahead(wins, rival(wins), 0.2)
    assert not is_ahead(wins, rival(wins), 0.01)


def test_equal_bots_are_seldom_told_apart() -> None:
    dice = random.Random(3)
    wrong = 0
    for _ in range(400):
        deals = [Tally(_wins(dice, 0.5), 2) for _ in range(30)]
        wrong += is_ahead(deals, rival(deals), 0.05) or is_ahead(rival(deals), deals, 0.05)
    assert wrong / 400 < 0.08


# --- ratings ----------------------------------------------------------------------------------
@needs_openskill
def test_the_better_bot_has_the_higher_rating() -> None:
    rated = ratings(3, [((0, 1), (0, 1)), ((1, 2), (0, 1)), ((2, 0), (1, 0))] * 20)
    assert rated[0].mu > rated[1].mu > rated[2].mu
    assert all(rating.sigma < 25 / 3 for rating in rated)


@needs_openskill
def test_more_games_make_ratings_surer() -> None:
    games = [((0, 1), (0, 1)), ((0, 1), (1, 0))]
    assert ratings(2, games * 50)[0].sigma < ratings(2, games * 5)[0].sigma


@needs_openskill
def test_the_order_of_the_games_hardly_matters() -> None:
    dice = random.Random(4)
    games = [((0, 1), (0, 1) if dice.random() < 0.7 else (1, 0)) for _ in range(300)]
    best_first = sorted(games, key=lambda game: game[1])
    one, other = ratings(2, games)[0], ratings(2, best_first)[0]
    assert abs(one.mu - other.mu) < one.sigma / 2


@needs_openskill
def test_equals_in_a_tie_stay_equal() -> None:
    first, second = ratings(2, [((0, 1), (0, 0))] * 10)
    assert first.mu == pytest.approx(second.mu)


@needs_openskill
def test_a_bot_may_sit_twice() -> None:
    rated = ratings(2, [((0, 0, 1), (0, 1, 2)), ((1, 0, 0), (2, 0, 1))] * 10)
    assert rated[0].mu > 25 > rated[1].mu
