"""The four levels that people play against: from the Apprentice to the Baumeister.

Each is a bot like any other; docs/bots.md has their measured strength. Their names in both
languages are in the glossary (`level`).
"""

from __future__ import annotations

from baumeister.bots.choosing import best_action
from baumeister.bots.greedy_bot import weighed
from baumeister.bots.search import Budget
from baumeister.bots.search_bot import SearchBot
from baumeister.kernel.chance import FastDealer, below
from baumeister.play import SeatView

MISJUDGED = 3.0  # points by which an Apprentice may misjudge an action
OVERLOOKED = 5  # an Apprentice overlooks one action in so many


class Apprentice:
    """Judges without looking ahead, and overlooks and misjudges actions as people do."""

    name = "apprentice"

    def __init__(self, seed: str) -> None:
        self._chance = FastDealer(seed)

    def decide(self, view: SeatView) -> int:
        """The action that seems worth most among those that were noticed."""
        legal, worths = weighed(view)
        for k in range(legal.n):
            if below(self._chance, OVERLOOKED) == 0:
                worths[k] -= 100.0
        return best_action(legal, worths, MISJUDGED, self._chance)


class Journeyman(SearchBot):
    """Looks a little ahead. It has no network: with one it would be almost as strong as Master."""

    name = "journeyman"

    def __init__(self, seed: str) -> None:
        super().__init__(seed, Budget(iterations=12, seconds=0.4))


class Master(SearchBot):
    """Searches further, guided by the trained network."""

    name = "master"

    def __init__(self, seed: str) -> None:
        super().__init__(seed, Budget(iterations=150, seconds=0.4), network=True)


class Baumeister(SearchBot):
    """Searches like Master, for up to three seconds."""

    name = "baumeister"

    def __init__(self, seed: str) -> None:
        budget = Budget(iterations=8000, seconds=3.0, until_clear=True)
        super().__init__(seed, budget, network=True)


LEVELS = {level.name: level for level in (Apprentice, Journeyman, Master, Baumeister)}
