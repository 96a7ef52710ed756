"""Score sheets, line by line with clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.table import Table as Grid

from baumeister.cli.screens.words import word
from baumeister.kernel.glossary import say

if TYPE_CHECKING:
    from baumeister.cli.screens.screen import Screen

ScoreSheet = Mapping[str, Any]
NOTHING = "–"
LINE_WIDTH, NAME_WIDTH = 28, 13  # columns that the names of lines and a player need
MOST_IN_A_ROW = 4  # players, where not all fit side by side


def score_sheets(
    screen: Screen,
    names: Sequence[str],
    sheets: Sequence[ScoreSheet],
    winners: Sequence[int] = (),
    width: int = 1000,
) -> RenderableType:
    """The sheets side by side, in several tables if the width is too small for one; lines without
    points are left out."""
    titles = [f"{name} ★" if seat in winners else name for seat, name in enumerate(names)]
    fitting = max(1, (width - LINE_WIDTH) // NAME_WIDTH)
    tables = 1 if len(names) <= fitting else -(-len(names) // min(fitting, MOST_IN_A_ROW))
    each = -(-len(names) // tables)
    return Group(
        *(
            _side_by_side(screen, titles[k : k + each], sheets[k : k + each])
            for k in range(0, len(names), each)
        )
    )


def _side_by_side(
    screen: Screen, titles: Sequence[str], sheets: Sequence[ScoreSheet]
) -> RenderableType:
    language = screen.language
    grid = Grid(box=SIMPLE, padding=(0, 1, 0, 0), header_style="bold")
    grid.add_column("", style="dim", no_wrap=True)
    grid.add_column(word("sheet", language))
    for title in titles:
        grid.add_column(title, justify="right")
    by_clause = [{line["clause"]: line["points"] for line in sheet["lines"]} for sheet in sheets]
    clauses = sorted({clause for lines in by_clause for clause in lines}, key=_book_order)
    for clause in clauses:
        points = [str(lines[clause]) if clause in lines else NOTHING for lines in by_clause]
        grid.add_row(clause, screen.score_name(clause), *points)
    if not clauses:
        grid.add_row("", word("no_points", language), *(NOTHING for _ in sheets))
    grid.add_section()
    total = say("word.total", language).capitalize()
    grid.add_row("", total, *(str(sheet["total"]) for sheet in sheets), style="bold")
    grid.add_row(*screen.tiebreak(), *(str(sheet["tiebreak"]) for sheet in sheets), style="dim")
    return grid


def _book_order(clause: str) -> tuple[int, ...]:
    return tuple(int(part) for part in clause[1:].split("."))
