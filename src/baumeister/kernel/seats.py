"""Numbers that stand in place of a seat; the seats themselves count from 0."""

from __future__ import annotations

NOBODY = -1  # no seat: nobody decides, nobody owns the thing, the announcement is about no seat
SPECTATOR = -1  # the seat of a view that shows only what is public


def seat_number(seat: int | None) -> int:
    """The number by which rules know a seat, or a spectator (None)."""
    return SPECTATOR if seat is None else seat
