"""Brute force for small endings: which actions win whatever the others do.

Nothing here looks ahead cleverly: every answer of everybody is tried until the game is over. All
others together play against the seat. Who chooses at the same time does not see what the others
choose, so the seat's own choice always comes first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from baumeister.kernel.chance import FastDealer
from baumeister.play import SeatView, Table

Decide = Callable[[SeatView], int]


class NoChance:
    """A dealer for endings in which nothing is left to chance."""

    def word(self) -> int:
        """Chance: the ending is not what it was meant to be."""
        raise AssertionError("chance has a say in this ending")

    def announce(self, event: int, seat: int, value: int) -> None:
        """Nobody listens."""


@dataclass
class Ending:
    """What a seat can force at a table that is nearly over."""

    table: Table
    seat: int
    _won: dict[Any, bool] = field(default_factory=dict)
    _decided: dict[Any, int] = field(default_factory=dict)

    @property
    def view(self) -> SeatView:
        """What the seat sees."""
        return self.table.seat_view(self.seat)

    def worlds(self, n: int) -> list[Any]:
        """The true state, and others that look like it to the seat."""
        found = {self.table.snapshot().key(): self.table.snapshot()}
        for k in range(n):
            world = self.view.redeal(FastDealer(f"world {k}"))
            found[world.key()] = world
        return list(found.values())

    def winning(self, worlds: int = 0) -> set[str]:
        """The seat's actions that win against every reply in all of these worlds."""
        actions = set(self.view.legal)
        for world in self.worlds(worlds):
            actions = {action for action in actions if self.wins(world, self.seat, action)}
        return {self.write(action) for action in actions}

    def wins(self, world: Any, who: int, action: int) -> bool:
        """Whether the seat, playing well, wins after this action of somebody."""
        return self.is_won(self.after(world, who, action))

    def is_won(self, world: Any) -> bool:
        """Whether the seat, playing well, wins from here against every reply."""
        key = world.key()
        if key not in self._won:
            self._won[key] = self._is_won(world)
        return self._won[key]

    def _is_won(self, world: Any) -> bool:
        if self.is_over(world):
            return self.has_won(world)
        waiting = self.table.rules.waiting_for(world)
        if self.seat in waiting:
            return any(self.wins(world, self.seat, a) for a in self.legal(world, self.seat))
        return all(self.wins(world, waiting[0], a) for a in self.legal(world, waiting[0]))

    def losses(self, world: Any, decide: Decide) -> list[list[str]]:
        """Every line that the seat does not win if it plays like this and the others anyhow."""
        if self.is_over(world):
            return [] if self.has_won(world) else [[]]
        waiting = self.table.rules.waiting_for(world)
        if self.seat in waiting:
            actions: tuple[int, ...] = (self.decision(world, decide),)
            who = self.seat
        else:
            who = waiting[0]
            actions = self.legal(world, who)
        return [
            [f"{who} {self.write(action)}", *line]
            for action in actions
            for line in self.losses(self.after(world, who, action), decide)
        ]

    def decision(self, world: Any, decide: Decide) -> int:
        """What the seat decides, asked only where a table would ask."""
        legal = self.legal(world, self.seat)
        if len(legal) == 1:
            return legal[0]
        state = self.table.rules.view_of(world, self.seat)
        key = state.key()
        if key not in self._decided:
            table = self.table
            self._decided[key] = decide(
                SeatView(table.game, self.seat, table.names, table.options, state, tuple(legal))
            )
        return self._decided[key]

    # --- the rules -----------------------------------------------------------------------
    def legal(self, world: Any, seat: int) -> tuple[int, ...]:
        """The legal actions of a seat."""
        return self.table.game.legal(world, seat)

    def after(self, world: Any, seat: int, action: int) -> Any:
        """The state that an action leads to."""
        new = world.copy()
        self.table.game.apply(new, NoChance(), seat, action)
        return new

    def is_over(self, world: Any) -> bool:
        """Whether the game has ended."""
        return self.table.rules.is_over(world)

    def has_won(self, world: Any) -> bool:
        """Whether the seat is the only winner."""
        return self.table.rules.winners(self.table.components, world) == [self.seat]

    def write(self, action: int) -> str:
        """An action as players write it."""
        return self.table.game.notation(action)
