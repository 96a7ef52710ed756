"""`baumeister tournament`: bots against each other, to find out which is better.

The work is done in lab/: tournament/schedule.py makes the schedule in which luck cancels out,
tournament/ratings.py the statistics, distributed/scheduler.py runs the processes.
docs/tournament.md describes it for users.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console

from baumeister.bots import BOTS, Titles
from baumeister.cli.arguments import (
    Parser,
    add_data,
    add_game,
    add_options,
    chosen_options,
    number,
)
from baumeister.cli.bot_limits import add_bot_limits, chosen_limits
from baumeister.cli.many_games import (
    Bars,
    add_workers,
    command_again,
    journal_for,
    made_by,
    player_counts,
    run_seed,
    workers_for,
)
from baumeister.cli.output_files import check_outputs, write_output
from baumeister.cli.screens.tables import print_grid, wide_console
from baumeister.cli.stopping import EXIT_CODES, Stopped, Stopping, sigterm_stops
from baumeister.kernel.glossary import say
from baumeister.lab.distributed.journal import Journal
from baumeister.lab.distributed.scheduler import Outcome, Scheduler
from baumeister.lab.pages import check_pages
from baumeister.lab.series import compile_for, known_bots
from baumeister.lab.tables import say_number
from baumeister.lab.tournament.games import Contest, Played, Task, Trouble
from baumeister.lab.tournament.ratings import can_rate
from baumeister.lab.tournament.report import report
from baumeister.lab.tournament.results import FORMAT, VERSION, Results, results_of, to_json
from baumeister.lab.tournament.tables import grids, notes, title_of, troubles, verdict
from baumeister.play import OptionError, game

LEFT_OUT = 1  # exit code
MOST = 10_000_000  # games
PACKAGES = ("numba", "openskill", "matplotlib")  # whose versions a report names
NOT_IN_COMMAND = ("cluster", "journal", "json", "report")  # same results


# --- the command ------------------------------------------------------------------------------
def add_arguments(parser: Parser) -> None:
    """The options of `baumeister tournament`."""
    add_game(parser)
    parser.add("--bots", required=True, metavar="A,B,…")
    parser.add("--players", default="2", metavar="N,…")
    parser.add("--games", type=number(1, MOST, parser.language), default=200, metavar="N")
    parser.add("--until-clear", action="store_true")
    parser.add("--seed", default="0")
    add_workers(parser)
    add_bot_limits(parser)
    parser.add("--json", type=Path, metavar="FILE")
    parser.add("--report", type=Path, metavar="FILE")
    add_options(parser, many=True)
    add_data(parser)
    parser.add("--plain", action="store_true")


def run(args: argparse.Namespace) -> int:
    """Carry out `baumeister tournament`."""
    contests = contests_of(args)
    with sigterm_stops() as stopping:
        begin = perf_counter()
        stopped = play_all(contests, args, stopping)
        seconds = perf_counter() - begin
        stopping.finish()
        finished = [results_of(c) for c in contests if c.played or c.trouble]
        try:
            _write_files(finished, contests[0].bots, stopped, seconds, args)
        finally:
            show(finished, stopped, seconds, args.lang)
    if stopped:
        return EXIT_CODES[stopped]
    return LEFT_OUT if any(contest.left_out for contest in contests) else 0


def _write_files(
    finished: Sequence[Results],
    bots: Sequence[str],
    stopped: Stopped,
    seconds: float,
    args: argparse.Namespace,
) -> None:
    """`--json` and `--report`, before anything is printed: the reader of the output may exit."""
    command = command_again("tournament", add_arguments, args, NOT_IN_COMMAND)
    made = {
        "format": FORMAT,
        "version": VERSION,
        **made_by(args, command, PACKAGES, seconds),
        "bots": list(bots),
    }
    if args.json is not None:
        tables = [to_json(results) for results in finished]
        text = json.dumps({**made, "finished": not stopped, "tables": tables}, indent=1)
        write_output(args.json, text + "\n")
    if args.report is not None:
        write_output(args.report, report(finished, made, stopped, args.lang))


def contests_of(args: argparse.Namespace) -> list[Contest]:
    """One contest for each number of players; OptionError if the arguments are wrong."""
    played, options = game(args.game, args.data), chosen_options(args)
    counts = player_counts(args.players)
    for players in counts:
        played.new(players, args.seed, None, **options)
    bots = _bots(args.bots)
    check_outputs(args, ("json", "report", "journal"), ("data", "cluster"))
    if args.report is not None:
        check_pages()
    args.seed = run_seed(args, bots)
    return [
        Contest(
            args.game,
            bots,
            players,
            args.seed,
            args.games,
            options,
            args.data,
            not args.plain,
            args.until_clear,
            chosen_limits(args),
        )
        for players in counts
    ]


def _bots(text: str) -> tuple[str, ...]:
    names = known_bots(name.strip() for name in text.split(","))
    if twice := [name for name, n in Counter(names).items() if n > 1]:
        raise OptionError("tournament.error.twice", name=twice[0])
    if len(names) < 2:
        raise OptionError("tournament.error.one_bot", names=Titles(BOTS))
    return names


# --- playing ----------------------------------------------------------------------------------
def play_all(contests: Sequence[Contest], args: argparse.Namespace, stopping: Stopping) -> Stopped:
    """Play everything, with a progress bar; return how it was stopped."""
    bots, language = contests[0].bots, args.lang
    try:
        with (
            journal_for(args, bots, asked(args)) as kept,
            workers_for(args, bots) as scheduler,
            Bars(scheduler, args.cluster is not None, language) as bars,
        ):
            if not can_rate():
                text = say("lab.no_openskill", language)
                bars.console.print(text, style="dim", highlight=False)
            if args.cluster is None:
                _compile(contests)
            stopping.check()
            for contest in contests:
                _play(contest, scheduler, kept, bars, language, stopping)
    except KeyboardInterrupt as stop:
        return stopping.how(stop)
    return ""


def asked(args: argparse.Namespace) -> dict[str, Any]:
    """What the games depend on, for a journal."""
    return {
        "command": "tournament",
        "players": player_counts(args.players),
        "games": args.games,
        "until_clear": args.until_clear,
        "seed": args.seed,
        "options": chosen_options(args),
        "plain": args.plain,
    }


def _compile(contests: Sequence[Contest]) -> None:
    """Compile everything that the games need, before processes start."""
    for contest in contests:
        seatings = {seats for deal in contest.deals for seats in deal.seatings}
        fast = [seats for seats in seatings if contest.series(seats).is_fast]
        for seats in fast[:1]:
            compile_for(contest.series(seats))
        for seats in seatings - set(fast):
            compile_for(contest.series(seats))


def _play(
    contest: Contest,
    scheduler: Scheduler,
    kept: Journal | None,
    bars: Bars,
    language: str,
    stopping: Stopping,
) -> None:
    title = say("tournament.playing", language, players=contest.players)
    advance = bars.add(title, contest.planned)
    reported: set[tuple[str | None, str]] = set()

    def tell(outcome: Outcome[Task, list[Played]]) -> None:
        """Advance the bar; report each kind of failure once."""
        if not outcome.again:
            advance(len(outcome.task.fixtures))
        stopping.check()
        if outcome.problem is None:
            return
        trouble = Trouble(outcome.task, outcome.problem, outcome.again)
        if trouble.kind not in reported:
            reported.add(trouble.kind)
            text = trouble.text(language)
            if trouble.again:
                text = say("tournament.again", language, text=text)
            bars.console.print(text, style="yellow", highlight=False)

    contest.play(scheduler, tell, kept)


# --- the terminal -----------------------------------------------------------------------------
def show(finished: Sequence[Results], stopped: Stopped, seconds: float, language: str) -> None:
    """Print tables and sentences to stdout, failures to stderr."""
    console, errors = wide_console(), Console(stderr=True, highlight=False, markup=False)
    for results in finished:
        if not results.games:
            console.print(f"\n{title_of(results, language)}", style="bold")
        for grid in grids(results, language):
            print_grid(console, grid, language)
        for line in verdict(results, language):
            console.print(line)
        for line in troubles(results.contest, language):
            errors.print(line, style="yellow")
    if stopped:
        errors.print(say(f"tournament.{stopped}", language))
    if explained := notes(finished, language):
        console.print(f"\n{explained}", style="dim")
    console.print(say("lab.took", language, seconds=say_number(seconds, 1, language)))
