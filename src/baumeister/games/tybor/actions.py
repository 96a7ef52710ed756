"""T4 What players decide: the action space, which actions are legal, and what each does.

An action is a number of one fixed space for all questions, and means the same in all of them: see
the ranges below, each by card or building.
"""

from __future__ import annotations

from baumeister.games.tybor.announced import (
    BUILT,
    CHOSE,
    DRAW_DONE,
    DREW,
    DROPPED,
    KEPT,
    PAID,
    REVEALED,
    USED_AS_BUILDER,
    USED_AS_CITIZEN,
    USED_AS_WORKER,
)
from baumeister.games.tybor.components import (
    ANYBODY,
    BUILDINGS,
    CHARACTERS,
    COLOURS,
    EFFECTS,
    NO_EFFECT,
    Box,
)
from baumeister.games.tybor.components import (
    RECRUIT as RECRUIT_SIGN,
)
from baumeister.games.tybor.deal import (
    discard_character,
    draw_character,
    remember_drawn,
    remember_played,
    remember_reshuffle,
    reshuffle,
)
from baumeister.games.tybor.state import (
    CHOOSE,
    DROP,
    GIVE_UP,
    GREAT,
    KEEP,
    LITTLE,
    NO_CARD,
    PAY,
    RECRUIT,
    REVEAL,
    TURN_END,
    USE,
    Player,
    State,
    must_decide,
    seat_at,
)
from baumeister.kernel.cards import add, has, kinds, remove
from baumeister.kernel.chance import Dealer, announce
from baumeister.kernel.legal import Legal, offer
from baumeister.kernel.rule import lowest, rule

CHOOSE_CARD = 0  # + character (T4.1)
CITIZEN = CHARACTERS  # T4.3
WORKER = CITIZEN + 1  # T4.4
BUILD = WORKER + 1  # + 2 x building + side (T4.5)
PAY_WITH = BUILD + 2 * BUILDINGS  # + character (T4.7)
KEEP_CARD = PAY_WITH + CHARACTERS  # + character (T4.8, T5.3, T5.4)
DROP_CARD = KEEP_CARD + CHARACTERS  # + character (T5.2)
GIVE_CITIZEN = DROP_CARD + CHARACTERS  # + character (T5.2, T5.5)
GIVE_WORKER = GIVE_CITIZEN + CHARACTERS  # + character (T5.5)
GIVE_BUILDING = GIVE_WORKER + CHARACTERS  # + 2 x building + side (T5.2)
DECLINE = GIVE_BUILDING + 2 * BUILDINGS  # T5.2
ACTIONS = DECLINE + 1

GIVES_UP = tuple(effect.gives_up for effect in EFFECTS)
MAY_DECLINE = tuple(effect.may_decline for effect in EFFECTS)
KEEPS_AS_WORKER = tuple(effect.keeps_as == "worker" for effect in EFFECTS)


# --- which actions are legal ------------------------------------------------------------------
@rule
def legal_actions(box: Box, state: State, seat: int, legal: Legal) -> None:
    """Collect the seat's legal actions, ascending; none if it has nothing to decide."""
    legal.n = 0
    if not must_decide(state, seat):
        return
    player = state.players[seat]
    if state.step == CHOOSE:
        for card in kinds(player.hand):
            offer(legal, CHOOSE_CARD + card)
    elif state.step == USE:
        legal_uses(box, state, player, legal)
    elif state.step == PAY:
        for card in kinds(player.workers):
            offer(legal, PAY_WITH + card)
    elif state.step == KEEP:
        legal_of_drawn(state, player, KEEP_CARD, legal)
    elif state.step == DROP:
        legal_of_drawn(state, player, DROP_CARD, legal)
    elif state.step == GIVE_UP:
        legal_to_give_up(box, state, player, legal)


@rule
def legal_uses(box: Box, state: State, player: Player, legal: Legal) -> None:
    """T4.2 Citizen, worker, or builder of any building that the player can pay for (T4.5):
    workers (T4.7) and colour symbols of its colour (T4.6) together reach the stage's cost."""
    offer(legal, CITIZEN)
    offer(legal, WORKER)
    # The same as can_pay for every building and side, at a third of the time.
    little = box.cost[LITTLE][state.stage]
    great = box.cost[GREAT][state.stage]
    for building in kinds(state.display):
        means = player.strength + player.discount[box.colour[building]]
        if means >= little:
            offer(legal, BUILD + 2 * building + LITTLE)
        if means >= great:
            offer(legal, BUILD + 2 * building + GREAT)


@rule
def legal_of_drawn(state: State, player: Player, base: int, legal: Legal) -> None:
    """The different cards among the two or three drawn, ascending."""
    cards = 0
    for k in range(state.n_drawn):
        cards |= 1 << player.drawn[k]
    while cards != 0:
        offer(legal, base + lowest(cards))
        cards &= cards - 1


