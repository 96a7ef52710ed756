"""The order of the game, in one place, top to bottom."""

from __future__ import annotations

from baumeister.games.tybor.actions import (
    BUILD,
    CHOOSE_CARD,
    CITIZEN,
    DROP_CARD,
    KEEP_CARD,
    PAY_WITH,
    WORKER,
    choose_card,
    keep_recruit,
    pay_with,
    recruit,
    reveal,
    use_as_builder,
    use_as_citizen,
    use_as_worker,
)
from baumeister.games.tybor.announced import PASSED, REMOVED, STAGE_ENDED
from baumeister.games.tybor.components import STAGES, Box
from baumeister.games.tybor.deal import deal_hands, lay_out_display, set_up
from baumeister.games.tybor.effects import end_harbour, give_up, keep_for_effect, next_effect
from baumeister.games.tybor.state import (
    CHOOSE,
    DEAL,
    DROP,
    GIVE_UP,
    KEEP,
    NEXT_EFFECT,
    OVER,
    PASS,
    PAY,
    RECRUIT,
    REVEAL,
    STAGE_END,
    TURN_END,
    USE,
    State,
    asks,
    seat_at,
)
from baumeister.kernel.cards import add, assign, clear, count, kinds
from baumeister.kernel.chance import Dealer, announce
from baumeister.kernel.legal import Legal
from baumeister.kernel.rule import rule
from baumeister.kernel.seats import NOBODY

TWO_PLACES = 5  # T4.10: with exactly five players


@rule
def start(
    box: Box, state: State, dealer: Dealer, players: int, scenario: int, chapter: int
) -> None:
    """T2 Set the game up in a state that is all zero, and deal the first stage."""
    set_up(state, dealer, players, scenario, chapter)
    go_on(box, state, dealer)


@rule
def go_on(box: Box, state: State, dealer: Dealer) -> None:
    """Everything that needs no decision, in the order of the book, until one is needed."""
    while not asks(state) and state.step != OVER:
        if state.step == DEAL:
            deal_hands(box, state, dealer)
            lay_out_display(box, state, dealer)
            if state.rounds_left > 0:
                begin_round(state)
            else:
                begin_effects(state)  # T3.3
        elif state.step == REVEAL:
            reveal(state, dealer)
        elif state.step == RECRUIT:
            recruit(box, state, dealer)
        elif state.step == TURN_END:
            state.turn += 1
            state.step = REVEAL if state.turn < state.n_players else PASS
        elif state.step == PASS:
            pass_on(state, dealer)
            if state.rounds_left > 0:
                begin_round(state)
            else:
                begin_effects(state)
        elif state.step == NEXT_EFFECT:
            next_effect(box, state, dealer)
        elif state.step == STAGE_END:
            end_stage(state, dealer)
            state.step = DEAL if state.stage < STAGES else OVER


@rule
def apply(box: Box, state: State, dealer: Dealer, seat: int, action: int) -> None:
    """Carry out a legal action of this seat, and go on to the next question."""
    if state.step == CHOOSE:
        choose_card(state, dealer, seat, action - CHOOSE_CARD)
    elif state.step == USE:
        if action == CITIZEN:
            use_as_citizen(box, state, dealer, seat)
        elif action == WORKER:
            use_as_worker(box, state, dealer, seat)
        else:
            use_as_builder(box, state, dealer, seat, (action - BUILD) >> 1, (action - BUILD) & 1)
    elif state.step == PAY:
        pay_with(box, state, dealer, seat, action - PAY_WITH)
    elif state.step == KEEP:
        if state.rounds_left > 0:
            keep_recruit(box, state, dealer, seat, action - KEEP_CARD)
        else:
            keep_for_effect(box, state, dealer, seat, action - KEEP_CARD)
    elif state.step == GIVE_UP:
        give_up(box, state, dealer, seat, action)
    elif state.step == DROP:
        end_harbour(box, state, dealer, seat, action - DROP_CARD)
    go_on(box, state, dealer)


@rule
def is_forced(state: State, legal: Legal) -> bool:
    """Whether the only legal answer is played without asking.

    T4.1 Choosing from two or more cards is always left to the player: an instant
    choice would tell the others that the cards are alike.
    """
    return legal.n == 1 and not (state.step == CHOOSE and state.rounds_left > 1)


@rule
def may_force_others(state: State) -> bool:
    """T4.1 All choose at the same time. With one card left nobody has a choice, so it is enough to
    look at the acting seat."""
    return False


@rule
def begin_round(state: State) -> None:
    """T4.1 All choose."""
    state.turn = 0
    state.actor = state.first
    state.step = CHOOSE


@rule
def pass_on(state: State, dealer: Dealer) -> None:
    """T4.9 The hands and the first-player card pass to the next player; T4.10 the card also
    after the last card of the stage, with five players two places then."""
    state.rounds_left -= 1
    if state.rounds_left > 0:
        pass_hands(state)
    state.first = seat_at(state, 1)
    if state.rounds_left == 0 and state.n_players == TWO_PLACES:
        state.first = seat_at(state, 1)
    announce(dealer, PASSED, state.first)


@rule
def pass_hands(state: State) -> None:
    """T4.9 Each hand goes to the next player in the direction of play."""
    start = state.n_players - 1 if state.direction == 1 else 0
    one = state.players[start].hand.one
    two = state.players[start].hand.two
    seat = start
    for _ in range(state.n_players - 1):
        giver = seat - state.direction
        assign(state.players[seat].hand, state.players[giver].hand)
        seat = giver
    state.players[seat].hand.one = one
    state.players[seat].hand.two = two


@rule
def begin_effects(state: State) -> None:
    """T5.1 The end of the stage."""
    state.effect_turn = 0
    state.step = NEXT_EFFECT


@rule
def end_stage(state: State, dealer: Dealer) -> None:
    """T5.6 All unbuilt buildings leave the game; the game ends after stage IV."""
    for building in kinds(state.display):
        for _ in range(count(state.display, building)):
            add(state.removed, building)
            announce(dealer, REMOVED, NOBODY, building)
    clear(state.display)
    announce(dealer, STAGE_ENDED, NOBODY, state.stage)
    state.stage += 1
