"""The strength of a network against compiled bots, without looking ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from baumeister.bots import bot_seed
from baumeister.bots.network import Network
from baumeister.bots.network_layers import looker, new_workspace
from baumeister.kernel.chance import FastDealer, below
from baumeister.lab.learning.questions import Questions
from baumeister.lab.series import game_of
from baumeister.lab.tournament.ratings import Share, Tally, win_share


@dataclass(frozen=True)
class Measured:
    """The network's share of the win in so many games, with its 95 % interval over deals."""

    players: int
    games: int
    share: Share


def measure(
    network: Network, players: int, deals: int, seed: str, against: str = "greedy"
) -> Measured:
    """One network among greedy (or random) bots: every deal with the network in each seat."""
    table = _Table(network, players, against)
    tallies = []
    for deal in range(deals):
        won = sum(table.play(f"{seed}/{deal}", own) for own in range(players))
        tallies.append(Tally(won, players))
    share = win_share(tallies)
    assert share is not None
    return Measured(players, players * deals, share)


class _Table:
    """Plays games of a network against compiled bots."""

    def __init__(self, network: Network, players: int, against: str) -> None:
        import numpy as np

        self._game = game_of(network.fit.game, None)
        self._questions = Questions(self._game, players)
        self._network, self._random = network, against == "random"
        self._workspace = new_workspace(network.layers)
        self._worths, self._prior = np.zeros((2, self._game.rules.actions))
        self._look = looker(self._game.name)

    def play(self, seed: str, own: int) -> float:
        """The network's share of the win from this seat."""
        chances = [FastDealer(bot_seed(seed, seat)) for seat in range(self._questions.players)]
        _, shares = self._questions.play(
            seed, lambda seat: self._answer(seat, seat == own, chances[seat])
        )
        return float(shares[own])

    def _answer(self, seat: int, is_own: bool, chance: FastDealer) -> int:
        questions, legal = self._questions, self._questions.legal
        n = int(legal["n"][0])
        actions: Any = legal["actions"][0]
        if self._random and not is_own:
            return int(actions[below(chance, n)])
        self._look(
            questions.box,
            questions.view,
            seat,
            self._network.layers,
            self._workspace,
            legal,
            self._worths,
            self._prior,
        )
        judged = self._workspace.promises if is_own else self._worths
        best = judged[:n].max()
        equal = (judged[:n] == best).nonzero()[0]
        return int(actions[equal[below(chance, len(equal))]])
