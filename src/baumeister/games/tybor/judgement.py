"""How much an action of Tybor seems worth, in points: the greedy bot takes the best one.

Worth is counted in points at the end of the game, estimated from what this seat sees.
The functions are rules: they take a view (a state with secrets blank) and run interpreted and
compiled.
"""

from __future__ import annotations

from baumeister.games.tybor import actions as act
from baumeister.games.tybor.actions import cost, effect_in_progress, keeps_as_worker
from baumeister.games.tybor.components import (
    CAPTAIN,
    COLOURS,
    CRAFTSMAN,
    EFFECTS,
    ENOUGH_BUILDINGS,
    FARMER,
    GREAT_BUILDINGS,
    MAJORITY,
    MERCHANT,
    NO_OBJECTIVE,
    OBJECTIVES,
    PAIR,
    PRIEST,
    RECRUIT,
    SET,
    SHOWN_SYMBOLS,
    SOLDIER,
    TWO_SOLDIERS,
    Box,
)
from baumeister.games.tybor.scoring import (
    FIRST_OBJECTIVE,
    NEEDS,
    captain_points,
    complete_sets,
    counted,
    secret_points,
)
from baumeister.games.tybor.state import CHOOSE, Player, State
from baumeister.kernel.cards import kinds
from baumeister.kernel.legal import Legal
from baumeister.kernel.rule import rule

ROUNDS_PER_STAGE = 5
POINTS_PER_STRENGTH = 0.95  # what a point of strength buys while there is time to build
DENIAL = 0.04  # how much of a card's worth counts when it is kept from the next player
CITIZEN_WORTH = tuple(objective.citizen for objective in OBJECTIVES)
EFFECT_WORTH = tuple(effect.worth for effect in EFFECTS)


@rule
def weigh(box: Box, view: State, seat: int, legal: Legal, worths: list[float]) -> None:
    """What each legal action seems worth."""
    player = view.players[seat]
    best_build = build_worth(box, view, player) if view.step == CHOOSE else 0.0
    for k in range(legal.n):
        worths[k] = worth(box, view, player, legal.actions[k], best_build)


@rule
def worth(box: Box, view: State, player: Player, action: int, best_build: float) -> float:
    """What an action seems worth, in points at the end."""
    if action < act.CITIZEN:
        return choice_worth(box, view, player, action - act.CHOOSE_CARD, best_build)
    if action == act.CITIZEN:
        return citizen_worth(box, view, player, view.revealed)
    if action == act.WORKER:
        return worker_worth(box, view, view.revealed)
    if action < act.PAY_WITH:
        choice = action - act.BUILD
        return building_worth(box, view, player, choice >> 1, choice & 1)
    if action < act.KEEP_CARD:
        return payment_worth(box, view, player, action - act.PAY_WITH)
    if action < act.DROP_CARD:
        return keep_worth(box, view, player, action - act.KEEP_CARD)
    if action < act.GIVE_CITIZEN:
        return -worker_worth(box, view, action - act.DROP_CARD)
    if action < act.GIVE_WORKER:
        return give_up_gain(box, view) - loss_of_citizen(box, view, player, action)
    if action < act.GIVE_BUILDING:
        return -worker_worth(box, view, action - act.GIVE_WORKER)
    if action < act.DECLINE:
        choice = action - act.GIVE_BUILDING
        return give_up_gain(box, view) - 1.0 - box.points[choice >> 1] - 3.0 * (choice & 1)
    return 0.0


@rule
def rounds_to_come(view: State) -> int:
    """About how many more cards each player will use after the present one."""
    later_stages = max(0, 3 - view.stage)
    return max(0, view.rounds_left - 1) + ROUNDS_PER_STAGE * later_stages


@rule
def strength_worth(view: State) -> float:
    """What a point of strength is worth: little when there is hardly time to build."""
    left = rounds_to_come(view)
    if left == 0:
        return 0.01
    return POINTS_PER_STRENGTH * left / (left + 1.5)


