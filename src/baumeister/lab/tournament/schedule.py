"""The schedule of a tournament, in which luck cancels.

A *deal* is a game seed: the same cards, the same scenario or month. Deal k of a tournament with
seed S is game k of `baumeister simulate --seed S`, so every game can be looked at again.

*Two players.* Every pair of bots plays every deal twice, with seats swapped.

*More players.* Every deal is played by one line-up in all rotations of the seats, so that each
bot sits in each seat equally often. Line-ups take turns: a *cycle* has every combination of the
bots once, in random order, but line-ups whose bots have played and met least come first. If there
are fewer bots than seats, each bot gets the same number of seats, and the remaining seats go to
every combination of bots in turn. If bots that sit twice make two rotations equal, these are played
once. In every other cycle a line-up sits in the reverse order of the previous cycle, so that left
and right neighbours are swapped; in the cycles between, the order is random.

All randomness comes from the tournament's seed. A schedule has no end: a tournament takes as many
whole deals from it as it needs for the wanted number of games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

LOOK_AHEAD = 64  # line-ups among which the next one is chosen


@dataclass(frozen=True)
class Deal:
    """A game seed, and the seatings that play it; bots are numbers."""

    number: int
    seatings: tuple[tuple[int, ...], ...]


def line_ups(bots: int, players: int) -> list[tuple[int, ...]]:
    """Every line-up: combinations of the bots, or all bots several times and some once more."""
    everybody = tuple(range(bots)) * (players // bots) if bots < players else ()
    rest = players - len(everybody)
    return [tuple(sorted(everybody + more)) for more in combinations(range(bots), rest)]


def deals(bots: int, players: int, seed: str) -> Iterator[Deal]:
    """The deals of a tournament, one after the other, without end."""
    ups = line_ups(bots, players)
    if players == 2:
        pairs = tuple(seats for up in ups for seats in rotations(up))
        number = 0
        while True:
            yield Deal(number, pairs)
            number += 1
    yield from _taking_turns(ups, seed)


def _taking_turns(ups: list[tuple[int, ...]], seed: str) -> Iterator[Deal]:
    orders: dict[tuple[int, ...], tuple[int, ...]] = {}
    number = cycle = 0
    while True:
        for up in _spread(ups, Random(f"{seed}/line-ups/{cycle}")):
            if cycle % 2 == 0:
                lot = Random(f"{seed}/seats/{number}")
                orders[up] = tuple(lot.sample(up, len(up)))
            else:
                orders[up] = orders[up][::-1]
            yield Deal(number, rotations(orders[up]))
            number += 1
        cycle += 1


def rotations(seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All rotations of a seating that differ."""
    turned = [seats[k:] + seats[:k] for k in range(len(seats))]
    return tuple(dict.fromkeys(turned))


def _spread(ups: list[tuple[int, ...]], lot: Random) -> Iterator[tuple[int, ...]]:
    """The line-ups in an order in which all bots, and all pairs, come up evenly."""
    waiting = lot.sample(ups, len(ups))
    played: Counter[int] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    while waiting:
        up = min(
            waiting[:LOOK_AHEAD],
            key=lambda up: (
                sum(played[bot] for bot in up),
                sum(met[pair] for pair in combinations(up, 2)),
            ),
        )
        waiting.remove(up)
        played.update(up)
        met.update(combinations(up, 2))
        yield up


def scheduled(bots: int, players: int, seed: str, games: int) -> list[Deal]:
    """As many whole deals as have at least so many games."""
    chosen: list[Deal] = []
    for deal in deals(bots, players, seed):
        chosen.append(deal)
        games -= len(deal.seatings)
        if games <= 0:
            break
    return chosen


def cycle_length(bots: int, players: int) -> int:
    """After how many deals all line-ups have played equally often."""
    return 1 if players == 2 else len(line_ups(bots, players))


FIRST_LOOK = 16  # deals; fewer give no reliable standard error


def looks(bots: int, players: int, total: int) -> list[int]:
    """After how many deals `--until-clear` tests the ranking: first after whole cycles of at least
    16 deals, then after twice as many, and so on, and at the end."""
    cycle = cycle_length(bots, players)
    look = cycle * -(-FIRST_LOOK // cycle)
    found = []
    while look < total:
        found.append(look)
        look *= 2
    return [*found, total]
