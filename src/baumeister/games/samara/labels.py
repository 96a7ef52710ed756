"""Workers, tools, tiles and months of Samara in letters and signs, for texts and pictures.

Colours always have a letter too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.text import Text

from baumeister.games.samara.components import TOOL_KEYS, Components, Tile
from baumeister.games.samara.texts import month_text
from baumeister.kernel.glossary import say

SEATS = "ABCDE"
SEAT_STYLES = ("bright_cyan", "bright_yellow", "bright_magenta", "bright_green", "bright_red")
KIND_STYLES = {"": "", "grey": "grey62", "blue": "bright_blue", "red": "red"}
SHORT_MONTH = 3
IDLE = 12  # months without progress that are worth a warning, S8.3
View = Mapping[str, Any]
Worker = Mapping[str, Any]


class PieceLabels:
    """Finds tiles by their codes, and writes what lies and stands on the table.

    `shows` says whether the reader's device has some signs; without them there are letters.
    """

    def __init__(
        self, components: Components, language: str, shows: Callable[[str], bool] = bool
    ) -> None:
        self.language = language
        self.tiles = {tile.code: tile for tile in components.tiles}
        rich = shows("♀♂✓→")
        self.possible = "✓" if rich else "!"
        self.arrow = "→" if rich else ">"
        self.acting = "►" if rich else ">"
        self.permanent = "°" if shows("°") else "#"
        self.empty = "·" if shows("·") else "."
        self._figures = {"man": "♂", "woman": "♀"}
        if not rich:
            self._figures = {sex: self._letter(sex) for sex in self._figures}

    def _letter(self, key: str) -> str:
        return say(f"cli.tool_letter.{key}", self.language)

    # --- tools and tiles --------------------------------------------------------------------
    def tool(self, tool: str) -> str:
        """A tool in one or two letters."""
        return self._letter(tool)

    def tools(self, tools: Sequence[str]) -> list[Text]:
        """Tools in the order of the book, each as its letters."""
        return [Text(self.tool(tool)) for tool in TOOL_KEYS for _ in range(tools.count(tool))]

    def tools_lying(self, tools: Sequence[str], possible: Sequence[str]) -> list[Text]:
        """S3.4 The tools of a space, equal ones together; those that can be taken now marked."""
        shown = []
        for tool, n in Counter(tools).items():
            text = Text(f"{n if n > 1 else ''}{self.tool(tool)}", "yellow")
            if tool in possible:
                text = Text(f"{text.plain}{self.possible}", "bold green")
            shown.append(text)
        return shown

    def name(self, code: str) -> str:
        """The name of a tile."""
        tile = self.tiles[code]
        return tile.de if self.language == "de" else tile.en

    def short_name(self, code: str, width: int, specials: bool) -> Text:
        """S7 A tile's name in this many letters, marked * special or ° permanent."""
        tile = self.tiles[code]
        mark = (self.permanent if tile.permanent else "*") if tile.ability and specials else ""
        name, room = self.name(code), width - len(mark)
        if len(name) > room:
            name = name.replace(" ", "")
            name = name if len(name) <= room else name[: room - 1] + "."
        return Text(name + mark, KIND_STYLES[tile.kind] if specials else "")

    def needs(self, tile: Tile) -> str:
        """S5.2 The tools that a tile needs, as letters."""
        kinds = ((self.tool("saw"), tile.saws), (self._letter("trowel"), tile.trowels))
        return "".join(letter * n for letter, n in kinds) + "AB"[: tile.glass]

    # --- workers and months -----------------------------------------------------------------
    def seat(self, seat: int) -> Text:
        """A foreman's letter in the foreman's colour."""
        return Text(SEATS[seat], f"bold {SEAT_STYLES[seat]}")

    def figures(self, men: int, women: int, women_first: bool = False) -> str:
        """Figures as signs."""
        signs = self._figures["man"] * men, self._figures["woman"] * women
        return signs[1] + signs[0] if women_first else signs[0] + signs[1]

    def worker(self, worker: Worker) -> Text:
        """A worker: foreman's letter, its own letter, its stack from top to bottom."""
        stack = self.figures(worker["men"], worker["women"], worker["sex"] == "woman")
        name = f"{SEATS[worker['seat']]}{worker['worker']}{stack}"
        return Text(name, SEAT_STYLES[worker["seat"]])

    def workers(self, workers: Sequence[Worker]) -> Text:
        """Several workers in a row."""
        return Text(" ").join(self.worker(worker) for worker in workers)

    def standing(self, view: View, worker: Worker) -> Text:
        """A worker on the calendar, marked if it acts."""
        text = self.worker(worker)
        return Text(self.acting, "bold").append_text(text) if acts(view, worker) else text

    def month(self, view: View, month: int) -> str:
        """The name of a month of the calendar."""
        return month_text(view["options"]["start_month"], month, self.language)

    def short_month(self, view: View, month: int) -> str:
        """The name of a month in three letters."""
        return self.month(view, month)[:SHORT_MONTH]

    # --- where the game is ------------------------------------------------------------------
    def moment(self, view: View) -> str:
        """NOW and the last month, or that the game is over."""
        if view["phase"] == "over":
            return say("cli.over", self.language)
        now, last = (
            f"{say(f'samara.{key}', self.language)} {self.month(view, view[key])}"
            for key in ("now", "last_month")
        )
        return f"{now} · {last}"

    def tiles_left(self, view: View) -> str:
        """How many tiles are left on the board."""
        left = sum(space["tile"] is not None for space in view["spaces"])
        return say("cli.tiles_left", self.language, n=left)

    def idle(self, view: View) -> str:
        """S8.3 How long nothing has happened, once that is worth a warning."""
        months = view["without_progress"]
        return say("cli.idle", self.language, months=months) if months >= IDLE else ""

    def chosen(self, view: View) -> str:
        """S7.5 The tool that the seat has chosen for the Barracks."""
        return say(f"samara.tool.{view['chosen']}", self.language) if view["chosen"] else ""


def acts(view: View, worker: Worker) -> bool:
    """Whether it is this worker's turn."""
    acting: bool = (view["foreman"], view["worker"]) == (worker["seat"], worker["worker"])
    return acting and view["phase"] in ("act", "help")
