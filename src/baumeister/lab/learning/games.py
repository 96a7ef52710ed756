"""What learning needs to know of a game (the module `learning` of the game)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from baumeister.games import ByGame


@dataclass(frozen=True)
class LearnedGame:
    """Which games are played to learn from, and where a network begins."""

    players: Mapping[int, int]  # how many of 100 games of self-play have so many players
    sharpness: float  # what a point of the greedy bot's judgement counts at first


LEARNED = ByGame[LearnedGame](lambda rules: rules.part("learning").LEARNED)
