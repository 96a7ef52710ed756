"""Samara's tiles, tools and months in short, for texts and pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from baumeister.envs.render.shown import Shown
from baumeister.games.samara.components import TOOL_KEYS, Tile
from baumeister.games.samara.texts import month_text

SEATS = "ABCDE"
FIGURES = {"man": "♂", "woman": "♀"}


class Pieces:
    """Finds tiles by their codes, and says where the game is."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self._tiles: dict[str, Tile] = {tile.code: tile for tile in shown.game.components.tiles}

    def tile(self, code: str) -> Tile:
        """The tile with this code."""
        return self._tiles[code]

    def name(self, tile: Tile) -> str:
        """A tile's name, marked * special or ° permanent."""
        special = tile.ability and self.shown.view["options"]["specials"]
        return self.shown.name(tile) + (("°" if tile.permanent else "*") if special else "")

    def tool(self, tool: str) -> str:
        """A tool in one or two letters."""
        return self.shown.table_say(f"tool_letter.{tool}")

    def tools(self, tools: Sequence[str]) -> list[str]:
        """Tools in the order of the book, equal ones together."""
        counts = Counter(tools)
        return [
            f"{counts[tool] if counts[tool] > 1 else ''}{self.tool(tool)}"
            for tool in TOOL_KEYS
            if counts[tool]
        ]

    def needs(self, tile: Tile) -> str:
        """S5.2 The tools that a tile needs."""
        letters = self.tool("saw") * tile.saws + self.tool("trowel") * tile.trowels
        return letters + "AB"[: tile.glass] or "–"

    def month(self, month: int, short: bool = False) -> str:
        """The name of a month of the calendar."""
        view, language = self.shown.view, self.shown.language
        text = month_text(view["options"]["start_month"], month, language)
        return text[:3] if short else text

    def stack(self, worker: Mapping[str, Any]) -> str:
        """The figures of a worker, the top one first."""
        men: str = FIGURES["man"] * worker["men"]
        women: str = FIGURES["woman"] * worker["women"]
        return women + men if worker["sex"] == "woman" else men + women

    def acts(self, worker: Mapping[str, Any]) -> bool:
        """Whether it is this worker's turn."""
        view = self.shown.view
        acting: bool = (view["foreman"], view["worker"]) == (worker["seat"], worker["worker"])
        return acting and view["phase"] in ("act", "help")

    def moment(self) -> str:
        """NOW, the last month, how many tiles are left."""
        view, shown = self.shown.view, self.shown
        left = sum(space["tile"] is not None for space in view["spaces"])
        tiles = shown.table_say("tiles_left", n=left)
        if view["phase"] == "over":
            return f"{shown.table_say('over')} · {tiles}"
        now, last = self.month(view["now"]), self.month(view["last_month"])
        return f"{shown.say('now')} {now} · {shown.say('last_month')} {last} · {tiles}"

    def idle(self) -> str:
        """S8.3 How long nothing has happened, once that is worth a word."""
        months = self.shown.view["without_progress"]
        return self.shown.table_say("idle", months=months) if months >= 12 else ""

    def chosen(self) -> str:
        """S7.5 The tool that the seat has chosen for the Barracks."""
        tool = self.shown.view["chosen"]
        return "" if tool is None else f"{self.shown.say(f'tool.{tool}')} ✓"
