"""T7 Who knows what, and dealing again all that a seat does not know.

A view is a state in which everything the seat may not know is blank, and hands that it has
passed on are filled in (T7.3). `redeal` turns a view into a whole state again, drawn
uniformly from all states that look like this to the seat. A spectator is seat -1.

Where hidden characters can be follows from what everybody saw: hidden cards are in hands, in
the draw pile, or just drawn by a player. A pile is made of known cards when it is reshuffled,
so each hidden place belongs to one of three origins:

- old: hands, or the first part of one hand, dealt before a reshuffle interrupted the deal;
- rest: hands dealt after that, and the pile if it has not been reshuffled during the stage;
- fresh: the pile, if it was made from the discards during the stage.

With two copies of the game a card played from the interrupted hand may be of either origin
when one copy of it was old and one was not; `split_mixed_hand` draws which, with the weight
of all the ways to place the other cards.
"""

from __future__ import annotations

from typing import Annotated

from baumeister.games.tybor.components import BUILDINGS, CHARACTERS, OBJECTIVE_CARDS
from baumeister.games.tybor.deal import dealt_to
from baumeister.games.tybor.state import CHOOSE, KEEP, NO_CARD, Player, State, glance_at, hide_from
from baumeister.kernel.cards import (
    Cards,
    CardSet,
    add,
    assign,
    clear,
    count,
    kinds,
    merge,
    remove,
    size,
    subtract,
    write_all,
)
from baumeister.kernel.chance import Dealer, below, shuffle, word
from baumeister.kernel.rule import rule
from baumeister.kernel.seats import NOBODY, SPECTATOR
from baumeister.kernel.struct import Array, Hidden, Struct, i16, struct

MOST_TRIES = 64  # of dealing a pair that differs; one try in a hundred fails with a full pile


@struct
class Unknown(Struct):
    """Work space of `redeal`: the cards that a seat does not know, by origin."""

    old: Hidden[Cards]
    rest: Hidden[Cards]
    fresh: Hidden[Cards]
    mixed: Hidden[Cards]  # what the seat knows of the interrupted hand
    mixed_olds: Hidden[i16]  # how many old cards it does not know there
    n_old: Hidden[i16]
    n_rest: Hidden[i16]
    n_fresh: Hidden[i16]
    old_pool: Hidden[Annotated[list[int], Array(8, "characters")]]
    rest_pool: Hidden[Annotated[list[int], Array(8, "characters")]]
    fresh_pool: Hidden[Annotated[list[int], Array(8, "characters")]]


# --- what a seat knows ------------------------------------------------------------------------
@rule
def hide(view: State, state: State, seat: int) -> None:
    """T7 Turn `view`, a copy of the state, into what the seat knows."""
    hide_from(view, seat)
    recall_hands(view, state, seat)


@rule
def recall_hands(view: State, state: State, seat: int) -> None:
    """T7.3 Fill in the hands that the seat has passed on."""
    for other in range(state.n_players):
        if other != seat and remembers(state, seat, other):
            recall_hand(view.players[other], state.players[other])


@rule
def remembers(state: State, seat: int, other: int) -> bool:
    """T7.3 Whether the seat has held the hand that the other player holds now."""
    if seat == SPECTATOR:
        return False
    n, places = state.n_players, (other - seat) * state.direction
    places = places + n if places < 0 else places  # a remainder would take as long as all the rest
    return places <= state.dealt - state.rounds_left


@rule
def recall_hand(seen: Player, player: Player) -> None:
    """T7.3 All cards of the hand until they are played; which of them lies chosen is not known."""
    assign(seen.hand, player.hand)
    if player.chose:
        add(seen.hand, player.chosen)


@rule
def known_hand(state: State, seat: int, other: int) -> tuple[int, int]:
    """T7.3 The masks of a hand as far as the seat knows it: what a view of the seat has there.
    Apart from the own hand it avoids branches, which the processor could not predict."""
    player = state.players[other]
    if other == seat:
        return player.hand.one, player.hand.two
    known = -1 if remembers(state, seat, other) else 0  # all bits or none
    chosen = (1 << (player.chosen & 63)) & -player.chose
    one = player.hand.one
    return (one | chosen) & known, (player.hand.two | (one & chosen)) & known


