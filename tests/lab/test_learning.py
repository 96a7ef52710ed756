"""Learning: self-play that anybody can repeat, courses that survive, and a curve that rises."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from baumeister.bots.network import Fit, from_bytes, load
from baumeister.cli import many_games, stopping
from baumeister.cli.arguments import Parser
from baumeister.cli.commands import learn
from baumeister.cli.commands.learn import Bar, command_line
from baumeister.cli.main import main
from baumeister.kernel.rule import can_compile
from baumeister.lab.distributed.cluster import ClusterLost
from baumeister.lab.distributed.scheduler import Here, LocalProcesses, Outcome, R, T, WorkerDied
from baumeister.lab.distributed.versions import made_with
from baumeister.lab.learning.course import Course, CourseSettings, Watcher
from baumeister.lab.learning.measuring import measure
from baumeister.lab.learning.self_play import Chunk, play_chunk, players_of
from baumeister.lab.learning.training import Progress, SelfPlayGames, empty, train
from baumeister.lab.series import game_of
from baumeister.play import OptionError

pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed: no self-play")
trains = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")

SMALL = CourseSettings(
    "samara", games=6, walks=4, chunk=2, passes=2, first=16, second=16, deals=2, players=(2, 3)
)
both_games = pytest.mark.parametrize("game", ["tybor", "samara"])


def network_bytes(game: str, residual: bool = True) -> bytes:
    return empty(Fit.of(game), (16, 16), 0, residual).to_bytes()


def ran(folder: Path, lessons: int, resume: bool = False, watcher: Watcher | None = None) -> Course:
    course = Course(folder, SMALL, resume)
    course.run(Here(), watcher or Watcher(), lambda: len(course.lessons) < lessons)
    return course


# --- self-play ----------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def two_processes() -> Iterator[LocalProcesses]:
    processes = LocalProcesses(2)
    yield processes
    processes.close()


@both_games
def test_one_process_and_two_play_the_same_games(game: str, two_processes: LocalProcesses) -> None:
    network = network_bytes(game)
    chunks = [Chunk(game, "same", k, k + 2, 4, network, (2, 3)) for k in (0, 2, 4)]
    here = {outcome.task.first: outcome.result for outcome in Here().run(play_chunk, chunks)}
    there = {one.task.first: one.result for one in two_processes.run(play_chunk, chunks)}
    assert None not in here.values()
    assert here == there


@both_games
def test_what_is_kept_of_a_game(game: str, tmp_path: Path) -> None:
    chunk = Chunk(game, "kept", 0, 4, 8, network_bytes(game), (2, 3))
    (tmp_path / "a.npz").write_bytes(play_chunk(chunk))
    kept = SelfPlayGames([tmp_path / "a.npz"]).arrays
    assert (kept["visits"].sum(1) == 8).all()
    assert ((kept["visits"] > 0) <= (kept["actions"] >= 0)).all()
    assert set(kept["games"]) == {0, 1, 2, 3}
    assert ((kept["wins"] >= 0) & (kept["wins"] <= 1)).all()
    winners = kept["leads"][kept["shares"] == 1]
    assert (winners >= 0).all()


def test_all_numbers_of_players_are_played() -> None:
    for game in ("tybor", "samara"):
        rules = game_of(game, None).rules
        counts = {players_of(game, k) for k in range(2000)}
        assert counts == set(range(rules.least_players, rules.most_players + 1))


# --- courses ------------------------------------------------------------------------------------
class Stopping(Here):
    """A scheduler whose machine goes down after some chunks."""

    def __init__(self, chunks: int) -> None:
        self._left = chunks

    def run(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[Outcome[T, R]]:
        for outcome in super().run(work, tasks):
            if self._left == 0:
                raise KeyboardInterrupt
            self._left -= 1
            yield outcome


@trains
def test_a_course_that_was_interrupted_comes_to_the_same_weights(tmp_path: Path) -> None:
    whole = ran(tmp_path / "whole", 2)
    course = Course(tmp_path / "parts", SMALL, resume=False)
    with pytest.raises(KeyboardInterrupt):
        course.run(Stopping(4), Watcher(), lambda: True)
    assert len(list((tmp_path / "parts" / "games").rglob("*.npz"))) == 4
    resumed = ran(tmp_path / "parts", 2, resume=True)
    assert resumed.network.to_bytes(exact=True) == whole.network.to_bytes(exact=True)
    files = [
        {file.name: file.read_bytes() for file in sorted((folder / "games").rglob("*.npz"))}
        for folder in (tmp_path / "whole", tmp_path / "parts")
    ]
    assert files[0] == files[1]


@trains
def test_so_does_one_that_was_interrupted_in_training(tmp_path: Path) -> None:
    class Impatient(Watcher):
        def trained(self, passes: int, planned: int, progress: Progress) -> None:
            raise KeyboardInterrupt

    whole = ran(tmp_path / "whole", 1)
    with pytest.raises(KeyboardInterrupt):
        ran(tmp_path / "parts", 1, watcher=Impatient())
    resumed = ran(tmp_path / "parts", 1, resume=True)
    assert resumed.network.to_bytes(exact=True) == whole.network.to_bytes(exact=True)


GUIDE = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")
COMMAND = next(line for line in GUIDE.splitlines() if line.endswith("--out tiny"))
COMMAND = COMMAND.removeprefix("baumeister ").removesuffix(" tiny")


@pytest.fixture(scope="module")
def of_the_guide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the guide's command leaves, with all numbers of players."""
    folder = tmp_path_factory.mktemp("guide") / "course"
    assert main([*shlex.split(COMMAND), str(folder)]) == 0
    return folder


