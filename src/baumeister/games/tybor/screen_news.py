"""What happened in Tybor, in sentences, without the obvious."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from baumeister.kernel.game import Narrator

Seen = Mapping[str, Any]
SILENT = (
    "shuffle",
    "display",
    "choose",
    "look",
)  # the table shows it, or a later sentence tells it


def news(narrator: Narrator, events: Sequence[Seen], seat: int | None = None) -> list[str]:
    """The sentences worth reading for a seat: not its own last decision, no choices, and each
    revealed card only once."""
    told: list[str] = []
    for event, after in zip(events, [*events, {}][1:], strict=True):
        kind = event["type"]
        silent = kind in SILENT or (kind == "reveal" and _is_used(event, after))
        if kind in ("reveal", "use") and event["seat"] == seat:
            silent = event.get("as") != "builder"
        if not silent:
            told.append(narrator.tell(event))
    return told


def _is_used(event: Seen, after: Seen) -> bool:
    """Whether the next sentence names the revealed card again."""
    return after.get("type") == "use" and after.get("seat") == event["seat"]
