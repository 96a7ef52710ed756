"""The state of a game of Samara, with who may see what (S9) declared at each field."""

from __future__ import annotations

from typing import Annotated

from baumeister.games.samara.components import (
    FIGURES,
    MAX_SEATS,
    MOST_OF_A_KIND,
    MOST_TOOLS,
    SPACES,
    TILES,
    TOOLS,
    Box,
)
from baumeister.kernel.rule import rule
from baumeister.kernel.struct import (
    Array,
    Many,
    Own,
    PerSeat,
    Public,
    Struct,
    glancer,
    hider,
    i8,
    i16,
    i64,
    struct,
)

NO_TILE = -1
NO_SLOT = -1
NO_MONTH = -1  # the month of a slot without a worker
YEAR = 12  # months, as many as the calendar shows at most (S1.4)

# The steps of a turn in the order of the book. At those with a question mark a player decides;
# the others need no decision (flow.go_on).
WHO_ACTS = 0  # S2.1
ACT = 1  # ? S3 to S6: what to do
HELP = 2  # ? S3.2: with whom
CARRY_OUT = 3  # S3 to S5
TRAIN = 4  # ? S7.8
LOSE_TOOL = 5  # ? S7.3, S7.4
CHOOSE_FOR_BARRACKS = 6  # ? S7.5, all at the same time
NEXT_IN_HOSPITAL = 7  # S7.7, the next foreman
TAKE_FIGURE = 8  # ? S7.7
BURY = 9  # ? S7.10
NEXT_IN_PRISON = 10  # S7.12, the next foreman
IMPRISON = 11  # ? S7.12
TURN_END = 12  # S2.3
OVER = 13
QUESTION_KEYS = {  # in views, texts and components.ABILITIES
    ACT: "act",
    HELP: "help",
    TRAIN: "train",
    LOSE_TOOL: "lose_tool",
    CHOOSE_FOR_BARRACKS: "barracks",
    TAKE_FIGURE: "take_figure",
    BURY: "bury",
    IMPRISON: "imprison",
}
QUESTIONS = sum(1 << step for step in QUESTION_KEYS)
FOR_A_WORKER = (TRAIN, TAKE_FIGURE, BURY, IMPRISON)  # questions whose answer is a worker

MAN, WOMAN = 0, 1
EVERY_SLOT = (1 << FIGURES) - 1  # a bit for each slot of a foreman
BY_TOOL, BY_BUILDING = 0, 1  # what a group was formed for

PerSlot = Annotated[list[int], Array(8, FIGURES)]
PerNumber = Annotated[list[int], Array(32, MOST_OF_A_KIND + 1)]  # of tools of a kind


@struct
class Player(Struct):
    """A foreman: board, reserve, and up to five workers on the calendar, each in a slot."""

    tools: Public[Annotated[list[int], Array(8, TOOLS)]]  # S9.1, and all that follows
    men: Public[i8]  # in the reserve
    women: Public[i8]
    university: Public[i8]  # 1 when the permanent tile lies open
    school: Public[i8]
    hermit_house: Public[i8]
    bridge: Public[i8]
    n_tiles: Public[i8]
    prestige: Public[i16]  # everybody saw the tiles; views keep the sum hidden (S9.1)
    chose: Public[i8]  # 1 when a tool was chosen for the Barracks
    chosen: Own[i8]  # S9.2
    worker_men: Public[PerSlot]  # a worker is a stack of men and women
    worker_women: Public[PerSlot]
    worker_sex: Public[PerSlot]  # of the top figure
    worker_line: Public[PerSlot]  # place in the line of its month; lower is nearer to the board
    worker_month: Public[Annotated[list[int], Array(16, FIGURES)]]  # 0 is the start, or NO_MONTH
    workers: Public[i8]  # bit per slot with a worker; follows from worker_month (put_worker)


@struct
class State(Struct):
    """A whole game."""

    n_players: Public[i8]
    specials: Public[i8]  # 0 in the first-game variant, S7.15
    start_month: Public[i8]  # 0 January to 11 December
    step: Public[i8]
    actor: Public[i8]  # who decides; for the Barracks the first who has not
    foreman: Public[i8]  # whose turn it is
    slot: Public[i8]  # the acting worker
    deed: Public[i8]  # BY_TOOL or BY_BUILDING
    space: Public[i8]  # where
    tool: Public[i8]  # which tool is taken
    group: Public[i8]  # bit per slot: who acts together
    tile: Public[i8]  # being built
    to_lose: Public[i8]  # tools still to be lost (S7.3, S7.4)
    victim: Public[i8]  # S7.7, S7.12: how many foremen were reached, from the builder's left
    n_taken: Public[i8]  # tiles
    ended_by: Public[i8]  # 1: S8.1, 3: S8.3
    now: Public[i16]
    progress: Public[i16]  # NOW when a tool, newcomer or building came last (S8.3)
    tile_at: Public[Annotated[list[int], Array(8, SPACES)]]  # or NO_TILE
    owner: Public[Annotated[list[int], Array(8, TILES)]]  # of a taken tile, or NOBODY
    tools_at: Public[Annotated[list[list[int]], Array(8, SPACES, TOOLS)]]  # how many of each
    players: PerSeat[Annotated[list[Player], Many(Player, "seats")]]
    # Derived from the fields above, to save searching; only the functions for the board and for
    # workers below change it.
    kinds_at: Public[Annotated[list[int], Array(8, SPACES)]]  # bit per kind of tool that lies there
    with_tools: Public[i64]  # bit per space with a tool
    with_tile: Public[i64]  # bit per space with a tile
    for_saws: Public[PerNumber]  # bit per space where so many saws were enough to build (S5.2)
    for_trowels: Public[PerNumber]
    for_glass: Public[PerNumber]
    for_tools: Public[Annotated[list[int], Array(32, MOST_TOOLS + 1)]]  # of any kind (S7.6)
    workers_in: Public[Annotated[list[int], Array(32, YEAR)]]  # by month % YEAR: bit per worker,
    # which is number FIGURES x seat + slot


