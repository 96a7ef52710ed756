"""Compile what the tests play, before they start: `python -m tests.compiling`.

With five and more players the tests need rules, batches, search and networks only. A test that
needs something else compiles it by itself.
"""

from __future__ import annotations

import os

from baumeister.lab.compiling import WITH_A_TAPE, Piece, compile_all, pieces
from baumeister.play.games import RULES

NOT_WITH_MANY = {*WITH_A_TAPE, "outlook"}


def is_played(piece: Piece) -> bool:
    """Whether the tests need a piece."""
    return piece.players.start < 5 or piece.part not in NOT_WITH_MANY


def main() -> None:
    """A line for each piece."""
    chosen = [piece for piece in pieces(RULES) if is_played(piece)]
    for piece, seconds in compile_all(chosen, os.cpu_count() or 1):
        print(f"{piece.game} {piece.players.start} {piece.part}: {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    main()
