"""S1.2 The board of Samara in a terminal: row 4 at the top, a cell for each space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from baumeister.cli.screens.tokens import Tokens
from baumeister.games.samara.components import COLUMNS, ROWS
from baumeister.games.samara.screen_pieces import Pieces

View = Mapping[str, Any]
Place = tuple[int, int]
LABEL = 2  # the row's strength, left of the cells
LEAST_CELL, MOST_CELL = 7, 14


class Board:
    """Draws the board of one view."""

    def __init__(self, pieces: Pieces, view: View, moves: Sequence[str], width: int) -> None:
        """`moves` are the legal actions as they are written; what they reach is marked."""
        self.pieces, self.view = pieces, view
        self.cell = max(LEAST_CELL, min(MOST_CELL, (width - LABEL) // COLUMNS - 1))
        self.spaces = {(space["row"], space["column"]): space for space in view["spaces"]}
        self.buildable: set[Place] = set()
        self.takeable: dict[Place, list[str]] = {}
        for words in map(str.split, moves):
            if words[0] == "build":
                self.buildable.add(_place(words[1]))
            elif words[0] == "tool":
                self.takeable.setdefault(_place(words[1]), []).append(words[2])

    def drawn(self) -> RenderableType:
        """Months at the top, then row 4 to row 1."""
        lines = [self._months()]
        for row in range(ROWS, 0, -1):
            lines += self._row(row)
        return Group(*lines)

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
