"""T6 Tybor's score pad for a game on a real table (play/score_pad.py)."""

from __future__ import annotations

from baumeister.games.tybor import scoring
from baumeister.games.tybor.actions import add_building
from baumeister.games.tybor.components import (
    BONUSES,
    BUILDINGS,
    CHAPTERS,
    COLOUR_KEYS,
    COLOUR_LETTERS,
    NO_BONUS,
    NO_OBJECTIVE,
    PROFESSIONS,
    SCENARIO_KEYS,
    SCENARIOS,
    Box,
    standard,
)
from baumeister.games.tybor.events import SIDES
from baumeister.games.tybor.state import LARGE, Player, State
from baumeister.kernel.data import Row, row_place
from baumeister.kernel.errors import Message
from baumeister.play.score_pad import Result, counts_of, players_of

MOST_POINTS = 99  # printed on a building
MOST_STRENGTH = 1500  # less than scoring.STRENGTH_BASE; two boxes have 118 characters
MOST_CITIZENS = 100  # of a kind
SIGNS = (*BONUSES, *(f"symbol {profession}" for profession in PROFESSIONS))


def score(top: Row) -> Result:
    """T6 Score what was entered."""
    rows, names = players_of(top, "tybor")
    box, state = standard().box.copy(), State(**LARGE)
    state.n_players, state.scenario, state.chapter = len(rows), 0, SCENARIOS
    _read_story_cards(top, box, state)
    _read_tables(top, box)
    top.done()
    boxes, has_objective = [], []
    for seat, row in enumerate(rows):
        own = box.copy()
        has_objective.append(_read_tableau(row, own, state.players[seat]))
        boxes.append(own)
    sheets = tuple(
        tuple(_lines(own, state, seat, has_objective[seat])) for seat, own in enumerate(boxes)
    )
    ranks = [
        scoring.rank(own, state, state.players[seat])
        - (0 if has_objective[seat] else _unknown(own, state.players[seat]))
        for seat, own in enumerate(boxes)
    ]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    strengths = tuple(state.players[seat].strength for seat in range(len(rows)))
    return Result("tybor", names, sheets, strengths, winners)


def _unknown(box: Box, player: Player) -> int:
    """What a secret objective that was not entered adds to a rank."""
    return scoring.secret_points(box, player) * scoring.STRENGTH_BASE


def _lines(box: Box, state: State, seat: int, has_objective: bool) -> list[tuple[str, int]]:
    """T6 The lines with points; without a secret objective no T6.18."""
    last = scoring.LINES if has_objective else scoring.LINES - 1
    player = state.players[seat]
    found = [(n, scoring.points(box, state, player, n)) for n in range(1, last + 1)]
    return [(f"T6.{n}", points) for n, points in found if points]


def _read_story_cards(top: Row, box: Box, state: State) -> None:
    """Scenario and chapter by their names; without one its objective scores nothing."""
    if top.has("scenario"):
        state.scenario = SCENARIO_KEYS.index(top.choice("scenario", SCENARIO_KEYS))
    else:
        box.objective[state.scenario] = NO_OBJECTIVE
    if top.has("chapter"):
        state.chapter = SCENARIOS + top.number("chapter", 1, CHAPTERS) - 1
    else:
        box.objective[state.chapter] = NO_OBJECTIVE
    if top.has("shown"):
        shown = top.list_of("shown")
        if not all(symbol in PROFESSIONS for symbol in shown):
            raise top.error("shown", "error.tybor.symbols", names=", ".join(PROFESSIONS))
        flags = [int(profession in shown) for profession in PROFESSIONS]
        box.shown[state.scenario] = box.shown[state.chapter] = flags


def _read_tables(top: Row, box: Box) -> None:
    """What is printed for all: points for a great side, and for captains."""
    if top.has("great_bonus"):
        box.great_bonus = top.number("great_bonus", 0, MOST_POINTS)
    box.captain_points = top.numbers("captains", 6, 0, MOST_POINTS, list(box.captain_points))
    if top.has("captain_beyond"):
        box.captain_beyond = top.number("captain_beyond", 0, MOST_POINTS)


def _read_tableau(row: Row, box: Box, player: Player) -> bool:
    """What lies in front of a player; returns whether the secret objective was entered.

    The buildings become the first cards of the player's own box, with the values printed on them.
    """
    player.strength = row.number("strength", 0, MOST_STRENGTH) if row.has("strength") else 0
    citizens = counts_of(row, "citizens", PROFESSIONS, MOST_CITIZENS)
    player.n_citizens = sum(citizens)
    player.symbols = list(citizens)
    player.discount = counts_of(row, "colours", COLOUR_KEYS, 4 * MOST_CITIZENS)
    for building, printed in enumerate(_buildings(row)):
        _read_building(printed, box, building)
        add_building(box, player, building, SIDES.index(printed.choice("side", SIDES, SIDES[0])))
        printed.done()
    has_objective = row.has("objective")
    if has_objective:
        letters = row.letters("objective", COLOUR_LETTERS, 3, 3)
        if len(set(letters)) != 3:
            raise row.error("objective", "error.tybor.three_colours")
        box.secret_colours[0] = [int(letter in letters) for letter in COLOUR_LETTERS]
    row.done()
    return has_objective


def _buildings(row: Row) -> list[Row]:
    """The buildings of a player, each with its place in what was entered."""
    entered = row.list_of("building") if row.has("building") else []
    if not all(isinstance(building, dict) for building in entered):
        raise row.error("building", "error.data.rows")
    if len(entered) > BUILDINGS:
        raise row.error("building", "error.score.buildings", most=BUILDINGS, given=len(entered))
    return [
        Row(row.file, Message("error.data.inside", place=row.place, key=place), building)
        for building, place in (
            (building, row_place("building", n)) for n, building in enumerate(entered, 1)
        )
    ]


def _read_building(row: Row, box: Box, building: int) -> None:
    """T1.1, T1.4 Colour, points, and a bonus or a symbol."""
    box.points[building] = row.number("points", 0, MOST_POINTS)
    box.colour[building] = COLOUR_KEYS.index(row.choice("colour", COLOUR_KEYS))
    sign = row.choice("bonus", SIGNS, "")
    box.bonus[building] = BONUSES.get(sign, NO_BONUS)
    profession = sign.removeprefix("symbol ")
    box.symbol[building] = PROFESSIONS.index(profession) if profession in PROFESSIONS else -1
