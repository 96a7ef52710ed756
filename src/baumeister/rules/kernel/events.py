"""Events: what happened, in the words of RECORDS, and who may see which part of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

FREE = "free"  # nobody else has learnt anything, no chance: may be taken back
SHOWN = "shown"  # others have seen it
CHANCE = "chance"  # cards were shuffled, dealt or drawn


@dataclass(frozen=True)
class Event:
    """One thing that happened.

    `full` is the whole truth, as records have it; `public` is what everybody may see of it;
    `own` holds, for seats that may see more, what they see instead.
    """

    full: Mapping[str, Any]
    public: Mapping[str, Any]
    own: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    undo: str = SHOWN
    recorded: bool = True  # whether the structured record lists it

    def seen_by(self, seat: int | None) -> Mapping[str, Any]:
        """The event as a seat, or a spectator (None), may see it."""
        if seat is None:
            return self.public
        return self.own.get(seat, self.public)


def public_event(undo: str = SHOWN, **values: Any) -> Event:
    """An event without secrets."""
    return Event(values, values, undo=undo)
