"""The screen of each game."""

from __future__ import annotations

from collections.abc import Callable

from baumeister.cli.screens.screen import Screen
from baumeister.games import ByGame
from baumeister.play import Game

SCREENS = ByGame[Callable[[Game, str], Screen]](lambda rules: rules.part("screen").SCREEN)


def screen_of(game: Game, language: str) -> Screen:
    """The screen of a game."""
    return SCREENS[game.name](game, language)
