"""Playing for the balance report: a plan, its tasks, and the sums of each.

`play(task)` depends only on the task; any scheduler may run it, anywhere, in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from baumeister.lab.balance.counting import Counts, count_table
from baumeister.lab.balance.items import catalogue
from baumeister.lab.balance.tally import Counting, Tally
from baumeister.lab.distributed import journal
from baumeister.lab.distributed.deferred_signals import signals_deferred
from baumeister.lab.distributed.journal import Journal, JournalCodec
from baumeister.lab.distributed.scheduler import Outcome, Scheduler
from baumeister.lab.fast_games import FastGames
from baumeister.lab.series import (
    Series,
    compile_for,
    game_of,
    play_game,
)

BLOCKS = 64  # parts of the games; the spread over them gives confidence intervals
FAST_CHUNK = 1024  # compiled games in one task, at most; a task at a table is one game


@dataclass(frozen=True)
class Task:
    """Some games of a series, all of one block; with a second series the same games of it, too."""

    series: Series
    changed: Series | None
    block: int
    first: int
    end: int


@dataclass(frozen=True)
class Counted:
    """The sums of a task."""

    tally: Tally
    changed: Tally | None


def play(task: Task) -> Counted:
    """Play the games of a task and count."""
    changed = None if task.changed is None else _tally(task.changed, task)
    return Counted(_tally(task.series, task), changed)


def _tally(series: Series, task: Task) -> Tally:
    tally, counting = Tally(), _counting(series.game, series.players, series.data)
    for counts in count_games(series, task.first, task.end):
        tally.add(task.block, counting.sums(counts))
    return tally


@cache
def _counting(game: str, players: int, data: Path | None) -> Counting:
    return Counting(catalogue(game_of(game, data), players), players)


def count_games(series: Series, first: int, end: int) -> Iterator[Counts]:
    """Games first to end - 1: compiled if possible, otherwise at tables."""
    played = game_of(series.game, series.data)
    if series.is_fast:
        fast = FastGames(played, series.players, series.bots)
        yield from fast.count([series.game_seed(k) for k in range(first, end)], series.options)
        return
    compile_for(series)
    for k in range(first, end):
        yield count_table(play_game(series, played, k))


# --- in a journal -----------------------------------------------------------------------------
def _key(task: Task) -> str:
    return f"{task.series.players}/{task.first}-{task.end}"


def _to_json(counted: Counted) -> list[Any]:
    tallies = (counted.tally, counted.changed)
    return [None if tally is None else tally.to_json() for tally in tallies]


def _from_json(task: Task, kept: list[Any]) -> Counted:
    tally, changed = (None if one is None else Tally.from_json(one) for one in kept)
    for one, series in ((tally, task.series), (changed, task.changed)):
        expected = None if series is None else ({task.block}, task.end - task.first)
        if (None if one is None else (set(one.blocks), one.games)) != expected:
            raise ValueError(f"these are not games {task.first} to {task.end - 1}")
    assert tally is not None
    return Counted(tally, changed)


CODEC = JournalCodec(_key, _to_json, _from_json)


@dataclass
class Plan:
    """The games with one number of players."""

    series: Series
    games: int
    changed: Series | None = None
    tally: Tally = field(default_factory=Tally)
    changed_tally: Tally = field(default_factory=Tally)

    @property
    def tasks(self) -> list[Task]:
        """What is to be played: a part of every block first, so that a run that is stopped early
        has games in all of them."""
        blocks = min(BLOCKS, self.games)
        ends = [self.games * (block + 1) // blocks for block in range(blocks)]
        starts = [0, *ends[:-1]]
        both = [self.series] if self.changed is None else [self.series, self.changed]
        largest = max(end - start for start, end in zip(starts, ends, strict=True))
        chunk = FAST_CHUNK if all(series.is_fast for series in both) else 1
        parts = -(-largest // chunk)
        chunk = -(-largest // parts)
        return [
            Task(self.series, self.changed, block, first, min(end, first + chunk))
            for part in range(parts)
            for block, (start, end) in enumerate(zip(starts, ends, strict=True))
            if (first := start + part * chunk) < end
        ]

    def play(
        self,
        scheduler: Scheduler,
        tell: Callable[[Outcome[Task, Counted]], None],
        kept: Journal | None = None,
    ) -> None:
        """Play all tasks; raise if one cannot be played."""
        for outcome in journal.run(scheduler, play, self.tasks, kept, CODEC):
            if outcome.problem is not None and not outcome.again:
                raise outcome.problem
            if outcome.result is not None:
                self.take(outcome.result)
            tell(outcome)

    def take(self, counted: Counted) -> None:
        """Add the sums of a task; of a comparison both sides or neither, even if a signal comes in
        between."""
        with signals_deferred():
            tally, changed = self.tally.merged(counted.tally), self.changed_tally
            if counted.changed is not None:
                changed = changed.merged(counted.changed)
            self.tally, self.changed_tally = tally, changed
