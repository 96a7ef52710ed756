"""What the search needs to know of Samara beyond its rules."""

from __future__ import annotations

from baumeister.bots.search.games import Imagination, NoScratch, SearchSettings
from baumeister.games.samara.knowledge import redeal
from baumeister.games.samara.state import State
from baumeister.kernel.chance import Dealer
from baumeister.kernel.rule import rule

SETTINGS = SearchSettings(
    exploration=1.2,
    trust=6.0,
    blur=8.0,
    margin=0.3,
    lead=30.0,
    one_tree=True,
    prior=0.75,
    tries=20.0,
)


@rule
def imagine(view: State, seat: int, dealer: Dealer, unused: NoScratch) -> None:
    """S9.2 Only what others have chosen for the Barracks is not known."""
    redeal(view, seat, dealer)


@rule
def shuffle_hidden(state: State, dealer: Dealer) -> None:
    """S9.1 After the set-up nothing is left to chance."""


IMAGINATION = Imagination(imagine, NoScratch, shuffle_hidden)
