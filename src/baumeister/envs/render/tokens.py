"""Pieces side by side that are never broken or cut off."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

NOTHING = "–"
GAP = 3  # between two things side by side


class Tokens:
    """Pieces of text in a row that are never broken inside."""

    def __init__(self, tokens: Sequence[Text], gap: int = 1) -> None:
        self.tokens = list(tokens) or [Text(NOTHING)]
        self.gap = Text(" " * gap)

    def lines(self, width: int) -> list[Text]:
        """The pieces in as few lines of this width as they need."""
        lines: list[Text] = []
        for token in self.tokens:
            longer = self.gap.join([lines[-1], token]) if lines else token
            if lines and longer.cell_len <= width:
                lines[-1] = longer
            else:
                lines.append(token)
        return lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self.lines(options.max_width)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        longest = max(token.cell_len for token in self.tokens)
        whole = self.gap.join(self.tokens).cell_len
        return Measurement(longest, whole).clamp(max_width=options.max_width)


class Beside:
    """Two things side by side if there is room for both, otherwise one below the other."""

    def __init__(self, left: RenderableType, right: RenderableType) -> None:
        self.left, self.right = left, right

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = options.update(width=1000)
        widths = [Measurement.get(console, wide, one).maximum for one in (self.left, self.right)]
        if sum(widths) + GAP > options.max_width:
            yield self.left
            yield self.right
            return
        grid = Grid.grid(padding=(0, GAP, 0, 0), pad_edge=False)
        grid.add_row(self.left, self.right)
        yield grid
