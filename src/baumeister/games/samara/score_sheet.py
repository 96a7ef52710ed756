"""S8 Samara's live score sheet and previews (play/score_sheet.py)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from baumeister.games.samara.components import Box
from baumeister.games.samara.state import NO_TILE, State
from baumeister.games.samara.views import score_json
from baumeister.kernel.glossary import say
from baumeister.play.position import SeatView
from baumeister.play.score_sheet import Preview, ScoreSheet, line, more
from baumeister.play.table import Table

CLAUSE = "S8.1"
CLAUSES = [CLAUSE]
NOTHING_KNOWN: Preview = {"workers": []}
NO_WORTH: dict[str, Any] = {}


@dataclass(frozen=True)
class Left:
    """S8.1 The tiles that are still on the board, and the sum of their prestige."""

    tiles: int
    points: int

    def text(self, language: str) -> str:
        """In a few words."""
        key = "one" if self.tiles == 1 else "many"
        return say(f"score.tiles_{key}", language, n=self.tiles, points=self.points)


def left_on_board(box: Box, state: State) -> Left | None:
    """S8.1 What anybody can still build; None if nothing is left."""
    tiles = [tile for tile in state.tile_at if tile != NO_TILE]
    return Left(len(tiles), sum(box.prestige[tile] for tile in tiles)) if tiles else None


def sheet(view: SeatView, seat: int, over: bool, language: str) -> ScoreSheet | None:
    """S8.1; S9.1 the running score of others is hidden, unless the table plays with open scores."""
    if not (view.seat == seat or over or view.options["open_scores"]):
        return None
    told = score_json(view.state, seat)
    left = None if over else left_on_board(view.components.box, view.state)
    prestige = {
        **line("samara", CLAUSE, language),
        "points": told["total"],
        "more": more(left, language),
    }
    numbers = {key: told[key] for key in ("total", "tiebreak")}
    return {"seat": seat, "complete": True, **numbers, "lines": [prestige]}


def worth(view: SeatView) -> dict[str, Any]:
    """Nothing in addition to the sheet."""
    return {}


def preview(table: Table, seat: int, actions: Sequence[int], language: str) -> Preview:
    """S9.1 Who goes, where they land, who acts next: the whole table, unless all choose at once."""
    then = table.preview(seat, *actions)
    if then is None:
        return {}
    before = table.view(seat)
    view = _masked(before, then.json())
    old, new = (shown["seats"][seat]["prestige"] for shown in (before, view))
    prestige = {**line("samara", CLAUSE, language), "before": old, "after": new}
    return {
        "view": view,
        "question": then.question(language),
        "workers": _gone(before, view),
        "total": {"before": old, "after": new},
        "lines": [prestige] if old != new else [],
    }


def _masked(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """S9.1 The end of the game opens the scores, but not before it has come."""
    for now, then in zip(before["seats"], after["seats"], strict=True):
        if now["prestige"] is None:
            then["prestige"] = None
    return after


def _gone(before: dict[str, Any], after: dict[str, Any]) -> list[dict[str, Any]]:
    """Which workers go from which month to which; null for one who joins or leaves the calendar."""
    was, stands = (
        {(w["seat"], w["worker"]): entry["month"] for entry in v["calendar"] for w in entry["line"]}
        for v in (before, after)
    )
    return [
        {"seat": who[0], "worker": who[1], "from": was.get(who), "to": stands.get(who)}
        for who in sorted(was | stands)
        if was.get(who) != stands.get(who)
    ]
