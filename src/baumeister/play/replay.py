"""A game that can be looked at after each of its decisions, with anybody's eyes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from baumeister.kernel.events import FREE, Event
from baumeister.kernel.legal import Legal
from baumeister.play.table import Move, Table, replayed


@dataclass(frozen=True)
class Position:
    """The table after so many decisions."""

    table: Table  # the game as a whole; only what never changes is taken from it
    state: Any
    made: int
    move: Move | None  # the decision that led here; None at the beginning
    events: tuple[Event, ...]  # what it led to; at the beginning the set-up

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator (None), knew then, JSON-ready."""
        whole, seen = self.table, self.table.rules.glance(self.state, None)
        shared = whole.rules.shared_json(whole.components, seen, whole.names, whole.options)
        return {**shared, **self.own_view(seat)}

    def own_view(self, seat: int | None) -> dict[str, Any]:
        """The part of it that is not the same for all, as `Table.own_view` has it."""
        whole, rules, legal = self.table, self.table.rules, Legal(actions=self.table.rules.actions)
        if seat is not None:
            rules.legal(whole.components, self.state, seat, legal)
        seen = rules.glance(self.state, seat)
        own = rules.own_json(whole.components, seen, seat, whole.names, whole.options)
        return {**own, "legal": list(legal.actions[: legal.n])}

    def question(self, seat: int | None, language: str) -> str:
        """What the seat was asked, or for whom it waited."""
        table, view = self.table, self.table.rules.glance(self.state, seat)
        return table.rules.question_text(table.components, view, seat, table.names, language)

    @property
    def waiting_for(self) -> list[int]:
        """The seats that had to decide."""
        return self.table.rules.waiting_for(self.state)

    def shows_decision_to(self, seat: int | None) -> bool:
        """Whether a seat, or a spectator, saw what was decided; a choice that lies face down is
        known to whoever made it."""
        if self.move is None or self.move.seat == seat:
            return True
        return not any(event.undo == FREE and event.own for event in self.events[:1])


class Replay:
    """All positions of a game, in play order: choices made at once come as the book has them."""

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

    def __getitem__(self, made: int) -> Position:
        """The position after so many decisions; IndexError if there were fewer."""
        if not 0 <= made < len(self):
            raise IndexError(made)
        move = self.decisions[made - 1] if made else None
        before = self._told[made - 1] if made else 0
        events = tuple(self._events[before : self._told[made]])
        return Position(self.table, self._states[made], made, move, events)


__all__ = ["Position", "Replay"]
