"""The interface of bots: a bot gets the view of a seat and returns one of its legal actions.

A bot never gets the table, its state or its seed. It has its own random stream.
"""

from __future__ import annotations

import hashlib
from typing import Protocol

from baumeister.play import SeatView


class Bot(Protocol):
    """A bot. `memoryless = True` says that its decisions do not depend on earlier questions: when a
    game is resumed, it is not asked those again."""

    name: str

    def decide(self, view: SeatView) -> int:
        """One of `view.legal`, which is never empty."""


def bot_seed(table_seed: str, seat: int) -> str:
    """The seed of a bot's random stream, for games that can be repeated.

    SHA-256 cannot be inverted to the 256-bit seed of a real game, which would give away all cards.
    The short seeds of studies could be guessed.
    """
    return hashlib.sha256(f"{table_seed}/bot/{seat}".encode()).hexdigest()
