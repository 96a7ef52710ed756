"""Samara for PettingZoo, from the game's package."""

from baumeister.games.samara import pettingzoo_v1
from baumeister.games.samara.pettingzoo_v1 import NAME, env, raw_env

__all__ = ["NAME", "env", "raw_env"]
__doc__ = pettingzoo_v1.__doc__
