"""T6 Tybor's live score sheet and previews (play/score_sheet.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from baumeister.games.tybor import score_lines, scoring
from baumeister.games.tybor.actions import BUILD, PAY_WITH, cost
from baumeister.games.tybor.events import SIDES
from baumeister.games.tybor.state import asks
from baumeister.kernel.refusal import Refusal
from baumeister.play.position import SeatView
from baumeister.play.score_sheet import Preview, ScoreSheet, line, more
from baumeister.play.table import Table

CLAUSES = [f"T6.{line}" for line in range(1, scoring.LINES + 1)]
NOTHING_KNOWN: Preview = {"cost": None, "payment": [], "strength": None}
NO_WORTH: dict[str, Any] = {"display": []}


def sheet(view: SeatView, seat: int, over: bool, language: str) -> ScoreSheet:
    """T6; the secret objective (T6.18) is known to its owner."""
    own = view.seat == seat
    box, state = view.components.box, view.state
    lines = score_lines.lines(box, state, seat, secret=own, more=not over)
    return {
        "seat": seat,
        "complete": own,
        "total": sum(one.points for one in lines),
        "tiebreak": state.players[seat].strength,
        "lines": [
            {
                **line("tybor", one.clause, language),
                "points": one.points,
                "more": more(one.more, language),
            }
            for one in lines
        ],
    }


def worth(view: SeatView) -> dict[str, Any]:
    """T6 What each building of the display would bring this seat now, for either side."""
    assert view.seat is not None
    buildings = view.components.buildings
    gains = score_lines.gains(view.components, view.state, view.seat)
    return {
        "display": [
            {"card": buildings[building].code, **dict(zip(SIDES, points, strict=True))}
            for building, points in gains
        ]
    }


def preview(table: Table, seat: int, actions: Sequence[int], language: str) -> Preview:
    """T7.2 Only what the actions themselves change in front of the seat: what a building costs,
    who would pay, and the sheet. What a draw brings, or what others do, is not known."""
    rules, components = table.rules, table.components
    box, state = components.box, table.seat_view(seat).state
    before = _points(box, state, seat)
    price: int | None = None
    known = True
    for action in actions:
        if not asks(state):
            return {}
        reason = rules.why_not(components, state, seat, action, table.names)
        if reason is not None:
            raise Refusal(reason)
        if BUILD <= action < PAY_WITH:
            price = cost(box, state, state.players[seat], *divmod(action - BUILD, 2))
        known = score_lines.carry_out(box, state, seat, action)
    if not known:
        return {}
    paid = score_lines.pay_cheaply(box, state, seat)
    after = _points(box, state, seat)
    lines = [
        {**line("tybor", clause, language), "before": old, "after": new}
        for clause, old, new in zip(CLAUSES, before, after, strict=True)
        if old != new
    ]
    return {
        "cost": price,
        "payment": [components.characters[card].code for card in paid],
        "strength": state.players[seat].strength,
        "total": {"before": sum(before), "after": sum(after)},
        "lines": lines,
    }


def _points(box: Any, state: Any, seat: int) -> list[int]:
    score: Callable[..., int] = scoring.points
    player = state.players[seat]
    return [score(box, state, player, line) for line in range(1, scoring.LINES + 1)]
