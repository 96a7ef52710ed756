"""Many games between the same bots, as a summary or as records."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from baumeister.lab.distributed import journal
from baumeister.lab.distributed.deferred_signals import signals_deferred
from baumeister.lab.distributed.journal import Journal, JournalCodec
from baumeister.lab.distributed.scheduler import Scheduler
from baumeister.lab.fast_games import GameResult
from baumeister.lab.series import (
    Series,
    game_of,
    how_they_end,
    play_game,
)
from baumeister.play import records

FAST_CHUNK = 2000  # compiled games in one task; a task at a table is one game
Work = Callable[[Series, int, int], list[Any]]  # games first to end - 1 of a series


# --- playing ----------------------------------------------------------------------------------
def results(series: Series, first: int, end: int) -> list[GameResult]:
    """How games first to end - 1 end."""
    return how_they_end(series, range(first, end))


def json_lines(series: Series, first: int, end: int) -> list[str]:
    """The structured records of games first to end - 1, one line each."""
    played = game_of(series.game, series.data)
    return [
        json.dumps(records.to_json(play_game(series, played, k)), ensure_ascii=False)
        for k in range(first, end)
    ]


class Span(NamedTuple):
    """A task for one process: some games of a series."""

    work: Work
    series: Series
    first: int
    end: int


def in_chunks(
    work: Work,
    series: Series,
    games: int,
    chunk: int,
    scheduler: Scheduler,
    kept: Journal | None = None,
    start: int = 0,
) -> Iterator[list[Any]]:
    """Run the games from `start` to games - 1 in chunks, and yield them in order; raise if one
    fails."""
    spans = [Span(work, series, k, min(games, k + chunk)) for k in range(start, games, chunk)]
    done: dict[int, list[Any]] = {}
    following = iter(spans)
    first = next(following).first
    for outcome in journal.run(scheduler, do_span, spans, kept, CODEC):
        if outcome.problem is not None and not outcome.again:
            raise outcome.problem
        if outcome.result is not None:
            done[outcome.task.first] = outcome.result
        while first in done:
            yield done.pop(first)
            first = next(following, spans[0]._replace(first=games)).first


def do_span(span: Span) -> list[Any]:
    """Run a task."""
    return span.work(span.series, span.first, span.end)


# --- in a journal -----------------------------------------------------------------------------
def _key(span: Span) -> str:
    return f"{span.first}-{span.end}"


def _to_json(done: list[Any]) -> list[Any]:
    """Records are lines already."""
    return [item.row() if isinstance(item, GameResult) else item for item in done]


def _from_json(span: Span, rows: Any) -> list[Any]:
    if not isinstance(rows, list):
        raise ValueError("these are no games")
    return [
        row if isinstance(row, str) else GameResult.from_row(span.series.game_seed(k), row)
        for k, row in zip(range(span.first, span.end), rows, strict=True)
    ]


CODEC = JournalCodec(_key, _to_json, _from_json)


# --- the summary ------------------------------------------------------------------------------
@dataclass
class Summary:
    """What a series of games showed."""

    series: Series
    games: int = 0
    decisions: int = 0
    longest: tuple[int, str] = (0, "")
    wins: list[float] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    highest: list[int] = field(default_factory=list)
    ties: int = 0

    def __post_init__(self) -> None:
        self.wins = [0.0] * self.series.players
        self.points = [0] * self.series.players
        self.highest = [0] * self.series.players

    def add(self, result: GameResult) -> None:
        """Count one game."""
        with signals_deferred():
            self.games += 1
            self.decisions += result.decisions
            self.longest = max(self.longest, (result.decisions, result.seed))
            self.ties += max(result.shares) < 1
            for seat in range(self.series.players):
                self.wins[seat] += result.shares[seat]
                self.points[seat] += result.scores[seat]
                self.highest[seat] = max(self.highest[seat], result.scores[seat])
