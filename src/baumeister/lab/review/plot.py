"""A picture of the chances of winning over a game, as PNG or SVG."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from baumeister.lab.plots import COLOURS
from baumeister.lab.review.review import Decision, Review
from baumeister.lab.review.words import Words

WIDTH, HEIGHT = 10.0, 5.0  # inches
KINDS = (".png", ".svg")
ROOM = (500.0, 290.0)  # of the curve in points, about
MARK = 14.0  # points across a turning point


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


def marks(review: Review) -> list[tuple[int, float]]:
    """Where the turning points stand in the picture: move and per cent, moved apart."""
    width, height = ROOM
    moves = max(len(review.moves), 1)
    placed: list[tuple[float, float]] = []
    for turn in review.turns():
        x = width * turn.move / moves
        y = height * review.curve[turn.move].wins[turn.seat]
        placed.append(free_place(x, y, placed, MARK, 0, height))
    turns = review.turns()
    return [(turn.move, 100 * y / height) for turn, (_, y) in zip(turns, placed, strict=True)]


def draw(review: Review, language: str, kind: str) -> bytes:
    """The picture as a file of one of the KINDS."""
    import matplotlib
    from matplotlib.figure import Figure

    words = Words(review, language)
    salt: dict[Any, Any] = {"svg.hashsalt": review.table.commitment, "svg.fonttype": "none"}
    with matplotlib.rc_context(salt):
        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        axes = figure.add_subplot()
        for seat in review.seats:
            moves, chances = zip(*line_of(review, seat), strict=True)
            axes.plot(
                moves,
                [100 * chance for chance in chances],
                color=COLOURS[seat % len(COLOURS)],
                linewidth=1.8,
                label=words.names[seat],
            )
        for move, name in words.parts():
            axes.axvline(move, color="#888888", linewidth=0.6, linestyle=":")
            axes.annotate(
                name, (move, 104), xytext=(3, 3), textcoords="offset points", color="#666666",
                fontsize=8,
            )  # fmt: skip
        places = marks(review)
        for number, turn in enumerate(review.turns(), 1):
            height = 100 * review.curve[turn.move].wins[turn.seat]
            colour = COLOURS[turn.seat % len(COLOURS)]
            if isinstance(turn.cause, Decision):
                better = min(100, height + 100 * turn.cause.loss)
                axes.plot([turn.move] * 2, [height, better], ":", color=colour, linewidth=1.3)
                axes.plot([turn.move], [better], "o", color=colour, mfc="white", markersize=5)
            move, place = places[number - 1]
            axes.plot([move], [place], "o", color=colour, markersize=MARK - 1, zorder=3)
            axes.text(
                move, place, str(number), color="white", fontsize=8, fontweight="bold",
                ha="center", va="center_baseline", zorder=4,
            )  # fmt: skip
        axes.set_title(words.say("curve"), loc="left", pad=16)
        axes.set_xlabel(words.say("column.move"))
        axes.set_ylabel("%")
        axes.set_ylim(-4, 104)
        margin = max(0.5, 0.02 * len(review.moves))
        axes.set_xlim(-margin, len(review.moves) + margin)
        axes.grid(axis="y", alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
        metadata = {"Date": None} if kind == ".svg" else None
        out = io.BytesIO()
        figure.savefig(out, format=kind[1:], dpi=150, metadata=metadata)
    return out.getvalue()
