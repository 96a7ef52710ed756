"""run.py: what it does before it starts a command."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import run
from web import build


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """The commands that were started; nothing is set up, and the page is not there."""
    commands: list[list[str]] = []

    def start(command: list[str]) -> int:
        commands.append(command)
        return 0

    monkeypatch.setattr(run, "set_up", lambda lock: None)
    monkeypatch.setattr(run, "start", start)
    monkeypatch.setattr(run, "CHECKS", [])
    monkeypatch.setattr(run, "COMPILING", ("compile", ["-c", ""]))
    monkeypatch.setattr(run, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(run, "LOG", tmp_path / "log")
    monkeypatch.setattr(build, "PAGE", tmp_path / "page")
    monkeypatch.setattr(build, "is_fresh", lambda: False)
    monkeypatch.delenv(build.SKIP, raising=False)
    return commands


def fails(why: str) -> list[str]:
    """A step that fails."""
    return ["-c", f"import sys; sys.exit({why!r})"]


NO_REGISTRY = fails(f"page not built: npm ci cannot reach its registry; {build.GO_ON}")


def test_a_server_starts_without_a_page(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "PAGE_STEP", ("building", NO_REGISTRY))
    assert run.main(["serve", "--port", "0"]) == 0
    assert started == [[str(run.BAUMEISTER), "serve", "--port", "0"]]
    said = capsys.readouterr().err.splitlines()[-1]
    wanted = "run.py: page not built: npm ci cannot reach its registry; serving programs only;"
    assert said.startswith(wanted)


def test_a_server_starts_with_the_page_that_there_was(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    build.PAGE.mkdir()
    (build.PAGE / "index.html").touch()
    monkeypatch.setattr(run, "PAGE_STEP", ("building", NO_REGISTRY))
    assert run.main(["serve"]) == 0
    assert len(started) == 1
    assert "; serving the older page; " in capsys.readouterr().err


def test_tests_do_not_start_without_a_page(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "PAGE_STEP", ("building", NO_REGISTRY))
    with pytest.raises(SystemExit, match="cannot reach its registry"):
        run.main(["test"])


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--help"], 0, "python3 run.py serve"),
        (["--prot", "1"], 2, "--port"),
        (["--port", "x"], 2, "--port"),
    ],
)
def test_help_and_mistakes_wait_for_no_page(
    started: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    words: list[str],
    code: int,
    told: str,
) -> None:
    monkeypatch.setattr(run, "try_page", lambda: pytest.fail("it would have waited"))
    assert run.main(["serve", *words]) == code
    said = capfd.readouterr()
    assert told in said.out + said.err
    assert started == []


def test_other_commands_wait_for_no_page(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "try_page", lambda: pytest.fail("it would have waited"))
    assert run.main(["backup", "monday.sqlite"]) == 0
    assert started == [[str(run.BAUMEISTER), "backup", "monday.sqlite"]]


def test_the_overview_names_the_server(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--help"]) == 0
    said = capsys.readouterr().out
    assert "run.py serve" in said
    assert "run.py backup" in said


def test_without_pytorch_a_line_says_what_does_not_work(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("subprocess.call", lambda *_, **__: 1)
    run.get_torch("nothing can be trained")
    assert "PyTorch is not installed, nothing can be trained: pip failed" in capsys.readouterr().err


def test_checks_run_side_by_side_and_are_told_in_order(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    wrong = "import sys; print('line 7 is wrong'); sys.exit(1)"
    monkeypatch.setattr(run, "CHECKS", [("first", ["-c", wrong]), ("second", ["-c", ""])])
    assert run.main(["check"]) == 1
    said = [line.split() for line in capfd.readouterr().out.splitlines()]
    assert [line[:2] for line in said] == [["first", "failed"], ["line", "7"], ["second", "ok"]]


# --- test --quick, test --stress, soak tests ------------------------------------------------------
class Run:
    """A process that was to be started."""

    def __init__(self, words: list[str], env: dict[str, str] | None) -> None:
        self.words, self.env = words, env or {}


@pytest.fixture
def runs(started: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> list[Run]:
    """The runs of pytest, none of which happens; all is set up, and nothing is to be checked."""
    found: list[Run] = []

    def call(words: list[str], cwd: Path, env: dict[str, str] | None = None) -> int:
        found.append(Run(words[3:], env))
        return 5

    for name in ("set_up_page", "get_postgresql", "get_chromium", "get_torch"):
        monkeypatch.setattr(run, name, lambda *_, **__: None)
    monkeypatch.setattr("subprocess.call", call)
    return found


@pytest.mark.parametrize(
    ("words", "compiled"),
    [([], True), (["-x"], True), (["tests/rules"], False), (["-k", "exodus"], False)],
)
def test_all_is_compiled_before_all_tests_run(
    runs: list[Run], capfd: pytest.CaptureFixture[str], words: list[str], compiled: bool
) -> None:
    assert run.main(["test", *words]) == 5
    assert runs[0].words == [*run.PYTEST, *words]
    assert ("compile" in capfd.readouterr().out) == compiled


def test_the_quick_run_is_a_part(runs: list[Run], capfd: pytest.CaptureFixture[str]) -> None:
    assert run.main(["test", "--quick", "-x"]) == 5
    assert runs[0].words == [*run.PYTEST, *run.QUICK, "-x"]
    assert "compile" not in capfd.readouterr().out


@pytest.mark.parametrize("place", run.QUICK)
def test_what_is_quick_is_there(place: str) -> None:
    file, _, name = place.partition("::")
    assert (run.ROOT / file).exists()
    if name:
        tree = ast.parse((run.ROOT / file).read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_in_the_stress_run_cores_are_busy_until_its_end(
    runs: list[Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    busy: list[subprocess.Popen[bytes]] = []
    popen: Callable[..., subprocess.Popen[bytes]] = subprocess.Popen

    def start_busy(*words: object, **more: object) -> subprocess.Popen[bytes]:
        busy.append(popen(*words, **more))
        return busy[-1]

    monkeypatch.setattr("subprocess.Popen", start_busy)
    assert run.main(["test", "--stress", "tests"]) == 5
    assert runs[0].words == [*run.PYTEST, "tests"]
    assert len(busy) == run.N_BUSY
    assert [process.wait() != 0 for process in busy] == [True] * run.N_BUSY  # they were ended


def test_a_busy_process_ends_when_the_run_has_ended() -> None:
    command = f"[sys.executable, '-c', {run.BUSY!r}, str(os.getpid())]"
    parent = f"import os, subprocess, sys; subprocess.Popen({command})"
    done = subprocess.run([sys.executable, "-c", parent], stdout=subprocess.PIPE, check=True)
    assert done.stdout == b""  # the pipe is closed when the last process that has it ends


def test_the_soak_repeats_tests_more_often(runs: list[Run]) -> None:
    assert run.main(["soak", "tests", "tests/games"]) == 5
    assert runs[0].words == [*run.PYTEST, "tests/games"]
    assert runs[0].env[run.SOAK] == "1"
    assert runs[0].env["PATH"] == os.environ["PATH"]


@pytest.mark.parametrize("words", [["test"], ["soak", "tests"], ["simulate-server"], ["siege"]])
def test_modules_are_compiled_once_for_all_processes_of_the_tests(
    runs: list[Run], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert run.main(words) == 5
    assert "PYTHONDONTWRITEBYTECODE" not in runs[0].env
    assert runs[0].env["PYTHONPYCACHEPREFIX"] == str(run.VENV / "bytecode")
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE")
    assert run.main(words) == 5
    assert "PYTHONPYCACHEPREFIX" not in runs[1].env


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ([], ["tybor"]),
        (["--players", "3"], ["tybor", "--players", "3"]),
        (["samara", "--lang", "de"], ["samara", "--lang", "de"]),
        (["--resume", "game.txt"], ["--resume", "game.txt"]),  # the file says which game
        (["--resume=game.txt"], ["--resume=game.txt"]),
        (["chess"], ["chess"]),  # the program names the games
    ],
)
def test_play_takes_tybor_unless_a_game_is_named_or_resumed(
    words: list[str], wanted: list[str], started: list[list[str]]
) -> None:
    assert run.main(["play", *words]) == 0
    assert started == [[str(run.BAUMEISTER), "play", *wanted]]
