"""S8 The score sheet as it stands, and what is left to be built."""

from __future__ import annotations

from dataclasses import dataclass

from baumeister.games.samara.components import Box
from baumeister.games.samara.state import NOBODY, State
from baumeister.kernel.glossary import say

CLAUSE = "S8.1"


@dataclass(frozen=True)
class Left:
    """S8.1 The tiles that are still on the board, and their prestige in all."""

    tiles: int
    points: int

    def text(self, language: str) -> str:
        """In a few words."""
        key = "one" if self.tiles == 1 else "many"
        return say(f"score.tiles_{key}", language, n=self.tiles, points=self.points)


def left_on_board(box: Box, state: State) -> Left | None:
    """S8.1 What can still be built, by anybody; None if nothing is left."""
    tiles = [tile for tile in state.tile_at if tile != NOBODY]
    return Left(len(tiles), sum(box.prestige[tile] for tile in tiles)) if tiles else None
