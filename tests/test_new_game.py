"""A game of another distribution: installed as such, found, and tested by tests/new_game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.another_process import ROOT

EXAMPLE = ROOT / "examples" / "cairn"
FOLDER = ROOT / "tests" / "new_game"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the distribution, as pip installs it."""
    site = tmp_path_factory.mktemp("site")
    words = ["-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--no-deps"]
    words += ["--no-build-isolation", "--no-compile", "--target", str(site), str(EXAMPLE)]
    run(words, site)
    return site


def run(words: list[str], site: Path) -> str:
    """What a Python prints that finds the distribution."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), str(site)])
    done = subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": path},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def all_pass(site: Path, *words: str) -> None:
    """Run these tests where the game is installed; some must have run, and all must pass."""
    said = run(["-m", "pytest", "-p", "no:cacheprovider", "-q", *words], site)
    assert " passed" in said, said


def test_it_is_found_by_its_entry_point(installed: Path) -> None:
    code = "from baumeister.games import GAMES; print(*GAMES); print(GAMES['cairn'].folder)"
    assert run(["-c", code], installed).split() == [
        *("tybor", "samara", "cairn"),
        str(installed / "cairn"),
    ]


def test_it_can_do_what_games_can_do(installed: Path) -> None:
    legality = ROOT / "tests" / "rules" / "test_legality.py"  # takes all games that there are
    page = f"--ignore={FOLDER / 'test_page.py'}"
    all_pass(installed, str(FOLDER), page, str(legality), "-k", "new_game or cairn")


def test_it_is_played_in_a_browser(installed: Path) -> None:
    all_pass(installed, str(FOLDER / "test_page.py"))
