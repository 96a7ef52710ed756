"""The positions of a recorded game, for any seat."""

from __future__ import annotations

from typing import Any

from baumeister.kernel.events import FREE, Event
from baumeister.play.position import Moment
from baumeister.play.table import Move, Table, replayed


class ReplayPosition(Moment):
    """The game after a number of decisions."""

    def __init__(
        self, table: Table, state: Any, made: int, move: Move | None, events: tuple[Event, ...]
    ) -> None:
        super().__init__(table.game, table.options, table.names, state)
        self.table = table  # the game as a whole
        self.made = made
        self.move = move  # the decision that led here; None at the beginning
        self.events = events  # what it led to; at the beginning the set-up

    def shows_decision_to(self, seat: int | None) -> bool:
        """Whether a seat, or a spectator, saw the decision; a choice that lies face down is known
        only to its seat."""
        if self.move is None or self.move.seat == seat:
            return True
        return not any(event.undo == FREE and event.own for event in self.events[:1])


class Replay:
    """All positions of a game; simultaneous choices are in play order."""

    def __init__(self, table: Table) -> None:
        self.table = table.canonical()
        self.decisions = [move for move in self.table.moves if not move.forced]
        self._states: list[Any] = []
        self._told: list[int] = []  # by position: how many events there were
        again = replayed(self.table, [])
        self._keep(again)
        for move in self.decisions:
            again.play(move.seat, move.action)
            self._keep(again)
        self._events = again.events

    def _keep(self, table: Table) -> None:
        self._states.append(table.snapshot())
        self._told.append(len(table.events))

    def __len__(self) -> int:
        return len(self._states)

    def __getitem__(self, made: int) -> ReplayPosition:
        """The position after this number of decisions; IndexError if there were fewer."""
        if not 0 <= made < len(self):
            raise IndexError(made)
        move = self.decisions[made - 1] if made else None
        before = self._told[made - 1] if made else 0
        events = tuple(self._events[before : self._told[made]])
        return ReplayPosition(self.table, self._states[made], made, move, events)


__all__ = ["Replay", "ReplayPosition"]
