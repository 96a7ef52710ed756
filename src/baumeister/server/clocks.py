"""Clocks: so much time for every move, and a reserve for the whole game.

A clock over days is the same with larger numbers. Time while no server was running does not
count: it is an outage, and is left out.
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
    """How much time has passed, outages left out."""
    lost = sum(max(0, min(now, o.ended) - max(since, o.began)) for o in outages)
    return max(0, now - since - lost)


def merged(outages: Iterable[Outage]) -> list[Outage]:
    """The same outages, in order, none of them told twice."""
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
    began: dict[int, int] = field(default_factory=dict)  # by seat: when its clock started
    spent: dict[int, tuple[int, int]] = field(default_factory=dict)
    # by seat: what its last decision took in all, and of its reserve

    def run(self, seats: Sequence[int], now: int) -> None:
        """From now on exactly these seats' clocks run; those that go on are left alone."""
        for seat in list(self.began):
            if seat not in seats:
                self.decided(seat, now)
        for seat in seats:
            self.began.setdefault(seat, now)

    def decided(self, seat: int, now: int) -> None:
        """The seat's clock stops; what its move took beyond the limit comes off its reserve."""
        if seat in self.began:
            used = elapsed(self.began.pop(seat), now, self.outages)
            beyond = min(self.reserves[seat], max(0, used - self.limits.per_move))
            self.spent[seat] = used, beyond
            self.reserves[seat] -= beyond

    def resume(self, seat: int, now: int) -> None:
        """A decision was taken back: its clock goes on from where it stood."""
        used, beyond = self.spent.pop(seat, (0, 0))
        self.reserves[seat] += beyond
        self.began[seat] = now - used

    def forget(self) -> None:
        """An undo: all clocks stop where they are, the moves begin again."""
        self.began.clear()
        self.spent.clear()

    def left(self, seat: int, now: int) -> tuple[int, int]:
        """What is left for this move, and of the reserve, in milliseconds."""
        if seat not in self.began:
            return self.limits.per_move, self.reserves[seat]
        used = elapsed(self.began[seat], now, self.outages)
        beyond = max(0, used - self.limits.per_move)
        return max(0, self.limits.per_move - used), max(0, self.reserves[seat] - beyond)

    def due(self, seat: int, now: int) -> int:
        """When the time of a seat whose clock runs will be up."""
        return now + sum(self.left(seat, now))
