"""The terminal draws a plain game from its view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from baumeister.cli.screens.explain import Explained, Explainer, upper
from baumeister.cli.screens.screen import Screen, View
from baumeister.cli.screens.words import word_of_game
from baumeister.games.plain.game import PlainGame
from baumeister.games.plain.tables import NOTHING, facts, own_facts, seat_rows, text_of, value_text
from baumeister.kernel.game import Narrator
from baumeister.kernel.glossary import say
from baumeister.play import Game, Table


class PlainExplainer(Explainer):
    """Explains how the game is played, its clauses and its help texts."""

    def _own_words(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """No others."""
        yield from ()

    def _name(self, kind: str, key: str) -> str:
        raise KeyError(kind, key)

    def _explain(self, kind: str, key: str) -> Explained:
        raise KeyError(kind, key)


class PlainScreen(Screen):
    """Draws the views of a plain game."""

    def __init__(self, rules: PlainGame, game: Game, language: str) -> None:
        super().__init__(game, language)
        self._rules = rules
        self._own = rules.own_fields()

    def opening(self, view: View, brief: bool = False) -> list[RenderableType]:
        """How the game is played, in a few sentences."""
        how = word_of_game("how", self.game.name, self.language).strip()
        return [] if brief else [Text(how)]

    def table(
        self, view: View, width: int, opened: Any = None, short: bool = False
    ) -> list[RenderableType]:
        """The title, what lies on the table, the players; `opened` has the private fields of
        all seats."""
        phase = self._word("over") if view["phase"] == "over" else self._phase(view)
        pairs = facts(view, self._own, self.language)
        lying = Grid.grid(padding=(0, 2, 0, 0))
        for name, value in pairs:
            lying.add_row(Text(name, "dim"), value)
        bar = self._bar(f"{self._say('name')} · {phase}", "")
        return [bar, lying, self._players(view, opened)]

    def _phase(self, view: View) -> str:
        return text_of(self.game.name, "phase", view["phase"], self.language)

    def _players(self, view: View, opened: Sequence[View] | None) -> RenderableType:
        columns, rows = seat_rows(view, self.language)
        own = [name for name, _ in own_facts(view, self._own, self.language)] if opened else []
        grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim underline")
        for title in ("", *columns, *own):
            grid.add_column(title)
        for seat, cells in enumerate(rows):
            me = seat == view["seat"]
            name = Text("►" if seat in view["waiting_for"] else " ")
            name.append(f" {view['seats'][seat]['name']}", "bold" if me else "")
            shown = [value_text(opened[seat][key]) for key in self._own] if opened else []
            grid.add_row(name, *cells, *shown)
        return grid

    def opened(self, views: Sequence[View]) -> Sequence[View]:
        """The views of all seats, each with what is its own."""
        return views

    def own(self, view: View, memory: bool, short: bool = False) -> list[RenderableType]:
        """What only the seat sees."""
        pairs = own_facts(view, self._own, self.language)
        return [Text(f"{name}: ").append(value, "bold") for name, value in pairs]

    def choices(
        self, view: View, legal: Sequence[int], width: int, short: bool = False
    ) -> RenderableType:
        """The numbered choices, with their notation."""
        lines = []
        for number, action in enumerate(legal, 1):
            line = self._number(number).append(" ", "not bold")
            line.append(upper(self.game.text(action, self.language)), "not bold default")
            lines.append(line.append(f"  {self.game.notation(action)}", "dim not bold"))
        return Group(*lines)

    def is_secret(self, view: View) -> bool:
        """Whether the seat has something that others do not see."""
        return bool(self._own)

    def explainer(self, view: View | None = None) -> Explainer:
        """Explains clauses and help texts."""
        return PlainExplainer(self.game.name, self.language)

    def news(
        self, narrator: Narrator, events: Sequence[Mapping[str, Any]], seat: int | None
    ) -> list[str]:
        """All that happened."""
        return [narrator.tell(event) for event in events]

    def score(self, table: Table, seat: int) -> RenderableType:
        """The lines of the score sheet so far, as the seat knows them."""
        view = table.seat_view(seat)
        sheet = self._rules.scores(view.components, view.state)[seat]
        grid = Grid(box=SIMPLE, padding=(0, 1, 0, 0), header_style="bold", show_footer=True)
        grid.add_column(self._word("sheet"), upper(say("word.total", self.language)))
        grid.add_column("", str(sheet["total"]), justify="right")
        for line in sheet["lines"]:
            grid.add_row(self.score_name(line["clause"]), str(line["points"]))
        if not sheet["lines"]:
            grid.add_row(self._word("no_points"), NOTHING)
        return grid

    def tiebreak(self) -> tuple[str, str]:
        """What decides between equal totals."""
        clause = self._rules.tiebreak_line.clause
        return clause, self.score_name(clause)


def part_of(rules: PlainGame) -> dict[str, Any]:
    """The module `screen` of a game."""
    return {"SCREEN": partial(PlainScreen, rules)}
