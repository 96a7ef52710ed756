"""The table of Samara as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image

from baumeister.envs.render.canvas import (
    ASKED,
    BAR,
    CARD,
    INK,
    LIGHT,
    LINE,
    PALE,
    PAPER,
    Canvas,
    Chip,
    Mark,
    chip_mark,
    legend_height,
    pointer_mark,
)
from baumeister.envs.render.shown import Shown
from baumeister.envs.render.tokens import NOTHING
from baumeister.games.samara.components import COLUMNS, ROWS, TOOL_KEYS
from baumeister.games.samara.labels import SEATS, PieceLabels, acts
from baumeister.kernel.glossary import say

WIDTH, EDGE, GAP = 1280, 16, 6
SEAT_COLOURS = ("#2f8f9d", "#d3a11e", "#9a4f9e", "#5b9444", "#c2483c")
KIND_COLOURS = {"": "#e3cf9f", "grey": "#c9c9c4", "blue": "#a9c6e3", "red": "#e3b1a6"}
TOOL, ACTING = "#6b5a3e", "#f6d9c2"
LABEL = 22  # the strength of a row, left of it
CELL_WIDTH, CELL_HEIGHT = (WIDTH - 2 * EDGE - LABEL) // COLUMNS - GAP, 92
MONTHS = 12  # S1.4: the calendar shows no more
CALENDAR_HEIGHT, WORKERS = 232, 14  # a month, and how many workers of it are drawn at most
FOREMAN_HEIGHT = 40
END_HEIGHT = 44
LEGEND_ROWS = 3
RESERVE, TOOLS, FACTS, OPEN = 154, 250, 500, 740  # columns of a foreman


class _Labels(PieceLabels):
    """Words for what is drawn."""

    def __init__(self, shown: Shown) -> None:
        super().__init__(shown.game.components, shown.language)
        self.shown = shown

    def chips(self, tools: Sequence[str]) -> list[Chip]:
        """Tools, equal ones together."""
        return [Chip(text.plain, TOOL, LIGHT) for text in self.tools_lying(tools, ())]


def table(shown: Shown) -> Image.Image:
    """Head, board, calendar, foremen, the question, and what the marks mean."""
    view, pieces = shown.view, _Labels(shown)
    players = len(view["seats"])
    board = 96
    calendar = board + ROWS * (CELL_HEIGHT + GAP) + 24
    foremen = calendar + CALENDAR_HEIGHT + GAP + 20
    end = foremen + players * FOREMAN_HEIGHT + GAP
    canvas = Canvas(WIDTH, end + END_HEIGHT + legend_height(LEGEND_ROWS))
    below = pieces.idle(view) or f"{shown.say('board')} · {shown.mean('board')}"
    where = f"{pieces.moment(view)} · {pieces.tiles_left(view)}"
    canvas.bar(shown.say("name"), where, below)
    _board(canvas, pieces, board)
    line = f"{shown.say('calendar')} · {shown.table_say('from_board')}"
    canvas.text(EDGE, calendar - 18, line, 13, PALE)
    _calendar(canvas, pieces, calendar)
    for left, key in ((RESERVE, "reserve"), (TOOLS, "tools"), (OPEN, "open_tiles")):
        canvas.text(EDGE + left, foremen - 18, shown.say(key), 12, PALE)
    for seat in range(players):
        _foreman(canvas, pieces, seat, foremen + seat * FOREMAN_HEIGHT)
    canvas.text(EDGE, end + 8, shown.ending or shown.question, 17)
    if pieces.chosen(view):
        canvas.text(WIDTH - EDGE, end + 8, shown.say(f"tool.{view['chosen']}"), 15, INK, "rt")
    canvas.legend(end + END_HEIGHT, say("picture.legend", shown.language), _legend(pieces))
    return canvas.finished()


def _board(canvas: Canvas, pieces: _Labels, top: int) -> None:
    """S1.2 Row 4 at the top; a row costs strength, a column months."""
    for column in range(1, COLUMNS + 1):
        x = EDGE + LABEL + (column - 1) * (CELL_WIDTH + GAP) + CELL_WIDTH / 2
        canvas.text(x, top - 12, str(column), 15, INK, "mm")
    for space in pieces.shown.view["spaces"]:
        x = EDGE + LABEL + (space["column"] - 1) * (CELL_WIDTH + GAP)
        y = top + (ROWS - space["row"]) * (CELL_HEIGHT + GAP)
        if space["column"] == 1:
            canvas.text(EDGE, y + CELL_HEIGHT / 2, str(space["row"]), 17, INK, "lm")
        _space(canvas, pieces, space, x, y)


def _space(canvas: Canvas, pieces: _Labels, space: Mapping[str, Any], x: float, y: float) -> None:
    """Name, needs and prestige of the tile; the tools that lie there."""
    if space["tile"] is None:
        canvas.box(x, y, CELL_WIDTH, CELL_HEIGHT, PAPER)
    else:
        tile = pieces.tiles[space["tile"]]
        specials = pieces.shown.view["options"]["specials"]
        canvas.box(x, y, CELL_WIDTH, CELL_HEIGHT, KIND_COLOURS[tile.kind if specials else ""])
        name = pieces.short_name(tile.code, len(tile.en + tile.de), specials).plain
        name = canvas.fitted(name, CELL_WIDTH - 12, 14)
        canvas.text(x + 7, y + 8, name, 14)
        canvas.text(x + 7, y + 34, pieces.needs(tile) or NOTHING, 15)
        canvas.text(x + CELL_WIDTH - 8, y + 32, str(tile.prestige), 19, INK, "rt")
    canvas.chips(x + 6, y + CELL_HEIGHT - 30, CELL_WIDTH - 10, pieces.chips(space["tools"]))


def _calendar(canvas: Canvas, pieces: _Labels, top: int) -> None:
    """S2 The months from NOW to the last, each with its line, the nearest to the board first."""
    view = pieces.shown.view
    lines = {entry["month"]: entry["line"] for entry in view["calendar"]}
    wide = (WIDTH - 2 * EDGE - (MONTHS - 1) * GAP) // MONTHS
    for k, month in enumerate(range(view["now"], min(view["last_month"], view["now"] + 11) + 1)):
        x = EDGE + k * (wide + GAP)
        now = month == view["now"]
        canvas.box(x, top, wide, CALENDAR_HEIGHT, LIGHT)
        canvas.box(x, top, wide, 24, BAR if now else "#cdbf9f", LINE)
        name = canvas.fitted(pieces.month(view, month), wide - 8, 13)
        canvas.text(x + wide / 2, top + 12, name, 13, LIGHT if now else INK, "mm")
        line = lines.get(month, [])
        apart = min(24.0, (CALENDAR_HEIGHT - 56) / max(1, min(len(line), WORKERS) - 1))
        for place, worker in enumerate(line[:WORKERS]):
            _worker(canvas, pieces, worker, x + 6, top + 40 + apart * place)
        if len(line) > WORKERS:
            canvas.text(
                x + wide - 6, top + CALENDAR_HEIGHT - 14, f"+{len(line) - WORKERS}", 12, INK, "rt"
            )


def _worker(canvas: Canvas, pieces: _Labels, worker: Mapping[str, Any], x: float, y: float) -> None:
    """A spot in the foreman's colour with both letters, then a figure for each in the stack."""
    colour = SEAT_COLOURS[worker["seat"]]
    if acts(pieces.shown.view, worker):
        canvas.box(x - 4, y - 12, 96, 24, ACTING, ASKED, 1)
    _spot(canvas, x, y, f"{SEATS[worker['seat']]}{worker['worker']}", colour)
    figures = [True] * worker["women"], [False] * worker["men"]
    first, then = figures if worker["sex"] == "woman" else figures[::-1]
    for k, is_woman in enumerate([*first, *then]):
        _figure(canvas, x + 33 + 12 * k, y, is_woman, colour)


