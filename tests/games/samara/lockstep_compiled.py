"""Compiled and plain rules side by side; run by test_lockstep_compiled in a process of its own.

NUMBA_BOUNDSCHECK=1 python -m tests.games.samara.lockstep_compiled 400
"""

from __future__ import annotations

import random

from tests.games.samara.playing import PLAYERS, POLICIES, SAMARA
from tests.games.twins import Twins, play_enough


def play(players: int, number: int) -> int:
    """One game in lockstep; how many actions it took."""
    seed = f"compiled {players} {number}"
    rng = random.Random(seed)
    policy = POLICIES[number % len(POLICIES)]
    month, specials = 1 + number % 12, number % 7 > 0
    options = {"players": players, "start_month": month, "specials": specials}
    twins = Twins(SAMARA, options, seed)
    actions = 0
    while not twins.over:
        seat = rng.choice(twins.waiting_for)
        moves = [SAMARA.notation(action) for action in twins.legal(seat)]
        twins.play(seat, SAMARA.action(policy(rng, moves)))
        actions += 1
    return actions


if __name__ == "__main__":
    play_enough(PLAYERS, play)
