"""`baumeister simulate`: many games between bots, as a summary or as records."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from time import perf_counter
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table as Grid

from baumeister.cli.arguments import (
    Parser,
    add_data,
    add_game,
    add_options,
    chosen_options,
    number,
)
from baumeister.cli.bot_limits import add_bot_limits, chosen_limits
from baumeister.cli.many_games import Bars, add_workers, journal_for, run_seed, workers_for
from baumeister.cli.output_files import check_outputs
from baumeister.cli.stopping import EXIT_CODES, Stopped, Stopping, sigterm_stops
from baumeister.kernel.glossary import say
from baumeister.lab.distributed.journal import Journal
from baumeister.lab.distributed.scheduler import Scheduler, WorkerDied
from baumeister.lab.series import Series, compile_for, how_it_died, series_bots
from baumeister.lab.simulate import FAST_CHUNK, Summary, in_chunks, json_lines, results
from baumeister.lab.tables import count, say_number
from baumeister.play import OptionError, game

PLAYERS, BOTS = 2, "random"  # defaults; docs/lab.md says why those of lab balance differ
MOST = 100_000_000  # games
COLUMNS = ("seat", "bot", "wins", "share", "points", "highest")


def add_arguments(parser: Parser) -> None:
    """The options of `baumeister simulate`."""
    add_game(parser)
    parser.add("--players", type=int, default=PLAYERS, metavar="N")
    parser.add("--games", type=number(1, MOST, parser.language), default=1000, metavar="N")
    parser.add("--only", type=number(0, MOST, parser.language), metavar="K")
    parser.add("--seed", default="0")
    parser.add("--bots", metavar="A,B,…")
    add_options(parser, many=True)
    add_workers(parser)
    add_bot_limits(parser)
    add_data(parser)
    parser.add("--json", action="store_true")
    parser.add("--plain", action="store_true")


def run(args: argparse.Namespace) -> int:
    """Carry out `baumeister simulate`."""
    played, options = game(args.game, args.data), chosen_options(args)
    played.new(args.players, args.seed, None, **options)  # refuse wrong options before starting
    check_outputs(args, ("journal",), ("data", "cluster"))
    bots = series_bots(args.bots or BOTS, args.players)
    args.seed = run_seed(args, bots)
    compiled, limits = not args.plain, chosen_limits(args)
    series = Series(args.game, args.players, bots, args.seed, options, args.data, compiled, limits)
    chunk = FAST_CHUNK if series.is_fast and not args.json else 1
    first, end = (0, args.games) if args.only is None else (args.only, args.only + 1)
    tasks = -(-(end - first) // chunk)
    try:
        with (
            sigterm_stops() as stopping,
            journal_for(args, bots, asked(args, options)) as kept,
            workers_for(args, bots, tasks) as scheduler,
        ):
            if args.cluster is None:
                compile_for(replace(series, compiled=False) if args.json else series)
            chunks = Chunks(series, end, chunk, scheduler, kept, first)
            if args.json:
                return _print_json(chunks, stopping)
            return _print_summary(chunks, args, stopping)
    except WorkerDied as died:
        raise OptionError("lab.error.died", how=how_it_died(died)) from died


class Chunks(NamedTuple):
    """What to play, in which chunks, with which workers."""

    series: Series
    games: int  # the number of the last game, plus 1
    chunk: int
    scheduler: Scheduler
    kept: Journal | None
    start: int


def asked(args: argparse.Namespace, options: dict[str, Any]) -> dict[str, Any]:
    """What the games depend on, for a journal."""
    only = {} if args.only is None else {"only": args.only}
    return {
        **only,
        "command": "simulate",
        "players": args.players,
        "games": args.games,
        "seed": args.seed,
        "options": options,
        "plain": args.plain,
        "json": args.json,
    }


def _print_json(chunks: Chunks, stopping: Stopping) -> int:
    stopping.check()
    for lines in in_chunks(json_lines, *chunks):
        for line in lines:
            sys.stdout.write(line + "\n")
        stopping.check()
    sys.stdout.flush()
    return 0


def _print_summary(chunks: Chunks, args: argparse.Namespace, stopping: Stopping) -> int:
    language, summary = args.lang, Summary(chunks.series)
    errors = Console(stderr=True, markup=False)
    stopped: Stopped = ""
    begin = perf_counter()
    try:
        with Bars(chunks.scheduler, args.cluster is not None, language) as bars:
            advance = bars.add(say("simulate.playing", language), chunks.games - chunks.start)
            stopping.check()
            for done in in_chunks(results, *chunks):
                for result in done:
                    summary.add(result)
                advance(len(done))
                stopping.check()
    except KeyboardInterrupt as stop:
        stopped = stopping.how(stop)
    stopping.finish()
    if summary.games:
        show(summary, perf_counter() - begin, language)
        if args.bots is None:
            console = Console(markup=False, emoji=False)
            text = say("simulate.by_default", language, players=args.players, bots=BOTS)
            console.print(text, style="dim", highlight=False)
    if stopped:
        key = f"simulate.{stopped}" if summary.games else f"lab.no_games_{stopped}"
        errors.print(say(key, language), highlight=False)
    return EXIT_CODES[stopped]


def show(summary: Summary, seconds: float, language: str) -> None:
    """Print the summary as a table."""
    console, series = Console(markup=False, emoji=False), summary.series
    games = count("games", summary.games, language)
    heading = {
        "game": game(series.game).title(language),
        "players": series.players,
        "games": games,
        "seed": series.seed,
    }
    grid = Grid(title=say("simulate.title", language, **heading))
    for column in COLUMNS:
        title = say(f"simulate.column.{column}", language)
        grid.add_column(title, justify="left" if column == "bot" else "right")

    def told(value: float) -> str:
        return say_number(value, 1, language)

    for seat, bot in enumerate(series.bots):
        grid.add_row(
            str(seat),
            bot,
            told(summary.wins[seat]),
            f"{told(100 * summary.wins[seat] / summary.games)} %",
            told(summary.points[seat] / summary.games),
            str(summary.highest[seat]),
        )
    console.print(grid)
    length, seed = summary.longest
    values = {
        "mean": told(summary.decisions / summary.games),
        "longest": length,
        "seed": seed,
        "ties": summary.ties,
        "seconds": told(seconds),
    }
    console.print(say("simulate.sum", language, **values), highlight=False)