@rule
def choice_worth(box: Box, view: State, player: Player, card: int, best_build: float) -> float:
    """T4.1 The best use of a hand card, and a little for keeping it from the next player."""
    own = max(citizen_worth(box, view, player, card), worker_worth(box, view, card))
    return max(own, best_build) + DENIAL * own


@rule
def worker_worth(box: Box, view: State, card: int) -> float:
    """T4.4 A worker is worth what its strength will buy."""
    return box.strength[card] * strength_worth(view)


@rule
def citizen_worth(box: Box, view: State, player: Player, card: int) -> float:
    """T4.3 A citizen brings a symbol, discounts and perhaps an objective."""
    left = rounds_to_come(view)
    builds = left * 0.33
    total = symbol_worth(box, view, player, box.profession[card])
    for colour in range(COLOURS):
        total += box.discount[card][colour] * builds * 0.22
    merchants = player.symbols[MERCHANT]
    total += (merchants // 4) * 1.0
    return total + objective_gain(box, view, player, card)


@rule
def symbol_worth(box: Box, view: State, player: Player, profession: int) -> float:
    """T6.5 to T6.10 What one more symbol of a profession is worth, hopes included."""
    have = player.symbols[profession]
    hope = rounds_to_come(view) / 20.0
    if profession == FARMER:
        return every_nth(have, 3, 5.0, hope)
    if profession == MERCHANT:
        return every_nth(have, 4, player.n_citizens + 1.0 + 3.0 * hope, hope)
    if profession == SOLDIER:
        return every_nth(have, 4, 8.0, hope)
    if profession == PRIEST:
        return 5.0 if have == 0 else 0.0
    if profession == CAPTAIN:
        if have + 1 < len(box.captain_points):
            step = box.captain_points[have + 1] - box.captain_points[have]
            return step + 1.5 * hope
        return 3.0
    return craftsman_worth(view, have)


@rule
def every_nth(have: int, n: int, points: float, hope: float) -> float:
    """The worth of one more when every nth brings points: all at once, or a part of the hope."""
    missing = n - have % n
    if missing == 1:
        return points * (1.0 - 0.45 * hope)
    return points / n * min(1.0, 2.2 * hope / (missing - 1))


@rule
def craftsman_worth(view: State, have: int) -> float:
    """T6.7 What one more craftsman does to first and second place."""
    most = 0
    for seat in range(view.n_players):
        most = max(most, view.players[seat].symbols[CRAFTSMAN])
    if have > most - 1 and have == most:
        return 2.6 if have > 0 or most > 0 else 3.0
    if have + 1 >= most:
        return 3.2
    return 1.0


@rule
def objective_gain(box: Box, view: State, player: Player, card: int) -> float:
    """T6.11 to T6.16 What a new citizen does for the public objectives."""
    total = 0.0
    for k in range(2):
        story = view.scenario if k == 0 else view.chapter
        objective = box.objective[story]
        if objective != NO_OBJECTIVE and counts_for(box, story, card):
            row = objective - FIRST_OBJECTIVE
            lacking = NEEDS[row] - counted(box, player, story, objective)
            if lacking > 0 or (lacking == 0 and objective == ENOUGH_BUILDINGS):
                total += CITIZEN_WORTH[row]
    return total


@rule
def counts_for(box: Box, story: int, card: int) -> bool:
    """T6.13, T6.15 Whether a citizen of this profession counts for the objective, if it matters."""
    objective = box.objective[story]
    if objective == TWO_SOLDIERS:
        return box.profession[card] == SOLDIER
    return objective != SHOWN_SYMBOLS or box.shown[story][box.profession[card]] != 0


@rule
def build_worth(box: Box, view: State, player: Player) -> float:
    """T4.5 The best building that the player could build now."""
    best = -1.0e9
    for building in kinds(view.display):
        for side in range(2):
            if player.strength >= cost(box, view, player, building, side):
                best = max(best, building_worth(box, view, player, building, side))
    return best


@rule
def building_worth(box: Box, view: State, player: Player, building: int, side: int) -> float:
    """T6.1 to T6.4, T6.18 Points, bonus, symbol and sets of a building, minus what it costs."""
    colour = box.colour[building]
    total = box.points[building] + box.great_bonus * side * 1.0
    total -= cost(box, view, player, building, side) * strength_worth(view) * 0.9
    sign = box.bonus[building]
    if sign == MAJORITY:
        total += 2.0
    elif sign == SET:
        total += 3.0 * complete_sets(player) + 2.0
    elif sign == PAIR:
        total += 2.0 * ((player.built[colour] + 1) // 2) + 1.0
    elif sign == RECRUIT:
        total += 3.2 * strength_worth(view)
    if box.symbol[building] >= 0:
        total += symbol_worth(box, view, player, box.symbol[building])
    total += set_progress(box, player, colour)
    for k in range(2):
        story = view.scenario if k == 0 else view.chapter
        if box.objective[story] == GREAT_BUILDINGS:
            total += 0.5 * side
        elif box.objective[story] == ENOUGH_BUILDINGS and player.n_buildings < player.n_citizens:
            total += 1.0
    return total


@rule
def set_progress(box: Box, player: Player, colour: int) -> float:
    """T6.18 5 points for a set of three colours, T6.3 sets of four: one step nearer."""
    colours = box.secret_colours[player.objective]
    if not colours[colour]:
        return 0.0
    sets = secret_points(box, player) // 5
    if player.built[colour] > sets:
        return 0.3
    missing = 0
    for other in range(COLOURS):
        if colours[other] and player.built[other] <= sets:
            missing += 1
    if missing == 1:
        return 5.0
    return 2.2 if missing == 2 else 1.2


@rule
def payment_worth(box: Box, view: State, player: Player, card: int) -> float:
    """T4.7 Pay without waste: exactly, else with the strongest that is not too much, else the
    weakest that is enough."""
    rest = view.due - box.strength[card]
    if rest == 0:
        return 100.0
    if rest < 0:
        return 1.0 * rest
    exact = 0.0
    for other in kinds(player.workers):
        if other != card and box.strength[other] == rest:
            exact = 50.0
    return exact + box.strength[card]


@rule
def keep_worth(box: Box, view: State, player: Player, card: int) -> float:
    """T4.8, T5.3, T5.4 The better card: as a citizen for growth, otherwise as a worker."""
    if keeps_as_worker(box, view):
        return worker_worth(box, view, card)
    return citizen_worth(box, view, player, card)


@rule
def give_up_gain(box: Box, view: State) -> float:
    """T5.2 Two workers for a captain; T5.5 nothing."""
    return EFFECT_WORTH[effect_in_progress(box, view)] * strength_worth(view)


@rule
def loss_of_citizen(box: Box, view: State, player: Player, action: int) -> float:
    """T5.2, T5.5 What a citizen that leaves takes away."""
    card = action - act.GIVE_CITIZEN
    profession = box.profession[card]
    have = player.symbols[profession]
    total = 0.5
    for colour in range(COLOURS):
        total += box.discount[card][colour] * rounds_to_come(view) * 0.075
    if profession == CAPTAIN:
        before = captain_points(box, player)
        after = box.captain_points[have - 1] if have <= 6 else before - box.captain_beyond
        return total + before - after
    if profession == FARMER:
        return total + (5.0 if have % 3 == 0 else 1.2)
    if profession == SOLDIER:
        return total + (8.0 if have % 4 == 0 else 1.5)
    if profession == MERCHANT:
        return total + (player.n_citizens if have % 4 == 0 else 1.2)
    if profession == PRIEST:
        return total + (5.0 if have == 1 else 0.0)
    return total + 2.5
