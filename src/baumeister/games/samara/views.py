"""What a seat or a spectator sees, as JSON-ready data: what is the same for all, and the rest.

The two parts have no key in common. Each is made from a view without secrets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from baumeister.games.samara.actions import chosen_from
from baumeister.games.samara.calendar import NEVER, landing, last_month, next_own_month
from baumeister.games.samara.components import COLUMNS, TOOL_KEYS, Components
from baumeister.games.samara.notation import LETTERS, SEXES, letters_of
from baumeister.games.samara.scoring import tiebreak
from baumeister.games.samara.state import (
    ACT,
    CHOOSE_FOR_BARRACKS,
    FOR_A_WORKER,
    HELP,
    NO_TILE,
    OVER,
    QUESTION_KEYS,
    State,
    must_decide,
    strength,
)
from baumeister.kernel.glossary import say
from baumeister.kernel.rule import members
from baumeister.kernel.seats import SPECTATOR

_PLACE = itemgetter(0)


def shared_json(view: State, options: Mapping[str, Any]) -> dict[str, Any]:
    """S9.1 What is the same for all; `view` is what knowledge.view_of gives for a spectator."""
    last = last_month(view)
    over = view.step == OVER
    return {
        "game": "samara",
        "options": dict(options),
        "phase": "over" if over else QUESTION_KEYS[view.step],
        "waiting_for": [seat for seat in range(view.n_players) if must_decide(view, seat)],
        "foreman": view.foreman,
        "worker": LETTERS[view.slot],
        "now": view.now,
        "last_month": last,
        "without_progress": view.now - view.progress,
        "group": [] if view.step in (ACT, HELP, OVER) else letters_of(view.group),
        "newcomer_lands_in": landing(view, view.foreman, last - view.now),
        "holiday_lands_in": _holiday(view),
        "workers_of": chosen_from(view) if view.step in FOR_A_WORKER else None,
        "calendar": calendar(view),
        "ended_by": f"S8.{view.ended_by}" if over else None,
    }


def own_json(
    components: Components, view: State, seat: int, names: Sequence[str], open_scores: bool
) -> dict[str, Any]:
    """The rest of what the seat sees; `view` is what knowledge.view_of gives for it."""
    me = view.players[seat] if seat != SPECTATOR else None
    shows_all = open_scores or view.step == OVER
    return {
        "seat": None if me is None else seat,
        "spaces": _spaces(components, view, seat),
        "chosen": TOOL_KEYS[me.chosen] if me is not None and me.chose else None,
        "seats": [
            _seat(components, view, other, names[other], shows_all or other == seat)
            for other in range(view.n_players)
        ],
    }


def _holiday(view: State) -> int | None:
    """S6.1 Where a holiday of the acting worker leads, if there is a month for it."""
    month = next_own_month(view.players[view.foreman], view.now)
    return None if month == NEVER else month


def _spaces(components: Components, view: State, seat: int) -> list[dict[str, Any]]:
    """S1.2, S3.1 The spaces: what lies there, and where a group would land that goes there now,
    the same for all spaces of a column."""
    box = components.box
    spaces: list[dict[str, Any]] = [
        {
            "row": row,
            "column": column,
            "tile": None if tile == NO_TILE else components.tiles[tile].code,
            "tools": _tools(counts) if kinds else [],
        }
        for row, column, tile, kinds, counts in zip(
            box.row, box.column, view.tile_at, view.kinds_at, view.tools_at, strict=True
        )
    ]
    if seat != SPECTATOR:
        lands_in = [landing(view, seat, column) for column in range(COLUMNS + 1)]
        for shown in spaces:
            shown["lands_in"] = lands_in[shown["column"]]
    return spaces


def _tools(counts: Sequence[int]) -> list[str]:
    return list(_keys_of_tools(*counts))


@lru_cache(maxsize=1 << 10)
def _keys_of_tools(*counts: int) -> tuple[str, ...]:
    return tuple(key for key, n in zip(TOOL_KEYS, counts, strict=True) for _ in range(n))


def calendar(view: State) -> list[dict[str, Any]]:
    """S2 The months with workers, each with its line from the board outwards."""
    lines: dict[int, list[tuple[int, dict[str, Any]]]] = {}
    for seat in range(view.n_players):
        player = view.players[seat]
        for slot in members(player.workers):
            worker = {
                "seat": seat,
                "worker": LETTERS[slot],
                "men": player.worker_men[slot],
                "women": player.worker_women[slot],
                "sex": SEXES[player.worker_sex[slot]],
                "strength": strength(player, slot),
            }
            line = lines.setdefault(player.worker_month[slot], [])
            line.append((player.worker_line[slot], worker))
    return [
        {"month": month, "line": [worker for _, worker in sorted(lines[month], key=_PLACE)]}
        for month in sorted(lines)
    ]


def _seat(
    components: Components, view: State, seat: int, name: str, with_score: bool
) -> dict[str, Any]:
    """S9.1 What everybody sees of a foreman; the running score only where it is open."""
    player = view.players[seat]
    return {
        "name": name,
        "tools": _tools(player.tools),
        "reserve": {"men": player.men, "women": player.women},
        "open_tiles": [
            components.tiles[tile].code
            for tile in components.permanent_tiles
            if view.owner[tile] == seat
        ],
        "tiles": player.n_tiles,
        "has_chosen": bool(player.chose) if view.step == CHOOSE_FOR_BARRACKS else False,
        "prestige": player.prestige if with_score else None,
    }


def score_json(state: State, seat: int) -> dict[str, Any]:
    """S8.1 The score sheet of a foreman."""
    prestige = state.players[seat].prestige
    line = {"clause": "S8.1", "points": prestige, "what": say("samara.score.S8.1", "en")}
    return {
        "total": prestige,
        "tiebreak": tiebreak(state, seat),
        "lines": [line] if prestige else [],
    }
