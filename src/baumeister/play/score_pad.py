"""A score pad for the real table: what lies in front of each player, the sheets, the winner.

Any printed values can be entered; the points come from the scoring functions of the rules.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baumeister.games import GAMES
from baumeister.games.samara import scoring as samara_scoring
from baumeister.games.samara import state as samara
from baumeister.games.samara.components import standard as standard_tiles
from baumeister.games.tybor import components as tybor
from baumeister.games.tybor import scoring as tybor_scoring
from baumeister.games.tybor.actions import add_building
from baumeister.games.tybor.components import (
    BONUSES,
    BUILDINGS,
    CHAPTERS,
    COLOUR_KEYS,
    COLOUR_LETTERS,
    PROFESSIONS,
    SCENARIO_KEYS,
    SCENARIOS,
)
from baumeister.games.tybor.events import SIDES
from baumeister.games.tybor.state import LARGE, Player, State
from baumeister.kernel.data import DataError, Row, read_text, row_place
from baumeister.kernel.errors import Message, syntax_problem
from baumeister.kernel.glossary import say
from baumeister.play.table import checked_names

MOST_POINTS = 99  # printed on a building or tile
MOST_STRENGTH = 1500  # less than scoring.STRENGTH_BASE; two boxes have 118 characters
MOST_CITIZENS = 100  # of a kind
MOST_MONTHS = 24  # to the next worker, S2
MOST_LINE = 25  # workers in a month: five of each of five players
MOST_TILES = 36
MOST_PRESTIGE = 500  # so that a sum can be entered as one tile
PRESTIGE = "S8.1"
SIGNS = (*BONUSES, *(f"symbol {profession}" for profession in PROFESSIONS))


@dataclass(frozen=True)
class Result:
    """The sheets of all players, and who has won."""

    game: str
    names: tuple[str, ...]
    sheets: tuple[tuple[tuple[str, int], ...], ...]  # by player: clause and points
    tiebreaks: tuple[int | None, ...]
    winners: tuple[int, ...]
    undecided: bool = False  # a tie, and what decides it was not entered

    def total(self, seat: int) -> int:
        """The points of a player."""
        return sum(points for _, points in self.sheets[seat])

    def json(self, language: str) -> dict[str, Any]:
        """The result as JSON-ready data; sheets as tables have them."""
        return {
            "game": self.game,
            "names": list(self.names),
            "sheets": [
                {
                    "total": self.total(seat),
                    "tiebreak": self.tiebreaks[seat],
                    "lines": [
                        {
                            "clause": clause,
                            "what": say(f"{self.game}.score.{clause}", language),
                            "points": points,
                        }
                        for clause, points in lines
                    ],
                }
                for seat, lines in enumerate(self.sheets)
            ],
            "winners": list(self.winners),
            "undecided": self.undecided,
        }


def score(game: str, entered: Mapping[str, Any], source: str) -> Result:
    """Score what was entered; DataError names what is wrong, and `source` where it stands."""
    top = Row(source, "", entered)
    if top.has("game") and top.choice("game", tuple(GAMES)) != game:
        raise DataError("error.data.other_game", file=source, game=game, given=entered["game"])
    return {"tybor": _score_tybor, "samara": _score_samara}[game](top)


def read_file(path: Path) -> dict[str, Any]:
    """What was entered in a file: JSON if it ends so, otherwise TOML."""
    text = read_text(path)
    try:
        entered = json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError("error.score.file", file=path, problem=syntax_problem(error)) from None
    if not isinstance(entered, dict):
        raise DataError("error.score.table", file=path)
    return entered


def _players(top: Row, game: str) -> tuple[list[Row], tuple[str, ...]]:
    rules = GAMES[game]
    rows = top.rows("player")
    if not rules.least_players <= len(rows) <= rules.most_players:
        values = {"least": rules.least_players, "most": rules.most_players, "given": len(rows)}
        raise top.error("player", "error.score.players", **values)
    return rows, checked_names([row.text("name") for row in rows], len(rows))


def _counts(row: Row, key: str, names: Sequence[str], most: int) -> list[int]:
    """So many of each; those that are not named are none."""
    if not row.has(key):
        return [0] * len(names)
    table = row.table(key)
    counts = [table.number(name, 0, most) if table.has(name) else 0 for name in names]
    table.done()
    return counts


# --- Tybor ------------------------------------------------------------------------------------
def _score_tybor(top: Row) -> Result:
    rows, names = _players(top, "tybor")
    box, state = tybor.standard().box.copy(), State(**LARGE)
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
        tuple(_tybor_lines(own, state, seat, has_objective[seat])) for seat, own in enumerate(boxes)
    )
    ranks = [
        tybor_scoring.rank(own, state, state.players[seat])
        - (0 if has_objective[seat] else _unknown(own, state.players[seat]))
        for seat, own in enumerate(boxes)
    ]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    strengths = tuple(state.players[seat].strength for seat in range(len(rows)))
    return Result("tybor", names, sheets, strengths, winners)


def _unknown(box: tybor.Box, player: Player) -> int:
    """What a secret objective that was not entered adds to a rank."""
    return tybor_scoring.secret_points(box, player) * tybor_scoring.STRENGTH_BASE


def _tybor_lines(
    box: tybor.Box, state: State, seat: int, has_objective: bool
) -> list[tuple[str, int]]:
    """T6 The lines with points; without a secret objective no T6.18."""
    last = tybor_scoring.LINES if has_objective else tybor_scoring.LINES - 1
    player = state.players[seat]
    found = [(n, tybor_scoring.points(box, state, player, n)) for n in range(1, last + 1)]
    return [(f"T6.{n}", points) for n, points in found if points]


def _read_story_cards(top: Row, box: tybor.Box, state: State) -> None:
    """Scenario and chapter by their names; without one its objective scores nothing."""
    if top.has("scenario"):
        state.scenario = SCENARIO_KEYS.index(top.choice("scenario", SCENARIO_KEYS))
    else:
        box.objective[state.scenario] = tybor.NO_OBJECTIVE
    if top.has("chapter"):
        state.chapter = SCENARIOS + top.number("chapter", 1, CHAPTERS) - 1
    else:
        box.objective[state.chapter] = tybor.NO_OBJECTIVE
    if top.has("shown"):
        shown = top.list_of("shown")
        if not all(symbol in PROFESSIONS for symbol in shown):
            raise top.error("shown", "error.tybor.symbols", names=", ".join(PROFESSIONS))
        flags = [int(profession in shown) for profession in PROFESSIONS]
        box.shown[state.scenario] = box.shown[state.chapter] = flags


def _read_tables(top: Row, box: tybor.Box) -> None:
    """What is printed for all: points for a great side, and for captains."""
    if top.has("great_bonus"):
        box.great_bonus = top.number("great_bonus", 0, MOST_POINTS)
    box.captain_points = top.numbers("captains", 6, 0, MOST_POINTS, list(box.captain_points))
    if top.has("captain_beyond"):
        box.captain_beyond = top.number("captain_beyond", 0, MOST_POINTS)


def _read_tableau(row: Row, box: tybor.Box, player: Player) -> bool:
    """What lies in front of a player; whether the secret objective is among it. The buildings
    become the first cards of the player's own box, with the values that are printed on them."""
    player.strength = row.number("strength", 0, MOST_STRENGTH) if row.has("strength") else 0
    citizens = _counts(row, "citizens", PROFESSIONS, MOST_CITIZENS)
    player.n_citizens = sum(citizens)
    player.symbols = list(citizens)
    player.discount = _counts(row, "colours", COLOUR_KEYS, 4 * MOST_CITIZENS)
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


