"""What happened in Samara, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from baumeister.kernel.game import Narrator

SILENT = ("choose",)  # it is told when all have chosen


def news(narrator: Narrator, events: Sequence[Mapping[str, Any]]) -> list[str]:
    """The sentences worth reading."""
    return [narrator.tell(event) for event in events if event["type"] not in SILENT]
