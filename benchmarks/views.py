"""What it costs to send every seat its own view after each move: microseconds, on average over
all positions of some games with four players and a spectator.

    python benchmarks/views.py
    python benchmarks/views.py --games 50 --players 5

Needs orjson. The shared part is made and written once for all, each seat's own part is joined to
it; beside it stands each view made whole and written with json.dumps. Everything is measured in
turns while the games go on, as it happens at a table, and not in a loop over one position.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from time import perf_counter

import orjson

import baumeister
from baumeister.play import Table


def positions(game: str, players: int, games: int) -> Iterator[Table]:
    """A table at all positions of some games by lot."""
    for number in range(games):
        rng = random.Random(number)
        table = baumeister.game(game).new(players, seed=f"views {number}")
        while not table.over:
            yield table
            seat = rng.choice(table.waiting_for)
            table.play(seat, rng.choice(table.legal(seat)))
        yield table


class Clock:
    """Sums up how long things take."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.times: dict[str, int] = defaultdict(int)
        self._began = perf_counter()

    def start(self) -> None:
        self._began = perf_counter()

    def stop(self, what: str, times: int = 1) -> None:
        """What was done since the last start or stop, and how often."""
        self.seconds[what] += perf_counter() - self._began
        self.times[what] += times
        self._began = perf_counter()

    def micros(self, what: str) -> float:
        return self.seconds[what] / self.times[what] * 1e6


def measure(table: Table, clock: Clock) -> None:
    """One position: in parts, then whole."""
    seats: list[int | None] = [*range(len(table.names)), None]
    clock.start()
    shared = table.shared_view()
    clock.stop("shared part")
    own = [table.own_view(seat) for seat in seats[:-1]]
    clock.stop("own part of a seat", len(own))
    own.append(table.own_view(None))
    clock.stop("own part of a spectator")
    head = orjson.dumps(shared)[:-1]
    parts = [head + b"," + orjson.dumps(part)[1:] for part in own]
    clock.stop("writing all of them, orjson")
    views = [table.view(seat) for seat in seats]
    clock.stop("whole view", len(views))
    for view in views:
        orjson.dumps(view)
    clock.stop("writing a whole view, orjson", len(views))
    for view in views:
        json.dumps(view)
    clock.stop("writing a whole view, json.dumps", len(views))
    assert [orjson.loads(part) for part in parts] == views


def report(game: str, players: int, clock: Clock) -> Iterator[str]:
    """The table of results."""
    yield f"{game}, {players} players and a spectator, {clock.times['shared part']} positions"
    for what in clock.times:
        yield f"  {what:34}{clock.micros(what):8.1f} µs"
    roles = players + 1
    sent = clock.micros("shared part") + players * clock.micros("own part of a seat")
    sent += clock.micros("own part of a spectator")
    sent += clock.micros("writing all of them, orjson")
    plain = clock.micros("whole view") + clock.micros("writing a whole view, json.dumps")
    yield f"  {'all views after a move, in parts':34}{sent:8.1f} µs"
    yield f"  {'the same whole, with json.dumps':34}{roles * plain:8.1f} µs"
    yield f"  {'ratio':34}{roles * plain / sent:8.1f}"


def main() -> None:
    """Measure both games."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--players", type=int, default=4)
    arguments = parser.parse_args()
    for game in ("tybor", "samara"):
        clock = Clock()
        for table in positions(game, arguments.players, arguments.games):
            measure(table, clock)
        print("\n".join(report(game, arguments.players, clock)))


if __name__ == "__main__":
    main()
