"""S7 What special tiles do when they are built. Each is a row of components.ABILITIES.

Here a permanent tile is only laid open (`lay_open`); the rules that it changes check for it.
"""

from __future__ import annotations

from baumeister.games.samara.actions import may_choose
from baumeister.games.samara.announced import (
    CHOSE,
    IMPRISONED,
    LOST_FIGURE,
    LOST_TOOL,
    LOST_WORKER,
    TRAINED,
    TURN_TOLD,
)
from baumeister.games.samara.calendar import (
    end_of_line,
    hermit_landing,
    last_month,
    move_worker,
    training_moves,
)
from baumeister.games.samara.components import (
    ABILITIES,
    BRIDGE,
    FIGURES,
    HERMIT_HOUSE,
    PLAIN,
    SCHOOL,
    UNIVERSITY,
    Box,
)
from baumeister.games.samara.state import (
    BURY,
    CHOOSE_FOR_BARRACKS,
    IMPRISON,
    LOSE_TOOL,
    MAN,
    NEXT_IN_HOSPITAL,
    NEXT_IN_PRISON,
    QUESTION_KEYS,
    TAKE_FIGURE,
    TRAIN,
    TURN_END,
    WOMAN,
    Player,
    State,
    lay_tool,
    left_of,
    must_decide,
    n_tools,
    put_worker,
    remove_worker,
    strength,
)
from baumeister.kernel.chance import Dealer, announce
from baumeister.kernel.rule import rule
from baumeister.kernel.seats import NOBODY

_STEP = {key: step for step, key in QUESTION_KEYS.items()}
ASKS = tuple(_STEP.get(ability.asks, TURN_END) for ability in ABILITIES)
ASKED = tuple(ability.asked for ability in ABILITIES)


@rule
def begin_ability(box: Box, state: State, dealer: Dealer) -> None:
    """S7 The group has moved: what the tile does, unless it is the first game (S7.15)."""
    player = state.players[state.foreman]
    ability = box.ability[state.tile] if state.specials else PLAIN
    asks = ASKS[ability]
    state.step = TURN_END
    if asks == TRAIN and player.men + player.women > 0:
        state.step = TRAIN  # the turn is told when it is known who trains
        return
    announce(dealer, TURN_TOLD, state.foreman)
    if asks == LOSE_TOOL:
        state.to_lose = ASKED[ability]
        begin_loss(state)
    elif asks == CHOOSE_FOR_BARRACKS:
        ask_next_in_barracks(state, dealer)
    elif asks == TAKE_FIGURE:
        state.victim = 0
        state.step = NEXT_IN_HOSPITAL
    elif asks == IMPRISON:
        state.victim = 0
        state.step = NEXT_IN_PRISON
    elif asks == BURY:
        if has_choice(state, player, BURY):
            state.step = BURY
    else:
        lay_open(player, ability)


@rule
def lay_open(player: Player, ability: int) -> None:
    """S5.3, S7.14 A permanent ability counts from the next action on."""
    if ability == UNIVERSITY:
        player.university = 1
    elif ability == SCHOOL:
        player.school = 1
    elif ability == HERMIT_HOUSE:
        player.hermit_house = 1
    elif ability == BRIDGE:
        player.bridge = 1


@rule
def has_choice(state: State, player: Player, step: int) -> bool:
    """S7.2 Whether a worker may be chosen at this step; otherwise nobody is asked."""
    for slot in range(FIGURES):
        if may_choose(state, player, slot, step):
            return True
    return False


# --- tools, S7.3 to S7.5 ----------------------------------------------------------------------
@rule
def begin_loss(state: State) -> None:
    """S7.3, S7.4 Ask which tool goes, as long as there is one to lose."""
    if state.to_lose > 0 and n_tools(state.players[state.foreman]) > 0:
        state.actor = state.foreman
        state.step = LOSE_TOOL
    else:
        state.to_lose = 0
        state.step = TURN_END


@rule
def lose_tool(state: State, dealer: Dealer, seat: int, tool: int) -> None:
    """S7.3, S7.4 The tool is put on the space the tile came from."""
    put_on_space(state, dealer, seat, tool)
    state.to_lose -= 1
    begin_loss(state)


@rule
def put_on_space(state: State, dealer: Dealer, seat: int, tool: int) -> None:
    """S7.3 A lost tool can be taken again by anyone."""
    state.players[seat].tools[tool] -= 1
    lay_tool(state, state.space, tool)
    announce(dealer, LOST_TOOL, seat, tool)


@rule
def ask_next_in_barracks(state: State, dealer: Dealer) -> None:
    """S7.5 Every other foreman with a tool chooses one, all at the same time."""
    state.step = CHOOSE_FOR_BARRACKS
    state.actor = first_undecided(state)
    if state.actor == NOBODY:
        end_barracks(state, dealer)


