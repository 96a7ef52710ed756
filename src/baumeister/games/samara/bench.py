"""What is measured of Samara's speed."""

from __future__ import annotations

from baumeister.lab.bench import BenchedGame


def options(g: int) -> list[int]:
    """S1 All numbers of players and months, with and without special abilities, in turns."""
    return [2 + g % 4, g % 12, (g // 4) % 2]


BENCHED = BenchedGame(options)
