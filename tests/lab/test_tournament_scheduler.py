"""Processes that die take with them only what they were at, and that is tried again."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from baumeister.lab.distributed.scheduler import (
    TRIES_DIED,
    TRIES_RAISED,
    Here,
    LocalProcesses,
    Scheduler,
    WorkerDied,
)


def double(task: int) -> int:
    return 2 * task


def double_or_raise(task: int) -> int:
    if task == 3:
        raise ValueError("three")
    return 2 * task


class StrangeError(Exception):
    """Cannot be made again from its arguments."""

    def __init__(self, a: int, b: int) -> None:
        super().__init__(f"{a} and {b}")


def raise_strangely(task: int) -> int:
    raise StrangeError(task, task)


def die_once(task: tuple[int, Path]) -> int:
    number, marker = task
    if number == 2 and not marker.exists():
        marker.touch()
        os._exit(7)
    return 2 * number


def is_quiet(task: int) -> bool:
    return "BAUMEISTER_QUIET" in os.environ


def die_of_three(task: int) -> int:
    if task == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * task


@pytest.fixture(scope="module")
def processes() -> Iterator[LocalProcesses]:
    scheduler = LocalProcesses(2)
    yield scheduler
    scheduler.close()


def test_every_task_is_done(processes: LocalProcesses) -> None:
    for scheduler in (Here(), processes):
        outcomes = list(scheduler.run(double, range(10)))
        assert sorted(outcome.task for outcome in outcomes) == list(range(10))
        assert all(outcome.result == 2 * outcome.task for outcome in outcomes)


def test_an_exception_is_reported_and_tried_again(processes: LocalProcesses) -> None:
    for scheduler in (Here(), processes):
        outcomes = list(scheduler.run(double_or_raise, range(6)))
        failed = [outcome for outcome in outcomes if outcome.problem is not None]
        assert [str(outcome.problem) for outcome in failed] == ["three"] * TRIES_RAISED
        assert [outcome.again for outcome in failed] == [True, False]
        assert sum(outcome.result is not None for outcome in outcomes) == 5


def test_an_exception_that_cannot_travel_is_told_in_words(processes: LocalProcesses) -> None:
    problem = next(processes.run(raise_strangely, [1])).problem
    assert str(problem) == "1 and 1"


def test_a_process_that_dies_once_loses_nothing(processes: LocalProcesses, tmp_path: Path) -> None:
    tasks = [(number, tmp_path / "marker") for number in range(6)]
    outcomes = list(processes.run(die_once, tasks))
    assert sorted(o.result for o in outcomes if o.result is not None) == [0, 2, 4, 6, 8, 10]
    [died] = [outcome for outcome in outcomes if outcome.problem is not None]
    assert died.again
    assert isinstance(died.problem, WorkerDied)
    assert died.problem.exit_code == 7


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")
def test_a_task_that_kills_every_process_is_given_up(processes: LocalProcesses) -> None:
    outcomes = list(processes.run(die_of_three, range(5)))
    assert sorted(o.result for o in outcomes if o.result is not None) == [0, 2, 4, 8]
    died = [outcome for outcome in outcomes if isinstance(outcome.problem, WorkerDied)]
    assert [outcome.again for outcome in died] == [True] * (TRIES_DIED - 1) + [False]
    assert {str(outcome.problem) for outcome in died} == {"the process ended with exit code -9"}


def test_a_run_that_nobody_listens_to_any_more_is_forgotten(processes: LocalProcesses) -> None:
    assert next(processes.run(double_or_raise, [3, 3, 3])).problem is not None
    assert sorted(o.result or 0 for o in processes.run(double, [1, 2, 3])) == [2, 4, 6]


def test_both_are_schedulers() -> None:
    schedulers: list[Scheduler] = [Here(), LocalProcesses(1)]
    for scheduler in schedulers:
        assert list(scheduler.run(double, [])) == []
        scheduler.close()


def test_processes_do_not_repeat_that_the_rules_are_compiled(
    processes: LocalProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BAUMEISTER_QUIET", raising=False)
    assert not is_quiet(0)
    assert [outcome.result for outcome in processes.run(is_quiet, [1, 2, 3])] == [True] * 3
    assert not is_quiet(4)
