"""SIGTERM, as `kill`, `timeout` and batch queues send it: real processes that are told to stop."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from baumeister.cli import main as main_module
from baumeister.cli.stopping import Terminated, sigterm_stops
from baumeister.lab.distributed.journal import Journal
from baumeister.lab.fast_games import GameResult
from baumeister.lab.series import Series
from baumeister.lab.simulate import Summary
from tests.cli.conftest import Baumeister

ROOT = Path(__file__).parents[2]
PATIENCE = 300  # seconds
posix = pytest.mark.skipif(os.name != "posix", reason="SIGTERM is POSIX")


def told_to_stop(line: str, journal: Path, *more: object) -> subprocess.CompletedProcess[str]:
    """Start a command in a group of its own and end it as `timeout` does, when some games are in
    its journal: SIGTERM to the process, and once more to its group with all that it has started."""
    words = [*line.split(), *map(str, more), "--journal", str(journal), "--lang", "en"]
    process = subprocess.Popen(
        [sys.executable, "-m", "baumeister", *words],
        cwd=journal.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = monotonic() + PATIENCE
    while not journal.exists() or journal.read_bytes().count(b"\n") < 20:
        assert process.poll() is None, process.communicate()
        assert monotonic() < deadline
        sleep(0.005)
    process.send_signal(signal.SIGTERM)
    os.killpg(process.pid, signal.SIGTERM)
    out, err = process.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def kept_in(journal: Path) -> int:
    """How many results a journal has."""
    return journal.read_bytes().count(b"\n") - 1


@posix
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_balance_report_tells_what_was_played(tmp_path: Path, jobs: int) -> None:
    pytest.importorskip("numpy", reason="lab balance needs numpy")
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    path, page, journal = (tmp_path / name for name in ("out.json", "page.html", "games.jsonl"))
    line = f"lab balance samara --players 2 --games 100000 --bots random --plain --jobs {jobs}"
    done = told_to_stop(line, journal, "--json", path, "--report", page)
    assert done.returncode == 143
    data = json.loads(path.read_text(encoding="utf-8"))
    games = data["sections"][0]["games"]
    assert data["finished"] is False
    assert kept_in(journal) - 1 <= games <= kept_in(journal)  # the last may have been kept only
    assert games >= 18
    told = f"Ended by SIGTERM: this is what was played until then. {games} of 100000 games."
    words = " ".join(done.stderr.split())
    assert told in " ".join(done.stdout.split())
    kept = f"The games are kept in {journal}: the same command continues from there."
    assert "".join(kept.split()) in "".join(words.split())  # long paths are broken
    assert told in page.read_text(encoding="utf-8")
    assert f"{games} games of random" in done.stdout
    assert "Traceback" not in done.stderr


@posix
def test_a_tournament_shows_what_was_played(tmp_path: Path) -> None:
    path, journal = tmp_path / "out.json", tmp_path / "games.jsonl"
    line = "tournament samara --bots random,greedy --games 100000 --plain --jobs 2"
    done = told_to_stop(line, journal, "--json", path)
    assert done.returncode == 143
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["finished"] is False
    assert data["tables"][0]["games"]
    assert "Ended by SIGTERM: the tables show what was played until then." in done.stderr
    assert "Traceback" not in done.stderr


@posix
def test_simulate_shows_what_was_played(tmp_path: Path) -> None:
    line = "simulate samara --games 100000 --plain"
    done = told_to_stop(line, tmp_path / "games.jsonl")
    assert done.returncode == 143
    assert "Samara, 2 players: " in done.stdout
    assert "Ended by SIGTERM: the table shows what was played until then." in done.stderr
    assert "Without --bots, 2 random bots play" in " ".join(done.stdout.split())


# --- how it is done ---------------------------------------------------------------------------
@posix
def test_only_the_first_signal_counts_and_afterwards_all_is_as_before() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with sigterm_stops():
        with pytest.raises(Terminated):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)  # nothing happens
    assert signal.getsignal(signal.SIGTERM) is before


@posix
def test_a_report_that_is_being_written_is_finished() -> None:
    with sigterm_stops() as stopping:
        stopping.finish()
        signal.raise_signal(signal.SIGTERM)


@posix
def test_while_the_compiler_is_at_work_it_waits() -> None:
    """LLVM calls Python functions back, and an exception from there would be lost."""
    with sigterm_stops() as stopping:
        stopping.check()  # nothing has come
        compiler: dict[str, Any] = {"__name__": "llvmlite.binding", "signal": signal}
        exec("signal.raise_signal(signal.SIGTERM)", compiler)
        with pytest.raises(Terminated) as stop:
            stopping.check()
        assert stopping.how(stop.value) == "terminated"
        stopping.check()  # once is enough


class Gone:
    """SIGTERM comes just as it is thrown away."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGTERM)


