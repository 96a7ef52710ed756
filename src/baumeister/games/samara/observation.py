"""What a seat knows of a game of Samara, as a row of small numbers.

`observe` writes it from a view, in which everything secret is blank, so it cannot reveal more (S9).
`observe_again` is the fast way: it reads the state itself, and writes only what a view would show.
Prestige is in it for every seat: everybody saw the tiles, and bots may count (S9.1).
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

from baumeister.envs.layout import Part, layout, per_seat
from baumeister.games.samara.actions import chosen_from
from baumeister.games.samara.calendar import last_month
from baumeister.games.samara.components import (
    ABILITIES,
    FIGURES,
    MAX_SEATS,
    MOST_OF_A_KIND,
    MOST_TOOLS,
    PERMANENT,
    PLAIN,
    SPACES,
    TILES,
    TOOLS,
    Box,
)
from baumeister.games.samara.state import (
    ACT,
    BY_BUILDING,
    CHOOSE_FOR_BARRACKS,
    FOR_A_WORKER,
    LOSE_TOOL,
    OVER,
    QUESTIONS,
    YEAR,
    State,
    asks,
)
from baumeister.kernel.rule import (
    copy_numbers,
    copy_table,
    members,
    n_members,
    rule,
    write_bits,
)
from baumeister.kernel.struct import Array, Hidden, Struct, i64, struct

Row = MutableSequence[int]  # an int16 array in compiled code

SPECIALS = len(ABILITIES) - 1
_PERMANENT = ", ".join(ABILITIES[ability].key.replace("_", " ") for ability in PERMANENT)

LAYOUT = layout(
    "samara-1",
    [
        Part(
            "question",
            n_members(QUESTIONS) + 1,
            0,
            1,
            "one of: act, with whom, train, lose a tool, barracks, take a figure, bury, imprison, "
            "game over",
        ),
        Part("players", MAX_SEATS - 1, 0, 1, "one of: 2 to 5 players"),
        Part("specials", 1, 0, 1, "0 in the first-game variant"),
        Part("month", YEAR, 0, 1, "one of: NOW is January to December"),
        Part("last_month", 1, 0, YEAR, "months from NOW to the last one of the calendar"),
        Part("without_progress", 1, 0, 40, "months without tool, newcomer or building (S8.3)", 24),
        Part("taken", 1, 0, SPACES, "tiles that have been built"),
        Part("worker", FIGURES, 0, 1, "one of: slot of the acting worker"),
        Part("goal", SPACES, 0, 1, "one of: the space where the group goes or has gone"),
        Part("builds", 1, 0, 1, "1 if it builds there, 0 if it takes a tool"),
        Part("takes", TOOLS, 0, 1, "one of: the tool it takes"),
        Part("group", FIGURES, 0, 1, "slots of the workers who act together"),
        Part("to_lose", 1, 0, MOST_TOOLS, "tools still to be lost", 2),
        Part("chosen", TOOLS, 0, 1, "one of: the own tool chosen for the Barracks", own=True),
        Part("tile", SPACES, 0, 1, "by space: 1 if a tile lies there"),
        Part("saws", SPACES, 0, MOST_OF_A_KIND, "by space: saws that its tile needs"),
        Part("trowels", SPACES, 0, MOST_OF_A_KIND, "by space: trowels that its tile needs"),
        Part("glass", SPACES, 0, MOST_OF_A_KIND, "by space: glass tools that its tile needs"),
        Part("worth", SPACES, 0, 30, "by space: prestige of its tile", 10),
        Part(
            "special",
            SPACES * SPECIALS,
            0,
            1,
            f"by space: one of the {SPECIALS} abilities in the order of S7 if its tile has one",
        ),
        Part("tools", SPACES * TOOLS, 0, 10, "by space: tools lying there by kind", 2),
        *per_seat(
            MAX_SEATS,
            [
                Part("present", 1, 0, 1, "1 if there is such a seat"),
                Part("acts", 1, 0, 1, "1 for whoever decides"),
                Part("foreman", 1, 0, 1, "1 for whose turn it is"),
                Part("asked_of", 1, 0, 1, "1 for whose worker is to be chosen"),
                Part("tools", TOOLS, 0, 2, "saws, compass, square, glass A, glass B", 1),
                Part("men", 1, 0, FIGURES, "men in the reserve", 2),
                Part("women", 1, 0, FIGURES, "women in the reserve", 2),
                Part("permanent", len(PERMANENT), 0, 1, f"{_PERMANENT} lie open"),
                Part("tiles", 1, 0, SPACES, "tiles taken", 10),
                Part("prestige", 1, 0, 30 * TILES, "prestige, which everybody may count", 50),
                Part("chose", 1, 0, 1, "1 if a tool was chosen for the Barracks"),
                Part("months", YEAR, 0, FIGURES, "figures standing in NOW and the 11 months after"),
                Part("worker_men", FIGURES, 0, FIGURES, "by slot: men in the worker's stack", 2),
                Part("worker_women", FIGURES, 0, FIGURES, "by slot: women in the stack", 2),
                Part("worker_sex", FIGURES, 0, 1, "by slot: 1 with a woman on top"),
                Part("worker_month", FIGURES, 0, YEAR - 1, "by slot: months from NOW"),
                Part("worker_line", FIGURES, 0, 24, "by slot: how many stand before it", 8),
            ],
        ),
    ],
)

SIZE = LAYOUT.size
QUESTION, PLAYERS = LAYOUT.at("question"), LAYOUT.at("players")
SPECIALS_IN_PLAY, MONTH = LAYOUT.at("specials"), LAYOUT.at("month")
LAST_MONTH, WITHOUT_PROGRESS = LAYOUT.at("last_month"), LAYOUT.at("without_progress")
TAKEN, WORKER = LAYOUT.at("taken"), LAYOUT.at("worker")
GOAL, BUILDS, TAKES = LAYOUT.at("goal"), LAYOUT.at("builds"), LAYOUT.at("takes")
GROUP, TO_LOSE, CHOSEN = LAYOUT.at("group"), LAYOUT.at("to_lose"), LAYOUT.at("chosen")
TILE, SAWS, TROWELS = LAYOUT.at("tile"), LAYOUT.at("saws"), LAYOUT.at("trowels")
GLASS, WORTH, SPECIAL = LAYOUT.at("glass"), LAYOUT.at("worth"), LAYOUT.at("special")
TOOLS_ON_BOARD = LAYOUT.at("tools")
SEATS = LAYOUT.at("seat0.present")
SEAT_SIZE = LAYOUT.at("seat1.present") - SEATS
ACTS, FOREMAN = LAYOUT.at("seat0.acts") - SEATS, LAYOUT.at("seat0.foreman") - SEATS
ASKED_OF, SEAT_TOOLS = LAYOUT.at("seat0.asked_of") - SEATS, LAYOUT.at("seat0.tools") - SEATS
MEN, WOMEN = LAYOUT.at("seat0.men") - SEATS, LAYOUT.at("seat0.women") - SEATS
OPEN, SEAT_TILES = LAYOUT.at("seat0.permanent") - SEATS, LAYOUT.at("seat0.tiles") - SEATS
PRESTIGE, CHOSE = LAYOUT.at("seat0.prestige") - SEATS, LAYOUT.at("seat0.chose") - SEATS
MONTHS, WORKER_MEN = LAYOUT.at("seat0.months") - SEATS, LAYOUT.at("seat0.worker_men") - SEATS
WORKER_WOMEN = LAYOUT.at("seat0.worker_women") - SEATS
WORKER_SEX = LAYOUT.at("seat0.worker_sex") - SEATS
WORKER_MONTH = LAYOUT.at("seat0.worker_month") - SEATS
WORKER_LINE = LAYOUT.at("seat0.worker_line") - SEATS

PRINTED = SPECIAL - SAWS  # four numbers for each space
WORD = 64  # bits
SPECIAL_WORDS = -(-SPACES * SPECIALS // WORD)
LAST_WORD = SPACES * SPECIALS - WORD * (SPECIAL_WORDS - 1)  # bits


@struct
class Memory(Struct):
    """Results of the last observation of this game that seldom change, and work space."""

    with_tile: Hidden[i64]  # bit per space with a tile; and what follows from that:
    printed: Hidden[Annotated[list[int], Array(16, PRINTED)]]  # saws, trowels, glass, worth
    special: Hidden[Annotated[list[int], Array(64, SPECIAL_WORDS)]]  # the field as bits
    lines: Hidden[Annotated[list[int], Array(64, YEAR)]]  # by month: bit per place that is taken


@rule
def observe(box: Box, view: State, seat: int, out: Row) -> None:
    """Write all that the seat knows; `view` is the state after `knowledge.hide` for this seat."""
    write_game(view, seat, out)
    write_board(box, view, out)
    write_seats(view, seat, out)
    for month in range(YEAR):
        write_line(view, seat, view.workers_in[month], out)


@rule
def observe_again(box: Box, state: State, seat: int, memory: Memory, out: Row) -> None:
    """The same without a view, for repeated observations of one game with the same memory. Of the
    secret fields it reads those that `write_game` reads."""
    write_game(state, seat, out)
    write_board_again(box, state, memory, out)
    write_seats(state, seat, out)
    write_lines(state, seat, memory.lines, out)


@rule
def forget(memory: Memory) -> None:
    """Before the first observation, and when another game begins."""
    memory.with_tile = 0
    for k in range(PRINTED):
        memory.printed[k] = 0
    for word in range(SPECIAL_WORDS):
        memory.special[word] = 0


# --- what is the same for all -----------------------------------------------------------------
@rule
def write_game(state: State, seat: int, out: Row) -> None:
    """S9.1 What belongs to no seat; S9.2 the tool that the seat has chosen."""
    for k in range(TILE):
        out[k] = 0
    out[QUESTION + question_number(state.step)] = 1
    out[PLAYERS + state.n_players - 2] = 1
    out[SPECIALS_IN_PLAY] = state.specials
    out[MONTH + (state.start_month + state.now) % YEAR] = 1
    out[LAST_MONTH] = last_month(state) - state.now
    out[WITHOUT_PROGRESS] = state.now - state.progress
    out[TAKEN] = state.n_taken
    if state.step == OVER:
        return
    out[WORKER + state.slot] = 1
    if state.step != ACT:
        out[GOAL + state.space] = 1
        if state.deed == BY_BUILDING:
            out[BUILDS] = 1
        else:
            out[TAKES + state.tool] = 1
        for slot in members(state.group):
            out[GROUP + slot] = 1
    if state.step == LOSE_TOOL:
        out[TO_LOSE] = state.to_lose
    if state.step == CHOOSE_FOR_BARRACKS and state.players[seat].chose:
        out[CHOSEN + state.players[seat].chosen] = 1


@rule
def question_number(step: int) -> int:
    """The place of the step in the field `question`: questions in the order of the book, and last
    the end of the game."""
    return n_members(QUESTIONS & ((1 << step) - 1))


@rule
def write_board(box: Box, view: State, out: Row) -> None:
    """S1.2, S1.3 Tiles and tools on the spaces."""
    write_bits(view.with_tile, SPACES, out, TILE)
    for k in range(SAWS, TOOLS_ON_BOARD):
        out[k] = 0
    for space in members(view.with_tile):
        write_printed(box, view.tile_at[space], space, out, SAWS)
        ability = box.ability[view.tile_at[space]]
        if ability != PLAIN:
            out[SPECIAL + SPECIALS * space + ability - 1] = 1
    copy_table(view.tools_at, SPACES, TOOLS, out, TOOLS_ON_BOARD)


@rule
def write_printed(box: Box, tile: int, space: int, out: Row, at: int) -> None:
    """What the tile of a space needs, and what it is worth."""
    out[at + space] = box.saws[tile]
    out[at + TROWELS - SAWS + space] = box.trowels[tile]
    out[at + GLASS - SAWS + space] = box.glass[tile]
    out[at + WORTH - SAWS + space] = box.prestige[tile]


@rule
def write_board_again(box: Box, state: State, memory: Memory, out: Row) -> None:
    """The same with a memory."""
    if memory.with_tile != state.with_tile:
        remember_tiles(box, state, memory)
    write_bits(state.with_tile, SPACES, out, TILE)
    copy_numbers(memory.printed, PRINTED, out, SAWS)
    for word in range(SPECIAL_WORDS - 1):
        write_bits(memory.special[word], WORD, out, SPECIAL + WORD * word)
    last = SPECIAL_WORDS - 1
    write_bits(memory.special[last], LAST_WORD, out, SPECIAL + WORD * last)
    copy_table(state.tools_at, SPACES, TOOLS, out, TOOLS_ON_BOARD)


@rule
def remember_tiles(box: Box, state: State, memory: Memory) -> None:
    """At the beginning, and after tiles were taken. A taken tile never comes back."""
    for space in members(state.with_tile & ~memory.with_tile):
        tile = state.tile_at[space]
        write_printed(box, tile, space, memory.printed, 0)
        if box.ability[tile] != PLAIN:
            bit = SPECIALS * space + box.ability[tile] - 1
            memory.special[bit // WORD] |= 1 << (bit % WORD)
    for space in members(memory.with_tile & ~state.with_tile):
        for k in range(4):
            memory.printed[k * SPACES + space] = 0
        for bit in range(SPECIALS * space, SPECIALS * (space + 1)):
            memory.special[bit // WORD] &= ~(1 << (bit % WORD))
    memory.with_tile = state.with_tile


# --- what everybody sees of a foreman ---------------------------------------------------------
@rule
def write_seats(state: State, seat: int, out: Row) -> None:
    """S9.1 All foremen, clockwise, without their places in lines."""
    n = state.n_players
    for k in range(n):
        other = seat + k
        write_seat(state, other - n if other >= n else other, out, SEATS + k * SEAT_SIZE)
    for k in range(SEATS + n * SEAT_SIZE, SIZE):
        out[k] = 0


@rule
def write_seat(state: State, other: int, out: Row, at: int) -> None:
    """A foreman's board, reserve and workers."""
    player, now = state.players[other], state.now
    out[at] = 1
    out[at + ACTS] = 1 if state.actor == other and asks(state) else 0
    out[at + FOREMAN] = 1 if state.foreman == other else 0
    out[at + ASKED_OF] = 1 if is_chosen_from(state, other) else 0
    for tool in range(TOOLS):
        out[at + SEAT_TOOLS + tool] = player.tools[tool]
    out[at + MEN] = player.men
    out[at + WOMEN] = player.women
    out[at + OPEN] = player.university  # in the order of components.PERMANENT
    out[at + OPEN + 1] = player.school
    out[at + OPEN + 2] = player.hermit_house
    out[at + OPEN + 3] = player.bridge
    out[at + SEAT_TILES] = player.n_tiles
    out[at + PRESTIGE] = player.prestige
    out[at + CHOSE] = player.chose if state.step == CHOOSE_FOR_BARRACKS else 0
    for month in range(YEAR):
        out[at + MONTHS + month] = 0
    for slot in range(FIGURES):  # an empty slot has no men, no women, and a month before NOW
        men, women = player.worker_men[slot], player.worker_women[slot]
        months = max(0, player.worker_month[slot] - now)
        out[at + WORKER_MEN + slot] = men
        out[at + WORKER_WOMEN + slot] = women
        out[at + WORKER_SEX + slot] = player.worker_sex[slot] & (player.workers >> slot) & 1
        out[at + WORKER_MONTH + slot] = months
        out[at + WORKER_LINE + slot] = 0
        out[at + MONTHS + months] += men + women


