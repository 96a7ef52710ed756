"""`greedy`: the action that seems worth most right now, without looking ahead."""

from __future__ import annotations

from collections.abc import Callable

from baumeister.bots.samara_greedy import greedy_action as samara_greedy_action
from baumeister.bots.tybor_greedy import greedy_action as tybor_greedy_action
from baumeister.play import SeatView
from baumeister.rules.kernel.chance import FastDealer
from baumeister.rules.kernel.legal import Legal

GREEDY: dict[str, Callable[..., int]] = {
    "tybor": tybor_greedy_action,
    "samara": samara_greedy_action,
}  # by game


class GreedyBot:
    """The action that seems worth most right now."""

    name = "greedy"

    def __init__(self, seed: str) -> None:
        self._chance = FastDealer(seed)

    def decide(self, view: SeatView) -> int:
        """The legal action that seems worth most; equal ones by lot."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to decide")
        legal = Legal(actions=max(len(view.legal), 1))
        legal.n = len(view.legal)
        legal.actions[: legal.n] = view.legal
        choose = GREEDY[view.rules.name]
        return choose(view.components.box, view.state, view.seat, legal, self._chance)
