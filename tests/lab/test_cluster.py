"""A cluster on this machine, started as the guide says: the same games, whoever is lost."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from baumeister.bots.network import Fit
from baumeister.cli.main import main
from baumeister.cli.many_games import tell_of_workers
from baumeister.kernel.rule import can_compile
from baumeister.lab.distributed import cluster as cluster_module
from baumeister.lab.distributed import task_files
from baumeister.lab.distributed import versions as versions_module
from baumeister.lab.distributed.cluster import (
    AHEAD,
    ClusterError,
    DaskCluster,
    _Pace,
    scheduler_for,
)
from baumeister.lab.distributed.cluster_worker import OtherVersions
from baumeister.lab.distributed.scheduler import (
    TRIES_DIED,
    Here,
    LocalProcesses,
    Outcome,
    WorkerDied,
)
from baumeister.lab.distributed.task_files import own_modules
from baumeister.lab.distributed.versions import versions
from baumeister.lab.fast_games import GameResult
from baumeister.lab.learning.self_play import Chunk, play_chunk
from baumeister.lab.learning.training import empty
from baumeister.lab.series import Series
from baumeister.lab.simulate import in_chunks, results
from baumeister.lab.tournament.games import Contest, Played, Task
from baumeister.lab.tournament.results import results_of, to_json
from baumeister.play import OptionError
from tests.lab.cluster_work import double, double_slowly, fail_at_three, text_of

pytest.importorskip("distributed", reason="Dask is not installed on this machine")
posix = pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs/many-machines.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"```sh\n(.*?)\n```", GUIDE)
BOTS = """
import os
from arena_help.lots import lot_of


class Clever:
    name = "clever"

    def __init__(self, seed):
        self.lot = lot_of(seed)

    def decide(self, view):
        return self.lot.choice(view.legal)


class Dies(Clever):
    def decide(self, view):
        if view.seat == 1:
            os._exit(7)
        return super().decide(view)
"""


# --- a cluster --------------------------------------------------------------------------------
class Cluster:
    """A folder with a scheduler and workers that were started in it."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.file = str(folder / "cluster.json")
        self._stack = stack
        binaries = folder / "bin"
        binaries.mkdir()
        script = binaries / "dask"
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m dask "$@"\n')
        script.chmod(0o755)
        path = os.pathsep.join([str(binaries), os.environ["PATH"]])
        modules = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        self.environment = {**os.environ, "PATH": path, "PYTHONPATH": modules, "LANG": "C.UTF-8"}

    def start(self, command: str) -> int:
        """Start a command in the background, to be ended with the test; its process id."""
        log = self._stack.enter_context((self.folder / "log.txt").open("ab"))
        process = subprocess.Popen(
            ["sh", "-c", f"exec {command}"],
            cwd=self.folder,
            env=self.environment,
            stdout=log,
            stderr=log,
        )

        def end() -> None:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

        self._stack.callback(end)
        return process.pid

    def victim(self, scheduler: DaskCluster) -> int:
        """One more worker, which is there when this returns; its process id."""
        before = scheduler.workers
        options = "--host 127.0.0.1 --nthreads 1 --no-dashboard --no-nanny"
        pid = self.start(f"dask worker --scheduler-file cluster.json {options}")
        until(lambda: scheduler.workers > before)
        return pid


