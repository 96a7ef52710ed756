"""How well playouts foretell who wins, by how much they are blurred.

    python benchmarks/search/calibration.py tybor --bot journeyman --players 2 --games 60

Plays games, stops every few moves, foretells by playouts, and compares with who won: the mean
logarithmic loss, lower is better. The blur in the module `review` of each game comes from here.
"""

from __future__ import annotations

import argparse
import math
import sys
from typing import Any

import baumeister
from baumeister.bots import BOTS, new_bot
from baumeister.games import GAMES
from baumeister.lab.review.playouts import Playouts

BLURS = (1.0, 2.0, 4.0, 6.0, 9.0, 14.0, 20.0)
PLAYOUTS = 300  # for each position
EVERY = 12  # moves between two positions

Foretold = tuple[list[Any], list[float]]  # positions of one game, and who won it


def played(name: str, players: int, bot: str, k: int) -> Foretold:
    """Game k: some of its positions, and each seat's share of the win."""
    table = baumeister.game(name).new(players, f"calibration/{k}")
    bots = [new_bot(bot, f"{k}/{seat}") for seat in range(players)]
    positions = []
    number = EVERY // 2
    while not table.over:
        if number % EVERY == 0:
            positions.append(table.snapshot())
        seat = table.waiting_for[0]
        table.play(seat, bots[seat].decide(table.seat_view(seat)))
        number += 1
    shares = [(seat in table.winners) / len(table.winners) for seat in range(players)]
    return positions, shares


def loss(name: str, players: int, games: list[Foretold], blur: float) -> float:
    """The mean logarithmic loss of what playouts foretell."""
    game = baumeister.game(name)
    look = Playouts(game.rules, game.components, players, "calibration", blur)
    losses = []
    for positions, shares in games:
        for position in positions:
            wins = look.now(position, PLAYOUTS).wins
            chances = [(win * PLAYOUTS + 1 / players) / (PLAYOUTS + 1) for win in wins]
            pairs = zip(chances, shares, strict=True)
            losses.append(-sum(share * math.log(chance) for chance, share in pairs))
    return sum(losses) / len(losses)


def main() -> int:
    """Measure and print a line for each blur."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--bot", choices=list(BOTS), default="journeyman")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=60)
    args = parser.parse_args()
    games = [played(args.game, args.players, args.bot, k) for k in range(args.games)]
    for blur in BLURS:
        found = loss(args.game, args.players, games, blur)
        print(f"blur {blur:4.0f}: {found:.4f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
