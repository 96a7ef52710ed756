"""What the search needs to know of a game beyond its rules (the module `search` of the game)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from baumeister.games import ByGame
from baumeister.kernel.struct import Hidden, Struct, i8, struct


class SearchSettings(NamedTuple):
    """What can be tuned about a search; the values are measured (docs/bots.md)."""

    exploration: float  # how much an action is tried for its promise rather than its results
    trust: float  # points of worth that make an action e times as promising
    blur: float  # points by which actions are misjudged in playouts
    margin: float  # how much the lead in points counts beside winning
    lead: float  # points of lead that count as much as can be
    one_tree: bool  # all see the same, so all share one tree
    prior: float = 0.0  # the network's part of the promise of what is asked now, 0 to 1
    tries: float = 0.0  # as how many tries of each action the network's opinion counts


@dataclass(frozen=True)
class Imagination:
    """How to imagine the world behind a view, and what is yet to come behind a whole state."""

    imagine: Callable[..., None]  # (view, seat, dealer, scratch): makes the view a whole state
    scratch: type[Struct]  # the work space of `imagine`
    shuffle_hidden: Callable[..., None]  # (state, dealer): draws again what no seat knows


@struct
class NoScratch(Struct):
    """For games that need no work space."""

    unused: Hidden[i8]


IMAGINATION = ByGame[Imagination](lambda rules: rules.part("search").IMAGINATION)
SETTINGS = ByGame[SearchSettings](lambda rules: rules.part("search").SETTINGS)