def until(true: Any) -> None:
    """Wait until something is true."""
    deadline = monotonic() + 180
    while not true():
        assert monotonic() < deadline
        sleep(0.05)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever answers late does so because the machine is busy."""
    monkeypatch.setattr(cluster_module, "CONNECT", 60.0)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """The cluster of the guide: a scheduler and two workers."""
    with ExitStack() as stack:
        started = Cluster(tmp_path_factory.mktemp("cluster"), stack)
        dask = [command for command in COMMANDS if command.startswith("dask ")]
        assert [command.split()[1] for command in dask] == ["scheduler", "worker", "worker"]
        for command in dask:
            started.start(command)
            until(Path(started.file).exists)
        yield started


@pytest.fixture(scope="module")
def four_processes() -> Iterator[LocalProcesses]:
    processes = LocalProcesses(4)
    yield processes
    processes.close()


@pytest.fixture
def scheduler(cluster: Cluster) -> Iterator[DaskCluster]:
    connected = DaskCluster(cluster.file)
    until(lambda: connected.workers >= 2)
    yield connected
    connected.close()


def without_times(table: dict[str, Any]) -> dict[str, Any]:
    for row in table["games"]:
        del row["seconds"]
    for row in table["ranking"]:
        del row["seconds_per_decision"]
    return table


# --- the guide --------------------------------------------------------------------------------
def test_the_commands_of_the_guide_give_the_same_tournament(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(cluster.folder)
    tables = []
    for command in COMMANDS:
        if command.startswith("baumeister "):
            assert main([*command.split()[1:], "--lang", "en"]) == 0
            said = capsys.readouterr().err
            assert ("Workers in the cluster: " in said) == ("--cluster" in command)
            written = json.loads(Path(command.split()[-1]).read_text(encoding="utf-8"))
            tables.append([without_times(table) for table in written["tables"]])
    assert len(tables) == 3
    assert tables[0] == tables[1] == tables[2]
    assert len(tables[0][0]["games"]) == 200


# --- a scheduler like the others --------------------------------------------------------------
def test_every_task_is_done_in_batches_that_do_not_pile_up(scheduler: DaskCluster) -> None:
    flying, done = 0, []
    for outcome in scheduler.run(double, range(3000)):
        # Those that were read are let go by another thread, at a time of its own.
        batches = list(scheduler._client.futures.values())
        flying = max(flying, sum(batch.status == "pending" for batch in batches))
        done.append(outcome.result)
    assert sorted(result or 0 for result in done) == list(range(0, 6000, 2))
    assert 0 < flying <= AHEAD * scheduler.workers
    assert next(scheduler._numbers) < 1500  # batches: of several tasks, how busy the machine may be
    assert list(scheduler.run(double, [])) == []


def test_failures_are_reported_as_by_processes_of_this_machine(scheduler: DaskCluster) -> None:
    local = LocalProcesses(2)
    for workers in (scheduler, local):
        outcomes = list(workers.run(fail_at_three, range(6)))
        assert sorted(o.result for o in outcomes if o.result is not None) == [0, 2, 4, 10]
        raised = [o for o in outcomes if isinstance(o.problem, ValueError)]
        assert [(str(o.problem), o.again) for o in raised] == [("three", True), ("three", False)]
        died = [o for o in outcomes if isinstance(o.problem, WorkerDied)]
        assert [o.again for o in died] == [True] * (TRIES_DIED - 1) + [False]
        assert {str(o.problem) for o in died} == {"the process ended with exit code 7"}
    local.close()


def test_a_file_that_a_task_names_travels_as_it_is_now(
    scheduler: DaskCluster, tmp_path: Path
) -> None:
    path = tmp_path / "weights.txt"
    for content in ("first", "second one"):
        path.write_text(content, encoding="utf-8")
        found = {o.result for o in scheduler.run(text_of, [(1, path), (2, path)])}
        assert found == {f"1: {content}", f"2: {content}"}


def test_a_run_that_nobody_listens_to_any_more_is_forgotten(scheduler: DaskCluster) -> None:
    assert next(scheduler.run(double_slowly, range(50))).result is not None
    assert sorted(o.result or 0 for o in scheduler.run(double, [1, 2, 3])) == [2, 4, 6]


def test_batches_become_as_long_as_a_second() -> None:
    pace = _Pace()
    assert pace.size(10_000, 2) == 1
    pace.took(2.0, 1)
    assert pace.size(10_000, 2) == 1
    for _ in range(20):
        pace.took(0.1, 10)
    assert 90 <= pace.size(10_000, 2) <= 100
    assert pace.size(40, 2) == 10
    assert pace.size(3, 2) == 1


def test_workers_that_are_lost_again_and_again_are_a_death(scheduler: DaskCluster) -> None:
    from distributed import KilledWorker

    died = scheduler._what_happened(None, (KilledWorker, KilledWorker("key", None, 3), None))
    assert (died.exit_code, str(died)) == (None, "the worker was lost")


@pytest.mark.parametrize(
    ("counts", "english", "german"),
    [
        ((1, 0, 2), "Workers lost: 1, left: 2. Others", "Verlorene Worker: 1, übrig: 2. Andere"),
        ((1, 0, 0), "Workers lost: 1; none is left. The", "Verlorene Worker: 1; keiner ist übrig."),
        ((0, 1, 3), "New workers: 1; now there are 3.", "Neue Worker: 1; jetzt sind es 3."),
    ],
)
def test_whoever_waits_is_told_of_workers(
    capsys: pytest.CaptureFixture[str], counts: tuple[int, int, int], english: str, german: str
) -> None:
    for language, words in (("en", english), ("de", german)):
        tell_of_workers(*counts, language)
        assert capsys.readouterr().err.startswith(words)


# --- the same games ---------------------------------------------------------------------------
def contest() -> Contest:
    return Contest("samara", ("greedy", "random", "apprentice"), 3, "7", 60, compiled=False)


def tables_of(contest: Contest) -> dict[str, Any]:
    return without_times(to_json(results_of(contest)))


@posix
def test_a_tournament_is_the_same_on_one_process_four_and_a_cluster_that_loses_a_worker(
    cluster: Cluster, scheduler: DaskCluster, four_processes: LocalProcesses
) -> None:
    """And that somebody came and was lost is noticed."""
    here, four, lossy = contest(), contest(), contest()
    here.play(Here(), lambda outcome: None)
    four.play(four_processes, lambda outcome: None)
    noticed: list[tuple[int, int, int]] = []
    scheduler.watch = lambda lost, come, now: noticed.append((lost, come, now))
    workers = scheduler.workers
    victim = cluster.victim(scheduler)
    told: list[Outcome[Task, list[Played]]] = []

    def tell(outcome: Outcome[Task, list[Played]]) -> None:
        told.append(outcome)
        if len(told) == 5:
            os.kill(victim, signal.SIGKILL)

    lossy.play(scheduler, tell)
    until(lambda: scheduler.workers == workers)
    assert noticed == [(0, 1, workers + 1), (1, 0, workers)]
    assert tables_of(here) == tables_of(four) == tables_of(lossy)
    assert len(here.played) == 60


@pytest.mark.skipif(not can_compile(), reason="numba is not installed: no self-play")
def test_self_play_is_the_same_on_one_process_and_a_cluster(scheduler: DaskCluster) -> None:
    network = empty(Fit.of("samara"), (16, 16), 0).to_bytes()
    chunks = [Chunk("samara", "same", k, k + 2, 4, network, (2, 3)) for k in range(0, 24, 2)]
    here = {outcome.task.first: outcome.result for outcome in Here().run(play_chunk, chunks)}
    there = {outcome.task.first: outcome.result for outcome in scheduler.run(play_chunk, chunks)}
    assert None not in here.values()
    assert here == there


@posix
def test_simulate_is_the_same_on_one_process_four_and_a_cluster_that_loses_a_worker(
    cluster: Cluster, scheduler: DaskCluster, four_processes: LocalProcesses
) -> None:
    series = Series("tybor", 3, ("greedy", "random", "greedy"), "7", compiled=False)

    def played(workers: Any, victim: int = 0) -> list[GameResult]:
        games: list[GameResult] = []
        for chunk in in_chunks(results, series, 60, 2, workers):
            if not games and victim:
                os.kill(victim, signal.SIGKILL)
            games += chunk
        return games

    here = played(Here())
    victim, there = cluster.victim(scheduler), scheduler.workers
    assert here == played(four_processes) == played(scheduler, victim)
    until(lambda: scheduler.workers == there - 1)
    assert len(here) == 60


def test_lab_balance_is_the_same_on_a_cluster_and_goes_on_elsewhere(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    line = "lab balance samara --players 2 --games 20 --bots greedy,random --plain --json out.json"
    sections = []
    for more in ([], ["--cluster", cluster.file, "--journal", "kept"], ["--journal", "kept"]):
        assert main([*line.split(), *more]) == 0
        written = json.loads(Path("out.json").read_text(encoding="utf-8"))
        sections.append((written["command"], written["sections"]))
        if "--cluster" in more:  # as if it had been killed after ten games
            kept = Path("kept").read_bytes().splitlines(keepends=True)
            assert len(kept) == 21
            Path("kept").write_bytes(b"".join(kept[:11]) + kept[11][:40])
    assert sections[0] == sections[1] == sections[2]


def test_own_bots_and_own_data_travel(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what the bot imports; a bot that ends its process is found out there, too."""
    (tmp_path / "cluster_bots.py").write_text(BOTS, encoding="utf-8")
    (tmp_path / "arena_help").mkdir()
    (tmp_path / "arena_help" / "lots.py").write_text(
        "import random\n\n\ndef lot_of(seed):\n    return random.Random(seed)\n"
    )
    printed = (ROOT / "src/baumeister/games/samara/data.toml").read_text(encoding="utf-8")
    own = printed.replace('version = "1"', 'version = "mine"').replace(
        "prestige = 6", "prestige = 9"
    )
    (tmp_path / "own.toml").write_text(own, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    line = "tournament samara --bots greedy,cluster_bots:Clever,cluster_bots:Dies --games 6"
    line += f" --seed 0+{'7' * 32}"
    tables = []
    for where in (["--jobs", "2"], ["--cluster", cluster.file]):
        assert main([*line.split(), "--data", "own.toml", "--json", "out.json", *where]) == 1
        table = without_times(json.loads(Path("out.json").read_text())["tables"][0])
        for key in ("left_out", "tried_again"):
            table[key].sort(key=lambda row: row["number"])
        tables.append(table)
    for name in ("cluster_bots", "arena_help.lots", "arena_help"):
        sys.modules.pop(name, None)
    assert tables[0] == tables[1]
    assert {row["bot"] for row in tables[1]["left_out"]} == {"cluster_bots:Dies"}


def test_what_a_bot_imports_goes_along_unless_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, content in {
        "luggage_bot.py": "import json, numpy, baumeister\nfrom luggage_one import x",
        "luggage_one.py": "def late():\n    import luggage_kit.part",
        "luggage_kit/__init__.py": "",
        "luggage_kit/part.py": "",
        "luggage_kit/weights.bin": "123",
        "luggage_kit/.hidden": "",
        "other.py": "",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    kit = {f"luggage_kit/{name}" for name in ("__init__.py", "part.py", "weights.bin")}
    found = own_modules(["greedy", "luggage_bot:Bot"])
    assert set(found) == {"luggage_bot.py", "luggage_one.py"} | kit
    assert own_modules(["greedy", "master"]) == {}
    monkeypatch.setattr(task_files, "MOST_BYTES", 50)
    with pytest.raises(OptionError, match="put your bot into a folder of its own"):
        own_modules(["luggage_bot:Bot"])


def test_so_it_is_behind_a_link_to_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "python").symlink_to(sysconfig.get_path("stdlib"), target_is_directory=True)
    monkeypatch.setattr(versions_module, "get_path", lambda *_, **__: str(tmp_path / "python"))
    (tmp_path / "linked_bot.py").write_text("import json, random")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    assert set(own_modules(["linked_bot:Bot"])) == {"linked_bot.py"}


def test_bots_that_are_too_heavy_are_refused_before_anybody_connects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "heavy_bot.py").write_text("x = 1")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr(task_files, "MOST_BYTES", 2)
    monkeypatch.setattr(cluster_module, "_connect", lambda address: pytest.fail("connected"))
    with pytest.raises(OptionError, match="put your bot into a folder of its own"):
        DaskCluster("127.0.0.1:1", ["heavy_bot:Bot"])


