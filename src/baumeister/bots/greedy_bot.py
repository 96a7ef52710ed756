"""`greedy`: the action that seems worth most right now, without looking ahead."""

from __future__ import annotations

from baumeister.bots.choosing import TIE_BREAK, WEIGH, best_action
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.legal import Legal
from baumeister.play import SeatView


class GreedyBot:
    """The action that seems worth most right now; ties are broken at random."""

    name = "greedy"

    def __init__(self, seed: str) -> None:
        self._chance = FastDealer(seed)

    def decide(self, view: SeatView) -> int:
        """The legal action that seems worth most."""
        legal, worths = weighed(view)
        return best_action(legal, worths, TIE_BREAK, self._chance)


def weighed(view: SeatView) -> tuple[Legal, list[float]]:
    """The legal actions of the seat, and what each seems worth in points at the end."""
    if view.seat is None:
        raise ValueError("a spectator has nothing to decide")
    legal = legal_of(view)
    worths = [0.0] * legal.n
    WEIGH[view.rules.name](view.components.box, view.state, view.seat, legal, worths)
    return legal, worths


def legal_of(view: SeatView) -> Legal:
    """The legal actions of the seat in the form that rules take."""
    legal = Legal(actions=max(len(view.legal), 1))
    legal.n = len(view.legal)
    legal.actions[: legal.n] = view.legal
    return legal