@posix
def test_an_exception_that_gets_lost_is_repeated_between_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lost: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda told: lost.append(told.exc_type))
    with sigterm_stops() as stopping:
        Gone()
        assert lost == [Terminated]
        for _ in range(2):  # until somebody asks
            with pytest.raises(Terminated) as stop:
                stopping.check()
        assert stopping.how(stop.value) == "terminated"
        stopping.check()


@posix
def test_what_came_too_late_is_not_repeated() -> None:
    with sigterm_stops() as stopping:
        with pytest.raises(Terminated):
            signal.raise_signal(signal.SIGTERM)
        stopping.finish()
        stopping.check()


@posix
@pytest.mark.parametrize("moment", ["begin", "end"])
def test_a_signal_at_the_very_edge_leaves_all_as_before(
    monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    before, set_handler = signal.getsignal(signal.SIGTERM), signal.signal
    with pytest.raises(Terminated) if moment == "begin" else nullcontext():

        def disturbed(number: int, handler: Any) -> object:
            """The signal comes right after it is listened to, or right before that ends."""
            if moment == "end" and handler is before:
                signal.raise_signal(signal.SIGTERM)
            found = set_handler(number, handler)
            if moment == "begin" and handler not in (before, signal.SIG_IGN):
                signal.raise_signal(signal.SIGTERM)
            return found

        monkeypatch.setattr(signal, "signal", disturbed)
        with sigterm_stops():
            pass
    monkeypatch.undo()
    assert signal.getsignal(signal.SIGTERM) is before


@posix
def test_a_program_around_python_keeps_its_own_handler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python tells None of a handler that it has not set, and cannot set it again."""
    changed: list[object] = []
    monkeypatch.setattr(signal, "getsignal", lambda _: None)
    monkeypatch.setattr(signal, "signal", lambda _, handler: changed.append(handler))
    with sigterm_stops() as stopping:
        stopping.finish()
    assert changed == []


@posix
def test_what_is_being_counted_is_counted_on_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy", reason="lab balance needs numpy")
    from baumeister.lab.balance import tally
    from baumeister.lab.balance.games import Plan, play

    series = Series("samara", 2, ("random",) * 2, "b", compiled=False)
    plan = Plan(series, 2, series)
    first, second = (play(task) for task in plan.tasks)
    plan.take(first)
    add = tally.added

    def disturbed(one: Any, other: Any) -> Any:
        signal.raise_signal(number)
        return add(one, other)

    monkeypatch.setattr(tally, "added", disturbed)
    number = signal.SIGINT
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # also in the background
    try:
        with pytest.raises(KeyboardInterrupt):  # it is not counted at all
            plan.take(replace(first, changed=second.changed))
    finally:
        signal.signal(signal.SIGINT, before)
    assert plan.tally.games == plan.changed_tally.games == 1
    assert plan.tally.to_json() == first.tally.to_json()
    number = signal.SIGTERM
    with sigterm_stops() as stopping:
        plan.take(first)
        assert plan.tally.games == plan.changed_tally.games == 2
        with pytest.raises(Terminated):
            stopping.check()


class Disturbing(tuple[float, ...]):
    """Points of a game, in whose counting SIGTERM comes."""

    def __getitem__(self, seat: Any) -> Any:
        signal.raise_signal(signal.SIGTERM)
        return super().__getitem__(seat)


@posix
def test_a_game_that_is_being_counted_counts_with_all_its_numbers() -> None:
    series = Series("samara", 2, ("random",) * 2, "b", compiled=False)
    summary = Summary(series)
    game = GameResult("b/0", (20, 30), (0.0, 1.0), 50)
    with sigterm_stops() as stopping:
        summary.add(replace(game, shares=Disturbing(game.shares)))
        with pytest.raises(Terminated):
            stopping.check()
    assert (summary.games, summary.wins, summary.points) == (1, [0.0, 1.0], [20, 30])


@posix
def test_a_line_of_a_journal_is_written_to_its_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with Journal(tmp_path / "games.jsonl", {}) as kept, sigterm_stops() as stopping:
        dumps = json.dumps

        def disturbed(*values: Any, **options: Any) -> str:
            signal.raise_signal(signal.SIGTERM)
            return dumps(*values, **options)

        monkeypatch.setattr(json, "dumps", disturbed)
        kept.add("1", "all of it")
        monkeypatch.undo()
        assert kept["1"] == "all of it"
        with pytest.raises(Terminated):
            stopping.check()


def test_other_threads_leave_signals_alone() -> None:
    before, seen = signal.getsignal(signal.SIGTERM), []

    def work() -> None:
        with sigterm_stops() as stopping:
            stopping.finish()
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]


def test_ended_before_anything_was_played(
    baumeister: Baumeister, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_: object, __: object) -> int:
        raise Terminated

    monkeypatch.setattr(main_module, "_dispatch", stop)
    said = baumeister("simulate samara --lang de")
    assert said.code == 143
    assert said.err == "baumeister: durch SIGTERM beendet\n"
