"""T6 Scoring: a sheet of one line per clause, for one player at a time.

Nothing is given up for scoring, and a card may count in several categories.
"""

from __future__ import annotations

from functools import cache

from baumeister.games.tybor.components import (
    CAPTAIN,
    COLOUR_SYMBOLS,
    COLOURS,
    CRAFTSMAN,
    ENOUGH_BUILDINGS,
    FARMER,
    FIVE_CITIZENS,
    MAJORITY,
    MERCHANT,
    NO_OBJECTIVE,
    OBJECTIVES,
    PAIR,
    PRIEST,
    SET,
    SHOWN_SYMBOLS,
    SOLDIER,
    STRENGTH_LEFT,
    TWO_SOLDIERS,
    Box,
)
from baumeister.games.tybor.state import Player, State
from baumeister.kernel.cards import count, kinds
from baumeister.kernel.rule import rule

LINES = 18  # T6.1 to T6.18; line n is clause T6.n, line 0 is unused
SECRET = 18
FIRST_OBJECTIVE = OBJECTIVES[0].line
NEEDS = tuple(objective.need for objective in OBJECTIVES)
POINTS = tuple(objective.points for objective in OBJECTIVES)
REPEATS = tuple(objective.repeats for objective in OBJECTIVES)
STRENGTH_BASE = 2000  # T6.19: more than all strength there is, 118 characters of at most 9


@cache
def lines_in_play(*objectives: int) -> tuple[int, ...]:
    """The lines that can bring points: of T6.11 to T6.17 those of these public objectives."""
    public = [objective.line for objective in OBJECTIVES]
    lines = range(1, LINES + 1)
    return tuple(line for line in lines if line not in public or line in objectives)


@rule
def points(box: Box, state: State, player: Player, line: int) -> int:
    """The points of one line of the score sheet: clause T6.line."""
    if line == 1:
        return printed_points(box, player)
    if line <= 4:
        return bonus_points(box, state, player, line)
    if line == 5:
        return farmer_points(player)
    if line == 6:
        return merchant_points(player)
    if line == 7:
        return craftsman_points(state, player)
    if line == 8:
        return captain_points(box, player)
    if line == 9:
        return priest_points(player)
    if line == 10:
        return soldier_points(player)
    if line == SECRET:
        return secret_points(box, player)
    return objective_points(box, player, state.scenario, line) + objective_points(
        box, player, state.chapter, line
    )


@rule
def score(box: Box, state: State, player: Player) -> int:
    """The sum of all lines."""
    total = 0
    for line in range(1, LINES + 1):
        total += points(box, state, player, line)
    return total


@rule
def printed_points(box: Box, player: Player) -> int:
    """T6.1 The printed points; great +3."""
    total = box.great_bonus * player.n_great
    for building in kinds(player.little):
        total += box.points[building] * count(player.little, building)
    for building in kinds(player.great):
        total += box.points[building] * count(player.great, building)
    return total


@rule
def bonus_points(box: Box, state: State, player: Player, line: int) -> int:
    """T6.2 to T6.4 Each building with the bonus of this line scores it for itself."""
    wanted = MAJORITY
    if line == 3:
        wanted = SET
    elif line == 4:
        wanted = PAIR
    total = 0
    for building in kinds(player.little):
        if box.bonus[building] == wanted:
            total += count(player.little, building) * bonus(box, state, player, building)
    for building in kinds(player.great):
        if box.bonus[building] == wanted:
            total += count(player.great, building) * bonus(box, state, player, building)
    return total


