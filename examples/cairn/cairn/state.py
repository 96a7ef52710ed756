"""The state of a game of Cairn: each field says who may see it."""

from __future__ import annotations

from typing import Annotated

from baumeister.kernel.struct import Array, Hidden, Many, Own, PerSeat, Public, Struct, i8, struct

WIDTHS = 12  # C1.1 stones from 1 to 12, so many of each width:
COPIES = 4
STONES = WIDTHS * COPIES
HAND = 3  # C1.2
DISPLAY = 3  # C1.3
TURNS = 8  # C4.1 of every player
MOST_PLAYERS = 4  # 4 players see 12 + 3 + 28 of the 48 stones

LAY, TAKE, OVER = 0, 1, 2  # the steps: C2, C3, C4
FACE_DOWN, NO_STONE = 0, -1  # in `known`


@struct
class Player(Struct):
    """A player's hand and cairn."""

    hand: Own[Annotated[list[int], Array(8, HAND)]]  # C1.2 widths; 0 is an empty place
    known: Public[Annotated[list[int], Array(8, HAND)]]  # C3.2 the hand as all others know it
    cairn: Public[Annotated[list[int], Array(8, TURNS)]]  # C2.2 its stones from below
    n_cairn: Public[i8]  # its height
    tallest: Public[i8]  # the height of the tallest cairn so far
    turns: Public[i8]  # stones laid
    points: Public[i8]  # C4.2


@struct
class State(Struct):
    """A whole game."""

    n_players: Public[i8]
    step: Public[i8]
    actor: Public[i8]
    display: Public[Annotated[list[int], Array(8, DISPLAY)]]  # C1.3
    unseen: Public[Annotated[list[int], Array(8, WIDTHS)]]  # by width: not seen by everybody yet
    n_pile: Public[i8]
    pile: Hidden[Annotated[list[int], Array(8, STONES)]]
    players: PerSeat[Annotated[list[Player], Many(Player, "seats")]]