@rule
def first_undecided(state: State) -> int:
    """S7.5 The first foreman from the builder's left who has not chosen yet, or NOBODY."""
    for places in range(1, state.n_players):
        seat = left_of(state, state.foreman, places)
        if must_decide(state, seat):
            return seat
    return NOBODY


@rule
def choose_for_barracks(state: State, dealer: Dealer, seat: int, tool: int) -> None:
    """S9.2 The choice is secret until all are made."""
    player = state.players[seat]
    player.chosen = tool
    player.chose = 1
    announce(dealer, CHOSE, seat, tool)
    ask_next_in_barracks(state, dealer)


@rule
def take_back_from_barracks(state: State, seat: int) -> None:
    """S7.5 Change one's mind before all have chosen."""
    player = state.players[seat]
    player.chosen = 0
    player.chose = 0
    state.actor = first_undecided(state)


@rule
def end_barracks(state: State, dealer: Dealer) -> None:
    """S7.5 All chosen tools are put on the space of the Barracks."""
    for places in range(1, state.n_players):
        seat = left_of(state, state.foreman, places)
        player = state.players[seat]
        if player.chose:
            tool = player.chosen
            player.chose = 0
            player.chosen = 0
            put_on_space(state, dealer, seat, tool)
    state.actor = state.foreman
    state.step = TURN_END


# --- workers, S7.7, S7.8, S7.10 ---------------------------------------------------------------
@rule
def next_in_hospital(state: State) -> None:
    """S7.7 Every other foreman, from the builder's left clockwise, who has a choice (S7.2)."""
    state.step = TURN_END
    while state.victim < state.n_players - 1:
        state.victim += 1
        seat = left_of(state, state.foreman, state.victim)
        if has_choice(state, state.players[seat], TAKE_FIGURE):
            state.actor = seat
            state.step = TAKE_FIGURE
            return


@rule
def take_figure(state: State, dealer: Dealer, seat: int, slot: int) -> None:
    """S7.7 The worker loses a figure, a worker of strength 1 dies; S7.16 a mixed stack loses the
    other sex first."""
    player = state.players[seat]
    others = player.worker_women[slot]
    if player.worker_sex[slot] == WOMAN:
        others = player.worker_men[slot]
    sex = player.worker_sex[slot]
    if others > 0:
        sex = WOMAN - sex
    if sex == MAN:
        player.worker_men[slot] -= 1
        player.men += 1
    else:
        player.worker_women[slot] -= 1
        player.women += 1
    dies = 0
    if strength(player, slot) == 0:
        dies = 1
        remove_worker(state, seat, slot)
    announce(dealer, LOST_FIGURE, seat, 4 * slot + 2 * sex + dies)
    state.step = NEXT_IN_HOSPITAL


@rule
def train(state: State, dealer: Dealer, seat: int, slot: int) -> None:
    """S7.8 One of the group moves one month further and gains a figure, of its own sex if there is
    one; S7.13 with the Bridge without moving."""
    player = state.players[seat]
    if training_moves(state, player, slot):
        month = hermit_landing(state, seat, player.worker_month[slot] + 1)
        move_worker(state, dealer, seat, slot, month)
    sex = player.worker_sex[slot]
    own = player.women if sex == WOMAN else player.men
    if own == 0:
        sex = WOMAN - sex
    if sex == MAN:
        player.men -= 1
        player.worker_men[slot] += 1
    else:
        player.women -= 1
        player.worker_women[slot] += 1
    announce(dealer, TURN_TOLD, seat)
    announce(dealer, TRAINED, seat, 2 * slot + sex)
    state.step = TURN_END


@rule
def bury(state: State, dealer: Dealer, seat: int, slot: int) -> None:
    """S7.10 A whole worker is lost; its figures return to the reserve."""
    player = state.players[seat]
    player.men += player.worker_men[slot]
    player.women += player.worker_women[slot]
    player.worker_men[slot] = 0
    player.worker_women[slot] = 0
    remove_worker(state, seat, slot)
    announce(dealer, LOST_WORKER, seat, slot)
    state.step = TURN_END


# --- time, S7.12 ------------------------------------------------------------------------------
@rule
def next_in_prison(state: State) -> None:
    """S7.12 For each other foreman, clockwise, the builder chooses a worker."""
    state.step = TURN_END
    while state.victim < state.n_players - 1:
        state.victim += 1
        seat = left_of(state, state.foreman, state.victim)
        if has_choice(state, state.players[seat], IMPRISON):
            state.actor = state.foreman
            state.step = IMPRISON
            return


@rule
def imprison(state: State, dealer: Dealer, slot: int) -> None:
    """S7.12 The worker moves 5 months ahead, or to the last month; there it stays in its place."""
    seat = left_of(state, state.foreman, state.victim)
    player = state.players[seat]
    last = last_month(state)
    month = min(player.worker_month[slot] + 5, last)
    if player.worker_month[slot] != month:
        put_worker(state, seat, slot, month, end_of_line(state, month))
    announce(dealer, IMPRISONED, seat, slot)
    state.step = NEXT_IN_PRISON
