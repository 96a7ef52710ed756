"""How Tybor's speed is measured, and the C program that it is compared with."""

from __future__ import annotations

from baumeister.lab.bench import BenchedGame, CProgram


def options(g: int) -> list[int]:
    """T2.2 Two to four players, as in the C program; scenarios and chapters in turn."""
    return [2 + g % 3, g % 4, 4 + (g // 4) % 8]


# A simplified Tybor: benchmarks/limit/README.md.
BENCHED = BenchedGame(options, CProgram("tybor.c", prefix="tybor", actions=259))
