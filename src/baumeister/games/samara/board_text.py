"""The table of Samara as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from baumeister.envs.render.shown import Shown
from baumeister.games.samara.components import COLUMNS, ROWS
from baumeister.games.samara.picture_words import SEATS, Pieces

STYLES = ("bright_cyan", "bright_yellow", "bright_magenta", "bright_green", "bright_red")
CELL, NARROW_CELL = 11, 7  # letters of a space; in a terminal of 80 columns
NOTHING = "–"


def table(shown: Shown) -> list[RenderableType]:
    """Where the game is, the board, the calendar, what lies in front of everybody, the question."""
    pieces = Pieces(shown)
    own = [Text(pieces.chosen(), "bold")] if pieces.chosen() else []
    idle = [Text(f"! {pieces.idle()}", "yellow")] if pieces.idle() else []
    lines: list[RenderableType] = [
        Text(f"{shown.say('name')} · {pieces.moment()}", "bold"),
        *idle,
        _Board(pieces),
        Text(shown.say("calendar"), "bold").append(
            f" · {shown.table_say('from_board')}", "not bold dim"
        ),
        _calendar(pieces),
        _foremen(pieces),
        *own,
        Text(shown.question, "bold"),
    ]
    ends = [shown.points, shown.ending] if shown.ending else []
    return [*lines, *(Text(line, "bold") for line in ends)]


@dataclass(frozen=True)
class _Board:
    """S1.2 Row 4 at the top; a row costs strength, a column months. Spaces as wide as there is
    room for."""

    pieces: Pieces

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pieces = self.pieces
        cell = max(NARROW_CELL, min(CELL, (options.max_width - 2) // COLUMNS - 1))
        spaces = {(space["row"], space["column"]): space for space in pieces.shown.view["spaces"]}
        # What a space between two cells is for, all tools and two digits may need: SSTTAB14.
        grid = Grid(box=None, padding=0, header_style="bold underline")
        for title in ("", *map(str, range(1, COLUMNS + 1))):
            grid.add_column(title, no_wrap=True, width=cell + 1 if title else 2)
        for row in range(ROWS, 0, -1):
            cells = (_space(pieces, spaces.get((row, c)), cell) for c in range(1, COLUMNS + 1))
            grid.add_row(Text(str(row), "bold"), *cells)
        yield grid


def _space(pieces: Pieces, space: Mapping[str, Any] | None, cell: int) -> Text:
    """Name; needs and prestige; the tools that lie there."""
    if space is None:
        return Text()
    tools = Text("\n" + " ".join(pieces.tools(space["tools"])), "yellow")
    if space["tile"] is None:
        return Text("·", "dim").append("\n").append_text(tools)
    tile = pieces.tile(space["tile"])
    name, needs = pieces.name(tile), pieces.needs(tile)
    mark = name[len(pieces.shown.name(tile)) :]
    short = name if len(name) <= cell else f"{name[: cell - 1 - len(mark)]}.{mark}"
    below = f"{needs}{tile.prestige:>{cell - len(needs)}}"
    return Text(short, "bold").append(f"\n{below}", "not bold").append_text(tools)


def _calendar(pieces: Pieces) -> RenderableType:
    """S2 The months with workers, each with its line."""
    view, grid = pieces.shown.view, Grid.grid(padding=(0, 2, 0, 0))
    for entry in view["calendar"]:
        name = Text(pieces.month(entry["month"]))
        if entry["month"] == view["now"]:
            name = Text(f"{name.plain} {pieces.shown.say('now')}", "reverse")
        grid.add_row(name, Text(" ").join(_worker(pieces, worker) for worker in entry["line"]))
    return grid


def _worker(pieces: Pieces, worker: Mapping[str, Any]) -> Text:
    """Foreman's letter, own letter, figures; ► acts."""
    mark = "►" if pieces.acts(worker) else ""
    name = f"{mark}{SEATS[worker['seat']]}{worker['worker']}{pieces.stack(worker)}"
    return Text(name, STYLES[worker["seat"]])


def _foremen(pieces: Pieces) -> RenderableType:
    """S9.1 What everybody sees of the foremen; ► is asked."""
    shown = pieces.shown
    grid = Grid(box=None, padding=(0, 1, 0, 0), header_style="dim underline")
    for key in ("foreman", "tools", "reserve", "tiles", "prestige", "open_tiles"):
        grid.add_column(shown.say(key))
    for seat, row in enumerate(shown.view["seats"]):
        name = Text("►" if shown.asked(seat) else " ").append(SEATS[seat], f"bold {STYLES[seat]}")
        reserve = {**row["reserve"], "sex": "man"}
        grid.add_row(
            name.append(f" {row['name']}", "not bold default"),
            " ".join(pieces.tools(row["tools"])) or NOTHING,
            pieces.stack(reserve) or NOTHING,
            str(row["tiles"]),
            "?" if row["prestige"] is None else str(row["prestige"]),
            ", ".join(shown.name(pieces.tile(code)) for code in row["open_tiles"]) or NOTHING,
        )
    return grid
