"""Self-play with all numbers of players equally often."""

from __future__ import annotations

from typing import Any

from baumeister.kernel.game import GameRules
from baumeister.lab.learning.games import LearnedGame


def part_of(rules: GameRules) -> dict[str, Any]:
    """The module `learning` of a game."""
    counts = range(rules.least_players, rules.most_players + 1)
    shares = {n: (100 + k) // len(counts) for k, n in enumerate(counts)}
    return {"LEARNED": LearnedGame(players=shares, sharpness=0.5)}
