"""What the search needs to know of Tybor beyond its rules."""

from __future__ import annotations

from baumeister.bots.search.games import Imagination, SearchSettings
from baumeister.games.tybor.actions import change_chosen_card
from baumeister.games.tybor.knowledge import Unknown, redeal
from baumeister.games.tybor.state import CHOOSE, State
from baumeister.kernel.chance import Dealer, below, shuffle
from baumeister.kernel.rule import rule

SETTINGS = SearchSettings(
    exploration=1.1,
    trust=3.0,
    blur=2.0,
    margin=0.5,
    lead=25.0,
    one_tree=False,
    prior=0.75,
    tries=20.0,
)


@rule
def imagine(view: State, seat: int, dealer: Dealer, unknown: Unknown) -> None:
    """Deal again what the seat does not know. Players whose choice is hidden choose again, as
    players who want to win would, not at random (T4.1)."""
    redeal(view, seat, dealer, unknown)
    if view.step == CHOOSE:
        for other in range(view.n_players):
            if other != seat and view.players[other].chose:
                change_chosen_card(view, other)


@rule
def shuffle_hidden(state: State, dealer: Dealer) -> None:
    """T7.4 The order of both piles."""
    start = state.pile_end - state.n_pile
    for left in range(state.n_pile - 1, 0, -1):
        other = start + below(dealer, left + 1)
        card = state.pile[start + left]
        state.pile[start + left] = state.pile[other]
        state.pile[other] = card
    shuffle(dealer, state.building_pile, state.n_building_pile)


IMAGINATION = Imagination(imagine, Unknown, shuffle_hidden)
