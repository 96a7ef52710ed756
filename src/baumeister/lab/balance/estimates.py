"""How sure a number is that was computed from a tally: the jackknife over its blocks.

A number is computed from the sums of all games, and once more without each block. How much that
changes it says how far it may be off: the delete-a-block jackknife, with Student's t for the
number of blocks. It needs no other assumption than that games are independent, and serves shares,
means, ratios and regressions alike, whatever is smooth in the sums; quantiles are not, and are
told without an interval. For a comparison of the same seeds the same blocks are left out on both
sides.

All functions take arrays whose first axis is `1 + blocks`: everything first, then without each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import erfc, isfinite, log, sqrt
from typing import Any

import numpy as np

from baumeister.lab.balance.items import Catalogue, Model
from baumeister.lab.balance.tally import SEATS, WIN, Array, Sums, Tally, added
from baumeister.lab.tournament.ratings import CONFIDENCE, t_quantile

LEAST_BLOCKS = 8  # fewer say too little about the spread
RIDGE = 1e-9  # beside the mean of the diagonal: only against columns that are sums of others
RULE_OF_THREE = -log(1 - CONFIDENCE)  # what never happened in n games is rarer than this / n
POWER = 0.8  # four runs of five
ROWS_A_COLUMN = 10  # fewer seats for each column of a regression tell nothing


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval, and how likely chance alone is so far from `beside`."""

    value: float
    low: float | None = None
    high: float | None = None
    error: float | None = None  # the standard error
    p: float | None = None

    def is_beyond(self, limit: float) -> bool:
        """Whether the whole interval is above the limit, or below its negative."""
        if self.low is None or self.high is None:
            return False
        return self.low > limit or self.high < -limit

    def json(self) -> dict[str, Any]:
        """For a file."""
        return {"value": _short(self.value), "low": _short(self.low), "high": _short(self.high)}

    @property
    def short_p(self) -> float | None:
        """`p` for a file."""
        return None if self.p is None else float(f"{self.p:.3g}")


def _short(value: float | None) -> float | None:
    """Six significant digits."""
    return None if value is None or not isfinite(value) else float(f"{value:.6g}")


class Sample:
    """A tally with and without each of its blocks."""

    def __init__(self, tally: Tally, blocks: Sequence[int] | None = None) -> None:
        self.blocks = sorted(tally.blocks) if blocks is None else list(blocks)
        self.games = tally.games
        total: Sums = {}
        for sums in tally.blocks.values():
            for name, value in sums.items():
                total[name] = added(total[name], value) if name in total else value
        self._total = total
        self._parts = [tally.blocks[block] for block in self.blocks]

    def __getitem__(self, name: str) -> Array:
        """A sum of all games, then of all but those of each block."""
        total = self._total[name]
        rows = [total]
        for part in self._parts:
            left = total.copy()
            left[: len(part[name])] -= part[name]
            rows.append(left)
        return np.stack(rows).astype(np.float64)

    def total(self, name: str) -> Array:
        """A sum of all games."""
        return self._total[name]


def estimates(values: Array, beside: float = 0.0) -> list[Estimate]:
    """What an array of (1 + blocks, n) says: n numbers with their intervals."""
    n = values.shape[0] - 1
    everything, without = values[0], values[1:]
    if n < LEAST_BLOCKS:
        return [Estimate(float(value)) for value in everything]
    spread = (n - 1) / n * ((without - without.mean(axis=0)) ** 2).sum(axis=0)
    t = t_quantile((1 + CONFIDENCE) / 2, n - 1)
    return [
        _estimate(float(value), sqrt(square), t, n - 1, beside)
        if isfinite(value) and isfinite(square)
        else Estimate(float(value))
        for value, square in zip(everything, spread, strict=True)
    ]


def _estimate(value: float, error: float, t: float, freedom: int, beside: float) -> Estimate:
    p: float | None
    if error > 0:
        p = two_sided((value - beside) / error, freedom)
    else:  # the same without any block: no chance in it
        p = None if value == beside else 0.0
    return Estimate(value, value - t * error, value + t * error, error, p)


def estimate(values: Array, beside: float = 0.0) -> Estimate:
    """The same for one number."""
    return estimates(values.reshape(-1, 1), beside)[0]


def shares(values: Array, games: int | Array, beside: float = 0.0) -> list[Estimate]:
    """The same for shares of so many games (all, or for each number its own): an interval ends at
    0 and 1, and what never or always happened is told by the rule of three."""
    numbers = np.broadcast_to(games, values.shape[1:]).tolist()
    found = zip(estimates(values, beside), numbers, strict=True)
    return [_share(one, n, beside) for one, n in found]


def _share(one: Estimate, games: int, beside: float) -> Estimate:
    low, high, p = one.low, one.high, one.p
    if low is None or high is None:
        return one
    if one.value in (0.0, 1.0):  # the blocks agree, which says nothing about the next game
        rare = min(1.0, RULE_OF_THREE / games)
        low, high = (0.0, rare) if one.value == 0 else (1.0 - rare, 1.0)
        if p is not None:
            p = min(1.0, 2 * abs(1 - one.value - beside) ** games)
    return replace(one, low=max(low, 0.0), high=min(high, 1.0), p=p)


def two_sided(t: float, freedom: int) -> float:
    """How likely Student's t is as far from 0 as this: Hill's transformation to the normal."""
    a = freedom - 0.5
    b = 48 * a * a
    z = sqrt(a * log(1 + t * t / freedom))
    z += (z**3 + 3 * z) / b - (4 * z**7 + 33 * z**5 + 240 * z**3 + 855 * z) / (
        10 * b * (b + 0.8 * z**4 + 100)
    )
    return erfc(z / sqrt(2))