@trains
def test_and_one_that_was_killed(tmp_path: Path, of_the_guide: Path) -> None:
    """As users run it."""
    command = [sys.executable, "-m", "baumeister", *shlex.split(COMMAND)]
    killed = subprocess.Popen([*command, str(tmp_path)], stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: list((tmp_path / "games").rglob("*.npz")), killed)
    finally:
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait()
    assert not (tmp_path / "weights.npz").exists()
    assert main([*shlex.split(COMMAND), str(tmp_path), "--resume"]) == 0
    weights = [(folder / "weights.npz").read_bytes() for folder in (tmp_path, of_the_guide)]
    assert weights[0] == weights[1]


@trains
def test_one_that_was_ended_by_sigterm_says_how_it_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "baumeister", *shlex.split(COMMAND)]
    folder = tmp_path / "ended"
    ended = subprocess.Popen([*command, str(folder), "--lang", "en"], stderr=subprocess.PIPE)
    wait_for(lambda: list((folder / "games").rglob("*.npz")), ended)
    ended.send_signal(signal.SIGTERM)
    _, err = ended.communicate()
    assert ended.returncode == 143
    words = "".join(err.decode().split())
    goes_on = f"Ended by SIGTERM. The same command with --resume continues in {folder}."
    assert "".join(goes_on.split()) in words
    assert "Traceback" not in words


def wait_for(condition: Callable[[], object], process: subprocess.Popen[bytes]) -> None:
    """Until the condition holds; fails if the process has ended before, or hangs."""
    patience = time.monotonic() + 600
    while not condition():
        assert process.poll() is None
        assert time.monotonic() < patience
        time.sleep(0.01)


@trains
def test_a_course_leaves_what_it_promises(of_the_guide: Path) -> None:
    card = json.loads((of_the_guide / "card.json").read_text())
    assert card["game"] == "samara"
    assert card["layout"].startswith("samara-")
    assert [one["players"] for one in card["against_greedy"]] == [2, 3, 4]
    curves = json.loads((of_the_guide / "curves.json").read_text())
    assert [one["lesson"] for one in curves] == [1]
    assert load(of_the_guide / "weights.npz").fit.game == "samara"
    assert set(card["command"].split()) == {"baumeister", "DIR", *COMMAND.split()}


