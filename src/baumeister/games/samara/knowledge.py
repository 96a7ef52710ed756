"""S9 Who knows what. Only the choices for the Barracks are secret, until all are made (S9.2)."""

from __future__ import annotations

from baumeister.games.samara.actions import may_give_up
from baumeister.games.samara.components import TOOLS
from baumeister.games.samara.state import State, glance_at, hide_from
from baumeister.kernel.chance import Dealer, below
from baumeister.kernel.rule import rule


@rule
def hide(view: State, state: State, seat: int) -> None:
    """S9 Turn `view`, a copy of the state, into what the seat knows."""
    hide_from(view, seat)


def view_of(state: State, seat: int) -> State:
    """S9 What the seat knows, as a state of its own."""
    view = state.copy()
    hide(view, state, seat)
    return view


def glance(state: State, seat: int) -> State:
    """S9 The same, valid until the state changes: what the seat may see is not copied."""
    view: State = glance_at(state, seat)
    return view


@rule
def redeal(view: State, seat: int, dealer: Dealer) -> None:
    """S9.2 Turn a view into a state: any tool that another foreman may have chosen."""
    for other in range(view.n_players):
        player = view.players[other]
        if other != seat and player.chose:
            choices = 0
            for tool in range(TOOLS):
                if may_give_up(player, tool):
                    choices += 1
            pick = below(dealer, choices)
            for tool in range(TOOLS):
                if may_give_up(player, tool):
                    if pick == 0:
                        player.chosen = tool
                    pick -= 1
