"""Environments for learning programs: observations, batches of games, PettingZoo, OpenSpiel.

`from baumeister.envs import mygame_v1` gives version 1 of a game's PettingZoo environment: module
`pettingzoo_v1` of the game's package. `import baumeister.envs.mygame_v1`, and tools that read code
without running it, need a file here that re-exports it.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def __getattr__(name: str) -> ModuleType:
    """The PettingZoo environment of a game."""
    from baumeister.games import GAMES

    game, _, version = name.rpartition("_v")
    if game not in GAMES or not version.isdecimal():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if find_spec(f"{__name__}.{name}"):
        return import_module(f"{__name__}.{name}")
    return GAMES[game].part(f"pettingzoo_v{version}")
