"""Sums over games that add up: the same totals whatever the order and the number of processes.

Everything is a whole number: shares of the win in 840ths (a win is shared by at most eight), and
what is measured against the average of the table times the number of players. So adding is exact.
Games are put into blocks by their number; the spread over blocks gives confidence intervals.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from baumeister.lab.balance.counting import Counts
from baumeister.lab.balance.items import Catalogue

SEATS = 8  # columns for places and seats in regressions: no game has more players
WIN = 840  # divisible by 1 to SEATS
FORMAT, VERSION = "baumeister-balance-tally", 3  # 3: cards of two boxes are equal ones, too
# The columns of a setting.
GAMES, POINTS, MARGIN, GAP, DECISIONS, SHARED, FIRST_WINS, FULFILLED = range(8)

Array = npt.NDArray[Any]
Sums = dict[str, Array]  # by name, each of whole numbers


class Counting:
    """Turns counted games into sums."""

    def __init__(self, catalogue: Catalogue, players: int) -> None:
        assert players <= SEATS
        self._catalogue = catalogue
        self._players = players
        items, columns = catalogue.items, catalogue.columns
        shown = 1 + max((k for item in items for k in item.shown), default=0)
        self._single = np.array([k for k, item in enumerate(items) if len(item.columns) == 1])
        self._source = np.array([items[k].columns[0] for k in self._single])
        self._sums = np.array([k for k, item in enumerate(items) if len(item.columns) != 1], int)
        self._adding = np.zeros((columns, len(self._sums)))
        self._when = np.zeros((columns, len(items)), np.int64)
        self._shown = np.zeros((shown, len(items)), np.int64)
        self._used = np.zeros((columns, len(items)), np.int64)
        for place, k in enumerate(self._sums):
            self._adding[list(items[k].columns), place] = 1
        for k, item in enumerate(items):
            self._when[list(item.columns), k] = 1
            self._shown[list(item.shown), k] = 1
            self._used[list(item.used), k] = 1
        self._each = np.array([item.each * players for item in items])
        self._has_copies = np.array([item.copies > 1 for item in items])

    def sums(self, counts: Counts) -> Sums:
        """What these games add up to."""
        games = len(counts.scores)
        scores, shares = counts.scores, np.rint(WIN * counts.shares).astype(np.int64)
        ranked = np.sort(scores, axis=1)
        best = ranked[:, -1]
        # The winner of a tie has as many points as the second: the margin is 0 then.
        margin, gap = best - ranked[:, -2], best - ranked[:, 0]
        shared = shares.max(axis=1) < WIN
        clock = counts.clock
        if self._catalogue.balance.turns:
            clock = counts.rows[:, 0, list(self._catalogue.balance.turns)].sum(axis=1)
        by_place = np.argsort(counts.places, axis=1)
        sums = {
            "games": np.array([games]),
            "shared": np.array([shared.sum()]),
            "level": np.array([(margin == 0).sum()]),
            "points": np.bincount(scores.ravel()),
            "margins": np.bincount(margin),
            "gaps": np.bincount(gap),
            "decisions": np.bincount(counts.decisions),
            "clock": np.bincount(clock),
            "ended": np.bincount(counts.ended, minlength=len(self._catalogue.balance.endings)),
            "seat_wins": shares.sum(axis=0),
            "seat_points": scores.sum(axis=0),
            "place_wins": np.take_along_axis(shares, by_place, axis=1).sum(axis=0),
            "place_points": np.take_along_axis(scores, by_place, axis=1).sum(axis=0),
            **self._settings(counts, shares, by_place, margin, gap, shared),
            **self._items(counts, scores, shares),
            **self._regression(counts, scores, shares),
        }
        return {name: np.asarray(value, np.int64) for name, value in sums.items()}

    def _settings(
        self,
        counts: Counts,
        shares: Array,
        by_place: Array,
        margin: Array,
        gap: Array,
        shared: Array,
    ) -> Sums:
        """What games with the same value of a setting add up to."""
        first_wins = np.take_along_axis(shares, by_place[:, :1], axis=1)[:, 0]
        ones = np.ones(len(margin), np.int64)
        points, decisions = counts.scores.sum(axis=1), counts.decisions
        columns = [ones, points, margin, gap, decisions, shared, first_wins]
        sums = {}
        for setting in self._catalogue.settings:
            fulfilled = np.zeros_like(ones)  # seats
            if setting.fulfilled >= 0:
                fulfilled = counts.rows[:, :, setting.fulfilled].sum(axis=1, dtype=np.int64)
            rows = np.stack([*columns, fulfilled], axis=1)
            out = np.zeros((len(setting.values), rows.shape[1]), np.int64)
            np.add.at(out, counts.options[:, setting.argument] - setting.first, rows)
            sums[f"setting_{setting.key}"] = out
        return sums

    def _items(self, counts: Counts, scores: Array, shares: Array) -> Sums:
        """How often each item was there and was taken, and the results of those who took it."""
        games, players = scores.shape
        columns = self._catalogue.columns
        whole = counts.rows.reshape(games * players, -1)
        rows, when = whole[:, :columns], whole[:, columns:].sum(axis=0, dtype=np.int64)
        taken = np.zeros((games * players, len(self._catalogue.items)))
        taken[:, self._single] = rows[:, self._source]
        taken[:, self._sums] = rows.astype(np.float64) @ self._adding
        took = (taken > 0).astype(np.float64)
        # Each of several equal tiles or cards counts, as if it had a row of its own: at least one
        # of two is easier to get than one of one, and could not be compared with the other rows.
        weight = np.where(self._has_copies, taken, took)
        used = rows.sum(axis=0, dtype=np.int64) @ self._used
        shown = counts.shown.sum(axis=0, dtype=np.int64) @ self._shown
        fared = np.stack([shares.ravel(), scores.ravel()]).astype(np.float64) @ weight
        return {
            "there": used + shown + games * self._each,
            "taken": taken.sum(axis=0),
            "when": when @ self._when,
            "takers": took.reshape(games, players, -1).sum(axis=0),
            "weights": weight.reshape(games, players, -1).sum(axis=0),
            "takers_wins": fared[0],
            "takers_points": fared[1],
        }

    def _regression(self, counts: Counts, scores: Array, shares: Array) -> Sums:
        """Products of what seats took, and of that with their results, each relative to the average
        of the table and times the number of players."""
        games, players = scores.shape
        fine = list(self._catalogue.fine_columns)
        x = np.zeros((games, players, len(fine) + 2 * SEATS))
        x[:, :, : len(fine)] = counts.rows[:, :, fine]
        seats = np.arange(players)
        np.put_along_axis(x, len(fine) + counts.places[:, :, None].astype(np.int64), 1.0, axis=2)
        x[:, seats, len(fine) + SEATS + seats] = 1.0
        x = (players * x - x.sum(axis=1, keepdims=True)).reshape(games * players, -1)
        y = np.stack([shares, scores], axis=2)
        y = (players * y - y.sum(axis=1, keepdims=True)).reshape(games * players, -1)
        return {"products": x.T @ x, "with_fate": x.T @ y}


@dataclass
class Tally:
    """Sums by block; two tallies of different games of one plan can be merged."""

    blocks: dict[int, Sums] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games have been counted."""
        return sum(int(sums["games"][0]) for sums in self.blocks.values())

    def add(self, block: int, sums: Sums) -> None:
        """Count further games of a block."""
        mine = self.blocks.setdefault(block, {})
        for name, value in sums.items():
            mine[name] = added(mine[name], value) if name in mine else value

    def merge(self, other: Tally) -> None:
        """Add the counts of another tally."""
        for block, sums in other.blocks.items():
            self.add(block, sums)

    def merged(self, other: Tally) -> Tally:
        """The same in a new tally: this one stays as it is."""
        both = Tally({block: dict(sums) for block, sums in self.blocks.items()})
        both.merge(other)
        return both

    def to_json(self) -> dict[str, Any]:
        """The tally for a file; exact."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "blocks": {
                str(block): {name: _packed(value) for name, value in sums.items()}
                for block, sums in sorted(self.blocks.items())
            },
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Tally:
        """A tally from a file; ValueError if it is not one."""
        if (data.get("format"), data.get("version")) != (FORMAT, VERSION):
            raise ValueError(f"this is not a {FORMAT} of version {VERSION}")
        return Tally(
            {
                int(block): {name: _unpacked(value) for name, value in sums.items()}
                for block, sums in data["blocks"].items()
            }
        )


def added(one: Array, other: Array) -> Array:
    """The sum; the shorter of two lists is padded with zeros."""
    if one.shape == other.shape:
        return np.asarray(one + other)
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    total = longer.copy()
    total[: len(shorter)] += shorter
    return total


def _packed(value: Array) -> dict[str, Any]:
    packed = zlib.compress(np.ascontiguousarray(value, "<i8").tobytes())
    return {"shape": list(value.shape), "zlib": base64.b64encode(packed).decode("ascii")}


def _unpacked(data: Mapping[str, Any]) -> Array:
    raw = zlib.decompress(base64.b64decode(data["zlib"]))
    shape: Sequence[int] = data["shape"]
    return np.frombuffer(raw, "<i8").astype(np.int64).reshape(shape)
