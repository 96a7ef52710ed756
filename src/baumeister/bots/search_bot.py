"""`search`: tree search over the worlds that its seat could be in."""

from __future__ import annotations

from dataclasses import replace

from baumeister.bots.search import Analysis, Analyst, Budget
from baumeister.play import SeatView

HALF_A_SECOND = Budget(seconds=0.5)
INTERPRETED_SECONDS = 1.2  # for a decision while the compiled search is not ready


class SearchBot:
    """Looks ahead; a decision depends only on the seed and the view, not on earlier moves."""

    name = "search"
    memoryless = True

    def __init__(self, seed: str, budget: Budget = HALF_A_SECOND, network: bool = False) -> None:
        self.budget = budget
        self.asks_network = network
        self._analyst = Analyst(seed, network=network)

    def decide(self, view: SeatView) -> int:
        """The legal action that led to the best results."""
        return self.analyse(view).best.action

    def analyse(self, view: SeatView) -> Analysis:
        """All legal actions, the best first, with what the bot expects of them."""
        return self._analyst.analyse(view, interpreted(self.budget) if self.plain else self.budget)

    @property
    def plain(self) -> bool:
        """Whether the search is interpreted. It walks the same way as the compiled one, a hundred
        times more slowly, so that levels that need many walks look less far ahead."""
        return self._analyst.plain

    @plain.setter
    def plain(self, plain: bool) -> None:
        self._analyst.plain = plain


def interpreted(budget: Budget) -> Budget:
    """The budget of an interpreted search: the same walks, as far as a person likes to wait."""
    return replace(budget, seconds=INTERPRETED_SECONDS)
