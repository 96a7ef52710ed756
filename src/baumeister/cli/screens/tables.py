"""Tables of the lab in the terminal: columns are left out rather than numbers cut."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table

from baumeister.kernel.glossary import say
from baumeister.lab.tables import Grid

WIDE = 10_000  # columns of a file or a pipe
EDGE = 3  # columns of the frame for each column of the table; one more at the end


def wide_console() -> Console:
    """The console; as wide as necessary if it is not a terminal."""
    width = None if sys.stdout.isatty() else WIDE
    return Console(highlight=False, markup=False, width=width)


def print_grid(console: Console, grid: Grid, language: str = "") -> None:
    """Print a table under its title; with a language also which columns were left out."""
    kept, widths = fitted(grid, console.width)
    console.print(f"\n{grid.title}", style="bold")
    table = Table()
    for place, k in enumerate(kept):
        justify = "left" if grid.is_text(k) else "right"
        width = widths[place] if widths else None
        table.add_column(grid.columns[k], justify=justify, overflow="fold", width=width)  # type: ignore[arg-type]
    for row in grid.rows:
        table.add_row(*(row[k] for k in kept))
    console.print(table)
    if language and len(kept) < len(grid.columns):
        names = [
            say("balance.narrow.column", language, name=name)
            for k, name in enumerate(grid.columns)
            if k not in kept
        ]
        columns = ", ".join(names)
        text = say("balance.narrow.left_out", language, columns=columns)
        console.print(text, style="dim")


def fitted(grid: Grid, width: int) -> tuple[list[int], list[int]]:
    """The columns that fit, and how wide each is; no widths if even the fewest do not fit."""
    kept = list(range(len(grid.columns)))
    spare = [grid.columns.index(name) for name in grid.spare if name in grid.columns]
    while True:
        least = [_least(grid, k) for k in kept]
        room = width - sum(least) - EDGE * len(kept) - 1
        if room >= 0:
            break
        if not spare:
            return kept, []
        kept.remove(spare.pop(0))
    widths = []
    for k, least_width in zip(kept, least, strict=True):
        whole = max(len(text) for text in _column(grid, k))
        more = min(room, whole - least_width)
        widths.append(least_width + more)
        room -= more
    return kept, widths


def _column(grid: Grid, k: int) -> list[str]:
    return [grid.columns[k], *(row[k] for row in grid.rows)]


def _least(grid: Grid, k: int) -> int:
    """The minimum width of a column: words stay whole, and numbers with their intervals."""
    head, *cells = _column(grid, k)
    parts = head.split() + (
        [word for cell in cells for word in cell.split()] if grid.is_text(k) else cells
    )
    return max((len(part) for part in parts), default=1)
