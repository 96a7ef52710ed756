"""`baumeister lab balance`: is the game fair, what wins it, what does a change do?

The work is done in lab/balance: counting.py counts, tally.py adds up, estimates.py computes
confidence intervals. docs/lab.md explains every number for users.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from baumeister.cli.arguments import (
    Parser,
    add_data,
    add_game,
    add_options,
    chosen_options,
    number,
    options_of,
    whole_number,
)
from baumeister.cli.bot_limits import add_bot_limits, chosen_limits
from baumeister.cli.many_games import (
    Bars,
    add_workers,
    command_again,
    content_of,
    journal_for,
    made_by,
    player_counts,
    run_seed,
    workers_for,
)
from baumeister.cli.output_files import check_outputs, write_output
from baumeister.cli.stopping import EXIT_CODES, Stopped, Stopping, sigterm_stops
from baumeister.kernel.glossary import LANGUAGES, say
from baumeister.lab.distributed.scheduler import Outcome, WorkerDied
from baumeister.lab.pages import check_pages
from baumeister.lab.series import Series, compile_for, how_it_died, series_bots
from baumeister.play import OptionError, game

if TYPE_CHECKING:
    from baumeister.lab.balance.games import Plan
    from baumeister.lab.balance.results import Comparison, Section

PACKAGES = ("numpy", "numba", "matplotlib")  # whose versions a report names
NOT_IN_COMMAND = ("json", "report", "csv", "all", "jobs", "cluster", "journal")  # same results
MOST = 100_000_000  # games


# --- the command ------------------------------------------------------------------------------
def add_arguments(parser: Parser) -> None:
    """The options of `baumeister lab balance`."""
    add_game(parser)
    parser.add("--players", default="4", metavar="N,…")
    parser.add("--games", type=number(1, MOST, parser.language), default=10_000, metavar="N")
    parser.add("--seed", default="0")
    parser.add("--bots", default="greedy", metavar="A,B,…")
    add_options(parser, many=True)
    add_data(parser)
    parser.add("--compare", type=Path, metavar="FILE")
    parser.add("--compare-options", metavar="A=B,…")
    add_workers(parser)
    add_bot_limits(parser)
    parser.add("--json", type=Path, metavar="FILE")
    parser.add("--report", type=Path, metavar="FILE")
    parser.add("--csv", type=Path, metavar="FOLDER")
    parser.add("--all", action="store_true")
    parser.add("--plain", action="store_true")


def run(args: argparse.Namespace) -> int:
    """Carry out `baumeister lab balance`."""
    plans = plans_of(args)
    with sigterm_stops() as stopping:
        if args.cluster is None:
            for plan in plans:
                compile_for(plan.series)
        begin = perf_counter()
        try:
            stopped = play_all(plans, args, stopping)
        except WorkerDied as died:
            raise OptionError("lab.error.died", how=how_it_died(died)) from died
        stopping.finish()
        return finish(args, plans, stopped, perf_counter() - begin)


def finish(
    args: argparse.Namespace, plans: Sequence[Plan], stopped: Stopped, seconds: float
) -> int:
    """Write the files, then print the tables: the reader of the output may have exited."""
    from baumeister.lab.balance.results import comparison_of, section_of

    played = [plan for plan in plans if plan.tally.games]
    comparisons = [comparison_of(plan) for plan in played if plan.changed is not None]
    sections = [comparison.before for comparison in comparisons] or [
        section_of(plan) for plan in played
    ]
    made = report_made_by(args, plans, seconds)
    write_files(args, sections, comparisons, made, stopped)
    show(sections, comparisons, made, stopped, args)
    return EXIT_CODES[stopped]


def write_files(
    args: argparse.Namespace,
    sections: Sequence[Section],
    comparisons: Sequence[Comparison],
    made: Mapping[str, Any],
    stopped: Stopped,
) -> None:
    """Write what `--json`, `--report` and `--csv` ask for, and say where it is."""
    if args.json is not None:
        _write_json(args.json, sections, comparisons, made, stopped)
    if args.report is not None:
        from baumeister.lab.balance.report import report

        text = report(sections, comparisons, made, stopped, args.lang)
        write_output(args.report, text)
    if args.csv is not None:
        from baumeister.lab.balance.csv_files import csv_files

        args.csv.mkdir(exist_ok=True)
        for name, text in csv_files(sections, comparisons, args.lang).items():
            write_output(args.csv / name, text.encode("utf-8-sig"))
    written = [str(path) for path in (args.json, args.report, args.csv) if path is not None]
    if written:
        told = say("balance.written", args.lang, paths=", ".join(written))
        print(told, file=sys.stderr)


def _write_json(
    path: Path,
    sections: Sequence[Section],
    comparisons: Sequence[Comparison],
    made: Mapping[str, Any],
    stopped: Stopped,
) -> None:
    from baumeister.lab.balance.json_file import comparison_json, section_json
    from baumeister.lab.balance.summary import summary_json

    whole = {
        **made,
        "finished": not stopped,
        "summary": summary_json(sections),
        "sections": [section_json(section) for section in sections],
        "comparisons": [comparison_json(comparison) for comparison in comparisons],
    }
    write_output(path, json.dumps(whole, indent=1, ensure_ascii=False) + "\n")


# --- what is asked for ------------------------------------------------------------------------
def plans_of(args: argparse.Namespace) -> list[Plan]:
    """One plan for each number of players; OptionError if the arguments are wrong."""
    if find_spec("numpy") is None:
        raise OptionError("balance.no_numpy")
    from baumeister.lab.balance.games import Plan

    played, options = game(args.game, args.data), chosen_options(args)
    other = played if args.compare is None else game(args.game, args.compare)
    more = _other_options(args)
    counts = player_counts(args.players)
    for players in counts:
        played.new(players, args.seed, None, **options)
        other.new(players, args.seed, None, **{**options, **more})
    if args.compare is None and args.compare_options is not None and {**options, **more} == options:
        raise OptionError("balance.error.same", text=args.compare_options)
    if args.compare is not None and {**options, **more} == options:
        from baumeister.lab.balance.changes import changes

        if not changes(args.game, args.data, args.compare):
            raise OptionError("balance.error.same_data", path=args.compare)
    check_outputs(args, ("json", "report", "journal"), ("data", "compare", "cluster"))
    _check_folder(args.csv)
    if args.report is not None:
        check_pages()
    seats = {players: series_bots(args.bots, players) for players in counts}
    args.seed = run_seed(args, {bot for bots in seats.values() for bot in bots})
    plans, compiled, limits = [], not args.plain, chosen_limits(args)
    for players, bots in seats.items():
        series = Series(args.game, players, bots, args.seed, options, args.data, compiled, limits)
        changed = None
        if args.compare is not None or args.compare_options is not None:
            data = args.data if args.compare is None else args.compare
            changed = replace(series, options={**options, **more}, data=data)
        plans.append(Plan(series, args.games, changed))
    return plans


def _check_folder(path: Path | None) -> None:
    """OptionError if `--csv` does not name a folder that exists or can be created."""
    if path is None:
        return
    place = path if path.exists() else path.parent
    if not place.is_dir() or not os.access(place, os.W_OK):
        raise OptionError("balance.error.csv", path=path)


def _other_options(args: argparse.Namespace) -> dict[str, Any]:
    """`--compare-options`: the options that differ."""
    if args.compare_options is None:
        return {}
    options = {option.argument: option for option in options_of(args.game, many=True)}
    found: dict[str, Any] = {}
    given: set[str] = set()
    for part in args.compare_options.split(","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        key = name.removeprefix("--").replace("-", "_")
        if key in given:
            raise OptionError("balance.error.twice", text=args.compare_options, name=name)
        given.add(key)
        option = options.get(key)
        if option is None or (option.kind == "yes_no") == bool(equals):
            raise _no_option(args)
        chosen: Any = value
        if option.kind == "yes_no":
            chosen = not option.default
        elif option.kind == "number":
            chosen = whole_number(value, MOST)
        if chosen is None:
            raise _no_option(args)
        found[option.name] = chosen
    return found


def _no_option(args: argparse.Namespace) -> OptionError:
    options = options_of(args.game, many=True)
    examples = (o.typed if o.kind == "yes_no" else f"{o.typed}={o.example}" for o in options)
    return OptionError(
        "balance.error.option",
        text=args.compare_options,
        game=game(args.game).title(args.lang),
        names=", ".join(option.typed for option in options),
        example=",".join(examples),
    )


def report_made_by(
    args: argparse.Namespace, plans: Sequence[Plan], seconds: float
) -> dict[str, Any]:
    """How the report was made, and from which games."""
    from baumeister.lab.balance.json_file import FORMAT, VERSION

    command = command_again("lab balance", add_arguments, args, NOT_IN_COMMAND)
    changed = plans[0].changed
    return {
        "format": FORMAT,
        "version": VERSION,
        **made_by(args, command, PACKAGES, seconds),
        "games": args.games,
        "bots": [list(plan.series.bots) for plan in plans],
        "changed": None
        if changed is None
        else {language: what_changed(args, language) for language in LANGUAGES},
    }


def what_changed(args: argparse.Namespace, language: str) -> str:
    """What `--compare` and `--compare-options` ask for, in words."""
    from baumeister.lab.balance.changes import changes, options_said, said

    parts = []
    if args.compare is not None:
        what = said(changes(args.game, args.data, args.compare), language)
        parts.append(say("balance.changed_data", language, path=args.compare, what=what or "="))
    if args.compare_options is not None:
        options = chosen_options(args)
        other = {**options, **_other_options(args)}
        parts.append(options_said(game(args.game, args.data), options, other, language))
    return "; ".join(part for part in parts if part)


# --- playing ----------------------------------------------------------------------------------
def play_all(plans: Sequence[Plan], args: argparse.Namespace, stopping: Stopping) -> Stopped:
    """Play everything, with a progress bar; return how it was stopped."""
    bots = {bot for plan in plans for bot in plan.series.bots}
    try:
        with (
            journal_for(args, sorted(bots), asked(args, plans)) as kept,
            workers_for(args, bots) as scheduler,
            Bars(scheduler, args.cluster is not None, args.lang) as bars,
        ):
            stopping.check()
            for plan in plans:
                title = say("balance.playing", args.lang, players=plan.series.players)
                advance = bars.add(title, plan.games)

                def tell(
                    outcome: Outcome[Any, Any], advance: Callable[[int], None] = advance
                ) -> None:
                    if not outcome.again:
                        advance(outcome.task.end - outcome.task.first)
                    stopping.check()

                plan.play(scheduler, tell, kept)
    except KeyboardInterrupt as stop:
        return stopping.how(stop)
    return ""


def asked(args: argparse.Namespace, plans: Sequence[Plan]) -> dict[str, Any]:
    """What the games depend on, for a journal."""
    return {
        "command": "lab balance",
        "players": [plan.series.players for plan in plans],
        "games": args.games,
        "seed": args.seed,
        "bots": [list(plan.series.bots) for plan in plans],
        "options": chosen_options(args),
        "compare": content_of(args.compare),
        "compare_options": args.compare_options,
        "plain": args.plain,
    }


# --- the terminal -----------------------------------------------------------------------------
def show(
    sections: Sequence[Section],
    comparisons: Sequence[Comparison],
    made: Mapping[str, Any],
    stopped: Stopped,
    args: argparse.Namespace,
) -> None:
    """Print tables and sentences."""
    from rich.console import Console

    from baumeister.cli.screens.tables import print_grid, wide_console
    from baumeister.lab.balance import change_tables, summary, tables
    from baumeister.lab.tables import say_number

    console = wide_console()
    errors = Console(stderr=True, highlight=False, markup=False)
    few, language = None if args.all else tables.FEW, args.lang
    if stopped:
        came = tables.interruption(sections, made, stopped, language)
        if sections:  # where the tables are printed
            console.print(came, style="bold")
        if not (sections and sys.stdout.isatty()):
            errors.print(came)
        if args.journal is not None:
            errors.print(say("balance.goes_on", language, path=args.journal))
    if len(sections) > 1:
        print_grid(console, summary.summary_grid(sections, language), language)
        console.print(summary.summary_verdict(sections, language))
    for comparison in comparisons:  # before the results for the unchanged game
        console.print()
        console.print(change_tables.change_title(comparison, language), style="bold")
        console.print(say("balance.changed_to", language, what=made["changed"][language]))
        for line in change_tables.change_verdict(comparison, language):
            console.print(line)
        for grid in change_tables.change_grids(comparison, language, few):
            print_grid(console, grid, language)
    for section in sections:
        console.print(f"\n{tables.title_of(section, language)}", style="bold")
        for line in tables.verdict(section, language):
            console.print(line)
        for grid in tables.grids(section, language, few):
            print_grid(console, grid, language)
    if sections:
        explained = say("balance.explained_in", language)
        console.print(f"\n{tables.notes(sections[-1], language)} {explained}", style="dim")
        seconds = say_number(made["seconds"], 1, language)
        console.print(say("lab.took", language, seconds=seconds))
