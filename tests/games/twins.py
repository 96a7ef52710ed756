"""The same game twice: as plain objects, and as records under compiled rules."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from baumeister.kernel.chance import FastDealer
from baumeister.kernel.legal import Legal
from baumeister.play import Game


class Twins:
    """What happens to one happens to the other."""

    def __init__(self, game: Game, options: Mapping[str, Any], seed: str) -> None:
        import numpy as np

        self.rules, self.components = game.rules, game.components
        self.sizes = self.rules.core.layout(options["players"])
        self.plain: Any = self.rules.new_state(options)
        self.dealer = FastDealer(seed)
        self.compiled = self.rules.compiled
        self.box = self.components.box.to_array()
        self.states: Any = np.zeros(1, self.rules.core.state.dtype(**self.sizes))
        self.dealers = self.dealer.record().to_array(tape=1)
        self._legal = Legal(actions=self.rules.actions)
        self.choices = self._legal.to_array(actions=self.rules.actions)
        self.rules.start(self.components, self.plain, self.dealer, options)
        arguments = self.rules.start_arguments(options)
        self.compiled.new(self.box, self.states, 0, self.dealers, *arguments)
        self.check()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.is_over(self.plain)

    @property
    def waiting_for(self) -> list[int]:
        """Who has to decide."""
        return self.rules.waiting_for(self.plain)

    def legal(self, seat: int) -> list[int]:
        """What the plain one allows."""
        self.rules.legal(self.components, self.plain, seat, self._legal)
        return self._legal.actions[: self._legal.n]

    def compiled_legal(self, seat: int) -> list[int]:
        """What the other one allows."""
        self.compiled.legal(self.box, self.states, 0, seat, self.choices)
        found: list[int] = self.choices[0]["actions"][: self.choices[0]["n"]].tolist()
        return found

    def play(self, seat: int, action: int) -> None:
        """An action in both, and a look at them."""
        self.rules.apply(self.components, self.plain, self.dealer, seat, action)
        self.compiled.apply(self.box, self.states, 0, self.dealers, seat, action)
        self.check()

    def check(self) -> None:
        """Every byte of the state, the dealer, the legal actions of every seat, and who has won."""
        assert self.plain.to_array(**self.sizes).tobytes() == self.states.tobytes()
        for name in ("a", "b", "c", "counter"):
            assert self.dealers[0][name] == getattr(self.dealer, name)
        for seat in range(self.plain.n_players):
            assert self.compiled_legal(seat) == self.legal(seat)
        if self.over:
            assert self.compiled_winners() == self.rules.winners(self.components, self.plain)

    def compiled_winners(self) -> list[int]:
        """Who has a share of the win."""
        import numpy as np

        shares = np.zeros(self.plain.n_players)
        self.compiled.shares(self.box, self.states, 0, shares)
        return [seat for seat, share in enumerate(shares.tolist()) if share > 0]


def play_enough(players: Iterable[int], play: Callable[[int, int], int]) -> None:
    """Games of every number of players until there were as many actions as the program was asked
    for. `play(players, number)` plays one, and says how many it took."""
    wanted, counts = int(sys.argv[1]), list(players)
    total = number = 0
    while total < wanted:
        for count in counts:
            total += play(count, number)
            number += 1
    print(f"{total} actions in {number} games")
