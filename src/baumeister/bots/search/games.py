"""What the search needs to know of each game beyond its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from baumeister.rules.kernel.chance import Dealer
from baumeister.rules.kernel.rule import rule
from baumeister.rules.kernel.struct import Nobody, Struct, i8, struct
from baumeister.rules.samara import knowledge as samara_knowledge
from baumeister.rules.samara.state import State as SamaraState
from baumeister.rules.tybor import knowledge as tybor_knowledge
from baumeister.rules.tybor.actions import change_chosen_card
from baumeister.rules.tybor.knowledge import Unknown
from baumeister.rules.tybor.state import CHOOSE
from baumeister.rules.tybor.state import State as TyborState


@dataclass(frozen=True)
class Imagination:
    """How to imagine the world behind a view."""

    imagine: Callable[..., None]  # (view, seat, dealer, scratch): makes the view a whole state
    scratch: type[Struct]  # the work space of `imagine`


@rule
def imagine_tybor(view: TyborState, seat: int, dealer: Dealer, unknown: Unknown) -> None:
    """Deal again what the seat does not know. Those who have chosen secretly choose again, as
    players do who want to win and not by lot (T4.1)."""
    tybor_knowledge.redeal(view, seat, dealer, unknown)
    if view.step == CHOOSE:
        for other in range(view.n_players):
            if other != seat and view.players[other].chose:
                change_chosen_card(view, other)


@struct
class NoScratch(Struct):
    """For games that need no work space."""

    unused: Nobody[i8]


@rule
def imagine_samara(view: SamaraState, seat: int, dealer: Dealer, unused: NoScratch) -> None:
    """S9.2 Only what others have chosen for the Barracks is not known."""
    samara_knowledge.redeal(view, seat, dealer)


IMAGINATION: dict[str, Imagination] = {
    "tybor": Imagination(imagine_tybor, Unknown),
    "samara": Imagination(imagine_samara, NoScratch),
}