def clear_ones(p_values: Sequence[float | None], risk: float = 1 - CONFIDENCE) -> list[bool]:
    """Which of many comparisons are clear: Benjamini and Hochberg, so that of those that are
    called clear no more than 5 % are chance on average."""
    known = sorted((p, k) for k, p in enumerate(p_values) if p is not None)
    passed = 0
    for rank, (p, _) in enumerate(known, start=1):
        if p <= risk * rank / len(known):
            passed = rank
    clear = {k for _, k in known[:passed]}
    return [k in clear for k in range(len(p_values))]


def least_clear(error: float, tests: int, blocks: int) -> float:
    """How large something must be so that it is called clear in four of five runs, as one of so
    many comparisons of which no other is clear: of the first Benjamini and Hochberg ask 5 %
    divided by their number. Beside others that are clear less is enough."""
    risk = (1 - CONFIDENCE) / max(1, tests)
    return error * (t_quantile(1 - risk / 2, blocks - 1) + t_quantile(POWER, blocks - 1))


def ratio(above: Array, below: Array) -> Array:
    """A quotient; not a number where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(below > 0, above / below, np.nan))


def mean_of(histogram: Array) -> Array:
    """The mean of a histogram."""
    return ratio(histogram @ np.arange(histogram.shape[1]), histogram.sum(axis=1))


def deviation_of(histogram: Array) -> float:
    """The standard deviation of the first histogram."""
    values, counts = np.arange(histogram.shape[1]), histogram[0]
    mean = (counts @ values) / counts.sum()
    return float(np.sqrt((counts @ (values - mean) ** 2) / counts.sum()))


def quantile_of(histogram: Array, share: float) -> int:
    """The smallest number that so large a share of the first histogram does not exceed."""
    sums = np.cumsum(histogram[0])
    return int(np.searchsorted(sums, share * sums[-1] - 1e-9))


# --- regressions ------------------------------------------------------------------------------
class Regressions:
    """Contributions adjusted for the rest, from the products in a sample."""

    def __init__(self, catalogue: Catalogue, sample: Sample, players: int) -> None:
        self._catalogue = catalogue
        self._products = sample["products"]
        self._fate = sample["with_fate"] / np.array([WIN, 1.0])
        self._taken = sample["taken"]
        self._free_rows = sample.games * (players - 1)
        columns = {column: k for k, column in enumerate(catalogue.fine_columns)}
        self._fine = len(columns)
        self._parts = [
            [columns[column] for column in item.columns if column in columns]
            for item in catalogue.items
        ]

    def contributions(self, model: Model) -> Array | None:
        """For each item of its groups what one of it adds to the share of the win and to the
        points, as (1 + blocks, items, 2); None if there are too few games."""
        items = self._catalogue.in_group(*model.groups, *model.also)
        controls = self._catalogue.in_group(*model.controls)
        columns = (1 if model.alone else len(items)) + len(controls) + 2 * SEATS
        if self._free_rows < ROWS_A_COLUMN * columns:
            return None
        beside = self._beside(controls)
        if model.alone:
            found = self._alone(self._adding(items), beside)
        else:
            adding = np.concatenate([self._adding(items), beside], axis=1)
            found = self._together(adding)[:, : len(items)]
        found = self._centred(found, items, model.by_itself)
        told = [self._catalogue.items[item].group in model.groups for item in items]
        return np.asarray(found[:, told])

    def _adding(self, items: Sequence[int]) -> Array:
        adding = np.zeros((self._fine + 2 * SEATS, len(items)))
        for place, item in enumerate(items):
            adding[self._parts[item], place] = 1
        return adding

    def _beside(self, controls: Sequence[int]) -> Array:
        """What is held fixed: the controls, the place from the start, the seat."""
        places = np.zeros((self._fine + 2 * SEATS, 2 * SEATS))
        places[self._fine :] = np.eye(2 * SEATS)
        return np.concatenate([self._adding(controls), places], axis=1)

    def _together(self, adding: Array) -> Array:
        products, fate = adding.T @ self._products @ adding, adding.T @ self._fate
        return np.asarray(np.linalg.solve(_firm(products), fate))

    def _alone(self, items: Array, beside: Array) -> Array:
        """Frisch, Waugh and Lovell: what is left of each item when the controls are taken out."""
        fixed = _firm(beside.T @ self._products @ beside)
        mixed = beside.T @ self._products @ items
        explained = np.linalg.solve(fixed, mixed)
        squares = np.einsum("ci,rcd,di->ri", items, self._products, items, optimize=True)
        left = squares - (mixed * explained).sum(axis=1)
        crossed = items.T @ self._fate - explained.transpose(0, 2, 1) @ (beside.T @ self._fate)
        return np.asarray(ratio(crossed, left[:, :, None]))

    def _centred(self, found: Array, items: Sequence[int], by_itself: Sequence[str]) -> Array:
        """Beside the average of the group, weighed by how often each was taken."""
        groups = np.array([self._catalogue.items[item].group for item in items])
        taken = self._taken[:, items]
        for group in dict.fromkeys(groups):
            if group not in by_itself:
                chosen = groups == group
                weight = np.where(chosen, taken, 0.0)
                mean = ratio((weight[:, :, None] * found).sum(axis=1), weight.sum(axis=1)[:, None])
                found = found - np.where(chosen[None, :, None], mean[:, None, :], 0.0)
        return np.asarray(found)


def _firm(products: Array) -> Array:
    """The matrices with so little on the diagonal that only columns without a say notice."""
    size = products.shape[-1]
    mean = np.trace(products, axis1=1, axis2=2) / size
    return np.asarray(products + (RIDGE * mean)[:, None, None] * np.eye(size))
