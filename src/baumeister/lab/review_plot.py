"""A picture of the chances of winning over a game, as PNG or SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from baumeister.lab.plots import COLOURS
from baumeister.lab.review import Decision, Review
from baumeister.lab.review_words import Words

WIDTH, HEIGHT = 10.0, 5.0  # inches
KINDS = (".png", ".svg")


def line_of(review: Review, seat: int) -> list[tuple[int, float]]:
    """The seat's chances over the moves; where chance spoke the line goes straight up or down."""
    strokes = {stroke.move: stroke for stroke in review.strokes}
    line = []
    for point in review.curve:
        if stroke := strokes.get(point.move):
            line.append((point.move, stroke.expected[seat]))
        line.append((point.move, point.wins[seat]))
    return line


def draw(review: Review, language: str, path: Path) -> None:
    """Write the picture; its name says which kind."""
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
                name, (move, 100), xytext=(3, 3), textcoords="offset points", color="#666666",
                fontsize=8,
            )  # fmt: skip
        for number, turn in enumerate(review.turns(), 1):
            height = 100 * review.curve[turn.move].wins[turn.seat]
            colour = COLOURS[turn.seat % len(COLOURS)]
            if isinstance(turn.cause, Decision):
                better = min(100, height + 100 * turn.cause.loss)
                axes.plot([turn.move] * 2, [height, better], ":", color=colour, linewidth=1.3)
                axes.plot([turn.move], [better], "o", color=colour, mfc="white", markersize=5)
            axes.plot([turn.move], [height], "o", color=colour, markersize=13, zorder=3)
            axes.text(
                turn.move, height, str(number), color="white", fontsize=8, fontweight="bold",
                ha="center", va="center_baseline", zorder=4,
            )  # fmt: skip
        axes.set_title(words.say("curve"), loc="left", pad=16)
        axes.set_xlabel(words.say("column.move"))
        axes.set_ylabel("%")
        axes.set_ylim(-2, 102)
        axes.set_xlim(-0.5, len(review.moves) + 0.5)
        axes.grid(axis="y", alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)
