"""What a seat or a spectator sees, as JSON-ready data, made from a view without secrets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from baumeister.rules.glossary import say
from baumeister.rules.samara.actions import chosen_from
from baumeister.rules.samara.calendar import NEVER, landing, last_month, next_own_month
from baumeister.rules.samara.components import (
    FIGURES,
    PERMANENT,
    SPACES,
    TILES,
    TOOL_KEYS,
    TOOLS,
    Components,
)
from baumeister.rules.samara.knowledge import SPECTATOR
from baumeister.rules.samara.notation import LETTERS, SEXES, letters_of
from baumeister.rules.samara.scoring import tiebreak
from baumeister.rules.samara.state import (
    BARRACKS,
    BURY,
    IMPRISON,
    NO_MONTH,
    NOBODY,
    OVER,
    TAKE_FIGURE,
    TRAIN,
    State,
    must_decide,
    strength,
)
from baumeister.rules.samara.texts import QUESTION_KEYS

CHOOSING_WORKERS = (TRAIN, TAKE_FIGURE, BURY, IMPRISON)


def view_json(
    components: Components, view: State, seat: int, names: Sequence[str], open_scores: bool
) -> dict[str, Any]:
    """The whole table as the seat sees it; `view` is what knowledge.view_of gives for it."""
    seats = range(view.n_players)
    me = view.players[seat] if seat != SPECTATOR else None
    over = view.step == OVER
    return {
        "game": "samara",
        "seat": None if me is None else seat,
        "options": {
            "players": view.n_players,
            "start_month": view.start_month + 1,
            "specials": bool(view.specials),
            "open_scores": open_scores,
        },
        "phase": "over" if over else QUESTION_KEYS[view.step],
        "waiting_for": [other for other in seats if must_decide(view, other)],
        "foreman": view.foreman,
        "worker": LETTERS[view.slot],
        "now": view.now,
        "last_month": last_month(view),
        "without_progress": view.now - view.progress,
        "group": letters_of(view.group),
        "newcomer_lands_in": landing(view, view.foreman, last_month(view) - view.now),
        "holiday_lands_in": _holiday(view),
        "workers_of": chosen_from(view) if view.step in CHOOSING_WORKERS else None,
        "spaces": [_space(components, view, seat, space) for space in range(SPACES)],
        "calendar": calendar(view),
        "chosen": TOOL_KEYS[me.chosen] if me is not None and me.chose else None,
        "seats": [
            _seat(components, view, other, names[other], open_scores or over or other == seat)
            for other in seats
        ],
        "ended_by": f"S8.{view.ended_by}" if over else None,
    }


def _holiday(view: State) -> int | None:
    """S6.1 Where a holiday of the acting worker leads, if there is a month for it."""
    month = next_own_month(view.players[view.foreman], view.now)
    return None if month == NEVER else month


def _space(components: Components, view: State, seat: int, space: int) -> dict[str, Any]:
    """S1.2, S3.1 A space: what lies there, and where a group would land that goes there now."""
    box, tile = components.box, view.tile_at[space]
    counts = view.tools_at[space]
    shown: dict[str, Any] = {
        "row": box.row[space],
        "column": box.column[space],
        "tile": None if tile == NOBODY else components.tiles[tile].code,
        "tools": [TOOL_KEYS[tool] for tool in range(TOOLS) for _ in range(counts[tool])],
    }
    if seat != SPECTATOR:
        shown["lands_in"] = landing(view, seat, box.column[space])
    return shown


def calendar(view: State) -> list[dict[str, Any]]:
    """S2 The months with workers, each with its line from the board outwards."""
    lines: dict[int, list[tuple[int, dict[str, Any]]]] = {}
    for seat in range(view.n_players):
        player = view.players[seat]
        for slot in range(FIGURES):
            if player.worker_month[slot] != NO_MONTH:
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
        {"month": month, "line": [worker for _, worker in sorted(lines[month], key=_place)]}
        for month in sorted(lines)
    ]


def _place(entry: tuple[int, dict[str, Any]]) -> int:
    return entry[0]


def _seat(
    components: Components, view: State, seat: int, name: str, with_score: bool
) -> dict[str, Any]:
    """S9.1 What everybody sees of a foreman; the running score only where it is open."""
    player = view.players[seat]
    mine = [tile for tile in range(TILES) if view.owner[tile] == seat]
    permanent = [tile for tile in mine if components.box.ability[tile] in PERMANENT]
    return {
        "name": name,
        "tools": [TOOL_KEYS[tool] for tool in range(TOOLS) for _ in range(player.tools[tool])],
        "reserve": {"men": player.men, "women": player.women},
        "open_tiles": [components.tiles[tile].code for tile in permanent],
        "tiles": player.n_tiles,
        "has_chosen": bool(player.chose) if view.step == BARRACKS else False,
        "prestige": player.prestige if with_score else None,
    }


def sheet(state: State, seat: int) -> dict[str, Any]:
    """S8.1 The score sheet of a foreman."""
    prestige = state.players[seat].prestige
    line = {"clause": "S8.1", "points": prestige, "what": say("samara.score.S8.1", "en")}
    return {
        "total": prestige,
        "tiebreak": tiebreak(state, seat),
        "lines": [line] if prestige else [],
    }