@rule
def legal_to_give_up(box: Box, state: State, player: Player, legal: Legal) -> None:
    """T5.5 Exodus: any citizen or worker. T5.2 Harbour: a captain, or nothing."""
    effect = effect_in_progress(box, state)
    wanted = GIVES_UP[effect]
    for card in kinds(player.citizens):
        if wanted == ANYBODY or box.profession[card] == wanted:
            offer(legal, GIVE_CITIZEN + card)
    if wanted == ANYBODY:
        for card in kinds(player.workers):
            offer(legal, GIVE_WORKER + card)
    else:
        for building in range(BUILDINGS):
            if box.symbol[building] == wanted:
                if has(player.little, building):
                    offer(legal, GIVE_BUILDING + 2 * building + LITTLE)
                if has(player.great, building):
                    offer(legal, GIVE_BUILDING + 2 * building + GREAT)
    if MAY_DECLINE[effect]:
        offer(legal, DECLINE)


@rule
def effect_in_progress(box: Box, state: State) -> int:
    """T5.1 First the scenario's effect, one turn a player, then the chapter's."""
    card = state.scenario if state.effect_turn < state.n_players else state.chapter
    return box.effect[card]


@rule
def keeps_as_worker(box: Box, state: State) -> bool:
    """T4.8, T5.3 Of the cards drawn one becomes a worker; T5.4 for growth a citizen."""
    return state.rounds_left > 0 or KEEPS_AS_WORKER[effect_in_progress(box, state)]


# --- T4.1 choose --------------------------------------------------------------------------
@rule
def choose_card(state: State, dealer: Dealer, seat: int, card: int) -> None:
    """T4.1 All players choose one hand card at the same time, face down."""
    player = state.players[seat]
    remove(player.hand, card)
    player.chosen = card
    player.chose = 1
    announce(dealer, CHOSE, seat, card)
    while state.turn < state.n_players and state.players[seat_at(state, state.turn)].chose:
        state.turn += 1
    if state.turn == state.n_players:
        state.turn = 0
        state.step = REVEAL
    else:
        state.actor = seat_at(state, state.turn)


@rule
def change_chosen_card(state: State, seat: int) -> None:
    """T4.1 Take the chosen card back into the hand; for a player who changes their mind."""
    player = state.players[seat]
    add(player.hand, player.chosen)
    player.chosen = NO_CARD
    player.chose = 0
    state.turn = 0
    while state.players[seat_at(state, state.turn)].chose:
        state.turn += 1
    state.actor = seat_at(state, state.turn)


@rule
def reveal(state: State, dealer: Dealer) -> None:
    """T4.2 The next player in play order reveals the chosen card."""
    seat = seat_at(state, state.turn)
    player = state.players[seat]
    state.actor = seat
    state.revealed = player.chosen
    player.chosen = NO_CARD
    player.chose = 0
    remember_played(state, seat, state.revealed)
    announce(dealer, REVEALED, seat, state.revealed)
    state.step = USE


# --- T4.3 to T4.8 use ---------------------------------------------------------------------
@rule
def use_as_citizen(box: Box, state: State, dealer: Dealer, seat: int) -> None:
    """T4.3 The card joins the citizens; its symbol and colour symbols count from now on."""
    add_citizen(box, state.players[seat], state.revealed)
    announce(dealer, USED_AS_CITIZEN, seat, state.revealed)
    state.revealed = NO_CARD
    state.step = TURN_END


@rule
def use_as_worker(box: Box, state: State, dealer: Dealer, seat: int) -> None:
    """T4.4 The card joins the workers; only its strength counts."""
    add_worker(box, state.players[seat], state.revealed)
    announce(dealer, USED_AS_WORKER, seat, state.revealed)
    state.revealed = NO_CARD
    state.step = TURN_END


@rule
def use_as_builder(
    box: Box, state: State, dealer: Dealer, seat: int, building: int, side: int
) -> None:
    """T4.5 The card is discarded; the player takes a building of the display and pays for it."""
    player = state.players[seat]
    discard_character(state, state.revealed)
    state.building = building
    state.side = side
    state.due = cost(box, state, player, building, side)
    remove(state.display, building)
    add_building(box, player, building, side)
    announce(dealer, USED_AS_BUILDER, seat, state.due)
    state.revealed = NO_CARD
    state.step = PAY if state.due > 0 else RECRUIT


@rule
def cost(box: Box, state: State, player: Player, building: int, side: int) -> int:
    """T4.6 The stage's cost of the side, minus 1 for every colour symbol of the building's
    colour on the player's citizens, at least 0."""
    return max(0, box.cost[side][state.stage] - player.discount[box.colour[building]])


