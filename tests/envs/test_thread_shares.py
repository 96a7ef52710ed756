"""Shares of a task in several threads: each runs once, and none outlives the call."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import wait

import pytest

np = pytest.importorskip("numpy", reason="the batch is made of numpy arrays")

from baumeister.envs import thread_shares  # noqa: E402
from baumeister.envs.batch import BatchEnv  # noqa: E402
from baumeister.envs.thread_shares import ThreadShares  # noqa: E402
from baumeister.kernel.rule import can_compile  # noqa: E402
from tests.another_process import in_another_process  # noqa: E402

A_WHILE = 0.02  # seconds, longer than it takes to wake a thread

needs_numba = pytest.mark.skipif(not can_compile(), reason="numba is not installed")


@pytest.fixture(autouse=True)
def no_test_hangs() -> Iterator[None]:
    """A test that waits for ever shows where, and ends."""
    import faulthandler

    faulthandler.dump_traceback_later(300, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
def test_every_share_runs_once_in_every_call(threads: int) -> None:
    shares, done = ThreadShares(threads), list[tuple[int, int]]()
    for turn in range(200):
        shares.run(lambda share, turn=turn: done.append((turn, share)))  # type: ignore[misc]
        assert len(done) == threads * (turn + 1)
    shares.close()
    assert sorted(done) == [(turn, share) for turn in range(200) for share in range(threads)]


def test_shares_run_at_the_same_time_and_the_caller_does_the_first() -> None:
    shares, together, threads = ThreadShares(3), threading.Barrier(3), dict[int, int]()

    def task(share: int) -> None:
        together.wait(60)
        threads[share] = threading.get_ident()

    shares.run(task)
    shares.close()
    assert len(set(threads.values())) == 3
    assert threads[0] == threading.get_ident()


@pytest.mark.parametrize("broken", [0, 1, 2])
@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt])
def test_what_a_share_raises_is_raised_when_no_share_is_running(
    broken: int, kind: type[BaseException]
) -> None:
    shares, running, begun = ThreadShares(3), list[int](), threading.Barrier(3)

    def task(share: int) -> None:
        running.append(share)
        begun.wait(60)
        if share != broken:
            time.sleep(A_WHILE)
        running.remove(share)
        if share == broken:
            raise kind("broken")

    for _ in range(3):
        with pytest.raises(kind, match="broken"):
            shares.run(task)
        assert running == []
    seen: list[int] = []
    shares.run(seen.append)
    shares.close()
    assert sorted(seen) == [0, 1, 2]


class Interrupts:
    """Raises KeyboardInterrupt in the caller's next waits, as Ctrl-C would."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = 0
        self._caller = threading.get_ident()
        monkeypatch.setattr(thread_shares, "wait", self.wait)

    def wait(self, futures: object) -> object:
        if self.left and threading.get_ident() == self._caller:
            self.left -= 1
            raise KeyboardInterrupt
        return wait(futures)  # type: ignore[arg-type]


def test_after_ctrl_c_shares_that_have_begun_end_before_the_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    interrupts, shares, ended = Interrupts(monkeypatch), ThreadShares(2), list[int]()
    is_in = threading.Event()

    def task(share: int) -> None:
        if share:
            is_in.set()
            time.sleep(A_WHILE)
        else:
            is_in.wait(60)
        ended.append(share)

    interrupts.left = 1
    with pytest.raises(KeyboardInterrupt):
        shares.run(task)
    assert ended == [0, 1]
    shares.close()


def test_after_ctrl_c_shares_that_have_not_begun_are_skipped() -> None:
    shares, begun = ThreadShares(2), list[int]()
    shares.run(begun.append)
    may_go = threading.Event()
    shares._pool.submit(may_go.wait, 60)  # the only thread of the pool is busy

    def task(share: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shares.run(task)
    may_go.set()
    shares.run(begun.append)
    shares.close()
    assert sorted(begun) == [0, 0, 1, 1]


def test_after_a_second_ctrl_c_settle_waits_for_the_shares(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shares, ended = ThreadShares(2), list[int]()
    is_in, may_go = threading.Event(), threading.Event()

    def task(share: int) -> None:
        if share == 0:
            is_in.wait(60)
            raise KeyboardInterrupt
        is_in.set()
        may_go.wait(60)
        time.sleep(A_WHILE)
        ended.append(share)

    def interrupted(_: ThreadShares) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(ThreadShares, "settle", interrupted)
        with pytest.raises(KeyboardInterrupt):
            shares.run(task)
    assert ended == []
    may_go.set()
    shares.settle()
    assert ended == [1]
    shares.close()


@needs_numba
def test_a_real_ctrl_c_leaves_a_batch_that_can_be_reset() -> None:
    code = """
import _thread, signal, threading
from baumeister.envs.batch import BatchEnv

env = BatchEnv("samara", 64, 2, seed=1, threads=2)
first, armed, caught, stop = env.observations.copy(), False, 0, threading.Event()

def interrupted(*_):
    global armed
    if armed:
        armed = False
        raise KeyboardInterrupt

def interrupt():
    while not stop.wait(0.003):
        _thread.interrupt_main()

signal.signal(signal.SIGINT, interrupted)
threading.Thread(target=interrupt, daemon=True).start()
while caught < 40:
    try:
        armed = True
        while True:
            env.step(env.sample())
    except KeyboardInterrupt:
        caught += 1
stop.set()
env.reset()
print((env.observations == first).all())
"""
    assert in_another_process(["-c", code]) == "True\n"


def threads_end(before: set[threading.Thread]) -> bool:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if set(threading.enumerate()) <= before:
            return True
        time.sleep(0.01)
    return False


def test_threads_that_cannot_be_started_are_an_error_every_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shares, before = ThreadShares(3), set(threading.enumerate())

    def fails(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", fails)
        for _ in range(3):
            with pytest.raises(RuntimeError, match="new thread"):
                shares.run(lambda share: None)
    seen: list[int] = []
    shares.run(seen.append)
    shares.close()
    assert sorted(seen) == [0, 1, 2]
    assert threads_end(before)


@needs_numba
@pytest.mark.parametrize("broken", [False, True])
def test_a_batch_that_is_forgotten_keeps_no_threads(broken: bool) -> None:
    before = set(threading.enumerate())
    env = BatchEnv("samara", 12, 2, seed=1, threads=3)
    assert set(threading.enumerate()) - before  # one or two: the pool uses an idle thread again

    def task(games: object, env: BatchEnv = env) -> None:
        raise ValueError(f"{env}")

    if broken:
        with pytest.raises(ValueError, match="BatchEnv"):
            env.for_all_games(task)
    gone = weakref.ref(env)
    del env, task
    assert ends_after(gc.collect, lambda: gone() is None)
    assert threads_end(before)


def ends_after(act: Callable[[], object], is_so: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        act()
        if is_so():
            return True
        time.sleep(0.01)
    return False


@needs_numba
def test_a_batch_that_is_closed_keeps_no_threads() -> None:
    before = set(threading.enumerate())
    env = BatchEnv("samara", 12, 2, seed=1, threads=3)
    env.close()
    env.close()
    assert threads_end(before)


@needs_numba
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


@needs_numba
def test_a_program_ends_with_its_batch_still_open() -> None:
    code = """
from baumeister.envs.batch import BatchEnv
env = BatchEnv("samara", 8, 2, seed=1, threads=3)
env.step(env.sample())
print("over")
"""
    assert in_another_process(["-c", code]) == "over\n"
