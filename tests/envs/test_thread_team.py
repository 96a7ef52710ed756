"""Threads that share the games of a batch: everybody does every turn once, whoever is slow."""

from __future__ import annotations

import gc
import random
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress

import pytest

np = pytest.importorskip("numpy", reason="the batch is made of numpy arrays")

from baumeister.envs import thread_team  # noqa: E402
from baumeister.envs.batch import BatchEnv  # noqa: E402
from baumeister.envs.thread_team import ThreadTeam  # noqa: E402
from baumeister.kernel.rule import can_compile  # noqa: E402
from tests.another_process import in_another_process  # noqa: E402

pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed")

A_WHILE = 0.003  # seconds, longer than anybody waits without going to sleep


@pytest.fixture(autouse=True)
def nobody_hangs() -> object:
    """Whoever waits for ever is told where, and the tests end."""
    import faulthandler

    faulthandler.dump_traceback_later(300, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
@pytest.mark.parametrize("let_in", [True, False])
def test_everybody_does_every_turn_once(threads: int, let_in: bool) -> None:
    team, rng = ThreadTeam(threads, share_short=True), random.Random(threads)
    done: list[tuple[int, int]] = []
    for turn in range(300):
        slow = rng.choice([None] * 8 + list(range(threads)))

        def task(who: int, turn: int = turn, slow: int | None = slow) -> None:
            if let_in:
                team.let_in(who)
            if who == slow:
                time.sleep(A_WHILE)
            done.append((turn, who))

        (team.run, team.run_short)[turn % 2](task)
        assert len(done) == threads * (turn + 1)  # nobody is still at it
        if rng.random() < 0.1:
            time.sleep(A_WHILE)  # all the others fall asleep
    assert sorted(done) == [(turn, who) for turn in range(300) for who in range(threads)]
    team.dismiss()


def test_turns_without_a_pause() -> None:
    team, done = ThreadTeam(3), [0] * 3

    def task(who: int) -> None:
        team.let_in(who)
        done[who] += 1

    for _ in range(5000):
        team.run(task)
    assert done == [5000] * 3
    team.dismiss()


def test_short_tasks_wake_nobody_once_threads_were_slow() -> None:
    team = ThreadTeam(2, share_short=True)

    def slowly(who: int) -> None:
        if who == 1:
            time.sleep(A_WHILE)

    def in_whose_hands() -> set[int]:
        hands: set[int] = set()
        team.run_short(lambda _: hands.add(threading.get_ident()))
        return hands

    assert len(in_whose_hands()) == 2
    for _ in range(30):
        team.run(slowly)
    assert in_whose_hands() == {threading.get_ident()}
    team.dismiss()


@pytest.mark.parametrize("broken", [0, 1, 2])
@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt])
def test_what_goes_wrong_is_told_and_the_others_go_on(
    broken: int, kind: type[BaseException]
) -> None:
    team, done = ThreadTeam(3), [0] * 3

    def task(who: int) -> None:
        if who == broken:
            raise kind("broken")
        time.sleep(A_WHILE)
        done[who] += 1

    for turn in range(1, 4):
        with pytest.raises(kind, match="broken"):
            team.run(task)
        assert done == [0 if who == broken else turn for who in range(3)]
    seen: list[int] = []
    team.run(seen.append)
    assert sorted(seen) == [0, 1, 2]
    team.dismiss()


@pytest.mark.parametrize(
    "point", ["_call", "_ring", "_wait_for_all", "_sleep_over", "perf_counter"]
)
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_nobody_hangs_wherever_the_caller_is_called_away(
    monkeypatch: pytest.MonkeyPatch, point: str, after: bool, times: int
) -> None:
    """By Ctrl-C, and when it settles that by another one."""
    team, done, caller = ThreadTeam(3), [0] * 3, threading.get_ident()
    real, left = getattr(thread_team, point), [0]

    def called_away(*arguments: object) -> object:
        is_now = left[0] > 0 and threading.get_ident() == caller
        left[0] -= is_now
        found = real(*arguments) if after or not is_now else None
        if is_now:
            raise KeyboardInterrupt
        return found

    def task(who: int) -> None:
        team.let_in(who)
        if who == 1:
            time.sleep(A_WHILE)  # the caller goes to sleep, too
        done[who] += 1

    monkeypatch.setattr(thread_team, point, called_away)
    for _ in range(3):
        team.run(task)
        time.sleep(A_WHILE)  # the others are to be woken
        left[0] = times
        while left[0]:
            with suppress(KeyboardInterrupt):
                team.run(task)
        team.settle()
        settled = list(done)
        team.run(task)
        assert done == [one + 1 for one in settled]
    team.dismiss()


