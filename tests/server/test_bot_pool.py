"""The bot pool: whatever happens to worker processes, every question is answered."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

import baumeister
from baumeister.bots import BOTS, BotError, new_bot
from baumeister.bots.hints import hint
from baumeister.kernel import rule
from baumeister.lab.background_compiler import missing
from baumeister.lab.compiling import LOOKING_AHEAD, Piece, compile_piece, mark_complete
from baumeister.lab.distributed import worker_process
from baumeister.play import SeatView
from baumeister.server.bots import pool
from baumeister.server.bots import worker as worker_module
from baumeister.server.bots.pool import BotPool, Closed, NoHint, available_bots
from baumeister.server.bots.turns import STARVING, BotTurns
from baumeister.server.bots.worker import ANSWER, BEGUN, HINT, READY
from baumeister.server.tables.asker import Asker
from tests.server import strange_bots
from tests.world.loop import SimulatedLoop

T = TypeVar("T")
LONG = 300.0  # seconds: a busy machine compiles for minutes

quickly_started = pytest.mark.usefixtures("quick_starts")
needs_numba = pytest.mark.skipif(not rule.can_compile(), reason="looking ahead needs numba")
posix = pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")


@pytest.fixture
def strange(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Strange bots may play in this test; elsewhere the server takes its own only."""

    def named(name: str) -> str:
        kind = f"tests.server.strange_bots:{name}"
        monkeypatch.setitem(BOTS, kind, getattr(strange_bots, name))
        return kind

    return named


@pytest.fixture
def quick_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes come from one that has everything imported already, for tests that are not about
    how they start."""
    if "forkserver" in get_all_start_methods():
        context = get_context("forkserver")
        context.set_forkserver_preload([worker_module.__name__, strange_bots.__name__])
        monkeypatch.setattr(worker_process, "get_context", lambda kind: context)


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """Where strange bots write that they were asked."""
    return tmp_path / "asked"


def view_of(game: str = "tybor", players: int = 2, seed: str = "thinking") -> SeatView:
    table = baumeister.game(game).new(players, seed)
    return table.seat_view(table.waiting_for[0])


def with_bot_pool(
    scene: Callable[[BotPool], Coroutine[Any, Any, T]],
    processes: int = 1,
    clock: Callable[[], float] = time.monotonic,
) -> T:
    """What happens in a scene; afterwards all processes are gone."""

    async def play() -> T:
        bot_pool = BotPool(processes, LONG, clock=clock)
        try:
            return await asyncio.wait_for(scene(bot_pool), LONG)
        finally:
            await bot_pool.close()
            assert bot_pool.processes == bot_pool.working == bot_pool.waiting == 0

    return asyncio.run(play())


async def until(happened: Callable[[], object]) -> None:
    while not happened():
        await asyncio.sleep(0.005)


def pids(asked: Path) -> list[int]:
    return [int(line) for line in asked.read_text().split()] if asked.exists() else []


def is_running(pid: int) -> bool:
    """Whether there is such a process; one that has ended and was not fetched is none."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


# --- answers ----------------------------------------------------------------------------------
@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_the_answer_is_that_of_the_bot_itself(game: str) -> None:
    kinds = ["random", "greedy", "apprentice"]
    view = view_of(game, 3)

    async def scene(bot_pool: BotPool) -> list[int]:
        return [await bot_pool.decide(kind, "7", view) for kind in kinds]

    assert with_bot_pool(scene) == [new_bot(kind, "7").decide(view) for kind in kinds]


@pytest.fixture(scope="module")
def compiled() -> None:
    """The search is in the cache, also when this file alone is tested."""
    for game, size in missing():
        pieces = [Piece(part, game, size) for part in LOOKING_AHEAD]
        if size.start == 2:
            for piece in pieces:
                compile_piece(piece)
            mark_complete(pieces)


@needs_numba
@pytest.mark.usefixtures("compiled")
def test_bots_that_look_ahead_answer_as_they_would_here(strange: Callable[[str], str]) -> None:
    view, kind = view_of("tybor", 2), strange("LooksAhead")

    async def scene(bot_pool: BotPool) -> list[int]:
        return [await bot_pool.decide(kind, seed, view) for seed in "123"]

    assert with_bot_pool(scene) == [new_bot(kind, seed).decide(view) for seed in "123"]


