"""Tables in a narrow terminal: nothing is cut."""

from __future__ import annotations

import io

from rich.console import Console

from baumeister.cli.screens.tables import fitted, print_grid
from baumeister.lab.tables import Grid

GRID = Grid(
    "Tiles",
    ["name", "points", "with it, %", "adjusted, %"],
    [["Winter Garden", "65.2", "+30.7 [25.5; 36.0] ▲", "+30.2 [21.5; 39.0] ▲"]],
    spare=("points", "with it, %"),
)


def shown(width: int) -> str:
    out = io.StringIO()
    print_grid(Console(file=out, width=width), GRID)
    return out.getvalue()


def test_where_there_is_room_everything_is_shown() -> None:
    assert fitted(GRID, 100)[0] == [0, 1, 2, 3]
    assert "Winter Garden" in shown(100)


def test_a_narrow_terminal_leaves_columns_out_and_wraps_names_between_words() -> None:
    assert fitted(GRID, 64)[0] == [0, 2, 3]
    text = shown(38)
    assert fitted(GRID, 38)[0] == [0, 3]
    assert "+30.2 [21.5; 39.0] ▲" in text
    assert "Winter " in text
    assert "Garden" in text
    assert "…" not in text
    assert max(len(line) for line in text.splitlines()) <= 38


def test_a_table_says_which_columns_it_had_no_room_for() -> None:
    for language, words in (
        ("en", "Columns left out: “points”; "),
        ("de", "Weggelassene Spalten: „points“; "),
    ):
        narrow, wide = io.StringIO(), io.StringIO()
        print_grid(Console(file=narrow, width=64), GRID, language)
        print_grid(Console(file=wide, width=100), GRID, language)
        assert words in narrow.getvalue()
        assert words not in wide.getvalue()


def test_however_narrow_it_is_no_digit_is_lost() -> None:
    text = shown(20)
    assert "…" not in text
    assert sum(c.isdigit() for c in text) == sum(c.isdigit() for c in GRID.rows[0][3])
