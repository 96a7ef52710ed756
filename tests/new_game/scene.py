"""A table of Cairn set up in one readable line: hands as `5 9 ?3`, cairns as `12 7`.

table = scene(["5 9 3 | 12 7", "1 1 2 | "], display="4 4 8")
table.play(0, "lay 5", "take 8")
"""

from __future__ import annotations

from cairn.state import COPIES, HAND, TURNS, State

import baumeister
from baumeister.play import Table

GAME = baumeister.game("cairn")


class Scene:
    """A table in the middle of a game. A stone of a hand with a ? is known to all."""

    def __init__(self, seats: list[str], display: str, pile: str) -> None:
        self.table: Table = GAME.new(len(seats), "scene", ["Anna", "Bert", "Cora"][: len(seats)])
        state: State = self.table._state
        state.unseen = [COPIES] * len(state.unseen)
        for player, text in zip(state.players, seats, strict=False):
            hand, _, cairn = text.partition("|")
            stones = hand.split()
            player.hand = [int(stone.strip("?")) for stone in stones]
            player.known = [int(stone.strip("?")) if "?" in stone else 0 for stone in stones]
            laid = [int(stone) for stone in cairn.split()]
            player.cairn = laid + [0] * (TURNS - len(laid))
            player.n_cairn = player.tallest = player.turns = len(laid)
            player.points = sum(range(len(laid) + 1))
            for seen in [*laid, *player.known]:
                state.unseen[seen - 1] -= seen > 0
            assert len(stones) == HAND
        state.display = [int(stone) for stone in display.split()]
        for seen in state.display:
            state.unseen[seen - 1] -= 1
        for k, stone in enumerate(reversed(pile.split())):
            state.pile[k] = int(stone)
        state.n_pile = len(pile.split())

    def play(self, seat: int, *moves: str) -> None:
        """Moves of a seat, in notation."""
        for move in moves:
            self.table.play(seat, GAME.action(move))

    def seat(self, seat: int) -> dict[str, object]:
        """What everybody sees of a player."""
        row: dict[str, object] = self.table.view(None)["seats"][seat]
        return row


def scene(seats: list[str], display: str = "1 1 1", pile: str = "2 2 2 2") -> Scene:
    """A table, the first seat is asked which stone to lay."""
    return Scene(seats, display, pile)
