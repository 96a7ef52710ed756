"""Games, tables, positions, records and replay, the same for every game."""

from baumeister.kernel.data import DataError
from baumeister.kernel.errors import UserError
from baumeister.kernel.events import Event
from baumeister.kernel.notation import NotationError
from baumeister.kernel.options import OptionError
from baumeister.kernel.refusal import Reason, Refusal
from baumeister.play.game import Game, game
from baumeister.play.position import Position, SeatView
from baumeister.play.table import Move, Table

__all__ = [
    "DataError",
    "Event",
    "Game",
    "Move",
    "NotationError",
    "OptionError",
    "Position",
    "Reason",
    "Refusal",
    "SeatView",
    "Table",
    "UserError",
    "game",
]
