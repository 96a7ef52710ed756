"""How the batch environment scales with cores: one batch with several threads, compared with one
thread and with one batch for each Python thread, in one run.

    python benchmarks/envs/threads.py               # two threads
    python benchmarks/envs/threads.py --threads 4

All take turns, by wall-clock time, with random legal actions, masks and observations, four players.
The table has medians of the rounds.
"""

from __future__ import annotations

import argparse
import platform
import sys
from datetime import UTC, datetime
from statistics import median
from threading import Barrier, Thread
from time import perf_counter

from baumeister.envs.batch import BatchEnv

PLAYERS = 4
SIZES = 512, 1024, 2048, 4096, 8192
ROUNDS = 7
SECONDS = 0.4  # for each of them in each round, about


def rate(env: BatchEnv) -> float:
    """Decisions a second."""
    start, decisions = perf_counter(), 0
    while perf_counter() - start < SECONDS:
        env.step(env.sample())
        decisions += env.n
    return decisions / (perf_counter() - start)


def rate_side_by_side(envs: list[BatchEnv]) -> float:
    """Decisions a second of all batches together, each in its own thread."""
    together, rates = Barrier(len(envs)), []

    def play(env: BatchEnv) -> None:
        together.wait()
        rates.append(rate(env))

    threads = [Thread(target=play, args=(env,)) for env in envs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(rates)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    threads = options.threads
    print(f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}\n")
    print(
        f"| game | games | 1 thread | {threads} threads | ratio "
        f"| {threads} batches, one per thread | ratio |"
    )
    print("|---|---|---|---|---|---|---|")
    for game in ("tybor", "samara"):
        for size in SIZES:
            alone = BatchEnv(game, size, PLAYERS, seed=1)
            shared = BatchEnv(game, size, PLAYERS, seed=1, threads=threads)
            parts = [BatchEnv(game, size // threads, PLAYERS, seed=k) for k in range(threads)]
            rows = [
                (rate(alone), rate(shared), rate_side_by_side(parts)) for _ in range(options.rounds)
            ]
            one, two, limit = (median(found) for found in zip(*rows, strict=True))
            print(
                f"| {game} | {size:,} | {one:,.0f} | {two:,.0f} | {two / one:.2f} "
                f"| {limit:,.0f} | {limit / one:.2f} |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
