"""Confidence intervals of numbers that are computed from a tally: the jackknife over its blocks.

A number is computed from the sums of all games, and again without each block. How much that changes
it shows how far it may be off: the delete-a-block jackknife, with Student's t for the number of
blocks. It assumes only that games are independent, and works for everything that is smooth in the
sums: shares, means, ratios and regressions. Quantiles are not smooth and have no interval. A
comparison of the same seeds leaves out the same blocks on both sides.

All functions take arrays whose first axis is `1 + blocks`: all games, then without each block.
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
RIDGE = 1e-9  # relative to the mean of the diagonal: against columns that are sums of others
RULE_OF_THREE = -log(1 - CONFIDENCE)  # what never happened in n games is rarer than this / n
POWER = 0.8  # of the smallest detectable effect: it is found in four runs of five
ROWS_A_COLUMN = 10  # seats that a regression needs for each of its columns


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval, and the p-value of its distance from a baseline."""

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
        return {"value": short(self.value), "low": short(self.low), "high": short(self.high)}

    @property
    def short_p(self) -> float | None:
        """`p` for a file."""
        return None if self.p is None else float(f"{self.p:.3g}")


def short(value: float | None) -> float | None:
    """Six significant digits, for a file."""
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


def estimates(values: Array, baseline: float = 0.0) -> list[Estimate]:
    """The n numbers of an array of (1 + blocks, n), with their intervals."""
    n = values.shape[0] - 1
    everything, without = values[0], values[1:]
    if n < LEAST_BLOCKS:
        return [Estimate(float(value)) for value in everything]
    spread = (n - 1) / n * ((without - without.mean(axis=0)) ** 2).sum(axis=0)
    t = t_quantile((1 + CONFIDENCE) / 2, n - 1)
    return [
        _estimate(float(value), sqrt(square), t, n - 1, baseline)
        if isfinite(value) and isfinite(square)
        else Estimate(float(value))
        for value, square in zip(everything, spread, strict=True)
    ]


def _estimate(value: float, error: float, t: float, freedom: int, baseline: float) -> Estimate:
    p: float | None
    if error > 0:
        p = two_sided((value - baseline) / error, freedom)
    else:  # the same without any block: not subject to chance
        p = None if value == baseline else 0.0
    return Estimate(value, value - t * error, value + t * error, error, p)


def estimate(values: Array, baseline: float = 0.0) -> Estimate:
    """The same for one number."""
    return estimates(values.reshape(-1, 1), baseline)[0]


def shares(values: Array, games: int | Array, baseline: float = 0.0) -> list[Estimate]:
    """The same for shares of so many games (one number, or one for each share): intervals end at
    0 and 1, and the rule of three applies to what never or always happened."""
    numbers = np.broadcast_to(games, values.shape[1:]).tolist()
    found = zip(estimates(values, baseline), numbers, strict=True)
    return [_share(one, n, baseline) for one, n in found]


def _share(one: Estimate, games: int, baseline: float) -> Estimate:
    low, high, p = one.low, one.high, one.p
    if low is None or high is None:
        return one
    if one.value in (0.0, 1.0):  # all blocks agree, so the jackknife finds no spread
        rare = min(1.0, RULE_OF_THREE / games)
        low, high = (0.0, rare) if one.value == 0 else (1.0 - rare, 1.0)
        if p is not None:
            p = min(1.0, 2 * abs(1 - one.value - baseline) ** games)
    return replace(one, low=max(low, 0.0), high=min(high, 1.0), p=p)


def two_sided(t: float, freedom: int) -> float:
    """The two-sided p-value of Student's t, by Hill's transformation to the normal."""
    a = freedom - 0.5
    b = 48 * a * a
    z = sqrt(a * log(1 + t * t / freedom))
    z += (z**3 + 3 * z) / b - (4 * z**7 + 33 * z**5 + 240 * z**3 + 855 * z) / (
        10 * b * (b + 0.8 * z**4 + 100)
    )
    return erfc(z / sqrt(2))


def clear_ones(p_values: Sequence[float | None], risk: float = 1 - CONFIDENCE) -> list[bool]:
    """Which of many comparisons are clear, by Benjamini and Hochberg: on average at most 5 % of
    those that are called clear are due to chance."""
    known = sorted((p, k) for k, p in enumerate(p_values) if p is not None)
    passed = 0
    for rank, (p, _) in enumerate(known, start=1):
        if p <= risk * rank / len(known):
            passed = rank
    clear = {k for _, k in known[:passed]}
    return [k in clear for k in range(len(p_values))]


