"""Workers, tools, tiles and months of Samara in a terminal; colours always have a letter too."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from baumeister.cli.screens.explain import plain
from baumeister.cli.screens.words import word
from baumeister.games.samara.components import TOOL_KEYS, Components, Tile
from baumeister.games.samara.texts import month_text

SEATS = "ABCDE"
SEAT_STYLES = ("bright_cyan", "bright_yellow", "bright_magenta", "bright_green", "bright_red")
KIND_STYLES = {"": "", "grey": "grey62", "blue": "bright_blue", "red": "red"}
SHORT_MONTH = 3
Worker = Mapping[str, Any]


def shows(signs: str) -> bool:
    """Whether the terminal has these signs."""
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class Pieces:
    """Finds tiles by their codes, and draws what lies and stands on the table."""

    def __init__(self, components: Components, language: str) -> None:
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
        return word(f"tool_letter.{key}", self.language)

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

    def names(self, code: str) -> set[str]:
        """All that a tile is called, as it is looked up."""
        tile = self.tiles[code]
        return {plain(name) for name in (tile.code.partition("/")[0], tile.en, tile.de)}

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

    def month(self, view: Mapping[str, Any], month: int) -> str:
        """The name of a month of the calendar."""
        return month_text(view["options"]["start_month"], month, self.language)

    def short_month(self, view: Mapping[str, Any], month: int) -> str:
        """The name of a month in three letters."""
        return self.month(view, month)[:SHORT_MONTH]
