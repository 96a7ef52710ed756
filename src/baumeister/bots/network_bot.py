"""`network`: what a trained network finds most promising, without looking ahead."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from baumeister.bots.choosing import TIE_BREAK, best_action
from baumeister.bots.greedy_bot import legal_of
from baumeister.bots.network import Network, NetworkError, load, shipped
from baumeister.kernel.chance import FastDealer
from baumeister.play import SeatView


class NetworkBot:
    """The action that a trained network finds most promising; ties are broken at random."""

    name = "network"

    def __init__(self, seed: str, weights: Path | None = None) -> None:
        self._chance = FastDealer(seed)
        self._network: Network | None = None if weights is None else load(weights)

    def decide(self, view: SeatView) -> int:
        """The legal action that seems most promising."""
        if find_spec("numpy") is None:
            raise NetworkError("error.network.needs_numpy")
        network = self._network or shipped(view.rules.name)
        if network is None:
            raise NetworkError("error.network.none", game=view.rules.name)
        promises = network.promises(view).tolist()
        return best_action(legal_of(view), promises, TIE_BREAK, self._chance)
