"""Drawing a game in a terminal: what all screens have in common, and what each game implements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from baumeister.cli.screens.explain import Explainer, upper
from baumeister.cli.screens.words import word
from baumeister.kernel.game import Narrator
from baumeister.kernel.glossary import say
from baumeister.play import Game, Table

View = Mapping[str, Any]


class Screen(ABC):
    """Draws the views of one game, and nothing that a view does not hold."""

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.language = language

    def _say(self, key: str, **values: object) -> str:
        return say(f"{self.game.name}.{key}", self.language, **values)

    def _word(self, key: str, **values: object) -> str:
        return word(key, self.language, **values)

    def _title(self, key: str) -> str:
        """A word of the game as a title."""
        return upper(self._say(key))

    # --- before the game ------------------------------------------------------------------
    @abstractmethod
    def opening(self, view: View, brief: bool = False) -> list[RenderableType]:
        """The texts before the game, in parts; `brief` leaves the stories out."""

    @staticmethod
    def _told(texts: Mapping[str, str], brief: bool) -> list[RenderableType]:
        """A story to be read aloud, and its effect on the game."""
        story = Padding(Text(texts["story"].strip(), "italic"), (0, 2))
        effect = Padding(Text(f"➤ {texts['effect'].strip()}", "bold"), (0, 2))
        return [effect] if brief else [story, effect]

    # --- the table ------------------------------------------------------------------------
    @abstractmethod
    def table(
        self, view: View, width: int, opened: Any = None, short: bool = False
    ) -> list[RenderableType]:
        """The table, in parts: first what must never scroll off, last the players.

        `short` is for a low screen: the seat itself is then the last of the players.
        """

    @staticmethod
    def _bar(left: str, right: str) -> RenderableType:
        """The line at the top."""
        bar = Grid.grid(expand=True)
        bar.add_column(no_wrap=True, ratio=1)
        bar.add_column(justify="right", no_wrap=True)
        bar.add_row(f" {left}", f"{right} ", style="bold reverse")
        return bar

    @abstractmethod
    def opened(self, views: Sequence[View]) -> Any:
        """Everything hidden, from the views of all seats, for `table`."""

    @abstractmethod
    def own(self, view: View, memory: bool, short: bool = False) -> list[RenderableType]:
        """What only the seat sees, such as its hand."""

    @abstractmethod
    def choices(
        self, view: View, legal: Sequence[int], width: int, short: bool = False
    ) -> RenderableType:
        """The numbered choices; `short` is for a low screen."""

    @staticmethod
    def _number(number: int) -> Text:
        return Text(f"{number:>3}", "bold cyan")

    def written(self, view: View, text: str) -> str:
        """The notation of a move that was typed in the words of a choice; otherwise the text."""
        plain = " ".join(text.casefold().split())
        for action in view["legal"]:
            if plain == self.game.text(action, self.language).casefold():
                return self.game.notation(action)
        return text

    @abstractmethod
    def is_secret(self, view: View) -> bool:
        """Whether the seat now sees or decides what others at the same screen may not see."""

    def in_public(self, view: View) -> View:
        """A view that is not secret, for a screen that everybody is looking at."""
        return view

    def preview(self, table: Table, seat: int, action: int) -> list[RenderableType]:
        """The consequences of an action, where they can be shown."""
        return [Text(self._word("no_preview"), "yellow")]

    # --- words ----------------------------------------------------------------------------
    @abstractmethod
    def explainer(self, view: View | None = None) -> Explainer:
        """The explainer of the game's words."""

    def narrator(self, table: Table) -> Narrator:
        """The narrator of this table's events."""
        return table.narrator(self.language)

    @abstractmethod
    def news(
        self, narrator: Narrator, events: Sequence[Mapping[str, Any]], seat: int | None
    ) -> list[str]:
        """The sentences worth reading for a seat."""

    # --- the score ------------------------------------------------------------------------
    @abstractmethod
    def score(self, table: Table, seat: int) -> RenderableType:
        """The score of the seat so far."""

    def score_name(self, clause: str) -> str:
        """What a line of the score sheet is called."""
        return self._say(f"score.{clause}")

    @abstractmethod
    def tiebreak(self) -> tuple[str, str]:
        """The clause and the name of what decides between equal totals."""
