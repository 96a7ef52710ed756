"""The live score sheet, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from baumeister.games.plain.game import PlainGame
from baumeister.play.position import SeatView
from baumeister.play.score_sheet import Preview, ScoreSheet, line
from baumeister.play.table import Table


def sheet(
    rules: PlainGame, view: SeatView, seat: int, over: bool, language: str
) -> ScoreSheet | None:
    """The lines that bring points; None if others do not see all that scores."""
    if not (over or rules.open_scores or view.seat == seat):
        return None
    found = rules.scores(view.components, view.state)[seat]
    lines = [
        {**line(rules.name, one["clause"], language), "points": one["points"], "more": None}
        for one in found["lines"]
    ]
    return {"seat": seat, "complete": True, **found, "lines": lines}


def preview(table: Table, seat: int, actions: Sequence[int], language: str) -> Preview:
    """Nothing is known beforehand, but an action that is not allowed is refused."""
    table.preview(seat, *actions)
    return {}


def worth(view: SeatView) -> dict[str, Any]:
    """No further information."""
    return {}


def part_of(rules: PlainGame) -> dict[str, Any]:
    """The module `score_sheet` of a game."""
    return {
        "CLAUSES": [one.clause for one in rules.score_lines],
        "NOTHING_KNOWN": {},
        "NO_WORTH": {},
        "sheet": partial(sheet, rules),
        "preview": preview,
        "worth": worth,
    }