def _spot(canvas: Canvas, x: float, y: float, letters: str, colour: str) -> None:
    canvas.dot(x + 12, y, 11, colour)
    canvas.text(x + 12, y, letters, 12, LIGHT, "mm")


def _figure(canvas: Canvas, x: float, y: float, is_woman: bool, colour: str) -> None:
    """Women wear a skirt, men are square."""
    top = 1 if is_woman else 4
    canvas.shape([(x - top, y - 2), (x + top, y - 2), (x + 4, y + 9), (x - 4, y + 9)], colour)
    canvas.dot(x, y - 5, 3, colour, colour)


def _foreman(canvas: Canvas, pieces: _Labels, seat: int, y: int) -> None:
    """S9.1 What everybody sees of a foreman."""
    shown, row = pieces.shown, pieces.shown.view["seats"][seat]
    asked = shown.asked(seat)
    edge = ASKED if asked else LINE
    canvas.box(EDGE, y, WIDTH - 2 * EDGE, FOREMAN_HEIGHT - 4, CARD, edge, 2 if asked else 1)
    middle = y + FOREMAN_HEIGHT / 2 - 2
    if asked:
        canvas.pointer(EDGE + 6, middle, ASKED)
    canvas.dot(EDGE + 34, middle, 12, SEAT_COLOURS[seat])
    canvas.text(EDGE + 34, middle, SEATS[seat], 14, LIGHT, "mm")
    canvas.text(EDGE + 56, middle, row["name"], 16, INK, "lm")
    x = EDGE + RESERVE + 6
    for is_woman, count in ((False, row["reserve"]["men"]), (True, row["reserve"]["women"])):
        for _ in range(count):
            _figure(canvas, x, middle - 1, is_woman, SEAT_COLOURS[seat])
            x += 13
    canvas.chips(EDGE + TOOLS, middle - 13, 230, pieces.chips(row["tools"]))
    prestige = "?" if row["prestige"] is None else str(row["prestige"])
    facts = f"{shown.say('tiles')} {row['tiles']}    {shown.say('prestige')} {prestige}"
    canvas.text(EDGE + FACTS, middle, facts, 15, INK, "lm")
    chips = [
        Chip(pieces.name(code), KIND_COLOURS[pieces.tiles[code].kind]) for code in row["open_tiles"]
    ]
    canvas.chips(EDGE + OPEN, middle - 13, 500, chips)


