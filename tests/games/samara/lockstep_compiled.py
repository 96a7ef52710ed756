"""Compiled and plain rules side by side; run by test_lockstep_compiled in a process of its own.

NUMBA_BOUNDSCHECK=1 python -m tests.games.samara.lockstep_compiled 400
"""

from __future__ import annotations

import random
import sys
from typing import Any

from baumeister.rules.kernel.chance import FastDealer
from baumeister.rules.kernel.legal import Legal
from baumeister.rules.samara.state import State
from tests.games.samara.playing import (
    COMPONENTS,
    PLAYERS,
    POLICIES,
    RULES_OF_SAMARA,
    SAMARA,
    legal,
)

ACTIONS = RULES_OF_SAMARA.actions


class Twins:
    """The same game twice: as plain objects, and as records under compiled rules."""

    def __init__(self, players: int, month: int, specials: bool, seed: str) -> None:
        import numpy as np

        options = {"players": players, "start_month": month, "specials": specials}
        self.sizes = RULES_OF_SAMARA.parts.layout(players)
        self.plain: State = RULES_OF_SAMARA.new_state(options)
        self.dealer = FastDealer(seed)
        self.compiled = RULES_OF_SAMARA.compiled
        self.box = COMPONENTS.box.to_array()
        self.states: Any = np.zeros(1, State.dtype(**self.sizes))
        self.dealers = self.dealer.record().to_array(tape=1)
        self.choices = Legal(actions=ACTIONS).to_array(actions=ACTIONS)
        RULES_OF_SAMARA.start(COMPONENTS, self.plain, self.dealer, options)
        arguments = RULES_OF_SAMARA.start_arguments(options)
        self.compiled.new(self.box, self.states, 0, self.dealers, *arguments)

    def check(self) -> None:
        """Every byte of the state, the dealer and the legal actions of every seat."""
        assert self.plain.to_array(**self.sizes).tobytes() == self.states.tobytes()
        for name in ("a", "b", "c", "counter"):
            assert self.dealers[0][name] == getattr(self.dealer, name)
        for seat in range(self.plain.n_players):
            assert self.compiled_legal(seat) == legal(self.plain, seat)

    def compiled_legal(self, seat: int) -> list[int]:
        self.compiled.legal(self.box, self.states, 0, seat, self.choices)
        found: list[int] = self.choices[0]["actions"][: self.choices[0]["n"]].tolist()
        return found

    def apply(self, seat: int, action: int) -> None:
        RULES_OF_SAMARA.apply(COMPONENTS, self.plain, self.dealer, seat, action)
        self.compiled.apply(self.box, self.states, 0, self.dealers, seat, action)

    def winners(self) -> list[int]:
        import numpy as np

        shares = np.zeros(self.plain.n_players)
        self.compiled.shares(self.box, self.states, 0, shares)
        return [seat for seat, share in enumerate(shares.tolist()) if share > 0]


def play(players: int, game: int) -> int:
    """One game in lockstep; how many actions it took."""
    seed = f"compiled {players} {game}"
    rng = random.Random(seed)
    policy = POLICIES[game % len(POLICIES)]
    twins = Twins(players, 1 + game % 12, game % 7 > 0, seed)
    twins.check()
    actions = 0
    while not RULES_OF_SAMARA.is_over(twins.plain):
        seat = rng.choice(RULES_OF_SAMARA.waiting_for(twins.plain))
        moves = [SAMARA.notation(action) for action in legal(twins.plain, seat)]
        twins.apply(seat, SAMARA.action(policy(rng, moves)))
        twins.check()
        actions += 1
    assert twins.winners() == RULES_OF_SAMARA.winners(COMPONENTS, twins.plain)
    return actions


def main() -> None:
    """Games of every number of players until there were enough actions."""
    wanted = int(sys.argv[1])
    total = game = 0
    while total < wanted:
        for players in PLAYERS:
            total += play(players, game)
            game += 1
    print(f"{total} actions in {game} games")


if __name__ == "__main__":
    main()
