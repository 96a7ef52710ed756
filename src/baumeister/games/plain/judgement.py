"""No judgement: every action seems worth the same. The greedy bot then chooses at random,
and the search learns everything from its playouts."""

from __future__ import annotations

from typing import Any

from baumeister.kernel.game import GameRules
from baumeister.kernel.rule import rule


@rule
def weigh(box: Any, view: Any, seat: int, legal: Any, worths: Any) -> None:
    """Nothing is worth more than anything else."""
    for k in range(legal.n):
        worths[k] = 0.0


def part_of(rules: GameRules) -> dict[str, Any]:
    """The module `judgement` of a game."""
    return {"weigh": weigh}
