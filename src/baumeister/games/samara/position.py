"""Positions as text: a game between two turns, in a form that people read and tests draw.

    samara players 2, start month 9, NOW 3
    1,1 Hut saw saw
    1,2 - glass_a
    month 3: 0a W, 1b MM
    month 7: 0b MMW
    foreman 0: saw glass_a | Bridge Hut/2
    foreman 1: - | -

Spaces that hold neither tile nor tool are left out. A worker is seat and letter and its stack
from top to bottom; what is on no worker is in the reserve. The order in a month is the line from
the board outwards. `idle` counts the months without progress (S8.3).
"""

from __future__ import annotations

import re

from baumeister.games.samara.actions import may_take
from baumeister.games.samara.calendar import find_acting_worker, last_month
from baumeister.games.samara.components import (
    FIGURES,
    LEAST_SEATS,
    MAX_SEATS,
    SET_OF_TOOLS,
    SPACES,
    TILES,
    TOOL_KEYS,
    TOOLS,
    Components,
)
from baumeister.games.samara.notation import LETTERS
from baumeister.games.samara.specials import lay_open
from baumeister.games.samara.state import (
    ACT,
    MAN,
    NO_MONTH,
    NO_TILE,
    WOMAN,
    State,
    lay_tile,
    lay_tool,
    layout,
    put_worker,
)
from baumeister.kernel.seats import NOBODY

_HEAD = re.compile(
    r"samara players (\d), start month (\d{1,2}), NOW (\d{1,4})(, idle \d{1,2})?(, first game)?"
)
_WORKER = re.compile(r"(\d)([a-e]) ([MW]+)")
MEN, WOMEN = 3, 2  # S1.5


class PositionError(ValueError):
    """A text that is no position; the message names the line."""


def write(components: Components, state: State) -> str:
    """A position between two turns as text."""
    first_game = "" if state.specials else ", first game"
    months = state.now - state.progress
    idle = f", idle {months}" if months else ""
    lines = [
        f"samara players {state.n_players}, start month {state.start_month + 1}, "
        f"NOW {state.now}{idle}{first_game}"
    ]
    for space in range(SPACES):
        tools = _tool_words(state.tools_at[space])
        tile = state.tile_at[space]
        if tile != NO_TILE or tools:
            place = f"{components.box.row[space]},{components.box.column[space]}"
            name = "-" if tile == NO_TILE else components.tiles[tile].code
            lines.append(" ".join([place, name, *tools]))
    workers = sorted(
        (player.worker_month[slot], player.worker_line[slot], seat, slot)
        for seat, player in enumerate(state.players[: state.n_players])
        for slot in range(FIGURES)
        if player.worker_month[slot] != NO_MONTH
    )
    for month in sorted({worker[0] for worker in workers}):
        there = [
            f"{seat}{LETTERS[slot]} {_stack(state, seat, slot)}"
            for when, _, seat, slot in workers
            if when == month
        ]
        lines.append(f"month {month}: {', '.join(there)}")
    for seat, player in enumerate(state.players[: state.n_players]):
        tiles = [components.tiles[tile].code for tile in range(TILES) if state.owner[tile] == seat]
        tools = _tool_words(player.tools)
        lines.append(f"foreman {seat}: {' '.join(tools) or '-'} | {' '.join(tiles) or '-'}")
    return "\n".join(lines) + "\n"


def _tool_words(counts: list[int]) -> list[str]:
    return [TOOL_KEYS[tool] for tool in range(TOOLS) for _ in range(counts[tool])]


def _stack(state: State, seat: int, slot: int) -> str:
    """The stack from top to bottom; S7.16 those of the top figure's sex go last."""
    player = state.players[seat]
    men, women = "M" * player.worker_men[slot], "W" * player.worker_women[slot]
    return women + men if player.worker_sex[slot] == WOMAN else men + women