def test_the_command_on_the_card_counts_lessons_where_minutes_were_given() -> None:
    parser = Parser("learn", "en")
    learn.add_arguments(parser)
    args = parser.read(["samara", "--out", "x", "--minutes", "3", "--jobs", "2"])
    assert command_line(args, 7) == "baumeister learn samara --lessons 7 --out DIR"


@trains
def test_a_course_that_was_stopped_before_its_curves_has_them_in_the_end(tmp_path: Path) -> None:
    course = ran(tmp_path, 1)
    (tmp_path / "curves.json").unlink()
    (tmp_path / "weights.npz").unlink()
    course.graduate("baumeister learn")
    assert json.loads((tmp_path / "curves.json").read_text())[0]["lesson"] == 1
    assert load(tmp_path / "weights.npz").fit.game == "samara"


@trains
def test_lessons_are_the_output_and_their_progress_is_told_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course = Course(tmp_path, SMALL, resume=False)
    with Bar(course, "en", stopping.Stopping()) as bar:
        course.run(Here(), bar, lambda: len(course.lessons) < 1)
    said = capsys.readouterr()
    assert said.out.startswith("Lesson 1, ")
    assert len(said.out.splitlines()) == 1
    assert "lesson 1: self-play: 2 of 6\nlesson 1: self-play: 4 of 6\n" in said.err
    assert re.search(r"lesson 1: training, loss [\d.]+: 1 of 2\n", said.err)


@trains
def test_nothing_to_resume_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Course, "run", lambda *_: None)
    monkeypatch.setattr(Course, "graduate", lambda *_: [])
    monkeypatch.setenv("COLUMNS", "400")
    line = ["learn", "samara", "--out", str(tmp_path / "new"), "--resume", "--lang"]
    assert main([*line, "en"]) == 0
    assert (
        f"Nothing to resume in {tmp_path / 'new'}: starting a new course."
        in capsys.readouterr().err
    )
    assert main([*line, "de"]) == 0  # now there is a course
    assert "nichts fortzusetzen" not in capsys.readouterr().err


@trains
def test_a_folder_with_a_course_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Course(tmp_path, CourseSettings("samara", games=6), resume=False)
    assert main(["learn", "samara", "--out", str(tmp_path), "--lang", "en"]) == 2
    assert "continue it with --resume" in capsys.readouterr().err
    assert main(["learn", "samara", "--out", str(tmp_path), "--resume", "--lang", "de"]) == 2
    assert "games 6, nicht" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"settings": 1}', '{"settings": {}, "fit": {}}', "\0", "7"]
)
def test_a_course_that_cannot_be_read_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "course.json").write_text(text)
    with pytest.raises(OptionError, match=r"course.json is damaged, or not the file of a course"):
        Course(tmp_path, SMALL, resume=True)


@pytest.mark.parametrize("resume", [True, False])
def test_games_of_another_course_are_not_learned_from(tmp_path: Path, resume: bool) -> None:
    """They would have the names of our own."""
    (tmp_path / "games" / "0001").mkdir(parents=True)
    (tmp_path / "games" / "0001" / "0000000-0000002.npz").touch()
    with pytest.raises(OptionError, match=r"holds games of self-play, but not course.json"):
        Course(tmp_path, SMALL, resume)
    assert not (tmp_path / "course.json").exists()