def view_of(state: State, seat: int) -> State:
    """T7 What the seat knows, as a state of its own."""
    view = state.copy()
    hide(view, state, seat)
    return view


def glance(state: State, seat: int) -> State:
    """T7 The same, valid until the state changes: what the seat may see is not copied."""
    view: State = glance_at(state, seat)
    recall_hands(view, state, seat)
    return view


# --- dealing again what it does not know ------------------------------------------------------
@rule
def redeal(view: State, seat: int, dealer: Dealer, unknown: Unknown) -> None:
    """Turn a view into a state, uniform over all states that look like this to the seat."""
    share_out(view, seat, dealer, unknown)
    for _ in range(MOST_TRIES):
        if not is_told_by_asking(view, seat):
            break
        share_out(view, seat, dealer, unknown)
    for other in range(view.n_players):
        if other != seat and not remembers(view, seat, other):
            redeal_hand(view, other, unknown)
    redeal_pile(view, unknown)
    for other in range(view.n_players):
        if other != seat:
            redeal_choice(view.players[other], dealer, unknown)
    redeal_objectives(view, seat, dealer, unknown)
    redeal_building_pile(view, dealer, unknown)


@rule
def share_out(view: State, seat: int, dealer: Dealer, unknown: Unknown) -> None:
    """Shuffle what is unknown, by origin, and deal what another player has drawn."""
    collect_unknown(view, seat, unknown)
    if view.mixed_seat != NOBODY:
        collect_old(view, seat, dealer, unknown)
    fill_pools(dealer, unknown)
    if view.n_drawn > 0 and view.actor != seat:
        redeal_drawn(view, dealer, unknown)


@rule
def is_told_by_asking(view: State, seat: int) -> bool:
    """Whether another player is asked which of two equal cards to keep. That never happens: one of
    two equal cards is kept without a question, so a question tells that the two differ."""
    drawn = view.players[view.actor].drawn
    return view.step == KEEP and view.actor != seat and view.n_drawn == 2 and drawn[0] == drawn[1]


@rule
def collect_unknown(view: State, seat: int, unknown: Unknown) -> None:
    """The characters that the seat does not see and does not remember: rest and fresh."""
    rest = unknown.rest
    rest.one = (1 << CHARACTERS) - 1
    rest.two = rest.one if view.n_copies > 1 else 0
    clear(unknown.old)
    assign(unknown.fresh, view.fresh)
    subtract(rest, view.discard)
    if view.revealed != NO_CARD:
        remove(rest, view.revealed)
    for other in range(view.n_players):
        player = view.players[other]
        subtract(rest, player.citizens)
        subtract(rest, player.workers)
        if other == seat or remembers(view, seat, other):
            subtract(rest, player.hand)
    if seat != SPECTATOR:
        if view.players[seat].chose:
            remove(rest, view.players[seat].chosen)
        if view.actor == seat:
            for k in range(view.n_drawn):
                remove(rest, view.players[seat].drawn[k])
                if view.pile_known and k >= view.drawn_before:
                    remove(unknown.fresh, view.players[seat].drawn[k])
    subtract(rest, unknown.fresh)
    if view.actor != seat:
        subtract(rest, view.last)


@rule
def hand_size(view: State, seat: int) -> int:
    """How many cards the seat holds, the chosen one included."""
    played = view.step != CHOOSE and view.players[seat].chose == 0
    return max(0, view.rounds_left - (1 if played else 0))


@rule
def collect_old(view: State, seat: int, dealer: Dealer, unknown: Unknown) -> None:
    """After an interrupted deal: which of the unknown cards are old ones."""
    assign(unknown.old, view.old)
    assign(unknown.mixed, view.mixed_shown)
    unknown.mixed_olds = 0
    hidden_old = 0
    for other in range(view.n_players):
        origin = dealt_to(view, other)
        known = other == seat or remembers(view, seat, other)
        if origin < view.mixed_seat:
            if known:
                subtract_held(unknown.old, view, seat, other)
            else:
                hidden_old += hand_size(view, other)
        elif origin == view.mixed_seat and known:
            merge_held(unknown.mixed, view, seat, other)
    if view.mixed_old > 0:
        split_mixed_hand(view, dealer, unknown, hidden_old)
    subtract(unknown.rest, unknown.old)


