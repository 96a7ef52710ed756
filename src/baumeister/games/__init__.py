"""All games by name: ours, and those of other distributions.

    from baumeister.games import GAMES

    rules = GAMES["tybor"]
    rules.part("observation")  # baumeister.games.tybor.observation, imported now

A game is one package with the same module names as the others (docs/architecture.md). All other
packages import games through this registry. Another distribution registers a game by an entry point
of the group `baumeister.games` that names its rules: `tortuga = "tortuga.game:RULES"`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import TypeVar

from baumeister.kernel.game import GameRules
from baumeister.kernel.texts import add_folder

T = TypeVar("T")
GROUP = "baumeister.games"
OURS = ("tybor", "samara")
DEFAULT_PARTS = f"{__name__}.plain"  # where a game gets modules that it lacks


class GameRegistry(Mapping[str, GameRules]):
    """All games, ours first. A game is imported when it is asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, GameRules] = {}

    @cached_property
    def _registered(self) -> dict[str, EntryPoint]:
        ours = {name: EntryPoint(name, f"{__name__}.{name}.game:RULES", GROUP) for name in OURS}
        return {entry.name: entry for entry in entry_points(group=GROUP)} | ours

    def __getitem__(self, name: str) -> GameRules:
        if name not in self._loaded:
            self._loaded[name] = self._registered[name].load()
            self._loaded[name].default_parts = DEFAULT_PARTS
            if name not in OURS:
                add_folder(name, self._loaded[name].folder)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter((*OURS, *(name for name in self._registered if name not in OURS)))

    def __len__(self) -> int:
        return len(self._registered)


GAMES = GameRegistry()


class ByGame(Mapping[str, T]):
    """Something that every game has, by its name, made when it is first asked for:
    `SCREENS = ByGame(lambda rules: rules.part("screen").SCREEN)`."""

    def __init__(self, make: Callable[[GameRules], T]) -> None:
        self._make = make
        self._made: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._made:
            self._made[name] = self._make(GAMES[name])
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)
