"""The order of the game, in one place, top to bottom."""

from __future__ import annotations

from baumeister.games.samara.actions import (
    CHOOSE_WORKER,
    LOSE,
    WITH,
    begin_deed,
    carry_out,
)
from baumeister.games.samara.announced import ENDED, SET_UP, SLID, TURN_TOLD
from baumeister.games.samara.calendar import find_acting_worker, next_month_with_workers
from baumeister.games.samara.components import (
    FIGURES,
    SAW,
    SPACES,
    TILES,
    TOOL_SPACES,
    TOOLS,
    Box,
)
from baumeister.games.samara.specials import (
    begin_ability,
    bury,
    choose_for_barracks,
    imprison,
    lose_tool,
    next_in_hospital,
    next_in_prison,
    take_figure,
    train,
)
from baumeister.games.samara.state import (
    ACT,
    BURY,
    BY_TOOL,
    CARRY_OUT,
    CHOOSE_FOR_BARRACKS,
    HELP,
    IMPRISON,
    LOSE_TOOL,
    MAN,
    NEXT_IN_HOSPITAL,
    NEXT_IN_PRISON,
    NO_MONTH,
    NO_TILE,
    OVER,
    TAKE_FIGURE,
    TRAIN,
    TURN_END,
    WHO_ACTS,
    WOMAN,
    State,
    lay_tile,
    lay_tool,
    put_worker,
)
from baumeister.kernel.chance import Dealer, announce, shuffle
from baumeister.kernel.legal import Legal
from baumeister.kernel.rule import rule
from baumeister.kernel.seats import NOBODY

WITHOUT_PROGRESS = 24  # months, S8.3


# --- S1 set-up --------------------------------------------------------------------------------
@rule
def start(
    box: Box, state: State, dealer: Dealer, players: int, start_month: int, specials: int
) -> None:
    """S1 Set the game up in a state that is all zero, and go on to the first question."""
    state.n_players = players
    state.start_month = start_month
    state.specials = specials
    state.tile = NO_TILE
    lay_tiles_and_tools(box, state, dealer)
    place_workers(state, dealer)
    announce(dealer, SET_UP, NOBODY)
    state.step = WHO_ACTS
    go_on(box, state, dealer)


@rule
def lay_tiles_and_tools(box: Box, state: State, dealer: Dealer) -> None:
    """S1.1 36 tiles are shuffled and 30 laid on the board; S1.3 all tools are mixed and laid on the
    tool spaces. (`owner` and `tile_at` hold what is being shuffled.)"""
    for tile in range(TILES):
        state.owner[tile] = tile
    shuffle(dealer, state.owner, TILES)
    n = 0
    for tool in range(TOOLS):
        for _ in range(state.n_players * (2 if tool == SAW else 1)):
            state.tile_at[n] = tool
            n += 1
    shuffle(dealer, state.tile_at, n)
    n = 0
    for k in range(TOOL_SPACES):
        for _ in range(box.tools_on[k][state.n_players - 2]):
            lay_tool(state, box.tool_space[k], state.tile_at[n])
            n += 1
    for space in range(SPACES):
        lay_tile(box, state, space, state.owner[space])


@rule
def place_workers(state: State, dealer: Dealer) -> None:
    """S1.5 A woman and a stack of two men each; S1.6 the women in start order, then the men in
    reverse order. (`owner` holds the start order until everybody is placed.)"""
    for seat in range(state.n_players):
        state.owner[seat] = seat
    shuffle(dealer, state.owner, state.n_players)
    for place in range(state.n_players):
        player = state.players[state.owner[place]]
        for slot in range(FIGURES):
            player.worker_month[slot] = NO_MONTH
        player.worker_women[0] = 1
        player.worker_sex[0] = WOMAN
        put_worker(state, state.owner[place], 0, state.now, place)
        player.worker_men[1] = 2
        player.worker_sex[1] = MAN
        put_worker(state, state.owner[place], 1, state.now, 2 * state.n_players - 1 - place)
        player.men = 1
        player.women = 1
    for tile in range(TILES):
        state.owner[tile] = NOBODY


# --- the order of a turn ----------------------------------------------------------------------
@rule
def go_on(box: Box, state: State, dealer: Dealer) -> None:
    """Everything that needs no decision, in the order of the book, until one is needed."""
    if state.step == CARRY_OUT:
        carry_out(box, state, dealer)
        if state.deed == BY_TOOL:
            announce(dealer, TURN_TOLD, state.foreman)
            state.step = TURN_END
        elif state.n_taken == SPACES:
            announce(dealer, TURN_TOLD, state.foreman)
            end_game(state, dealer, 1)  # S8.1
        else:
            begin_ability(box, state, dealer)
    if state.step == NEXT_IN_HOSPITAL:
        next_in_hospital(state)
    if state.step == NEXT_IN_PRISON:
        next_in_prison(state)
    if state.step == TURN_END:
        end_turn(state, dealer)
    if state.step == WHO_ACTS:
        find_acting_worker(state)
        state.actor = state.foreman
        state.step = ACT


@rule
def apply(box: Box, state: State, dealer: Dealer, seat: int, action: int) -> None:
    """Carry out a legal action of this seat, and go on to the next question."""
    if state.step == ACT:
        begin_deed(box, state, dealer, action)
    elif state.step == HELP:
        state.group = 1 << state.slot | action - WITH
        state.step = CARRY_OUT
    elif state.step == TRAIN:
        train(state, dealer, seat, action - CHOOSE_WORKER)
    elif state.step == LOSE_TOOL:
        lose_tool(state, dealer, seat, action - LOSE)
    elif state.step == CHOOSE_FOR_BARRACKS:
        choose_for_barracks(state, dealer, seat, action - LOSE)
    elif state.step == TAKE_FIGURE:
        take_figure(state, dealer, seat, action - CHOOSE_WORKER)
    elif state.step == BURY:
        bury(state, dealer, seat, action - CHOOSE_WORKER)
    elif state.step == IMPRISON:
        imprison(state, dealer, action - CHOOSE_WORKER)
    go_on(box, state, dealer)


@rule
def is_forced(state: State, legal: Legal) -> bool:
    """Whether the only legal answer is played without asking.

    For the Barracks (S9.2) everybody sees the tools, so a forced choice reveals nothing.
    """
    return legal.n == 1


@rule
def may_force_others(state: State) -> bool:
    """S7.5 For the Barracks any foreman may have only one tool, not just the first who is asked."""
    return state.step == CHOOSE_FOR_BARRACKS


@rule
def end_turn(state: State, dealer: Dealer) -> None:
    """S2.3 When nobody is left in the NOW month the calendar slides to the next with workers; S8.3
    the game ends when 24 months have passed without a tool, a newcomer or a building."""
    state.step = WHO_ACTS
    month = next_month_with_workers(state)
    if month != state.now:
        state.now = month
        announce(dealer, SLID, NOBODY, month)
        if state.now - state.progress >= WITHOUT_PROGRESS:
            end_game(state, dealer, 3)


@rule
def end_game(state: State, dealer: Dealer, clause: int) -> None:
    """S8.1 All 30 tiles are taken, or S8.3."""
    state.ended_by = clause
    state.step = OVER
    announce(dealer, ENDED, NOBODY, clause)