@needs_numba
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_hint_is_told_in_the_language_of_who_asks(
    language: str,
) -> None:
    view = view_of("samara", 2)

    async def scene(bot_pool: BotPool) -> list[str]:
        return await bot_pool.hint(view, language, "7")

    assert with_bot_pool(scene) == list(hint(view, HINT, "7").sentences(language))


def test_rules_that_have_been_compiled_here_do_not_travel() -> None:
    view = view_of()
    assert view.rules.compiled is not None  # holds what cannot be pickled

    async def scene(bot_pool: BotPool) -> int:
        return await bot_pool.decide("greedy", "7", view)

    assert with_bot_pool(scene) == new_bot("greedy", "7").decide(view)


@quickly_started
def test_what_a_bot_prints_or_reads_does_not_touch_the_server(
    strange: Callable[[str], str], asked: Path
) -> None:
    view = view_of()

    async def scene(bot_pool: BotPool) -> int:
        return await bot_pool.decide(strange("Talks"), str(asked), view)

    assert with_bot_pool(scene) == new_bot("greedy", str(asked)).decide(view)
    assert len(pids(asked)) == 1


def test_an_unknown_bot_is_refused_and_so_is_a_class_of_a_module() -> None:
    async def scene(bot_pool: BotPool) -> None:
        for kind in ("nobody", "tests.server.strange_bots:Hangs"):
            with pytest.raises(BotError):
                await bot_pool.decide(kind, "7", view_of())
        assert bot_pool.processes == 0

    with_bot_pool(scene)


def test_a_spectator_has_nothing_to_decide() -> None:
    view = baumeister.game("tybor").new(2, "7").seat_view(None)

    async def scene(bot_pool: BotPool) -> None:
        with pytest.raises(ValueError, match="nothing to decide"):
            await bot_pool.decide("greedy", "7", view)
        with pytest.raises(ValueError, match="nothing to decide"):
            await bot_pool.hint(view, "en", "7")

    with_bot_pool(scene)


@quickly_started
def test_without_numba_there_are_the_bots_that_go_by_the_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "_can_compile", lambda: False)
    assert available_bots() == ["apprentice", "random", "greedy", "network"]
    view = view_of()

    async def scene(bot_pool: BotPool) -> int:
        return await bot_pool.decide("master", "7", view)

    assert with_bot_pool(scene) == new_bot("greedy", "7").decide(view)


@needs_numba
def test_with_numba_there_are_all() -> None:
    assert available_bots() == list(BOTS)


# --- processes --------------------------------------------------------------------------------
def test_no_process_is_started_before_there_is_a_question() -> None:
    async def scene(bot_pool: BotPool) -> list[int]:
        before = bot_pool.processes
        for seed in "123":
            await bot_pool.decide("random", seed, view_of())
        return [before, bot_pool.processes]

    assert with_bot_pool(scene, processes=3) == [0, 1]


@quickly_started
def test_questions_that_wait_get_further_processes(
    strange: Callable[[str], str], asked: Path
) -> None:
    async def scene(bot_pool: BotPool) -> tuple[int, int, int]:
        asking = [
            asyncio.create_task(bot_pool.decide(strange("Waits"), str(asked), view_of()))
            for _ in range(3)
        ]
        await until(lambda: len(pids(asked)) == 2)
        busy = (bot_pool.processes, bot_pool.working, bot_pool.waiting)
        (asked.parent / "go").touch()
        await asyncio.gather(*asking)
        return busy

    assert with_bot_pool(scene, processes=2) == (2, 2, 1)
    assert len(set(pids(asked))) == 2


