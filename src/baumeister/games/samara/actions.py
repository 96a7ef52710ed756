"""S3 to S6 What players decide: the action space, which actions are legal, and what each does.

An action is a number of one fixed space for all questions, and means the same in all of them: see
the ranges below. A worker is named by its slot, which players see as a letter from a to e.
"""

from __future__ import annotations

from baumeister.games.samara.announced import (
    ACTED,
    BUILT,
    HOLIDAY_TAKEN,
    NEWCOMER_CAME,
    TOOK_TOOL,
    TURN_TOLD,
    WAITED,
)
from baumeister.games.samara.calendar import (
    landing,
    last_month,
    move_group,
    move_worker,
    next_own_month,
)
from baumeister.games.samara.components import (
    ABILITIES,
    COMPASS,
    FIGURES,
    GLASS_A,
    GLASS_B,
    SAW,
    SPACES,
    SQUARE,
    TOOLS,
    Box,
)
from baumeister.games.samara.state import (
    ACT,
    BURY,
    BY_BUILDING,
    BY_TOOL,
    CARRY_OUT,
    CHOOSE_FOR_BARRACKS,
    HELP,
    IMPRISON,
    LOSE_TOOL,
    MAN,
    NO_MONTH,
    TAKE_FIGURE,
    TRAIN,
    TURN_END,
    WOMAN,
    Player,
    State,
    left_of,
    lift_tile,
    lift_tool,
    must_decide,
    n_tools,
    own_in,
    put_worker,
    strength,
)
from baumeister.kernel.chance import Dealer, announce
from baumeister.kernel.legal import Legal, offer
from baumeister.kernel.rule import members, rule

TAKE_TOOL = 0  # + 5 x space + tool (S3)
BUILD = TAKE_TOOL + SPACES * TOOLS  # + space (S5)
NEWCOMER = BUILD + SPACES  # + sex (S4)
HOLIDAY = NEWCOMER + 2  # S6
WAIT = HOLIDAY + 1  # S2.2
WITH = WAIT + 1  # + a bit for each helper's slot; 0 is alone (S3.2)
LOSE = WITH + (1 << FIGURES)  # + tool (S7.3 to S7.5)
CHOOSE_WORKER = LOSE + TOOLS  # + slot (S7.7, S7.8, S7.10, S7.12)
ACTIONS = CHOOSE_WORKER + FIGURES

NO_SUCH_STRENGTH = FIGURES + 1
TAKES_FIRST = tuple(sum(1 << tool for tool in ability.takes_first) for ability in ABILITIES)


# --- which actions are legal ------------------------------------------------------------------
@rule
def legal_actions(box: Box, state: State, seat: int, legal: Legal) -> None:
    """Collect the seat's legal actions, ascending; none if it has nothing to decide."""
    legal.n = 0
    if not must_decide(state, seat):
        return
    if state.step == ACT:
        legal_deeds(box, state, legal)
    elif state.step == HELP:
        legal_groups(state, box.row[state.space], legal)
    elif state.step in (LOSE_TOOL, CHOOSE_FOR_BARRACKS):
        for tool in range(TOOLS):
            if may_lose(box, state, seat, tool):
                offer(legal, LOSE + tool)
    else:
        owner = state.players[chosen_from(state)]
        for slot in range(FIGURES):
            if may_choose(state, owner, slot, state.step):
                offer(legal, CHOOSE_WORKER + slot)


@rule
def legal_deeds(box: Box, state: State, legal: Legal) -> None:
    """S2.1 All that the acting worker can do; S2.2 if that is nothing, it waits.

    S4.2 Without a figure in the reserve there is no newcomer.
    """
    player = state.players[state.foreman]
    own = own_in(state, state.foreman, state.now)
    within_reach = box.within_reach[strength_together(player, own)]
    wanted = may_take(player)
    for space in members(state.with_tools & within_reach):
        for tool in members(state.kinds_at[space] & wanted):
            offer(legal, TAKE_TOOL + TOOLS * space + tool)
    for space in members(buildable(state, player) & within_reach):
        offer(legal, BUILD + space)
    if player.worker_sex[state.slot] == WOMAN:  # S4.1
        if player.men > 0:
            offer(legal, NEWCOMER + MAN)
        if player.women > 0:
            offer(legal, NEWCOMER + WOMAN)
    if player.workers != own:  # S6.1 there is one in a later month
        offer(legal, HOLIDAY)
    if legal.n == 0:
        offer(legal, WAIT)


@rule
def may_take(player: Player) -> int:
    """S3.3 At most 2 saws, one trowel of each kind, glass tool A first and then B: the tools that
    the foreman may still take, as a bit for each."""
    tools = 0
    if player.tools[SAW] < 2:
        tools |= 1 << SAW
    if player.tools[COMPASS] == 0:
        tools |= 1 << COMPASS
    if player.tools[SQUARE] == 0:
        tools |= 1 << SQUARE
    if player.tools[GLASS_A] == 0:
        tools |= 1 << GLASS_A
    elif player.tools[GLASS_B] == 0:
        tools |= 1 << GLASS_B
    return tools


