"""`baumeister review`: what each decision of a finished game cost, and what chance brought."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from rich.box import SIMPLE
from rich.console import Console, JustifyMethod
from rich.progress import Progress
from rich.table import Table as Grid

from baumeister.cli.arguments import Parser, add_data, add_which_game
from baumeister.cli.commands.replay import seat_of
from baumeister.cli.errors import UsageError
from baumeister.cli.output_files import check_outputs, write_output
from baumeister.cli.screens.terminal import Terminal
from baumeister.cli.screens.words import word
from baumeister.kernel.glossary import say
from baumeister.lab.pages import check_pages
from baumeister.lab.plots import check_plots
from baumeister.lab.review.page import page
from baumeister.lab.review.plot import KINDS, draw
from baumeister.lab.review.review import (
    EFFORTS,
    Decision,
    Effort,
    Review,
    Stroke,
    for_seconds,
    review,
    to_json,
)
from baumeister.lab.review.words import Words, percent, shown_loss
from baumeister.play import Table, records

NO_BREAK = "\N{NO-BREAK SPACE}"
JUSTIFY: tuple[JustifyMethod, ...] = ("right", "left", "right", "right", "left")
WIDEST_NAME = 18


def add_arguments(parser: Parser) -> None:
    """The arguments of `review`."""
    parser.add("file", metavar="FILE", type=Path)
    add_which_game(parser)
    parser.add("--seat", metavar="NAME|NUMBER")
    parser.add("--quick", action="store_true")
    parser.add("--thorough", action="store_true")
    parser.add("--time", metavar="SECONDS", type=_seconds(parser.language))
    parser.add("--page", metavar="FILE.html", type=Path)
    parser.add("--picture", metavar="FILE.png|.svg", type=Path)
    parser.add("--json", metavar="FILE", type=Path)
    add_data(parser)


def _seconds(language: str) -> Callable[[str], float]:
    """A type that takes seconds."""

    def read(text: str) -> float:
        try:
            seconds = float(text.replace(",", "."))
        except ValueError:
            seconds = 0.0
        if not 0.01 <= seconds <= 3600:
            raise argparse.ArgumentTypeError(word("error.seconds", language, text=text))
        return seconds

    return read


def run(args: argparse.Namespace) -> int:
    """Review one game."""
    _check(args)
    table = _table(args)
    seat = seat_of(table, args.seat)
    seats = None if seat is None else [seat]
    effort = _effort(args, table)
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say("review.reviewing", args.lang), total=None)
        reviewed = review(
            table, effort, seats, lambda done, total: bar.update(task, completed=done, total=total)
        )
    try:
        _write_files(reviewed, args)
    finally:
        terminal, told = Terminal(args.lang), records.about_data(table)
        if told is not None:
            terminal.line(told.text(args.lang))
        show(reviewed, terminal)
    return 0


def _write_files(reviewed: Review, args: argparse.Namespace) -> None:
    """`--json`, `--page` and `--picture`, before anything is printed: the reader of the output may
    exit."""
    if args.json is not None:
        text = json.dumps(to_json(reviewed), ensure_ascii=False, indent=1)
        write_output(args.json, text + "\n")
    if args.page is not None:
        write_output(args.page, page(reviewed, args.lang))
    if args.picture is not None:
        kind = args.picture.suffix.lower()
        write_output(args.picture, draw(reviewed, args.lang, kind))


def _check(args: argparse.Namespace) -> None:
    """Errors of arguments and output files, before the review starts."""
    if args.quick + args.thorough + (args.time is not None) > 1:
        raise UsageError("cli.error.one_effort")
    if args.picture is not None:
        if args.picture.suffix.lower() not in KINDS:
            raise UsageError("cli.error.picture", path=args.picture)
        check_plots()
    if args.page is not None:
        check_pages()
    check_outputs(args, ("page", "picture", "json"), ("file", "data"))


def _table(args: argparse.Namespace) -> Table:
    """The chosen game, which must be over."""
    tables = records.read_file(args.file, args.data, args.game)
    if len(tables) > 1:
        raise UsageError("cli.error.which_record", path=args.file, n=len(tables))
    table = tables[0]
    if not table.over:
        raise UsageError("cli.error.review_running", path=args.file)
    return table


def _effort(args: argparse.Namespace, table: Table) -> Effort:
    if args.time is not None:
        return for_seconds(table, args.time)
    return EFFORTS["quick" if args.quick else "thorough" if args.thorough else "normal"]


# --- as text ----------------------------------------------------------------------------------
def show(reviewed: Review, terminal: Terminal) -> None:
    """The turning points and the totals, then all decisions and how the review was made."""
    words = Words(reviewed, terminal.language)
    terminal.line(words.title, "bold")
    terminal.line(f"{words.result} {words.counted}")
    terminal.line("")
    terminal.line(words.say("turns"), "bold")
    turns = reviewed.turns()
    for count, turn in enumerate(turns, 1):
        terminal.item(f"{count}. {words.turn(turn)}")
    if not turns:
        terminal.item(words.say("no_turns"))
    terminal.line(words.scales, "dim")
    terminal.line("")
    terminal.line(words.say("sums"), "bold")
    terminal.line(words.say("unit"), "dim")
    _show_sums(reviewed, words, terminal)
    terminal.line(words.say("moves"), "bold")
    _show_moves(reviewed, words, terminal)
    terminal.line("")
    for sentence in words.about():
        terminal.line(sentence, "dim")


Row = tuple[str, str, str, str, str]  # move, player, chances, lost, what


def _show_moves(reviewed: Review, words: Words, terminal: Terminal) -> None:
    """All decisions, and the chance events that changed anybody's chances."""
    titles = ("move", "name", "own_view", "loss", "what")
    head = [words.say(f"column.{key}") for key in titles]
    strokes = [stroke for stroke in reviewed.strokes if _moved(reviewed, stroke)]
    found: list[Decision | Stroke] = [*reviewed.decisions, *strokes]
    found.sort(key=lambda row: (row.move, isinstance(row, Stroke)))
    rows = [
        _stroke_row(reviewed, words, row) if isinstance(row, Stroke) else _decision_row(words, row)
        for row in found
    ]
    if terminal.console.is_terminal:
        grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
        for title, justify in zip(head, JUSTIFY, strict=True):
            wide = title == head[1]
            grid.add_column(title, justify=justify, max_width=WIDEST_NAME if wide else None)
        for row in rows:
            grid.add_row(*row, style="yellow" if row[3] else "")
        terminal.show(grid)
        return
    widths = [max(len(line[k]) for line in [head, *rows]) for k in range(4)]
    for line in [head, *rows]:
        cells = [
            text.ljust(width) if justify == "left" else text.rjust(width)
            for text, width, justify in zip(line, widths, JUSTIFY, strict=False)
        ]
        terminal.line("  ".join([*cells, line[4]]))


