"""T2 Set-up and T3 Deal."""

from __future__ import annotations

from baumeister.games.tybor.announced import (
    ADDED_TO_DISPLAY,
    DEALT,
    DEALT_CARD,
    DREW_BUILDING,
    LAID_OUT,
    SET_UP,
    SHUFFLED_BUILDINGS,
    SHUFFLED_CHARACTERS,
)
from baumeister.games.tybor.components import (
    BUILDINGS,
    CHARACTERS,
    COLOURS,
    OBJECTIVE_CARDS,
    Box,
)
from baumeister.games.tybor.state import DEAL, NO_CARD, State, copies_for
from baumeister.kernel.cards import add, assign, clear, merge, remove, write_all
from baumeister.kernel.chance import Dealer, announce, below, shuffle
from baumeister.kernel.rule import lowest, rule
from baumeister.kernel.seats import NOBODY


@rule
def set_up(state: State, dealer: Dealer, players: int, scenario: int, chapter: int) -> None:
    """T2 A new game in a state that is all zero; the first stage is still to be dealt.

    T2.4 The first player is chosen at random.
    """
    state.n_players = players
    state.n_copies = copies_for(players)
    state.scenario = scenario
    state.chapter = chapter
    state.stage = 0
    state.step = DEAL
    state.revealed = NO_CARD
    state.building = NO_CARD
    deal_objectives(state, dealer)
    lay_building_pile(state, dealer)
    state.first = below(dealer, players)
    announce(dealer, SET_UP, state.first)
    lay_character_pile(state, dealer)


@rule
def deal_objectives(state: State, dealer: Dealer) -> None:
    """T2.1 Each player takes a random overview card with a secret objective."""
    n = 0
    for card in range(OBJECTIVE_CARDS):
        for _ in range(state.n_copies):
            state.pile[n] = card
            n += 1
    shuffle(dealer, state.pile, n)
    for seat in range(state.n_players):
        state.players[seat].objective = state.pile[seat]
        state.players[seat].chosen = NO_CARD


@rule
def lay_building_pile(state: State, dealer: Dealer) -> None:
    """T2.3 The buildings are shuffled."""
    n = 0
    for building in range(BUILDINGS):
        for _ in range(state.n_copies):
            state.building_pile[n] = building
            n += 1
    state.n_building_pile = n
    shuffle(dealer, state.building_pile, n)
    announce(dealer, SHUFFLED_BUILDINGS, NOBODY)


@rule
def lay_character_pile(state: State, dealer: Dealer) -> None:
    """T2.3 The characters are shuffled."""
    n = 0
    for card in range(CHARACTERS):
        for _ in range(state.n_copies):
            state.pile[n] = card
            n += 1
    state.n_pile = n
    state.pile_end = n
    shuffle(dealer, state.pile, n)
    announce(dealer, SHUFFLED_CHARACTERS, NOBODY)