# --- clusters that cannot be used -------------------------------------------------------------
def test_workers_with_other_versions_are_refused(
    cluster: Cluster, scheduler: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    def others() -> Mapping[str, str]:
        return {**versions(), "samara": "rules 99, data 7"}

    monkeypatch.setattr(cluster_module, "versions", others)
    here = versions()["samara"]
    reason = rf"worker tcp://127.0.0.1:\d+ has other versions: samara is {re.escape(here)} there"
    with pytest.raises(OtherVersions, match=f"{reason} and rules 99, data 7 here") as told:
        DaskCluster(cluster.file)
    assert "samara ist dort" in told.value.text("de")
    with pytest.raises(OtherVersions, match=reason):  # a worker that came later
        list(scheduler.run(double, [1]))


def test_an_address_where_nobody_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT", 0.3)
    line = ["simulate", "tybor", "--games", "2", "--cluster"]
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    for address, english, german in (
        ("127.0.0.1:1", "no Dask scheduler can be reached there", "Dask-Scheduler zu erreichen"),
        ("nowhere", "missing port number", "eine Adresse ist rechner:port"),
        (str(wrong), "not a scheduler file", "keine Scheduler-Datei"),
        ("no.json", "there is no such scheduler file", "Scheduler-Datei gibt es nicht"),
    ):
        assert main([*line, address, "--lang", "en"]) == 2
        assert english in " ".join(capsys.readouterr().err.split())
        assert main([*line, address, "--lang", "de"]) == 2
        assert german in " ".join(capsys.readouterr().err.split())


@posix
@pytest.mark.parametrize("journal", [True, False])
def test_a_scheduler_that_is_lost_is_told_in_one_line(tmp_path: Path, journal: bool) -> None:
    with ExitStack() as stack:
        alone = Cluster(tmp_path, stack)
        scheduler = alone.start(next(line for line in COMMANDS if line.startswith("dask sched")))
        until(Path(alone.file).exists)
        line = "simulate samara --games 2 --plain --cluster cluster.json --lang en"
        command = subprocess.Popen(
            [sys.executable, "-m", "baumeister", *line.split(), *["--journal", "j"] * journal],
            cwd=tmp_path,
            env=alone.environment,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        stack.callback(command.kill)
        assert command.stderr is not None
        assert "no workers yet" in command.stderr.readline()
        os.kill(scheduler, signal.SIGKILL)
        said = " ".join(command.stderr.read().split())
        assert command.wait(180) == 2
    assert re.search(r"baumeister: the connection to the cluster at cluster.json is lost", said)
    assert said.endswith("the same --journal continues from there") == journal
    assert "Traceback" not in said


def test_without_dask_a_message_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "find_spec", lambda name: None)
    with pytest.raises(ClusterError, match="pip install distributed") as told:
        scheduler_for(1, "127.0.0.1:8786")
    assert "--cluster braucht Dask" in told.value.text("de")


def test_without_an_address_processes_do_the_work() -> None:
    assert isinstance(scheduler_for(1, None, ["greedy"]), Here)
    assert isinstance(scheduler_for(4, None, ["greedy"], tasks=1), Here)
    assert isinstance(scheduler_for(1, None, ["own:Bot"]), Here)
    assert scheduler_for(0).workers == (os.cpu_count() or 1)
    assert scheduler_for(3, None, ["greedy"]).workers == 3