def _decision_row(words: Words, decision: Decision) -> Row:
    chances, loss, what = percent(decision.after), "", words.deed(decision.move)
    if decision.better is not None:
        chances = f"{percent(decision.before)} → {chances}".replace(" ", NO_BREAK)
        loss = words.points(shown_loss(decision))
        what += f" · {words.say('better', better=words.better(decision))}"
    return str(decision.move), words.names[decision.seat], chances, loss, what


def _moved(reviewed: Review, stroke: Stroke) -> bool:
    """Whether it changed anybody's chances by a percentage point."""
    return any(abs(stroke.change(seat)) >= 0.01 for seat in reviewed.seats)


def _stroke_row(reviewed: Review, words: Words, stroke: Stroke) -> Row:
    changes = ", ".join(
        f"{words.names[seat]} {percent(stroke.expected[seat])} → {percent(stroke.actual[seat])}"
        for seat in reviewed.seats
    )
    what = f"{words.stroke(stroke)} ({words.say('eyes.open')}): {changes}"
    return str(stroke.move), "*", "", "", what


def _show_sums(reviewed: Review, words: Words, terminal: Terminal) -> None:
    grid = Grid(box=SIMPLE, padding=(0, 1, 0, 0), header_style="bold")
    for column in ("name", "decisions", "mistakes", "lost", "mean_loss", "chance"):
        justify: JustifyMethod = "left" if column == "name" else "right"
        grid.add_column(words.say(f"head.{column}"), justify=justify)
    for total in reviewed.sums():
        grid.add_row(
            words.names[total.seat],
            str(total.decisions),
            str(total.mistakes),
            words.points(-total.lost),
            words.points(-total.mean_loss, 1),
            words.points(total.chance),
        )
    terminal.show(grid)
    for total in reviewed.sums():
        for key, moment in (("best", total.best), ("worst", total.worst)):
            label = f"{words.names[total.seat]}, {words.say(f'column.{key}')}"
            terminal.item(f"{label}: {words.moment(moment)}")
    terminal.line("")