@rule
def subtract_held(cards: CardSet, view: State, seat: int, other: int) -> None:
    """Take a known hand, with the chosen card, out of a set."""
    player = view.players[other]
    subtract(cards, player.hand)
    if other == seat and player.chose:
        remove(cards, player.chosen)


@rule
def merge_held(cards: CardSet, view: State, seat: int, other: int) -> None:
    """Add a known hand, with the chosen card, to a set."""
    player = view.players[other]
    merge(cards, player.hand)
    if other == seat and player.chose:
        add(cards, player.chosen)


@rule
def split_mixed_hand(view: State, dealer: Dealer, unknown: Unknown, hidden_old: int) -> None:
    """Decide which known cards of the interrupted hand were old ones, and take those out.

    A card is in doubt when one copy was old, one copy of it is known here, and the other copy
    is hidden. If x of u cards in doubt were old, there are choose(u, x) ways to say which, and
    so many ways to fill the unseen places: choose(old places, of this hand) times
    choose(rest places, of this hand).
    """
    old_known = 0
    in_doubt = 0
    for card in kinds(unknown.mixed):
        olds = count(unknown.old, card)
        here = count(unknown.mixed, card)
        if olds == 1 and here == 1 and count(unknown.rest, card) > 0:
            in_doubt += 1
        else:
            old_known += min(olds, here)
    old_places = view.mixed_old - old_known  # for cards in doubt and cards unseen
    unseen = view.dealt - size(unknown.mixed)
    hidden_rest = size(unknown.rest) - hidden_old - unseen
    x = draw_old_in_doubt(dealer, in_doubt, old_places, unseen, hidden_old, hidden_rest)
    unknown.mixed_olds = old_places - x
    left = in_doubt
    for card in kinds(unknown.mixed):
        olds = count(unknown.old, card)
        here = count(unknown.mixed, card)
        if olds == 1 and here == 1 and count(unknown.rest, card) > 0:
            if below(dealer, left) < x:
                remove(unknown.old, card)
                x -= 1
            left -= 1
        else:
            for _ in range(min(olds, here)):
                remove(unknown.old, card)


@rule
def draw_old_in_doubt(
    dealer: Dealer, in_doubt: int, old_places: int, unseen: int, hidden_old: int, hidden_rest: int
) -> int:
    """How many of the cards in doubt were old ones, by the number of ways for each answer."""
    total = 0.0
    for x in range(in_doubt + 1):
        total += ways(x, in_doubt, old_places, unseen, hidden_old, hidden_rest)
    point = total * (word(dealer) + word(dealer) / 4294967296.0) / 4294967296.0
    answer = -1
    for x in range(in_doubt + 1):
        number = ways(x, in_doubt, old_places, unseen, hidden_old, hidden_rest)
        if number > 0.0:
            if answer < 0 or point >= 0.0:
                answer = x
            point -= number
    return answer


@rule
def ways(
    x: int, in_doubt: int, old_places: int, unseen: int, hidden_old: int, hidden_rest: int
) -> float:
    """In how many ways x of the cards in doubt can be old ones; see `split_mixed_hand`."""
    unseen_old = old_places - x
    unseen_rest = unseen - unseen_old
    if unseen_old < 0 or unseen_rest < 0:
        return 0.0
    return (
        choose(in_doubt, x)
        * choose(hidden_old + unseen_old, unseen_old)
        * choose(hidden_rest + unseen_rest, unseen_rest)
    )


@rule
def choose(n: int, k: int) -> float:
    """In how many ways k of n things can be chosen."""
    result = 1.0
    for i in range(k):
        result = result * (n - i) / (i + 1)
    return result


