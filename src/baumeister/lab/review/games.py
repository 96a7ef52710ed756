"""What a review needs to know of a game beyond its rules (the module `review` of the game)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from baumeister.games import ByGame

Events = Sequence[Mapping[str, Any]]  # what chance showed at one moment, all of it


def drawn(events: Events) -> tuple[str, int | None]:
    """Something that a seat drew."""
    return "draw", events[0].get("seat")


def no_values(events: Events) -> dict[str, object]:
    """For texts that name nothing of the events."""
    return {}


@dataclass(frozen=True)
class ReviewedGame:
    """How playouts play a game, and the texts of its moves and its chance events."""

    blur: float  # points by which actions are misjudged in playouts: that with which foretold
    # chances fit the results best, see docs/review.md
    when: Callable[[Any, str], str]  # (state, language): when a move was made
    period: Callable[[Any, str], str]  # (state, language): the part of the game that it belongs to
    deed: Callable[[Any, Any, int, str], str]  # (components, state, action, language): what a
    # player did, to follow the name
    proposal: Callable[[Any, Any, int, str], str]  # the same: what could be done, as on a button
    silent_events: frozenset[str] = frozenset()  # events of chance that show nothing
    story_events: frozenset[str] = frozenset()  # events of chance that are told in sentences
    stroke: Callable[[Events], tuple[str, int | None]] = drawn  # what chance did, a key of
    # `review.what` and `review.short` in the glossary, and to whom
    stroke_values: Callable[[Events], dict[str, object]] = no_values  # to fill in there


REVIEWED = ByGame[ReviewedGame](lambda rules: rules.part("review").REVIEWED)