@needs_numba
def test_with_an_empty_cache_bots_and_hints_answer_interpreted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same decision where a level needs few walks; what is missing is compiled next."""
    view, wanted = view_of("tybor", 4), list[tuple[str, int]]()
    compiled = new_bot("journeyman", "1").decide(view)
    monkeypatch.setenv("BAUMEISTER_CACHE", str(tmp_path))

    async def scene(bot_pool: BotPool) -> None:
        bot_pool._want = lambda game, players: wanted.append((game, players))
        assert await bot_pool.decide("journeyman", "1", view, Asker("oak")) == compiled
        assert await bot_pool.decide("baumeister", "1", view, Asker("oak")) in view.legal
        assert await bot_pool.hint(view, "en", "1", Asker("oak"))

    with_bot_pool(scene)
    assert wanted == [("tybor", 4)] * 3
    assert not list(tmp_path.rglob("*.nbc"))  # numba has compiled nothing


@needs_numba
def test_a_table_whose_bots_are_not_compiled_yet_says_so(
    strange: Callable[[str], str], asked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, kind = view_of("tybor", 2), strange("WaitsAndLooksAhead")

    async def scene(bot_pool: BotPool) -> list[bool]:
        ahead = asyncio.ensure_future(bot_pool.decide(kind, str(asked), view, Asker("oak")))
        await until(lambda: pids(asked))
        ready = [bot_pool.is_getting_ready(table) for table in ("oak", "elm")]
        (asked.parent / "go").touch()
        await ahead
        return [*ready, bot_pool.is_getting_ready("oak")]

    monkeypatch.setenv("BAUMEISTER_CACHE", str(tmp_path / "cache"))
    assert with_bot_pool(scene) == [True, False, False]


@quickly_started
def test_the_event_loop_goes_on_while_a_bot_thinks(
    strange: Callable[[str], str], asked: Path
) -> None:
    async def scene(bot_pool: BotPool) -> int:
        asking = asyncio.create_task(bot_pool.decide(strange("Waits"), str(asked), view_of()))
        await until(lambda: pids(asked))
        for _ in range(200):
            await asyncio.sleep(0)
            assert not asking.done()
        (asked.parent / "go").touch()
        return await asking

    assert with_bot_pool(scene) == view_of().legal[-1]


def test_an_interrupt_is_for_the_server_only(strange: Callable[[str], str], asked: Path) -> None:
    async def scene(bot_pool: BotPool) -> int:
        asking = asyncio.create_task(bot_pool.decide(strange("Waits"), str(asked), view_of()))
        await until(lambda: bool(bot_pool._workers))
        process = bot_pool._workers[0]._process
        assert isinstance(process, pool.WorkerProcess)
        await until(lambda: process.process is not None)
        assert process.process is not None
        pid = process.process.pid
        assert pid is not None
        while not pids(asked):
            os.kill(pid, signal.SIGINT)  # while it starts
            await asyncio.sleep(0.001)
        os.kill(pid, signal.SIGINT)  # while it thinks
        (asked.parent / "go").touch()
        await asking
        return bot_pool.deaths

    assert with_bot_pool(scene) == 0


# --- turns ------------------------------------------------------------------------------------
def order_of(asked_by: list[str | None], tmp_path: Path, kind: str) -> list[int]:
    """In which order questions are answered that come from these tables while a bot thinks."""

    async def scene(bot_pool: BotPool) -> list[int]:
        first = asyncio.create_task(bot_pool.decide(kind, str(tmp_path / "first"), view_of()))
        await until(lambda: pids(tmp_path / "first"))
        order: list[int] = []

        async def ask(number: int, table: str | None) -> None:
            await bot_pool.decide("random", "7", view_of(), Asker(table))
            order.append(number)

        rest = [asyncio.create_task(ask(*one)) for one in enumerate(asked_by)]
        await until(lambda: bot_pool.waiting == len(asked_by))
        (tmp_path / "go").touch()
        await asyncio.gather(first, *rest)
        return order

    return with_bot_pool(scene, clock=lambda: 0.0)  # all questions take the same time


@quickly_started
def test_first_come_first_served(strange: Callable[[str], str], tmp_path: Path) -> None:
    assert order_of([None, "oak", "elm", None], tmp_path, strange("Waits")) == [0, 1, 2, 3]


@quickly_started
def test_a_table_with_many_bots_does_not_hold_up_another(
    strange: Callable[[str], str], tmp_path: Path
) -> None:
    tables = ["oak", "oak", "oak", "oak", "elm", "elm"]
    assert order_of(list(tables), tmp_path, strange("Waits")) == [0, 4, 1, 5, 2, 3]


@dataclass
class Asked:
    """A question that waits."""

    asker: Asker
    number: int
    arrived: float = 0.0


def served(questions: list[Asked], seconds: float = 1.0) -> list[int]:
    """In which order one worker takes these questions, each of which takes so long."""
    turns, order = BotTurns(), list[int]()
    while questions:
        now = len(order) * seconds
        question = turns.ordered(questions, now)[0]
        turns.begin(question, now)
        turns.end(question, seconds)
        questions.remove(question)
        order.append(question.number)
    return order


def test_an_address_with_many_tables_has_one_turn_and_its_tables_share_it() -> None:
    crowd = [Asked(Asker(f"crowd {k % 3}", "10.0.0.1"), k) for k in range(6)]
    one = [Asked(Asker("oak", "10.0.0.2"), k) for k in (6, 7)]
    assert served(crowd + one) == [0, 6, 1, 7, 2, 3, 4, 5]


def test_whoever_asks_for_little_does_not_wait_for_whoever_asks_for_much() -> None:
    """Shares are time, not questions."""
    turns = BotTurns()
    long, short = (Asked(Asker(name, name), k) for k, name in enumerate(("long", "short")))
    turns.begin(long, 0.0)
    turns.end(long, 3.0)
    for _ in range(20):
        assert turns.ordered([long, short], 1.0)[0] is short
        turns.begin(short, 1.0)
        turns.end(short, 0.1)


def test_newcomers_do_not_make_up_for_the_past() -> None:
    turns = BotTurns()
    old, new = (Asked(Asker(name, name), k) for k, name in enumerate(("old", "new")))
    for _ in range(100):
        turns.begin(old, 0.0)
        turns.end(old, 1.0)
    taken = []
    for _ in range(4):
        next_one = turns.ordered([old, new], 0.0)[0]
        turns.begin(next_one, 0.0)
        turns.end(next_one, 1.0)
        taken.append(next_one.asker.table)
    assert taken == ["new", "old", "new", "old"]


def test_questions_that_people_wait_for_come_first_and_the_others_now_and_then() -> None:
    idle = [Asked(Asker(f"idle {k}", f"idle {k}"), k) for k in range(2)]
    people = [Asked(Asker(f"oak {k}", f"p {k}", lambda: True), k) for k in range(2, 30)]
    order = served(idle + people)
    assert [order.index(0), order.index(1)] == [STARVING, 2 * STARVING]


def test_a_table_comes_first_as_soon_as_somebody_is_there() -> None:
    here: list[str] = []
    first = Asked(Asker("elm", "a"), 0)
    second = Asked(Asker("oak", "b", lambda: bool(here)), 1)
    turns = BotTurns()
    assert turns.ordered([first, second], 0.0) == [first, second]
    here.append("Anna")
    assert turns.ordered([first, second], 0.0) == [second, first]


class Thoughtful:
    """A worker process that takes the same time for every question, in virtual time."""

    seconds = 1.4

    def __init__(self, heard: Callable[[str, Any], None], ended: Callable[[str], None]) -> None:
        self.heard, self.loop = heard, asyncio.get_running_loop()
        self.loop.call_soon(heard, READY, None)

    def send(self, task: Any) -> None:
        self.loop.call_later(0.001, self.heard, BEGUN, None)
        self.loop.call_later(self.seconds, self.heard, ANSWER, task.view.legal[0])

    def stop(self) -> None:
        """It goes on."""

    def kill(self) -> None:
        """It has no end of its own."""


@pytest.mark.parametrize("is_attended", [False, True])
def test_many_tables_of_one_address_hardly_delay_a_person(is_attended: bool) -> None:
    """57 tables of eight bots that think for 1.4 s, and the three bots of a person who is there.
    The person waits for the three, for the question that has been begun already, and for one that
    starves; or, if people are at the other tables, for one of theirs after each own."""

    async def scene() -> float:
        bot_pool = BotPool(1, LONG, Thoughtful)
        view, loop = view_of(), asyncio.get_running_loop()

        async def crowd(table: int) -> None:
            asker = Asker(f"crowd {table}", "10.0.0.1", lambda: is_attended)
            while True:
                await bot_pool.decide("random", "7", view, asker)

        tasks = [loop.create_task(crowd(table)) for table in range(57) for _ in range(8)]
        await asyncio.sleep(100)
        longest = 0.0
        for _ in range(20):
            began = loop.time()
            own = Asker("oak", "10.0.0.2", lambda: True)
            await asyncio.gather(*(bot_pool.decide("random", "7", view, own) for _ in range(3)))
            longest = max(longest, loop.time() - began)
            await asyncio.sleep(7.3)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        return longest

    loop = SimulatedLoop(Random(7))
    try:
        longest = loop.run_until_complete(scene())
    finally:
        loop.close()
    assert longest <= (6.01 if is_attended else 5.01) * Thoughtful.seconds


# --- what goes wrong --------------------------------------------------------------------------
@quickly_started
@posix
def test_a_process_killed_in_the_middle_of_a_thought_is_replaced(
    strange: Callable[[str], str], asked: Path
) -> None:
    async def scene(bot_pool: BotPool) -> tuple[int, int]:
        asking = asyncio.create_task(bot_pool.decide(strange("HangsOnce"), str(asked), view_of()))
        await until(lambda: pids(asked))
        os.kill(pids(asked)[0], signal.SIGKILL)
        return await asking, bot_pool.deaths

    assert with_bot_pool(scene) == (view_of().legal[-1], 1)
    first, second = pids(asked)
    assert first != second


@quickly_started
@posix
def test_a_process_killed_while_it_is_idle_is_replaced(
    strange: Callable[[str], str], asked: Path
) -> None:
    async def scene(bot_pool: BotPool) -> list[int]:
        kind = strange("Strange")
        answers = [await bot_pool.decide(kind, str(asked), view_of())]
        os.kill(pids(asked)[0], signal.SIGKILL)
        await until(lambda: bot_pool.deaths)
        assert bot_pool.processes == 0
        return [*answers, await bot_pool.decide(kind, str(asked), view_of())]

    assert with_bot_pool(scene) == [view_of().legal[-1]] * 2
    assert len(set(pids(asked))) == 2


@quickly_started
def test_a_bot_that_hangs_is_ended_and_asked_again(
    strange: Callable[[str], str], asked: Path
) -> None:
    async def scene(bot_pool: BotPool) -> tuple[int, int]:
        asking = asyncio.create_task(bot_pool.decide(strange("HangsOnce"), str(asked), view_of()))
        await until(lambda: pids(asked))
        [worker] = bot_pool._workers
        assert worker._timer is not None
        assert worker._timer.when() - asyncio.get_running_loop().time() <= LONG
        while not bot_pool.deaths:
            worker._limit(0)  # its time is over
            await asyncio.sleep(0.005)
        return await asking, bot_pool.deaths

    assert with_bot_pool(scene) == (view_of().legal[-1], 1)
    assert not any(is_running(pid) for pid in pids(asked))


@quickly_started
@pytest.mark.parametrize(
    ("name", "deaths"),
    [("Dies", 3), ("Exhausted", 3), ("Illegal", 0), ("Raises", 0), ("Leaves", 0)],
)
def test_after_three_failures_greedy_decides_and_nothing_secret_is_logged(
    name: str,
    deaths: int,
    strange: Callable[[str], str],
    asked: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene(bot_pool: BotPool) -> tuple[int, int]:
        return await bot_pool.decide(strange(name), str(asked), view_of()), bot_pool.deaths

    greedy = new_bot("greedy", str(asked)).decide(view_of())
    with caplog.at_level(logging.INFO, "baumeister.server.bots.pool"):
        assert with_bot_pool(scene) == (greedy, deaths)
    assert len(pids(asked)) == 3
    assert sum(f"{name} did not answer" in line for line in caplog.messages) == 3
    assert "SECRET" not in caplog.text
    assert str(asked) not in caplog.text


def test_if_no_process_can_be_started_it_is_decided_by_lot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(serve: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(pool, "start_worker", fails)

    async def scene(bot_pool: BotPool) -> int:
        with pytest.raises(NoHint, match="no hint"):
            await bot_pool.hint(view_of(), "en", "7")
        return await bot_pool.decide("greedy", "7", view_of())

    assert with_bot_pool(scene) == new_bot("random", "7").decide(view_of())


# --- going away -------------------------------------------------------------------------------
@quickly_started
def test_who_is_cancelled_while_waiting_frees_the_place(
    strange: Callable[[str], str], asked: Path
) -> None:
    async def scene(bot_pool: BotPool) -> list[int]:
        kind = strange("Waits")
        first, second, third = [
            asyncio.create_task(bot_pool.decide(kind, str(asked), view_of())) for _ in range(3)
        ]
        await until(lambda: pids(asked))
        before = bot_pool.waiting
        second.cancel()
        await asyncio.wait([second])
        after = bot_pool.waiting
        (asked.parent / "go").touch()
        await asyncio.gather(first, third)
        return [before, after, len(pids(asked))]

    assert with_bot_pool(scene) == [2, 1, 2]


@quickly_started
def test_an_answer_that_nobody_waits_for_any_more_is_dropped(
    strange: Callable[[str], str], asked: Path
) -> None:
    """Its process is free at once, and goes on."""

    async def scene(bot_pool: BotPool) -> tuple[int, int, int]:
        first = asyncio.create_task(bot_pool.decide(strange("Hangs"), str(asked), view_of()))
        await until(lambda: pids(asked))
        first.cancel()
        await asyncio.wait([first])
        second = await bot_pool.decide("greedy", "7", view_of())
        third = await bot_pool.decide(strange("Strange"), str(asked), view_of())
        assert third == view_of().legal[-1]
        return second, bot_pool.deaths, len(set(pids(asked)))

    assert with_bot_pool(scene) == (new_bot("greedy", "7").decide(view_of()), 0, 1)


@quickly_started
def test_who_is_gone_before_the_process_is_ready_frees_it(
    strange: Callable[[str], str], asked: Path
) -> None:
    async def scene(bot_pool: BotPool) -> int:
        first = asyncio.create_task(bot_pool.decide(strange("Hangs"), str(asked), view_of()))
        await until(lambda: bot_pool.working)
        first.cancel()
        await asyncio.wait([first])
        return await bot_pool.decide("greedy", "7", view_of())

    assert with_bot_pool(scene) == new_bot("greedy", "7").decide(view_of())


@needs_numba
@quickly_started
def test_a_search_that_nobody_waits_for_any_more_ends(strange: Callable[[str], str]) -> None:
    view = view_of("tybor", 2)

    async def scene(bot_pool: BotPool) -> tuple[int, int]:
        await bot_pool.decide("master", "1", view)  # so that nothing is left to compile
        first = asyncio.create_task(bot_pool.decide(strange("SearchesForEver"), "1", view))
        await until(lambda: bot_pool.working and bot_pool._workers[0]._begun)
        first.cancel()
        await asyncio.wait([first])
        return await bot_pool.decide("greedy", "7", view), bot_pool.deaths

    assert with_bot_pool(scene) == (new_bot("greedy", "7").decide(view), 0)


@quickly_started
def test_closing_ends_a_thought_and_tells_all_who_wait(
    strange: Callable[[str], str], asked: Path
) -> None:
    async def scene(bot_pool: BotPool) -> list[Any]:
        asking: list[Awaitable[int]] = [
            asyncio.create_task(bot_pool.decide(strange("Hangs"), str(asked), view_of()))
            for _ in range(3)
        ]
        await until(lambda: len(pids(asked)) == 2)
        await bot_pool.close()
        await bot_pool.close()
        with pytest.raises(Closed):
            await bot_pool.decide("random", "7", view_of())
        assert bot_pool.deaths == 0
        return await asyncio.gather(*asking, return_exceptions=True)

    assert [type(end) for end in with_bot_pool(scene, processes=2)] == [Closed] * 3
    assert not any(is_running(pid) for pid in pids(asked))


def test_closing_while_a_process_starts() -> None:
    async def scene(bot_pool: BotPool) -> Any:
        asking = asyncio.create_task(bot_pool.decide("random", "7", view_of()))
        await until(lambda: bot_pool.working)
        await bot_pool.close()
        return await asyncio.gather(asking, return_exceptions=True)

    [end] = with_bot_pool(scene)
    assert isinstance(end, Closed)


SERVER = """
import asyncio, signal, sys
import baumeister
from baumeister.bots import BOTS
from baumeister.server.bots.pool import BotPool
from tests.server import strange_bots

