"""The legal actions of one seat: numbers of the game's action space, ascending."""

from __future__ import annotations

from typing import Annotated

from baumeister.kernel.rule import rule
from baumeister.kernel.struct import Array, Own, Struct, i16, struct


@struct
class Legal(Struct):
    """A list that rules write legal actions into."""

    n: Own[i16]
    actions: Own[Annotated[list[int], Array(16, "actions")]]


@rule
def offer(legal: Legal, action: int) -> None:
    """Add an action."""
    legal.actions[legal.n] = action
    legal.n += 1
