"""What the search needs to know of Tybor beyond its rules."""

from __future__ import annotations

from baumeister.bots.search.games import Imagination, SearchSettings
from baumeister.games.tybor.actions import change_chosen_card
from baumeister.games.tybor.knowledge import Unknown, redeal
from baumeister.games.tybor.state import CHOOSE, State
from baumeister.kernel.chance import Dealer
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
    """Deal again what the seat does not know. Those who have chosen secretly choose again, as
    players do who want to win and not by lot (T4.1)."""
    redeal(view, seat, dealer, unknown)
    if view.step == CHOOSE:
        for other in range(view.n_players):
            if other != seat and view.players[other].chose:
                change_chosen_card(view, other)


IMAGINATION = Imagination(imagine, Unknown)
