"""Playing: tables, records, replay, fairness. The same for every game."""

from baumeister.play.game import Game, game
from baumeister.play.table import Move, SeatView, Table
from baumeister.rules.kernel.data import DataError
from baumeister.rules.kernel.errors import ToldError
from baumeister.rules.kernel.events import Event
from baumeister.rules.kernel.game import OptionError
from baumeister.rules.kernel.notation import NotationError
from baumeister.rules.kernel.refusal import Reason, Refusal

__all__ = [
    "DataError",
    "Event",
    "Game",
    "Move",
    "NotationError",
    "OptionError",
    "Reason",
    "Refusal",
    "SeatView",
    "Table",
    "ToldError",
    "game",
]