def smallest_detectable(error: float, tests: int, blocks: int) -> float:
    """The smallest effect that is called clear in four of five runs, as one of so many comparisons
    of which no other is clear: Benjamini and Hochberg require 5 % divided by their number of the
    first. With other clear ones a smaller effect is enough."""
    risk = (1 - CONFIDENCE) / max(1, tests)
    return error * (t_quantile(1 - risk / 2, blocks - 1) + t_quantile(POWER, blocks - 1))


def ratio(above: Array, below: Array) -> Array:
    """A quotient; NaN where the divisor is 0."""
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
    """The smallest number that this share of the first histogram does not exceed."""
    sums = np.cumsum(histogram[0])
    return int(np.searchsorted(sums, share * sums[-1] - 1e-9))


# --- regressions ------------------------------------------------------------------------------
class Regressions:
    """Contributions adjusted for the rest, from the products in a sample."""

    def __init__(self, catalogue: Catalogue, sample: Sample, players: int) -> None:
        self._catalogue = catalogue
        self._products = sample["products"]
        self._outcomes = sample["with_fate"] / np.array([WIN, 1.0])
        self._taken = sample["taken"]
        self._free_rows = sample.games * (players - 1)
        columns = {column: k for k, column in enumerate(catalogue.fine_columns)}
        self._fine = len(columns)
        self._parts = [
            [columns[column] for column in item.columns if column in columns]
            for item in catalogue.items
        ]

    def contributions(self, model: Model) -> Array | None:
        """For each item of its groups, what one of it adds to the share of the win and to the
        points, as (1 + blocks, items, 2); None if there are too few games."""
        items = self._catalogue.in_group(*model.groups, *model.also)
        controls = self._catalogue.in_group(*model.controls)
        columns = (1 if model.alone else len(items)) + len(controls) + 2 * SEATS
        if self._free_rows < ROWS_A_COLUMN * columns:
            return None
        fixed = self._fixed(controls)
        if model.alone:
            found = self._separately(self._indicators(items), fixed)
        else:
            columns_of = np.concatenate([self._indicators(items), fixed], axis=1)
            found = self._together(columns_of)[:, : len(items)]
        found = self._centred(found, items, model.by_itself)
        told = [self._catalogue.items[item].group in model.groups for item in items]
        return np.asarray(found[:, told])

    def _indicators(self, items: Sequence[int]) -> Array:
        """Which of the products' columns add up to each item."""
        found = np.zeros((self._fine + 2 * SEATS, len(items)))
        for place, item in enumerate(items):
            found[self._parts[item], place] = 1
        return found

    def _fixed(self, controls: Sequence[int]) -> Array:
        """What is held fixed: the controls, the place from the start, the seat."""
        places = np.zeros((self._fine + 2 * SEATS, 2 * SEATS))
        places[self._fine :] = np.eye(2 * SEATS)
        return np.concatenate([self._indicators(controls), places], axis=1)

    def _together(self, columns: Array) -> Array:
        """One regression with all columns."""
        products, outcomes = columns.T @ self._products @ columns, columns.T @ self._outcomes
        return np.asarray(np.linalg.solve(_with_ridge(products), outcomes))

    def _separately(self, items: Array, fixed: Array) -> Array:
        """One regression for each item, by Frisch, Waugh and Lovell: what is left of an item when
        the controls are partialled out."""
        squared = _with_ridge(fixed.T @ self._products @ fixed)
        mixed = fixed.T @ self._products @ items
        explained = np.linalg.solve(squared, mixed)
        squares = np.einsum("ci,rcd,di->ri", items, self._products, items, optimize=True)
        left = squares - (mixed * explained).sum(axis=1)
        crossed = items.T @ self._outcomes
        crossed = crossed - explained.transpose(0, 2, 1) @ (fixed.T @ self._outcomes)
        return np.asarray(ratio(crossed, left[:, :, None]))

    def _centred(self, found: Array, items: Sequence[int], by_itself: Sequence[str]) -> Array:
        """Relative to the average of the group, weighted by how often each was taken."""
        groups = np.array([self._catalogue.items[item].group for item in items])
        taken = self._taken[:, items]
        for group in dict.fromkeys(groups):
            if group not in by_itself:
                chosen = groups == group
                weight = np.where(chosen, taken, 0.0)
                mean = ratio((weight[:, :, None] * found).sum(axis=1), weight.sum(axis=1)[:, None])
                found = found - np.where(chosen[None, :, None], mean[:, None, :], 0.0)
        return np.asarray(found)


def _with_ridge(products: Array) -> Array:
    """The matrices with a tiny ridge, which only affects columns that depend on others."""
    size = products.shape[-1]
    mean = np.trace(products, axis1=1, axis2=2) / size
    return np.asarray(products + (RIDGE * mean)[:, None, None] * np.eye(size))
