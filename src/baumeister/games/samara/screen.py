"""The table of Samara in a terminal: board, calendar, foremen, choices."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from baumeister.cli.screens.explain import plain, upper
from baumeister.cli.screens.screen import Screen, View
from baumeister.envs.render.tokens import NOTHING, Beside, Tokens
from baumeister.games.samara.board_text import Board, calendar, foremen
from baumeister.games.samara.labels import PieceLabels
from baumeister.games.samara.screen_help import SamaraExplainer
from baumeister.games.samara.screen_preview import Preview
from baumeister.games.samara.texts import intro
from baumeister.kernel.game import Narrator
from baumeister.play import Game, Table

MANY_ROWS = 4  # of choices: from here on tools are letters
SILENT = ("choose",)  # told when all have chosen
Choice = tuple[int, Text]


class SamaraScreen(Screen):
    """Draws views of Samara."""

    def __init__(self, game: Game, language: str) -> None:
        super().__init__(game, language)
        self.pieces = PieceLabels(game.components, language, _shows)

    # --- before the game ------------------------------------------------------------------
    def opening(self, view: View, brief: bool = False) -> list[RenderableType]:
        """The story to be read aloud, how the game is won, and S1.4 the starting month."""
        month = self.pieces.month(view, 0)
        told = self._told(intro(self.language), brief)
        shown = [*told, Text(self._word("starts_with", month=month))]
        if not view["options"]["specials"]:
            shown.append(Text(upper(self._word("first_game"))))
        return [Group(*shown)]

    # --- the table ------------------------------------------------------------------------
    def table(
        self,
        view: View,
        width: int,
        opened: Mapping[int, int] | None = None,
        short: bool = False,
    ) -> list[RenderableType]:
        """Header, board, calendar and foremen; `opened` is the prestige of all."""
        seats = foremen(self.pieces, view, opened, own_last=short)
        if short:
            board = Board(self.pieces, view, self._moves(view))
            return [self.header(view), board, self.short_calendar(view), seats]
        months = Group(*calendar(self.pieces, view))
        return [self.header(view), self.board(view, width), Beside(months, seats)]

    def header(self, view: View) -> RenderableType:
        """NOW, the last month, how many tiles are left; S8.3 how long nothing has happened."""
        where = f"{self._say('name')} · {self.pieces.moment(view)}"
        lines = [self._bar(where, self.pieces.tiles_left(view))]
        if idle := self.pieces.idle(view):
            lines.append(Text(f"! {idle}", "bold yellow"))
        return Group(*lines)

    def board(self, view: View, width: int) -> RenderableType:
        """S1.2 The board, with what the seat can do now."""
        mine = view["seat"] is not None
        title = Text(self._title("board"), "bold")
        title.append(" · " + self._word("landing" if mine else "no_landing"), "dim")
        if mine:
            marks = "marked" if view["options"]["specials"] else "marked_first_game"
            title.append(" · " + self._word(marks), "dim")
        title.truncate(width, overflow="ellipsis")
        return Group(title, Board(self.pieces, view, self._moves(view)))

    def _moves(self, view: View) -> list[str]:
        return [self.game.notation(action) for action in view["legal"]]

    def short_calendar(self, view: View) -> RenderableType:
        """S2 The months with workers in as few lines as they need."""
        months = []
        for entry in view["calendar"]:
            now = entry["month"] == view["now"]
            name = Text(self.pieces.short_month(view, entry["month"]), "bold")
            if now:
                name = Text(f"{self._say('now')} {name.plain}", "bold reverse")
            workers = [self.pieces.standing(view, worker) for worker in entry["line"]]
            months.append(Text(" ").join([name, *workers]))
        return Tokens(months, gap=3)

    def opened(self, views: Sequence[View]) -> dict[int, int]:
        """The prestige of all, from the views of all seats."""
        return {seat: view["seats"][seat]["prestige"] for seat, view in enumerate(views)}

    def own(self, view: View, memory: bool, short: bool = False) -> list[RenderableType]:
        """S7.5 A tool chosen for the Barracks; everything else is public."""
        tool = self.pieces.chosen(view)
        return [Text(self._word("chosen_tool", tool=tool), "bold")] if tool else []

    def is_secret(self, view: View) -> bool:
        """S9.2 Only the choice for the Barracks is secret."""
        return bool(view["phase"] == "barracks")

    def in_public(self, view: View) -> View:
        """S9.1 The running score stays hidden unless the table plays with open scores."""
        if view["options"]["open_scores"] or view["phase"] == "over":
            return view
        return {**view, "seats": [{**row, "prestige": None} for row in view["seats"]]}

    # --- choices ----------------------------------------------------------------------------
    def choices(
        self, view: View, legal: Sequence[int], width: int, short: bool = False
    ) -> RenderableType:
        """The numbered choices: tools, tiles and all others."""
        tools: list[Choice] = []
        letters: list[Choice] = []
        tiles: list[Choice] = []
        others: list[RenderableType] = []
        for number, action in enumerate(legal, 1):
            written = self.game.notation(action)
            verb, *rest = written.split()
            if verb == "tool":
                tool = upper(self._say(f"tool.{rest[1]}"))
                tools.append((number, self._there(view, tool, rest[0])))
                letters.append((number, self._there(view, self.pieces.tool(rest[1]), rest[0])))
            elif verb == "build":
                tiles.append((number, self._there(view, self._tile_at(view, rest[0]), rest[0])))
            else:
                text = self._other(view, verb, rest, self.game.text(action, self.language))
                line = self._number(number).append(" ", "not bold").append_text(text)
                others.append(line.append(f"  {written}", "dim not bold"))
        if len(tools) > MANY_ROWS * _columns(tools, width):
            tools = letters
        shown: list[RenderableType] = []
        for key, some in (("choose_tool", tools), ("choose_build", tiles)):
            if some:
                title = Text(self._word(key), "bold underline")
                if any(text.plain.endswith("+") for _, text in some):
                    title.append("  " + self._word("with_helpers"), "dim not bold not underline")
                shown += [title, self._side_by_side(some, width)]
        return Group(*shown, *others)

    def _there(self, view: View, what: str, place: str) -> Text:
        """A tool or tile, its space, where the group lands, + if the worker needs helpers."""
        space = self._space(view, place)
        month = self.pieces.short_month(view, space["lands_in"])
        text = Text(what).append(f" {place}", "bold").append(f" {self.pieces.arrow}{month}", "dim")
        acting = next(
            worker["strength"]
            for entry in view["calendar"]
            for worker in entry["line"]
            if (worker["seat"], worker["worker"]) == (view["foreman"], view["worker"])
        )
        return text.append(" +", "yellow") if acting < space["row"] else text

    @staticmethod
    def _space(view: View, place: str) -> Mapping[str, Any]:
        return next(s for s in view["spaces"] if f"{s['row']},{s['column']}" == place)

    def _tile_at(self, view: View, place: str) -> str:
        code = self._space(view, place)["tile"]
        return f"{self.pieces.name(code)} ({self.pieces.tiles[code].prestige})"

    def _side_by_side(self, some: Sequence[Choice], width: int) -> RenderableType:
        """Choices in columns, numbered downwards."""
        rows = -(-len(some) // _columns(some, width))
        grid = Grid.grid(padding=(0, 1, 0, 0))
        for k in range(rows):
            cells = [part for n, text in some[k::rows] for part in (self._number(n), text)]
            grid.add_row(*cells)
        return grid

    def _other(self, view: View, verb: str, rest: Sequence[str], told: str) -> Text:
        """A choice other than a tool or a tile; workers are named as the calendar shows them."""
        if verb in ("with", "worker"):
            seat = view["foreman"] if view["workers_of"] is None else view["workers_of"]
            chosen = [
                (entry["month"], worker)
                for entry in view["calendar"]
                for worker in entry["line"]
                if worker["seat"] == seat and worker["worker"] in rest
            ]
            text = Text(f"{upper(told.partition(' ')[0])} ")
            text.append_text(self.pieces.workers([worker for _, worker in chosen]))
            if verb == "worker":
                [(month, worker)] = chosen
                text.append(f" · {self.pieces.month(view, month)}", "dim")
                text.append(f" · {self._word('strength_of', n=worker['strength'])}", "dim")
            return text
        text = Text(upper(told))
        if verb in ("holiday", "newcomer"):
            month = view[f"{verb}_lands_in"]
            text.append(f" {self.pieces.arrow}{self.pieces.short_month(view, month)}", "dim")
        return text

    def written(self, view: View, text: str) -> str:
        """Also accepts the name of a tile to build; of two equal ones that which can be built."""
        wanted = plain(text.casefold().strip().removeprefix("build "))
        places = [
            f"build {space['row']},{space['column']}"
            for space in view["spaces"]
            if space["tile"] is not None and wanted in self._names(space["tile"])
        ]
        legal = [place for place in places if place in self._moves(view)]
        for found in (legal, places):
            if len(found) == 1:
                return found[0]
        return super().written(view, text)

    def _names(self, code: str) -> set[str]:
        """All names of a tile, as they are looked up."""
        tile = self.pieces.tiles[code]
        return {plain(name) for name in (tile.code.partition("/")[0], tile.en, tile.de)}

    def preview(self, table: Table, seat: int, action: int) -> list[RenderableType]:
        """S3 to S6 Who goes, where they land, and who acts next."""
        return Preview(self.pieces, table, seat).shown(action, self.game)

    # --- words ------------------------------------------------------------------------------
    def explainer(self, view: View | None = None) -> SamaraExplainer:
        """Explains the words of the game."""
        return SamaraExplainer(self.game.components, self.language)

    def news(
        self, narrator: Narrator, events: Sequence[Mapping[str, Any]], seat: int | None
    ) -> list[str]:
        """The sentences worth reading; they are the same for all."""
        return [narrator.tell(event) for event in events if event["type"] not in SILENT]

    # --- the score ----------------------------------------------------------------------------
    def score(self, table: Table, seat: int) -> RenderableType:
        """S8.1 The tiles of a foreman, as everybody saw them being built, and their prestige."""
        grid = Grid(box=SIMPLE, padding=(0, 1, 0, 0), header_style="bold", show_footer=True)
        own = table.view(seat)["seats"][seat]["prestige"]
        grid.add_column(self._title("tiles"), self._title("prestige"))
        grid.add_column(self._title("prestige"), str(own), justify="right")
        for event in (event.public for event in table.events):
            if event["type"] == "turn" and event["seat"] == seat and "tile" in event:
                tile = self.pieces.tiles[event["tile"]]
                grid.add_row(self.pieces.name(event["tile"]), str(tile.prestige))
        if not grid.row_count:
            grid.add_row(self._word("no_points"), NOTHING)
        return grid

    def tiebreak(self) -> tuple[str, str]:
        """S8.2 Whose worker is next to act."""
        return "S8.2", self._word("next_to_act")


def _shows(signs: str) -> bool:
    """Whether the terminal has these signs."""
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _columns(some: Sequence[Choice], width: int) -> int:
    """How many choices fit side by side."""
    longest = max((text.cell_len for _, text in some), default=0)
    return max(1, width // (longest + 6))


SCREEN = SamaraScreen