@rule
def bonus(box: Box, state: State, player: Player, building: int) -> int:
    """What the bonus of one building is worth."""
    sign = box.bonus[building]
    colour = box.colour[building]
    if sign == MAJORITY:
        return majority(state, player, colour)
    if sign == SET:
        return 3 * complete_sets(player)
    if sign == PAIR:
        return 2 * (player.built[colour] // 2)  # T6.4
    return 0


@rule
def majority(state: State, player: Player, colour: int) -> int:
    """T6.2 3 points if no other player has more buildings of the colour."""
    for seat in range(state.n_players):
        if state.players[seat].built[colour] > player.built[colour]:
            return 0
    return 3


@rule
def complete_sets(player: Player) -> int:
    """T6.3 Sets of four differently coloured buildings: the smallest of the four counts."""
    sets = player.built[0]
    for colour in range(1, COLOURS):
        sets = min(sets, player.built[colour])
    return sets


@rule
def farmer_points(player: Player) -> int:
    """T6.5 5 points for every third farmer."""
    return 5 * (player.symbols[FARMER] // 3)


@rule
def merchant_points(player: Player) -> int:
    """T6.6 For every fourth merchant as many points as the player has citizens."""
    return (player.symbols[MERCHANT] // 4) * player.n_citizens


@rule
def craftsman_points(state: State, player: Player) -> int:
    """T6.7 Most craftsmen, at least one, 6, second most 2, all tied get it; with a tie for first
    there is no second."""
    mine = player.symbols[CRAFTSMAN]
    if mine == 0:
        return 0
    ahead = 0
    for seat in range(state.n_players):
        if state.players[seat].symbols[CRAFTSMAN] > mine:
            ahead += 1
    if ahead == 0:
        return 6
    return 2 if ahead == 1 else 0


@rule
def captain_points(box: Box, player: Player) -> int:
    """T6.8 Captains by the table, with more than 5 a fixed number each."""
    captains = player.symbols[CAPTAIN]
    if captains < len(box.captain_points):
        return box.captain_points[captains]
    return box.captain_beyond * captains


@rule
def priest_points(player: Player) -> int:
    """T6.9 5 points for the first priest, nothing for more."""
    return 5 if player.symbols[PRIEST] > 0 else 0


@rule
def soldier_points(player: Player) -> int:
    """T6.10 8 points for every fourth soldier."""
    return 8 * (player.symbols[SOLDIER] // 4)


@rule
def objective_points(box: Box, player: Player, card: int, line: int) -> int:
    """T6.11 to T6.17 The public objective of a scenario or chapter, if it is this line's."""
    if box.objective[card] != line or line == NO_OBJECTIVE:
        return 0
    have, row = counted(box, player, card, line), line - FIRST_OBJECTIVE
    if REPEATS[row]:
        return POINTS[row] * (have // NEEDS[row])
    return POINTS[row] if have >= NEEDS[row] else 0


@rule
def counted(box: Box, player: Player, card: int, line: int) -> int:
    """T6.11 to T6.17 What the objective of a line counts."""
    if line == ENOUGH_BUILDINGS:
        return player.n_buildings - player.n_citizens
    if line == COLOUR_SYMBOLS:
        return most_colour_symbols(player)
    if line == SHOWN_SYMBOLS:
        return shown_symbols(box, player, card)
    if line == STRENGTH_LEFT:
        return player.strength
    if line == TWO_SOLDIERS:
        return player.symbols[SOLDIER]
    if line == FIVE_CITIZENS:
        return player.n_citizens
    return player.n_great


@rule
def most_colour_symbols(player: Player) -> int:
    """T6.12 How many colour symbols of one colour are on the citizens."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, player.discount[colour])
    return most


@rule
def shown_symbols(box: Box, player: Player, card: int) -> int:
    """T6.13 How many of the symbols shown on the card, on citizens and buildings together."""
    n = 0
    for profession in range(len(player.symbols)):
        n += player.symbols[profession] * box.shown[card][profession]
    return n


@rule
def secret_points(box: Box, player: Player) -> int:
    """T6.18 5 points for every set of one building in each of the three given colours."""
    colours = box.secret_colours[player.objective]
    sets = player.n_buildings
    for colour in range(COLOURS):
        built = player.built[colour]
        sets = min(sets, built if colours[colour] else sets)
    return 5 * sets


@rule
def rank(box: Box, state: State, player: Player) -> int:
    """T6.19 Most points, then more strength left on workers, as one number."""
    return score(box, state, player) * STRENGTH_BASE + player.strength


@rule
def share_of_win(box: Box, state: State, out: list[float]) -> None:
    """T6.19 1 for the winner, shared by several winners; 0 for everybody else."""
    best = -1
    winners = 0
    for seat in range(state.n_players):
        value = rank(box, state, state.players[seat])
        out[seat] = value
        if value > best:
            best = value
            winners = 1
        elif value == best:
            winners += 1
    for seat in range(state.n_players):
        out[seat] = 1.0 / winners if out[seat] == best else 0.0
