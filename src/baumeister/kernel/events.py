"""Events: what happened, as game records write it (docs/records.md), and who may see which part."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
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


class Announcer(ABC):
    """Turns what the rules announce into events."""

    def __init__(self, handlers: Mapping[int, Callable[[int, int], None]]) -> None:
        self.events: list[Event] = []
        self.called: dict[str, str] = {}  # what players call the pieces that events name by IDs
        self._handlers = handlers  # by announcement: takes seat and value

    def hear(self, event: int, seat: int, value: int) -> None:
        """Receive one announcement of the rules."""
        self._handlers[event](seat, value)

    def end(self) -> None:
        """Nothing more is announced: forget the own methods, so that an announcer that nobody uses
        is freed at once and not by the next full garbage collection."""
        self._handlers = {}

    def tell(self, undo: str = SHOWN, **values: Any) -> None:
        """Add an event without secrets."""
        self.events.append(Event(values, values, undo=undo))

    def take_back(self, seat: int) -> Event:
        """Remove the event of the choice that this seat takes back, and return it."""
        latest = max(
            k
            for k, event in enumerate(self.events)
            if event.full["type"] == "choose" and event.full["seat"] == seat
        )
        return self.events.pop(latest)

    @abstractmethod
    def final(self) -> dict[str, Any]:
        """The `final` part of a record."""

    @abstractmethod
    def misplaced(self) -> list[str]:
        """Pieces that are not in exactly one place; empty unless a rule is broken."""

    @abstractmethod
    def actions_of(self, event: Mapping[str, Any], made: bool) -> list[tuple[int, int]]:
        """The seat and action of each decision in the next recorded event; `made` if the first one
        was forced and has been made already. ValueError or KeyError if the event makes no sense."""