@pytest.mark.parametrize("point", ["_call", "_ring", "_come_in"])
@pytest.mark.parametrize("after", [False, True])
def test_who_was_about_to_be_let_go_is_replaced(
    monkeypatch: pytest.MonkeyPatch, point: str, after: bool
) -> None:
    """If Ctrl-C comes in between."""
    before, caller = set(threading.enumerate()), threading.get_ident()
    team = ThreadTeam(3)
    team.run(team.let_in)
    real = getattr(thread_team, point)

    def called_away(*arguments: object) -> object:
        found = real(*arguments) if after or threading.get_ident() != caller else None
        if threading.get_ident() == caller:
            raise KeyboardInterrupt
        return found

    with monkeypatch.context() as patch:
        patch.setattr(thread_team, point, called_away)
        with pytest.raises(KeyboardInterrupt):
            team.dismiss()
    seen: list[int] = []
    team.run(seen.append)
    assert sorted(seen) == [0, 1, 2]
    team.dismiss()
    assert threads_end(before)


def broken_off_twice(
    team: ThreadTeam, task: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn that goes on without its caller: Ctrl-C, and once more while that is settled."""

    def called_away(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(ThreadTeam, "_wait", called_away)
        with pytest.raises(KeyboardInterrupt):
            team.run(task)


def test_what_failed_in_a_turn_that_was_broken_off_is_not_told_of_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    team, is_in, may_fail = ThreadTeam(2), threading.Event(), threading.Event()

    def task(who: int) -> None:
        team.let_in(who)
        if who == 0:
            is_in.wait()
        if who == 1:
            is_in.set()
            may_fail.wait()
            raise ValueError

    broken_off_twice(team, task, monkeypatch)
    may_fail.set()
    seen: list[int] = []
    team.run(seen.append)
    assert sorted(seen) == [0, 1]
    team.dismiss()


def test_a_batch_that_only_its_own_thread_still_has_goes_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, is_in, may_go = set(threading.enumerate()), threading.Event(), threading.Event()
    env = BatchEnv("samara", 12, 2, seed=1, threads=3)

    def task(who: int, env: BatchEnv = env) -> None:
        env._team.let_in(who)
        if who == 0:
            is_in.wait()
        if who == 2:
            is_in.set()
            may_go.wait()

    broken_off_twice(env._team, task, monkeypatch)
    gone = weakref.ref(env)
    del env, task
    gc.collect()
    assert gone() is not None
    may_go.set()
    assert threads_end(before)
    gc.collect()
    assert gone() is None


def test_threads_that_cannot_be_had_are_told_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    team, start = ThreadTeam(3), threading.Thread.start
    started: list[threading.Thread] = []
    before = set(threading.enumerate())

    def second_fails(thread: threading.Thread) -> None:
        if len(started) % 2:
            started.append(thread)
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", second_fails)
        for _ in range(3):
            with pytest.raises(RuntimeError, match="new thread"):
                team.run(lambda who: None)
    assert threads_end(before)
    seen: list[int] = []
    team.run(seen.append)
    assert sorted(seen) == [0, 1, 2]
    team.dismiss()


def test_a_batch_is_forgotten_whatever_went_wrong() -> None:
    env = BatchEnv("samara", 12, 2, seed=1, threads=3)

    def broken(who: int, env: BatchEnv = env) -> None:
        raise ValueError(f"{env} {who}")

    gone, task = weakref.ref(env), broken
    with pytest.raises(ValueError, match="BatchEnv"):
        env._team.run(task)
    del env, task, broken
    deadline = time.monotonic() + 60
    while gone() is not None and time.monotonic() < deadline:
        gc.collect()
        time.sleep(0.01)
    assert gone() is None


def threads_end(before: set[threading.Thread]) -> bool:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if set(threading.enumerate()) <= before:
            return True
        time.sleep(0.01)
    return False


def test_a_batch_that_is_closed_or_forgotten_keeps_no_threads() -> None:
    before = set(threading.enumerate())
    for ending in ("close", "forget", "forget awake"):
        env = BatchEnv("samara", 12, 2, seed=1, threads=3)
        assert len(set(threading.enumerate()) - before) == 2
        if ending != "forget awake":
            time.sleep(A_WHILE)
        if ending == "close":
            env.close()
            env.close()
        del env
        gc.collect()
        assert threads_end(before), ending


def test_a_batch_goes_on_in_a_forked_process() -> None:
    code = """
import os
from baumeister.envs.batch import BatchEnv
if hasattr(os, "fork"):
    env = BatchEnv("samara", 8, 2, seed=1, threads=2)
    env.step(env.sample())
    child = os.fork()
    for _ in range(50):
        env.step(env.sample())
    if child:  # one after the other: lines of two processes may mix
        assert os.waitpid(child, 0)[1] == 0
    print(env.observations.sum(), flush=True)
    if child == 0:
        os._exit(0)
"""
    words = in_another_process(["-W", "ignore", "-c", code]).split()
    assert len(words) in (0, 2)
    assert len(set(words)) <= 1


def test_a_program_ends_with_its_batch_still_open() -> None:
    code = """
import time
from baumeister.envs.batch import BatchEnv
awake, asleep = (BatchEnv("samara", 8, 2, seed=1, threads=3) for _ in range(2))
time.sleep(0.1)
awake.step(awake.sample())
print("over")
"""
    assert in_another_process(["-c", code]) == "over\n"
