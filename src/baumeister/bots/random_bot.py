"""`random`: any legal action, all equally likely."""

from __future__ import annotations

from baumeister.kernel.chance import Dealer, FastDealer, below
from baumeister.kernel.legal import Legal
from baumeister.kernel.rule import rule
from baumeister.play import SeatView


@rule
def random_action(legal: Legal, chance: Dealer) -> int:
    """Any legal action."""
    return legal.actions[below(chance, legal.n)]


class RandomBot:
    """Any legal action, all equally likely."""

    name = "random"

    def __init__(self, seed: str) -> None:
        self._chance = FastDealer(seed)

    def decide(self, view: SeatView) -> int:
        """Any legal action."""
        return view.legal[below(self._chance, len(view.legal))]