def _read_building(row: Row, box: tybor.Box, building: int) -> None:
    """T1.1, T1.4 Colour, points, and a bonus or a symbol."""
    box.points[building] = row.number("points", 0, MOST_POINTS)
    box.colour[building] = COLOUR_KEYS.index(row.choice("colour", COLOUR_KEYS))
    sign = row.choice("bonus", SIGNS, "")
    box.bonus[building] = BONUSES.get(sign, tybor.NO_BONUS)
    profession = sign.removeprefix("symbol ")
    box.symbol[building] = PROFESSIONS.index(profession) if profession in PROFESSIONS else -1


# --- Samara -----------------------------------------------------------------------------------
def _score_samara(top: Row) -> Result:
    """S8.1 Prestige; S8.2 in a tie the foreman whose worker is next to act wins."""
    rows, names = _players(top, "samara")
    top.done()
    state = samara.State(**samara.LAYOUT)
    state.n_players = len(rows)
    entered = [_read_foreman(row, state, seat) for seat, row in enumerate(rows)]
    seats = range(len(rows))
    points = [state.players[seat].prestige for seat in seats]
    sheets = tuple(((PRESTIGE, n),) if n else () for n in points)
    places = tuple(samara_scoring.tiebreak(state, seat) if all(entered) else None for seat in seats)
    tied = tuple(seat for seat in seats if points[seat] == max(points))
    nexts = [samara_scoring.next_to_act(state, state.players[seat]) for seat in tied]
    if len(tied) > 1 and not all(entered[seat] for seat in tied):
        return Result("samara", names, sheets, places, tied, undecided=True)
    if len(set(nexts)) < len(tied) and len(tied) > 1:
        raise rows[tied[0]].error("next", "error.score.same_place")
    shares = [0.0] * len(rows)
    samara_scoring.share_of_win(standard_tiles().box, state, shares)
    return Result("samara", names, sheets, places, tuple(s for s in seats if shares[s]))


def _read_foreman(row: Row, state: samara.State, seat: int) -> bool:
    """The prestige of a foreman's tiles, and the worker who acts next, if that was entered."""
    player = state.players[seat]
    player.worker_month = [samara.NO_MONTH] * len(player.worker_month)
    tiles = row.list_of("tiles")
    if len(tiles) > MOST_TILES:
        raise row.error("tiles", "error.score.tiles", most=MOST_TILES, given=len(tiles))
    player.prestige = sum(row.numbers("tiles", len(tiles), 0, MOST_PRESTIGE))
    has_next = row.has("next")
    if has_next:
        coming = row.table("next")
        month, place = coming.number("month", 0, MOST_MONTHS), coming.number("place", 1, MOST_LINE)
        coming.done()
        samara.put_worker(state, seat, 0, month, place)
    row.done()
    return has_next
