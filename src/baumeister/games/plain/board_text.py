"""The table as text, drawn from the view."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from baumeister.envs.render.shown import Shown
from baumeister.games.plain.game import PlainGame
from baumeister.games.plain.tables import facts, own_facts, seat_rows


def part_of(rules: PlainGame) -> dict[str, Any]:
    """The module `board_text` of a game."""

    def table(shown: Shown) -> list[RenderableType]:
        """The table, the seats, what is the seat's own, the question, and at the end who won."""
        view, language = shown.view, shown.language
        pairs = [
            *facts(view, rules.own_fields(), language),
            *own_facts(view, rules.own_fields(), language),
        ]
        ends = [shown.points, shown.ending] if shown.ending else []
        return [
            Text(shown.say("name"), "bold"),
            *(Text(f"{name}: {value}") for name, value in pairs),
            _seats(shown),
            *(Text(line, "bold") for line in (shown.question, *ends)),
        ]

    return {"table": table}


def _seats(shown: Shown) -> Grid:
    columns, rows = seat_rows(shown.view, shown.language)
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim underline")
    for title in ("", *columns):
        grid.add_column(title)
    for seat, cells in enumerate(rows):
        mark = "►" if shown.asked(seat) else " "
        grid.add_row(f"{mark} {shown.view['seats'][seat]['name']}", *cells)
    return grid
