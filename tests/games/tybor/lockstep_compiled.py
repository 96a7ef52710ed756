"""Compiled and plain rules side by side; run by test_lockstep_compiled in a process of its own.

NUMBA_BOUNDSCHECK=1 python -m tests.games.tybor.lockstep_compiled 400
"""

from __future__ import annotations

import random

from tests.games.twins import Twins, play_enough
from tests.games.tybor.playing import PLAYERS, POLICIES, STORIES, TYBOR


def play(players: int, number: int) -> int:
    """One game in lockstep; how many actions it took."""
    seed = f"compiled {players} {number}"
    rng = random.Random(seed)
    policy = POLICIES[number % len(POLICIES)]
    scenario, chapter = STORIES[(5 * number + players) % len(STORIES)]
    twins = Twins(TYBOR, {"players": players, "scenario": scenario, "chapter": chapter}, seed)
    actions = 0
    while not twins.over:
        seat = rng.choice(twins.waiting_for)
        twins.play(seat, policy(rng, twins.legal(seat)))
        actions += 1
    return actions


if __name__ == "__main__":
    play_enough(PLAYERS, play)
