"""Learning: self-play that anybody can repeat, courses that survive, and a curve that rises."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from baumeister.bots.network import Fit, from_bytes, load
from baumeister.cli.main import main
from baumeister.lab.learning.course import Course, Settings, Watcher
from baumeister.lab.learning.measuring import measure
from baumeister.lab.learning.self_play import Chunk, play_chunk, players_of
from baumeister.lab.learning.training import Games, Progress, empty, train
from baumeister.lab.scheduler import Here, LocalProcesses, Outcome, R, T
from baumeister.lab.series import game_of
from baumeister.rules.kernel.rule import can_compile

pytest.importorskip("torch", reason="PyTorch is not installed: no training")
pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed: no self-play")

SMALL = Settings(
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
@both_games
def test_one_process_and_two_play_the_same_games(game: str) -> None:
    network = network_bytes(game)
    chunks = [Chunk(game, "same", k, k + 2, 4, network, (2, 3)) for k in (0, 2, 4)]
    here = {outcome.task.first: outcome.result for outcome in Here().run(play_chunk, chunks)}
    processes = LocalProcesses(2)
    try:
        there = {one.task.first: one.result for one in processes.run(play_chunk, chunks)}
    finally:
        processes.close()
    assert None not in here.values()
    assert here == there


@both_games
def test_what_is_kept_of_a_game(game: str, tmp_path: Path) -> None:
    chunk = Chunk(game, "kept", 0, 4, 8, network_bytes(game), (2, 3))
    (tmp_path / "a.npz").write_bytes(play_chunk(chunk))
    kept = Games([tmp_path / "a.npz"]).arrays
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


def test_and_one_that_was_killed(tmp_path: Path) -> None:
    """As users run it, with all numbers of players."""
    command = [sys.executable, "-m", "baumeister", *shlex.split(COMMAND)]
    killed = subprocess.Popen([*command, str(tmp_path / "killed")], stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: list((tmp_path / "killed" / "games").rglob("*.npz")), killed)
    finally:
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait()
    assert not (tmp_path / "killed" / "weights.npz").exists()
    for name, resume in (("killed", ["--resume"]), ("whole", [])):
        subprocess.run([*command, str(tmp_path / name), *resume], check=True, capture_output=True)
    weights = [(tmp_path / name / "weights.npz").read_bytes() for name in ("killed", "whole")]
    assert weights[0] == weights[1]


def wait_for(condition: Callable[[], object], process: subprocess.Popen[bytes]) -> None:
    """Until the condition holds; fails if the process has ended before, or hangs."""
    patience = time.monotonic() + 600
    while not condition():
        assert process.poll() is None
        assert time.monotonic() < patience
        time.sleep(0.01)


def test_a_course_leaves_what_it_promises(tmp_path: Path) -> None:
    assert main([*shlex.split(COMMAND), str(tmp_path / "c")]) == 0
    card = json.loads((tmp_path / "c" / "card.json").read_text())
    assert card["game"] == "samara"
    assert card["layout"].startswith("samara-")
    assert [one["players"] for one in card["against_greedy"]] == [2, 3, 4]
    curves = json.loads((tmp_path / "c" / "curves.json").read_text())
    assert [one["lesson"] for one in curves] == [1]
    assert load(tmp_path / "c" / "weights.npz").fit.game == "samara"


def test_a_folder_with_a_course_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Course(tmp_path, Settings("samara", games=6), resume=False)
    assert main(["learn", "samara", "--out", str(tmp_path), "--lang", "en"]) == 2
    assert "--resume goes on with it" in capsys.readouterr().err
    assert main(["learn", "samara", "--out", str(tmp_path), "--resume", "--lang", "de"]) == 2
    assert "games 6, nicht" in capsys.readouterr().err


def test_without_torch_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("baumeister.lab.learning.training.find_spec", lambda name: None)
    assert main(["learn", "tybor", "--out", str(tmp_path), "--lang", "en"]) == 2
    assert "learning needs PyTorch" in capsys.readouterr().err


# --- learning -----------------------------------------------------------------------------------
def test_it_learns_from_nothing(tmp_path: Path) -> None:
    """A network that knows neither the game nor the greedy bot's judgement plays as well as one
    that draws lots; after some games of self-play it clearly beats such a one."""
    nothing = network_bytes("samara", residual=False)
    start = from_bytes(nothing)
    assert measure(start, 2, 40, "start", "random").share.low < 0.5
    chunk = Chunk("samara", "nothing", 0, 160, 40, nothing, (2,))
    (tmp_path / "games.npz").write_bytes(play_chunk(chunk))
    learned, progress = train(start, Games([tmp_path / "games.npz"]), 4, 1)
    assert progress[-1].held_policy < progress[0].held_policy
    assert measure(learned, 2, 40, "end", "random").share.low > 0.6