@rule
def fill_pools(dealer: Dealer, unknown: Unknown) -> None:
    """Shuffle the cards of each origin."""
    unknown.n_old = write_all(unknown.old, unknown.old_pool, 0)
    unknown.n_rest = write_all(unknown.rest, unknown.rest_pool, 0)
    unknown.n_fresh = write_all(unknown.fresh, unknown.fresh_pool, 0)
    shuffle(dealer, unknown.old_pool, unknown.n_old)
    shuffle(dealer, unknown.rest_pool, unknown.n_rest)
    shuffle(dealer, unknown.fresh_pool, unknown.n_fresh)


@rule
def take_old(unknown: Unknown) -> int:
    """The next card of the old ones."""
    unknown.n_old -= 1
    return unknown.old_pool[unknown.n_old]


@rule
def take_rest(unknown: Unknown) -> int:
    """The next card of the rest."""
    unknown.n_rest -= 1
    return unknown.rest_pool[unknown.n_rest]


@rule
def take_fresh(unknown: Unknown) -> int:
    """The next card of a pile made during the stage."""
    unknown.n_fresh -= 1
    return unknown.fresh_pool[unknown.n_fresh]


@rule
def redeal_hand(view: State, seat: int, unknown: Unknown) -> None:
    """Deal a hand that is not known, each place from its origin."""
    cards = hand_size(view, seat)
    olds = 0
    if view.mixed_seat != NOBODY:
        origin = dealt_to(view, seat)
        if origin < view.mixed_seat:
            olds = cards
        elif origin == view.mixed_seat:
            olds = unknown.mixed_olds
    hand = view.players[seat].hand
    clear(hand)
    for k in range(cards):
        add(hand, take_old(unknown) if k < olds else take_rest(unknown))


@rule
def redeal_drawn(view: State, dealer: Dealer, unknown: Unknown) -> None:
    """T7.2 What another player has drawn for an effect and is looking at."""
    drawn = view.players[view.actor].drawn
    before = 0
    if view.drawn_before > 0 and view.last.one != 0:
        before = write_all(view.last, drawn, 0)
        shuffle(dealer, drawn, before)
    for k in range(before, view.n_drawn):
        if view.pile_known and k >= view.drawn_before:
            drawn[k] = take_fresh(unknown)
        else:
            drawn[k] = take_rest(unknown)


@rule
def redeal_pile(view: State, unknown: Unknown) -> None:
    """T7.4 The order of the draw pile."""
    for place in range(view.pile_end - view.n_pile, view.pile_end):
        view.pile[place] = take_fresh(unknown) if view.pile_known else take_rest(unknown)


@rule
def redeal_choice(player: Player, dealer: Dealer, unknown: Unknown) -> None:
    """T4.1 Which of the cards held lies face down."""
    player.chosen = NO_CARD
    if player.chose:
        n = write_all(player.hand, unknown.old_pool, 0)
        player.chosen = unknown.old_pool[below(dealer, n)]
        remove(player.hand, player.chosen)


@rule
def redeal_objectives(view: State, seat: int, dealer: Dealer, unknown: Unknown) -> None:
    """T7.2, T7.4 The other players' secret objectives; some cards are unused."""
    own = view.players[seat].objective if seat != SPECTATOR else NO_CARD
    n = 0
    for card in range(OBJECTIVE_CARDS):
        for _ in range(view.n_copies - (1 if card == own else 0)):
            unknown.old_pool[n] = card
            n += 1
    shuffle(dealer, unknown.old_pool, n)
    for other in range(view.n_players):
        if other != seat:
            n -= 1
            view.players[other].objective = unknown.old_pool[n]


@rule
def redeal_building_pile(view: State, dealer: Dealer, unknown: Unknown) -> None:
    """T7.4 The order of the building pile; everybody can work out what is in it."""
    pile = unknown.rest
    pile.one = (1 << BUILDINGS) - 1
    pile.two = pile.one if view.n_copies > 1 else 0
    subtract(pile, view.display)
    subtract(pile, view.removed)
    for seat in range(view.n_players):
        subtract(pile, view.players[seat].little)
        subtract(pile, view.players[seat].great)
    write_all(pile, view.building_pile, 0)
    shuffle(dealer, view.building_pile, view.n_building_pile)
