"""The chances of winning over a game, drawn for the page and as PNG or SVG."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from baumeister.lab.plots import COLOURS
from baumeister.lab.review.review import Decision, Moment, Review, Stroke
from baumeister.lab.review.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (10.0, 5.0)  # inches of a picture in a file
KINDS = (".png", ".svg")
POINTS = 72  # an inch
EDGES = (80.0, 70.0)  # points that axes and titles take, about
MARK = 14.0  # points across a turning point
LETTER = 4.5  # points of width, about


def colour(seat: int) -> str:
    """The colour of a seat."""
    return COLOURS[seat % len(COLOURS)]


def row_id(row: Decision | Stroke | Moment) -> str:
    """The id of a move or a stroke of chance on the page."""
    return f"{'c' if isinstance(row, Stroke) else 'm'}{row.move}"


def line_of(review: Review, seat: int) -> list[tuple[int, float]]:
    """The seat's chances over the moves; where chance spoke the line goes straight up or down."""
    strokes = {stroke.move: stroke for stroke in review.strokes}
    line = []
    for point in review.curve:
        if stroke := strokes.get(point.move):
            line.append((point.move, stroke.expected[seat]))
        line.append((point.move, point.wins[seat]))
    return line


def free_place(
    x: float, y: float, taken: Sequence[tuple[float, float]], gap: float, low: float, high: float
) -> tuple[float, float]:
    """The place nearest to this one, above or below, that is far enough from all that are taken."""
    for step in range(20):
        for place in (y - step * gap / 2, y + step * gap / 2):
            near = any(abs(x - a) < gap and abs(place - b) < gap for a, b in taken)
            if not near and low <= place <= high:
                return x, place
    return x, y


def marks(review: Review, size: tuple[float, float]) -> list[float]:
    """The height of the mark of each turning point, in per cent, moved apart."""
    width, height = (POINTS * inches - edge for inches, edge in zip(size, EDGES, strict=True))
    placed: list[tuple[float, float]] = []
    for turn in review.turns():
        x = width * turn.move / max(len(review.moves), 1)
        y = height * review.curve[turn.move].wins[turn.seat]
        placed.append(free_place(x, y, placed, MARK, 0, height))
    return [100 * y / height for _, y in placed]


def draw_curve(axes: Axes, review: Review, words: Words, size: tuple[float, float]) -> None:
    """The chances of all seats, the parts of the game, and the turning points, numbered."""
    for seat in review.seats:
        moves, chances = zip(*line_of(review, seat), strict=True)
        percents = [100 * chance for chance in chances]
        axes.plot(moves, percents, color=colour(seat), linewidth=1.8, label=words.names[seat])
    _draw_parts(axes, review, words, size)
    for number, (turn, place) in enumerate(
        zip(review.turns(), marks(review, size), strict=True), 1
    ):
        tone, link = colour(turn.seat), f"#{row_id(turn.cause)}"
        if isinstance(turn.cause, Decision):
            here = 100 * review.curve[turn.move].wins[turn.seat]
            better = min(100, here + 100 * turn.cause.loss)
            axes.plot([turn.move] * 2, [here, better], ":", color=tone, linewidth=1.3)
            axes.plot([turn.move], [better], "o", color=tone, mfc="none", markersize=5)
        (mark,) = axes.plot([turn.move], [place], "o", color=tone, markersize=MARK - 1, zorder=3)
        mark.set_url(link)
        axes.text(
            turn.move, place, str(number), color="white", fontsize=8, fontweight="bold",
            ha="center", va="center_baseline", zorder=4, url=link,
        )  # fmt: skip
    axes.set_xlabel(words.say("column.move"))
    axes.set_ylabel("%")
    axes.set_ylim(-4, 104)
    margin = max(0.5, 0.02 * len(review.moves))
    axes.set_xlim(-margin, len(review.moves) + margin)
    axes.grid(axis="y", alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)


def _draw_parts(axes: Axes, review: Review, words: Words, size: tuple[float, float]) -> None:
    """Where the parts of the game begin, with as many names as there is room for."""
    width, free = POINTS * size[0] - EDGES[0], 0.0
    for move, name in words.parts():
        axes.axvline(move, color="#888888", linewidth=0.6, linestyle=":")
        place = width * move / max(len(review.moves), 1)
        if place >= free:
            axes.annotate(
                name, (move, 104), xytext=(3, 3), textcoords="offset points", color="#888888",
                fontsize=8,
            )  # fmt: skip
            free = place + LETTER * (len(name) + 1)


def draw(review: Review, language: str, kind: str) -> bytes:
    """The picture as a file of one of the KINDS."""
    import matplotlib
    from matplotlib.figure import Figure

    words = Words(review, language)
    salt: dict[Any, Any] = {"svg.hashsalt": review.table.commitment, "svg.fonttype": "none"}
    with matplotlib.rc_context(salt):
        figure = Figure(figsize=SIZE, layout="constrained")
        axes = figure.add_subplot()
        draw_curve(axes, review, words, SIZE)
        axes.set_title(words.say("curve"), loc="left", pad=16)
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
        metadata = {"Date": None} if kind == ".svg" else None
        out = io.BytesIO()
        figure.savefig(out, format=kind[1:], dpi=150, metadata=metadata)
    return out.getvalue()
