"""Which search wins more games: variants of the search bot against each other.

    python benchmarks/search/variants.py tybor --games 200
    python benchmarks/search/variants.py samara --games 200 --only playouts
    python benchmarks/search/variants.py samara --games 200 --only network --walks 150
    python benchmarks/search/variants.py samara --games 200 --only network --seconds 0.01

Each variant plays the search as it ships with the same number of walks, or with as many as it
can make in the same time where it is quicker; with --seconds both have the same time for each
decision. Every deal is played twice with seats swapped.
The numbers in docs/bots.md come from here.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import baumeister
from baumeister.bots.search import Analyst, Budget
from baumeister.bots.search.games import SETTINGS

WALKS = 500
UNIFORM = 1.0e6  # so blurred that every action is as good as any other, or trusted as much


@dataclass(frozen=True)
class Variant:
    """A way to search that differs from the one that ships in some settings."""

    group: str
    name: str
    settings: dict[str, float]
    times: float = 1.0  # as many walks as the search that ships
    network: bool = False  # whether it asks the network


VARIANTS = (
    Variant("playouts", "uniform playouts, same number of walks", {"blur": UNIFORM}),
    # A playout by lot alone takes half the time of one by judgement, with the walk around it.
    Variant("playouts", "uniform playouts, same time", {"blur": UNIFORM}, 2.0),
    Variant("playouts", "half the blur", {"blur": 0.5}),
    Variant("playouts", "twice the blur", {"blur": 2.0}),
    Variant("priors", "no promise from the greedy bot", {"trust": UNIFORM}),
    Variant("priors", "half the trust", {"trust": 2.0}),
    Variant("priors", "twice the trust", {"trust": 0.5}),
    Variant("network", "asks the network", {}, network=True),
    Variant("network", "the network as promise only", {"tries": 0.0}, network=True),
    Variant("network", "it counts like three times as many tries", {"tries": 3.0}, network=True),
    Variant("trees", "one tree for all, or one each: the other way", {"one_tree": 0.0}),
    Variant("exploration", "half the exploration", {"exploration": 0.5}),
    Variant("exploration", "twice the exploration", {"exploration": 2.0}),
    Variant("result", "winning alone counts", {"margin": 0.0}),
    Variant("result", "the lead alone counts", {"margin": UNIFORM}),
)


def budget_for(walks: int, seconds: float | None, times: float = 1.0) -> Budget:
    """So many walks, or as many as can be made in the time."""
    return Budget(seconds=seconds) if seconds else Budget(iterations=int(times * walks))


def play(game: str, variant: Variant, k: int, walks: int, seconds: float | None) -> float:
    """Game k; the share of the win for the variant."""
    standard = SETTINGS[game]
    changed = {name: getattr(standard, name) * factor for name, factor in variant.settings.items()}
    if "one_tree" in changed:
        changed["one_tree"] = not standard.one_tree
    if "margin" in changed:
        changed["margin"] = min(1.0, changed["margin"])
    own = k % 2
    table = baumeister.game(game).new(2, f"variants/{k // 2}")
    analysts = [Analyst(f"{k}/{seat}", standard) for seat in range(2)]
    analysts[own] = Analyst(f"{k}/{own}", standard._replace(**changed), variant.network)
    budgets = [budget_for(walks, seconds), budget_for(walks, seconds)]
    budgets[own] = budget_for(walks, seconds, variant.times)
    while not table.over:
        seat = table.waiting_for[0]
        view = table.seat_view(seat)
        table.play(seat, analysts[seat].analyse(view, budgets[seat]).best.action)
    return (own in table.winners) / len(table.winners)


def measured(
    pool: ProcessPoolExecutor,
    game: str,
    games: int,
    variants: tuple[Variant, ...],
    walks: int,
    seconds: float | None,
) -> Iterator[str]:
    """A line for each variant: its share of wins with a 95 % interval over deals."""
    for variant in variants:
        same = ([value] * games for value in (game, variant))
        budget = ([value] * games for value in (walks, seconds))
        shares = list(pool.map(play, *same, range(games), *budget, chunksize=4))
        deals = [(shares[k] + shares[k + 1]) / 2 for k in range(0, games, 2)]
        mean = sum(deals) / len(deals)
        spread = sum((share - mean) ** 2 for share in deals) / max(1, len(deals) - 1)
        error = 1.96 * math.sqrt(spread / len(deals))
        much = f"{seconds} s" if seconds else str(int(variant.times * walks))
        yield f"| {variant.name} | {much} | {mean:.1%} ± {error:.1%} |"


def main() -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", choices=sorted(SETTINGS))
    parser.add_argument("--games", type=int, default=200, help="an even number for each variant")
    parser.add_argument("--only", choices=sorted({variant.group for variant in VARIANTS}))
    parser.add_argument("--walks", type=int, default=WALKS)
    parser.add_argument("--seconds", type=float, help="for each decision, instead of walks")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    if args.games < 4 or args.games % 2:
        parser.error(f"--games {args.games}: an even number of at least 4 is needed")
    chosen = tuple(v for v in VARIANTS if args.only in (None, v.group))
    print(f"| {args.game}: against the search as it ships | walks | wins, {args.games} games |")
    print("|---|---|---|")
    with ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
        for line in measured(pool, args.game, args.games, chosen, args.walks, args.seconds):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
