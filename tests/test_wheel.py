"""What people get who install the wheel: it is built, and put into an environment without us."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import baumeister
from web import build

ROOT = Path(__file__).parents[1]
UNREACHABLE = ("No matching distribution", "ConnectionError", "Max retries", "timed out")


def pip(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", *words]
    surroundings = {**os.environ, build.SKIP: "1"}
    return subprocess.run(
        command, cwd=ROOT, env=surroundings, capture_output=True, encoding="utf-8", check=False
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    built = pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))
    assert built.returncode == 0, built.stderr
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel, what it declares, and nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    found = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = pip("--python", str(found), "install", "--no-compile", str(wheel))
    if done.returncode and any(sign in done.stderr for sign in UNREACHABLE):
        pytest.skip("no network: what the wheel declares cannot be fetched")
    assert done.returncode == 0, done.stderr
    return found


def run(python: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    surroundings = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "BAUMEI"))}
    return subprocess.run(
        [str(python), *words],
        cwd=python.parent,
        env={**surroundings, **more},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_version_and_files_of_the_wheel(wheel: Path) -> None:
    assert f"-{baumeister.__version__}-" in wheel.name
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "baumeister/games/tybor/data.toml" in names
    assert "baumeister/clauses/samara.md" in names
    assert "baumeister/lab/limit/tybor.c" in names
    assert not any(name.startswith(("tests/", "web/")) for name in names)


def test_a_game_is_played_saved_and_verified(python: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    code = (
        "import json, sys, baumeister\n"
        "table = baumeister.game('samara').new(players=3, seed=7)\n"
        "while not table.over:\n"
        "    seat = table.waiting_for[0]\n"
        "    table.play(seat, table.legal(seat)[0])\n"
        "json.dump(table.record(), open(sys.argv[1], 'w'))\n"
    )
    played = run(python, "-c", code, str(record))
    assert (played.returncode, played.stderr) == (0, "")
    assert json.loads(record.read_text())["game"] == "samara"
    verified = run(python, "-m", "baumeister", "verify", str(record), "--lang", "en")
    assert verified.returncode == 0, verified.stderr


def test_the_command_shows_rules_and_plays_without_any_extra(python: Path) -> None:
    rules = run(python, "-m", "baumeister", "rules", "T4.1", "--lang", "en")
    assert rules.returncode == 0, rules.stderr
    assert "T4.1" in rules.stdout
    line = ("simulate", "tybor", "--players", "3", "--games", "2", "--bots", "greedy,random,greedy")
    simulated = run(python, "-m", "baumeister", *line, "--lang", "en")
    assert simulated.returncode == 0, simulated.stderr


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        (["serve"], "fastapi"),
        (["learn", "samara", "--out", "course"], "torch"),
        (["lab", "balance", "samara"], "numpy"),
        (["tournament", "samara", "--bots", "greedy,random", "--cluster", "x"], "distributed"),
    ],
)
def test_what_is_missing_is_named_as_pip_takes_it(
    python: Path, words: list[str], needed: str
) -> None:
    asked = run(python, "-m", "baumeister", *words, "--lang", "en", COLUMNS="400")
    assert asked.returncode == 2, asked.stdout
    how = asked.stderr.partition("pip install ")[2]
    assert needed in how
    assert "'.[" not in asked.stderr
    assert "Traceback" not in asked.stderr
