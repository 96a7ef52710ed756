"""What commands that play many games share: workers, journal and progress bars."""

from __future__ import annotations

import argparse
import hashlib
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from baumeister.cli.arguments import Parser, chosen_options, number, whole_number
from baumeister.kernel.glossary import say
from baumeister.lab.distributed.cluster import ClusterLost, DaskCluster, scheduler_for
from baumeister.lab.distributed.journal import Journal, asked_in
from baumeister.lab.distributed.scheduler import Scheduler
from baumeister.lab.distributed.task_files import digest_of, own_modules
from baumeister.lab.distributed.versions import code_digest, game_version, made_with, versions
from baumeister.lab.series import has_key, keyed_seed, without_key
from baumeister.play import OptionError, game

MOST_PLAYERS = 999  # each game says how many it is for
MOST_JOBS = 1_000_000


def add_workers(parser: Parser, journal: bool = True) -> None:
    """`--jobs N`, `--cluster ADDRESS` and `--journal FILE`."""
    language = parser.language
    parser.add("--jobs", type=number(0, MOST_JOBS, language), default=1, metavar="N")
    parser.add("--cluster", metavar="ADDRESS", help=say("cluster.option", language))
    if journal:
        parser.add("--journal", type=Path, metavar="FILE", help=say("journal.option", language))


def command_again(
    command: str,
    add_arguments: Callable[[Parser], None],
    args: argparse.Namespace,
    silent: Iterable[str],
) -> str:
    """The command that repeats this; options with their default and `silent` ones are left out."""
    parser = Parser(command, "en")
    add_arguments(parser)
    words = ["baumeister", *command.split(), args.game]
    for name, value in vars(args).items():
        if name not in ("game", "lang", *silent) and value != parser.get_default(name):
            option, text = "--" + name.replace("_", "-"), str(value)
            if value is True:
                words.append(option)
            elif text.startswith("-"):  # as a separate word it would be read as an option
                words.append(f"{option}={text}")
            else:
                words += [option, text]
    return shlex.join(words)


def made_by(
    args: argparse.Namespace, command: str, packages: Sequence[str], seconds: float
) -> dict[str, Any]:
    """How a result was made, so that others can reproduce it: the command, versions of the game and
    of these packages, options and seed."""
    played = game(args.game, args.data)
    return {
        "command": command,
        "game": args.game,
        "rules_version": played.rules.rules_version,
        "data_version": played.data_version,
        "options": chosen_options(args),
        "seed": args.seed,
        "made_with": made_with(*packages),
        "seconds": round(seconds, 3),
    }


def run_seed(args: argparse.Namespace, bots: Iterable[str]) -> str:
    """The seed of the run. If a custom bot plays, it has a key: that of the journal if the run goes
    on, otherwise a new one."""
    seed = keyed_seed(args.seed, bots)
    if seed != args.seed and args.journal is not None:
        kept = str(asked_in(args.journal).get("seed"))
        if has_key(kept) and without_key(kept) == args.seed:
            return kept
    return seed


def player_counts(text: str) -> list[int]:
    """The numbers of `--players 2,3,4`, each once; OptionError for anything else."""
    counts = [whole_number(part.strip(), MOST_PLAYERS) for part in text.split(",")]
    known = [count for count in counts if count is not None]
    if len(known) < len(counts):
        raise OptionError("lab.error.players", text=text)
    return list(dict.fromkeys(known))


@contextmanager
def workers_for(
    args: argparse.Namespace, bots: Iterable[str], tasks: int | None = None
) -> Iterator[Scheduler]:
    """The workers: `--cluster`, or `--jobs` processes."""
    scheduler = scheduler_for(args.jobs, args.cluster, bots, tasks)
    if isinstance(scheduler, DaskCluster):
        scheduler.watch = lambda lost, come, now: tell_of_workers(lost, come, now, args.lang)
    try:
        yield scheduler
    except ClusterLost as lost:
        if getattr(args, "journal", None) is None:
            raise
        raise OptionError("journal.error.goes_on", problem=lost) from lost
    finally:
        scheduler.close()


def tell_of_workers(lost: int, come: int, now: int, language: str) -> None:
    """Print a line when workers of a cluster are lost or join."""
    if lost:
        key = "cluster.lost_some" if now > come else "cluster.lost_all"
        print(say(key, language, k=lost, n=now - come), file=sys.stderr, flush=True)
    if come:
        print(say("cluster.come", language, k=come, n=now), file=sys.stderr, flush=True)


@contextmanager
def journal_for(
    args: argparse.Namespace, bots: Iterable[str], asked: Mapping[str, Any]
) -> Iterator[Journal | None]:
    """The journal of `--journal`, or None.

    `asked` has the options that results depend on; the versions of game, data, code and own bots
    are added.
    """
    if args.journal is None:
        yield None
        return
    bots = tuple(bots)
    question = {
        "command": asked["command"],
        "game": args.game,
        "versions": game_version(args.game, args.data),
        "data": content_of(args.data),
        "bots": list(bots),
        "own_bots": digest_of(own_modules(bots)),
        **asked,
        "code": code_digest(),
        "numba": versions()["numba"],
    }
    with Journal(args.journal, question) as journal:
        if len(journal):
            text = say("journal.goes_on", args.lang, path=args.journal, n=len(journal))
            Console(stderr=True, markup=False).print(text, style="dim", highlight=False)
        yield journal


def content_of(path: Path | None) -> str | None:
    """A digest of a file."""
    return None if path is None else hashlib.sha256(path.read_bytes()).hexdigest()[:16]


class Bars:
    """Progress bars on the error output, with the number of workers of a cluster."""

    def __init__(self, scheduler: Scheduler, on_cluster: bool, language: str) -> None:
        self.console = Console(stderr=True, markup=False)
        self._scheduler = scheduler
        self._on_cluster = on_cluster
        self._language = language
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        self._bar = Progress(*columns, TimeRemainingColumn(), console=self.console, transient=True)

    def __enter__(self) -> Bars:
        self._bar.start()
        if self._on_cluster:
            key = "cluster.joined" if self._scheduler.workers else "cluster.waiting"
            text = say(key, self._language, n=self._scheduler.workers)
            self.console.print(text, style="dim", highlight=False)
        return self

    def __exit__(self, *trouble: object) -> None:
        self._bar.stop()

    def add(self, title: str, total: int) -> Callable[[int], None]:
        """A bar for so many games; call the result with the number of further finished games."""
        task = self._bar.add_task(self._titled(title), total=total)

        def advance(n: int) -> None:
            self._bar.update(task, advance=n, description=self._titled(title))

        return advance

    def _titled(self, title: str) -> str:
        if not self._on_cluster:
            return title
        workers = say("cluster.workers", self._language, n=self._scheduler.workers)
        return f"{title} · {workers}"
