"""`search`: tree search over the worlds that its seat could be in."""

from __future__ import annotations

from baumeister.bots.search import Analysis, Analyst, Budget
from baumeister.play import SeatView

HALF_A_SECOND = Budget(seconds=0.5)


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
        return self._analyst.analyse(view, self.budget)