@rule
def buildable(state: State, player: Player) -> int:
    """S5.2 The spaces with a tile whose printed tools the foreman has, as a bit for each; S7.6 with
    the University their number is enough."""
    tools = player.tools
    if player.university:
        return state.with_tile & state.for_tools[n_tools(player)]
    return (
        state.with_tile
        & state.for_saws[tools[SAW]]
        & state.for_trowels[tools[COMPASS] + tools[SQUARE]]
        & state.for_glass[tools[GLASS_A] + tools[GLASS_B]]
    )


@rule
def strength_together(player: Player, group: int) -> int:
    """S3.1 The strength of a group; S7.9 the School adds 1 when two or more act together."""
    total = 0
    workers = 0
    for slot in members(group):
        total += player.worker_men[slot] + player.worker_women[slot]
        workers += 1
    if player.school and workers > 1:
        total += 1
    return total


@rule
def legal_groups(state: State, needed: int, legal: Legal) -> None:
    """S3.2 With whom: every helper must be needed; the acting worker always takes part."""
    player = state.players[state.foreman]
    acting = 1 << state.slot
    others = own_in(state, state.foreman, state.now) & ~acting
    for helpers in range(1, others + 1):  # alone it is too weak, or nobody would ask
        if helpers & ~others == 0 and is_fitting(player, acting, helpers, needed):
            offer(legal, WITH + helpers)


@rule
def is_fitting(player: Player, acting: int, helpers: int, needed: int) -> bool:
    """S3.2 Whether a group is strong enough, and would not be without any one of the helpers."""
    group = acting | helpers
    if strength_together(player, group) < needed:
        return False
    for slot in members(helpers):
        if strength_together(player, group & ~(1 << slot)) >= needed:
            return False
    return True


@rule
def may_lose(box: Box, state: State, seat: int, tool: int) -> bool:
    """S7.3 to S7.5 Whether the foreman may lose this tool now."""
    player = state.players[seat]
    if not may_give_up(player, tool):
        return False
    return state.step == CHOOSE_FOR_BARRACKS or may_lose_for(box.ability[state.tile], player, tool)


@rule
def may_give_up(player: Player, tool: int) -> bool:
    """S7.5 A tool that the foreman has; of two glass tools B goes first."""
    if tool == GLASS_A and player.tools[GLASS_B] > 0:
        return False
    return player.tools[tool] > 0


@rule
def may_lose_for(ability: int, player: Player, tool: int) -> bool:
    """S7.3 Boat a saw, Sculpture a trowel, Vase glass tool B; with none of these any other, and
    S7.4 for the Ruin any."""
    wanted = TAKES_FIRST[ability]
    if (wanted >> tool) & 1:
        return True
    for other in members(wanted):
        if player.tools[other] > 0:
            return False
    return True


@rule
def chosen_from(state: State) -> int:
    """Whose worker is to be chosen."""
    if state.step in (TAKE_FIGURE, IMPRISON):
        return left_of(state, state.foreman, state.victim)
    return state.foreman


@rule
def may_choose(state: State, player: Player, slot: int, step: int) -> bool:
    """Whether this worker may be chosen at this step, for what the tile does."""
    if strength(player, slot) == 0:
        return False
    if step == TRAIN:
        return (state.group >> slot) & 1 != 0  # S7.8
    if step == TAKE_FIGURE:
        return strength(player, slot) > 1 or not is_last_woman(player, slot)  # S7.7, S7.2
    if step == BURY:
        return not is_last_woman(player, slot)  # S7.10, S7.2
    return may_imprison(state, player, slot)


@rule
def is_last_woman(player: Player, slot: int) -> bool:
    """S7.2 Whether this is the foreman's last worker with a woman on top."""
    if player.worker_sex[slot] != WOMAN:
        return False
    for other in members(player.workers):
        if other != slot and player.worker_sex[other] == WOMAN:
            return False
    return True


@rule
def may_imprison(state: State, player: Player, slot: int) -> bool:
    """S7.12 One of the weakest who can move 5 months; if none can, of the second weakest; if none
    of those can, any. (There is no third strength: 1 + 2 + 3 are more than five figures.)"""
    weakest = weakest_above(player, 0)
    if any_can_be_moved(state, player, weakest):
        return strength(player, slot) == weakest and fits_prison(state, player, slot)
    second = weakest_above(player, weakest)
    if any_can_be_moved(state, player, second):
        return strength(player, slot) == second and fits_prison(state, player, slot)
    return True