LAYOUT = {"seats": MAX_SEATS}

hide_from = hider(State)
glance_at = glancer(State)


def layout(players: int) -> dict[str, int]:
    """The sizes of a state: the same for all numbers of players."""
    return LAYOUT


@rule
def asks(state: State) -> bool:
    """Whether a seat has to decide now."""
    return (QUESTIONS >> state.step) & 1 != 0


@rule
def must_decide(state: State, seat: int) -> bool:
    """Whether this seat has to decide now; several may for the Barracks (S7.5)."""
    if state.step == CHOOSE_FOR_BARRACKS:
        player = state.players[seat]
        return seat != state.foreman and player.chose == 0 and n_tools(player) > 0
    return state.actor == seat and asks(state)


@rule
def n_tools(player: Player) -> int:
    """How many tools a foreman has."""
    total = 0
    for tool in range(TOOLS):
        total += player.tools[tool]
    return total


@rule
def strength(player: Player, slot: int) -> int:
    """How many figures are in the worker's stack; 0 if there is no worker."""
    return player.worker_men[slot] + player.worker_women[slot]


@rule
def left_of(state: State, seat: int, places: int) -> int:
    """The foreman so many places to the left, clockwise."""
    return (seat + places) % state.n_players


# --- the board --------------------------------------------------------------------------------
@rule
def lay_tile(box: Box, state: State, space: int, tile: int) -> None:
    """Put a tile on a space of the board."""
    state.tile_at[space] = tile
    here = 1 << space
    state.with_tile |= here
    for saws in range(box.saws[tile], MOST_OF_A_KIND + 1):
        state.for_saws[saws] |= here
    for trowels in range(box.trowels[tile], MOST_OF_A_KIND + 1):
        state.for_trowels[trowels] |= here
    for glass in range(box.glass[tile], MOST_OF_A_KIND + 1):
        state.for_glass[glass] |= here
    needed = box.saws[tile] + box.trowels[tile] + box.glass[tile]
    for tools in range(needed, MOST_TOOLS + 1):
        state.for_tools[tools] |= here


@rule
def lift_tile(state: State, space: int) -> None:
    """Take the tile off a space of the board."""
    state.tile_at[space] = NO_TILE
    state.with_tile &= ~(1 << space)


@rule
def lay_tool(state: State, space: int, tool: int) -> None:
    """Put a tool on a space of the board."""
    state.tools_at[space][tool] += 1
    state.kinds_at[space] |= 1 << tool
    state.with_tools |= 1 << space


@rule
def lift_tool(state: State, space: int, tool: int) -> None:
    """Take a tool off a space of the board."""
    state.tools_at[space][tool] -= 1
    if state.tools_at[space][tool] == 0:
        state.kinds_at[space] &= ~(1 << tool)
        if state.kinds_at[space] == 0:
            state.with_tools &= ~(1 << space)


# --- workers ----------------------------------------------------------------------------------
@rule
def put_worker(state: State, seat: int, slot: int, month: int, place: int) -> None:
    """Put a worker on the calendar, or from one month to another, at this place of the line."""
    player = state.players[seat]
    worker = 1 << (FIGURES * seat + slot)
    if player.worker_month[slot] != NO_MONTH:
        state.workers_in[player.worker_month[slot] % YEAR] &= ~worker
    state.workers_in[month % YEAR] |= worker
    player.worker_month[slot] = month
    player.worker_line[slot] = place
    player.workers |= 1 << slot


@rule
def remove_worker(state: State, seat: int, slot: int) -> None:
    """Take a worker off the calendar."""
    player = state.players[seat]
    state.workers_in[player.worker_month[slot] % YEAR] &= ~(1 << (FIGURES * seat + slot))
    player.worker_month[slot] = NO_MONTH
    player.workers &= ~(1 << slot)


@rule
def own_in(state: State, seat: int, month: int) -> int:
    """The foreman's workers in a month of the calendar, as a bit for each slot."""
    return (state.workers_in[month % YEAR] >> (FIGURES * seat)) & EVERY_SLOT
