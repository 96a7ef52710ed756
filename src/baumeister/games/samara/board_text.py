"""The table of Samara as text: for environments, and its parts for the terminal's screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from baumeister.envs.render.shown import Shown
from baumeister.envs.render.tokens import NOTHING, Tokens
from baumeister.games.samara.components import COLUMNS, ROWS
from baumeister.games.samara.labels import PieceLabels, View
from baumeister.kernel.glossary import say

Place = tuple[int, int]
LABEL = 2  # the row's strength, left of the cells
LEAST_CELL, MOST_CELL = 7, 14


def table(shown: Shown) -> list[RenderableType]:
    """Where the game is, the board, the calendar, what lies in front of everybody, the question."""
    view, pieces = shown.view, PieceLabels(shown.game.components, shown.language)
    heading = f"{shown.say('name')} · {pieces.moment(view)} · {pieces.tiles_left(view)}"
    lines: list[RenderableType] = [
        Text(heading, "bold"),
        *([Text(f"! {pieces.idle(view)}", "yellow")] if pieces.idle(view) else []),
        Board(pieces, view),
        *calendar(pieces, view),
        foremen(pieces, view),
        *([Text(f"{pieces.chosen(view)} ✓", "bold")] if view["chosen"] else []),
    ]
    return [*lines, *(Text(line, "bold") for line in shown.last_lines())]


class Board:
    """S1.2 The board of one view, with cells as wide as there is room for."""

    def __init__(self, pieces: PieceLabels, view: View, moves: Sequence[str] = ()) -> None:
        """`moves` are the legal actions as they are written; what they reach is marked."""
        self.pieces, self.view, self.cell = pieces, view, MOST_CELL
        self.spaces = {(space["row"], space["column"]): space for space in view["spaces"]}
        self.buildable: set[Place] = set()
        self.takeable: dict[Place, list[str]] = {}
        for words in map(str.split, moves):
            if words[0] == "build":
                self.buildable.add(_place(words[1]))
            elif words[0] == "tool":
                self.takeable.setdefault(_place(words[1]), []).append(words[2])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Months at the top, then row 4 to row 1."""
        room = (options.max_width - LABEL) // COLUMNS - 1
        self.cell = max(LEAST_CELL, min(MOST_CELL, room))
        yield self._months()
        for row in range(ROWS, 0, -1):
            yield from self._row(row)

    def _months(self) -> Text:
        """S3.1 Each column with the month in which a group lands that goes there now."""
        line = Text(" " * LABEL)
        for column in range(1, COLUMNS + 1):
            title = str(column)
            month = self.spaces[1, column].get("lands_in") if (1, column) in self.spaces else None
            if month is not None and self.view["phase"] != "over":
                title += self.pieces.arrow + self.pieces.short_month(self.view, month)
            line.append(title.ljust(self.cell + 1), "bold underline")
        line.rstrip()
        return line

    def _row(self, row: int) -> list[Text]:
        cells = [self._cell((row, column)) for column in range(1, COLUMNS + 1)]
        lines = []
        for k in range(max(map(len, cells))):
            line = Text(str(row) if k == 0 else " ", "bold")
            line.append(" " * (LABEL - 1))
            for cell in cells:
                part = cell[k].copy() if k < len(cell) else Text()
                part.truncate(self.cell, pad=True)
                line.append_text(part).append(" ")
            line.rstrip()
            lines.append(line)
        return lines

    def _cell(self, place: Place) -> list[Text]:
        """Name; needs, mark and prestige; tools that lie there."""
        space = self.spaces.get(place)
        if space is None:
            return []
        lines = (
            [Text(self.pieces.empty, "dim")]
            if space["tile"] is None
            else self._tile(place, space["tile"])
        )
        if space["tools"]:
            lying = self.pieces.tools_lying(space["tools"], self.takeable.get(place, []))
            lines += self._in_cell(lying)
        return lines

    def _in_cell(self, lying: Sequence[Text]) -> list[Text]:
        """Tools in a row; where that is too long, without a gap behind a mark."""
        lines = Tokens(lying).lines(self.cell)
        if len(lines) > 1:
            mark = self.pieces.possible
            tight = Text()
            for tool in lying:
                tight.append(" " if tight and not tight.plain.endswith(mark) else "")
                tight.append_text(tool)
            if tight.cell_len <= self.cell:
                return [tight]
        return lines

    def _tile(self, place: Place, code: str) -> list[Text]:
        tile, specials = self.pieces.tiles[code], self.view["options"]["specials"]
        possible = place in self.buildable
        needs = self.pieces.needs(tile) or "-"
        mark = self.pieces.possible if possible else ""
        prestige = str(tile.prestige)
        style = "bold green" if possible else ""
        if len(needs) + len(mark) + len(prestige) < self.cell:
            name = self.pieces.short_name(code, self.cell, specials)
            gap = " " * (self.cell - len(needs) - len(mark) - len(prestige))
            below = Text(needs, style or "dim").append(f"{gap}{mark}{prestige}", style or "bold")
        else:  # the Cathedral's needs fill the line
            name = self.pieces.short_name(code, self.cell - len(prestige) - 1, specials)
            name.truncate(self.cell - len(prestige), pad=True)
            name.append(prestige, style or "bold")
            below = Text(needs + mark, style or "dim")
        if possible:
            name.stylize("bold")
        return [name, below]


