"""Compiled and plain rules side by side; run by test_lockstep_compiled in a process of its own.

NUMBA_BOUNDSCHECK=1 python -m tests.games.tybor.lockstep_compiled 400
"""

from __future__ import annotations

import random
import sys
from typing import Any

from baumeister.rules.kernel.chance import FastDealer
from baumeister.rules.kernel.legal import Legal
from baumeister.rules.tybor import flow
from baumeister.rules.tybor.actions import ACTIONS, legal_actions
from baumeister.rules.tybor.game import Tybor
from baumeister.rules.tybor.state import OVER, State, layout
from tests.games.tybor.playing import BOX, PLAYERS, POLICIES


class Twins:
    """The same game twice: as plain objects, and as records under compiled rules."""

    def __init__(self, players: int, scenario: int, chapter: int, seed: str) -> None:
        import numpy as np

        self.rules = Tybor().compiled if not COMPILED else COMPILED[0]
        COMPILED[:] = [self.rules]
        self.sizes = layout(players)
        self.plain = State(**self.sizes)
        self.dealer = FastDealer(seed)
        self.legal = Legal(actions=ACTIONS)
        self.box = BOX.to_array()
        self.states: Any = np.zeros(1, State.dtype(**self.sizes))
        self.dealers = self.dealer.record().to_array(tape=1)
        self.choices = self.legal.to_array(actions=ACTIONS)
        flow.start(BOX, self.plain, self.dealer, players, scenario, chapter)
        self.rules.new(self.box, self.states, 0, self.dealers, players, scenario, chapter)

    def check(self) -> None:
        """Every byte of the state, the dealer and the legal actions of every seat."""
        assert self.plain.to_array(**self.sizes).tobytes() == self.states.tobytes()
        for name in ("a", "b", "c", "counter"):
            assert self.dealers[0][name] == getattr(self.dealer, name)
        for seat in range(self.plain.n_players):
            assert self.compiled_legal(seat) == self.plain_legal(seat)

    def plain_legal(self, seat: int) -> list[int]:
        legal_actions(BOX, self.plain, seat, self.legal)
        return self.legal.actions[: self.legal.n]

    def compiled_legal(self, seat: int) -> list[int]:
        self.rules.legal(self.box, self.states, 0, seat, self.choices)
        found: list[int] = self.choices[0]["actions"][: self.choices[0]["n"]].tolist()
        return found

    def apply(self, seat: int, action: int) -> None:
        flow.apply(BOX, self.plain, self.dealer, seat, action)
        self.rules.apply(self.box, self.states, 0, self.dealers, seat, action)

    def shares(self) -> list[float]:
        import numpy as np

        out = np.zeros(8)
        self.rules.shares(self.box, self.states, 0, out)
        found: list[float] = out.tolist()
        return found


COMPILED: list[Any] = []


def play(players: int, story: int, policy: int) -> int:
    """One game in lockstep; how many actions it took."""
    seed = f"compiled {players} {story} {policy}"
    rng = random.Random(seed)
    twins = Twins(players, story % 4, 4 + story // 4 % 8, seed)
    twins.check()
    actions = 0
    while twins.plain.step != OVER:
        waiting = [seat for seat in range(players) if twins.plain_legal(seat)]
        seat = rng.choice(waiting)
        twins.apply(seat, POLICIES[policy](rng, twins.plain_legal(seat)))
        twins.check()
        actions += 1
    return actions


def main() -> None:
    """Games of every number of players until there were enough actions."""
    wanted = int(sys.argv[1])
    total = game = 0
    while total < wanted:
        for players in PLAYERS:
            total += play(players, 5 * game + players, game % len(POLICIES))
            game += 1
    print(f"{total} actions in {game} games")


if __name__ == "__main__":
    main()
