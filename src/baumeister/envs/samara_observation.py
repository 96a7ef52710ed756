"""What a seat knows of a game of Samara, as a row of small numbers.

It is written from a view, in which everything secret is blank, so it cannot tell more (S9).
Prestige is in it for every seat: everybody saw the tiles, and bots may count (S9.1).
"""

from __future__ import annotations

from collections.abc import MutableSequence

from baumeister.envs.layout import Part, layout, per_seat
from baumeister.rules.kernel.rule import members, rule
from baumeister.rules.kernel.struct import Nobody, Struct, i8, struct
from baumeister.rules.samara.actions import chosen_from
from baumeister.rules.samara.calendar import NEVER, last_month
from baumeister.rules.samara.components import (
    ABILITIES,
    FIGURES,
    MAX_SEATS,
    MOST_OF_A_KIND,
    MOST_TOOLS,
    PLAIN,
    SPACES,
    TILES,
    TOOLS,
    Box,
)
from baumeister.rules.samara.state import (
    ACT,
    BARRACKS,
    BURY,
    BY_BUILDING,
    HELP,
    IMPRISON,
    LOSE_TOOL,
    OVER,
    TAKE_FIGURE,
    TRAIN,
    YEAR,
    State,
    asks,
)

Row = MutableSequence[int]  # an int16 array in compiled code

SPECIALS = len(ABILITIES) - 1

