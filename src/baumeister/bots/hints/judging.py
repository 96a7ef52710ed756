"""How good the legal actions of a seat are: by looking ahead, or by the greedy bot's judgement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from baumeister.bots.greedy_bot import weighed
from baumeister.bots.search import Analyst, Budget
from baumeister.kernel import rule
from baumeister.play import SeatView

RARELY = 40  # tries; with fewer an action fell behind early
BLURRED = 0.065  # a standard error; a chance with a larger one is not certain enough
DECIDED = 0.02  # a chance this close to 0 or 1 counts as lost or won
ALIKE = 0.005  # chances closer than this are equal
OFTEN = 200  # tries; with fewer, expected points are not compared


@dataclass(frozen=True)
class Judged:
    """A legal action, and what is expected of it."""

    action: int
    worth: float  # what actions with equal effort are ranked by
    tried: int = 0  # how often the search tried it; without looking ahead never
    win: float | None = None  # the expected share of the win, 0 to 1
    points: float | None = None  # the expected points of the seat at the end

    @property
    def chance(self) -> float:
        """The chance of winning; 0 if nothing is known of it."""
        return self.win or 0.0

    @property
    def blur(self) -> float:
        """The standard error of the chance of winning."""
        share = (self.chance * self.tried + 1.0) / (self.tried + 2.0)
        return sqrt(share * (1.0 - share) / (self.tried + 2.0))

    @property
    def is_certain(self) -> bool:
        """Whether it was tried often enough to be compared with others."""
        return self.win is not None and self.tried >= RARELY and self.blur <= BLURRED

    @property
    def cautious(self) -> float:
        """The chance of winning, minus its standard error if it is not certain."""
        return self.chance if self.is_certain else self.chance - self.blur

    def blur_beside(self, other: Judged) -> float:
        """The standard error of the difference between two chances."""
        return sqrt(self.blur * self.blur + other.blur * other.blur)


class Judge:
    """Ranks the legal actions of a seat by what the seat sees."""

    def __init__(self, seed: str, plain: bool = False) -> None:
        self.seed = seed
        self.looks_ahead = plain or rule.can_compile()
        self._analyst = Analyst(seed, plain=plain)

    def ranked(self, view: SeatView, budget: Budget) -> tuple[Judged, ...]:
        """The legal actions, the best first."""
        if len(view.legal) == 1:
            return (Judged(view.legal[0], 0.0),)
        if not self.looks_ahead:
            legal, worths = weighed(view)
            found = [Judged(legal.actions[k], worths[k]) for k in range(legal.n)]
            return tuple(sorted(found, key=lambda judged: (-judged.worth, judged.action)))
        return ordered(
            [
                Judged(found.action, found.value, found.visits, found.win, found.points)
                for found in self._analyst.analyse(view, budget).alternatives
            ]
        )


def ordered(found: Sequence[Judged]) -> tuple[Judged, ...]:
    """The action that was tried most, then the others by their chances.

    If the game is practically won or lost, equally good actions are ordered by expected points.
    """
    best, *others = found
    others.sort(key=lambda judged: -judged.cautious)
    if not best.is_certain or DECIDED <= best.chance <= 1.0 - DECIDED:
        return (best, *others)
    alike = [best, *(other for other in others if _are_alike(best, other))]
    alike.sort(key=lambda judged: (-round(judged.points or 0.0), -judged.tried))
    return (*alike, *(other for other in others if other not in alike))


def _are_alike(best: Judged, other: Judged) -> bool:
    """Whether the chances are equal within their errors."""
    allowed = max(ALIKE, best.blur_beside(other))
    return other.is_certain and other.tried >= OFTEN and abs(best.chance - other.chance) <= allowed
