"""The rules of Cairn, in the order of the book."""

from __future__ import annotations

from baumeister.games.plain.declare import SHUFFLED, Actions, NoBox
from baumeister.kernel.chance import Dealer, announce, shuffle
from baumeister.kernel.legal import Legal, offer
from baumeister.kernel.rule import rule
from baumeister.kernel.seats import NOBODY
from cairn.state import (
    COPIES,
    DISPLAY,
    FACE_DOWN,
    HAND,
    LAY,
    NO_STONE,
    OVER,
    STONES,
    TAKE,
    TURNS,
    WIDTHS,
    Player,
    State,
)

ACTIONS = Actions(lay=range(1, WIDTHS + 1), take=range(1, WIDTHS + 1), draw=None)
LAY_STONE, TAKE_STONE, DRAW = ACTIONS.first
SHOWED, DREW = 1, 2  # announcements: a stone for the display, a stone for the hand
LANDMARK = 5  # C4.3 points
NOWHERE = -1  # no place


# --- C1 the beginning -------------------------------------------------------------------------
@rule
def start(box: NoBox, state: State, dealer: Dealer, players: int, a: int, b: int) -> None:
    """C1.1 to C1.3 Shuffle, deal three stones to everybody, turn three up."""
    state.n_players = players
    for k in range(STONES):
        state.pile[k] = 1 + k // COPIES
    for k in range(WIDTHS):
        state.unseen[k] = COPIES
    shuffle(dealer, state.pile, STONES)
    announce(dealer, SHUFFLED, NOBODY)
    state.n_pile = STONES
    for seat in range(players):
        for place in range(HAND):
            state.players[seat].hand[place] = top_of_pile(state)
    for place in range(DISPLAY):
        fill_display(state, dealer, place)


@rule
def top_of_pile(state: State) -> int:
    """Take the top stone of the pile, which never runs out (state.MOST_PLAYERS)."""
    state.n_pile -= 1
    return state.pile[state.n_pile]


@rule
def fill_display(state: State, dealer: Dealer, place: int) -> None:
    """C1.3, C3.3 Turn the top stone of the pile up."""
    stone = top_of_pile(state)
    state.display[place] = stone
    state.unseen[stone - 1] -= 1
    announce(dealer, SHOWED, NOBODY, stone)


# --- what may be done -------------------------------------------------------------------------
@rule
def legal_actions(box: NoBox, state: State, seat: int, legal: Legal) -> None:
    """C2.1 Lay any stone of the hand; C3.1 then take one of the display or draw one."""
    legal.n = 0
    if seat != state.actor or state.step == OVER:
        return
    for width in range(1, WIDTHS + 1):
        if state.step == LAY and place_of(state.players[seat].hand, HAND, width) >= 0:
            offer(legal, LAY_STONE + width - 1)
        elif state.step == TAKE and place_of(state.display, DISPLAY, width) >= 0:
            offer(legal, TAKE_STONE + width - 1)
    if state.step == TAKE:
        offer(legal, DRAW)


@rule
def place_of(stones: list[int], n: int, width: int) -> int:
    """Where a stone of this width lies among n places, or NOWHERE."""
    for place in range(n):
        if stones[place] == width:
            return place
    return NOWHERE


@rule
def apply(box: NoBox, state: State, dealer: Dealer, seat: int, action: int) -> None:
    """C1.4 Lay a stone, then get another one; C4.1 after the eighth there is none."""
    player = state.players[seat]
    if action < TAKE_STONE:
        lay(state, player, action - LAY_STONE + 1)
        if player.turns < TURNS:
            state.step = TAKE
            return
    else:
        place = place_of(player.known, HAND, NO_STONE)
        if action == DRAW:
            player.hand[place], player.known[place] = top_of_pile(state), FACE_DOWN
            announce(dealer, DREW, seat, player.hand[place])
        else:
            width = action - TAKE_STONE + 1
            player.hand[place], player.known[place] = width, width
            fill_display(state, dealer, place_of(state.display, DISPLAY, width))
    state.step = OVER if seat == state.n_players - 1 and player.turns == TURNS else LAY
    state.actor = (seat + 1) % state.n_players


# --- C2 laying a stone ------------------------------------------------------------------------
@rule
def lay(state: State, player: Player, width: int) -> None:
    """C2.2 On the cairn if it is narrower than the top stone; C2.3 otherwise a new cairn."""
    place = place_of(player.known, HAND, width)  # one that all know of, if there is one
    if place < 0:
        state.unseen[width - 1] -= 1
        for other in range(HAND):
            if player.hand[other] == width and player.known[other] == FACE_DOWN:
                place = other
    player.hand[place], player.known[place] = 0, NO_STONE
    if player.n_cairn > 0 and width >= player.cairn[player.n_cairn - 1]:
        for k in range(TURNS):
            player.cairn[k] = 0
        player.n_cairn = 0
    player.cairn[player.n_cairn] = width
    player.n_cairn += 1
    player.turns += 1
    player.points += player.n_cairn
    player.tallest = max(player.tallest, player.n_cairn)


# --- C4 the end -------------------------------------------------------------------------------
@rule
def points(box: NoBox, state: State, player: Player) -> int:
    """C4.2 The first stone of a cairn scores 1, the second 2 …"""
    return player.points


@rule
def landmark(box: NoBox, state: State, player: Player) -> int:
    """C4.3 For the tallest cairn of all, if it is the only one of this height."""
    as_tall = 0
    for seat in range(state.n_players):
        if state.players[seat].tallest >= player.tallest:
            as_tall += 1
    return LANDMARK if as_tall == 1 else 0


@rule
def tallest(box: NoBox, state: State, player: Player) -> int:
    """C4.4 A tie is broken by the tallest cairn."""
    return player.tallest


# --- what nobody sees -------------------------------------------------------------------------
@rule
def redeal(view: State, seat: int, dealer: Dealer) -> None:
    """C3.2 Deal all stones again that the seat has not seen: the pile and others' hidden stones."""
    n = 0
    for width in range(1, WIDTHS + 1):
        left = view.unseen[width - 1]
        if seat >= 0:
            player = view.players[seat]
            for place in range(HAND):
                if player.known[place] == FACE_DOWN and player.hand[place] == width:
                    left -= 1
        for _ in range(left):
            view.pile[n] = width
            n += 1
    shuffle(dealer, view.pile, n)
    for other in range(view.n_players):
        player = view.players[other]
        for place in range(HAND):
            if other != seat and player.known[place] != NO_STONE:
                player.hand[place] = player.known[place]
                if player.known[place] == FACE_DOWN:
                    n -= 1
                    player.hand[place] = view.pile[n]


@rule
def shuffle_hidden(state: State, dealer: Dealer) -> None:
    """The order of the pile."""
    shuffle(dealer, state.pile, state.n_pile)