LAYOUT = layout(
    "samara-1",
    [
        Part(
            "question",
            9,
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
            "by space: one of the 13 abilities in the order of S7 if its tile has one",
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
                Part("permanent", 4, 0, 1, "university, school, hermit house, bridge lie open"),
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
PERMANENT, SEAT_TILES = LAYOUT.at("seat0.permanent") - SEATS, LAYOUT.at("seat0.tiles") - SEATS
PRESTIGE, CHOSE = LAYOUT.at("seat0.prestige") - SEATS, LAYOUT.at("seat0.chose") - SEATS
MONTHS, WORKER_MEN = LAYOUT.at("seat0.months") - SEATS, LAYOUT.at("seat0.worker_men") - SEATS
WORKER_WOMEN = LAYOUT.at("seat0.worker_women") - SEATS
WORKER_SEX = LAYOUT.at("seat0.worker_sex") - SEATS
WORKER_MONTH = LAYOUT.at("seat0.worker_month") - SEATS
WORKER_LINE = LAYOUT.at("seat0.worker_line") - SEATS


@struct
class Memory(Struct):
    """Nothing: to remember the tiles of the board was not faster."""

    unused: Nobody[i8]


@rule
def observe_again(box: Box, view: State, seat: int, memory: Memory, out: Row) -> None:
    """The same as `observe`, for somebody who looks at this game again and again."""
    observe(box, view, seat, out)


@rule
def forget(memory: Memory) -> None:
    """Another game begins."""


@rule
def observe(box: Box, view: State, seat: int, out: Row) -> None:
    """Write all that the seat knows; `view` is the state after `knowledge.hide` for this seat."""
    for k in range(SIZE):
        out[k] = 0
    write_game(view, out)
    write_board(box, view, out)
    if view.players[seat].chose and view.step == BARRACKS:
        out[CHOSEN + view.players[seat].chosen] = 1
    for k in range(view.n_players):
        other = seat + k
        if other >= view.n_players:
            other -= view.n_players
        write_seat(view, other, out, SEATS + k * SEAT_SIZE)
    crowded = 0  # bit per month with two workers or more
    for month in range(YEAR):
        workers = view.workers_in[month]
        crowded |= (1 if workers & (workers - 1) != 0 else 0) << month
    for month in members(crowded):
        write_line(view, seat, view.workers_in[month], out)


# --- what is the same for all -----------------------------------------------------------------
@rule
def write_game(view: State, out: Row) -> None:
    """S9.1 What belongs to no seat."""
    out[QUESTION + question_number(view.step)] = 1
    out[PLAYERS + view.n_players - 2] = 1
    out[SPECIALS_IN_PLAY] = view.specials
    out[MONTH + (view.start_month + view.now) % YEAR] = 1
    out[LAST_MONTH] = last_month(view) - view.now
    out[WITHOUT_PROGRESS] = view.now - view.progress
    out[TAKEN] = view.n_taken
    if view.step == OVER:
        return
    out[WORKER + view.slot] = 1
    if view.step != ACT:
        out[GOAL + view.space] = 1
        if view.deed == BY_BUILDING:
            out[BUILDS] = 1
        else:
            out[TAKES + view.tool] = 1
        for slot in members(view.group):
            out[GROUP + slot] = 1
    if view.step == LOSE_TOOL:
        out[TO_LOSE] = view.to_lose


@rule
def question_number(step: int) -> int:
    """The place of the step in the field `question`."""
    if step == ACT:
        return 0
    if step == HELP:
        return 1
    if step == TRAIN:
        return 2
    if step == LOSE_TOOL:
        return 3
    if step == BARRACKS:
        return 4
    if step == TAKE_FIGURE:
        return 5
    if step == BURY:
        return 6
    if step == IMPRISON:
        return 7
    return 8


@rule
def write_board(box: Box, view: State, out: Row) -> None:
    """S1.2, S1.3 Tiles and tools on the spaces."""
    for space in members(view.with_tile):
        tile = view.tile_at[space]
        ability = box.ability[tile]
        out[TILE + space] = 1
        out[SAWS + space] = box.saws[tile]
        out[TROWELS + space] = box.trowels[tile]
        out[GLASS + space] = box.glass[tile]
        out[WORTH + space] = box.prestige[tile]
        out[SPECIAL + SPECIALS * space + max(0, ability - 1)] = 1 if ability != PLAIN else 0
    for space in members(view.with_tools):
        for tool in range(TOOLS):
            out[TOOLS_ON_BOARD + TOOLS * space + tool] = view.tools_at[space][tool]


# --- what everybody sees of a foreman ---------------------------------------------------------
@rule
def write_seat(view: State, other: int, out: Row, at: int) -> None:
    """S9.1 A foreman's board, reserve and workers."""
    player = view.players[other]
    out[at] = 1
    out[at + ACTS] = 1 if view.actor == other and asks(view) else 0
    out[at + FOREMAN] = 1 if view.foreman == other else 0
    out[at + ASKED_OF] = 1 if is_chosen_from(view, other) else 0
    for tool in range(TOOLS):
        out[at + SEAT_TOOLS + tool] = player.tools[tool]
    out[at + MEN] = player.men
    out[at + WOMEN] = player.women
    out[at + PERMANENT] = player.university
    out[at + PERMANENT + 1] = player.school
    out[at + PERMANENT + 2] = player.hermit_house
    out[at + PERMANENT + 3] = player.bridge
    out[at + SEAT_TILES] = player.n_tiles
    out[at + PRESTIGE] = player.prestige
    out[at + CHOSE] = player.chose if view.step == BARRACKS else 0
    for slot in range(FIGURES):  # an empty slot has no men, no women, and a month before NOW
        men, women = player.worker_men[slot], player.worker_women[slot]
        months = max(0, player.worker_month[slot] - view.now)
        out[at + WORKER_MEN + slot] = men
        out[at + WORKER_WOMEN + slot] = women
        out[at + WORKER_SEX + slot] = player.worker_sex[slot] & (player.workers >> slot) & 1
        out[at + WORKER_MONTH + slot] = months
        out[at + MONTHS + months] += men + women


@rule
def is_chosen_from(view: State, other: int) -> bool:
    """Whether a worker of this foreman is to be chosen."""
    if view.step in (TRAIN, TAKE_FIGURE, BURY, IMPRISON):
        return chosen_from(view) == other
    return False


@rule
def write_line(view: State, seat: int, workers: int, out: Row) -> None:
    """S2.5 For the workers of one month: how many stand nearer to the board. Places are given in
    the order of arrival, so they follow each other unless somebody has left from the middle."""
    n, nearest, farthest = 0, NEVER, 0
    for worker in members(workers):
        line = view.players[worker // FIGURES].worker_line[worker % FIGURES]
        nearest, farthest = min(nearest, line), max(farthest, line)
        n += 1
    without_gaps = farthest - nearest == n - 1
    for worker in members(workers):
        owner, slot = worker // FIGURES, worker % FIGURES
        line = view.players[owner].worker_line[slot]
        k = owner - seat if owner >= seat else owner - seat + view.n_players
        before = line - nearest if without_gaps else standing_before(view, workers, line)
        out[SEATS + SEAT_SIZE * k + WORKER_LINE + slot] = before


@rule
def standing_before(view: State, workers: int, line: int) -> int:
    """How many of these workers stand nearer to the board than this place."""
    before = 0
    for worker in members(workers):
        if view.players[worker // FIGURES].worker_line[worker % FIGURES] < line:
            before += 1
    return before
