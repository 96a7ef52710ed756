"""The screen of each game."""

from __future__ import annotations

from collections.abc import Callable

from baumeister.cli.samara_screen import SamaraScreen
from baumeister.cli.screen import Screen
from baumeister.cli.tybor_screen import TyborScreen
from baumeister.play import Game

SCREENS: dict[str, Callable[[Game, str], Screen]] = {"tybor": TyborScreen, "samara": SamaraScreen}


def screen_of(game: Game, language: str) -> Screen:
    """The screen of a game."""
    return SCREENS[game.name](game, language)
