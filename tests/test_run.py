"""run.py: what it does before it starts a command."""

from __future__ import annotations

import sys
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
