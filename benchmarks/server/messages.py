"""What a move costs inside the server, without sockets and store: microseconds of processor time,
on average and at worst, over whole games of four people.

    python benchmarks/server/messages.py
    python benchmarks/server/messages.py --games 20

An action is judged, folded into the state and written for the store; then every seat gets its
update: the table, its view of the game, its question, what happened. At worst means the 99.9th
percentile.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from time import process_time_ns
from types import SimpleNamespace
from typing import Any

import orjson

from baumeister.server.tables import commands
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.seats import Role
from baumeister.server.tables.snapshots import Snapshots, listing
from baumeister.server.tables.state import TableState
from baumeister.server.tables.table_setup import TableSetup

PLAYERS = 4
HERE = frozenset(range(PLAYERS))


class Clock:
    """Processor time by what it was spent on."""

    def __init__(self) -> None:
        self.spent: dict[str, list[int]] = defaultdict(list)

    def time(self, what: str, work: Callable[..., Any], *given: Any) -> Any:
        """Do something, and note how long it takes."""
        began = process_time_ns()
        done = work(*given)
        self.spent[what].append(process_time_ns() - began)
        return done

    def rows(self) -> Iterator[tuple[str, float, float]]:
        """What, how long on average, and at worst, in microseconds."""
        for what, times in self.spent.items():
            times.sort()
            mean = sum(times) / len(times) / 1000
            yield what, mean, times[int(len(times) * 0.999)] / 1000


def started(game: str) -> TableState:
    """A table of four people whose game has begun."""
    seats = [
        SimpleNamespace(kind="me", bot=None, name=f"Person {k}", chance=None)
        for k in range(PLAYERS)
    ]
    opening = TableSetup("en", seats, name=None, public=False)
    opening.from_options(game, {})
    state = TableState("k3Jv0aQx9LmP")
    state.fold(LogEntry(1, 1, "opened", opening.body()))
    state.fold(commands.start()(state, Role("host"), 2))
    return state


def act(state: TableState, seat: int, action: int) -> tuple[LogEntry, bytes]:
    """What happens to an action between the socket and the store."""
    entry = commands.move(action, state.seq)(state, Role("seat", seat), state.seq)
    state.fold(entry)
    return entry, orjson.dumps(entry.body) + orjson.dumps(listing(state))


def play(game: str, games: int) -> tuple[Clock, int, int]:
    """Times of whole games, how many moves, and the average size of an update."""
    clock, moves, sizes = Clock(), 0, 0
    for number in range(games):
        rng = random.Random(number)
        state = started(game)
        assert state.table is not None
        while not state.table.over:
            seat = rng.choice(state.waiting_for)
            action = rng.choice(state.table.legal(seat))
            seen = state.seq
            clock.time("an action", act, state, seat, action)
            snapshots = clock.time("what all updates share", Snapshots, state, state.seq, HERE)
            roles = [Role("seat", k) for k in range(PLAYERS)]
            sent = [clock.time("an update", snapshots.update, r, "en", seen) for r in roles]
            sizes += sum(map(len, sent))
            moves += 1
    return clock, moves, sizes // moves // PLAYERS


def main() -> None:
    """Measure both games."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--games", type=int, default=5)
    wanted = parser.parse_args()
    for game in ("tybor", "samara"):
        play(game, 1)
        clock, moves, size = play(game, wanted.games)
        print(f"{game}: {moves} moves, updates of {size} bytes  (µs: mean, at worst)")
        for what, mean, worst in clock.rows():
            print(f"  {what:26}{mean:8.0f}{worst:8.0f}")
        whole = sum(sum(times) for times in clock.spent.values()) / moves / 1000
        print(f"  {'a move with four updates':26}{whole:8.0f}")


if __name__ == "__main__":
    main()
