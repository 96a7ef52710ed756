"""`baumeister.game(name)`: the façade over all games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from baumeister.games import GAMES
from baumeister.kernel.game import GameRules
from baumeister.kernel.glossary import check_language, say
from baumeister.kernel.options import OptionError
from baumeister.play.table import Table


class Game:
    """A game with its components: makes tables, and knows what actions are called."""

    def __init__(self, rules: GameRules, data: Path | None = None) -> None:
        self.rules = rules
        self.components = rules.load_components(data)

    @classmethod
    def of(cls, table: Table) -> Game:
        """The game that is played at a table, with the components that lie there."""
        found = cls.__new__(cls)
        found.rules, found.components = table.rules, table.components
        return found

    @property
    def name(self) -> str:
        """The name in commands and records."""
        return self.rules.name

    def title(self, language: str = "en") -> str:
        """The name of the game for people."""
        return say(f"{self.name}.name", check_language(language))

    def new(
        self,
        players: int,
        seed: int | str | None = None,
        names: Sequence[str] | None = None,
        **options: Any,
    ) -> Table:
        """A new table. Without a seed it gets 256 random bits; other options by lot."""
        given = {key: value for key, value in options.items() if value is not None}
        return Table(self.rules, self.components, {"players": players, **given}, seed, names)

    def text(self, action: int, language: str = "en") -> str:
        """What an action is called."""
        return self.rules.action_text(self.components, action, check_language(language))

    def notation(self, action: int) -> str:
        """How an action is written."""
        return self.rules.write_action(self.components, action)

    def action(self, notation: str) -> int:
        """The action that is written so; NotationError says what would be right."""
        return self.rules.read_action(self.components, notation)


def game(name: str, data: str | Path | None = None) -> Game:
    """A game by its name; `data` is a file with the owner's own component values."""
    if name not in GAMES:
        raise OptionError("error.option.game", name=name, names=", ".join(GAMES))
    return Game(GAMES[name], None if data is None else Path(data))
