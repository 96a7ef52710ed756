"""`baumeister learn`: trains a network by self-play. docs/learning.md describes it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from baumeister.cli.arguments import Parser, add_game, number
from baumeister.cli.many_games import add_workers, command_again, workers_for
from baumeister.cli.stopping import EXIT_CODES, Stopped, Stopping, sigterm_stops
from baumeister.kernel import rule
from baumeister.kernel.glossary import say
from baumeister.lab.distributed.cluster import ClusterLost
from baumeister.lab.distributed.scheduler import Scheduler, WorkerDied
from baumeister.lab.learning.course import WEIGHTS, Course, CourseSettings, Lesson, Watcher
from baumeister.lab.learning.measuring import Measured
from baumeister.lab.learning.self_play import MOST_WALKS
from baumeister.lab.learning.training import Progress as Losses
from baumeister.lab.learning.training import check_torch
from baumeister.lab.series import how_it_died
from baumeister.lab.tables import say_number
from baumeister.play import OptionError, game
from baumeister.play.table import checked_seed

QUARTERS = 4  # without a terminal, a line after each quarter of a lesson's games or passes
MOST = 1_000_000
DEFAULTS = CourseSettings("")
NUMBERS = {  # of CourseSettings, and the largest that each can be
    "games": MOST,
    "walks": MOST_WALKS,
    "window": MOST,
    "passes": MOST,
    "first": MOST,
    "second": MOST,
    "deals": MOST,
}


def add_arguments(parser: Parser) -> None:
    """The options of `baumeister learn`."""
    language, many = parser.language, number(1, MOST, parser.language)
    add_game(parser)
    parser.add("--players", metavar="N,…")
    parser.add("--out", type=Path, required=True, metavar="DIR")
    parser.add("--minutes", type=many, default=50, metavar="N")
    parser.add("--lessons", type=many, metavar="N")
    add_workers(parser, journal=False)
    parser.add("--resume", action="store_true")
    parser.add("--seed", default=DEFAULTS.seed)
    for name, most in NUMBERS.items():
        default, what = getattr(DEFAULTS, name), say(f"learn.option.{name}", language)
        text = say("learn.option.default", language, what=what, n=default)
        read = number(1, most, language)
        parser.add(f"--{name}", type=read, default=default, metavar="N", help=text)
    parser.add("--from-nothing", action="store_true")


def run(args: argparse.Namespace) -> int:
    """Carry out `baumeister learn`."""
    check_torch()
    if not rule.can_compile():
        raise rule.NotCompiled("error.rule.needs_numba")
    settings = CourseSettings(
        args.game,
        checked_seed(args.seed),
        players=_players(args),
        **{name: getattr(args, name) for name in NUMBERS},
        residual=not args.from_nothing,
    )
    try:
        with sigterm_stops() as stopping, workers_for(args, ()) as scheduler:
            course = Course(args.out, settings, args.resume)
            measured = _teach(course, scheduler, args, stopping)
    except (ClusterLost, WorkerDied) as problem:
        why = how_it_died(problem) if isinstance(problem, WorkerDied) else problem
        raise OptionError("learn.error.goes_on", problem=why, folder=args.out) from problem
    if isinstance(measured, str):
        return EXIT_CODES[measured]
    for one in measured:
        share = _share((one.share.value, one.share.low, one.share.high), args.lang)
        print(say("learn.measured", args.lang, players=one.players, games=one.games, share=share))
    print(say("learn.done", args.lang, path=args.out / WEIGHTS))
    return 0


def _teach(
    course: Course, scheduler: Scheduler, args: argparse.Namespace, stopping: Stopping
) -> list[Measured] | Stopped:
    """All lessons, and the strength of the network then; or how it was stopped."""
    bar = Bar(course, args.lang, stopping)
    try:
        with bar:
            if args.resume and course.is_new:
                bar.print(say("learn.anew", args.lang, folder=args.out))
            if course.other_versions:
                what = ", ".join(course.other_versions)
                bar.print(say("learn.other_versions", args.lang, what=what))
            course.run(scheduler, bar, lambda: is_more(course, args, bar))
            bar.print(say("learn.measuring", args.lang))
            return course.graduate(command_line(args, len(course.lessons)))
    except KeyboardInterrupt as stop:
        stopped = stopping.how(stop)
        bar.print(say(f"learn.{stopped}", args.lang, folder=args.out))
        return stopped


def _players(args: argparse.Namespace) -> tuple[int, ...]:
    """`--players 2,3`; OptionError for a number that the game does not have."""
    rules = game(args.game).rules
    if args.players is None:
        return ()
    possible = [str(n) for n in range(rules.least_players, rules.most_players + 1)]
    given = [part.strip() for part in args.players.split(",")]
    if not set(given) <= set(possible):
        numbers = ", ".join(possible)
        raise OptionError("learn.error.players", text=args.players, numbers=numbers)
    return tuple(sorted({int(n) for n in given}))


def is_more(course: Course, args: argparse.Namespace, bar: Bar) -> bool:
    """Whether there is another lesson: by their number if that was given, otherwise if one as
    long as the last fits into the time."""
    if args.lessons is not None:
        return bool(len(course.lessons) < args.lessons)
    if not course.lessons:
        return True
    used = course.seconds + bar.idle
    return bool(used + course.lessons[-1].seconds <= 60 * args.minutes)


def command_line(args: argparse.Namespace, lessons: int) -> str:
    """The command that reproduces these weights, with lessons instead of minutes."""
    again = argparse.Namespace(**{**vars(args), "lessons": lessons})
    silent = ("out", "resume", "jobs", "cluster", "minutes")
    return command_again("learn", add_arguments, again, silent) + " --out DIR"


class Bar(Watcher):
    """Shows the progress of a course: a bar for the present lesson (lines if there is no terminal),
    and a line of output for each finished lesson."""

    def __init__(self, course: Course, language: str, stopping: Stopping) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        self._language, self._lesson = language, 0
        self._stopping = stopping
        self._told: tuple[int, str, int] | None = None  # lesson, what and quarters of the last line
        self._begin, self._before = perf_counter(), course.seconds
        self._course = course
        console = Console(stderr=True, markup=False)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        self._bar = Progress(*columns, console=console, transient=True, redirect_stdout=False)
        self._task = self._bar.add_task("", total=None)

    @property
    def idle(self) -> float:
        """Seconds of this run outside of lessons, such as compiling."""
        return perf_counter() - self._begin - (self._course.seconds - self._before)

    def __enter__(self) -> Bar:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def print(self, text: str) -> None:
        """A line above the bar."""
        self._bar.console.print(text, highlight=False)

    def _result(self, text: str) -> None:
        """Print a line of the output; above the bar if both are on one screen."""
        if self._bar.console.is_terminal and sys.stdout.isatty():
            self.print(text)
        else:
            print(text, flush=True)

    def _show(self, key: str, done: int, planned: int, **values: Any) -> None:
        self._stopping.check()
        text = say(f"learn.{key}", self._language, lesson=self._lesson, **values)
        self._bar.update(self._task, description=text, completed=done, total=planned)
        told = (self._lesson, key, QUARTERS * done // max(planned, 1))
        if told[-1] > 0 and told != self._told and not self._bar.console.is_terminal:
            self._told = told
            numbers = {"what": text, "done": done, "planned": planned}
            print(say("learn.so_far", self._language, **numbers), file=sys.stderr, flush=True)

    def began(self, lesson: int) -> None:
        """See Watcher."""
        self._lesson = lesson

    def played(self, games: int, planned: int) -> None:
        """See Watcher."""
        self._show("playing", games, planned)

    def trained(self, passes: int, planned: int, progress: Losses) -> None:
        """See Watcher."""
        self._show("training", passes, planned, loss=say_number(progress.held, 3, self._language))

    def ended(self, lesson: Lesson) -> None:
        """See Watcher."""
        best = min(lesson.progress, key=lambda one: one.held)
        values = {
            "lesson": lesson.number,
            "minutes": say_number((self._course.seconds) / 60, 1, self._language),
            "decisions": lesson.decisions,
            "policy": say_number(best.held_policy, 3, self._language),
            "value": say_number(best.held_value, 3, self._language),
            "share": _share(lesson.share, self._language),
        }
        self._result(say("learn.lesson", self._language, **values))


def _share(share: tuple[float, float, float], language: str) -> str:
    value, low, high = (say_number(100 * one, 1, language) for one in share)
    return say("learn.share", language, value=value, low=low, high=high)
