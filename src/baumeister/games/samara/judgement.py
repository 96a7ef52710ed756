"""How much an action of Samara seems worth, in prestige: the greedy bot takes the best one.

Everything costs time: an action is worth what it brings, minus what its workers could have done
in the months that it takes. The functions are rules: they take a view and run interpreted and
compiled.
"""

from __future__ import annotations

from baumeister.games.samara import actions as act
from baumeister.games.samara.actions import strength_together
from baumeister.games.samara.calendar import landing, last_month, next_own_month
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
    WEIGHT_ROOM,
    Box,
)
from baumeister.games.samara.state import (
    IMPRISON,
    NO_TILE,
    TRAIN,
    WOMAN,
    Player,
    State,
    strength,
)
from baumeister.kernel.legal import Legal
from baumeister.kernel.rule import rule

MONTH = 0.55  # what a month of one figure's work is worth
FOR_STRENGTH = 0.8  # how much more the time of each further figure counts
ABILITY_WORTH = tuple(ability.worth for ability in ABILITIES)


@rule
def weigh(box: Box, view: State, seat: int, legal: Legal, worths: list[float]) -> None:
    """What each legal action seems worth."""
    for k in range(legal.n):
        worths[k] = worth(box, view, seat, legal.actions[k])


@rule
def worth(box: Box, view: State, seat: int, action: int) -> float:
    """What an action seems worth, in prestige at the end."""
    player = view.players[seat]
    if action < act.BUILD:
        space = action // TOOLS
        gain = tool_worth(box, view, player, action % TOOLS)
        return gain - time_cost(box, view, seat, space)
    if action < act.NEWCOMER:
        space = action - act.BUILD
        return tile_worth(box, view, player, view.tile_at[space]) - time_cost(
            box, view, seat, space
        )
    if action < act.HOLIDAY:
        return newcomer_worth(view, seat, player)
    if action == act.HOLIDAY:
        months = next_own_month(player, view.now) - view.now
        return 0.4 - MONTH * months * strength(player, view.slot)
    if action < act.LOSE:
        return -group_cost(player, (action - act.WITH) | 1 << view.slot)
    if action < act.CHOOSE_WORKER:
        return -tool_worth(box, view, player, action - act.LOSE)
    return worker_choice_worth(view, action - act.CHOOSE_WORKER)


@rule
def tiles_left(view: State) -> float:
    """The share of the board that is still to be built."""
    return (SPACES - view.n_taken) / SPACES


@rule
def time_cost(box: Box, view: State, seat: int, space: int) -> float:
    """S3.1 The months until the group can act again, for all figures that have to go."""
    player = view.players[seat]
    months = landing(view, seat, box.column[space]) - view.now
    figures = strength(player, view.slot)
    needed = box.row[space]
    figures = max(figures, needed)
    return MONTH * months * (1.0 + FOR_STRENGTH * (figures - 1.0)) * (0.4 + 0.6 * tiles_left(view))


@rule
def group_cost(player: Player, group: int) -> float:
    """S3.2 The fewer and the weaker the helpers, the better."""
    return 1.0 * strength_together(player, group)


@rule
def tool_worth(box: Box, view: State, player: Player, tool: int) -> float:
    """S5.2 What a tool opens up: a share of the tiles on the board that need it."""
    have = player.tools[tool]
    total = 0.0
    for space in range(SPACES):
        tile = view.tile_at[space]
        if tile != NO_TILE and needs_more(box, player, tile, tool, have):
            missing = tools_missing(box, player, tile)
            total += box.prestige[tile] / (1.0 + missing * missing)
    share = 3.0 / (2.0 + view.n_players)
    return total * 0.16 * share + 0.2 * tiles_left(view)


@rule
def needs_more(box: Box, player: Player, tile: int, tool: int, have: int) -> bool:
    """Whether the tile needs this tool beyond what the foreman has."""
    if tool == SAW:
        return box.saws[tile] > have
    if tool in (COMPASS, SQUARE):
        return box.trowels[tile] > player.tools[COMPASS] + player.tools[SQUARE]
    return box.glass[tile] > player.tools[GLASS_A] + player.tools[GLASS_B]


@rule
def tools_missing(box: Box, player: Player, tile: int) -> int:
    """How many tools the foreman lacks for the tile."""
    saws = max(0, box.saws[tile] - player.tools[SAW])
    trowels = max(0, box.trowels[tile] - player.tools[COMPASS] - player.tools[SQUARE])
    glass = max(0, box.glass[tile] - player.tools[GLASS_A] - player.tools[GLASS_B])
    return saws + trowels + glass


@rule
def tile_worth(box: Box, view: State, player: Player, tile: int) -> float:
    """S8.1 The prestige of the tile, and what its ability does to everybody (S7)."""
    total = 1.0 * box.prestige[tile] + 0.5
    if not view.specials:
        return total
    ability = box.ability[tile]
    if ability == WEIGHT_ROOM and player.men + player.women == 0:
        return total  # S7.8: nobody can be trained
    return total + ABILITY_WORTH[ability] * tiles_left(view)


@rule
def newcomer_worth(view: State, seat: int, player: Player) -> float:
    """S4.1 A further worker for the rest of the game, for the woman's time until the last month."""
    months = landing(view, seat, last_month(view) - view.now) - view.now
    workers = 0
    for slot in range(FIGURES):
        if strength(player, slot) > 0:
            workers += 1
    later = tiles_left(view)
    gain = 9.0 * later * later - 1.2 * (workers - 2.0)
    return gain - MONTH * months * 0.7


@rule
def worker_choice_worth(view: State, slot: int) -> float:
    """S7.7, S7.10 Lose the weakest; S7.8 train the strongest woman; S7.12 lock up the
    worker who could act first."""
    owner = view.players[act.chosen_from(view)]
    if view.step == TRAIN:
        woman = 0.5 if owner.worker_sex[slot] == WOMAN else 0.0
        return strength(owner, slot) + woman
    if view.step == IMPRISON:
        return strength(owner, slot) * 10.0 - owner.worker_month[slot]
    return -10.0 * strength(owner, slot) + 0.1 * owner.worker_month[slot]
