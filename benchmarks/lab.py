"""How fast `lab balance` is: greedy games played, counted and told, in this one process.

    python benchmarks/lab.py [GAMES]

Processor time, because other work may share the machine; on two cores the playing takes half of it.
"""

from __future__ import annotations

import sys
from time import perf_counter, process_time

from baumeister.lab.balance.games import Plan
from baumeister.lab.balance.results import section_of
from baumeister.lab.distributed.scheduler import Here
from baumeister.lab.series import Series, compile_for

ROWS = (("tybor", 4), ("tybor", 2), ("samara", 4), ("samara", 2))
WANTED = 100_000


def main() -> None:
    """Measure and print a table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    print("| game | players | games | core s | wall s | report s | 100,000 games, core s |")
    print("|---|---|---|---|---|---|---|")
    for name, players in ROWS:
        series = Series(name, players, ("greedy",) * players, "bench")
        compile_for(series)
        plan = Plan(series, games)
        wall, used = perf_counter(), process_time()
        plan.play(Here(), lambda outcome: None)
        used, wall = process_time() - used, perf_counter() - wall
        told = process_time()
        section_of(plan)
        told = process_time() - told
        whole = used * WANTED / games + told
        cells = (name, players, games, f"{used:.1f}", f"{wall:.1f}", f"{told:.1f}", f"{whole:.0f}")
        print(f"| {' | '.join(str(cell) for cell in cells)} |")


if __name__ == "__main__":
    main()
