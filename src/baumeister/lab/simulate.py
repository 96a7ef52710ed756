"""`baumeister simulate`: many games between bots, as a summary or as records."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from baumeister.bots import BOTS, bot_seed, new_bot
from baumeister.bots.policies import POLICIES
from baumeister.lab.fast_games import FastGames, GameResult
from baumeister.play import Game, OptionError, Table, game, records
from baumeister.rules.kernel.rule import can_compile

FAST_CHUNK, SLOW_CHUNK = 2000, 20  # games in one task for a process


@dataclass(frozen=True)
class Series:
    """A series of games: game k of it is the same whatever the number of games and processes."""

    game: str
    players: int
    bots: tuple[str, ...]
    seed: str
    options: Mapping[str, Any] = field(default_factory=dict)
    data: Path | None = None
    compiled: bool = True

    def game_seed(self, k: int) -> str:
        """The seed of game k."""
        return f"{self.seed}/{k}"

    def names(self) -> list[str]:
        """Names for the bots: greedy 1, random 2 …"""
        return [f"{bot} {seat + 1}" for seat, bot in enumerate(self.bots)]


def series_bots(text: str, players: int) -> tuple[str, ...]:
    """`--bots`: one bot for all seats, or one for each; ValueError says what would be right."""
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise OptionError(f"--bots names {len(names)} bots for {players} players")
    for name in names:
        if name not in BOTS:
            raise OptionError(f"{name!r} is not a bot; there are {', '.join(BOTS)}")
    return tuple(names)


# --- playing ----------------------------------------------------------------------------------
def play_game(series: Series, played: Game, k: int) -> Table:
    """Game k at a table, with all its events."""
    table = played.new(series.players, series.game_seed(k), series.names(), **series.options)
    bots = [new_bot(name, bot_seed(table.seed, seat)) for seat, name in enumerate(series.bots)]
    while not table.over:
        seat = table.waiting_for[0]
        table.play(seat, bots[seat].decide(table.seat_view(seat)))
    return table


def results(series: Series, first: int, end: int) -> list[GameResult]:
    """How games first to end - 1 end: compiled if possible, otherwise at tables."""
    played = game(series.game, series.data)
    if series.compiled and can_compile() and set(series.bots) <= set(POLICIES):
        fast = FastGames(played, series.players, series.bots)
        return fast.play([series.game_seed(k) for k in range(first, end)], series.options)
    return [_result(play_game(series, played, k)) for k in range(first, end)]


def _result(table: Table) -> GameResult:
    winners = table.winners
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(table.names))]
    scores = [score["total"] for score in table.scores()]
    return GameResult(table.seed, tuple(scores), tuple(shares), len(table.moves))


def json_lines(series: Series, first: int, end: int) -> list[str]:
    """The structured records of games first to end - 1, one line each."""
    played = game(series.game, series.data)
    return [
        json.dumps(records.to_json(play_game(series, played, k)), ensure_ascii=False)
        for k in range(first, end)
    ]


def in_chunks(
    work: Callable[[Series, int, int], list[Any]], series: Series, games: int, jobs: int, chunk: int
) -> Iterator[list[Any]]:
    """Do the work in chunks, in order, on so many processes."""
    spans = [(k, min(games, k + chunk)) for k in range(0, games, chunk)]
    if jobs == 1 or len(spans) == 1:
        for first, end in spans:
            yield work(series, first, end)
        return
    with ProcessPoolExecutor(min(jobs, len(spans)), get_context("spawn")) as pool:
        waiting = [pool.submit(work, series, first, end) for first, end in spans]
        for future in waiting:
            yield future.result()


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


def show(summary: Summary, seconds: float) -> None:
    """Print the summary as a table."""
    from rich.console import Console
    from rich.table import Table as Grid

    console = Console()
    series = summary.series
    grid = Grid(title=f"{series.game}: {summary.games} games, seed {series.seed}")
    for column in ("seat", "bot", "wins", "win rate", "mean points", "highest"):
        grid.add_column(column, justify="left" if column == "bot" else "right")
    for seat, bot in enumerate(series.bots):
        grid.add_row(
            str(seat),
            bot,
            f"{summary.wins[seat]:.1f}",
            f"{summary.wins[seat] / summary.games:.1%}",
            f"{summary.points[seat] / summary.games:.1f}",
            str(summary.highest[seat]),
        )
    console.print(grid)
    length, seed = summary.longest
    console.print(
        f"{summary.decisions / summary.games:.1f} decisions a game, at most {length} "
        f"(seed {seed}); {summary.ties} shared wins; {seconds:.1f} s",
        highlight=False,
    )


# --- the command ------------------------------------------------------------------------------
def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `baumeister simulate`."""
    parser.add_argument("game", help="tybor or samara")
    parser.add_argument("--players", type=int, default=2, help="how many play (default 2)")
    parser.add_argument("--games", type=int, default=1000, help="how many games (default 1000)")
    parser.add_argument("--seed", default="0", help="a number; game k is always the same")
    parser.add_argument("--bots", default="random", help="one for all seats, or a,b,c by seat")
    parser.add_argument("--scenario", help="Tybor; default: each game draws its own")
    parser.add_argument("--chapter", type=int, help="Tybor, 1 to 8; default: by lot as well")
    parser.add_argument("--start-month", type=int, help="Samara, 1 to 12; default: by lot")
    parser.add_argument(
        "--no-specials", action="store_true", help="Samara: the first-game variant (S7.15)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes; 0 for all cores")
    parser.add_argument("--data", type=Path, help="your own component values")
    parser.add_argument("--json", action="store_true", help="print one record per line")
    parser.add_argument("--plain", action="store_true", help="do not use compiled rules")


def run(args: argparse.Namespace) -> int:
    """Carry out `baumeister simulate`."""
    if args.games < 1:
        raise OptionError(f"--games {args.games}: at least 1 game is needed")
    if args.jobs < 0:
        raise OptionError(f"--jobs {args.jobs}: 1 or more processes, or 0 for all cores")
    chosen = {
        "scenario": args.scenario,
        "chapter": args.chapter,
        "start_month": args.start_month,
        "specials": False if args.no_specials else None,
    }
    options = {key: value for key, value in chosen.items() if value is not None}
    played = game(args.game, args.data)
    played.new(args.players, "0", None, **options)  # refuse wrong options before starting
    series = Series(
        args.game,
        args.players,
        series_bots(args.bots, args.players),
        args.seed,
        options,
        args.data,
        compiled=not args.plain,
    )
    jobs = args.jobs or os.cpu_count() or 1
    if args.json:
        return _print_json(series, args.games, jobs)
    return _print_summary(series, args.games, jobs)


def _print_json(series: Series, games: int, jobs: int) -> int:
    for lines in in_chunks(json_lines, series, games, jobs, SLOW_CHUNK):
        for line in lines:
            sys.stdout.write(line + "\n")
    sys.stdout.flush()
    return 0


def _print_summary(series: Series, games: int, jobs: int) -> int:
    from time import perf_counter

    from rich.console import Console
    from rich.progress import track

    summary = Summary(series)
    fast = series.compiled and can_compile()
    if fast:
        results(series, 0, 1)  # compiles if need be, so that only playing is timed
    begin = perf_counter()
    chunk = FAST_CHUNK if fast else SLOW_CHUNK
    chunks = in_chunks(results, series, games, jobs, chunk)
    total = -(-games // chunk)
    for done in track(chunks, "playing", total, console=Console(stderr=True), transient=True):
        for result in done:
            summary.add(result)
    show(summary, perf_counter() - begin)
    return 0
