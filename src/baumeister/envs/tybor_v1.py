"""Tybor for PettingZoo, from the game's package."""

from baumeister.games.tybor import pettingzoo_v1
from baumeister.games.tybor.pettingzoo_v1 import NAME, env, raw_env

__all__ = ["NAME", "env", "raw_env"]
__doc__ = pettingzoo_v1.__doc__
