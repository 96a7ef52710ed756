"""The live score sheet, line by line, and what an action would change, from the view of a seat or a
spectator. The module `score_sheet` of a game's package has its lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from baumeister.games import GAMES
from baumeister.kernel.game import GameRules
from baumeister.kernel.glossary import say
from baumeister.play.position import SeatView
from baumeister.play.table import Table

ScoreSheet = dict[str, Any]
Preview = dict[str, Any]


class ScoreSheetPart(Protocol):
    """What the module `score_sheet` of a game has."""

    CLAUSES: Sequence[str]  # of the lines that a sheet can have
    NOTHING_KNOWN: Preview  # the game's own keys of previews, with empty values
    NO_WORTH: dict[str, Any]  # the game's own keys of `worth`, with empty values

    def sheet(self, view: SeatView, seat: int, over: bool, language: str) -> ScoreSheet | None:
        """The score sheet of a seat as the view shows it; None if it is kept hidden."""

    def preview(self, table: Table, seat: int, actions: Sequence[int], language: str) -> Preview:
        """The result of actions of the seat; empty where it cannot be known."""

    def worth(self, view: SeatView) -> dict[str, Any]:
        """What the seat could gain, in addition to its sheet."""


def _of(rules: GameRules) -> ScoreSheetPart:
    return rules.part("score_sheet")


def _of_all() -> list[ScoreSheetPart]:
    return [_of(GAMES[name]) for name in sorted(GAMES)]


def sheets(table: Table, eyes: int | None, language: str) -> list[ScoreSheet | None]:
    """The score sheet of every seat as a seat, or a spectator (None), may know it; None for a
    hidden one. Once the game is over nothing is hidden."""
    seen, over = table.seat_view(eyes), table.over
    make = _of(table.rules).sheet
    return [
        make(table.seat_view(seat) if over else seen, seat, over, language)
        for seat in range(len(table.names))
    ]


def line(game: str, clause: str, language: str) -> dict[str, str]:
    """A line of a sheet without its points: its clause, and what it is called."""
    return {"clause": clause, "what": say(f"{game}.score.{clause}", language)}


def line_names(game: str, language: str) -> dict[str, str]:
    """What the lines of a game's sheet are called, by clause."""
    clauses = _of(GAMES[game]).CLAUSES
    return {clause: line(game, clause, language)["what"] for clause in clauses}


def worth(view: SeatView) -> dict[str, Any]:
    """What the seat could gain now, by keys of all games; nothing for a spectator."""
    found = {key: value for one in _of_all() for key, value in one.NO_WORTH.items()}
    return found if view.seat is None else {**found, **_of(view.rules).worth(view)}


def preview(table: Table, seat: int, actions: Sequence[int], language: str) -> Preview:
    """The result of these actions of the seat, unless it depends on chance or on a secret. It
    starts from what the seat sees. Raises Refusal like `Table.play`."""
    nothing: Preview = {"view": None, "question": None}
    for one in _of_all():
        nothing |= one.NOTHING_KNOWN
    nothing |= {"total": None, "lines": []}
    return {**nothing, **_of(table.rules).preview(table, seat, actions, language)}


def more(found: PossiblePoints | None, language: str) -> dict[str, Any] | None:
    """What a line could still bring, as JSON-ready data."""
    return None if found is None else {"points": found.points, "text": found.text(language)}


class PossiblePoints(Protocol):
    """What a line could still bring."""

    @property
    def points(self) -> int:
        """The nearest points."""

    def text(self, language: str) -> str:
        """What is missing for them."""
