"""How good the legal actions of a seat are: by looking ahead, or else by the moment."""

from __future__ import annotations

from dataclasses import dataclass, replace

from baumeister.bots.greedy_bot import weighed
from baumeister.bots.search import Analyst, Budget
from baumeister.play import SeatView
from baumeister.rules.kernel import rule


@dataclass(frozen=True)
class Judged:
    """A legal action, and what is expected of it."""

    action: int
    worth: float  # what they are ranked by, among actions that were looked into as much
    tried: int = 0  # how often the search tried it; without looking ahead never
    win: float | None = None  # the expected share of the win, 0 to 1
    points: float | None = None  # the expected points of the seat at the end


class Judge:
    """Ranks the legal actions of a seat by what the seat sees."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.looks_ahead = rule.can_compile()
        self._analyst = Analyst(seed)

    def ranked(self, view: SeatView, budget: Budget) -> tuple[Judged, ...]:
        """The legal actions, the best first."""
        if len(view.legal) == 1:
            return (Judged(view.legal[0], 0.0),)
        if not self.looks_ahead:
            legal, worths = weighed(view)
            found = [Judged(legal.actions[k], worths[k]) for k in range(legal.n)]
            return tuple(sorted(found, key=lambda judged: (-judged.worth, judged.action)))
        return tuple(
            Judged(found.action, found.value, found.visits, found.win, found.points)
            for found in self._analyst.analyse(view, budget).alternatives
        )


def part_of(budget: Budget, parts: int) -> Budget:
    """A budget that is so many times smaller."""
    iterations, seconds = budget.iterations, budget.seconds
    return replace(
        budget,
        iterations=None if iterations is None else max(1, iterations // parts),
        seconds=None if seconds is None else seconds / parts,
    )