@rule
def weakest_above(player: Player, bound: int) -> int:
    """The lowest strength above the bound that occurs among the workers, or NO_SUCH_STRENGTH."""
    weakest = NO_SUCH_STRENGTH
    for slot in range(FIGURES):
        if bound < strength(player, slot) < weakest:
            weakest = strength(player, slot)
    return weakest


@rule
def any_can_be_moved(state: State, player: Player, wanted: int) -> bool:
    """S7.12 Whether a worker of this strength can move 5 months ahead."""
    for slot in range(FIGURES):
        if strength(player, slot) == wanted and fits_prison(state, player, slot):
            return True
    return False


@rule
def fits_prison(state: State, player: Player, slot: int) -> bool:
    """S7.12 A worker can move if all 5 months fit."""
    return player.worker_month[slot] + 5 <= last_month(state)


# --- what the deeds do ------------------------------------------------------------------------
@rule
def begin_deed(box: Box, state: State, dealer: Dealer, action: int) -> None:
    """S2.1 The foreman chooses an action for the acting worker."""
    seat = state.foreman
    announce(dealer, ACTED, seat, state.slot)
    if action < BUILD:
        state.deed = BY_TOOL
        state.space = action // TOOLS
        state.tool = action % TOOLS
        choose_group_if_clear(box, state)
    elif action < NEWCOMER:
        state.deed = BY_BUILDING
        state.space = action - BUILD
        choose_group_if_clear(box, state)
    else:
        if action < HOLIDAY:
            bring_newcomer(state, dealer, seat, action - NEWCOMER)
        elif action == HOLIDAY:
            go_on_holiday(state, dealer, seat)
        else:
            wait(state, dealer, seat)
        announce(dealer, TURN_TOLD, seat)
        state.step = TURN_END


@rule
def choose_group_if_clear(box: Box, state: State) -> None:
    """S3.2 With whom is asked only if there are several fitting groups."""
    player = state.players[state.foreman]
    needed = box.row[state.space]
    acting = 1 << state.slot
    state.group = acting
    state.step = CARRY_OUT
    if strength(player, state.slot) >= needed:
        return
    others = own_in(state, state.foreman, state.now) & ~acting
    fitting = 0
    for helpers in range(1, others + 1):
        if helpers & ~others == 0 and is_fitting(player, acting, helpers, needed):
            fitting += 1
            state.group = acting | helpers
    if fitting > 1:
        state.step = HELP


@rule
def carry_out(box: Box, state: State, dealer: Dealer) -> None:
    """S3.2, S5.1 The whole group moves as many months as the column says; S3.4 the tool goes to the
    foreman's board, or the tile."""
    seat = state.foreman
    player = state.players[seat]
    month = landing(state, seat, box.column[state.space])
    if state.deed == BY_TOOL:
        lift_tool(state, state.space, state.tool)
        player.tools[state.tool] += 1
        announce(dealer, TOOK_TOOL, seat, state.tool)
    else:
        take_tile(box, state, dealer, seat)
    move_group(state, dealer, seat, state.group, month)
    state.progress = state.now


@rule
def take_tile(box: Box, state: State, dealer: Dealer, seat: int) -> None:
    """S5.3 The tile is put on the foreman's board; S5.4 tools that lay on it stay on the space."""
    player = state.players[seat]
    state.tile = state.tile_at[state.space]
    lift_tile(state, state.space)
    state.owner[state.tile] = seat
    state.n_taken += 1
    player.n_tiles += 1
    player.prestige += box.prestige[state.tile]
    announce(dealer, BUILT, seat, state.tile)


@rule
def bring_newcomer(state: State, dealer: Dealer, seat: int, sex: int) -> None:
    """S4.1 The woman and one figure of the reserve are put on the last month, she first."""
    player = state.players[seat]
    month = landing(state, seat, last_month(state) - state.now)
    newcomer = 0
    while player.worker_month[newcomer] != NO_MONTH:
        newcomer += 1
    if sex == MAN:
        player.men -= 1
        player.worker_men[newcomer] = 1
    else:
        player.women -= 1
        player.worker_women[newcomer] = 1
    player.worker_sex[newcomer] = sex
    put_worker(state, seat, newcomer, state.now, 0)
    announce(dealer, NEWCOMER_CAME, seat, newcomer)
    move_worker(state, dealer, seat, state.slot, month)
    move_worker(state, dealer, seat, newcomer, month)
    state.progress = state.now


@rule
def go_on_holiday(state: State, dealer: Dealer, seat: int) -> None:
    """S6.1 The acting worker alone moves to the next month in which the foreman has a worker."""
    announce(dealer, HOLIDAY_TAKEN, seat)
    month = next_own_month(state.players[seat], state.now)
    move_worker(state, dealer, seat, state.slot, month)


@rule
def wait(state: State, dealer: Dealer, seat: int) -> None:
    """S2.2 If no action is possible the worker moves one month ahead."""
    announce(dealer, WAITED, seat)
    move_worker(state, dealer, seat, state.slot, landing(state, seat, 1))
