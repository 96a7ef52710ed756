"""`baumeister.game(name)`: a game to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baumeister.games import GAMES
from baumeister.kernel.chance import Dealer
from baumeister.kernel.game import GameRules
from baumeister.kernel.glossary import check_language, say
from baumeister.kernel.legal import Legal
from baumeister.kernel.options import OptionError
from baumeister.play.table import Table


@dataclass(frozen=True, eq=False)
class Game:
    """Rules with one set of components, so that callers need not pass the components around.

    `GameRules` is what the author of a game writes, once per game; a `Game` adds the values of one
    data file. Tables, positions and views of seats belong to a `Game`.
    """

    rules: GameRules
    components: Any

    @property
    def name(self) -> str:
        """The name in commands and records."""
        return self.rules.name

    @property
    def data_version(self) -> str:
        """What records call the values of the components."""
        return self.rules.data_version(self.components)

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
        """A new table. A missing seed is 256 random bits; missing options are drawn from the
        seed."""
        given = {key: value for key, value in options.items() if value is not None}
        return Table(self, {"players": players, **given}, seed, names)

    def text(self, action: int, language: str = "en") -> str:
        """What an action is called."""
        return self.rules.action_text(self.components, action, check_language(language))

    def notation(self, action: int) -> str:
        """How an action is written."""
        return self.rules.write_action(self.components, action)

    def action(self, notation: str) -> int:
        """The action with this notation; NotationError says what would be right."""
        return self.rules.read_action(self.components, notation)

    def complete_options(self, given: Mapping[str, Any], seed: str) -> dict[str, Any]:
        """Options checked, and missing ones drawn from the seed; OptionError says what is wrong."""
        return self.rules.complete_options(given, seed)

    def record_components(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The `components` part of a record."""
        return self.rules.record_components(self.components, options)

    # --- on a bare state, for code that keeps states itself -----------------------------------
    def legal(self, state: Any, seat: int) -> tuple[int, ...]:
        """The legal actions of a seat, ascending."""
        legal = Legal(actions=self.rules.actions)
        self.rules.legal(self.components, state, seat, legal)
        return tuple(legal.actions[: legal.n])

    def apply(self, state: Any, dealer: Dealer, seat: int, action: int) -> None:
        """Carry out a legal action: this changes the state."""
        self.rules.apply(self.components, state, dealer, seat, action)


def game(name: str, data: str | Path | None = None) -> Game:
    """A game by its name; `data` is a file with the owner's own component values."""
    if name not in GAMES:
        raise OptionError("error.option.game", name=name, names=", ".join(GAMES))
    rules = GAMES[name]
    return Game(rules, rules.load_components(None if data is None else Path(data)))
