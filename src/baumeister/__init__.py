"""Baumeister: Tybor the Builder and Samara on the computer.

import baumeister

game = baumeister.game("tybor")
table = game.new(players=3, seed=7, scenario="size-matters", chapter=4)
while not table.over:
    seat = table.waiting_for[0]
    table.play(seat, table.legal(seat)[0])
print(table.scores())
"""

from baumeister.play import Game, Position, Refusal, SeatView, Table, game

__version__ = "0.2.0"
__all__ = ["Game", "Position", "Refusal", "SeatView", "Table", "__version__", "game"]
