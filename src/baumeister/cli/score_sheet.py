"""Score sheets, line by line with clauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.box import SIMPLE
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from baumeister.cli.words import word
from baumeister.rules.glossary import say

Sheet = Mapping[str, Any]


def score_sheets(
    names: Sequence[str],
    sheets: Sequence[Sheet],
    name_of: Callable[[str], str],
    language: str,
    winners: Sequence[int] = (),
) -> RenderableType:
    """The sheets side by side; lines that bring nobody points are left out."""
    grid = Grid(box=SIMPLE, padding=(0, 1, 0, 0), header_style="bold", show_footer=True)
    grid.add_column("", style="dim", no_wrap=True, footer="T6.19")
    total = say("word.total", language).capitalize()
    grid.add_column(word("sheet", language), footer=Text(total, "bold"))
    for seat, (name, sheet) in enumerate(zip(names, sheets, strict=True)):
        mark = " ★" if seat in winners else ""
        grid.add_column(f"{name}{mark}", justify="right", footer=Text(str(sheet["total"]), "bold"))
    by_clause = [{line["clause"]: line["points"] for line in sheet["lines"]} for sheet in sheets]
    clauses = sorted({clause for lines in by_clause for clause in lines}, key=_book_order)
    for clause in clauses:
        points = [str(lines[clause]) if clause in lines else "–" for lines in by_clause]
        grid.add_row(clause, name_of(clause), *points)
    if not clauses:
        grid.add_row("", word("no_points", language), *("–" for _ in sheets))
    grid.add_section()
    tiebreak = word("tiebreak", language)
    grid.add_row("T6.19", tiebreak, *(Text(str(s["tiebreak"]), "dim") for s in sheets))
    return grid


def _book_order(clause: str) -> tuple[int, ...]:
    return tuple(int(part) for part in clause[1:].split("."))
