"""A sheet to draw on with Pillow: text, boxes, chips in rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import matplotlib
from PIL import Image, ImageDraw, ImageFont

SHARPER = 2  # drawn so many times larger, then made smaller: smooth edges

PAPER, INK, PALE, LINE = "#f3ecdc", "#2b2620", "#857a69", "#d8ccb4"
CARD, BAR, LIGHT, ASKED = "#fffaf0", "#3a4653", "#fffdf7", "#c2571a"
LEGEND_HEAD, LEGEND_ROW = 30, 30


class Chip(NamedTuple):
    """A small labelled box, with dots of colours below the label."""

    label: str
    fill: str = CARD
    ink: str = INK
    dots: Sequence[str] = ()


class Mark(NamedTuple):
    """A mark of the picture and its meaning, for the legend."""

    draw: Callable[[Canvas, float, float], None]  # with its left edge and its middle there
    width: float
    meaning: str


class Canvas:
    """An image being drawn. All positions and sizes are in pixels of the finished picture."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._image = Image.new("RGB", (width * SHARPER, height * SHARPER), PAPER)
        self._draw = ImageDraw.Draw(self._image)

    def finished(self) -> Image.Image:
        """The picture."""
        return self._image.resize((self.width, self.height), Image.Resampling.LANCZOS)

    def text(
        self, x: float, y: float, text: str, size: int = 14, ink: str = INK, anchor: str = "la"
    ) -> None:
        """A line of text; the anchor says which point of it is at x, y."""
        at = (x * SHARPER, y * SHARPER)
        self._draw.text(at, text, fill=ink, font=_font(size), anchor=anchor)

    def fitted(self, text: str, width: float, size: int = 14) -> str:
        """The text, cut off where it is wider."""
        if text_width(text, size) <= width:
            return text
        while text and text_width(text + "…", size) > width:
            text = text[:-1]
        return text.rstrip() + "…"

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = CARD,
        edge: str = LINE,
        thick: int = 1,
        round_by: int = 6,
    ) -> None:
        """A box with round corners."""
        corners = [v * SHARPER for v in (x, y, x + width, y + height)]
        self._draw.rounded_rectangle(
            corners, round_by * SHARPER, fill=fill, outline=edge, width=thick * SHARPER
        )

    def dot(self, x: float, y: float, radius: float, fill: str, edge: str = INK) -> None:
        """A round spot with its middle at x, y."""
        corners = [v * SHARPER for v in (x - radius, y - radius, x + radius, y + radius)]
        self._draw.ellipse(corners, fill=fill, outline=edge, width=SHARPER)

    def shape(self, points: Sequence[tuple[float, float]], fill: str) -> None:
        """A filled polygon."""
        self._draw.polygon([(x * SHARPER, y * SHARPER) for x, y in points], fill=fill)

    def pointer(self, x: float, y: float, fill: str) -> None:
        """A triangle to the right: who is asked."""
        self.shape([(x, y - 7), (x + 11, y), (x, y + 7)], fill)

    def bar(self, title: str, right: str, below: str) -> None:
        """The head of the picture, 72 high."""
        self.box(0, 0, self.width, 40, BAR, BAR, round_by=0)
        self.text(16, 20, title, 19, LIGHT, "lm")
        self.text(self.width - 16, 20, right, 16, LIGHT, "rm")
        self.text(16, 48, below, 13, PALE)

    def chips(
        self, x: float, y: float, width: float, chips: Sequence[Chip], rows: int = 1, size: int = 12
    ) -> None:
        """Chips side by side in at most so many rows; +n for those that do not fit."""
        height, gap = size + 14, 4
        left, row = x, 0
        for k, chip in enumerate(chips):
            wide = chip_width(chip, size)
            rest = len(chips) - k
            room = 0.0 if rest == 1 or row + 1 < rows else text_width(f"+{rest}", size) + gap
            if left + wide + room > x + width:
                if row + 1 == rows:
                    self.text(left + 2, y + height / 2, f"+{rest}", size, PALE, "lm")
                    return
                left, row, y = x, row + 1, y + height + gap
            self._chip(left, y, wide, height, chip, size)
            left += wide + gap

    def legend(self, y: float, title: str, rows: Sequence[Sequence[Mark]]) -> None:
        """What the marks of the picture mean, as high as `legend_height` says."""
        self.box(0, y, self.width, legend_height(len(rows)), CARD, LINE, round_by=0)
        self.text(16, y + 8, title, 13, PALE)
        for number, row in enumerate(rows):
            x, middle = 16.0, y + LEGEND_HEAD + (number + 0.5) * LEGEND_ROW - 3
            for mark in row:
                mark.draw(self, x, middle)
                self.text(x + mark.width + 6, middle, mark.meaning, 12, INK, "lm")
                x += mark.width + 6 + text_width(mark.meaning, 12) + 16

    def _chip(self, x: float, y: float, width: float, height: float, chip: Chip, size: int) -> None:
        self.box(x, y, width, height, chip.fill, LINE if chip.fill == CARD else chip.fill, 1, 5)
        middle = y + height / 2 - (3 if chip.dots else 0)
        self.text(x + width / 2, middle, chip.label, size, chip.ink, "mm")
        first = x + width / 2 - 4 * (len(chip.dots) - 1)
        for k, dot in enumerate(chip.dots):
            self.dot(first + 8 * k, y + height - 6, 3, dot, dot)


def legend_height(rows: int) -> int:
    """How much room a legend takes."""
    return LEGEND_HEAD + rows * LEGEND_ROW + 4


def pointer_mark(meaning: str) -> Mark:
    """Who is asked."""
    return Mark(lambda canvas, x, y: canvas.pointer(x, y, ASKED), 11, meaning)


def chip_mark(chip: Chip, meaning: str) -> Mark:
    """A chip, also for a letter or sign without a chip elsewhere."""
    wide = chip_width(chip, 12)
    return Mark(lambda canvas, x, y: canvas.chips(x, y - 13, wide, [chip]), wide, meaning)


def chip_width(chip: Chip, size: int) -> float:
    """How wide a chip is."""
    return max(text_width(chip.label, size) + 12, 8 * len(chip.dots) + 8)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    """DejaVu Sans, which comes with matplotlib: Pillow's own font has no umlauts."""
    file = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
    return ImageFont.truetype(str(file), size * SHARPER)


@cache
def text_width(text: str, size: int) -> float:
    """How wide a line of text is."""
    return _font(size).getlength(text) / SHARPER
