"""The games of a tournament with one number of players, planned and played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from baumeister.kernel.glossary import say
from baumeister.lab.bot_process import DEFAULT_LIMITS, BotLimits
from baumeister.lab.distributed import journal
from baumeister.lab.distributed.journal import Journal, JournalCodec
from baumeister.lab.distributed.scheduler import Outcome, Scheduler, WorkerDied
from baumeister.lab.fast_games import GameResult
from baumeister.lab.series import (
    BotFailure,
    Series,
    Watch,
    compile_for,
    game_of,
    how_it_died,
    how_they_end,
    play_game,
    result_of,
)
from baumeister.lab.tournament.ratings import CONFIDENCE, Tally, is_ahead
from baumeister.lab.tournament.schedule import Deal, looks, scheduled
from baumeister.lab.tracebacks import what

FAST_CHUNK = 256  # compiled games in one task; a task at a table is one game


@dataclass(frozen=True)
class Fixture:
    """One game of the schedule."""

    number: int  # in the schedule
    deal: int
    seats: tuple[int, ...]  # the number of the bot in each seat


@dataclass(frozen=True)
class Task:
    """Games with the same bots in the same seats."""

    series: Series
    fixtures: tuple[Fixture, ...]


@dataclass(frozen=True)
class Played:
    """A game that has been played."""

    fixture: Fixture
    result: GameResult
    seconds: tuple[float, ...] | None = None  # thought by each seat; None if compiled
    answers: tuple[int, ...] | None = None  # questions that each seat answered

    @property
    def before(self) -> list[int]:
        """How many came before each seat. The rules break ties for the win only: other seats with
        equal points share their place."""
        ranks = [
            (share > 0, score)
            for share, score in zip(self.result.shares, self.result.scores, strict=True)
        ]
        return [sum(other > rank for other in ranks) for rank in ranks]


@dataclass(frozen=True)
class Trouble:
    """A failed attempt, with the games that were lost."""

    task: Task
    problem: Exception
    again: bool  # whether they will be tried again

    @property
    def culprit(self) -> tuple[str, int, int] | None:
        """The bot that failed, its seat and the number of the move, if known."""
        problem = self.problem
        if isinstance(problem, BotFailure):
            return problem.bot, problem.seat, problem.move
        return None

    @property
    def kind(self) -> tuple[str | None, str]:
        """The bot, if known, and the reason: failures of one kind are reported once."""
        return None if self.culprit is None else self.culprit[0], self.why("en")

    def why(self, language: str) -> str:
        """The reason without the place."""
        problem = self.problem
        if isinstance(problem, BotFailure):
            return problem.why[language]
        if isinstance(problem, WorkerDied):
            return how_it_died(problem).text(language)
        return what(problem, language)

    def text(self, language: str) -> str:
        """Who, where and why, in one line."""
        series = self.task.series
        seed = series.game_seed(self.task.fixtures[0].deal)
        if self.culprit is None:
            bots = ", ".join(series.bots)
            return say("tournament.lost", language, seed=seed, bots=bots, why=self.why(language))
        bot, seat, move = self.culprit
        where = {"bot": bot, "seat": seat, "move": move, "seed": seed}
        return say("lab.bot_failed", language, **where, why=self.why(language))


def play(task: Task) -> list[Played]:
    """Play the games of a task: compiled if possible, otherwise at a table."""
    series = task.series
    if series.is_fast:
        results = how_they_end(series, [fixture.deal for fixture in task.fixtures])
        return [Played(f, result) for f, result in zip(task.fixtures, results, strict=True)]
    return [_at_a_table(series, fixture) for fixture in task.fixtures]


def _at_a_table(series: Series, fixture: Fixture) -> Played:
    compile_for(series)
    watch = Watch(series.players)
    table = play_game(series, game_of(series.game, series.data), fixture.deal, watch)
    return Played(fixture, result_of(table), tuple(watch.seconds), tuple(watch.answers))


# --- in a journal -----------------------------------------------------------------------------
def _key(task: Task) -> str:
    """The number of players, the first game and how many: all others follow from the schedule."""
    return f"{task.series.players}/{task.fixtures[0].number}/{len(task.fixtures)}"


def _to_json(games: list[Played]) -> list[list[Any]]:
    return [[*game.result.row(), game.seconds, game.answers] for game in games]


def _from_json(task: Task, rows: list[list[Any]]) -> list[Played]:
    return [
        Played(
            fixture,
            GameResult.from_row(task.series.game_seed(fixture.deal), result),
            None if seconds is None else tuple(seconds),
            None if answers is None else tuple(answers),
        )
        for fixture, (*result, seconds, answers) in zip(task.fixtures, rows, strict=True)
    ]


CODEC = JournalCodec(_key, _to_json, _from_json)


@dataclass
class Contest:
    """The games between bots with one number of players."""

    game: str
    bots: tuple[str, ...]
    players: int
    seed: str
    games: int  # how many are wanted
    options: dict[str, Any] = field(default_factory=dict)
    data: Path | None = None
    compiled: bool = True
    until_clear: bool = False
    limits: BotLimits = DEFAULT_LIMITS

    def __post_init__(self) -> None:
        self.deals = scheduled(len(self.bots), self.players, self.seed, self.games)
        total = len(self.deals)
        self.looks = looks(len(self.bots), self.players, total) if self.until_clear else [total]
        self.risk = (1 - CONFIDENCE) / len(self.looks)
        self.planned = sum(len(deal.seatings) for deal in self.deals)
        self.trouble: list[Trouble] = []
        self.stopped = ""  # why no more games were played: games, clear
        self._played: dict[int, Played] = {}

    @property
    def played(self) -> list[Played]:
        """What has been played, in the order of the schedule."""
        return [self._played[number] for number in sorted(self._played)]

    @property
    def left_out(self) -> list[Trouble]:
        """What could not be played."""
        return [trouble for trouble in self.trouble if not trouble.again]

    def play(
        self,
        scheduler: Scheduler,
        tell: Callable[[Outcome[Task, list[Played]]], None],
        kept: Journal | None = None,
    ) -> None:
        """Play until all games are played or, with `until_clear`, until the ranking is clear."""
        done = number = 0
        for look in self.looks:
            fixtures = list(_fixtures(self.deals[done:look], number))
            for outcome in journal.run(scheduler, play, self.tasks(fixtures), kept, CODEC):
                self._take(outcome)
                tell(outcome)
            done, number = look, number + len(fixtures)
            if self.until_clear and look != self.looks[-1] and self.is_clear():
                self.stopped = "clear"
                return
        self.stopped = "games"

    def _take(self, outcome: Outcome[Task, list[Played]]) -> None:
        for played in outcome.result or []:
            self._played[played.fixture.number] = played
        if outcome.problem is not None:
            self.trouble.append(Trouble(outcome.task, outcome.problem, outcome.again))

    def series(self, seats: tuple[int, ...]) -> Series:
        """The series of games with these bots in these seats."""
        bots = tuple(self.bots[bot] for bot in seats)
        return Series(
            self.game,
            self.players,
            bots,
            self.seed,
            self.options,
            self.data,
            self.compiled,
            self.limits,
        )

    def tasks(self, fixtures: list[Fixture]) -> list[Task]:
        """The games in tasks: compiled ones by seating and in bulk, all others one by one."""
        by_seats: dict[tuple[int, ...], list[Fixture]] = {}
        for fixture in fixtures:
            by_seats.setdefault(fixture.seats, []).append(fixture)
        tasks = []
        for seats, group in by_seats.items():
            series = self.series(seats)
            size = FAST_CHUNK if series.is_fast else 1
            for k in range(0, len(group), size):
                tasks.append(Task(series, tuple(group[k : k + size])))
        return sorted(tasks, key=lambda task: task.fixtures[0].number)

    def failed(self) -> list[tuple[int, int]]:
        """The games that were lost because of a bot: the deal, and the bot."""
        return [
            (fixture.deal, self.bots.index(trouble.culprit[0]))
            for trouble in self.left_out
            if trouble.culprit is not None
            for fixture in trouble.task.fixtures
        ]

    # --- the ranking -----------------------------------------------------------------------
    def tallies(self) -> list[list[Tally]]:
        """For every bot, what it got in each deal that was played; nothing where it failed."""
        failed = self.failed()
        deals = sorted(
            {played.fixture.deal for played in self._played.values()} | {deal for deal, _ in failed}
        )
        place = {deal: k for k, deal in enumerate(deals)}
        shares = [[0.0] * len(deals) for _ in self.bots]
        seats = [[0] * len(deals) for _ in self.bots]
        for played in self.played:
            k = place[played.fixture.deal]
            for bot, share in zip(played.fixture.seats, played.result.shares, strict=True):
                shares[bot][k] += share
                seats[bot][k] += 1
        for deal, bot in failed:
            seats[bot][place[deal]] += 1
        return [
            [Tally(share, n) for share, n in zip(*of_bot, strict=True)]
            for of_bot in zip(shares, seats, strict=True)
        ]

    def ranking(self) -> list[int]:
        """The bots by their share of the win, then by their mean place; a bot that failed in a game
        has lost it."""
        got, places, seats = ([0.0] * len(self.bots) for _ in range(3))
        for played in self.played:
            before, shares = played.before, played.result.shares
            for seat, bot in enumerate(played.fixture.seats):
                got[bot] += shares[seat]
                places[bot] += place_of(before, seat)
                seats[bot] += 1
        for _, bot in self.failed():
            places[bot] += self.players
            seats[bot] += 1
        rows = [(-got[b] / (seats[b] or 1), places[b] / (seats[b] or 1)) for b in range(len(seats))]
        return sorted(range(len(seats)), key=lambda bot: (not seats[bot], *rows[bot]))

    def ahead_of_next(self) -> list[bool]:
        """For each neighbouring pair of the ranking, whether its order is clear."""
        tallies, order = self.tallies(), self.ranking()
        return [
            is_ahead(tallies[first], tallies[second], self.risk)
            for first, second in pairwise(order)
        ]

    def is_clear(self) -> bool:
        """Whether every bot of the ranking is ahead of the next."""
        return all(self.ahead_of_next())


def _fixtures(deals: list[Deal], first: int) -> Iterator[Fixture]:
    number = first
    for deal in deals:
        for seats in deal.seatings:
            yield Fixture(number, deal.number, seats)
            number += 1


def place_of(before: list[int], seat: int) -> float:
    """The place of a seat, the mean of those that it shares with others."""
    return 1 + before[seat] + (before.count(before[seat]) - 1) / 2