def _legend(pieces: _Labels) -> list[list[Mark]]:
    """What the marks mean, LEGEND_ROWS rows of them."""
    return [_tool_marks(pieces), _tile_marks(pieces), _worker_marks(pieces)]


def _tool_marks(pieces: _Labels) -> list[Mark]:
    """S3.3 Tools, and the T for both trowels in what a tile needs (S5.2)."""
    shown, saw, trowel = pieces.shown, pieces.tool("saw"), pieces.tool("trowel")
    names = {pieces.tool(key): say(f"samara.tool.{key}", shown.language) for key in TOOL_KEYS}
    names[f"2{saw}"] = shown.mean("two")
    tools = [chip_mark(Chip(letters, TOOL, LIGHT), name) for letters, name in names.items()]
    needs = Chip(f"{saw}{trowel} 6")
    return [
        *tools,
        chip_mark(Chip(trowel), shown.mean("trowel")),
        chip_mark(needs, shown.mean("needs")),
    ]


def _tile_marks(pieces: _Labels) -> list[Mark]:
    """S7 Colours of tiles and the signs behind their names; in the first-game variant there are
    none (S7.15)."""
    shown = pieces.shown
    marks = [_swatch(KIND_COLOURS[""], shown.mean("plain")), _swatch(PAPER, shown.mean("empty"))]
    if shown.view["options"]["specials"]:
        marks += [_swatch(KIND_COLOURS[kind], shown.mean(kind)) for kind in KIND_COLOURS if kind]
        marks += [chip_mark(Chip("*"), shown.mean("once"))]
        marks += [chip_mark(Chip("°"), shown.mean("permanent"))]
    return marks


def _worker_marks(pieces: _Labels) -> list[Mark]:
    """S2 Workers on the calendar; S9.1 foremen."""
    shown = pieces.shown

    def spot(canvas: Canvas, x: float, y: float) -> None:
        _spot(canvas, x, y, "Ba", SEAT_COLOURS[1])

    return [
        pointer_mark(say("picture.decides", shown.language)),
        Mark(spot, 24, shown.mean("worker")),
        _figure_mark(True, say("samara.woman", shown.language)),
        _figure_mark(False, say("samara.man", shown.language)),
        _swatch(ACTING, shown.mean("acts"), ASKED),
        _swatch(BAR, shown.say("now")),
        chip_mark(Chip("?"), shown.mean("hidden")),
    ]


def _swatch(fill: str, meaning: str, edge: str = LINE) -> Mark:
    return Mark(lambda canvas, x, y: canvas.box(x, y - 10, 26, 20, fill, edge), 26, meaning)


def _figure_mark(is_woman: bool, meaning: str) -> Mark:
    return Mark(lambda canvas, x, y: _figure(canvas, x + 4, y, is_woman, INK), 8, meaning)
