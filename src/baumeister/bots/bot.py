"""What a bot is: somebody who gets a seat's view and answers with one of its legal actions.

A bot never gets the table, its state or its seed. It has a random stream of its own.
"""

from __future__ import annotations

import hashlib
from typing import Protocol

from baumeister.play import SeatView


class Bot(Protocol):
    """A player made of software. `memoryless = True` says that it need not see every question of
    a game: a game that is resumed does not ask it the earlier ones again."""

    name: str

    def decide(self, view: SeatView) -> int:
        """One of `view.legal`, which is never empty."""


def bot_seed(table_seed: str, seat: int) -> str:
    """The seed of a bot's own stream, for games that can be repeated.

    SHA-256 does not lead back to the 256-bit seed of a real game, which would tell all cards; the
    short seeds of studies could be guessed.
    """
    return hashlib.sha256(f"{table_seed}/bot/{seat}".encode()).hexdigest()
