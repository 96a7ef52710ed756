"""The strength of bots, with its uncertainty.

Games of the same deal are not independent: the same cards come up, and bots sit in each other's
seats. So intervals and comparisons use the spread over deals, not over single games; only
the ± of a rating is openskill's own, which counts games.

*Share of the win.* Successes over seats, a ratio. The spread of its residuals over the deals gives
the design effect: how much more, or less, information a seat has than an independent one. The 95 %
interval is Wilson's with that many effective seats, and with the quantile of Student's t for the
number of deals. One imaginary deal that behaves like independent games is added, so that a few
deals that happen to agree do not look certain.

*Differences.* Whether one bot wins more than another: the difference of both shares against its
standard error over deals by Student's t, two-sided, from six deals on. The imaginary deal added
here is one whose games all end alike, the worst there can be.

*Ratings.* openskill's Plackett-Luce model, which updates after each game. Bots do not learn from
game to game, so ratings have no drift (tau = 0). Early games still count a little more: therefore
the games are processed in eight orders (as scheduled, reversed, and six fixed shuffles) and the
results are averaged.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import inf, sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
ORDERS = 8
LEAST_DEALS = 6  # 6 deals that all go one way happen by chance once in 32 times
SPREAD_OF_A_SEAT = 0.25  # the variance of an independent win or loss, at its largest


@dataclass(frozen=True)
class Tally:
    """What a bot got in one deal: shares of the win, and in how many seats."""

    shares: float
    seats: int


@dataclass(frozen=True)
class Share:
    """A share of the win with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Rating:
    """A rating and its standard deviation."""

    mu: float
    sigma: float


def t_quantile(probability: float, freedom: int) -> float:
    """The quantile of Student's t, by the expansion of Cornish and Fisher: within 3 % from three
    degrees of freedom on, 1 % from five, for probabilities up to 0.999."""
    if freedom < 1:
        return inf
    z = NormalDist().inv_cdf(probability)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum((term / freedom**k for k, term in enumerate(terms)), start=0.0)


def win_share(deals: Sequence[Tally]) -> Share | None:
    """The share of the win over all seats, with Wilson's interval over deals; None without any."""
    seats = sum(deal.seats for deal in deals)
    if not seats:
        return None
    value = sum(deal.shares for deal in deals) / seats
    imaginary = seats / len(deals) * SPREAD_OF_A_SEAT
    spread = _spread([deal.shares - value * deal.seats for deal in deals])
    design_effect = (spread + imaginary) / (seats * value * (1 - value) + imaginary)
    t = t_quantile((1 + CONFIDENCE) / 2, len(deals) - 1)
    if t == inf:
        return Share(value, 0.0, 1.0)
    doubt = t * t * design_effect / seats
    middle = (value + doubt / 2) / (1 + doubt)
    width = sqrt(doubt * value * (1 - value) + doubt * doubt / 4) / (1 + doubt)
    # The share is inside, also where rounding would put an end of the interval on its other side.
    return Share(value, max(0.0, min(middle - width, value)), min(1.0, max(middle + width, value)))


def is_ahead(first: Sequence[Tally], second: Sequence[Tally], risk: float) -> bool:
    """Whether the first bot wins more often than the second, at this level of risk.

    Both have one tally for every deal, without seats where they did not play.
    """
    seats, others = sum(deal.seats for deal in first), sum(deal.seats for deal in second)
    freedom = sum(a.seats + b.seats > 0 for a, b in zip(first, second, strict=True)) - 1
    if not seats or not others or freedom + 1 < LEAST_DEALS:
        return False
    value = sum(deal.shares for deal in first) / seats
    other = sum(deal.shares for deal in second) / others
    residuals = [
        (a.shares - value * a.seats) / seats - (b.shares - other * b.seats) / others
        for a, b in zip(first, second, strict=True)
    ]
    imaginary = (_likely(value, seats) + _likely(other, others)) / (freedom + 1) ** 2
    error = sqrt(_spread(residuals) + imaginary)
    return value - other > t_quantile(1 - risk / 2, freedom) * error


def _spread(residuals: Sequence[float]) -> float:
    """The variance of a sum of residuals over deals."""
    n = len(residuals)
    return sum(residual * residual for residual in residuals) * n / max(1, n - 1)


def _likely(share: float, seats: int) -> float:
    """The variance of one seat's result if seats were independent; never 0."""
    shrunk = (share * seats + 1) / (seats + 2)
    return shrunk * (1 - shrunk)


def can_rate() -> bool:
    """Whether openskill is installed."""
    return find_spec("openskill") is not None


def ratings(bots: int, games: Sequence[tuple[Sequence[int], Sequence[int]]]) -> list[Rating]:
    """The rating of every bot; a game is who sat in each seat, and how many came before them."""
    orders = [list(games), list(reversed(games))]
    for k in range(ORDERS - len(orders)):
        orders.append(list(games))
        random.Random(k).shuffle(orders[-1])
    runs = [_in_order(bots, order) for order in orders]
    return [
        Rating(sum(run[bot][0] for run in runs) / ORDERS, sum(run[bot][1] for run in runs) / ORDERS)
        for bot in range(bots)
    ]


def _in_order(
    bots: int, games: Sequence[tuple[Sequence[int], Sequence[int]]]
) -> list[tuple[float, float]]:
    """Ratings after these games, one after the other. A bot that sits in several seats of a game
    moves by the mean of what its seats would have moved."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    rated = [model.rating() for _ in range(bots)]
    for seats, before in games:
        teams = [[model.rating(rated[bot].mu, rated[bot].sigma)] for bot in seats]
        after = model.rate(teams, ranks=[float(place) for place in before])
        for bot in set(seats):
            own = [after[seat][0] for seat, who in enumerate(seats) if who == bot]
            rated[bot].mu = sum(rating.mu for rating in own) / len(own)
            rated[bot].sigma = sum(rating.sigma for rating in own) / len(own)
    return [(rating.mu, rating.sigma) for rating in rated]
