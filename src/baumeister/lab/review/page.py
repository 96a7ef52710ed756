"""A review as one page for a browser: curve, turning points, all moves. It loads nothing."""

from __future__ import annotations

from baumeister.lab.pages import render
from baumeister.lab.plots import svg_plot
from baumeister.lab.review.plot import colour, draw_curve, row_id
from baumeister.lab.review.review import Decision, Review, Stroke
from baumeister.lab.review.words import Words, percent, shown_loss

CHARTS = {"wide": (9.4, 4.0), "narrow": (4.2, 3.4)}  # inches, for screens of these kinds


def page(review: Review, language: str) -> str:
    """The whole page."""
    words, turns = Words(review, language), review.turns()
    rows: list[Decision | Stroke] = [*review.decisions, *review.strokes]
    rows.sort(key=lambda row: (row.move, isinstance(row, Stroke)))
    return render(
        "review.html",
        language,
        title=words.title,
        review=review,
        words=words,
        turns=turns,
        rows=rows,
        charts={name: _chart(review, words, size) for name, size in CHARTS.items()},
        has_missed=any(isinstance(turn.cause, Decision) for turn in turns),
        is_stroke=lambda row: isinstance(row, Stroke),
        is_clear=lambda stroke: any(stroke.is_clear(seat) for seat in review.seats),
        colour=colour,
        row_id=row_id,
        percent=percent,
        shown_loss=shown_loss,
    )


def _chart(review: Review, words: Words, size: tuple[float, float]) -> str:
    return svg_plot(lambda axes: draw_curve(axes, review, words, size), words.say("curve"), *size)
