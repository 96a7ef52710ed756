"""How a game is drawn in a terminal: one screen per game, and a plain one for the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from rich.console import RenderableType

from baumeister.cli.tybor_screen import TyborScreen
from baumeister.cli.words import word
from baumeister.play import Game
from baumeister.rules.glossary import keys, say
from baumeister.rules.kernel.game import Narrator

View = Mapping[str, Any]


class Screen(Protocol):
    """Draws the views of one game. Nothing that a view does not hold can get on the screen."""

    def opening(self, view: View) -> list[RenderableType]:
        """What is told before the game."""

    def table(
        self, view: View, width: int, opened: Any = None, mine_last: bool = False
    ) -> list[RenderableType]:
        """What lies on the table: at first what may never scroll off, at last the players."""

    def own(self, view: View, memory: bool, short: bool = False) -> list[RenderableType]:
        """What is the seat's own."""

    def choices(self, view: View, legal: Sequence[int], width: int) -> RenderableType:
        """The numbered choices."""

    def opened(self, views: Sequence[View]) -> Any:
        """All hands at once, from the views of all seats, for `table`."""

    def news(
        self, narrator: Narrator, events: Sequence[Mapping[str, Any]], seat: int | None
    ) -> list[str]:
        """The sentences worth reading for a seat."""

    def score_name(self, clause: str) -> str:
        """What a line of the score sheet is called."""

    def tiebreak(self) -> tuple[str, str]:
        """The clause and the name of what decides between equal totals."""


class PlainScreen:
    """A game that has no screen of its own: everything is told, nothing is drawn."""

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.language = language

    def opening(self, view: View) -> list[RenderableType]:
        """Nothing."""
        return []

    def table(
        self, view: View, width: int, opened: Any = None, mine_last: bool = False
    ) -> list[RenderableType]:
        """Nothing."""
        return []

    def own(self, view: View, memory: bool, short: bool = False) -> list[RenderableType]:
        """Nothing."""
        return []

    def choices(self, view: View, legal: Sequence[int], width: int) -> RenderableType:
        """The numbered choices."""
        lines = [
            f"{number:>3} {self.game.text(action, self.language)}"
            for number, action in enumerate(legal, 1)
        ]
        return "\n".join(lines)

    def opened(self, views: Sequence[View]) -> Any:
        """Nothing."""
        return None

    def news(
        self, narrator: Narrator, events: Sequence[Mapping[str, Any]], seat: int | None
    ) -> list[str]:
        """Everything."""
        return [narrator.tell(event) for event in events]

    def score_name(self, clause: str) -> str:
        """The glossary's word, or nothing."""
        key = f"{self.game.name}.score.{clause}"
        return say(key, self.language) if key in keys() else ""

    def tiebreak(self) -> tuple[str, str]:
        """That it breaks a tie."""
        return "", word("tiebreak", self.language)


SCREENS: dict[str, Callable[[Game, str], Screen]] = {"tybor": TyborScreen}


def screen_of(game: Game, language: str) -> Screen:
    """The screen of a game."""
    return SCREENS.get(game.name, PlainScreen)(game, language)
