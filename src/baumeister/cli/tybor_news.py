"""What happened in Tybor, in sentences, without what goes without saying."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from baumeister.rules.kernel.game import Narrator

Seen = Mapping[str, Any]
SILENT = ("shuffle", "look")  # the deal, and the card kept, are told


def news(narrator: Narrator, events: Sequence[Seen]) -> list[str]:
    """The sentences worth reading: choices stay for the log, and a card revealed is told once."""
    told: list[str] = []
    for event, after in zip(events, [*events[1:], {}], strict=True):
        kind = event["type"]
        if kind in SILENT or kind == "choose" or (kind == "reveal" and _repeats(event, after)):
            continue
        told.append(narrator.tell(event))
    return told


def full_log(narrator: Narrator, events: Sequence[Seen]) -> list[str]:
    """Every event as a sentence."""
    return [narrator.tell(event) for event in events]


def _repeats(event: Seen, after: Seen) -> bool:
    """Whether the next sentence names the revealed card again (all ways but the builder's do)."""
    used = after.get("type") == "use" and after.get("seat") == event["seat"]
    return used and after["as"] != "builder"
