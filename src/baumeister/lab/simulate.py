"""Many games between the same bots, as a summary or as records."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from baumeister.lab.fast_games import GameResult
from baumeister.lab.scheduler import Here, LocalProcesses, Scheduler, WorkerDied
from baumeister.lab.series import (
    BotFailure,
    Series,
    game_of,
    how_it_died,
    how_they_end,
    play_game,
)
from baumeister.play import records
from baumeister.rules.glossary import LANGUAGES

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


def in_chunks(work: Work, series: Series, games: int, jobs: int, chunk: int) -> Iterator[list[Any]]:
    """Do the work in chunks, in order, on so many processes; what goes wrong is raised.

    One process is this very one, unless a stranger's bot could bring it down.
    """
    spans = [Span(work, series, k, min(games, k + chunk)) for k in range(0, games, chunk)]
    jobs = min(jobs, len(spans))
    here = jobs == 1 and not series.has_strangers
    scheduler: Scheduler = Here() if here else LocalProcesses(jobs)
    done: dict[int, list[Any]] = {}
    following = iter(spans)
    first = next(following).first
    try:
        for outcome in scheduler.run(do_span, spans):
            if outcome.problem is not None and not outcome.again:
                raise _told(outcome.task, outcome.problem)
            if outcome.result is not None:
                done[outcome.task.first] = outcome.result
            while first in done:
                yield done.pop(first)
                first = next(following, spans[0]._replace(first=games)).first
    finally:
        scheduler.close()


def _told(span: Span, problem: Exception) -> Exception:
    """The failure of a bot, if it was one that ended the process."""
    if isinstance(problem, WorkerDied) and isinstance(problem.note, tuple):
        bot, seat, move = problem.note
        why = {language: how_it_died(problem, language) for language in LANGUAGES}
        seed = span.series.game_seed(span.first) if span.end == span.first + 1 else ""
        return BotFailure(bot, seed, seat, move, why)
    return problem


def do_span(span: Span) -> list[Any]:
    """What one process does at a time."""
    return span.work(span.series, span.first, span.end)


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
        self.games += 1
        self.decisions += result.decisions
        self.longest = max(self.longest, (result.decisions, result.seed))
        self.ties += max(result.shares) < 1
        for seat in range(self.series.players):
            self.wins[seat] += result.shares[seat]
            self.points[seat] += result.scores[seat]
            self.highest[seat] = max(self.highest[seat], result.scores[seat])