@rule
def can_pay(box: Box, state: State, player: Player, building: int, side: int) -> bool:
    """T4.5, T4.7 Whether the player's workers are strong enough."""
    return player.strength >= cost(box, state, player, building, side)


@rule
def pay_with(box: Box, state: State, dealer: Dealer, seat: int, card: int) -> None:
    """T4.7 Discard workers one at a time until the cost is met; no change is given."""
    player = state.players[seat]
    remove_worker(box, player, card)
    discard_character(state, card)
    announce(dealer, PAID, seat, card)
    state.due = max(0, state.due - box.strength[card])
    if state.due == 0:
        state.step = RECRUIT


@rule
def recruit(box: Box, state: State, dealer: Dealer) -> None:
    """T4.8 The building is paid for. With the recruit sign: draw 2, keep one as a worker."""
    seat = state.actor
    announce(dealer, BUILT, seat, state.building)
    sign = box.bonus[state.building]
    state.building = NO_CARD
    state.step = TURN_END
    if sign == RECRUIT_SIGN:
        draw_for_effect(state, dealer, seat, 2)
        if state.n_drawn > 0:
            state.step = KEEP


@rule
def draw_for_effect(state: State, dealer: Dealer, seat: int, wanted: int) -> None:
    """T4.8, T5.2 to T5.4 Draw characters that this seat alone looks at, as many as there are."""
    state.n_drawn = 0
    for _ in range(wanted):
        if state.n_pile == 0 and state.n_discard > 0:
            remember_reshuffle(state)
            reshuffle(state, dealer)
        if state.n_pile > 0:
            card = draw_character(state)
            state.players[seat].drawn[state.n_drawn] = card
            state.n_drawn += 1
            announce(dealer, DREW, seat, card)


@rule
def keep_recruit(box: Box, state: State, dealer: Dealer, seat: int, card: int) -> None:
    """T4.8 Keep one of the cards drawn as a worker, discard the other."""
    add_worker(box, state.players[seat], card)
    end_draw(state, dealer, seat, card, NO_EFFECT)
    state.step = TURN_END


@rule
def end_draw(state: State, dealer: Dealer, seat: int, kept: int, effect: int) -> None:
    """Of the cards drawn, one is kept and has its place; the others are discarded."""
    player = state.players[seat]
    announce(dealer, KEPT, seat, kept)
    remember_drawn(state, player.drawn)
    still_to_keep = 1
    for k in range(state.n_drawn):
        if player.drawn[k] == kept and still_to_keep:
            still_to_keep = 0
        else:
            discard_character(state, player.drawn[k])
            announce(dealer, DROPPED, seat, player.drawn[k])
        player.drawn[k] = 0
    announce(dealer, DRAW_DONE, seat, effect)
    state.n_drawn = 0


# --- the tableau --------------------------------------------------------------------------
@rule
def add_citizen(box: Box, player: Player, card: int) -> None:
    """T4.3 A citizen brings a symbol and colour symbols."""
    add(player.citizens, card)
    player.n_citizens += 1
    player.symbols[box.profession[card]] += 1
    for colour in range(COLOURS):
        player.discount[colour] += box.discount[card][colour]


@rule
def remove_citizen(box: Box, player: Player, card: int) -> None:
    """A citizen leaves with symbol and colour symbols (T5.2, T5.5)."""
    remove(player.citizens, card)
    player.n_citizens -= 1
    player.symbols[box.profession[card]] -= 1
    for colour in range(COLOURS):
        player.discount[colour] -= box.discount[card][colour]


@rule
def add_worker(box: Box, player: Player, card: int) -> None:
    """T4.4 A worker brings strength."""
    add(player.workers, card)
    player.strength += box.strength[card]


@rule
def remove_worker(box: Box, player: Player, card: int) -> None:
    """A worker leaves (T4.7, T5.5)."""
    remove(player.workers, card)
    player.strength -= box.strength[card]


@rule
def add_building(box: Box, player: Player, building: int, side: int) -> None:
    """T4.5 A building joins the tableau, with its symbol if it has one (T1.4)."""
    add(player.great if side == GREAT else player.little, building)
    count_building(box, player, building, side, 1)


@rule
def remove_building(box: Box, player: Player, building: int, side: int) -> None:
    """T5.2 A building is given up."""
    remove(player.great if side == GREAT else player.little, building)
    count_building(box, player, building, side, -1)


@rule
def count_building(box: Box, player: Player, building: int, side: int, change: int) -> None:
    """Keep the counts of buildings, colours and symbols."""
    player.n_buildings += change
    player.n_great += change if side == GREAT else 0
    player.built[box.colour[building]] += change
    if box.symbol[building] >= 0:
        player.symbols[box.symbol[building]] += change
