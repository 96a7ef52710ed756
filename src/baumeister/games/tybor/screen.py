"""The table of Tybor in a terminal: everything drawn here is what one seat may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from baumeister.cli.screens.score_sheet import score_sheets
from baumeister.cli.screens.screen import Screen, View
from baumeister.games.tybor import texts
from baumeister.games.tybor.board_text import (
    WIDE,
    Opened,
    SeatsTable,
    display,
    facts,
    other_seats,
    own,
)
from baumeister.games.tybor.labels import SIDE, STYLES, CardLabels
from baumeister.games.tybor.screen_help import TyborExplainer
from baumeister.games.tybor.screen_news import news
from baumeister.kernel.game import Narrator
from baumeister.play import Game, Table

MANY_CHOICES = 8  # from here on in two columns
NUMBER_WIDTH = 5  # of a choice, with the gaps


class TyborScreen(Screen):
    """Draws views of Tybor."""

    def __init__(self, game: Game, language: str) -> None:
        super().__init__(game, language)
        self.cards = CardLabels(game.components, language)

    # --- before the game ------------------------------------------------------------------
    def opening(self, view: View, brief: bool = False) -> list[RenderableType]:
        """T2.2 The story of the scenario and the chapter, to be read aloud, and what they do."""
        shown: list[RenderableType] = []
        cards = self.cards
        for kind, title in (("scenario", cards.scenario(view)), ("chapter", cards.chapter(view))):
            told = texts.story(kind, str(view["options"][kind]), self.language)
            heading = Text(f"{self._say(kind).capitalize()}: {title}", "bold underline")
            shown.append(Group(heading, *self._told(told, brief)))
        return shown

    # --- the table ------------------------------------------------------------------------
    def table(
        self, view: View, width: int, opened: Opened | None = None, short: bool = False
    ) -> list[RenderableType]:
        """Header, display and what lies in front of each player; if it has to be
        short, only numbers for the other players."""
        bar = self._bar(self.cards.story(view), self.cards.moment(view))
        above = [Group(bar, facts(self.cards, view)), Group(*display(self.cards, view))]
        if short and view["seat"] is not None:
            seats = [SeatsTable(self.cards, view, only=view["seat"]), other_seats(self.cards, view)]
            return [*above, *seats]
        return [*above, SeatsTable(self.cards, view, opened)]

    # --- what is the seat's own -------------------------------------------------------------
    def own(self, view: View, memory: bool, short: bool = False) -> list[RenderableType]:
        """T7.2 Hand, chosen card, secret objective and score; T7.3 hands remembered.

        `short` leaves the hand out where the choices show it.
        """
        hand, goal = own(self.cards, view)
        lines: list[RenderableType] = [goal]
        if not (short and view["phase"] == "choose"):
            lines.insert(0, hand)
        if memory:
            for known in view["remembered"]:
                name = view["seats"][known["seat"]]["name"]
                text = Text(self._word("remembered", name=name) + " ", "dim")
                lines.append(text.append_text(self.cards.codes(known["cards"])))
        return lines

    def choices(
        self, view: View, legal: Sequence[int], width: int, short: bool = False
    ) -> RenderableType:
        """The numbered choices with their full text: a few with their notation, many side by
        side, and where it has to be short with signs for the sides of buildings."""
        brief = short and len(legal) >= MANY_CHOICES
        cells = [
            (self._number(k), self._choice(view, action, brief))
            for k, action in enumerate(legal, 1)
        ]
        grid = Grid.grid(padding=(0, 1, 0, 0))
        if len(legal) < MANY_CHOICES:
            for (number, text), action in zip(cells, legal, strict=True):
                grid.add_row(number, text, Text(f" {self.game.notation(action)}", "dim"))
            return grid
        columns = 3 if width >= WIDE or (brief and _fits([c for _, c in cells], 3, width)) else 2
        rows = -(-len(legal) // columns)
        for k in range(rows):
            grid.add_row(*(part for cell in cells[k::rows] for part in cell))
        return grid

    def _choice(self, view: View, action: int, brief: bool) -> Text:
        told = self.game.text(action, self.language)
        text = Text(told[0].upper() + told[1:])
        parts = self.game.notation(action).split()
        if parts[0] == "build":
            row = next(row for row in view["display"] if row["card"] == parts[1])
            cost = row[parts[2]]["cost"]
            if brief:
                building = self.cards.building(row["card"])
                name = f"{SIDE[parts[2]]} {self.cards.name(building)}"
                return Text(name, STYLES[building.colour]).append(f" ({cost})", "dim")
            text.append(f" ({self._word('cost')} {cost})", "dim")
        return text

    # --- words --------------------------------------------------------------------------------
    def news(
        self, narrator: Narrator, events: Sequence[Mapping[str, Any]], seat: int | None
    ) -> list[str]:
        """The sentences worth reading for a seat."""
        return news(narrator, events, seat)

    def is_secret(self, view: View) -> bool:
        """T7.2 The hand is always secret."""
        return True

    def explainer(self, view: View | None = None) -> TyborExplainer:
        """Explains the words of the game; with a view, also its scenario and chapter."""
        options = {} if view is None else view["options"]
        return TyborExplainer(self.game.components, self.language, options)

    def score(self, table: Table, seat: int) -> RenderableType:
        """T6 The score sheet of a seat so far."""
        sheet = table.view(seat)["score"]
        names = [table.names[seat]]
        return score_sheets(self, names, [sheet])

    def tiebreak(self) -> tuple[str, str]:
        """T6.19 More strength left on workers."""
        return "T6.19", self._word("strength_left")

    def opened(self, views: Sequence[View]) -> Opened:
        """All hands at once, from the views of all seats: for a finished game."""
        opened = Opened()
        for seat, view in enumerate(views):
            opened.hands[seat] = view["hand"]
            opened.chosen[seat] = view["chosen"]
            opened.objectives[seat] = view["secret_objective"]
            opened.totals[seat] = view["score"]["total"]
        return opened


def _fits(choices: Sequence[Text], columns: int, width: int) -> bool:
    """Whether numbered choices fit side by side in so many columns."""
    rows = -(-len(choices) // columns)
    blocks = [choices[k : k + rows] for k in range(0, len(choices), rows)]
    return sum(NUMBER_WIDTH + max(text.cell_len for text in block) for block in blocks) <= width


SCREEN = TyborScreen