def test_another_program_does_not_go_on_with_a_course(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Course(tmp_path, SMALL, resume=False)
    monkeypatch.setattr("baumeister.lab.learning.course.code_digest", lambda: "other")
    with pytest.raises(OptionError, match=r"begun with another program: code \w+, not other"):
        Course(tmp_path, SMALL, resume=True)


def test_other_versions_of_packages_go_on_with_it_and_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Course(tmp_path, SMALL, resume=False)
    assert Course(tmp_path, SMALL, resume=True).other_versions == []
    here = made_with("numpy", "numba", "torch")
    newer = {**here, "numpy": "99"}
    monkeypatch.setattr("baumeister.lab.learning.course.made_with", lambda *_: newer)
    course = Course(tmp_path, SMALL, resume=True)
    assert course.other_versions == [f"numpy {here['numpy']} → 99"]


class Failing(Here):
    """Workers that are all lost."""

    def __init__(self, problem: Exception) -> None:
        self._problem = problem

    def run(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[Outcome[T, R]]:
        if not isinstance(self._problem, WorkerDied):
            raise self._problem
        yield Outcome(tasks[0], problem=self._problem)


@trains
@pytest.mark.parametrize(
    ("problem", "english", "german"),
    [
        (WorkerDied(-9), "was ended by signal 9", "wurde durch Signal 9 beendet"),
        (WorkerDied(None), "and others after it", "und andere nach ihm"),
        (ClusterLost("cluster.error.lost", address="x"), "is lost", "ist abgebrochen"),
    ],
)
def test_workers_that_are_lost_end_it_with_a_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    problem: Exception,
    english: str,
    german: str,
) -> None:
    monkeypatch.setattr(many_games, "scheduler_for", lambda *_: Failing(problem))
    command = [*shlex.split(COMMAND), str(tmp_path / "c")]
    assert main([*command, "--lang", "en"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert f"{english}; the same command with --resume continues in" in said
    assert main([*command, "--lang", "de", "--resume"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert f"{german}; derselbe Befehl mit --resume macht in" in said


@trains
def test_a_cluster_that_is_not_there_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed on this machine")
    monkeypatch.setattr("baumeister.lab.distributed.cluster.CONNECT", 0.3)
    line = ["learn", "samara", "--cluster", "127.0.0.1:1", "--out", str(tmp_path / "c")]
    assert main(line) == 2
    assert not (tmp_path / "c").exists()


@trains
def test_a_seed_that_no_game_takes_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in ("", "a\nb", "\udcff"):
        line = ["learn", "samara", f"--seed={seed}", "--out", str(tmp_path / "c"), "--lang", "de"]
        assert main(line) == 2
        assert "ist kein Startwert" in capsys.readouterr().err
    assert not (tmp_path / "c").exists()


def test_no_more_walks_than_can_be_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["learn", "samara", "--out", str(tmp_path / "c"), "--walks", "65536", "--lang", "en"]
    assert main(line) == 2
    assert "is not a whole number from 1 to 65535" in capsys.readouterr().err


def test_without_torch_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("baumeister.lab.learning.training.find_spec", lambda name: None)
    assert main(["learn", "tybor", "--out", str(tmp_path), "--lang", "en"]) == 2
    assert "learning needs PyTorch" in capsys.readouterr().err


@trains
def test_without_games_held_out_those_learned_from_say_which_pass_was_best(tmp_path: Path) -> None:
    network = network_bytes("samara")
    (tmp_path / "a.npz").write_bytes(play_chunk(Chunk("samara", "few", 1, 3, 4, network, (2,))))
    games = SelfPlayGames([tmp_path / "a.npz"])
    assert len(games.held_out) == 0
    learned, progress = train(from_bytes(network), games, 3, 1)
    assert [one.held_policy for one in progress] == [one.policy for one in progress]
    assert progress[-1].held < progress[0].held
    once, _ = train(from_bytes(network), games, 1, 1)
    assert learned.to_bytes(exact=True) != once.to_bytes(exact=True)


# --- learning -----------------------------------------------------------------------------------
@trains
def test_it_learns_from_nothing(tmp_path: Path) -> None:
    """A network that knows neither the game nor the greedy bot's judgement plays as well as one
    that draws lots; after some games of self-play it clearly beats such a one."""
    nothing = network_bytes("samara", residual=False)
    start = from_bytes(nothing)
    assert measure(start, 2, 40, "start", "random").share.low < 0.5
    chunk = Chunk("samara", "nothing", 0, 80, 24, nothing, (2,))
    (tmp_path / "games.npz").write_bytes(play_chunk(chunk))
    learned, progress = train(start, SelfPlayGames([tmp_path / "games.npz"]), 4, 1)
    assert progress[-1].held_policy < progress[0].held_policy
    assert measure(learned, 2, 40, "end", "random").share.low > 0.6
