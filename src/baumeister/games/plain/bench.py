"""Speed is measured with random options."""

from __future__ import annotations

from typing import Any

from baumeister.kernel.game import GameRules
from baumeister.lab.bench import BenchedGame, drawn_options


def part_of(rules: GameRules) -> dict[str, Any]:
    """The module `bench` of a game."""
    return {"BENCHED": BenchedGame(drawn_options(rules))}