@rule
def is_chosen_from(state: State, other: int) -> bool:
    """Whether a worker of this foreman is to be chosen."""
    if state.step in FOR_A_WORKER:
        return chosen_from(state) == other
    return False


@rule
def write_line(state: State, seat: int, workers: int, out: Row) -> None:
    """S2.5 For the workers of one month: how many stand nearer to the board."""
    for worker in members(workers):
        owner, slot = worker // FIGURES, worker % FIGURES
        line = state.players[owner].worker_line[slot]
        k = owner - seat if owner >= seat else owner - seat + state.n_players
        before = standing_before(state, workers, line)
        out[SEATS + SEAT_SIZE * k + WORKER_LINE + slot] = before


@rule
def standing_before(state: State, workers: int, line: int) -> int:
    """How many of these workers stand nearer to the board than this place."""
    before = 0
    for worker in members(workers):
        if state.players[worker // FIGURES].worker_line[worker % FIGURES] < line:
            before += 1
    return before


@rule
def write_lines(state: State, seat: int, lines: list[int], out: Row) -> None:
    """The same for all months: the places that are taken in a month are bits of one number."""
    n, now = state.n_players, state.now
    for month in range(YEAR):
        lines[month] = 0
    unusual = 0  # a place beyond the bits of a number, or one that two workers have
    for other in range(n):
        player = state.players[other]
        for slot in range(FIGURES):
            months, line = max(0, player.worker_month[slot] - now), player.worker_line[slot]
            bit = ((player.workers >> slot) & 1) << (line & (WORD - 1))
            unusual |= (lines[months] & bit) | (line & ~(WORD - 1))
            lines[months] |= bit
    for k in range(n):
        other = seat + k
        player = state.players[other - n if other >= n else other]
        for slot in range(FIGURES):
            months, line = max(0, player.worker_month[slot] - now), player.worker_line[slot]
            nearer = (1 << (line & (WORD - 1))) - 1
            before = n_members(lines[months] & nearer) * ((player.workers >> slot) & 1)
            out[SEATS + k * SEAT_SIZE + WORKER_LINE + slot] = before
    if unusual != 0:
        for month in range(YEAR):
            write_line(state, seat, state.workers_in[month], out)
