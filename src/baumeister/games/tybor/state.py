"""The state of a game of Tybor, with who may see what (T7) declared at each field."""

from __future__ import annotations

from typing import Annotated

from baumeister.games.tybor.components import BUILDINGS, CHARACTERS, COLOURS, MAX_SEATS
from baumeister.kernel.cards import Cards
from baumeister.kernel.rule import rule
from baumeister.kernel.struct import (
    Array,
    Hidden,
    Many,
    Own,
    PerSeat,
    Public,
    Struct,
    glancer,
    hider,
    i8,
    i16,
    struct,
)

PerColour = Annotated[list[int], Array(8, COLOURS)]

NO_CARD = -1  # no character, building or objective

# The steps of the game in the order of the book. At those with a question mark a
# player decides; the others need no decision (flow.go_on).
DEAL = 0  # T3
CHOOSE = 1  # ? T4.1
REVEAL = 2  # T4.2
USE = 3  # ? T4.2 to T4.6
PAY = 4  # ? T4.7
RECRUIT = 5  # T4.8
KEEP = 6  # ? T4.8, T5.3, T5.4
TURN_END = 7  # T4.2
PASS = 8  # T4.9, T4.10
NEXT_EFFECT = 9  # T5.1
GIVE_UP = 10  # ? T5.2, T5.5
DROP = 11  # ? T5.2
STAGE_END = 12  # T5.6
OVER = 13
QUESTIONS = 1 << CHOOSE | 1 << USE | 1 << PAY | 1 << KEEP | 1 << GIVE_UP | 1 << DROP

LITTLE, GREAT = 0, 1  # the two sides of a building, T1.1


@struct
class Player(Struct):
    """What lies in front of one player, and in their hand."""

    hand: Own[Cards]  # T7.2
    drawn: Own[Annotated[list[int], Array(8, 3)]]  # T7.2, in the order drawn
    chosen: Own[i8]  # T7.2, until its turn comes (T4.1)
    objective: Own[i8]  # T2.1
    chose: Public[i8]  # 1 when a card lies face down
    citizens: Public[Cards]  # T7.1, and all that follows
    workers: Public[Cards]
    little: Public[Cards]
    great: Public[Cards]
    strength: Public[i16]  # of all workers
    n_citizens: Public[i8]
    n_buildings: Public[i8]
    n_great: Public[i8]
    discount: Public[PerColour]  # colour symbols on citizens, T4.6
    built: Public[PerColour]  # buildings by colour
    symbols: Public[Annotated[list[int], Array(8, 6)]]  # by profession: citizens and buildings


@struct
class State(Struct):
    """A whole game."""

    n_players: Public[i8]
    n_copies: Public[i8]  # of the game in the box, T1.5
    scenario: Public[i8]  # story card 0-3
    chapter: Public[i8]  # story card 4-11
    stage: Public[i8]  # 0-3 for I to IV
    step: Public[i8]
    actor: Public[i8]  # who decides; when all choose at once, the first who has not
    turn: Public[i8]  # how many have had their turn in this round
    first: Public[i8]  # holder of the first-player card
    direction: Public[i8]  # 1 clockwise, -1 counter-clockwise (T4.2)
    dealt: Public[i8]  # cards in each hand at the start of the stage
    rounds_left: Public[i8]  # in this stage, the present one included
    revealed: Public[i8]  # the card being used (T4.2)
    building: Public[i8]  # being paid for
    side: Public[i8]
    due: Public[i8]  # strength still to be paid
    n_drawn: Public[i8]  # cards drawn for an effect, seen by the actor
    effect_turn: Public[i8]  # how many have been asked at the end of the stage
    entitled: Public[i16]  # bit per seat: who has the most captains (T5.2)
    discard: Public[Cards]
    display: Public[Cards]
    removed: Public[Cards]  # buildings that left the game
    n_pile: Public[i8]
    pile_end: Public[i8]
    n_building_pile: Public[i8]
    n_discard: Public[i8]
    pile: Hidden[Annotated[list[int], Array(8, "characters")]]  # next: pile_end - n_pile
    building_pile: Hidden[Annotated[list[int], Array(8, "buildings")]]  # top first
    # What everybody knows about where hidden cards come from; see knowledge.py.
    mixed_seat: Public[i8]  # whose deal a reshuffle interrupted, or NOBODY
    mixed_old: Public[i8]  # how many of that hand were dealt before it
    old: Public[Cards]  # dealt before it, not seen since
    mixed_shown: Public[Cards]  # cards of that hand that were played since
    pile_known: Public[i8]  # 1 when the pile was made from discards during the stage
    fresh: Public[Cards]  # then: what is in it
    drawn_before: Public[i8]  # cards of the present draw that were drawn before a reshuffle
    last: Public[Cards]  # then, if the pile was known: which they are
    players: PerSeat[Annotated[list[Player], Many(Player, "seats")]]


SMALL = {"seats": 4, "characters": CHARACTERS, "buildings": BUILDINGS}
LARGE = {"seats": MAX_SEATS, "characters": 2 * CHARACTERS, "buildings": 2 * BUILDINGS}

hide_from = hider(State)
glance_at = glancer(State)


@rule
def copies_for(players: int) -> int:
    """T1.5 One copy of the game up to 4 players, two from 5 on."""
    return 1 if players <= 4 else 2


def layout(players: int) -> dict[str, int]:
    """T1.5 The sizes of a state, for one copy of the game or for two."""
    return SMALL if copies_for(players) == 1 else LARGE


@rule
def seat_at(state: State, turn: int) -> int:
    """T4.2 Who is at this place in play order, counted from the first player."""
    seat = state.first + turn * state.direction
    if seat >= state.n_players:
        seat -= state.n_players
    elif seat < 0:
        seat += state.n_players
    return seat


@rule
def asks(state: State) -> bool:
    """Whether a seat has to decide now."""
    return (QUESTIONS >> state.step) & 1 != 0


@rule
def must_decide(state: State, seat: int) -> bool:
    """Whether this seat has to decide now; several may while all choose at once (T4.1)."""
    if state.step == CHOOSE:
        return state.players[seat].chose == 0
    return state.actor == seat and asks(state)
