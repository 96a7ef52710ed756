"""The table of Samara as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PIL import Image

from baumeister.envs.render.canvas import BAR, CARD, INK, LIGHT, LINE, PALE, Canvas, Chip
from baumeister.envs.render.samara_words import SEATS, Pieces
from baumeister.envs.render.shown import Shown
from baumeister.rules.samara.components import COLUMNS, ROWS

WIDTH, EDGE, GAP = 1280, 16, 6
SEAT_COLOURS = ("#2f8f9d", "#d3a11e", "#9a4f9e", "#5b9444", "#c2483c")
KIND_COLOURS = {"": "#efe3c8", "grey": "#c9c9c4", "blue": "#a9c6e3", "red": "#e3b1a6"}
LABEL = 22  # the strength of a row, left of it
CELL_WIDTH, CELL_HEIGHT = (WIDTH - 2 * EDGE - LABEL) // COLUMNS - GAP, 92
MONTHS = 12  # S1.4: the calendar shows no more
CALENDAR_HEIGHT, WORKERS = 232, 14  # a month, and how many workers of it are drawn at most
FOREMAN_HEIGHT = 40
END_HEIGHT = 44


def table(shown: Shown) -> Image.Image:
    """Head, board, calendar, foremen, the question."""
    pieces, players = Pieces(shown), len(shown.view["seats"])
    board = 96
    calendar = board + ROWS * (CELL_HEIGHT + GAP) + 24
    foremen = calendar + CALENDAR_HEIGHT + GAP
    end = foremen + players * FOREMAN_HEIGHT + GAP
    canvas = Canvas(WIDTH, end + END_HEIGHT)
    below = pieces.idle() or f"{shown.say('board')} · {shown.table_say('no_landing')}"
    canvas.bar(shown.say("name"), pieces.moment(), below)
    _board(canvas, pieces, board)
    canvas.text(EDGE, calendar - 18, shown.say("calendar"), 13, PALE)
    _calendar(canvas, pieces, calendar)
    for seat in range(players):
        _foreman(canvas, pieces, seat, foremen + seat * FOREMAN_HEIGHT)
    canvas.text(EDGE, end + 8, shown.ending or shown.question, 17)
    if pieces.chosen():
        canvas.text(WIDTH - EDGE, end + 8, shown.say(f"tool.{shown.view['chosen']}"), 15, INK, "rt")
    return canvas.finished()


def _board(canvas: Canvas, pieces: Pieces, top: int) -> None:
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


def _space(canvas: Canvas, pieces: Pieces, space: Mapping[str, Any], x: float, y: float) -> None:
    """Name, needs and prestige of the tile; the tools that lie there."""
    if space["tile"] is None:
        canvas.box(x, y, CELL_WIDTH, CELL_HEIGHT, "#e9dfc9", "#e9dfc9")
    else:
        tile = pieces.tile(space["tile"])
        specials = pieces.shown.view["options"]["specials"]
        canvas.box(x, y, CELL_WIDTH, CELL_HEIGHT, KIND_COLOURS[tile.kind if specials else ""])
        name = canvas.fitted(pieces.name(tile), CELL_WIDTH - 12, 14)
        canvas.text(x + 7, y + 8, name, 14)
        canvas.text(x + 7, y + 34, pieces.needs(tile), 15, PALE)
        canvas.text(x + CELL_WIDTH - 8, y + 32, str(tile.prestige), 19, INK, "rt")
    tools = [Chip(tool, "#6b5a3e", LIGHT) for tool in pieces.tools(space["tools"])]
    canvas.chips(x + 6, y + CELL_HEIGHT - 30, CELL_WIDTH - 10, tools)


def _calendar(canvas: Canvas, pieces: Pieces, top: int) -> None:
    """S2 The months from NOW to the last, each with its line of workers from the board on."""
    view = pieces.shown.view
    lines = {entry["month"]: entry["line"] for entry in view["calendar"]}
    wide = (WIDTH - 2 * EDGE - (MONTHS - 1) * GAP) // MONTHS
    for k, month in enumerate(range(view["now"], min(view["last_month"], view["now"] + 11) + 1)):
        x = EDGE + k * (wide + GAP)
        now = month == view["now"]
        canvas.box(x, top, wide, CALENDAR_HEIGHT, LIGHT)
        canvas.box(x, top, wide, 24, BAR if now else "#cdbf9f", LINE)
        name = canvas.fitted(pieces.month(month), wide - 8, 13)
        canvas.text(x + wide / 2, top + 12, name, 13, LIGHT if now else INK, "mm")
        line = lines.get(month, [])
        apart = min(24.0, (CALENDAR_HEIGHT - 56) / max(1, min(len(line), WORKERS) - 1))
        for place, worker in enumerate(line[:WORKERS]):
            _worker(canvas, pieces, worker, x + 6, top + 40 + apart * place)
        if len(line) > WORKERS:
            canvas.text(
                x + wide - 6, top + CALENDAR_HEIGHT - 14, f"+{len(line) - WORKERS}", 12, INK, "rt"
            )


def _worker(canvas: Canvas, pieces: Pieces, worker: Mapping[str, Any], x: float, y: float) -> None:
    """A spot in the foreman's colour with both letters, then a figure for each in the stack."""
    colour = SEAT_COLOURS[worker["seat"]]
    if pieces.acts(worker):
        canvas.box(x - 4, y - 12, 96, 24, "#f6d9c2", "#c2571a", 1)
    canvas.dot(x + 12, y, 11, colour)
    canvas.text(x + 12, y, f"{SEATS[worker['seat']]}{worker['worker']}", 12, LIGHT, "mm")
    figures = [True] * worker["women"], [False] * worker["men"]
    first, then = figures if worker["sex"] == "woman" else figures[::-1]
    for k, is_woman in enumerate([*first, *then]):
        _figure(canvas, x + 33 + 12 * k, y, is_woman, colour)


