"""What the greedy bot thinks of an action: narrow steps make tall cairns."""

from __future__ import annotations

from baumeister.games.plain.declare import NoBox
from baumeister.kernel.legal import Legal
from baumeister.kernel.rule import rule
from cairn.rules import DRAW, TAKE_STONE
from cairn.state import WIDTHS, Player, State


@rule
def weigh(box: NoBox, view: State, seat: int, legal: Legal, worths: list[float]) -> None:
    """What each legal action seems worth, in points."""
    player = view.players[seat]
    for k in range(legal.n):
        action = legal.actions[k]
        if action < TAKE_STONE:
            worths[k] = worth(player, action + 1)
        elif action < DRAW:
            worths[k] = worth(player, action - TAKE_STONE + 1)
        else:
            worths[k] = 0.4 * player.n_cairn  # it may be any stone


@rule
def worth(player: Player, width: int) -> float:
    """C2.2 A stone that fits scores the new height, and costs the widths that it skips; C2.3 a new
    cairn scores one point, and is the better the wider its first stone."""
    top = player.cairn[player.n_cairn - 1] if player.n_cairn > 0 else WIDTHS + 1
    if width >= top:
        return 1.0 + 0.5 * (width - WIDTHS)
    return 1.0 + player.n_cairn - 0.8 * (top - width - 1)