@rule
def deal_hands(box: Box, state: State, dealer: Dealer) -> None:
    """T3.1 Each player is dealt the scenario's number of cards; T3.3 fewer if there are too few."""
    forget_origins(state)
    state.direction = -1 if box.counter_clockwise[state.scenario][state.stage] else 1
    wanted = box.hand_size[state.scenario][state.stage]
    state.dealt = min(wanted, (state.n_pile + state.n_discard) // state.n_players)
    state.rounds_left = state.dealt
    for seat in range(state.n_players):
        for k in range(state.dealt):
            if state.n_pile == 0:
                remember_interrupted_deal(state, seat, k)
                reshuffle(state, dealer)
            card = draw_character(state)
            add(state.players[seat].hand, card)
            announce(dealer, DEALT_CARD, seat, card)
    announce(dealer, DEALT, NOBODY, state.stage)


@rule
def reshuffle(state: State, dealer: Dealer) -> None:
    """T3.2 The discard pile is shuffled and becomes the draw pile."""
    n = write_all(state.discard, state.pile, 0)
    clear(state.discard)
    state.n_discard = 0
    state.n_pile = n
    state.pile_end = n
    shuffle(dealer, state.pile, n)
    announce(dealer, SHUFFLED_CHARACTERS, NOBODY)


@rule
def draw_character(state: State) -> int:
    """The next card of the draw pile, which must not be empty."""
    card = state.pile[state.pile_end - state.n_pile]
    state.n_pile -= 1
    return card


@rule
def discard_character(state: State, card: int) -> None:
    """Put a character on the discard pile."""
    add(state.discard, card)
    state.n_discard += 1


@rule
def lay_out_display(box: Box, state: State, dealer: Dealer) -> None:
    """T3.4 2 + 2 x players buildings from the bottom of the pile; T3.6 or as many as there are."""
    colours_seen = 0
    for _ in range(min(2 + 2 * state.n_players, state.n_building_pile)):
        state.n_building_pile -= 1
        building = state.building_pile[state.n_building_pile]
        add(state.display, building)
        colours_seen |= 1 << box.colour[building]
        announce(dealer, DREW_BUILDING, NOBODY, building)
    few_players = state.n_players <= 3  # T3.5
    all_colours = (1 << COLOURS) - 1
    if few_players and colours_seen != all_colours:
        for colour in range(COLOURS):
            if (colours_seen >> colour) & 1 == 0:
                add_missing_colour(box, state, dealer, colour)
        announce(dealer, LAID_OUT, NOBODY, state.stage)
        sort_building_pile(state)
        shuffle(dealer, state.building_pile, state.n_building_pile)
        announce(dealer, SHUFFLED_BUILDINGS, NOBODY)
    else:
        announce(dealer, LAID_OUT, NOBODY, state.stage)


@rule
def add_missing_colour(box: Box, state: State, dealer: Dealer, colour: int) -> None:
    """T3.5 The first building of the colour from the top of the pile joins the display."""
    for place in range(state.n_building_pile):
        building = state.building_pile[place]
        if box.colour[building] == colour:
            for later in range(place + 1, state.n_building_pile):
                state.building_pile[later - 1] = state.building_pile[later]
            state.n_building_pile -= 1
            add(state.display, building)
            announce(dealer, ADDED_TO_DISPLAY, NOBODY, building)
            return


@rule
def sort_building_pile(state: State) -> None:
    """Put the pile into printed order, so that a shuffle depends on the seed and its cards only."""
    one = 0
    two = 0
    for place in range(state.n_building_pile):
        bit = 1 << state.building_pile[place]
        two |= one & bit
        one |= bit
    place = 0
    while one != 0:
        building = lowest(one)
        state.building_pile[place] = building
        place += 1
        if (two >> building) & 1:
            state.building_pile[place] = building
            place += 1
        one &= one - 1


# --- where hidden cards come from, T7.3 and T7.4 (used by knowledge.py) -----------------------
@rule
def forget_origins(state: State) -> None:
    """At the start of a stage all hands are empty: every hidden card is in the pile."""
    state.mixed_seat = NOBODY
    state.mixed_old = 0
    state.pile_known = 0
    clear(state.old)
    clear(state.mixed_shown)
    clear(state.fresh)


@rule
def remember_interrupted_deal(state: State, seat: int, k: int) -> None:
    """The pile ran out at card k of this seat: the cards in hands now are the old ones."""
    state.mixed_seat = seat
    state.mixed_old = k
    for other in range(state.n_players):
        merge(state.old, state.players[other].hand)


@rule
def remember_reshuffle(state: State) -> None:
    """During a stage the pile ran out and the discards, which all have seen, become the pile."""
    if state.pile_known:
        assign(state.last, state.fresh)
    state.drawn_before = state.n_drawn
    state.pile_known = 1
    assign(state.fresh, state.discard)


@rule
def remember_played(state: State, seat: int, card: int) -> None:
    """A card was played from the hand that this seat holds; after a mixed deal, from which part."""
    if state.mixed_seat != NOBODY:
        origin = dealt_to(state, seat)
        if origin < state.mixed_seat:
            remove(state.old, card)
        elif origin == state.mixed_seat and state.mixed_old > 0:
            add(state.mixed_shown, card)


@rule
def dealt_to(state: State, seat: int) -> int:
    """To whom the hand that this seat holds was dealt (T4.9)."""
    passes = state.dealt - state.rounds_left
    return (seat - passes * state.direction) % state.n_players


@rule
def remember_drawn(state: State, drawn: list[int]) -> None:
    """T4.8 The cards of a draw are public now, in the order drawn."""
    for k in range(state.n_drawn):
        if k >= state.drawn_before and state.pile_known:
            remove(state.fresh, drawn[k])
    state.drawn_before = 0
    clear(state.last)