def read(components: Components, text: str) -> State:
    """The state of a position; PositionError names the line that is wrong."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    head = _HEAD.fullmatch(lines[0]) if lines else None
    if head is None:
        raise PositionError("line 1: 'samara players 2, start month 9, NOW 3' is needed")
    players, month, now = int(head[1]), int(head[2]), int(head[3])
    if not LEAST_SEATS <= players <= MAX_SEATS or not 1 <= month <= 12:
        raise PositionError("line 1: 2 to 5 players and a month from 1 to 12 are needed")
    state = State(**layout(players))
    state.n_players, state.start_month, state.now = players, month - 1, now
    idle = int(head[4].removeprefix(", idle ")) if head[4] else 0
    state.progress, state.specials, state.tile = now - idle, int(head[5] is None), NO_TILE
    state.tile_at = [NO_TILE] * SPACES
    state.owner = [NOBODY] * TILES
    for player in state.players[:players]:
        player.worker_month = [NO_MONTH] * FIGURES
        player.men, player.women = MEN, WOMEN
    codes = {tile.code: k for k, tile in enumerate(components.tiles)}
    for number, line in enumerate(lines[1:], 2):
        try:
            _read_line(components, state, codes, line)
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise PositionError(
                f"line {number}: {line!r} is not part of a position ({error})"
            ) from None
    _check_box(state)
    if not any(now in player.worker_month for player in state.players[:players]):
        raise PositionError(f"nobody is in month {now}, which is NOW")
    find_acting_worker(state)
    state.actor, state.step = state.foreman, ACT
    return state


def _check_box(state: State) -> None:
    """S1.3 There are no more tools in a position than in the box."""
    players = state.players[: state.n_players]
    for tool, in_a_set in enumerate(SET_OF_TOOLS):
        there = sum(row[tool] for row in state.tools_at) + sum(p.tools[tool] for p in players)
        if there > in_a_set * state.n_players:
            raise PositionError(f"{there} times {TOOL_KEYS[tool]} is more than the box holds")


def _read_line(components: Components, state: State, codes: dict[str, int], line: str) -> None:
    if line.startswith("month "):
        month, _, rest = line.removeprefix("month ").partition(": ")
        for place, worker in enumerate(rest.split(", ")):
            _read_worker(state, int(month), place, worker)
    elif line.startswith("foreman "):
        seat, _, rest = line.removeprefix("foreman ").partition(": ")
        _read_foreman(components, state, codes, int(seat), rest)
    else:
        place_text, name, *tools = line.split()
        row, _, column = place_text.partition(",")
        space = components.space(int(row), int(column))
        if space is None:
            raise ValueError("there is no such space")
        if state.tile_at[space] != NO_TILE or state.kinds_at[space]:
            raise ValueError("this space stands twice")
        if name != "-":
            _claim(state, codes[name])
            lay_tile(components.box, state, space, codes[name])
        for tool in tools:
            lay_tool(state, space, TOOL_KEYS.index(tool))


def _read_worker(state: State, month: int, place: int, text: str) -> None:
    match = _WORKER.fullmatch(text)
    if match is None or int(match[1]) >= state.n_players or not _shown(state, month):
        raise ValueError(f"{text!r} is not a worker of this month")
    player, slot, stack = state.players[int(match[1])], LETTERS.index(match[2]), match[3]
    if player.worker_month[slot] != NO_MONTH:
        raise ValueError(f"{text!r} stands twice")
    player.worker_men[slot], player.worker_women[slot] = stack.count("M"), stack.count("W")
    player.men -= player.worker_men[slot]
    player.women -= player.worker_women[slot]
    if player.men < 0 or player.women < 0:
        raise ValueError("a foreman has 3 men and 2 women")
    player.worker_sex[slot] = WOMAN if stack[0] == "W" else MAN
    put_worker(state, int(match[1]), slot, month, place)


def _claim(state: State, tile: int) -> None:
    if tile in state.tile_at or state.owner[tile] != NOBODY:
        raise ValueError("this tile stands twice")


def _shown(state: State, month: int) -> bool:
    """S1.4 Whether the calendar shows the month."""
    return state.now <= month <= last_month(state)


def _read_foreman(
    components: Components, state: State, codes: dict[str, int], seat: int, rest: str
) -> None:
    if not 0 <= seat < state.n_players:
        raise ValueError("there is no such foreman")
    player = state.players[seat]
    if player.n_tiles or any(player.tools):
        raise ValueError("this foreman stands twice")
    tools, _, tiles = rest.partition("|")
    for word in tools.split():
        if word != "-":
            tool = TOOL_KEYS.index(word)
            if not (may_take(player) >> tool) & 1:
                raise ValueError(f"{word} is one tool too many (S3.3)")
            player.tools[tool] += 1
    for code in tiles.split():
        if code != "-":
            tile = codes[code]
            _claim(state, tile)
            state.owner[tile] = seat
            state.n_taken += 1
            player.n_tiles += 1
            player.prestige += components.box.prestige[tile]
            if state.specials:
                lay_open(player, components.box.ability[tile])
