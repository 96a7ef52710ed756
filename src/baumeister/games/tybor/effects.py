"""T5 The end of a stage: the scenario's effect, then the chapter's.

Each effect is a row of components.EFFECTS; `is_entitled` says whom it strikes.
"""

from __future__ import annotations

from baumeister.games.tybor.actions import (
    DECLINE,
    GIVE_BUILDING,
    GIVE_CITIZEN,
    GIVE_WORKER,
    GIVES_UP,
    add_citizen,
    add_worker,
    draw_for_effect,
    effect_in_progress,
    end_draw,
    keeps_as_worker,
    remove_building,
    remove_citizen,
    remove_worker,
)
from baumeister.games.tybor.announced import (
    DECLINED,
    DRAW_DONE,
    DROPPED,
    GAVE_UP_BUILDING,
    GAVE_UP_CITIZEN,
    GAVE_UP_WORKER,
    KEPT,
)
from baumeister.games.tybor.components import (
    CAPTAIN,
    DIVERSITY,
    EFFECTS,
    EXODUS,
    HARBOUR,
    NOTHING,
    Box,
)
from baumeister.games.tybor.deal import discard_character, remember_drawn
from baumeister.games.tybor.state import (
    DROP,
    GIVE_UP,
    KEEP,
    NEXT_EFFECT,
    STAGE_END,
    Player,
    State,
    seat_at,
)
from baumeister.kernel.cards import add, kinds
from baumeister.kernel.chance import Dealer, announce
from baumeister.kernel.rule import rule

DRAWS = tuple(effect.draws for effect in EFFECTS)


@rule
def next_effect(box: Box, state: State, dealer: Dealer) -> None:
    """T5.1 First the scenario's effect, then the chapter's, each in play order."""
    if state.effect_turn == 2 * state.n_players:
        state.step = STAGE_END
        return
    of_scenario = state.effect_turn < state.n_players
    card = state.scenario if of_scenario else state.chapter
    if box.strikes[card][state.stage] == 0:
        state.effect_turn = state.n_players if of_scenario else 2 * state.n_players
        return
    turn = state.effect_turn if of_scenario else state.effect_turn - state.n_players
    if turn == 0 and box.effect[card] == HARBOUR:
        settle_most_captains(state)
    state.actor = seat_at(state, turn)
    strike(box, state, dealer, card)
    if state.step == NEXT_EFFECT:
        state.effect_turn += 1


@rule
def strike(box: Box, state: State, dealer: Dealer, card: int) -> None:
    """T5.2 to T5.5 What the effect does to the actor: ask something, deal cards, or nothing."""
    effect = box.effect[card]
    if is_entitled(box, state, card):
        if GIVES_UP[effect] != NOTHING:
            state.step = GIVE_UP
        else:
            draw_and_keep(state, dealer, DRAWS[effect])


@rule
def is_entitled(box: Box, state: State, card: int) -> bool:
    """T5.2 With most captains. T5.5 With a citizen or worker. T5.3, T5.4 From a number on."""
    player = state.players[state.actor]
    effect = box.effect[card]
    if effect == HARBOUR:
        return (state.entitled >> state.actor) & 1 != 0
    if effect == EXODUS:
        return player.n_citizens > 0 or player.workers.one != 0
    return counted(box, player, effect) >= box.at_least[card][state.stage]


@rule
def counted(box: Box, player: Player, effect: int) -> int:
    """T5.3 Different professions of the citizens, T5.4 buildings."""
    return professions(box, player) if effect == DIVERSITY else player.n_buildings


@rule
def settle_most_captains(state: State) -> None:
    """T5.2 Settle once who has the most captain symbols, at least one; all who are tied."""
    most = 1
    for seat in range(state.n_players):
        most = max(most, state.players[seat].symbols[CAPTAIN])
    state.entitled = 0
    for seat in range(state.n_players):
        if state.players[seat].symbols[CAPTAIN] == most:
            state.entitled |= 1 << seat


@rule
def professions(box: Box, player: Player) -> int:
    """T5.3 How many different professions there are among the citizens."""
    seen = 0
    for card in kinds(player.citizens):
        seen |= 1 << box.profession[card]
    n = 0
    while seen != 0:
        n += 1
        seen &= seen - 1
    return n


@rule
def draw_and_keep(state: State, dealer: Dealer, wanted: int) -> None:
    """T5.3, T5.4 Draw 2, keep one."""
    draw_for_effect(state, dealer, state.actor, wanted)
    if state.n_drawn > 0:
        state.step = KEEP


@rule
def keep_for_effect(box: Box, state: State, dealer: Dealer, seat: int, card: int) -> None:
    """T5.3 The card kept becomes a worker; T5.4 a citizen. The other one is discarded."""
    player = state.players[seat]
    if keeps_as_worker(box, state):
        add_worker(box, player, card)
    else:
        add_citizen(box, player, card)
    end_draw(state, dealer, seat, card, effect_in_progress(box, state))
    effect_done(state)


@rule
def effect_done(state: State) -> None:
    """The next player, or the next effect."""
    state.effect_turn += 1
    state.step = NEXT_EFFECT


@rule
def give_up(box: Box, state: State, dealer: Dealer, seat: int, action: int) -> None:
    """T5.5 Exodus: discard a citizen or worker. T5.2 Harbour: a captain, for three new cards."""
    player = state.players[seat]
    effect = effect_in_progress(box, state)
    if action == DECLINE:
        announce(dealer, DECLINED, seat, effect)
        effect_done(state)
        return
    if action >= GIVE_BUILDING:
        building = (action - GIVE_BUILDING) >> 1
        side = (action - GIVE_BUILDING) & 1
        remove_building(box, player, building, side)
        add(state.removed, building)
        announce(dealer, GAVE_UP_BUILDING, seat, action - GIVE_BUILDING)
    elif action >= GIVE_WORKER:
        remove_worker(box, player, action - GIVE_WORKER)
        discard_character(state, action - GIVE_WORKER)
        announce(dealer, GAVE_UP_WORKER, seat, action - GIVE_WORKER)
    else:
        remove_citizen(box, player, action - GIVE_CITIZEN)
        discard_character(state, action - GIVE_CITIZEN)
        announce(dealer, GAVE_UP_CITIZEN, seat, action - GIVE_CITIZEN)
    if DRAWS[effect] == 0:
        effect_done(state)
    else:
        harbour(box, state, dealer, seat)


@rule
def harbour(box: Box, state: State, dealer: Dealer, seat: int) -> None:
    """T5.2 Draw 3 characters, keep two as workers. T5.1 With fewer, all are kept."""
    draw_for_effect(state, dealer, seat, DRAWS[HARBOUR])
    if state.n_drawn == DRAWS[HARBOUR]:
        state.step = DROP
    else:
        end_harbour(box, state, dealer, seat, -1)


@rule
def end_harbour(box: Box, state: State, dealer: Dealer, seat: int, dropped: int) -> None:
    """T5.2 Two become workers, the third, if there is one, is discarded."""
    player = state.players[seat]
    remember_drawn(state, player.drawn)
    still_to_drop = dropped >= 0
    for k in range(state.n_drawn):
        card = player.drawn[k]
        if still_to_drop and card == dropped:
            still_to_drop = False
            discard_character(state, card)
            announce(dealer, DROPPED, seat, card)
        else:
            add_worker(box, player, card)
            announce(dealer, KEPT, seat, card)
        player.drawn[k] = 0
    announce(dealer, DRAW_DONE, seat, HARBOUR)
    state.n_drawn = 0
    effect_done(state)
