"""The server in a simulated world: nothing is lost, doubled, told too early or to the wrong person,
whatever breaks.

A failing test prints a seed: `python3 run.py simulate-server --seed N` shows the same world again.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.world.__main__ import story_of
from tests.world.scenario import KINDS, Scenario, TablePlan, generate, shrink
from tests.world.world import run

MET = (
    263739612,  # a server that failed to start again and again seemed alive
    441806961,  # outages that clocks needed were forgotten after the machine's clock was set back
    829694599,  # of two copies of a command the first was refused, and the second counted
)
FIXED = (*MET, *range(1000, 1014))  # the same worlds in every run (see planted.py)
FRESH = 6  # … and as many that nobody has seen


def check(seed: int) -> None:
    report = run(generate(seed))
    assert report.violation is None, story_of(report)
    assert report.counts["snapshots"] > 0


@pytest.mark.parametrize("seed", FIXED)
def test_a_world_that_was_seen_before(seed: int) -> None:
    check(seed)


@pytest.mark.parametrize("number", range(FRESH))
def test_a_world_that_nobody_has_seen(number: int) -> None:
    check(int.from_bytes(os.urandom(4)))


def test_the_same_seed_gives_the_same_world_in_every_process() -> None:
    code = "from tests.world.scenario import generate; from tests.world.world import run;"
    code += "print(run(generate(5)).digest)"
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert digests == {run(generate(5)).digest.encode() + b"\n"}


def test_every_kind_of_fault_is_injected() -> None:
    kinds = {fault.kind for seed in FIXED for fault in generate(seed).faults}
    assert kinds == set(KINDS)


def test_a_failing_scenario_is_made_smaller() -> None:
    wanted = generate(3)

    def fails(scenario: Scenario) -> bool:
        return any(fault == wanted.faults[4] for fault in scenario.faults)

    smallest = shrink(wanted, fails)
    assert smallest.faults == (wanted.faults[4],)
    assert len(smallest.tables) == 1


def test_a_world_without_faults_ends_a_game() -> None:
    plan = TablePlan("tybor", 2, 1, None, False, 0.0, pace=0.5, stays=10_000.0, undoes=0, hands=0)
    report = run(Scenario(1, 200.0, 1, (plan,)))
    assert report.violation is None
    assert report.faults == {}
    assert report.counts["acknowledged"] > 50