async def ask():
    kind = "tests.server.strange_bots:Hangs"
    BOTS[kind] = strange_bots.Hangs
    pool = BotPool(2)
    view = baumeister.game("tybor").new(2, "7").seat_view(0)
    await pool.decide("random", "7", view)
    await asyncio.gather(*[pool.decide(kind, sys.argv[1], view) for _ in range(2)])

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where pytest was started so
    asyncio.run(ask())
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_when_the_server_is_killed_its_processes_end(how: signal.Signals, asked: Path) -> None:
    root = Path(__file__).parents[2]
    script = asked.with_name("server.py")
    script.write_text(SERVER)
    path = os.pathsep.join([str(root), *filter(None, sys.path)])
    server = subprocess.Popen(
        [sys.executable, str(script), str(asked)],
        env={**os.environ, "PYTHONPATH": path},
        stderr=subprocess.DEVNULL,
    )

    async def watch() -> list[int]:
        await until(lambda: len(pids(asked)) == 2)
        started = children(server.pid)
        server.send_signal(how)
        server.wait()
        await until(lambda: not any(map(is_running, started)))
        return started

    try:
        started = asyncio.run(asyncio.wait_for(watch(), LONG))
    finally:
        server.kill()
        server.wait()
    assert set(pids(asked)) <= set(started)


def children(pid: int) -> list[int]:
    """All processes that this one has started."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]
