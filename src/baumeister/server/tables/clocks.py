"""Clocks: so much time for every move, and a reserve for the whole game.

Time while no server was running is an outage and does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Limits(NamedTuple):
    """How much time there is, in milliseconds."""

    per_move: int
    reserve: int


class Outage(NamedTuple):
    """A time in which no server was running, in milliseconds since 1970."""

    began: int
    ended: int


def elapsed(since: int, now: int, outages: Sequence[Outage] = ()) -> int:
    """How much time has passed, without outages."""
    lost = sum(max(0, min(now, o.ended) - max(since, o.began)) for o in outages)
    return max(0, now - since - lost)


def merged(outages: Iterable[Outage]) -> list[Outage]:
    """The same outages in order, those that overlap joined."""
    joined: list[Outage] = []
    for outage in sorted(outages):
        if joined and outage.began <= joined[-1].ended:
            joined[-1] = Outage(joined[-1].began, max(joined[-1].ended, outage.ended))
        else:
            joined.append(outage)
    return joined


@dataclass
class Clock:
    """The clocks of all seats of a table. A seat's clock runs while it has to decide."""

    limits: Limits
    reserves: list[int]
    outages: Sequence[Outage] = ()
    began: dict[int, int] = field(default_factory=dict)  # by seat whose clock runs: since when
    used: dict[int, int] = field(default_factory=dict)  # … and what the decision took before
    spent: dict[int, tuple[int, int]] = field(default_factory=dict)
    # by seat: the time of its last decision in all, and how much of it came off the reserve

    def run(self, seats: Sequence[int], now: int) -> None:
        """From now on, run the clocks of these seats and no others."""
        for seat in list(self.began):
            if seat not in seats:
                self.stop(seat, now)
        for seat in seats:
            self.began.setdefault(seat, now)

    def stop(self, seat: int, now: int) -> None:
        """Stop the seat's clock; the time that its decision has taken so far is kept."""
        if seat in self.began:
            self.used[seat] = self._taken(seat, now)
            del self.began[seat]

    def decided(self, seat: int, now: int) -> None:
        """The seat has decided: what took longer than the limit comes off its reserve."""
        self.stop(seat, now)
        taken = self.used.pop(seat, 0)
        beyond = min(self.reserves[seat], max(0, taken - self.limits.per_move))
        self.spent[seat] = taken, beyond
        self.reserves[seat] -= beyond

    def resume(self, seat: int) -> None:
        """A decision was taken back: its clock will continue from where it stopped."""
        self.used[seat], beyond = self.spent.pop(seat, (0, 0))
        self.reserves[seat] += beyond

    def forget(self, now: int) -> None:
        """After an undo moves begin again; what was used of reserves is not given back."""
        for seat in {*self.began, *self.used}:
            self.decided(seat, now)
        self.spent.clear()

    def left(self, seat: int, now: int) -> tuple[int, int]:
        """What is left for this move, and of the reserve, in milliseconds."""
        taken = self._taken(seat, now)
        beyond = max(0, taken - self.limits.per_move)
        return max(0, self.limits.per_move - taken), max(0, self.reserves[seat] - beyond)

    def is_up(self, seat: int, now: int) -> bool:
        """Whether the clock runs and there is no time left."""
        return seat in self.began and self.left(seat, now) == (0, 0)

    def has_run_out(self, seat: int) -> bool:
        """Whether the clock was stopped because no time was left for the decision."""
        return seat not in self.began and self.left(seat, 0) == (0, 0)

    def due(self, seat: int, now: int) -> int:
        """When the time of a seat will be up whose clock runs."""
        return now + sum(self.left(seat, now))

    def _taken(self, seat: int, now: int) -> int:
        """What the seat's present decision has taken so far."""
        running = elapsed(self.began[seat], now, self.outages) if seat in self.began else 0
        return self.used.get(seat, 0) + running
