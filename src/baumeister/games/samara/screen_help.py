"""What a tile or a tool of Samara means."""

from __future__ import annotations

from collections.abc import Iterator

from baumeister.cli.screens.explain import TOPIC, Explained, Explainer
from baumeister.cli.screens.words import word
from baumeister.games.samara.components import TOOL_KEYS, Components, Tile
from baumeister.kernel.glossary import LANGUAGES, join, say

KIND_OF_TOOL = {
    "saw": "saw",
    "trowel_compass": "trowel",
    "trowel_square": "trowel",
    "glass_a": "glass",
    "glass_b": "glass",
}


class SamaraExplainer(Explainer):
    """Explains the words of Samara."""

    def __init__(self, components: Components, language: str) -> None:
        self.tiles = {tile.code.partition("/")[0]: tile for tile in components.tiles}
        super().__init__("samara", language)

    def _own_words(self) -> Iterator[tuple[str, tuple[str, str]]]:
        for code, tile in self.tiles.items():
            for name in (code, tile.en, tile.de):
                yield name, ("tile", code)
        for tool in TOOL_KEYS:
            yield tool, (TOPIC, KIND_OF_TOOL[tool])
            for language in LANGUAGES:
                yield say(f"samara.tool.{tool}", language), (TOPIC, KIND_OF_TOOL[tool])
                yield word(f"tool_letter.{tool}", language), (TOPIC, KIND_OF_TOOL[tool])
        for key, topic in (("tools", "tool"), ("women", "woman")):
            for language in LANGUAGES:
                yield say(f"samara.{key}", language), (TOPIC, topic)

    def _name(self, kind: str, key: str) -> str:
        return str(getattr(self.tiles[key], self.language))

    def _explain(self, kind: str, key: str) -> Explained:
        tile = self.tiles[key]
        values = {"prestige": tile.prestige, "needs": self._needs(tile)}
        lines = [word("explain.tile", self.language, **values)]
        if tile.ability:
            lines.append(self.help(tile.ability))
        return Explained(self._name(kind, key), lines)

    def _needs(self, tile: Tile) -> str:
        """S5.2 The tools that must be there, in words."""
        named = [("saw", tile.saws), ("trowel", tile.trowels), ("glass", tile.glass)]
        parts = [
            f"{n} × {word(f'topic.samara.{kind}', self.language)}" for kind, n in named if n > 0
        ]
        return join(parts, self.language) or word("explain.no_needs", self.language)