def _figure(canvas: Canvas, x: float, y: float, is_woman: bool, colour: str) -> None:
    """Women wear a skirt, men are square."""
    top = 1 if is_woman else 4
    canvas.shape([(x - top, y - 2), (x + top, y - 2), (x + 4, y + 9), (x - 4, y + 9)], colour)
    canvas.dot(x, y - 5, 3, colour, colour)


def _foreman(canvas: Canvas, pieces: Pieces, seat: int, y: int) -> None:
    """S9.1 What everybody sees of a foreman."""
    shown, row = pieces.shown, pieces.shown.view["seats"][seat]
    asked = shown.asked(seat)
    edge = "#c2571a" if asked else LINE
    canvas.box(EDGE, y, WIDTH - 2 * EDGE, FOREMAN_HEIGHT - 4, CARD, edge, 2 if asked else 1)
    middle = y + FOREMAN_HEIGHT / 2 - 2
    if asked:
        canvas.pointer(EDGE + 6, middle, "#c2571a")
    canvas.dot(EDGE + 34, middle, 12, SEAT_COLOURS[seat])
    canvas.text(EDGE + 34, middle, SEATS[seat], 14, LIGHT, "mm")
    canvas.text(EDGE + 56, middle, row["name"], 16, INK, "lm")
    x = EDGE + 170
    for is_woman, count in ((False, row["reserve"]["men"]), (True, row["reserve"]["women"])):
        for _ in range(count):
            _figure(canvas, x, middle - 1, is_woman, SEAT_COLOURS[seat])
            x += 13
    tools = [Chip(tool, "#6b5a3e", LIGHT) for tool in pieces.tools(row["tools"])]
    canvas.chips(EDGE + 250, middle - 13, 230, tools)
    prestige = "?" if row["prestige"] is None else str(row["prestige"])
    facts = f"{shown.say('tiles')} {row['tiles']}    {shown.say('prestige')} {prestige}"
    canvas.text(EDGE + 500, middle, facts, 15, INK, "lm")
    chips = [
        Chip(shown.name(pieces.tile(code)), KIND_COLOURS[pieces.tile(code).kind])
        for code in row["open_tiles"]
    ]
    canvas.chips(EDGE + 740, middle - 13, 500, chips)