def _place(text: str) -> Place:
    row, _, column = text.partition(",")
    return int(row), int(column)


def calendar(pieces: PieceLabels, view: View) -> list[RenderableType]:
    """S2 A title; the months from NOW to the last, each with its line. Consecutive months without
    workers share one."""
    title = Text(_title("calendar", pieces.language), "bold")
    title.append(f" · {say('cli.from_board', pieces.language)}", "dim")
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    for first, last, line in _months(view):
        name = Text(pieces.month(view, first))
        if first != last:
            names = [pieces.short_month(view, month) for month in (first, last)]
            name = Text(" – ".join(names), "dim")
        if first == view["now"]:
            name = Text(f"{name.plain} {say('samara.now', pieces.language)}", "bold reverse")
        elif last == view["last_month"]:
            name.append(f" ({say('samara.last_month', pieces.language)})", "not dim")
        workers = [pieces.standing(view, worker) for worker in line]
        grid.add_row(name, Tokens(workers) if workers else Text(NOTHING, "dim"))
    return [title, grid]


def _months(view: View) -> Iterator[tuple[int, int, Sequence[Mapping[str, Any]]]]:
    """First and last month of each line, and who stands there."""
    lines = {entry["month"]: entry["line"] for entry in view["calendar"]}
    month, last = view["now"], view["last_month"]
    while month <= last:
        end = month
        if month not in lines:
            while end + 1 < last and end + 1 not in lines:
                end += 1
        yield month, end, lines.get(month, [])
        month = end + 1


def foremen(
    pieces: PieceLabels, view: View, opened: Mapping[int, int] | None = None, own_last: bool = False
) -> RenderableType:
    """S9.1 What everybody sees of the foremen; the prestige where it is open."""
    language = pieces.language
    grid = Grid(box=None, padding=(0, 1, 0, 0), header_style="dim underline")
    for key in ("foreman", "tools", "reserve", "tiles", "prestige", "open_tiles"):
        grid.add_column(_title(key, language), no_wrap=key != "open_tiles")
    rows = list(enumerate(view["seats"]))
    if own_last:
        rows.sort(key=lambda row: row[0] == view["seat"])
    for seat, row in rows:
        prestige = row["prestige"] if row["prestige"] is not None else (opened or {}).get(seat)
        reserve = pieces.figures(row["reserve"]["men"], row["reserve"]["women"])
        grid.add_row(
            _foreman(pieces, view, seat, row["name"]),
            Text(" ").join(pieces.tools(row["tools"])) or Text(NOTHING),
            reserve or NOTHING,
            str(row["tiles"]),
            "?" if prestige is None else str(prestige),
            Tokens([Text(pieces.name(tile)) for tile in row["open_tiles"]], gap=2),
        )
    return grid


def _foreman(pieces: PieceLabels, view: View, seat: int, name: str) -> Text:
    text = Text(pieces.acting if seat in view["waiting_for"] else " ")
    text.append_text(pieces.seat(seat)).append(" ")
    if seat == view["seat"]:
        return text.append(f"{name} ({say('cli.you', pieces.language)})", "bold")
    return text.append(name, "")


def _title(key: str, language: str) -> str:
    word = say(f"samara.{key}", language)
    return word[0].upper() + word[1:]
