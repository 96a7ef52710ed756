"""Run the server in a simulated world: `python3 run.py simulate-server --seed N`.

    --seed N       one world, with its story; a failing one is made smaller and shown
    --seconds S    fresh worlds for so many seconds of the real clock, from a random first seed
    --faults N     fresh worlds until so many faults have been injected
    --measure      how much faster than real time: 20 tables at people's pace, two servers
    --find-bugs    every planted bug has to be found within a minute of processor time

The exit code is 1 if anything was violated.
"""

from __future__ import annotations

import argparse
import math
import secrets
import sys
import time
from collections import Counter
from dataclasses import replace

import pytest

from tests.world.planted import BUGS
from tests.world.scenario import Scenario, TablePlan, generate, shrink
from tests.world.world import Report, run

MEASURED_SECONDS = 3600.0
A_MINUTE = 60.0  # also between two lines that say how far it is


def story_of(report: Report) -> str:
    """A failing world as people read it: the smallest scenario that fails in the same way, and its
    story."""
    smallest = shrink(report.scenario, lambda scenario: run(scenario).kind == report.kind)
    again = run(smallest)
    lines = [
        f"seed {report.scenario.seed}: {report.violation}",
        f"python3 run.py simulate-server --seed {report.scenario.seed}",
        "",
        "smallest scenario that fails:",
        str(smallest),
        "",
        *again.story,
    ]
    return "\n".join(lines)


def one(seed: int) -> int:
    """One world."""
    report = run(generate(seed))
    if report.violation is not None:
        print(story_of(report))
        return 1
    print(report.scenario)
    print(*report.story, sep="\n")
    print(f"seed {seed}: no violation, {summary([report])}, digest {report.digest}")
    return 0


def many(seconds: float, faults: float, first: int) -> int:
    """Fresh worlds until the time is up, or so many faults have been injected."""
    reports: list[Report] = []
    injected: Counter[str] = Counter()
    ends, says = time.monotonic() + seconds, time.monotonic() + A_MINUTE
    for seed in range(first, first + 10**9):
        report = run(generate(seed))
        reports.append(replace(report, story=[]))
        injected += report.faults
        if report.violation is not None:
            print(story_of(report))
            print(f"1 violation in {len(reports)} worlds from seed {first}, {summary(reports)}")
            return 1
        if time.monotonic() >= ends or injected.total() >= faults:
            break
        if time.monotonic() >= says:
            says += A_MINUTE
            print(f"{len(reports)} worlds so far, no violation, {summary(reports)}", flush=True)
    print(f"{len(reports)} worlds from seed {first}: no violation, {summary(reports)}")
    for what, number in injected.most_common():
        print(f"{number:8} {what}")
    return 0


def summary(reports: list[Report]) -> str:
    """What happened in some worlds."""
    counts = sum((Counter(report.counts) for report in reports), Counter[str]())
    faults = sum(sum(report.faults.values()) for report in reports)
    simulated = sum(report.simulated for report in reports)
    real = sum(report.seconds for report in reports)
    return (
        f"{faults} faults, {counts['entries']} entries, {counts['acknowledged']} acknowledged"
        f" commands, {counts['snapshots']} snapshots, {simulated:.0f} simulated seconds in"
        f" {real:.1f} s of processor time ({simulated / real:.0f} times real time)"
    )


def at_peoples_pace() -> Scenario:
    """20 tables whose people think for a minute about a decision on average, on two servers."""
    plan = TablePlan("tybor", 4, 0, None, False, 0.0, pace=60.0, stays=1800.0, repeats=0.0)
    tables = [replace(plan, begins=float(number)) for number in range(10)]
    tables += [replace(one, game="samara", people=3, bots=1) for one in tables]
    return Scenario(0, MEASURED_SECONDS, 2, tuple(tables))


def find_bugs() -> int:
    """Plant each bug, and look for it with fresh worlds."""
    missed = 0
    for name, plant in BUGS.items():
        with pytest.MonkeyPatch.context() as patch:
            plant(patch)
            found, seconds, worlds = search(secrets.randbelow(10**9))
        print(f"{name:32} {seconds:5.1f} s {worlds:4} worlds  {found or 'NOT FOUND'}", flush=True)
        missed += found is None
    return 1 if missed else 0


def search(first: int) -> tuple[str | None, float, int]:
    """The first violation within a minute of processor time, and how long and how many worlds it
    took."""
    began = time.process_time()
    for worlds, seed in enumerate(range(first, first + 10**6), 1):
        violation = run(generate(seed)).violation
        seconds = time.process_time() - began
        if violation is not None or seconds > A_MINUTE:
            return violation, seconds, worlds
    raise AssertionError


def main(words: list[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser("simulate-server", description=__doc__.splitlines()[0])
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--seed", type=int, help="one world, with its story")
    kind.add_argument("--seconds", type=float, default=60.0, help="fresh worlds for so long")
    kind.add_argument("--faults", type=int, help="fresh worlds until so many faults")
    kind.add_argument("--measure", action="store_true", help="how much faster than real time")
    kind.add_argument("--find-bugs", action="store_true", help="find every planted bug")
    asked = parser.parse_args(words)
    if asked.measure:
        report = run(at_peoples_pace())
        print(summary([report]))
        return 1 if report.violation else 0
    if asked.find_bugs:
        return find_bugs()
    if asked.seed is not None:
        return one(asked.seed)
    first = secrets.randbelow(10**9)
    if asked.faults is not None:
        return many(math.inf, asked.faults, first)
    return many(asked.seconds, math.inf, first)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
