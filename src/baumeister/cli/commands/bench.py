"""`baumeister bench`: how fast the rules are on this machine."""

from __future__ import annotations

import argparse
import json

from rich.console import Console
from rich.table import Table as Grid

from baumeister.cli.arguments import Parser
from baumeister.kernel.glossary import say
from baumeister.lab import bench
from baumeister.lab.bench import Measurement

COLUMNS = ("value", "beside", "ratio")


def add_arguments(parser: Parser) -> None:
    """The options of `baumeister bench`."""
    parser.add("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    """Carry out `baumeister bench`."""
    errors = Console(stderr=True)
    report = bench.rows(
        lambda message: errors.print(message.text(args.lang), style="dim", markup=False)
    )
    if args.json:
        print(json.dumps([row.as_json() for row in report]))
    else:
        show(report, args.lang)
    return 0


def show(report: list[Measurement], language: str) -> None:
    """Print the measurements as a table."""
    grid = Grid(caption=say("bench.caption", language, limit=say("bench.limit", language)))
    grid.add_column(say("bench.column.what", language))
    for column in COLUMNS:
        grid.add_column(say(f"bench.column.{column}", language), justify="right")
    for row in report:
        value = f"{_number(row.value, language)} {say(f'bench.unit.{row.unit}', language)}"
        beside = "" if row.beside is None else _number(row.beside, language)
        ratio = "" if row.ratio is None else _local(f"{row.ratio:.2f}", language)
        grid.add_row(row.name(language), value, beside, ratio)
    Console(markup=False).print(grid)


def _number(value: float, language: str) -> str:
    if value >= 1_000_000:
        return _local(f"{value / 1_000_000:.1f}", language) + " " + say("bench.million", language)
    return _local(f"{value:,.0f}" if value >= 100 else f"{value:.2f}", language)


def _local(text: str, language: str) -> str:
    """A number with the points and commas of the language."""
    return text.translate(str.maketrans(",.", ".,")) if language == "de" else text
